/* block_dominoes.c -- the common games with a double-six set: block, draw, and
 * all fives (traditional; Muggins in R. F. Foster's Complete Hoyle, 1897).
 *
 * Who passes or draws shows that no tile he then had fits.  Tiles that came to a
 * player at different times so have different things said against them: they are
 * kept apart as kinds, and a tile that he lays later, and that may have been of
 * several kinds, is remembered with these.  That is all a guess must know.  The
 * line of tiles is told of in domino_line.h.
 *
 * Fact to check: two hands of seven can be dealt in 28!/(7! 7! 14!) =
 * 137,680,171,200 ways.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "games/domino_line.h"
#include "parlor/game.h"

enum { SEATS = 4, KINDS = 32 };
enum { PLAYERS, VARIANT, HIGH, HAND, LEAD, LEAVE, TARGET, HANDS, RETURNS };
enum { BLOCK, DRAW_GAME, ALL_FIVES };
enum { HIGHEST, WINNER };
enum { DEAL, WHO, OPEN, DRAWN, SETTLE, PLAY, OVER }; /* up to SETTLE chance moves */
/* A move is 32 * arm + tile, or one of these; then come the codes: a tile that is
 * not seen; who opened with what; who won how much. */
enum { PASS = 28, DRAW = 29, BACK = 128, OPENED = 256, SETTLED = 512, POINTS = 2048 };

typedef struct {
    uint32_t hand[SEATS]; /* 0 if not known */
    uint32_t bones;       /* the boneyard; 0 in a view */
    uint32_t bar[KINDS];  /* tiles that none of a kind is */
    uint32_t from[TILES]; /* kinds that a laid tile may have been of; 0: it is settled */
    domino_line line;
    uint16_t points[SEATS];
    uint16_t target;
    uint8_t size[KINDS]; /* tiles of a kind, with those laid that are not settled */
    uint8_t owner[KINDS];
    uint8_t count[SEATS];
    uint8_t yard;   /* tiles in the boneyard */
    uint8_t kinds;  /* in use */
    uint8_t drew;   /* tiles that the seat to move has drawn in this turn */
    uint8_t passes; /* in a row */
    uint8_t players, variant, tiles, lead, leave, by_points;
    uint8_t each;  /* tiles dealt to a player */
    uint8_t hands; /* still to be played, this one included */
    uint8_t phase;
    int8_t turn; /* who gets a tile, leads or plays */
} block_dominoes;

/* Everything but the settings and the points anew. */
static void begin_hand(block_dominoes *s)
{
    memset(s, 0, offsetof(block_dominoes, points));
    memset(s->size, 0, offsetof(block_dominoes, players) - offsetof(block_dominoes, size));
    line_begin(&s->line, s->variant == ALL_FIVES);
    s->bones = bit(s->tiles) - 1;
    s->yard = s->tiles;
    s->kinds = s->players;
    for (int i = 0; i < s->players; i++) s->owner[i] = (uint8_t)i;
    s->phase = DEAL;
}

static int usual_hand(int players)
{
    return players == 2 ? 7 : 5;
}

/* Who leads is kept in turn where that is settled before the deal. */
static void block_dominoes_init(const pl_game *g, void *p)
{
    block_dominoes *s = p;
    int most = (int)g->arg[HIGH];
    s->players = (uint8_t)g->arg[PLAYERS];
    s->variant = (uint8_t)g->arg[VARIANT];
    s->tiles = (uint8_t)((most + 1) * (most + 2) / 2);
    s->each = (uint8_t)(g->arg[HAND] > 0 ? (int)g->arg[HAND] : usual_hand(s->players));
    s->lead = (uint8_t)g->arg[LEAD];
    s->leave = (uint8_t)g->arg[LEAVE];
    s->target = (uint16_t)g->arg[TARGET];
    s->hands = (uint8_t)g->arg[HANDS];
    s->by_points = g->arg[RETURNS] > 0;
    begin_hand(s);
    if (s->lead == WINNER) s->phase = WHO;
}

static int block_dominoes_turn(const void *p)
{
    const block_dominoes *s = p;
    return s->phase <= SETTLE ? PL_CHANCE : s->phase == OVER ? PL_OVER : s->turn;
}

/* The tile that opens is the highest double or, without one, that with most
 * pips, of several that with the highest number. */
