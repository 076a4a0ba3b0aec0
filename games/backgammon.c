/* backgammon.c -- backgammon without the doubling cube; a move is a whole turn.
 *
 * Each side counts its own way: points 24 down to 1, 25 the bar, 0 borne off.
 * plane[i] has the i-th bit of how many checkers stand on each place, so what
 * can be played from where is found for all places at once.
 *
 * A move is told by where its checkers start: with two different dice by a pair,
 * with a double by up to four places in falling order, for if they can be played
 * at all, they can be played so.  These are numbered by the combinatorial number
 * system (D. H. Lehmer, 1964); no two of them make the same position.
 *
 * Fact to check: 16 moves open with a 31; a 22 would have 75.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

enum { OFF, BAR = 25, PLACES = 26, PLANES = 4, NOBODY = 2 };
enum { RETURNS, START, LAYOUT, LIMIT };
enum { PAIRS = PLACES * PLACES, FOURS = 23751, MOST = 3060 }; /* C(29,4), C(18,4) */

#define BIT(place) ((uint32_t)1 << (place))
#define POINTS (BIT(BAR) - BIT(1))
#define HOME (BIT(7) - BIT(OFF))

typedef struct {
    uint32_t plane[2][PLANES];
    uint16_t left;     /* turns until the game is a draw */
    int8_t turn, won;  /* won: the first seat's score, at the end */
    uint8_t who;       /* whose turn it is, or NOBODY before the opening roll */
    uint8_t high, low; /* the dice; 0 before the roll */
    uint8_t top;       /* what a win can be worth at most: 1, 2 or 3 */
} backgammon;

/* Four places a >= b >= c >= d, 0 for none, have the number
 * C(a+3,4) + C(b+2,3) + C(c+1,2) + d. */
#define OVER_A(n) (uint16_t)((n) * ((n) + 1) * ((n) + 2) * ((n) + 3) / 24)
#define OVER_B(n) (uint16_t)((n) * ((n) + 1) * ((n) + 2) / 6)
#define OVER_C(n) (uint16_t)((n) * ((n) + 1) / 2)
#define EIGHT(f, n) f(n), f(n + 1), f(n + 2), f(n + 3), f(n + 4), f(n + 5), f(n + 6), f(n + 7)
#define ALL(f) EIGHT(f, 0), EIGHT(f, 8), EIGHT(f, 16), EIGHT(f, 24)
static const uint16_t over[3][32] = {{ALL(OVER_A)}, {ALL(OVER_B)}, {ALL(OVER_C)}};

/* One checker more on a place, or one less: add or subtract, bit by bit. */
static inline void change(uint32_t *plane, uint32_t where, int less)
{
    for (int i = 0; i < PLANES; i++) {
        uint32_t before = plane[i];
        plane[i] ^= where;
        where &= less ? plane[i] : before;
    }
}

static inline int count(const uint32_t *plane, int place)
{
    int n = 0;
    for (int i = 0; i < PLANES; i++) n |= (int)(plane[i] >> place & 1) << i;
    return n;
}

/* Places with one checker or more; with exactly one. */
static inline uint32_t some(const uint32_t *plane)
{
    return plane[0] | plane[1] | plane[2] | plane[3];
}

static inline uint32_t lone(const uint32_t *plane)
{
    return plane[0] & ~(plane[1] | plane[2] | plane[3]);
}

/* Places as the other side counts them, in both halves of a word at once. */
static inline uint64_t mirror(uint64_t m)
{
    m = (m >> 1 & 0x5555555555555555u) | (m & 0x5555555555555555u) << 1;
    m = (m >> 2 & 0x3333333333333333u) | (m & 0x3333333333333333u) << 2;
    m = (m >> 4 & 0x0f0f0f0f0f0f0f0fu) | (m & 0x0f0f0f0f0f0f0f0fu) << 4;
    m = (m >> 8 & 0x00ff00ff00ff00ffu) | (m & 0x00ff00ff00ff00ffu) << 8;
    m = (m >> 16 & 0x0000ffff0000ffffu) | (m & 0x0000ffff0000ffffu) << 16;
    return m >> 6;
}

/* What the moves of the side on turn depend on, as it counts. */
typedef struct {
    uint32_t any, two, three, four; /* places with so many own checkers or more */
    uint32_t open, blot;            /* points to land on; those where it hits */
} outlook;

