/* dark.h -- two players who do not see each other's stones: what phantom.c and
 * dark_hex.c share.  They define DARK_CELLS, the most cells, before they
 * include this, and begin their states with a dark.
 *
 * A player tries a cell; if it is taken he runs into the stone there, learns of
 * it, and (classical) tries again or (abrupt) has lost his turn.  Nobody tries a
 * cell twice.  The other notices of a turn only that it is over.
 *
 * How worlds weigh, to a seat: in the abrupt game all moves of the other look
 * alike, and there are as many as cells he has not tried: each list of tries
 * that fits weighs the same.  In the classical game all his stones look alike,
 * one for each empty cell: each list of stones that fits weighs the same.  Of
 * his n turns to come, u stones being unknown to him, each may bring 0 .. u
 * collisions, all these numbers weighing the same, and that is a ballot: there
 * are C(2n+u, n) (u+1) / (n+u+1) ways, so that the next try is a collision in
 * u (n+u+1) of (2n+u) (u+1) cases.  Worlds in which somebody has won by now are
 * drawn anew.
 */
#ifndef PL_DARK_H
#define PL_DARK_H

#include <string.h>

#include "parlor/game.h"

enum {
    DARK_WORDS = (DARK_CELLS + 63) / 64,
    DARK_ROOM = (DARK_CELLS + 3) / 4 * 4, /* no padding behind a log */
    DARK_DRAWS = 1000,
    DARK_CHANGES = 1 << 22
};

typedef struct {
    uint64_t own[2][DARK_WORDS];  /* stones; in a view, the known ones */
    uint64_t shut[2][DARK_WORDS]; /* what a seat may not try: tried, or off the board */
    uint8_t log[2][DARK_ROOM];    /* the cells a seat tried, from 1, in order */
    uint8_t tries[2], turns;      /* turns: those over; all know that */
    int8_t turn;
    uint8_t rows, cols, cells, abrupt;
} dark;

/* What each seat tried, cells from 0, in order. */
typedef struct {
    int n[2];
    uint8_t cell[2][DARK_ROOM];
} dark_lists;

/* Cells to draw from. */
typedef struct {
    int n;
    uint8_t cell[DARK_ROOM];
} dark_pool;

/* What a game adds: an empty board; a move; how much is too much in a state made
 * of own alone, 0 if such stones do not end the game; whether they end it, where a
 * state has nothing beside its dark that follows from stones, or NULL; a cell's name;
 * and the letters of the two seats. */
typedef struct {
    void (*clear)(void *s);
    void (*apply)(void *s, pl_move m);
    int (*excess)(const void *s);
    int (*ends)(const void *s);
    void (*name)(const dark *d, int cell, pl_text *out);
    const char *letters;
} dark_rules;

static inline int dark_bit(const uint64_t *set, int cell)
{
    return (int)(set[cell / 64] >> cell % 64 & 1);
}

static inline void dark_add(uint64_t *set, int cell)
{
    set[cell / 64] |= (uint64_t)1 << cell % 64;
}

/* The bits of word w that stand for no cell. */
static inline uint64_t dark_beyond(const dark *d, int w)
{
    int here = d->cells - 64 * w;
    if (here >= 64) return 0;
    return here > 0 ? ~(uint64_t)0 << here : ~(uint64_t)0;
}

static void dark_clear(dark *d)
{
    memset(d->own, 0, sizeof d->own);
    memset(d->log, 0, sizeof d->log);
    for (int seat = 0; seat < 2; seat++)
        for (int w = 0; w < DARK_WORDS; w++) d->shut[seat][w] = dark_beyond(d, w);
    d->tries[0] = d->tries[1] = d->turns = 0;
    d->turn = 0;
}

static void dark_init(dark *d, int rows, int cols, int abrupt)
{
    d->rows = (uint8_t)rows;
    d->cols = (uint8_t)cols;
    d->cells = (uint8_t)(rows * cols);
    d->abrupt = (uint8_t)abrupt;
    dark_clear(d);
}

