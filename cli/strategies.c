/* strategies.c -- a policy of a tree, for people and for programs. */
#include "strategies.h"

#include <string.h>

#include "parlor/policy.h"

/* Move a, from 0, of an information set. */
static void move_name(const pl_tree *t, int32_t set, int32_t a, char *buf, size_t n)
{
    const unsigned char *view = t->info_view + (size_t)set * (size_t)t->game->state_size;
    pl_state aligned;
    memcpy(&aligned, view, (size_t)t->game->state_size);
    pl_say(t->game, &aligned, t->move[t->first[t->info_node[set]] + a], buf, n);
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

static void print_set(const pl_tree *t, int32_t set, pl_wording w, const double *policy)
{
    char name[PL_SAY_MAX], move[PL_NAME_MAX];
    int32_t first = t->info_first[set], n = t->info_first[set + 1] - first;
    pl_tree_say(t, set, w, name, sizeof name);
    printf("  %s:", name);
    for (int32_t a = 0; a < n; a++) {
        move_name(t, set, a, move, sizeof move);
        printf(" %s", move);
        print_share(policy[first + a]);
    }
    putchar('\n');
}

void strategies_text(const pl_tree *t, const double *policy)
{
    pl_wording w = pl_tree_wording(t);
    for (int seat = 0; seat < t->game->players; seat++) {
        if (t->infos_of[seat]) printf("Seat %d:\n", seat);
        for (int32_t i = 0; i < t->infos && !output_failed(); i++)
            if (t->info_seat[i] == seat) print_set(t, i, w, policy);
    }
}

json_t *strategies_json(const pl_tree *t, const double *policy)
{
    json_t *list = json_array();
    pl_wording w = pl_tree_wording(t);
    for (int32_t i = 0; i < t->infos; i++) {
        char name[PL_SAY_MAX], move[PL_NAME_MAX];
        int32_t first = t->info_first[i], n = t->info_first[i + 1] - first;
        json_t *moves = json_object();
        pl_tree_say(t, i, w, name, sizeof name);
        for (int32_t a = 0; a < n; a++) {
            move_name(t, i, a, move, sizeof move);
            json_object_set_new(moves, move, json_real(policy[first + a]));
        }
        json_array_append_new(list, json_pack("{s:i,s:s,s:o}", "seat", (int)t->info_seat[i], "set",
                                              name, "moves", moves));
    }
    return list;
}
