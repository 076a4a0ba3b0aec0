/* lines.h -- what each tile of a hand of dominoes is worth in the lines that it can be part of. */
#ifndef PL_NETS_LINES_H
#define PL_NETS_LINES_H

#include "games/dominoes.h"

enum { PL_LINE_TILES = DOMINOES_VALUES * (DOMINOES_VALUES + 1) / 2 };

/* Of one tile: averages over lines, each as likely as e^value says. */
typedef struct {
    double in, off;   /* over lines that have it: pips of the line; of what would be left */
    double in_count;  /* over the same: tiles of the line */
    double off_count; /* and tiles left */
    double tile;      /* its own pips, later ones for less, where it is in a line */
    double loss;      /* its own pips where it is in none */
} pl_line_value;

/* For each tile of a hand that goes on from end: how many, their numbers, and what they are
 * worth. */
int pl_line_values(const uint16_t hand[DOMINOES_VALUES], int end, int values,
                   uint8_t tile[PL_LINE_TILES], pl_line_value out[PL_LINE_TILES]);

#endif
