/* shelf.h -- the solutions that somebody asked for: those that are there, and those under way. */
#ifndef PL_SERVE_SHELF_H
#define PL_SERVE_SHELF_H

#include "server.h"
#include "solving.h"

typedef struct pl_solution pl_solution;
struct pl_solution {
    pl_solution *next; /* the one that was asked for before it */
    pl_server *server;
    char spec[PL_SPEC_MAX];
    int players;
    pl_solving_facts is; /* as they were when the last piece came back */
    pl_solving *work;
    pl_job *job;    /* a piece of the work is with the pool */
    int wanted;     /* 1: it is to be solved, not only looked at */
    pl_peer *peer;  /* who wants it, while it is waited for */
    int64_t wished; /* since when, and */
    int64_t asked;  /* when somebody asked for it last, in milliseconds */
};

/* What is known of a game by its whole spelling.  If it is wanted, it is solved, as soon as it
 * can be; else it is only looked at.  NULL: *status and err say why not. */
pl_solution *pl_shelf_ask(pl_server *s, const pl_game *g, pl_peer *peer, int wanted, int *status,
                          pl_error *err);
/* "looking", "small", "large", "waiting", "working" or "done". */
const char *pl_solution_word(const pl_solution *s);
void pl_shelf_close(pl_server *s);

#endif
