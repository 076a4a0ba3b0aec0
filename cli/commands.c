/* commands.c -- every command in one table: what it is called and takes, what
 * it is for, an example, and the function that does it. */
#include "analyse.h"
#include "cli.h"
#include "contests.h"
#include "export.h"
#include "ladders.h"
#include "matches.h"
#include "net.h"
#include "play.h"
#include "policies.h"
#include "records.h"
#include "solve.h"
#include "training.h"
#include "tuning.h"

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
    EXPORT_COMMAND,
    SOLVE_COMMAND,
    POLICY_COMMAND,
    EXPLOIT_COMMAND,
    {.name = "playout",
     .words = "GAME",
     .summary = "play many games, at random or by agents",
     .about =
         "Plays games with every legal move equally likely, or with agents at the seats, and\n"
         "tells each seat's mean score with its 95 % confidence interval, how often it was\n"
         "best alone, and how long the games were.  Game i plays with stream i of the seed,\n"
         "whatever the threads.  With --record, --clock, --on or programs as players the games\n"
         "go over the referee: the same statistics, but other games, since it draws chance by\n"
         "itself; faults forfeit a game unless --on says otherwise.",
     .options = playout_options,
     .least = 1,
     .most = 1,
     .examples = {{"parlor playout leduc --games 100000 --seed 7", "statistics"},
                  {"parlor playout kuhn --games 3 --trace", "every move of three games, as JSON"},
                  {"parlor playout hex --agents mcts,random --clock move=50ms --record=hex.db",
                   "with a clock, and every game kept"}},
     .run = cmd_playout},
    {.name = "match",
     .words = "GAME AGENT AGENT...",
     .summary = "agents against each other, on fair terms, with statistics",
     .about = match_about,
     .options = match_options,
     .least = 3,
     .most = -1,
     .examples = {{"parlor match leduc rollout random --games 2000", "two agents, 1,000 deals"},
                  {"parlor match connect4 new=mcts(iterations=200) old=mcts(iterations=100) --sprt "
                   "elo0=0,elo1=20",
                   "until it is clear whether twice the work is worth 20 Elo"},
                  {"parlor match dominoes bestLine double random --shuffle-seats", "seats by lot"},
                  {"parlor match leduc rollout solved --luck", "with luck taken off"},
                  {"parlor match hex mcts alphabeta --threads 2 --record hex.db",
                   "every game kept; add --resume after an interruption"}},
     .run = cmd_match},
    {.name = "league",
     .words = "[GAME] [AGENT...]",
     .summary = "many agents: round robin, gauntlet, Swiss, knock-out, drawn tables",
     .about = league_about,
     .options = league_options,
     .most = -1,
     .examples =
         {{"parlor league tictactoe random first greedy mcts --games 100", "round robin"},
          {"parlor league 'dominoes(hands=10,shuffle=1)' random stupid double greedy bestLine "
           "persistentLine --format balanced --games 10000 --threads 2",
           "six agents at a table of four"},
          {"parlor league --file league.toml --format swiss --rounds 5", "from a file"}},
     .run = cmd_match},
    {.name = "contest",
     .words = "FOLDER",
     .summary = "a contest of programs: trials, pools and a knock-out",
     .about = contest_about,
     .options = contest_options,
     .least = 1,
     .most = 1,
     .examples = {{"parlor contest entries --game connect4", "the programs in entries/ compete"},
                  {"parlor contest entries --game connect4 --check", "only try them out"},
                  {"parlor contest examples/contest", "an example, with its contest.toml"},
                  {"parlor contest entries --games 20 --known 10 --threads 4",
                   "more games, half of them known beforehand"}},
     .run = cmd_contest},
    {.name = "train",
     .words = "[GAME]",
     .summary = "a net that learns from games against itself or others",
     .about = train_about,
     .options = train_options,
     .most = 1,
     .examples =
         {{"parlor train tictactoe --hidden 160 --lambda 0.3 --rate 0.3 --epsilon 0.2 "
           "--schedule cosine --games 256000 --out ttt.safetensors",
           "in seconds it never loses again"},
          {"parlor train backgammon --minutes 5 --out bg.safetensors --plot bg.svg",
           "80 units, measured by random and greedy"},
          {"parlor train --resume bg.safetensors --minutes 10", "five minutes more"},
          {"parlor train dominoes --opponents self:1,double:1 --games 20000 --out d.safetensors",
           "half of the games against double"},
          {"parlor train leduc --method pg --hidden 128 --schedule linear --games 12000000 "
           "--out leduc.safetensors",
           "how to mix, and how exploitable that is"},
          {"parlor match backgammon 'net(file=bg.safetensors)' greedy --games 2000",
           "how good it is now"}},
     .run = cmd_train},
    {.name = "tune",
     .words = "GAME AGENT",
     .summary = "better values for an agent's parameters, found by playing",
     .about = tune_about,
     .options = tune_options,
     .least = 2,
     .most = 2,
     .examples =
         {{"parlor tune goofspiel 'ismcts(iterations=200)' --param explore=0.1:3",
           "one parameter, 2,000 games and a final match of 1,000"},
          {"parlor tune connect4 'mcts(iterations=100)' --param explore=0.1:3:log --param "
           "rave=0:1000 --games 10000 --threads 2",
           "two at once"},
          {"parlor tune leduc rollout --param iterations=1:100:log --method bandit --against "
           "'ismcts(iterations=200)'",
           "the best of 16 against an opponent"}},
     .run = cmd_tune},
    {.name = "ladder",
     .words = "GAME",
     .summary = "measure how strong the levels of a game are",
     .about = ladder_about,
     .options = ladder_options,
     .least = 1,
     .most = 1,
     .examples = {{"parlor ladder tictactoe --show", "what is known already"},
                  {"parlor ladder connect4 --levels 1-8 --games 200 --record games.db",
                   "measured, and kept for the page"},
                  {"parlor ladder tictactoe --policies --write tictactoe.json",
                   "with policies of the solved game, into a file"}},
     .run = cmd_ladder},
    {.name = "ratings",
     .words = "[FILE]",
     .summary = "rate everybody whose games were kept",
     .about = ratings_about,
     .options = ratings_options,
     .most = 1,
     .examples = {{"parlor ratings", "all games of the usual file"},
                  {"parlor ratings league.db --game leduc --min-games 50",
                   "one game, no newcomers"},
                  {"parlor ratings --method glicko --json", "in the order of time"}},
     .run = cmd_ratings},
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
         "Games small enough to be solved at once have one more level, unbeatable.\n"
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
     .about = host_about,
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
     .words = "HOST:PORT|LINK",
     .summary = "play at somebody else's table",
     .about = join_about,
     .options = join_options,
     .least = 1,
     .most = 1,
     .runs = 1,
     .examples =
         {{"parlor join 127.0.0.1:4040 --token 5f1c...", "you play"},
          {"parlor join 127.0.0.1:4040 --token 5f1c... --agent 'ismcts(iterations=2000)'",
           "an agent does"},
          {"parlor join 127.0.0.1:4040 --token 5f1c... -- python3 bot.py",
           "a program of yours does"},
          {"parlor join 'http://127.0.0.1:8017/#/table/2dqf.../2dqf....0739e8...' --agent mcts",
           "by an invitation of the page"}},
     .run = cmd_join},
    {.name = "serve",
     .words = "",
     .summary = "games in the browser: play, watch and analyse on a page",
     .about = serve_about,
     .options = serve_options,
     .examples = {{"parlor serve --open", "and the page is opened"},
                  {"parlor serve --port 9000 --records games.db", "another port and file"}},
     .run = cmd_serve},
    {.name = "watch",
     .words = "[HOST:PORT|ID]",
     .summary = "follow a game as a spectator",
     .about = watch_about,
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