/* The seat to move tries a cell; whether its stone stands there now. */
static inline int dark_try(dark *d, int cell)
{
    int seat = d->turn & 1, free = 1 - dark_bit(d->own[1 - seat], cell);
    int over = free | d->abrupt;
    d->log[seat][d->tries[seat]++] = (uint8_t)(cell + 1);
    dark_add(d->shut[seat], cell);
    d->own[seat][cell / 64] |= (uint64_t)free << cell % 64;
    d->turns = (uint8_t)(d->turns + over);
    d->turn = (int8_t)(seat ^ over);
    return free;
}

/* How many turns of a seat are over. */
static inline int dark_over(const dark *d, int seat)
{
    return (d->turns + 1 - seat) / 2;
}

/* Text and tensors. */

/* A cell's name; with a mark if it is one that the player ran into. */
static int dark_say(const dark *d, pl_move m, char *buf, size_t n, const dark_rules *rules)
{
    pl_text out = {buf, n, 0};
    if (m == 2 * d->cells) {
        pl_put(&out, d->abrupt ? "turn" : "stone");
    } else {
        rules->name(d, m % d->cells, &out);
        pl_put(&out, m >= d->cells ? "!" : "");
    }
    return (int)out.used;
}

static char dark_mark(const dark *d, int cell, const dark_rules *rules)
{
    for (int seat = 0; seat < 2; seat++)
        if (dark_bit(d->own[seat], cell)) return rules->letters[seat];
    return '.';
}

static void dark_put_try(const dark *d, int seat, int i, pl_text *out, const dark_rules *rules)
{
    int cell = d->log[seat][i] - 1;
    rules->name(d, cell, out);
    pl_put(out, dark_bit(d->own[seat], cell) ? "" : "!");
}

/* A line a seat: how many turns it has had, and its tries where they are known. */
static void dark_show_tries(const dark *d, pl_text *out, const dark_rules *rules)
{
    for (int seat = 0; seat < 2; seat++) {
        int turns = dark_over(d, seat);
        pl_put(out, "\n%c: %d turn%s", rules->letters[seat], turns, turns == 1 ? "" : "s");
        for (int i = 0; i < d->tries[seat]; i++) {
            pl_put(out, i ? " " : ": ");
            dark_put_try(d, seat, i, out, rules);
        }
    }
}

static int dark_json(const dark *d, char *buf, size_t n, const dark_rules *rules)
{
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"board\":[");
    for (int row = 0; row < d->rows; row++) {
        pl_put(&out, row ? ",\"" : "\"");
        for (int col = 0; col < d->cols; col++)
            pl_put(&out, "%c", dark_mark(d, row * d->cols + col, rules));
        pl_put(&out, "\"");
    }
    pl_put(&out, "],\"turns\":%d,\"tries\":[", d->turns);
    for (int seat = 0; seat < 2; seat++) {
        pl_put(&out, seat ? ",[" : "[");
        for (int i = 0; i < d->tries[seat]; i++) {
            pl_put(&out, i ? ",\"" : "\"");
            dark_put_try(d, seat, i, &out, rules);
            pl_put(&out, "\"");
        }
        pl_put(&out, "]");
    }
    pl_put(&out, "]}");
    return (int)out.used;
}

/* Own stones, the other's as far as they are known, and when each cell was
 * tried. */
static void dark_tensor(const dark *d, int seat, uint8_t *out)
{
    memset(out, 0, 3 * (size_t)d->cells);
    for (int cell = 0; cell < d->cells; cell++) {
        out[cell] = (uint8_t)dark_bit(d->own[seat], cell);
        out[d->cells + cell] = (uint8_t)dark_bit(d->own[1 - seat], cell);
    }
    for (int i = 0; i < d->tries[seat]; i++)
        out[2 * d->cells + d->log[seat][i] - 1] = (uint8_t)(i + 1);
}

/* The facts and parts that depend on the size. */
static void dark_tune(pl_game *g, int rows, int cols)
{
    g->actions = g->max_moves = rows * cols;
    g->max_plies = 2 * rows * cols - 1;
    g->parts[0].dim[1] = g->parts[1].dim[0] = rows;
    g->parts[0].dim[2] = g->parts[1].dim[1] = cols;
    g->parts[1].unit = rows * cols;
}

