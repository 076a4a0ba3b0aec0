/* deal.c -- a random deal under "who may hold what", every deal that fits
 * equally likely.
 *
 * For up to three holders the deals are counted in closed form.  For more,
 * things of one kind (the same holders) are placed together, the choosy kinds
 * first, each thing by the room its holders have left.  A finished deal then
 * had the probability (product of want[h]!) / (product of the rooms it met), so
 * keeping it with a chance proportional to its rooms makes all deals even.
 * The rooms are bounded by what earlier kinds must have used up, which is exact
 * when kinds nest: then nothing is ever thrown away.  Where constraints are so
 * tight that most deals are, completions are counted exactly instead.  Where
 * there are too many cases for that too, and another thousand deals are thrown
 * away, a long random walk (the worm algorithm: Prokof'ev and Svistunov, 2001)
 * starts from one deal that fits; its deals are even in the limit.
 *
 * Fact to check: of three things, two holders, want 2 and 1, with thing 0 tied
 * to holder 0, both deals come up half the time.
 */
#include <string.h>

#include "parlor/game.h"

enum { THINGS = 256, HOLDERS = 32, TRIES = 32, SLOTS = 4096, TOURS = 20, TOUR = 4 };
enum { MORE_TRIES = 1000 }; /* cost about as much as the walk */

typedef struct {
    int n, holders;
    int want[HOLDERS];
    uint8_t order[THINGS];  /* things, kind by kind */
    uint32_t may[THINGS];   /* of order[i] */
    uint16_t end[THINGS];   /* where the kind that begins at i ends */
    uint32_t later[THINGS]; /* who may hold any of the things from i on */
    double bound[THINGS];   /* for the kind that begins at i: most room it can meet */
} dealer;

static int width(uint32_t mask)
{
    return pl_count(mask);
}

/* Kinds with fewer holders first; within that, by mask. */
static int before(uint32_t a, uint32_t b)
{
    return width(a) != width(b) ? width(a) < width(b) : a < b;
}

/* Insertion sort: things come mostly in kinds already. */
static void sort_things(dealer *d, const uint32_t *may, uint32_t open)
{
    for (int i = 0; i < d->n; i++) {
        uint32_t mine = may[i] & open;
        int k = i;
        for (; k > 0 && before(mine, d->may[k - 1]); k--) {
            d->may[k] = d->may[k - 1];
            d->order[k] = d->order[k - 1];
        }
        d->may[k] = mine;
        d->order[k] = (uint8_t)i;
    }
}

static int room(const int *left, uint32_t mask)
{
    int sum = 0;
    for (; mask; mask &= mask - 1) sum += left[pl_lowest(mask)];
    return sum;
}

/* What kinds within this one's holders take, they take from its room. */
static void find_kinds(dealer *d)
{
    uint32_t later = 0;
    for (int i = d->n - 1; i >= 0; i--) d->later[i] = later |= d->may[i];
    for (int i = 0; i < d->n; i = d->end[i]) {
        int j = i, used = 0;
        while (j < d->n && d->may[j] == d->may[i]) j++;
        d->end[i] = (uint16_t)j;
        for (int k = 0; k < i; k++) used += !(d->may[k] & ~d->may[i]);
        d->bound[i] = room(d->want, d->may[i]) - used;
    }
}

static int prepare(dealer *d, int n, const uint32_t *may, int holders, const int *want)
{
    int total = 0;
    uint32_t open = 0;
    if (n < 0 || n > THINGS || holders < 0 || holders > HOLDERS) return -1;
    d->n = n;
    d->holders = holders;
    for (int h = 0; h < holders; h++) {
        if (want[h] < 0 || want[h] > n) return -1;
        d->want[h] = want[h];
        total += want[h];
        if (want[h]) open |= (uint32_t)1 << h;
    }
    sort_things(d, may, open);
    find_kinds(d);
    return total == n ? 0 : -1;
}

static int draw_holder(const int *left, uint32_t mask, int total, pl_rng *r)
{
    int at = pl_below(r, total);
    for (; (at -= left[pl_lowest(mask)]) >= 0; mask &= mask - 1) {
    }
    return pl_lowest(mask);
}

