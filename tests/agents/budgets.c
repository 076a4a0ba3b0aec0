/* budgets.c -- every agent with a budget, at games of all kinds: it takes no more
 * time than it has, and ends when another thread says so. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "parlor/agent.h"
#include "tests/support/played.h"

static const char *const agents[] = {
    "rollout(%s)",
    "mcts(%s)",
    "mcts(%s,playout=greedy)",
    "mcts(%s,rave=20)",
    "alphabeta(%s)",
    "alphabeta(%s,all=1)",
    "ismcts(%s)",
    "ismcts(%s,policy=rm)",
    "ismcts(%s,worlds=redeal)",
    "ismcts(%s,execution=root)",
    "ismcts(%s,execution=tree)",
    "pimc(%s)",
    "pimc(%s,search=alphabeta)",
    "epimc(%s)",
    "epimc(%s,search=alphabeta)",
};
static const char *const games[] = {
    "abalone",        "backgammon", "battleship", "dominoes",       "hex",
    "knockout_whist", "quoridor",   "tictactoe",  "pig(players=3)", "mnk(m=19,n=19,k=5)"};

/* What may be used of one millisecond: two more; but under a sanitizer, or where
 * nothing is optimised, one random game may take longer than that. */
#if defined(SANITIZED) || !defined(__OPTIMIZE__)
static const double most = 0.1;
#else
static const double most = 0.003;
#endif

/* The agent with this budget for g, or NULL where it plays other games. */
static pl_agent *opened(size_t i, const char *budget, const pl_game *g)
{
    char spec[PL_SPEC_MAX];
    pl_error err;
    snprintf(spec, sizeof spec, agents[i], budget);
    return pl_agent_open(spec, g, 1, &err);
}

/* Where a seat first has a choice. */
static void first_choice(const pl_game *g, pl_state *s)
{
    pl_rng r;
    pl_move list[PL_MOVES_MAX];
    pl_seed(&r, 2);
    pl_start(g, s);
    while (g->turn(s) < 0 || g->moves(s, list) < 2) g->apply(s, pl_any(g, s, &r));
}

static double time_of_thread(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What is measured is the time of the picking thread itself, which a busy machine
 * makes no longer; where it is over, the least of some tries counts. */
static double time_of_pick(pl_agent *a, const pl_state *s)
{
    double least = INFINITY;
    for (int i = 0; i < 5 && least > most; i++) {
        double begun = time_of_thread();
        assert_int_not_equal(pl_agent_pick(a, s), PL_ILLEGAL);
        least = fmin(least, time_of_thread() - begun);
    }
    return least;
}

static void no_pick_takes_too_long(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(games); k++) {
        const pl_game *g = must_open(games[k]);
        pl_state s = {.bytes = {0}};
        first_choice(g, &s);
        for (size_t i = 0; i < LENGTH(agents); i++) {
            pl_agent *a = opened(i, "ms=1", g);
            if (!a) continue;
            pl_agent_begin(a, g->turn(&s));
            double seconds = time_of_pick(a, &s);
            if (seconds > most) fail_msg("%s at %s: %g s", agents[i], games[k], seconds);
            pl_agent_free(a);
        }
        pl_close(g);
    }
}

typedef struct {
    pl_agent *agent;
    atomic_int done;
} pick;

static void *stop_it(void *with)
{
    pick *p = with;
    while (!atomic_load(&p->done)) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        pl_agent_stop(p->agent);
    }
    return NULL;
}

/* Iterations without end: if it were not for the other thread they would go on for
 * days.  Small games are proven before that. */
static void another_thread_ends_a_pick(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(games); k++) {
        const pl_game *g = must_open(games[k]);
        pl_state s = {.bytes = {0}};
        first_choice(g, &s);
        for (size_t i = 0; i < LENGTH(agents); i++) {
            pick p = {.agent = opened(i, "iterations=1000000000000", g)};
            pthread_t stopper;
            if (!p.agent) continue;
            pl_agent_begin(p.agent, g->turn(&s));
            assert_int_equal(pthread_create(&stopper, NULL, stop_it, &p), 0);
            assert_int_not_equal(pl_agent_pick(p.agent, &s), PL_ILLEGAL);
            atomic_store(&p.done, 1);
            pthread_join(stopper, NULL);
            pl_agent_free(p.agent);
        }
        pl_close(g);
    }
}

int test_budgets(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_pick_takes_too_long),
        cmocka_unit_test(another_thread_ends_a_pick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
