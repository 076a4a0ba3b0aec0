/* match_words.c -- what is said in words of a match: its format, its seats, a sequential test. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "matches.h"

int format_read(const char *name, pl_format *out)
{
    for (int i = 0; i < PL_FORMATS; i++)
        if (!strcmp(pl_format_name((pl_format)i), name)) {
            *out = (pl_format)i;
            return DONE;
        }
    return misused("there is no format '%.40s'; there are round-robin, gauntlet, random, balanced, "
                   "neighbours, swiss and knock-out",
                   name);
}

int seats_read(const char *name, pl_fairness *out)
{
    for (int i = 0; i < PL_FAIRNESSES; i++)
        if (!strcmp(pl_fairness_name((pl_fairness)i), name)) {
            *out = (pl_fairness)i;
            return DONE;
        }
    return misused(
        "there are no seats '%.40s'; there are rotations, permutations, fresh and shuffled", name);
}

/* One key=value of n bytes into its place. */
static int read_sprt_part(const char *text, size_t n, pl_sprt *out, unsigned *given)
{
    static const char *const keys[] = {"elo0", "elo1", "alpha", "beta"};
    double *const at[] = {&out->h0, &out->h1, &out->alpha, &out->beta};
    char part[64], *end = part;
    snprintf(part, sizeof part, "%.*s", (int)n, text);
    char *value = n < sizeof part ? strchr(part, '=') : NULL;
    if (!value) return -1;
    *value++ = 0;
    for (int i = 0; i < 4; i++) {
        if (strcmp(part, keys[i])) continue;
        if (*given >> i & 1) return -1;
        *given |= 1u << i;
        *at[i] = strtod(value, &end);
        return *value && !*end && isfinite(*at[i]) ? 0 : -1;
    }
    return -1;
}

int sprt_read(const char *text, pl_sprt *out)
{
    *out = (pl_sprt){.h0 = 0, .h1 = 5, .alpha = 0.05, .beta = 0.05, .scale = PL_ELO};
    unsigned given = 0; /* nothing twice */
    for (size_t n; *text; text += n + (text[n] == ',')) {
        n = strcspn(text, ",");
        if (read_sprt_part(text, n, out, &given))
            return misused("--sprt is written elo0=0,elo1=5,alpha=.05,beta=.05, not '%.60s'", text);
    }
    if (out->h0 >= out->h1)
        return misused("--sprt tells elo1 from a smaller elo0: they are %g and %g", out->h1,
                       out->h0);
    return DONE;
}
