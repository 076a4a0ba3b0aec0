/* trained.h -- for tests of training: trainers that open, play rounds, are compared and resumed. */
#ifndef PL_TESTS_TRAINED_H
#define PL_TESTS_TRAINED_H

#include "nets/net.h"
#include "parlor/train.h"
#include "tests/table/stores.h"

static inline pl_trainer *must_open_trainer(const pl_train_plan *plan)
{
    pl_error err = {""};
    pl_trainer *t = pl_trainer_open(plan, &err);
    if (!t) fail_msg("%s: %s", plan->method, err.text);
    return t;
}

/* With a net whose one layer has so many nodes. */
static inline pl_train_plan small_plan(const pl_game *g, const char *method, int nodes)
{
    int pg = !strncmp(method, "pg", 2);
    pl_train_plan plan = pg ? pl_train_usual_by(g, "pg") : pl_train_usual(g);
    plan.method = method;
    plan.shape.width[0] = nodes;
    return plan;
}

static inline pl_trainer *must_train(const pl_game *g, const char *method, int workers)
{
    pl_train_plan plan = small_plan(g, method, 8);
    plan.workers = workers;
    return must_open_trainer(&plan);
}

static inline void one_head(pl_train_plan *plan, int head)
{
    pl_error err;
    plan->shape.kind[0] = head;
    plan->shape.size[0] = pl_head_size(plan->game, head, &err);
}

static inline void must_play(pl_trainer *t, int rounds)
{
    pl_error err = {""};
    while (rounds--)
        if (pl_trainer_round(t, &err) != 1) fail_msg("%s", err.text);
}

static inline int same_weights(const pl_net *one, const pl_net *two)
{
    assert_int_equal(one->count, two->count);
    return !memcmp(one->weight, two->weight, (size_t)one->count * sizeof(float));
}

static inline int same_nets(const pl_trainer *a, const pl_trainer *b)
{
    return same_weights(pl_trainer_net(a), pl_trainer_net(b));
}

static inline void must_save(pl_trainer *t, const char *path)
{
    pl_error err = {""};
    if (pl_trainer_save(t, path, &err)) fail_msg("%s", err.text);
}

static inline pl_trainer *must_resume(const char *path, const pl_game *g)
{
    pl_error err = {""};
    pl_trainer *t = pl_trainer_resume(path, g, 0, &err);
    if (!t) fail_msg("%s", err.text);
    return t;
}

static inline void cannot_resume(const char *path, const pl_game *g, const char *words)
{
    pl_error err = {""};
    assert_null(pl_trainer_resume(path, g, 0, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

/* Write a note into the file of a net, which then cannot be resumed. */
static inline void bad_note(const char *path, const pl_game *g, const char *name, const char *note,
                            const char *words)
{
    pl_error err = {""};
    pl_net *net = pl_net_read(path, g, &err);
    assert_non_null(net);
    assert_int_equal(pl_net_note(net, name, note), 0);
    assert_int_equal(pl_net_write(net, path, &err), 0);
    pl_net_free(net);
    cannot_resume(path, g, words);
}

static inline void plan_refused(const pl_train_plan *plan, const char *words)
{
    pl_error err = {""};
    assert_null(pl_trainer_open(plan, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

static inline void method_refused(const pl_game *g, const char *method, const char *words)
{
    pl_train_plan plan = small_plan(g, method, 8);
    plan_refused(&plan, words);
}

#endif
