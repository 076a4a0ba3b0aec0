/* analyse.c -- what an agent thinks of a position, by HTTP: one question, one answer. */
#include "question.h"

static void tell(pl_job *j)
{
    pl_request *r = j->owner;
    r->job = NULL;
    pl_question_over(r->server, r->peer);
    if (!j->answer) pl_answer_error(r, 400, "%s", *j->err.text ? j->err.text : "out of memory");
    else pl_answer(r, 200, json_incref(j->answer));
    pl_answer_send(r);
}

void pl_post_analyse(pl_request *r, const char *rest)
{
    pl_server *s = r->server;
    pl_position p = {.ply = 0};
    pl_job *j = NULL;
    pl_error err = {"out of memory"};
    r->peer = pl_guard_peer(r->wsi);
    int full = pl_question_full(s, r->peer, &err);
    (void)rest;
    if (full) pl_answer_error(r, full, "%s", err.text);
    json_t *body = full ? NULL : pl_request_body(r);
    if (!body) return;
    if (pl_position_find(r, body, &p, &err) == 0) j = pl_question_job(body, &p, &err);
    pl_position_free(&p);
    json_decref(body);
    if (!j) {
        pl_answer_error(r, 400, "%s", err.text);
        return;
    }
    j->owner = r;
    j->done = tell;
    r->job = j;
    pl_question_put(s, r->peer, j);
}

void pl_analyse_forget(pl_request *r)
{
    if (r->job) pl_question_drop(r->server, r->peer, r->job);
    r->job = NULL;
}
