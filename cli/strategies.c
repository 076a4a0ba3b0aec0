/* strategies.c -- a policy of a tree, for people and for programs. */
#include "strategies.h"

#include <string.h>

#include "parlor/policy.h"

/* Aligned, which a row of an array need not be. */
static void view_of(const pl_tree *t, int32_t set, pl_state *out)
{
    size_t size = (size_t)t->game->state_size;
    memcpy(out, t->info_view + (size_t)set * size, size);
}

/* Four digits, without zeros at the end. */
static void print_share(double p)
{
    char text[32];
    int n = snprintf(text, sizeof text, "%.4f", p);
    while (n > 1 && text[n - 1] == '0') n--;
    if (text[n - 1] == '.') n--;
    printf(" %.*s", n, text);
}

void strategy_text(const pl_game *g, const void *view, const double *p)
{
    pl_move list[PL_MOVES_MAX];
    for (int i = 0, n = g->moves(view, list); i < n; i++) {
        char name[PL_NAME_MAX];
        pl_say(g, view, list[i], name, sizeof name);
        printf(" %s", name);
        print_share(p[i]);
    }
}

json_t *strategy_json(const pl_game *g, const void *view, const double *p)
{
    pl_move list[PL_MOVES_MAX];
    json_t *moves = json_object();
    for (int i = 0, n = g->moves(view, list); i < n; i++) {
        char name[PL_NAME_MAX];
        pl_say(g, view, list[i], name, sizeof name);
        json_object_set_new(moves, name, json_real(p[i]));
    }
    return moves;
}

static void print_set(const pl_tree *t, int32_t set, pl_wording w, const double *policy)
{
    char name[PL_SAY_MAX];
    pl_state view;
    view_of(t, set, &view);
    pl_tree_say(t, set, w, name, sizeof name);
    printf("  %s:", name);
    strategy_text(t->game, &view, policy + t->info_first[set]);
    putchar('\n');
}

void strategies_text(const pl_tree *t, const double *policy, int seat)
{
    pl_wording w = pl_tree_wording(t);
    for (int k = 0; k < t->game->players; k++) {
        if (!t->infos_of[k] || (seat != PL_FULL && seat != k)) continue;
        printf("Seat %d:\n", k);
        for (int32_t i = 0; i < t->infos && !output_failed(); i++)
            if (t->info_seat[i] == k) print_set(t, i, w, policy);
    }
}

json_t *strategies_json(const pl_tree *t, const double *policy, int seat)
{
    json_t *list = json_array();
    pl_wording w = pl_tree_wording(t);
    for (int32_t i = 0; i < t->infos; i++) {
        char name[PL_SAY_MAX];
        pl_state view;
        if (seat != PL_FULL && t->info_seat[i] != seat) continue;
        view_of(t, i, &view);
        pl_tree_say(t, i, w, name, sizeof name);
        json_array_append_new(
            list, json_pack("{s:i,s:s,s:o}", "seat", (int)t->info_seat[i], "set", name, "moves",
                            strategy_json(t->game, &view, policy + t->info_first[i])));
    }
    return list;
}
