/* walk.c -- Monte Carlo counterfactual regret minimisation (Lanctot, Waugh,
 * Zinkevich and Bowling, 2009): one walk, three ways to choose what of the tree it sees.
 *
 * Every way is unbiased: the regrets that a walk adds are, over all walks, those of the
 * whole tree.  External sampling tries all moves of its seat and draws those of others
 * and of chance; outcome sampling draws one line and divides by how likely its seat was
 * to choose it; chance sampling draws chance alone.
 *
 * What a seat plays on average is noted while the walk of the seat before it passes by,
 * which draws its moves as it plays them: so often the average wants to hear of a set.
 * Moves of any further seat, and of the walk's own where it draws them, are divided out.
 *
 * Walks are lists, not recursion: what was entered last is known first.
 *
 * Fact to check: tests/solve/sample.c lets every draw in Kuhn poker come out every way.
 */
#include "solve/sample/walk.h"

#include <stdlib.h>
#include <string.h>

#include "solve/sample/row.h"

/* A function that is made anew for each way in which it is called, its flags known. */
#if defined(__GNUC__)
#define FOR_EACH inline __attribute__((always_inline))
#else
#define FOR_EACH inline
#endif

static void *room(int64_t n, size_t size)
{
    return calloc((size_t)n + 2 * PL_LANES, size);
}

int pl_sample_walk_new(pl_sample_walk *w, const pl_sampler *s)
{
    int64_t items = s->items;
    *w = (pl_sample_walk){.s = s};
    w->node = room(items, sizeof *w->node);
    w->value = room(items + s->most, sizeof *w->value);
    w->mine = room(items, sizeof *w->mine);
    w->others = room(items, sizeof *w->others);
    w->stop = room(items, sizeof *w->stop);
    return w->node && w->value && w->mine && w->others && w->stop ? 0 : -1;
}

void pl_sample_walk_free(pl_sample_walk *w)
{
    free(w->node);
    free(w->value);
    free(w->mine);
    free(w->others);
    free(w->stop);
}

/* A log is words: a row, its moves and which kind it is, then what to add. */
enum { REGRETS, WEIGHT };

static inline void *logged(pl_sample_walk *w, int32_t at, int32_t n, uint32_t kind, int32_t words)
{
    uint32_t *to = w->log + w->used;
    to[0] = (uint32_t)at;
    to[1] = (uint32_t)n << 1 | kind;
    w->used += 2 + words;
    return to + 2;
}

static inline void note(pl_sample_walk *w, const pl_spot *p, double weight, int frozen)
{
    if (frozen) memcpy(logged(w, p->at, p->n, WEIGHT, 2), &weight, sizeof weight);
    else pl_row_note(w->s, p->at, p->n, weight);
}

static void add_regrets(float *regret, const uint32_t *log, int32_t n, float floor)
{
    for (int32_t a = 0; a < n; a++) {
        float r;
        memcpy(&r, log + a, sizeof r);
        regret[a] = pl_row_raised(regret[a] + r, floor);
    }
}

void pl_log_add(const pl_sampler *s, const uint32_t *log, int64_t used, pl_share share)
{
    for (const uint32_t *end = log + used, *next; log < end; log = next) {
        int32_t at = (int32_t)log[0], n = (int32_t)(log[1] >> 1);
        int weighs = log[1] & 1;
        double weight;
        next = log + 2 + (weighs ? 2 : n);
        if (at < share.from || at >= share.to) continue;
        if (weighs) {
            memcpy(&weight, log + 2, sizeof weight);
            pl_row_note(s, at, n, weight);
            continue;
        }
        add_regrets(pl_row_regret(s, at), log + 2, n, share.floor);
        if (share.match)
            pl_row_match(pl_row_policy(s, at, n), pl_row_regret(s, at), n, pl_lanes(n));
    }
}

void pl_log_match(const pl_sampler *s, const uint32_t *log, int64_t used, pl_share share)
{
    for (const uint32_t *end = log + used, *next; log < end; log = next) {
        int32_t at = (int32_t)log[0], n = (int32_t)(log[1] >> 1);
        next = log + 2 + (log[1] & 1 ? 2 : n);
        if (log[1] & 1 || at < share.from || at >= share.to) continue;
        pl_row_match(pl_row_policy(s, at, n), pl_row_regret(s, at), n, pl_lanes(n));
    }
}

