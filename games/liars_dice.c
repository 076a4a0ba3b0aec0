/* liars_dice.c -- liar's dice (traditional; also bluff, dudo, perudo).
 *
 * A player looks under his cup only once all his dice are down, so a view holds
 * how many of each face he has and not in which order they fell.
 *
 * Fact to check: with two players and one die of S sides, the highest wild,
 * there are S 4^S information sets; at S = 6 the first player loses 7/258.
 */
#include <stdio.h>

#include "parlor/game.h"

enum { SEATS = 6, SIDES = 6, MOST_DICE = 5, BITS = 5 }; /* BITS count 30 dice of a face */
enum { HIGHEST, ONE, NONE };                            /* the words of the parameter wild */
enum { PLAYERS, DICE, FACES, WILD, MATCH };
/* Codes: a die fell; a challenge that was wrong or right; from LOOK on, a cup. */
enum { ROLLED = 192, WRONG, RIGHT, LOOK = 256 };

typedef struct {
    uint64_t bids[3];    /* bit b: bid b was made; bids rise, which tells their order */
    uint32_t cup[SEATS]; /* BITS bits a face: how many dice show it; 0 not known */
    uint8_t dice[SEATS]; /* that each still has */
    uint8_t players, sides, match;
    uint8_t wild;   /* a face from 0, or sides if none is */
    uint8_t liar;   /* the number of that move */
    uint8_t limit;  /* bids below this one fit the dice on the table */
    uint8_t next;   /* the lowest bid still allowed; 0 before the first */
    uint8_t roller; /* whose dice fall now; players, when all are down */
    uint8_t thrown; /* how many of his are down */
    int8_t turn;    /* who bids next, once the dice are down; or PL_OVER */
} liars_dice;

/* The seat from i on, upwards, that has dice; players if there is none. */
static int holder(const liars_dice *s, int i)
{
    while (i < s->players && !s->dice[i]) i++;
    return i;
}

/* The same round the table, after i. */
static int after(const liars_dice *s, int i)
{
    int j = holder(s, i + 1);
    return j < s->players ? j : holder(s, 0);
}

/* Who made the last bid, if seat i is the next to act. */
static int before(const liars_dice *s, int i)
{
    do i = i ? i - 1 : s->players - 1;
    while (!s->dice[i]);
    return i;
}

/* A round begins; seat first opens the bidding. */
static void begin(liars_dice *s, int first)
{
    int table = 0;
    for (int i = 0; i < SEATS; i++) {
        table += s->dice[i];
        s->cup[i] = 0;
    }
    for (int i = 0; i < 3; i++) s->bids[i] = 0;
    s->limit = (uint8_t)(table * s->sides);
    s->next = 0;
    s->roller = (uint8_t)holder(s, 0);
    s->turn = (int8_t)first;
}

static void liars_dice_init(const pl_game *g, void *p)
{
    liars_dice *s = p;
    int wild = (int)g->arg[WILD];
    s->players = (uint8_t)g->arg[PLAYERS];
    s->sides = (uint8_t)g->arg[FACES];
    s->match = g->arg[MATCH] > 0;
    s->wild = wild == ONE ? 0 : (uint8_t)(wild == NONE ? s->sides : s->sides - 1);
    for (int i = 0; i < s->players; i++) s->dice[i] = (uint8_t)g->arg[DICE];
    begin(s, 0);
    s->liar = s->limit;
}

static int liars_dice_turn(const void *p)
{
    const liars_dice *s = p;
    return s->roller < s->players ? PL_CHANCE : s->turn;
}

static int liars_dice_moves(const void *p, pl_move *out)
{
    const liars_dice *s = p;
    int rolling = s->roller < s->players, n = 0;
    int limit = rolling ? s->sides : s->limit;
    for (int m = rolling ? 0 : s->next; m < limit; m++) out[n++] = m;
    if (!rolling && s->next) out[n++] = s->liar;
    return n;
}

/* Only where there are at most 64 actions. */
static uint64_t liars_dice_legal(const void *p)
{
    const liars_dice *s = p;
    if (s->roller < s->players) return (1u << s->sides) - 1;
    uint64_t bids = (((uint64_t)1 << s->limit) - 1) >> s->next << s->next;
    return bids | (uint64_t)(s->next > 0) << s->liar;
}

static pl_move liars_dice_roll(const void *p, pl_rng *r)
{
    return pl_below(r, ((const liars_dice *)p)->sides);
}

/* How many of the dice in these cups show a face. */
static int showing(uint32_t cups, int face)
{
    return (int)(cups >> BITS * face & ((1u << BITS) - 1));
}

/* Whether the last bid is true. */
static int holds(const liars_dice *s)
{
    uint32_t all = 0;
    int bid = s->next - 1, face = bid % s->sides;
    for (int i = 0; i < SEATS; i++) all += s->cup[i];
    int n = showing(all, face);
    if (s->wild < s->sides && s->wild != face) n += showing(all, s->wild);
    return n > bid / s->sides;
}

