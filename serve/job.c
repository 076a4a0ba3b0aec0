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

#include "thoughts.h"

static const int64_t told_every = 200000000; /* nanoseconds between thoughts so far */

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
    json_decref(j->answer);
    json_decref(j->news);
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

/* What the seat knows: the moves of the game serve to tell its views, and no more. */
static int know(pl_job *j, const pl_game *g, pl_knowledge *k)
{
    pl_line *line = pl_line_new(g);
    if (!line) return fail(j, "out of memory");
    for (int i = 0; i < j->plies; i++) pl_line_forward(line, j->moves[i]);
    pl_know(k, line, j->seat);
    pl_line_free(line);
    return 0;
}

/* An analysis under way, for who reports on it. */
typedef struct {
    pl_job *job;
    pl_pool *pool;
    const pl_knowledge *known;
    int64_t last;
} reporter;

static void report(pl_agent *a, void *with)
{
    reporter *r = with;
    int64_t t = now();
    if (t - r->last < told_every) return;
    r->last = t;
    json_t *so_far = pl_thoughts_so_far(r->job, a, r->known);
    if (so_far) pl_pool_tell(r->pool, r->job, so_far);
}

static void stop_agent(void *a)
{
    pl_agent_stop(a);
}

static void pick(pl_job *j, pl_agent *a, const pl_state *s)
{
    int64_t from = now();
    a->time = j->time;
    j->move = pl_agent_pick(a, s);
    j->used = now() - from;
    if (j->move == PL_ILLEGAL) fail(j, "the agent found no move");
    j->value = j->move == PL_ILLEGAL ? NAN : pl_agent_value(a, j->move);
}

/* Half of a comparison would be told as if it were all of it. */
static void answer(pl_job *j, pl_agent *a, const pl_knowledge *k)
{
    j->answer = pl_thoughts_whole(j, a, k);
    if (!j->hindsight || !pl_agent_stopped(a)) return;
    json_decref(j->answer);
    j->answer = NULL;
    fail(j, "there was no time to look at it thoroughly");
}

static void analyse(pl_job *j, const pl_game *g, pl_agent *a, const pl_state *s, pl_pool *p)
{
    pl_knowledge k;
    reporter r = {j, p, &k, 0};
    if (know(j, g, &k)) return;
    a->watch = j->told && p ? report : NULL;
    a->with = &r;
    pick(j, a, s);
    if (j->move != PL_ILLEGAL) answer(j, a, &k);
    pl_know_free(&k);
}

static void think(pl_job *j, const pl_game *g, pl_agent *a, pl_pool *p)
{
    pl_state s;
    if (catch_up(j, g, a, &s)) return;
    pl_pool_halts(p, j, stop_agent, a);
    if (j->analysis) analyse(j, g, a, &s, p);
    else pick(j, a, &s);
    pl_pool_halts(p, j, NULL, NULL);
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
