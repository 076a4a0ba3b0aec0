/* dominoes.c -- inputs for the train game, after those of A. Landau's dominoes laboratory
 * (2023).
 *
 * basic is what its basicValue agent looks at: hand, tiles played, open ends, tiles of everybody,
 * pennies, who passed, whose turn it is, the dummy.  line adds, as its lineValue agent does, what
 * each tile of the hand is worth in the lines that it can be part of.  Seats come in the order of
 * play, this one first.
 *
 * Neither tells the hub or the hands to follow: a net for any hub plays them all.
 */
#include <string.h>

#include "games/dominoes.h"
#include "nets/inputs.h"
#include "nets/lines.h"

static uint8_t *put_basic(const dominoes *s, int seat, uint8_t *out)
{
    int n = s->players, who[DOMINOES_SEATS];
    for (int i = 0; i < n; i++) who[i] = dominoes_after(s, seat, i);
    out = dominoes_put_rows(out, s, s->hand[seat]);
    out = dominoes_put_rows(out, s, s->table);
    for (int i = 0; i < n; i++) out = dominoes_put_bits(out, 1u << s->end[who[i]], s->values);
    out = dominoes_put_bits(out, 1u << s->end[n], s->values);
    for (int i = 0; i < n; i++) *out++ = s->left[who[i]];
    for (int i = 0; i < n; i++) *out++ = s->pennies >> who[i] & 1;
    for (int i = 0; i < n; i++) *out++ = s->passed >> who[i] & 1;
    for (int i = 0; i < n; i++) *out++ = s->turn == who[i];
    *out++ = (uint8_t)dominoes_dummy(s);
    return out;
}

static void see_basic(const void *view, int seat, uint8_t *out)
{
    put_basic(view, seat, out);
}

static uint8_t byte_of(double x)
{
    return x < 0 ? 0 : x > 255 ? 255 : (uint8_t)(x + 0.5);
}

enum { SUMS = 18, PIPS = 108, COUNTS = 16 }; /* what numbers are multiplied by */

static void see_line(const void *view, int seat, uint8_t *out)
{
    const dominoes *s = view;
    pl_line_value of[PL_LINE_TILES];
    uint8_t tile[PL_LINE_TILES];
    int high = s->values - 1, n = s->tiles;
    out = put_basic(s, seat, out);
    memset(out, 0, 6 * (size_t)n);
    int held = pl_line_values(s->hand[seat], s->end[seat], s->values, tile, of);
    for (int i = 0; i < held; i++) {
        uint8_t *at = out + tile[i];
        at[0] = byte_of(of[i].in * SUMS / high);
        at[n] = byte_of(of[i].off * SUMS / high);
        at[2 * n] = byte_of(of[i].tile * PIPS / high);
        at[3 * n] = byte_of(of[i].loss * PIPS / high);
        at[4 * n] = byte_of(of[i].in_count * COUNTS);
        at[5 * n] = byte_of(of[i].off_count * COUNTS);
    }
}

enum { BASIC = 8 }; /* parts */

static void basic_parts(const pl_game *g, pl_part *out)
{
    int n = g->players, values = g->actions / (n + 1), tiles = values * (values + 1) / 2;
    const pl_part part[BASIC] = {{"hand", "tile", {tiles}, 1},
                                 {"played", "tile", {tiles}, 1},
                                 {"end", "line,value", {n + 1, values}, 1},
                                 {"left", "after_me", {n}, (tiles + n - 1) / n},
                                 {"penny", "after_me", {n}, 1},
                                 {"passed", "after_me", {n}, 1},
                                 {"turn", "after_me", {n}, 1},
                                 {"dummy", "open", {1}, 1}};
    memcpy(out, part, sizeof part);
}

static void line_parts(const pl_game *g, pl_part *out)
{
    basic_parts(g, out);
    int tiles = out[0].dim[0];
    out[BASIC] = (pl_part){"line", "in_off,tile", {2, tiles}, 50 * 2};
    out[BASIC + 1] = (pl_part){"pips", "in_off,tile", {2, tiles}, 2 * PIPS};
    out[BASIC + 2] = (pl_part){"count", "in_off,tile", {2, tiles}, 10 * COUNTS};
}

const pl_inputs pl_dominoes_basic = {
    .name = "basic",
    .game = "dominoes",
    .about = "hand, tiles played, open ends, tiles left, pennies, passes, turn, dummy",
    .loose = ",hub,shuffle,",
    .state_size = sizeof(dominoes),
    .parts = basic_parts,
    .see = see_basic,
};

const pl_inputs pl_dominoes_line = {
    .name = "line",
    .game = "dominoes",
    .about = "basic, and what each tile in hand is worth in the lines that it can be part of",
    .loose = ",hub,shuffle,",
    .state_size = sizeof(dominoes),
    .parts = line_parts,
    .see = see_line,
};