static void throw(liars_dice * s, pl_move face)
{
    s->cup[s->roller] += (uint32_t)1 << BITS * face;
    if (++s->thrown < s->dice[s->roller]) return;
    s->thrown = 0;
    s->roller = (uint8_t)holder(s, s->roller + 1);
}

static void challenge(liars_dice *s)
{
    int loser = holds(s) ? s->turn : before(s, s->turn);
    if (!s->match) {
        s->turn = PL_OVER;
        return;
    }
    s->dice[loser]--;
    int other = after(s, loser);
    if (after(s, other) == other) s->turn = PL_OVER;
    else begin(s, s->dice[loser] ? loser : other);
}

static void liars_dice_apply(void *p, pl_move m)
{
    liars_dice *s = p;
    if (s->roller < s->players) {
        throw(s, m);
    } else if (m == s->liar) {
        challenge(s);
    } else {
        s->bids[m / 64] |= (uint64_t)1 << m % 64;
        s->next = (uint8_t)(m + 1);
        s->turn = (int8_t)after(s, s->turn);
    }
}

/* A single round begins with seat 0, so the number of bids tells who bid last. */
static void liars_dice_score(const void *p, double *out)
{
    const liars_dice *s = p;
    int made = pl_count(s->bids[0]) + pl_count(s->bids[1]) + pl_count(s->bids[2]);
    int n = s->players, bidder = (made - 1) % n, caller = made % n;
    for (int i = 0; i < n; i++) out[i] = !s->match ? 0 : s->dice[i] ? n - 1 : -1;
    if (s->match) return;
    out[bidder] = holds(s) ? 1 : -1;
    out[caller] = -out[bidder];
}

static int down(const liars_dice *s, int seat)
{
    return seat < s->roller ? s->dice[seat] : seat == s->roller ? s->thrown : 0;
}

/* The faces of seat's dice in order; a question mark for each one not known. */
static const char *faces(const liars_dice *s, uint32_t cup, int unknown, char *buf)
{
    int n = 0;
    for (int f = 0; f < s->sides; f++)
        for (int k = showing(cup, f); k > 0 && n < MOST_DICE; k--) buf[n++] = (char)('1' + f);
    for (int i = 0; !cup && i < unknown; i++) buf[n++] = '?';
    buf[n] = 0;
    return buf;
}

static int liars_dice_say(const void *p, pl_move m, char *buf, size_t n)
{
    const liars_dice *s = p;
    char t[MOST_DICE + 1];
    if (m >= LOOK) return snprintf(buf, n, "%s", faces(s, (uint32_t)(m - LOOK), 0, t));
    if (m >= ROLLED) {
        static const char *const codes[] = {"?", "liar-wrong", "liar-right"};
        return snprintf(buf, n, "%s", m > RIGHT ? "?" : codes[m - ROLLED]);
    }
    if (s->roller < s->players) return snprintf(buf, n, "%d", m + 1);
    if (m == s->liar) return snprintf(buf, n, "liar");
    return snprintf(buf, n, "%dx%d", m / s->sides + 1, m % s->sides + 1);
}

/* The bids made, each between these marks. */
static void put_bids(const liars_dice *s, pl_text *out, const char *gap, const char *mark)
{
    const char *between = "";
    for (int b = 0; b < s->next; b++) {
        if (!(s->bids[b / 64] >> b % 64 & 1)) continue;
        pl_put(out, "%s%s%dx%d%s", between, mark, b / s->sides + 1, b % s->sides + 1, mark);
        between = gap;
    }
}

static int liars_dice_show(const void *p, char *buf, size_t n)
{
    const liars_dice *s = p;
    char t[MOST_DICE + 1];
    pl_text out = {buf, n, 0};
    for (int i = 0; i < s->players; i++)
        pl_put(&out, "seat %d: %s\n", i, faces(s, s->cup[i], down(s, i), t));
    pl_put(&out, s->next ? "bids: " : "no bids");
    put_bids(s, &out, " ", "");
    return (int)out.used;
}

static void liars_dice_hide(void *p, int seat)
{
    liars_dice *s = p;
    if (s->turn == PL_OVER) return;
    for (int i = 0; i < SEATS; i++)
        if (i != seat || i >= s->roller) s->cup[i] = 0;
}

static void liars_dice_guess(void *p, int seat, pl_rng *r)
{
    liars_dice *s = p;
    (void)seat;
    for (int i = 0; i < s->players; i++) {
        if (s->cup[i]) continue;
        for (int k = down(s, i); k > 0; k--)
            s->cup[i] += (uint32_t)1 << BITS * pl_below(r, s->sides);
    }
}

static pl_move liars_dice_seen(const void *p, pl_move m, int seat)
{
    const liars_dice *s = p;
    if (s->roller < s->players) {
        if (seat != s->roller || s->thrown + 1 < s->dice[seat]) return ROLLED;
        return s->dice[seat] == 1 ? m : LOOK + (pl_move)s->cup[seat] + (1 << BITS * m);
    }
    if (m != s->liar || !s->match) return m;
    return holds(s) ? WRONG : RIGHT;
}

