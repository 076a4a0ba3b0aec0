/* laws_private.h -- what the checker's files share.
 *
 * The game on trial may be wrong in any way, so every hook works on a guarded
 * copy (pl_box), every list has slack, and nothing that a hook made is passed
 * on before the law about it was seen to hold.
 */
#ifndef PL_LAWS_PRIVATE_H
#define PL_LAWS_PRIVATE_H

#include "core/text.h"
#include "parlor/laws.h"
#include "solve/exact/positions.h"

typedef enum {
    LAW_FACTS,
    LAW_START,
    LAW_INSIDE,
    LAW_READ_ONLY,
    LAW_TURN,
    LAW_MOVES_BOUND,
    LAW_MOVES_RANGE,
    LAW_MOVES_UNIQUE,
    LAW_MOVES_ASCENDING,
    LAW_MOVES_SAME,
    LAW_LEGAL,
    LAW_APPLY,
    LAW_PLIES,
    LAW_SCORE_RANGE,
    LAW_ZERO_SUM,
    LAW_ODDS,
    LAW_ROLL,
    LAW_NAME_WORD,
    LAW_NAME_UNIQUE,
    LAW_NAME_PARSE,
    LAW_PRINT,
    LAW_STATE_TEXT,
    LAW_SHOW,
    LAW_JSON,
    LAW_KEY,
    LAW_VALUE,
    LAW_VALUE_END,
    LAW_VALUE_SUM,
    LAW_MASK,
    LAW_TENSOR_SHAPE,
    LAW_TENSOR_WRITTEN,
    LAW_TENSOR_EQUAL,
    LAW_TENSOR_LOSSLESS,
    LAW_HIDE,
    LAW_HIDE_TWICE,
    LAW_TURN_KNOWN,
    LAW_OWN_MOVES,
    LAW_SCORES_KNOWN,
    LAW_GUESS_FITS,
    LAW_GUESS_BLIND,
    LAW_GUESS_PLAYABLE,
    LAW_GUESS_REACHABLE,
    LAW_GUESS_WEIGHTS,
    LAW_CODE_RANGE,
    LAW_CODE_OWN,
    LAW_CODE_NOTHING,
    LAW_CODE_SPELT,
    LAW_PAIR,
    LAW_FILTER,
    LAW_OBSERVED,
    LAW_RECALL,
    LAW_BELIEF,
    LAW_ROLLOUT,
    LAW_PERFT,
    LAW_LOOK,
    LAW_STEP,
    LAW_COUNT
} pl_law;

enum { PL_GUARD = 256 }; /* bytes watched on either side of a state */

typedef union {
    uint64_t align[2];
    unsigned char raw[PL_GUARD + PL_STATE_MAX + PL_GUARD];
} pl_box;

/* A position and what its rules said, once they were seen to be sane. */
typedef struct {
    const void *state;
    int turn, n; /* n: legal moves; 0 when it is over */
    pl_move move[PL_MOVES_MAX + PL_GUARD];
} pl_place;

/* Positions in breadth-first order: the whole tree, or the top of it.  The
 * children of node i < expanded are first[i] .. first[i+1]-1. */
typedef struct {
    int32_t nodes, expanded, room;
    int complete;
    int32_t *parent, *first;
    pl_move *move;
    double *odds; /* of that move, if chance made it; else 1 */
    int8_t *turn;
    unsigned char *state;
} pl_walk;

/* knowledge.c: things by their bytes, and what each was to another. */
typedef struct {
    pl_positions view;   /* views */
    pl_positions chain;  /* all that a seat noticed: one thing more than an earlier chain */
    pl_positions origin; /* what leads to a view or a chain; its value is the number of that */
    int32_t most;        /* of each */
    int full;            /* something found no room */
} pl_known;
/* Views are of so many bytes, and take so much memory at most; 0: no bound. */
void pl_known_begin(pl_known *k, size_t size, int64_t memory, int32_t most);
void pl_known_free(pl_known *k);

