/* analyse.c -- what an agent thinks of a position, by HTTP: of a table as one who sits there sees
 * it, of a record, or of moves that are told.
 *
 * Who holds a seat is told what its own views allow, as the agent is given no more; a game that
 * is under way is told to nobody else.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "position.h"
#include "wish.h"

/* The usual one thinks for a second. */
static int choose_agent(const json_t *o, const pl_position *p, pl_job *j, pl_error *err)
{
    const char *agent = json_string_value(json_object_get(o, "agent"));
    double seconds = json_number_value(json_object_get(o, "seconds"));
    if (!(seconds > 0)) seconds = 1;
    if (seconds > 10) seconds = 10;
    if (agent && strlen(agent) >= sizeof j->agent)
        return pl_serve_fail(err, "no agent is that long");
    if (agent) snprintf(j->agent, sizeof j->agent, "%s", agent);
    else
        snprintf(j->agent, sizeof j->agent, "%s(ms=%d)", p->game->hide ? "ismcts" : "mcts",
                 (int)(1000 * seconds));
    j->most = seconds;
    return pl_wish_agent(p->game, j->agent, err);
}

static int value_first(const void *a, const void *b)
{
    const pl_thought *x = a, *y = b;
    if (x->is.share != y->is.share) return x->is.share < y->is.share ? 1 : -1;
    if (x->is.visits != y->is.visits) return x->is.visits < y->is.visits ? 1 : -1;
    return x->is.move - y->is.move;
}

static json_t *thought_json(const pl_thought *t)
{
    json_t *o = json_pack("{s:s,s:i,s:o,s:o,s:b}", "move", t->move, "number", (int)t->is.move,
                          "visits", pl_tell_number(t->is.visits), "share",
                          pl_tell_number(t->is.share), "proven", t->is.proven);
    if (!isnan(t->is.value)) json_object_set_new(o, "value", pl_tell_number(t->is.value));
    return o;
}

static json_t *thoughts_json(pl_job *j)
{
    json_t *list = json_array();
    if (j->thoughts) qsort(j->thought, (size_t)j->thoughts, sizeof *j->thought, value_first);
    for (int i = 0; i < j->thoughts; i++) json_array_append_new(list, thought_json(&j->thought[i]));
    return list;
}

/* The marginals alone, as a list. */
static json_t *belief_json(const pl_job *j)
{
    json_t *all = j->belief ? json_loads(j->belief, 0, NULL) : NULL;
    json_t *list = json_object_get(all, "marginals");
    list = list ? json_incref(list) : json_array();
    json_decref(all);
    return list;
}

static void tell(pl_job *j)
{
    pl_request *r = j->owner;
    r->job = NULL;
    r->server->questions--;
    if (j->move == PL_ILLEGAL) pl_answer_error(r, 400, "%s", j->err.text);
    else
        pl_answer(r, 200,
                  json_pack("{s:s,s:i,s:I,s:o,s:o,s:s}", "agent", j->agent, "seat", j->seat,
                            "iterations", (json_int_t)j->iterations, "moves", thoughts_json(j),
                            "belief", belief_json(j), "line", j->line ? j->line : ""));
    pl_answer_send(r);
}

static int begin(pl_request *r, const json_t *o, const pl_position *p, pl_error *err)
{
    if (pl_line_mover(p->line, p->ply) != p->seat || p->seat < 0)
        return pl_serve_fail(err, "it is not the turn of a seat that this could be told of");
    pl_job *j = pl_job_new();
    if (!j) return pl_serve_fail(err, "out of memory");
    if (choose_agent(o, p, j, err) || pl_job_line(j, p->line, p->ply)) {
        pl_job_free(j);
        return -1;
    }
    pl_spec(p->game, j->game, sizeof j->game);
    j->seat = p->seat;
    j->seed = 1;
    j->analysis = 1;
    j->owner = r;
    j->done = tell;
    r->job = j;
    r->server->questions++;
    pl_pool_give(r->server->pool, j);
    return 0;
}

void pl_post_analyse(pl_request *r, const char *rest)
{
    pl_error err = {"out of memory"};
    pl_position p = {.ply = 0};
    (void)rest;
    if (r->server->questions >= PL_QUESTIONS_MAX) {
        pl_answer_error(r, 503, "too many ask what agents think; try again later");
        return;
    }
    json_t *body = pl_request_body(r);
    if (!body) return;
    if (pl_position_find(r, body, &p, &err) || begin(r, body, &p, &err))
        pl_answer_error(r, 400, "%s", err.text);
    pl_position_free(&p);
    json_decref(body);
}

void pl_analyse_forget(pl_request *r)
{
    if (!r->job) return;
    if (r->server->pool) pl_pool_cancel(r->server->pool, r->job);
    r->server->questions--;
    r->job = NULL;
}
