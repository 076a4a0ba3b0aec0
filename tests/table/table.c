/* table.c -- the referee: games as their rules say, faults and what is done about
 * them, moves taken back, games given up and put aside. */
#include <pthread.h>
#include <stdlib.h>

#include "tests/table/scripted.h"

/* Every game in the list ends by its rules, with the score of its last position, and each
 * agent heard what its seat noticed and no more. */
static void plays_every_game(void **state)
{
    for (const pl_game *const *g = pl_games(); *g; g++) {
        fixture f;
        double score[PL_SEATS_MAX];
        open_fixture(&f, (*g)->name, pl_table_usual(PL_AT_HOME));
        pl_table_begin(f.table, 7);
        assert_int_equal(pl_table_run(f.table, f.seat), 1);
        const pl_result *r = pl_table_result(f.table);
        const pl_line *line = pl_table_line(f.table);
        int plies = pl_line_plies(line);
        assert_int_equal(r->how, PL_BY_RULES);
        assert_int_equal(pl_table_turn(f.table), PL_OVER);
        assert_int_equal(pl_line_turn(line), PL_OVER);
        f.game->score(pl_line_state(line, plies), score);
        for (int i = 0; i < f.game->players; i++) {
            int noticed = 0;
            for (int k = 0; k < plies; k++) noticed += pl_line_seen(line, k, i) != PL_NOTHING;
            assert_int_equal(script(&f, i)->heard, noticed);
            assert_int_equal(script(&f, i)->begins, 1);
            assert_int_equal(script(&f, i)->overs, 1);
            near(r->score[i], score[i], 0);
            near(script(&f, i)->scores[i], score[i], 0);
        }
        if (plies < 4000) assert_int_equal(count_events(&f, PL_PLY), plies);
        close_fixture(&f);
    }
}

/* Luck is a matter of seed and ply: other players, other moves, the same cards. */
static void luck_is_of_the_seed(void **state)
{
    fixture f;
    pl_move dealt[2] = {0};
    open_fixture(&f, "kuhn", pl_table_usual(PL_AT_HOME));
    for (int seed = 0, others = 0; seed < 100; seed++) {
        for (int again = 0; again < 2; again++) {
            pl_table_begin(f.table, (uint64_t)seed);
            assert_int_equal(pl_table_run(f.table, f.seat), 1);
            for (int k = 0; k < 2; k++) {
                pl_move m = pl_line_move(pl_table_line(f.table), k);
                if (again) assert_int_equal(m, dealt[k]);
                else others += m != dealt[k];
                dealt[k] = m;
            }
        }
        if (seed == 99) assert_true(others > 50);
    }
    close_fixture(&f);
}

/* Every fault with every reaction: the events, the ending and the scores. */
static void faults_are_dealt_with(void **state)
{
    for (int fault = PL_WAITING + 1; fault < PL_FAULTS; fault++)
        for (int then = PL_FORFEIT; then < PL_RETRY; then++)
            for (int retries = 0; retries < 3; retries++) {
                static const pl_ending ending[] = {PL_BY_FORFEIT, PL_BY_RULES, PL_BY_ABORT};
                fixture f;
                pl_table_rules rules = pl_table_usual(PL_IN_A_MATCH);
                rules.manners.on[fault] = (pl_reaction){retries, (pl_then)then};
                open_fixture(&f, "tictactoe", rules);
                for (int i = 1; i < SCRIPT; i++) script(&f, 1)->fault[i] = (pl_fault)fault;
                pl_table_begin(f.table, 3);
                assert_int_equal(pl_table_run(f.table, f.seat), 1);
                const pl_result *r = pl_table_result(f.table);
                const pl_event *e = first_event(&f, PL_FAULT);
                assert_int_equal(r->how, ending[then]);
                assert_int_equal(r->fault, then == PL_PLAY_RANDOM ? PL_WAITING : fault);
                assert_int_equal(count_events(&f, PL_FAULT), 1 + retries);
                assert_int_equal(e->seat, 1);
                assert_int_equal(e->fault, fault);
                assert_int_equal(e->then, retries ? PL_RETRY : then);
                assert_string_equal(e->text, "as scripted");
                assert_int_equal(pl_table_is_stand_in(f.table, 1), then == PL_PLAY_RANDOM);
                if (then == PL_FORFEIT) near(r->score[0], 1, 0);
                if (then == PL_ABORT) assert_true(isnan(r->score[0]));
                if (then != PL_PLAY_RANDOM) {
                    assert_string_equal(script(&f, 1)->ended, "as scripted");
                    assert_non_null(strstr(script(&f, 0)->ended, pl_fault_name((pl_fault)fault)));
                    assert_null(strstr(script(&f, 0)->ended, "as scripted"));
                }
                close_fixture(&f);
            }
}

