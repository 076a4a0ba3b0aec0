/* fog.h -- a small game with plies that nobody else notices, for the tests.
 *
 * Two players take cells of a row in turn, unseen.  A try on a taken cell shows
 * it to the one who tried, who tries again; the other learns nothing, not even
 * that there was a try.  The sum of one's cells, less the other's, is the score.
 * There is no guess: worlds come from a belief.
 */
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

enum { FOG_CELLS = 4, FOG_MET = 8, FOG_MOVED = 16 };

typedef struct {
    uint8_t own[2], met[2];          /* cells as bits; met: the other's, as far as known */
    uint8_t log[2][FOG_CELLS], n[2]; /* each seat's own tries, in order */
    uint8_t down, spare;             /* stones on the board */
} fog;

static int fog_turn(const void *p)
{
    const fog *s = p;
    return s->down == FOG_CELLS ? PL_OVER : s->down % 2;
}

static uint64_t fog_legal(const void *p)
{
    const fog *s = p;
    int me = s->down % 2;
    return ((1u << FOG_CELLS) - 1) & ~(unsigned)(s->own[me] | s->met[me]);
}

static int fog_moves(const void *p, pl_move *out)
{
    return pl_list(fog_legal(p), out);
}

static void fog_apply(void *p, pl_move m)
{
    fog *s = p;
    int me = s->down % 2;
    s->log[me][s->n[me]++] = (uint8_t)(m + 1);
    if (s->own[!me] >> m & 1) s->met[me] |= (uint8_t)(1 << m);
    else {
        s->own[me] |= (uint8_t)(1 << m);
        s->down++;
    }
}

static void fog_score(const void *p, double *out)
{
    const fog *s = p;
    out[0] = 0;
    for (int c = 0; c < FOG_CELLS; c++) out[0] += s->own[0] >> c & 1 ? c : -c;
    out[1] = -out[0];
}

static int fog_say(const void *p, pl_move m, char *buf, size_t n)
{
    (void)p;
    if (m >= FOG_MOVED) return snprintf(buf, n, "moved");
    return snprintf(buf, n, "%s%d", m >= FOG_MET ? "met" : "", m % FOG_MET);
}

static int fog_show(const void *p, char *buf, size_t n)
{
    const fog *s = p;
    return snprintf(buf, n, "%x/%x", s->own[0], s->own[1]);
}

static void fog_hide(void *p, int seat)
{
    fog *s = p;
    for (int i = 0; i < 2 && fog_turn(s) != PL_OVER; i++) {
        if (i == seat) continue;
        s->own[i] &= seat == !i ? s->met[!i] : 0;
        s->met[i] = s->n[i] = 0;
        memset(s->log[i], 0, sizeof s->log[i]);
    }
}

static pl_move fog_seen(const void *p, pl_move m, int seat)
{
    const fog *s = p;
    int me = s->down % 2, hit = s->own[!me] >> m & 1;
    if (me == seat) return hit ? FOG_MET + m : m;
    return hit ? PL_NOTHING : FOG_MOVED;
}

static const pl_game pl_fog = {
    .abi = PL_ABI,
    .name = "fog",
    .about = "a row of cells, taken unseen",
    .rules = "",
    .players = 2,
    .state_size = sizeof(fog),
    .actions = FOG_CELLS,
    .max_moves = FOG_CELLS,
    .max_plies = 2 * FOG_CELLS,
    .lo = -6,
    .hi = 6,
    .traits = PL_ZERO_SUM | PL_RECALL,
    .turn = fog_turn,
    .moves = fog_moves,
    .legal = fog_legal,
    .apply = fog_apply,
    .score = fog_score,
    .say = fog_say,
    .show = fog_show,
    .hide = fog_hide,
    .seen = fog_seen,
};
