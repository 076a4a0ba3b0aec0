/* goofspiel.c -- Goofspiel, the game of pure strategy (Merrill Flood, 1930s).
 *
 * Bids are made at once, that is in seat order and hidden; the last one of a
 * trick turns them up.  When one card is left in every hand it plays itself.
 *
 * Fact to check: with 4 cards, prizes descending and only the winners told,
 * there are 1,077 histories, 162 information sets, and uniform play can be
 * exploited by 17/12.
 */
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

enum { SEATS = 5, CARDS = 13, TRICKS = CARDS - 1 }; /* TRICKS with bids to keep */
enum { RANDOM, ASCENDING, DESCENDING };             /* the words of the parameter order */
enum { PLAYERS, DECK, ORDER, INFO, TIES, RETURNS };
enum { FAIR_TRIES = 20000, MOST_TRIES = 100000 }; /* of a guess of two hands */
enum { PART = 60 }; /* points are kept in 60ths, which 2, 3, 4 and 5 divide */
/* Codes: a hidden bid; from REVEAL on, what the last bid of a trick turned up. */
enum { HIDDEN = 16, REVEAL = 32 };

typedef struct {
    uint16_t hand;       /* bit c: holds card c+1; 0 not known */
    uint8_t bid[TRICKS]; /* card c as c+1; 0 not made, or not known */
} player;

typedef struct {
    player seat[SEATS];
    uint16_t points[SEATS];
    uint16_t prizes;      /* bit c: prize c+1 is to come */
    uint8_t prize[CARDS]; /* of each trick, 0 to come */
    uint8_t won[CARDS];   /* of each trick: bit i, seat i took (a share of) the prize */
    uint8_t players, cards, order, secret, split, by_points;
    uint8_t trick;
    int8_t turn;
} goofspiel;

/* Lay out the next prize, or leave it to chance. */
static void next_prize(goofspiel *s, int order)
{
    s->turn = PL_CHANCE;
    if (order == RANDOM) return;
    int m = order == ASCENDING ? pl_lowest(s->prizes) : pl_highest(s->prizes);
    s->prize[s->trick] = (uint8_t)(m + 1);
    s->prizes ^= (uint16_t)(1 << m);
    s->turn = 0;
}

static void goofspiel_init(const pl_game *g, void *p)
{
    goofspiel *s = p;
    s->players = (uint8_t)g->arg[PLAYERS];
    s->cards = (uint8_t)g->arg[DECK];
    s->order = (uint8_t)g->arg[ORDER];
    s->secret = g->arg[INFO] > 0;
    s->split = g->arg[TIES] > 0;
    s->by_points = g->arg[RETURNS] > 0;
    s->prizes = (uint16_t)((1 << s->cards) - 1);
    for (int i = 0; i < s->players; i++) s->seat[i].hand = s->prizes;
    next_prize(s, s->order);
}

static int goofspiel_turn(const void *p)
{
    return ((const goofspiel *)p)->turn;
}

static uint64_t goofspiel_legal(const void *p)
{
    const goofspiel *s = p;
    return s->turn < 0 ? s->prizes : s->seat[s->turn].hand;
}

static int goofspiel_moves(const void *p, pl_move *out)
{
    return pl_list(goofspiel_legal(p), out);
}

/* Who gets the prize if these seats bid highest: nobody, if they tie. */
static int takers(const goofspiel *s, int top)
{
    return s->split || !(top & (top - 1)) ? top : 0;
}

static int highest(const uint8_t *bid, int n)
{
    int best = 0, top = 0;
    for (int i = 0; i < n; i++) {
        top = (bid[i] > best ? 0 : top) | (bid[i] >= best) << i;
        best = bid[i] > best ? bid[i] : best;
    }
    return top;
}

static void award(goofspiel *s, const uint8_t *bid)
{
    static const uint8_t share[SEATS + 1] = {0, PART, PART / 2, PART / 3, PART / 4, PART / 5};
    int set = takers(s, highest(bid, s->players));
    int each = s->prize[s->trick] * share[pl_count((unsigned)set)];
    for (int i = 0; i < s->players; i++)
        s->points[i] = (uint16_t)(s->points[i] + (set >> i & 1) * each);
    s->won[s->trick++] = (uint8_t)set;
}

