/* places.h -- where a path of codes may lead, in worlds that fit what a seat
 * knows: a search tree tells what the seat would notice, and to spell that one has
 * to know where it is said. */
#ifndef PLACES_H
#define PLACES_H

#include "worlds.h"

/* Positions at the end of a path, as it may have led there. */
typedef struct {
    const pl_knowledge *of;
    int n;                         /* positions; 0: no world is known that leads here */
    unsigned char *before, *after; /* each of them, and as it was one step earlier */
    pl_move *last;                 /* what was played in between */
} places;

/* What a step was. */
typedef struct {
    int who; /* a seat or PL_CHANCE; PL_OVER: it is not known */
    char name[PL_NAME_MAX];
    double score; /* the seat's, if this is the end and can be only one; else NAN */
} step;

int places_open(places *p, const pl_knowledge *k); /* room for some; 0 or -1 */
void places_close(places *p);
void places_begin(places *p, pl_rng *r); /* at the beginning of paths */
/* From one place on to another by what a branch says. */
void places_go(const places *from, places *to, pl_move code, int shown, pl_rng *r, step *out);

#endif
