/* loops.c -- the fast loops against the plain ones, and the plain ones against
 * loops written out here in the simplest way. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

enum { BATCH = 6, STEPS = 60, FEW = 4000 }; /* FEW: lines that perft may count */

/* A random move as the header promises it: by roll, by odds, or any. */
static pl_move any(const pl_game *g, const void *s, pl_rng *r)
{
    pl_move list[PL_MOVES_MAX];
    int chance = g->turn(s) == PL_CHANCE, i = 0;
    if (chance && g->roll) return g->roll(s, r);
    int n = g->moves(s, list);
    if (!chance || !g->odds) return list[pl_below(r, n)];
    double u = pl_unit(r);
    while (i < n - 1 && (u -= g->odds(s, list[i])) >= 0) i++;
    return list[i];
}

static int64_t rollout(const pl_check *c, const void *from, pl_rng *r, double *sum)
{
    const pl_game *g = c->game;
    pl_state s;
    int64_t plies = 0;
    double out[PL_SEATS_MAX];
    memcpy(&s, from, c->size);
    for (; g->turn(&s) != PL_OVER; plies++) g->apply(&s, any(g, &s, r));
    g->score(&s, out);
    for (int i = 0; i < g->players; i++) sum[i] += out[i];
    return plies;
}

/* What a rollout gave: compared to the last bit. */
typedef struct {
    int64_t plies;
    pl_rng rng;
    double sum[PL_SEATS_MAX];
} outcome;

static int rollouts_agree(pl_check *c, const void *s, int games)
{
    const pl_game *g = c->game;
    outcome one = {.rng = c->rng}, plain = one, fast = one;
    plain.plies = pl_rollout_plain(g, s, games, &plain.rng, plain.sum);
    if (games == 1) one.plies = rollout(c, s, &one.rng, one.sum);
    if (games == 1 && !pl_holds(c, LAW_ROLLOUT, !memcmp(&one, &plain, sizeof one),
                                "one game by the plain loop is not the game by the rules"))
        return 0;
    if (!g->rollout) return 1;
    fast.plies = g->rollout(g, s, games, &fast.rng, fast.sum);
    return pl_holds(c, LAW_ROLLOUT, !memcmp(&fast, &plain, sizeof fast),
                    "%d games by the fast loop take %lld plies, by the plain loop %lld, or their "
                    "scores or random numbers differ",
                    games, (long long)fast.plies, (long long)plain.plies);
}

/* Lines of exactly depth plies, or FEW and more if there are too many. */
static uint64_t perft(const pl_check *c, const void *s, int depth)
{
    const pl_game *g = c->game;
    pl_move list[PL_MOVES_MAX];
    uint64_t sum = 0;
    if (depth == 0) return 1;
    int n = g->turn(s) == PL_OVER ? 0 : g->moves(s, list);
    for (int i = 0; i < n && sum < FEW; i++) {
        pl_state t;
        memcpy(&t, s, c->size);
        g->apply(&t, list[i]);
        sum += perft(c, &t, depth - 1);
    }
    return sum;
}

static int perfts_agree(pl_check *c, const void *s)
{
    const pl_game *g = c->game;
    for (int depth = 0; depth <= 6; depth++) {
        uint64_t count = perft(c, s, depth);
        if (count >= FEW) break;
        uint64_t plain = pl_perft_plain(g, s, depth);
        uint64_t fast = g->perft ? g->perft(g, s, depth) : plain;
        if (!pl_holds(c, LAW_PERFT, plain == count && fast == count,
                      "%llu lines of %d plies; the plain loop counts %llu, the fast one %llu",
                      (unsigned long long)count, depth, (unsigned long long)plain,
                      (unsigned long long)fast))
            return 0;
    }
    return 1;
}

