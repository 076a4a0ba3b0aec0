/* match_open.c -- what match, league and tune open beside the game: openings, and the file of records. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "matches.h"

int openings_open(const pl_game *g, const call *c, pl_openings **out)
{
    pl_error err;
    if (!c->openings) return DONE;
    FILE *in = fopen(c->openings, "r");
    if (!in) return failed("%.200s: %s", c->openings, strerror(errno));
    *out = pl_openings_read(g, in, c->openings, &err);
    fclose(in);
    return *out ? DONE : misused("%s", err.text);
}

int resume_check(const call *c)
{
    if (!c->again) return DONE;
    if (!c->record) return misused("--resume goes with the --record that it goes on with");
    return access(c->record, F_OK) ? failed("%.200s: %s", c->record, strerror(errno)) : DONE;
}

int record_open(const pl_game *g, const call *c, pl_records **out)
{
    pl_error err;
    if (!c->record) return DONE;
    int status = refuse_file(g, "its games cannot be recorded, as a record has only a game's name");
    if (status) return status;
    *out = pl_records_open(*c->record ? c->record : NULL, PL_RECORDS_BATCH, &err);
    return *out ? DONE : failed("%s", err.text);
}