/* Secrets. */

static void dark_hide(dark *d, int seat)
{
    for (int i = 0; i < 2; i++) {
        if (i == seat || d->turn == PL_OVER) continue;
        for (int w = 0; w < DARK_WORDS; w++) {
            d->own[i][w] &= seat == 1 - i ? d->shut[seat][w] : 0;
            d->shut[i][w] = dark_beyond(d, w);
        }
        memset(d->log[i], 0, sizeof d->log[i]);
        d->tries[i] = 0;
    }
}

/* One's own try is a move or, for a collision, cells + move; another's turn is
 * 2 cells, a collision of his in the classical game nothing. */
static inline pl_move dark_seen(const dark *d, pl_move m, int seat)
{
    int hit = dark_bit(d->own[1 - d->turn], m);
    if (seat == d->turn) return hit ? d->cells + m : m;
    return hit && !d->abrupt ? PL_NOTHING : 2 * d->cells;
}

static int dark_draw(dark_pool *p, pl_rng *r)
{
    int i = pl_below(r, p->n), cell = p->cell[i];
    p->cell[i] = p->cell[--p->n];
    return cell;
}

static void dark_put(dark_pool *p, int cell)
{
    p->cell[p->n++] = (uint8_t)cell;
}

/* The cells that a seat has not tried; all of them for a spectator. */
static void dark_open(const dark *d, int seat, dark_pool *out)
{
    out->n = 0;
    for (int w = 0; w < DARK_WORDS; w++)
        for (uint64_t m = ~(seat < 0 ? dark_beyond(d, w) : d->shut[seat][w]); m; m &= m - 1)
            dark_put(out, 64 * w + pl_lowest(m));
}

/* A seat's tries from its log, and for each how many turns of the other were
 * over by then. */
static void dark_recall(const dark *d, int seat, dark_lists *out, uint8_t *by_then)
{
    int turn = seat;
    out->n[seat] = d->tries[seat];
    for (int i = 0; i < d->tries[seat]; i++) {
        int cell = d->log[seat][i] - 1;
        out->cell[seat][i] = (uint8_t)cell;
        by_then[i] = (uint8_t)turn;
        turn += d->abrupt | dark_bit(d->own[seat], cell);
    }
}

/* The classical game: stones first. */

/* The other's stones: those that the seat ran into were there by then, which
 * leaves each as many turns as are not yet given away; the rest is any. */
static void dark_place(const dark *d, int seat, dark_lists *l, const uint8_t *by_then, pl_rng *r)
{
    int other = 1 - seat, n = dark_over(d, other), given = 0;
    uint8_t *stone = l->cell[other];
    dark_pool open;
    dark_open(d, seat, &open);
    memset(stone, DARK_CELLS, (size_t)n);
    for (int i = 0; i < l->n[seat]; i++) {
        if (dark_bit(d->own[seat], l->cell[seat][i])) continue;
        int turn = 0, skip = pl_below(r, by_then[i] - given++);
        while (stone[turn] != DARK_CELLS || skip--) turn++;
        stone[turn] = l->cell[seat][i];
    }
    for (int turn = 0; turn < n; turn++)
        if (stone[turn] == DARK_CELLS) stone[turn] = (uint8_t)dark_draw(&open, r);
    l->n[other] = n;
}

/* A seat's tries: its stones, and before each as many collisions as chance has
 * it. */
static void dark_collide(const dark *d, int seat, const dark_lists *stones, dark_lists *out,
                         pl_rng *r)
{
    int other = 1 - seat, done = dark_over(d, seat), all = done + (d->turn == seat);
    dark_pool unknown;
    unknown.n = 0;
    out->n[seat] = 0;
    for (int turn = 0, met = 0; turn < all; turn++) {
        for (; met < turn + seat; met++) dark_put(&unknown, stones->cell[other][met]);
        for (int n = all - turn, u; (u = unknown.n) > 0;) {
            if (pl_below(r, (2 * n + u) * (u + 1)) >= u * (n + u + 1)) break;
            out->cell[seat][out->n[seat]++] = (uint8_t)dark_draw(&unknown, r);
        }
        if (turn < done) out->cell[seat][out->n[seat]++] = stones->cell[seat][turn];
    }
}

