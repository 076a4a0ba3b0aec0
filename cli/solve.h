/* solve.h -- what the files of parlor solve share. */
#ifndef SOLVE_H
#define SOLVE_H

#include "keeping.h"

extern const char solve_about[];
extern const option solve_options[];

/* Why a run ended. */
typedef enum {
    GOES_ON,
    TARGET,
    ITERATIONS,
    SECONDS_OVER,
    INTERRUPTED,
    NO_MORE,
    OVERTAKEN
} ending_of_run;

typedef struct {
    const call *call;
    const pl_game *game;
    pl_tree *tree;
    pl_solver *solver; /* NULL: it was solved at one go */
    pl_run run;        /* as it is saved; the points are measured at fixed iterations */
    int room;          /* points that there is memory for */
    pl_gap gap;        /* of the policy in the end, */
    double *policy;    /* and itself */
    ending_of_run ended;
    /* What ends it; 0: nothing.  A run that is taken up may go on beyond what run has. */
    int64_t limit;
    double target, seconds;
    double began;                  /* by the clock */
    keeping *keep;                 /* where it is saved */
    double built, measured, saved; /* seconds on the tree, on best answers, on files */
} solving;

/* solve.c */

int64_t solve_seed(const call *c); /* the one that is given, or the usual one */

/* The ways to solve a game; a status, having told what came out. */
int solve_exact(const call *c, const pl_game *g);
int solve_deep(const call *c, const pl_game *g, keeping *keep, pl_saved *from);
int solve_tree(const call *c, const pl_game *g, keeping *keep, pl_saved *from);
/* Whether a run that is taken up is told anew when to end. */
int solve_told_anew(const call *c);

/* solve_run.c */

/* The best score less the worst. */
double score_range(const pl_tree *t);
/* From where the solver stands to the end of the run: all of s->run, gap, policy and
 * ended is filled.  DONE, or FAILED, having said why. */
int solve_run(solving *s);
int solve_save(solving *s); /* into --save now; DONE, or FAILED, having said why */
double exploitability(const pl_game *g, double nashconv);
int64_t solve_iterations(const solving *s);

/* solve_report.c */

/* Whether there was a target and it was reached. */
int solve_reached(const solving *s);
void solve_report(const solving *s);
const char *seconds_text(double x, char buf[16]);
const char *solve_end_name(ending_of_run e);
/* The value, in a line, and how it is known. */
void print_value(double lower, double upper, const char *why);
#define PROVEN "proven by best answers"

/* solve_methods.c: --method help. */

int solve_methods(int json);
int solve_knows(const char *method); /* DONE, or MISUSED, having said so */

/* curve.c: what was measured, for other programs. */

/* DONE or FAILED, having said why. */
int curve_csv(const solving *s, const char *path);
int curve_plot(const solving *s, const char *path);

/* Its row in the table of all commands. */
#define SOLVE_COMMAND                                                                              \
    {                                                                                              \
        .name = "solve", .words = "[GAME]", .summary = "find the value and how to play for it",    \
        .about = solve_about, .options = solve_options, .most = 1,                                 \
        .examples =                                                                                \
            {{"parlor solve kuhn", "value, bounds and strategies"},                                \
             {"parlor solve leduc --target 1e-9 --plot leduc.svg",                                 \
              "more exactly, and how it got there"},                                               \
             {"parlor solve 'liars_dice(sides=6)' --method 'dcfr(alpha=2)' --save dice.run",       \
              "by a method of your choice; Ctrl-C, and go on later:"},                             \
             {"parlor solve --resume dice.run", "from where it was"},                              \
             {"parlor solve --method help", "all methods and their parameters"}},                  \
        .run = cmd_solve                                                                           \
    }

#endif
