/* blind.h -- games in which everybody plays at random: blind.c, made for each level of machine. */
#ifndef PL_ARENA_MATCH_BLIND_H
#define PL_ARENA_MATCH_BLIND_H

#include "arena/match/dice.h"
#include "arena/match/match.h"

typedef struct {
    const pl_game *game;
    const void *start;
    pl_dice *dice;
    pl_state deal;  /* after what chance does first */
    uint64_t dealt; /* of that stamp */
    int64_t plies;
} pl_blind;

/* A game of the group and, if two is not NULL, the next one, which has the same deal. */
typedef void pl_blind_play(pl_blind *b, const pl_group *group, int game, pl_outcome *one,
                           pl_outcome *two);
pl_blind_play pl_blind_base, pl_blind_v3;

#endif
