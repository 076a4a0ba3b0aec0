/* ladders.h -- ladders that were measured beforehand, as agents/ladders/ has them. */
#ifndef PL_AGENTS_LADDERS_H
#define PL_AGENTS_LADDERS_H

#include "parlor/agent.h"

typedef struct {
    const char *game; /* the canonical spelling; NULL ends the table */
    pl_rated rung;
} pl_ladder_row;

extern const pl_ladder_row pl_ladder_rows[];

#endif