static inline outlook look(const backgammon *s)
{
    const uint32_t *p = s->plane[s->who], *q = s->plane[1 - s->who];
    uint64_t far = mirror((uint64_t)(q[1] | q[2] | q[3]) << 32 | lone(q));
    outlook v = {.blot = (uint32_t)far & POINTS, .open = ~(uint32_t)(far >> 32) & POINTS};
    v.four = p[2] | p[3];
    v.three = v.four | (p[1] & p[0]);
    v.two = v.four | p[1];
    v.any = v.two | p[0];
    return v;
}

/* Where a die can be played from by a side with checkers on any. */
static inline uint32_t sources(uint32_t any, uint32_t open, int die)
{
    uint32_t from = any & open << die;
    if (any & BIT(BAR)) return from & BIT(BAR);
    if (any & ~HOME) return from;
    return from | (any >> die ? any & BIT(die) : BIT(pl_highest(any | 1)) & ~BIT(OFF));
}

/* Where own checkers are after one from a place; borne off is no matter here. */
static inline uint32_t after(const outlook *v, uint32_t from, int die)
{
    return (v->any ^ (from & ~v->two)) | from >> die;
}

/* The moves found; all play the same number of dice, the most. */
typedef struct {
    pl_move *move;
    int n, played;
} list;

static inline void note(list *out, int played, int base, uint32_t last)
{
    if (played < out->played) return;
    if (played > out->played) out->n = 0;
    out->played = played;
    for (; last; last &= last - 1) out->move[out->n++] = base + pl_lowest(last);
}

/* The moves with two different dice: a pair is PLACES * (where the high die is
 * played from) + (where the low one is).  Playing the high die first finds all
 * but those where the low one made room for it; there, low dice that bear off
 * can be left out, for the farther checker may as well go with the high die.
 * A checker that goes on with the other die ends on the same point either way;
 * unless it hits on the way, that is one position, and the low die first stands
 * for both: wherever the other way is open, this one is. */
static inline uint32_t pair_rows(const outlook *v, int high, int low, uint32_t *row)
{
    uint32_t first = sources(v->any, v->open, high), used = first;
    uint32_t second = sources(v->any, v->open, low) & ~(BIT(low + 1) - 1);
    uint32_t twice = second & ~(v->blot << high | v->blot << low);
    for (uint32_t m = first; m; m &= m - 1) {
        uint32_t bit = m & (0 - m), from = sources(after(v, bit, high), v->open, low);
        row[pl_lowest(m)] = from & ~((bit & twice) >> high);
    }
    for (uint32_t m = second; m; m &= m - 1) {
        uint32_t bit = m & (0 - m);
        uint32_t late = sources(after(v, bit, low), v->open, high) & ~first;
        used |= late;
        for (; late; late &= late - 1) row[pl_lowest(late)] |= bit;
    }
    return used;
}

static inline void pairs(const outlook *v, int high, int low, list *out)
{
    uint32_t row[PLACES] = {0};
    for (uint32_t m = pair_rows(v, high, low, row); m; m &= m - 1) {
        int from = pl_lowest(m);
        if (row[from]) note(out, 2, PLACES * from, row[from]);
    }
    if (out->n) return;
    uint32_t first = sources(v->any, v->open, high), second = sources(v->any, v->open, low);
    for (uint32_t m = first; m; m &= m - 1) note(out, 1, PLACES * pl_lowest(m), BIT(0));
    if (!first && second) note(out, 1, 0, second);
}

/* The outlook once a checker has moved from a place; of what stands on a place,
 * one less is known each time, and one less is needed. */
static inline outlook onward(const outlook *v, uint32_t from, int die)
{
    outlook next = *v;
    uint32_t to = from >> die;
    next.any = after(v, from, die);
    next.two = (v->two & ~(from & ~v->three)) | (to & v->any);
    next.three = (v->three & ~(from & ~v->four)) | (to & v->two);
    return next;
}

/* The moves with a double: places in falling order, as many as can be.  Here
 * played of them are chosen, which makes base, and from has the next ones. */
static inline void fours(const outlook *v, int die, int played, int base, uint32_t from, list *out)
{
    for (; from; from &= from - 1) {
        uint32_t bit = from & (0 - from), upto = bit | (bit - 1);
        int here = base + over[played][pl_lowest(bit)];
        outlook next = onward(v, bit, die);
        uint32_t then = sources(next.any, v->open, die) & upto;
        if (!then) note(out, played + 1, here, BIT(0));
        else if (played < 2) fours(&next, die, played + 1, here, then, out);
        else note(out, 4, here, then);
    }
}

