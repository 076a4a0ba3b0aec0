/* wish.h -- a table as somebody would have it, in JSON. */
#ifndef PL_SERVE_WISH_H
#define PL_SERVE_WISH_H

#include "desk.h"

/* What is asked for, checked as far as words go, in out: 0, or -1 with the reason.  Agents'
 * spellings are then to be freed. */
int pl_wish_read(const json_t *o, pl_desk_kept *out, pl_error *err);
void pl_wish_free(pl_desk_kept *k);
/* Whether strangers may have this agent play or think about g: one that names no program and no
 * file, nor takes more of this machine than is fair.  0, and in whole (PL_SPEC_MAX, or NULL) its
 * canonical spelling; or -1 with the reason. */
int pl_wish_agent(const pl_game *g, const char *spec, char *whole, pl_error *err);
/* Where a name has a character that is not seen as it is, of *n bytes; or NULL. */
const char *pl_wish_hidden(const char *name, int *n);
/* 1: a name has nothing that could be seen. */
int pl_wish_blank(const char *name);
/* A name as others may see it: 0, or -1 with the reason. */
int pl_wish_name(const char *given, char *out, pl_error *err);

#endif
