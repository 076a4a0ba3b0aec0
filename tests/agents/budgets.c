/* budgets.c -- what every kind of search keeps to: its iterations, its time, its memory and its
 * seed, and it stops when it is told to.
 *
 * The clock of this program stands still but for the rules of the game, each call of which takes a
 * little of it: so a search that goes on for long without a look at the clock is found on every
 * machine, however fast or busy.
 */
#define clock_gettime clock_of_rules
#include "agents/budget.c"
#undef clock_gettime

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "tests/agents/kinds.h"
#include "tests/agents/players.h"
#include "tests/support/effort.h"

static const char *const games[] = {
    "abalone",        "backgammon", "battleship", "dominoes",       "hex",
    "knockout_whist", "quoridor",   "tictactoe",  "pig(players=3)", "mnk(m=19,n=19,k=5)"};

/* Calls of the rules so far, and how many make a second; at so many the agent is told to stop. */
static _Atomic int64_t calls, stop_at;
static _Atomic(pl_agent *) stopped_agent;
static double calls_a_second = 1e7; /* about what games are capable of */

int clock_of_rules(clockid_t which, struct timespec *t)
{
    (void)which;
    double now = (double)atomic_load(&calls) / calls_a_second;
    t->tv_sec = (time_t)now;
    t->tv_nsec = (long)((now - (double)t->tv_sec) * 1e9);
    return 0;
}

static const pl_game *sound; /* what the counted game is made from */

static void count_calls(int n)
{
    int64_t before = atomic_fetch_add(&calls, n), at = atomic_load(&stop_at);
    if (before < at && before + n >= at) pl_agent_stop(atomic_load(&stopped_agent));
}

static int counted_moves(const void *s, pl_move *out)
{
    count_calls(1);
    return sound->moves(s, out);
}

static void counted_apply(void *s, pl_move m)
{
    count_calls(1);
    sound->apply(s, m);
}

static void counted_guess(void *view, int seat, pl_rng *r)
{
    count_calls(1);
    sound->guess(view, seat, r);
}

/* Some games take much longer to value a position than to play a move. */
static double counted_value(const void *s, int seat)
{
    count_calls(20);
    return sound->value(s, seat);
}

/* The game with rules that take time, without loops of its own that would pass them by. */
static pl_game counted(const char *spec)
{
    sound = must_open("%s", spec);
    pl_game g = *sound;
    g.moves = counted_moves;
    g.apply = counted_apply;
    if (g.guess) g.guess = counted_guess;
    if (g.value) g.value = counted_value;
    g.rollout = NULL;
    g.look = NULL;
    return g;
}

/* Where a seat first has a choice. */
static void first_choice(pl_state *s)
{
    pl_rng r;
    pl_move list[PL_MOVES_MAX];
    pl_seed(&r, 3);
    *s = (pl_state){.bytes = {0}};
    pl_start(sound, s);
    while (sound->turn(s) < 0 || sound->moves(s, list) < 2) sound->apply(s, pl_any(sound, s, &r));
}

static int plays(const search_kind *kind, const pl_game *g)
{
    if (strstr(kind->spec, "=greedy") && !g->value) return 0;
    return !g->hide || !(kind->is & OPEN);
}

/* Do this with every kind of search, at a game where it has much to think of. */
static void with_every_kind(void (*check)(const search_kind *kind, const pl_game *g, pl_state *s))
{
    static const char *const large[] = {"knockout_whist", "connect4"};
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        pl_game g = counted(large[kinds[k].is & OPEN]);
        pl_state s;
        first_choice(&s);
        check(&kinds[k], &g, &s);
        pl_close(sound);
    }
}

/* A pick from now on; how often it calls the rules. */
static int64_t calls_of_pick(pl_agent *a, const pl_state *s)
{
    pl_reasons why;
    atomic_store(&calls, 0);
    picked(a, s, &why);
    return atomic_load(&calls);
}

