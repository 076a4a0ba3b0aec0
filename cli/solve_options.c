/* solve_options.c -- what parlor solve is for, and what may be said to it. */
#include "solve.h"

const char solve_about[] =
    "Finds how a game is best played, and what it is then worth.\n"
    "\n"
    "Where nothing is hidden every position is worked out from the ends.  Else the whole\n"
    "tree is laid out in memory and a method improves a policy on it until a best answer to\n"
    "it would gain no more than --target; for two players whose scores always add up to the\n"
    "same, best answers then prove between which bounds the value of the game lies.  For other games it\n"
    "tells NashConv, what all seats together would gain by leaving the policy, and proves no\n"
    "value.  Where the tree does not fit into --memory its size is told; --method deep then\n"
    "samples the game, and proves nothing.\n"
    "\n"
    "Ctrl-C ends the run with the result so far.  With --save it can be taken up again, also\n"
    "after it was killed, and comes to the same end as if it had never been.  The same seed\n"
    "and iterations give the same result at any number of threads.\n"
    "\n"
    "The exit status is 0 if the target was reached, or if none was given and the iterations\n"
    "or seconds that were are over; 1 if it was not reached; 130 after Ctrl-C.";

#define AT(field) .at = offsetof(call, field)

const option solve_options[] = {
    {.name = "method",
     .arg = "METHOD",
     .kind = WORD,
     AT(method),
     .help = "as name or name(key=value,...); help: list them (not given: what fits the game)"},
    {.name = "target",
     .arg = "E",
     .kind = REAL,
     AT(target),
     .help = "exploitability to reach, NashConv divided by players (0: as far as "
             "rounding lets it; not given: a millionth of the range of scores, none with "
             "--iterations)"},
    {.name = "iterations",
     .arg = "N",
     .lo = 1,
     .hi = PL_ITERATIONS_MAX,
     .kind = NUMBER,
     AT(iterations),
     .help = "no more than so many, those before a --resume included"},
    {.name = "seconds",
     .arg = "T",
     .lo = 1,
     .kind = REAL,
     AT(seconds),
     .help = "no longer than this, all in all, but for a tree and its first iteration (not given: "
             "60 where a method need not converge)"},
    {.name = "memory",
     .arg = "SIZE",
     .normal = "2G",
     .kind = SIZE,
     AT(memory),
     .help = "that the tree may take, or positions, or sampled sets"},
    {.name = "threads",
     .arg = "K",
     .normal = "1",
     .lo = 1,
     .hi = THREADS_MAX,
     .kind = NUMBER,
     AT(threads),
     .help = "threads; the result is the same for all K"},
    {.name = "strategies",
     .kind = FLAG,
     AT(strategies),
     .help = "print the policy, as is done anyway for up to 20 information sets"},
    {.name = "policy", .arg = "FILE", .kind = WORD, AT(policy), .help = "write the policy there"},
    {.name = "games",
     .arg = "N",
     .lo = 1,
     .hi = 1000000000,
     .kind = NUMBER,
     AT(games),
     .help =
         "with --method deep and --policy: bound by so many in each seat what it loses at least"},
    {.name = "plot",
     .arg = "FILE",
     .kind = WORD,
     AT(plot),
     .help = "draw exploitability against time, on log axes, as SVG"},
    {.name = "log",
     .arg = "FILE",
     .kind = WORD,
     AT(log),
     .help = "write what was measured as comma-separated values"},
    {.name = "save",
     .arg = "FILE",
     .kind = WORD,
     AT(save),
     .help = "keep the run in this new file while it goes on, and at its end"},
    {.name = "every",
     .arg = "T",
     .normal = "10",
     .kind = SECONDS,
     AT(every),
     .help = "seconds between two savings"},
    {.name = "resume",
     .arg = "FILE",
     .kind = WORD,
     AT(resumed),
     .help = "take up the run that was saved there, and save it there again"},
    {.name = "seed",
     .arg = "S",
     .kind = NUMBER,
     .hi = INT64_MAX,
     AT(seed),
     .help = "where random numbers begin, for methods that draw some (not given: 1)"},
    {0},
};