/* Both seats' stones, as far as seat's view does not tell. */
static void dark_stones(const dark *d, int seat, dark_lists *out, pl_rng *r)
{
    uint8_t by_then[DARK_ROOM];
    if (seat >= 0) {
        dark_recall(d, seat, out, by_then);
        dark_place(d, seat, out, by_then, r);
        int tries = out->n[seat];
        out->n[seat] = 0;
        for (int i = 0; i < tries; i++)
            if (dark_bit(d->own[seat], out->cell[seat][i]))
                out->cell[seat][out->n[seat]++] = out->cell[seat][i];
        return;
    }
    dark_pool open;
    dark_open(d, PL_PUBLIC, &open);
    for (int i = 0; i < d->turns; i++) out->cell[i % 2][i / 2] = (uint8_t)dark_draw(&open, r);
    for (int i = 0; i < 2; i++) out->n[i] = dark_over(d, i);
}

/* The abrupt game: tries at once.  Each of the other's turns was a stone that
 * the seat ran into later, or any cell that lay open to him: one that the seat
 * has not tried, or a stone of the seat's that stood by then. */

typedef struct {
    int turns, met, untried;  /* of the other, by the seat, by the seat */
    int due[DARK_ROOM + 1];   /* stones the seat ran into after turn t, or later */
    int stood[DARK_ROOM + 1]; /* stones of the seat that stood by turn t */
} dark_times;

static dark_times dark_clock(const dark *d, int seat, const dark_lists *l, const uint8_t *by_then)
{
    dark_times t = {.turns = dark_over(d, 1 - seat), .untried = d->cells - l->n[seat]};
    for (int i = 0; i < l->n[seat]; i++) {
        int own = dark_bit(d->own[seat], l->cell[seat][i]);
        t.met += !own;
        for (int turn = 0; turn < t.turns; turn++) {
            t.due[turn] += !own && by_then[i] > turn;
            t.stood[turn] += own && by_then[i] <= turn;
        }
    }
    return t;
}

/* For each turn, and each number of met stones before it, how likely it is that
 * the turn was a met stone.  Ways are counted from the last turn back: there, a
 * met stone is one of those due and not placed later. */
static void dark_odds(const dark *d, const dark_times *t, float odds[DARK_ROOM][DARK_ROOM])
{
    double ways[DARK_ROOM + 1] = {0};
    ways[t->met] = 1;
    for (int turn = t->turns - 1; turn >= 0; turn--)
        for (int m = 0; m <= t->met && m <= turn; m++) {
            int met = m < t->met ? t->due[turn] - (t->met - m - 1) : 0;
            int any = t->stood[turn] + t->untried - (turn - m);
            double one = met > 0 ? met * ways[m + 1] : 0, other = any > 0 ? any * ways[m] : 0;
            odds[turn][m] = one > 0 ? (float)(one / (one + other)) : 0;
            ways[m] = (one + other) / d->cells;
        }
}

/* Which turns were met stones; the rest is drawn forwards, as stones come to
 * stand, and those backwards, as they come to be due. */
static void dark_tries(const dark *d, int seat, dark_lists *l, pl_rng *r)
{
    uint8_t by_then[DARK_ROOM], is_met[DARK_ROOM] = {0}, *out = l->cell[1 - seat];
    float odds[DARK_ROOM][DARK_ROOM];
    dark_pool open, due;
    dark_open(d, seat, &open);
    due.n = 0;
    dark_recall(d, seat, l, by_then);
    dark_times t = dark_clock(d, seat, l, by_then);
    dark_odds(d, &t, odds);
    l->n[1 - seat] = t.turns;
    for (int turn = 0, m = 0, i = 0; turn < t.turns; turn++) {
        for (; i < l->n[seat] && by_then[i] <= turn; i++)
            if (dark_bit(d->own[seat], l->cell[seat][i])) dark_put(&open, l->cell[seat][i]);
        m += is_met[turn] = pl_unit(r) < odds[turn][m];
        if (!is_met[turn]) out[turn] = (uint8_t)dark_draw(&open, r);
    }
    for (int turn = t.turns - 1, i = l->n[seat] - 1; turn >= 0; turn--) {
        for (; i >= 0 && by_then[i] > turn; i--)
            if (!dark_bit(d->own[seat], l->cell[seat][i])) dark_put(&due, l->cell[seat][i]);
        if (is_met[turn]) out[turn] = (uint8_t)dark_draw(&due, r);
    }
}

