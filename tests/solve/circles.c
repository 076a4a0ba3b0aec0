/* circles.c -- exact values of games whose positions may repeat. */
#include "tests/support/worked_out.h"

/* A state is a place and whose turn it is; rules are chosen by a test. */

typedef struct {
    int32_t place, turn;
} walk;

enum { PLACES = 8 };

static int walk_turn(const void *p)
{
    return ((const walk *)p)->turn;
}

static int walk_moves(const void *p, pl_move *out)
{
    (void)p;
    return pl_list(3, out);
}

static int never_say(const void *p, pl_move m, char *buf, size_t n)
{
    (void)p;
    return snprintf(buf, n, "%d", m);
}

static int never_show(const void *p, char *buf, size_t n)
{
    return snprintf(buf, n, "%d", ((const walk *)p)->place);
}

static pl_game circle(int players, void (*init)(const pl_game *, void *),
                      void (*apply)(void *, pl_move), void (*score)(const void *, double *))
{
    return (pl_game){
        .abi = PL_ABI,
        .players = players,
        .state_size = sizeof(walk),
        .actions = 2,
        .chances = 2,
        .max_moves = 2,
        .max_plies = 1000000,
        .lo = -1,
        .hi = 1,
        .name = "circle",
        .turn = walk_turn,
        .moves = walk_moves,
        .init = init,
        .apply = apply,
        .score = score,
        .say = never_say,
        .show = never_show,
    };
}

/* A drunkard, from place 3 one to either side until they are at 0 or PLACES. */
static void drunk_init(const pl_game *g, void *p)
{
    (void)g;
    *(walk *)p = (walk){3, PL_CHANCE};
}

static void drunk_apply(void *p, pl_move m)
{
    walk *s = p;
    s->place += m ? 1 : -1;
    if (s->place == 0 || s->place == PLACES) s->turn = PL_OVER;
}

static void end_score(const void *p, double *out)
{
    out[0] = ((const walk *)p)->place == PLACES;
}

static void chance_may_go_back_and_forth(void **unused)
{
    pl_game g = circle(1, drunk_init, drunk_apply, end_score);
    pl_exact *e = worked_out(&g);
    double value;
    for (int place = 0; place <= PLACES; place++) {
        walk s = {place, place % PLACES ? PL_CHANCE : PL_OVER};
        assert_true(pl_exact_value(e, &s, &value) >= 0);
        near(value, (double)place / PLACES, 1e-12);
    }
    assert_int_equal(about(e).repeating, PLACES - 1);
    assert_int_equal(about(e).positions, PLACES + 1);
    pl_exact_free(e);
}

/* One player, who may stay or go on; at PLACES they have won. */
static void stroll_init(const pl_game *g, void *p)
{
    (void)g, (void)p;
}

static void stroll_apply(void *p, pl_move m)
{
    walk *s = p;
    s->place += m ? 1 : s->place % 2 ? -1 : 0;
    if (s->place == PLACES) s->turn = PL_OVER;
}

/* All are won, so all moves are equally good; only one of them ever gets there. */
static void winners_do_not_dawdle(void **unused)
{
    pl_game g = circle(1, stroll_init, stroll_apply, end_score);
    pl_exact *e = worked_out(&g);
    near(value_of(e), 1, 0);
    for (int place = 0; place < PLACES; place++)
        assert_int_equal(pl_exact_best(e, &(walk){place, 0}), 1);
    pl_exact_free(e);
}

/* Two in turn: move 1 goes one nearer to the end, where the player who arrives loses; move 0
 * goes back to the start, but not beyond. */
static void flee_apply(void *p, pl_move m)
{
    walk *s = p;
    s->place = m ? s->place + 1 : 0;
    s->turn = s->place == 3 ? PL_OVER : 1 - s->turn;
}

static void flee_score(const void *p, double *out)
{
    (void)p;
    out[0] = -1; /* the third step is seat 0's */
    out[1] = 1;
}

static void a_player_who_would_lose_goes_in_circles(void **unused)
{
    pl_game g = circle(2, stroll_init, flee_apply, flee_score);
    g.traits = PL_ZERO_SUM;
    pl_exact *e = worked_out(&g);
    near(value_of(e), 0, 0);
    assert_int_equal(pl_exact_best(e, &(walk){2, 0}), 0);
    assert_true(about(e).repeating > 2);
    pl_exact_free(e);
}

