/* lines.c -- what each tile of a hand is worth in the lines that it can be part of, after the
 * lineValue agent of A. Landau's dominoes laboratory (2023).
 *
 * A line goes on from the open end of the own line until no tile fits.  Its value is that of the
 * agent bestLine: pips of its tiles, a tenth less for each turn until they are played, less the
 * pips that would be left, three tenths less for each turn until then; doubles take no turn.
 * Lines are drawn as e^value says.  All of them are walked through once; each tile gathers what
 * lies behind it, and lines that cannot come near the best are left out: together they have less
 * than a hundredth of the chance.
 */
#include "nets/lines.h"

#include <math.h>
#include <string.h>

enum { LONGEST = 10, NODES = 400 };
static const double far_off = 7; /* e^-7 is nothing beside 1 */

/* Chances of some lines, and their sums times these. */
typedef struct {
    double weight, in, off, count;
} sums;

typedef struct {
    uint16_t row[DOMINOES_VALUES]; /* tiles left */
    double in[LONGEST + 2], off[LONGEST + 2];
    double best;
    int nodes; /* that may still be looked at */
    sums of[PL_LINE_TILES];
    double tile[PL_LINE_TILES]; /* discounted pips times chance */
} walk;

static sums end_line(walk *w, int turns, int length, double value, int rest)
{
    double off = w->off[turns + 1] * rest, chance = exp(value - off);
    if (value - off > w->best) w->best = value - off;
    return (sums){chance, chance * value, chance * off, chance * length};
}

static void add(sums *to, const sums *more)
{
    to->weight += more->weight;
    to->in += more->in;
    to->off += more->off;
    to->count += more->count;
}

/* From a line that now ends in end and is worth value, with rest pips left. */
static sums walk_on(walk *w, int end, int turns, int length, double value, int rest)
{
    unsigned fit = length < LONGEST ? w->row[end] : 0;
    sums all = {0};
    if (!fit || w->nodes-- <= 0) return end_line(w, turns, length, value, rest);
    if (value + w->in[turns + 1] * rest < w->best - far_off) return all;
    while (fit) {
        int to = pl_highest(fit), after = turns + (to != end), t = dominoes_number(end, to);
        double pips = w->in[after + 1] * (end + to);
        fit ^= 1u << to;
        dominoes_take(w->row, end, to);
        sums some = walk_on(w, to, after, length + 1, value + pips, rest - end - to);
        dominoes_put(w->row, end, to);
        add(&w->of[t], &some);
        w->tile[t] += pips * some.weight;
        add(&all, &some);
    }
    return all;
}

/* Only what the hand has is ever looked at: the rest need not be 0. */
static void begin(walk *w, const uint16_t *hand, const uint8_t *tile, int n)
{
    memcpy(w->row, hand, sizeof w->row);
    w->in[0] = 1 / 0.9;
    w->off[0] = 1 / 0.7;
    for (int i = 1; i < LONGEST + 2; i++) {
        w->in[i] = w->in[i - 1] * 0.9;
        w->off[i] = w->off[i - 1] * 0.7;
    }
    w->best = -1e9;
    w->nodes = NODES;
    for (int i = 0; i < n; i++) {
        w->of[tile[i]] = (sums){0};
        w->tile[tile[i]] = 0;
    }
}

int pl_line_values(const uint16_t hand[DOMINOES_VALUES], int end, int values,
                   uint8_t tile[PL_LINE_TILES], pl_line_value out[PL_LINE_TILES])
{
    walk w;
    int n = 0;
    for (int b = 0; b < values; b++)
        for (unsigned m = hand[b] & ((2u << b) - 1); m; m &= m - 1)
            tile[n++] = (uint8_t)dominoes_number(pl_lowest(m), b);
    begin(&w, hand, tile, n);
    sums all = walk_on(&w, end, -1, 0, 0, dominoes_pips(hand));
    for (int i = 0; i < n; i++) {
        const sums *of = &w.of[tile[i]];
        dominoes_tile t = dominoes_tile_at(tile[i]);
        double part = of->weight > 0 ? of->weight / all.weight : 0; /* all of them may be 0 */
        out[i] = (pl_line_value){.loss = (t.a + t.b) * (1 - part)};
        if (!(part > 0)) continue;
        out[i].in = of->in / of->weight;
        out[i].off = of->off / of->weight;
        out[i].in_count = of->count / of->weight;
        out[i].off_count = n - out[i].in_count;
        out[i].tile = w.tile[tile[i]] / all.weight;
    }
    return n;
}