/* One try; keep is the draw, from 0 to 1, that decides whether it stands. */
static int try_deal(const dealer *d, pl_rng *r, double keep, uint8_t *out)
{
    int left[HOLDERS];
    double chance = 1;
    memcpy(left, d->want, sizeof left);
    for (int i = 0; i < d->n; i = d->end[i]) {
        int free = room(left, d->may[i]);
        for (int j = i; j < d->end[i]; j++, free--) {
            chance *= free / (d->bound[i] - (j - i));
            if (free <= 0 || chance <= keep) return -1;
            int h = draw_holder(left, d->may[i], free, r);
            left[h]--;
            out[d->order[j]] = (uint8_t)h;
        }
    }
    return 0;
}

/* How many ways there are to place things i.. when left is what is wanted, kept
 * by the number that left spells in mixed radix. */
typedef struct {
    const dealer *d;
    uint64_t radix[HOLDERS];
    int used;
    uint64_t name[SLOTS]; /* 1 + that number; 0: free */
    double ways[SLOTS];
} counter;

static int set_radix(counter *c)
{
    uint64_t product = 1;
    for (int h = 0; h < c->d->holders; h++) {
        uint64_t base = (uint64_t)c->d->want[h] + 1;
        c->radix[h] = product;
        if (product > UINT64_MAX / 2 / base) return -1;
        product *= base;
    }
    return 0;
}

/* The slot of a name; a free one if it is new. */
static int slot_of(const counter *c, uint64_t name)
{
    int k = (int)(name * 0x9e3779b97f4a7c15u >> 52);
    while (c->name[k] && c->name[k] != name) k = (k + 1) % SLOTS;
    return k;
}

/* Whether somebody wants more though nothing from i on may go to him. */
static int starved(const dealer *d, int i, const int *left)
{
    for (int h = 0; h < d->holders; h++)
        if (left[h] && !(d->later[i] >> h & 1)) return 1;
    return 0;
}

/* -1 when there are more cases than slots. */
static double count_ways(counter *c, int i, int *left, uint64_t name)
{
    if (i == c->d->n) return 1;
    if (starved(c->d, i, left)) return 0;
    int k = slot_of(c, name);
    if (c->name[k]) return c->ways[k];
    double sum = 0;
    for (uint32_t m = c->d->may[i]; m; m &= m - 1) {
        int h = pl_lowest(m);
        if (!left[h]) continue;
        left[h]--;
        double ways = count_ways(c, i + 1, left, name - c->radix[h]);
        left[h]++;
        if (ways < 0) return -1;
        sum += ways;
    }
    if (++c->used > SLOTS * 3 / 4) return -1;
    k = slot_of(c, name);
    c->name[k] = name;
    c->ways[k] = sum;
    return sum;
}

static uint64_t full_name(const counter *c)
{
    uint64_t name = 1;
    for (int h = 0; h < c->d->holders; h++) name += c->radix[h] * (uint64_t)c->d->want[h];
    return name;
}

/* 0; 1: too many cases to count; -1: there is no deal. */
static int counted_deal(const dealer *d, pl_rng *r, uint8_t *out)
{
    counter c = {.d = d};
    int left[HOLDERS];
    if (set_radix(&c)) return 1;
    memcpy(left, d->want, sizeof left);
    uint64_t name = full_name(&c);
    double ways = count_ways(&c, 0, left, name);
    if (ways <= 0) return ways < 0 ? 1 : -1;
    for (int i = 0; i < d->n; i++) {
        double u = pl_unit(r) * ways;
        int chosen = -1;
        for (uint32_t m = d->may[i]; m && u >= 0; m &= m - 1) {
            int h = pl_lowest(m);
            if (!left[h]) continue;
            left[h]--;
            double part = count_ways(&c, i + 1, left, name - c.radix[h]);
            left[h]++;
            if (part <= 0) continue;
            u -= part;
            ways = part;
            chosen = h;
        }
        left[chosen]--;
        name -= c.radix[chosen];
        out[d->order[i]] = (uint8_t)chosen;
    }
    return 0;
}

