/* contests.h -- what the files of parlor contest share. */
#ifndef CONTESTS_H
#define CONTESTS_H

#include "cli.h"
#include "parlor/contest.h"

extern const option contest_options[];
extern const char contest_about[];

/* What is said of a contest, on the command line or in its file. */
enum {
    SET_NAME, /* texts */
    SET_GAME,
    SET_CLOCK,
    SET_OPENINGS,
    SET_SECRET,
    SET_DEALS,
    SET_GAMES, /* numbers */
    SET_KNOWN,
    SET_PLIES,
    SET_POOLS,
    SET_ADVANCE,
    SET_FAULTS,
    SET_MEMORY,
    SET_CPU,
    SET_PROCESSES,
    SET_FILES,
    SET_START,
    SET_SEED,
    SETTINGS
};
typedef struct {
    char *text[SETTINGS];     /* or NULL: not said */
    int64_t number[SETTINGS]; /* -1: not said */
    int beside;               /* the openings are named in the contest's file, and lie beside it */
} contest_settings;
/* contest_options.c: the command line counts before the file of the folder, if there is one.  A
 * status, having said why. */
int contest_settings_read(contest_settings *s, const call *c, const char *folder);
void contest_settings_free(contest_settings *s);

/* contest_report.c: from the JSON that everybody can read; a status. */
int contest_report(const char *state);
/* What is under way, on a terminal. */
void contest_progress(const char *state);
/* What the trials came to: FAILED if an entry is excluded; json: nothing is said of it. */
int contest_trials(const char *state, int json);

#endif