static void dark_turns(const dark *d, int seat, dark_lists *out, pl_rng *r)
{
    if (seat >= 0) {
        dark_tries(d, seat, out, r);
        return;
    }
    for (int i = 0; i < 2; i++) {
        dark_pool open;
        dark_open(d, PL_PUBLIC, &open);
        out->n[i] = dark_over(d, i);
        for (int k = 0; k < out->n[i]; k++) out->cell[i][k] = (uint8_t)dark_draw(&open, r);
    }
}

/* Play the lists from an empty board; whether they lead to seat turn's turn. */
static int dark_replay(void *s, const dark_lists *l, int turn, const dark_rules *rules)
{
    dark *d = s;
    int at[2] = {0, 0};
    rules->clear(s);
    while (d->turn != PL_OVER && at[d->turn] < l->n[d->turn]) {
        int seat = d->turn;
        rules->apply(s, l->cell[seat][at[seat]++]);
    }
    return d->turn == turn && at[0] == l->n[0] && at[1] == l->n[1];
}

/* Put what a seat tried, and the stones that it has of it, into a world of the classical
 * game. */
static void dark_fill(dark *d, int seat, const dark_lists *stones, const dark_lists *tries)
{
    int n = tries->n[seat];
    for (int w = 0; w < DARK_WORDS; w++) {
        d->own[seat][w] = 0;
        d->shut[seat][w] = dark_beyond(d, w);
    }
    memset(d->log[seat], 0, sizeof d->log[seat]);
    for (int i = 0; i < stones->n[seat]; i++) dark_add(d->own[seat], stones->cell[seat][i]);
    for (int i = 0; i < n; i++) {
        dark_add(d->shut[seat], tries->cell[seat][i]);
        d->log[seat][i] = (uint8_t)(tries->cell[seat][i] + 1);
    }
    d->tries[seat] = (uint8_t)n;
}

/* Stones and collisions that were drawn for the classical game fit together, and what the
 * seat did itself is in its view: so they need not be played, only be no end of the game. */
static int dark_compose(const dark *view, int seat, const dark_lists *l, void *s, pl_rng *r,
                        const dark_rules *rules)
{
    dark *d = s;
    dark_lists tries;
    for (int i = 0; i < 2; i++) {
        if (i != seat) {
            dark_collide(view, i, l, &tries, r);
            dark_fill(d, i, l, &tries);
        } else memcpy(d->own[i], view->own[i], sizeof d->own[i]);
    }
    return !rules->ends(s);
}

/* Lists that will not come by chance: a walk from world to world that changes a
 * cell at a time, first to where nobody has won, then about there.  It comes
 * near the weights that hold, not quite to them. */

/* The turns, from .. until-1, in which the other may have tried each cell, and
 * those that he has, as seat knows it. */
typedef struct {
    uint8_t from[DARK_ROOM], until[DARK_ROOM];
} dark_spans;

static dark_spans dark_span(const dark *d, int seat)
{
    dark_spans span;
    dark_lists own;
    uint8_t by_then[DARK_ROOM];
    memset(span.from, 0, sizeof span.from);
    memset(span.until, DARK_CELLS, sizeof span.until);
    if (seat < 0) return span;
    dark_recall(d, seat, &own, by_then);
    for (int i = 0; i < own.n[seat]; i++) {
        int cell = own.cell[seat][i];
        if (!dark_bit(d->own[seat], cell)) span.until[cell] = by_then[i];
        else span.from[cell] = d->abrupt ? by_then[i] : DARK_CELLS;
    }
    return span;
}

static int dark_spans_turn(const dark_spans *span, int cell, int turn)
{
    return span->from[cell] <= turn && turn < span->until[cell];
}

