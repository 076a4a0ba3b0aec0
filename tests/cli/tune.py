"""tune -- parlor tune from outside."""
import json
import os
import signal
import sys

sys.dont_write_bytecode = True
from parlor_cli import Terminal, check, end, keep, objects, path, refuses, run_all, sql, start, until, works
from parlor_player import player, program, slow_while

LINES = ["tune", "dominoes", "bestLine(length=1)", "--param", "length=1:12"]
PLAYOUTS = ["tune", "tictactoe", "rollout(iterations=2)", "--param", "iterations=1:64:log", "--games", "800"]


def reports():
    works(*LINES, "--games", "1600", "--final", "800",
          has=["spsa, 1600 of 1600 games, 25 steps of 25, seed 1", "PARAMETER", "Tuned: bestLine(length=",
               "800 games on other seeds", "mean score", "Elo", "superior with", "A gain is shown"])
    told = objects(*PLAYOUTS, "--method", "bandit", "--final", "200", "--json")[0]
    value = told["params"][0]
    final = told["final"]
    check(told["method"] == "bandit" and told["steps"] == 4 and value["was"] == 2 and value["log"] is True and
          12 <= value["value"] <= 64 and told["tuned"].startswith("rollout(iterations=%d" % value["value"]) and
          told["interrupted"] is False, "the bandit finds that more playouts are better", told)
    check(final["games"] == 200 and final["verdict"] == "gain" and final["gain"]["low"] > 0 and
          final["elo"]["low"] > 0 and final["superiority"] > 0.99 and told["final_against"] is None,
          "the final match shows the gain", final)
    told = objects(*PLAYOUTS, "--against", "random", "--final", "200", "--json")[0]
    check(told["against"] == "random" and told["final"]["games"] == 200 and
          told["final_against"]["games"] == 400 and told["final_against"]["gain"]["low"] > 0,
          "with an opponent both meet it, too", told)
    works("tune", "tictactoe", "mcts(iterations=10)", "--param", "memory=8:64", "--games", "80", "--final", "100",
          has=["No gain"])
    works("tune", "tictactoe", "mcts(iterations=10)", "--param", "explore=0.1:2", "--param", "rave=0:100",
          "--games", "80", "--final", "0", has=["explore", "rave", "No final match was played"])


def threads():
    words = ["tune", "leduc", "ismcts(iterations=10)", "--param", "explore=0.1:3", "--games", "200", "--final", "60",
             "--json"]
    for method in ("spsa", "bandit"):
        once = objects(*words, "--method", method)
        check(objects(*words, "--method", method, "--threads", "3") == once, "three threads find the same")
        check(objects(*words, "--method", method, "--seed", "2") != once, "another seed, other games")


def refusals():
    refuses(["tune", "tictactoe", "mcts"], ("tune needs what to tune",), ("--param", "explore", "name=low:high"),
            ("--param", "c=0.1:2", "mcts has no parameter 'c'; it has iterations"),
            ("--param", "explore=2:1", "from the lower to the higher"), ("--param", "explore=0:1000", "accepts 0..100"),
            ("--param", "explore=0:1:log", "begins above 0"), ("--param", "rave=0.5:3", "whole number"),
            ("--param", "playout=0:1", "is no number"), (*["--param", "explore=1:2"] * 17, "at most 16 times"),
            ("--param", "explore=1:2", "--param", "explore=1:3", "given twice"))
    refuses(["tune", "tictactoe"], ("nobody", "--param", "a=1:2", "there is no agent 'nobody'"),
            ("random", "--param", "a=1:2", "no parameters to tune"), ("bestLine", "--param", "length=1:2", "plays only dominoes"))
    refuses(["tune", "tictactoe", "mcts", "--param", "explore=1:2"], ("--games", "2", "too few"), ("--against", "lbr", "lbr"),
            ("--games", "99", "--method", "bandit", "too few for 16 arms"), ("--arms", "4", "--arms goes with --method bandit"),
            ("--method", "bandit", "--batch", "4", "--batch goes with"))


def interrupted():
    """Ctrl-C tells the best so far."""
    words = ["tune", "connect4", "mcts(iterations=200)", "--param", "explore=0.1:3", "--games", "100000000"]
    early, begun = path("early.db"), "SELECT words FROM tournament"
    program_ = start(*words, "--json", "--record", early)
    until(lambda: sql(early, begun))
    status, out, err = end(program_, signal.SIGINT)
    told = json.loads(out)
    check(status == 130 and err.startswith("parlor: interrupted") and told["interrupted"] is True and
          told["final"] is None and 0.1 <= told["params"][0]["value"] <= 3, "Ctrl-C tells the best so far", out + err)
    early = path("earlier.db")
    program_ = start(*words, "--method", "bandit", "--record", early)
    until(lambda: sql(early, begun))
    status, out, err = end(program_, signal.SIGINT)
    check(status == 130 and "nothing is known yet" in out and "Best so far" not in out,
          "before a comparison is over no value is called the best", out + err)
    shown = Terminal(*words)
    shown.until(r"tuning: [1-9]\d* of 100000000 games, explore=[\d.]+")
    os.kill(shown.pid, signal.SIGINT)
    check(shown.status() == 130 and "Best so far: mcts(" in shown.text and "no gain is shown" in shown.text,
          "a terminal is shown how far it is", shown.text)


def resumed():
    """Killed again and again it ends with the same result, and no game is played twice."""
    file = path("tuned.db")
    bot = program("bot.py", player(deed=slow_while(path("slowly"), 0.05)))
    words = ["tune", "kuhn", "ismcts(iterations=30)", "--param", "explore=0.1:3", "--games", "160", "--final", "40",
             "--against", bot, "--json"]
    kept = [*words, "--record", file]
    once = objects(*words)[0]
    keep("slowly", "")
    for kills in range(3):
        had = len(sql(file, "SELECT n FROM part"))
        tuning = start(*kept, *["--resume"] * bool(kills))
        until(lambda: len(sql(file, "SELECT n FROM part")) > had, unless=lambda: tuning.poll() is not None)
        status, out, err = end(tuning, signal.SIGKILL)
        check(status == -signal.SIGKILL, "killed in the middle", out + err)
    os.remove(path("slowly"))
    again = objects(*kept, "--resume")[0]
    check(again.pop("recorded") == file and again == once, "a tuning that was killed goes on", (once, again))
    counts = sql(file, "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM part), (SELECT count(*) FROM "
                 "(SELECT DISTINCT tournament, n FROM part))")[0]
    check(len(set(counts)) == 1 and counts[0] > 160, "no game is played twice", counts)
    refuses(words, ("--record", file, "has this tuning already"), ("--resume", "--resume goes with"),
            ("--record", file, "--resume", "--seed", "9", "no such tuning to go on with"))
    refuses(words, ("--record", path("none.db"), "--resume", "No such file"), ("--openings", path("none"), "No such file"), status=1)
    check(objects(*words, "--openings", keep("lines.txt", "K J\nJ K\n"))[0]["final"] != once["final"], "openings are played")


run_all(reports, threads, refusals, interrupted, resumed)
