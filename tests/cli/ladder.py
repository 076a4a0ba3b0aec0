"""ladder -- parlor ladder and parlor ratings from outside."""
import csv
import io
import json
import os
import signal
import sqlite3
import sys

sys.dont_write_bytecode = True
from parlor_cli import (ENV, Terminal, check, end, fails, objects, path, refuses, run, run_all, sql, start, text_of, until, works)

FILE, WRITTEN = path("games.db"), path("ladder.json")
ENV["PARLOR_RECORDS"] = path("usual.db")
SMALL = ["ladder", "tictactoe", "--levels", "1-4", "--games", "40"]


def measured():
    works(*SMALL, has=["mnk(m=3,n=3,k=3,exact=0): 160 games, seed 1", "ELO ABOVE THE LOWEST", "1 novice", "stronger"])
    told = objects(*SMALL, "--json")[0]
    rungs = told["rungs"]
    check([r["level"] for r in rungs] == [1, 2, 3, 4] and rungs[0]["elo"] == 0 == rungs[0]["high"] and
          rungs[0]["order"] == "lowest" and rungs[1]["order"] == "stronger" and rungs[1]["low"] > 100 and
          rungs[1]["step"]["value"] == rungs[1]["elo"] and [r["games"] for r in rungs] == [60, 100, 100, 60],
          "a ladder in JSON", told)
    check(objects(*SMALL, "--json", "--threads", "3")[0] == told, "three threads find the same")
    check(objects(*SMALL, "--json", "--seed", "2")[0]["rungs"] != rungs, "another seed, other games")
    hot = objects("ladder", "tictactoe", "--levels", "1,11", "--policies", "--games", "60", "--json")[0]["rungs"]
    check([r["level"] for r in hot] == [1, 11] + [None] * 5 and hot[2]["order"] == "stronger" and
          hot[-1]["order"] == "lowest" and hot[2]["elo"] > hot[-1]["elo"], "policies grow weaker with their heat", hot)
    works("ladder", "kuhn(players=3)", "--levels", "1-4", "--games", "30", has=["4 fair"])


def kept():
    first = objects(*SMALL, "--record", FILE, "--write", WRITTEN, "--json")[0]
    written = json.loads(text_of(WRITTEN))
    near = all(abs(a["elo"] - b["elo"]) < 0.01 for a, b in zip(first["rungs"], written["rungs"]))
    check(near and written["game"] == "mnk(m=3,n=3,k=3,exact=0)", "the same is written", written)
    rows = sql(FILE, "SELECT level, elo, low, high, games FROM rung ORDER BY n")
    check([tuple(r[k] for k in ("level", "elo", "low", "high", "games")) for r in first["rungs"]] == rows,
          "and kept beside the games", rows)
    known = objects("ladder", "tictactoe", "--show", "--record", FILE, "--json")[0]
    check(known["from"] == FILE and [r["elo"] for r in known["rungs"]] == [r["elo"] for r in first["rungs"]],
          "and shown", known)
    works("ladder", "tictactoe", "--show", has=["known from this version of Parlor", "11 unbeatable"])
    again = objects(*SMALL, "--record", FILE, "--resume", "--json")[0]
    check(again == first, "a ladder that is whole is counted again, not played", again)
    fails(1, "ladder", "rps", "--show", says="nobody has measured rps yet")
    played = objects("ratings", FILE, "--json")
    check(len(played) == 1 and played[0]["games"] == 160 and len(played[0]["players"]) == 4 and
          played[0]["players"][-1]["spec"] == "random", "its games are rated, too", played)


def taken_back():
    """A game in which a move was taken back is none to rate by."""
    file = path("back.db")
    works("playout", "tictactoe", "--agents", "random,first", "--games", "3", "--record=" + file)
    check(objects("ratings", file, "--json")[0]["games"] == 3, "three games are rated")
    with sqlite3.connect(file) as db:
        db.execute("INSERT INTO event VALUES (2, 99, 0, 'back', 0, NULL, NULL, 1, 0, '')")
    db.close()
    check(objects("ratings", file, "--json")[0]["games"] == 2, "but not the one in which a move was taken back")


