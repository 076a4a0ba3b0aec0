/* skull.c -- Skull (Hervé Marly, 2011), a match, a single round, or lite.
 *
 * What a seat cannot know of another is how many skulls he has left, and in which order he laid
 * his cards.  Given all that was seen the seats are independent, so the state carries, for each of
 * them, a public weight of every number of skulls: worked out anew at the end of a round from what
 * was turned up and lost, it makes a guess exact over a whole match though views forget past rounds.
 *
 * Fact to check: lite with one rose has 159 histories, 100 of them ends, and 30
 * information sets; uniform play can be exploited by 1.2361111.
 */
#include "parlor/game.h"

enum { SEATS = 6, ROSES = 5, SKULLS = 2, CARDS = ROSES + SKULLS };
enum { PLAYERS, ROSE_CARDS, SKULL_CARDS, POINTS, ROUNDS, HEIR, LITE };
/* Moves: a card to put down or give up; pass; a seat, to turn up his card or name him; the bids. */
enum { ROSE, SKULL, PASS, SEAT };
enum { PLACE, RAISE, FLIP, GIVE, CHOOSE, TAKEN, OVER, PHASES };
/* Codes: a hidden card; or the move, and in rows of ROW what it turns up:
 * twice the number of cards, and 1 more if the last is a skull. */
enum { ROW = 64, HIDDEN = ROW, REVEAL = 2 * ROW };
enum { NAMES = 21 }; /* in a word: seats from 1, three bits each; 0 is nobody */

typedef struct {
    uint64_t bids[2];                   /* the names of those who bid 1, 2, ... */
    uint64_t flips[2];                  /* of those whose cards the bidder turned up, in order */
    uint32_t weight[SEATS][SKULLS + 1]; /* of each number of skulls owned, to the public */
    uint8_t skulls[SEATS];              /* owned, and 1 more; 0 not known */
    uint8_t stack[SEATS];               /* bit k: card k from the bottom is a skull */
    uint8_t height[SEATS], up[SEATS];   /* cards in the stack; turned up, from the top */
    uint8_t own[SEATS], points[SEATS];  /* cards not lost; bids fulfilled */
    uint8_t players, cards, skull_cards, target; /* cards: each began with */
    uint8_t limit, round, named, lite; /* limit of rounds or 0; those over; heir=named; lite */
    uint8_t phase, turn, start;        /* start: who began the round; SEATS: nobody yet */
    uint8_t alive, out, closed;        /* bits: has cards; passed; has cards face down */
    uint8_t total, bid, bidder;        /* total: cards on the table */
    uint8_t shown, flipped, culprit;   /* roses up; flips made; whose skull is up, from 1 */
} skull;

static void write_name(uint64_t *list, int at, int seat)
{
    list[at >= NAMES] |= (uint64_t)(seat + 1) << 3 * (at >= NAMES ? at - NAMES : at);
}

static int name_at(const uint64_t *list, int at)
{
    return (int)(list[at / NAMES] >> 3 * (at % NAMES) & 7) - 1;
}

/* The seat after i, round the table, among those in set. */
static int after(int i, unsigned set)
{
    unsigned higher = set >> (i + 1) << (i + 1);
    return pl_lowest(higher ? higher : set);
}

/* A round begins: cards go back to the hands. */
static void begin(skull *s, int first)
{
    s->bids[0] = s->bids[1] = s->flips[0] = s->flips[1] = 0;
    for (int i = 0; i < SEATS; i++) s->stack[i] = s->height[i] = s->up[i] = 0;
    s->out = s->closed = s->total = s->bid = s->bidder = s->shown = s->flipped = s->culprit = 0;
    s->phase = PLACE;
    s->turn = s->start = (uint8_t)first;
}

