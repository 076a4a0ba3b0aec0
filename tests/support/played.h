/* played.h -- games opened by their spelling and lines played by the names of the
 * moves, for the tests: what is legal on the way, shown and scored. */
#ifndef PL_TESTS_PLAYED_H
#define PL_TESTS_PLAYED_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "parlor/agent.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Whether this build is slowed down to look for faults. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif

/* cmocka's own takes floats. */
static inline void near(double a, double b, double error)
{
    if (!(fabs(a - b) <= error)) fail_msg("%.15g is not %.15g", a, b);
}

/* The game of this spelling, which is put together as by printf. */
static inline const pl_game *must_open(const char *format, ...)
{
    pl_error err = {""};
    char spec[PL_SPEC_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(spec, sizeof spec, format, args);
    va_end(args);
    const pl_game *g = pl_open(spec, &err);
    if (!g) fail_msg("%s: %s", spec, err.text);
    return g;
}

/* The same of a game that is not in the list. */
static inline const pl_game *must_make(const pl_game *base)
{
    pl_error err = {""};
    const pl_game *g = pl_make(base, "", &err);
    if (!g) fail_msg("%s: %s", base->name, err.text);
    return g;
}

/* There is no such game, and the reason has these words. */
static inline void refused(const char *spec, const char *words)
{
    pl_error err = {""};
    if (pl_open(spec, &err)) fail_msg("%s was accepted", spec);
    if (!strstr(err.text, words)) fail_msg("%s: '%s' does not say '%s'", spec, err.text, words);
}

/* Play moves, named with a blank between two: on from s, or from the start. */
static inline void play_on(const pl_game *g, void *s, const char *moves)
{
    char name[PL_NAME_MAX];
    for (int n; sscanf(moves, "%63s%n", name, &n) == 1; moves += n) {
        pl_move m = pl_parse(g, s, name);
        if (m == PL_ILLEGAL) fail_msg("%s is not legal before '%s'", name, moves + n);
        g->apply(s, m);
    }
}

static inline void play_line(const pl_game *g, void *s, const char *moves)
{
    pl_start(g, s);
    play_on(g, s, moves);
}

/* The legal moves are these, with a blank between two. */
static inline void may_play(const pl_game *g, const void *s, const char *expected)
{
    pl_move m[PL_MOVES_MAX];
    char text[1000] = "";
    for (int i = 0, n = g->moves(s, m), used = 0; i < n; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used, "%s", i ? " " : "");
        used += pl_say(g, s, m[i], text + used, sizeof text - (size_t)used);
    }
    assert_string_equal(text, expected);
}

/* It is over, with these scores: SCORES(1, -1). */
#define SCORES(...)                                                                                \
    (const double[])                                                                               \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
static inline void ends_with(const pl_game *g, const void *s, const double *scores)
{
    double out[PL_SEATS_MAX];
    if (g->turn(s) != PL_OVER) fail_msg("%s: it is not over", g->name);
    g->score(s, out);
    for (int i = 0; i < g->players; i++)
        if (!(fabs(out[i] - scores[i]) <= 1e-12))
            fail_msg("%s: seat %d scores %g, not %g", g->name, i, out[i], scores[i]);
}

/* The text shown to a seat has this in it. */
static inline void shows(const pl_game *g, const void *s, int seat, const char *expected)
{
    pl_state view;
    char text[PL_SHOW_MAX];
    pl_view(g, s, seat, &view);
    g->show(&view, text, sizeof text);
    if (!strstr(text, expected)) fail_msg("'%s' is not in\n%s", expected, text);
}

/* The move after which value() is best for the seat that makes it. */
static inline pl_move greedy(const pl_game *g, const void *s)
{
    pl_move m[PL_MOVES_MAX], best = PL_ILLEGAL;
    double top = -INFINITY;
    for (int i = 0, n = g->moves(s, m); i < n; i++) {
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        double v = g->value(&next, g->turn(s));
        if (v > top) best = m[i];
        if (v > top) top = v;
    }
    return best;
}

/* A seat that plays so against random play scores at least so much in 100 games of two. */
static inline void value_is_worth(const char *spec, double least)
{
    const pl_game *g = must_open("%s", spec);
    double sum = 0, score[2];
    pl_rng r;
    pl_seed(&r, 3);
    for (int game = 0; game < 100; game++) {
        pl_state s;
        pl_start(g, &s);
        for (int t; (t = g->turn(&s)) != PL_OVER;) {
            near(g->value(&s, 0), -g->value(&s, 1), 1e-12);
            g->apply(&s, t == game % 2 ? greedy(g, &s) : pl_any(g, &s, &r));
        }
        g->score(&s, score);
        sum += score[game % 2];
    }
    if (sum < least) fail_msg("%s: greedy scores only %g of 100 against random", spec, sum);
    pl_close(g);
}

/* The mean score of one against other in games of two, in which it has the first seat or, where
 * they change places after each game, both in turn; both are freed. */
static inline double mean_of_games(const pl_game *g, pl_agent *one, pl_agent *other, int games,
                                   int in_turn)
{
    pl_rng r;
    double sum = 0;
    pl_seed(&r, 5);
    for (int i = 0; i < games; i++) {
        int at = in_turn ? i % 2 : 0;
        pl_agent *seats[] = {at ? other : one, at ? one : other};
        double score[2];
        assert_true(pl_play(g, seats, &r, score) > 0);
        sum += score[at];
    }
    pl_agent_free(one);
    pl_agent_free(other);
    return sum / games;
}

static inline double mean_score(const pl_game *g, pl_agent *one, pl_agent *other, int games)
{
    return mean_of_games(g, one, other, games, 1);
}

/* What one gets at the first seat, by spellings. */
static inline double mean_first(const char *game, const char *one, const char *other, int games)
{
    pl_error err = {""};
    const pl_game *g = must_open("%s", game);
    pl_agent *a = pl_agent_open(one, g, 1, &err), *b = pl_agent_open(other, g, 1, &err);
    if (!a || !b) fail_msg("%s", err.text);
    double mean = mean_of_games(g, a, b, games, 0);
    pl_close(g);
    return mean;
}

#endif
