/* laws.c -- every listed game is lawful, over a spread of its parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "laws/laws_private.h"

/* A specification, or "name" with every mix of the values given for each key. */
static const char *const specs[] = {
    "rps",
    "kuhn(players=2|3|4,start=-1|0|1)",
    "kuhn(players=5|10,start=-1|0|4)",
    "kuhn(players=10,start=9)",
    "leduc(players=2|3|4|10,suits=kept|collapsed)",
    "mnk(m=1|19,n=1|19,k=1)",
    "mnk(m=3,n=3,k=2|3)",
    "mnk(m=2|5,n=4|8,k=3)",
    "mnk(m=7|8,n=8|9,k=4)",
    "mnk(m=15|19,n=19,k=5)",
    "mnk(m=1|19,n=19,k=19)",
    "connect4(rows=2|5,cols=2|3,k=2)",
    "connect4(rows=4|6|7,cols=5|7|8,k=3|4)",
    "connect4(rows=1,cols=1|26,k=1)",
    "connect4(rows=1|2,cols=21,k=3|21)",
    "connect4(rows=31,cols=1|2,k=1|5|31)",
    "goofspiel(players=2,cards=1|2|3|4,order=random|ascending|descending,info=perfect|winner,"
    "ties=discard|split)",
    "goofspiel(players=3|5,cards=1|2|3,order=random|descending,info=perfect|winner,"
    "ties=discard|split)",
    "goofspiel(players=3|4,cards=6,order=random,info=perfect|winner,ties=discard|split)",
    "goofspiel(players=2|3,cards=4,order=random,info=perfect|winner,returns=win|points)",
    "goofspiel(players=2,cards=7|13,order=random|ascending,info=winner,ties=discard|split)",
    "goofspiel(players=2|5,cards=13,order=random|descending,info=perfect,ties=discard|split)",
    "goofspiel(players=3,cards=13,order=ascending,info=winner,returns=points)",
    "goofspiel(players=4|5,cards=13,order=random,info=winner,ties=discard|split)",
    "liars_dice(players=2|3,dice=1|2,sides=2|3,wild=highest|one|none,match=0|1)",
    "liars_dice(players=2|6,dice=1|5,sides=6,wild=highest|one|none,match=0|1)",
    "liars_dice(players=4,dice=3,sides=2|5,wild=one,match=0|1)",
};
enum { SPECS = sizeof specs / sizeof *specs };

/* Of each game and parameter, what was tried: each word, or the two ends. */
static uint32_t tried[16][PL_PARAMS_MAX];

static void mark(const pl_game *g)
{
    int k = 0;
    while (strcmp(pl_games()[k]->name, g->name)) k++;
    for (int i = 0; g->params && g->params[i].name; i++) {
        const pl_param *p = &g->params[i];
        if (p->words) tried[k][i] |= 1u << (int)g->arg[i];
        else tried[k][i] |= (unsigned)(g->arg[i] == p->lo) | 2u * (g->arg[i] == p->hi);
    }
}

static void lawful(const char *spec)
{
    pl_laws_options options = {.seed = 1, .games = 6, .max_nodes = 10000};
    pl_laws_report report;
    pl_error err = {""};
    const pl_game *g = pl_open(spec, &err);
    if (!g) fail_msg("%s", err.text);
    mark(g);
    int verdict = pl_laws(g, &options, &report, &err);
    if (verdict == 1) fail_msg("%s: %s: %s", report.broken, report.detail, report.line);
    assert_int_equal(verdict, 0);
    pl_close(g);
}

/* Put each value of the first choice "a|b|c" in its place; then the next. */
static void each(const char *spec)
{
    const char *bar = strchr(spec, '|'), *from = bar, *end, *next;
    if (!bar) {
        lawful(spec);
        return;
    }
    while (from[-1] != '=') from--;
    end = from + strcspn(from, ",)");
    for (; from < end; from = next) {
        char one[PL_SPEC_MAX];
        size_t n = strcspn(from, "|,)");
        const char *start = strchr(spec, '|');
        while (start[-1] != '=') start--;
        snprintf(one, sizeof one, "%.*s%.*s%s", (int)(start - spec), spec, (int)n, from, end);
        each(one);
        next = from + n + (from[n] == '|');
    }
}

