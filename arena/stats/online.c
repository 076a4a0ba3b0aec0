/* online.c -- ratings that change game by game (Elo, 1978).
 *
 * A game of several is a game of each agent against its neighbours in the order of
 * scores (Kerrigan's multiplayer Elo, which the dominoes lab took up), by the ratings
 * before the game.
 *
 * Fact to check: with K = 32 three equals who come in first, second and third change
 * by +16, 0 and -16.
 */
#include <math.h>

#include "parlor/ratings.h"

double pl_elo_update(double rating, double other, double score, double k)
{
    return rating + k * (score - pl_elo_score(rating - other));
}

/* The seats from the best score to the worst; equals in the order they were given. */
static void rank(const double *score, int n, int *order)
{
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && score[order[at - 1]] < score[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

void pl_elo_table(double *rating, const double *score, int n, double k, int lab)
{
    int order[PL_SEATS_MAX];
    double change[PL_SEATS_MAX] = {0};
    if (n > PL_SEATS_MAX) return;
    rank(score, n, order);
    for (int i = 0; i + 1 < n; i++) {
        int a = order[i], b = order[i + 1];
        double won = score[a] > score[b] || lab ? 1 : 0.5;
        double by = k * (won - pl_elo_score(rating[a] - rating[b]));
        if (lab) by = nearbyint(by * 100) / 100;
        change[a] += by;
        change[b] -= by;
    }
    for (int i = 0; i < n; i++) rating[i] += change[i];
}