static void skull_init(const pl_game *g, void *p)
{
    skull *s = p;
    s->players = (uint8_t)g->arg[PLAYERS];
    s->skull_cards = (uint8_t)g->arg[SKULL_CARDS];
    s->cards = (uint8_t)(g->arg[ROSE_CARDS] + g->arg[SKULL_CARDS]);
    s->target = (uint8_t)g->arg[POINTS];
    s->lite = g->arg[LITE] > 0;
    s->limit = s->lite ? 1 : (uint8_t)g->arg[ROUNDS];
    s->named = g->arg[HEIR] < 1;
    s->alive = (uint8_t)((1 << s->players) - 1);
    for (int i = 0; i < s->players; i++) {
        s->own[i] = s->cards;
        s->skulls[i] = (uint8_t)(s->skull_cards + 1);
        s->weight[i][s->skull_cards] = 1;
    }
    begin(s, 0);
}

static int skull_turn(const void *p)
{
    const skull *s = p;
    return s->phase < TAKEN ? s->turn : s->phase == TAKEN ? PL_CHANCE : PL_OVER;
}

/* Bits of ROSE and SKULL: the kinds that seat i owns besides these cards. */
static unsigned kinds(const skull *s, int i, int cards, int skull_cards)
{
    int skulls = s->skulls[i] - 1 - skull_cards, roses = s->own[i] - cards - skulls;
    return (unsigned)(roses > 0) << ROSE | (unsigned)(skulls > 0) << SKULL;
}

static uint64_t skull_legal(const void *p)
{
    const skull *s = p;
    int me = s->turn, height = s->height[me];
    uint64_t bids = (((uint64_t)1 << s->total) - ((uint64_t)1 << s->bid)) << (SEAT + s->players);
    switch (s->phase) {
    case PLACE: return kinds(s, me, height, pl_count(s->stack[me])) | (height ? bids : 0);
    case RAISE: return 1 << PASS | bids;
    case FLIP: return (unsigned)s->closed << SEAT;
    case CHOOSE: return (unsigned)s->alive << SEAT;
    case OVER: return 0;
    default: return kinds(s, me, 0, 0);
    }
}

static int skull_moves(const void *p, pl_move *out)
{
    return pl_list(skull_legal(p), out);
}

static double skull_odds(const void *p, pl_move m)
{
    const skull *s = p;
    double all = s->own[s->bidder], skulls = s->skulls[s->bidder] - 1;
    return (m == SKULL ? skulls : all - skulls) / all;
}

static pl_move skull_roll(const void *p, pl_rng *r)
{
    const skull *s = p;
    return pl_below(r, s->own[s->bidder]) < s->skulls[s->bidder] - 1 ? SKULL : ROSE;
}

/* The stack of somebody who tossed a coin for each card while he had both kinds. */
static unsigned laid(int roses, int skulls, int height, unsigned coins)
{
    unsigned stack = 0;
    for (int k = 0; k < height; k++) {
        int kind = !skulls ? ROSE : !roses ? SKULL : (int)(coins >> k & 1);
        stack |= (unsigned)kind << k;
        skulls -= kind == SKULL;
        roses -= kind == ROSE;
    }
    return stack;
}

/* So every row of coins weighs the same.  Count those by which seat i, with so many skulls, laid
 * what is seen of its stack, until there were many of them; *stack is what the last of these laid. */
static int count_coins(const skull *s, int i, int skulls, int many, unsigned *stack)
{
    int n = 0, h = s->height[i], down = h - s->up[i];
    for (unsigned coins = 0; coins < 1u << h && n < many; coins++) {
        unsigned lay = laid(s->own[i] - skulls, skulls, h, coins);
        if ((lay ^ s->stack[i]) >> down) continue;
        *stack = lay;
        n++;
    }
    return n;
}

/* The weight of so many skulls, after what is seen on the table: if nothing, all coins fit. */
static uint64_t weigh(const skull *s, int i, int skulls)
{
    unsigned stack;
    uint32_t before = s->weight[i][skulls];
    if (!s->up[i]) return (uint64_t)before << s->height[i];
    return before ? before * (uint64_t)count_coins(s, i, skulls, 1 << CARDS, &stack) : 0;
}