def interrupted():
    file = path("cut.db")
    words = ["ladder", "connect4", "--levels", "1-4", "--games", "1000000", "--record", file]
    program = start(*words)
    until(lambda: sql(file, "SELECT n FROM part LIMIT 1"), unless=lambda: program.poll() is not None)
    status, out, err = end(program, signal.SIGINT)
    check(status == 130 and "4 fair" in out and "--resume goes on with" in err, "Ctrl-C tells the ladder so far",
          out + err)
    check(sql(file, "SELECT count(*) FROM ladder") == [(0,)], "but half of one is not kept")
    fails(2, "ladder", "connect4", "--levels", "1-4", "--games", "9", "--record", file, "--resume", says="has no such match")
    shown = Terminal("ladder", "connect4", "--levels", "1-5", "--games", "1000000")
    shown.until(r"\d+ of \d+ games, about \d+ s left")
    os.kill(shown.pid, signal.SIGINT)
    check(shown.status() == 130, "a terminal is shown how far it is", shown.text)


def rated():
    file = path("pool.db")
    works("league", "tictactoe", "random", "first", "greedy", "--games", "100", "--record", file)
    works("match", "tictactoe", "mcts(iterations=1)", "rollout(iterations=5)", "--games", "20", "--record", file)
    works("playout", "leduc", "--games", "20", "--record=" + file)
    works("ratings", file, has=["mnk(m=3,n=3,k=3,exact=0): 320 games of 5 players", "No games connect the 2 groups", "GROUP"])
    pool = objects("ratings", file, "--game", "mnk", "--min-games", "50", "--json")[0]
    players = pool["players"]
    check(pool["groups"] == 1 and pool["games"] == 300 and [p["name"] for p in players][0] == "greedy" and
          abs(sum(p["rating"]["value"] for p in players)) < 1e-6 and
          all(p["rating"]["low"] < p["rating"]["value"] < p["rating"]["high"] and p["games"] == 200 for p in players),
          "ratings about 0 with intervals", pool)
    for method in ("glicko", "elo"):
        kept_up = objects("ratings", file, "--game", "mnk", "--min-games", "50", "--method", method, "--json")[0]
        check([p["name"] for p in kept_up["players"]][0] == "greedy" and
              abs(sum(p["rating"]["value"] for p in kept_up["players"]) / 3 - 1500) < 1e-6, method, kept_up)
    rows = list(csv.DictReader(io.StringIO(run("ratings", file, "--csv", "--game", "mnk").stdout)))
    check(len(rows) == 5 and rows[0]["name"] == "greedy" and float(rows[0]["low"]) < float(rows[0]["rating"]) and
          {r["group"] for r in rows} == {"0", "1"}, "CSV", rows)


def refusals():
    refuses(["ladder", "tictactoe"], ("--levels", "0-3", "--levels takes levels from 1 to 11, as 1-6 or 1-8,11"),
            *(("--levels", levels, "--levels takes") for levels in ("3-1", "1-12", "1,,2", "x")),
            ("--levels", "1-2", "a ladder has from 3 to 24 rungs, not 2"), ("--resume", "--resume goes with the --record"),
            ("--show", "--levels", "1-3", "--show measures nothing"), ("--show", "--policies", "--show measures nothing"))
    refuses(["ladder", "tictactoe"], ("--resume", "--record", path("none.db"), "No such file"),
            ("--write", "/nowhere/at/all.json", "/nowhere/at/all.json"), status=1)
    refuses(["ratings"], (path("none.db"), "none.db"), ("no game has been recorded yet",),
            (FILE, "--game", "hex", "has no games of hex"), status=1)
    refuses(["ratings", FILE], ("--game", "nothing", "no game"), ("--csv", "--json", "take one"))


run_all(measured, kept, interrupted, rated, taken_back, refusals)