static inline int32_t roll(const pl_sampler *s, pl_rng *r, const pl_spot *p)
{
    int32_t k = pl_below(r, p->n);
    if (p->at < 0) return k;
    const pl_die *d = &s->die[p->at + k];
    return pl_row_unit(r) < d->itself ? k : d->other;
}

/* Enter the children of p as items. */
static inline int32_t enter(pl_sample_walk *w, const pl_spot *p, int32_t items)
{
    if (p->n <= PL_LANES)
        for (int a = 0; a < PL_LANES; a++) w->node[items + a] = p->first + a;
    else
        for (int a = 0; a < p->n; a++) w->node[items + a] = p->first + a;
    return items + p->n;
}

/* Regrets of a set whose moves' values are known, and what it is worth. */
static FOR_EACH float learn(pl_sample_walk *w, const pl_stop *o, int32_t lanes, int frozen)
{
    float *regret = pl_row_regret(w->s, o->at), *policy = regret + lanes;
    const float *value = w->value + o->first;
    float here = pl_row_expect(policy, value, lanes);
    if (frozen) {
        float *to = logged(w, o->at, o->n, REGRETS, o->n);
        for (int32_t a = 0; a < o->n; a++) to[a] = value[a] - here;
        return here;
    }
    for (int32_t a = 0; a < lanes; a++) {
        float r = regret[a] + (a < o->n ? value[a] - here : 0);
        regret[a] = r > w->floor ? r : w->floor;
    }
    pl_row_match(policy, regret, o->n, lanes);
    return here;
}

/* Draw for the others until the seat is to move, or it is over.  With many players
 * *share is how likely those drew so who are neither the seat nor the next. */
static FOR_EACH const pl_spot *drawn(pl_sample_walk *w, pl_rng *rng, const pl_spot *p, int seat,
                                     int next, double *share, int many, int frozen)
{
    const pl_sampler *s = w->s;
    while (p->turn != seat && p->turn != PL_OVER) {
        int32_t a;
        if (p->turn == PL_CHANCE) a = roll(s, rng, p);
        else {
            const float *policy = pl_row_policy(s, p->at, p->n);
            a = pl_row_pick(policy, p->n, pl_row_unit(rng));
            if (!many || p->turn == next)
                note(w, p, many ? pl_row_worth(w->weight, *share) : w->weight, frozen);
            else *share *= (double)policy[a];
        }
        p = s->spot + p->first + a;
    }
    return p;
}

static FOR_EACH void external(pl_sample_walk *w, int seat, int many, int frozen)
{
    const pl_sampler *s = w->s;
    int next = (seat + 1) % s->tree->game->players;
    int32_t items = 1, stops = 0;
    pl_rng rng = w->rng;
    w->node[0] = 0;
    w->others[0] = 1;
    for (int32_t k = 0; k < items; k++) {
        double share = many ? (double)w->others[k] : 1;
        const pl_spot *p = drawn(w, &rng, s->spot + w->node[k], seat, next, &share, many, frozen);
        if (p->turn == PL_OVER) {
            w->value[k] = s->pay[p->at + seat];
            continue;
        }
        w->stop[stops++] = (pl_stop){k, items, p->at, p->n};
        for (int32_t a = 0; many && a < p->n; a++) w->others[items + a] = (float)share;
        items = enter(w, p, items);
    }
    w->rng = rng;
    while (stops-- > 0) {
        const pl_stop *o = &w->stop[stops];
        w->value[o->item] =
            o->n <= PL_LANES ? learn(w, o, PL_LANES, frozen) : learn(w, o, pl_lanes(o->n), frozen);
    }
}

void pl_sample_external(pl_sample_walk *w, int seat)
{
    int many = w->s->tree->game->players > 2;
    if (w->log) external(w, seat, many, 1);
    else if (many) external(w, seat, 1, 0);
    else external(w, seat, 0, 0);
}

/* One line, backwards: the move that was drawn is worth the score divided by how likely
 * the seat was to draw such a line, the others nothing. */
static void learn_line(pl_sample_walk *w, int32_t stops, float worth)
{
    while (stops-- > 0) {
        const pl_stop *o = &w->stop[stops];
        float *regret = pl_row_regret(w->s, o->at), *policy = pl_row_policy(w->s, o->at, o->n);
        float here = worth * policy[o->first];
        float *to = w->log ? logged(w, o->at, o->n, REGRETS, o->n) : NULL;
        for (int32_t a = 0; a < o->n; a++) {
            float r = (a == o->first ? worth : 0) - here;
            if (to) to[a] = r;
            else regret[a] = pl_row_raised(regret[a] + r, w->floor);
        }
        if (!to) pl_row_match(policy, regret, o->n, pl_lanes(o->n));
        worth = here;
    }
}

