/* commands.c -- every command in one table: what it is called and takes, what
 * it is for, an example, and the function that does it. */
#include "cli.h"

#define AT(field) .at = offsetof(call, field)

const option common_options[] = {
    {.name = "json", .kind = FLAG, AT(json), .help = "print JSON, one object on a line"},
    {.name = "seed",
     .arg = "S",
     .normal = "1",
     .kind = NUMBER,
     .hi = INT64_MAX,
     AT(seed),
     .help = "where random numbers begin"},
    {.name = "help", .kind = FLAG, AT(help), .help = "explain the command and its options"},
    {0},
};

static const option bench_options[] = {
    {.name = "seconds",
     .arg = "T",
     .normal = "0.5",
     .kind = SECONDS,
     AT(seconds),
     .help = "of a measurement; three are made"},
    {.name = "only",
     .arg = "LOOP",
     .choices = "rollout|table|perft|step",
     .kind = CHOICE,
     AT(only),
     .help = "one loop, for a profiler"},
    {.name = "moves",
     .arg = "N",
     .normal = "1000000",
     .lo = 1,
     .hi = 1000000000000,
     .kind = NUMBER,
     AT(moves),
     .help = "with --only: how many plies or lines"},
    {.name = "agents",
     .kind = FLAG,
     AT(searchers),
     .help = "how fast the agents search, instead of the games"},
    {0},
};

static const option check_options[] = {
    {.name = "all", .kind = FLAG, AT(all), .help = "every game in this build"},
    {.name = "spread",
     .kind = FLAG,
     AT(spread),
     .help = "also with each parameter at its least and greatest"},
    {.name = "games",
     .arg = "N",
     .normal = "0",
     .hi = 1000000000,
     .kind = NUMBER,
     AT(games),
     .help = "random games; 0: the usual, seconds on big boards"},
    {.name = "max-nodes",
     .arg = "N",
     .normal = "0",
     .hi = INT32_MAX,
     .kind = NUMBER,
     AT(max_nodes),
     .help = "enumerate trees up to this size; 0: the usual"},
    {0},
};

static const option count_options[] = {
    {.name = "max-nodes",
     .arg = "N",
     .normal = "5000000",
     .lo = 1,
     .hi = INT32_MAX,
     .kind = NUMBER,
     AT(max_nodes),
     .help = "give up on trees larger than this"},
    {0},
};

static const option perft_options[] = {
    {.name = "divide", .kind = FLAG, AT(divide), .help = "split the last count by first move"},
    {0},
};

static const option play_options[] = {
    {.name = "seat",
     .arg = "N",
     .normal = "0",
     .hi = PL_SEATS_MAX - 1,
     .kind = NUMBER,
     AT(place),
     .help = "where you sit"},
    {.name = "against",
     .arg = "AGENT",
     .normal = "random",
     .kind = WORD,
     AT(agents),
     .help = "who sits at the other seats; 'parlor agents' lists them"},
    {.name = "hint-seconds",
     .arg = "T",
     .normal = "1",
     .kind = SECONDS,
     AT(hint_seconds),
     .help = "what a hint may take, about"},
    {.name = "seed",
     .arg = "S",
     .kind = NUMBER,
     .lo = 1,
     .hi = INT64_MAX,
     AT(seed),
     .help = "play the game of this seed again; not given: another each time"},
    {0},
};

static const option playout_options[] = {
    {.name = "games",
     .arg = "N",
     .normal = "1000",
     .lo = 1,
     .hi = 1000000000000,
     .kind = NUMBER,
     AT(games),
     .help = "how many games"},
    {.name = "agents",
     .arg = "A,B,...",
     .kind = WORD,
     AT(agents),
     .help = "who sits at the seats, the last one at all that are left (not given: random play)"},
    {.name = "trace",
     .kind = FLAG,
     AT(trace),
     .help = "print every game instead, as one JSON object on a line"},
    {.name = "threads",
     .arg = "K",
     .normal = "1",
     .lo = 1,
     .hi = THREADS_MAX,
     .kind = NUMBER,
     AT(threads),
     .help = "threads; the result is the same for all K"},
    {0},
};

static const option show_options[] = {
    {.name = "seat",
     .arg = "N|public|all",
     .normal = "all",
     .choices = "public|all|full",
     .kind = WORD,
     AT(seat),
     .help = "whose view: a seat's, a spectator's, or the truth, also called full"},
    {0},
};

