"""command -- the parlor command from outside: what it prints, and how it fails."""
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from parlor_cli import ENV, TIMEOUT, TRIAL, check, end, fails, objects, refuses, run, run_all, skip, start, works

COMMANDS = ["games", "agents", "rules", "show", "analyse", "perft", "count", "export", "solve", "policy",
            "exploit", "playout", "match", "league", "contest", "train", "tune", "ladder", "ratings", "records", "check", "conform", "bench", "play", "host", "join", "serve", "watch",
            "completion", "man", "help"]


def help_and_version():
    listed = works("help", has=COMMANDS)
    check(run("--help").stdout == listed and run("-h").stdout == listed, "--help is the same list")
    for name in COMMANDS:
        text = works(name, "--help", has=["Usage: parlor " + name, "Example", "--json", "--seed"])
        check(run("help", name).stdout == text, "parlor help %s is the same text" % name)
    works("--version", has=["parlor 0."])
    described = objects("help", "--json")[0].get("commands", [])
    check([c["name"] for c in described] == COMMANDS, "help --json names every command", described)


def games_and_rules():
    works("games", has=["kuhn_poker", "connect4", "tictactoe"])
    games = objects("games", "--json")[0].get("games", [])
    check(len(games) >= 7, "there are at least seven games", games)
    for game in games:
        works("rules", game["name"], has=[game["spec"], "Players:", "bytes", "Longest game:"])
        for alias in game["aliases"]:
            facts = objects("rules", alias, "--json")[0]
            check(facts.get("name") == game["name"], "%s is %s" % (alias, game["name"]), facts)
    four = objects("rules", "kuhn(players=4)", "--json")[0]
    check(four.get("players") == 4 and four.get("spec") == "kuhn(players=4,start=0)" and
          four["parameters"][0]["accepts"] == "2..10" and four["scores"] == [-2, 6],
          "rules tell the facts of the instance", four)
    size = sum(math.prod(p["shape"]) for p in four.get("tensor", []))
    check(size == four.get("tensor_bytes"), "the tensor's parts add up to its size", four)


def showing():
    works("show", "kuhn", has=["To move: chance", "K (#2, 0.3333)"])
    text = works("show", "kuhn", "K", "J", "pass",
                 has=["seat 0: K pass\nseat 1: J\n", "To move: seat 1", "bet (#1)"])
    check(run("show", "kuhn", "2", "#0", "0").stdout == text, "moves go by number as well")
    works("show", "kuhn", "K", "J", "bet", "bet", has=["The game is over.", "seat 0: 2, seat 1: -2"])
    seen = works("show", "kuhn", "K", "J", "--seat", "1", has=["seat 0: ?\nseat 1: J\n"])
    check("K" not in seen.replace("Kuhn", ""), "a seat does not see the other's card", seen)
    public = works("show", "kuhn", "K", "J", "--seat", "public", has=["seat 0: ?\nseat 1: ?\n"])
    check("J" not in public and "K" not in public, "a spectator sees no card", public)
    truth = objects("show", "kuhn", "K", "J", "pass", "--json")[0]
    check(truth.get("plies") and truth["plies"][0] ==
          {"mover": "chance", "move": "K", "noticed": ["K", "?"], "public": "?"} and
          truth["position"]["legal"] == ["pass", "bet"], "show --json tells it all", truth)
    view = objects("show", "kuhn", "K", "J", "--json", "--seat", "0")[0]
    check("J" not in json.dumps(view), "show --json --seat 0 hides the other's card", view)
    drawn = {run("show", "kuhn", "any", "any", "--seed", str(s)).stdout for s in range(40)}
    check(len(drawn) == 6, "'any' is drawn by the seed: all six deals come up", len(drawn))
    works("show", "kuhn", "k", "j", "PASS", has=["seat 0: K pass\n", "after 3 moves"])
    works("show", "kuhn", "K", has=["after 1 move\n"])
    check(run("show", "kuhn", "K", "--seat", "full").stdout == run("show", "kuhn", "K").stdout,
          "all is also called full")
    works("show", "battleship", has=["\nseat 0's sea  ", "seat 1's sea\n", "  8  9 10  ", ": a 5, b 4, c 3, d 3, e 2\n"])
    works("show", "goofspiel(cards=4)", "#0", "3", "#0", has=["To move"])
    fails(2, "show", "goofspiel(cards=4)", "4", "3", "4", "3", "3", says="'3' is no legal move")
    fails(2, "show", "kuhn", "K", "K", says="legal are J, Q")
    fails(2, "show", "kuhn", "K", "J", "pass", "pass", "bet", says="the game is over")
    fails(2, "show", "kuhn", "--seat", "2", says="0..1, public, full or all")
    fails(2, "show", "kuhn", "--seat", "-1", says="0..1, public, full or all")