/* Keep weights in lowest terms, so that equal knowledge is equal bytes.  What
 * outgrows its word, in a long match of many cards, is rounded to nine digits. */
static void reduce(const uint64_t *from, uint32_t *weight)
{
    uint64_t all = 0, divisor = 0;
    int shift = 0;
    for (int k = 0; k <= SKULLS; k++) {
        for (uint64_t a = from[k], rest; a; a = rest) {
            rest = divisor % a;
            divisor = a;
        }
    }
    if (!divisor) return; /* what no play of the game gives rise to */
    for (int k = 0; k <= SKULLS; k++) all |= from[k] / divisor;
    while (all >> shift >= 1 << 30) shift++;
    for (int k = 0; k <= SKULLS; k++) {
        uint64_t w = from[k] / divisor;
        weight[k] = (uint32_t)((w >> shift) + (w && shift));
    }
}

/* What was turned up tells of a seat's skulls, unless they are known anyway or forgotten. */
static void end_round(skull *s)
{
    uint32_t known = s->weight[0][0] | s->weight[0][1] | s->weight[0][2];
    for (int i = 0; known && i < s->players; i++) {
        uint64_t to[SKULLS + 1];
        uint32_t *w = s->weight[i];
        if (!s->up[i] || w[0] + w[1] + w[2] <= 1) continue;
        for (int k = 0; k <= SKULLS; k++) to[k] = weigh(s, i, k);
        reduce(to, w);
    }
    s->round++;
}

/* So does a card lost: any of his cards by chance, or either kind by choice. */
static void learn_loss(skull *s, int i, int by_choice)
{
    uint64_t to[SKULLS + 1] = {0};
    if (!(s->weight[i][0] | s->weight[i][1] | s->weight[i][2])) return;
    for (int k = 0; k <= SKULLS && k <= s->own[i]; k++) {
        int both = k && k < s->own[i], skulls = !by_choice ? k : both ? 1 : 2 * (k > 0);
        int roses = (by_choice ? 2 : s->own[i]) - skulls;
        to[k] += (uint64_t)s->weight[i][k] * (unsigned)roses;
        if (k) to[k - 1] += (uint64_t)s->weight[i][k] * (unsigned)skulls;
    }
    reduce(to, s->weight[i]);
}

/* Has the bidder turned up a skull, or all the roses he bid? */
static void judge(skull *s)
{
    if (!s->culprit && s->shown < s->bid) return;
    if (!s->culprit) s->points[s->bidder]++;
    if (s->points[s->bidder] == s->target || s->round + 1 == s->limit) {
        s->phase = OVER;
    } else if (s->culprit) {
        s->phase = s->culprit == s->bidder + 1 ? GIVE : TAKEN;
    } else {
        end_round(s);
        begin(s, s->bidder);
    }
}

/* Who is out by another's skull makes room for him; by his own, for whom he names, or the next. */
static void lose(skull *s, pl_move card)
{
    int me = s->bidder, by_choice = s->phase == GIVE, culprit = s->culprit - 1;
    end_round(s);
    learn_loss(s, me, by_choice);
    s->own[me]--;
    s->skulls[me] = (uint8_t)(s->skulls[me] - card);
    if (!s->own[me]) s->alive ^= (uint8_t)(1 << me);
    int names = !s->own[me] && by_choice && s->named;
    begin(s, s->own[me] || names ? me : by_choice ? after(me, s->alive) : culprit);
    if (names) s->phase = CHOOSE;
    if (!(s->alive & (s->alive - 1))) s->phase = OVER;
    if (s->phase != PLACE) s->start = SEATS;
}

/* What the next so many cards of seat i show, as in a code: no card beyond a skull is. */
static int next_up(const skull *s, int i, int many)
{
    int down = s->height[i] - s->up[i], n = many < down ? many : down;
    unsigned in = (s->stack[i] & ((1u << down) - 1)) >> (down - n);
    return in ? 2 * (n - pl_highest(in)) + 1 : 2 * n;
}

