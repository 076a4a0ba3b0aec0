/* pig.c -- Pig, the jeopardy dice game (described by J. Scarne, 1945).
 *
 * Chance and choice take turns: after every roll but a 1 the player rolls on or
 * holds.  Random play lives on apply(), which therefore does without branches.
 *
 * Fact to check: with two players, 100 points and a die of six faces, who
 * begins and plays perfectly wins with probability 0.5306 (Neller and Presser,
 * 2004).
 */
#include <stdio.h>

#include "parlor/game.h"

enum { ROLL, HOLD };
enum { SEATS = 10, BITS = 16 };
enum { PLAYERS, TARGET, FACES, LIMIT };

typedef struct {
    uint32_t open; /* the legal moves */
    uint32_t die;  /* a bit for each face */
    uint16_t score[SEATS];
    uint16_t total;  /* points of the turn at hand, not yet safe */
    uint16_t left;   /* plies until the game is given up as a draw */
    uint16_t target; /* points that win */
    uint16_t players;
    uint16_t seat; /* whose turn it is, be it to roll or to choose */
    int16_t turn;
} pig;

static void pig_init(const pl_game *g, void *p)
{
    pig *s = p;
    s->players = (uint16_t)g->arg[PLAYERS];
    s->target = (uint16_t)g->arg[TARGET];
    s->die = (1u << (int)g->arg[FACES]) - 1;
    s->left = (uint16_t)g->arg[LIMIT];
    s->open = 1 << ROLL;
}

static int pig_turn(const void *p)
{
    return ((const pig *)p)->turn;
}

static uint64_t pig_legal(const void *p)
{
    return ((const pig *)p)->open;
}

static int pig_moves(const void *p, pl_move *out)
{
    return pl_list(pig_legal(p), out);
}

/* x where a flag is 1, else 0. */
static inline unsigned when(unsigned flag, unsigned x)
{
    return (0 - flag) & x;
}

/* A turn passes on after a 1, which is outcome 0, and after a hold; and only
 * after a choice to roll, move 0, there is chance. */
static void pig_apply(void *p, pl_move m)
{
    pig *s = p;
    unsigned rolled = s->turn < 0, some = m != 0, pass = rolled ^ some, chance = !(rolled | some);
    unsigned seat = s->seat, next = when(seat + 1 < s->players, seat + 1);
    unsigned score = s->score[seat] + when(pass & some, s->total);
    unsigned total = when(!pass, s->total + when(rolled, (unsigned)m + 1));
    s->score[seat] = (uint16_t)score;
    s->total = (uint16_t)total;
    s->seat = (uint16_t)(seat ^ when(pass, seat ^ next));
    s->open = when(chance, s->die) | when(!chance, 1u << ROLL | (unsigned)(total > 0) << HOLD);
    s->turn = (int16_t)(s->seat | when(chance, (unsigned)PL_CHANCE));
    if (--s->left == 0 || score >= s->target) s->turn = PL_OVER;
}

static int has_won(const pig *s, int seat)
{
    return s->score[seat] >= s->target;
}

static void pig_score(const void *p, double *out)
{
    const pig *s = p;
    int winner = -1;
    for (int i = 0; i < s->players; i++)
        if (has_won(s, i)) winner = i;
    for (int i = 0; i < s->players; i++) out[i] = winner < 0 ? 0 : -1.0 / (s->players - 1);
    if (winner >= 0) out[winner] = 1;
}

static int pig_say(const void *p, pl_move m, char *buf, size_t n)
{
    const pig *s = p;
    if (s->turn < 0) return snprintf(buf, n, "%d", m + 1);
    return snprintf(buf, n, "%s", m == HOLD ? "hold" : "roll");
}

/* A line a seat: its points, and what its turn has brought so far. */
static int pig_show(const void *p, char *buf, size_t n)
{
    const pig *s = p;
    pl_text out = {buf, n, 0};
    for (int i = 0; i < s->players; i++) {
        pl_put(&out, "%sseat %d: %d", i ? "\n" : "", i, s->score[i]);
        if (i == s->seat && s->turn != PL_OVER) pl_put(&out, " + %d", s->total);
        if (has_won(s, i)) pl_put(&out, " wins");
    }
    return (int)out.used;
}

