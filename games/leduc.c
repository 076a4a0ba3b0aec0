/* leduc.c -- Leduc hold'em (Southey et al., 2005): poker with a board card.
 *
 * Fact to check: with two players and six suited cards there are 9,457
 * histories and 936 information sets; with the suits collapsed, 288.
 */
#include <stdio.h>

#include "parlor/game.h"

enum { FOLD, CALL, RAISE };
enum { SEATS = 10, CARDS = 2 * (SEATS + 1), HIDDEN = CARDS };
enum { MOST_RAISES = 2 }; /* in one round */
enum { PLAYERS, SUITS };

typedef struct {
    uint64_t acts[2];    /* of each round: two bits an act, the first lowest */
    uint32_t deck;       /* bit c: card c is not dealt; 0 in a view */
    uint8_t card[SEATS]; /* card c as c+1; 0 not dealt, or not known */
    uint16_t in;         /* bit i: seat i has not folded */
    uint8_t paid[SEATS];
    uint8_t board; /* as card; 0 until it is dealt */
    uint8_t players, collapsed, dealt;
    int8_t turn;
    uint8_t stake, round, raises; /* gcc joins stake and raises, slowly, side by side */
    uint8_t left;                 /* acts to come if nobody raises any more */
    uint8_t length[2];            /* acts of each round */
    uint8_t spare[3];
} leduc;

static const char ranks[] = "3456789TJQK";
static const char *const act_names[] = {"fold", "call", "raise"};

static void leduc_init(const pl_game *g, void *p)
{
    leduc *s = p;
    s->players = s->left = (uint8_t)g->arg[PLAYERS];
    s->collapsed = g->arg[SUITS] > 0;
    s->in = (uint16_t)((1 << s->players) - 1);
    s->deck = (4u << 2 * s->players) - 1;
    s->stake = 1;
    for (int i = 0; i < s->players; i++) s->paid[i] = 1;
    s->turn = PL_CHANCE;
}

static int leduc_turn(const void *p)
{
    return ((const leduc *)p)->turn;
}

static uint64_t leduc_legal(const void *p)
{
    const leduc *s = p;
    if (s->turn < 0) {
        if (s->turn == PL_OVER) return 0;
        return s->collapsed ? pl_gather(s->deck | s->deck >> 1, 0x155555) : s->deck;
    }
    return (unsigned)(s->paid[s->turn] < s->stake) << FOLD | 1u << CALL |
           (unsigned)(s->raises < MOST_RAISES) << RAISE;
}

static int leduc_moves(const void *p, pl_move *out)
{
    return pl_list(leduc_legal(p), out);
}

static double leduc_odds(const void *p, pl_move m)
{
    const leduc *s = p;
    int copies = s->collapsed ? pl_count(s->deck >> 2 * m & 3) : 1;
    return (double)copies / pl_count(s->deck);
}

static pl_move leduc_roll(const void *p, pl_rng *r)
{
    const leduc *s = p;
    return pl_nth(s->deck, pl_below(r, pl_count(s->deck))) >> s->collapsed;
}

/* Take outcome m from the deck; the card's byte.  Collapsed, every card counts
 * as the first of its rank, and which of the two copies is left does not tell. */
static uint8_t take(leduc *s, pl_move m)
{
    if (!s->collapsed) {
        s->deck ^= 1u << m;
        return (uint8_t)(m + 1);
    }
    uint32_t pair = s->deck & 3u << 2 * m;
    s->deck ^= pair & (0 - pair);
    return (uint8_t)(2 * m + 1);
}

static void deal(leduc *s, pl_move m)
{
    uint8_t card = take(s, m);
    if (s->round) {
        s->board = card;
        s->turn = (int8_t)pl_lowest(s->in);
        return;
    }
    s->card[s->dealt++] = card;
    if (s->dealt == s->players) s->turn = 0;
}

/* The next seat still in. */
static int8_t after(const leduc *s)
{
    unsigned later = s->in & ~0u << s->turn << 1;
    return (int8_t)pl_lowest(later ? later : s->in);
}

static void end_round(leduc *s)
{
    s->turn = s->round ? PL_OVER : PL_CHANCE;
    s->round = 1;
    s->raises = 0;
    s->left = (uint8_t)pl_count(s->in);
}

