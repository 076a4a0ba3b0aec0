/* exact.c -- the exact value of a game without secrets, from every position.
 *
 * Positions are met depth first and worked out on the way back (Zermelo, 1913).
 * Where a line can come back to a position, all that lead to one another are found
 * together by the path that leads through them (Gabow, 2000), in an order in which
 * everything they lead to beside is known; cycle.c then works them out.
 *
 * Fact to check: tic-tac-toe has 5,478 positions and is a draw.
 */
#include "parlor/exact.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/scores.h"
#include "core/text.h"
#include "solve/exact/cycle.h"

/* A position on the way, with what its moves so far are worth. */
typedef struct {
    int64_t moves; /* where its moves begin among those of all on the way */
    int32_t position, n, next;
    int16_t turn, loops; /* loops: some move leads to where nothing is known yet */
    double sum[PL_SEATS_MAX];
} step;

typedef struct {
    void *at;
    int64_t n, room;
} stack;

struct pl_exact {
    const pl_game *game;
    pl_positions p;
    pl_keys loops; /* the best moves of positions that can repeat */
    pl_exact_facts facts;
    stack way;    /* of step */
    stack move;   /* of pl_move: those of all steps */
    stack open;   /* of int32_t: positions that are not worked out, in the order met */
    stack border; /* of int32_t: the first of those that lead to one another, as known so far */
    int failed;
    atomic_int stop;
    atomic_int_fast64_t count;
};

/* So many more of size bytes each on a stack, for the caller to fill; NULL: there is
 * no room. */
static void *push(stack *s, size_t size, int64_t more)
{
    if (s->n + more > s->room) {
        int64_t room = 2 * (s->n + more) + 64;
        void *larger = realloc(s->at, (size_t)room * size);
        if (!larger) return NULL;
        s->at = larger;
        s->room = room;
    }
    s->n += more;
    return (char *)s->at + (size_t)(s->n - more) * size;
}

static step *top_step(const pl_exact *e)
{
    return (step *)e->way.at + e->way.n - 1;
}

static int32_t top_of(const stack *s)
{
    return ((const int32_t *)s->at)[s->n - 1];
}

static int no_room(pl_exact *e, pl_error *err)
{
    e->failed = e->facts.full = 1;
    if (!e->p.memory)
        return pl_fail(err, "%s: out of memory after %lld positions", e->game->name,
                       (long long)e->p.n);
    return pl_fail(err, "%s has more positions than the %lld that %lld bytes of memory hold",
                   e->game->name, (long long)e->p.n, (long long)e->p.memory);
}

static int wrong(pl_exact *e, pl_error *err, const char *what)
{
    e->failed = 1;
    return pl_fail(err, "%s breaks its contract: %s", e->game->name, what);
}

pl_exact *pl_exact_new(const pl_game *g, int64_t memory, pl_error *err)
{
    if (g->hide) {
        pl_fail(err, "%s has secrets: only games without them are worked out by positions",
                g->name);
        return NULL;
    }
    pl_exact *e = calloc(1, sizeof *e);
    if (!e) {
        pl_fail(err, "%s: out of memory", g->name);
        return NULL;
    }
    e->game = g;
    e->p.size = (size_t)g->state_size;
    e->p.width = g->players == 2 && g->traits & PL_ZERO_SUM ? 1 : (size_t)g->players;
    e->p.memory = memory;
    return e;
}

int pl_exact_fits(const pl_exact *e, uint64_t seed, pl_error *err)
{
    double most = (double)pl_positions_most(&e->p), least = pl_positions_probe(e->game, most, seed);
    if (least <= most) return 0;
    return pl_fail(err,
                   "%s has more than %.2g positions by estimate, and %lld MB of memory hold at "
                   "most %.2g",
                   e->game->name, least, (long long)(e->p.memory / 1000000), most);
}

void pl_exact_free(pl_exact *e)
{
    if (!e) return;
    pl_positions_free(&e->p);
    pl_keys_free(&e->loops);
    free(e->way.at);
    free(e->move.at);
    free(e->open.at);
    free(e->border.at);
    free(e);
}

