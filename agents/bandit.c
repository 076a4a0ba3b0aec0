/* bandit.c -- policies that choose among arms, some of which may be missing:
 *
 * UCB1 (P. Auer, N. Cesa-Bianchi and P. Fischer, 2002), counting how often each
 * arm was available (P. Cowling, E. Powley and D. Whitehouse, 2012); EXP3 (P.
 * Auer and others, 2002) with gains kept as logarithms; sliding-window and
 * discounted UCB (A. Garivier and E. Moulines, 2011), at a constant cost each;
 * regret matching (S. Hart and A. Mas-Colell, 2000) on scores over their chances.
 *
 * Scores are kept as they are; the range of all that were seen stands for 0..1.
 *
 * Fact to check: after ten million choices between an arm that always wins and
 * one that never does, EXP3 still has finite numbers and knows which is which.
 */
#include "agents/bandit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { LEAST_RING = 4 };

static const double usual_explore[] = {0.7, 1, 0.7, 0.7, 0.1};

/* What a place takes, beside the rings of sliding windows. */
static double place_bytes(const pl_bandit *b)
{
    double extra = b->policy == PL_UCB1 ? 0 : sizeof *b->extra;
    return extra + (double)pl_nodes_place_bytes(b->nodes.threads);
}

static double ring_share(const pl_bandit *b)
{
    return b->policy == PL_SW_UCB ? 1.0 / 3 : 0;
}

double pl_bandit_least(const pl_bandit *b, int moves)
{
    return pl_nodes_least(b->nodes.threads, moves) * place_bytes(b) / (1 - ring_share(b));
}

int pl_bandit_open(pl_bandit *b, double bytes, pl_error *err)
{
    double rings = bytes * ring_share(b), most = rings / sizeof *b->recent;
    if (b->explore < 0) b->explore = usual_explore[b->policy];
    if (pl_nodes_open(&b->nodes, (bytes - rings) / place_bytes(b), err)) return -1;
    b->recents = most < 4e9 ? (uint32_t)most : (uint32_t)4e9;
    if (b->policy != PL_UCB1) b->extra = calloc(b->nodes.room, sizeof *b->extra);
    if (b->recents) b->recent = calloc(b->recents, sizeof *b->recent);
    b->rows = pl_rows_new();
    if (!b->rows || (b->policy != PL_UCB1 && !b->extra) || (b->recents && !b->recent))
        return pl_fail(err, "there is too little memory; a smaller memory=... is accepted");
    pl_bandit_begin(b, 0);
    return 0;
}

int64_t pl_bandit_node_bytes(const pl_bandit *b)
{
    uint32_t used = pl_seen_count(&b->nodes.used), nodes = pl_seen_count(&b->nodes.nodes);
    if (used > b->nodes.room) used = b->nodes.room; /* threads asked for more than there is */
    return (int64_t)(place_bytes(b) * used / (nodes ? nodes : 1));
}

void pl_bandit_close(pl_bandit *b)
{
    pl_nodes_close(&b->nodes);
    free(b->extra);
    free(b->recent);
    free(b->rows);
}

void pl_bandit_new(pl_bandit *b, pl_counts *counts, uint32_t parent, uint32_t child)
{
    atomic_store_explicit(&pl_known_of(counts, child)->available, 1, memory_order_relaxed);
    if (!b->extra) return;
    memset(&b->extra[child], 0, sizeof *b->extra);
    if (b->policy != PL_D_UCB) return;
    b->extra[child].fading.last = b->extra[parent].fading.clock;
    b->extra[child].fading.available = 1;
}

void pl_bandit_begin(pl_bandit *b, uint32_t roots)
{
    pl_nodes_begin(&b->nodes, roots);
    if (b->extra) memset(b->extra, 0, (roots + 1) * sizeof *b->extra);
    b->recents_used = 0;
    b->stamp = 0;
    atomic_store(&b->base, b->nodes.threads > 1 ? INFINITY : 0);
    atomic_store(&b->lo, INFINITY);
    atomic_store(&b->hi, -INFINITY);
}

/* The range of scores as it stands. */
typedef struct {
    double lo, scale;
} range;

static range range_of(const pl_bandit *b)
{
    double lo = pl_seen_sum(&b->lo), hi = pl_seen_sum(&b->hi);
    return (range){lo < hi ? lo : 0, lo < hi ? 1 / (hi - lo) : 1};
}