static int opening_rank(int tile)
{
    return is_double(tile) ? 200 + low[tile] : 8 * (low[tile] + high[tile]) + high[tile];
}

static int opening_tile(const block_dominoes *s)
{
    uint32_t held = 0;
    for (int i = 0; i < s->players; i++) held |= s->hand[i];
    int best = pl_lowest(held);
    for (; held; held &= held - 1)
        if (opening_rank(pl_lowest(held)) > opening_rank(best)) best = pl_lowest(held);
    return best;
}

static int holder_of(const block_dominoes *s, int tile)
{
    int i = 0;
    while (i < s->players && !(s->hand[i] & bit(tile))) i++;
    return i;
}

/* The moves of the seat to play as bits; the second word is for all fives. */
static uint64_t plays(const block_dominoes *s, uint64_t *more)
{
    uint32_t hand = s->hand[s->turn], arm[ARMS];
    *more = 0;
    if (!s->line.table) return hand;
    if (!(hand & line_fits(&s->line)))
        return bit(s->variant != BLOCK && s->yard > s->leave ? DRAW : PASS);
    for (int e = 0; e < ARMS; e++)
        arm[e] = line_repeats(&s->line, e) ? 0 : hand & with[s->line.end[e]];
    *more = arm[2] | (uint64_t)arm[3] << 32;
    return arm[0] | (uint64_t)arm[1] << 32;
}

static uint64_t outcomes(const block_dominoes *s)
{
    if (s->phase == WHO) return bit(s->players) - 1;
    if (s->phase == OPEN) return bit(opening_tile(s));
    return s->phase == SETTLE ? 1 : s->bones;
}

static void block_dominoes_wide(const void *p, uint64_t *out)
{
    const block_dominoes *s = p;
    uint64_t more;
    out[0] = plays(s, &more);
    if (s->variant == ALL_FIVES) out[1] = more;
}

static int block_dominoes_moves(const void *p, pl_move *out)
{
    const block_dominoes *s = p;
    uint64_t more = 0;
    int n = pl_list(s->phase == PLAY ? plays(s, &more) : outcomes(s), out);
    for (; more; more &= more - 1) out[n++] = 64 + pl_lowest(more);
    return n;
}

static pl_move block_dominoes_roll(const void *p, pl_rng *r)
{
    uint64_t m = outcomes(p);
    return pl_nth(m, pl_below(r, pl_count(m)));
}

/* A seat gets a tile of the boneyard, which is of this kind. */
static void give(block_dominoes *s, int tile, int kind)
{
    s->hand[s->turn] |= bit(tile);
    s->bones ^= bit(tile);
    s->yard--;
    s->count[s->turn]++;
    s->size[kind]++;
    s->owner[kind] = (uint8_t)s->turn;
}

static void drop_last_kind(block_dominoes *s)
{
    int k = --s->kinds;
    s->size[k] = s->owner[k] = 0;
    s->bar[k] = 0;
}

/* The seat to move has no tile that fits.  What it has drawn in this turn is now
 * of one kind. */
static void cannot_play(block_dominoes *s)
{
    uint32_t fits = line_fits(&s->line);
    for (int k = 0; k < s->kinds; k++)
        if (s->owner[k] == s->turn) s->bar[k] |= fits;
    if (s->drew < 2) return;
    s->size[s->kinds - 2]++;
    drop_last_kind(s);
}

/* A tile leaves the hand of the seat to move.  Who has drawn lays what he drew
 * last: nothing else fits. */
static void take_away(block_dominoes *s, int tile)
{
    uint32_t may = 0;
    s->hand[s->turn] ^= bit(tile);
    s->count[s->turn]--;
    for (int k = 0; k < s->kinds; k++)
        if (s->owner[k] == s->turn && s->size[k] && !(s->bar[k] & bit(tile))) may |= bit(k);
    if (s->drew) drop_last_kind(s);
    else if (may & (may - 1)) s->from[tile] = may;
    else s->size[pl_lowest(may)]--;
}

static void pass_on(block_dominoes *s)
{
    s->turn = (int8_t)(s->turn + 1 == s->players ? 0 : s->turn + 1);
    s->drew = 0;
}

