/* report_page.h -- what the files of the report in HTML share. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "matches.h"

enum {
    CROSS_MOST = 40, /* entrants that have a column of the cross-table */
    CURVES_MOST = 8, /* that have a curve */
    SHAPES_MOST = 24 /* that have a histogram */
};

/* All that is known, gathered once. */
typedef struct {
    FILE *out;
    pl_match *match;
    const pl_match_plan *plan;
    const call *call;
    int n, order[PL_ENTRANTS_MAX]; /* entrants, the best first */
    ratings ratings;
    pl_match_course course;
    curve_points curve;
} page;

/* report_html.c: text as it is, whatever is in it; a head of columns "a|b>", '>': to the right. */
void put_text(page *p, const char *text);
void put_name(page *p, int place); /* of the entrant with that rank, from 0 */
void put_head(page *p, const char *columns);
void put_number(page *p, const char *format, double x); /* one that is not finite: a dash */
void put_interval(page *p, pl_interval x, const char *format);
void put_cell(page *p, int64_t n); /* in a cell to the right */
/* A section with its heading and a sentence; tables go in a box that scrolls. */
void open_section(page *p, const char *id, const char *title, const char *says);
void close_section(page *p);
void open_table(page *p, const char *label, const char *columns);
void close_table(page *p);

/* report_tables.c: sections that are tables. */
void cross_section(page *p);
void seats_section(page *p);
void times_section(page *p);
void faults_section(page *p);
void luck_section(page *p);
/* report_pool.c */
void circles_section(page *p);
void kept_section(page *p);
/* report_tables.c again, */
int games_section(page *p); /* a status, having said why */

/* report_plots.c: sections that are pictures, and an interval in a cell, on a scale that all of
 * its column share. */
typedef struct {
    double low, high;
} span;
void span_take(span *s, double x); /* widen it, if x is finite; begins with low above high */
void put_whisker(page *p, const span *s, pl_interval x);
void put_stretch(page *p, const span *s, double from, double to);
void put_bar(page *p, double share); /* of a whole */
void curve_section(page *p);
void scores_section(page *p);

extern const char report_style[]; /* report_style.c */

#endif
