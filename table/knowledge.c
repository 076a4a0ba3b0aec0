/* knowledge.c -- worlds that fit what a seat knows, by the game's guess or a belief. */
#include <string.h>

#include "parlor/analysis.h"

enum { PARTICLES = 512 };

/* For games without a guess: what the seat has noticed, ply by ply. */
static pl_belief *follow(const pl_line *line, int seat)
{
    const pl_game *g = pl_line_game(line);
    pl_state view;
    if (!g->hide || g->guess) return NULL;
    pl_belief *b = pl_belief_new(g, seat, PARTICLES, 1);
    for (int i = 0; b && i < pl_line_plies(line); i++) {
        pl_move code = pl_line_seen(line, i, seat);
        pl_line_view(line, i + 1, seat, &view);
        if (code == PL_NOTHING) continue;
        if (pl_belief_heard(b, pl_line_mover(line, i), code, &view) == 0) continue;
        pl_belief_free(b);
        return NULL;
    }
    return b;
}

void pl_know(pl_knowledge *k, const pl_line *line, int seat)
{
    k->game = pl_line_game(line);
    k->seat = seat;
    k->belief = follow(line, seat);
    pl_line_view(line, pl_line_plies(line), seat, &k->view);
}

void pl_know_free(pl_knowledge *k)
{
    pl_belief_free(k->belief);
}

int pl_guess_world(const pl_knowledge *k, pl_rng *r, void *out)
{
    const pl_game *g = k->game;
    if (k->belief) return pl_belief_world(k->belief, r, out);
    memcpy(out, &k->view, (size_t)g->state_size);
    if (g->guess) g->guess(out, k->seat, r);
    return g->hide && !g->guess ? -1 : 0;
}