def mistyped():
    """A move that cannot be played tells no seat what another holds, or what is left in the deck."""
    whist = "knockout_whist(players=2,cards=2)"
    for game, plies in (("dominoes", 56), (whist, 5), ("kuhn", 1), ("skull", 4)):
        for command, seat, name in (("show", "1", "seat 1"), ("analyse", "1", "seat 1"),
                                    ("show", "public", "the public")):
            said = [run(command, game, *["any"] * plies, "zz", "--seat", seat, "--seed", str(s)).stderr
                    for s in range(1, 5)]
            others = [t for t in said if "move of seat 1 after" not in t]
            check(others and all(re.fullmatch(
                r"parlor: 'zz' is no legal move of (seat \d|chance) after \d+ moves?; %s is not told "
                r"which are\n" % name, t) for t in others), "%s %s: %s is told no secret" % (command, game, name), said)
    fails(2, "show", "kuhn", "K", "J", "zz", "--seat", "0", says="legal are pass, bet")
    fails(2, "analyse", "kuhn", "K", "J", "zz", "--seat", "0", says="legal are pass, bet")
    fails(2, "show", "tictactoe", "b2", "zz", "--seat", "0", says="legal are a3")
    fails(2, "show", "kuhn", "any", "zz", "--seat", "all", says="legal are ")
    r = run("show", "fog", "2", "2", "zz", "--seat", "0", program=TRIAL)
    check("after 1 move;" in r.stderr, "nor of a ply that it did not notice", r.stderr)


def plies_unnoticed():
    """Seat 1 tries cell 2, which is taken, and then takes cell 1."""
    line = ["show", "fog", "2", "2", "1"]
    works(*line, has=["after 3 moves", "met2"], program=TRIAL)
    full = objects(*line, "--json", program=TRIAL)[0]
    check([p["noticed"] for p in full.get("plies", [])] ==
          [["2", "moved"], [None, "met2"], ["moved", "1"]], "the truth has every ply", full)
    for seat, noticed in (("0", ["2", "moved"]), ("1", ["moved", "met2", "1"]),
                          ("public", ["moved", "moved"])):
        view = objects(*line, "--json", "--seat", seat, program=TRIAL)[0]
        check([p["noticed"] for p in view.get("plies", [])] == noticed,
              "seat %s is told of what it noticed" % seat, view)
        shown = works(*line, "--seat", seat, has=["after %d moves" % len(noticed)], program=TRIAL)
        table = [row.split() for row in shown.partition("What was noticed:")[2].splitlines()[2:]]
        check([row[0] for row in table] == [str(i + 1) for i in range(len(noticed))] and
              [row[-1] for row in table] == noticed, "and of no other ply", shown)


def interrupted():
    """A count that would take for ever prints what it has, and can be stopped."""
    words = ["perft", "liars_dice(players=6,dice=5,match=1)", "100"]
    counting_on = start(*words)
    rows = [counting_on.stdout.readline() for _ in range(4)]
    status = end(counting_on, signal.SIGINT)[0]
    check(status == -signal.SIGINT, "an interrupt ends a long perft", status)
    check([row.split()[:2] for row in rows] ==
          [["DEPTH", "LINES"], ["1", "6"], ["2", "36"], ["3", "216"]], "rows come one by one", rows)