/* The scores of an end. */
static int take_scores(pl_exact *e, int32_t position, pl_error *err)
{
    double score[PL_SEATS_MAX];
    e->game->score(pl_positions_state(&e->p, position), score);
    if (e->p.width == 1 && e->game->players == 2 && !pl_scores_cancel(score, 2))
        return wrong(e, err, "it is zero-sum, and the scores of an end do not add up to 0");
    memcpy(pl_positions_value(&e->p, position), score, e->p.width * sizeof *score);
    e->facts.ends++;
    return 0;
}

/* A position that is new: an end is known at once, others are gone into. */
static int enter(pl_exact *e, int32_t position, pl_error *err)
{
    const pl_game *g = e->game;
    const void *s = pl_positions_state(&e->p, position);
    pl_move m[PL_MOVES_MAX];
    int turn = g->turn(s), n = turn == PL_OVER ? 0 : g->moves(s, m);
    atomic_store_explicit(&e->count, e->p.n, memory_order_relaxed);
    if (turn == PL_OVER) return take_scores(e, position, err);
    if (n < 1 || turn < PL_CHANCE || turn >= g->players)
        return wrong(e, err, "it is nobody's turn, or there are no moves");
    step now = {.moves = e->move.n, .position = position, .n = n, .turn = (int16_t)turn};
    for (size_t i = 0; i < e->p.width; i++) now.sum[i] = NAN;
    void *moves = push(&e->move, sizeof *m, n), *way = push(&e->way, sizeof now, 1);
    int32_t *open = push(&e->open, sizeof *open, 1), *border = push(&e->border, sizeof *border, 1);
    if (!moves || !way || !open || !border) return no_room(e, err);
    memcpy(moves, m, (size_t)n * sizeof *m);
    memcpy(way, &now, sizeof now);
    *open = *border = position;
    e->facts.chance += turn == PL_CHANCE;
    return 0;
}

/* The next move of a step leads to this position. */
static void go_on(pl_exact *e, step *now, int32_t position)
{
    const double *value = pl_positions_value(&e->p, position);
    const void *s = pl_positions_state(&e->p, now->position);
    pl_move m = ((const pl_move *)e->move.at)[now->moves + now->next++];
    if (isnan(*value)) {
        now->loops = 1;
        while (top_of(&e->border) > position) e->border.n--;
    } else {
        double odds = now->turn != PL_CHANCE ? 1
                      : e->game->odds        ? e->game->odds(s, m)
                                             : 1.0 / now->n;
        pl_positions_merge(now->sum, value, e->p.width, now->turn, odds);
    }
}

/* Those met since first lead to one another, and nothing else is missing.  1: it was
 * stopped, and will have to begin again. */
static int close_cycle(pl_exact *e, int32_t first, pl_error *err)
{
    const int32_t *open = e->open.at;
    int64_t from = e->open.n - 1;
    while (open[from] != first) from--;
    int32_t n = (int32_t)(e->open.n - from);
    pl_cycle_end end = pl_cycle_solve(e->game, &e->p, open + from, n, &e->loops, &e->stop);
    if (end == PL_CYCLE_STOPPED) return 1;
    if (end == PL_CYCLE_NO_MEMORY) return no_room(e, err);
    e->failed = end == PL_CYCLE_UNSETTLED;
    if (e->failed)
        return pl_fail(err, "%s: %d positions can repeat, and what they are worth does not settle",
                       e->game->name, (int)n);
    e->facts.repeating += n;
    e->open.n = from;
    return 0;
}

/* All moves of the last step have been tried.  A stop leaves all as it was. */
static int leave(pl_exact *e, pl_error *err)
{
    step now = *top_step(e);
    if (top_of(&e->border) == now.position) {
        int end = now.loops ? close_cycle(e, now.position, err) : 0;
        if (end) return end < 0 ? -1 : 0;
        e->border.n--;
        if (!now.loops) {
            memcpy(pl_positions_value(&e->p, now.position), now.sum, e->p.width * sizeof *now.sum);
            e->open.n--;
        }
    }
    e->way.n--;
    e->move.n = now.moves;
    if (e->way.n) go_on(e, top_step(e), now.position);
    return 0;
}

