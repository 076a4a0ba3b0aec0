"""solutions -- what parlor serve reports of solved games and of players, for server.py."""
import http.client
import json
import math
import subprocess
import time

from parlor_cli import ENV, PARLOR, TIMEOUT, check
from parlor_online import WebSocketClient
from parlor_server import OPEN, YOU, quote, refused


def state_of(s, spec, *until):
    """The solution when its state is one of these."""
    end = time.monotonic() + TIMEOUT
    while True:
        status, got = s.get("/api/solutions?spec=" + quote(spec))
        if status != 200 or got["state"] in until or time.monotonic() > end:
            return got
        time.sleep(0.02)


def solved(s, spec):
    status, got = s.post("/api/solutions", {"game": spec})
    check(status in (200, 202), "%s is begun" % spec, got)
    return state_of(s, spec, "done", "large")


def sizes(s):
    for spec in ("kuhn", "tictactoe"):
        got = state_of(s, spec, "small", "large", "done")
        check(got.get("state") == "small" and "values" not in got, "%s can be solved, and is not yet" % spec, got)
    for spec, says in (("skull", "at most 1000000"), ("battleship", "more histories than can be told"),
                       ("connect4", "128 MB of memory hold at most")):
        got = state_of(s, spec, "small", "large", "done")
        check(got.get("state") == "large" and says in got.get("why", ""), "%s is too large" % spec, got)
        check(s.post("/api/solutions", {"game": spec}) == (200, got), "and is refused again, the same")
    got = solved(s, "goofspiel(cards=5)")
    check(got["state"] == "large" and "does not fit" in got["why"], "what is just too large is refused when it is laid out", got)
    refused(s.get("/api/solutions"), 400, "which game", "a solution of nothing")
    refused(s.get("/api/solutions?spec=nogame"), 400, "no game", "of no game")
    refused(s.post("/api/solutions", {}), 400, "which game", "nothing to solve")
    refused(s.post("/api/solutions", {"game": 3}), 400, "must be a text", "no text to solve")
    refused(s.post("/api/solutions", {"game": "kuhn(players=99)"}), 400, "accepts 2..10", "no such game to solve")
    refused(s.get("/api/solutions/sets?spec=tictactoe"), 404, "no information sets", "no sets before it is solved")


def values(s):
    got = solved(s, "kuhn")
    check(got["state"] == "done" and got["game"] == "kuhn(players=2,start=0)", "kuhn is solved", got)
    check(got["lower"] - 1e-12 <= -1 / 18 <= got["upper"] + 1e-12 and got["upper"] - got["lower"] < 1e-5,
          "its value is between", (got["lower"], got["upper"]))
    check(all(abs(v - w) < 1e-5 for v, w in zip(got["values"], (-1 / 18, 1 / 18))), "and to each seat", got["values"])
    points = got["curve"]
    check(len(points) > 5 and all(a["iterations"] < b["iterations"] for a, b in zip(points, points[1:])) and
          points[-1]["exploitability"] == got["exploitability"] <= got["target"] < points[0]["exploitability"],
          "its curve comes down to the target", points)
    check(got["sets"] == [6, 6] and got["histories"] == 58, "its size", got)
    check(s.post("/api/solutions", {"game": "kuhn(start=0)"}) == (200, got), "it is not solved twice")
    leduc = solved(s, "leduc")
    check(leduc["lower"] <= -0.085606424 <= leduc["upper"] and leduc["sets"] == [468, 468], "leduc's value", leduc)
    ttt = solved(s, "tictactoe")
    check(ttt["state"] == "done" and ttt["positions"] == 5478 and ttt["values"] == [0, 0] and "curve" not in ttt,
          "tic-tac-toe is worked out", ttt)
    three = solved(s, "kuhn(players=3)")
    check(three["state"] == "done" and len(three["values"]) == 3 and abs(sum(three["values"])) < 1e-6 and
          "lower" not in three, "three players have no proven value, but a gap", three)