static void turn_up(skull *s, int i, int many)
{
    int shows = next_up(s, i, many), skulls = shows % 2;
    s->up[i] = (uint8_t)(s->up[i] + shows / 2);
    s->shown = (uint8_t)(s->shown + shows / 2 - skulls);
    if (skulls) s->culprit = (uint8_t)(i + 1);
    if (s->up[i] == s->height[i]) s->closed &= (uint8_t) ~(1 << i);
}

/* The bidding is over: the bidder's own stack first. */
static void challenge(skull *s)
{
    s->phase = FLIP;
    s->turn = s->bidder;
    turn_up(s, s->bidder, s->bid);
    if (s->lite && !s->culprit) turn_up(s, 1 - s->bidder, s->bid - s->shown);
    judge(s);
}

static void place(skull *s, pl_move m)
{
    int me = s->turn;
    s->stack[me] |= (uint8_t)(m << s->height[me]++);
    s->closed |= (uint8_t)(1 << me);
    s->total++;
    s->turn = (uint8_t)after(me, s->alive);
}

static int bid_of(const skull *s, pl_move m)
{
    return m - SEAT - s->players + 1;
}

static void raise_bid(skull *s, pl_move m)
{
    s->phase = RAISE;
    s->bidder = s->turn;
    s->bid = (uint8_t)bid_of(s, m);
    write_name(s->bids, s->bid - 1, s->bidder);
    s->turn = (uint8_t)after(s->turn, s->alive & ~(unsigned)s->out);
    if (s->bid == s->total) challenge(s);
}

static void pass(skull *s)
{
    s->out |= (uint8_t)(1 << s->turn);
    s->turn = (uint8_t)after(s->turn, s->alive & ~(unsigned)s->out);
    if (s->turn == s->bidder) challenge(s);
}

static void flip(skull *s, int seat)
{
    write_name(s->flips, s->flipped++, seat);
    turn_up(s, seat, 1);
    judge(s);
}

static void skull_apply(void *p, pl_move m)
{
    skull *s = p;
    if (m >= SEAT + s->players) raise_bid(s, m);
    else if (m == PASS) pass(s);
    else if (s->phase == FLIP) flip(s, m - SEAT);
    else if (s->phase == CHOOSE) begin(s, m - SEAT);
    else if (s->phase == PLACE) place(s, m);
    else lose(s, m);
}

/* Points, then cards; nothing without cards.  Who failed in the last round is to lose one. */
static int standing(const skull *s, int i)
{
    int cards = s->own[i] - (s->culprit && s->bidder == i);
    return cards ? (s->points[i] << 4) + cards : -1;
}

static void skull_score(const void *p, double *out)
{
    const skull *s = p;
    int n = s->players, best = -1, winners = 0;
    for (int i = 0; i < n; i++) {
        int mine = standing(s, i);
        winners = mine > best ? 1 : winners + (mine == best);
        best = mine > best ? mine : best;
    }
    for (int i = 0; i < n; i++)
        out[i] = winners == n ? 0 : standing(s, i) == best ? 1.0 / winners : -1.0 / (n - winners);
}

static pl_move skull_seen(const void *p, pl_move m, int seat)
{
    const skull *s = p;
    if (m < PASS) return seat == s->turn ? m : HIDDEN;
    if (s->lite || s->phase == CHOOSE) return m; /* lite is over when there is more to see */
    int who = s->turn, many = s->total, shows = bid_of(s, m) == s->total;
    if (s->phase == FLIP) {
        who = m - SEAT;
        many = shows = 1;
    } else if (m == PASS) {
        who = s->bidder;
        many = s->bid;
        shows = after(s->turn, s->alive & ~(unsigned)s->out) == who;
    }
    return shows ? REVEAL + ROW * next_up(s, who, many) + m : m;
}

