/* seal.c -- games of leagues and contests that go on.
 *
 * A deal is played from every seat: so who sees one game of a group knows what is dealt in the others.
 * While a match is played its seeds are not told.  In a contest the games of a pairing whose starts are
 * hidden are told when the contest itself lists them, which it does when all of the pairing are over,
 * whether they are one match or several.
 *
 * Fact to check: a game of a hidden pairing is 404 until all of that pairing are over.
 */
#include "seal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t pl_contest_of(const char *words, int *hidden)
{
    static const char label[] = "label: contest ";
    size_t line = strcspn(words, "\n");
    const char *at = strstr(words, ", hidden games");
    *hidden = 0;
    if (strncmp(words, label, sizeof label - 1)) return 0;
    *hidden = at && at < words + line;
    return strtoll(words + sizeof label - 1, NULL, 10);
}

pl_seal pl_seal_of(const pl_match_kept *m)
{
    int hidden;
    int64_t contest = pl_contest_of(m->words, &hidden);
    if (contest && hidden) return PL_SEALED; /* but for games that the contest lists */
    return m->played || (contest && !m->ended) ? PL_SEED_KEPT : PL_ALL_TOLD;
}

/* What a contest says of itself has the games of pairings that are over, by their numbers. */
static int is_listed(void *with, const pl_contest_told *c)
{
    char game[40];
    snprintf(game, sizeof game, "{\"id\":%lld,", (long long)*(const int64_t *)with);
    return strstr(c->state, game) != NULL;
}

static int find(void *with, const pl_match_kept *m)
{
    pl_belonging *b = with;
    int hidden;
    b->contest = pl_contest_of(m->words, &hidden);
    b->seal = pl_seal_of(m);
    return 0;
}

pl_belonging pl_belongs(pl_server *s, int64_t game)
{
    int played;
    pl_belonging b = {.league = pl_records_match_of(s->records, game, &played, NULL)};
    if (b.league < 0) return (pl_belonging){.seal = PL_SEALED};
    if (b.league) b.seal = PL_SEALED; /* until the match says otherwise */
    if (b.league) pl_records_matches(s->records, b.league, 1, find, &b, NULL);
    if (b.seal == PL_SEALED && b.contest &&
        pl_records_contests(s->records, b.contest, is_listed, &game, NULL) > 0)
        b.seal = PL_ALL_TOLD;
    return b;
}
