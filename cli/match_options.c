/* match_options.c -- what parlor match and parlor league are for, and what may be said to them. */
#include "matches.h"

const char match_about[] =
    "Plays groups of games: one deal, with the agents at every seat in turn.  A group is one\n"
    "sample, so luck with the deal and the seat is in nobody's favour and in no interval.\n"
    "Tells wins, draws and losses by seat, the mean score and the difference in Elo with\n"
    "their 95 % intervals, how likely it is that an agent is the better one, what the seats\n"
    "are worth, times of moves (of a few games, where they are quick) and faults.\n"
    "\n"
    "An agent may have a name of its own before '='.  Fewer agents than seats: the last one\n"
    "takes those that are left.  More: every set of them that fits plays.\n"
    "\n"
    "With --luck mean scores are told once more, less what chance and the dice of agents whose\n"
    "chances are known happened to bring, and by how much they then vary less.\n"
    "\n"
    "Results depend on the seed alone, not on threads, records or interruptions: Ctrl-C\n"
    "tells the standings so far, and after any end --record FILE --resume goes on.  Nor on\n"
    "processes: 'mpirun -n 8 parlor match ...' spreads games over eight (docs/cluster.md).";

const char league_about[] =
    "A match of many agents, from the command line or from a file.  The formats:\n"
    "\n"
    "- round-robin: every set of agents that fits at a table\n"
    "- gauntlet: the first agent against all the others\n"
    "- random: a table is drawn for each group; balanced: the same, but everybody plays as\n"
    "  often and takes each place as often\n"
    "- neighbours: agents in the order of their strength meet those next to them, and half as\n"
    "  often those one further\n"
    "- swiss: tables of neighbours in the standings who have not met, if that can be\n"
    "- knock-out: the best of a table go on, --advance of them; ties are played again\n"
    "\n"
    "Groups, statistics, records and --resume are as 'parlor match --help' tells.  Elo is\n"
    "a rating about 0: by Bradley and Terry's model, or, at tables of several, by Plackett\n"
    "and Luce's; its interval is from batches of groups.  How superior an agent is, is told\n"
    "against all whom it met, taken together.  Where a pool goes in circles, it says so, and\n"
    "to show who is at the top then there is --ratings nash.\n"
    "\n"
    "'mpirun -n 8 parlor league ...' spreads games over eight processes, on one machine or\n"
    "many (docs/cluster.md).";

#define AT(field) .at = offsetof(call, field)

