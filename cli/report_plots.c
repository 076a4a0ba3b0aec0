/* report_plots.c -- the pictures of the report, in SVG: ratings in the course of the match,
 * histograms of scores, intervals in cells of tables. */
#include <math.h>
#include <stdlib.h>

#include "report_page.h"

enum { WIDE = 720, HIGH = 330, LEFT = 76, RIGHT = 14, TOP = 12, BOTTOM = 44 }; /* of the curves */
enum { CELL_WIDE = 160, CELL_HIGH = 16, CELL_EDGE = 6 };
enum { SHAPE_WIDE = 240, SHAPE_HIGH = 96, SHAPE_FOOT = 20 };

void span_take(span *s, double x)
{
    if (!isfinite(x)) return;
    if (x < s->low) s->low = x;
    if (x > s->high) s->high = x;
}

/* Where x lies from one end to the other, not beyond them; in the middle of nothing. */
static double along(const span *s, double x, double from, double to)
{
    double at = s->high > s->low ? (x - s->low) / (s->high - s->low) : 0.5;
    return from + (to - from) * fmin(fmax(at, 0), 1);
}

static double in_cell(const span *s, double x)
{
    return along(s, x, CELL_EDGE, CELL_WIDE - CELL_EDGE);
}

/* The same is said in numbers beside it. */
static void open_mark(page *p)
{
    fprintf(p->out, "<td><svg class=\"mark\" viewBox=\"0 0 %d %d\" aria-hidden=\"true\">",
            CELL_WIDE, CELL_HIGH);
}

void put_whisker(page *p, const span *s, pl_interval x)
{
    open_mark(p);
    if (s->low < 0 && s->high > 0)
        fprintf(p->out, "<path class=\"zero\" d=\"M%.1f 0V%d\"/>", in_cell(s, 0), CELL_HIGH);
    if (isfinite(x.low) && isfinite(x.high))
        fprintf(p->out, "<path class=\"whisker\" d=\"M%.1f 8H%.1fM%.1f 4v8M%.1f 4v8\"/>",
                in_cell(s, x.low), in_cell(s, x.high), in_cell(s, x.low), in_cell(s, x.high));
    if (isfinite(x.value))
        fprintf(p->out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"8\" r=\"4\"/>",
                in_cell(s, x.value));
    fputs("</svg></td>", p->out);
}

void put_stretch(page *p, const span *s, double from, double to)
{
    open_mark(p);
    if (isfinite(from) && isfinite(to))
        fprintf(p->out,
                "<path class=\"whisker\" d=\"M%.1f 8H%.1fM%.1f 4v8\"/>"
                "<circle class=\"dot\" cx=\"%.1f\" cy=\"8\" r=\"4\"/>",
                in_cell(s, from), in_cell(s, to), in_cell(s, to), in_cell(s, from));
    fputs("</svg></td>", p->out);
}

void put_bar(page *p, double share)
{
    open_mark(p);
    fprintf(p->out, "<rect class=\"bar\" x=\"0\" y=\"3\" width=\"%.1f\" height=\"10\"/></svg></td>",
            CELL_WIDE * fmin(fmax(share, 0), 1));
}

/* The largest of 1, 2, 5, 10, ... that divides a stretch into at least parts. */
static double tick(double stretch, int parts)
{
    double each = stretch / parts, ten = pow(10, floor(log10(each)));
    return ten * (each / ten >= 5 ? 5 : each / ten >= 2 ? 2 : 1);
}

/* What is drawn of the curves: of two agents one has the other's upside down. */
typedef struct {
    page *page;
    int curves;
    span games, elo;
} chart;

static pl_interval elo_at(const chart *c, int point, int curve)
{
    const page *p = c->page;
    return p->curve.elo[point * p->n + p->order[curve]];
}

static double across(const chart *c, int point)
{
    return along(&c->games, (double)c->page->curve.games[point], LEFT, WIDE - RIGHT);
}

static double upward(const chart *c, double elo)
{
    return along(&c->elo, elo, HIGH - BOTTOM, TOP);
}

/* The first bands are wide, and would leave no room for the others. */
static void scale_chart(chart *c)
{
    const curve_points *k = &c->page->curve;
    c->games = (span){0, (double)k->games[k->n - 1]};
    c->elo = (span){INFINITY, -INFINITY};
    for (int i = 0; i < c->curves; i++)
        for (int at = 0; at < k->n; at++) {
            pl_interval x = elo_at(c, at, i);
            span_take(&c->elo, x.value);
            if (at < k->n / 4) continue;
            span_take(&c->elo, x.low);
            span_take(&c->elo, x.high);
        }
    if (!(c->elo.low <= c->elo.high)) c->elo = (span){-1, 1};
    if (!(c->elo.low < c->elo.high)) c->elo = (span){c->elo.low - 1, c->elo.high + 1};
}

