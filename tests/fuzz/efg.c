/* efg.c -- fuzzes the reader of extensive games: whatever it accepts and gives knowledge to
 * hangs together, and no line of it leads out of the tree. */
#include <stdlib.h>
#include <string.h>

#include "solve/efg/efg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void insist(int condition)
{
    if (!condition) abort();
}

static void check_nodes(const pl_efg *g)
{
    for (int32_t i = 0; i < g->nodes; i++) {
        insist(i == 0 ? g->parent[i] == -1 : g->parent[i] >= 0 && g->parent[i] < i);
        insist(g->turn[i] >= PL_OVER && g->turn[i] < g->players);
        for (int32_t a = 0; a < pl_efg_moves(g, i); a++) {
            int32_t child = g->child[g->edge[i] + a];
            insist(child > i && child < g->nodes && g->parent[child] == i && g->nth[child] == a);
        }
    }
}

static void check_sets(const pl_efg *g)
{
    for (int32_t s = 0; s < g->sets; s++)
        for (int32_t a = 0; a < g->moves[s]; a++) {
            const char *name = g->text + g->move_name[g->first[s] + a];
            insist(*name && strlen(name) < PL_NAME_MAX && !strpbrk(name, " \n\t"));
            for (int32_t b = 0; b < a; b++)
                insist(strcmp(name, g->text + g->move_name[g->first[s] + b]) != 0);
        }
}

static void check_classes(const pl_efg *g)
{
    for (int32_t c = 0; c < g->classes; c++) {
        insist(g->class_members[c] < g->class_members[c + 1]);
        for (int32_t i = g->class_members[c]; i < g->class_members[c + 1]; i++) {
            int32_t node = g->member[i], set = g->class_set[c];
            insist(g->known[(size_t)g->class_who[c] * (size_t)g->nodes + (size_t)node] == c);
            insist(g->turn[node] == g->class_turn[c]);
            insist(set < 0 || g->set[node] == set);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err;
    pl_efg *g = pl_efg_parse((const char *)data, size, "a.efg", &err);
    if (g) {
        check_nodes(g);
        check_sets(g);
        int bad = pl_efg_know(g, &err);
        if (bad > 0 && pl_efg_pad(g, &err) == 0) {
            check_nodes(g);
            bad = pl_efg_know(g, &err);
            insist(bad <= 0);
        }
        if (bad == 0) check_classes(g);
    }
    pl_efg_free(g);
    return 0;
}
