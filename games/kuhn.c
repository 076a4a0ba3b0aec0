/* kuhn.c -- Kuhn poker (H. W. Kuhn, 1950): the smallest game with a bluff.
 *
 * Fact to check: with two players there are 12 information sets, and the first
 * player, playing perfectly, loses 1/18 a hand.
 */
#include <stdio.h>

#include "parlor/game.h"

enum { PASS, BET };
enum { SEATS = 10, HIDDEN = SEATS + 1, NOBODY = SEATS };
enum { PLAYERS, START };

typedef struct {
    uint8_t card[SEATS]; /* 1 .. players+1; 0 not dealt, or not known */
    uint16_t deck;       /* bit c: card c+1 is not dealt; 0 in a view */
    uint32_t bets;       /* bit i: act i was a bet */
    uint16_t in;         /* bit i: seat i has bet or called */
    uint8_t players, first;
    int8_t turn;
    uint8_t dealt, acts, left; /* left: acts to come if nobody bets any more */
} kuhn;

static const char ranks[] = "3456789TJQK";

static int contenders(const kuhn *s)
{
    return s->in ? s->in : (1 << s->players) - 1;
}

static void kuhn_init(const pl_game *g, void *p)
{
    kuhn *s = p;
    s->players = s->left = (uint8_t)g->arg[PLAYERS];
    s->first = g->arg[START] < 0 ? NOBODY : (uint8_t)g->arg[START];
    s->deck = (uint16_t)((2 << s->players) - 1);
    s->turn = PL_CHANCE;
}

static int kuhn_turn(const void *p)
{
    return ((const kuhn *)p)->turn;
}

static uint64_t kuhn_legal(const void *p)
{
    const kuhn *s = p;
    if (s->turn != PL_CHANCE) return 1 << PASS | 1 << BET;
    return s->first == NOBODY ? (1u << s->players) - 1 : s->deck;
}

static int kuhn_moves(const void *p, pl_move *out)
{
    return pl_list(kuhn_legal(p), out);
}

static void deal(kuhn *s, pl_move m)
{
    if (s->first == NOBODY) {
        s->first = (uint8_t)m;
        return;
    }
    s->card[s->dealt++] = (uint8_t)(m + 1);
    s->deck ^= (uint16_t)(1 << m);
    if (s->dealt == s->players) s->turn = (int8_t)s->first;
}

static void kuhn_apply(void *p, pl_move m)
{
    kuhn *s = p;
    if (s->turn == PL_CHANCE) {
        deal(s, m);
        return;
    }
    if (m == BET && !s->in) s->left = s->players; /* everybody else answers */
    s->in |= (uint16_t)(m << s->turn);
    s->bets |= (uint32_t)m << s->acts++;
    s->turn = (int8_t)(s->turn + 1 == s->players ? 0 : s->turn + 1);
    if (--s->left == 0) s->turn = PL_OVER;
}

static void kuhn_score(const void *p, double *out)
{
    const kuhn *s = p;
    int pot = 0, winner = -1, in = contenders(s);
    for (int i = 0; i < s->players; i++) {
        int paid = 1 + (s->in >> i & 1);
        out[i] = -paid;
        pot += paid;
        if ((in >> i & 1) && (winner < 0 || s->card[i] > s->card[winner])) winner = i;
    }
    out[winner] += pot;
}

static char rank(const kuhn *s, int card)
{
    return card ? ranks[SEATS - s->players + card - 1] : '?';
}

static int kuhn_say(const void *p, pl_move m, char *buf, size_t n)
{
    const kuhn *s = p;
    if (s->turn != PL_CHANCE) return snprintf(buf, n, "%s", m == BET ? "bet" : "pass");
    if (s->first == NOBODY) return snprintf(buf, n, "first%d", m);
    return snprintf(buf, n, "%c", rank(s, m == HIDDEN ? 0 : m + 1));
}

/* A line a seat: its card, then what it did. */
static int kuhn_show(const void *p, char *buf, size_t n)
{
    const kuhn *s = p;
    pl_text out = {buf, n, 0};
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, "%sseat %d: %c", i ? "\n" : "", i, i < s->dealt ? rank(s, s->card[i]) : '-');
        for (int k = 0; k < s->acts; k++)
            if ((s->first + k) % s->players == i) pl_put(&out, s->bets >> k & 1 ? " bet" : " pass");
    }
    return (int)out.used;
}

/* A showdown shows the cards of those who stayed in, if there are two. */
static int shown(const kuhn *s)
{
    int in = contenders(s);
    return s->turn == PL_OVER && (in & (in - 1)) ? in : 0;
}