/* What both take; the list of each begins with its own. */
#define MATCH_OPTIONS                                                                              \
    {.name = "threads",                                                                            \
     .arg = "K",                                                                                   \
     .normal = "1",                                                                                \
     .lo = 1,                                                                                      \
     .hi = 1024,                                                                                   \
     .kind = NUMBER,                                                                               \
     AT(threads),                                                                                  \
     .help = "games at the same time; the result is the same for all K"},                          \
        {.name = "seats",                                                                          \
         .arg = "HOW",                                                                             \
         .choices = "rotations|permutations|fresh",                                                \
         .kind = CHOICE,                                                                           \
         AT(seats),                                                                                \
         .help =                                                                                   \
             "what a group is: one deal from every seat (not given), in every order, or a deal "   \
             "for each game"},                                                                     \
        {.name = "shuffle-seats",                                                                  \
         .kind = FLAG,                                                                             \
         AT(shuffle),                                                                              \
         .help = "draw the seats of every game; a group is then one game"},                        \
        {.name = "openings",                                                                       \
         .arg = "FILE",                                                                            \
         .kind = WORD,                                                                             \
         AT(openings),                                                                             \
         .help = "begin group after group from its lines: moves by name, chance's too"},           \
        {.name = "clock",                                                                          \
         .arg = "PACE",                                                                            \
         .kind = WORD,                                                                             \
         AT(clock),                                                                                \
         .help = "time for every seat: move=100ms, or game=5m,increment=2s, or move=1s,bank=10s"}, \
        {.name = "on",                                                                             \
         .arg = "FAULT=DEED,...",                                                                  \
         .kind = WORD,                                                                             \
         AT(on),                                                                                   \
         .help = "what is done about faults: timeout=random, all=retry:2/abort (not given: "       \
                 "forfeit)"},                                                                      \
        {.name = "record",                                                                         \
         .arg = "FILE",                                                                            \
         .kind = WORD,                                                                             \
         AT(record),                                                                               \
         .help = "keep every game in this file"},                                                  \
        {.name = "resume",                                                                         \
         .kind = FLAG,                                                                             \
         AT(again),                                                                                \
         .help = "go on with the same match in the --record, where it was interrupted"},           \
        {.name = "sprt",                                                                           \
         .arg = "TEST",                                                                            \
         .kind = WORD,                                                                             \
         AT(sprt),                                                                                 \
         .help = "stop when it is decided: elo0=0,elo1=5,alpha=.05,beta=.05"},                     \
        {.name = "luck",                                                                           \
         .arg = "HOW",                                                                             \
         .bare = "auto",                                                                           \
         .choices = "auto|tree|exact|rollouts",                                                    \
         .kind = WORD,                                                                             \
         AT(luck),                                                                                 \
         .help = "take luck off the scores: valued by the tree, exact values, rollouts:N, or a "   \
                 "policy FILE"},                                                                   \
        {.name = "ratings",                                                                        \
         .arg = "LIST",                                                                            \
         .kind = WORD,                                                                             \
         AT(ratings),                                                                              \
         .help = "tell these, too: nash, alpha-rank, elo, lab-elo, glicko, or all; nash,elo"},     \
        {.name = "games-at",                                                                       \
         .arg = "URL",                                                                             \
         .kind = WORD,                                                                             \
         AT(games_at),                                                                             \
         .help = "where 'parlor serve' shows the record, for links of --html (not given: "         \
                 "http://127.0.0.1:8017)"},                                                        \
        {.name = "html",                                                                           \
         .arg = "FILE",                                                                            \
         .kind = WORD,                                                                             \
         AT(html),                                                                                 \
         .help = "write a report with pictures: one page, whole or not at all"},                   \
    {                                                                                              \
        .name = "csv", .arg = "FILE", .bare = "-", .kind = WORD, AT(csv),                          \
        .help = "print the standings as CSV, or write them to a file"                              \
    }

const option match_options[] = {
    {.name = "games",
     .arg = "N",
     .lo = 1,
     .hi = 1000000000,
     .kind = NUMBER,
     AT(games),
     .help = "how many, in whole groups (not given: 1000)"},
    MATCH_OPTIONS,
    {0},
};

const option league_options[] = {
    {.name = "file",
     .arg = "FILE",
     .kind = WORD,
     AT(file),
     .help = "who plays, and what: .json, .toml, or an agent on each line"},
    {.name = "format",
     .arg = "FORMAT",
     .choices = "round-robin|gauntlet|random|balanced|neighbours|swiss|knock-out",
     .kind = CHOICE,
     AT(format),
     .help = "who meets whom (not given: round-robin)"},
    {.name = "games",
     .arg = "N",
     .lo = 1,
     .hi = 1000000000,
     .kind = NUMBER,
     AT(games),
     .help = "of each pairing, in whole groups; of random and balanced in all (not given: 1000)"},
    {.name = "rounds",
     .arg = "N",
     .lo = 1,
     .hi = 1000,
     .kind = NUMBER,
     AT(rounds),
     .help = "of swiss (not given: enough for one to win them all)"},
    {.name = "advance",
     .arg = "K",
     .lo = 1,
     .hi = PL_SEATS_MAX - 1,
     .kind = NUMBER,
     AT(advance),
     .help = "of knock-out: how many of a table go on (not given: half of it)"},
    MATCH_OPTIONS,
    {0},
};
