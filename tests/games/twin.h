/* twin.h -- a game side by side with its twin: the same rules written a second time, plain and
 * slow, so that both can only agree if both are right. */
#ifndef PL_TESTS_TWIN_H
#define PL_TESTS_TWIN_H

#include <stdlib.h>

#include "tests/support/played.h"

enum { TWIN_TEXT = 1 << 14 };

/* Moves are compared by number, by name or by both; a function that is NULL is left out. */
typedef struct {
    size_t size; /* of a twin, in bytes */
    int (*turn)(const void *t);
    int (*moves)(const void *t, pl_move *out);
    void (*names)(const void *t, char *out); /* a blank after each; none: not compared now */
    void (*play)(void *t, pl_move m, const char *name);
    void (*score)(const void *t, double *out);
    void (*same)(const pl_game *g, const pl_state *s, const void *t); /* compares what else is */
    int unordered; /* the twin lists its moves in another order */
    /* The next move of a random game. */
    pl_move (*pick)(const pl_game *g, const pl_state *s, const void *t, pl_rng *r);
} twin;

static inline int twin_by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static inline void twin_sort(char *names)
{
    char copy[TWIN_TEXT], *word[PL_MOVES_MAX];
    size_t n = 0;
    strcpy(copy, names);
    for (char *at = strtok(copy, " "); at; at = strtok(NULL, " ")) word[n++] = at;
    qsort(word, n, sizeof *word, twin_by_name);
    *names = 0;
    for (size_t i = 0; i < n; i++) names += sprintf(names, "%s ", word[i]);
}

static inline void twin_same_names(const twin *w, const pl_game *g, const pl_state *s,
                                   const void *t)
{
    static char ours[TWIN_TEXT], due[TWIN_TEXT];
    pl_move m[PL_MOVES_MAX];
    char *at = ours;
    w->names(t, due);
    if (!*due) return;
    for (int i = 0, n = g->moves(s, m); i < n; i++, *at++ = ' ')
        at += pl_say(g, s, m[i], at, PL_NAME_MAX);
    *at = 0;
    if (w->unordered) twin_sort(ours);
    if (w->unordered) twin_sort(due);
    assert_string_equal(ours, due);
}

static inline void twin_same_scores(const twin *w, const pl_game *g, const pl_state *s,
                                    const void *t)
{
    double ours[PL_SEATS_MAX] = {0}, due[PL_SEATS_MAX] = {0};
    g->score(s, ours);
    w->score(t, due);
    for (int i = 0; i < g->players; i++) near(ours[i], due[i], 1e-12);
}

static inline void twin_same(const twin *w, const pl_game *g, const pl_state *s, const void *t)
{
    pl_move ours[PL_MOVES_MAX], due[PL_MOVES_MAX];
    int over = g->turn(s) == PL_OVER;
    assert_int_equal(g->turn(s), w->turn(t));
    if (w->moves && !over) {
        int n = g->moves(s, ours);
        assert_int_equal(n, w->moves(t, due));
        assert_memory_equal(ours, due, (size_t)n * sizeof *ours);
    }
    if (w->names && !over) twin_same_names(w, g, s, t);
    if (w->score && over) twin_same_scores(w, g, s, t);
    if (w->same) w->same(g, s, t);
}

/* A random game of both; t is at its start, and then at its end. */
static inline void twin_game(const twin *w, const pl_game *g, void *t, pl_rng *r)
{
    pl_state s;
    char name[PL_NAME_MAX];
    for (pl_start(g, &s); twin_same(w, g, &s, t), g->turn(&s) != PL_OVER;) {
        pl_move m = w->pick ? w->pick(g, &s, t, r) : pl_any(g, &s, r);
        pl_say(g, &s, m, name, sizeof name);
        w->play(t, m, name);
        g->apply(&s, m);
    }
}

/* Lines of each number of plies, and those at which it is over. */
enum { TWIN_DEPTH = 100 };
typedef struct {
    uint64_t lines[TWIN_DEPTH], ends;
} census;

static inline void twin_count(const twin *w, const void *t, int depth, int deepest, census *c);

static inline void twin_count_after(const twin *w, const void *t, pl_move m, const char *name,
                                    int depth, int deepest, census *c)
{
    void *next = malloc(w->size);
    memcpy(next, t, w->size);
    w->play(next, m, name);
    twin_count(w, next, depth, deepest, c);
    free(next);
}

static inline void twin_count(const twin *w, const void *t, int depth, int deepest, census *c)
{
    c->lines[depth]++;
    c->ends += w->turn(t) == PL_OVER;
    if (w->turn(t) == PL_OVER || depth == deepest) return;
    if (w->moves) {
        pl_move m[PL_MOVES_MAX];
        for (int i = 0, n = w->moves(t, m); i < n; i++)
            twin_count_after(w, t, m[i], NULL, depth + 1, deepest, c);
    } else {
        char *names = malloc(TWIN_TEXT), name[PL_NAME_MAX];
        w->names(t, names);
        for (const char *at = names; sscanf(at, "%63s", name) == 1; at += strlen(name) + 1)
            twin_count_after(w, t, PL_ILLEGAL, name, depth + 1, deepest, c);
        free(names);
    }
}

/* Both ways of the library count lines as t does, which is at the start, down to this depth. */
static inline census twin_perft(const twin *w, const pl_game *g, const void *t, int deepest)
{
    census c = {{0}, 0};
    pl_state s;
    assert_in_range(deepest, 0, TWIN_DEPTH - 1);
    pl_start(g, &s);
    twin_count(w, t, 0, deepest, &c);
    for (int d = 0; d <= deepest; d++) {
        assert_int_equal(pl_perft(g, &s, d), c.lines[d]);
        assert_int_equal(pl_perft_plain(g, &s, d), c.lines[d]);
    }
    return c;
}

#endif
