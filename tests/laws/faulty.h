/* faulty.h -- the checker on trial: games with one fault each, and the law that
 * must catch it, by name.  Most are Kuhn poker with one rule replaced; those
 * about hands and voids are the little trick-taking game of tricks.h. */
#ifndef PL_TESTS_FAULTY_H
#define PL_TESTS_FAULTY_H

#include <stdlib.h>

#include "parlor/laws.h"
#include "tests/support/played.h"

extern const pl_game pl_tricks; /* of faulty_secrets.c */

#define KUHN "kuhn(players=2,start=0)"

static const pl_game *good; /* the game before its fault */
static pl_state remembered; /* what a rule must not keep */
static int calls;

/* A fault: what of the table is replaced, and the law that must break.  plies: those of the shortest
 * line that shows it, or ANY; nodes: 0, or where the tree is cut, so that random play must find it. */
typedef struct {
    const char *fault, *law, *game;
    int plies, nodes;
    pl_game patch;
} fault;
enum { ANY = -1 };

static unsigned char *bytes_of(void *p)
{
    return p;
}

/* A view is given away; the truth that it came from must not be kept. */
static void hide_remembers(void *p, int seat)
{
    memcpy(&remembered, p, (size_t)good->state_size);
    good->hide(p, seat);
}

static void score_half(const void *p, double *out)
{
    good->score(p, out);
    out[0] /= 2;
}

/* In a patch: the game has no guess. */
static void guess_not(void *p, int seat, pl_rng *r)
{
    good->guess(p, seat, r);
}

/* States with eight bytes more at their end, which make all hashes of states and views one: a
 * step's constant makes its factor 0 (core/hash.c).  Fast loops know nothing of these bytes. */
static const unsigned char forgetful[8] = {0xdd, 0x50, 0x7c, 0xc9, 0xb7, 0x29, 0xac, 0xc0};
static const pl_game *plain; /* the same game without them */

static void init_forgetful(const pl_game *g, void *p)
{
    if (plain->init) plain->init(g, p);
    memcpy(bytes_of(p) + plain->state_size, forgetful, sizeof forgetful);
}

static pl_game with_one_hash(const pl_game *g)
{
    pl_game longer = *g;
    plain = g;
    longer.state_size += (int32_t)sizeof forgetful;
    longer.init = init_forgetful;
    longer.rollout = NULL;
    longer.perft = NULL;
    longer.step = NULL;
    longer.look = NULL;
    return longer;
}

static const pl_game *open_game(const char *spec)
{
    return strcmp(spec, "tricks") ? must_open("%s", spec) : must_make(&pl_tricks);
}

/* good with everything that patch has in its place; legal must not give a
 * faulty moves away. */
static pl_game spoilt(const pl_game *patch)
{
    pl_game g = *good;
#define TAKE(field) g.field = patch->field ? patch->field : g.field
    TAKE(players);
    TAKE(max_plies);
    TAKE(turn);
    TAKE(moves);
    TAKE(apply);
    TAKE(score);
    TAKE(say);
    TAKE(show);
    TAKE(init);
    TAKE(odds);
    TAKE(roll);
    TAKE(hide);
    TAKE(guess);
    TAKE(seen);
    TAKE(key);
    TAKE(value);
    TAKE(tensor);
    TAKE(json);
    TAKE(perft);
    TAKE(step);
    TAKE(wide);
    TAKE(look);
#undef TAKE
    if (g.guess == guess_not) g.guess = NULL;
    g.legal = patch->legal || patch->moves ? patch->legal : g.legal;
    if (patch->parts[0].name) memcpy(g.parts, patch->parts, sizeof g.parts);
    return g;
}

static int words(const char *line)
{
    int n = 0;
    for (const char *at = strchr(line, ':'); at && (at = strchr(at + 1, ' '));) n++;
    return n;
}

static void is_caught(const fault *f)
{
    pl_laws_options options = {.seed = 7, .games = 200, .max_nodes = f->nodes};
    pl_laws_report *report = calloc(1, sizeof *report);
    pl_error err;
    assert_non_null(report);
    pl_game bad = spoilt(&f->patch);
    assert_int_equal(pl_laws(&bad, &options, report, &err), 1);
    assert_string_equal(report->broken, f->law);
    assert_true(report->seed == 7 && report->detail[0]);
    if (f->plies != ANY) assert_int_equal(words(report->line), f->plies);
    free(report);
}

/* A fault is also caught where all states have one hash.  Not tried so are faults of the start and
 * of fast loops, which that replaces, and leduc, as a table with one hash is slow. */
static void caught(void **state)
{
    const fault *f = *state;
    const pl_game *g = good = open_game(f->game);
    is_caught(f);
    if (!f->patch.init && !f->patch.perft && !f->patch.step && !f->patch.look &&
        strcmp(f->law, "rollouts-agree") && strcmp(f->game, "leduc")) {
        pl_game longer = with_one_hash(g);
        good = &longer;
        is_caught(f);
    }
    pl_close(g);
}

/* One test for each fault, and then so many others. */
static int try_faults(const fault *list, size_t n, const struct CMUnitTest *others, size_t more)
{
    struct CMUnitTest *tests = calloc(n + more, sizeof *tests);
    if (!tests) return 1;
    for (size_t i = 0; i < n; i++)
        tests[i] = (struct CMUnitTest){.name = list[i].fault,
                                       .test_func = caught,
                                       .initial_state = (void *)(uintptr_t)&list[i]};
    for (size_t i = 0; i < more; i++) tests[n + i] = others[i];
    int failed = _cmocka_run_group_tests("faults", tests, n + more, NULL, NULL);
    free(tests);
    return failed;
}

#endif
