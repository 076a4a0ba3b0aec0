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

enum { BUCKETS = 32, CLOSURE = 64 };

/* A quick look at many moves, and a verdict on those that look odd: a feature
 * counts if at least so many draws have it, and so many lack it; a difference
 * counts if it is so many deviations wide. */
typedef struct {
    int draws;
    double least, far;
} rigour;
static const rigour look = {300, 12, 3.5}, verdict = {3000, 40, 7};

/* What a seat noticed: the code of a move, its own if it made it. */
typedef struct {
    int seat;
    pl_move code, own;
    pl_state before, after; /* its views */
} event;

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

static int alike(const sums *a, const sums *b, const rigour *t, int *feature, double *one,
                 double *other)
{
    double na = a->all * a->all / a->all_squared, nb = b->all * b->all / b->all_squared;
    for (int i = 0; i < a->features; i++) {
        double pa = a->sum[i] / a->all, pb = b->sum[i] / b->all;
        double p = (pa * na + pb * nb) / (na + nb), few = na < nb ? na : nb;
        if (p * few < t->least || (1 - p) * few < t->least) continue;
        double width = sqrt(spread(a, i, p) + spread(b, i, p));
        *feature = i;
        *one = pa;
        *other = pb;
        if (fabs(pa - pb) > t->far * width + 1e-9) return 0;
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
static void add_carried(pl_check *c, sums *s, pl_state *world, double weight, const event *e)
{
    for (int i = 0; i < CLOSURE && weight > 0 && has_view(c, world, e->seat, &e->after); i++) {
        add_world(c, s, world, weight);
        if (c->game->turn(world) == e->seat) return;
        weight *= carry(c, world, e->seat, PL_NOTHING, PL_ILLEGAL);
    }
}

/* A sample of worlds carried over; 0 if too few of them survive. */
static int draw_carried(pl_check *c, sums *s, const event *e, int draws)
{
    for (int i = 0; i < 20 * draws && s->draws < draws; i++) {
        pl_state world;
        memcpy(&world, &e->before, c->size);
        c->game->guess(&world, e->seat, &c->rng);
        double weight = carry(c, &world, e->seat, e->code, e->own);
        if (weight <= 0) continue;
        add_carried(c, s, &world, weight, e);
        if (s->y > 0) end_draw(s);
    }
    return s->draws >= draws / 3;
}

static void draw_guessed(pl_check *c, sums *s, const event *e, int draws)
{
    while (s->draws < draws) {
        pl_state world;
        memcpy(&world, &e->after, c->size);
        c->game->guess(&world, e->seat, &c->rng);
        add_world(c, s, &world, 1);
        end_draw(s);
    }
}

/* Where the two samples differ: a feature and its shares; 1 if nowhere. */
typedef struct {
    int feature;
    double carried, guessed;
} difference;

static int samples_agree(pl_check *c, const event *e, const rigour *t, difference *d)
{
    sums carried, guessed = {0};
    int features = 8 * (int)c->size + BUCKETS, ok = 1;
    if (sums_new(&carried, features) || sums_new(&guessed, features)) c->no_memory = 1;
    if (!c->no_memory && draw_carried(c, &carried, e, t->draws)) {
        draw_guessed(c, &guessed, e, t->draws);
        ok = alike(&carried, &guessed, t, &d->feature, &d->carried, &d->guessed);
    }
    free(carried.sum);
    free(guessed.sum);
    return ok;
}

/* Try the law on move m, about to be played at p, for a seat picked at random. */
int pl_check_filter(pl_check *c, const pl_place *p, pl_move m)
{
    const pl_game *g = c->game;
    event e = {.seat = pl_below(&c->rng, g->players + 1), .own = m};
    difference d = {0};
    pl_state next;
    if (!g->guess) return 1;
    if (e.seat == g->players) e.seat = PL_PUBLIC;
    e.code = pl_seen(g, p->state, m, e.seat);
    if (e.code == PL_NOTHING) return 1;
    memcpy(&next, p->state, c->size);
    g->apply(&next, m);
    pl_view(g, p->state, e.seat, &e.before);
    pl_view(g, &next, e.seat, &e.after);
    c->next = m;
    int bits = 8 * (int)c->size;
    int ok = samples_agree(c, &e, &look, &d) || samples_agree(c, &e, &verdict, &d);
    ok = pl_holds(c, LAW_FILTER, ok,
                  "%s noticed %d: %s %d of the state is set in %.3f of the worlds carried "
                  "over and in %.3f of the worlds guessed",
                  pl_seat_name(e.seat), (int)e.code, d.feature < bits ? "bit" : "hash bucket",
                  d.feature < bits ? d.feature : d.feature - bits, d.carried, d.guessed);
    c->next = PL_ILLEGAL;
    return ok;
}
