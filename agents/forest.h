/* forest.h -- the trees of an information set search, one for each observer. */
#ifndef PL_AGENTS_FOREST_H
#define PL_AGENTS_FOREST_H

#include "agents/bandit.h"
#include "agents/guide.h"
#include "agents/opinions.h"
#include "agents/redeal.h"
#include "parlor/agent.h"

enum { PL_WALK_MAX = 1024 };

/* Whose trees: the searcher's alone, others' moves taken as seen (SO); the same,
 * others' moves grouped by what he notices (SO with partially observable moves); or
 * one for every seat (MO). */
typedef enum { PL_SINGLE, PL_GROUPED, PL_MULTIPLE } pl_observers;

/* A node stands for what its observer noticed since the root.  Its label is a
 * move, where the observer chose it; else the code that he noticed; or what his
 * own move showed him, written pl_shown(code), below the node of that move. */
typedef struct {
    const pl_game *game;
    pl_bandit bandit;
    uint32_t root[PL_SEATS_MAX]; /* of each seat's tree; 0: it has none */
    int me;                      /* the seat that searches */
    pl_observers observers;
    int by_view;              /* whether others' trees begin with what they know */
    int redeals;              /* whether others have worlds of their own; the game has a guess */
    int ranks;                /* whether moves are tried by priors */
    uint64_t walks;           /* of the one thread that searches alone: no count is larger */
    const pl_guide *guide;    /* NULL, or with a net */
    unsigned char apart[128]; /* from what threads write: they all read this */
} pl_forest;

/* One thread's way through the trees. */
typedef struct {
    pl_forest *forest;
    pl_rng rng;
    pl_state state;
    pl_counts *counts;         /* what this thread counts and knows */
    int thread;                /* its number */
    int shares;                /* whether others search the same trees */
    uint32_t at[PL_SEATS_MAX]; /* where it is in each tree; 0: beyond it */
    uint32_t best;             /* the arm that is chosen already; or 0 */
    pl_reach looked;           /* how far, among the children of where it is */
    pl_spare spare;
    pl_redeal redeal; /* others' worlds */
    pl_guided guided;
    int words; /* of its masks */
    int steps;
    int grown; /* the searcher's own tree has a new node */
    int deep;  /* it goes on behind what is new */
    int mover; /* the last seat that moved; -1: none did */
    pl_choice step[PL_WALK_MAX];
    uint32_t arm[PL_MOVES_MAX];
    pl_move label[PL_MOVES_MAX], move[PL_MOVES_MAX];
    uint64_t *mask; /* pl_mask_words(): near, or as many as it takes */
    uint64_t near[PL_WIDE_MAX];
    unsigned char apart[128]; /* from what another thread writes */
} pl_walk;

static inline int32_t pl_shown(pl_move code)
{
    return -2 - code;
}

/* game, observers, by_view, redeals, guide and the bandit's settings are set. */
int pl_forest_open(pl_forest *f, double bytes, pl_error *err);
void pl_forest_close(pl_forest *f);
/* A search for seat begins. */
void pl_forest_begin(pl_forest *f, int seat);
/* The child of n with this label, or 0. */
uint32_t pl_forest_find(const pl_forest *f, uint32_t n, int32_t label);
/* The child of n that was visited most, or 0. */
uint32_t pl_forest_most(const pl_forest *f, uint32_t n);
/* What this tree says of the moves at its root is added to what others said, its
 * weights to their shares. */
void pl_forest_ask(const pl_forest *f, pl_opinions *o);
/* Weights become shares: those of a mixed strategy, or all for the heaviest; its place. */
int pl_forest_share(const pl_forest *f, pl_opinions *o);
/* The move first, and then what the searcher noticed most; how many there are. */
int pl_forest_line(const pl_forest *f, pl_move first, pl_move *line, int most);

int pl_walk_open(pl_walk *w, pl_forest *f, pl_error *err);
void pl_walk_close(pl_walk *w);
/* A thread begins to search with the others of this forest, if it has others. */
void pl_walk_begin(pl_walk *w, pl_forest *f, int thread, const pl_rng *r);
void pl_walk_end(pl_walk *w);
/* One iteration, in the world that stands in w->state. */
void pl_walk_on(pl_walk *w);
/* Its two halves, where the score comes from elsewhere: so many choices of seats, also
 * new ones, or as many as there are; and what came of them. */
void pl_walk_down(pl_walk *w, int choices);
void pl_walk_up(pl_walk *w, const double *score);

#endif
