/* words.c -- fuzzes what reads a match back from the words that a file of records has of it: one that is
 * taken can be asked for its standings, and one that is not is refused in a sentence. */
#include <stdlib.h>
#include <string.h>

#include "parlor/match.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[4096];
    pl_error err = {""};
    pl_match_plan p;
    pl_match_course c;
    pl_standing s;
    if (size >= sizeof text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    pl_match *m = pl_match_follow(text, &err);
    if (!m && !*err.text) abort();
    if (!m) return 0;
    pl_match_plan_of(m, &p);
    pl_match_course_of(m, &c);
    if (c.games || c.of < 1 || p.entrants != pl_match_entrants(m)) abort();
    for (int i = 0; i < p.entrants; i++) pl_match_standing(m, i, &s);
    pl_match_free(m);
    return 0;
}