def sets(s):
    all_of = "/api/solutions/sets?spec=kuhn"
    status, got = s.get(all_of)
    check(status == 200 and got["found"] == len(got["sets"]) == 12, "all sets", got)
    by_name = {x["name"]: x for x in got["sets"]}
    share = {n: {m["move"]: m["share"] for m in x["moves"]} for n, x in by_name.items()}
    check(all(abs(sum(x.values()) - 1) < 1e-9 for x in share.values()), "probabilities add up")
    check(share["K bet"]["bet"] > 0.999 and share["J bet"]["pass"] > 0.999 and
          abs(share["Q bet"]["bet"] - 1 / 3) < 1e-3 and abs(share["K"]["bet"] - 3 * share["J"]["bet"]) < 1e-2,
          "as the equilibrium has them", share)
    check(by_name["K bet"]["text"] == "seat 0: ? bet\nseat 1: K" and by_name["K bet"]["seat"] == 1, "with the view", by_name["K bet"])
    check(s.get(all_of + "&seat=1")[1]["found"] == 6, "of a seat")
    check([x["name"] for x in s.get(all_of + "&find=" + quote("BET k"))[1]["sets"]] == ["K bet", "K pass bet"], "by words")
    check(s.get(all_of + "&find=zork")[1] == {"found": 0, "from": 0, "sets": []}, "or none")
    part = s.get(all_of + "&from=10&limit=5")[1]
    check(part["sets"] == got["sets"][10:] and part["found"] == 12, "a page of them", part)
    check(s.get(all_of + "&from=12")[1]["sets"] == [], "no page beyond")
    leduc = s.get("/api/solutions/sets?spec=leduc&limit=200")[1]
    check(leduc["found"] == 936 and len(leduc["sets"]) == 200, "of leduc")
    for given, says in (("limit=201", "from 1 to 200"), ("limit=x", "from 1 to 200"), ("limit=0", "from 1 to 200"),
                        ("seat=x", "from 0 to 1"), ("seat=-1", "from 0 to 1"), ("seat=2", "from 0 to 1"),
                        ("from=-1", "whole number"), ("find=" + "K" * 3000, "at most 127 bytes")):
        refused(s.get(all_of + "&" + given), 400, says, "no sets of %s" % given[:20])


def mix(s):
    def of(moves, game="kuhn"):
        status, got = s.post("/api/mix", {"game": game, "moves": moves})
        check(status == 200 and got["state"] == "done", "a mix of %s" % game, got)
        return {m["move"]: m for m in got["moves"]}
    check(of(["J", "K", "bet"])["bet"]["share"] > 0.999, "a king calls")
    check(of(["Q", "J", "bet"])["pass"]["share"] > 0.999, "a jack folds")
    reply = of(["a1"], "tictactoe")
    check(reply["b2"] == dict(reply["b2"], share=1, value=0) and
          all(m["value"] == -1 and m["share"] == 0 for n, m in reply.items() if n != "b2"), "only the middle holds", reply)
    refused(s.post("/api/mix", {"game": "kuhn", "moves": ["J"]}), 400, "not the turn", "chance has no mix")
    refused(s.post("/api/mix", {}), 400, "what of", "of nothing")
    state_of(s, "hex", "large")
    large = s.post("/api/mix", {"game": "hex", "moves": []})
    check(large[0] == 200 and large[1]["state"] == "large" and not large[1]["moves"], "none of what is too large", large)


def mix_at_table(s):
    """A seat is told from its own view: the same whatever the other holds."""
    told = {}
    for seed in range(40):
        status, made = s.post("/api/tables", {"game": "kuhn", "seats": [YOU, YOU], "seed": seed})
        token = [seat["token"] for seat in made["seats"]]
        clients = [WebSocketClient(s.port, t, path="/ws") for t in token]
        mine = clients[0].message("act")["view"]["cards"][0]
        ask = {"table": made["id"]}
        if seed == 0:
            refused(s.post("/api/mix", ask), 400, "token", "of a table only to its players")
            refused(s.post("/api/mix", dict(ask, token=token[1])), 400, "not the turn", "and is to move")
        status, got = s.post("/api/mix", ask, headers={"Authorization": "Bearer " + token[0]})
        if status != 200 or got["seat"] != 0 or len(got["moves"]) != 2:
            check(False, "the mix at a table", got)
        told.setdefault(mine, []).append(json.dumps(got, sort_keys=True))
        clients[0].say({"type": "resign"})
        for c in clients:
            c.message("over")
            c.close()
    check(set(told) == {"J", "Q", "K"} and all(len(x) > 3 and len(set(x)) == 1 for x in told.values()) and
          len({x[0] for x in told.values()}) == 3, "it depends on what the seat sees, and on nothing else",
          {k: len(v) for k, v in told.items()})


