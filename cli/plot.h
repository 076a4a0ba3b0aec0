/* plot.h -- a curve on log axes, as SVG. */
#ifndef PLOT_H
#define PLOT_H

#include <stdio.h>

typedef struct {
    const char *title, *subtitle, *x_label, *y_label;
    const double *x, *y; /* n of each; what is not above 0 is left out */
    int n;
    double level;            /* a line across, or 0 */
    const char *level_label; /* and what it is */
    const char *nothing;     /* what to say where there is no point to draw */
} plot;

void plot_svg(const plot *p, FILE *out);

/* Of other pictures: the head of the file, which ends with </svg>; a text and a line. */
void plot_begin(FILE *out, int width, int height);
void plot_text(FILE *out, double x, double y, const char *style, const char *text);
/* A power of ten: small ones as they are, others as 10 with its exponent raised. */
void plot_power(FILE *out, double x, double y, const char *style, int exponent);
void plot_line(FILE *out, double x1, double y1, double x2, double y2, const char *stroke);

#endif