def counting():
    rows = objects("perft", "tictactoe", "9", "--json")[0].get("perft", [])
    check([r["lines"] for r in rows] == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
          "the lines of noughts and crosses", rows)
    works("perft", "tictactoe", "5", has=["15120"])
    rows = objects("perft", "tictactoe", "100", "--json")[0].get("perft", [])
    check(len(rows) == 10 and rows[-1]["lines"] == 0, "perft ends where there are no lines", rows)
    check(len(works("perft", "kuhn", "100").splitlines()) == 7, "as text, too")
    fails(2, "perft", "liars_dice(players=6,dice=5,match=1)", "1000", "--divide",
          says="DEPTH is a whole number from 1 to 100, not '1000'")
    works("perft", "connect4", "4", "--divide", has=["2401", "343"])
    divided = objects("perft", "kuhn", "3", "--divide", "--json")[0]
    check(divided.get("divide") == {"J": 4, "Q": 4, "K": 4} and divided.get("lines") == 12,
          "perft --divide of kuhn", divided)
    after = objects("perft", "kuhn", "1", "K", "J", "pass", "--json")[0]
    check(after.get("perft", [{}])[0].get("lines") == 2, "perft from a later position", after)
    works("count", "kuhn", has=["58", "12", "0.916666666667", "0.125"])
    kuhn = objects("count", "kuhn", "--json")[0]
    check([kuhn.get(k) for k in ("histories", "chance", "decisions", "terminals", "depth",
                                 "information_sets", "information_sets_of")] ==
          [58, 4, 24, 30, 5, 12, [6, 6]], "the tree of kuhn", kuhn)
    leduc = objects("count", "leduc", "--json")[0]
    check(leduc.get("information_sets") == 936 and
          abs(leduc.get("uniform_nashconv", 0) - 4.747222222222222) < 1e-9, "the tree of leduc",
          leduc)
    open_game = objects("count", "tictactoe", "--json")[0]
    check(open_game.get("uniform_nashconv", None) is not None and
          open_game["uniform_nashconv"] > 0.5, "NashConv of a game without secrets", open_game)
    check("forget" not in works("count", "tictactoe", has=["NashConv:        "]), "told as text")
    check("e-" not in works("count", "rps", has=["value, seat 0:   0\n"]) +
          works("count", "goofspiel(cards=4)"), "rounding noise is 0")
    fails(1, "count", "connect4", "--max-nodes", "1000", says="more than the 1000")
    for bad in ("0", "x", "3x", "101", "99999999999999999999", ""):
        fails(2, "perft", "kuhn", bad, says="DEPTH is a whole number")
    for bad in ("-1", "-12"):
        fails(2, "perft", "kuhn", bad, says="DEPTH is a whole number from 1 to 100, not '%s'" % bad)
    fails(2, "perft", "kuhn", "--", "-1", says="DEPTH is a whole number")
    fails(2, "perft", "kuhn", says="perft needs a DEPTH")


def statistics():
    works("playout", "kuhn", has=["1000 random games, seed 1", "95 % CONFIDENCE", "Plies a game"])
    for game in ("kuhn", "connect4", "leduc", "goofspiel(players=4,cards=5)"):
        base = ["playout", game, "--games", "3000", "--seed", "7"]
        for more in ([], ["--json"], ["--trace"]):
            one = run(*base, *more).stdout
            same = all(run(*base, *more, "--threads", k).stdout == one for k in ("2", "7"))
            check(one and same, "%s %s is the same on 1, 2 and 7 threads" %
                  (game, " ".join(more)))
    check(run("playout", "kuhn", "--seed", "1").stdout != run("playout", "kuhn", "--seed", "2").stdout,
          "another seed gives other games")
    check(run("playout", "kuhn", "--json").stdout == run("playout", "kuhn", "--json", "--seed", "1").stdout,
          "the seed is 1 unless told")
    few = objects("playout", "kuhn", "--games", "1", "--json")[0]
    check(few.get("games") == 1 and few["seats"][0]["half_width_95"] is None, "one game", few)
    works("playout", "kuhn", "--games", "1", has=["1 random game,", "  -  "])
    many = objects("playout", "kuhn", "--games", "200000", "--json", "--threads", "2")[0]
    seat = many.get("seats", [{}])[0]
    check(abs(seat.get("mean", 9) - 0.125) < 2 * seat.get("half_width_95", 0) < 0.03,
          "the mean of kuhn is near 1/8, which is exact", many)


