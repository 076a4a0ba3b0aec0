/* dice.h -- what chance does in the games of one deal: ply k is drawn with child k of the seed, as at
 * a table, and kept for the other games. */
#ifndef PL_ARENA_MATCH_DICE_H
#define PL_ARENA_MATCH_DICE_H

#include "parlor/random.h"

enum { PL_DICE = 1024 };

typedef struct {
    uint64_t seed;
    int32_t rooted, unused; /* root is that seed's: many games have no chance */
    pl_rng root, at[PL_DICE];
    uint64_t stamp, drawn[PL_DICE]; /* of which plies are kept are of this stamp */
} pl_dice;

static inline void pl_dice_take(pl_dice *d, uint64_t seed)
{
    if (d->stamp && d->seed == seed) return;
    d->seed = seed;
    d->stamp++;
    d->rooted = 0;
}

/* The stream of a ply, from its beginning. */
static inline pl_rng pl_dice_of(pl_dice *d, int64_t ply)
{
    pl_rng r;
    if (!d->rooted) {
        pl_seed(&d->root, d->seed);
        d->rooted = 1;
    }
    if (ply >= PL_DICE) {
        pl_split(&d->root, (uint64_t)ply, &r);
        return r;
    }
    if (d->drawn[ply] != d->stamp) {
        pl_split(&d->root, (uint64_t)ply, &d->at[ply]);
        d->drawn[ply] = d->stamp;
    }
    return d->at[ply];
}

#endif
