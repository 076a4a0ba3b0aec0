/* job.c -- one thing to think about: a game so far, a seat, and the agent that shall tell.
 *
 * The agent is made anew for each job and hears of the game what its seat noticed, so tables
 * keep no agents, however many there are, and a server that was started again asks the same
 * agent the same thing.
 *
 * Fact to check: the same job gives the same move, where the agent's budget is no time.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parlor/analysis.h"
#include "pool.h"

enum { WORLDS = 300 }; /* that tell what may be hidden */

pl_job *pl_job_new(void)
{
    pl_job *j = calloc(1, sizeof *j);
    if (j) j->move = PL_ILLEGAL;
    if (j) j->value = NAN;
    return j;
}

int pl_job_line(pl_job *j, const pl_line *line, int plies)
{
    j->moves = malloc((size_t)plies * sizeof *j->moves + 1);
    if (!j->moves) return -1;
    j->plies = plies;
    for (int i = 0; i < plies; i++) j->moves[i] = pl_line_move(line, i);
    return 0;
}

void pl_job_free(pl_job *j)
{
    if (!j) return;
    if (j->drop) j->drop(j->with);
    free(j->moves);
    free(j->thought);
    free(j->belief);
    free(j->line);
    free(j);
}

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int fail(pl_job *j, const char *why)
{
    snprintf(j->err.text, sizeof j->err.text, "%s", why);
    return -1;
}

/* Tell the agent of the game so far; s is where it then stands.  0, or -1. */
static int catch_up(pl_job *j, const pl_game *g, pl_agent *a, pl_state *s)
{
    pl_start(g, s);
    pl_agent_begin(a, j->seat);
    for (int i = 0; i < j->plies; i++) {
        if (g->turn(s) == PL_OVER || !pl_is_legal(g, s, j->moves[i]))
            return fail(j, "a move of this game is not legal");
        pl_agent_tell(a, s, j->moves[i]);
        g->apply(s, j->moves[i]);
    }
    return g->turn(s) == j->seat ? 0 : fail(j, "it is not the turn of that seat");
}

/* What is expected, where everybody sees the same and so calls it the same. */
static void keep_line(pl_job *j, const pl_game *g, const pl_reasons *why, const pl_state *s)
{
    enum { MOST = 8 };
    char text[MOST * PL_NAME_MAX];
    pl_text out = {text, sizeof text, 0};
    pl_state at = *s;
    if (g->hide) return;
    for (int i = 0; i < why->length && i < MOST; i++) {
        char name[PL_NAME_MAX];
        if (g->turn(&at) == PL_OVER || !pl_is_legal(g, &at, why->line[i])) break;
        pl_say(g, &at, why->line[i], name, sizeof name);
        pl_put(&out, "%s%s", i ? " " : "", name);
        g->apply(&at, why->line[i]);
    }
    if (out.used && out.used < sizeof text) j->line = strdup(text);
}

/* Names of moves are as the seat knows them. */
static void keep_thoughts(pl_job *j, const pl_game *g, pl_agent *a, const pl_state *s)
{
    pl_reasons why = {0};
    pl_state view;
    if (pl_agent_why(a, &why) || why.options <= 0) return;
    j->thought = calloc((size_t)why.options, sizeof *j->thought);
    if (!j->thought) return;
    pl_view(g, s, j->seat, &view);
    j->iterations = why.iterations;
    for (int i = 0; i < why.options; i++) {
        j->thought[i].is = why.of[i];
        pl_say(g, &view, why.of[i].move, j->thought[i].move, sizeof j->thought[i].move);
    }
    j->thoughts = why.options;
    keep_line(j, g, &why, s);
}

/* What the seat may believe of what it cannot see. */
static void keep_belief(pl_job *j, const pl_game *g)
{
    pl_line *line = g->hide ? pl_line_new(g) : NULL;
    pl_knowledge k;
    pl_rng r;
    if (!line) return;
    for (int i = 0; i < j->plies; i++) pl_line_forward(line, j->moves[i]);
    pl_seed(&r, j->seed);
    pl_know(&k, line, j->seat);
    j->belief = pl_beliefs(&k, WORLDS, &r);
    pl_know_free(&k);
    pl_line_free(line);
}

static void stop_agent(void *a)
{
    pl_agent_stop(a);
}

static void think(pl_job *j, const pl_game *g, pl_agent *a, pl_pool *p)
{
    pl_state s;
    if (catch_up(j, g, a, &s)) return;
    a->time = j->time;
    int64_t from = now();
    pl_pool_halts(p, j, stop_agent, a);
    j->move = pl_agent_pick(a, &s);
    pl_pool_halts(p, j, NULL, NULL);
    j->used = now() - from;
    if (j->move == PL_ILLEGAL) fail(j, "the agent found no move");
    j->value = j->move == PL_ILLEGAL ? NAN : pl_agent_value(a, j->move);
    if (j->analysis) keep_thoughts(j, g, a, &s);
    if (j->analysis) keep_belief(j, g);
}

void pl_job_work(pl_job *j, pl_pool *p)
{
    if (j->work) {
        j->work(j, p);
        return;
    }
    const pl_game *g = pl_open(j->game, &j->err);
    pl_agent *a = g ? pl_agent_open(j->agent, g, j->seed, &j->err) : NULL;
    if (a) think(j, g, a, p);
    pl_agent_free(a);
    pl_close(g);
}
