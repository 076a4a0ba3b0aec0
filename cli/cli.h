/* cli.h -- what the files of the parlor command share.
 *
 * Every command is one row of the table in commands.c; parsing, --help, shell
 * completion and the man page are all read from it.
 */
#ifndef CLI_H
#define CLI_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "parlor/parlor.h"

enum { DONE = 0, FAILED = 1, MISUSED = 2 }; /* exit statuses */
enum { UNSEEDED = -1 };                     /* the seed, where none is given or usual */
enum { NOT_RESUMED = -1 };                  /* the game to take up again, where none is */
enum { NO_TARGET = -1, NOT_GIVEN = -1 };    /* where none is given */

/* What the words of one command line came to. */
typedef struct {
    int64_t seed, games, threads, max_nodes, moves, worlds, tree, limit, resume;
    double seconds, hint_seconds, least;
    const char *seat, *only, *agents, *dot, *clock, *on, *record;
    const char *file, *game, *player, *ending, *since, *format;
    const char *level, *colour, *summary, *name;
    int json, trace, divide, all, spread, searchers, watch, some, trust, no_record, help;
    int64_t port; /* from here on of host, join and watch */
    double wait, delay, pause;
    const char *bind, *names, *token;
    int64_t each; /* from here on of serve */
    int64_t requests, making, most;
    const char *certificate, *key, *nets;
    int open;
    const char *output;         /* of export */
    int64_t iterations, memory; /* from here on of solve */
    double target, every;
    const char *method, *policy, *plot, *log, *save, *resumed;
    int strategies;
    int64_t times; /* from here on of exploit and policy */
    const char *response, *targets, *temperatures, *bits;
    int64_t rounds, advance; /* from here on of match and league */
    const char *seats, *openings, *sprt, *csv, *html, *luck, *ratings, *games_at;
    int shuffle, again;
    const char *params[PL_PARAMS_MAX], *against; /* from here on of tune */
    int64_t final, batch, arms;
    const char *contest[20]; /* from here on of contest, as contests.h numbers them */
    int trials, anew;
    double minutes, lambda, rate, epsilon, temperature; /* from here on of train */
    int64_t half, measure, replay;
    const char *out, *hidden, *inputs, *activation, *head, *schedule, *turns, *opponents, *learners;
    const char *update;
    int norm;
    int64_t min_games; /* from here on of ladder and ratings */
    const char *levels, *write;
    int policies, show, as_csv;
    int count; /* words that are no options */
    char **words;
    char **line;  /* all of them, options and the name of the command included */
    char **after; /* the words behind --, of a command that runs one; or NULL */
} call;

/* NUMBER: lo .. hi; SECONDS: more than 0; FRACTION: 0 .. 1; REAL: 0 or more, as 1e-6, or more than 0 if lo is 1; SIZE: bytes,
 * as 2G; WORD: anything; CHOICE: one of choices; LIST: anything, up to PL_PARAMS_MAX times. */
typedef enum { FLAG, NUMBER, SECONDS, FRACTION, REAL, SIZE, WORD, CHOICE, LIST } kind;

typedef struct {
    const char *name; /* NULL ends the list */
    const char *arg;  /* what its value is called; NULL: it takes none */
    const char *help;
    const char *normal;  /* the value when it is not given, or NULL */
    const char *bare;    /* the value when it is given without one; NULL: it needs one */
    const char *choices; /* "a|b": values that completion offers */
    size_t at;           /* where in a call it goes */
    int64_t lo, hi;      /* of a NUMBER */
    kind kind;
} option;

typedef struct {
    const char *command, *says;
} example;

enum { THREADS_MAX = 256, EXAMPLES_MAX = 6, OPTIONS_MAX = 48 };

typedef struct {
    const char *name; /* NULL ends the list */
    const char *words;
    const char *summary;
    const char *about;
    const option *options;
    int least, most; /* words it takes; most -1: any number */
    example examples[EXAMPLES_MAX];
    int runs;                          /* 1: behind -- stands a command of its own */
    int (*negative)(const char *word); /* what to say of a word like -1, or NULL */
    int (*run)(const call *c);
} command;

extern const command commands[];
extern const option common_options[];

int cmd_agents(const call *c);
int cmd_analyse(const call *c);
int cmd_bench(const call *c);
int cmd_check(const call *c);
int cmd_conform(const call *c);
int cmd_contest(const call *c);
int cmd_completion(const call *c);
int cmd_count(const call *c);
int cmd_exploit(const call *c);
int cmd_export(const call *c);
int cmd_games(const call *c);
int cmd_help(const call *c);
int cmd_host(const call *c);
int cmd_join(const call *c);
int cmd_ladder(const call *c);
int cmd_man(const call *c);
int cmd_match(const call *c);
int cmd_perft(const call *c);
int cmd_play(const call *c);
int cmd_playout(const call *c);
int cmd_policy(const call *c);
int cmd_ratings(const call *c);
int cmd_records(const call *c);
int cmd_rules(const call *c);
int cmd_serve(const call *c);
int cmd_show(const call *c);
int cmd_solve(const call *c);
int cmd_train(const call *c);
int cmd_tune(const call *c);
int cmd_watch(const call *c);
int bad_depth(const char *word); /* MISUSED, having said what perft's DEPTH is */