/* A legal move makes up for faults before it. */
static void tries_are_counted_by_the_move(void **state)
{
    fixture f;
    open_fixture(&f, "tictactoe", pl_table_usual(PL_AT_HOME));
    for (int i = 0; i < SCRIPT; i++)
        script(&f, 0)->fault[i] = i % 4 < 3 ? PL_ILLEGAL_MOVE : PL_WAITING;
    pl_table_begin(f.table, 3);
    assert_int_equal(pl_table_run(f.table, f.seat), 1);
    assert_int_equal(pl_table_result(f.table)->how, PL_BY_RULES);
    assert_true(count_events(&f, PL_FAULT) >= 9);
    close_fixture(&f);
}

/* With more than two players a loss is shared; where scores need not add up the others
 * get the most there is. */
static void resigning_scores_the_least(void **state)
{
    static const char *const specs[] = {"kuhn(players=4)", "leduc(players=3)", "tictactoe"};
    for (int k = 0; k < (int)LENGTH(specs); k++) {
        fixture f;
        double sum = 0;
        open_fixture(&f, specs[k], pl_table_usual(PL_AT_HOME));
        pl_table_begin(f.table, 3);
        assert_int_equal(pl_table_resign(f.table, f.game->players), -1);
        assert_int_equal(pl_table_resign(f.table, 1), 0);
        assert_int_equal(pl_table_resign(f.table, 0), -1);
        const pl_result *r = pl_table_result(f.table);
        for (int i = 0; i < f.game->players; i++) sum += r->score[i];
        assert_int_equal(r->how, PL_BY_RESIGNING);
        assert_int_equal(r->seat, 1);
        near(r->score[1], f.game->lo, 0);
        near(sum, 0, 1e-9);
        assert_int_equal(pl_table_run(f.table, f.seat), 1);
        assert_string_equal(script(&f, 0)->ended, "seat 1 resigned");
        close_fixture(&f);
    }
}

/* What others did not notice is no move of its own to go back to: the way back would show it to
 * them. */
static void tries_are_taken_back_with_moves(void **state)
{
    fixture f;
    open_fixture(&f, "phantom", pl_table_usual(PL_AT_HOME));
    pl_table_begin(f.table, 0);
    const pl_line *line = pl_table_line(f.table);
    for (int round = 0; round < 2; round++) { /* without tries, and with one of each */
        assert_int_equal(pl_table_move(f.table, 0, 0, 0, NAN, NULL), PL_WAITING);
        if (round) assert_int_equal(pl_table_move(f.table, 1, 0, 0, NAN, NULL), PL_WAITING);
        assert_int_equal(pl_table_back(f.table, 1), -1);
        assert_int_equal(pl_table_move(f.table, 1, 1, 0, NAN, NULL), PL_WAITING);
        if (round) assert_int_equal(pl_table_move(f.table, 0, 1, 0, NAN, NULL), PL_WAITING);
        assert_int_equal(pl_table_turn(f.table), 0);
        assert_int_equal(pl_table_last(f.table, 0), 0);
        assert_int_equal(pl_table_back(f.table, 0), 0);
        assert_int_equal(pl_line_plies(line), 0);
    }
    assert_int_equal(pl_table_move(f.table, 0, 0, 0, NAN, NULL), PL_WAITING);
    assert_int_equal(pl_table_move(f.table, 1, 0, 0, NAN, NULL), PL_WAITING);
    assert_int_equal(pl_table_back_to(f.table, 0, 1), -1);
    assert_int_equal(pl_table_back_to(f.table, 1, 2), -1);
    assert_int_equal(pl_table_back_to(f.table, 1, 1), 0);
    assert_int_equal(pl_line_plies(line), 1);
    close_fixture(&f);
}

