/* cycle.c -- what positions are worth that can lead back to themselves.
 *
 * Value iteration (Shapley, 1953): all begin with 0, and are worked out from one
 * another again and again until nothing changes.  After k rounds a value is that of
 * a game which ends in k plies or more with nothing for anybody, so in the limit
 * play that never ends is worth 0.  A seat plays the move that last changed its value
 * for as long as it is worth that much: the best move by value alone could lead around
 * in a circle for good.
 *
 * Fact to check: tests/solve/exact.c has a walk on a circle, worked out by hand.
 */
#include "solve/exact/cycle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 100000 };            /* at most */
static const double settled = 1e-15; /* how little a value may still change, at a score of 1 */

/* The positions with all that follows on each, so that rounds touch arrays alone. */
typedef struct {
    const pl_game *game;
    pl_positions *p;
    const int32_t *list;
    int32_t n;
    int8_t *turn;
    int64_t *first; /* n+1: where the moves of each begin */
    int64_t room;
    int32_t *child;
    pl_move *move;
    double *odds;
    int64_t *best; /* n: which of all moves */
    const atomic_int *stop;
} cycle;

static void cycle_free(cycle *c)
{
    free(c->turn);
    free(c->first);
    free(c->child);
    free(c->move);
    free(c->odds);
    free(c->best);
}

static int room_for(cycle *c, int64_t moves)
{
    if (moves <= c->room) return 0;
    size_t room = (size_t)moves + (size_t)moves / 2;
    void *child = realloc(c->child, room * sizeof *c->child);
    if (child) c->child = child;
    void *move = realloc(c->move, room * sizeof *c->move);
    if (move) c->move = move;
    void *odds = realloc(c->odds, room * sizeof *c->odds);
    if (odds) c->odds = odds;
    c->room = (int64_t)room;
    return child && move && odds ? 0 : -1;
}

/* What follows on the k-th. */
static int list_moves(cycle *c, int32_t k)
{
    const pl_game *g = c->game;
    const void *s = pl_positions_state(c->p, c->list[k]);
    pl_move m[PL_MOVES_MAX];
    int n = g->moves(s, m);
    int64_t at = c->first[k];
    c->turn[k] = (int8_t)g->turn(s);
    c->first[k + 1] = at + n;
    if (room_for(c, at + n)) return -1;
    for (int i = 0; i < n; i++) {
        pl_state next;
        memcpy(&next, s, c->p->size);
        g->apply(&next, m[i]);
        c->child[at + i] = pl_positions_find(c->p, &next);
        c->move[at + i] = m[i];
        c->odds[at + i] = c->turn[k] != PL_CHANCE ? 1 : g->odds ? g->odds(s, m[i]) : 1.0 / n;
    }
    return 0;
}

static int stopped(const cycle *c)
{
    return atomic_load_explicit(c->stop, memory_order_relaxed);
}

static int cycle_open(cycle *c)
{
    size_t n = (size_t)c->n;
    c->turn = malloc(n * sizeof *c->turn);
    c->first = calloc(n + 1, sizeof *c->first);
    c->best = malloc(n * sizeof *c->best);
    if (!c->turn || !c->first || !c->best) return -1;
    for (int32_t k = 0; k < c->n && !stopped(c); k++)
        if (list_moves(c, k)) return -1;
    if (stopped(c)) return 0;
    for (int32_t k = 0; k < c->n; k++) {
        c->best[k] = c->first[k];
        memset(pl_positions_value(c->p, c->list[k]), 0, c->p->width * sizeof(double));
    }
    return 0;
}

/* Whether what the k-th has as its best is worth less than it is by now. */
static int disappoints(const cycle *c, int32_t k)
{
    double sum[PL_SEATS_MAX];
    const double *value = pl_positions_value(c->p, c->list[k]);
    memcpy(sum, pl_positions_value(c->p, c->child[c->best[k]]), c->p->width * sizeof *sum);
    return c->turn[k] >= 0 && pl_positions_merge(sum, value, c->p->width, c->turn[k], 1);
}

/* Work out the k-th once more; by how much it changed. */
static double revise(cycle *c, int32_t k)
{
    double sum[PL_SEATS_MAX] = {NAN}, *value = pl_positions_value(c->p, c->list[k]), change = 0;
    int64_t best = c->best[k];
    for (size_t i = 0; i < c->p->width; i++) sum[i] = NAN;
    for (int64_t a = c->first[k]; a < c->first[k + 1]; a++)
        if (pl_positions_merge(sum, pl_positions_value(c->p, c->child[a]), c->p->width, c->turn[k],
                               c->odds[a]))
            best = a;
    for (size_t i = 0; i < c->p->width; i++) {
        if (fabs(sum[i] - value[i]) > change) change = fabs(sum[i] - value[i]);
        value[i] = sum[i];
    }
    if (change > 0 || disappoints(c, k)) c->best[k] = best;
    return change;
}

/* Those met last are nearest to the way out, so a round begins with them. */
static pl_cycle_end settle(cycle *c)
{
    double scale = fmax(1, fmax(fabs(c->game->lo), fabs(c->game->hi)));
    for (int round = 0; round < ROUNDS; round++) {
        double change = 0;
        for (int32_t k = c->n - 1; k >= 0 && !stopped(c); k--) change = fmax(change, revise(c, k));
        if (stopped(c)) return PL_CYCLE_STOPPED;
        if (change <= settled * scale) return PL_CYCLE_SOLVED;
    }
    return PL_CYCLE_UNSETTLED;
}

static int keep_best(const cycle *c, pl_keys *moves)
{
    for (int32_t k = 0; k < c->n; k++) {
        if (c->turn[k] < 0) continue;
        uint64_t *best = pl_keys_at(moves, (uint64_t)c->list[k] + 1);
        if (!best) return -1;
        *best = (uint64_t)c->move[c->best[k]] + 1;
    }
    return 0;
}

/* What was not worked out to its end is not known. */
static void forget(const cycle *c)
{
    for (int32_t k = 0; k < c->n; k++) *pl_positions_value(c->p, c->list[k]) = NAN;
}

pl_cycle_end pl_cycle_solve(const pl_game *g, pl_positions *p, const int32_t *list, int32_t n,
                            pl_keys *moves, const atomic_int *stop)
{
    cycle c = {.game = g, .p = p, .list = list, .n = n, .stop = stop};
    pl_cycle_end end = cycle_open(&c) ? PL_CYCLE_NO_MEMORY : settle(&c);
    if (end == PL_CYCLE_SOLVED && keep_best(&c, moves)) end = PL_CYCLE_NO_MEMORY;
    if (end != PL_CYCLE_SOLVED) forget(&c);
    cycle_free(&c);
    return end;
}
