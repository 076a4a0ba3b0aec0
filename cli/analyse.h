/* analyse.h -- what the files of parlor analyse share.  Each part of an analysis
 * is made as JSON, of which the text for people is a rendering. */
#ifndef ANALYSE_H
#define ANALYSE_H

#include "worlds.h"

extern const option analyse_options[];

json_t *json_known(double x); /* a number; null: NAN */
/* The number under key of object o, times scale and with its unit, or "-". */
void known_cell(table *t, const json_t *o, const char *key, double scale, const char *unit);

/* beliefs.c: what cannot be seen, as parlor/analysis.h tells it. */
json_t *belief_json(const pl_knowledge *k, int worlds, pl_rng *r); /* NULL: no world fits */
int belief_text(const json_t *belief, int seat);

/* trees.c: the top of the tree that the agent searched, as
 * [{"mover":0,"move":"bet","visits":9,"share":0.5,"value":0.1,"below":[...]},...] */
json_t *tree_json(pl_agent *a, const pl_knowledge *k, int depth, double least, pl_rng *r);
int tree_text(const json_t *top, int trees, int seat);
void tree_dot(const json_t *top, const pl_knowledge *k, FILE *out);
/* The line that is expected, as [{"mover":0,"move":"bet"},...]. */
json_t *line_json(const pl_reasons *why, const pl_knowledge *k, pl_rng *r);

/* watch.c: what the agent thinks while it does. */
typedef struct {
    const pl_knowledge *known;
    int json, lines; /* lines: how many of the last report stand on the terminal */
    double last;     /* when it was printed */
} watcher;
/* To be called before it picks: Ctrl-C ends the thinking; with w, not NULL, the
 * agent reports.  And after it. */
void watch_begin(pl_agent *a, watcher *w);
void watch_end(pl_agent *a, watcher *w);

/* analyse.c: {"iterations":...,"nodes":...,"seconds":...,"moves":[...]}, the
 * likeliest move first. */
json_t *thoughts_json(const pl_reasons *why, const pl_knowledge *k);
void thought_row(table *t, const json_t *move); /* of its moves: name, share, visits, value */

#endif
