/* seal.h -- games of leagues and contests that go on: what of them is not told yet. */
#ifndef PL_SERVE_SEAL_H
#define PL_SERVE_SEAL_H

#include "server.h"

typedef enum {
    PL_ALL_TOLD,
    PL_SEED_KEPT, /* others of its match are yet to be dealt by it */
    PL_SEALED     /* others begin as it did, and nobody may know how: nothing of it is told */
} pl_seal;

/* What a game is part of; 0: of none. */
typedef struct {
    int64_t league, contest;
    pl_seal seal;
} pl_belonging;
pl_belonging pl_belongs(pl_server *s, int64_t game);

/* The contest that a match is of, by the words of the match; 0: of none.  *hidden: 1 if its games
 * begin as nobody may know. */
int64_t pl_contest_of(const char *words, int *hidden);
/* How much of the games of a match may be told, if nothing else is known of them. */
pl_seal pl_seal_of(const pl_match_kept *m);

#endif