def finish_game(s, name, seed, agent="random", game="kuhn", level=0, back=0):
    other = {"kind": "agent", "level": level} if level else {"kind": "agent", "agent": agent}
    made = s.post("/api/tables", {"game": game, "seats": [dict(YOU, name=name), other], "seed": seed})[1]
    c = WebSocketClient(s.port, made["seats"][0]["token"], path="/ws")
    acts = 0
    while True:
        m = c.message()
        acts += m["type"] == "act"
        if m["type"] == "act" and acts > 1 and back:
            back -= 1
            c.say({"type": "back"})
        elif m["type"] == "act":
            c.say({"type": "move", "act": m["act"], "move": m["numbers"][seed % len(m["numbers"])]})
        if m["type"] == "over":
            return m["scores"][0]


def players(s):
    odd = ("Zoë", "..", "a/b//c", "50% <b> & \"x\"?#+")
    scores = [finish_game(s, "Zoë", i) for i in range(8)]
    for name in odd[1:]:
        finish_game(s, name, 1)
    listed = {p["name"]: p for p in s.get("/api/players?limit=1000")[1]}
    check(all(n in listed for n in odd) and listed["Zoë"]["games"] == 8 and listed["random"]["kinds"] == "random",
          "players", sorted(listed))
    for name in odd:
        status, got = s.get("/api/players?name=" + quote(name))
        check(status == 200 and got["name"] == name, "one of them, called " + name, got)
    status, got = s.get("/api/players/" + quote("Zoë"))
    row = got["standings"][0]
    mean = sum(scores) / 8
    width = 2.364624252 * (sum((x - mean) ** 2 for x in scores) / 7 / 8) ** 0.5
    check(status == 200 and len(got["standings"]) == 1 and row["game"] == "kuhn(players=2,start=0)" and row["seat"] == 0 and
          row["games"] == row["scored"] == 8 and row["wins"] == sum(x > 0 for x in scores) and row["draws"] == 0 and
          row["losses"] == sum(x < 0 for x in scores) and abs(row["mean"] - mean) < 1e-9 and
          abs(row["half_width_95"] - width) < 1e-6 and got["games"] == 8, "their results", (row, scores))
    text = subprocess.run([PARLOR, "records", "stats", "--json", "--file", s.records], capture_output=True, text=True,
                          env=ENV, check=False).stdout
    for line in map(json.loads, text.splitlines()):
        rows = s.get("/api/players?name=" + quote(line["player"]))[1]["standings"]
        rows = [r for r in rows if r["game"] == line["game"] and r["spec"] == line["spec"]]
        total = [sum(r[k] for r in rows) for k in ("scored", "wins", "draws", "losses")]
        if total != [line[k] for k in ("scored", "wins", "draws", "losses")]:
            check(False, "the same as parlor records tells of " + line["player"], (line, rows))
    check(len(text.splitlines()) > 3, "the same as parlor records tells")
    check([p["name"] for p in s.get("/api/players?find=ZO")[1]] == ["Zoë"], "found by a part of the name")
    one = s.get("/api/players?name=..")[1]["standings"][0]
    check(one["half_width_95"] is None and one["scored"] == 1, "one game has no interval", one)
    refused(s.get("/api/players/nobody"), 404, "nobody of that name", "no such player")
    refused(s.get("/api/players/" + "x" * 100), 404, "no name", "no name is that long")
    under_way = s.post("/api/tables", {"game": "kuhn", "seats": [dict(YOU, name="Half"), OPEN]})[1]
    c = [WebSocketClient(s.port, seat["token"], path="/ws") for seat in under_way["seats"]]
    c[0].message("act")
    refused(s.get("/api/players/Half"), 404, "nobody", "a player without a finished game is not listed")


