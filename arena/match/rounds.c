/* rounds.c -- formats in which results decide who meets next: what Swiss and knock-out share. */
#include <stdlib.h>

#include "arena/match/match.h"
#include "core/text.h"

static int refuse(const pl_schedule *s, const pl_match_plan *plan, pl_error *err)
{
    int most = s->entrants - 1 + s->entrants % 2;
    if (s->entrants < s->places)
        return pl_fail(err, "the format %s takes at least %d entrants, one for each seat, not %d",
                       pl_format_name(s->format), (int)s->places, (int)s->entrants);
    if (s->format == PL_SWISS && s->places == 2 && plan->rounds > most)
        return pl_fail(err, "%d entrants have opponents for %d round%s, not for %d",
                       (int)s->entrants, most, most == 1 ? "" : "s", (int)plan->rounds);
    if (plan->advance < 0 || plan->advance >= s->places)
        return pl_fail(err, "from a table of %d from 1 to %d can go on, not %d", (int)s->places,
                       (int)s->places - 1, (int)plan->advance);
    return 0;
}

int pl_rounds_open(pl_schedule *s, const pl_match_plan *plan, pl_error *err)
{
    size_t n = (size_t)s->entrants;
    if (refuse(s, plan, err)) return -1;
    s->list = malloc(n * sizeof *s->list);
    s->points = calloc(n, sizeof *s->points);
    s->out = calloc(n, sizeof *s->out);
    int bad = !s->list || !s->points || !s->out;
    if (!bad) bad = s->format == PL_SWISS ? pl_swiss_open(s, plan) : pl_knock_out_open(s, plan);
    return bad ? pl_fail(err, "out of memory") : 0;
}

int pl_rounds_next(pl_schedule *s, const double *lead)
{
    return s->format == PL_SWISS ? pl_swiss_next(s, lead) : pl_knock_out_next(s, lead);
}