/* The last card of every hand goes for the last prize; the hands keep it. */
static void play_last(goofspiel *s)
{
    uint8_t bid[SEATS];
    next_prize(s, DESCENDING);
    for (int i = 0; i < s->players; i++) bid[i] = (uint8_t)(pl_lowest(s->seat[i].hand) + 1);
    award(s, bid);
}

static void end_trick(goofspiel *s)
{
    uint8_t bid[SEATS];
    for (int i = 0; i < s->players; i++) bid[i] = s->seat[i].bid[s->trick];
    award(s, bid);
    if (s->trick + 1 == s->cards) play_last(s);
    if (s->trick == s->cards) s->turn = PL_OVER;
    else next_prize(s, s->order);
}

static void goofspiel_apply(void *p, pl_move m)
{
    goofspiel *s = p;
    if (s->turn == PL_CHANCE) {
        s->prize[s->trick] = (uint8_t)(m + 1);
        s->prizes ^= (uint16_t)(1 << m);
        s->turn = 0;
        return;
    }
    player *one = &s->seat[s->turn++];
    one->bid[s->trick] = (uint8_t)(m + 1);
    one->hand ^= (uint16_t)(1 << m);
    if (s->turn == s->players) end_trick(s);
}

static void goofspiel_score(const void *p, double *out)
{
    const goofspiel *s = p;
    int n = s->players, best = 0, sum = 0, winners = 0;
    for (int i = 0; i < n; i++) {
        winners = s->points[i] > best ? 1 : winners + (s->points[i] == best);
        best = s->points[i] > best ? s->points[i] : best;
        sum += s->points[i];
    }
    for (int i = 0; i < n; i++) {
        double others = (double)(sum - s->points[i]) / (n - 1);
        if (s->by_points) out[i] = (s->points[i] - others) / PART;
        else if (winners == n) out[i] = 0;
        else out[i] = s->points[i] == best ? 1.0 / winners : -1.0 / (n - winners);
    }
}

/* "nobody", "seat1", "seat0+seat2" */
static void put_takers(pl_text *out, int set)
{
    const char *gap = "";
    if (!set) pl_put(out, "nobody");
    for (int i = 0; i < SEATS; i++) {
        if (!(set >> i & 1)) continue;
        pl_put(out, "%sseat%d", gap, i);
        gap = "+";
    }
}

static int goofspiel_say(const void *p, pl_move m, char *buf, size_t n)
{
    const goofspiel *s = p;
    pl_text out = {buf, n, 0};
    int code = m - REVEAL;
    if (m < CARDS) return snprintf(buf, n, "%d", m + 1);
    if (m < REVEAL) return snprintf(buf, n, "?");
    if (s->secret) {
        if (code >> SEATS) pl_put(&out, "%d:", code >> SEATS);
        put_takers(&out, code & ((1 << SEATS) - 1));
    }
    for (int i = 0; !s->secret && i < s->players; i++)
        pl_put(&out, "%s%d", i ? "/" : "", code >> 4 * i & 15);
    return (int)out.used;
}

static void put_hand(pl_text *out, int hand, const char *gap)
{
    for (int c = 0, first = 1; c < CARDS; c++) {
        if (!(hand >> c & 1)) continue;
        pl_put(out, "%s%d", first ? "" : gap, c + 1);
        first = 0;
    }
}

/* Tricks that do not play themselves: all but the last, or the only one. */
static int by_hand(int cards)
{
    return cards > 1 ? cards - 1 : 1;
}

/* How many bids seat has made. */
static int bids_made(const goofspiel *s, int seat)
{
    int most = by_hand(s->cards);
    return (s->trick < most ? s->trick : most) + (seat < s->turn);
}

