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

#endif