/* Give thing i a holder, moving others aside along a path of such moves. */
static int place(const dealer *d, int i, int *left, uint8_t *holder, uint32_t *tried)
{
    for (uint32_t m = d->may[i]; m; m &= m - 1) {
        int h = pl_lowest(m), k = 0;
        if (*tried >> h & 1) continue;
        *tried |= (uint32_t)1 << h;
        int free = left[h] > 0;
        if (free) left[h]--;
        while (!free && k < d->n && (holder[k] != h || !place(d, k, left, holder, tried))) k++;
        if (k == d->n) continue;
        holder[i] = (uint8_t)h;
        return 1;
    }
    return 0;
}

/* Some deal that fits, by thing in kind order; -1 if there is none. */
static int match(const dealer *d, uint8_t *holder)
{
    int left[HOLDERS];
    memcpy(left, d->want, sizeof left);
    memset(holder, HOLDERS, THINGS);
    for (int i = 0; i < d->n; i++) {
        uint32_t tried = 0;
        if (!place(d, i, left, holder, &tried)) return -1;
    }
    return 0;
}

/* One of the things that h has, of which there is one too many. */
static int thing_of(const dealer *d, const uint8_t *holder, int h, pl_rng *r)
{
    int k = pl_below(r, d->want[h] + 1), i = 0;
    while (holder[i] != h || k-- > 0) i++;
    return i;
}

/* Move a random thing to anybody who may hold it; he has one too many, so he
 * passes one of his on, until one comes to where the first was taken from.  A
 * tour that has not come round by then is forgotten. */
static void tour(const dealer *d, uint8_t *holder, pl_rng *r)
{
    uint8_t moved[THINGS];
    memcpy(moved, holder, sizeof moved);
    int i = pl_below(r, d->n), gap = moved[i];
    for (int step = 0; step < TOUR * d->n; step++) {
        int to = pl_nth(d->may[i], pl_below(r, width(d->may[i])));
        moved[i] = (uint8_t)to;
        if (to == gap) {
            memcpy(holder, moved, sizeof moved);
            return;
        }
        i = thing_of(d, moved, to, r);
    }
}

static int walked_deal(const dealer *d, pl_rng *r, uint8_t *out)
{
    uint8_t holder[THINGS];
    if (match(d, holder)) return -1;
    for (int i = 0; i < TOURS * d->n; i++) tour(d, holder, r);
    for (int i = 0; i < d->n; i++) out[d->order[i]] = holder[i];
    return 0;
}

/* Few things for three holders, a b c.  Let a take x of the things for a or b, y
 * of those for a or c, and the rest that he wants, w, of those for anybody.  What
 * b gets of the others is then known, so this many deals have these shares:
 *     C(ab, x) C(ac, y) C(abc, w) C(bc + abc - w, what b still wants) */
enum { FEW = 150, MOST_SHARES = 51 * 51 }; /* where a is he who has the fewest shares */

typedef struct {
    int n;
    uint8_t thing[FEW];
} pile;

typedef struct {
    int ab, ac, bc, abc; /* things of these kinds */
    int a, b;            /* wanted beyond those that nobody else may hold */
    int x, y;
} shares;

static void fill_factorials(int n, double *f, double *inverse)
{
    f[0] = 1;
    for (int i = 1; i <= n; i++) f[i] = f[i - 1] * i;
    inverse[n] = 1 / f[n];
    for (int i = n; i > 0; i--) inverse[i - 1] = inverse[i] * i;
}

/* Draw x and y as often as deals have them; -1 if no deal has any. */
static int draw_shares(shares *q, int n, pl_rng *r)
{
    double f[FEW + 1], v[FEW + 1], upto[MOST_SHARES], sum = 0;
    int cases = 0, k = 0;
    fill_factorials(n, f, v);
    for (int x = 0; x <= q->ab; x++) {
        double of_x = v[x] * v[q->ab - x];
        int b = q->b - (q->ab - x);
        for (int y = 0; y <= q->ac; y++) {
            int w = q->a - x - y, pool = q->bc + q->abc - w;
            if (w >= 0 && w <= q->abc && b >= 0 && b <= pool)
                sum += of_x * v[y] * v[q->ac - y] * v[w] * v[q->abc - w] * f[pool] * v[b] *
                       v[pool - b];
            upto[cases++] = sum;
        }
    }
    double u = pl_unit(r) * sum;
    while (k < cases && upto[k] <= u) k++;
    q->x = k / (q->ac + 1);
    q->y = k % (q->ac + 1);
    return k < cases ? 0 : -1;
}

