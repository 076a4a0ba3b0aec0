/* records_results.c -- how the players of a file did, against a count of its games one by one. */
#include "tests/table/recorded.h"

enum { GAMES = 40 };

/* Games of one kind, ended in every way, the last of them left under way. */
static void play(pl_records *r, const char *spec, pl_rng *rng)
{
    recording now = record_games(r, spec);
    for (int i = 0; i < GAMES; i++) {
        pl_table_begin(now.table, pl_rand(rng));
        play_something(now.table, rng, i % 2);
    }
    pl_table_begin(now.table, 1);
    end_recording(&now);
}

typedef struct {
    const char *name;
    const pl_seat_results *of; /* what is to be counted again */
    pl_seat_results is;
    pl_records *file;
    int seen;
    int64_t games, aborted;
} counter;

/* A seat of a game, if it is one of those that are counted. */
static void count_seat(counter *c, const pl_record *rec, int seat)
{
    const pl_player *p = &rec->player[seat];
    double own = rec->result.score[seat], best = -INFINITY;
    if (strcmp(p->name, c->name) || strcmp(p->spec, c->of->spec) || seat != c->of->seat) return;
    for (int i = 0; i < rec->players; i++)
        if (i != seat) best = fmax(best, rec->result.score[i]);
    c->is.games++;
    if (isnan(own)) return;
    c->is.scored++;
    c->is.wins += own > best;
    c->is.draws += !(own > best) && !(own < best);
    c->is.sum += own;
    c->is.squares += own * own;
}

static int count_game(void *with, const pl_record *rec)
{
    counter *c = with;
    if (rec->result.how == PL_UNDER_WAY || strcmp(rec->game, c->of->game)) return 0;
    for (int seat = 0; seat < rec->players; seat++) count_seat(c, rec, seat);
    return 0;
}

static int check_results(void *with, const pl_seat_results *s)
{
    counter *c = with, again = {.name = c->name, .of = s};
    pl_error err = {""};
    pl_records_filter f = {.brief = 1};
    if (pl_records_each(c->file, &f, count_game, &again, &err)) fail_msg("%s", err.text);
    assert_int_equal(s->games, again.is.games);
    assert_int_equal(s->scored, again.is.scored);
    assert_int_equal(s->wins, again.is.wins);
    assert_int_equal(s->draws, again.is.draws);
    assert_true(fabs(s->sum - again.is.sum) < 1e-9 && fabs(s->squares - again.is.squares) < 1e-9);
    assert_int_equal(s->games, GAMES);
    c->aborted += s->games - s->scored;
    c->seen++;
    return 0;
}

static int check_player(void *with, const pl_played *p)
{
    counter *c = with;
    c->name = p->name;
    c->games += p->games;
    assert_true(p->last > 0 && *p->kinds);
    return 0;
}

static int note_name(void *with, const pl_seat_results *s)
{
    (void)s;
    ++*(int *)with;
    return 0;
}

static void check_names(pl_records *r)
{
    pl_error err = {""};
    int nobody = 0;
    counter all = {0};
    if (pl_records_players(r, NULL, 0, check_player, &all, &err)) fail_msg("%s", err.text);
    assert_int_equal(all.games, 7 * GAMES);
    all.games = 0;
    if (pl_records_players(r, "ZO", 1, check_player, &all, &err)) fail_msg("%s", err.text);
    assert_int_equal(all.games, GAMES);
    assert_int_equal(pl_records_results(r, "nobody", note_name, &nobody, &err), 0);
    assert_int_equal(nobody, 0);
}

static void results_are_what_was_played(void **state)
{
    static const char *const names[] = {"Ada \"the first\"", "Bo\\b", "Zoë"};
    static const int seats[] = {3, 3, 1}; /* over games of 2, 2 and 3 */
    char path[128];
    int64_t aborted = 0;
    pl_error err = {""};
    pl_rng rng;
    pl_seed(&rng, 5);
    pl_records *w = must_records(new_file(path), PL_RECORDS_WRITE);
    play(w, "kuhn", &rng);
    play(w, "tictactoe", &rng);
    play(w, "kuhn(players=3)", &rng);
    must_close(w);
    /* A file is not asked again while it is visited: so it is opened twice. */
    pl_records *r = must_records(path, PL_RECORDS_READ),
               *beside = must_records(path, PL_RECORDS_READ);
    for (int i = 0; i < 3; i++) {
        counter c = {.name = names[i], .file = beside};
        if (pl_records_results(r, names[i], check_results, &c, &err)) fail_msg("%s", err.text);
        assert_int_equal(c.seen, seats[i]);
        aborted += c.aborted;
    }
    assert_true(aborted > 0);
    check_names(r);
    must_close(r);
    must_close(beside);
    drop_file(path);
}

int test_records_results(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_what_was_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