static int goofspiel_show(const void *p, char *buf, size_t n)
{
    const goofspiel *s = p;
    pl_text out = {buf, n, 0};
    for (int k = 0; k < s->cards && s->prize[k]; k++) {
        pl_put(&out, "prize %d", s->prize[k]);
        if (k < s->trick) pl_put(&out, " to ");
        if (k < s->trick) put_takers(&out, s->won[k]);
        pl_put(&out, "\n");
    }
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, "seat %d: %g points, hand ", i, (double)s->points[i] / PART);
        if (s->seat[i].hand) put_hand(&out, s->seat[i].hand, " ");
        else pl_put(&out, "?");
        pl_put(&out, ", bids");
        for (int k = 0; k < bids_made(s, i); k++)
            pl_put(&out, s->seat[i].bid[k] ? " %d" : " ?", s->seat[i].bid[k]);
        pl_put(&out, "%s", i + 1 < s->players ? "\n" : "");
    }
    return (int)out.used;
}

static void goofspiel_hide(void *p, int seat)
{
    goofspiel *s = p;
    if (s->turn == PL_OVER) return;
    for (int i = 0; i < s->players; i++) {
        player *one = &s->seat[i];
        if (i == seat) continue;
        if (s->secret) {
            *one = (player){0};
        } else if (i < s->turn && one->bid[s->trick]) {
            one->hand |= (uint16_t)(1 << (one->bid[s->trick] - 1));
            one->bid[s->trick] = 0;
        }
    }
}

static void lay(player *one, int trick, int card)
{
    one->bid[trick] = (uint8_t)(card + 1);
    one->hand ^= (uint16_t)(1 << card);
}

static void lay_any(player *one, int trick, uint64_t cards, pl_rng *r)
{
    lay(one, trick, pl_nth(cards, pl_below(r, pl_count(cards))));
}

/* The cards, of all there are, with which seat makes a trick end as announced,
 * the others bidding as they did. */
static int fitting(const goofspiel *s, int trick, int seat)
{
    int best = 0, top = 0, all = (1 << s->cards) - 1, own = 1 << seat, won = s->won[trick], fit = 0;
    for (int i = 0; i < s->players; i++) {
        int bid = i == seat ? 0 : s->seat[i].bid[trick];
        top = (bid > best ? 0 : top) | (i != seat && bid >= best) << i;
        best = bid > best ? bid : best;
    }
    if (takers(s, top) == won) fit |= (1 << (best - 1)) - 1;
    if (takers(s, top | own) == won) fit |= 1 << (best - 1);
    if (own == won) fit |= all & ~((1 << best) - 1);
    return fit;
}

/* One hidden hand, exactly.  ways[u] is the weight of all that can follow once
 * the cards u are played.  The last to bid is seen to choose among the cards
 * that fit; whoever bids earlier chooses among all of his. */
static void guess_one(goofspiel *s, int seat, pl_rng *r)
{
    double ways[1 << CARDS];
    int fit[TRICKS], all = (1 << s->cards) - 1, last = seat == s->players - 1;
    for (int k = 0; k < s->trick; k++) fit[k] = fitting(s, k, seat);
    for (int u = all; u >= 0; u--) {
        int k = pl_count((unsigned)u), open = k < s->trick ? fit[k] & ~u : 0;
        ways[u] = k == s->trick;
        for (int m = open; m; m &= m - 1) ways[u] += ways[u | (m & -m)];
        if (last && open) ways[u] /= pl_count((unsigned)open);
    }
    for (int k = 0, u = 0; k < s->trick; k++) {
        double sum = 0;
        int card = 0;
        for (int m = fit[k] & ~u; m; m &= m - 1) {
            double w = ways[u | (m & -m)];
            sum += w;
            if (w > 0 && pl_unit(r) * sum < w) card = pl_lowest((unsigned)m);
        }
        lay(&s->seat[seat], k, card);
        u |= 1 << card;
    }
}

static void take_back(goofspiel *s, int hidden)
{
    for (int i = 0; i < s->players; i++) {
        if (!(hidden >> i & 1)) continue;
        s->seat[i] = (player){0};
        s->seat[i].hand = (uint16_t)((1 << s->cards) - 1);
    }
}

/* Both hands of two, by trial: the first bids at random, the last chooses among
 * the cards that fit.  What gets through has exactly the right weight, unless
 * the first is careful not to bid what the other could not answer. */
