/* bench.h -- the loops that parlor bench measures. */
#ifndef BENCH_H
#define BENCH_H

#include "cli.h"

enum { BENCH_GAMES = 1024, BENCH_THREADS = 2 }; /* games in one thread's batch */
enum { BENCH_VIEWS = 1024 };

typedef struct {
    const pl_game *game;
    pl_state start;
    pl_rng rng;
    pl_rng choice[BENCH_THREADS]; /* each thread's own, for its actions */
    pl_batch batch;               /* BENCH_THREADS * BENCH_GAMES games */
    pl_move *action;
    pl_state *views; /* of seats to move in games at random; NULL: nothing to guess */
    int8_t *whose;
    int64_t games, plies; /* that loop_rollout has played in all */
    int depth;            /* of perft */
    pl_agent *agent;      /* of loop_pick, or NULL */
} bench;

/* Do at least so many plies (perft: lines); return how many, and the seconds
 * of CPU time that they took. */
typedef int64_t loop(bench *b, int64_t moves, double *seconds);
loop loop_rollout, loop_table, loop_perft, loop_step;
/* Guesses instead of plies; only where there are views. */
loop loop_guess;
/* Iterations, or nodes, of the agent's picks instead of plies. */
loop loop_pick;
/* Plies a second of so many threads stepping at once, by the clock on the wall. */
double threads_rate(bench *b, int threads, int64_t moves);

int bench_open(bench *b, const pl_game *g, uint64_t seed); /* DONE or FAILED */
/* Choose how deep perft goes: as so many lines allow; return those counted. */
int64_t bench_depth(bench *b, int64_t lines);
/* The same for loop_pick and bench_pick alone. */
int bench_open_agent(bench *b, const pl_game *g, const char *agent, uint64_t seed);
void bench_close(bench *b);
double process_seconds(void); /* of CPU time, of all threads together */
/* Let the agent pick once, at the first choice of a new game. */
void bench_pick(bench *b, pl_reasons *why);

extern const char peer_name[]; /* whose speeds stand beside ours */
/* The median rate of three runs of about so many seconds; *work is grown until
 * one run takes that long. */
double median_rate(loop *f, bench *b, double seconds, int64_t *work);
json_t *json_or_null(double x); /* null unless it is more than 0 */
/* What the peer does and how many times that we do, where it is known. */
void peer_cells(table *t, double ours, double peer);

int bench_agents(const call *c); /* parlor bench --agents */

#endif
