/* solving.c -- a game is solved, a piece at a time, as far as bounds of size and time let.
 *
 * A look at random lines tells what is hopeless before anything is laid out.  Then every piece is
 * a moment of iterations, so that solving takes turns with agents that think.  A game without
 * secrets is worked out by its positions, in pieces that grow: where positions can repeat, what
 * was stopped in the middle begins again.
 *
 * Fact to check: Kuhn poker is worth -1/18 to the first player.
 */
#include "solving.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROBES = 300, DOUBT = 4 }; /* random lines; an estimate that is so far off is not tried */
static const double a_moment = 0.1, longest = 3, precision = 1e-6; /* of the range of scores */
static const int64_t most_bytes = (int64_t)PL_SOLVING_MB * 1000000;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void give_up(pl_solving *s)
{
    s->is.phase = PL_SOLVING_FAILED;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
fail(pl_solving *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(s->err.text, sizeof s->err.text, format, list);
    va_end(list);
    give_up(s);
}

static void out_of_memory(pl_solving *s)
{
    fail(s, "out of memory");
}

pl_solving *pl_solving_new(const char *spec)
{
    pl_solving *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = pl_open(spec, &s->err);
    if (!s->game) give_up(s);
    s->next = 1;
    return s;
}

static void drop_tree(pl_solving *s)
{
    pl_solver_free(s->solver);
    pl_tree_free(s->tree);
    s->solver = NULL;
    s->tree = NULL;
}

void pl_solving_free(void *with)
{
    pl_solving *s = with;
    if (!s) return;
    drop_tree(s);
    pl_exact_free(s->exact);
    free(s->policy);
    free(s->seat);
    free(s->first);
    free(s->of);
    free(s->key);
    free(s->view);
    free(s->name);
    free(s->names);
    pl_close(s->game);
    free(s);
}

double pl_solving_gap(const pl_solving *s, double nashconv)
{
    return nashconv > 0 ? nashconv / s->game->players : 0;
}

static void look(pl_solving *s)
{
    const pl_game *g = s->game;
    pl_tree_size size = {0};
    s->is.phase = PL_SOLVING_FITS;
    if (!g->hide) {
        s->exact = pl_exact_new(g, most_bytes, &s->err);
        if (!s->exact || pl_exact_fits(s->exact, 1, &s->err)) give_up(s);
        return;
    }
    pl_tree_estimate(g, PROBES, 1, &size);
    s->is.histories = size.nodes < INT32_MAX ? (int32_t)size.nodes : INT32_MAX;
    if (size.nodes < (double)DOUBT * PL_HISTORIES_MAX) return;
    char about[32] = "more histories than can be told";
    if (isfinite(size.nodes)) snprintf(about, sizeof about, "about %.2g histories", size.nodes);
    fail(s, "%s has %s by estimate, and at most %d are solved here", g->name, about,
         PL_HISTORIES_MAX);
}

/* Of the tree that was laid out, what is asked of it. */
static void check_tree(pl_solving *s)
{
    const pl_tree *t = s->tree;
    if (t->infos > PL_SETS_MAX)
        fail(s, "%s has %d information sets, and at most %d are told of here", s->game->name,
             (int)t->infos, PL_SETS_MAX);
    else if (!t->recall)
        fail(s, "in %s seats forget what they knew, and best answers are not known", s->game->name);
    else if (t->bytes + s->solver->bytes > most_bytes)
        fail(s, "to solve %s takes more than the %d MB that it may", s->game->name, PL_SOLVING_MB);
}

static void lay_out(pl_solving *s)
{
    pl_tree_limits limits = {.memory = most_bytes, .max_nodes = PL_HISTORIES_MAX};
    s->tree = pl_tree_build(s->game, &limits, &s->err);
    s->solver = s->tree ? pl_solver_new("auto", s->tree, NULL, &s->err) : NULL;
    s->is.phase = PL_SOLVING_BEGUN;
    if (!s->solver) {
        give_up(s);
        return;
    }
    check_tree(s);
    s->is.histories = s->tree->nodes;
    s->is.sets = s->tree->infos;
    memcpy(s->is.sets_of, s->tree->infos_of, sizeof s->is.sets_of);
    s->is.target = precision * (s->game->hi - s->game->lo);
    s->policy = malloc(((size_t)s->tree->info_first[s->tree->infos] + 1) * sizeof *s->policy);
    if (!s->policy) out_of_memory(s);
}

/* Points lie ever further apart, whatever the time they take. */
static void measure(pl_solving *s)
{
    s->is.iterations = s->solver->iterations;
    if (pl_solver_gap(s->solver, &s->is.gap)) {
        out_of_memory(s);
        return;
    }
    if (s->is.points < PL_CURVE_MAX)
        s->point[s->is.points++] =
            (pl_curve_point){s->is.iterations, s->is.seconds, s->is.gap.nashconv};
    s->next = s->is.iterations + 1 + s->is.iterations / 5;
}

static int is_measured(const pl_solving *s)
{
    return s->is.points && s->is.iterations == s->solver->iterations;
}

static int is_over(const pl_solving *s)
{
    if (s->is.seconds >= PL_SOLVING_SECONDS) return 1;
    return is_measured(s) && pl_solving_gap(s, s->is.gap.nashconv) <= s->is.target;
}

/* Iterations for a moment. */
static void iterate(pl_solving *s)
{
    double from = now(), before = s->is.seconds;
    int64_t chunk = 1;
    int over = 0;
    while (!over && s->is.phase == PL_SOLVING_BEGUN && s->is.seconds - before < a_moment) {
        int64_t done = s->solver->iterations, left = s->next - done;
        pl_solver_run(s->solver, left < chunk ? left : chunk);
        chunk *= 2;
        s->is.seconds = before + now() - from;
        if (s->solver->iterations >= s->next) measure(s);
        over = s->solver->iterations == done || is_over(s);
    }
    if (!over || s->is.phase != PL_SOLVING_BEGUN) return;
    if (!is_measured(s)) measure(s);
    pl_solver_policy(s->solver, s->policy);
    if (s->is.phase == PL_SOLVING_BEGUN) s->is.phase = PL_SOLVING_NAMES;
}

static void name_sets(pl_solving *s)
{
    s->is.phase = PL_SOLVING_DONE;
    if (pl_solving_keep(s)) out_of_memory(s);
    drop_tree(s);
}

static void stop_exact(void *e)
{
    pl_exact_stop(e);
}

static void finish_exact(pl_solving *s)
{
    pl_exact_facts facts;
    pl_state start;
    pl_exact_about(s->exact, &facts);
    pl_start(s->game, &start);
    s->is.bytes = facts.bytes;
    s->is.positions = facts.positions;
    s->is.phase = PL_SOLVING_DONE;
    if (pl_exact_value(s->exact, &start, s->is.gap.value) < 0)
        fail(s, "%s: the start is not among the positions", s->game->name);
}

static void work_out(pl_solving *s, pl_job *j, pl_pool *p)
{
    double from = now();
    s->is.phase = PL_SOLVING_BEGUN;
    pl_pool_halts(p, j, stop_exact, s->exact);
    int outcome = pl_exact_run(s->exact, &s->err);
    pl_pool_halts(p, j, NULL, NULL);
    s->is.seconds += now() - from;
    s->is.positions = pl_exact_count(s->exact);
    if (outcome < 0) give_up(s);
    else if (!outcome) finish_exact(s);
    else if (s->is.seconds >= PL_SOLVING_SECONDS)
        fail(s, "after %d s %s has %lld positions and no end of them", PL_SOLVING_SECONDS,
             s->game->name, (long long)s->is.positions);
}

double pl_solving_most(const pl_solving *s)
{
    return fmin(longest, a_moment + s->is.seconds);
}

void pl_solving_work(pl_job *j, pl_pool *p)
{
    pl_solving *s = j->with;
    switch (s->is.phase) {
    case PL_SOLVING_LOOK: look(s); break;
    case PL_SOLVING_FITS:
        if (s->exact) work_out(s, j, p);
        else lay_out(s);
        break;
    case PL_SOLVING_BEGUN:
        if (s->exact) work_out(s, j, p);
        else iterate(s);
        break;
    case PL_SOLVING_NAMES: name_sets(s); break;
    default: break;
    }
    if (s->is.phase != PL_SOLVING_FAILED) return;
    drop_tree(s);
    pl_exact_free(s->exact);
    s->exact = NULL;
}