void pl_sample_outcome(pl_sample_walk *w, int seat)
{
    const pl_sampler *s = w->s;
    const pl_spot *p = s->spot;
    int players = s->tree->game->players, next = (seat + 1) % players;
    int32_t stops = 0;
    double share = 1, mine = 1; /* how likely all but next and chance, and the seat, drew so */
    for (;;) {
        p = drawn(w, &w->rng, p, seat, players > 1 ? next : -1, &share, 1, w->log != NULL);
        if (p->turn == PL_OVER) break;
        const float *policy = pl_row_policy(s, p->at, p->n);
        int explore = pl_row_unit(&w->rng) < w->epsilon;
        int32_t a =
            explore ? pl_below(&w->rng, p->n) : pl_row_pick(policy, p->n, pl_row_unit(&w->rng));
        float odds = w->epsilon / (float)p->n + (1 - w->epsilon) * policy[a];
        share *= (double)odds;
        mine *= (double)odds;
        w->stop[stops++] = (pl_stop){0, a, p->at, p->n};
        p = s->spot + p->first + a;
    }
    learn_line(w, stops, (float)pl_row_worth((double)s->pay[p->at + seat], mine));
}

/* What all moves lead to, from the root on: how likely each is by the moves of the seat
 * and of the others.  Below what nobody plays there is nothing to learn. */
static int32_t spread(pl_sample_walk *w, int seat)
{
    const pl_sampler *s = w->s;
    int32_t items = 1, stops = 0;
    w->node[0] = 0;
    w->mine[0] = w->others[0] = 1;
    for (int32_t k = 0; k < items; k++) {
        const pl_spot *p = s->spot + w->node[k];
        float mine = w->mine[k], others = w->others[k];
        w->value[k] = 0;
        if (!(mine > 0) && !(others > 0)) continue;
        while (p->turn == PL_CHANCE) p = s->spot + p->first + roll(s, &w->rng, p);
        if (p->turn == PL_OVER) {
            w->value[k] = s->pay[p->at + seat];
            continue;
        }
        const float *policy = pl_row_policy(s, p->at, p->n);
        int own = p->turn == seat;
        w->stop[stops++] = (pl_stop){own ? k : ~k, items, p->at, p->n};
        for (int32_t a = 0; a < p->n; a++) {
            w->mine[items + a] = own ? mine * policy[a] : mine;
            w->others[items + a] = own ? others : others * policy[a];
        }
        items = enter(w, p, items);
    }
    return stops;
}

/* A set may be met more than once, so what is played changes only after all. */
static void learn_set(pl_sample_walk *w, const pl_stop *o, float here)
{
    float *regret = pl_row_regret(w->s, o->at), others = w->others[o->item];
    const float *value = w->value + o->first;
    pl_spot as = {.at = o->at, .n = o->n};
    note(w, &as, w->weight * (double)w->mine[o->item], w->log != NULL);
    float *to = w->log ? logged(w, o->at, o->n, REGRETS, o->n) : NULL;
    for (int32_t a = 0; a < o->n; a++) {
        float r = others * (value[a] - here);
        if (to) to[a] = r;
        else regret[a] += r;
    }
}

void pl_sample_chance(pl_sample_walk *w, int seat)
{
    int32_t stops = spread(w, seat);
    for (int32_t i = stops - 1; i >= 0; i--) {
        const pl_stop *o = &w->stop[i];
        int32_t lanes = pl_lanes(o->n), item = o->item < 0 ? ~o->item : o->item;
        w->value[item] =
            pl_row_expect(pl_row_policy(w->s, o->at, o->n), w->value + o->first, lanes);
        if (o->item >= 0) learn_set(w, o, w->value[item]);
    }
    for (int32_t i = 0; !w->log && i < stops; i++) {
        const pl_stop *o = &w->stop[i];
        if (o->item < 0) continue;
        float *regret = pl_row_regret(w->s, o->at);
        for (int32_t a = 0; a < o->n; a++) regret[a] = regret[a] > w->floor ? regret[a] : w->floor;
        pl_row_match(pl_row_policy(w->s, o->at, o->n), regret, o->n, pl_lanes(o->n));
    }
}