/* Give k things of a pile, drawn at random, to one; the rest to the other. */
static void divide(pile *p, int k, int one, int other, pl_rng *r, uint8_t *out)
{
    if (2 * k > p->n) {
        divide(p, p->n - k, other, one, r, out);
        return;
    }
    for (int i = 0; i < k; i++) {
        int j = i + pl_below(r, p->n - i);
        uint8_t t = p->thing[j];
        p->thing[j] = p->thing[i];
        p->thing[i] = t;
    }
    for (int i = 0; i < p->n; i++) out[p->thing[i]] = (uint8_t)(i < k ? one : other);
}

/* The holder, of three, with the fewest shares. */
static int simplest(const pile *p)
{
    int ab = p[3].n + 1, ac = p[5].n + 1, bc = p[6].n + 1;
    if (ab * ac <= ab * bc && ab * ac <= ac * bc) return 0;
    return ab * bc <= ac * bc ? 1 : 2;
}

/* Piles by who may hold their things, as bits of who's places; -1: nobody. */
static int sort_piles(pile *p, int n, const uint32_t *may, const int *who, int holders)
{
    for (int i = 0; i < 8; i++) p[i].n = 0;
    for (int i = 0; i < n; i++) {
        unsigned m = 0;
        for (int k = 0; k < holders; k++) m |= (may[i] >> who[k] & 1) << k;
        p[m].thing[p[m].n++] = (uint8_t)i;
    }
    return p[0].n ? -1 : 0;
}

static int few_deal(pl_rng *r, int n, const uint32_t *may, const int *who, int holders,
                    const int *want, uint8_t *out)
{
    pile p[8];
    if (sort_piles(p, n, may, who, holders)) return -1;
    int a = simplest(p), b = (a + 1) % 3, c = (a + 2) % 3;
    pile *ab = &p[1 << a | 1 << b], *ac = &p[1 << a | 1 << c], *bc = &p[1 << b | 1 << c];
    int only_a = p[1 << a].n, only_b = p[1 << b].n;
    shares q = {ab->n, ac->n, bc->n, p[7].n, want[a] - only_a, want[b] - only_b, 0, 0};
    if (draw_shares(&q, n, r)) return -1;
    for (int k = 0; k < 3; k++) divide(&p[1 << k], 0, who[k], who[k], r, out);
    divide(ab, q.x, who[a], who[b], r, out);
    divide(ac, q.y, who[a], who[c], r, out);
    int w = q.a - q.x - q.y;
    divide(&p[7], w, who[a], HOLDERS, r, out);
    for (int i = 0; i < p[7].n; i++)
        if (out[p[7].thing[i]] == HOLDERS) bc->thing[bc->n++] = p[7].thing[i];
    divide(bc, q.b - (q.ab - q.x), who[b], who[c], r, out);
    return 0;
}

/* Those who want anything, if they are three or fewer; else -1. */
static int find_few(int n, int holders, const int *want, int *who, int *wants)
{
    int k = 0, total = 0;
    if (n < 0 || n > FEW || holders > HOLDERS) return -1;
    for (int h = 0; h < holders; h++) {
        if (want[h] < 0) return -1;
        if (!want[h]) continue;
        if (k == 3) return -1;
        who[k] = h;
        total += wants[k++] = want[h];
    }
    return total == n ? k : -1;
}

int pl_deal(pl_rng *r, int n, const uint32_t *may, int holders, const int *want, uint8_t *out)
{
    dealer d;
    int who[3] = {0}, wants[3] = {0}, few = find_few(n, holders, want, who, wants);
    if (few >= 0) return few_deal(r, n, may, who, few, wants, out);
    if (prepare(&d, n, may, holders, want)) return -1;
    for (int i = 0; i < TRIES; i++)
        if (try_deal(&d, r, pl_unit(r), out) == 0) return 0;
    int counted = counted_deal(&d, r, out);
    if (counted <= 0) return counted;
    for (int i = 0; i < MORE_TRIES; i++)
        if (try_deal(&d, r, pl_unit(r), out) == 0) return 0;
    return walked_deal(&d, r, out);
}