enum { PL_LINGER = 64 }; /* moves at most that are looked at closely in one position */

typedef struct {
    const pl_game *game;
    size_t size; /* of a state */
    pl_laws_report *out;
    int games;     /* of random play */
    double effort; /* 1: about a second in all */
    int32_t max_nodes;
    pl_rng root; /* every part of the trial plays with a child of this */
    pl_rng rng;  /* the one in use */
    pl_walk walk;
    int32_t node;  /* the node under trial, or -1: the line below is */
    pl_move *line; /* random play so far */
    int plies, room;
    pl_move next;  /* the move under trial at its end, or PL_ILLEGAL */
    int broken;    /* the law that failed, or -1 */
    pl_move *best; /* the shortest line that shows it */
    int best_plies;
    pl_known known;                  /* of random play */
    int32_t chain[PL_SEATS_MAX + 1]; /* all that each seat noticed; last, a spectator */
    unsigned char *after;            /* room for 2 * PL_LINGER states */
    int no_memory;
} pl_check;

/* Whether the law holds here.  The first failure is kept; after it, only the
 * same law by a shorter line is of interest. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
int pl_holds(pl_check *c, pl_law law, int ok, const char *format, ...);
/* Whom a view or a turn belongs to, in words. */
const char *pl_seat_name(int who);

/* Plies of the line under trial. */
int pl_check_plies(const pl_check *c);

/* rules.c */
void *pl_box_put(pl_box *b, const void *s, size_t size, int fill);
int pl_box_whole(const pl_box *b, size_t size, int fill);
int pl_check_facts(pl_check *c);
int pl_check_start(pl_check *c, void *s);
int pl_check_place(pl_check *c, const void *s, pl_place *p);
int pl_check_play(pl_check *c, const void *s, pl_move m, void *out);
/* All moves of p once more in another order; roll and odds. */
int pl_check_again(pl_check *c, const pl_place *p);
pl_move pl_check_draw(pl_check *c, const pl_place *p);
/* On from s to the end at random, within so many plies. */
int pl_check_play_out(pl_check *c, const void *s, int plies);

/* text_laws.c, shape.c, secrets.c: laws of one position */
int pl_check_text(pl_check *c, const pl_place *p);
int pl_one_word(const char *name);
int pl_check_shape(pl_check *c, const pl_place *p);
int pl_check_secrets(pl_check *c, const pl_place *p);
/* seat's view of s, guarded. */
int pl_check_view(pl_check *c, const void *s, int seat, void *view);
/* A guess of the view, guarded, and seen to hide to it again. */
int pl_check_guess(pl_check *c, const void *view, int seat, void *world);
/* The tensor of a view, guarded; out has pl_tensor_size() bytes. */
int pl_check_tensor(pl_check *c, const void *view, int seat, uint8_t *out);

/* walk.c, posterior.c: laws of the tree */
int pl_walk_grow(pl_check *c);
void pl_walk_free(pl_walk *w);
const void *pl_walk_state(const pl_check *c, int32_t node);
void pl_check_posterior(pl_check *c);

/* knowledge.c: laws of two lines, on the tree; and along random play, where
 * lines meet less often: a line begins; move m is about to be played at p; and p itself. */
void pl_check_observations(pl_check *c);
void pl_check_begin_line(pl_check *c);
void pl_check_notice(pl_check *c, const pl_place *p, pl_move m);
int pl_check_knowledge(pl_check *c, const pl_place *p);

/* filter.c, loops.c, beliefs.c */
int pl_check_filter(pl_check *c, const pl_place *p, pl_move m);
int pl_check_loops(pl_check *c, const pl_place *p);
int pl_check_steps(pl_check *c);
int pl_check_beliefs(pl_check *c);

/* chance.c: Pearson's test of counts against probabilities that add up to 1;
 * 1 unless chance would do worse less than once in a billion times; -1: there
 * are too few draws to tell. */
int pl_fits(const int *count, const double *p, int cells, int draws);

#endif
