/* train_plot.c -- the curve of training as SVG: mean scores with their intervals against
 * games on a log axis, a line for each opponent, and how exploitable it is where that is known. */
#include <math.h>
#include <string.h>

#include "plot.h"
#include "training.h"
#include "whole.h"

enum { WIDTH = 720, HEIGHT = 480, LEFT = 84, RIGHT = 24, TOP = 76, BOTTOM = 56 };

static const char *const colours[PL_YARDSTICKS_MAX] = {"#1f5fa8", "#b3432b", "#3a7d44", "#8250a8"};
static const char exploited_colour[] = "#444";

/* What is drawn, and the bounds of its axes; x is the logarithm of games. */
typedef struct {
    const pl_train_point *point;
    const char *const *names;
    int n, sticks, exploited; /* of points it is known how exploitable they are: so many */
    double left, right, low, high;
} picture;

static double x_of(const picture *p, double games)
{
    double part = (log10(games) - p->left) / (p->right - p->left);
    return LEFT + part * (WIDTH - LEFT - RIGHT);
}

static double y_of(const picture *p, double score)
{
    double part = (score - p->low) / (p->high - p->low);
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
}

static void find_bounds(picture *p)
{
    p->low = HUGE_VAL;
    p->high = -HUGE_VAL;
    p->left = floor(log10((double)p->point[0].games));
    p->right = fmax(ceil(log10((double)p->point[p->n - 1].games)), p->left + 1);
    for (int i = 0; i < p->n; i++) {
        for (int k = 0; k < p->sticks; k++) {
            pl_interval s = p->point[i].against[k].score;
            p->low = fmin(p->low, isfinite(s.low) ? s.low : s.value);
            p->high = fmax(p->high, isfinite(s.high) ? s.high : s.value);
        }
        if (!isfinite(p->point[i].exploitability)) continue;
        p->exploited++;
        p->low = fmin(p->low, 0);
        p->high = fmax(p->high, p->point[i].exploitability);
    }
    double margin = fmax((p->high - p->low) / 20, 1e-6);
    p->low -= margin;
    p->high += margin;
}

/* A round number by which there are a handful of lines. */
static double line_step(const picture *p)
{
    double step = pow(10, floor(log10(p->high - p->low)));
    while ((p->high - p->low) / step < 4) step /= 2;
    return step;
}

static void draw_axes(const picture *p, FILE *out)
{
    char label[32];
    double step = line_step(p);
    for (double i = ceil(p->low / step); i * step <= p->high; i++) {
        double y = y_of(p, i * step);
        plot_line(out, LEFT, y, WIDTH - RIGHT, y, "#d8dce0");
        snprintf(label, sizeof label, "%.4g", i * step + 0.0); /* no -0 */
        plot_text(out, LEFT - 8, y + 4, "text-anchor=\"end\"", label);
    }
    for (double e = p->left; e <= p->right; e++) {
        double x = x_of(p, pow(10, e));
        plot_line(out, x, TOP, x, HEIGHT - BOTTOM, "#d8dce0");
        plot_power(out, x, HEIGHT - BOTTOM + 18, "text-anchor=\"middle\"", (int)e);
    }
    plot_text(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "text-anchor=\"middle\"",
              "games of training");
}

/* The band of its interval, and the line of its mean. */
static void draw_stick(const picture *p, int k, FILE *out)
{
    fprintf(out, "<path fill=\"%s\" fill-opacity=\"0.15\" d=\"", colours[k]);
    for (int i = 0; i < 2 * p->n; i++) {
        const pl_train_point *at = &p->point[i < p->n ? i : 2 * p->n - 1 - i];
        pl_interval s = at->against[k].score;
        double score = i < p->n ? s.low : s.high;
        fprintf(out, "%s%.1f %.1f", i ? "L" : "M", x_of(p, (double)at->games),
                y_of(p, isfinite(score) ? score : s.value));
    }
    fprintf(out, "Z\"/>\n<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" d=\"", colours[k]);
    for (int i = 0; i < p->n; i++)
        fprintf(out, "%s%.1f %.1f", i ? "L" : "M", x_of(p, (double)p->point[i].games),
                y_of(p, p->point[i].against[k].score.value));
    fputs("\"/>\n", out);
    char style[32], name[80];
    snprintf(style, sizeof style, "fill=\"%s\"", colours[k]);
    snprintf(name, sizeof name, "against %.*s", (int)strcspn(p->names[k], "("), p->names[k]);
    plot_text(out, LEFT + 150.0 * k, TOP - 10, style, name);
}

static void draw_exploited(const picture *p, FILE *out)
{
    char style[64];
    const char *with = "M";
    fprintf(out,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" "
            "stroke-dasharray=\"5 3\" d=\"",
            exploited_colour);
    for (int i = 0; i < p->n; i++) {
        const pl_train_point *at = &p->point[i];
        if (!isfinite(at->exploitability)) continue;
        fprintf(out, "%s%.1f %.1f", with, x_of(p, (double)at->games), y_of(p, at->exploitability));
        with = "L";
    }
    fputs("\"/>\n", out);
    snprintf(style, sizeof style, "text-anchor=\"end\" fill=\"%s\"", exploited_colour);
    plot_text(out, WIDTH - RIGHT, 48, style, "dashed: exploitability");
}

static void draw(pl_trainer *t, FILE *out)
{
    picture p = {.n = 0};
    p.n = pl_trainer_points(t, &p.point);
    p.sticks = pl_trainer_yardsticks_of(t, &p.names);
    plot_begin(out, WIDTH, HEIGHT);
    plot_text(out, LEFT, 28, "font-size=\"16\" font-weight=\"bold\"",
              pl_net_game(pl_trainer_net(t)));
    plot_text(out, LEFT, 48, "fill=\"#555\"", "mean score of the net, with 95 % intervals");
    if (p.n) {
        find_bounds(&p);
        draw_axes(&p, out);
        for (int k = 0; k < p.sticks; k++) draw_stick(&p, k, out);
        if (p.exploited) draw_exploited(&p, out);
    }
    fputs("</svg>\n", out);
}

int train_plot(pl_trainer *t, const char *path)
{
    whole w;
    int status = whole_begin(&w, path);
    if (status) return status;
    draw(t, w.out);
    return whole_end(&w, DONE);
}
