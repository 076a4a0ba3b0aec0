/* match_pool.h -- pools that go in circles, and ratings beside the usual ones. */
#ifndef MATCH_POOL_H
#define MATCH_POOL_H

#include "matches.h"

enum { POOL_NASH, POOL_ALPHA, POOL_ELO, POOL_LAB, POOL_GLICKO, POOL_RATINGS };
enum { POOL_MOST = 64 }; /* entrants of whom circles are looked for */

typedef struct {
    double nash[POOL_MOST], skill[POOL_MOST]; /* shares; points more than half against them */
    double alpha[POOL_MOST];                  /* shares */
    int circle,
        way[POOL_MOST]; /* how many of them, each of whom beats the next; 0: there is none */
} pool;

/* "nash,alpha-rank,elo,lab-elo,glicko" or "all" as bits; a status, having said why. */
int pool_read(const char *list, unsigned *out);
int match_pool(pl_match *m, pool *out); /* 0: they are too few or too many, or two have not met */
int pool_text(pl_match *m, const int *order, unsigned asked);
void pool_json(pl_match *m, json_t *out);
void pool_json_of(pl_match *m, int i, const pool *p, int known, json_t *row);

#endif
