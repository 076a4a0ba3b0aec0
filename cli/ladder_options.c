/* ladder_options.c -- what parlor ladder and parlor ratings are for, and what may be said to them. */
#include "ladders.h"

const char ladder_about[] =
    "Lets the levels of a game play each other, those that are offered on the page and by\n"
    "'parlor play --level', and tells how strong each is: in Elo above the lowest, level 1, which\n"
    "moves at random, with an interval of 95 %.  400 points are odds of ten to one.  Neighbours\n"
    "meet --games times, those one level further apart half as often.  Two that do not differ\n"
    "significantly are named, and so are those in the wrong order.\n"
    "\n"
    "Every deal is played from every seat.  Where nothing is drawn, games begin with a move of\n"
    "each seat at random, or the same agents would play the same game again.  Level 10 takes\n"
    "three seconds a move, and levels below it may be at the end of their time: these are as\n"
    "strong as the machine is quick, so measure them while it is idle, with few --threads.  A win\n"
    "is a win, by how much does not count: at poker a ladder says little.\n"
    "\n"
    "With --record the games are kept, and the ladder beside them: 'parlor serve' on that file\n"
    "shows it.  After any interruption the same command with --resume goes on.  --show tells what\n"
    "is known already, from your records or else from those who made Parlor.";

const char ratings_about[] =
    "Rates everybody whose games are in a file of records, people and agents, game by game: Elo\n"
    "with intervals of 95 %, 400 points being odds of ten to one.\n"
    "\n"
    "- likely: the ratings that make all results most likely, about 0: Bradley and Terry's model,\n"
    "  of games of more than two Plackett and Luce's\n"
    "- glicko: Glicko-2 in the order of time, from 1500, ten games of each player a period\n"
    "- elo: from 1500, game by game in the order of time, K = 20, without intervals\n"
    "\n"
    "Players whom no chain of games connects cannot be compared: they fall into groups, each of\n"
    "which is rated by itself.  Games are taken for independent of each other; 'parlor league'\n"
    "knows which belong together, and has better intervals of its own games.";

#define AT(field) .at = offsetof(call, field)

const option ladder_options[] = {
    {.name = "games",
     .arg = "N",
     .normal = "100",
     .lo = 1,
     .hi = 1000000000,
     .kind = NUMBER,
     AT(games),
     .help = "of two neighbours, about, in whole groups"},
    {.name = "levels",
     .arg = "LIST",
     .kind = WORD,
     AT(levels),
     .help = "only these, as 1-6 or 1-9,11 (not given: all that the game has)"},
    {.name = "policies",
     .kind = FLAG,
     AT(policies),
     .help = "also, where the game is solved at once, its policy at five temperatures"},
    {.name = "threads",
     .arg = "K",
     .normal = "1",
     .lo = 1,
     .hi = THREADS_MAX,
     .kind = NUMBER,
     AT(threads),
     .help = "games at the same time"},
    {.name = "record",
     .arg = "FILE",
     .kind = WORD,
     AT(record),
     .help = "keep every game, and the ladder, in this file"},
    {.name = "resume",
     .kind = FLAG,
     AT(again),
     .help = "go on with the same ladder in the --record, where it was interrupted"},
    {.name = "write",
     .arg = "FILE",
     .kind = WORD,
     AT(write),
     .help = "write the ladder as JSON, as agents/ladders/ has them"},
    {.name = "show", .kind = FLAG, AT(show), .help = "measure nothing; tell what is known"},
    {0},
};

const option ratings_options[] = {
    {.name = "game",
     .arg = "GAME",
     .kind = WORD,
     AT(game),
     .help = "only games of this name, or of just this spelling"},
    {.name = "min-games",
     .arg = "N",
     .normal = "1",
     .lo = 1,
     .hi = 1000000000,
     .kind = NUMBER,
     AT(min_games),
     .help = "leave out who has played fewer"},
    {.name = "method",
     .arg = "METHOD",
     .normal = "likely",
     .choices = "likely|glicko|elo",
     .kind = CHOICE,
     AT(method),
     .help = "how to rate"},
    {.name = "csv", .kind = FLAG, AT(as_csv), .help = "print CSV, a row for each player"},
    {0},
};