/* What s, so many plies from where the look began, is worth to seat. */
static double worth(const pl_check *c, const void *s, int seat, int depth, int plies,
                    const pl_look *look)
{
    const pl_game *g = c->game;
    pl_move list[PL_MOVES_MAX];
    double out[PL_SEATS_MAX], best = -INFINITY, most = look->top - 4096;
    int turn = g->turn(s);
    if (turn == PL_OVER) {
        g->score(s, out);
        return pl_far(out[seat] * look->scale, plies);
    }
    if (depth == 0)
        return pl_far(g->value ? fmin(fmax(g->value(s, seat) * look->scale, -most), most) : 0,
                      plies);
    for (int i = 0, n = g->moves(s, list); i < n; i++) {
        pl_state t;
        memcpy(&t, s, c->size);
        g->apply(&t, list[i]);
        best = fmax(best, worth(c, &t, turn, depth - 1, plies + 1, look));
    }
    return turn == seat ? best : -best;
}

/* In this window the loops answer the same, with the same effort; and in all of
 * them it is the truth, or a bound on the right side of it. */
static int look_agrees(pl_check *c, const void *s, pl_look look, double truth)
{
    const pl_game *g = c->game;
    pl_look fast = look;
    double plain = pl_look_plain(g, s, &look), same = g->look ? g->look(g, s, &fast) : plain;
    int right = truth <= look.alpha  ? plain <= look.alpha && plain >= truth
                : truth >= look.beta ? plain >= look.beta && plain <= truth
                                     : plain == truth;
    return pl_holds(c, LAW_LOOK, right && plain == same && (!g->look || look.nodes == fast.nodes),
                    "at depth %d the worth is %.17g; between %.17g and %.17g the plain loop says "
                    "%.17g after %lld positions, the fast one %.17g after %lld",
                    look.depth, truth, look.alpha, look.beta, plain, (long long)look.nodes, same,
                    (long long)fast.nodes);
}

static int looks_agree(pl_check *c, const void *s)
{
    const pl_game *g = c->game;
    int seat = g->turn(s);
    if (!pl_can_look(g) || seat == PL_OVER) return 1;
    for (int depth = 1; depth <= 4 && perft(c, s, depth) < FEW / 4; depth++) {
        pl_look look = {.depth = depth, .scale = pl_look_scale(g), .check = INT64_MAX};
        look.top = fmax(fabs(g->lo), fabs(g->hi)) * look.scale;
        double truth = worth(c, s, seat, depth, 0, &look), wide = look.top * (depth % 2 ? 2 : 0.1);
        for (int k = -1; k <= 1; k++) {
            look.alpha = truth + k * 1000.0 - (k ? 1 : wide);
            look.beta = truth + k * 1000.0 + (k ? 1 : wide);
            if (!look_agrees(c, s, look, truth)) return 0;
        }
    }
    return 1;
}

int pl_check_loops(pl_check *c, const pl_place *p)
{
    static const int games[] = {1, 2, 3, 4, 9};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (!rollouts_agree(c, p->state, games[i])) return 0;
    return perfts_agree(c, p->state) && looks_agree(c, p->state);
}

/* All arrays of one batch, in one piece of memory. */
typedef struct {
    pl_batch b;
    unsigned char *bytes;
    size_t size;
} arrays;

static size_t up(size_t n)
{
    return (n + 15) / 16 * 16;
}

static int arrays_new(arrays *a, const pl_game *g, const void *start, const pl_move *action)
{
    size_t n = BATCH, state = up(n * (size_t)g->state_size), rng = up(n * sizeof(pl_rng));
    size_t tensor = up(n * (size_t)pl_tensor_size(g)), reward = up(n * 4 * (size_t)g->players);
    size_t legal = up(n * 8 * (size_t)pl_mask_words(g)), small = up(n);
    a->size = 2 * state + rng + tensor + legal + reward + 2 * small;
    a->bytes = calloc(a->size, 1);
    if (!a->bytes) return -1;
    unsigned char *at = a->bytes;
    a->b = (pl_batch){.game = g, .n = BATCH, .start = start, .action = action};
    a->b.state = at;
    a->b.view = at += state;
    a->b.rng = (pl_rng *)(void *)(at += state);
    a->b.legal = (uint64_t *)(void *)(at += rng);
    a->b.reward = (float *)(void *)(at += legal);
    a->b.tensor = at += reward;
    a->b.done = at += tensor;
    a->b.seat = (int8_t *)(at += small);
    return 0;
}