/* Rules. */

/* Points, each with the checkers on it. */
static const uint8_t layouts[][12] = {
    {24, 2, 13, 5, 8, 3, 6, 5},
    {24, 2, 23, 2, 13, 4, 8, 3, 6, 4},
    {24, 15},
    {24, 1, 23, 1, 22, 1},
};

static void backgammon_init(const pl_game *g, void *p)
{
    backgammon *s = p;
    for (const uint8_t *at = layouts[(int)g->arg[LAYOUT]]; at[0]; at += 2)
        for (int k = 0; k < at[1]; k++) change(s->plane[0], BIT(at[0]), 0);
    memcpy(s->plane[1], s->plane[0], sizeof s->plane[1]);
    s->left = (uint16_t)g->arg[LIMIT];
    s->who = g->arg[START] < 0 ? NOBODY : (uint8_t)g->arg[START];
    s->top = (uint8_t)(3 - g->arg[RETURNS]);
    s->turn = PL_CHANCE;
}

static int backgammon_turn(const void *p)
{
    return ((const backgammon *)p)->turn;
}

/* A roll is 6 * (one die - 1) + (other die - 1).  In the opening roll the first
 * is the first seat's, and they differ; afterwards it is the higher one. */
static int rolls(const backgammon *s, pl_move *out)
{
    int n = 0;
    for (int m = 0; m < 36; m++)
        if (s->who == NOBODY ? m / 6 != m % 6 : m / 6 >= m % 6) out[n++] = m;
    return n;
}

static double backgammon_odds(const void *p, pl_move m)
{
    if (((const backgammon *)p)->who == NOBODY) return 1.0 / 30;
    return m / 6 == m % 6 ? 1.0 / 36 : 1.0 / 18;
}

static pl_move backgammon_roll(const void *p, pl_rng *r)
{
    int opening = ((const backgammon *)p)->who == NOBODY, m;
    do m = pl_below(r, 36);
    while (opening && m / 6 == m % 6);
    return opening || m / 6 > m % 6 ? m : 6 * (m % 6) + m / 6;
}

static int backgammon_moves(const void *p, pl_move *out)
{
    const backgammon *s = p;
    list found = {out, 0, 0};
    if (s->turn == PL_CHANCE) return rolls(s, out);
    outlook v = look(s);
    uint32_t from = sources(v.any, v.open, s->high);
    if (s->high == s->low) fours(&v, s->high, 0, PAIRS - 1, from, &found);
    else pairs(&v, s->high, s->low, &found);
    if (!found.n) note(&found, 0, 0, BIT(0)); /* no die can be played */
    return found.n;
}

/* Where a move's checkers start, the high die's first; OFF where none does. */
static inline void places(pl_move m, int *from)
{
    from[0] = m / PLACES;
    from[1] = m % PLACES;
    from[2] = from[3] = OFF;
    if (m < PAIRS) return;
    int rest = m - (PAIRS - 1);
    for (int i = 0, place = BAR; i < 3; i++) {
        while (over[i][place] > rest) place--;
        rest -= over[i][place];
        from[i] = place;
    }
    from[3] = rest;
}

static inline void step(uint32_t *own, uint32_t *other, int from, int die)
{
    int to = from > die ? from - die : OFF;
    uint32_t there = BIT(BAR - to) & POINTS;
    change(own, BIT(from), 1);
    change(own, BIT(to), 0);
    if (!(there & lone(other))) return;
    other[0] ^= there;
    change(other, BIT(BAR), 0);
}

/* A win is worth 2 if the loser bore nothing off, and 3 if he then still has a
 * checker in the winner's home or on the bar. */
static inline void next_turn(backgammon *s)
{
    const uint32_t *loser = s->plane[1 - s->who];
    int won = count(loser, OFF) ? 1 : some(loser) >> 19 ? 3 : 2;
    if (some(s->plane[s->who]) & ~BIT(OFF)) won = 0;
    if (won > s->top) won = s->top;
    s->won = (int8_t)(s->who ? -won : won);
    s->high = s->low = 0;
    s->who ^= 1;
    s->turn = --s->left == 0 || won ? PL_OVER : PL_CHANCE;
}

static inline void roll_dice(backgammon *s, int a, int b)
{
    if (s->who == NOBODY) s->who = a < b;
    s->high = (uint8_t)(a > b ? a : b);
    s->low = (uint8_t)(a > b ? b : a);
    s->turn = (int8_t)s->who;
}