static void skull_hide(void *p, int seat)
{
    skull *s = p;
    for (int i = 0; i < SEATS; i++) {
        if (i == seat) continue;
        int down = s->height[i] - s->up[i];
        s->skulls[i] = 0;
        s->stack[i] = (uint8_t)(s->stack[i] >> down << down);
    }
}

/* One draw picks the skulls of a seat, and what remains of it the coins. */
static void skull_guess(void *p, int seat, pl_rng *r)
{
    skull *s = p;
    (void)seat;
    for (int i = 0; i < s->players; i++) {
        uint64_t part[SKULLS + 1], all = 0;
        unsigned stack = s->stack[i];
        int k = 0;
        if (s->skulls[i]) continue;
        for (int n = 0; n <= SKULLS; n++) all += part[n] = weigh(s, i, n);
        uint64_t x = (uint64_t)(pl_unit(r) * (double)all);
        for (; k < SKULLS && x >= part[k]; k++) x -= part[k];
        unsigned row = part[k] ? (unsigned)(x / s->weight[i][k]) : 0;
        if (!s->up[i]) stack = laid(s->own[i] - k, k, s->height[i], row);
        else if (part[k]) count_coins(s, i, k, (int)row + 1, &stack);
        s->skulls[i] = (uint8_t)(k + 1);
        s->stack[i] = (uint8_t)stack;
    }
}

static int skull_say(const void *p, pl_move m, char *buf, size_t n)
{
    static const char *const kind[] = {"rose", "skull"};
    const skull *s = p;
    pl_text out = {buf, n, 0};
    int move = m % ROW;
    if (m >= HIDDEN && m < REVEAL) pl_put(&out, "?");
    else if (move < PASS) pl_put(&out, s->phase == PLACE ? "%s" : "lose-%s", kind[move]);
    else if (move == PASS) pl_put(&out, "pass");
    else if (move >= SEAT + s->players) pl_put(&out, "%d", bid_of(s, move));
    else pl_put(&out, s->phase == FLIP ? "flip%d" : "start%d", move - SEAT);
    int shows = m < REVEAL ? 0 : m / ROW - REVEAL / ROW;
    for (int k = 0; k < shows / 2; k++)
        pl_put(&out, "%s%s", k ? "" : ":", shows % 2 && k == shows / 2 - 1 ? "s" : "r");
    return (int)out.used;
}

static char face(const skull *s, int i, int is_skull, int is_up)
{
    return is_up ? "RS"[is_skull] : s->skulls[i] ? "rs"[is_skull] : '?';
}

/* Each behind its label: the hand, in no order; the stack, from the bottom, and
 * in capitals what is turned up; the bids, if there are any. */
static void put_seat(const skull *s, pl_text *out, int i, const char *const *label)
{
    int down = s->height[i] - s->up[i], hand = s->own[i] - s->height[i];
    int skulls = s->skulls[i] - 1 - pl_count(s->stack[i]);
    const char *gap = label[2];
    pl_put(out, "%s", label[0]);
    for (int k = 0; k < hand; k++) pl_put(out, "%c", face(s, i, k >= hand - skulls, 0));
    pl_put(out, "%s", label[1]);
    for (int k = 0; k < s->height[i]; k++)
        pl_put(out, "%c", face(s, i, s->stack[i] >> k & 1, k >= down));
    for (int b = 1; b <= s->bid; b++) {
        if (name_at(s->bids, b - 1) != i) continue;
        pl_put(out, "%s%d", gap, b);
        gap = " ";
    }
    if (s->out >> i & 1) pl_put(out, "%spass", gap);
}

