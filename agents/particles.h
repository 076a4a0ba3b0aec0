/* particles.h -- worlds with their past, weighted by how another agent plays.
 *
 * A belief (parlor/belief.h) weighs a world as if everybody had moved at random.
 * Here the others' moves count as likely as the agent, who is asked at each of their
 * information sets, would have played them: what a seat may think that knows whom it
 * plays against.
 */
#ifndef PL_AGENTS_PARTICLES_H
#define PL_AGENTS_PARTICLES_H

#include "parlor/agent.h"

typedef struct pl_particles pl_particles;

/* A position and the line that led to it. */
typedef struct {
    pl_state state;
    pl_move *line;
    uint64_t key[PL_SEATS_MAX]; /* the set each seat is in, where that is not a view */
    double weight;
    int32_t plies, unused;
} pl_particle;

/* n worlds of the game that an agent plays against another, by its spec, which is asked times
 * at a set if it does not tell its shares, and stops when the first one is to.  NULL with the
 * reason. */
pl_particles *pl_particles_new(const pl_agent *whose, const char *other, int n, int times,
                               pl_error *err);
void pl_particles_free(pl_particles *p); /* p may be NULL */
/* A game begins; seat is whose knowledge it is.  What the agent says at a set is the
 * same in every game. */
void pl_particles_begin(pl_particles *p, int seat);
void pl_particles_heard(pl_particles *p, int who, pl_move code, pl_rng *r);
/* One of the worlds, by weight, where it is the seat's turn: 0; or -1: none is left. */
int pl_particles_draw(pl_particles *p, pl_rng *r, pl_particle *out);
/* Room for a world; NULL: out of memory. */
pl_particle *pl_particle_new(const pl_game *g);
void pl_particle_free(pl_particle *w);
void pl_particle_copy(pl_particle *to, const pl_particle *from, const pl_game *g);
/* Play a move there. */
void pl_particle_play(pl_particle *w, const pl_game *g, pl_move m);
/* How likely whoever is to move there plays each legal move: chance by its odds, a
 * seat as the agent would.  How many; 0: the agent failed. */
int pl_particles_odds(pl_particles *p, const pl_particle *w, pl_move *list, double *odds);
/* One of n by its odds, which add up to sum; never one that has none. */
int pl_drawn(const double *odds, int n, double sum, pl_rng *r);

#endif