def agents():
    works("agents", has=["random", "any game", "games without secrets", "games that value positions"])
    listed = objects("agents", "--json")[0].get("agents", [])
    check({"name": "random", "about": "any legal move, each as likely", "game": None,
           "plays": "any game", "parameters": []} in listed,
          "agents --json", listed)
    base = ["playout", "kuhn(players=3)", "--agents", "random", "--games", "2000", "--seed", "5"]
    for more in ([], ["--json"], ["--trace"]):
        one = run(*base, *more).stdout
        check(one and run(*base, *more, "--threads", "3").stdout == one,
              "agents %s are the same on 1 and 3 threads" % " ".join(more))
    games = [json.loads(line) for line in run(*base, "--trace").stdout.splitlines()]
    total = objects(*base, "--json")[0]
    check(abs(sum(g["scores"][1] for g in games) / 2000 - total["seats"][1]["mean"]) < 1e-12 and
          total["seats"][1]["agent"] == "random", "agents play the games that are traced", total)
    fails(2, "playout", "kuhn", "--agents", "random,random,random",
          says="--agents names more than the 2 agents that sit here")
    works("agents", "random", has=["any legal move", "Parameters: none"])
    check(works("agents", "mcts(iterations=5)", has=["Parameters:"]) == run("agents", "mcts").stdout,
          "what stands in brackets is not asked about")
    works("agents", "greedy", has=["Plays games that value positions."])
    fails(2, "agents", "nobody", says="there is no agent 'nobody'")
    fails(2, "playout", "kuhn", "--agents", "random(x=1)", says="random takes no parameters")
    fails(2, "playout", "kuhn", "--agents", "nobody", says="there is no agent 'nobody'")
    fails(2, "play", "kuhn", "--against", "nobody", says="there is no agent 'nobody'")
    r = run("play", "kuhn", "--against", "random", stdin="quit\n")
    check(r.returncode == 0 and "; seat 1 is random (" in r.stdout, "play --against", r.stdout)


def traces():
    games = objects("playout", "leduc", "--games", "200", "--seed", "3", "--trace")
    check([g.get("index") for g in games] == list(range(200)), "one line a game, in order")
    plies = [p for g in games for p in g.get("plies", [])]
    check(all(p["move"] in p["legal"] for p in plies), "the move chosen is among the legal ones")
    chance = [p for p in plies if p["mover"] == "chance"]
    check(chance and all(abs(sum(p["odds"]) - 1) < 1e-12 and len(p["odds"]) == len(p["legal"])
                         for p in chance), "chance has odds that sum to 1")
    total = objects("playout", "leduc", "--games", "200", "--seed", "3", "--json")[0]
    means = [sum(g["scores"][i] for g in games) / 200 for i in (0, 1)]
    check([round(s["mean"], 12) for s in total.get("seats", [])] == [round(m, 12) for m in means],
          "the statistics are those of the games traced", total)
    lengths = [len(g["plies"]) for g in games]
    check((total["plies"]["min"], total["plies"]["max"]) == (min(lengths), max(lengths)) and
          abs(total["plies"]["mean"] * 200 - sum(lengths)) < 1e-9, "so are the lengths", total)
    line = games[5]
    replay = objects("show", line["game"], *[p["move"] for p in line["plies"]], "--json")[0]
    check(replay.get("position", {}).get("scores") == line["scores"], "a trace replays in show",
          replay)


