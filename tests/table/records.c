/* records.c -- records: what a table did is what is read back, in every spelling; what is
 * not true is found; what was interrupted goes on. */
#include "parlor/records.h"

#include "tests/table/recorded.h"

enum { EACH_GAME = 6 };

typedef struct {
    pl_records *copy;
    int seen, endings[PL_BY_ABORT + 1];
    int64_t wrong;
} tour;

/* Through both spellings and into another file, and nothing has changed. */
static int go_round(void *with, const pl_record *rec)
{
    tour *t = with;
    pl_error err = {""};
    pl_record back = {0}, again = {0};
    char *json = spelled(rec, 1), *text = spelled(rec, 0);
    must_check(rec);
    must_read(json, &back);
    char *text_of_json = spelled(&back, 0);
    must_read(text, &again);
    char *json_of_text = spelled(&again, 1);
    assert_string_equal(json, json_of_text);
    assert_string_equal(text, text_of_json);
    if (pl_records_put(t->copy, &again, &err) < 0) fail_msg("%s", err.text);
    t->seen++;
    t->endings[rec->result.how]++;
    free(json), free(text), free(text_of_json), free(json_of_text);
    pl_record_clear(&back);
    pl_record_clear(&again);
    return 0;
}

static int append_json(void *with, const pl_record *rec)
{
    pl_error err = {""};
    return pl_record_write_json(rec, with, &err);
}

/* All games of a file as JSON lines. */
static char *exported(const char *path)
{
    pl_error err = {""};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    pl_records *r = must_records(path, PL_RECORDS_READ);
    assert_int_equal(pl_records_each(r, NULL, append_json, out, &err), 0);
    must_close(r);
    fclose(out);
    return text;
}

static void play_every_game(const char *path, pl_records_mode mode)
{
    pl_rng rng;
    pl_records *r = must_records(path, mode);
    pl_seed(&rng, 11);
    for (const pl_game *const *base = pl_games(); *base; base++) {
        recording now = record_games(r, (*base)->name);
        for (int i = 0; i < EACH_GAME; i++) {
            pl_table_begin(now.table, pl_rand(&rng));
            play_something(now.table, &rng, i == 0);
        }
        end_recording(&now);
    }
    must_close(r);
}

static void round_trips(pl_records_mode mode)
{
    char path[128], copy[128];
    pl_error err = {""};
    tour t = {.copy = must_records(new_file(copy), PL_RECORDS_WRITE)};
    play_every_game(new_file(path), mode);
    pl_records *r = must_records(path, PL_RECORDS_READ);
    if (pl_records_each(r, NULL, go_round, &t, &err)) fail_msg("%s", err.text);
    must_close(r);
    must_close(t.copy);
    assert_true(t.seen >= 20 * EACH_GAME);
    for (int how = PL_BY_RULES; how <= PL_BY_ABORT; how++) assert_true(t.endings[how] > 0);
    char *first = exported(path), *second = exported(copy);
    assert_string_equal(first, second);
    none_is_wrong(path);
    none_is_wrong(copy);
    free(first), free(second);
    drop_file(path);
    drop_file(copy);
}

static void every_game_goes_round(void **state)
{
    round_trips(PL_RECORDS_BATCH);
}

static void saved_ply_by_ply_too(void **state)
{
    round_trips(PL_RECORDS_WRITE);
}

/* The events of a table, which its record must have. */
typedef struct {
    pl_event event[4096];
    char text[4096][32];
    int n;
} witness;

static void see(void *with, const pl_table *t, const pl_event *e)
{
    witness *w = with;
    (void)t;
    if (e->kind == PL_BEGAN || e->kind == PL_FINISHED) return;
    snprintf(w->text[w->n], sizeof w->text[0], "%s", e->text);
    w->event[w->n++] = *e;
}

static void same_event(const pl_event *a, const pl_event *b, const char *text)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->ply, b->ply);
    assert_int_equal(a->used, b->used);
    if (b->kind == PL_PLY) assert_int_equal(a->move, b->move);
    if (b->kind == PL_FAULT) assert_true(a->fault == b->fault && a->then == b->then);
    assert_true(a->value == b->value || (isnan(a->value) && isnan(b->value)));
    assert_string_equal(a->text, text);
}

