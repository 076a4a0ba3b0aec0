/* scripted.h -- agents that follow a script, at a table whose clock goes only when they take time. */
#ifndef PL_TESTS_SCRIPTED_H
#define PL_TESTS_SCRIPTED_H

#include "parlor/table.h"
#include "tests/support/played.h"

static const int64_t ms = 1000000;

/* A clock that only goes when somebody takes time. */
static inline int64_t fake_now(void *with)
{
    return *(int64_t *)with;
}

/* An agent with a script: at its n-th pick it takes so long and then moves at random, or commits the
 * fault. */
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

static inline void scripted_begin(pl_agent *a)
{
    ((scripted *)a)->begins++;
    ((scripted *)a)->heard = 0;
}

static inline void scripted_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    (void)who, (void)code, (void)view;
    ((scripted *)a)->heard++;
}

static inline pl_move scripted_pick(pl_agent *base, const void *view)
{
    scripted *a = (scripted *)base;
    int i = a->picks++ % SCRIPT;
    if (a->clock) *a->clock += a->takes[i];
    return a->fault[i] ? PL_ILLEGAL : pl_any(base->game, view, &base->rng);
}

static inline pl_fault scripted_fault(pl_agent *base, const char **text)
{
    scripted *a = (scripted *)base;
    *text = "as scripted";
    pl_fault f = a->fault[(a->picks - 1) % SCRIPT];
    return f == (pl_fault)WAITS ? PL_WAITING : f;
}

static inline void scripted_over(pl_agent *base, const double *score)
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

/* A table of a game with scripted agents, and its events. */
typedef struct {
    const pl_game *game;
    pl_table *table;
    pl_agent *seat[PL_SEATS_MAX];
    int64_t clock, chores; /* chores: what each event costs the referee */
    int events;
    pl_event event[4096];
} fixture;

static inline void listen(void *with, const pl_table *t, const pl_event *e)
{
    fixture *f = with;
    assert_ptr_equal(t, f->table);
    f->clock += f->chores;
    if (f->events < (int)LENGTH(f->event)) f->event[f->events++] = *e;
}

static inline scripted *script(fixture *f, int seat)
{
    return (scripted *)f->seat[seat];
}

static inline void open_fixture(fixture *f, const char *spec, pl_table_rules rules)
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

static inline void close_fixture(fixture *f)
{
    for (int i = 0; i < f->game->players; i++) pl_agent_free(f->seat[i]);
    pl_table_free(f->table);
    pl_close(f->game);
}

static inline int count_events(const fixture *f, pl_kind kind)
{
    int n = 0;
    for (int i = 0; i < f->events; i++) n += f->event[i].kind == kind;
    return n;
}

static inline const pl_event *first_event(const fixture *f, pl_kind kind)
{
    for (int i = 0; i < f->events; i++)
        if (f->event[i].kind == kind) return &f->event[i];
    fail_msg("there was no event of kind %d", kind);
    return NULL;
}

static inline pl_table_rules with_pace(const char *pace)
{
    pl_error err = {""};
    pl_table_rules r = pl_table_usual(PL_IN_A_MATCH);
    if (pl_pace_read(&r.pace, pace, &err)) fail_msg("%s", err.text);
    return r;
}

#endif
