/* dominoes.c -- the train game: lines from a hub, with pennies and a dummy line.
 *
 * The rules are those of A. Landau's dominoes laboratory (2023), a cousin of
 * Mexican Train in which all tiles are dealt.  A pass is forced, so it is pure
 * news: whoever passes holds none of the values that were open to him.  A guess
 * is uniform among the deals that fit this.
 *
 * Fact to check: four random players with double nines take 57.5 turns a hand,
 * are left with 15.82 points each, and block 24.4 % of hands, over all hubs.
 */
#include "games/dominoes.h"

#include <stdio.h>
#include <string.h>

enum { SEATS = DOMINOES_SEATS, VALUES = DOMINOES_VALUES, TILES = VALUES * (VALUES + 1) / 2 };
enum { PLAYERS, HIGH, HANDS, SHUFFLE, HUB };
enum { HIDDEN = 256 }; /* the code of a tile dealt to another */
enum { DRAWN = -2 };   /* a hub that chance draws */

static void begin_hand(dominoes *s)
{
    memset(s->hand, 0, sizeof s->hand);
    memset(s->table, 0, sizeof s->table);
    memset(s->lacks, 0, sizeof s->lacks);
    memset(s->end, 0, sizeof s->end);
    for (int w = 0; w < 3; w++) {
        int here = s->tiles - 64 * w;
        s->deck[w] = here >= 64 ? ~(uint64_t)0 : here > 0 ? ((uint64_t)1 << here) - 1 : 0;
    }
    for (int i = 0; i < s->players; i++) s->order[i] = s->shuffle ? 0 : (uint8_t)i;
    s->pennies = s->started = s->passed = s->stuck = s->first = s->place = 0;
    s->undealt = s->tiles;
    s->phase = s->hub == VALUES ? DOMINOES_DRAWING
               : s->shuffle     ? DOMINOES_SEATING
                                : DOMINOES_DEALING;
    s->turn = PL_CHANCE;
}

static void dominoes_init(const pl_game *g, void *p)
{
    dominoes *s = p;
    int high = 6 + 3 * (int)g->arg[HIGH];
    s->players = (uint8_t)g->arg[PLAYERS];
    s->values = (uint8_t)(high + 1);
    s->tiles = (uint8_t)((high + 1) * (high + 2) / 2);
    s->shuffle = g->arg[SHUFFLE] > 0;
    s->hub = (uint8_t)(g->arg[HUB] == DRAWN ? VALUES : g->arg[HUB] < 0 ? high : (int)g->arg[HUB]);
    s->hands = (uint8_t)(g->arg[HANDS] - 1);
    begin_hand(s);
}

static int dominoes_turn(const void *p)
{
    return ((const dominoes *)p)->turn;
}

static int holder_of_hub(const dominoes *s)
{
    int i = 0, v = s->hub % VALUES; /* which hub is anyway: for the compiler's checks */
    while (i < s->players - 1 && !(s->hand[i][v] >> v & 1)) i++;
    return i;
}

/* The seat whose tiles are being turned up. */
static int shown_seat(const dominoes *s)
{
    int i = 0;
    while (i < s->players - 1 && !s->left[i]) i++;
    return i;
}

/* Those not seated yet. */
static uint64_t standing(const dominoes *s)
{
    unsigned all = (1u << s->players) - 1;
    for (int k = 0; k < s->place; k++) all &= ~(1u << s->order[k]);
    return all;
}

static int list_deck(const dominoes *s, pl_move *out)
{
    int n = 0;
    for (int w = 0; w < 3; w++)
        for (uint64_t m = s->deck[w]; m; m &= m - 1) out[n++] = 64 * w + pl_lowest(m);
    return n;
}

static int list_hand(const dominoes *s, const uint16_t *row, pl_move *out)
{
    int n = 0;
    for (int b = 0; b < s->values; b++)
        for (unsigned m = row[b] & ((2u << b) - 1); m; m &= m - 1)
            out[n++] = dominoes_number(pl_lowest(m), b);
    return n;
}

static int outcomes(const dominoes *s, pl_move *out)
{
    switch (s->phase) {
    case DOMINOES_DRAWING: return pl_list((1u << s->values) - (1u << s->hands), out);
    case DOMINOES_SEATING: return pl_list(standing(s), out);
    case DOMINOES_DEALING: return list_deck(s, out);
    case DOMINOES_HUB: out[0] = holder_of_hub(s); return 1;
    default: return list_hand(s, s->hand[shown_seat(s)], out);
    }
}

