/* places.h -- where a path of codes may lead, in worlds that fit what a seat
 * knows: a search tree tells what the seat would notice, and to spell that one has
 * to know where it is said. */
#ifndef PL_TABLE_PLACES_H
#define PL_TABLE_PLACES_H

#include "parlor/analysis.h"

/* Positions at the end of a path, as it may have led there. */
typedef struct {
    const pl_knowledge *of;
    int n;                         /* positions; 0: no world is known that leads here */
    unsigned char *before, *after; /* each of them, and as it was one step earlier */
    pl_move *last;                 /* what was played in between */
} pl_places;

/* What a step was. */
typedef struct {
    int who; /* a seat or PL_CHANCE; PL_OVER: it is not known */
    char name[PL_NAME_MAX];
    double score; /* the seat's, if this is the end and can be only one; else NAN */
} pl_stepped;

int pl_places_open(pl_places *p, const pl_knowledge *k); /* room for some; 0 or -1 */
void pl_places_close(pl_places *p);
void pl_places_begin(pl_places *p, pl_rng *r); /* at the beginning of paths */
/* From one place on to another by what a branch says. */
void pl_places_go(const pl_places *from, pl_places *to, pl_move code, int shown, pl_rng *r,
                  pl_stepped *out);

#endif