static int try_both(goofspiel *s, int careful, pl_rng *r)
{
    player *first = &s->seat[0], *last = &s->seat[1];
    take_back(s, 3);
    for (int k = 0; k < s->trick; k++) {
        unsigned open = first->hand;
        for (unsigned m = careful ? open : 0; m; m &= m - 1) {
            first->bid[k] = (uint8_t)(pl_lowest(m) + 1);
            if (!(fitting(s, k, 1) & last->hand)) open ^= m & (0 - m);
        }
        if (!open) return 0;
        lay_any(first, k, open, r);
        unsigned fit = (unsigned)fitting(s, k, 1) & last->hand;
        if (!fit) return 0;
        lay_any(last, k, fit, r);
    }
    return 1;
}

/* One hidden hand is exact, and so is a spectator's guess of both, but for what
 * was announced against such odds that thousands of trials do not meet it: then
 * the world fits, with its weight only roughly. */
static void guess_past(goofspiel *s, int hidden, pl_rng *r)
{
    int tries = 0;
    if (hidden & (hidden - 1)) {
        while (tries < MOST_TRIES && !try_both(s, tries >= FAIR_TRIES, r)) tries++;
    } else {
        take_back(s, hidden);
        guess_one(s, pl_lowest((unsigned)hidden), r);
    }
}

static void goofspiel_guess(void *p, int seat, pl_rng *r)
{
    goofspiel *s = p;
    int hidden = (1 << s->players) - 1;
    if (seat >= 0) hidden &= ~(1 << seat);
    if (s->turn == PL_OVER) return;
    if (s->secret) guess_past(s, hidden, r);
    for (int i = 0; i < s->turn; i++)
        if (i != seat) lay_any(&s->seat[i], s->trick, s->seat[i].hand, r);
}

static pl_move goofspiel_seen(const void *p, pl_move m, int seat)
{
    const goofspiel *s = p;
    uint8_t bid[SEATS];
    int last = s->players - 1, code = REVEAL;
    if (s->turn == PL_CHANCE) return m;
    if (s->turn < last) return s->turn == seat ? m : HIDDEN;
    for (int i = 0; i < s->players; i++)
        bid[i] = i == last ? (uint8_t)(m + 1) : s->seat[i].bid[s->trick];
    if (s->secret)
        return code + takers(s, highest(bid, s->players)) + (seat == last ? (m + 1) << SEATS : 0);
    for (int i = 0; i <= last; i++) code += bid[i] << 4 * i;
    return code;
}

/* Bit after bit, a byte each. */
static uint8_t *spread(uint8_t *out, unsigned bits, int n)
{
    for (int i = 0; i < n; i++) out[i] = bits >> i & 1;
    return out + n;
}

static void goofspiel_tensor(const void *p, int seat, uint8_t *out)
{
    const goofspiel *s = p;
    int n = s->players, cards = s->cards, tricks = by_hand(cards);
    out = spread(out, 1u << seat, n);
    for (int i = 0; i < n; i++) out = spread(out, s->seat[i].hand, cards);
    for (int k = 0; k < tricks; k++) out = spread(out, s->won[k], n);
    memcpy(out, s->prize, (size_t)tricks);
    for (int i = 0; i < n; i++) memcpy(out += tricks, s->seat[i].bid, (size_t)tricks);
}

/* Cards, with null for those not known. */
static void put_list(pl_text *out, const uint8_t *list, int count)
{
    for (int k = 0; k < count; k++) pl_put(out, list[k] ? "%s%d" : "%snull", k ? "," : "", list[k]);
}

static int goofspiel_json(const void *p, char *buf, size_t n)
{
    const goofspiel *s = p;
    pl_text out = {buf, n, 0};
    int laid = s->trick + (s->trick < s->cards && s->prize[s->trick]);
    pl_put(&out, "{\"prizes\":[");
    put_list(&out, s->prize, laid);
    pl_put(&out, "],\"takers\":[");
    for (int k = 0; k < s->trick; k++) {
        pl_put(&out, "%s\"", k ? "," : "");
        put_takers(&out, s->won[k]);
        pl_put(&out, "\"");
    }
    pl_put(&out, "],\"seats\":[");
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, "%s{\"points\":", i ? "," : "");
        pl_put_number(&out, (double)s->points[i] / PART);
        pl_put(&out, ",\"hand\":[");
        put_hand(&out, s->seat[i].hand, ",");
        pl_put(&out, "],\"bids\":[");
        put_list(&out, s->seat[i].bid, bids_made(s, i));
        pl_put(&out, "]}");
    }
    pl_put(&out, "]}");
    return (int)out.used;
}