/* One move on, or one step back. */
static int advance(pl_exact *e, pl_error *err)
{
    const step *now = top_step(e);
    pl_state s;
    if (now->next == now->n) return leave(e, err);
    memcpy(&s, pl_positions_state(&e->p, now->position), e->p.size);
    e->game->apply(&s, ((const pl_move *)e->move.at)[now->moves + now->next]);
    int32_t met = e->p.n, position = pl_positions_meet(&e->p, &s);
    int64_t way = e->way.n;
    if (position < 0) return no_room(e, err);
    if (position == met && enter(e, position, err)) return -1;
    if (e->way.n == way) go_on(e, top_step(e), position);
    return 0;
}

int pl_exact_run(pl_exact *e, pl_error *err)
{
    if (e->failed) return pl_fail(err, "%s could not be worked out", e->game->name);
    if (!e->p.n) {
        pl_state s;
        pl_start(e->game, &s);
        if (pl_positions_meet(&e->p, &s) < 0) return no_room(e, err);
        if (enter(e, 0, err)) return -1;
    }
    while (e->way.n) {
        if (atomic_load_explicit(&e->stop, memory_order_relaxed)) break;
        if (advance(e, err)) return -1;
    }
    atomic_store(&e->stop, 0);
    return e->way.n ? 1 : 0;
}

void pl_exact_stop(pl_exact *e)
{
    atomic_store(&e->stop, 1);
}

int64_t pl_exact_count(const pl_exact *e)
{
    return atomic_load_explicit(&e->count, memory_order_relaxed);
}

void pl_exact_about(const pl_exact *e, pl_exact_facts *out)
{
    *out = e->facts;
    out->positions = e->p.n;
    out->bytes = pl_positions_bytes(&e->p) + pl_keys_bytes(&e->loops);
}

/* What was worked out. */

/* The number of s, if it is known what it is worth; else -1. */
static int32_t known(const pl_exact *e, const void *s)
{
    int32_t position = pl_positions_find(&e->p, s);
    return position < 0 || isnan(*pl_positions_value(&e->p, position)) ? -1 : position;
}

static void tell(const pl_exact *e, int32_t position, double *values)
{
    const double *row = pl_positions_value(&e->p, position);
    memcpy(values, row, e->p.width * sizeof *row);
    if (e->game->players == 2 && e->p.width == 1) values[1] = -row[0];
}

int pl_exact_value(const pl_exact *e, const void *s, double *values)
{
    pl_move m[PL_MOVES_MAX];
    int32_t position = known(e, s);
    if (position < 0) return -1;
    tell(e, position, values);
    return e->game->turn(s) == PL_OVER ? 0 : e->game->moves(s, m);
}

int pl_exact_moves(const pl_exact *e, const void *s, pl_move *moves, double *values)
{
    if (known(e, s) < 0) return -1;
    int n = e->game->turn(s) == PL_OVER ? 0 : e->game->moves(s, moves);
    for (int i = 0; i < n; i++) {
        pl_state next;
        memcpy(&next, s, e->p.size);
        e->game->apply(&next, moves[i]);
        tell(e, pl_positions_find(&e->p, &next), values + i * e->game->players);
    }
    return n;
}

pl_move pl_exact_best(const pl_exact *e, const void *s)
{
    pl_move m[PL_MOVES_MAX], best = PL_ILLEGAL;
    int32_t position = known(e, s);
    int turn = position < 0 ? PL_OVER : e->game->turn(s);
    double sum[PL_SEATS_MAX];
    if (turn < 0) return PL_ILLEGAL;
    const uint64_t *loop = pl_keys_find(&e->loops, (uint64_t)position + 1);
    if (loop) return (pl_move)(*loop - 1);
    sum[0] = NAN;
    for (int i = 0, n = e->game->moves(s, m); i < n; i++) {
        pl_state next;
        memcpy(&next, s, e->p.size);
        e->game->apply(&next, m[i]);
        const double *row = pl_positions_value(&e->p, pl_positions_find(&e->p, &next));
        if (pl_positions_merge(sum, row, e->p.width, turn, 1)) best = m[i];
    }
    return best;
}

const void *pl_exact_position(const pl_exact *e, int64_t i)
{
    return i < 0 || i >= e->p.n ? NULL : pl_positions_state(&e->p, (int32_t)i);
}