static double in_range(range r, double score)
{
    double x = (score - r.lo) * r.scale;
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* Make *bound the score where it is beyond it; sign is 1 for the upper one. */
static void extend(_Atomic double *bound, double score, double sign)
{
    double old = pl_seen_sum(bound);
    while (sign * score > sign * old &&
           !atomic_compare_exchange_weak_explicit(bound, &old, score, memory_order_relaxed,
                                                  memory_order_relaxed)) {
    }
}

void pl_bandit_widen(pl_bandit *b, const double *score, int n)
{
    for (int i = 0; i < n; i++) {
        extend(&b->lo, score[i], -1);
        extend(&b->hi, score[i], 1);
    }
    if (pl_seen_sum(&b->base) < INFINITY) return;
    double none = INFINITY;
    atomic_compare_exchange_strong(&b->base, &none, pl_seen_sum(&b->lo));
}

uint32_t pl_bandit_highest(const pl_bandit *b, const pl_counts *counts, const uint32_t *arm, int n)
{
    float bold = pl_ucb1_bold(b), best = -INFINITY;
    uint32_t pick = arm[0];
    for (int i = 0; i < n; i++) {
        const pl_known *k = pl_known_of(counts, arm[i]);
        float p = pl_ucb1(b->rows, (float)pl_seen_sum(&k->sum), pl_seen_count(&k->visits),
                          pl_seen_count(&k->available) - 1, bold);
        if (p <= best) continue;
        best = p;
        pick = arm[i];
    }
    return pick;
}

/* Sliding window: UCB by the scores of the last choices alone. */

static uint32_t choose_sw_ucb(const pl_bandit *b, const pl_counts *counts, uint32_t parent,
                              const uint32_t *arm, int n)
{
    range r = range_of(b);
    if (!b->extra[parent].window.room)
        return pl_bandit_highest(b, counts, arm, n); /* no room for one */
    double best = -INFINITY;
    uint32_t pick = arm[0];
    for (int i = 0; i < n; i++) {
        const pl_extra *x = &b->extra[arm[i]];
        if (!x->window.count) return arm[i];
        double time = fmin(pl_seen_count(&pl_known_of(counts, arm[i])->available) - 1, b->window);
        double count = x->window.count, mean = (x->window.sum / count - r.lo) * r.scale;
        double p = mean + b->explore * sqrt(log(time) / count);
        if (p <= best) continue;
        best = p;
        pick = arm[i];
    }
    return pick;
}

/* A ring twice as large, while there is room and the window asks for it. */
static void grow_ring(pl_bandit *b, pl_extra *x)
{
    uint32_t room = x->window.room ? 2 * x->window.room : LEAST_RING;
    if (room > b->window) room = b->window;
    if (room <= x->window.room || b->recents - b->recents_used < room) return;
    pl_recent *to = b->recent + b->recents_used, *from = b->recent + x->window.ring;
    for (uint32_t i = 0; i < x->window.used; i++)
        to[i] = from[(x->window.head + i) % x->window.room];
    x->window.ring = b->recents_used;
    x->window.head = 0;
    x->window.room = room;
    b->recents_used += room;
}

/* Into the window with the newest score, out with the oldest. */
static void slide(pl_bandit *b, const pl_choice *c, double score)
{
    pl_extra *x = &b->extra[c->parent], *k = &b->extra[c->child];
    pl_recent now = {(float)score, c->child};
    if (x->window.used == x->window.room) grow_ring(b, x);
    if (!x->window.room) return;
    pl_recent *ring = b->recent + x->window.ring;
    if (x->window.used == x->window.room) {
        pl_recent old = ring[x->window.head];
        b->extra[old.child].window.sum -= (double)old.score;
        b->extra[old.child].window.count--;
        ring[x->window.head] = now;
        x->window.head = (x->window.head + 1) % x->window.room;
    } else ring[(x->window.head + x->window.used++) % x->window.room] = now;
    k->window.sum += (double)now.score;
    k->window.count++;
}

/* Discounted: what is older counts less; brought up to date when looked at. */

static void fade(const pl_bandit *b, pl_extra *k, uint32_t now)
{
    uint32_t age = now - k->fading.last;
    double f = age == 0 ? 1 : age == 1 ? b->discount : pow(b->discount, age);
    k->fading.sum *= f;
    k->fading.count *= f;
    k->fading.available *= f;
    k->fading.last = now;
}

static uint32_t choose_d_ucb(const pl_bandit *b, const uint32_t *arm, int n)
{
    range r = range_of(b);
    double best = -INFINITY;
    uint32_t pick = arm[0];
    for (int i = 0; i < n; i++) {
        const pl_extra *k = &b->extra[arm[i]];
        if (k->fading.count <= 0) return arm[i]; /* it was not there for so long that all is gone */
        double count = k->fading.count / b->discount; /* before this choice was offered */
        double time = (k->fading.available - 1) / b->discount;
        double mean = (k->fading.sum / k->fading.count - r.lo) * r.scale;
        double p = mean + b->explore * sqrt(log(fmax(time, 1)) / count);
        if (p <= best) continue;
        best = p;
        pick = arm[i];
    }
    return pick;
}

/* EXP3 and regret matching: chances p[i] of the arms, and what exploration has
 * in each. */

static double exp3_chances(const pl_bandit *b, const pl_counts *counts, const uint32_t *arm, int n,
                           double *p)
{
    double most = -INFINITY, all = 0, choices = 1;
    for (int i = 0; i < n; i++) {
        most = fmax(most, b->extra[arm[i]].mixed.gain);
        choices += pl_seen_count(&pl_known_of(counts, arm[i])->visits);
    }
    double e = b->explore * sqrt(n * log(n) / (1.718281828459045 * choices)), mix = fmin(1, e);
    for (int i = 0; i < n; i++) {
        p[i] = exp(mix / n * (b->extra[arm[i]].mixed.gain - most));
        all += p[i];
    }
    for (int i = 0; i < n; i++) p[i] = mix / n + (1 - mix) * p[i] / all;
    return mix / n;
}

static double rm_chances(const pl_bandit *b, const uint32_t *arm, int n, double *p)
{
    double all = 0, mix = fmin(1, b->explore);
    for (int i = 0; i < n; i++) {
        p[i] = fmax(0, b->extra[arm[i]].mixed.gain);
        all += p[i];
    }
    for (int i = 0; i < n; i++) p[i] = mix / n + (1 - mix) * (all > 0 ? p[i] / all : 1.0 / n);
    return mix / n;
}

static uint32_t choose_mixed(pl_bandit *b, const pl_counts *counts, pl_choice *c,
                             const uint32_t *arm, int n, pl_rng *r)
{
    double p[PL_MOVES_MAX], u = pl_unit(r);
    p[0] = 1;
    int exp3 = b->policy == PL_EXP3;
    double low = exp3 ? exp3_chances(b, counts, arm, n, p) : rm_chances(b, arm, n, p);
    int i = 0;
    for (int k = 0; k < n; k++) b->extra[arm[k]].mixed.explored += low;
    for (int k = 0; k < n && u >= 0; k++) {
        if (p[k] <= 0) continue; /* rounding does not choose what has no chance */
        u -= p[k];
        i = k;
    }
    c->chance = p[i];
    return arm[i];
}

/* The one that was chosen would have paid its score over its chance, the others
 * nothing; all of them paid the score. */
static void regret(pl_bandit *b, const pl_choice *c, double x)
{
    if (!c->stamp) return;
    for (uint32_t i = pl_node_child(&b->nodes, c->parent); i; i = pl_node_beside(&b->nodes, i))
        if (b->extra[i].mixed.stamp == c->stamp) b->extra[i].mixed.gain -= x;
    b->extra[c->child].mixed.gain += x / c->chance;
}

/* All policies. */

static void offer_extra(pl_bandit *b, uint32_t arm, uint32_t now)
{
    pl_extra *k = &b->extra[arm];
    if (b->policy == PL_RM) k->mixed.stamp = b->stamp;
    if (b->policy != PL_D_UCB) return;
    fade(b, k, now);
    k->fading.available++;
}

void pl_bandit_offer(pl_bandit *b, pl_counts *counts, uint32_t parent, const uint32_t *arm, int n)
{
    for (int i = 0; i < n; i++) pl_add_count(&pl_known_of(counts, arm[i])->available);
    if (!b->extra) return;
    b->stamp++;
    uint32_t now = b->policy == PL_D_UCB ? ++b->extra[parent].fading.clock : 0;
    for (int i = 0; i < n; i++) offer_extra(b, arm[i], now);
}

void pl_bandit_choose(pl_bandit *b, pl_counts *counts, pl_choice *c, const uint32_t *arm, int n,
                      pl_rng *r)
{
    c->chance = 1;
    c->stamp = b->stamp;
    if (b->policy == PL_UCB1) c->child = pl_bandit_highest(b, counts, arm, n);
    else if (b->policy == PL_SW_UCB) c->child = choose_sw_ucb(b, counts, c->parent, arm, n);
    else if (b->policy == PL_D_UCB) c->child = choose_d_ucb(b, arm, n);
    else c->child = choose_mixed(b, counts, c, arm, n, r);
    pl_add_count(&pl_known_of(counts, c->child)->visits);
}

void pl_bandit_learn_extra(pl_bandit *b, const pl_choice *c, double score)
{
    pl_extra *k = &b->extra[c->child];
    if (b->policy == PL_SW_UCB) {
        slide(b, c, score);
    } else if (b->policy == PL_D_UCB) {
        k->fading.sum += score;
        k->fading.count++;
    } else {
        double x = in_range(range_of(b), score);
        if (b->policy == PL_RM) regret(b, c, x);
        else k->mixed.gain += x / c->chance;
    }
}

int pl_bandit_mixes(const pl_bandit *b)
{
    return b->policy == PL_EXP3 || b->policy == PL_RM;
}

double pl_bandit_mean(const pl_bandit *b, uint32_t arm)
{
    pl_total all = pl_nodes_total(&b->nodes, arm);
    return pl_seen_sum(&b->base) + all.sum / all.visits;
}

double pl_bandit_weight(const pl_bandit *b, uint32_t arm)
{
    double visits = pl_nodes_total(&b->nodes, arm).visits;
    return pl_bandit_mixes(b) ? fmax(0, visits - b->extra[arm].mixed.explored) : visits;
}