static void lay(block_dominoes *s, pl_move m)
{
    int tile = m & 31, seat = s->turn;
    take_away(s, tile);
    line_lay(&s->line, tile, m >> 5);
    s->passes = 0;
    if (s->variant == ALL_FIVES && line_sum(&s->line) % 5 == 0)
        s->points[seat] = (uint16_t)(s->points[seat] + line_sum(&s->line));
    if (s->count[seat]) pass_on(s);
    else s->phase = SETTLE;
}

/* Nobody has anything higher than what opens. */
static void open_hand(block_dominoes *s, int tile)
{
    uint32_t higher = 0;
    for (int t = 0; t < s->tiles; t++)
        if (opening_rank(t) > opening_rank(tile)) higher |= bit(t);
    for (int i = 0; i < s->players; i++) s->bar[i] = higher;
    s->phase = PLAY;
    s->turn = (int8_t)holder_of(s, tile);
    lay(s, tile);
}

/* Who has fewest pips, or players if that is nobody alone; and what he wins. */
static int winner_of(const block_dominoes *s, int *won)
{
    int best = 0, ties = 0, all = 0, least = 1000;
    for (int i = 0; i < s->players; i++) {
        int mine = pips(s->hand[i]);
        all += mine;
        ties = mine < least ? 0 : ties + (mine == least);
        best = mine < least ? i : best;
        least = mine < least ? mine : least;
    }
    if (!s->count[s->turn]) { /* he is out, and wins though another may have but the 0-0 */
        best = s->turn;
        ties = 0;
    }
    *won = all - 2 * pips(s->hand[best]);
    if (s->variant == ALL_FIVES) *won = (*won + 2) / 5 * 5;
    if (ties) *won = 0;
    return ties ? s->players : best;
}

static void settle(block_dominoes *s)
{
    int won, best = winner_of(s, &won), most = 0;
    if (best < s->players) s->points[best] = (uint16_t)(s->points[best] + won);
    for (int i = 0; i < s->players; i++) most = s->points[i] > most ? s->points[i] : most;
    s->phase = OVER;
    if (--s->hands == 0 || most >= s->target) return;
    begin_hand(s);
    s->turn = (int8_t)(s->lead == WINNER && best < s->players ? best : 0);
    if (s->lead == WINNER && best == s->players) s->phase = WHO;
}

/* Round the table from the leader, or from seat 0; it comes round to him. */
static void deal(block_dominoes *s, int tile)
{
    int dealt = s->tiles - s->yard + 1;
    give(s, tile, s->turn);
    s->turn = (int8_t)(s->turn + 1 == s->players ? 0 : s->turn + 1);
    if (dealt == s->each * s->players) s->phase = s->lead == WINNER ? PLAY : OPEN;
}

static void pass_or_draw(block_dominoes *s, pl_move m)
{
    cannot_play(s);
    if (m == DRAW) {
        s->phase = DRAWN;
        return;
    }
    pass_on(s);
    if (++s->passes == s->players) s->phase = SETTLE;
}

static void block_dominoes_apply(void *p, pl_move m)
{
    block_dominoes *s = p;
    if (s->phase == DEAL) {
        deal(s, m);
    } else if (s->phase == WHO) {
        s->turn = (int8_t)m;
        s->phase = DEAL;
    } else if (s->phase == OPEN) {
        open_hand(s, m);
    } else if (s->phase == DRAWN) {
        give(s, m, s->kinds++);
        s->drew++;
        s->phase = PLAY;
    } else if (s->phase == SETTLE) {
        settle(s);
    } else if (m == PASS || m == DRAW) {
        pass_or_draw(s, m);
    } else {
        lay(s, m);
    }
}

static void block_dominoes_score(const void *p, double *out)
{
    const block_dominoes *s = p;
    int n = s->players, most = 0, best = 0, all = 0;
    for (int i = 0; i < n; i++) {
        all += s->points[i];
        best = s->points[i] > most ? 1 : best + (s->points[i] == most);
        most = s->points[i] > most ? s->points[i] : most;
    }
    for (int i = 0; i < n; i++) {
        if (s->by_points) out[i] = s->points[i] - (double)(all - s->points[i]) / (n - 1);
        else if (best == n) out[i] = 0;
        else out[i] = s->points[i] == most ? 1.0 / best : -1.0 / (n - best);
    }
}

