/* recorded.h -- games made up for the tests of records: full of faults, take-backs, pauses
 * and words, and ended in every way. */
#ifndef PL_TESTS_RECORDED_H
#define PL_TESTS_RECORDED_H

#include "parlor/records.h"
#include "tests/table/stores.h"

static inline pl_records *must_records(const char *path, pl_records_mode mode)
{
    pl_error err = {""};
    pl_records *r = pl_records_open(path, mode, &err);
    if (!r) fail_msg("%s", err.text);
    return r;
}

static inline void must_close(pl_records *r)
{
    pl_error err = {""};
    if (pl_records_close(r, &err)) fail_msg("%s", err.text);
}

static inline pl_recorder *must_attach(pl_records *r, pl_table *t)
{
    static const char *const names[] = {"Ada \"the first\"", "Bo\\b", "Zoë"};
    pl_error err = {""};
    pl_player who[PL_SEATS_MAX] = {0};
    for (int i = 0; i < PL_SEATS_MAX; i++) {
        snprintf(who[i].name, sizeof who[i].name, "%s", names[i % 3]);
        snprintf(who[i].kind, sizeof who[i].kind, i % 2 ? "random" : "human");
        snprintf(who[i].spec, sizeof who[i].spec, i % 2 ? "random" : "human");
    }
    pl_recorder *rec = pl_records_attach(r, t, who, &err);
    if (!rec) fail_msg("%s", err.text);
    return rec;
}

/* A table with a clock, whose manners allow everything once. */
static inline pl_table *new_table(const pl_game *g)
{
    pl_error err = {""};
    pl_table_rules rules = pl_table_usual(PL_AT_HOME);
    if (pl_pace_read(&rules.pace, "move=1s,bank=2s,game=1h,increment=1s", &err) ||
        pl_manners_read(&rules.manners, "all=retry:1/random,crash=forfeit,hang=abort", &err))
        fail_msg("%s", err.text);
    pl_table *t = pl_table_new(g, &rules, &err);
    if (!t) fail_msg("%s", err.text);
    return t;
}

/* One thing that happens to the seat on turn. */
static inline void something(pl_table *t, pl_rng *r, int calm)
{
    static const char *const said[] = {NULL, "", "hm", "a \"word\", {or} <two>\\", "naïve ♠"};
    const pl_line *l = pl_table_line(t);
    int seat = pl_table_turn(t), what = calm ? 99 : pl_below(r, 100);
    int64_t used = pl_below(r, 3) ? pl_below(r, 1000000) : 0;
    if (what < 3) pl_table_fault(t, seat, (pl_fault)(1 + pl_below(r, 6)), used, said[1 + what]);
    else if (what < 8) pl_table_back(t, seat);
    else if (what < 10 && pl_table_pause(t, seat) == 0) pl_table_resume(t, PL_CHANCE);
    else if (what == 10 && !pl_below(r, 8)) pl_table_resign(t, seat);
    else if (what == 11 && !pl_below(r, 8)) pl_table_abort(t, PL_CHANCE, "the lights went out");
    else
        pl_table_move(t, seat, pl_any(pl_table_game(t), pl_line_state(l, pl_line_plies(l)), r),
                      used,
                      pl_below(r, 4)   ? NAN
                      : pl_below(r, 9) ? pl_unit(r) - 0.5
                                       : -0.0,
                      said[pl_below(r, 40) % 5]);
}

static inline void play_something(pl_table *t, pl_rng *r, int calm)
{
    while (pl_table_turn(t) != PL_OVER) something(t, r, calm);
}

/* A table whose games are recorded. */
typedef struct {
    const pl_game *game;
    pl_table *table;
    pl_recorder *recorder;
} recording;

static inline recording record_games(pl_records *r, const char *spec)
{
    recording now = {.game = must_open("%s", spec)};
    now.table = new_table(now.game);
    now.recorder = must_attach(r, now.table);
    return now;
}

static inline void play_recorded(recording *now, int games, pl_rng *rng)
{
    for (int i = 0; i < games; i++) {
        pl_table_begin(now->table, pl_rand(rng));
        play_something(now->table, rng, 0);
    }
}

/* Leave the table, with its game as it is; and go on with a game of the file at a new one. */
static inline void stop_recording(recording *now)
{
    pl_error err = {""};
    pl_table_free(now->table);
    if (pl_recorder_close(now->recorder, &err)) fail_msg("%s", err.text);
}

static inline void resume_recording(recording *now, pl_records *r, int64_t id)
{
    pl_error err = {""};
    now->table = new_table(now->game);
    now->recorder = pl_records_resume(r, id, now->table, &err);
    if (!now->recorder) fail_msg("%s", err.text);
}

static inline void end_recording(recording *now)
{
    stop_recording(now);
    pl_close(now->game);
}

static inline void play_games(pl_records *r, const char *spec, int games, uint64_t seed)
{
    pl_rng rng;
    recording now = record_games(r, spec);
    pl_seed(&rng, seed);
    play_recorded(&now, games, &rng);
    end_recording(&now);
}

/* A record in one of its spellings, in new memory. */
static inline char *spelled(const pl_record *rec, int json)
{
    pl_error err = {""};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    int bad = json ? pl_record_write_json(rec, out, &err) : pl_record_write_text(rec, out, &err);
    fclose(out);
    if (bad) fail_msg("%s", err.text);
    return text;
}

/* The record that a text spells. */
static inline void must_read(const char *text, pl_record *rec)
{
    pl_error err = {""};
    int64_t line = 0, from = 0;
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    int got = pl_record_read(in, rec, &line, &from, &err);
    fclose(in);
    if (got != 1) fail_msg("line %d: %s\n%s", (int)from, err.text, text);
}

static inline void must_check(const pl_record *rec)
{
    pl_error err = {""};
    const pl_game *g = must_open("%s", rec->game);
    if (pl_record_check(rec, g, &err)) fail_msg("game %d: %s", (int)rec->id, err.text);
    pl_close(g);
}

static inline void count_wrong(void *with, int64_t id, const char *why)
{
    (void)id;
    if (why) snprintf(with, 256, "%s", why);
}

/* How many games of a file are wrong, and why the last one is. */
static inline int64_t wrong_games(const char *path, char why[256])
{
    pl_error err = {""};
    *why = 0;
    pl_records *r = pl_records_open(path, PL_RECORDS_READ, &err);
    int64_t wrong = r ? pl_records_verify(r, NULL, count_wrong, why, &err) : -1;
    if (wrong < 0) snprintf(why, 256, "%s", err.text);
    pl_records_close(r, NULL);
    return wrong;
}

static inline void none_is_wrong(const char *path)
{
    char why[256];
    if (wrong_games(path, why)) fail_msg("%s", why);
}

/* Counts the games that are over, for pl_records_each. */
static inline int count_over(void *with, const pl_record *rec)
{
    *(int64_t *)with += rec->result.how != PL_UNDER_WAY;
    return 0;
}

static inline int64_t games_over(pl_records *r)
{
    int64_t games = 0;
    pl_error err = {""};
    if (pl_records_each(r, NULL, count_over, &games, &err)) fail_msg("%s", err.text);
    return games;
}

#endif