static void backgammon_apply(void *p, pl_move m)
{
    backgammon *s = p;
    int from[4];
    if (s->turn == PL_CHANCE) {
        roll_dice(s, m / 6 + 1, m % 6 + 1);
        return;
    }
    places(m, from);
    uint32_t *own = s->plane[s->who], *other = s->plane[1 - s->who];
    for (int i = 0; i < 4; i++)
        if (from[i]) step(own, other, from[i], i == 1 ? s->low : s->high);
    next_turn(s);
}

static void backgammon_score(const void *p, double *out)
{
    const backgammon *s = p;
    out[0] = s->won;
    out[1] = -s->won;
}

/* Text. */

/* A way that so many checkers go, and where it hits. */
typedef struct {
    int from, to, checkers;
    uint32_t hits;
} way;

/* Which step starts from a place, or, for OFF, from the farthest; -1: none. */
static int step_from(const int *from, int place)
{
    int best = -1;
    for (int i = 0; i < 4; i++)
        if (place ? from[i] == place : from[i] && (best < 0 || from[i] >= from[best])) best = i;
    return best;
}

/* Join steps to ways: a step from where the last one ended goes on with it. */
static int ways_of(const backgammon *s, pl_move m, way *out)
{
    int from[4], n = 0;
    uint32_t blots = (uint32_t)mirror(lone(s->plane[1 - s->who])) & POINTS;
    places(m, from);
    for (int i; (i = step_from(from, OFF)) >= 0;) {
        way w = {from[i], from[i], 1, 0};
        for (; i >= 0; i = w.to ? step_from(from, w.to) : -1) {
            int die = i == 1 ? s->low : s->high;
            w.to = from[i] > die ? from[i] - die : OFF;
            w.hits |= blots & BIT(w.to);
            from[i] = OFF;
        }
        blots &= ~w.hits;
        if (n && out[n - 1].from == w.from && out[n - 1].to == w.to) out[n - 1].checkers++;
        else out[n++] = w;
    }
    return n;
}

static void put_way(pl_text *t, const way *w)
{
    pl_put(t, w->from == BAR ? "bar" : "%d", w->from);
    for (int place = w->from - 1; place > w->to; place--)
        if (w->hits >> place & 1) pl_put(t, "/%d*", place);
    pl_put(t, w->to == OFF ? "/off" : "/%d", w->to);
    if (w->hits >> w->to & 1) pl_put(t, "*");
    if (w->checkers > 1) pl_put(t, "(%d)", w->checkers);
}

static int backgammon_say(const void *p, pl_move m, char *buf, size_t n)
{
    const backgammon *s = p;
    pl_text out = {buf, n, 0};
    way w[4];
    if (s->turn == PL_CHANCE) return snprintf(buf, n, "%d%d", m / 6 + 1, m % 6 + 1);
    int ways = ways_of(s, m, w);
    if (!ways) pl_put(&out, "pass");
    for (int i = 0; i < ways; i++) {
        if (i) pl_put(&out, ",");
        put_way(&out, &w[i]);
    }
    return (int)out.used;
}

/* The names of the points above and below, turned round when O counts. */
static const char *const edge[] = {"+13-14-15-16-17-18------19-20-21-22-23-24-+",
                                   "+12-11-10--9--8--7-------6--5--4--3--2--1-+"};

/* A line through twelve points.  A point has five lines: more than five checkers
 * are told by number.  Checkers on the bar stand where they enter. */
static void put_line(pl_text *t, const backgammon *s, int first, int by, int line)
{
    int seat = by < 0, barred = line ? 0 : count(s->plane[seat], BAR);
    for (int i = 0, place = first; i < 12; i++, place += by) {
        int x = count(s->plane[0], place), n = x + count(s->plane[1], BAR - place);
        if (i == 6) pl_put(t, barred ? "|%c%-2d" : "|   ", "XO"[seat], barred);
        if (i % 6 == 0) pl_put(t, "|");
        if (line == 4 && n > 5) pl_put(t, "%2d ", n);
        else pl_put(t, " %c ", n <= line ? ' ' : x ? 'X' : 'O');
    }
    pl_put(t, "|\n");
}

static int pips(const uint32_t *plane)
{
    int n = 0;
    for (int place = 1; place <= BAR; place++) n += place * count(plane, place);
    return n;
}

