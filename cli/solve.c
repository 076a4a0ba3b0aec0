/* solve.c -- parlor solve: what a game is worth and how to play for that.
 *
 * Fact to check: Kuhn poker is worth -1/18 to the first player, and leduc
 * -0.085606424078. */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "whole.h"

static const char usual_method[] = "hs-pcfr+";
static const double usual_target = 1e-6, usual_seconds = 60;

static int two_against_each_other(const pl_game *g)
{
    return g->players == 2 && g->traits & PL_ZERO_SUM;
}

/* Files that cannot be written are found out about before anybody computes for long. */
static int can_write(const char *path)
{
    whole w;
    if (!path || !strcmp(path, "-")) return DONE;
    if (whole_begin(&w, path)) return FAILED;
    whole_end(&w, FAILED);
    return DONE;
}

/* What the run is to come to: as the call says, else as a run that is taken up had it. */
static void set_goal(solving *s, const pl_saved *from)
{
    const call *c = s->call;
    pl_run *r = &s->run;
    if (c->iterations) r->limit = c->iterations;
    if (c->target >= 0) r->target = c->target;
    else if (!from && !r->limit) r->target = usual_target * score_range(s->tree);
    s->seconds = c->seconds;
    if (!two_against_each_other(s->game) && !c->seconds && !r->limit) s->seconds = usual_seconds;
}

static int build_tree(solving *s)
{
    pl_error err = {""};
    double start = seconds_now();
    pl_tree_limits limits = {.memory = s->call->memory, .threads = (int32_t)s->call->threads};
    s->tree = pl_tree_build(s->game, &limits, &err);
    s->built = seconds_now() - start;
    return s->tree ? DONE : failed("%s", err.text);
}

static int make_solver(solving *s)
{
    pl_error err = {""};
    pl_solver_options how = {s->run.seed, (int32_t)s->call->threads, s->run.plain};
    s->solver = pl_solver_new(s->run.method, s->tree, &how, &err);
    if (!s->solver) return failed("%s", err.text);
    pl_solver_spec(s->solver, s->run.method, sizeof s->run.method);
    s->policy = calloc((size_t)s->tree->info_first[s->tree->infos] + 1, sizeof *s->policy);
    return s->policy ? DONE : failed("out of memory");
}

/* Go on from a file: the solver's memory, and the curve. */
static int take_up(solving *s, pl_saved *from)
{
    pl_error err = {""};
    const pl_run *old = pl_saved_run(from);
    pl_point *copy = malloc(((size_t)old->points + 1) * sizeof *copy);
    if (!copy) return failed("out of memory");
    memcpy(copy, old->point, (size_t)old->points * sizeof *copy);
    s->run.point = copy;
    s->run.points = s->room = old->points;
    s->run.seconds = old->seconds;
    if (pl_saved_take(from, s->solver, &err)) return failed("%s: %s", s->call->resumed, err.text);
    return DONE;
}

/* Not reached, and nobody said that this would do. */
static int fell_short(const solving *s)
{
    const call *c = s->call;
    if (s->ended == INTERRUPTED) return failed("interrupted before the run was over");
    if (s->run.target <= 0 || solve_reached(s)) return DONE;
    int asked = c->target >= 0 || c->resumed || (!c->iterations && !c->seconds);
    if (!asked) return DONE;
    return failed("the target %g was not reached: the exploitability is %.3g", s->run.target,
                  exploitability(s->game, s->gap.nashconv));
}

static int write_files(const solving *s)
{
    const call *c = s->call;
    int status = s->save_failed ? FAILED : DONE;
    if (c->log && curve_csv(s, c->log)) status = FAILED;
    if (c->plot && curve_plot(s, c->plot)) status = FAILED;
    return status;
}

static int run_all(solving *s, pl_saved *from)
{
    int status = build_tree(s);
    if (!status) status = make_solver(s);
    if (!status && from) status = take_up(s, from);
    if (status) return status;
    set_goal(s, from);
    if (solve_save(s)) return FAILED;
    status = solve_run(s);
    if (status) return status;
    solve_report(s);
    status = write_files(s);
    int result = fell_short(s);
    return interrupt_status(status ? status : result);
}

static int solve_game(const call *c, const pl_game *g, pl_saved *from)
{
    solving s = {.call = c, .game = g, .keep = c->save ? c->save : c->resumed};
    const pl_run *old = from ? pl_saved_run(from) : NULL;
    if (can_write(c->log) || can_write(c->plot)) return FAILED;
    pl_spec(g, s.run.game, sizeof s.run.game);
    snprintf(s.run.method, sizeof s.run.method, "%s",
             old         ? old->method
             : c->method ? c->method
                         : usual_method);
    s.run.seed = old ? old->seed : c->seed == UNSEEDED ? 1 : (uint64_t)c->seed;
    if (old) {
        s.run.plain = old->plain;
        s.run.limit = old->limit;
        s.run.target = old->target;
    }
    int status = run_all(&s, from);
    free(s.policy);
    free(s.run.point);
    pl_solver_free(s.solver);
    pl_tree_free(s.tree);
    return status;
}

/* A run goes on as it was begun. */
static int check_resumed(const call *c, const pl_game *g, const pl_run *old)
{
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    if (strcmp(spec, old->game) != 0)
        return misused("the run in '%.100s' is of %.100s", c->resumed, old->game);
    if (c->method)
        return misused("the run in '%.100s' goes on by its own method, %.100s: leave --method away",
                       c->resumed, old->method);
    if (c->seed != UNSEEDED && (uint64_t)c->seed != old->seed)
        return misused("the run in '%.100s' was begun with seed %llu", c->resumed,
                       (unsigned long long)old->seed);
    return DONE;
}

static int resume(const call *c)
{
    pl_error err = {""};
    pl_saved *from = pl_saved_open(c->resumed, &err);
    if (!from) return failed("%s", err.text);
    const pl_run *old = pl_saved_run(from);
    const pl_game *g = open_game(c->count ? c->words[0] : old->game);
    int status = g ? check_resumed(c, g, old) : MISUSED;
    if (!status) status = solve_game(c, g, from);
    pl_close(g);
    pl_saved_close(from);
    return status;
}

int cmd_solve(const call *c)
{
    if (c->method && !strcmp(c->method, "help")) return solve_methods(c->json);
    if (!c->count && !c->resumed) return misused("solve needs a GAME: parlor solve GAME [OPTIONS]");
    if (c->method && solve_knows(c->method)) return MISUSED;
    if (c->resumed) return resume(c);
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    int status = solve_game(c, g, NULL);
    pl_close(g);
    return status;
}
