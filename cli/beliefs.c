/* beliefs.c -- what a seat cannot see, told to people. */
#include <stdlib.h>
#include <string.h>

#include "analyse.h"

enum { SHOWN = 12 }; /* values of one thing */

json_t *belief_json(const pl_knowledge *k, int worlds, pl_rng *r)
{
    char *text = pl_beliefs(k, worlds, r);
    json_t *out = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return out;
}

static void rows(table *t, const json_t *marginal)
{
    const json_t *of = json_object_get(marginal, "of");
    const char *what = json_string_value(json_object_get(marginal, "what"));
    int member = !strcmp(json_string_value(json_object_get(marginal, "kind")), "member");
    for (size_t i = 0; i < json_array_size(of) && i < SHOWN; i++) {
        const json_t *o = json_array_get(of, i);
        table_row(t);
        table_cell(t, "%s", i ? "" : what);
        table_cell(t, "%s%s", member ? "has " : "", json_string_value(json_object_get(o, "value")));
        table_cell(t, "%.1f %%", 100 * json_real_value(json_object_get(o, "share")));
        table_cell(t, "%.1f .. %.1f", 100 * json_real_value(json_object_get(o, "low")),
                   100 * json_real_value(json_object_get(o, "high")));
    }
    if (json_array_size(of) <= SHOWN) return;
    table_row(t);
    table_cell(t, "%s", "");
    table_cell(t, "and %zu more", json_array_size(of) - SHOWN);
}

int belief_text(const json_t *belief, int seat)
{
    const json_t *list = json_object_get(belief, "marginals");
    long long worlds = json_integer_value(json_object_get(belief, "worlds"));
    if (json_array_size(list) == 0) {
        printf("\nNothing is left for seat %d to guess.\n", seat);
        return DONE;
    }
    printf("\nWhat seat %d cannot see, in %lld world%s that fit%s what it knows:\n", seat, worlds,
           plural(worlds), worlds == 1 ? "s" : "");
    table *t = table_new("WHAT|VALUE|SHARE>|95 %>");
    for (size_t i = 0; i < json_array_size(list); i++) rows(t, json_array_get(list, i));
    return table_print(t);
}
