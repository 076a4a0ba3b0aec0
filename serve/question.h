/* question.h -- what an agent is asked to think about, in JSON. */
#ifndef PL_SERVE_QUESTION_H
#define PL_SERVE_QUESTION_H

#include "position.h"

/* What o asks of a position, its answer yet to be given somewhere: a job, or NULL with the reason. */
pl_job *pl_question_job(const pl_server *s, const json_t *o, const pl_position *p, pl_error *err);
/* Such a job is thought about, among a bounded number; or nobody wants to know any more. */
void pl_question_put(pl_server *s, pl_job *j);
void pl_question_drop(pl_server *s, pl_job *j);

#endif
