/* uct.h -- the tree of a Monte Carlo search over positions that everybody sees. */
#ifndef PL_AGENTS_UCT_H
#define PL_AGENTS_UCT_H

#include "agents/budget.h"
#include "agents/guide.h"
#include "agents/rows.h"
#include "parlor/agent.h"

/* What a move led to.  The moves of a position are one block of nodes, in random
 * order; the outcomes of chance are linked as they come up. */
typedef struct {
    double sum;      /* scores of the seat that chose the move; exact if proven */
    uint32_t visits; /* how many */
    uint32_t first;  /* the node of the first move from here; 0: none yet */
    uint32_t next;   /* under chance: the next outcome that came up; 0: none */
    pl_move move;
    union {
        float also;  /* scores of games in which the move came later (RAVE) */
        float prior; /* how much it is to be tried, as the guide says */
    };
    union {
        uint32_t also_visits; /* how many */
        float worth;          /* what the guide expects of it one ply ahead */
    };
    uint16_t moves; /* from here */
    uint16_t tried; /* of them: the block's first ones */
    int8_t turn;    /* who moves from here */
    int8_t proven;  /* the score is certain under best play */
    int16_t unused;
} pl_uct_node;

typedef enum { PL_PLAY_RANDOM, PL_PLAY_GREEDY, PL_PLAY_VALUE } pl_uct_playout;

typedef struct {
    const pl_game *game;
    pl_rng *rng;
    pl_uct_node *node, *other; /* the tree; and as much room to pack it into */
    uint32_t used, room;       /* nodes of each; node 0 is none */
    uint32_t root;             /* 0: there is none */
    uint32_t least;            /* visits from which a position has moves */
    int full;                  /* moves were wanted that there is no room for */
    pl_state state;            /* at the root */
    double lo, hi;             /* of all scores seen */
    double explore;
    int usual;              /* moves are tried by UCB1: neither by RAVE nor by priors */
    int solves;             /* two players, and what one wins the other loses */
    pl_uct_playout playout; /* how a new position is judged */
    /* when it is spent long playouts end at random, and copies are left; or NULL */
    const pl_budget *budget;
    int rave;       /* visits from which a node's own RAVE is used; -1: no RAVE */
    uint32_t *said; /* by seat and move: the iteration in which it was played */
    uint32_t *slot; /* by move: its node where RAVE looks for it */
    uint32_t iteration;
    double score[PL_SEATS_MAX]; /* of the last game */
    pl_rows *rows;
    pl_guide guide; /* opened by whoever has the tree, who closes it, too */
    pl_guided guided;
} pl_uct;

/* Room for bytes in all; 0, or -1 with the reason.  The struct comes zeroed. */
int pl_uct_open(pl_uct *t, const pl_game *g, double bytes, pl_error *err);
void pl_uct_close(pl_uct *t);
/* Search from s on: what the tree knows of it is kept, all else forgotten when there is need. */
void pl_uct_begin(pl_uct *t, const void *s);
/* The move was played that led to view: the root moves on, if the tree has it. */
void pl_uct_follow(pl_uct *t, pl_move m, const void *view);
/* One more game from the root. */
void pl_uct_iterate(pl_uct *t);
int pl_uct_done(const pl_uct *t); /* the root is proven: there is no more to learn */
/* The node of the best move from node n, or 0. */
uint32_t pl_uct_best(const pl_uct *t, uint32_t n);
/* The best moves from the root on, at most so many; how many there are. */
int pl_uct_line(const pl_uct *t, pl_move *line, int most);

#endif
