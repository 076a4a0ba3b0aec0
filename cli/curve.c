/* curve.c -- what was measured in a run, for spreadsheets and as a picture. */
#include <math.h>
#include <stdlib.h>

#include "plot.h"
#include "solve.h"
#include "whole.h"

/* All points, and the end of the run if that is none of them. */
static int points_of(const solving *s)
{
    const pl_run *r = &s->run;
    return r->points + !(r->points && r->point[r->points - 1].iterations == solve_iterations(s));
}

static pl_point point_at(const solving *s, int i)
{
    if (i < s->run.points) return s->run.point[i];
    return (pl_point){solve_iterations(s), s->run.seconds, s->gap.nashconv,
                      s->gap.lower,        s->gap.upper,   s->gap.correlated};
}

static void csv_number(FILE *out, double x, const char *after)
{
    char text[32];
    pl_text t = {text, sizeof text, 0};
    if (isfinite(x)) pl_put_number(&t, x);
    fprintf(out, "%.*s%s", (int)t.used, text, after);
}

int curve_csv(const solving *s, const char *path)
{
    whole w;
    if (whole_begin(&w, path)) return FAILED;
    fputs("iterations,seconds,exploitability,nashconv,lower,upper,correlated\n", w.out);
    for (int i = 0; i < points_of(s); i++) {
        pl_point p = point_at(s, i);
        fprintf(w.out, "%lld,", (long long)p.iterations);
        csv_number(w.out, p.seconds, ",");
        csv_number(w.out, exploitability(s->game, p.nashconv), ",");
        csv_number(w.out, p.nashconv, ",");
        csv_number(w.out, p.lower, ",");
        csv_number(w.out, p.upper, ",");
        csv_number(w.out, p.correlated, "\n");
    }
    return whole_end(&w, DONE);
}

static void draw(const solving *s, double *x, double *y, int n, FILE *out)
{
    char about[PL_SPEC_MAX + 64], level[64];
    for (int i = 0; i < n; i++) {
        pl_point p = point_at(s, i);
        x[i] = p.seconds;
        y[i] = exploitability(s->game, p.nashconv);
    }
    snprintf(about, sizeof about, "%s, %lld iteration%s", s->run.method,
             (long long)solve_iterations(s), plural(solve_iterations(s)));
    snprintf(level, sizeof level, "target %g", s->target);
    plot_svg(&(plot){s->run.game, about, "seconds of solving", "exploitability", x, y, n, s->target,
                     level, "nothing to draw: the exploitability is 0 wherever it was measured"},
             out);
}

int curve_plot(const solving *s, const char *path)
{
    whole w;
    int n = points_of(s);
    double *xy = calloc(2 * (size_t)n, sizeof *xy);
    if (!xy) return failed("out of memory");
    int status = whole_begin(&w, path);
    if (!status) {
        draw(s, xy, xy + n, n, w.out);
        status = whole_end(&w, DONE);
    }
    free(xy);
    return status;
}