def strengths(s):
    """Who met levels of known strength has a rating on their scale; a name on both sides has one game."""
    scores = [finish_game(s, "Rated", i, game="tictactoe") for i in range(12)]
    got = s.get("/api/players?name=Rated")[1]
    one = got["ratings"][0]
    points = sum(1 if x > 0 else 0.5 if x == 0 else 0 for x in scores)
    check(len(got["ratings"]) == 1 and one["game"] == "mnk(m=3,n=3,k=3,exact=0)" and one["games"] == 12 and 0 < points < 12 and
          abs(one["elo"] - 400 * math.log10(points / (12 - points))) < 1e-3 and one["low"] < one["elo"] < one["high"],
          "a rating against random play", (got["ratings"], scores))
    for i in range(3):
        finish_game(s, "Climber", i, game="connect4", level=i + 1)
    finish_game(s, "Climber", 3, game="connect4", level=2, back=1)
    got = s.get("/api/players?name=Climber")[1]
    check(got["games"] == 4 and [r["games"] for r in got["ratings"]] == [3],
          "every level counts, but no game in which a move was taken back", got)
    check(all(r["rating"] for r in s.get("/api/players?name=mcts")[1]["standings"] if r["game"].startswith("connect4")),
          "and each level is told with its rating", s.get("/api/players?name=mcts")[1])
    agent = s.get("/api/players?name=random")[1]
    check(any(r["rating"] and r["rating"]["elo"] == 0 for r in agent["standings"] if r["game"].startswith("mnk")),
          "an agent of a known rating is told with it", agent)
    check(s.get("/api/players?name=" + quote("Zoë"))[1]["ratings"] == [], "where nothing was measured there is none")
    made = s.post("/api/tables", {"game": "kuhn", "seats": [dict(YOU, name="Twin"), dict(YOU, name="Twin")]})[1]
    twins = [WebSocketClient(s.port, seat["token"], path="/ws") for seat in made["seats"]]
    twins[0].message("act")
    twins[0].say({"type": "resign"})
    for c in twins:
        c.message("over")
        c.close()
    got = s.get("/api/players?name=Twin")[1]
    listed = [p for p in s.get("/api/players?find=Twin")[1]][0]
    check(got["games"] == listed["games"] == 1 and sum(r["games"] for r in got["standings"]) == 2 and got["ratings"] == [],
          "one name on both sides is one game", got)


def fair(server):
    """One thread solves for long; a table's agent and questions get their turns meanwhile, and what
    is under way when the server ends does not hold it up."""
    s = server("--threads", "1", "--each", "9")
    games = ["liars_dice(wild=%s,match=%d)" % (w, m) for w in ("highest", "none") for m in (0, 1)]
    begun = [s.post("/api/solutions", {"game": g})[0] for g in games]
    check(begun == [202] * 4, "four are begun", begun)
    refused(s.post("/api/solutions", {"game": "leduc"}), 429, "at most 4", "but no fifth for one address")
    state_of(s, games[0], "working", "done")
    finish_game(s, "Ada", 3, "ismcts(iterations=100)")
    states = [s.get("/api/solutions?spec=" + quote(g))[1]["state"] for g in games]
    check("working" in states and states.count("working") <= 2, "a game is played to its end while others are solved", states)
    c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=TIMEOUT)
    c.request("POST", "/api/solutions", json.dumps({"game": "kuhn"}), {"Content-Type": "application/json"})
    c.close()
    check(s.end() == (0, ""), "it ends while it solves")


def main(s, server):
    sizes(s)
    values(s)
    sets(s)
    mix(s)
    mix_at_table(s)
    players(s)
    strengths(s)
    fair(server)
