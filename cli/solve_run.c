/* solve_run.c -- a run of parlor solve: iterations, measured now and then, saved now
 * and then, until there is a reason to stop.
 *
 * It is measured at iterations that are always the same, whatever the time they
 * take: so a run ends at the same one on every machine, and one that was taken up
 * again at the same one as a run that never stopped.  They lie ever further apart, so
 * that n iterations are measured some 10 log10(n) times.  But where the clock ends a run
 * anyway, measuring may not take more than a tenth of its time. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "interrupt.h"
#include "solve.h"

/* As in parlor/solve.h, but never below 0, where rounding may bring it. */
double exploitability(const pl_game *g, double nashconv)
{
    return nashconv > 0 ? nashconv / g->players : 0;
}

int64_t solve_iterations(const solving *s)
{
    return s->solver ? s->solver->iterations : 0;
}

double score_range(const pl_tree *t)
{
    double lo = DBL_MAX, hi = -DBL_MAX;
    int64_t n = (int64_t)t->ends * t->game->players;
    for (int64_t i = 0; i < n; i++) {
        if (t->score[i] < lo) lo = t->score[i];
        if (t->score[i] > hi) hi = t->score[i];
    }
    return n && hi > lo ? hi - lo : 1;
}

/* The first iteration after n that is measured: 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15. */
static int64_t next_point(int64_t n)
{
    int64_t at = 1;
    while (at <= n) {
        int64_t step = at / (at < 1000 ? 4 : at < 10000 ? 8 : 16);
        if (at > INT64_MAX - step - 1) return INT64_MAX;
        at += step > 0 ? step : 1;
    }
    return at;
}

/* How a run stands. */
typedef struct {
    solving *s;
    double began, shown, saved; /* by the clock */
    double took, spent;         /* by what was measured last, and by all of that; */
    int64_t at;                 /* the former's iteration; -1: nothing was */
    int64_t start;              /* where the solver stood at first */
    int64_t chunk;              /* iterations that take about so long: */
} course;
static const double a_moment = 0.1, measuring = 0.1; /* of the time */

/* The first time it takes longer, as what is needed for it is made: that is not counted as what
 * it takes again and again. */
static int measure(course *c)
{
    solving *s = c->s;
    double start = seconds_now(), again = start;
    if (c->at == s->solver->iterations) return DONE;
    int bad = pl_solver_gap(s->solver, &s->gap);
    if (!bad && c->at < 0 && (again = seconds_now()) - start > a_moment / 10)
        bad = pl_solver_gap(s->solver, &s->gap);
    if (bad) return failed("out of memory");
    c->took = seconds_now() - again;
    c->spent += c->took;
    c->at = s->solver->iterations;
    s->measured += seconds_now() - start;
    return DONE;
}

/* Whether this iteration is one that is measured, and there is time to. */
static int is_measured(const course *c)
{
    const solving *s = c->s;
    int64_t n = s->solver->iterations;
    if (next_point(n - 1) != n) return 0;
    return !(s->seconds > 0) || c->took < a_moment / 10 ||
           c->spent + c->took < measuring * (seconds_now() - c->began);
}

/* Keep what was measured as a point of the curve. */
static int add_point(solving *s)
{
    pl_run *r = &s->run;
    if (r->points == s->room) {
        int room = s->room ? 2 * s->room : 64;
        pl_point *more = realloc(r->point, (size_t)room * sizeof *more);
        if (!more) return failed("out of memory");
        r->point = more;
        s->room = room;
    }
    r->point[r->points++] = (pl_point){s->solver->iterations, r->seconds,   s->gap.nashconv,
                                       s->gap.lower,          s->gap.upper, s->gap.correlated};
    return DONE;
}

int solve_save(solving *s)
{
    double start = seconds_now();
    int status = keeping_save(s->keep, &s->run, s->solver, NULL);
    s->saved += seconds_now() - start;
    return status;
}

static void show(course *c)
{
    const solving *s = c->s;
    const pl_run *r = &s->run;
    char text[160], count[16], rate[16];
    double now = seconds_now();
    if (now - c->shown < 2 * a_moment) return;
    c->shown = now;
    int n = snprintf(text, sizeof text, "%.1f s, %s iterations", now - c->began,
                     short_number((double)s->solver->iterations, count));
    if (r->seconds > 0)
        n += snprintf(text + n, sizeof text - (size_t)n, " (%s/s)",
                      short_number((double)s->solver->iterations / r->seconds, rate));
    if (r->points)
        n += snprintf(text + n, sizeof text - (size_t)n, ", exploitable %.1e",
                      exploitability(s->game, r->point[r->points - 1].nashconv));
    if (r->points && isfinite(s->gap.lower))
        snprintf(text + n, sizeof text - (size_t)n, ", %.4f .. %.4f", s->gap.lower, s->gap.upper);
    progress_text(text);
}

/* As many iterations as take a moment, but not past the next point or the limit. */
static void iterate(course *c)
{
    solving *s = c->s;
    int64_t done = s->solver->iterations, n = next_point(done) - done;
    if (s->limit && n > s->limit - done) n = s->limit - done;
    if (n > c->chunk) n = c->chunk;
    double start = seconds_now();
    pl_solver_run(s->solver, n);
    double took = seconds_now() - start;
    s->run.seconds += took;
    if (took < a_moment / 2 && n == c->chunk && c->chunk < INT64_MAX / 2) c->chunk *= 2;
    if (took > a_moment && c->chunk > 1) c->chunk /= 2;
}

/* What was measured last is of where it stands. */
static int at_point(const solving *s)
{
    const pl_run *r = &s->run;
    return r->points && r->point[r->points - 1].iterations == s->solver->iterations;
}

static ending_of_run is_over(const course *c)
{
    const solving *s = c->s;
    if (*interrupt_flag()) return INTERRUPTED;
    if (s->keep->lost) return OVERTAKEN;
    if (s->target > 0 && at_point(s) && exploitability(s->game, s->gap.nashconv) <= s->target)
        return TARGET;
    if (s->limit && s->solver->iterations >= s->limit) return ITERATIONS;
    double left = s->began + s->seconds - seconds_now();
    if (s->seconds > 0 && s->solver->iterations > c->start &&
        left <= (c->at < s->solver->iterations ? c->took : 0))
        return SECONDS_OVER;
    return GOES_ON;
}

static int go(course *c)
{
    solving *s = c->s;
    while ((s->ended = is_over(c)) == GOES_ON) {
        int64_t before = s->solver->iterations;
        iterate(c);
        if (s->solver->iterations == before && !*interrupt_flag()) {
            s->ended = NO_MORE;
            return DONE;
        }
        if (s->solver->iterations > before && is_measured(c) && (measure(c) || add_point(s)))
            return FAILED;
        show(c);
        if (seconds_now() - c->saved < s->call->every) continue;
        solve_save(s);
        c->saved = seconds_now();
    }
    return DONE;
}

static void stop(void *solver)
{
    pl_solver_stop(solver);
}

int solve_run(solving *s)
{
    course c = {.s = s, .at = -1, .chunk = 1, .began = seconds_now()};
    c.start = s->solver->iterations;
    c.shown = c.saved = c.began;
    interrupt_catch(NULL);
    interrupt_calls(stop, s->solver);
    int status = go(&c);
    interrupt_calls(NULL, NULL);
    progress_end();
    if (!status) solve_save(s);
    if (!status) status = measure(&c);
    if (!status) pl_solver_policy(s->solver, s->policy);
    interrupt_leave();
    return status;
}