static void every_mix_is_lawful(void **state)
{
    each(*state);
}

/* No listed game is left out above, no word, and no end of a range. */
static void every_extreme_is_tried(void **state)
{
    (void)state;
    for (int k = 0; pl_games()[k]; k++) {
        const pl_game *g = pl_games()[k];
        int found = 0;
        for (int i = 0; i < SPECS; i++) found |= !strncmp(specs[i], g->name, strlen(g->name));
        if (!found) fail_msg("%s is not tried", g->name);
        for (int i = 0; g->params && g->params[i].name; i++) {
            unsigned all = g->params[i].words ? (2u << (int)g->params[i].hi) - 1 : 3;
            if (tried[k][i] != all) fail_msg("%s: %s is not tried", g->name, g->params[i].name);
        }
    }
}

/* A larger trial of each game as it comes, with the usual tree. */
static void usual_games_are_lawful(void **state)
{
    (void)state;
    for (const pl_game *const *g = pl_games(); *g; g++) {
        pl_laws_options options = {.seed = 2, .games = 60};
        pl_laws_report report;
        pl_error err;
        const pl_game *one = pl_open((*g)->name, &err);
        if (pl_laws(one, &options, &report, &err) == 1)
            fail_msg("%s: %s: %s", report.broken, report.detail, report.line);
        pl_close(one);
    }
}

/* Six heads in ten are told from chance by two thousand throws, not by two
 * hundred; and what chance does is not mistaken for more. */
static void samples_are_judged(void **state)
{
    const double fair[] = {0.5, 0.5}, rare[] = {0.999, 0.001};
    (void)state;
    assert_int_equal(pl_fits((int[]){1200, 800}, fair, 2, 2000), 0);
    assert_int_equal(pl_fits((int[]){120, 80}, fair, 2, 200), 1);
    assert_int_equal(pl_fits((int[]){1040, 960}, fair, 2, 2000), 1);
    assert_int_equal(pl_fits((int[]){995, 5}, rare, 2, 1000), -1);
    assert_int_equal(pl_fits((int[]){5, 4}, fair, 2, 9), -1);
}

/* Of a thousand outcomes each comes about five times, which tells little, but
 * that half of them never come is told by all of them together. */
static void rare_outcomes_are_judged_together(void **state)
{
    enum { CELLS = 1000, DRAWS = 5000 };
    static int count[CELLS];
    static double p[CELLS];
    pl_rng r;
    (void)state;
    pl_seed(&r, 1);
    for (int i = 0; i < CELLS; i++) p[i] = 1.0 / CELLS;
    for (int i = 0; i < DRAWS; i++) count[pl_below(&r, CELLS)]++;
    assert_int_equal(pl_fits(count, p, CELLS, DRAWS), 1);
    memset(count, 0, sizeof count);
    for (int i = 0; i < DRAWS; i++) count[pl_below(&r, CELLS / 2)]++;
    assert_int_equal(pl_fits(count, p, CELLS, DRAWS), 0);
}

int main(void)
{
    struct CMUnitTest tests[SPECS + 4] = {
        [SPECS] = cmocka_unit_test(every_extreme_is_tried),
        [SPECS + 1] = cmocka_unit_test(usual_games_are_lawful),
        [SPECS + 2] = cmocka_unit_test(samples_are_judged),
        [SPECS + 3] = cmocka_unit_test(rare_outcomes_are_judged_together),
    };
    for (int i = 0; i < SPECS; i++)
        tests[i] = (struct CMUnitTest){.name = specs[i],
                                       .test_func = every_mix_is_lawful,
                                       .initial_state = (void *)(uintptr_t)specs[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
