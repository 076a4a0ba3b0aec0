/* careless_whist.c -- knockout whist, guessed as if nobody had shown to lack a suit.
 * The game's own file gives its state and its guess. */
#include "bench/careless.h"

#define pl_knockout_whist another_whist
extern const pl_game another_whist;
#include "games/knockout_whist.c"

void careless_whist(void *view, int seat, pl_rng *r)
{
    knockout_whist *s = view;
    uint32_t shown = s->voids;
    s->voids = 0;
    knockout_whist_guess(s, seat, r);
    s->voids = shown;
}
