/* table.c -- the referee: games as their rules say, clocks, faults and what is done about
 * them, moves taken back, games given up and put aside. */
#include "parlor/table.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/played.h"

static const int64_t ms = 1000000;

/* A clock that only goes when somebody takes time. */
static int64_t fake_now(void *with)
{
    return *(int64_t *)with;
}

/* An agent that does as it is told: at its n-th pick it takes so long and then moves at
 * random, or commits the fault. */
enum { SCRIPT = 64, WAITS = PL_RESIGNS + 1 };
typedef struct {
    pl_agent base;
    int64_t *clock;
    int64_t takes[SCRIPT];
    pl_fault fault[SCRIPT];
    int picks, begins, heard, overs;
    double scores[PL_SEATS_MAX];
    char ended[160];
} scripted;

static void scripted_begin(pl_agent *a)
{
    ((scripted *)a)->begins++;
    ((scripted *)a)->heard = 0;
}

static void scripted_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    (void)who, (void)code, (void)view;
    ((scripted *)a)->heard++;
}

static pl_move scripted_pick(pl_agent *base, const void *view)
{
    scripted *a = (scripted *)base;
    int i = a->picks++ % SCRIPT;
    if (a->clock) *a->clock += a->takes[i];
    return a->fault[i] ? PL_ILLEGAL : pl_any(base->game, view, &base->rng);
}

static pl_fault scripted_fault(pl_agent *base, const char **text)
{
    scripted *a = (scripted *)base;
    *text = "as told";
    pl_fault f = a->fault[(a->picks - 1) % SCRIPT];
    return f == (pl_fault)WAITS ? PL_WAITING : f;
}

static void scripted_over(pl_agent *base, const double *score)
{
    scripted *a = (scripted *)base;
    a->overs++;
    memcpy(a->scores, score, sizeof *score * (size_t)base->game->players);
    snprintf(a->ended, sizeof a->ended, "%s", base->ended ? base->ended : "");
}

static const pl_agent_type scripted_type = {.abi = PL_ABI,
                                            .size = sizeof(scripted),
                                            .name = "scripted",
                                            .begin = scripted_begin,
                                            .heard = scripted_heard,
                                            .pick = scripted_pick,
                                            .over = scripted_over,
                                            .fault = scripted_fault};

/* A table of a game with scripted agents, and all that was told of it. */
typedef struct {
    const pl_game *game;
    pl_table *table;
    pl_agent *seat[PL_SEATS_MAX];
    int64_t clock, chores; /* chores: what each event costs the referee */
    int events;
    pl_event event[4096];
} fixture;

static void listen(void *with, const pl_table *t, const pl_event *e)
{
    fixture *f = with;
    assert_ptr_equal(t, f->table);
    f->clock += f->chores;
    if (f->events < (int)LENGTH(f->event)) f->event[f->events++] = *e;
}

static scripted *script(fixture *f, int seat)
{
    return (scripted *)f->seat[seat];
}

static void open_fixture(fixture *f, const char *spec, pl_table_rules rules)
{
    pl_error err = {""};
    *f = (fixture){.game = must_open("%s", spec)};
    rules.now = fake_now;
    rules.with = &f->clock;
    f->table = pl_table_new(f->game, &rules, &err);
    assert_non_null(f->table);
    assert_int_equal(pl_table_listen(f->table, listen, f), 0);
    for (int i = 0; i < f->game->players; i++) {
        f->seat[i] = pl_agent_make(&scripted_type, "", f->game, (uint64_t)i, &err);
        assert_non_null(f->seat[i]);
        script(f, i)->clock = &f->clock;
    }
}

static void close_fixture(fixture *f)
{
    for (int i = 0; i < f->game->players; i++) pl_agent_free(f->seat[i]);
    pl_table_free(f->table);
    pl_close(f->game);
}

static int count_events(const fixture *f, pl_kind kind)
{
    int n = 0;
    for (int i = 0; i < f->events; i++) n += f->event[i].kind == kind;
    return n;
}

static const pl_event *first_event(const fixture *f, pl_kind kind)
{
    for (int i = 0; i < f->events; i++)
        if (f->event[i].kind == kind) return &f->event[i];
    fail_msg("there was no event of kind %d", kind);
    return NULL;
}

/* Every game in the list ends by its rules, with the score of its last position, and each
 * agent heard what its seat noticed and no more. */