static int block_dominoes_say(const void *p, pl_move m, char *buf, size_t n)
{
    static const char *const arms[] = {":left", ":right", ":up", ":down"};
    const block_dominoes *s = p;
    int tile = m & 31, play = s->phase == PLAY;
    if (m >= SETTLED) {
        int who = (m - SETTLED) / POINTS;
        if (who == s->players) return snprintf(buf, n, "nobody");
        return snprintf(buf, n, "seat%d+%d", who, (m - SETTLED) % POINTS);
    }
    if (m >= OPENED) {
        int seat = (m - OPENED) >> 5;
        return snprintf(buf, n, "seat%d:%d-%d", seat, high[tile % TILES], low[tile % TILES]);
    }
    if (m >= BACK) return snprintf(buf, n, "?");
    if (s->phase == WHO) return snprintf(buf, n, "seat%d", m);
    if (s->phase == SETTLE) return snprintf(buf, n, "settle");
    if (play && m >= PASS && m <= DRAW) return snprintf(buf, n, m == PASS ? "pass" : "draw");
    return snprintf(buf, n, "%d-%d%s", high[tile % TILES], low[tile % TILES],
                    play && s->line.table ? arms[m >> 5 & 3] : "");
}

/* Tiles, the highest number first. */
static void put_tiles(pl_text *out, uint32_t set, const char *gap, const char *mark)
{
    const char *between = "";
    for (; set; set ^= bit(pl_highest(set))) {
        int t = pl_highest(set);
        pl_put(out, "%s%s%d-%d%s", between, mark, high[t], low[t], mark);
        between = gap;
    }
}

/* Tiles that seat surely does not hold. */
static uint32_t barred(const block_dominoes *s, int seat)
{
    uint32_t out = bit(s->tiles) - 1;
    for (int k = 0; k < s->kinds; k++)
        if (s->owner[k] == seat && s->size[k]) out &= s->bar[k];
    return out;
}

/* The numbers of which tiles are left but, as everybody knows, not to seat. */
static void put_lacks(const block_dominoes *s, pl_text *out, int seat, const char *first,
                      const char *gap)
{
    uint32_t left = (bit(s->tiles) - 1) & ~s->line.table, gone = barred(s, seat);
    for (int v = 0; s->count[seat] && v < VALUES; v++) {
        if (!(with[v] & left) || (with[v] & left & ~gone)) continue;
        pl_put(out, "%s%d", first, v);
        first = gap;
    }
}

static int block_dominoes_show(const void *p, char *buf, size_t n)
{
    const block_dominoes *s = p;
    pl_text out = {buf, n, 0};
    line_put(&s->line, &out);
    pl_put(&out, "\nboneyard: %d", s->yard);
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, "\nseat %d, %d points", i, s->points[i]);
        put_lacks(s, &out, i, ", no ", " ");
        pl_put(&out, ":%s", s->hand[i] ? " " : "");
        put_tiles(&out, s->hand[i], " ", "");
        for (int k = 0; !s->hand[i] && k < s->count[i]; k++) pl_put(&out, " ?");
    }
    return (int)out.used;
}

static void block_dominoes_hide(void *p, int seat)
{
    block_dominoes *s = p;
    if (s->phase == OVER) return;
    for (int i = 0; i < SEATS; i++)
        if (i != seat) s->hand[i] = 0;
    s->bones = 0;
}

/* Every unknown tile to a kind of the others or to the boneyard; and those laid
 * that may have been of several kinds each to one, for they take up its room. */
static void block_dominoes_guess(void *p, int seat, pl_rng *r)
{
    block_dominoes *s = p;
    uint32_t may[TILES] = {0}, theirs = 0, own = seat < 0 ? 0 : s->hand[seat];
    uint8_t tile[TILES], to[TILES];
    int want[KINDS + 1] = {0}, n = 0, bones = s->kinds;
    if (s->phase == OVER) return;
    for (int k = 0; k < s->kinds; k++)
        if (s->owner[k] != seat) theirs |= bit(k);
    for (int t = 0; t < s->tiles; t++) {
        int laid = (int)(s->line.table >> t & 1);
        if (laid ? !(s->from[t] & theirs) : (int)(own >> t & 1)) continue;
        may[n] = laid ? s->from[t] : bit(bones);
        for (uint32_t m = laid ? 0 : theirs; m; m &= m - 1)
            if (!(s->bar[pl_lowest(m)] & bit(t))) may[n] |= m & (0 - m);
        tile[n++] = (uint8_t)t;
    }
    want[bones] = n;
    for (uint32_t m = theirs; m; m &= m - 1) {
        want[pl_lowest(m)] = s->size[pl_lowest(m)];
        want[bones] -= want[pl_lowest(m)];
    }
    if (pl_deal(r, n, may, bones + 1, want, to)) return; /* the view is of no game */
    for (int i = 0; i < n; i++) {
        if (s->line.table & bit(tile[i])) continue;
        if (to[i] == bones) s->bones |= bit(tile[i]);
        else s->hand[s->owner[to[i]]] |= bit(tile[i]);
    }
}