/* Back to one's last decision: all agents begin anew, and chance falls as it did. */
static void moves_are_taken_back(void **state)
{
    fixture f;
    open_fixture(&f, "leduc", pl_table_usual(PL_AT_HOME));
    pl_table_begin(f.table, 5);
    assert_int_equal(pl_table_back(f.table, 0), -1);
    const pl_line *line = pl_table_line(f.table);
    int plies = pl_line_plies(line);
    for (int round = 0; round < 3; round++) { /* check, check: the public card falls */
        assert_int_equal(pl_table_move(f.table, 0, 1, 0, NAN, NULL), PL_WAITING);
        assert_int_equal(pl_table_move(f.table, 1, 1, 0, NAN, NULL), PL_WAITING);
        static pl_move card;
        if (round) assert_int_equal(pl_line_move(line, plies + 2), card);
        card = pl_line_move(line, plies + 2);
        assert_int_equal(pl_table_back(f.table, round % 2), 0);
        assert_int_equal(pl_table_turn(f.table), round % 2);
        assert_int_equal(pl_line_plies(line), plies + round % 2);
        if (round % 2) assert_int_equal(pl_table_back(f.table, 0), 0);
    }
    assert_int_equal(pl_table_run(f.table, f.seat), 1);
    assert_int_equal(pl_table_back(f.table, 0), -1);
    close_fixture(&f);
    open_fixture(&f, "tictactoe", pl_table_usual(PL_IN_A_MATCH));
    pl_table_begin(f.table, 5);
    assert_int_equal(pl_table_move(f.table, 0, 0, 0, NAN, NULL), PL_WAITING);
    assert_int_equal(pl_table_back(f.table, 0), -1);
    close_fixture(&f);
}

static void a_pause_costs_no_time(void **state)
{
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("move=10ms"));
    pl_table_begin(f.table, 5);
    assert_int_equal(pl_table_pause(f.table, 0), 0);
    assert_int_equal(pl_table_pause(f.table, 0), -1);
    assert_true(pl_table_paused(f.table));
    assert_int_equal(pl_table_move(f.table, 0, 0, 0, NAN, NULL), PL_GARBAGE);
    assert_int_equal(pl_table_run(f.table, f.seat), 0);
    f.clock += 5000 * ms;
    assert_int_equal(pl_table_resume(f.table, 1), 0);
    assert_int_equal(pl_table_resume(f.table, 1), -1);
    assert_int_equal(pl_table_run(f.table, f.seat), 1);
    assert_int_equal(pl_table_result(f.table)->how, PL_BY_RULES);
    assert_int_equal(pl_table_result(f.table)->referee, 0);
    assert_int_equal(script(&f, 0)->begins, 1);
    pl_table_begin(f.table, 5);
    assert_int_equal(pl_table_pause(f.table, 0), 0);
    f.clock += 5000 * ms;
    assert_int_equal(pl_table_abort(f.table, 0, "never mind"), 0);
    assert_int_equal(pl_table_result(f.table)->referee, 0);
    assert_false(pl_table_paused(f.table));
    close_fixture(&f);
}

/* Nobody moves out of turn, after the end, or at a seat of others. */
static void out_of_turn_is_refused(void **state)
{
    fixture f;
    open_fixture(&f, "tictactoe", pl_table_usual(PL_IN_A_MATCH));
    pl_table_begin(f.table, 5);
    assert_int_equal(pl_table_move(f.table, 1, 0, 0, NAN, NULL), PL_GARBAGE);
    assert_int_equal(pl_table_result(f.table)->how, PL_UNDER_WAY);
    assert_int_equal(pl_table_abort(f.table, PL_CHANCE, "closing time"), 0);
    assert_int_equal(pl_table_abort(f.table, PL_CHANCE, "again"), -1);
    assert_string_equal(pl_table_result(f.table)->text, "closing time");
    assert_int_equal(pl_table_move(f.table, 0, 0, 0, NAN, NULL), PL_GARBAGE);
    assert_int_equal(pl_table_fault(f.table, 0, PL_CRASH, 0, "late"), PL_ABORT);
    assert_int_equal(pl_table_move(f.table, PL_OVER, 0, 0, NAN, NULL), PL_GARBAGE);
    assert_int_equal(count_events(&f, PL_FINISHED), 1);
    close_fixture(&f);
}

