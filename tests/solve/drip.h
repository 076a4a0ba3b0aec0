/* drip.h -- a small game with chance that nobody notices, for the tests.
 *
 * A tap drips, unheard, into a cup that takes three drops, until a bell rings;
 * a drop is three times as likely while there is room.  Then one bets on an even
 * number of drops or an odd one.  Nobody sees into the cup.  There is no guess:
 * worlds come from a belief.
 *
 * Fact to check: before the bell, each further drop weighs three quarters of the
 * one before; after it, three drops weigh 27/64 of all.
 */
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

enum { DRIP_ROOM = 3, DRIP_RING = 0, DRIP_DROP = 1 };

typedef struct {
    uint8_t drops, rung, bet; /* bet: 1 even, 2 odd */
} drip;

static int drip_turn(const void *p)
{
    const drip *s = p;
    return s->bet ? PL_OVER : s->rung ? 0 : PL_CHANCE;
}

static int drip_moves(const void *p, pl_move *out)
{
    const drip *s = p;
    out[0] = 0;
    out[1] = 1;
    return s->rung || s->drops < DRIP_ROOM ? 2 : 1;
}

static void drip_apply(void *p, pl_move m)
{
    drip *s = p;
    if (s->rung) s->bet = (uint8_t)(m + 1);
    else if (m == DRIP_RING) s->rung = 1;
    else s->drops++;
}

static void drip_score(const void *p, double *out)
{
    const drip *s = p;
    out[0] = s->drops % 2 == s->bet - 1 ? 1 : -1;
    out[1] = -out[0];
}

static int drip_say(const void *p, pl_move m, char *buf, size_t n)
{
    static const char *const names[2][2] = {{"ring", "drop"}, {"even", "odd"}};
    return snprintf(buf, n, "%s", names[((const drip *)p)->rung][m]);
}

static int drip_show(const void *p, char *buf, size_t n)
{
    return snprintf(buf, n, "%d", ((const drip *)p)->drops);
}

static void drip_hide(void *p, int seat)
{
    drip *s = p;
    (void)seat;
    if (!s->bet) s->drops = 0;
}

static double drip_odds(const void *p, pl_move m)
{
    if (((const drip *)p)->drops == DRIP_ROOM) return 1;
    return m == DRIP_RING ? 0.25 : 0.75;
}

static pl_move drip_seen(const void *p, pl_move m, int seat)
{
    (void)seat;
    return ((const drip *)p)->rung || m == DRIP_RING ? m : PL_NOTHING;
}

static const pl_game pl_drip = {
    .abi = PL_ABI,
    .name = "drip",
    .about = "bet on a number of drops",
    .rules = "Bet whether the drops that fell before the bell are even or odd.",
    .players = 2,
    .state_size = sizeof(drip),
    .actions = 2,
    .chances = 2,
    .max_moves = 2,
    .max_plies = DRIP_ROOM + 2,
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_RECALL,
    .turn = drip_turn,
    .moves = drip_moves,
    .apply = drip_apply,
    .score = drip_score,
    .say = drip_say,
    .show = drip_show,
    .odds = drip_odds,
    .hide = drip_hide,
    .seen = drip_seen,
};