static void put_status(pl_text *t, const backgammon *s)
{
    static const char *const kinds[] = {"", "", ", a gammon", ", a backgammon"};
    char who = "XO"[s->who & 1];
    if (s->won > 0) pl_put(t, "X wins%s", kinds[s->won]);
    else if (s->won < 0) pl_put(t, "O wins%s", kinds[-s->won]);
    else if (s->turn == PL_OVER) pl_put(t, "a draw: no turns left");
    else if (s->who == NOBODY) pl_put(t, "the opening roll");
    else if (!s->high) pl_put(t, "%c to roll", who);
    else pl_put(t, "%c to play %d%d", who, s->high, s->low);
}

static int backgammon_show(const void *p, char *buf, size_t n)
{
    const backgammon *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "%s as %c counts\n", edge[s->who == 1], "XO"[s->who == 1]);
    for (int line = 0; line < 5; line++) put_line(&out, s, 13, 1, line);
    pl_put(&out, "|%18s|BAR|%18s|\n", "", "");
    for (int line = 4; line >= 0; line--) put_line(&out, s, 12, -1, line);
    pl_put(&out, "%s\n", edge[s->who != 1]);
    for (int seat = 0; seat < 2; seat++)
        pl_put(&out, "%c: %d pips, %d off; ", "XO"[seat], pips(s->plane[seat]),
               count(s->plane[seat], OFF));
    put_status(&out, s);
    return (int)out.used;
}

/* GNU Backgammon's name of the position: as many ones as there are checkers on
 * each point and the bar, and a nought, first for the side that waits. */
static void put_id(pl_text *t, const backgammon *s)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t key[12] = {0};
    int at = 0, last = s->who == 1;
    for (int side = 0; side < 2; side++)
        for (int place = 1; place <= BAR; place++, at++)
            for (int k = count(s->plane[side ? last : !last], place); k; k--, at++)
                key[at / 8] |= (uint8_t)(1 << at % 8);
    for (int i = 0; i < 14; i++) {
        int bit = 6 * i, two = key[bit / 8] << 8 | key[bit / 8 + 1];
        pl_put(t, "%c", digits[two >> (10 - bit % 8) & 63]);
    }
}

static int backgammon_json(const void *p, char *buf, size_t n)
{
    const backgammon *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"checkers\":[");
    for (int seat = 0; seat < 2; seat++) {
        pl_put(&out, "%s[", seat ? "," : "");
        for (int place = 0; place < PLACES; place++)
            pl_put(&out, "%s%d", place ? "," : "", count(s->plane[seat], place));
        pl_put(&out, "]");
    }
    pl_put(&out, "],\"pips\":[%d,%d],\"dice\":", pips(s->plane[0]), pips(s->plane[1]));
    pl_put(&out, s->high ? "[%d,%d]" : "null", s->high, s->low);
    pl_put(&out, s->who == NOBODY ? ",\"who\":null" : ",\"who\":%d", s->who);
    pl_put(&out, ",\"turns_left\":%d,\"position_id\":\"", s->left);
    put_id(&out, s);
    pl_put(&out, "\"}");
    return (int)out.used;
}

/* Pips that the waiting side may expect to lose: of its blots, those with checkers
 * at n of the six distances before them are hit by 36 - (6-n)^2 rolls in 36. */
static double exposed(const uint32_t *waits, const uint32_t *rolls_now)
{
    uint32_t far = (uint32_t)mirror(some(rolls_now));
    double loss = 0;
    for (uint32_t m = lone(waits) & POINTS; m; m &= m - 1) {
        int place = pl_lowest(m);
        int miss = 6 - pl_count((uint64_t)far << 6 >> place & 0x3f);
        loss += (BAR - place) * (1 - miss * miss / 36.0);
    }
    return loss;
}

/* Who wins the race, by D. Kleinman's count (1980): d pips ahead on roll, and s
 * to go in all, wins as often as a normal variable says of (d+4)/sqrt(2(s-4)). */
static double backgammon_value(const void *p, int seat)
{
    const backgammon *s = p;
    if (s->turn == PL_OVER) return seat ? -s->won : s->won;
    if (s->who == NOBODY) return 0;
    const uint32_t *rolls_now = s->plane[s->who], *waits = s->plane[1 - s->who];
    double own = pips(rolls_now), other = pips(waits) + exposed(waits, rolls_now);
    double value = erf((other - own + 4) / sqrt(4 * fmax(own + other - 4, 1)));
    return seat == s->who ? value : -value;
}