static int dominoes_moves(const void *p, pl_move *out)
{
    const dominoes *s = p;
    int n = 0;
    if (s->turn == PL_CHANCE) return outcomes(s, out);
    const uint16_t *row = s->hand[s->turn];
    for (unsigned lines = dominoes_lines(s, s->turn); lines; lines &= lines - 1) {
        int line = pl_lowest(lines);
        for (unsigned m = row[s->end[line]]; m; m &= m - 1)
            out[n++] = line * s->values + pl_lowest(m);
    }
    if (!n) out[n++] = dominoes_pass(s);
    return n;
}

static void dominoes_wide(const void *p, uint64_t *out)
{
    const dominoes *s = p;
    const uint16_t *row = s->hand[s->turn];
    int pass = dominoes_pass(s);
    unsigned any = 0;
    for (int w = 0; w <= pass / 64; w++) out[w] = 0;
    for (unsigned lines = dominoes_lines(s, s->turn); lines; lines &= lines - 1) {
        int line = pl_lowest(lines), at = line * s->values, over = at % 64 + VALUES - 64;
        uint64_t fit = row[s->end[line]];
        any |= (unsigned)fit;
        out[at / 64] |= fit << at % 64;
        if (over > 0 && fit >> (VALUES - over)) out[at / 64 + 1] |= fit >> (VALUES - over);
    }
    if (!any) out[pass / 64] |= (uint64_t)1 << pass % 64;
}

static pl_move dominoes_roll(const void *p, pl_rng *r)
{
    const dominoes *s = p;
    pl_move m[TILES];
    if (s->phase != DOMINOES_DEALING) return m[pl_below(r, outcomes(s, m))];
    int k = pl_below(r, s->undealt), w = 0;
    for (int here; k >= (here = pl_count(s->deck[w])); w++) k -= here;
    return 64 * w + pl_nth(s->deck[w], k);
}

static void draw_hub(dominoes *s, int hub)
{
    s->hub = (uint8_t)hub;
    s->phase = s->shuffle ? DOMINOES_SEATING : DOMINOES_DEALING;
}

/* Whoever is left takes the last place. */
static void seat_one(dominoes *s, int seat)
{
    s->order[s->place++] = (uint8_t)seat;
    if (s->place + 1 < s->players) return;
    s->order[s->place] = (uint8_t)pl_lowest(standing(s));
    s->place = 0;
    s->phase = DOMINOES_DEALING;
}

static void step_round(dominoes *s)
{
    s->place = (uint8_t)(s->place + 1 == s->players ? 0 : s->place + 1);
}

static void deal(dominoes *s, pl_move t)
{
    int seat = s->order[s->place];
    dominoes_tile one = dominoes_tile_at(t);
    dominoes_put(s->hand[seat], one.a, one.b);
    s->deck[t / 64] ^= (uint64_t)1 << t % 64;
    s->left[seat]++;
    step_round(s);
    if (--s->undealt == 0) s->phase = DOMINOES_HUB;
}

static void open_lines(dominoes *s, int seat)
{
    dominoes_take(s->hand[seat], s->hub, s->hub);
    dominoes_put(s->table, s->hub, s->hub);
    s->left[seat]--;
    for (int i = 0; i <= s->players; i++) s->end[i] = s->hub;
    for (s->place = 0; s->order[s->place] != seat;) s->place++;
    s->first = (uint8_t)seat;
    s->turn = (int8_t)seat;
    s->phase = DOMINOES_PLAY;
}

/* One of the tiles left in a hand counts against its holder. */
static void turn_up(dominoes *s, pl_move t)
{
    int seat = shown_seat(s), more = 0;
    dominoes_tile one = dominoes_tile_at(t);
    dominoes_take(s->hand[seat], one.a, one.b);
    dominoes_put(s->table, one.a, one.b);
    s->left[seat]--;
    s->points[seat] = (uint16_t)(s->points[seat] + one.a + one.b);
    for (int i = 0; i < s->players; i++) more |= s->left[i];
    if (more) return;
    s->hub--;
    s->hands--;
    begin_hand(s);
}