static void leduc_apply(void *p, pl_move m)
{
    leduc *s = p;
    if (s->turn == PL_CHANCE) {
        deal(s, m);
        return;
    }
    int raises = m == RAISE, folds = m == FOLD; /* in sums: nobody can predict the branches */
    s->acts[s->round] |= (uint64_t)m << 2 * s->length[s->round]++;
    s->in ^= (uint16_t)(folds << s->turn);
    s->stake = (uint8_t)(s->stake + (2 * raises << s->round));
    s->raises = (uint8_t)(s->raises + raises);
    s->left = (uint8_t)((raises ? pl_count(s->in) : s->left) - 1);
    s->paid[s->turn] = folds ? s->paid[s->turn] : s->stake;
    if (!(s->in & (s->in - 1))) s->turn = PL_OVER;
    else if (s->left) s->turn = after(s);
    else end_round(s);
}

/* Cards against the board: a pair beats any rank, a folded hand is 0, and one
 * still in is more, even where a view hides its card. */
static int strength(const leduc *s, int seat)
{
    int rank = (s->card[seat] + 1) / 2, pair = rank == (s->board + 1) / 2;
    return (s->in >> seat & 1) * (1 + rank + pair * CARDS);
}

static int winners(const leduc *s)
{
    int best = 0, set = 0;
    for (int i = 0; i < s->players; i++) {
        int x = strength(s, i);
        set = (x > best ? 0 : set) | (x >= best) << i;
        best = x > best ? x : best;
    }
    return set;
}

static int pot(const leduc *s)
{
    int sum = 0;
    for (int i = 0; i < s->players; i++) sum += s->paid[i];
    return sum;
}

static void leduc_score(const void *p, double *out)
{
    const leduc *s = p;
    int set = winners(s);
    double share = (double)pot(s) / pl_count((uint64_t)set);
    for (int i = 0; i < s->players; i++) out[i] = (set >> i & 1 ? share : 0) - s->paid[i];
}

/* A card's name, "Ks", "K" or "?". */
static const char *name(const leduc *s, int c, char *buf)
{
    buf[0] = c ? ranks[SEATS - s->players + (c - 1) / 2] : '?';
    buf[1] = "sh"[(c + 1) % 2];
    buf[s->collapsed || !c ? 1 : 2] = 0;
    return buf;
}

static int leduc_say(const void *p, pl_move m, char *buf, size_t n)
{
    const leduc *s = p;
    char t[3];
    if (s->turn != PL_CHANCE) return snprintf(buf, n, "%s", m <= RAISE ? act_names[m] : "?");
    return snprintf(buf, n, "%s", name(s, m == HIDDEN ? 0 : (m << s->collapsed) + 1, t));
}

/* The acts of a round in order. */
static void put_acts(const leduc *s, int round, pl_text *out)
{
    for (int i = 0; i < s->length[round]; i++)
        pl_put(out, " %s", act_names[s->acts[round] >> 2 * i & 3]);
}

/* A line a seat, then the board and the bets of each round. */
static int leduc_show(const void *p, char *buf, size_t n)
{
    const leduc *s = p;
    pl_text out = {buf, n, 0};
    char c[3];
    for (int i = 0; i < s->players; i++)
        pl_put(&out, "seat %d: %s, paid %d%s\n", i, i < s->dealt ? name(s, s->card[i], c) : "-",
               s->paid[i], s->in >> i & 1 ? "" : ", folded");
    pl_put(&out, "pot %d, first round:", pot(s));
    put_acts(s, 0, &out);
    if (!s->board) return (int)out.used;
    pl_put(&out, "\nboard %s, second round:", name(s, s->board, c));
    put_acts(s, 1, &out);
    return (int)out.used;
}

/* A showdown shows the cards of those still in; where all but one folded there
 * is none. */
static int shown(const leduc *s)
{
    return s->turn == PL_OVER && (s->in & (s->in - 1)) ? s->in : 0;
}

static void leduc_hide(void *p, int seat)
{
    leduc *s = p;
    int up = shown(s);
    for (int i = 0; i < SEATS; i++)
        if (i != seat && !(up >> i & 1)) s->card[i] = 0;
    s->deck = 0;
}

static void leduc_guess(void *p, int seat, pl_rng *r)
{
    leduc *s = p;
    (void)seat;
    s->deck = (4u << 2 * s->players) - 1;
    if (s->board) take(s, (s->board - 1) >> s->collapsed);
    for (int i = 0; i < s->dealt; i++)
        if (s->card[i]) take(s, (s->card[i] - 1) >> s->collapsed);
    for (int i = 0; i < s->dealt; i++)
        if (!s->card[i]) s->card[i] = take(s, leduc_roll(s, r));
}

static pl_move leduc_seen(const void *p, pl_move m, int seat)
{
    const leduc *s = p;
    return s->turn == PL_CHANCE && !s->round && s->dealt != seat ? HIDDEN : m;
}