/* The inputs of TD-Gammon (G. Tesauro, 1992), the own side first, and the dice. */
enum { STACKS = 2 * 24 * 3, SPARES = 2 * 24, PARTS = STACKS + SPARES + 2 + 2 + 2 + 6 };

static void backgammon_tensor(const void *p, int seat, uint8_t *out)
{
    const backgammon *s = p;
    uint8_t *spare = out + STACKS, *rest = spare + SPARES;
    for (int i = 0; i < PARTS; i++) out[i] = 0;
    for (int k = 0; k < 2; k++) {
        const uint32_t *plane = s->plane[k ? 1 - seat : seat];
        for (int i = 0; i < 24; i++) {
            int n = count(plane, k ? 24 - i : i + 1);
            for (int least = 1; least <= 3; least++) *out++ = n >= least;
            *spare++ = (uint8_t)(n > 3 ? n - 3 : 0);
        }
        rest[k] = (uint8_t)count(plane, BAR);
        rest[2 + k] = (uint8_t)count(plane, OFF);
        rest[4 + k] = s->who == (k ? 1 - seat : seat);
    }
    if (!s->high) return;
    rest[5 + s->high]++;
    rest[5 + s->low]++;
}

static const char *backgammon_tune(pl_game *g)
{
    g->hi = 3 - g->arg[RETURNS];
    g->lo = -g->hi;
    g->max_plies = 2 * (int)g->arg[LIMIT];
    return NULL;
}

static const pl_param params[] = {
    {"returns", "money|gammons|points", 0, 0, 2, "a win scores 1 to 3, or 1 or 2, or 1"},
    {"start", NULL, -1, -1, 1, "the seat that begins, with any roll; -1: the opening roll tells"},
    {"layout", "standard|nackgammon|longgammon|hypergammon", 0, 0, 3, "where checkers start"},
    {"limit", NULL, 1, 1000, 65535, "turns, of both together, until the game is a draw"},
    {0},
};

#define PL_FAST backgammon
#include "parlor/fast.h"
const pl_game pl_backgammon = {
    .abi = PL_ABI,
    .name = "backgammon",
    .about = "Backgammon: bring your men home and off by the dice, without the doubling cube",
    .rules = "Seat 0 is X, seat 1 is O.  Each moves fifteen checkers from his 24 point down to\n"
             "his 1 point and off; one's 24 point is the other's 1 point.  In the opening roll\n"
             "each throws one die, until they differ; the higher begins and plays both.  Then\n"
             "each turn begins with a throw of two dice.  Each moves a checker so many points; a\n"
             "double is played four times.  No checker lands where the other side has two or\n"
             "more.  One alone is hit: it goes to the bar and must enter, on 25 minus a die,\n"
             "before its side moves anything else.  Once all are on points 6 to 1 they may be\n"
             "borne off: from the point that a die says, or from the highest if all are lower.\n"
             "As many dice must be played as can be; if either can but not both, the higher.\n"
             "Who has borne off all wins 1; 2, a gammon, if the other has borne off none; 3,\n"
             "a backgammon, if he also has one on the bar or in the winner's home.  After as\n"
             "many turns as the limit says it is a draw.  A move tells where checkers go:\n"
             "8/5,6/5 or 24/13 or bar/22* (a hit) or 13/7(2) or 6/off; moves to the same\n"
             "position are one.  Nothing is hidden.",
    .players = 2,
    .state_size = sizeof(backgammon),
    .actions = PAIRS - 1 + FOURS,
    .chances = 36,
    .max_moves = MOST,
    .traits = PL_ZERO_SUM,
    .params = params,
    .parts = {{"stack", "own_other,point,at_least", {2, 24, 3}, 1},
              {"spare", "own_other,point", {2, 24}, 2},
              {"bar", "own_other", {2}, 2},
              {"off", "own_other", {2}, 15},
              {"turn", "own_other", {2}, 1},
              {"dice", "face", {6}, 1}},
    .tune = backgammon_tune,
    .init = backgammon_init,
    .odds = backgammon_odds,
    .roll = backgammon_roll,
    .turn = backgammon_turn,
    .moves = backgammon_moves,
    .apply = backgammon_apply,
    .score = backgammon_score,
    .say = backgammon_say,
    .show = backgammon_show,
    .value = backgammon_value,
    .tensor = backgammon_tensor,
    .json = backgammon_json,
    PL_LOOPS(backgammon),
};
