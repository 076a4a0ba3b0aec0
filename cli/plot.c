/* plot.c -- a curve on log axes, as SVG: one file, no scripts, no fonts of its own.
 *
 * Axes reach from one power of ten to another, so that a slope can be read off; a
 * curve that falls like 1/t goes down a decade with every decade to the right. */
#include "plot.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 720, HEIGHT = 480, LEFT = 84, RIGHT = 24, TOP = 64, BOTTOM = 56 };
enum { LABELS_MAX = 12, DECADES_MAX = 400 }; /* of one axis */

/* One axis: the powers of ten that it reaches between, and where these are drawn. */
typedef struct {
    int lo, hi;
    double from, to;
} axis;

static int is_drawn(const plot *p, int i)
{
    return p->x[i] > 0 && p->y[i] > 0 && isfinite(p->x[i]) && isfinite(p->y[i]);
}

static double place(const axis *a, double value)
{
    return a->from + (log10(value) - a->lo) / (a->hi - a->lo) * (a->to - a->from);
}

static void widen(axis *a, double value)
{
    int down = (int)floor(log10(value)), up = (int)ceil(log10(value));
    if (down < a->lo) a->lo = down;
    if (up > a->hi) a->hi = up;
}

/* Where nothing is drawn it is one decade around 1. */
static void axes_of(const plot *p, axis *x, axis *y)
{
    *x = (axis){DECADES_MAX, -DECADES_MAX, LEFT, WIDTH - RIGHT};
    *y = (axis){DECADES_MAX, -DECADES_MAX, HEIGHT - BOTTOM, TOP};
    for (int i = 0; i < p->n; i++) {
        if (!is_drawn(p, i)) continue;
        widen(x, p->x[i]);
        widen(y, p->y[i]);
    }
    if (p->level > 0) widen(y, p->level);
    for (axis *a = x; a; a = a == x ? y : NULL) {
        if (a->lo > a->hi) a->lo = a->hi = 0;
        if (a->lo == a->hi) a->lo--;
    }
}

static void escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '<') fputs("&lt;", out);
        else if (*text == '>') fputs("&gt;", out);
        else if (*text == '&') fputs("&amp;", out);
        else putc(*text, out);
    }
}

void plot_text(FILE *out, double x, double y, const char *style, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    escaped(text, out);
    fputs("</text>\n", out);
}

/* Raised in letters of their own, since not every program can shift a part of a text. */
void plot_power(FILE *out, double x, double y, const char *style, int exponent)
{
    static const char *const raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                         "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    char digits[16], text[64] = "10";
    if (exponent >= -3 && exponent <= 3) {
        snprintf(text, sizeof text, "%g", pow(10, exponent));
    } else {
        snprintf(digits, sizeof digits, "%d", exponent);
        for (const char *d = digits; *d; d++) strcat(text, *d == '-' ? "\u207b" : raised[*d - '0']);
    }
    plot_text(out, x, y, style, text);
}

void plot_line(FILE *out, double x1, double y1, double x2, double y2, const char *stroke)
{
    fprintf(out, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2, stroke);
}

/* Lines at every decade and, where there are few, fainter ones within. */
static void grid(FILE *out, const axis *a, const axis *other, int across)
{
    int every = (a->hi - a->lo) / LABELS_MAX + 1;
    for (int e = a->lo; e <= a->hi; e++) {
        for (int k = 1; k < 10; k++) {
            if (k > 1 && (every > 1 || e == a->hi)) break;
            double at = place(a, k * pow(10, e));
            const char *stroke = k == 1 ? "#c8ccd0" : "#eceef0";
            if (across) plot_line(out, other->from, at, other->to, at, stroke);
            else plot_line(out, at, other->from, at, other->to, stroke);
        }
        if ((e - a->lo) % every) continue;
        if (across) plot_power(out, LEFT - 8, place(a, pow(10, e)) + 4, "text-anchor=\"end\"", e);
        else
            plot_power(out, place(a, pow(10, e)), HEIGHT - BOTTOM + 18, "text-anchor=\"middle\"",
                       e);
    }
}

static void curve(FILE *out, const plot *p, const axis *x, const axis *y)
{
    int drawn = 0;
    double last_x = 0, last_y = 0;
    fputs("<path fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"1.8\" "
          "stroke-linejoin=\"round\" d=\"",
          out);
    for (int i = 0; i < p->n; i++) {
        if (!is_drawn(p, i)) continue;
        last_x = place(x, p->x[i]);
        last_y = place(y, p->y[i]);
        fprintf(out, "%s%.1f %.1f", drawn++ ? "L" : "M", last_x, last_y);
    }
    if (!drawn) fputs("M0 0", out);
    fputs("\"/>\n", out);
    if (drawn)
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#1f5fa8\"/>\n", last_x,
                last_y);
}

static void level(FILE *out, const plot *p, const axis *x, const axis *y)
{
    if (!(p->level > 0)) return;
    double at = place(y, p->level);
    fprintf(out, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#b3432b\" stroke-dasharray=\"6 4\"/>\n",
            x->from, at, x->to, at);
    plot_text(out, x->from + 6, at - 5, "fill=\"#b3432b\"", p->level_label);
}

void plot_begin(FILE *out, int width, int height)
{
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
            width, height, width, height, width, height);
}

void plot_svg(const plot *p, FILE *out)
{
    axis x, y;
    int drawn = 0;
    for (int i = 0; i < p->n; i++) drawn += is_drawn(p, i);
    axes_of(p, &x, &y);
    plot_begin(out, WIDTH, HEIGHT);
    plot_text(out, LEFT, 28, "font-size=\"16\" font-weight=\"bold\"", p->title);
    plot_text(out, LEFT, 48, "fill=\"#555\"", p->subtitle);
    grid(out, &x, &y, 0);
    grid(out, &y, &x, 1);
    plot_text(out, (x.from + x.to) / 2, HEIGHT - 14, "text-anchor=\"middle\"", p->x_label);
    fprintf(out, "<g transform=\"translate(22 %.1f) rotate(-90)\">\n", (y.from + y.to) / 2);
    plot_text(out, 0, 0, "text-anchor=\"middle\"", p->y_label);
    fputs("</g>\n", out);
    level(out, p, &x, &y);
    curve(out, p, &x, &y);
    if (!drawn)
        plot_text(out, (x.from + x.to) / 2, (y.from + y.to) / 2, "text-anchor=\"middle\"",
                  p->nothing);
    fputs("</svg>\n", out);
}