static void happen(dominoes *s, pl_move m)
{
    switch (s->phase) {
    case DOMINOES_DRAWING: draw_hub(s, m); break;
    case DOMINOES_SEATING: seat_one(s, m); break;
    case DOMINOES_DEALING: deal(s, m); break;
    case DOMINOES_HUB: open_lines(s, m); break;
    default: turn_up(s, m);
    }
}

static void pass_on(dominoes *s)
{
    step_round(s);
    s->turn = (int8_t)s->order[s->place];
}

static void pass(dominoes *s)
{
    unsigned me = (unsigned)s->turn, open = 0;
    for (unsigned lines = dominoes_lines(s, s->turn); lines; lines &= lines - 1)
        open |= 1u << s->end[pl_lowest(lines)];
    s->lacks[me] |= (uint16_t)open;
    s->pennies |= (uint8_t)(1u << me);
    s->passed |= (uint8_t)(1u << me);
    pass_on(s);
}

static void play(dominoes *s, int line, int to)
{
    int me = s->turn, from = s->end[line], own = 1 << me;
    dominoes_take(s->hand[me], from, to);
    dominoes_put(s->table, from, to);
    s->left[me]--;
    s->end[line] = (uint8_t)to;
    if (line < s->players) s->started |= (uint8_t)(1 << line);
    s->passed &= (uint8_t)~own;
    if (from == to) return; /* a double: once more */
    if (line == me) s->pennies &= (uint8_t)~own;
    pass_on(s);
}

static void dominoes_apply(void *p, pl_move m)
{
    dominoes *s = p;
    int me = s->turn, all = (1 << s->players) - 1;
    if (me == PL_CHANCE) {
        happen(s, m);
        return;
    }
    if (m == dominoes_pass(s)) pass(s);
    else play(s, m / s->values, m % s->values);
    s->stuck = s->passed == all ? (uint8_t)(s->stuck + 1) : 0;
    if (s->left[me] && s->stuck <= s->players) return;
    s->turn = s->hands ? PL_CHANCE : PL_OVER;
    s->phase = DOMINOES_SHOWING;
}

static void dominoes_score(const void *p, double *out)
{
    const dominoes *s = p;
    for (int i = 0; i < s->players; i++) out[i] = -s->points[i] - dominoes_pips(s->hand[i]);
}

/* What would be scored if the hand ended now and no other followed. */
static double dominoes_value(const void *p, int seat)
{
    const dominoes *s = p;
    return -s->points[seat] - dominoes_pips(s->hand[seat]);
}

static int dominoes_say(const void *p, pl_move m, char *buf, size_t n)
{
    const dominoes *s = p;
    if (m == HIDDEN) return snprintf(buf, n, "?");
    if (s->turn < 0 && (s->phase == DOMINOES_SEATING || s->phase == DOMINOES_HUB))
        return snprintf(buf, n, "seat%d", m);
    if (s->turn < 0 && s->phase == DOMINOES_DRAWING) return snprintf(buf, n, "%d-%d", m, m);
    if (s->turn < 0) return snprintf(buf, n, "%d-%d", dominoes_tile_at(m).a, dominoes_tile_at(m).b);
    if (m == dominoes_pass(s)) return snprintf(buf, n, "pass");
    int line = m / s->values, to = m % s->values;
    if (line == s->players) return snprintf(buf, n, "%d-%d@dummy", s->end[line], to);
    return snprintf(buf, n, "%d-%d@%d", s->end[line], to, line);
}

static int put_tiles(pl_text *out, const dominoes *s, const uint16_t *row, const char *format)
{
    pl_move list[TILES];
    int n = list_hand(s, row, list);
    for (int i = 0; i < n; i++)
        pl_put(out, format, i ? "," : "", dominoes_tile_at(list[i]).a, dominoes_tile_at(list[i]).b);
    return n;
}

static void put_lacks(pl_text *out, const dominoes *s, int seat, const char *gap)
{
    const char *between = "";
    for (unsigned lacks = s->lacks[seat]; lacks; lacks &= lacks - 1, between = gap)
        pl_put(out, "%s%d", between, pl_lowest(lacks));
}