static const char *goofspiel_tune(pl_game *g)
{
    int n = (int)g->arg[PLAYERS], cards = (int)g->arg[DECK], tricks = by_hand(cards);
    int chance = (int)g->arg[ORDER] == RANDOM;
    g->players = n;
    if (g->arg[INFO] > 0 && n > 2) g->guess = NULL; /* a belief is exact where trials are not */
    g->actions = g->max_moves = cards;
    g->chances = chance ? cards : 0;
    g->max_plies = tricks * (n + chance);
    g->hi = g->arg[RETURNS] > 0 ? cards * (cards + 1) / 2 : 1;
    g->lo = g->arg[RETURNS] > 0 ? -g->hi / (n - 1) : -1;
    g->parts[0].dim[0] = g->parts[1].dim[0] = g->parts[2].dim[1] = g->parts[4].dim[0] = n;
    g->parts[1].dim[1] = g->parts[3].unit = g->parts[4].unit = cards;
    g->parts[2].dim[0] = g->parts[3].dim[0] = g->parts[4].dim[1] = tricks;
    return NULL;
}

static const pl_param params[] = {
    {"players", NULL, 2, 2, SEATS, "seats at the table"},
    {"cards", NULL, 1, 13, CARDS, "cards in every hand, and prizes"},
    {"order", "random|ascending|descending", 0, 0, 2, "in which the prizes come"},
    {"info", "perfect|winner", 0, 0, 1, "winner: only who takes a prize is told, not the bids"},
    {"ties", "discard|split", 0, 0, 1, "what becomes of a prize when the highest bids tie"},
    {"returns", "win|points", 0, 0, 1,
     "what is scored: winning, or the points ahead of the others"},
    {0},
};

#define PL_FAST goofspiel
#include "parlor/fast.h"
const pl_game pl_goofspiel = {
    .abi = PL_ABI,
    .name = "goofspiel",
    .about = "Goofspiel: bid your cards, each once, for prizes",
    .rules = "Every player has the cards 1 to K, and so has the pile of prizes.  A prize is\n"
             "turned up; all bid one card at once; the highest bid takes the prize, worth its\n"
             "number in points, and the cards bid are gone.  If the highest bids tie, the\n"
             "prize is discarded, or (ties=split) shared among them.  The last card of every\n"
             "hand plays itself.\n"
             "Most points win: the winners share 1, the losers share -1, and if all have the\n"
             "same it is 0.  With returns=points a player scores his points less the mean of\n"
             "the others'.\n"
             "Hidden: the bids, until all are made.  With info=winner they stay hidden\n"
             "until the game is over, and only who takes the prize (nobody, if it is\n"
             "discarded) is told.",
    .players = 2,
    .state_size = sizeof(goofspiel),
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_RECALL | PL_LOSSLESS,
    .params = params,
    .parts = {{"seat", "seat", {2}, 1},
              {"hand", "seat,card", {2, 13}, 1},
              {"won", "trick,seat", {12, 2}, 1},
              {"prize", "trick", {12}, 13},
              {"bid", "seat,trick", {2, 12}, 13}},
    .tune = goofspiel_tune,
    .init = goofspiel_init,
    .turn = goofspiel_turn,
    .moves = goofspiel_moves,
    .legal = goofspiel_legal,
    .apply = goofspiel_apply,
    .score = goofspiel_score,
    .say = goofspiel_say,
    .show = goofspiel_show,
    .hide = goofspiel_hide,
    .guess = goofspiel_guess,
    .seen = goofspiel_seen,
    .tensor = goofspiel_tensor,
    .json = goofspiel_json,
    PL_LOOPS(goofspiel),
};
