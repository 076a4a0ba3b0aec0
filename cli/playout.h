/* playout.h -- the two halves of parlor playout. */
#ifndef PLAYOUT_H
#define PLAYOUT_H

#include "seats.h"

int trace_games(const pl_game *g, const call *c);

#endif
