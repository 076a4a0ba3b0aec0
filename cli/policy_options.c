/* policy_options.c -- what parlor policy and parlor exploit are for, and what may be said
 * to them. */
#include "policies.h"

const char policy_about[] =
    "A policy file says how likely each move is at every information set of a game, and what\n"
    "best answers prove of it (docs/policies.md).\n"
    "\n"
    "- show FILE: how it was made, what is proven, and a line for every information set, called\n"
    "  by what its seat noticed so far: 'J: pass 0.78 bet 0.22'\n"
    "- show FILE MOVES...: the set of whoever is to move after these moves, chance's included\n"
    "- purify FILE: drops moves that are less likely than --least, all but the likeliest with 1\n"
    "- ladder FILE: opponents of chosen strength, one file for each of --targets, by mixing in as\n"
    "  much random play as gives that exploitability, and for each of --temperatures\n"
    "- compare FILE...: exploitability of each, how far each is from the first, and for two\n"
    "  players what each wins from each\n"
    "\n"
    "'policy(file=FILE)' is an agent that plays by it.  Exploitability is NashConv, what all seats\n"
    "together would gain by best answers, divided by the players.";

const char exploit_about[] =
    "Asks an agent, or a policy file, how it plays at every information set of a game, and tells\n"
    "what each seat gets if all play so and what it would get by the best answer: exactly, to\n"
    "the last digit, for what the agent said.  NashConv is the sum of these gains,\n"
    "exploitability the mean.  With two players whose scores always add up to the same the value\n"
    "of the game lies between what the answers leave.\n"
    "\n"
    "An agent that searches is asked with random numbers that depend on the seed and the set\n"
    "alone, so the result is the same at any number of threads; more --times average over what\n"
    "it may say.  Of an agent that does not tell its strategy the picks are counted, 1000 at\n"
    "each set.\n"
    "\n"
    "Where the tree does not fit into --memory, or with --by, games are played instead: an\n"
    "exploiter takes one seat after the other, local best response (lbr) where something is\n"
    "hidden and mcts where nothing is, or the agent that --by names.  What it wins, with its\n"
    "95 % interval, bounds exploitability from below.";

#define AT(field) .at = offsetof(call, field)

/* Of both commands. */
#define SEAT_OPTION(what)                                                                          \
    {                                                                                              \
        .name = "seat", .arg = "N", .kind = WORD, AT(seat), .help = what                           \
    }
#define MEMORY_OPTION                                                                              \
    {                                                                                              \
        .name = "memory", .arg = "SIZE", .normal = "2G", .kind = SIZE, AT(memory),                 \
        .help = "that the tree may take"                                                           \
    }
#define THREADS_OPTION                                                                             \
    {                                                                                              \
        .name = "threads", .arg = "K", .normal = "1", .lo = 1, .hi = THREADS_MAX, .kind = NUMBER,  \
        AT(threads), .help = "threads; the result is the same for all K"                           \
    }

const option policy_options[] = {
    {.name = "game",
     .arg = "FILE.efg",
     .kind = WORD,
     AT(game),
     .help = "a game that is from a file (not given: looked for beside the policy, and here)"},
    SEAT_OPTION("show only this one's sets (not given: all)"),
    {.name = "output",
     .arg = "FILE",
     .kind = WORD,
     AT(output),
     .help = "what purify writes, and how the files of ladder begin (not given: as FILE does)"},
    {.name = "least",
     .arg = "P",
     .normal = "1",
     .kind = FRACTION,
     AT(least),
     .help = "moves less likely are dropped by purify; 1: all but the likeliest"},
    {.name = "targets",
     .arg = "E,...",
     .kind = WORD,
     AT(targets),
     .help = "exploitabilities of ladder's files"},
    {.name = "temperatures",
     .arg = "T,...",
     .kind = WORD,
     AT(temperatures),
     .help = "also files with probabilities p^(1/T): above 1 weaker, below 1 purer"},
    {.name = "bits",
     .arg = "N",
     .normal = "64",
     .choices = "64|32|16",
     .kind = CHOICE,
     AT(bits),
     .help = "of a probability in the files that are written; 64 is exact"},
    MEMORY_OPTION,
    THREADS_OPTION,
    {0},
};

const option exploit_options[] = {
    SEAT_OPTION("who answers (not given: each seat in turn)"),
    {.name = "times",
     .arg = "N",
     .normal = "0",
     .hi = 1000000,
     .kind = NUMBER,
     AT(times),
     .help =
         "that the agent is asked at each set, and averaged; 0: once, or 1000 if it is counted"},
    {.name = "response",
     .arg = "FILE",
     .kind = WORD,
     AT(response),
     .help = "write the best answers there, as a policy"},
    {.name = "strategy",
     .arg = "FILE",
     .kind = WORD,
     AT(policy),
     .help = "write how the agent plays there, as a policy"},
    {.name = "by",
     .arg = "AGENT",
     .kind = WORD,
     AT(agents),
     .help = "no best answers, but games against this exploiter"},
    {.name = "games",
     .arg = "N",
     .normal = "1000",
     .lo = 2,
     .hi = 1000000000,
     .kind = NUMBER,
     AT(games),
     .help = "of the exploiter in each seat"},
    MEMORY_OPTION,
    THREADS_OPTION,
    {0},
};