static pl_move block_dominoes_seen(const void *p, pl_move m, int seat)
{
    const block_dominoes *s = p;
    int won;
    if (s->phase == OPEN) return OPENED + 32 * holder_of(s, m) + m;
    if (s->phase == SETTLE) return SETTLED + POINTS * winner_of(s, &won) + won;
    return (s->phase == DEAL || s->phase == DRAWN) && s->turn != seat ? BACK : m;
}

/* Bit after bit, a byte each. */
static uint8_t *spread(uint8_t *out, uint32_t bits, int n)
{
    for (int i = 0; i < n; i++) out[i] = bits >> i & 1;
    return out + n;
}

/* Seats are counted from the one that looks. */
static void block_dominoes_tensor(const void *p, int seat, uint8_t *out)
{
    const block_dominoes *s = p;
    int n = s->players;
    out = spread(out, s->hand[seat], s->tiles);
    out = spread(out, s->line.table, s->tiles);
    for (int e = 0; e < ARMS; e++) out = spread(out, bit(s->line.end[e]), VALUES);
    out = spread(out, s->line.twice, ARMS);
    out = spread(out, s->line.bare, ARMS);
    *out++ = s->yard;
    for (int k = 0, i = seat; k < n; k++, i = i + 1 == n ? 0 : i + 1) {
        out[k] = s->count[i];
        out[n + k] = (uint8_t)(s->points[i] < s->target ? s->points[i] * 100 / s->target : 100);
        spread(out + 2 * n + k * s->tiles, barred(s, i), s->tiles);
    }
}

static int block_dominoes_json(const void *p, char *buf, size_t n)
{
    const block_dominoes *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"ends\":[");
    for (int e = 0; e < ARMS; e++)
        pl_put(&out, s->line.end[e] < NONE ? "%s%d" : "%snull", e ? "," : "", s->line.end[e]);
    pl_put(&out, "],\"sum\":%d,\"laid\":[", line_sum(&s->line));
    for (int i = 0; i < TILES && s->line.laid[i]; i++) {
        pl_put(&out, i ? "," : "");
        put_tiles(&out, bit((s->line.laid[i] - 1) & 31), "", "\"");
    }
    pl_put(&out, "],\"boneyard\":%d,\"seats\":[", s->yard);
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, "%s{\"points\":%d,\"tiles\":%d,\"lacks\":[", i ? "," : "", s->points[i],
               s->count[i]);
        put_lacks(s, &out, i, "", ",");
        pl_put(&out, "],\"hand\":[");
        put_tiles(&out, s->hand[i], ",", "\"");
        pl_put(&out, "]}");
    }
    pl_put(&out, "]}");
    return (int)out.used;
}

static const pl_param params[] = {
    {"players", NULL, 2, 2, SEATS, "seats at the table"},
    {"variant", "block|draw|all_fives", 0, 0, 2, "which of the games"},
    {"high", NULL, 2, 6, VALUES - 1, "the highest number on a tile"},
    {"hand", NULL, 0, 0, 7,
     "tiles dealt to each, at least two; 0: seven to two players, else five"},
    {"lead", "highest|winner", 0, 0, 1,
     "a hand is opened with the highest double, or by who won the last"},
    {"leave", NULL, 0, 2, 2, "tiles of the boneyard that are never drawn"},
    {"target", NULL, 1, 100, 1000, "points that end the game, after a hand"},
    {"hands", NULL, 1, 50, 200, "the most hands that are played"},
    {"returns", "win|points", 0, 0, 1,
     "what is scored: winning, or the points ahead of the others"},
    {0},
};

/* A hand: it is dealt and opened; all tiles are laid or drawn, after each all others pass;
 * at the end all do. */