static int skull_show(const void *p, char *buf, size_t n)
{
    const skull *s = p;
    pl_text out = {buf, n, 0};
    if (s->start < SEATS) pl_put(&out, "round %d, seat %d began", s->round + 1, s->start);
    else pl_put(&out, "after round %d", s->round);
    if (s->phase == CHOOSE) pl_put(&out, ", seat %d is out and names who begins", s->turn);
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, "\nseat %d: %d point%s", i, s->points[i], s->points[i] == 1 ? "" : "s");
        const char *const label[] = {s->own[i] > s->height[i] ? ", hand " : ", hand -",
                                     s->height[i] ? ", stack " : "", ", bids "};
        if (s->own[i]) put_seat(s, &out, i, label);
        else pl_put(&out, ", out");
    }
    return (int)out.used;
}

static int skull_json(const void *p, char *buf, size_t n)
{
    static const char *const label[] = {",\"hand\":\"", "\",\"stack\":\"", "\",\"bids\":\""};
    const skull *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"round\":%d,\"began\":", s->round + (s->start < SEATS));
    pl_put(&out, s->start < SEATS ? "%d,\"seats\":[" : "null,\"seats\":[", s->start);
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, "%s{\"points\":%d", i ? "," : "", s->points[i]);
        put_seat(s, &out, i, label);
        pl_put(&out, "\"}");
    }
    pl_put(&out, "]}");
    return (int)out.used;
}

/* One byte a seat for each part; then what the public makes of his skulls, in 255ths. */
static uint8_t *seat_parts(const skull *s, int seat, uint8_t *out)
{
    int n = s->players, numbers = s->skull_cards + 1;
    for (int k = 0; k < n; k++) {
        int i = (seat + k) % n;
        uint64_t all = (uint64_t)s->weight[i][0] + s->weight[i][1] + s->weight[i][2];
        out[k] = s->own[i];
        out[n + k] = s->points[i];
        out[2 * n + k] = s->height[i];
        out[3 * n + k] = s->up[i];
        out[4 * n + k] = s->out >> i & 1;
        for (int j = 0; j < numbers; j++)
            out[5 * n + k * numbers + j] =
                (uint8_t)((255 * (uint64_t)s->weight[i][j] + all / 2) / all);
    }
    return out + (5 + numbers) * n;
}

static void skull_tensor(const void *p, int seat, uint8_t *out)
{
    const skull *s = p;
    int n = s->players, skulls = s->skulls[seat] - (s->skulls[seat] > 0);
    *out++ = (uint8_t)(s->own[seat] - skulls);
    *out++ = (uint8_t)skulls;
    for (int k = 0; k < 2 * s->cards; k++)
        *out++ = k / 2 < s->height[seat] && (s->stack[seat] >> k / 2 & 1) == k % 2;
    for (int k = 0; k < PHASES; k++) *out++ = s->phase == k;
    out = seat_parts(s, seat, out);
    for (int k = 0; k < n * s->cards * n; k++) *out++ = name_at(s->bids, k / n) == (k + seat) % n;
    *out = s->round;
}

static const pl_param params[] = {
    {"players", NULL, 2, 4, SEATS, "seats at the table"},
    {"roses", NULL, 1, 3, ROSES, "roses each player begins with"},
    {"skulls", NULL, 1, 1, SKULLS, "skulls each player begins with"},
    {"points", NULL, 1, 2, 5, "bids to fulfil for a win"},
    {"rounds", NULL, 0, 0, 100, "rounds after which the best wins; 0: play to the end"},
    {"heir", "named|next", 0, 0, 1, "who begins after a player out by his own skull"},
    {"lite", NULL, 0, 0, 1, "1: one round of two players in which stacks turn themselves up"},
    {0},
};

/* Every round ends with a point or with a card lost.  In the longest all cards are put
 * down, all bids made, all others pass, all is turned up, a card is lost and an heir named. */