/* Where seat stands against the best of the others, points at risk for half. */
static double pig_value(const void *p, int seat)
{
    const pig *s = p;
    double out[SEATS], own = 0, best = 0;
    if (s->turn == PL_OVER) {
        pig_score(s, out);
        return out[seat];
    }
    for (int i = 0; i < s->players; i++) {
        double points = s->score[i] + (i == s->seat ? s->total / 2.0 : 0);
        if (points > s->target) points = s->target;
        if (i == seat) own = points;
        else if (points > best) best = points;
    }
    return (own - best) / s->target / (own < best ? s->players - 1 : 1);
}

static uint8_t *put_bits(uint8_t *out, unsigned x)
{
    for (int i = 0; i < BITS; i++) out[i] = x >> i & 1;
    return out + BITS;
}

/* Scores from one's own on, in shares of the target and exactly, in bits. */
static void pig_tensor(const void *p, int seat, uint8_t *out)
{
    const pig *s = p;
    int n = s->players;
    for (int i = 0; i < n; i++) {
        int k = (seat + i) % n, risk = k == s->seat ? s->total : 0;
        int share = s->score[k] * 200 / s->target, hoped = (s->score[k] + risk) * 200 / s->target;
        out[i] = (uint8_t)(share < 200 ? share : 200);
        out[n + i] = (uint8_t)(hoped < 200 ? hoped : 200);
        out[2 * n + i] = k == s->seat;
    }
    out += 3 * n;
    for (int i = 0; i < n; i++) out = put_bits(out, s->score[(seat + i) % n]);
    put_bits(put_bits(out, s->total), s->left);
}

static int pig_json(const void *p, char *buf, size_t n)
{
    const pig *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"scores\":[");
    for (int i = 0; i < s->players; i++) pl_put(&out, "%s%d", i ? "," : "", s->score[i]);
    pl_put(&out, "],\"seat\":%d,\"total\":%d,\"left\":%d}", s->seat, s->total, s->left);
    return (int)out.used;
}

static const char *pig_tune(pl_game *g)
{
    int n = (int)g->arg[PLAYERS], faces = (int)g->arg[FACES];
    g->players = n;
    g->chances = g->max_moves = faces;
    g->max_plies = (int)g->arg[LIMIT];
    g->lo = -1.0 / (n - 1);
    g->parts[0].dim[1] = g->parts[1].dim[0] = n;
    return NULL;
}

static const pl_param params[] = {
    {"players", NULL, 2, 2, SEATS, "seats at the table"},
    {"target", NULL, 1, 100, 1000, "points that win"},
    {"faces", NULL, 2, 6, 20, "of the die; a 1 loses the points of the turn"},
    {"limit", NULL, 1, 1000, 5000, "plies, rolls included, after which the game is a draw"},
    {0},
};

#define PL_FAST pig
#include "parlor/fast.h"
const pl_game pl_pig = {
    .abi = PL_ABI,
    .name = "pig",
    .about = "Pig: roll the die for more, or hold what you have",
    .rules = "In turn each player rolls a die.  A 1 ends the turn and the points it brought\n"
             "are lost.  Any other number is added to the turn's points, and the player\n"
             "either rolls again or holds: then these points are safe, and the turn passes\n"
             "to the left.  Who first holds target points or more scores 1, and each of the\n"
             "others loses an equal share of that.  After limit plies, every roll and every\n"
             "choice counted, the game is a draw, 0 each.\n"
             "Nothing is hidden.",
    .players = 2,
    .state_size = sizeof(pig),
    .actions = 2,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_LOSSLESS,
    .params = params,
    .parts = {{"shares", "safe_hoped_rolling,seat_from_own", {3, 2}, 200},
              {"scores", "seat_from_own,bit", {2, BITS}, 1},
              {"total", "bit", {BITS}, 1},
              {"left", "bit", {BITS}, 1}},
    .tune = pig_tune,
    .init = pig_init,
    .turn = pig_turn,
    .moves = pig_moves,
    .legal = pig_legal,
    .apply = pig_apply,
    .score = pig_score,
    .say = pig_say,
    .show = pig_show,
    .value = pig_value,
    .tensor = pig_tensor,
    .json = pig_json,
    PL_LOOPS(pig),
};
