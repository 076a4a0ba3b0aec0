/* naming.c -- what is kept of a solved tree: its information sets by name, seat and view, and how
 * they are played.  The tree itself, which is many times larger, need not stay.
 */
#include <stdlib.h>
#include <string.h>

#include "parlor/policy.h"
#include "solving.h"

/* A name behind those that are there. */
static int add_name(pl_solving *s, int32_t set, pl_wording w)
{
    enum { MOST = 512 }; /* bytes that are kept of one */
    if (s->room - s->used < MOST) {
        size_t room = 2 * s->room + 64 * (size_t)MOST;
        char *more = realloc(s->names, room);
        if (!more) return -1;
        s->names = more;
        s->room = room;
    }
    s->name[set] = s->used;
    pl_tree_say(s->tree, set, w, s->names + s->used, MOST);
    s->used += strlen(s->names + s->used) + 1;
    return 0;
}

typedef struct {
    uint64_t key;
    int32_t of;
} entry;

static int by_key(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

static int sort_keys(pl_solving *s)
{
    size_t n = (size_t)s->is.sets;
    entry *list = calloc(n + 1, sizeof *list);
    if (!list) return -1;
    for (size_t i = 0; i < n; i++) list[i] = (entry){s->tree->info_key[i], (int32_t)i};
    qsort(list, n, sizeof *list, by_key);
    for (size_t i = 0; i < n; i++) {
        s->key[i] = list[i].key;
        s->of[i] = list[i].of;
    }
    free(list);
    return 0;
}

static void *copy(const void *from, size_t bytes)
{
    void *to = malloc(bytes + 1);
    return to ? memcpy(to, from, bytes) : NULL;
}

int pl_solving_keep(pl_solving *s)
{
    const pl_tree *t = s->tree;
    size_t n = (size_t)t->infos, size = (size_t)s->game->state_size;
    pl_wording w = pl_tree_wording(t);
    s->seat = copy(t->info_seat, n * sizeof *s->seat);
    s->first = copy(t->info_first, (n + 1) * sizeof *s->first);
    s->view = copy(t->info_view, n * size);
    s->key = calloc(n + 1, sizeof *s->key);
    s->of = calloc(n + 1, sizeof *s->of);
    s->name = calloc(n + 1, sizeof *s->name);
    if (!s->seat || !s->first || !s->view || !s->key || !s->of || !s->name) return -1;
    for (int32_t i = 0; i < t->infos; i++)
        if (add_name(s, i, w)) return -1;
    s->is.bytes = (int64_t)(s->room + n * (size + 40) + 8 * (size_t)t->info_first[n]);
    return sort_keys(s);
}

const double *pl_solving_find(const pl_solving *s, uint64_t key, int *moves)
{
    int32_t lo = 0, hi = s->is.sets;
    while (lo < hi) {
        int32_t mid = lo + (hi - lo) / 2;
        if (s->key[mid] < key) lo = mid + 1;
        else hi = mid;
    }
    if (lo == s->is.sets || s->key[lo] != key) return NULL;
    int32_t set = s->of[lo];
    *moves = s->first[set + 1] - s->first[set];
    return s->policy + s->first[set];
}
