/* notice.h -- answers that many ask for again and again, such as the standings of a league while it
 * runs.
 *
 * A thread of the pool makes one, from the file of records, once for all who ask within a second; what
 * it has read it keeps, so that the next time it reads only what is new.  Where there is much to read
 * it is read a piece at a time, and told as far as it is.
 */
#ifndef PL_SERVE_NOTICE_H
#define PL_SERVE_NOTICE_H

#include "request.h"

/* What a notice is made from, and what came of it; of one job at a time. */
typedef struct {
    int64_t id;       /* of what it tells; 0: of all */
    pl_records *file; /* opened to read */
    const char *nets; /* the folder of nets; or NULL */
    void *kept;       /* by who makes it, from one time to the next */
    json_t *told;     /* NULL: status and err say why */
    int status;       /* 404, or 0: something is wrong on this side */
    int more;         /* 1: there is more to read */
    pl_error err;
} pl_notice_work;

typedef struct {
    void (*make)(pl_notice_work *w);
    void (*forget)(void *kept); /* NULL: nothing is kept */
} pl_notice_kind;

/* Answer with the notice of that kind and number, when it is there. */
void pl_notice_ask(pl_request *r, const pl_notice_kind *kind, int64_t id);
void pl_notice_leave(pl_request *r); /* who asked is gone */
void pl_notices_close(pl_server *s);

#endif