static void draw_axes(const chart *c)
{
    FILE *out = c->page->out;
    double step = tick(c->elo.high - c->elo.low, 4), each = tick(c->games.high, 4);
    for (double y = ceil(c->elo.low / step) * step; y <= c->elo.high; y += step) {
        double at = upward(c, y);
        double shown = fabs(y) < step / 2 ? 0 : y;
        fprintf(out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>", shown == 0 ? "zero" : "axis", LEFT,
                at, WIDE - RIGHT);
        fprintf(out,
                shown == 0 ? "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.6g</text>\n"
                           : "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%+.6g</text>\n",
                LEFT - 8, at + 5, shown);
    }
    for (double x = 0; x <= c->games.high; x += each)
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.10g</text>\n",
                fmin(along(&c->games, x, LEFT, WIDE - RIGHT), WIDE - 28), HIGH - BOTTOM + 26, x);
}

/* There, by one bound, and back by the other, where both are known. */
static void draw_band(const chart *c, int curve)
{
    FILE *out = c->page->out;
    int n = c->page->curve.n, drawn = 0;
    fprintf(out, "<path class=\"band k%d\" d=\"", curve % 4);
    for (int way = 0; way < 2; way++)
        for (int k = 0; k < n; k++) {
            int at = way ? n - 1 - k : k;
            pl_interval x = elo_at(c, at, curve);
            if (!isfinite(x.low) || !isfinite(x.high)) continue;
            fprintf(out, "%s%.1f %.1f", drawn++ ? "L" : "M", across(c, at),
                    upward(c, way ? x.low : x.high));
        }
    fprintf(out, "%s\"/>", drawn ? "Z" : "");
}

static void draw_line(const chart *c, int curve)
{
    FILE *out = c->page->out;
    int broken = 1;
    fprintf(out, "<path class=\"curve k%d%s\" d=\"", curve % 4, curve >= 4 ? " dashed" : "");
    for (int k = 0; k < c->page->curve.n; k++) {
        double y = elo_at(c, k, curve).value;
        if (isfinite(y))
            fprintf(out, "%s%.1f %.1f", broken ? "M" : "L", across(c, k), upward(c, y));
        broken = !isfinite(y);
    }
    fputs("\"/>\n", out);
}

static void put_keys(const chart *c)
{
    page *p = c->page;
    fputs("<ul class=\"keys\">", p->out);
    for (int i = 0; i < c->curves; i++) {
        fprintf(p->out,
                "<li><svg width=\"32\" height=\"10\" aria-hidden=\"true\"><path class=\"curve "
                "k%d%s\" d=\"M0 5H32\"/></svg>",
                i % 4, i >= 4 ? " dashed" : "");
        put_name(p, i);
        fputs("</li>", p->out);
    }
    fputs("</ul>\n", p->out);
}

static void curve_figures(const chart *c)
{
    page *p = c->page;
    fputs(
        "<details><summary>In figures</summary>\n<div class=\"box\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"Elo by games\"><table>\n<thead><tr><th scope=\"col\">Games</th>",
        p->out);
    for (int i = 0; i < c->curves; i++) {
        fputs("<th scope=\"col\" class=\"r\">", p->out);
        put_name(p, i);
        fputs("</th>", p->out);
    }
    fputs("</tr></thead>\n<tbody>\n", p->out);
    for (int k = 0; k < p->curve.n; k++) {
        fprintf(p->out, "<tr><th scope=\"row\">%lld</th>", (long long)p->curve.games[k]);
        for (int i = 0; i < c->curves; i++) put_interval(p, elo_at(c, k, i), "%+.1f");
        fputs("</tr>\n", p->out);
    }
    close_table(p);
    fputs("</details>\n", p->out);
}

