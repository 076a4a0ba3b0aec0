"""tune -- parlor tune from outside."""
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from parlor_cli import ENV, PARLOR, TIMEOUT, Terminal, check, fails, finish, objects, works

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
    for words, says in (
            (["mcts"], "tune needs what to tune"),
            (["mcts", "--param", "explore"], "name=low:high"),
            (["mcts", "--param", "c=0.1:2"], "mcts has no parameter 'c'; it has iterations"),
            (["mcts", "--param", "explore=2:1"], "from the lower to the higher"),
            (["mcts", "--param", "explore=0:1000"], "accepts 0..100"),
            (["mcts", "--param", "explore=0:1:log"], "begins above 0"),
            (["mcts", "--param", "rave=0.5:3"], "whole number"),
            (["mcts", "--param", "playout=0:1"], "is no number"),
            (["mcts", "--param", "explore=1:2", "--param", "explore=1:3"], "given twice"),
            (["mcts"] + ["--param", "explore=1:2"] * 17, "at most 16 times"),
            (["nobody", "--param", "a=1:2"], "there is no agent 'nobody'"),
            (["random", "--param", "a=1:2"], "no parameters to tune"),
            (["bestLine", "--param", "length=1:2"], "plays only dominoes"),
            (["mcts", "--param", "explore=1:2", "--games", "2"], "too few"),
            (["mcts", "--param", "explore=1:2", "--games", "0"], "whole number from 1"),
            (["mcts", "--param", "explore=1:2", "--games", "99", "--method", "bandit"], "too few for 16 arms"),
            (["mcts", "--param", "explore=1:2", "--method", "luck"], "one of spsa|bandit"),
            (["mcts", "--param", "explore=1:2", "--arms", "4"], "--arms goes with --method bandit"),
            (["mcts", "--param", "explore=1:2", "--method", "bandit", "--batch", "4"], "--batch goes with"),
            (["mcts", "--param", "explore=1:2", "--against", "lbr"], "lbr")):
        fails(2, "tune", "tictactoe", *words, says=says)


def begun(file):
    """Whether anything of a tuning is kept there."""
    try:
        with sqlite3.connect("file:%s?mode=ro" % file, uri=True) as db:
            return db.execute("SELECT count(*) FROM tournament").fetchone()[0] > 0
    except sqlite3.Error:
        return False


def interrupted():
    """Ctrl-C tells the best so far."""
    program = subprocess.Popen([PARLOR, "tune", "connect4", "mcts(iterations=200)", "--param", "explore=0.1:3",
                                "--games", "100000000", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env=ENV)
    time.sleep(1)
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=TIMEOUT)
    told = json.loads(out)
    check(program.returncode == 130 and err == "parlor: interrupted\n" and told["interrupted"] is True and
          told["final"] is None and 0.1 <= told["params"][0]["value"] <= 3, "Ctrl-C tells the best so far", out + err)
    with tempfile.TemporaryDirectory(prefix="parlor-tune-") as folder:
        words = ["tune", "connect4", "mcts(iterations=200)", "--param", "explore=0.1:3", "--games", "100000000",
                 "--method", "bandit", "--record", os.path.join(folder, "early.db")]
        with subprocess.Popen([PARLOR, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV) as program:
            end = time.monotonic() + TIMEOUT
            while not begun(words[-1]) and time.monotonic() < end:
                time.sleep(0.02)
            program.send_signal(signal.SIGINT)
            out, err = program.communicate(timeout=TIMEOUT)
        check(program.returncode == 130 and "nothing is known yet" in out and "Best so far" not in out,
              "before a comparison is over no value is called the best", out + err)
    shown = Terminal("tune", "connect4", "mcts(iterations=200)", "--param", "explore=0.1:3", "--games", "100000000")
    shown.until(r"tuning: [1-9]\d* of 100000000 games, explore=[\d.]+")
    os.kill(shown.pid, signal.SIGINT)
    check(shown.status() == 130 and "Best so far: mcts(" in shown.text and "no gain is shown" in shown.text,
          "a terminal is shown how far it is", shown.text)


def resumed():
    """Killed again and again it comes to the same, and no game is played twice."""
    with tempfile.TemporaryDirectory(prefix="parlor-tune-") as folder:
        file = os.path.join(folder, "tuned.db")
        words = ["tune", "leduc", "ismcts(iterations=300)", "--param", "explore=0.1:3", "--games", "640", "--final",
                 "200", "--json"]
        once = objects(*words)[0]
        kept = [PARLOR] + words + ["--record", file]

        def more():
            """--resume, if there is anything to go on with."""
            return ["--resume"] if begun(file) else []

        for wait in (0.6, 0.9, 1.2):
            program = subprocess.Popen(kept + more(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV)
            time.sleep(wait)
            program.kill()
            program.communicate(timeout=TIMEOUT)
        again = objects(*kept[1:], *more())[0]
        check(again.pop("recorded") == file and again == once, "a tuning that was killed goes on", (once, again))
        db = sqlite3.connect(file)
        games, parts = (db.execute("SELECT count(*) FROM " + table).fetchone()[0] for table in ("game", "part"))
        db.close()
        check(games == parts == 840, "no game is played twice", (games, parts))
        fails(2, *words, "--record", file, says="has this tuning already")
        fails(2, *words, "--record", file, "--resume", "--seed", "9", says="no such tuning to go on with")
        fails(2, *words, "--resume", says="--resume goes with")
        fails(1, *words, "--record", os.path.join(folder, "none.db"), "--resume", says="No such file")
        lines = os.path.join(folder, "lines.txt")
        with open(lines, "w", encoding="utf-8") as out:
            out.write("Ks Js\nJs Ks\n")
        check(objects(*words, "--openings", lines)[0]["final"] != once["final"], "openings are played")
        fails(1, *words, "--openings", folder + "/none", says="No such file")


reports()
threads()
refusals()
interrupted()
resumed()
finish()
