/* filter.c -- the filter law, for games of any size: guesses of the view after
 * a move are spread like guesses of the view before it, carried through the
 * move and kept where the seat would have noticed the same.
 *
 * The two samples are compared bit by bit of the state, and by a few buckets of
 * its hash, which see what single bits cannot.  Carried worlds have weights, and
 * one may bring others along (plies that the seat does not notice), so spreads
 * are those of a ratio of sums (Cochran, 1977, ch. 6).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

enum { DRAWS = 1500, TRIES = 30000, BUCKETS = 32, CLOSURE = 64 };
static const double far = 7, least = 40;

/* For each feature: the sum of x and of x times y and of x squared over draws,
 * x the weight of a draw's worlds that have it, y that of all its worlds. */
typedef struct {
    int features, draws;
    double all, all_squared;
    double *sum, *squared, *cross;
    double *x; /* of the draw at hand */
    double y;
} sums;

static int sums_new(sums *s, int features)
{
    size_t n = (size_t)features;
    *s = (sums){.features = features};
    s->sum = calloc(4 * n, sizeof *s->sum);
    if (!s->sum) return -1;
    s->squared = s->sum + n;
    s->cross = s->squared + n;
    s->x = s->cross + n;
    return 0;
}

static void add_world(const pl_check *c, sums *s, const void *world, double weight)
{
    const unsigned char *b = world;
    for (size_t i = 0; i < c->size; i++)
        for (unsigned byte = b[i], k = 0; byte; byte >>= 1, k++)
            if (byte & 1) s->x[8 * i + k] += weight;
    s->x[8 * c->size + pl_hash(world, c->size) % BUCKETS] += weight;
    s->y += weight;
}

static void end_draw(sums *s)
{
    for (int i = 0; i < s->features; i++) {
        double x = s->x[i];
        if (x == 0) continue;
        s->sum[i] += x;
        s->squared[i] += x * x;
        s->cross[i] += x * s->y;
        s->x[i] = 0;
    }
    s->all += s->y;
    s->all_squared += s->y * s->y;
    s->draws++;
    s->y = 0;
}

/* The squared spread of the share of feature i, were its true share p. */
static double spread(const sums *s, int i, double p)
{
    double off = s->squared[i] - 2 * p * s->cross[i] + p * p * s->all_squared;
    return off / (s->all * s->all);
}

static int alike(const sums *a, const sums *b, int *feature, double *one, double *other)
{
    double na = a->all * a->all / a->all_squared, nb = b->all * b->all / b->all_squared;
    for (int i = 0; i < a->features; i++) {
        double pa = a->sum[i] / a->all, pb = b->sum[i] / b->all;
        double p = (pa * na + pb * nb) / (na + nb), few = na < nb ? na : nb;
        if (p * few < least || (1 - p) * few < least) continue;
        double width = sqrt(spread(a, i, p) + spread(b, i, p));
        *feature = i;
        *one = pa;
        *other = pb;
        if (fabs(pa - pb) > far * width + 1e-9) return 0;
    }
    return 1;
}

/* One move of the mover in world that looks like code to the seat, played;
 * returns the factor it brings to the weight, 0 if there is no such move. */
static double carry(pl_check *c, void *world, int seat, pl_move code, pl_move own)
{
    const pl_game *g = c->game;
    pl_move list[PL_MOVES_MAX + PL_GUARD];
    int who = g->turn(world), n = who == PL_OVER ? 0 : g->moves(world, list), kept = 0;
    double total = 0;
    for (int i = 0; i < n; i++) {
        if (who == seat && list[i] != own) continue;
        if (pl_seen(g, world, list[i], seat) != code) continue;
        total += who != PL_CHANCE ? 1 : g->odds ? g->odds(world, list[i]) : 1.0 / n;
        list[kept++] = list[i];
    }
    if (!kept) return 0;
    int k = pl_below(&c->rng, kept);
    if (who == PL_CHANCE && g->odds) {
        double u = pl_unit(&c->rng) * total;
        for (k = 0; k < kept - 1 && (u -= g->odds(world, list[k])) >= 0;) k++;
    }
    g->apply(world, list[k]);
    return who == PL_CHANCE ? total : 1;
}

static int has_view(const pl_check *c, const void *world, int seat, const void *view)
{
    pl_state v;
    pl_view(c->game, world, seat, &v);
    return !memcmp(&v, view, c->size);
}

/* The world just carried over the move, and those that follow from it by plies
 * which the seat does not notice. */
static void add_carried(pl_check *c, sums *s, pl_state *world, double weight, int seat,
                        const void *after)
{
    for (int i = 0; i < CLOSURE && weight > 0 && has_view(c, world, seat, after); i++) {
        add_world(c, s, world, weight);
        if (c->game->turn(world) == seat) return;
        weight *= carry(c, world, seat, PL_NOTHING, PL_ILLEGAL);
    }
}

/* A sample of worlds carried over; 0 if too few of them survive. */
static int draw_carried(pl_check *c, sums *s, const void *before, const void *after, int seat,
                        pl_move code, pl_move own)
{
    for (int i = 0; i < TRIES && s->draws < DRAWS; i++) {
        pl_state world;
        if (i == 2000 && s->draws < 100) return 0;
        memcpy(&world, before, c->size);
        c->game->guess(&world, seat, &c->rng);
        double weight = carry(c, &world, seat, code, own);
        if (weight <= 0) continue;
        add_carried(c, s, &world, weight, seat, after);
        if (s->y > 0) end_draw(s);
    }
    return s->draws >= DRAWS / 3;
}

static void draw_guessed(pl_check *c, sums *s, const void *after, int seat)
{
    while (s->draws < DRAWS) {
        pl_state world;
        memcpy(&world, after, c->size);
        c->game->guess(&world, seat, &c->rng);
        add_world(c, s, &world, 1);
        end_draw(s);
    }
}

static int compare(pl_check *c, const sums *carried, const sums *guessed, int seat, pl_move code)
{
    int i = 0, bits = 8 * (int)c->size;
    double one = 0, other = 0;
    int ok = alike(carried, guessed, &i, &one, &other);
    return pl_holds(c, LAW_FILTER, ok,
                    "seat %d noticed %d: %s %d of the state is set in %.3f of the worlds carried "
                    "over and in %.3f of the worlds guessed",
                    seat, (int)code, i < bits ? "bit" : "hash bucket", i < bits ? i : i - bits, one,
                    other);
}

/* Try the law on move m, about to be played at p, for a seat picked at random. */
int pl_check_filter(pl_check *c, const pl_place *p, pl_move m)
{
    const pl_game *g = c->game;
    int seat = pl_below(&c->rng, g->players + 1), features = 8 * (int)c->size + BUCKETS, ok = 1;
    if (seat == g->players) seat = PL_PUBLIC;
    pl_move code = pl_seen(g, p->state, m, seat);
    if (!g->guess || code == PL_NOTHING) return 1;
    pl_state next, before, after;
    memcpy(&next, p->state, c->size);
    g->apply(&next, m);
    pl_view(g, p->state, seat, &before);
    pl_view(g, &next, seat, &after);
    sums carried, guessed = {0};
    if (sums_new(&carried, features) || sums_new(&guessed, features)) c->no_memory = 1;
    if (!c->no_memory && draw_carried(c, &carried, &before, &after, seat, code, m)) {
        draw_guessed(c, &guessed, &after, seat);
        c->next = m;
        ok = compare(c, &carried, &guessed, seat, code);
        c->next = PL_ILLEGAL;
    }
    free(carried.sum);
    free(guessed.sum);
    return ok;
}