static void put_seat(pl_text *out, const dominoes *s, int seat)
{
    pl_put(out, "\nseat %d: ", seat);
    if (s->phase >= DOMINOES_PLAY) pl_put(out, "line %d, ", s->end[seat]);
    if (s->pennies >> seat & 1) pl_put(out, "penny up, ");
    if (s->points[seat]) pl_put(out, "%d points, ", s->points[seat]);
    pl_put(out, "%d tile%s", s->left[seat], s->left[seat] == 1 ? "" : "s");
    if (s->lacks[seat]) pl_put(out, ", no ");
    put_lacks(out, s, seat, " ");
    pl_put(out, s->left[seat] ? ":" : "");
    int known = put_tiles(out, s, s->hand[seat], "%.0s %d-%d");
    if (s->left[seat] && !known) pl_put(out, " ?");
}

/* A line a place, in the order of play. */
static int dominoes_show(const void *p, char *buf, size_t n)
{
    const dominoes *s = p;
    pl_text out = {buf, n, 0};
    int seated = s->phase <= DOMINOES_SEATING ? s->place : s->players;
    const char *dummy = dominoes_dummy(s) ? "open" : "closed";
    pl_put(&out, s->phase ? "hub %d-%d" : "hub not drawn", s->hub, s->hub);
    if (s->hands) pl_put(&out, ", %d hand%s to follow", s->hands, s->hands == 1 ? "" : "s");
    if (s->phase >= DOMINOES_PLAY) pl_put(&out, ", dummy %d %s", s->end[s->players], dummy);
    for (int k = 0; k < seated; k++) put_seat(&out, s, s->order[k]);
    if (s->phase >= DOMINOES_PLAY) pl_put(&out, "\ntable:");
    put_tiles(&out, s, s->table, "%.0s %d-%d");
    return (int)out.used;
}

static void dominoes_hide(void *p, int seat)
{
    dominoes *s = p;
    if (s->turn == PL_OVER) return;
    for (int i = 0; i < s->players; i++)
        if (i != seat) memset(s->hand[i], 0, sizeof s->hand[i]);
    memset(s->deck, 0, sizeof s->deck);
}

/* Who is hidden: other seats and, last, the deck while it is being dealt. */
typedef struct {
    int n;
    int want[SEATS + 1];
    int who[SEATS + 1]; /* a seat, or SEATS: the deck */
} holders;

static holders find_holders(const dominoes *s, int seat)
{
    holders h = {0};
    for (int i = 0; i <= SEATS; i++) {
        int left = i == SEATS ? s->undealt : i < s->players ? s->left[i] : 0;
        if (i == seat || !left) continue;
        h.want[h.n] = left;
        h.who[h.n++] = i;
    }
    return h;
}

static void give(dominoes *s, int who, int a, int b)
{
    int t = dominoes_number(a, b);
    if (who < SEATS) dominoes_put(s->hand[who], a, b);
    else s->deck[t / 64] |= (uint64_t)1 << t % 64;
}

/* The tiles not seen, with the holders that may have each, as bits. */
typedef struct {
    int n;
    dominoes_tile at[TILES];
    uint32_t may[TILES];
} unseen;

static void find_unseen(const dominoes *s, int seat, const holders *h, unseen *u)
{
    uint32_t can[VALUES];
    int n = 0;
    for (int v = 0; v < s->values; v++) {
        can[v] = 0;
        for (int i = 0; i < h->n; i++)
            can[v] |= (uint32_t)(h->who[i] == SEATS || !(s->lacks[h->who[i]] >> v & 1)) << i;
    }
    for (int b = 0; b < s->values; b++) {
        unsigned known = s->table[b] | (seat >= 0 ? s->hand[seat][b] : 0u);
        for (unsigned m = ~known & ((2u << b) - 1); m; m &= m - 1, n++) {
            int a = pl_lowest(m);
            u->at[n] = (dominoes_tile){(uint8_t)a, (uint8_t)b};
            u->may[n] = can[a] & can[b];
        }
    }
    u->n = n;
}

static void dominoes_guess(void *p, int seat, pl_rng *r)
{
    dominoes *s = p;
    unseen u;
    uint8_t out[TILES];
    if (s->turn == PL_OVER) return;
    holders h = find_holders(s, seat);
    find_unseen(s, seat, &h, &u);
    if (pl_deal(r, u.n, u.may, h.n, h.want, out)) return; /* no deal fits: no view of this game */
    for (int i = 0; i < u.n; i++) give(s, h.who[out[i]], u.at[i].a, u.at[i].b);
}

