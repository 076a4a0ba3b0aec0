/* agent.c -- between the truth and an agent: everything that an agent is given
 * passes through hide() and seen() here. */
#include "parlor/agent.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* Only agents made for one game mind which it is. */
static int plays(const pl_agent_type *type, const pl_game *g)
{
    return !type->game || !strcmp(type->game, g->name);
}

pl_agent *pl_agent_new(const pl_agent_type *type, const pl_game *g, uint64_t seed, pl_error *err)
{
    if (!plays(type, g)) {
        pl_fail(err, "%s plays only %s, not %s", type->name, type->game, g->name);
        return NULL;
    }
    pl_agent *a = calloc(1, (size_t)type->size);
    if (!a) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    a->type = type;
    a->game = g;
    pl_seed(&a->rng, seed);
    if (!type->open || type->open(a, err) == 0) return a;
    free(a);
    return NULL;
}

void pl_agent_free(pl_agent *a)
{
    if (a && a->type->close) a->type->close(a);
    free(a);
}

void pl_agent_begin(pl_agent *a, int seat)
{
    a->seat = seat;
    if (a->type->begin) a->type->begin(a);
}

void pl_agent_tell(pl_agent *a, const void *s, pl_move m)
{
    const pl_game *g = a->game;
    pl_state after;
    pl_move code = pl_seen(g, s, m, (int)a->seat);
    if (!a->type->heard || code == PL_NOTHING) return;
    memcpy(&after, s, (size_t)g->state_size);
    g->apply(&after, m);
    if (g->hide) g->hide(&after, (int)a->seat);
    a->type->heard(a, g->turn(s), code, &after);
}

pl_move pl_agent_pick(pl_agent *a, const void *s)
{
    pl_state view;
    pl_view(a->game, s, (int)a->seat, &view);
    return a->type->pick(a, &view);
}

void pl_agent_over(pl_agent *a, const void *s)
{
    double score[PL_SEATS_MAX];
    if (!a->type->over) return;
    a->game->score(s, score);
    a->type->over(a, score);
}

static pl_move next_move(const pl_game *g, pl_agent *const *seat, const void *s, pl_rng *r)
{
    int turn = g->turn(s);
    if (turn == PL_CHANCE) return pl_any(g, s, r);
    pl_move m = pl_agent_pick(seat[turn], s);
    return pl_is_legal(g, s, m) ? m : PL_ILLEGAL;
}

int64_t pl_play(const pl_game *g, pl_agent *const *seat, pl_rng *r, double *score)
{
    int64_t plies = 0;
    pl_state s;
    for (int i = 0; i < g->players; i++) pl_agent_begin(seat[i], i);
    for (pl_start(g, &s); g->turn(&s) != PL_OVER; plies++) {
        pl_move m = next_move(g, seat, &s, r);
        if (m == PL_ILLEGAL) return -1;
        for (int i = 0; i < g->players; i++) pl_agent_tell(seat[i], &s, m);
        g->apply(&s, m);
    }
    for (int i = 0; i < g->players; i++) pl_agent_over(seat[i], &s);
    g->score(&s, score);
    return plies;
}
