#!/usr/bin/env python3
"""leagues -- leagues and contests that one process plays and records, and another serves: listed and
followed while they run, with the numbers that the commands themselves tell."""
import concurrent.futures
import json
import os
import signal
import sqlite3

from parlor_cli import check, end, finish, keep, objects, path, sql, start
from parlor_cli import until as comes_true
from parlor_player import player, slow_while
from parlor_server import Server, quote, refused, until


def league(s, *words):
    return objects("league", *words, "--record", s.records, "--json")[0]


def one(s, number):
    status, got = s.get("/api/leagues/%d" % number)
    if status != 200:
        check(False, "league %d is told" % number, got)
    return got


def close(a, b):
    return a is None and b is None or abs(a - b) < 1e-9 * max(1, abs(a))


def same_interval(told, printed):
    return all(close(a, printed[key]) for a, key in zip(told, ("value", "low", "high")))


def as_printed(s, number, printed):
    """Whatever the page tells is what the command said."""
    got = one(s, number)
    check(got["state"] == "over" and got["games"] == got["of"] == got["counted"] == printed["games"] and
          got["seed"] == str(printed["seed"]) and got["ended"] >= got["began"], "league %d is over" % number,
          {k: got[k] for k in ("state", "games", "of", "counted", "seed")})
    check([row["name"] for row in got["standings"]] == [row["name"] for row in printed["standings"]], "ranks are the same")
    for a, b in zip(got["standings"], printed["standings"]):
        check(a["results"] == list(b["results"].values()) and a["seats"] == [list(x.values()) for x in b["seats"]] and
              same_interval(a["payoff"], b["payoff"]) and same_interval(a["elo"], b["elo"]) and
              close(a["superiority"], b["superiority"]) and a["points"] == b["points"], "so is " + a["name"], (a, b))
    check(all(same_interval(a, b) for a, b in zip(got["seat_scores"], printed["seat_scores"])), "and what seats are worth")
    names = [row["name"] for row in got["standings"]]
    for pair in printed["pairs"]:
        i, j = names.index(pair["first"]), names.index(pair["second"])
        check(got["cross"][i][j] == [pair["better"], pair["even"], pair["worse"]] == got["cross"][j][i][::-1],
              "and %s against %s" % (pair["first"], pair["second"]), got["cross"])
    return got


def over(s):
    check(s.get("/api/leagues") == (200, []), "no leagues yet")
    robin = league(s, "tictactoe", "random", "first", "a, b=greedy", "--games", "60", "--threads", "2")
    out = league(s, "leduc", "random", "first", "rollout(iterations=4)", "--format", "knock-out", "--games", "10")
    table = league(s, "dominoes(players=3)", "random", "stupid", "double", "greedy", "--format", "balanced", "--games", "60")
    got = as_printed(s, 1, robin)
    check(got["curve"] and got["curve"][-1]["games"] <= 180 and len(got["curve"][0]["elo"]) == 3, "with a curve", got["curve"])
    check(as_printed(s, 2, out)["standings"][-1]["out"] == 1, "the loser is out")
    as_printed(s, 3, table)
    until(lambda: len(s.get("/api/leagues")[1]) == 3, "a list may be a second old")
    status, listed = s.get("/api/leagues")
    check(status == 200 and [x["id"] for x in listed] == [3, 2, 1] and listed[2]["agents"] == ["random", "first", "a, b"] and
          listed[2]["format"] == "round-robin" and {x["state"] for x in listed} == {"over"}, "all are listed, the latest first", listed)


def games(s):
    latest = one(s, 1)["latest"]
    check(len(latest) == 20 and latest[0]["id"] > latest[1]["id"], "the latest games", latest[:2])
    found, before = [], 0
    while True:
        status, more = s.get("/api/leagues/1/games?limit=50" + ("&before=%d" % before if before else ""))
        if status != 200 or not more:
            break
        found += [g["id"] for g in more]
        before = found[-1]
    check(len(found) == len(set(found)) == 180 and found == sorted(found, reverse=True), "all games, page by page", len(found))
    both = s.get("/api/leagues/1/games?limit=500&player=first&other=" + quote("a, b"))[1]
    check(len(both) == 60 and all(set(g["names"]) == {"first", "a, b"} for g in both), "games of two", both[:1])
    record = s.get("/api/records/%d" % found[0])[1]
    check(record["league"] == 1 and record["seed"], "a game knows its league", record)


def wrong(s):
    for number in ("0", "x", "1x", "-1", "99", "9" * 30, "1/2", "1/games/2"):
        refused(s.get("/api/leagues/" + number), 404, "no such league", "no league " + number)
    check(s.get("/api/leagues/99/games") == (200, []), "nor games of one")
    for argument, says in (("limit=0", "from 1 to 500"), ("before=x", "whole number"), ("player=" + "x" * 99, "at most 63")):
        refused(s.get("/api/leagues/1/games?" + argument), 400, says, "no games by " + argument[:20])
    refused(s.post("/api/leagues", {}), 405, "cannot be done", "leagues are not posted")


