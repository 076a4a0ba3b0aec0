/* position.h -- a position that somebody asks about, as the body of a request names it. */
#ifndef PL_SERVE_POSITION_H
#define PL_SERVE_POSITION_H

#include "request.h"

/* The game so far, and the seat that asks or is to move.  Begin with zeros. */
typedef struct {
    const pl_game *game;
    const pl_line *line;
    pl_line *made; /* to be freed */
    int owns_game;
    int ply, seat;
} pl_position;

/* 0, or -1 with the reason; to be freed in any case. */
int pl_position_find(pl_request *r, const json_t *o, pl_position *p, pl_error *err);
void pl_position_free(pl_position *p);

#endif
