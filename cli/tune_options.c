/* tune_options.c -- what parlor tune is for, and what may be said to it. */
#include "tuning.h"

const char tune_about[] =
    "Finds better values for numbers among an agent's parameters ('parlor agents NAME' lists\n"
    "them), by playing.  All games come in groups, one deal from every seat.\n"
    "\n"
    "- spsa: all values are moved to both sides at random, the two agents meet, and the values\n"
    "  go towards the winner; for any number of parameters, begins at the agent's own values\n"
    "- bandit: agents with values spread over the ranges play the same deals against the\n"
    "  original, or --against; after each round the worse half is out (sequential halving)\n"
    "\n"
    "What won may have been lucky.  So in the end the tuned agent meets the original in a\n"
    "match on other seeds, and that alone tells whether anything was gained; with --against\n"
    "both meet that opponent, too.\n"
    "\n"
    "The same seed gives the same result on any number of threads, and of processes under\n"
    "mpirun (docs/cluster.md).  Ctrl-C tells the best values so far, and after any\n"
    "end --record FILE --resume goes on.";

#define AT(field) .at = offsetof(call, field)

const option tune_options[] = {
    {.name = "param",
     .arg = "RANGE",
     .kind = LIST,
     AT(params),
     .help = "a parameter and its bounds, explore=0.1:3, or iterations=10:1000:log for steps that "
             "are factors; once for each parameter"},
    {.name = "games",
     .arg = "N",
     .normal = "2000",
     .lo = 1,
     .hi = 1000000000,
     .kind = NUMBER,
     AT(games),
     .help = "to tune with, at most"},
    {.name = "method",
     .arg = "METHOD",
     .normal = "spsa",
     .choices = "spsa|bandit",
     .kind = CHOICE,
     AT(method),
     .help = "how to look for values"},
    {.name = "against",
     .arg = "AGENT",
     .kind = WORD,
     AT(against),
     .help = "whom it shall beat (not given: others of its kind)"},
    {.name = "final",
     .arg = "N",
     .normal = "1000",
     .lo = 0,
     .hi = 1000000000,
     .kind = NUMBER,
     AT(final),
     .help = "games of the match at the end; 0: none, and nothing is shown"},
    {.name = "batch",
     .arg = "N",
     .lo = 1,
     .hi = 1000000,
     .kind = NUMBER,
     AT(batch),
     .help =
         "of spsa: games of one comparison (not given: 32); threads beyond its groups are idle"},
    {.name = "arms",
     .arg = "N",
     .lo = 2,
     .hi = 4096,
     .kind = NUMBER,
     AT(arms),
     .help = "of bandit: agents that begin (not given: 16)"},
    {.name = "threads",
     .arg = "K",
     .normal = "1",
     .lo = 1,
     .hi = THREADS_MAX,
     .kind = NUMBER,
     AT(threads),
     .help = "games at the same time; the result is the same for all K"},
    {.name = "openings",
     .arg = "FILE",
     .kind = WORD,
     AT(openings),
     .help = "begin groups of each match from its lines: moves by name, chance's too"},
    {.name = "record",
     .arg = "FILE",
     .kind = WORD,
     AT(record),
     .help = "keep every game in this file"},
    {.name = "resume",
     .kind = FLAG,
     AT(again),
     .help = "go on with the same tuning in the --record, where it was interrupted"},
    {0},
};
