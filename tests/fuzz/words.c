/* words.c -- fuzzes what reads a match back from the words that a file of records has of it: one that is
 * taken can be asked for its standings, and one that is not is refused in a sentence. */
#include "parlor/match.h"

#include "tests/fuzz/fuzz.h"

static void try_text(const char *text)
{
    pl_error err = {""};
    pl_match_plan p;
    pl_match_course c;
    pl_standing s;
    pl_match *m = pl_match_follow(text, &err);
    insist(m || *err.text);
    if (!m) return;
    pl_match_plan_of(m, &p);
    pl_match_course_of(m, &c);
    insist(!c.games && c.of >= 1 && p.entrants == pl_match_entrants(m));
    for (int i = 0; i < p.entrants; i++) pl_match_standing(m, i, &s);
    pl_match_free(m);
}

FUZZ_TEXTS(try_text)
