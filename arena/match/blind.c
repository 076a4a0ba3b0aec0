/* blind.c -- games in which everybody plays at random, without asking anybody.
 *
 * A move is drawn from the stream of its seat, as the agent random would do it, since a view has the
 * moves of its state.  Two games of a deal are played side by side: a processor that has to wait for
 * the one goes on with the other.  The build compiles this file for each level of machine, as
 * PL_BLIND; of the loops that come with the draw of a move none other is wanted.
 */
#include "arena/match/blind.h"

#include <string.h>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define PL_FAST blind
#define PL_FAST_STATE pl_state
#define PL_FAST_TABLE (*g)
#define PL_FAST_SIZE (size_t) g->state_size
#include "parlor/fast.h"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

typedef struct {
    pl_state s;
    pl_rng stream[PL_SEATS_MAX];
    int64_t ply;
    int turn;
} lane;

static inline pl_move draw(pl_blind *b, const pl_state *s, int64_t ply)
{
    pl_rng r = pl_dice_of(b->dice, ply);
    return blind_any(b->game, s, PL_CHANCE, &r);
}

/* The position at the first choice of a seat, and its ply: games of one deal share it. */
static void deal_out(pl_blind *b)
{
    const pl_game *g = b->game;
    b->plies = 0;
    memcpy(&b->deal, b->start, (size_t)g->state_size);
    for (; g->turn(&b->deal) == PL_CHANCE; b->plies++)
        g->apply(&b->deal, draw(b, &b->deal, b->plies));
    b->dealt = b->dice->stamp;
}

static inline void begin(pl_blind *b, lane *l, const pl_group *group, int game)
{
    const uint8_t *order = pl_group_order(group, game);
    for (int seat = 0; seat < b->game->players; seat++)
        pl_group_stream(group, game, order[seat], &l->stream[seat]);
    if (b->dealt != b->dice->stamp) deal_out(b);
    memcpy(&l->s, &b->deal, (size_t)b->game->state_size);
    l->ply = b->plies;
    l->turn = b->game->turn(&l->s);
}

static inline void step(pl_blind *b, lane *l)
{
    const pl_game *g = b->game;
    g->apply(&l->s, l->turn == PL_CHANCE ? draw(b, &l->s, l->ply)
                                         : blind_any(g, &l->s, l->turn, &l->stream[l->turn]));
    l->ply++;
    l->turn = g->turn(&l->s);
}

static inline void finish(pl_blind *b, lane *l, pl_outcome *o)
{
    while (l->turn != PL_OVER) step(b, l);
    b->game->score(&l->s, o->score);
    o->plies = l->ply;
    o->how = PL_BY_RULES;
    o->fault = o->seat = 0;
}

void PL_BLIND(pl_blind *b, const pl_group *group, int game, pl_outcome *one, pl_outcome *two)
{
    lane here, beside;
    begin(b, &here, group, game);
    if (two) {
        begin(b, &beside, group, game + 1);
        while (here.turn != PL_OVER && beside.turn != PL_OVER) {
            step(b, &here);
            step(b, &beside);
        }
        finish(b, &beside, two);
    }
    finish(b, &here, one);
}