/* Chance plays until somebody else has the move, or nobody. */
static int chance(const pl_game *g, void *s, pl_rng *r)
{
    int turn;
    while ((turn = g->turn(s)) == PL_CHANCE) g->apply(s, any(g, s, r));
    return turn;
}

/* Game i of the batch, one step by the rules. */
static void step_one(const pl_batch *b, size_t i)
{
    const pl_game *g = b->game;
    size_t size = (size_t)g->state_size, players = (size_t)g->players;
    pl_state s, view;
    double out[PL_SEATS_MAX] = {0};
    memcpy(&s, (unsigned char *)b->state + i * size, size);
    int legal = b->action[i] >= 0 && b->action[i] < g->actions && pl_is_legal(g, &s, b->action[i]);
    if (legal) g->apply(&s, b->action[i]);
    b->done[i] = legal ? PL_WENT_ON : PL_REFUSED;
    int turn = chance(g, &s, &b->rng[i]);
    if (turn == PL_OVER) {
        b->done[i] = PL_ENDED;
        g->score(&s, out);
        memcpy(&s, b->start, size);
        turn = chance(g, &s, &b->rng[i]);
    }
    for (size_t k = 0; k < players; k++) b->reward[i * players + k] = (float)out[k];
    pl_view(g, &s, turn, &view);
    memcpy((unsigned char *)b->state + i * size, &s, size);
    memcpy((unsigned char *)b->view + i * size, &view, size);
    b->seat[i] = (int8_t)turn;
    pl_mask(g, &s, b->legal + i * (size_t)pl_mask_words(g));
    pl_tensor(g, &view, turn, b->tensor + i * (size_t)pl_tensor_size(g));
}

/* Mostly legal moves, some that are not. */
static void choose(pl_check *c, const pl_batch *b, pl_move *action)
{
    const pl_game *g = c->game;
    for (size_t i = 0; i < BATCH; i++) {
        pl_state s;
        memcpy(&s, (const unsigned char *)b->state + i * c->size, c->size);
        action[i] =
            pl_below(&c->rng, 8) ? any(g, &s, &c->rng) : pl_below(&c->rng, g->actions + 2) - 1;
    }
}

static int steps_agree(pl_check *c, arrays *rules, arrays *plain, arrays *fast, pl_move *action)
{
    const pl_game *g = c->game;
    for (int k = 0; k < STEPS; k++) {
        if (k) choose(c, &rules->b, action);
        for (size_t i = 0; i < BATCH; i++) step_one(&rules->b, i);
        pl_step_plain(&plain->b);
        if (!pl_holds(c, LAW_STEP, !memcmp(rules->bytes, plain->bytes, rules->size),
                      "step %d of a batch by the plain loop is not the step by the rules", k))
            return 0;
        if (!g->step) continue;
        g->step(&fast->b);
        if (!pl_holds(c, LAW_STEP, !memcmp(rules->bytes, fast->bytes, rules->size),
                      "step %d of a batch by the fast loop is not the step by the rules", k))
            return 0;
    }
    return 1;
}

/* A batch from the start, whose first step is refused by every game: chance
 * moves, and whoever is first shows. */
int pl_check_steps(pl_check *c)
{
    pl_state start;
    pl_move action[BATCH];
    arrays a[3] = {{.bytes = NULL}};
    int ok = 1;
    pl_start(c->game, &start);
    for (int k = 0; k < 3 && !c->no_memory; k++) {
        if (arrays_new(&a[k], c->game, &start, action)) {
            c->no_memory = 1;
            break;
        }
        for (size_t i = 0; i < BATCH; i++) {
            memcpy((unsigned char *)a[k].b.state + i * c->size, &start, c->size);
            pl_split(&c->rng, i, &a[k].b.rng[i]);
            action[i] = PL_ILLEGAL;
        }
    }
    if (!c->no_memory) ok = steps_agree(c, &a[0], &a[1], &a[2], action);
    for (int k = 0; k < 3; k++) free(a[k].bytes);
    return ok;
}