static void liars_dice_tensor(const void *p, int seat, uint8_t *out)
{
    const liars_dice *s = p;
    for (int i = 0; i < s->players; i++) {
        *out++ = i == seat;
        out[s->players - 1] = s->dice[i];
    }
    out += s->players;
    for (int f = 0; f < s->sides; f++) *out++ = (uint8_t)showing(s->cup[seat], f);
    for (int b = 0; b < s->liar; b++) *out++ = s->bids[b / 64] >> b % 64 & 1;
}

static int liars_dice_json(const void *p, char *buf, size_t n)
{
    const liars_dice *s = p;
    char t[MOST_DICE + 1];
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"dice\":[");
    for (int i = 0; i < s->players; i++) pl_put(&out, "%s%d", i ? "," : "", s->dice[i]);
    pl_put(&out, "],\"cups\":[");
    for (int i = 0; i < s->players; i++)
        pl_put(&out, "%s\"%s\"", i ? "," : "", faces(s, s->cup[i], down(s, i), t));
    pl_put(&out, "],\"bids\":[");
    put_bids(s, &out, ",", "\"");
    pl_put(&out, "]}");
    return (int)out.used;
}

static const pl_param params[] = {
    {"players", NULL, 2, 2, SEATS, "seats at the table"},
    {"dice", NULL, 1, 1, MOST_DICE, "dice each player begins with"},
    {"sides", NULL, 2, 6, SIDES, "faces of a die"},
    {"wild", "highest|one|none", 0, 0, 2, "the face that counts as any other"},
    {"match", NULL, 0, 0, 1, "0: a single round; 1: who loses a round loses a die, to the last"},
    {0},
};

#define HOOKS                                                                                      \
    .init = liars_dice_init, .turn = liars_dice_turn, .moves = liars_dice_moves,                   \
    .apply = liars_dice_apply, .score = liars_dice_score, .say = liars_dice_say,                   \
    .show = liars_dice_show, .roll = liars_dice_roll, .hide = liars_dice_hide,                     \
    .guess = liars_dice_guess, .seen = liars_dice_seen, .tensor = liars_dice_tensor,               \
    .json = liars_dice_json

/* Once more for tables with more than 64 actions, which have no mask. */
static const pl_game wide = {HOOKS};
#define PL_FAST wide
#define PL_FAST_STATE liars_dice
#define PL_FAST_TABLE wide
#include "parlor/fast.h"

/* Plies of a round with so many dice: they fall, every bid is made, one calls. */
static int longest(int dice, int sides)
{
    return dice + dice * sides + 1;
}

static const char *liars_dice_tune(pl_game *g)
{
    int n = (int)g->arg[PLAYERS], dice = (int)g->arg[DICE], sides = (int)g->arg[FACES];
    int all = n * dice, match = g->arg[MATCH] > 0;
    g->players = n;
    g->chances = sides;
    g->max_moves = all * sides;
    g->actions = all * sides + 1;
    g->max_plies = longest(all, sides);
    for (int k = all - 1; match && k >= 2; k--) g->max_plies += longest(k, sides);
    g->hi = match ? n - 1 : 1;
    if (match) g->traits &= ~(uint32_t)PL_RECALL;
    g->parts[0].dim[0] = g->parts[1].dim[0] = n;
    g->parts[1].unit = g->parts[2].unit = dice;
    g->parts[2].dim[0] = g->parts[3].dim[1] = sides;
    g->parts[3].dim[0] = all;
    if (g->actions <= 64) return NULL;
    g->legal = NULL;
    g->rollout = wide_rollout;
    g->perft = wide_perft;
    g->step = wide_step;
    g->look = wide_look;
    return NULL;
}

#define PL_FAST liars_dice
#include "parlor/fast.h"
const pl_game pl_liars_dice = {
    .abi = PL_ABI,
    .name = "liars_dice",
    .about = "Liar's dice: bid on everybody's hidden dice, or call the bidder a liar",
    .rules = "Everybody rolls his dice under a cup and looks at them.  In turn each player\n"
             "makes a bid, so many dice of such a face among all the dice on the table, or\n"
             "calls the last bidder a liar.  A bid must be higher than the last: more dice,\n"
             "or as many of a higher face.  When somebody calls, all dice are counted: if at\n"
             "least so many show that face or the wild one, the caller loses, else the\n"
             "bidder; a bid on the wild face counts only that.\n"
             "A single round scores -1 for the loser and 1 for the other of the two.  In a\n"
             "match the loser gives up a die, all roll again, and he begins (the next player,\n"
             "if he is out).  The last one with dice gets 1 from every other player.\n"
             "Hidden: the others' dice.  A single round ends by showing them; in a match\n"
             "it is told whether the caller was right, and no more.",
    .players = 2,
    .state_size = sizeof(liars_dice),
    .lo = -1,
    .traits = PL_ZERO_SUM | PL_RECALL | PL_LOSSLESS,
    .params = params,
    .parts = {{"seat", "seat", {2}, 1},
              {"dice", "seat", {2}, 1},
              {"cup", "face", {6}, 1},
              {"bids", "dice,face", {2, 6}, 1}},
    .tune = liars_dice_tune,
    .legal = liars_dice_legal,
    HOOKS,
    PL_LOOPS(liars_dice),
};
