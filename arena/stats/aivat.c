/* aivat.c -- payoffs less luck (AIVAT: Burch, Schmid, Moravcik, Morrill and Bowling, 2018).
 *
 * At each ply whose chances are known, be it chance's or that of a seat whose way of
 * playing is known, all moves are valued; what the one that was played is worth more than
 * the mean, weighed by the chances, was luck, and is taken off.  The mean of what is taken off
 * is 0 at every ply, whatever the values, so payoffs keep their mean.  With every seat
 * known and exact values all terms but the first cancel: what is left is the value of the
 * start, and no variance.  Without known seats it is the luck of the dice alone.
 *
 * The paper also sums over the hands that a known seat could have held; that takes a tree
 * (luck_cells.c).
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "parlor/luck.h"

typedef struct {
    const pl_aivat *a;
    const pl_line *line;
    const pl_game *game;
    pl_move *move;
    double *chance;
} walk;

/* The moves of ply i and their chances; how many, or 0 if nobody knows them. */
static int known_moves(const walk *w, int i)
{
    const void *s = pl_line_state(w->line, i);
    int n = w->game->moves(s, w->move);
    if (pl_line_mover(w->line, i) != PL_CHANCE)
        return w->a->chances && w->a->chances(w->a->with, w->line, i, w->move, n, w->chance) ? n
                                                                                             : 0;
    for (int k = 0; k < n; k++) w->chance[k] = pl_odds(w->game, s, w->move[k]);
    return n;
}

/* What each seat has of move m at ply i. */
static void worth(const walk *w, int i, pl_move m, double *out)
{
    pl_state s;
    memcpy(&s, pl_line_state(w->line, i), (size_t)w->game->state_size);
    w->game->apply(&s, m);
    if (w->game->turn(&s) == PL_OVER) w->game->score(&s, out);
    else w->a->value(w->a->with, w->line, i, m, &s, out);
}

/* What the move of ply i brought more than was to be expected. */
static void add_luck(const walk *w, int i, double *luck)
{
    double value[PL_SEATS_MAX];
    pl_move played = pl_line_move(w->line, i);
    int n = known_moves(w, i), seats = w->game->players;
    for (int k = 0; n > 1 && k < n; k++) {
        if (!(w->chance[k] > 0) && w->move[k] != played) continue;
        worth(w, i, w->move[k], value);
        double by = (w->move[k] == played) - w->chance[k];
        for (int seat = 0; seat < seats; seat++) luck[seat] += by * value[seat];
    }
}

int pl_aivat_luck(const pl_aivat *a, const pl_line *l, double *chance, double *moves, pl_error *err)
{
    const pl_game *g = pl_line_game(l);
    size_t room = (size_t)g->max_moves + 1;
    walk w = {a, l, g, malloc(room * sizeof *w.move), malloc(room * sizeof *w.chance)};
    int plies = pl_line_plies(l), bad = 0;
    for (int seat = 0; seat < g->players; seat++) chance[seat] = moves[seat] = 0;
    if (!w.move || !w.chance) bad = pl_fail(err, "out of memory to take luck off");
    for (int i = 0; !bad && i < plies; i++)
        add_luck(&w, i, pl_line_mover(l, i) == PL_CHANCE ? chance : moves);
    free(w.move);
    free(w.chance);
    return bad;
}

int pl_aivat_payoff(const pl_aivat *a, const pl_line *l, double *payoff, pl_error *err)
{
    const pl_game *g = pl_line_game(l);
    double chance[PL_SEATS_MAX], moves[PL_SEATS_MAX];
    if (pl_line_turn(l) != PL_OVER)
        return pl_fail(err, "the game is not over, so it has no payoff");
    if (pl_aivat_luck(a, l, chance, moves, err)) return -1;
    g->score(pl_line_state(l, pl_line_plies(l)), payoff);
    for (int seat = 0; seat < g->players; seat++) payoff[seat] -= chance[seat] + moves[seat];
    return 0;
}

void pl_luck_random_value(void *with, const pl_line *l, int ply, pl_move m, const void *after,
                          double *out)
{
    const pl_luck_random *by = with;
    pl_rng r;
    const pl_game *g = pl_line_game(l);
    (void)ply, (void)m;
    for (int seat = 0; seat < g->players; seat++) out[seat] = 0;
    pl_seed(&r, by->seed ^ pl_hash(after, (size_t)g->state_size));
    pl_rollout(g, after, by->games, &r, out);
    for (int seat = 0; seat < g->players; seat++) out[seat] /= by->games;
}
