/* agent.h -- who plays.  An agent is given views and what its seat notices of
 * each move, never a state.
 *
 * The life of an agent in a game: begin; then, in the order of play, heard for
 * every ply that its seat notices and pick when it is its turn; over.  One
 * agent sits at one seat, game after game.
 */
#ifndef PL_AGENT_H
#define PL_AGENT_H

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_agent pl_agent;

/* A kind of agent.  Only pick is needed; the others may be NULL. */
typedef struct {
    int32_t abi;  /* PL_ABI */
    int32_t size; /* bytes of the agent's own struct, which begins with pl_agent */
    const char *name, *about;
    const char *game; /* the one game that it plays, or NULL: any */
    /* Set up the rest of *a, which comes zeroed.  0, or -1 with the reason.
     * The one place where an agent allocates; close gives it back. */
    int (*open)(pl_agent *a, pl_error *err);
    void (*close)(pl_agent *a);
    /* A game begins, with the agent at a->seat: forget the last one. */
    void (*begin)(pl_agent *a);
    /* The seat noticed code of a move by who (a seat, itself included, or
     * PL_CHANCE) and now has this view.  Code is what seen() says, never
     * PL_NOTHING: of plies that a seat does not notice it is not told. */
    void (*heard)(pl_agent *a, int who, pl_move code, const void *view);
    /* It is the agent's turn: a legal move of the view. */
    pl_move (*pick)(pl_agent *a, const void *view);
    /* The game is over; everybody's score. */
    void (*over)(pl_agent *a, const double *score);
} pl_agent_type;

struct pl_agent {
    const pl_agent_type *type;
    const pl_game *game;
    pl_rng rng; /* its own stream */
    int64_t seat;
};

extern const pl_agent_type pl_random; /* any legal move, each as likely */

/* The kinds in this build, NULL-terminated; and one by its name, or NULL. */
const pl_agent_type *const *pl_agents(void);
const pl_agent_type *pl_agent_find(const char *name);

/* An agent for g, which must outlive it; NULL with the reason. */
pl_agent *pl_agent_new(const pl_agent_type *type, const pl_game *g, uint64_t seed, pl_error *err);
void pl_agent_free(pl_agent *a);
/* Tell of one ply: move m is about to be played in s.  Call it for every agent
 * before the move is applied; only what a->seat may know is passed on. */
void pl_agent_tell(pl_agent *a, const void *s, pl_move m);
void pl_agent_begin(pl_agent *a, int seat);
/* Its move in s, chosen by the view of its seat. */
pl_move pl_agent_pick(pl_agent *a, const void *s);
void pl_agent_over(pl_agent *a, const void *s);
/* A whole game from the start with an agent at every seat, chance drawn from r.
 * The plies played and everybody's score; or -1, score not written, if an
 * agent's move is not legal. */
int64_t pl_play(const pl_game *g, pl_agent *const *seat, pl_rng *r, double *score);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
