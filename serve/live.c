/* live.c -- what an agent thinks, told by WebSocket while it does.
 *
 * A connection asks one thing at a time.  What was thought so far waits in one place, where
 * the next replaces it, so that who reads slowly reads less and not later.
 *
 * Fact to check: of a question that is followed by a move, by another one or by a stop nothing is
 * said any more, and who goes ends the thinking.
 */
#include <string.h>

#include "members.h"
#include "question.h"
#include "visitor.h"

json_t *pl_live_read(const char *line, size_t n)
{
    json_t *o = json_loadb(line, n, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(o, "type"));
    if (type && !strcmp(type, "analyse")) return o;
    json_decref(o);
    return NULL;
}

/* The next thing to be said, with members that are taken over. */
static void put(pl_visitor *c, json_t *members, int final)
{
    json_decref(c->live.said);
    c->live.said =
        json_pack("{s:s,s:O*,s:b}", "type", "analysis", "id", c->live.id, "final", final);
    json_object_update(c->live.said, members);
    json_decref(members);
    pl_visitor_wake(c);
}

static void refuse(pl_visitor *c, const char *why)
{
    put(c, json_pack("{s:s}", "error", why), 1);
}

static void tell_so_far(pl_job *j, json_t *so_far)
{
    put(j->owner, so_far, 0);
}

static void tell_end(pl_job *j)
{
    pl_visitor *c = j->owner;
    c->live.job = NULL;
    pl_question_over(c->server, pl_guard_peer(c->wsi));
    if (j->answer) put(c, json_incref(j->answer), 1);
    else refuse(c, *j->err.text ? j->err.text : "out of memory");
}

void pl_live_stop(pl_visitor *c)
{
    if (c->live.job) pl_question_drop(c->server, pl_guard_peer(c->wsi), c->live.job);
    json_decref(c->live.said);
    json_decref(c->live.id);
    c->live = (pl_live){0};
}

void pl_live_moved(pl_visitor *c)
{
    if (c->live.of_table) pl_live_stop(c);
}

/* What is asked, as a job; or NULL with the reason. */
static pl_job *read_question(pl_visitor *c, const json_t *o, pl_error *err)
{
    pl_position p = {.ply = 0};
    pl_job *j = NULL;
    int bad = 0, sits = c->kind == PL_IS_PLAYER;
    int64_t id = pl_member_number(o, "id", INT64_MIN, INT64_MAX, 0, err, &bad);
    if (bad) return NULL;
    if (json_is_integer(json_object_get(o, "id"))) c->live.id = json_integer(id);
    if (pl_question_full(c->server, pl_guard_peer(c->wsi), err)) return NULL;
    if (pl_position_at(c->server, o, sits ? c->desk : NULL, c->seat, &p, err) == 0)
        j = pl_question_job(o, &p, err);
    c->live.of_table = pl_position_of_table(&p);
    pl_position_free(&p);
    return j;
}

void pl_live_ask(pl_visitor *c, const json_t *o)
{
    pl_error err = {"out of memory"};
    int bad = 0;
    pl_live_stop(c);
    int stop = pl_member_flag(o, "stop", 0, &err, &bad);
    if (stop && !bad) return;
    pl_job *j = bad ? NULL : read_question(c, o, &err);
    if (!j) {
        refuse(c, err.text);
        return;
    }
    j->owner = c;
    j->told = tell_so_far;
    j->done = tell_end;
    c->live.job = j;
    pl_question_put(c->server, pl_guard_peer(c->wsi), j);
}