def laws():
    works("check", "kuhn", "--games", "20", has=["kuhn(players=2,start=0)", "TRIED", "Lawful."])
    report = objects("check", "kuhn", "rps", "--games", "10", "--json")
    check(len(report) == 2 and all(r.get("lawful") for r in report), "two reports", report)
    spread = objects("check", "rps", "--spread", "--games", "5", "--json")
    check(len(spread) >= 1, "check --spread", spread)
    variants = [r.get("game") for r in objects("check", "kuhn(players=3)", "--spread", "--games", "5",
                                               "--max-nodes", "1", "--json")]
    check(variants[1:3] == ["kuhn(players=2,start=0)", "kuhn(players=10,start=0)"] and
          "kuhn(players=3,start=9)" in variants, "--spread keeps the other parameters", variants)
    refused = [r for r in objects("check", "mnk", "--spread", "--games", "2", "--max-nodes", "1",
                                  "--json") if "refused" in r]
    check(len(refused) == 1 and refused[0]["game"] == "mnk(m=3,n=3,k=19,exact=0)" and
          "k must be at most" in refused[0]["refused"], "a variant that is refused is told", refused)
    r = run("check", "clear", program=TRIAL)
    check(r.returncode == 1 and "BROKEN: pair-law" in r.stdout and "seed: 1\n" in r.stdout and
          "line: clear:\n" in r.stdout, "a broken law is told with its shortest line", r.stdout)
    report = json.loads(run("check", "clear", "--json", program=TRIAL).stdout)["broken"]
    check(report["law"] == "pair-law" and report["line"] == "clear:", "and as JSON", report)
    fails(2, "check", says="needs a game, or --all")
    fails(2, "check", "kuhn", "--all", says="not both")
    fails(2, "check", "kuhn", "nim", says="there is no game 'nim'")


def speeds():
    works("bench", "kuhn", "--seconds", "0.001", has=["ROLLOUT/S", "PERFT:PEER", "kuhn", "OpenSpiel"])
    bench = objects("bench", "tictactoe", "rps", "--seconds", "0.001", "--json")[0]
    rows = bench.get("rows", [])
    numbers = ["state_bytes", "rollout", "table", "perft", "perft_depth", "step",
               "threads_ratio"]
    check(len(rows) == 2 and all(r[k] > 0 for r in rows for k in numbers), "every figure is there",
          rows)
    check(rows and rows[0]["peer_perft"] == 15000000 and rows[1]["perft_times_peer"] is None and
          abs(rows[0]["perft_times_peer"] - rows[0]["perft"] / 15e6) < 1e-9, "and of perft", rows)
    works("bench", "--help", has=["clock on the wall", "a figure is the median of three"])
    for more in ([], ["--agents"]):
        fails(2, "bench", "kuhn", "--moves", "5000", *more, says="--moves goes with --only")
    check(rows and rows[0]["peer_moves"] == 5700000 and rows[1]["peer_moves"] is None,
          "a peer's figure where there is one", rows)
    for loop in ("rollout", "table", "perft", "step"):
        one = works("bench", "kuhn", "--only", loop, "--moves", "5000", has=["kuhn %s " % loop])
        plies = int(one.split()[-1]) if one else 0
        check(5000 <= plies < 12000 and run("bench", "kuhn", "--only", loop, "--moves", "5000").stdout
              == one, "--only %s does a fixed amount of work" % loop, one)
    works("bench", "--agents", "kuhn", "--seconds", "0.001", has=["ismcts", "NODE", "2, TREE", "OpenSpiel"])
    bench = objects("bench", "--agents", "leduc", "tictactoe", "--seconds", "0.001", "--json")[0]
    rows, threads = bench.get("rows", []), bench.get("threads", [])
    check([r["agent"].split("(")[0] for r in rows] == ["ismcts", "ismcts", "mcts", "alphabeta"] and
          all(r["rate"] > 0 and 0 < r["node_bytes"] <= 64 for r in rows),
          "every agent that plays a game searches it, in nodes of few bytes", rows)
    check(rows and rows[0]["peer_rate"] == 284000 and rows[1]["peer_rate"] is None,
          "and stands beside a peer where there is one", rows)
    check(len(threads) == 2 and all(r[k] > 0 for r in threads 
                                for k in ("root_ratio", "tree_ratio", "root_cpu_ratio", "tree_cpu_ratio")),
          "two threads are set against one", threads)
    fails(2, "bench", "--agents", "nim", says="there is no game 'nim'")
    fails(2, "bench", "--agents", "--only", "step", says="not both")


