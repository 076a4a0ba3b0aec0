/* rated.h -- how strong players are: levels as they were measured, and people by whom they met. */
#ifndef SERVE_RATED_H
#define SERVE_RATED_H

#include <jansson.h>

#include "parlor/records.h"

/* The ladder of a game's whole spelling: as the records have it (r may be NULL), or as it was
 * measured beforehand; how many rungs. */
int pl_rated_ladder(pl_records *r, const char *game, pl_rated out[PL_RATED_MAX]);
/* A rung as JSON. */
json_t *pl_rated_json(const pl_rated *rung);
/* The rating of what plays a level (0: of none), or else of an agent's spelling; null if it is not
 * known. */
json_t *pl_rated_find(const pl_rated *rung, int n, int level, const char *agent);
/* How strong somebody is at each game, from his games against agents whose ratings are known:
 * a list; NULL with the reason. */
json_t *pl_rated_player(pl_records *r, const char *name, pl_error *err);

#endif