/* A millisecond is ten thousand calls.  None takes more than three, and where there is more to
 * think of than that, none takes much less than one. */
static void picks_take_the_time_they_have(void **state)
{
    for (size_t i = 0; i < LENGTH(games); i++) {
        pl_game g = counted(games[i]);
        int is_small = !strcmp(games[i], "tictactoe");
        pl_state s;
        first_choice(&s);
        for (size_t k = 0; k < LENGTH(kinds); k++) {
            if (!plays(&kinds[k], &g)) continue;
            pl_agent *a = seated(&g, 0, kinds[k].spec, "ms=1");
            int64_t took = calls_of_pick(a, &s);
            if (took > 30000 || (took < 7000 && !is_small))
                fail_msg("%s at %s: %lld calls", kinds[k].spec, games[i], (long long)took);
            pl_agent_free(a);
        }
        pl_close(sound);
    }
}

/* Iterations without end: if it were not for the stop they would go on for days.  The pick after
 * that is free again.  Small games are proven before. */
static void a_stop_ends_one_pick(void **state)
{
    enum { SOON = 5000 };
    for (size_t i = 0; i < LENGTH(games); i++) {
        pl_game g = counted(games[i]);
        pl_state s;
        first_choice(&s);
        for (size_t k = 0; k < LENGTH(kinds); k++) {
            if (!plays(&kinds[k], &g)) continue;
            pl_agent *a = seated(&g, 0, kinds[k].spec, "iterations=1000000000000");
            atomic_store(&stopped_agent, a);
            for (int n = 0; n < 2; n++) {
                atomic_store(&stop_at, SOON);
                int64_t took = calls_of_pick(a, &s);
                if (took > SOON + 20000 || (took < SOON && strcmp(games[i], "tictactoe")))
                    fail_msg("%s at %s: %lld calls", kinds[k].spec, games[i], (long long)took);
            }
            atomic_store(&stop_at, 0);
            pl_agent_free(a);
        }
        pl_close(sound);
    }
}

static void *stop_soon(void *with)
{
    while (atomic_load(&calls) < 5000) sched_yield();
    pl_agent_stop(with);
    return NULL;
}

static void stop_from_a_thread(const search_kind *kind, const pl_game *g, pl_state *s)
{
    pl_agent *a = seated(g, 0, kind->spec, "iterations=1000000000000");
    pthread_t stopper;
    atomic_store(&calls, 0);
    assert_int_equal(pthread_create(&stopper, NULL, stop_soon, a), 0);
    pl_reasons why;
    picked(a, s, &why);
    pthread_join(stopper, NULL);
    pl_agent_free(a);
}

static void another_thread_ends_a_pick(void **state)
{
    with_every_kind(stop_from_a_thread);
}

/* What is said of a pick while it goes on never becomes less, and fits together. */
typedef struct {
    int64_t iterations;
    double visits;
    int times, stop; /* stop: at once */
} progress;

static void follow_progress(pl_agent *a, void *with)
{
    progress *p = with;
    pl_reasons why;
    assert_int_equal(pl_agent_why(a, &why), 0);
    double visits = visits_in(&why);
    assert_true(why.options >= 2 && why.iterations > 0 && why.seconds > 0 && visits > 0);
    assert_true(why.iterations >= p->iterations);
    if (!strncmp(a->type->name, "ismcts", 6))
        assert_true(visits >= p->visits && visits <= (double)why.iterations);
    if (!strcmp(a->type->name, "alphabeta")) {
        assert_true(why.length >= 1);
        assert_true(opinion_of(&why, why.line[0])->share == 1);
    }
    p->iterations = why.iterations;
    p->visits = visits;
    p->times++;
    if (p->stop) pl_agent_stop(a);
}

