/* notice.c -- answers that many ask for again and again, made once for all of them.
 *
 * Fact to check: however many look at a league, its file is read once a second, and nobody's request
 * waits for more than that.
 */
#include "notice.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 16,       /* notices */
    FRESH = 1000,    /* milliseconds for which one is told as it is */
    PATIENCE = 10000 /* milliseconds, after which what nobody asks for is read no further */
};
static const double a_moment = 0.1; /* seconds; what takes longer comes after the tables */

typedef struct {
    pl_notice_work of;
    const pl_notice_kind *kind;
    double seconds; /* that the last piece took */
    const pl_records *records;
} work;

struct pl_notice {
    pl_notice *next;
    pl_server *server;
    const pl_notice_kind *kind;
    int64_t id;
    work *work;      /* NULL: it is with the job */
    pl_job *job;     /* somebody makes it */
    char *text;      /* as it was made last, or NULL */
    int status;      /* of the text */
    int64_t made;    /* when, and */
    int64_t asked;   /* when somebody asked last, in milliseconds */
    pl_request *who; /* waits for it */
};

static void drop_work(void *with)
{
    work *w = with;
    if (!w) return;
    if (w->of.kept) w->kind->forget(w->of.kept);
    if (w->of.file) pl_records_close(w->of.file, NULL);
    json_decref(w->of.told);
    free(w);
}

/* By a thread of the pool. */
static void make(pl_job *j, pl_pool *p)
{
    work *w = j->with;
    int64_t from = pl_serve_ms();
    (void)p;
    json_decref(w->of.told);
    w->of.told = NULL;
    w->of.status = w->of.more = 0;
    if (!w->of.file) w->of.file = pl_records_again(w->records, PL_RECORDS_READ, &w->of.err);
    if (w->of.file) w->kind->make(&w->of);
    w->seconds = 1e-3 * (double)(pl_serve_ms() - from);
}

static void come_back(pl_job *j);

/* -1: out of memory. */
static int give(pl_notice *n)
{
    pl_job *j = pl_job_new();
    if (!j) return -1;
    j->work = make;
    j->quick = n->text && n->work->seconds < a_moment;
    j->with = n->work;
    j->drop = drop_work;
    j->owner = n;
    j->done = come_back;
    n->job = j;
    n->work = NULL;
    pl_pool_give(n->server->pool, j);
    return 0;
}

static void answer(const pl_notice *n, pl_request *r)
{
    if (n->text) pl_answer_text(r, n->status, n->text);
    else pl_answer_error(r, 503, "out of memory");
}

static void answer_all(pl_notice *n)
{
    pl_request *r = n->who;
    n->who = NULL;
    for (pl_request *next; r; r = next) {
        next = r->next;
        r->notice = NULL;
        answer(n, r);
        pl_answer_send(r);
    }
}

static void take_over(pl_notice *n, const pl_notice_work *w)
{
    char *text = NULL;
    n->status = w->told ? 200 : w->status ? w->status : 500;
    if (w->told) text = json_dumps(w->told, JSON_COMPACT);
    else {
        if (!w->status) fprintf(stderr, "parlor: %s\n", w->err.text);
        json_t *o = json_pack("{s:s}", "error",
                              w->status ? w->err.text : "the server cannot read its records");
        text = json_dumps(o, JSON_COMPACT);
        json_decref(o);
    }
    free(n->text);
    n->text = text;
    n->made = pl_serve_ms();
}

static void remove_one(pl_notice *n)
{
    pl_notice **at = &n->server->notices;
    while (*at && *at != n) at = &(*at)->next;
    if (*at) *at = n->next;
    if (n->job) pl_pool_cancel(n->server->pool, n->job); /* the work goes with it */
    for (pl_request *r = n->who; r; r = r->next) r->notice = NULL;
    drop_work(n->work);
    free(n->text);
    free(n);
}

static void come_back(pl_job *j)
{
    pl_notice *n = j->owner;
    n->work = j->with;
    n->job = NULL;
    j->with = NULL;
    j->drop = NULL;
    take_over(n, &n->work->of);
    answer_all(n);
    if (n->status == 404) remove_one(n); /* anybody may make up numbers */
    else if (n->work->of.more && pl_serve_ms() - n->asked < PATIENCE) give(n);
}

void pl_notices_close(pl_server *s)
{
    while (s->notices) remove_one(s->notices);
}

/* There is a place for another: the one goes that nobody waits for, and was asked for least lately. */
static int make_room(pl_server *s)
{
    int all = 0;
    pl_notice *old = NULL;
    for (pl_notice *n = s->notices; n; n = n->next, all++)
        if (!n->job && !n->who && (!old || n->asked < old->asked)) old = n;
    if (all < KEPT) return 1;
    if (old) remove_one(old);
    return old != NULL;
}

static pl_notice *new_one(pl_server *s, const pl_notice_kind *kind, int64_t id)
{
    if (!make_room(s)) return NULL;
    pl_notice *n = calloc(1, sizeof *n);
    work *w = n ? calloc(1, sizeof *w) : NULL;
    if (!w) {
        free(n);
        return NULL;
    }
    w->records = s->records;
    w->kind = kind;
    w->of.id = id;
    w->of.nets = s->rules.nets;
    *n = (pl_notice){.next = s->notices, .server = s, .kind = kind, .id = id, .work = w};
    s->notices = n;
    return n;
}

void pl_notice_ask(pl_request *r, const pl_notice_kind *kind, int64_t id)
{
    pl_server *s = r->server;
    pl_notice *n = s->notices;
    while (n && (n->kind != kind || n->id != id)) n = n->next;
    if (!n) n = new_one(s, kind, id);
    if (!n) {
        pl_answer_error(r, 503, "too much is asked for at once; try again later");
        return;
    }
    n->asked = pl_serve_ms();
    if (n->text && n->asked - n->made < FRESH) answer(n, r);
    else if (!n->job && give(n)) pl_answer_error(r, 503, "out of memory");
    else {
        r->notice = n;
        r->next = n->who;
        n->who = r;
    }
}

void pl_notice_leave(pl_request *r)
{
    if (!r->notice) return;
    pl_request **at = &r->notice->who;
    while (*at && *at != r) at = &(*at)->next;
    if (*at) *at = r->next;
    r->notice = NULL;
}