static void plays_every_game(void **state)
{
    (void)state;
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
    (void)state;
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

static pl_table_rules with_pace(const char *pace)
{
    pl_error err = {""};
    pl_table_rules r = pl_table_usual(PL_IN_A_MATCH);
    if (pl_pace_read(&r.pace, pace, &err)) fail_msg("%s", err.text);
    return r;
}

static void a_bank_is_drawn_on(void **state)
{
    (void)state;
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("move=100ms,bank=50ms"));
    pl_table_begin(f.table, 0);
    near(pl_table_time(f.table, 0).most, 0.15, 1e-12);
    assert_int_equal(pl_table_move(f.table, 0, 0, 120 * ms, NAN, NULL), PL_WAITING);
    near(pl_table_time(f.table, 0).bank, 0.03, 1e-12);
    assert_int_equal(pl_table_move(f.table, 1, 1, 0, NAN, NULL), PL_WAITING);
    assert_int_equal(pl_table_move(f.table, 0, 2, 120 * ms, NAN, NULL), PL_WAITING);
    near(pl_table_time(f.table, 0).bank, 0.01, 1e-12);
    near(pl_table_time(f.table, 1).bank, 0.05, 1e-12);
    assert_int_equal(pl_table_move(f.table, 1, 3, 0, NAN, NULL), PL_WAITING);
    assert_int_equal(pl_table_move(f.table, 0, 4, 120 * ms, NAN, NULL), PL_TIMEOUT);
    const pl_result *r = pl_table_result(f.table);
    assert_int_equal(r->how, PL_BY_FORFEIT);
    assert_int_equal(r->fault, PL_TIMEOUT);
    assert_int_equal(r->seat, 0);
    near(r->score[0], -1, 0);
    near(r->score[1], 1, 0);
    assert_int_equal(r->used[0], 360 * ms);
    close_fixture(&f);
}

static void a_game_has_its_time(void **state)
{
    (void)state;
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("game=1s,increment=100ms"));
    pl_table_begin(f.table, 0);
    near(pl_table_time(f.table, 0).left, 1, 1e-12);
    assert_int_equal(pl_table_move(f.table, 0, 0, 600 * ms, NAN, NULL), PL_WAITING);
    near(pl_table_time(f.table, 0).left, 0.5, 1e-12);
    assert_int_equal(pl_table_move(f.table, 1, 1, 1000 * ms, NAN, NULL), PL_WAITING);
    assert_true(pl_table_time(f.table, 0).advised < 0.2);
    assert_int_equal(pl_table_move(f.table, 0, 2, 501 * ms, NAN, NULL), PL_TIMEOUT);
    assert_int_equal(pl_table_result(f.table)->how, PL_BY_FORFEIT);
    close_fixture(&f);
}

/* A try that nobody else notices is part of the same move: a clock that gained by it, or began
 * anew, would tell of it. */
static void what_is_not_noticed_gains_no_time(void **state)
{
    static const char *const paces[] = {"game=1s,increment=100ms", "move=1s"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        fixture f;
        open_fixture(&f, "phantom", with_pace(paces[i]));
        pl_table_begin(f.table, 0);
        assert_int_equal(pl_table_move(f.table, 0, 0, 0, NAN, NULL), PL_WAITING);
        double before = pl_table_time(f.table, 1).most;
        assert_int_equal(pl_table_move(f.table, 1, 0, 200 * ms, NAN, NULL), PL_WAITING);
        assert_int_equal(pl_table_turn(f.table), 1);
        near(pl_table_time(f.table, 1).most, before - 0.2, 1e-12);
        if (!i) near(pl_table_time(f.table, 1).left, before - 0.2, 1e-12);
        assert_int_equal(pl_table_move(f.table, 1, 1, 300 * ms, NAN, NULL), PL_WAITING);
        near(pl_table_time(f.table, 1).most, i ? 1 : before - 0.4, 1e-12);
        assert_int_equal(pl_table_result(f.table)->used[1], 500 * ms);
        close_fixture(&f);
    }
}

/* A clock for each move says nothing of the whole game. */
static void a_move_has_its_time(void **state)
{
    (void)state;
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("move=100ms"));
    pl_table_begin(f.table, 0);
    assert_int_equal(pl_table_move(f.table, 0, 0, 60 * ms, NAN, NULL), PL_WAITING);
    near(pl_table_time(f.table, 0).left, 0, 0);
    near(pl_table_time(f.table, 0).most, 0.1, 1e-12);
    near(pl_table_time(f.table, 0).bank, 0, 0);
    close_fixture(&f);
}

/* Whatever times are told, they are added up as far as numbers go. */
static void times_may_be_without_end(void **state)
{
    (void)state;
    static const char *const paces[] = {"", "move=1s,bank=1s,game=1h,increment=1s"};
    for (int k = 0; k < (int)LENGTH(paces); k++) {
        fixture f;
        pl_table_rules rules = with_pace(paces[k]);
        rules.manners.on[PL_TIMEOUT].retries = 9;
        open_fixture(&f, "tictactoe", rules);
        pl_table_begin(f.table, 0);
        for (int i = 0; i < 4; i++)
            pl_table_move(f.table, pl_table_turn(f.table), i, INT64_MAX, NAN, NULL);
        pl_table_fault(f.table, 0, PL_TIMEOUT, INT64_MIN, "a clock that goes back");
        assert_int_equal(f.event[f.events - 1].used, 0);
        assert_int_equal(pl_table_result(f.table)->used[0], INT64_MAX);
        assert_true(pl_table_time(f.table, 0).left >= 0);
        assert_int_equal(pl_table_abort(f.table, PL_CHANCE, "tired"), 0);
        assert_int_equal(pl_table_result(f.table)->referee, 0);
        close_fixture(&f);
    }
}