/* Chance, and seats that are not there, are at no fault and take nothing back. */
static void what_is_no_seat_is_refused(void **state)
{
    static const int nobody[] = {PL_CHANCE, PL_OVER, 2, PL_SEATS_MAX};
    fixture f;
    open_fixture(&f, "kuhn", pl_table_usual(PL_AT_HOME));
    pl_table_begin(f.table, 5);
    int events = f.events;
    for (int i = 0; i < (int)LENGTH(nobody); i++) {
        assert_int_equal(pl_table_back(f.table, nobody[i]), -1);
        assert_int_equal(pl_table_fault(f.table, nobody[i], PL_CRASH, 1, ""), PL_ABORT);
        assert_int_equal(pl_table_resign(f.table, nobody[i]), -1);
        assert_int_equal(pl_table_move(f.table, nobody[i], 0, 1, NAN, NULL), PL_GARBAGE);
    }
    assert_int_equal(f.events, events);
    assert_int_equal(pl_table_turn(f.table), 0);
    close_fixture(&f);
}

/* An agent that has no move yet is asked again when the table runs on. */
static void waiting_agents_are_asked_again(void **state)
{
    fixture f;
    open_fixture(&f, "tictactoe", pl_table_usual(PL_IN_A_MATCH));
    script(&f, 0)->fault[0] = (pl_fault)WAITS;
    pl_table_begin(f.table, 5);
    assert_int_equal(pl_table_run(f.table, f.seat), 0);
    assert_int_equal(pl_table_result(f.table)->how, PL_UNDER_WAY);
    assert_int_equal(count_events(&f, PL_FAULT), 0);
    assert_int_equal(pl_table_run(f.table, f.seat), 1);
    assert_int_equal(pl_table_result(f.table)->how, PL_BY_RULES);
    close_fixture(&f);
}

static void *interrupt_it(void *with)
{
    pl_table_interrupt(with);
    return NULL;
}

/* A search without end is ended from another thread, and by a clock. */
static void long_searches_are_ended(void **state)
{
    pl_error err = {""};
    const pl_game *g = must_open("connect4");
    pl_table_rules rules = with_pace("game=400ms");
    pl_agent *seat[2];
    for (int i = 0; i < 2; i++)
        assert_non_null(seat[i] =
                            pl_agent_open("mcts(iterations=1000000000000,memory=8)", g, 1, &err));
    pl_table *t = pl_table_new(g, NULL, &err);
    pl_table_begin(t, 1);
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, interrupt_it, t), 0);
        assert_int_equal(pl_table_run(t, seat), 0);
        pthread_join(thread, NULL);
    }
    assert_int_equal(pl_table_result(t)->how, PL_UNDER_WAY);
    pl_table_free(t);
    rules.manners.on[PL_TIMEOUT].then = PL_PLAY_RANDOM; /* the machine may be busy */
    t = pl_table_new(g, &rules, &err);
    pl_table_begin(t, 1);
    assert_int_equal(pl_table_run(t, seat), 1);
    pl_table_free(t);
    for (int i = 0; i < 2; i++) pl_agent_free(seat[i]);
    pl_close(g);
}

int test_table(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_every_game),
        cmocka_unit_test(luck_is_of_the_seed),
        cmocka_unit_test(tries_are_taken_back_with_moves),
        cmocka_unit_test(faults_are_dealt_with),
        cmocka_unit_test(tries_are_counted_by_the_move),
        cmocka_unit_test(resigning_scores_the_least),
        cmocka_unit_test(moves_are_taken_back),
        cmocka_unit_test(a_pause_costs_no_time),
        cmocka_unit_test(out_of_turn_is_refused),
        cmocka_unit_test(what_is_no_seat_is_refused),
        cmocka_unit_test(waiting_agents_are_asked_again),
        cmocka_unit_test(long_searches_are_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
