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

/* 0, or -1 with the reason; to be freed in any case.  Of a table: by the token of the request, or
 * of one at which who asks is known to have a seat, d, or NULL. */
int pl_position_find(pl_request *r, const json_t *o, pl_position *p, pl_error *err);
int pl_position_at(pl_server *s, const json_t *o, const pl_desk *d, int seat, pl_position *p,
                   pl_error *err);
int pl_position_of_table(const pl_position *p); /* and of no record, nor of moves that are told */
void pl_position_free(pl_position *p);

#endif
