/* tune.c -- parlor tune: better values for an agent's parameters, and a match that shows it. */
#include <string.h>

#include "cluster.h"
#include "matches.h"
#include "signals.h"
#include "tuning.h"
#include "whole.h"

enum { SIGNALLED = 128 }; /* as the shell says it */

static int read_ranges(const call *c, pl_tune_range *out, int *n)
{
    pl_error err;
    for (*n = 0; *n < PL_PARAMS_MAX && c->params[*n]; ++*n)
        if (pl_tune_range_read(&out[*n], c->params[*n], &err)) return misused("%s", err.text);
    if (*n) return DONE;
    return misused("tune needs what to tune: --param name=low:high, as --param explore=0.1:3");
}

/* "searching: 800 of 2000 games, explore=0.83", a few times a second. */
static void tell(void *with, pl_tune *t)
{
    static double last;
    const pl_tune_plan *plan = with;
    pl_tune_course c;
    char values[160], text[256];
    if (seconds_now() - last < 0.2) return;
    last = seconds_now();
    pl_tune_course_of(t, &c);
    tune_values(plan, c.value, values, sizeof values);
    if (c.stage == PL_TUNE_SEARCHING)
        snprintf(text, sizeof text, "tuning: %lld of %lld games, %s", (long long)c.games,
                 (long long)c.of, values);
    else
        snprintf(text, sizeof text, "final match: %lld of %lld games, %s", (long long)c.last,
                 (long long)c.last_of, values);
    progress_text(text);
}

static void stop(void *with)
{
    pl_tune_stop(with);
}

/* Stopped by a signal, it tells what it has. */
static int run(pl_tune *t, const pl_tune_plan *plan, const call *c)
{
    pl_error err;
    signals_hold();
    if (signals_watch(stop, t)) return failed("the system gives no thread");
    int done = pl_tune_run(t, &err), came = signals_came();
    signals_end();
    progress_end();
    cluster_tell();
    if (done < 0) return failed("%s", err.text);
    int status = (c->json ? tune_json : tune_text)(t, plan, !done);
    if (!done)
        failed("interrupted%s%.200s", plan->file ? "; --resume goes on with " : "",
               plan->file ? pl_records_file(plan->file) : "");
    return !done && came ? SIGNALLED + came : status;
}

static pl_tune_plan plan_of(const pl_game *g, const call *c, const pl_tune_range *range, int n)
{
    pl_tune_plan plan = pl_tune_usual(g, c->words[1], range, n);
    plan.against = c->against;
    plan.method = strcmp(c->method, "bandit") ? PL_TUNE_SPSA : PL_TUNE_BANDIT;
    plan.games = c->games;
    if (c->batch) plan.batch = c->batch;
    if (c->arms) plan.arms = (int32_t)c->arms;
    plan.last_games = c->final;
    plan.threads = (int32_t)c->threads;
    plan.seed = (uint64_t)c->seed;
    plan.resume = c->again;
    plan.ranks = cluster_ranks();
    return plan;
}

static int tune_by(pl_tune_plan *plan, const call *c)
{
    pl_error err;
    plan->tell = tell;
    plan->with = plan;
    pl_tune *t = pl_tune_open(plan, &err);
    if (!t) return misused("%s", err.text);
    int status = run(t, plan, c);
    pl_tune_free(t);
    return status;
}

static int tune_in(const pl_game *g, const call *c)
{
    pl_tune_range range[PL_PARAMS_MAX];
    pl_openings *openings = NULL;
    pl_records *file = NULL;
    pl_error err;
    int n, status = read_ranges(c, range, &n);
    if (!status) status = cluster_plays(g);
    if (status) return status;
    pl_tune_plan plan = plan_of(g, c, range, n);
    status = openings_open(g, c, &openings);
    const pl_entrant who[] = {{.agent = c->words[1]}, {.agent = c->against}};
    if (!status) status = agents_check(g, who, c->against ? 2 : 1);
    if (!status) status = record_open(g, c, &file);
    plan.openings = openings;
    plan.file = file;
    if (!status) status = tune_by(&plan, c);
    if (pl_records_close(file, &err) && !status) status = failed("%s", err.text);
    pl_openings_free(openings);
    return status;
}

int cmd_tune(const call *c)
{
    const output files[] = {{"record", c->record, READ}};
    int status = resume_check(c), bandit = !strcmp(c->method, "bandit");
    if (!status && c->arms && !bandit) status = misused("--arms goes with --method bandit");
    if (!status && c->batch && bandit) status = misused("--batch goes with --method spsa");
    if (!status) status = outputs_check(files, 1);
    if (status) return status;
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    status = tune_in(g, c);
    pl_close(g);
    return status;
}
