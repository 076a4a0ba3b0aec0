/* say.c -- information sets by names that people know.
 *
 * A set is called by what its seat noticed on the way to it, in the words of the game:
 * "J pass bet" is the jack, bet into after a pass.
 */
#include "parlor/policy.h"

#include <stdlib.h>
#include <string.h>

/* What the seat noticed of move m, as a word; 0: nothing, or nothing worth telling. */
static int word_of(const pl_game *g, const void *s, pl_move m, int seat, pl_wording w, char *word)
{
    pl_state view;
    pl_move code = pl_seen(g, s, m, seat);
    if (code == PL_NOTHING) return 0;
    pl_view(g, s, seat, &view);
    pl_say(g, &view, code, word, PL_NAME_MAX);
    return w != PL_SAY_SHORT || strcmp(word, "?") != 0;
}

/* The position in lines, on one. */
static void put_shown(const pl_game *g, const void *view, pl_text *out)
{
    char shown[PL_SHOW_MAX];
    g->show(view, shown, sizeof shown);
    for (char *c = shown; *c; c++)
        if (*c == '\n') *c = '/';
    pl_put(out, " [%s]", shown);
}

/* Ply by ply from the root: the path is found from the other end. */
static void put_words(const pl_tree *t, int32_t node, int seat, pl_wording w, pl_state *s,
                      pl_text *out)
{
    char word[PL_NAME_MAX];
    if (t->parent[node] < 0) {
        pl_start(t->game, s);
        return;
    }
    put_words(t, t->parent[node], seat, w, s, out);
    if (word_of(t->game, s, t->move[node], seat, w, word))
        pl_put(out, "%s%s", out->used ? " " : "", word);
    t->game->apply(s, t->move[node]);
}

int pl_tree_say(const pl_tree *t, int32_t set, pl_wording w, char *buf, size_t n)
{
    const pl_game *g = t->game;
    int seat = t->info_seat[set];
    pl_text out = {buf, n, 0};
    pl_state s, view;
    if (n) *buf = 0;
    put_words(t, t->info_node[set], seat, w, &s, &out);
    if (!out.used) pl_put(&out, "start");
    if (w >= PL_SAY_VIEW) {
        pl_view(g, &s, seat, &view);
        put_shown(g, &view, &out);
    }
    if (w >= PL_SAY_KEY) pl_put(&out, " #%016llx", (unsigned long long)t->info_key[set]);
    return (int)out.used;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Whether no two sets of a seat are called the same.  Where names share a hash a longer wording
 * is taken than need be. */
static int tells_apart(const pl_tree *t, pl_wording w, uint64_t *names)
{
    char name[PL_SAY_MAX];
    for (int32_t i = 0; i < t->infos; i++) {
        int n = pl_tree_say(t, i, w, name, sizeof name);
        names[i] = pl_hash(name, n < PL_SAY_MAX ? (size_t)n : PL_SAY_MAX - 1);
        names[i] = names[i] * PL_SEATS_MAX + (uint64_t)t->info_seat[i];
    }
    qsort(names, (size_t)t->infos, sizeof *names, by_size);
    for (int32_t i = 1; i < t->infos; i++)
        if (names[i] == names[i - 1]) return 0;
    return 1;
}

pl_wording pl_tree_wording(const pl_tree *t)
{
    uint64_t *names = malloc(((size_t)t->infos + 1) * sizeof *names);
    int w = PL_SAY_SHORT;
    while (w < PL_SAY_KEY && !(names && tells_apart(t, (pl_wording)w, names))) w++;
    free(names);
    return (pl_wording)w;
}