static const char *skull_tune(pl_game *g)
{
    int n = (int)g->arg[PLAYERS], cards = (int)(g->arg[ROSE_CARDS] + g->arg[SKULL_CARDS]);
    int lite = g->arg[LITE] > 0, points = (int)g->arg[POINTS];
    int limit = lite ? 1 : (int)g->arg[ROUNDS], rounds = n * (points - 1) + n * cards - 1;
    if (lite && n > 2) return "lite is a game of two, so players must be 2";
    if (lite && g->arg[ROUNDS] > 1) return "lite is a single round, so rounds must be 0 or 1";
    g->players = n;
    g->actions = SEAT + n + n * cards;
    g->max_moves = n * cards + 2;
    if (limit && limit < rounds) rounds = limit;
    g->max_plies = rounds * (3 * n * cards + n + 1);
    if (limit == 1) g->traits |= PL_RECALL;
    if (lite) g->traits |= PL_LOSSLESS;
    pl_part *part = g->parts;
    part[0].unit = part[3].unit = part[5].unit = part[6].unit = part[1].dim[0] = cards;
    part[4].unit = points;
    for (int i = 3; i < 9; i++) part[i].dim[0] = n;
    part[8].dim[1] = (int)g->arg[SKULL_CARDS] + 1;
    part[9].dim[0] = n * cards;
    part[9].dim[1] = n;
    part[10].unit = rounds;
    return NULL;
}

/* Nobody asks a game that is only played out what may be guessed: without weights it learns none. */
#define PL_FAST_FORGET(s) memset((s)->weight, 0, sizeof(s)->weight)
#define PL_FAST skull
#include "parlor/fast.h"
const pl_game pl_skull = {
    .abi = PL_ABI,
    .name = "skull",
    .about = "Skull: bluff with roses and a skull, bid on how many roses you can turn up",
    .rules = "Everybody has the same few cards, roses and a skull.  A round begins with a card\n"
             "of each, face down, all at once.  Then, in turn, a player puts one more on top of\n"
             "his own stack or, as he must without a card in hand, opens the bidding: so many\n"
             "cards will he turn up, roses all.  The others bid more or pass, and who passes is\n"
             "out of it, until all but the bidder have passed or all cards on the table are bid.\n"
             "The bidder turns up his own stack from the top, then the top card of any other\n"
             "stack, one by one, until there are as many roses as he bid, for one point, or a\n"
             "skull: he loses a card for good, of his choice if the skull is his, else drawn\n"
             "blindly.  All cards go back to the hands, and he begins the next round; if he lost\n"
             "his last card and is out, the owner of the skull does or, if it was his own, whom\n"
             "he names (heir=named) or the next in turn (heir=next).\n"
             "Enough points, or being the last one left, win 1, which the others pay in equal\n"
             "shares.  Where rounds are limited, the most points win after the last of them,\n"
             "then the most cards; who is equal shares.\n"
             "In lite, a round of two, stacks turn themselves up, the bidder's first.\n"
             "Stacks are shown from the bottom, in capitals what is up; behind a move, as in\n"
             "pass:rs, stands what it turned up, in that order, from the top.\n"
             "Hidden: the others' hands, cards face down, and which cards they lost.",
    .players = 4,
    .state_size = sizeof(skull),
    .chances = 2,
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM,
    .params = params,
    .parts = {{"mine", "kind", {2}, 1},
              {"stack", "place,kind", {4, 2}, 1},
              {"phase", "phase", {PHASES}, 1},
              {"cards", "seat", {4}, 1},
              {"points", "seat", {4}, 1},
              {"height", "seat", {4}, 1},
              {"up", "seat", {4}, 1},
              {"passed", "seat", {4}, 1},
              {"belief", "seat,skulls", {4, 2}, 255},
              {"bids", "bid,seat", {16, 4}, 1},
              {"round", "number", {1}, 1}},
    .tune = skull_tune,
    .init = skull_init,
    .turn = skull_turn,
    .moves = skull_moves,
    .legal = skull_legal,
    .apply = skull_apply,
    .score = skull_score,
    .say = skull_say,
    .show = skull_show,
    .odds = skull_odds,
    .roll = skull_roll,
    .hide = skull_hide,
    .guess = skull_guess,
    .seen = skull_seen,
    .tensor = skull_tensor,
    .json = skull_json,
    PL_LOOPS(skull),
};
