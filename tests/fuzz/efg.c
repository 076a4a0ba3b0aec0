/* efg.c -- fuzzes the reader of extensive games: whatever it accepts and gives knowledge to
 * hangs together, no line of it leads out of the tree, and what samples it stays inside and
 * plays with probabilities. */
#include "solve/efg/efg.h"
#include "parlor/solve.h"

#include "tests/fuzz/fuzz.h"

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

enum { SMALL = 256 }; /* nodes of a game that is tried out */

/* A tree by hand, since only so many games that were read can be kept. */
typedef struct {
    pl_game game;
    pl_tree tree;
    int32_t from[SMALL], first[SMALL + 1], info[SMALL], info_first[SMALL + 1];
    double odds[SMALL], score[SMALL * PL_EFG_PLAYERS];
    int8_t turn[SMALL];
} small_tree;

/* Node i of the tree, and room for its children. */
static void plant(small_tree *s, const pl_efg *g, int32_t i)
{
    pl_tree *t = &s->tree;
    int32_t node = s->from[i];
    size_t players = (size_t)g->players;
    s->turn[i] = g->turn[node];
    s->odds[i] = g->odds[node];
    s->info[i] = g->turn[node] >= 0 ? g->set[node] : -1;
    s->first[i] = t->nodes;
    if (g->turn[node] == PL_OVER) {
        memcpy(s->score + (size_t)t->ends * players, g->paid + (size_t)node * players,
               players * sizeof *s->score);
        s->info[i] = t->ends++;
    }
    for (int32_t a = 0; a < pl_efg_moves(g, node); a++) {
        int32_t child = g->child[g->edge[node] + a];
        if (g->odds[child] > 0) s->from[t->nodes++] = child;
    }
}

static const pl_tree *planted(small_tree *s, const pl_efg *g)
{
    *s = (small_tree){.game = {.name = "a", .players = g->players}};
    s->tree = (pl_tree){.game = &s->game, .nodes = 1, .infos = g->sets, .recall = 1};
    for (int32_t i = 0; i < s->tree.nodes; i++) plant(s, g, i);
    s->first[s->tree.nodes] = s->tree.nodes;
    for (int32_t i = 0; i < g->sets; i++) s->info_first[i + 1] = s->info_first[i] + g->moves[i];
    insist(s->info_first[g->sets] <= SMALL);
    s->tree.first = s->first;
    s->tree.info = s->info;
    s->tree.odds = s->odds;
    s->tree.turn = s->turn;
    s->tree.score = s->score;
    s->tree.info_first = s->info_first;
    return &s->tree;
}

static void try_out(const pl_efg *g)
{
    static const char *const methods[] = {"external", "outcome", "chance", "outcome(batch=3)"};
    static small_tree room;
    double policy[SMALL];
    pl_error err;
    if (g->nodes > SMALL || g->sets > SMALL) return;
    const pl_tree *t = planted(&room, g);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        pl_solver *s = pl_solver_new(methods[i], t, NULL, &err);
        if (!s) continue;
        pl_solver_run(s, 6);
        pl_solver_policy(s, policy);
        for (int32_t a = 0; a < t->info_first[t->infos]; a++)
            insist(policy[a] >= 0 && policy[a] <= 1 + 1e-9);
        pl_solver_free(s);
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
        if (bad == 0) {
            check_classes(g);
            try_out(g);
        }
    }
    pl_efg_free(g);
    return 0;
}