static void nothing_is_lost(void **state)
{
    static witness w;
    char path[128];
    pl_error err = {""};
    pl_rng rng;
    pl_records *r = must_records(new_file(path), PL_RECORDS_WRITE);
    recording now = record_games(r, "leduc(players=3)");
    pl_table *t = now.table;
    pl_table_listen(t, see, &w);
    pl_seed(&rng, 5);
    for (int i = 0; i < fewer(200); i++) {
        pl_record back = {0};
        w.n = 0;
        pl_table_begin(t, (uint64_t)i);
        play_something(t, &rng, 0);
        if (pl_records_get(r, pl_recorder_id(now.recorder), &back, &err)) fail_msg("%s", err.text);
        assert_int_equal(back.events, w.n);
        for (int k = 0; k < w.n; k++) same_event(&back.event[k], &w.event[k], w.text[k]);
        assert_int_equal(back.seed, i);
        assert_int_equal(back.result.how, pl_table_result(t)->how);
        assert_memory_equal(back.result.used, pl_table_result(t)->used, 3 * sizeof(int64_t));
        assert_int_equal(back.rules.pace.bank, 2000000000);
        assert_string_equal(back.player[2].name, "Zoë");
        pl_record_clear(&back);
    }
    assert_int_equal(pl_records_saved(r), fewer(200));
    end_recording(&now);
    must_close(r);
    drop_file(path);
}

/* Stop a game twice, after some things have happened; go on with it from the file alone, doing as
 * was done the first time: it has the same end. */
static void interrupt_after(const char *game, uint64_t seed, int moment)
{
    char path[128];
    pl_error err = {""};
    pl_rng rng;
    pl_records *r = must_records(new_file(path), PL_RECORDS_WRITE);
    recording now = record_games(r, game);
    pl_table *whole = new_table(now.game);
    pl_seed(&rng, seed);
    pl_table_begin(whole, seed);
    pl_table_begin(now.table, seed);
    for (int i = 0; pl_table_turn(whole) != PL_OVER; i++) {
        pl_rng same = rng;
        something(whole, &rng, 0);
        if (i == moment || i == moment + 3) {
            int64_t id = pl_recorder_id(now.recorder);
            stop_recording(&now);
            resume_recording(&now, r, id);
        }
        something(now.table, &same, 0);
    }
    assert_int_equal(pl_table_turn(now.table), PL_OVER);
    const pl_result *a = pl_table_result(whole), *b = pl_table_result(now.table);
    assert_int_equal(a->how, b->how);
    assert_memory_equal(a->score, b->score, sizeof a->score);
    assert_memory_equal(a->used, b->used, sizeof a->used);
    pl_record back = {0};
    assert_int_equal(pl_records_get(r, 1, &back, &err), 0);
    assert_int_equal(back.result.how, a->how);
    must_check(&back);
    pl_record_clear(&back);
    pl_table_free(whole);
    end_recording(&now);
    must_close(r);
    drop_file(path);
}

static void interrupted_games_go_on(void **state)
{
    static const char *const games[] = {"backgammon(limit=60)", "leduc", "knockout_whist", "skull"};
    for (size_t i = 0; i < LENGTH(games); i++)
        for (int moment = 0; moment < 12; moment += 12 / fewer(12))
            interrupt_after(games[i], i * 100 + 7, moment);
}