static void watch(const search_kind *kind, const pl_game *g, pl_state *s)
{
    for (int stop = 0; stop < 2; stop++) {
        progress p = {.stop = stop};
        pl_agent *a = seated(g, 0, kind->spec, stop ? "iterations=1000000000000" : "ms=700");
        a->watch = follow_progress;
        a->with = &p;
        calls_of_pick(a, s);
        /* Other threads may take all the time before the one that watches comes to run. */
        int least = kind->is & THREADS ? 0 : 3;
        if (stop ? p.times != 1 : p.times < least || p.times > 7)
            fail_msg("%s was watched %d times", kind->spec, p.times);
        pl_agent_free(a);
    }
}

/* Ten times a second, by a clock that makes little of a second. */
static void picks_can_be_watched(void **state)
{
    double before = calls_a_second;
    calls_a_second = 1e5;
    with_every_kind(watch);
    calls_a_second = before;
}

/* Iterations are counted exactly, over all worlds and threads, also where there are fewer than
 * those.  The larger number fills the memory of large trees, and no more of it is used. */
static void count_iterations(const search_kind *kind, const pl_game *g, pl_state *s)
{
    const char *memory = strstr(kind->spec, "memory=");
    int is_large = strstr(kind->spec, "mcts") && !strstr(kind->spec, "policy=") &&
                   !strstr(kind->spec, "redeal");
    const int most[] = {7, is_large ? effort(20011) : 2011};
    for (int i = 0; i < 2; i++) {
        char budget[40];
        pl_reasons why;
        snprintf(budget, sizeof budget, "iterations=%d", most[i]);
        pl_agent *a = seated(g, 0, kind->spec, budget);
        picked(a, s, &why);
        if (why.iterations != most[i])
            fail_msg("%s: %lld iterations", kind->spec, (long long)why.iterations);
        assert_true(why.nodes * why.node_bytes <= 1000000 * (memory ? atoi(memory + 7) : 0));
        /* Threads in one tree have numbers of their own, and so have policies. */
        int bytes = strstr(kind->spec, "threads=3") ? 160
                    : strstr(kind->spec, "=tree")   ? 120
                    : strstr(kind->spec, "policy=") ? 96
                                                    : 64;
        if (why.node_bytes > bytes)
            fail_msg("%s: %d bytes a node", kind->spec, (int)why.node_bytes);
        pl_agent_free(a);
    }
}

static void iterations_and_memory_are_kept_to(void **state)
{
    with_every_kind(count_iterations);
}

/* Along a game, in which a tree may be kept from one pick to the next. */
static void think_twice(const search_kind *kind, const pl_game *g, pl_state *s)
{
    pl_reasons why[2];
    pl_agent *a[2];
    for (int i = 0; i < 2; i++) a[i] = seated(g, g->turn(s), kind->spec, "iterations=1000");
    for (int ply = 0; ply < 9 && g->turn(s) >= 0; ply++) {
        pl_move m = pl_any(g, s, &a[0]->rng);
        pl_any(g, s, &a[1]->rng);
        for (int i = 0; i < 2 && g->turn(s) == a[i]->seat; i++) {
            m = pl_agent_pick(a[i], s);
            assert_int_equal(pl_agent_why(a[i], &why[i]), 0);
            if (i && !(kind->is & RACES)) expect_same_reasons(kind->spec, &why[0], &why[1]);
        }
        for (int i = 0; i < 2; i++) pl_agent_tell(a[i], s, m);
        g->apply(s, m);
    }
    for (int i = 0; i < 2; i++) pl_agent_free(a[i]);
}

static void the_same_seed_thinks_the_same(void **state)
{
    with_every_kind(think_twice);
}

int test_budgets(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks_take_the_time_they_have),
        cmocka_unit_test(a_stop_ends_one_pick),
        cmocka_unit_test(another_thread_ends_a_pick),
        cmocka_unit_test(picks_can_be_watched),
        cmocka_unit_test(iterations_and_memory_are_kept_to),
        cmocka_unit_test(the_same_seed_thinks_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
