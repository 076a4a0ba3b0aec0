/* guide.h -- a net that guides a search: what positions are worth, and which moves are worth
 * trying first. */
#ifndef PL_AGENTS_GUIDE_H
#define PL_AGENTS_GUIDE_H

#include "parlor/agent.h"
#include "parlor/net.h"

/* The parameters of every agent that a net can guide, to stand last in its list. */
/* clang-format off */
#define PL_GUIDE_PARAMS \
    {"net", PL_TEXT, 0, 0, 1, "a net of the game, or shipped; it values new positions instead of random games"}, \
    {"mix", PL_REAL, 0, 0, 1, "with net: how much of a position's value is a random game's, all the same"}, \
    {"prior", PL_REAL, 0, 0.25, 100, \
     "with net: moves are tried by its head for moves, or else by e^(worth/(prior x spread)); 0: not by that"}
/* clang-format on */
enum { PL_GUIDE_NET, PL_GUIDE_MIX, PL_GUIDE_PRIOR, PL_GUIDE_END };

/* What all threads of a search share. */
typedef struct {
    const pl_game *game;
    pl_net *net;           /* NULL: there is no guide */
    double mix;            /* of a value so much is a random game's */
    double heat;           /* priors go as e^(worth / heat); 0: there are none */
    double middle, spread; /* of scores, as the net has them */
    int head;              /* 1 + its first output for moves; 0: it has none */
    int ranks;             /* moves have priors */
    int agreed;            /* what one seat sees tells everybody's score */
} pl_guide;

/* What one thread of them thinks in. */
typedef struct {
    pl_net_work *work;
    uint8_t *tensor; /* what each seat observes */
    double *worth;   /* of moves */
    float *prior;    /* the same: how much each is to be tried; they add up to 1 */
    uint64_t *mask;  /* of legal moves, for a head for moves */
} pl_guided;

/* By the agent's parameters, of which the guide's begin with the one at first; without a net the
 * guide stays zeroed, as it comes.  0, or -1 with the reason. */
int pl_guide_open(pl_guide *d, const pl_agent *a, int first, pl_error *err);
void pl_guide_close(pl_guide *d);
/* Nothing is allocated without a net. */
int pl_guided_open(pl_guided *t, const pl_guide *d, pl_error *err);
void pl_guided_close(pl_guided *t);

/* Everybody's score where seat i is in world[i], in which the game is not over; mover, or -1, is
 * who moved last.  No seat's score depends on what that seat does not see, but where nothing is
 * hidden. */
void pl_guide_scores(const pl_guide *d, pl_guided *t, const void *const *world, int mover,
                     double *score);
/* Priors of the n moves of seat, which are all that are legal in s: t->prior. */
void pl_guide_priors(const pl_guide *d, pl_guided *t, const void *s, int seat, const pl_move *move,
                     int n);

#endif