static void cannot_resume(pl_records *r, int64_t id, const char *game, const char *words)
{
    pl_error err = {""};
    const pl_game *g = must_open("%s", game);
    pl_table *t = new_table(g);
    assert_null(pl_records_resume(r, id, t, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
    pl_table_free(t);
    pl_close(g);
}

static void some_games_cannot_go_on(void **state)
{
    char path[128];
    pl_records *r = must_records(new_file(path), PL_RECORDS_WRITE);
    recording now = record_games(r, "tictactoe");
    pl_table_begin(now.table, 1);
    pl_table_move(now.table, 0, 4, 10, NAN, NULL);
    cannot_resume(r, 2, "tictactoe", "there is no such game");
    cannot_resume(r, 1, "connect4", "the record is of mnk");
    pl_table_resign(now.table, 1);
    cannot_resume(r, 1, "tictactoe", "is over");
    end_recording(&now);
    must_close(r);
    drop_file(path);
}

/* A game that was stopped in mode BATCH is kept, and can go on. */
static void batches_keep_what_is_under_way(void **state)
{
    char path[128];
    pl_error err = {""};
    pl_rng rng;
    pl_records *r = must_records(new_file(path), PL_RECORDS_BATCH);
    recording now = record_games(r, "pig");
    pl_seed(&rng, 3);
    pl_table_begin(now.table, 3);
    for (int i = 0; i < 20; i++) something(now.table, &rng, 0);
    assert_int_equal(pl_table_result(now.table)->how, PL_UNDER_WAY);
    stop_recording(&now);
    assert_int_equal(pl_records_flush(r, &err), 0);
    assert_int_equal(pl_records_saved(r), 0);
    must_close(r);
    r = must_records(path, PL_RECORDS_WRITE);
    resume_recording(&now, r, 1);
    for (int i = 0; i < 10; i++) something(now.table, &rng, 1);
    stop_recording(&now);
    resume_recording(&now, r, 1);
    play_something(now.table, &rng, 1);
    end_recording(&now);
    assert_int_equal(pl_records_saved(r), 1);
    must_close(r);
    none_is_wrong(path);
    drop_file(path);
}

static int count_under_way(void *with, const pl_record *rec)
{
    *(int *)with += rec->result.how == PL_UNDER_WAY;
    return 0;
}

/* A table that begins anew leaves its game behind, and it can be resumed. */
static void games_left_behind_are_kept(void **state)
{
    for (int mode = PL_RECORDS_WRITE; mode <= PL_RECORDS_BATCH; mode++) {
        char path[128];
        pl_error err = {""};
        int left = 0;
        pl_records *r = must_records(new_file(path), (pl_records_mode)mode);
        recording now = record_games(r, "tictactoe");
        for (int i = 0; i < 3; i++) {
            pl_table_begin(now.table, 1);
            pl_table_move(now.table, 0, 4, 10, NAN, NULL);
        }
        end_recording(&now);
        assert_int_equal(pl_records_flush(r, &err), 0);
        assert_int_equal(pl_records_each(r, NULL, count_under_way, &left, &err), 0);
        assert_int_equal(left, 3);
        must_close(r);
        drop_file(path);
    }
}

/* What is wrong in a record that is handed in. */
static void refuse(const char *text, const char *words, int at)
{
    pl_error err = {""};
    pl_record rec = {0};
    int64_t line = 0, from = 0;
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    int got = pl_record_read(in, &rec, &line, &from, &err);
    if (got == 1) {
        const pl_game *g = must_open("%s", rec.game);
        got = pl_record_check(&rec, g, &err);
        pl_close(g);
    }
    if (got != -1 || !strstr(err.text, words)) fail_msg("'%s' is not '%s'", err.text, words);
    assert_int_equal(from, at);
    fclose(in);
    pl_record_clear(&rec);
}

#define HEAD "[Parlor \"1\"]\n[Game \"kuhn\"]\n[Seed \"1\"]\n"
#define SEATS                                                                                      \
    "[Player0 \"A\"]\n[Kind0 \"human\"]\n[Spec0 \"human\"]\n"                                      \
    "[Player1 \"B\"]\n[Kind1 \"human\"]\n[Spec1 \"human\"]\n\n"

static void wrong_texts_are_refused(void **state)
{
    static const struct {
        const char *text, *words;
        int line;
    } cases[] = {
        {"hello\n", "no JSON", 1},
        {"\n\n{}\n", "a record is an object", 3},
        {"{\"parlor\":2,\"game\":\"kuhn\"}\n", "from 1 to 1", 1},
        {"{\"parlor\":1,\"game\":\"kuhn\",\"colour\":\"red\"}\n", "has no 'colour'", 1},
        {"{\"parlor\":1,\"game\":\"kuhn\",\"players\":[],\"log\":[]}\n", "where 2 sit", 1},
        {HEAD "[Ending \"rules\"]\n" SEATS, "scores are missing", 1},
        {HEAD "[Ending \"tired\"]\n" SEATS, "not 'tired'", 4},
        {HEAD "[Began \"2026-02-30T00:00:00.000000Z\"]\n" SEATS, "no such day", 4},
        {HEAD "[Began \"1969-02-03T00:00:00.000000Z\"]\n" SEATS, "before 1970", 4},
        {HEAD SEATS "1. chance:K\n2. chance:K under-way\n", "'K', is not legal", 12},
        {HEAD SEATS "1. chance:K 3. chance:J under-way\n", "move 2. is expected", 11},
        {HEAD SEATS "1", "move 1. is expected", 11},
        {HEAD SEATS "1. 0:K under-way\n", "ply 1 is chance's", 11},
        {HEAD SEATS "1. chance:K over\n", "end with 'under-way'", 11},
        {HEAD SEATS "1. chance:K <back 7, by 0> under-way\n", "nobody can go back", 11},
        {HEAD SEATS "1. chance:K <back 0, pause, by 0> under-way\n", "one thing happens", 11},
        {HEAD SEATS "1. chance:K {ns -4} under-way\n", "a whole number", 11},
        {HEAD "[Ending \"rules\"]\n[Scores \"9 9\"]\n" SEATS "over\n", "chance goes on", 1},
        {HEAD SEATS "1. chance:J 2. chance:K 3. 0:bet under-way\n", "chance falls otherwise", 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) refuse(cases[i].text, cases[i].words, cases[i].line);
}

int test_records(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_goes_round),
        cmocka_unit_test(saved_ply_by_ply_too),
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(interrupted_games_go_on),
        cmocka_unit_test(some_games_cannot_go_on),
        cmocka_unit_test(batches_keep_what_is_under_way),
        cmocka_unit_test(games_left_behind_are_kept),
        cmocka_unit_test(wrong_texts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