static void kuhn_hide(void *p, int seat)
{
    kuhn *s = p;
    int up = shown(s);
    for (int i = 0; i < SEATS; i++)
        if (i != seat && !(up >> i & 1)) s->card[i] = 0;
    s->deck = 0;
}

static void kuhn_guess(void *p, int seat, pl_rng *r)
{
    kuhn *s = p;
    uint64_t deck = (2u << s->players) - 1;
    (void)seat;
    for (int i = 0; i < s->dealt; i++)
        if (s->card[i]) deck ^= 1u << (s->card[i] - 1);
    for (int i = 0; i < s->dealt; i++) {
        if (s->card[i]) continue;
        int c = pl_nth(deck, pl_below(r, pl_count(deck)));
        s->card[i] = (uint8_t)(c + 1);
        deck ^= 1u << c;
    }
    s->deck = (uint16_t)deck;
}

static pl_move kuhn_seen(const void *p, pl_move m, int seat)
{
    const kuhn *s = p;
    return s->turn == PL_CHANCE && s->first != NOBODY && s->dealt != seat ? HIDDEN : m;
}

static void kuhn_tensor(const void *p, int seat, uint8_t *out)
{
    const kuhn *s = p;
    int n = s->players;
    for (int i = 0; i < n + (n + 1) + 2 * (2 * n - 1); i++) out[i] = 0;
    if (s->first != NOBODY) out[(seat - s->first + n) % n] = 1;
    if (s->card[seat]) out[n + s->card[seat] - 1] = 1;
    for (int i = 0; i < s->acts; i++) out[2 * n + 1 + 2 * i + (int)(s->bets >> i & 1)] = 1;
}

static int kuhn_json(const void *p, char *buf, size_t n)
{
    const kuhn *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"cards\":[");
    for (int i = 0; i < s->dealt; i++) pl_put(&out, "%s\"%c\"", i ? "," : "", rank(s, s->card[i]));
    pl_put(&out, "],\"acts\":\"");
    for (int i = 0; i < s->acts; i++) pl_put(&out, s->bets >> i & 1 ? "b" : "p");
    pl_put(&out, "\",\"pot\":%d}", s->players + pl_count(s->in));
    return (int)out.used;
}

static const char *kuhn_tune(pl_game *g)
{
    int n = (int)g->arg[PLAYERS];
    if (g->arg[START] >= n) return "start must be a seat, that is less than players";
    g->players = n;
    g->chances = g->max_moves = n + 1;
    g->max_plies = n + (2 * n - 1) + (g->arg[START] < 0);
    g->hi = 2 * (n - 1);
    g->parts[0].dim[0] = n;
    g->parts[1].dim[0] = n + 1;
    g->parts[2].dim[0] = 2 * n - 1;
    return NULL;
}

static const pl_param params[] = {
    {"players", NULL, 2, 2, SEATS, "seats at the table; one card more than that is used"},
    {"start", NULL, -1, 0, SEATS - 1, "the seat that acts first; -1: drawn by chance"},
    {0},
};

#define PL_FAST kuhn
#include "parlor/fast.h"
const pl_game pl_kuhn = {
    .abi = PL_ABI,
    .name = "kuhn",
    .about = "Kuhn poker: one card each, one bet",
    .rules = "Everybody antes 1 and is dealt one card of a deck of players+1 ranks.  In turn\n"
             "each player passes or bets 1.  Once somebody has bet, every other player, in\n"
             "turn, passes (folds) or bets (calls), and the hand ends.  The highest card\n"
             "among those who bet, or among all if nobody did, takes the pot.\n"
             "Hidden: the others' cards, until a showdown between two or more.",
    .players = 2,
    .state_size = sizeof(kuhn),
    .actions = 2,
    .lo = -2,
    .traits = PL_ZERO_SUM | PL_RECALL | PL_LOSSLESS,
    .params = params,
    .parts = {{"place", "after_first", {2}, 1},
              {"card", "rank", {3}, 1},
              {"acts", "act,bet", {3, 2}, 1}},
    .tune = kuhn_tune,
    .init = kuhn_init,
    .turn = kuhn_turn,
    .moves = kuhn_moves,
    .legal = kuhn_legal,
    .apply = kuhn_apply,
    .score = kuhn_score,
    .say = kuhn_say,
    .show = kuhn_show,
    .hide = kuhn_hide,
    .guess = kuhn_guess,
    .seen = kuhn_seen,
    .tensor = kuhn_tensor,
    .json = kuhn_json,
    PL_LOOPS(kuhn),
};
