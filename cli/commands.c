/* commands.c -- every command in one table: what it is called and takes, what
 * it is for, an example, and the function that does it. */
#include "cli.h"
#include "net.h"

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

static const option analyse_options[] = {
    {.name = "agent",
     .arg = "AGENT",
     .kind = WORD,
     AT(agents),
     .help = "who thinks (not given: ismcts where something is hidden, else mcts, for a second)"},
    {.name = "seat",
     .arg = "N",
     .kind = WORD,
     AT(seat),
     .help = "whose view (not given: that of the seat to move)"},
    {.name = "worlds",
     .arg = "N",
     .normal = "1000",
     .lo = 1,
     .hi = 1000000,
     .kind = NUMBER,
     AT(worlds),
     .help = "guessed to tell what the others hold"},
    {.name = "tree",
     .arg = "DEPTH",
     .bare = "3",
     .lo = 1,
     .hi = 60,
     .kind = NUMBER,
     AT(tree),
     .help = "also the top of the search tree, so deep, or 3 plies; the depth stands after ="},
    {.name = "least",
     .arg = "SHARE",
     .normal = "0.01",
     .kind = FRACTION,
     AT(least),
     .help = "leave out branches with a smaller share of all visits"},
    {.name = "dot",
     .arg = "FILE",
     .kind = WORD,
     AT(dot),
     .help = "write that tree for Graphviz; -: to standard output, and nothing else"},
    {.name = "watch",
     .kind = FLAG,
     AT(watch),
     .help = "show what it thinks while it does; Ctrl-C ends the thinking"},
    {0},
};

static const option bench_options[] = {
    {.name = "seconds",
     .arg = "T",
     .normal = "0.5",
     .kind = SECONDS,
     AT(seconds),
     .help = "of one run; a figure is the median of three, and a game has five or six figures"},
    {.name = "only",
     .arg = "LOOP",
     .choices = "rollout|table|perft|step",
     .kind = CHOICE,
     AT(only),
     .help = "one loop, for a profiler"},
    {.name = "moves",
     .arg = "N",
     .lo = 1,
     .hi = 1000000000000,
     .kind = NUMBER,
     AT(moves),
     .help = "with --only: how many plies or lines (not given: 1000000)"},
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

static const option conform_options[] = {
    {.name = "games",
     .arg = "N",
     .normal = "2",
     .lo = 1,
     .hi = 1000000,
     .kind = NUMBER,
     AT(games),
     .help = "of each game"},
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
     .arg = "N|random",
     .choices = "random",
     .kind = WORD,
     AT(seat),
     .help = "where you sit (not given: 0)"},
    {.name = "level",
     .arg = "LEVEL",
     .choices = "easy|medium|hard|best",
     .kind = WORD,
     AT(level),
     .help = "how strong the others are: 1..10 or a word (not given: medium)"},
    {.name = "against",
     .arg = "AGENT,...",
     .kind = WORD,
     AT(agents),
     .help = "agents or levels at the other seats, the last one at all that are left"},
    {.name = "clock",
     .arg = "PACE",
     .kind = WORD,
     AT(clock),
     .help = "time for everybody: move=30s, or game=5m,increment=2s, or move=10s,bank=1m"},
    {.name = "name", .arg = "NAME", .kind = WORD, AT(name), .help = "your own, for the records"},
    {.name = "colour",
     .arg = "WHEN",
     .normal = "auto",
     .choices = "auto|always|never",
     .kind = CHOICE,
     AT(colour),
     .help = "auto: at a terminal that has it, unless NO_COLOR is set"},
    {.name = "summary",
     .arg = "WHEN",
     .normal = "auto",
     .choices = "auto|always|never",
     .kind = CHOICE,
     AT(summary),
     .help = "tell times and turning points at the end; auto: at a terminal"},
    {.name = "hint-seconds",
     .arg = "T",
     .normal = "1",
     .kind = SECONDS,
     AT(hint_seconds),
     .help = "what a hint may take, about"},
    {.name = "record",
     .arg = "FILE",
     .bare = "",
     .kind = WORD,
     AT(record),
     .help = "keep the game in FILE or in your records; the latter is usual at a terminal"},
    {.name = "no-record", .kind = FLAG, AT(no_record), .help = "keep no record of the game"},
    {.name = "resume",
     .arg = "ID",
     .bare = "0",
     .lo = 0,
     .hi = INT64_MAX,
     .kind = NUMBER,
     AT(resume),
     .help = "go on with the game that you left last, or with that number"},
    {.name = "trust",
     .kind = FLAG,
     AT(trust),
     .help = "resume also runs the programs that the record names as players"},
    {.name = "seed",
     .arg = "S",
     .kind = NUMBER,
     .hi = INT64_MAX,
     AT(seed),
     .help = "play the game of this seed again (not given: another each time)"},
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
     .arg = "AGENT,...",
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
    {.name = "clock",
     .arg = "PACE",
     .kind = WORD,
     AT(clock),
     .help = "time for every seat: move=100ms, or game=5m,increment=2s, or move=1s,bank=10s"},
    {.name = "on",
     .arg = "FAULT=DEED,...",
     .kind = WORD,
     AT(on),
     .help = "what is done about faults: timeout=random, all=retry:2/abort (not given: forfeit)"},
    {.name = "record",
     .arg = "FILE",
     .bare = "",
     .kind = WORD,
     AT(record),
     .help = "keep every game in this file, which stands after =, or in the usual one"},
    {0},
};

