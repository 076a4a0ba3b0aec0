/* question.h -- what an agent is asked to think about, in JSON. */
#ifndef PL_SERVE_QUESTION_H
#define PL_SERVE_QUESTION_H

#include "position.h"

/* What o asks of a position, its answer yet to be given somewhere: a job, or NULL with the reason. */
pl_job *pl_question_job(const json_t *o, const pl_position *p, pl_error *err);
/* There are bounds for all, and for one address, from which it is asked: 0, or the status that HTTP
 * has for it, with the reason. */
int pl_question_full(const pl_server *s, const pl_peer *from, pl_error *err);
/* Such a job is thought about; it was; or nobody wants to know any more. */
void pl_question_put(pl_server *s, pl_peer *from, pl_job *j);
void pl_question_over(pl_server *s, pl_peer *from);
void pl_question_drop(pl_server *s, pl_peer *from, pl_job *j);

#endif
