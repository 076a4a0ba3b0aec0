/* alike.c -- what the building of a form knows of the tree: each end's moves, and
 * the classes of places and sets, at first each its own. */
#include <stdlib.h>
#include <string.h>

#include "solve/form/form.h"

/* Colours are spread well enough to be their own hash. */
int32_t pl_number(const uint64_t *colour, int32_t n, int32_t *class)
{
    size_t size = 16;
    int32_t count = 0;
    while (size < (size_t)n * 2) size *= 2;
    int32_t *slots = malloc(size * sizeof *slots);
    if (!slots) return -1;
    memset(slots, 0xff, size * sizeof *slots);
    for (int32_t i = 0; i < n; i++) {
        size_t h = (size_t)colour[i] & (size - 1);
        while (slots[h] >= 0 && colour[slots[h]] != colour[i]) h = (h + 1) & (size - 1);
        if (slots[h] < 0) {
            slots[h] = i;
            class[i] = count++;
        } else {
            class[i] = class[slots[h]];
        }
    }
    free(slots);
    return count;
}

/* One node's line is its parent's, and the move between them. */
static void extend(const pl_tree *t, int32_t node, int32_t *line, double *chance)
{
    size_t n = (size_t)t->game->players;
    int32_t up = t->parent[node], *own = line + (size_t)node * n;
    chance[node] = up < 0 ? 1 : chance[up] * t->odds[node];
    if (up < 0) return;
    memcpy(own, line + (size_t)up * n, n * sizeof *own);
    if (t->turn[up] >= 0) own[t->turn[up]] = t->info_first[t->info[up]] + node - t->first[up] + 1;
}

/* The moves before each end, and the odds of all that chance did. */
static int find_lines(pl_alike *a)
{
    const pl_tree *t = a->tree;
    size_t n = (size_t)t->game->players;
    int32_t *line = calloc((size_t)t->nodes * n, sizeof *line);
    double *chance = malloc((size_t)t->nodes * sizeof *chance);
    for (int32_t i = 0; line && chance && i < t->nodes; i++) {
        extend(t, i, line, chance);
        if (t->turn[i] != PL_OVER) continue;
        a->odds[t->info[i]] = chance[i];
        memcpy(a->played + (size_t)t->info[i] * n, line + (size_t)i * n, n * sizeof *line);
    }
    int failed = !line || !chance;
    free(line);
    free(chance);
    return failed ? -1 : 0;
}

/* Everything is a class of its own. */
static void tell_apart(pl_alike *a)
{
    a->classes = a->tree->infos;
    a->rows = a->tree->info_first[a->tree->infos];
    for (int32_t i = 0; i < a->classes; i++) a->info[i] = i;
    for (int32_t p = 0; p < a->rows; p++) a->place[p] = p;
}

/* Who stands for each class, and how many it has. */
static void count(int32_t *first, int32_t *members, const int32_t *class, int32_t n)
{
    for (int32_t i = n - 1; i >= 0; i--) {
        first[class[i]] = i;
        members[class[i]]++;
    }
}

static int find_classes(pl_alike *a, int kind)
{
    const pl_tree *t = a->tree;
    for (int32_t i = 0; i < t->infos; i++)
        for (int32_t p = t->info_first[i]; p < t->info_first[i + 1]; p++) a->owner[p] = i;
    if (!(kind & PL_FORM_SHRUNK)) tell_apart(a);
    else if (pl_shrink(a)) return -1;
    count(a->first_place, a->place_count, a->place, t->info_first[t->infos]);
    count(a->first_info, a->info_count, a->info, t->infos);
    for (int32_t c = 0; c < a->classes; c++) a->leader[c] = c;
    a->lanes = 1;
    return kind & PL_FORM_LANES ? pl_hands(a) : 0;
}

static int32_t *numbers(size_t n)
{
    return calloc(n + 1, sizeof(int32_t));
}

int pl_alike_new(pl_alike *a, const pl_tree *t, int kind)
{
    size_t places = (size_t)t->info_first[t->infos], infos = (size_t)t->infos;
    size_t ends = (size_t)t->ends;
    *a = (pl_alike){.tree = t,
                    .place = numbers(places),
                    .owner = numbers(places),
                    .first_place = numbers(places),
                    .place_count = numbers(places),
                    .info = numbers(infos),
                    .first_info = numbers(infos),
                    .info_count = numbers(infos),
                    .leader = numbers(infos),
                    .lane = numbers(infos),
                    .played = numbers(ends * (size_t)t->game->players),
                    .odds = malloc((ends + 1) * sizeof *a->odds)};
    int failed = !a->place || !a->owner || !a->first_place || !a->place_count || !a->info ||
                 !a->first_info || !a->info_count || !a->leader || !a->lane || !a->played ||
                 !a->odds || find_lines(a) || find_classes(a, kind);
    if (failed) pl_alike_free(a);
    return failed ? -1 : 0;
}

void pl_alike_free(pl_alike *a)
{
    free(a->place);
    free(a->owner);
    free(a->first_place);
    free(a->place_count);
    free(a->info);
    free(a->first_info);
    free(a->info_count);
    free(a->leader);
    free(a->lane);
    free(a->played);
    free(a->odds);
}
