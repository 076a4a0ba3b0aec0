/* worlds.c -- flat Monte Carlo in worlds that fit what a seat knows: each move is
 * tried in the same worlds, and the game played out at random. */
#include "worlds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int trials_open(trials *t, const pl_knowledge *k)
{
    pl_move list[PL_MOVES_MAX];
    *t = (trials){.n = k->game->moves(&k->view, list)};
    t->of = calloc((size_t)t->n, sizeof *t->of);
    for (int i = 0; t->of && i < t->n; i++) t->of[i].move = list[i];
    return t->of ? 0 : -1;
}

void trials_close(trials *t)
{
    free(t->of);
}

int trials_worlds(const trials *t, int games, int least, int most)
{
    int each = games / t->n;
    return each < least ? least : each > most ? most : each;
}

/* 1 for the best score, a part of it for one of several, else 0. */
static double win_share(const double *score, int players, int seat)
{
    int equal = 0;
    for (int i = 0; i < players; i++) {
        if (score[i] > score[seat]) return 0;
        equal += score[i] >= score[seat];
    }
    return 1.0 / equal;
}

static void note_stake(trials *t, double score)
{
    double size = fabs(score);
    if (size <= 0 || isnan(t->stake)) return;
    if (t->stake <= 0) t->stake = size;
    else if (size < t->stake || size > t->stake) t->stake = NAN;
}

static void try_move(trials *t, estimate *e, const pl_knowledge *k, const void *world, pl_rng *r)
{
    const pl_game *g = k->game;
    pl_state s;
    double score[PL_SEATS_MAX] = {0};
    memcpy(&s, world, (size_t)g->state_size);
    g->apply(&s, e->move);
    pl_rollout(g, &s, 1, r, score);
    e->sum += score[k->seat];
    e->squares += score[k->seat] * score[k->seat];
    e->wins += win_share(score, g->players, k->seat);
    note_stake(t, score[k->seat]);
}

void trials_run(trials *t, const pl_knowledge *k, int worlds, double seconds, pl_rng *r)
{
    pl_state world;
    double end = seconds_now() + seconds;
    int wanted = t->worlds + worlds;
    while (t->worlds < wanted) {
        if (t->worlds >= 2 && (seconds_now() >= end || (t->enough && *t->enough))) break;
        if (pl_guess_world(k, r, &world)) break;
        for (int i = 0; i < t->n; i++) try_move(t, &t->of[i], k, &world, r);
        progress("worlds", ++t->worlds, wanted);
    }
    progress_end();
}