static pl_move dominoes_seen(const void *p, pl_move m, int seat)
{
    const dominoes *s = p;
    return s->phase == DOMINOES_DEALING && s->order[s->place] != seat ? HIDDEN : m;
}

/* Seats come in the order of play, this one first. */
static void dominoes_tensor(const void *p, int seat, uint8_t *out)
{
    const dominoes *s = p;
    int n = s->players, values = s->values, who[SEATS];
    for (int i = 0; i < n; i++) who[i] = dominoes_after(s, seat, i);
    out = dominoes_put_rows(out, s, s->hand[seat]);
    out = dominoes_put_rows(out, s, s->table);
    for (int i = 0; i < n; i++) out = dominoes_put_bits(out, 1u << s->end[who[i]], values);
    out = dominoes_put_bits(out, 1u << s->end[n], values);
    for (int i = 0; i < n; i++) {
        *out++ = s->pennies >> who[i] & 1;
        *out++ = s->started >> who[i] & 1;
        *out++ = s->passed >> who[i] & 1;
    }
    for (int i = 0; i < n; i++) out = dominoes_put_bits(out, s->lacks[who[i]], values);
    for (int i = 0; i < n; i++) *out++ = s->left[who[i]];
    for (int i = 0; i < n; i++) {
        *out++ = (uint8_t)(s->points[who[i]] >> 8);
        *out++ = (uint8_t)s->points[who[i]];
    }
    for (int i = 0; i < n; i++) out = dominoes_put_bits(out, 1u << who[i], n);
    out = dominoes_put_bits(out, 1u << s->place, n);
    out = dominoes_put_bits(out, 1u << s->first, n);
    out = dominoes_put_bits(out, 1u << s->hub, values);
    *out++ = s->hands;
    *out++ = s->stuck;
}

static void put_seat_json(pl_text *out, const dominoes *s, int seat)
{
    pl_put(out, "{\"line\":%d,\"penny\":%s,\"tiles\":%d,\"points\":%d,\"lacks\":[", s->end[seat],
           s->pennies >> seat & 1 ? "true" : "false", s->left[seat], s->points[seat]);
    put_lacks(out, s, seat, ",");
    pl_put(out, "],\"hand\":[");
    put_tiles(out, s, s->hand[seat], "%s\"%d-%d\"");
    pl_put(out, "]}");
}

static int dominoes_json(const void *p, char *buf, size_t n)
{
    const dominoes *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, s->phase ? "{\"hub\":%d" : "{\"hub\":null", s->hub);
    pl_put(&out, ",\"hands_to_follow\":%d,\"order\":[", s->hands);
    int seated = s->phase <= DOMINOES_SEATING ? s->place : s->players;
    for (int k = 0; k < seated; k++) pl_put(&out, "%s%d", k ? "," : "", s->order[k]);
    pl_put(&out, "],\"dummy\":{\"line\":%d,\"open\":%s},\"seats\":[", s->end[s->players],
           dominoes_dummy(s) ? "true" : "false");
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, i ? "," : "");
        put_seat_json(&out, s, i);
    }
    pl_put(&out, "],\"table\":[");
    put_tiles(&out, s, s->table, "%s\"%d-%d\"");
    pl_put(&out, "]}");
    return (int)out.used;
}

/* Pips of the so many heaviest tiles. */
static int heaviest(int high, int count)
{
    int sum = 0;
    for (int pips = 2 * high; pips > 0 && count > 0; pips--) {
        int same = (pips < high ? pips : 2 * high - pips) / 2 + 1;
        sum += pips * (same < count ? same : count);
        count -= same;
    }
    return sum;
}

static void set_parts(pl_game *g, int n, int values, int count)
{
    g->parts[0].dim[0] = g->parts[1].dim[0] = count;
    g->parts[2].dim[0] = n + 1;
    g->parts[2].dim[1] = g->parts[4].dim[1] = g->parts[10].dim[0] = values;
    for (int i = 3; i < 10; i++) g->parts[i].dim[0] = n;
    g->parts[7].dim[1] = n;
    g->parts[5].unit = (count + n - 1) / n;
}

