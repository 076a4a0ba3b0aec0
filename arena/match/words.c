/* words.c -- what makes a match this one and no other, in lines "key: value". */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"
#include "core/text.h"

enum { ROOM = 4096 };

static void put_rules(pl_text *t, const pl_match *m)
{
    char clock[128], manners[512];
    pl_pace_text(&m->plan.rules.pace, clock, sizeof clock);
    pl_manners_text(&m->plan.rules.manners, manners, sizeof manners);
    pl_put(t, "clock: %s\nmanners: %s\n", clock, manners);
}

static void put_all(pl_text *t, const pl_match *m)
{
    const pl_match_plan *p = &m->plan;
    char game[PL_SPEC_MAX];
    pl_spec(p->game, game, sizeof game);
    if (p->label) pl_put(t, "label: %s\n", p->label);
    pl_put(t, "game: %s\nformat: %s\n", game, pl_format_name(p->format));
    pl_put(t, "games: %" PRId64 "\nseats: %s\n", p->games, pl_fairness_name(p->fairness));
    if (p->hidden) pl_put(t, "seed: hidden\n");
    else pl_put(t, "seed: %" PRIu64 "\n", p->seed);
    if (p->rounds) pl_put(t, "rounds: %d\n", (int)p->rounds);
    if (p->advance) pl_put(t, "advance: %d\n", (int)p->advance);
    put_rules(t, m);
    if (p->openings)
        pl_put(t, "openings: %d, %016" PRIx64 "\n", pl_openings_count(p->openings),
               pl_openings_hash(p->openings));
    if (p->sprt)
        pl_put(t, "sprt: %.17g %.17g %.17g %.17g %d\n", p->sprt->h0, p->sprt->h1, p->sprt->alpha,
               p->sprt->beta, (int)p->sprt->scale);
    pl_put(t, "entrants: %d\n", (int)p->entrants);
    for (int i = 0; i < p->entrants; i++)
        pl_put(t, "entrant %d: %s, %s\n", i + 1, m->entrant[i].name, m->entrant[i].agent);
}

char *pl_match_words(const pl_match *m)
{
    size_t label = m->plan.label ? strlen(m->plan.label) : 0;
    size_t room = ROOM + label + (size_t)m->plan.entrants * (PL_SPEC_MAX + PL_NAME_MAX + 32);
    char *words = malloc(room);
    pl_text t = {words, room, 0};
    if (words) put_all(&t, m);
    return words;
}

/* The first line in which they differ: how long it is in each. */
static void find_difference(const char **a, const char **b)
{
    for (;;) {
        size_t n = strcspn(*a, "\n"), k = strcspn(*b, "\n");
        if (n != k || memcmp(*a, *b, n) || !(*a)[n] || !(*b)[k]) return;
        *a += n + 1;
        *b += k + 1;
    }
}

int pl_words_differ(const char *file, const char *what, const char *mine, const char *other,
                    pl_error *err)
{
    if (!*other) return pl_fail(err, "%.160s has no %s to go on with", file, what);
    find_difference(&mine, &other);
    return pl_fail(err, "%.60s has no such %s: its latest has \"%.*s\", this one \"%.*s\"", file,
                   what, (int)strcspn(other, "\n") < 70 ? (int)strcspn(other, "\n") : 70, other,
                   (int)strcspn(mine, "\n") < 70 ? (int)strcspn(mine, "\n") : 70, mine);
}
