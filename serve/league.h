/* league.h -- a match or league of the file of records, in JSON. */
#ifndef PL_SERVE_LEAGUE_H
#define PL_SERVE_LEAGUE_H

#include "notice.h"
#include "parlor/match.h"
#include "seal.h"

/* Add what was planned: the game, the format, who plays. */
void pl_league_plan(json_t *o, pl_match *m);
/* Add how far it is: its number, when it began, games of how many (0: results decide), and whether
 * it is "running", "over" or "stopped". */
void pl_league_state(json_t *o, const pl_match_kept *k, int64_t games, int64_t of);

extern const pl_notice_kind pl_one_league;

#endif
