/* match_ratings.c -- how strong the agents of a match are: now, and in its course. */
#include <stdlib.h>

#include "matches.h"

void match_ratings(pl_match *m, ratings *out)
{
    out->bounded = pl_match_elo(m, PL_NOW, out->elo);
    for (int i = 0; i < pl_match_entrants(m); i++) {
        pl_standing s;
        pl_match_standing(m, i, &s);
        out->superiority[i] = s.superiority;
    }
}

const char *match_model(pl_match *m)
{
    if (pl_match_entrants(m) == 2) return "elo";
    return pl_match_by_places(m) ? "plackett-luce" : "bradley-terry";
}

int match_curve(pl_match *m, curve_points *out)
{
    int n = pl_match_entrants(m), points = pl_match_points(m);
    pl_match_course c;
    pl_duel d;
    pl_match_course_of(m, &c);
    *out = (curve_points){.elo = malloc((size_t)(points + 1) * (size_t)n * sizeof *out->elo)};
    if (!out->elo) return failed("out of memory");
    int kept = points; /* none: the pool is too large */
    while (points && pl_match_point(m, points - 1, 0, 1, &d) == c.games) points--;
    for (int k = 0; k <= points && kept; k++) {
        pl_match_elo(m, k < points ? k : PL_NOW, out->elo + k * n);
        out->games[out->n++] = k < points ? pl_match_point(m, k, 0, 1, &d) : c.games;
    }
    return DONE;
}