/* Who thinks and then resigns has taken that time himself. */
static void resigning_takes_its_time(void **state)
{
    (void)state;
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("move=1s"));
    script(&f, 0)->takes[0] = 70 * ms;
    script(&f, 0)->fault[0] = PL_RESIGNS;
    pl_table_begin(f.table, 0);
    assert_int_equal(pl_table_run(f.table, f.seat), 1);
    const pl_result *r = pl_table_result(f.table);
    assert_int_equal(r->how, PL_BY_RESIGNING);
    assert_int_equal(r->used[0], 70 * ms);
    assert_int_equal(r->referee, 0);
    close_fixture(&f);
}

/* What the referee does between moves is on nobody's clock, and is told. */
static void referee_pays_for_itself(void **state)
{
    (void)state;
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("move=10ms"));
    f.chores = 50 * ms;
    for (int i = 0; i < SCRIPT; i++) script(&f, 0)->takes[i] = script(&f, 1)->takes[i] = 10 * ms;
    pl_table_begin(f.table, 1);
    assert_int_equal(pl_table_run(f.table, f.seat), 1);
    const pl_result *r = pl_table_result(f.table);
    int plies = pl_line_plies(pl_table_line(f.table));
    assert_int_equal(r->how, PL_BY_RULES);
    assert_int_equal(r->used[0] + r->used[1], 10 * ms * plies);
    assert_int_equal(r->referee, 50 * ms * (1 + plies)); /* the beginning is told, too */
    assert_null(f.seat[0]->pace);                        /* the next table may have no clock */
    near(f.seat[0]->time.most, 0, 0);
    close_fixture(&f);
}

/* Every fault with every reaction: what is told, how it ends, who scores. */
static void faults_are_dealt_with(void **state)
{
    (void)state;
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
                assert_string_equal(e->text, "as told");
                assert_int_equal(pl_table_is_stand_in(f.table, 1), then == PL_PLAY_RANDOM);
                if (then == PL_FORFEIT) near(r->score[0], 1, 0);
                if (then == PL_ABORT) assert_true(isnan(r->score[0]));
                if (then != PL_PLAY_RANDOM) {
                    assert_string_equal(script(&f, 1)->ended, "as told");
                    assert_non_null(strstr(script(&f, 0)->ended, pl_fault_name((pl_fault)fault)));
                    assert_null(strstr(script(&f, 0)->ended, "as told"));
                }
                close_fixture(&f);
            }
}

/* A legal move makes up for faults before it. */
static void tries_are_counted_by_the_move(void **state)
{
    (void)state;
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
static void who_resigns_gets_the_least(void **state)
{
    (void)state;
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

/* What others did not notice is no move of its own to go back to: how far back one goes would tell
 * them of it. */
static void tries_are_taken_back_with_moves(void **state)
{
    (void)state;
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
    (void)state;
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
    (void)state;
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

/* Nobody moves out of turn, after the end, or where it is not his seat. */
static void out_of_turn_is_refused(void **state)
{
    (void)state;
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
static void who_is_no_seat_is_refused(void **state)
{
    (void)state;
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
static void who_is_waited_for_is_asked_again(void **state)
{
    (void)state;
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
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_every_game),
        cmocka_unit_test(luck_is_of_the_seed),
        cmocka_unit_test(a_bank_is_drawn_on),
        cmocka_unit_test(a_game_has_its_time),
        cmocka_unit_test(what_is_not_noticed_gains_no_time),
        cmocka_unit_test(tries_are_taken_back_with_moves),
        cmocka_unit_test(a_move_has_its_time),
        cmocka_unit_test(times_may_be_without_end),
        cmocka_unit_test(resigning_takes_its_time),
        cmocka_unit_test(referee_pays_for_itself),
        cmocka_unit_test(faults_are_dealt_with),
        cmocka_unit_test(tries_are_counted_by_the_move),
        cmocka_unit_test(who_resigns_gets_the_least),
        cmocka_unit_test(moves_are_taken_back),
        cmocka_unit_test(a_pause_costs_no_time),
        cmocka_unit_test(out_of_turn_is_refused),
        cmocka_unit_test(who_is_no_seat_is_refused),
        cmocka_unit_test(who_is_waited_for_is_asked_again),
        cmocka_unit_test(long_searches_are_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