const command commands[] = {
    {.name = "games",
     .words = "",
     .summary = "list the games",
     .about = "Lists the games in this build and the foreign names they also answer to.",
     .examples = {{"parlor games", "the list"}},
     .run = cmd_games},
    {.name = "agents",
     .words = "[AGENT]",
     .summary = "list the agents, or explain one",
     .about = "Lists the agents in this build and what they play; or tells what may stand in\n"
              "brackets after an agent's name.",
     .most = 1,
     .examples = {{"parlor agents", "the list"},
                  {"parlor agents random", "one of them, with its parameters"}},
     .run = cmd_agents},
    {.name = "rules",
     .words = "GAME",
     .summary = "the rules, parameters and sizes of a game",
     .about = "Tells the rules in words, the parameters with what they accept, and the facts of\n"
              "the game: players, score range, bytes of a state, actions, longest game, and what\n"
              "its observation tensor holds.",
     .least = 1,
     .most = 1,
     .examples = {{"parlor rules kuhn", "Kuhn poker for two"},
                  {"parlor rules 'kuhn(players=4)'", "the sizes with four players"}},
     .run = cmd_rules},
    {.name = "show",
     .words = "GAME [MOVES...]",
     .summary = "a position, as anybody sees it",
     .about = "Plays the moves given, chance's included, and shows the position, who is to move,\n"
              "the legal moves, and what each seat noticed of every move; to one seat, nothing is\n"
              "told of moves it did not notice.  A move is given by its name, in any case of\n"
              "letters if only one is meant, or by its number as #3, or 3 where no legal move is\n"
              "called by a number; 'any' is a legal move at random.",
     .options = show_options,
     .least = 1,
     .most = -1,
     .examples = {{"parlor show kuhn K J pass", "the king and the jack are dealt, seat 0 passes"},
                  {"parlor show kuhn K J --seat 1", "what the owner of the jack knows"}},
     .run = cmd_show},
    {.name = "perft",
     .words = "GAME DEPTH [MOVES...]",
     .summary = "count the lines of play",
     .about = "Counts the lines of exactly 1, 2, ... DEPTH plies, at most 100, from the start or\n"
              "from the position after MOVES, with the last ply counted in bulk.  It ends early\n"
              "at a depth of which there are no lines, or more than can be counted.",
     .options = perft_options,
     .least = 2,
     .most = -1,
     .examples = {{"parlor perft tictactoe 5", "15120 lines of five moves"},
                  {"parlor perft connect4 4 --divide", "2401 lines, by first move"}},
     .negative = bad_depth,
     .run = cmd_perft},
    {.name = "count",
     .words = "GAME",
     .summary = "measure the whole tree of a small game",
     .about = "Enumerates the game and counts histories, chance, decision and terminal nodes, and\n"
              "the information sets of each seat; tells what each seat gets when all play at\n"
              "random, and how far that is from an equilibrium (NashConv: what best answers\n"
              "would gain, summed over seats).",
     .options = count_options,
     .least = 1,
     .most = 1,
     .examples = {{"parlor count kuhn", "58 histories, 12 information sets"},
                  {"parlor count tictactoe --json", "the same facts for a program"}},
     .run = cmd_count},
    {.name = "playout",
     .words = "GAME",
     .summary = "play many games, at random or by agents",
     .about = "Plays games with every legal move equally likely, or with agents at the seats, and\n"
              "tells each seat's mean score with its 95 % confidence interval, how often it was\n"
              "best alone, and how long the games were.  Game i plays with stream i of the seed,\n"
              "whatever the threads.",
     .options = playout_options,
     .least = 1,
     .most = 1,
     .examples = {{"parlor playout leduc --games 100000 --seed 7", "statistics"},
                  {"parlor playout kuhn --games 3 --trace", "every move of three games, as JSON"}},
     .run = cmd_playout},
    {.name = "check",
     .words = "[GAME...]",
     .summary = "try the laws that every game must keep",
     .about = "Tries every law on random play and, where the tree is small, on all of it, and\n"
              "tells how often each was tried.  A broken law is told with the seed and the\n"
              "shortest line that shows it, and makes the exit status 1.",
     .options = check_options,
     .most = -1,
     .examples = {{"parlor check 'kuhn(players=3)'", "one game"},
                  {"parlor check --all", "every game"}},
     .run = cmd_check},
    {.name = "bench",
     .words = "[GAME...]",
     .summary = "measure how fast the games are",
     .about = "Measures, in CPU time: random play through the stamped loops and through the\n"
              "table, lines counted, and batch steps with view, mask, reward and done; then by\n"
              "the clock on the wall, choice of actions included, how many times as much two\n"
              "threads step as one; beside them what a peer does where it is known.  --only runs\n"
              "one loop for a fixed amount of work and prints game, loop and plies.  --agents\n"
              "measures the agents that search, each on one core from the first decision of a\n"
              "game, and how many iterations two threads do for one of one thread.",
     .options = bench_options,
     .most = -1,
     .examples = {{"parlor bench kuhn --seconds 2", "one game, more exactly than the usual ones"},
                  {"parlor bench --agents", "iterations and nodes a second"},
                  {"valgrind --tool=callgrind parlor bench kuhn --only rollout --moves 100000",
                   "instructions, which noise does not touch"}},
     .run = cmd_bench},
    {.name = "play",
     .words = "[GAME]",
     .summary = "play against the machine",
     .about =
         "You against players who move at random, or as --against says, in the terminal;\n"
         "tictactoe if no game is named.  You see what your seat may see and nothing more.  Type a move by name or\n"
         "number (#3, or 3 where no legal move is called by a number), or one of: moves,\n"
         "view, rules, hint, undo, help, quit, in any case of letters.  The seed that is told\n"
         "at the beginning brings the same cards and opponents back.",
     .options = play_options,
     .most = 1,
     .examples = {{"parlor play", "noughts and crosses"},
                  {"parlor play 'kuhn(players=3)' --seat 1", "three at the table, you second"}},
     .run = cmd_play},
    {.name = "completion",
     .words = "bash|zsh",
     .summary = "print a completion script for the shell",
     .about = "Prints a script that teaches the shell to complete parlor's commands, options and\n"
              "games.",
     .least = 1,
     .most = 1,
     .examples = {{"source <(parlor completion bash)", "for this shell"},
                  {"parlor completion zsh > ~/.zfunc/_parlor", "for zsh, in a folder of fpath"}},
     .run = cmd_completion},
    {.name = "man",
     .words = "",
     .summary = "print the manual page as scdoc source",
     .about = "Prints the source of the manual page parlor(1), for scdoc.",
     .examples = {{"parlor man | scdoc > parlor.1", "the page itself"}},
     .run = cmd_man},
    {.name = "help",
     .words = "[COMMAND]",
     .summary = "list the commands, or explain one",
     .about = "Without a command, lists them all.",
     .most = 1,
     .examples = {{"parlor help playout", "the same as parlor playout --help"}},
     .run = cmd_help},
    {0},
};