/* Seat 0 may lose at once, which is its first move, or leave it to seat 1, who may let it
 * win or give it the move back: nobody who plays well ever ends it. */
static void trap_init(const pl_game *g, void *p)
{
    (void)g;
    *(walk *)p = (walk){1, 0};
}

static void trap_apply(void *p, pl_move m)
{
    walk *s = p;
    if (m) s->turn = 1 - s->turn;
    else *s = (walk){s->turn ? PLACES : 0, PL_OVER};
}

static void trap_score(const void *p, double *out)
{
    out[0] = ((const walk *)p)->place == PLACES ? 1 : -1;
    out[1] = -out[0];
}

static void nobody_loses_by_playing_the_first_move(void **unused)
{
    pl_game g = circle(2, trap_init, trap_apply, trap_score);
    for (int zero_sum = 0; zero_sum < 2; zero_sum++) {
        g.traits = zero_sum ? PL_ZERO_SUM : 0;
        pl_exact *e = worked_out(&g);
        near(value_of(e), 0, 0);
        assert_int_equal(about(e).repeating, 2);
        assert_int_equal(pl_exact_best(e, &(walk){1, 0}), 1);
        assert_int_equal(pl_exact_best(e, &(walk){1, 1}), 1);
        pl_exact_free(e);
    }
}

/* Three in a ring: each may end it, or leave it to the next.  Each would rather have
 * the next one end it, and rather end it than have the last one do so: if one ends
 * it, the player before them does not, and three is an odd number. */
static void ring_apply(void *p, pl_move m)
{
    walk *s = p;
    if (m) s->turn = (s->turn + 1) % 3;
    else *s = (walk){s->turn, PL_OVER};
}

static void ring_score(const void *p, double *out)
{
    int who = ((const walk *)p)->place;
    out[who] = 1;
    out[(who + 1) % 3] = 0;
    out[(who + 2) % 3] = 2;
}

static void values_that_do_not_settle_are_refused(void **unused)
{
    pl_game g = circle(3, stroll_init, ring_apply, ring_score);
    pl_error err = {""};
    pl_exact *e = pl_exact_new(&g, 0, &err);
    assert_int_equal(pl_exact_run(e, &err), -1);
    assert_string_equal(err.text,
                        "circle: 3 positions can repeat, and what they are worth does not settle");
    assert_int_equal(pl_exact_run(e, &err), -1);
    pl_exact_free(e);
}

/* A stop that comes when all have been met is heeded before the rounds, of which there
 * may be many, are over. */
static pl_exact *under_way;
static int applied, stop_after;

static void stopping_apply(void *p, pl_move m)
{
    drunk_apply(p, m);
    if (++applied == stop_after) pl_exact_stop(under_way);
}

static void circles_can_be_stopped(void **unused)
{
    enum { MOVES = 2 * (PLACES - 1) }; /* each is made once to meet, and once to list */
    pl_game g = circle(1, drunk_init, stopping_apply, end_score);
    pl_error err = {""};
    double value;
    for (stop_after = 1; stop_after <= 2 * MOVES; stop_after++) {
        applied = 0;
        pl_exact *e = under_way = pl_exact_new(&g, 0, &err);
        assert_int_equal(pl_exact_run(e, &err), 1);
        assert_int_equal(pl_exact_value(e, &(walk){3, PL_CHANCE}, &value), -1);
        assert_int_equal(about(e).repeating, 0);
        assert_int_equal(pl_exact_run(e, &err), 0);
        near(value_of(e), 3.0 / PLACES, 1e-12);
        assert_int_equal(about(e).repeating, PLACES - 1);
        assert_true(applied <= (stop_after > MOVES ? stop_after + 1 : MOVES) + MOVES);
        pl_exact_free(e);
    }
}

int test_circles(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_may_go_back_and_forth),
        cmocka_unit_test(winners_do_not_dawdle),
        cmocka_unit_test(a_player_who_would_lose_goes_in_circles),
        cmocka_unit_test(nobody_loses_by_playing_the_first_move),
        cmocka_unit_test(values_that_do_not_settle_are_refused),
        cmocka_unit_test(circles_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
