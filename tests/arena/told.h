/* told.h -- for tests of matches: one is run, perhaps stopped at a certain moment, and all that it
 * tells compared with another. */
#ifndef PL_TESTS_TOLD_H
#define PL_TESTS_TOLD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/match/match.h"
#include "parlor/parlor.h"
#include "tests/support/played.h"

static inline const pl_game *open_game(const char *spec)
{
    pl_error err;
    const pl_game *g = pl_open(spec, &err);
    if (!g) fail_msg("%s", err.text);
    return g;
}

static const pl_entrant mixed[] = {{NULL, "random"},
                                   {NULL, "first"},
                                   {NULL, "rollout(iterations=4)"},
                                   {NULL, "mcts(iterations=8)"}};
static const pl_entrant domino[] = {{NULL, "random"}, {NULL, "stupid"},   {NULL, "double"},
                                    {NULL, "greedy"}, {NULL, "bestLine"}, {NULL, "persistentLine"}};

/* All that a match tells but times, as bytes. */
typedef struct {
    pl_standing standing[6];
    pl_duel duel[36];
    pl_interval seat[PL_SEATS_MAX];
    pl_interval rating[6];
    int64_t games, groups, aborted;
    double llr;
} told;

static inline void ask(pl_match *m, int seats, told *out)
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

/* The referee's clock, which stops the match when it has been looked at so often. */
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

static inline int run(const pl_match_plan *p, told *out)
{
    pl_error err;
    pl_match *m = pl_match_open(p, &err);
    if (!m) fail_msg("%s", err.text);
    if (p->rules.with) ((stopper *)p->rules.with)->match = m;
    int done = pl_match_run(m, &err);
    if (done < 0) fail_msg("%s", err.text);
    ask(m, p->game->players, out);
    pl_match_free(m);
    return done;
}

static inline void remove_file(const char *file)
{
    char name[128];
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", file, ends[i]);
        unlink(name);
    }
}

/* A name for a file that is not there yet. */
static inline void new_file(char *file)
{
    close(mkstemp(file));
    remove_file(file);
}

#endif
