/* words.c -- what a contest keeps for itself, as lines "key: value": what makes it this one, its
 * secret, and the verdicts on its entries. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/contest/contest.h"
#include "arena/match/match.h"

enum { ROOM = 4096 };

static void put_limits(pl_text *t, const pl_contest_plan *p)
{
    char clock[128];
    const pl_child_limits *l = &p->limits;
    pl_pace_text(&p->pace, clock, sizeof clock);
    pl_put(t, "clock: %s\nmemory: %lld\ncpu: %lld\n", clock, (long long)l->memory,
           (long long)l->cpu);
    pl_put(t, "processes: %lld\nfiles: %lld\nstart: %d\nfaults: %d\n", (long long)l->processes,
           (long long)l->files, (int)p->start, (int)p->faults);
}

static void put_plan(pl_text *t, const pl_contest *c)
{
    const pl_contest_plan *p = &c->plan;
    char game[PL_SPEC_MAX];
    pl_spec(p->game, game, sizeof game);
    pl_put(t, "game: %s\ngames: %d\nknown: %d\nplies: %d\n", game, (int)p->games, (int)p->known,
           (int)p->plies);
    pl_put(t, "pools: %d\nadvance: %d\nseed: %" PRIu64 "\n", (int)p->pools, (int)p->advance,
           p->seed);
    if (p->openings)
        pl_put(t, "openings: %d, %016" PRIx64 "\n", pl_openings_count(p->openings),
               pl_openings_hash(p->openings));
    if (p->fresh) pl_put(t, "deals: fresh\n");
    put_limits(t, p);
    pl_put(t, "entries: %d\n", (int)p->entries);
    for (int i = 0; i < p->entries; i++)
        pl_put(t, "entry %d: %s, %s\n", i + 1, c->entry[i].is.name, c->entry[i].is.command);
}

static void put_rest(pl_text *t, const pl_contest *c)
{
    pl_put(t, "secret: %s\n", c->secret);
    for (int i = 0; i < c->plan.entries; i++) {
        const pl_contestant *e = &c->entry[i];
        if (e->stands == PL_UNTRIED) continue;
        pl_put(t, "verdict %d: %d %.17g %s\n", i, e->stands == PL_EXCLUDED, e->trial,
               e->stands == PL_EXCLUDED ? e->why : "");
    }
}

char *pl_contest_words(const pl_contest *c)
{
    size_t each = PL_NAME_MAX + PL_SPEC_MAX + sizeof c->entry->why + 128;
    size_t room = ROOM + (size_t)c->plan.entries * each;
    char *words = malloc(room);
    pl_text t = {words, room, 0};
    if (!words) return NULL;
    put_plan(&t, c);
    put_rest(&t, c);
    return words;
}

/* What they are up to the secret must be the same. */
static int compare(const pl_contest *c, const char *kept, pl_error *err)
{
    char *mine = pl_contest_words(c), *other = strdup(kept);
    int bad = mine && other ? 0 : pl_fail(err, "out of memory");
    for (int i = 0; !bad && i < 2; i++) {
        char *end = strstr(i ? other : mine, "\nsecret: ");
        if (end) end[1] = 0;
    }
    if (!bad && strcmp(mine, other))
        bad = pl_words_differ(pl_records_file(c->plan.file), "contest", mine, other, err);
    size_t n = bad && err ? strlen(err->text) : 0;
    if (n) snprintf(err->text + n, sizeof err->text - n, "; a new one begins anew (--new)");
    free(mine);
    free(other);
    return bad;
}

/* "verdict NUMBER: EXCLUDED POINTS WHY"; a line that is not like that is passed over. */
static void take_verdict(pl_contest *c, const char *line)
{
    char *at;
    long i = strtol(line + strlen("verdict "), &at, 10);
    if (*at != ':' || i < 0 || i >= c->plan.entries) return;
    pl_contestant *e = &c->entry[i];
    e->stands = strtol(at + 1, &at, 10) ? PL_EXCLUDED : PL_PLAYS;
    e->trial = strtod(at, &at);
    at += *at == ' ';
    if (e->stands == PL_EXCLUDED)
        snprintf(e->why, sizeof e->why, "%.*s", (int)strcspn(at, "\n"), at);
}

int pl_contest_recall(pl_contest *c, const char *kept, pl_error *err)
{
    const char *at = strstr(kept, "\nsecret: ");
    if (compare(c, kept, err)) return -1;
    if (!at) return pl_fail(err, "the contest in the file has no secret");
    char secret[PL_SECRET_MAX];
    snprintf(secret, sizeof secret, "%.*s", (int)strcspn(at + 9, "\n"), at + 9);
    if (c->plan.secret && strcmp(c->secret, secret))
        return pl_fail(err, "the contest in the file has another secret");
    memcpy(c->secret, secret, sizeof secret);
    for (at = strstr(at, "\nverdict "); at; at = strstr(at + 1, "\nverdict "))
        take_verdict(c, at + 1);
    return 0;
}
