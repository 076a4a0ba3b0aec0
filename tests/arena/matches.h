/* matches.h -- for tests of matches: play one, perhaps stopped at a certain moment, and compare all of
 * its results with those of another. */
#ifndef PL_TESTS_MATCHES_H
#define PL_TESTS_MATCHES_H

#include "arena/match/match.h"
#include "tests/table/recorded.h"

static const pl_entrant mixed[] = {{NULL, "random"},
                                   {NULL, "first"},
                                   {NULL, "rollout(iterations=4)"},
                                   {NULL, "mcts(iterations=8)"}};
static const pl_entrant domino[] = {{NULL, "random"}, {NULL, "stupid"},   {NULL, "double"},
                                    {NULL, "greedy"}, {NULL, "bestLine"}, {NULL, "persistentLine"}};
static const pl_sprt test_of_elo = {.h0 = 0, .h1 = 50, .alpha = 0.05, .beta = 0.05};

/* What a match is about. */
typedef struct {
    const char *game;
    const pl_entrant *who;
    int n;
    pl_format format;
    pl_fairness fairness;
    int64_t games;
    const pl_sprt *sprt;
} kind;

/* Of every format and way to seat. */
static const kind kinds[] = {
    {"tictactoe", mixed, 4, PL_ROUND_ROBIN, PL_ROTATIONS, 40, NULL},
    {"tictactoe", mixed, 4, PL_KNOCK_OUT, PL_SHUFFLED_SEATS, 10, NULL},
    {"tictactoe", mixed, 3, PL_SWISS, PL_FRESH_DEALS, 10, NULL},
    {"tictactoe", mixed, 2, PL_ROUND_ROBIN, PL_ROTATIONS, 3000, &test_of_elo},
    {"leduc", mixed, 3, PL_GAUNTLET, PL_ROTATIONS, 60, NULL},
    {"dominoes", domino, 6, PL_BALANCED_TABLES, PL_ROTATIONS, 100, NULL},
    {"dominoes", domino, 6, PL_RANDOM_TABLES, PL_SHUFFLED_SEATS, 100, NULL},
    {"dominoes(players=3)", domino, 2, PL_ROUND_ROBIN, PL_PERMUTATIONS, 60, NULL},
    {"dominoes", domino, 6, PL_SWISS, PL_ROTATIONS, 40, NULL},
    {"dominoes", domino, 6, PL_KNOCK_OUT, PL_ROTATIONS, 40, NULL},
    {"dominoes(players=3)", domino, 5, PL_KNOCK_OUT, PL_ROTATIONS, 12, NULL},
};

static inline pl_match_plan plan_of(const kind *k, const pl_game *g)
{
    pl_match_plan p = pl_match_usual(g, k->who, k->n);
    p.format = k->format;
    p.fairness = k->fairness;
    p.games = k->games;
    p.sprt = k->sprt;
    return p;
}

/* All results of a match but times, as bytes. */
typedef struct {
    pl_standing standing[6];
    pl_duel duel[36];
    pl_interval seat[PL_SEATS_MAX];
    pl_interval rating[6];
    int64_t games, groups, aborted;
    double llr;
} results;

static inline void collect(pl_match *m, int seats, results *out)
{
    pl_match_course c;
    int n = pl_match_entrants(m);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < n; i++) {
        pl_match_standing(m, i, &out->standing[i]);
        out->standing[i].agent = NULL;
        memset(&out->standing[i].times, 0, sizeof out->standing[i].times);
        for (int j = 0; j < n; j++) pl_match_duel(m, i, j, &out->duel[6 * i + j]);
    }
    for (int s = 0; s < seats; s++) pl_match_seat(m, s, &out->seat[s]);
    pl_match_ratings(m, &(pl_rating_options){0.95, 600, 0, 0}, out->rating, NULL);
    pl_match_course_of(m, &c);
    out->games = c.games;
    out->groups = c.groups;
    out->aborted = c.aborted;
    out->llr = c.sprt.llr;
}

/* The referee's clock, which stops the match at the last of so many looks at it. */
typedef struct {
    pl_match *match;
    atomic_int looks;
} stopper;

static inline int64_t stop_soon(void *with)
{
    stopper *s = with;
    if (atomic_fetch_sub(&s->looks, 1) == 1) pl_match_stop(s->match);
    return 0;
}

static inline pl_match *must_match(const pl_match_plan *p)
{
    pl_error err = {""};
    pl_match *m = pl_match_open(p, &err);
    if (!m) fail_msg("%s: %s", p->game->name, err.text);
    return m;
}

/* 1: to its end; 0: it was stopped. */
static inline int must_run(pl_match *m)
{
    pl_error err = {""};
    int done = pl_match_run(m, &err);
    if (done < 0) fail_msg("%s", err.text);
    return done;
}

/* A match that was played to its end. */
static inline pl_match *played(const pl_match_plan *p)
{
    pl_match *m = must_match(p);
    assert_int_equal(must_run(m), 1);
    return m;
}

static inline int run(const pl_match_plan *p, results *out)
{
    pl_match *m = must_match(p);
    if (p->rules.now == stop_soon) ((stopper *)p->rules.with)->match = m;
    int done = must_run(m);
    collect(m, p->game->players, out);
    pl_match_free(m);
    return done;
}

static inline void plan_refused(const pl_match_plan *p, const char *words)
{
    pl_error err = {""};
    assert_null(pl_match_open(p, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

static inline pl_openings *read_openings(const pl_game *g, const char *text, pl_error *err)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    pl_openings *o = pl_openings_read(g, in, "lines", err);
    fclose(in);
    return o;
}

static inline pl_openings *must_openings(const pl_game *g, const char *text)
{
    pl_error err = {""};
    pl_openings *o = read_openings(g, text, &err);
    if (!o) fail_msg("%s", err.text);
    return o;
}

#endif
