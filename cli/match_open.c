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

/* A program that the shell cannot run will not be run in any game: that is no fault of a player. */
static int agent_check(const pl_game *g, const pl_entrant *e)
{
    const char *why = "";
    pl_error err;
    pl_agent *a = pl_agent_open(e->agent, g, 0, &err);
    int status = DONE;
    if (!a && !e->name) return misused("%s", err.text);
    if (!a) return misused("%.60s cannot play: %.180s", e->name, err.text);
    if (a->type->descriptor) {
        pl_agent_begin(a, 0);
        pl_fault f = a->type->fault(a, &why);
        if (f == PL_CRASH && (strstr(why, "exit status 127") || strstr(why, "exit status 126")))
            status = misused("%.60s cannot play: %.180s", e->name ? e->name : e->agent, why);
    }
    pl_agent_free(a);
    return status;
}

int agents_check(const pl_game *g, const pl_entrant *who, int n)
{
    int status = DONE;
    for (int i = 0; i < n && !status; i++) status = agent_check(g, &who[i]);
    return status;
}

int resume_check(const call *c)
{
    if (!c->again) return DONE;
    if (!c->record) return misused("--resume goes with the --record that it goes on with");
    if (pl_records_is_address(c->record)) return DONE;
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
