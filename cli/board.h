/* board.h -- a position as a game shows it, in colour where there is some. */
#ifndef BOARD_H
#define BOARD_H

#include "cli.h"
#include "screen.h"

/* The view of a seat; where it differs from the one before, which may be NULL, it is marked. */
void board_draw(const screen *s, const pl_game *g, const void *view, const void *before);
/* One line of news, with seats and cards in colour. */
void board_news(const screen *s, const pl_game *g, const char *text);
/* How seats are marked on the board, in the words of the rules; "" where they are not. */
void board_marks(const pl_game *g, char *buf, size_t n);

#endif
