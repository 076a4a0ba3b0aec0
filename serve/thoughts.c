/* thoughts.c -- what an agent thinks of a position: each move with its share and value, the line
 * that it expects, what is believed, and the top of its tree.
 *
 * All of it is made from what the agent tells and from what its seat knows; the position itself
 * is not at hand here.  So it is told alike of positions that look alike to the seat.
 *
 * Fact to check: the same question gives the same bytes, where the agent's budget is no time.
 */
#include "thoughts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { WORLDS = 300, LINE_MAX_PLIES = 12 }; /* worlds tell what may be hidden */
enum { LINES, BELIEFS, TREES };             /* streams of random numbers */
static const double least_share = 0.0001; /* of all visits: so a tree is a few thousand branches */

static void stream(const pl_job *j, int n, pl_rng *out)
{
    pl_rng root;
    pl_seed(&root, j->seed);
    pl_split(&root, (uint64_t)n, out);
}

/* What the library tells as a text, to be freed by it; an empty list where that is none. */
static json_t *read_back(char *text)
{
    json_t *out = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return out ? out : json_array();
}

static int likeliest_first(const void *a, const void *b)
{
    const pl_opinion *x = a, *y = b;
    if (x->share != y->share) return x->share < y->share ? 1 : -1;
    if (x->visits != y->visits) return x->visits < y->visits ? 1 : -1;
    return x->move - y->move;
}

static json_t *opinion_json(const pl_opinion *is, const pl_knowledge *k)
{
    char name[PL_NAME_MAX];
    pl_say(k->game, &k->view, is->move, name, sizeof name);
    json_t *o = json_pack("{s:s,s:i,s:o,s:o,s:b}", "move", name, "number", (int)is->move, "visits",
                          pl_tell_number(is->visits), "share", pl_tell_number(is->share), "proven",
                          is->proven);
    if (!isnan(is->value)) json_object_set_new(o, "value", pl_tell_number(is->value));
    return o;
}

static json_t *moves_json(const pl_reasons *why, const pl_knowledge *k)
{
    json_t *list = json_array();
    size_t n = why->options > 0 ? (size_t)why->options : 0;
    pl_opinion *of = n ? malloc(n * sizeof *of) : NULL;
    if (!of) return list;
    memcpy(of, why->of, n * sizeof *of);
    qsort(of, n, sizeof *of, likeliest_first);
    for (size_t i = 0; i < n; i++) json_array_append_new(list, opinion_json(&of[i], k));
    free(of);
    return list;
}

static json_t *line_json(const pl_job *j, const pl_reasons *why, const pl_knowledge *k)
{
    pl_reasons part = *why;
    pl_rng r;
    if (part.length > LINE_MAX_PLIES) part.length = LINE_MAX_PLIES;
    stream(j, LINES, &r);
    return read_back(pl_told_line(k, &part, &r));
}

/* The marginals alone, as a list. */
static json_t *belief_json(const pl_job *j, const pl_knowledge *k)
{
    pl_rng r;
    stream(j, BELIEFS, &r);
    json_t *all = k->game->hide ? read_back(pl_beliefs(k, WORLDS, &r)) : NULL;
    json_t *list = json_object_get(all, "marginals");
    list = list ? json_incref(list) : json_array();
    json_decref(all);
    return list;
}

static json_t *tree_json(const pl_job *j, pl_agent *a, const pl_knowledge *k)
{
    pl_top top = {.depth = j->depth, .width = j->width, .least = least_share};
    pl_rng r;
    stream(j, TREES, &r);
    return read_back(pl_told_tree(k, a, &top, &r));
}

static json_t *told(const pl_job *j, const pl_reasons *why, const pl_knowledge *k)
{
    return json_pack("{s:s,s:i,s:I,s:o,s:o}", "agent", j->agent, "seat", j->seat, "iterations",
                     (json_int_t)why->iterations, "moves", moves_json(why, k), "line",
                     line_json(j, why, k));
}

json_t *pl_thoughts_so_far(const pl_job *j, pl_agent *a, const pl_knowledge *k)
{
    pl_reasons why = {0};
    if (pl_agent_why(a, &why) || why.options <= 0) return NULL;
    return told(j, &why, k);
}

/* What the move that was played gave away; null where that is not known. */
static json_t *hindsight_json(const pl_job *j, pl_agent *a, const pl_knowledge *k)
{
    pl_hindsight h;
    char played[PL_NAME_MAX], better[PL_NAME_MAX];
    if (pl_hindsight_guess(a, j->move, j->played, &h)) return json_null();
    int sure = j->hindsight == PL_GUESSED || h.within == 0;
    if (!sure && pl_hindsight_try(a, k, j->effort, j->played, &h)) return json_null();
    pl_say(k->game, &k->view, j->played, played, sizeof played);
    pl_say(k->game, &k->view, h.better, better, sizeof better);
    return json_pack("{s:s,s:s,s:o,s:o,s:o,s:i}", "played", played, "better", better, "value",
                     pl_tell_number(h.value), "cost", pl_tell_number(h.cost), "within",
                     pl_tell_number(h.within), "worlds", (int)h.worlds);
}

json_t *pl_thoughts_whole(const pl_job *j, pl_agent *a, const pl_knowledge *k)
{
    pl_reasons why = {0};
    if (pl_agent_why(a, &why)) why = (pl_reasons){0};
    json_t *o = told(j, &why, k);
    json_object_set_new(o, "belief", belief_json(j, k));
    if (j->depth > 0) json_object_set_new(o, "tree", tree_json(j, a, k));
    if (j->hindsight) json_object_set_new(o, "hindsight", hindsight_json(j, a, k));
    return o;
}
