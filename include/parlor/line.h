/* line.h -- a line of play: one game from its start, forward and backward.
 *
 * A line keeps every position it has passed, so any moment of it can be seen
 * by anybody: what a seat saw, what a spectator saw, the truth.
 */
#ifndef PL_LINE_H
#define PL_LINE_H

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_line pl_line;

/* A line at the start of g, which must outlive it; NULL: out of memory. */
pl_line *pl_line_new(const pl_game *g);
void pl_line_free(pl_line *l);

const pl_game *pl_line_game(const pl_line *l);
int pl_line_plies(const pl_line *l); /* moves played so far */
/* Ply i of 0 .. plies-1: the move, and who made it (a seat or PL_CHANCE). */
pl_move pl_line_move(const pl_line *l, int i);
int pl_line_mover(const pl_line *l, int i);
/* The position after i plies, 0 .. plies; and as seat (or PL_PUBLIC, or
 * PL_FULL) saw it. */
const void *pl_line_state(const pl_line *l, int i);
void pl_line_view(const pl_line *l, int i, int seat, void *view);
/* What seat noticed of ply i. */
pl_move pl_line_seen(const pl_line *l, int i, int seat);

int pl_line_turn(const pl_line *l); /* who moves now; PL_OVER at the end */
int pl_line_is_legal(const pl_line *l, pl_move m);
int pl_line_can_forward(const pl_line *l);  /* the game is not over */
int pl_line_can_backward(const pl_line *l); /* something was played */
/* 0; or -1, and nothing changed: not legal, nothing to take back, no memory. */
int pl_line_forward(pl_line *l, pl_move m);
int pl_line_backward(pl_line *l);
void pl_line_restart(pl_line *l);

/* "kuhn(players=2,start=0): J K pass bet" and {"game":"...","moves":["J",...]};
 * both return like snprintf. */
int pl_line_text(const pl_line *l, char *buf, size_t n);
int pl_line_json(const pl_line *l, char *buf, size_t n);
/* A line from either form, played out move by move; NULL with the reason.  g
 * is the game, or NULL: the one that the text names is opened, and closed when
 * the line is freed. */
pl_line *pl_line_read(const pl_game *g, const char *text, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
