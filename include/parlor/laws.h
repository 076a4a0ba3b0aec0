/* laws.h -- what must hold of every game, tried on random play and, where the
 * tree is small, on all of it. */
#ifndef PL_LAWS_H
#define PL_LAWS_H

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { PL_LAWS_MAX = 64 };

typedef struct {
    uint64_t seed;
    int games;         /* random games to play; 0: the usual, which on big boards take seconds */
    int32_t max_nodes; /* enumerate trees up to this size; 0: the usual */
} pl_laws_options;

typedef struct {
    int laws;                      /* how many there are */
    const char *name[PL_LAWS_MAX]; /* "moves-ascending" */
    const char *says[PL_LAWS_MAX]; /* the law in a sentence */
    int64_t tried[PL_LAWS_MAX];    /* how often; 0: does not apply, or was not come to */
    int64_t games, plies;          /* of random play */
    int32_t nodes;                 /* of the enumerated tree; 0: too large */
    const char *broken;            /* the law that failed, or NULL */
    char detail[256];              /* how */
    uint64_t seed;                 /* the run that shows it, and its shortest line */
    char line[4096];
} pl_laws_report;

/* 0: lawful; 1: broken, as the report says; -1: could not be tried. */
int pl_laws(const pl_game *g, const pl_laws_options *options, pl_laws_report *out, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
