/* traps.h -- small games that catch a search as if secrets were known.
 *
 * Coin: a coin lies hidden.  Keep a quarter of a point, or guess the coin for a
 * whole one, won or lost.  A search of one world at a time thinks that it can always
 * guess right (strategy fusion), and never keeps.
 *
 * Ask: leave with an eighth of a point, or ask.  Then the other is dealt a or b,
 * unseen.  It stops, for -1 with a or 3 with b (the asker's scores); or goes, and
 * the asker bets on a or b: 1 if right, -1/2 if not.  A player that goes has b, as
 * a would stop; so asking is worth (-1 + 1) / 2 = 0, and after "go" b is certain,
 * though it was not when it was dealt (non-locality).
 *
 * Bluff: one is dealt a or b, which the other does not see, and passes for nothing, or
 * bets.  Then the other gives up a point, or calls, which costs 4 against b and
 * wins 1 from a.  Not knowing which it is the other had better give up, so to bet with a wins
 * a point.  A search that looks only at worlds in which it has a thinks that it will be called.
 */
#include <stdio.h>

#include "parlor/game.h"

enum { COIN_KEEP, COIN_GUESS };
enum { ASK_LEAVE, ASK_ASK };
enum { ASK_STOP, ASK_GO };
enum { BLUFF_PASS, BLUFF_BET };
enum { BLUFF_FOLD, BLUFF_CALL };
enum { TRAP_HIDDEN = 2 }; /* the code of a deal that is not seen */

typedef struct {
    uint8_t plies, secret; /* 1 or 2; 0 not known */
    uint8_t move[3];       /* 1 + what was chosen */
} trap;

static int trap_moves(const void *p, pl_move *out)
{
    (void)p;
    out[0] = 0;
    out[1] = 1;
    return 2;
}

static uint64_t trap_legal(const void *p)
{
    (void)p;
    return 3;
}

static int trap_say(const void *p, pl_move m, char *buf, size_t n)
{
    (void)p;
    return snprintf(buf, n, "%d", m);
}

static int trap_show(const void *p, char *buf, size_t n)
{
    const trap *s = p;
    return snprintf(buf, n, "%d %d", s->plies, s->secret);
}

static int coin_turn(const void *p)
{
    const trap *s = p;
    return !s->plies ? PL_CHANCE : s->move[1] || s->move[0] == 1 + COIN_KEEP ? PL_OVER : 0;
}

static void coin_apply(void *p, pl_move m)
{
    trap *s = p;
    if (!s->plies) s->secret = (uint8_t)(m + 1);
    else s->move[s->plies - 1] = (uint8_t)(m + 1);
    s->plies++;
}

static void coin_score(const void *p, double *out)
{
    const trap *s = p;
    out[0] = s->move[0] == 1 + COIN_KEEP ? 0.25 : s->move[1] == s->secret ? 1 : -1;
    out[1] = -out[0];
}

static void coin_hide(void *p, int seat)
{
    (void)seat;
    if (coin_turn(p) != PL_OVER) ((trap *)p)->secret = 0;
}

static void coin_guess(void *p, int seat, pl_rng *r)
{
    trap *s = p;
    (void)seat;
    if (s->plies && !s->secret) s->secret = (uint8_t)(1 + pl_below(r, 2));
}

static pl_move coin_seen(const void *p, pl_move m, int seat)
{
    (void)seat;
    return ((const trap *)p)->plies ? m : TRAP_HIDDEN;
}

static int ask_turn(const void *p)
{
    static const int8_t turn[] = {0, PL_CHANCE, 1, 0};
    const trap *s = p;
    if (s->plies == 4 || s->move[0] == 1 + ASK_LEAVE || s->move[1] == 1 + ASK_STOP) return PL_OVER;
    return turn[s->plies];
}

static void ask_apply(void *p, pl_move m)
{
    trap *s = p;
    if (s->plies == 1) s->secret = (uint8_t)(m + 1);
    else s->move[s->plies - (s->plies > 1)] = (uint8_t)(m + 1);
    s->plies++;
}

static void ask_score(const void *p, double *out)
{
    const trap *s = p;
    if (s->move[0] == 1 + ASK_LEAVE) out[0] = 0.125;
    else if (s->move[1] == 1 + ASK_STOP) out[0] = s->secret == 1 ? -1 : 3;
    else out[0] = s->move[2] == s->secret ? 1 : -0.5;
    out[1] = -out[0];
}

static void ask_hide(void *p, int seat)
{
    if (seat != 1 && ask_turn(p) != PL_OVER) ((trap *)p)->secret = 0;
}

static void ask_guess(void *p, int seat, pl_rng *r)
{
    trap *s = p;
    (void)seat;
    if (s->plies > 1 && !s->secret) s->secret = (uint8_t)(1 + pl_below(r, 2));
}

static pl_move ask_seen(const void *p, pl_move m, int seat)
{
    return ((const trap *)p)->plies == 1 && seat != 1 ? TRAP_HIDDEN : m;
}

static int bluff_turn(const void *p)
{
    const trap *s = p;
    if (s->plies == 3 || s->move[0] == 1 + BLUFF_PASS) return PL_OVER;
    return s->plies - 1;
}

static void bluff_score(const void *p, double *out)
{
    const trap *s = p;
    if (s->move[0] == 1 + BLUFF_PASS) out[0] = 0;
    else if (s->move[1] == 1 + BLUFF_FOLD) out[0] = 1;
    else out[0] = s->secret == 1 ? -1 : 4;
    out[1] = 0 - out[0];
}

static void bluff_hide(void *p, int seat)
{
    trap *s = p;
    if (seat != 0 && s->move[1] != 1 + BLUFF_CALL) s->secret = 0;
}

static pl_move bluff_seen(const void *p, pl_move m, int seat)
{
    return ((const trap *)p)->plies == 0 && seat != 0 ? TRAP_HIDDEN : m;
}

#define TRAP                                                                                       \
    .abi = PL_ABI, .about = "a trap", .rules = "", .players = 2, .state_size = sizeof(trap),       \
    .actions = 2, .chances = 2, .max_moves = 2, .max_plies = 4, .lo = -4, .hi = 4,                 \
    .traits = PL_ZERO_SUM | PL_RECALL, .moves = trap_moves, .legal = trap_legal, .say = trap_say,  \
    .show = trap_show

static const pl_game pl_coin = {TRAP,
                                .name = "coin",
                                .turn = coin_turn,
                                .apply = coin_apply,
                                .score = coin_score,
                                .hide = coin_hide,
                                .guess = coin_guess,
                                .seen = coin_seen};

static const pl_game pl_ask = {TRAP,
                               .name = "ask",
                               .turn = ask_turn,
                               .apply = ask_apply,
                               .score = ask_score,
                               .hide = ask_hide,
                               .guess = ask_guess,
                               .seen = ask_seen};

static const pl_game pl_bluff = {TRAP,
                                 .name = "bluff",
                                 .turn = bluff_turn,
                                 .apply = coin_apply,
                                 .score = bluff_score,
                                 .hide = bluff_hide,
                                 .guess = coin_guess,
                                 .seen = bluff_seen};