/* What the lists come to on the board, whoever has won. */
static int dark_excess(const dark *view, const dark_lists *l, void *s, const dark_rules *rules)
{
    dark *d = s;
    memset(d->own, 0, sizeof d->own);
    for (int i = 0; i < view->turns; i++) {
        int cell = l->cell[i % 2][i / 2];
        if (!dark_bit(d->own[1 - i % 2], cell)) dark_add(d->own[i % 2], cell);
    }
    return rules->excess(s);
}

static int dark_listed(const dark_lists *l, int seat, int cell)
{
    return memchr(l->cell[seat], cell, (size_t)l->n[seat]) != NULL;
}

/* Two turns of who's change places, or one gets another cell, the old one not
 * being known to seat; whether that could be. */
static int dark_change(const dark *view, dark_lists *l, int who, const dark_spans *span, pl_rng *r)
{
    uint8_t *list = l->cell[who];
    if (!l->n[who]) return 0;
    int turn = pl_below(r, l->n[who]), other = pl_below(r, l->n[who]), old = list[turn];
    int places = pl_below(r, 2), cell = places ? list[other] : pl_below(r, view->cells);
    if (!dark_spans_turn(span, cell, turn)) return 0;
    if (places) {
        if (!dark_spans_turn(span, old, other)) return 0;
        list[other] = (uint8_t)old;
    } else {
        if (dark_bit(view->own[who], old) || dark_listed(l, who, cell)) return 0;
        if (!view->abrupt && dark_listed(l, 1 - who, cell)) return 0;
    }
    list[turn] = (uint8_t)cell;
    return 1;
}

/* A step to the worse is taken the less often the worse it is, and the colder. */
static int dark_refused(int worse, int cold, pl_rng *r)
{
    return pl_below(r, 1 << (worse > 4 ? 24 : cold * worse)) > 0;
}

/* A view that play leads to is mended in far fewer changes than there may be; what
 * no play leads to, a state made up of bytes, may have no world at all. */
static void dark_mend(const dark *view, int seat, dark_lists *l, void *s, pl_rng *r,
                      const dark_rules *rules)
{
    dark_spans span = dark_span(view, seat);
    int excess = dark_excess(view, l, s, rules), steps = 40 * view->turns;
    for (unsigned tried = 0; (excess || steps) && tried < DARK_CHANGES; tried++) {
        dark_lists next = *l;
        if (!excess) steps--;
        if (!dark_change(view, &next, seat < 0 ? pl_below(r, 2) : 1 - seat, &span, r)) continue;
        int other = dark_excess(view, &next, s, rules), cold = 3 + (int)(tried >> 12 & 3);
        if (other > excess && (!excess || dark_refused(other - excess, cold, r))) continue;
        excess = other;
        *l = next;
    }
}

/* Whether the lists, made whole, are a world that leads to the view. */
static int dark_fits(const dark *view, int seat, const dark_lists *l, void *s, pl_rng *r,
                     const dark_rules *rules)
{
    if (rules->ends && !view->abrupt) return dark_compose(view, seat, l, s, r, rules);
    dark_lists tries = *l;
    uint8_t by_then[DARK_ROOM];
    if (!view->abrupt && seat >= 0) dark_recall(view, seat, &tries, by_then);
    for (int i = 0; i < 2; i++)
        if (!view->abrupt && i != seat) dark_collide(view, i, l, &tries, r);
    return dark_replay(s, &tries, view->turn, rules);
}

static void dark_guess(void *s, size_t size, int seat, pl_rng *r, const dark_rules *rules)
{
    pl_state copy;
    const dark *view = (const dark *)copy.bytes;
    dark_lists lists;
    memcpy(&copy, s, size);
    if (view->turn == PL_OVER) return;
    for (int i = 0; i < DARK_DRAWS; i++) {
        if (view->abrupt) dark_turns(view, seat, &lists, r);
        else dark_stones(view, seat, &lists, r);
        if (dark_fits(view, seat, &lists, s, r, rules)) return;
    }
    dark_mend(view, seat, &lists, s, r, rules);
    dark_fits(view, seat, &lists, s, r, rules);
}

#endif
