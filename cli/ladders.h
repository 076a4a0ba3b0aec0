/* ladders.h -- what the files of parlor ladder and parlor ratings share. */
#ifndef LADDERS_H
#define LADDERS_H

#include "cli.h"
#include "parlor/ladder.h"

extern const option ladder_options[], ratings_options[];
extern const char ladder_about[], ratings_about[];

/* A ladder as it is told: measured now, or known from before. */
typedef struct {
    const pl_game *game;
    char from[512]; /* who knows it, as it may be shown; "": it was measured now */
    pl_rung rung[PL_RUNGS_MAX];
    int n;
    int64_t games, seed; /* in all; 0 where it was not measured now */
    int bounded;         /* by a prior, as some rung won or lost everything */
} told_ladder;

/* ladder_report.c: a status. */
int ladder_text(const told_ladder *l);
json_t *ladder_json(const told_ladder *l);
/* A rung as a file of records keeps it. */
pl_rated rung_rated(const pl_rung *r);
/* "+312 (+270 .. +355)", or "?" where nothing can be said. */
void elo_text(pl_interval x, char *buf, size_t n);

/* ladder_known.c: of a game, by the usual file of records or one that is named, or as it was
 * measured beforehand; 0 rungs: nobody knows. */
int ladder_known(const pl_game *g, const char *file, told_ladder *out);
/* The same in a line, for who chooses an opponent; nothing, if nobody knows. */
void ladder_line(const pl_game *g);

#endif
