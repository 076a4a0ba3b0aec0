/* kept.c -- tuning whose games are kept in a file, and gone on with.
 *
 * Nothing is kept but its matches, each of which says which tuning it is a part of.  To go on is to do
 * all of it once more: matches that are in the file are read instead of played, and lead to the
 * same values and the same matches after them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"
#include "arena/tune/tune.h"
#include "core/text.h"

enum { ROOM = 4 * PL_SPEC_MAX + PL_PARAMS_MAX * 160 };

/* All that results depend on. */
static void put_words(const pl_tune *t, pl_text *out)
{
    const pl_tune_plan *p = &t->plan;
    char game[PL_SPEC_MAX];
    pl_spec(p->game, game, sizeof game);
    pl_put(out, "%s %s %s %s", game, t->original, p->against ? t->against : "-",
           pl_tune_method_name(p->method));
    for (int i = 0; i < p->ranges; i++)
        pl_put(out, " %s=%.17g:%.17g:%d", t->range[i].name, t->range[i].low, t->range[i].high,
               (int)t->range[i].log);
    pl_put(out, " %" PRId64 " %" PRId64 " %" PRIu64, p->games, p->last_games, p->seed);
    if (p->method == PL_TUNE_SPSA) pl_put(out, " %" PRId64, p->batch);
    else pl_put(out, " %d", (int)p->arms);
    if (p->openings) pl_put(out, " %016" PRIx64, pl_openings_hash(p->openings));
}

static int name_it(pl_tune *t, pl_error *err)
{
    char *words = malloc(ROOM);
    pl_text out = {words, ROOM, 0};
    if (!words) return pl_fail(err, "out of memory");
    put_words(t, &out);
    snprintf(t->label, sizeof t->label, "tuning %016" PRIx64, pl_hash(words, strlen(words)));
    free(words);
    return 0;
}

int pl_tune_find(pl_tune *t, pl_error *err)
{
    const pl_tune_plan *p = &t->plan;
    if (p->resume && !p->file) return pl_fail(err, "only tuning that is recorded can be resumed");
    if (!p->file) return 0;
    if (name_it(t, err)) return -1;
    int64_t n = pl_records_match_count(p->file, t->label, err);
    if (n < 0) return -1;
    if (p->resume && !n)
        return pl_fail(
            err, "%.100s has no such tuning to go on with: it must be the same in all but threads",
            pl_records_file(p->file));
    if (!p->resume && n)
        return pl_fail(err, "%.100s has this tuning already: go on with it, or take another file",
                       pl_records_file(p->file));
    return 0;
}