/* options.c: the command line. */

const command *find_command(const char *name); /* or NULL, having said so */
/* Option i of a command, its own before the common ones; NULL past the last. */
const option *option_of(const command *c, int i);
/* DONE with *out filled, or MISUSED, having said why. */
int parse_call(const command *c, int argc, char **argv, call *out);
/* Words as the shell takes them, to be freed: one is a whole command, several are each
 * quoted; NULL: out of memory. */
char *command_of(char **words);
/* report.c: the command again, as a shell takes it; to be freed, or NULL: out of memory. */
char *command_again(const call *c);
int read_number(const char *text, int64_t lo, int64_t hi, int64_t *out); /* 0 or -1 */

/* help.c */

void help_all(FILE *out);
void help_command(const command *c, FILE *out);
/* "parlor play [OPTIONS] [GAME]", without the first word. */
void help_synopsis(const command *c, char *buf, size_t n);

/* say.c: sentences for people. */

/* Print "parlor: sentence" on stderr; return the status. */
int failed(const char *format, ...);
int misused(const char *format, ...);
/* Whether stdout is broken: a command that writes a lot asks as it goes. */
int output_failed(void);
void flush_output(void); /* now, so that the reason of a failure is known */
/* Replace what a terminal would obey, and what is no UTF-8, by '?'. */
void clean_text(char *text, size_t n);
/* "s", or "" for one of a thing. */
const char *plural(int64_t n);
/* Flush stdout and turn what became of it into an exit status. */
int close_output(int status);
void print_json(json_t *object);      /* on one line; frees it; NULL: it could not be made */
json_t *json_clean(const char *text); /* as clean_text has it */
/* What write() writes, as it is or as {"text":...}. */
int print_text(void (*write)(FILE *out), int json);
/* Shown only when stderr is a terminal, many steps a few times a second. */
void progress(const char *what, int64_t done, int64_t of);
void progress_text(const char *text); /* the same in other words, at once */
void progress_end(void);
double seconds_now(void); /* of a clock that never goes back */
/* 123456789 as "123 M". */
const char *short_number(double x, char buf[16]);

/* table.c: columns of text, by libsmartcols. */

typedef struct table table;
/* "name|count>|about~": '>' is set to the right, '~' may be wrapped. */
table *table_new(const char *columns);
void table_row(table *t);
void table_cell(table *t, const char *format, ...);
int table_print(table *t); /* frees it; DONE or FAILED */
void table_free(table *t);

/* position.c: games, moves and seats by name. */

/* By its spelling, or from a file that ends in .efg; or NULL, having said so. */
const pl_game *open_game(const char *spec);
/* The game that the file at path is of, where it is spelt so: named, if anything is, must be
 * that one; a game from a file is looked for beside path and where we are.  NULL as above. */
const pl_game *open_game_of(const char *path, const char *spec, const char *named);
/* DONE; or MISUSED, having said why this needs a game that its spelling opens again. */
int refuse_file(const pl_game *g, const char *why);
/* A legal move by name ("bet", in any case of letters if only one is meant, with
 * blanks for commas, and parts that these divide in any order) or number ("#1", or "1" where no legal move is called by a number), or
 * PL_ILLEGAL. */
pl_move find_move(const pl_game *g, const void *s, const char *text);
/* What to print between the names of moves: a comma, unless names have some. */
const char *gap_between(const pl_game *g, const void *s, const pl_move *list, int n);
/* Play words from where the line stands; "any" is a move at random.  If one cannot
 * be played, what is said of it is for seat's eyes. */
int play_words(pl_line *line, char **words, int n, uint64_t seed, int seat);
int read_seat(const pl_game *g, const char *text, int *seat); /* DONE or MISUSED */
const char *mover_name(int who, char buf[24]);                /* "chance", "seat 0" */
json_t *json_mover(int who);
json_t *json_move(const pl_game *g, const void *s, pl_move m);
json_t *json_moves(const pl_game *g, const void *s); /* names of all legal ones */
json_t *json_odds(const pl_game *g, const void *s);
json_t *json_numbers(const double *x, int n); /* whole ones as integers */
json_t *json_spec(const pl_game *g);
json_t *json_aliases(const pl_game *g); /* foreign name: what it stands for */
json_t *json_position(const pl_game *g, const void *view, int seat);
/* The position in lines, ending in a newline. */
void print_position(const pl_game *g, const void *view);
void print_moves(const pl_game *g, const void *s);
/* show.c: the position as seat sees it, below which moment of what game it is. */
void print_moment(const pl_line *line, const void *view, int seat);
int plies_told(const pl_line *line, int seat); /* of which seat has noticed anything */
void print_scores(const pl_game *g, const void *s);

#endif