static const char *dominoes_tune(pl_game *g)
{
    int n = (int)g->arg[PLAYERS], high = 6 + 3 * (int)g->arg[HIGH], hands = (int)g->arg[HANDS];
    int values = high + 1, count = values * (values + 1) / 2, hub = (int)g->arg[HUB];
    if (hub > high) return "hub must be a value of the set, that is at most high";
    if (hands > (hub < 0 ? high : hub) + 1)
        return "hands go down from the hub to 0, so there are at most hub+1 (high+1 if hub is -1)";
    g->players = n;
    g->actions = (n + 1) * values + 1;
    g->chances = count;
    g->max_moves = g->actions - 1 > count ? g->actions - 1 : count;
    /* Before each of at most count - n plays, and at the end, up to 2n passes. */
    g->max_plies = 1 + hands * (n + 2 * count + 2 * n * (count - n + 1));
    g->lo = -hands * heaviest(high, (count + n - 1) / n);
    set_parts(g, n, values, count);
    return NULL;
}

static const pl_param params[] = {
    {"players", NULL, 2, 4, SEATS, "seats at the table"},
    {"high", "6|9|12|15", 0, 1, 3, "the highest value: double-six to double-15"},
    {"hands", NULL, 1, 1, VALUES, "hands in a game, each with a hub one lower than the last"},
    {"shuffle", NULL, 0, 0, 1, "1: the places at the table are drawn anew before each hand"},
    {"hub", NULL, DRAWN, -1, VALUES - 1, "the first hub; -1: the highest double; -2: drawn"},
    {0},
};

#define PL_FAST dominoes
#include "parlor/fast.h"
const pl_game pl_dominoes = {
    .abi = PL_ABI,
    .name = "dominoes",
    .about = "Dominoes, the train game: own lines, pennies, a dummy line",
    .rules = "All tiles are dealt, as evenly as can be, the first seats getting one more.  The\n"
             "double of the hand is the hub: it leaves its holder's hand, every player's line\n"
             "and the dummy line start from it, and the holder moves first.\n"
             "In turn, play a tile that matches the open end of your own line; or of another\n"
             "player's, if his penny is up; or of the dummy line, which opens to all, for\n"
             "good, once every player's line has been started.  Only if nothing fits you\n"
             "pass, and your penny goes up; a tile that is no double, played on your own\n"
             "line, takes it down.  A double gives you another turn.\n"
             "The hand ends when somebody has no tile left; or when it is blocked: when more\n"
             "turns than there are players have gone by with a pass as everybody's latest act.\n"
             "The pips left in a hand count against its holder.  The next hand has a hub one\n"
             "lower; the fewest points in all win, so scores are points below zero.  With\n"
             "shuffle=1 the places at the table are drawn anew before each hand.\n"
             "Hidden: the others' tiles.  A pass tells that a player has none of the values\n"
             "that were open to him.  After a hand what is left is turned up.",
    .players = 4,
    .state_size = sizeof(dominoes),
    .traits = PL_LOSSLESS,
    .params = params,
    .parts = {{"hand", "tile", {55}, 1},
              {"table", "tile", {55}, 1},
              {"end", "line,value", {5, 10}, 1},
              {"flags", "after_me,penny_started_passed", {4, 3}, 1},
              {"lacks", "after_me,value", {4, 10}, 1},
              {"left", "after_me", {4}, 14},
              {"points", "after_me,high_low_byte", {4, 2}, 255},
              {"seat", "after_me,seat", {4, 4}, 1},
              {"place", "place", {4}, 1},
              {"first", "seat", {4}, 1},
              {"hub", "value", {10}, 1},
              {"counts", "hands_stuck", {2}, 16}},
    .tune = dominoes_tune,
    .init = dominoes_init,
    .turn = dominoes_turn,
    .moves = dominoes_moves,
    .apply = dominoes_apply,
    .score = dominoes_score,
    .say = dominoes_say,
    .show = dominoes_show,
    .roll = dominoes_roll,
    .hide = dominoes_hide,
    .guess = dominoes_guess,
    .seen = dominoes_seen,
    .value = dominoes_value,
    .tensor = dominoes_tensor,
    .json = dominoes_json,
    .wide = dominoes_wide,
    PL_LOOPS(dominoes),
};
