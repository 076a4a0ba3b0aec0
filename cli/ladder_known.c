/* ladder_known.c -- a ladder that was measured before: by this user, whose records have it, or by
 * those who made the program. */
#include <string.h>
#include <unistd.h>

#include "ladders.h"

/* How far two rungs are apart is not kept, and cannot be told from their own intervals. */
static void take(told_ladder *l, const pl_rated *known, int n)
{
    for (int i = 0; i < n; i++) {
        pl_rung *r = &l->rung[l->n];
        *r = (pl_rung){.level = known[i].level,
                       .below = -1,
                       .elo = {known[i].elo, known[i].low, known[i].high},
                       .clocked = known[i].clocked,
                       .games = known[i].games};
        if (r->level) snprintf(r->name, sizeof r->name, "level %d", (int)r->level);
        else snprintf(r->name, sizeof r->name, "%.40s", known[i].agent);
        memcpy(r->agent, known[i].agent, sizeof r->agent);
        l->n++;
    }
}

/* What the records say; a file that is not there says nothing.  FROM is what they are called: an
 * address may have a password in it, which is not shown. */
static int ask_records(const char *spec, const char *file, pl_rated *out, char from[512])
{
    char usual[4096];
    pl_error err;
    int length = file ? 0 : pl_records_usual(usual, sizeof usual);
    if (length < 0 || length >= (int)sizeof usual) return 0;
    const char *name = file ? file : usual;
    if (!pl_records_is_address(name) && access(name, F_OK)) return 0;
    pl_records *r = pl_records_open(name, PL_RECORDS_READ, &err);
    if (!r) return file ? failed("%s", err.text), -1 : 0;
    int n = pl_records_ladder_get(r, spec, out, PL_RATED_MAX, &err);
    snprintf(from, 512, "%.511s", file ? pl_records_file(r) : "your records");
    pl_records_close(r, NULL);
    return n < 0 ? failed("%s", err.text), -1 : n;
}

int ladder_known(const pl_game *g, const char *file, told_ladder *out)
{
    pl_rated known[PL_RATED_MAX];
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    *out = (told_ladder){.game = g};
    int n = ask_records(spec, file, known, out->from);
    if (n < 0) return FAILED;
    if (n == 0) {
        snprintf(out->from, sizeof out->from, "this version of Parlor");
        n = pl_ladder_known(spec, known);
    }
    take(out, known, n);
    return DONE;
}

void ladder_line(const pl_game *g)
{
    told_ladder l;
    int told = 0;
    if (ladder_known(g, NULL, &l)) return;
    for (int i = 0; i < l.n; i++)
        if (l.rung[i].level > 1)
            printf("%s %d %+.0f",
                   told++ ? "," : "Levels in Elo above level 1, which moves at random:",
                   (int)l.rung[i].level, l.rung[i].elo.value);
    if (told) puts(".");
}
