/* near.c -- the word that was meant, by Levenshtein's distance (1965).
 *
 * Fact to check: "rulse" is two from "rules", "RULES" none. */
#include "near.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int differ(char a, char b)
{
    return tolower((unsigned char)a) != tolower((unsigned char)b);
}

static int distance(const char *a, const char *b)
{
    int row[NEAR_MAX], m = (int)strlen(b);
    if (m >= NEAR_MAX) return m;
    for (int j = 0; j <= m; j++) row[j] = j;
    for (int i = 1; *a; a++, i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = corner + differ(*a, b[j - 1]);
            corner = row[j];
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

void near_try(near *n, const char *name)
{
    int d = distance(n->word, name);
    if (d > 1 + (int)strlen(name) / 3 || (*n->found && d >= n->least)) return;
    snprintf(n->found, sizeof n->found, "%s", name);
    n->least = d;
}
