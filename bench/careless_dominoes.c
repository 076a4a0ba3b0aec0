/* careless_dominoes.c -- block dominoes, guessed as if nobody had ever passed.  The
 * game's own file gives its state and its guess. */
#include "bench/careless.h"

#define pl_block_dominoes other_dominoes
extern const pl_game other_dominoes;
#include "games/block_dominoes.c"

void careless_dominoes(void *view, int seat, pl_rng *r)
{
    block_dominoes *s = view;
    uint32_t shown[KINDS];
    memcpy(shown, s->bar, sizeof shown);
    memset(s->bar, 0, sizeof s->bar);
    block_dominoes_guess(s, seat, r);
    memcpy(s->bar, shown, sizeof shown);
}