static int longest_hand(int players, int tiles, int dealt)
{
    return dealt + 1 + tiles * players + 2 * (tiles - dealt) + players + 1;
}

static const char *block_dominoes_tune(pl_game *g)
{
    int n = (int)g->arg[PLAYERS], most = (int)g->arg[HIGH], tiles = (most + 1) * (most + 2) / 2;
    int dealt = n * (g->arg[HAND] > 0 ? (int)g->arg[HAND] : usual_hand(n));
    int five = (int)g->arg[VARIANT] == ALL_FIVES, hands = (int)g->arg[HANDS];
    if (dealt == n) return "hand must be 0, for the usual one, or at least 2";
    if (2 * n > tiles) return "the set has but six tiles with high=2, so players must be at most 3";
    if (dealt > tiles)
        return "players times hand must be at most (high+1)*(high+2)/2, the tiles of the set, so hand "
               "must be less (hand=0 stands for seven with two players, else five)";
    g->players = n;
    g->chances = tiles > n ? tiles : n;
    g->actions = five ? 32 * ARMS : 64;
    g->max_moves = 2 * tiles;
    g->max_plies = hands * longest_hand(n, tiles, dealt);
    g->hi = g->arg[RETURNS] > 0 ? g->arg[TARGET] + 168 + (five ? 35 * tiles : 0) : 1;
    g->lo = -g->hi;
    g->parts[0].dim[0] = g->parts[1].dim[0] = g->parts[8].dim[1] = g->parts[5].unit = tiles;
    g->parts[6].dim[0] = g->parts[7].dim[0] = g->parts[8].dim[0] = n;
    return NULL;
}

#define PL_FAST block_dominoes
#include "parlor/fast.h"
const pl_game pl_block_dominoes = {
    .abi = PL_ABI,
    .name = "block_dominoes",
    .about = "Dominoes: the block game, the draw game and all fives",
    .rules = "Everybody is dealt seven tiles of a double-six set (three or four players: five);\n"
             "the rest is the boneyard.  Who has the highest double opens with it or, where\n"
             "nobody has one, who has the tile of most pips.  With lead=winner chance says who\n"
             "leads, with any tile, and later who won the last hand does.\n"
             "In turn a player lays a tile at an open end, equal numbers touching.  Who can\n"
             "must.  In the block game who cannot passes.  In the draw game he draws until a\n"
             "tile fits, and passes if the boneyard is down to what is left alone.\n"
             "Who has laid his last tile wins what the others have in pips.  If all pass in a\n"
             "row, who alone has fewest pips wins the others' less his own.  The game ends\n"
             "after the hand in which somebody reaches the target, and most points win.\n"
             "All fives is the draw game with more to win: who makes the open ends add up to\n"
             "a multiple of five scores it, a double counting twice.  The first double, the\n"
             "spinner, has four sides, the last two open once both others are covered, and\n"
             "counting once begun.  What a hand wins is rounded to fives.\n"
             "Winners share 1 and losers share -1; with returns=points a player scores his\n"
             "points less the mean of the others'.\n"
             "Hidden: the others' tiles and the boneyard.",
    .players = 2,
    .state_size = sizeof(block_dominoes),
    .traits = PL_ZERO_SUM,
    .params = params,
    .parts = {{"hand", "tile", {TILES}, 1},
              {"table", "tile", {TILES}, 1},
              {"ends", "arm,number", {ARMS, VALUES}, 1},
              {"double", "arm", {ARMS}, 1},
              {"bare", "arm", {ARMS}, 1},
              {"boneyard", "tiles", {1}, TILES},
              {"count", "seat", {2}, TILES},
              {"points", "seat", {2}, 100},
              {"barred", "seat,tile", {2, TILES}, 1}},
    .tune = block_dominoes_tune,
    .init = block_dominoes_init,
    .turn = block_dominoes_turn,
    .moves = block_dominoes_moves,
    .wide = block_dominoes_wide,
    .roll = block_dominoes_roll,
    .apply = block_dominoes_apply,
    .score = block_dominoes_score,
    .say = block_dominoes_say,
    .show = block_dominoes_show,
    .hide = block_dominoes_hide,
    .guess = block_dominoes_guess,
    .seen = block_dominoes_seen,
    .tensor = block_dominoes_tensor,
    .json = block_dominoes_json,
    PL_LOOPS(block_dominoes),
};