void curve_section(page *p)
{
    chart c = {.page = p, .curves = p->n == 2 ? 1 : p->n < CURVES_MOST ? p->n : CURVES_MOST};
    if (!p->curve.n) return;
    scale_chart(&c);
    open_section(
        p, "curve", "Elo in the course of the match",
        p->n == 2 ? "Of the first agent, by the games counted, with its band of 95&nbsp;%; that of "
                    "the other is its mirror image."
        : p->n > CURVES_MOST
            ? "Of the first eight agents, by the games counted, with bands of 95&nbsp;% from groups."
            : "By the games counted, with bands of 95&nbsp;% from groups.");
    fprintf(
        p->out,
        "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Elo by games, told "
        "in figures below\">\n",
        WIDE, HIGH);
    draw_axes(&c);
    for (int i = 0; i < c.curves; i++) draw_band(&c, i);
    for (int i = 0; i < c.curves; i++) draw_line(&c, i);
    fputs("</svg>\n", p->out);
    put_keys(&c);
    curve_figures(&c);
    close_section(p);
}

/* Bins that anybody scored in, and the largest share of one. */
typedef struct {
    int from, to;
    double most;
} shape;

static shape shape_of_all(page *p, int n)
{
    shape s = {PL_BINS_MAX, 0, 0};
    for (int i = 0; i < n; i++) {
        pl_standing e;
        pl_match_standing(p->match, p->order[i], &e);
        for (int b = 0; b < e.scores.bins; b++) {
            if (!e.scores.bin[b]) continue;
            if (b < s.from) s.from = b;
            if (b >= s.to) s.to = b + 1;
            s.most = fmax(s.most, (double)e.scores.bin[b] / (double)e.games);
        }
    }
    return s;
}

static void draw_shape(page *p, const pl_standing *e, const shape *s)
{
    double each = (double)SHAPE_WIDE / (s->to - s->from), floor = SHAPE_HIGH - SHAPE_FOOT;
    fputs("<figure><figcaption>", p->out);
    put_text(p, e->name);
    fprintf(p->out, "</figcaption>\n<svg viewBox=\"0 0 %d %d\" aria-hidden=\"true\">", SHAPE_WIDE,
            SHAPE_HIGH);
    for (int b = s->from; b < s->to; b++) {
        double high = floor * (double)e->scores.bin[b] / ((double)e->games * s->most);
        if (e->scores.bin[b])
            fprintf(
                p->out,
                "<rect class=\"bar\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>"
                "%.6g: %lld</title></rect>",
                (b - s->from) * each + each / 16, floor - fmax(high, 1), each * 7 / 8,
                fmax(high, 1), pl_histogram_middle(&e->scores, b), (long long)e->scores.bin[b]);
    }
    fprintf(p->out, "<path class=\"zero\" d=\"M0 %.0fH%d\"/><text x=\"0\" y=\"%d\">%.4g</text>",
            floor, SHAPE_WIDE, SHAPE_HIGH - 4, pl_histogram_middle(&e->scores, s->from));
    fprintf(p->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.4g</text></svg></figure>\n",
            SHAPE_WIDE, SHAPE_HIGH - 4, pl_histogram_middle(&e->scores, s->to - 1));
}

static void score_figures(page *p, int n)
{
    fputs("<details><summary>In figures</summary>\n", p->out);
    open_table(p, "Scores", "Agent|Score>|Games>");
    for (int i = 0; i < n; i++) {
        pl_standing e;
        pl_match_standing(p->match, p->order[i], &e);
        for (int b = 0; b < e.scores.bins; b++) {
            if (!e.scores.bin[b]) continue;
            fputs("<tr><th scope=\"row\">", p->out);
            put_text(p, e.name);
            fprintf(p->out, "</th><td class=\"r\">%.6g</td>", pl_histogram_middle(&e.scores, b));
            put_cell(p, e.scores.bin[b]);
            fputs("</tr>\n", p->out);
        }
    }
    close_table(p);
    fputs("</details>\n", p->out);
}

void scores_section(page *p)
{
    int n = p->n < SHAPES_MOST ? p->n : SHAPES_MOST;
    shape s = shape_of_all(p, n);
    if (s.from >= s.to) return;
    open_section(p, "scores", "Scores",
                 "How often an agent scored what in a game, on the same scales for all.");
    fputs("<div class=\"shapes\">\n", p->out);
    for (int i = 0; i < n; i++) {
        pl_standing e;
        pl_match_standing(p->match, p->order[i], &e);
        if (e.games) draw_shape(p, &e, &s);
    }
    fputs("</div>\n", p->out);
    if (n < p->n) fprintf(p->out, "<p class=\"muted\">The first %d of %d agents.</p>\n", n, p->n);
    score_figures(p, n);
    close_section(p);
}
