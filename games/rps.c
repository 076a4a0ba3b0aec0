/* rps.c -- rock paper scissors: two commitments, shown at once.
 *
 * Fact to check: each seat has one information set, and playing every hand with
 * probability 1/3 gives the value 0 against anybody.
 */
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

enum { HANDS = 3, HIDDEN = HANDS }; /* HIDDEN: the code of "a hand, but not which" */

typedef struct {
    uint8_t hand[2]; /* 1 .. 3 as in names; 0 not chosen, or not known */
    uint8_t chosen;  /* seats that have committed, in seat order */
} rps;

static const char *const names[] = {"rock", "paper", "scissors", "?"};

static int rps_turn(const void *p)
{
    const rps *s = p;
    return s->chosen < 2 ? s->chosen : PL_OVER;
}

static uint64_t rps_legal(const void *p)
{
    (void)p;
    return (1 << HANDS) - 1;
}

static int rps_moves(const void *p, pl_move *out)
{
    (void)p;
    for (int i = 0; i < HANDS; i++) out[i] = i;
    return HANDS;
}

static void rps_apply(void *p, pl_move m)
{
    rps *s = p;
    s->hand[s->chosen++] = (uint8_t)(m + 1);
}

/* Each hand beats the one before it, and rock beats scissors. */
static void rps_score(const void *p, double *out)
{
    static const int8_t won[] = {0, 1, -1};
    const rps *s = p;
    int result = won[(HANDS + s->hand[0] - s->hand[1]) % HANDS];
    out[0] = result;
    out[1] = -result;
}

static int rps_say(const void *p, pl_move m, char *buf, size_t n)
{
    (void)p;
    return snprintf(buf, n, "%s", names[m]);
}

static const char *name(const rps *s, int seat)
{
    if (s->hand[seat]) return names[s->hand[seat] - 1];
    return seat < s->chosen ? "?" : "-";
}

static int rps_show(const void *p, char *buf, size_t n)
{
    return snprintf(buf, n, "%s %s", name(p, 0), name(p, 1));
}

static void rps_hide(void *p, int seat)
{
    rps *s = p;
    if (s->chosen < 2 && seat != 0) s->hand[0] = 0;
}

static void rps_guess(void *p, int seat, pl_rng *r)
{
    rps *s = p;
    (void)seat;
    if (s->chosen && !s->hand[0]) s->hand[0] = (uint8_t)(1 + pl_below(r, HANDS));
}

static pl_move rps_seen(const void *p, pl_move m, int seat)
{
    return rps_turn(p) == seat ? m : HIDDEN;
}

static void rps_tensor(const void *p, int seat, uint8_t *out)
{
    const rps *s = p;
    memset(out, 0, 2 + 2 * HANDS);
    for (int i = 0; i < 2; i++) {
        int who = seat ^ i;
        out[i] = who < s->chosen;
        if (s->hand[who]) out[2 + HANDS * i + s->hand[who] - 1] = 1;
    }
}

static int rps_json(const void *p, char *buf, size_t n)
{
    const rps *s = p;
    return snprintf(buf, n, "{\"committed\":%d,\"hands\":[\"%s\",\"%s\"]}", s->chosen, name(s, 0),
                    name(s, 1));
}

#define PL_FAST rps
#include "parlor/fast.h"
const pl_game pl_rps = {
    .abi = PL_ABI,
    .name = "rps",
    .about = "Rock paper scissors: both choose at once",
    .rules = "Both players choose rock, paper or scissors, neither knowing the other's choice.\n"
             "Paper beats rock, scissors beat paper, rock beats scissors: the winner scores 1,\n"
             "the loser -1; two equal hands score 0.\n"
             "Hidden: the first player's choice, until the second has chosen too.",
    .players = 2,
    .state_size = sizeof(rps),
    .actions = HANDS,
    .max_moves = HANDS,
    .max_plies = 2,
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_RECALL | PL_LOSSLESS,
    .parts = {{"committed", "from_own", {2}, 1}, {"hand", "from_own,hand", {2, HANDS}, 1}},
    .turn = rps_turn,
    .moves = rps_moves,
    .legal = rps_legal,
    .apply = rps_apply,
    .score = rps_score,
    .say = rps_say,
    .show = rps_show,
    .hide = rps_hide,
    .guess = rps_guess,
    .seen = rps_seen,
    .tensor = rps_tensor,
    .json = rps_json,
    PL_LOOPS(rps),
};