def running(s):
    """Another process plays; all that is told is of a part of it, and grows."""
    p = start("league", "tictactoe", "random", "first", "mcts(iterations=400)", "--games", "100000", "--seed", "77",
              "--record", s.records)
    until(lambda: (s.get("/api/leagues")[1] or [{}])[0].get("id") == 4, "it is listed")
    until(lambda: one(s, 4)["counted"] > 0, "and its games are counted")
    first = one(s, 4)
    check(first["state"] == "running" and "seed" not in first and first["of"] == 300000, "it runs, and nobody is told its seed", first["state"])
    record = s.get("/api/records/%d" % first["latest"][0]["id"])[1]
    check(record["league"] == 4 and "seed" not in record and record["plies"], "nor the seeds of its games", list(record))
    until(lambda: one(s, 4)["counted"] > first["counted"], "it goes on")
    later = one(s, 4)
    check(later["counted"] <= later["games"], "no more games are counted than there are", (later["counted"], later["games"]))
    with concurrent.futures.ThreadPoolExecutor(32) as many:
        got = list(many.map(lambda _: s.get("/api/leagues/4")[0], range(128)))
    check(set(got) == {200}, "however many ask", set(got))
    end(p, signal.SIGKILL)
    until(lambda: one(s, 4)["state"] == "stopped", "when it is killed it has stopped")
    check(one(s, 4)["seed"] == "77", "and its seed is told")


def unreadable(s):
    """What anybody may have written into the file does no harm."""
    with sqlite3.connect(s.records) as db:
        db.execute("INSERT INTO tournament(began, words) VALUES(1, 'entrants: 9\ngame: nosuch')")
    db.close()
    status, listed = s.get("/api/leagues")
    check(status == 200, "the list is still told", listed)
    until(lambda: len(s.get("/api/leagues")[1]) == 5, "with what cannot be read")
    check("nosuch" in s.get("/api/leagues")[1][0]["why"], "and why", s.get("/api/leagues")[1][0])
    refused(s.get("/api/leagues/5"), 404, "nosuch", "which a request for it is told")


def entries():
    os.mkdir(path("entries"))
    for name, move in (("low", "legal[0]"), ("high", "legal[-1]"), ("mid", "legal[len(legal) // 2]")):
        # After its trials a pairing takes seconds on any machine: a contest writes of itself once a second.
        keep("entries/%s.py" % name, player(move, deed=slow_while(path("slowly"), 0.05, after=4)))
    keep("entries/mute.py", "")


def hold(s):
    return start("contest", path("entries"), "--name", "spring", "--game", "tictactoe", "--games", "16", "--pools", "1",
                 "--advance", "2", "--record", s.records, "--json")


def pairings(got):
    return [p for part in got.get("pools", []) + got.get("rounds", []) for p in part["pairings"]]


def under_way(s):
    """The contest, when a pairing of it has begun and a game of that is in the file."""
    got = s.get("/api/contests/1")[1]
    return got if [p for p in pairings(got) if p["state"] == "playing" and p["played"] > 2] else None


def stop_in_a_pairing(s, p):
    """The process is stopped where a pairing is under way: a game of that."""
    def stopped():
        p.send_signal(signal.SIGSTOP)
        game = sql(s.records, "SELECT max(game) FROM part p JOIN tournament t ON t.id = p.tournament WHERE t.ended IS NULL")[0][0]
        if not game:
            p.send_signal(signal.SIGCONT)
        return game
    return comes_true(stopped)


def contests(s):
    check(s.get("/api/contests") == (200, []), "no contests yet")
    refused(s.get("/api/contests/7"), 404, "no such contest", "nor one by its number")
    refused(s.get("/api/contests/x"), 404, "no such contest", "or by none")
    entries()
    keep("slowly", "")
    p = hold(s)
    until(lambda: under_way(s), "a contest is followed while it runs")
    got = s.get("/api/contests/1")[1]
    verdicts = {e["name"]: e["state"] for e in got["entries"]}
    check(got["running"] and got["secret"] is None and verdicts == {"low": "plays", "high": "plays", "mid": "plays", "mute": "excluded"},
          "with its verdicts, and without its secret", got)
    game = stop_in_a_pairing(s, p)
    refused(s.get("/api/records/%d" % game), 404, "all of its pairing", "games of a pairing under way are not told")
    end(p, signal.SIGKILL)
    os.remove(path("slowly"))
    until(lambda: not s.get("/api/contests/1")[1]["running"], "it was killed")
    refused(s.get("/api/records/%d" % game), 404, "all of its pairing", "what is hidden stays so")
    refused(s.post("/api/analyse", {"record": game, "ply": 0}), 400, "all of its pairing", "whoever asks")
    told = json.loads(end(hold(s))[1])
    until(lambda: s.get("/api/contests/1")[1]["state"] == "over", "it goes on and ends")
    got = s.get("/api/contests/1")[1]
    check(got["winner"] == told["winner"] and got["rounds"] == told["rounds"] and got["pools"] == told["pools"] and got["secret"],
          "with what the command said", got)
    status, record = s.get("/api/records/%d" % game)
    check(status == 200 and record["contest"] == 1 and record["seed"], "then its games are told", record)
    games = [g["id"] for p in pairings(got) for g in p["games"]]
    check(len(games) >= 64 and all(s.get("/api/records/%d" % g)[0] == 200 for g in games[::9]), "all of them", len(games))
    check(s.get("/api/leagues")[1] == [] and s.get("/api/leagues/1")[1]["contest"] == 1, "its pairings are not among the leagues")
    listed = s.get("/api/contests")[1]
    check(len(listed) == 1 and listed[0]["count"] == 4 and listed[0]["winner"] == told["winner"] and "pools" not in listed[0],
          "it is listed in short", listed)


def main():
    s = Server("--threads", "2")
    over(s)
    games(s)
    wrong(s)
    running(s)
    unreadable(s)
    check(s.end() == (0, ""), "it ends at SIGTERM")
    s = Server()
    contests(s)
    check(s.end() == (0, ""), "and so does that with a contest")
    finish()


main()