static void leduc_tensor(const void *p, int seat, uint8_t *out)
{
    const leduc *s = p;
    int cards = (s->players + 1) << !s->collapsed, acts = 3 * s->players - 2;
    for (int i = 0; i < 2 * cards + 2 * acts * 3; i++) out[i] = 0;
    if (s->card[seat]) out[(s->card[seat] - 1) >> s->collapsed] = 1;
    if (s->board) out[cards + ((s->board - 1) >> s->collapsed)] = 1;
    out += 2 * cards;
    for (int k = 0; k < 2; k++, out += 3 * acts)
        for (int i = 0; i < s->length[k]; i++) out[3 * i + (int)(s->acts[k] >> 2 * i & 3)] = 1;
}

/* The acts of a round as letters. */
static void put_letters(const leduc *s, int round, pl_text *out)
{
    for (int i = 0; i < s->length[round]; i++)
        pl_put(out, "%c", "fcr"[s->acts[round] >> 2 * i & 3]);
}

static int leduc_json(const void *p, char *buf, size_t n)
{
    const leduc *s = p;
    pl_text out = {buf, n, 0};
    char c[3];
    pl_put(&out, "{\"cards\":[");
    for (int i = 0; i < s->dealt; i++)
        pl_put(&out, "%s\"%s\"", i ? "," : "", name(s, s->card[i], c));
    pl_put(&out, "],\"board\":\"%s\",\"acts\":[\"", s->board ? name(s, s->board, c) : "");
    put_letters(s, 0, &out);
    pl_put(&out, "\",\"");
    put_letters(s, 1, &out);
    pl_put(&out, "\"],\"paid\":[");
    for (int i = 0; i < s->players; i++) pl_put(&out, "%s%d", i ? "," : "", s->paid[i]);
    pl_put(&out, "],\"pot\":%d}", pot(s));
    return (int)out.used;
}

static const char *leduc_tune(pl_game *g)
{
    int n = (int)g->arg[PLAYERS], suits = g->arg[SUITS] > 0 ? 1 : 2, acts = 3 * n - 2;
    g->players = n;
    g->chances = (n + 1) * suits;
    g->max_moves = g->chances > 3 ? g->chances : 3;
    g->max_plies = n + 1 + 2 * acts;
    g->hi = 13 * (n - 1);
    for (int i = 0; i < 2; i++) {
        g->parts[i].dim[0] = n + 1;
        g->parts[i].dim[1] = suits;
    }
    g->parts[2].dim[1] = acts;
    return NULL;
}

static const pl_param params[] = {
    {"players", NULL, 2, 2, SEATS, "seats at the table; one rank more than that is used"},
    {"suits", "kept|collapsed", 0, 0, 1, "collapsed: the two cards of a rank look the same"},
    {0},
};

#define PL_FAST leduc
#include "parlor/fast.h"
const pl_game pl_leduc = {
    .abi = PL_ABI,
    .name = "leduc",
    .about = "Leduc hold'em: one card each, one on the board, two rounds of bets",
    .rules = "The deck has players+1 ranks in two suits.  Everybody antes 1 and is dealt one\n"
             "card.  In turn each player calls (puts in what the others have; nothing, if\n"
             "there is no bet), raises, or, facing a bet, folds.  A round ends when all have\n"
             "answered the last raise; it has at most two raises.  After the first round,\n"
             "with raises of 2, a card is laid on the board; in the second they are of 4.\n"
             "Both rounds begin with the first seat still in.  If all but one have folded he\n"
             "takes the pot.  Else a card that pairs the board wins, then the highest rank;\n"
             "equals share.\n"
             "Hidden: the others' cards, until a showdown, which shows those still in.",
    .players = 2,
    .state_size = sizeof(leduc),
    .actions = 3,
    .lo = -13,
    .traits = PL_ZERO_SUM | PL_RECALL | PL_LOSSLESS,
    .params = params,
    .parts = {{"card", "rank,suit", {3, 2}, 1},
              {"board", "rank,suit", {3, 2}, 1},
              {"acts", "round,act,kind", {2, 4, 3}, 1}},
    .tune = leduc_tune,
    .init = leduc_init,
    .turn = leduc_turn,
    .moves = leduc_moves,
    .legal = leduc_legal,
    .apply = leduc_apply,
    .score = leduc_score,
    .say = leduc_say,
    .show = leduc_show,
    .odds = leduc_odds,
    .roll = leduc_roll,
    .hide = leduc_hide,
    .guess = leduc_guess,
    .seen = leduc_seen,
    .tensor = leduc_tensor,
    .json = leduc_json,
    PL_LOOPS(leduc),
};