def wrong_command_lines():
    fails(2, says="a command is missing")
    fails(2, "playot", says="did you mean 'playout'?")
    fails(2, "xyzzyx", says="'parlor help' lists them")
    fails(2, "help", "xyzzyx", says="there is no command")
    fails(2, "--json", says="a command comes before its options")
    fails(2, "games", "--jsn", says="did you mean '--json'?")
    fails(2, "games", "--xyzzyx", says="see 'parlor games --help'")
    fails(2, "games", "-x", says="no option '-x'")
    fails(2, "show", "-xh", says="no option '-x'")
    fails(2, "games", "-hx", says="no option '-x'")
    fails(2, "games", "-", says="fewer words")
    fails(2, "games", "-\u00e9", says="no option '-?'")
    fails(2, "rules", "ku\x1b[31mhn\n", says="'ku?[31mhn?'")
    fails(2, "rules", os.fsdecode(b"k\xff\xc3hn"), says="'k??hn'")
    fails(2, "games", "kuhn", says="fewer words")
    fails(2, "rules", says="rules needs a GAME")
    fails(2, "completion", says="completion needs bash|zsh")
    fails(2, "completion", "fish", says="bash or zsh")
    for bad in (" 1", "+1", "0x10"):
        fails(2, "playout", "kuhn", "--games", bad, says="--games takes a whole number from 1 to")
    refuses(["rules"], ("nim", "there is no game 'nim'; there are "), ("kuhn(colour=red)", "no parameter 'colour'"))


def completions():
    bash = works("completion", "bash", has=["complete -F _parlor parlor", "kuhn", "--trace"])
    zsh = works("completion", "zsh", has=["#compdef parlor", "kuhn", "--trace"])
    ask = """source /dev/stdin <<< "$1"; shift
             COMP_WORDS=(parlor "$@"); COMP_CWORD=$#; _parlor; echo "${COMPREPLY[@]}" """

    def complete(*words):
        r = subprocess.run(["bash", "-c", ask, "bash", bash, *words], capture_output=True, text=True,
                           timeout=TIMEOUT, check=False)
        return (r.stdout + r.stderr).strip()

    if not shutil.which("bash"):
        skip("bash completion", "no bash")
    else:
        check(complete("pl") == "playout play", "bash completes commands", complete("pl"))
        check(complete("rules", "led") == "leduc leduc_poker leduc_holdem", "bash completes games")
        check(complete("playout", "kuhn", "--t") == "--trace --threads", "bash completes options")
        check(complete("show", "kuhn", "--seat", "p") == "public", "bash completes values")
        for words in (["analyse", "kuhn", "--agent"], ["play", "--against"], ["playout", "kuhn", "--agents"], ["agents"]):
            check(complete(*words, "ism") == "ismcts", "bash completes agents after " + " ".join(words))
        check(complete("playout", "--games", "") == "", "bash knows no values of a number")
    if not shutil.which("zsh"):
        skip("zsh completion", "no zsh")
    else:
        r = subprocess.run(["zsh", "-n"], input=zsh, text=True, capture_output=True, check=False)
        check(r.returncode == 0 and not r.stderr, "zsh accepts its completion", r.stderr)
    check(all("%s:(random " % o in zsh for o in (":AGENT", ":AGENT,...")), "zsh is offered agents, too", zsh)
    check(objects("completion", "bash", "--json")[0].get("text") == bash, "the same as JSON")


def manual():
    source = works("man", has=["parlor(1)", "# EXIT STATUS"])
    check(objects("man", "--json")[0].get("text") == source, "the same as JSON")
    if not shutil.which("scdoc"):
        skip("the manual page", "no scdoc")
        return
    r = subprocess.run(["scdoc"], input=source, text=True, capture_output=True, check=False)
    check(r.returncode == 0 and not r.stderr, "scdoc accepts the manual page", r.stderr)
    check(all("parlor " + name in r.stdout for name in COMMANDS), "it tells of every command")
    if shutil.which("man"):
        with tempfile.NamedTemporaryFile("w", suffix=".1") as page:
            page.write(r.stdout)
            page.flush()
            shown = subprocess.run(["man", "-l", page.name], text=True, capture_output=True,
                                   env=dict(ENV, MANWIDTH="100"), check=False).stdout
        if shown:
            check("parlor show GAME [MOVES...] [OPTIONS]" in shown and "--max-nodes N" in shown,
                  "the page shows commands and options", shown)


run_all(help_and_version, games_and_rules, showing, mistyped, plies_unnoticed, counting, interrupted, statistics, agents, traces,
        laws, speeds, wrong_command_lines, completions, manual)