static const option records_options[] = {
    {.name = "file",
     .arg = "FILE",
     .kind = WORD,
     AT(file),
     .help = "where they are kept (not given: $PARLOR_RECORDS, or parlor/records.db in your data)"},
    {.name = "game",
     .arg = "GAME",
     .kind = WORD,
     AT(game),
     .help = "only games of this name, or of just this spelling"},
    {.name = "player",
     .arg = "NAME",
     .kind = WORD,
     AT(player),
     .help = "only games in which somebody of this name, kind or specification played"},
    {.name = "ending",
     .arg = "HOW",
     .choices = "rules|forfeit|resigned|aborted|under-way",
     .kind = CHOICE,
     AT(ending),
     .help = "only games that ended so"},
    {.name = "since", .arg = "DAY", .kind = WORD, AT(since), .help = "only games begun since, UTC"},
    {.name = "limit",
     .arg = "N",
     .lo = 1,
     .hi = INT64_MAX,
     .kind = NUMBER,
     AT(limit),
     .help = "no more than the latest N (not given: list 20, else all)"},
    {.name = "seat",
     .arg = "N|public|full",
     .choices = "public|full",
     .kind = WORD,
     AT(seat),
     .help = "whose eyes replay has (not given: full, which sees everything)"},
    {.name = "format",
     .arg = "FORM",
     .normal = "json",
     .choices = "json|text",
     .kind = CHOICE,
     AT(format),
     .help = "of export"},
    {.name = "some",
     .kind = FLAG,
     AT(some),
     .help = "import what is right of a file, even where something is wrong in it"},
    {.name = "trust",
     .kind = FLAG,
     AT(trust),
     .help = "resume also runs the programs that the record names as players"},
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
    {.name = "analyse",
     .words = "GAME [MOVES...]",
     .summary = "what an agent thinks of a position",
     .about = "Plays the moves given, as show does, and lets an agent think about the position as\n"
              "one seat sees it: every legal move with the share it has in the agent's strategy,\n"
              "how often it was tried, what it is worth (! if that is proven) and how often it\n"
              "wins; then the line that the agent expects.  Where something is hidden it also\n"
              "tells what the seat may believe of it, by how often it is so in guessed worlds,\n"
              "with 95 % confidence intervals; this also while it is not the seat's turn.",
     .options = analyse_options,
     .least = 1,
     .most = -1,
     .examples = {{"parlor analyse connect4 d d --tree", "the third move, and how it was found"},
                  {"parlor analyse kuhn Q J pass bet --agent 'ismcts(iterations=20000)'",
                   "a queen that is bet into"},
                  {"parlor analyse hex --watch --agent 'mcts(ms=20000)' --dot tree.gv",
                   "live, and the tree for Graphviz"}},
     .run = cmd_analyse},
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
     .about =
         "Plays games with every legal move equally likely, or with agents at the seats, and\n"
         "tells each seat's mean score with its 95 % confidence interval, how often it was\n"
         "best alone, and how long the games were.  Game i plays with stream i of the seed,\n"
         "whatever the threads.  With --record, --clock or --on the games are played over the\n"
         "referee: the same statistics, but other games, since it draws chance by itself.",
     .options = playout_options,
     .least = 1,
     .most = 1,
     .examples = {{"parlor playout leduc --games 100000 --seed 7", "statistics"},
                  {"parlor playout kuhn --games 3 --trace", "every move of three games, as JSON"},
                  {"parlor playout hex --agents mcts,random --clock move=50ms --record=hex.db",
                   "with a clock, and every game kept"}},
     .run = cmd_playout},
    {.name = "records",
     .words = "list|show|replay|export|import|verify|stats|resume [WORDS...]",
     .summary = "the games that were kept",
     .about =
         "Games that were recorded, in a file of SQLite (docs/records.md tells its tables).\n"
         "\n"
         "- list: the latest, or those that --game, --player, --ending and --since choose\n"
         "- show ID: players, rules, every move with its time, how it ended\n"
         "- replay ID: step by step, as --seat saw it; printed as a whole where it is piped\n"
         "- export [ID...]: games as JSON lines, or as text with --format text\n"
         "- import [FILE...]: the same back, each move played; a file with a fault is left out\n"
         "- verify: play every game again and compare everything with what is kept\n"
         "- stats: by game and player, results, mean score with its 95 % interval, times, faults\n"
         "- resume [ID]: list what was interrupted, or let its agents play on; programs of\n"
         "  their own only with --trust, since a record may come from anybody\n"
         "\n"
         "A record holds the truth, hidden cards included: the file is for the host.  --seat\n"
         "shows what a player saw and no more.",
     .options = records_options,
     .least = 1,
     .most = -1,
     .examples = {{"parlor playout leduc --games 100 --record", "games to look at"},
                  {"parlor records list --game leduc --limit 5", "the latest five"},
                  {"parlor records replay 3 --seat 1", "what seat 1 saw"},
                  {"parlor records export --format text > games.txt", "all games as text"},
                  {"parlor records verify", "whether all of it is true"}},
     .run = cmd_records},
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
    {.name = "conform",
     .words = "[GAME...]",
     .summary = "try whether a program speaks the Parlor protocol",
     .about = "Starts the program and plays with it, by the protocol of docs/protocol.md: games\n"
              "of every kind, or those that are named, and what else a host may do: pings, a\n"
              "refused move, a game that starts anew or is broken off, lines in pieces, members\n"
              "of a later version, a bye, a closed input.  Says for each point whether that was\n"
              "well and, if not, what was wrong; the exit status is 0 only if all was.  One word\n"
              "behind -- is taken as the shell takes it; several are a program and its arguments.",
     .options = conform_options,
     .most = -1,
     .runs = 1,
     .examples = {{"parlor conform -- python3 bot.py", "a program and its argument"},
                  {"parlor conform leduc --games 20 -- './bot 2>bot.log'",
                   "one game, and what it says on standard error"}},
     .run = cmd_conform},
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
         "You against agents, in the terminal; without a game you are asked which, how strong and\n"
         "where you sit.  You see what your seat may see and nothing more.  Type a move by its\n"
         "name or the beginning of it, by number (#3, or 3 where no move is called by a number) or\n"
         "by coordinates (c3, C 3, 3,3); or one of moves, any, view, history, rules, hint, undo,\n"
         "resign, save, help, quit.  TAB completes.  'hint ismcts' is what that agent thinks of\n"
         "your moves.\n"
         "\n"
         "Level 1 moves at random, each one more thinks more, and 10 takes three seconds a move;\n"
         "easy is 3, medium 5, hard 8, best 10.  Who plays is ismcts where something is hidden, and\n"
         "else alphabeta, or mcts at low levels and where the game does not value positions.\n"
         "\n"
         "Ctrl-C makes a player who thinks move at once, and ends a hint; when you are asked it\n"
         "leaves the game, which --resume takes up again if it was recorded.  After undo chance\n"
         "falls as it did, but the others may move otherwise.  The seed that is told at the\n"
         "beginning brings the same cards and opponents back.",
     .options = play_options,
     .most = 1,
     .examples = {{"parlor play", "asks which game"},
                  {"parlor play hex --level hard", "a strong opponent"},
                  {"parlor play 'kuhn(players=3)' --seat 1 --against ismcts,random",
                   "three at the table, you second"},
                  {"parlor play othello --clock game=5m,increment=2s", "with a clock"},
                  {"parlor play --resume", "the game that you left last"}},
     .run = cmd_play},
    {.name = "host",
     .words = "GAME",
     .summary = "a table for players in the net",
     .about =
         "Listens at a port and prints, for every seat that is 'remote', the command by which it is\n"
         "joined, with the secret token of that seat.  The game begins when all are there; who\n"
         "loses the connection comes back with the same token and goes on.  Where no seat is\n"
         "'human' the moves are printed as anybody may see them.  Players connect by TCP or\n"
         "WebSocket and speak the Parlor protocol.  Only this machine can connect unless --bind\n"
         "says otherwise; docs/hosting.md tells how to host for others.  The exit status is 0 when\n"
         "all games were played, and 1 if Ctrl-C or a fault ended them before.",
     .options = host_options,
     .least = 1,
     .most = 1,
     .examples =
         {{"parlor host connect4", "you against somebody who joins"},
          {"parlor host 'kuhn(players=3)' --seats remote,remote,ismcts --port 4040",
           "two in the net and an agent"},
          {"parlor host hex --seats remote --clock game=5m --record games.db --bind 0.0.0.0",
           "for other machines, with clocks, kept in a file"}},
     .run = cmd_host},
    {.name = "join",
     .words = "HOST:PORT",
     .summary = "play at somebody else's table",
     .about =
         "Takes the seat that the token is for: you play it here, or --agent does, or a program\n"
         "after -- that speaks the Parlor protocol on its standard input and output.  The address\n"
         "is HOST:PORT, or ws://HOST:PORT/PATH or wss://... for WebSocket.  When the connection is\n"
         "cut it comes back by itself and goes on where it was.",
     .options = join_options,
     .least = 1,
     .most = 1,
     .runs = 1,
     .examples = {{"parlor join 127.0.0.1:4040 --token 5f1c...", "you play"},
                  {"parlor join 127.0.0.1:4040 --token 5f1c... --agent 'ismcts(iterations=2000)'",
                   "an agent does"},
                  {"parlor join 127.0.0.1:4040 --token 5f1c... -- python3 bot.py",
                   "a program of yours does"}},
     .run = cmd_join},
    {.name = "watch",
     .words = "[HOST:PORT|ID]",
     .summary = "follow a game as a spectator",
     .about =
         "Shows a table of a host, or a recorded game, as anybody may see it: what is hidden from\n"
         "somebody stays hidden.  With --record it is the game of that number, or the latest; one\n"
         "that is still being played is followed to its end.  --json prints the lines of the\n"
         "protocol.",
     .options = watch_options,
     .most = 1,
     .examples = {{"parlor watch 127.0.0.1:4040", "a game that is being played"},
                  {"parlor watch --record games.db 7 --delay 1",
                   "a recorded one, a move a second"}},
     .run = cmd_watch},
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
