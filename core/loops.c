/* loops.c -- random play, counting and stepping: the loops that a game stamped
 * out where it has them, else the plain ones made for this machine. */
#include <math.h>
#include <string.h>

#include "core/plain.h"

int pl_machine_v3(void)
{
#ifdef PL_HAVE_V3
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
#else
    return 0;
#endif
}

static const pl_plain_loops *plain(void)
{
#ifdef PL_HAVE_V3
    if (pl_machine_v3()) return &pl_plain_v3;
#endif
    return &pl_plain_base;
}

int64_t pl_rollout_plain(const pl_game *g, const void *s, int games, pl_rng *r, double *sum)
{
    return plain()->rollout(g, s, games, r, sum);
}

/* A ply of depth takes its share of the stack. */
static uint64_t perft(uint64_t (*loop)(const pl_game *, const void *, int), const pl_game *g,
                      const void *s, int depth)
{
    if (depth > g->max_plies) return 0;
    return depth > PL_PERFT_MAX ? UINT64_MAX : loop(g, s, depth);
}

uint64_t pl_perft_plain(const pl_game *g, const void *s, int depth)
{
    return perft(plain()->perft, g, s, depth);
}

void pl_step_plain(pl_batch *b)
{
    plain()->step(b);
}

int64_t pl_rollout(const pl_game *g, const void *s, int games, pl_rng *r, double *sum)
{
    return (g->rollout ? g->rollout : plain()->rollout)(g, s, games, r, sum);
}

uint64_t pl_perft(const pl_game *g, const void *s, int depth)
{
    return perft(g->perft ? g->perft : plain()->perft, g, s, depth);
}

void pl_step(pl_batch *b)
{
    (b->game->step ? b->game->step : plain()->step)(b);
}

int pl_can_look(const pl_game *g)
{
    return g->players == 2 && g->traits & PL_ZERO_SUM && !g->hide && g->chances == 0;
}

/* A power of two, so that scores are not rounded, and large enough that no two of
 * them are as near as the plies of a long game. */
double pl_look_scale(const pl_game *g)
{
    int exponent = 0;
    frexp(fmax(fabs(g->lo), fabs(g->hi)), &exponent);
    return ldexp(1, 40 - exponent);
}

double pl_look_plain(const pl_game *g, const void *s, pl_look *look)
{
    return plain()->look(g, s, look);
}

double pl_look_ahead(const pl_game *g, const void *s, pl_look *look)
{
    return (g->look ? g->look : plain()->look)(g, s, look);
}

pl_move pl_any(const pl_game *g, const void *s, pl_rng *r)
{
    return plain()->any(g, s, g->turn(s), r);
}

void pl_mask(const pl_game *g, const void *s, uint64_t *words)
{
    plain()->mask(g, s, g->turn(s), words);
}

int pl_is_legal(const pl_game *g, const void *s, pl_move m)
{
    pl_move list[PL_MOVES_MAX];
    if (g->turn(s) == PL_OVER) return 0;
    for (int i = 0, n = g->moves(s, list); i < n; i++)
        if (list[i] == m) return 1;
    return 0;
}

/* A step with a move that no game accepts shows every game as it stands. */
void pl_batch_start(pl_batch *b)
{
    const pl_game *g = b->game;
    size_t size = (size_t)g->state_size;
    const pl_move none = PL_ILLEGAL;
    for (int64_t i = 0; i < b->n; i++) {
        pl_batch one = pl_batch_slice(b, i, 1);
        one.action = &none;
        memcpy(one.state, b->start, size);
        pl_step(&one);
        if (one.done) *one.done = PL_WENT_ON;
    }
}

/* p, if there is one, moved on by n rows of so many bytes. */
static void *row(const void *p, size_t n, size_t bytes)
{
    return p ? (void *)((const unsigned char *)p + n * bytes) : NULL;
}

pl_batch pl_batch_slice(const pl_batch *b, int64_t from, int64_t n)
{
    pl_batch out = *b;
    const pl_game *g = b->game;
    size_t k = (size_t)from, size = (size_t)g->state_size;
    out.n = n;
    out.state = row(b->state, k, size);
    out.rng = row(b->rng, k, sizeof *b->rng);
    out.action = row(b->action, k, sizeof *b->action);
    out.view = row(b->view, k, size);
    out.tensor = row(b->tensor, k, (size_t)pl_tensor_size(g));
    out.legal = row(b->legal, k, (size_t)pl_mask_words(g) * sizeof *b->legal);
    out.reward = row(b->reward, k, (size_t)g->players * sizeof *b->reward);
    out.done = row(b->done, k, 1);
    out.seat = row(b->seat, k, 1);
    return out;
}
