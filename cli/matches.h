/* matches.h -- what the files of parlor match and parlor league share. */
#ifndef MATCHES_H
#define MATCHES_H

#include "cli.h"
#include "parlor/match.h"
#include "parlor/ranks.h"

extern const option match_options[], league_options[];
extern const char match_about[], league_about[];

/* Who plays, from the command line or a file; what a file says beside that is NULL or 0 where
 * it says nothing. */
typedef struct {
    pl_entrant *of;
    int n;
    char *game, *format, *seats;
    int64_t games, rounds, advance;
} field;

/* "agent" or "name=agent"; DONE, or a status, having said why. */
int field_add(field *f, const char *word);
int field_put(field *f, const char *name, const char *agent);
/* match_file.c: one that ends in .json or .toml, or an agent on each line; from a file that is
 * open, called path. */
int field_read(field *f, const char *path);
int field_take(field *f, FILE *in, const char *path);
void field_free(field *f);

/* match_words.c: DONE, or a status, having said why. */
int format_read(const char *name, pl_format *out);
int seats_read(const char *name, pl_fairness *out);
int sprt_read(const char *text, pl_sprt *out); /* "elo0=0,elo1=5,alpha=.05,beta=.05" */

/* match_open.c: what a command was given, NULL where it was not; DONE, or a status, having said
 * why. */
int openings_open(const pl_game *g, const call *c, pl_openings **out);
int record_open(const pl_game *g, const call *c, pl_records **out);
int resume_check(const call *c);                                  /* before anything is opened */
int agents_check(const pl_game *g, const pl_entrant *who, int n); /* before there is a file */

/* match_live.c: how far it is, on a terminal; told by the match. */
typedef struct {
    double last; /* when it was drawn */
    int drawn;   /* lines of the picture */
} live;
void live_tell(void *with, pl_match *m); /* with a live */
void live_wipe(live *l);

/* What is told of a match, and how it was asked for: a status. */
int report_text(pl_match *m, const pl_match_plan *plan, unsigned ratings);
int report_json(pl_match *m, const pl_match_plan *plan, const call *c);
int report_csv(pl_match *m, const pl_match_plan *plan, FILE *out);
int report_html(pl_match *m, const pl_match_plan *plan, const call *c, FILE *out);
void csv_text(FILE *out, const char *text);
void csv_number(FILE *out, double x); /* after a comma; nothing where it is not finite */
/* Of all seats wins, draws or losses; of all kinds faults; a sequential test in words. */
int64_t results_of(const pl_standing *s, int how);
int64_t faults_of(const pl_standing *s);
extern const char alike_means[]; /* what it means that all groups came out alike */
const char *decision_of(const pl_sprt_result *r);
/* Games that were recorded, by their numbers in the file, from all over the match: how many, or
 * -1, having said why. */
enum { GAMES_MOST = 200 };
int match_games(pl_match *m, const pl_match_plan *plan, int64_t *id, int most);
int ranks_of(const pl_match_plan *plan); /* processes that play */
const char *plus_minus(void);            /* as far as the terminal has letters for it */
/* An interval in a cell, as "1.5 ± 0.2". */
void cell_interval(table *t, pl_interval x, const char *format);
json_t *number_or_null(double x); /* what is not finite is null */
json_t *json_interval(pl_interval x);

/* match_luck.c: scores less luck. */
typedef struct {
    pl_interval plain, reduced;
    double factor; /* by which the variance is less; infinite: nothing but rounding is left; NAN */
    double weight[PL_LUCKS];
    int64_t unknown; /* games whose luck nobody knows */
} lucky;
int match_luck(pl_match *m, int i, lucky *out); /* 0: nothing can be said */
int luck_text(pl_match *m, const int *order);   /* a status */
json_t *luck_json(pl_match *m);                 /* how it was counted; of one entrant, or null */
json_t *luck_json_of(pl_match *m, int i);
/* " and of the moves of a, b", by put: those whose chances are known. */
void luck_names(pl_match *m, FILE *out, void (*put)(void *with, const char *name), void *with);

/* match_ratings.c */
typedef struct {
    pl_interval elo[PL_ENTRANTS_MAX];
    double superiority[PL_ENTRANTS_MAX]; /* over all whom one met, taken together */
    int bounded;                         /* by a prior: results put no bounds */
} ratings;
void match_ratings(pl_match *m, ratings *out);
const char *match_model(pl_match *m); /* what Elo is by: "elo", "bradley-terry", "plackett-luce" */
/* Elo in the course of the match, and at its end; a status, having said why. */
typedef struct {
    int n;
    int64_t games[PL_POINTS_MAX + 1];
    pl_interval *elo; /* n x entrants; to be freed */
} curve_points;
int match_curve(pl_match *m, curve_points *out);

#endif
