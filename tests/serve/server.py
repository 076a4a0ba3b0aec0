"""server -- parlor serve: its interface by HTTP, games by WebSocket, and what it refuses."""
import hashlib
import http.client
import json
import os
import re
import select
import socket
import sqlite3
import sys
import time

sys.dont_write_bytecode = True
import invite
import solutions
from parlor_cli import FOLDER, ROOT, TIMEOUT, bytes_of, check, fails, finish, path, refuses, run, text_of
from parlor_online import WebSocketClient
from parlor_server import OPEN, YOU, Server, agent, play, quote, refused, together, tokens, types

LONG = "mcts(iterations=1000000000000)"  # that never ends by itself


def misuse():
    refuses(["serve"], ("--bind", "203.0.113.7", "--records", path("m.db"), "cannot listen"),
            ("--port", "0", "--records", "/dev/null/x.db", "/dev/null"), status=1)


def page(s):
    status, r, data = s.get("/", raw=True)
    policy = r.getheader("Content-Security-Policy") or ""
    check(status == 200 and b"<title>Parlor" in data and r.getheader("Content-Type", "").startswith("text/html"), "the page")
    check("default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy,
          "it uses nothing but its own, and nobody frames it", policy)
    check(r.getheader("X-Content-Type-Options") == "nosniff", "types are what they say")
    parts = re.findall(rb'(?:src|href)="([^"]+)"', data)
    check(len(parts) >= 3 and all(b":" not in p and s.get(p.decode(), raw=True)[0] == 200 for p in parts),
          "all its parts are here", parts)
    check(not re.search(rb"<script(?! [^>]*src=)|<style| style=| on[a-z]+=", data), "nothing stands in its lines", data)
    small = s.get("/", raw=True, headers={"Accept-Encoding": "gzip"})
    check(small[1].getheader("Content-Encoding") == "gzip" and small[2][:2] == b"\x1f\x8b", "compressed where wanted")
    again = s.get("/", raw=True, headers={"If-None-Match": r.getheader("ETag")})
    check(again[0] == 304 and not again[2], "not twice")
    check(s.ask("HEAD", "/", raw=True)[2] == b"", "HEAD has no body")
    places(s, data, r.getheader("ETag"))
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd",
                 "/serve.c", "/index.html/../../x.md", "/%00", "/.git/config"):
        got = s.get(path, raw=True)
        check(b"root:" not in got[2] and (got[0] in (400, 403, 404) or got[2] == data), "no way out by " + path,
              (got[0], got[2][:100]))


def places(s, data, tag):
    """Addresses of the page that are asked for as paths, and those of nothing."""
    kinds = list(json.loads(text_of(os.path.join(ROOT, "web", "src", "ways.json"))))
    for place in ["/" + kind for kind in kinds] + ["/%s/what/ever" % kind for kind in kinds] + ["/net/a.safetensors"]:
        check(s.get(place, raw=True)[::2] == (200, data), "a place within the page: " + place)
    for place in ("/nonsense", "/gam", "/games", "/tablex/y", "/apiary", "/nonsense/game"):
        got = s.get(place, raw=True, headers={"If-None-Match": tag})
        check(got[::2] == (404, data) and got[1].getheader("Content-Type", "").startswith("text/html"),
              "no place, which the page says: " + place, got[0])
    refused(s.get("/nonsense.png"), 404, "nothing at this path", "no file")
    refused(s.get("/api/nonsense"), 404, "no such path", "nothing of the interface")


def catalogue(s):
    status, games = s.get("/api/games")
    names = [g["name"] for g in games]
    check(status == 200 and "kuhn" in names and names == sorted(names), "games", names)
    kuhn = next(g for g in games if g["name"] == "kuhn")
    check(kuhn["players"] == {"least": 2, "most": 10} and kuhn["params"][0]["name"] == "players", "kuhn is one", kuhn)
    whole = [s.get("/api/games/" + n) for n in names]
    check(all(w[0] == 200 and len(w[1]["rules"]) > 200 and w[1]["spec"].startswith(n) for w, n in zip(whole, names)),
          "each has its rules and its spelling")
    three = s.get("/api/games/kuhn?spec=" + quote("kuhn(players=3)"))[1]
    check(three["seats"] == 3 and three["args"]["players"] == 3, "with parameters", three)
    refused(s.get("/api/games/kuhn?spec=" + quote("kuhn(players=99)")), 400, "accepts 2..10", "wrong parameters")
    refused(s.get("/api/games/kuhn?spec=leduc"), 400, "not of kuhn", "another game's spelling")
    alias = s.get("/api/games/tictactoe")
    check(alias[0] == 200 and alias[1]["name"] == "mnk" and alias[1]["spec"].startswith("mnk("), "a game by a name from elsewhere", alias)
    refused(s.get("/api/games/tictactoe?spec=kuhn"), 400, "not of tictactoe", "but not another")
    refused(s.get("/api/games/nogame"), 404, "no game", "no such game")
    status, levels = s.get("/api/levels?spec=" + quote("connect4"))
    check(status == 200 and [v["level"] for v in levels] == list(range(1, 11)) and levels[2]["name"] == "easy" and
          levels[4]["agent"] == "alphabeta(depth=2,ms=1000)", "levels", levels)
    status, levels = s.get("/api/levels?spec=kuhn")
    check(status == 200 and levels[-1]["name"] == "unbeatable" and levels[-1]["agent"] == "solved", "a level that nobody beats", levels)
    levels = s.get("/api/levels?spec=tictactoe")[1]
    rated = [v["rating"] for v in levels]
    check(rated[0]["elo"] == 0 and rated[1]["low"] <= rated[1]["elo"] <= rated[1]["high"] and rated[1]["low"] > 100 and
          rated[1]["games"] > 100 and s.get("/api/levels?spec=rps")[1][0]["rating"] is None,
          "levels have ratings where they were measured", rated)
    refused(s.get("/api/levels"), 400, "which game", "levels of nothing")
    status, described = s.get("/api")
    check(status == 200 and described["openapi"].startswith("3."), "the interface describes itself")
    for path in ("/api/games", "/api/tables", "/api/records", "/api/analyse", "/api/levels", "/api/players",
                 "/api/players/{name}", "/api/solutions", "/api/solutions/sets", "/api/mix", "/api/leagues", "/api/leagues/{id}",
                 "/api/leagues/{id}/games", "/api/contests", "/api/contests/{id}", "/api/nets", "/api/nets/{name}"):
        check(path in described.get("paths", {}), "it tells of " + path)


def wrong(s):
    refused(s.get("/api/nothing"), 404, "no such path", "no such path")
    refused(s.post("/api/games", {}), 405, "cannot be done", "nothing is posted there")
    refused(s.ask("DELETE", "/api/tables"), 405, "GET, HEAD and POST", "no other methods")
    refused(s.post("/api/tables", b"{"), 400, "no JSON object", "half of JSON")
    refused(s.post("/api/tables", b"[]"), 400, "no JSON object", "another kind of JSON")
    refused(s.post("/api/tables", b"\xff\xfe"), 400, "no JSON object", "no UTF-8")
    refused(s.post("/api/tables", b'{"game":"a\\u0000b"}'), 400, "a text has a NUL in it", "a NUL")
    refused(s.post("/api/tables", b"[" * 5000), 400, "no JSON object", "deep JSON")
    refused(s.post("/api/tables", b'{"game":1,"game":2}'), 400, "", "a member twice")
    refused(s.post("/api/tables", b" " * 65537), 413, "at most 65536", "too large a body")
    refused(s.post("/api/tables", b"{}", headers={"Content-Type": "text/plain"}), 415, "application/json", "plain text")
    refused(s.get("/api/" + "x" * 300), 414, "no path that long", "too long a path")
    for given, says in (({}, "which game"), ({"game": 3}, "must be a text"), ({"game": "nogame"}, "no game"),
                        ({"game": "kuhn"}, "who plays"), ({"game": "kuhn", "seats": [YOU]}, "2 seats"),
                        ({"game": "kuhn", "seats": [YOU, 3]}, "an object"),
                        ({"game": "kuhn", "seats": [YOU, {"kind": "king"}]}, "kind of a seat"),
                        ({"game": "kuhn", "seats": [YOU, {"kind": "agent", "level": 12}]}, "1 to 11"),
                        ({"game": "connect4", "seats": [YOU, {"kind": "agent", "level": 11}]}, "1 to 10"),
                        ({"game": "kuhn", "seats": [YOU, {"kind": "agent", "level": -1}]}, "1 to 11"),
                        ({"game": "kuhn", "seats": [YOU, {"kind": "agent", "level": 0}]}, "1 to 11"),
                        ({"game": "kuhn", "seats": [YOU, dict(agent("first"), level=3)]}, "not both"),
                        ({"game": "kuhn", "seats": [YOU, agent("ismcts(" + "x" * 5000)]}, "that long"),
                        ({"game": "kuhn", "seats": [YOU, agent("zork")]}, "no agent"),
                        ({"game": "kuhn", "seats": [YOU, agent("mcts")]}, "secrets"),
                        ({"game": "kuhn", "seats": [YOU, agent("process(cmd=id)")]}, "not played over the net"),
                        ({"game": "kuhn", "seats": [YOU, agent("policy(file=/etc/passwd)")]}, "not played"),
                        ({"game": "kuhn", "seats": [YOU, agent("net")]}, "ships no net for kuhn"),
                        ({"game": "backgammon", "seats": [YOU, agent("net(file=/etc/passwd)")]}, "file is not given"),
                        ({"game": "kuhn", "seats": [YOU, agent("lbr(of=process(cmd=id))")]}, "not played"),
                        ({"game": "kuhn", "seats": [YOU, agent("ismcts(memory=999999)")]}, "at most 256"),
                        ({"game": "kuhn", "seats": [YOU, agent("ismcts(threads=200)")]}, "at most 4"),
                        ({"game": "kuhn", "seats": [YOU, agent("ismcts(")]}, "spelled"),
                        ({"game": "kuhn", "seats": [YOU, OPEN], "clock": "often"}, ""),
                        ({"game": "kuhn", "seats": [YOU, OPEN], "seed": "x"}, "whole number"),
                        ({"game": "kuhn", "seats": [YOU, OPEN], "seed": -1}, "from 0"),
                        ({"game": "kuhn", "seats": [YOU, OPEN], "seed": 7}, "takes no seed"),
                        ({"game": "kuhn", "seats": [YOU, OPEN], "watch": 1}, "true or false"),
                        ({"game": "kuhn", "seats": [dict(YOU, name="x" * 64), OPEN]}, "63 bytes"),
                        ({"game": "kuhn", "seats": [dict(YOU, name="a\nb"), OPEN]}, "control"),
                        ({"game": "kuhn", "seats": [dict(YOU, name="a\u202eb"), OPEN]}, "turn or hide"),
                        ({"game": "kuhn", "seats": [dict(YOU, name="\u2066\ufeff"), OPEN]}, "turn or hide")):
        refused(s.post("/api/tables", given), 400, says, "no table of %s" % json.dumps(given)[:80])
    for path, says in (("tables?limit=", "from 1 to 500"), ("records?limit=", "from 1 to 500"), ("players?limit=", "from 1 to 1000")):
        for n in ("NaN", "5x", "-1", "0", "1e9", "1001", "9" * 40, ""):
            refused(s.get("/api/" + path + n), 400, says if len(n) < 24 else "at most", "no list of %s%s" % (path, n))
    for path, says in (("games/kuhn?spec=", "'spec' has at most"), ("levels?spec=", "'spec' has at most"),
                       ("records?game=", "'game' has at most"), ("records?ending=", "'ending' has at most"),
                       ("players?find=", "'find' has at most 63"), ("players?name=", "'name' has at most 63"),
                       ("tables?state=", "'state' has at most")):
        refused(s.get("/api/" + path + "a" * 3000), 400, says, "too long: " + path)
    refused(s.get("/api/tables?state=shut"), 400, "open, playing or over", "tables of no state")
    refused(s.get("/api/records?ending=luck"), 400, "resigned or aborted", "games of no ending")
    refused(s.get("/api/tables/nosuchtable"), 404, "no such table", "no such table")
    refused(s.get("/api/records/0"), 404, "no such game", "no such record")
    refused(s.get("/api/records/1/../2"), 404, "", "a record of no number")
    check(s.get("/api/games")[0] == 200, "and it still serves")


def strangers(s):
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", ""):
        got = s.get("/api/games", headers={"Host": host})
        check(got[0] in (400, 403), "no request to the host '%s'" % host, got)
        check(not WebSocketClient(s.port, path="/ws", host=host or "x.y").accepted, "and no socket")
    for host in ("localhost", "localhost:1", "127.0.0.1:%d" % s.port, "[::1]:80"):
        check(s.get("/api/games", headers={"Host": host})[0] == 200, "host " + host)
    body = {"game": "kuhn", "seats": [YOU, OPEN]}
    here = "127.0.0.1:%d" % s.port
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://" + here + ".evil.example"):
        refused(s.post("/api/tables", body, headers={"Origin": origin}), 403, "other sites", "no post from " + origin)
        check(not WebSocketClient(s.port, path="/ws", host=here, headers="Origin: %s\r\n" % origin).accepted,
              "and no socket")
    check(s.post("/api/tables", body, headers={"Origin": "http://" + here})[0] == 201, "but from its own page")
    check(WebSocketClient(s.port, path="/ws", host=here, headers="Origin: http://%s\r\n" % here).accepted, "and its socket")
    for path in ("/", "/wsx", "/api", "/ws/"):
        check(not WebSocketClient(s.port, path=path).accepted, "no socket at " + path)


def against_agent(s, game):
    made = s.table(game, dict(YOU, name="Ada"), agent("random"), seed=7)
    client = s.sit(tokens(made)[0])
    seen = play(client)
    over = seen[-1]
    check(over["type"] == "over" and over["how"] == "rules", "%s against an agent" % game, types(seen))
    check(types(seen)[0] == "hello" and "start" in types(seen) and "seats" in types(seen), "it begins as it should")
    status, table = s.get("/api/tables/" + made["id"])
    record = s.get("/api/records/%d" % table.get("record", 0))
    check(table["state"] == "over" and record[0] == 200 and record[1]["scores"] == over["scores"] and
          record[1]["players"][0]["name"] == "Ada" and record[1]["seed"] == "7", "its record", (table, record))
    plies = len(record[1]["plies"])
    view = s.get("/api/records/%d/view?ply=%d&seat=0" % (table["record"], plies))
    check(view[0] == 200 and view[1]["turn"] == "over", "its last view", view)
    refused(s.get("/api/records/%d/view?ply=%d" % (table["record"], plies + 1)), 400, "from 0 to %d" % plies, "no view beyond")
    refused(s.get("/api/records/%d/view?seat=9" % table["record"]), 400, "from 0 to 1, public or full", "no seat beyond")
    refused(s.get("/api/records/%d/view?seat=%s" % (table["record"], "0" * 20)), 400, "at most 15", "nor one that is too long")
    listed = s.get("/api/records?game=%s&limit=5" % made["game"].split("(")[0])[1]
    check(listed[0]["id"] == table["record"] and "plies" not in listed[0], "the list of records")
    found = [[r["id"] for r in s.get("/api/records?limit=1&find=" + part)[1]] for part in ("ANDO", "nobody%20else")]
    check(found == [[table["record"]], []], "is searched by a part of a name", found)
    s.sit(tokens(s.table(game, YOU, agent("random")))[0]).message("start")
    listed = s.get("/api/records?game=%s&limit=1" % made["game"].split("(")[0])[1]
    check([r["id"] for r in listed] == [table["record"]], "a game under way takes no place in it", listed)


def two_people(s, game="kuhn"):
    """Both play; what one is dealt is never on the other's socket before the end."""
    made = s.table(game, dict(YOU, name="Ada"), OPEN)
    a, b = (s.sit(t, name=n) for t, n in zip(s.seats(made), ("?", "Bo")))
    seen = together(lambda: play(a), lambda: play(b))
    check(all(x[-1]["type"] == "over" for x in seen), "%s between two" % game, [types(x) for x in seen])
    record = "/api/records/%d" % s.get("/api/tables/" + made["id"])[1]["record"]
    cards = s.get(record)[1]["plies"]
    dealt = [p["move"] for p in cards if p["who"] == "chance"]
    for i in (0, 1):
        before = [m for m in seen[i] if m["type"] in ("start", "saw", "act") and m["turn"] != "over"]
        text = json.dumps([[m.get("view"), m.get("text"), m.get("move")] for m in before])
        check('"%s"' % dealt[i] in text and '"%s"' % dealt[1 - i] not in text and " %s" % dealt[1 - i] not in text,
              "seat %d never reads the other's card" % i, text)
        told, saw = s.get("%s?seat=%d" % (record, i))[1], [m for m in seen[i] if m["type"] == "saw"]
        check([(p["who"], p["move"]) for p in told["plies"]] == [(m["who"], m["move"]) for m in saw] and "seed" not in told,
              "nor does its record as that seat saw it hold more", told)
    refused(s.get(record + "?seat=4294967292"), 400, "'seat' is a number from 0 to 1, public or full", "no record of a seat beyond")
    check([m["names"] for m in seen[0] if m["type"] == "start"] == [["Ada", "Bo"]], "names: those given stay",
          [m.get("names") for m in seen[0] if m["type"] == "start"])


def tokens_and_seats(s):
    made = s.table("tictactoe", YOU, OPEN)
    mine = tokens(made)
    check(all(t and len(t) > 48 and t.startswith(made["id"]) for t in mine) and mine[0] != mine[1], "tokens")
    check("token" not in json.dumps(s.get("/api/tables/" + made["id"])), "are told once")
    # The answer to a wrong token comes after a second, so they come all at once.
    none = {t: s.sit(t) for t in ("", "x", made["id"] + ".", made["id"] + "." + "0" * 48, mine[0][:-1], mine[0] + "0", "." * 60, None)}
    for token, c in none.items():
        bye = c.message()
        check(bye is not None and bye["type"] == "bye" and "token" in bye["reason"], "no seat for %.20r" % token, bye)
        check(c.message() is None, "and that is the end")
    kept = bytes_of(s.records + ".seats") + bytes_of(s.records + ".seats-wal")
    check(mine[0].split(".")[1].encode() not in kept, "no token is kept")
    with sqlite3.connect("file:%s.seats?mode=ro" % s.records, uri=True) as db:
        hashes = [row[0] for row in db.execute("SELECT hash FROM seat WHERE desk = ? ORDER BY seat", (made["id"],))]
    check(hashes == [hashlib.sha256(t.encode()).digest() for t in mine], "but its SHA-256")
    check(oct(os.stat(s.records + ".seats").st_mode & 0o777) == "0o600", "the file is for its owner")
    mine = s.seats(made)
    a, b = s.sit(mine[0], name="Ada"), s.sit(mine[1], name="Bo")
    act = a.message("act")
    other = s.sit(mine[0])
    check(a.message("bye") is not None, "a client that comes with the same token takes over")
    again = other.message("act")
    check(again["act"] == act["act"] and again["legal"] == act["legal"], "and is asked the same, with its number", again)
    other.say({"type": "move", "act": again["act"], "move": "b2"})
    check(b.message("saw")["move"] == "b2", "and plays on")
    other.say({"type": "move", "act": again["act"], "move": "a1"})
    check("turn" in other.message("error")["reason"], "out of turn")
    turn = b.message("act")
    b.say({"type": "move", "act": turn["act"] + 5, "move": "a1"})
    check("another question" in b.message("error")["reason"], "an answer to nothing")
    b.say({"type": "move", "act": turn["act"], "move": "b2"})
    error = b.message("error")
    turn = b.message("act")
    check(error["again"] and turn["act"] == 2, "a wrong move may be corrected", (error, turn))
    b.send(b"")
    b.frame(0x81, b"{]")
    check(b.message("error") is not None, "no message")
    b.say({"type": "start"})
    check(b.message("error") is not None, "nothing for a player to say")
    b.say({"type": "ping", "id": 9})
    check(b.message("pong")["id"] == 9, "a ping")
    b.frame(0x81, b" " * 70000)
    check("too long" in b.message("bye")["reason"], "a message that is too long")
    loud = s.sit(mine[1])
    for _ in range(200):
        loud.say({"type": "ping"})
    bye = loud.message("bye") # which is lost where the connection is cut under what is still coming
    check(bye is None or "too many" in bye["reason"], "too many messages", bye)


def joined(s):
    """An agent elsewhere, by the command of its own; it ends with the game."""
    made = s.table("tictactoe", agent("first"), OPEN)
    words = ["join", "ws://127.0.0.1:%d/ws" % s.port, "--token", tokens(made)[1], "--agent", "alphabeta"]
    ran = run(*words)
    check(ran.returncode == 0 and "Scores:" in ran.stdout, "a guest plays one game, and goes", ran)
    check(s.get("/api/tables/" + made["id"])[1]["state"] == "over", "which is over")
    made = s.table("tictactoe", agent("first"), OPEN)
    link = "http://127.0.0.1:%d/#/table/%s/%s" % (s.port, made["id"], tokens(made)[1])
    ran = run("join", link, "--agent", "alphabeta")
    check(ran.returncode == 0 and "Scores:" in ran.stdout, "the page's link will do", ran)
    fails(2, "join", link, "--token", "x", says="give no --token")


def spectators(s):
    made = s.table("kuhn", YOU, agent("first"), seed=11)
    hidden = s.table("kuhn", YOU, agent("first"), watch=False)
    watcher = s.watch(made["id"])
    player = s.sit(tokens(made)[0])
    play(player)
    seen = play(watcher)
    check(seen[-1]["type"] == "over" and not [m for m in seen if m["type"] == "act"], "a spectator sees it all", types(seen))
    before = [m for m in seen if m["type"] in ("start", "saw") and m["turn"] != "over"]
    check(all(m.get("seat") == "public" for m in before if m["type"] == "start"), "as the public")
    check(not re.search('"[JQK]"', json.dumps([m.get("view") for m in before])), "but no cards", before)
    late = play(s.watch(made["id"]))
    past = [m["past"] for m in late if m["type"] == "start"]
    check(past == [len([m for m in late if m["type"] == "saw"])] != [0], "a spectator who comes late is told how much is past", late)
    watcher.say({"type": "resign"})
    check("watches" in watcher.message("error")["reason"], "and does nothing")
    check("not watched" in s.watch(hidden["id"]).message("bye")["reason"], "some tables are not watched")
    check("no such table" in s.watch("nothing").message("bye")["reason"], "or are not there")
    listed = [t["id"] for t in s.get("/api/tables")[1]]
    check(made["id"] in listed and hidden["id"] not in listed, "nor listed", listed)
    check(all(t["state"] == "over" for t in s.get("/api/tables?state=over&limit=3")[1]), "lists by state")


def requests(s):
    made = s.table("tictactoe", YOU, agent("first"))
    c = s.sit(tokens(made)[0])
    act = c.message("act")
    c.say({"type": "back"})
    check("no move" in c.message("error")["reason"], "nothing to take back")
    c.say({"type": "move", "act": act["act"], "move": act["legal"][4]})
    second = c.message("act")
    c.say({"type": "back"})
    start = c.message("start")
    third = c.message("act")
    check(start and len(third["legal"]) == 9 and third["act"] > second["act"], "a move is taken back", third)
    c.say({"type": "pause"})
    check(c.message("pause") is not None, "a pause")
    c.say({"type": "move", "act": third["act"], "move": third["legal"][0]})
    check("paused" in c.message("error")["reason"], "in which nobody moves")
    c.say({"type": "resume"})
    check(c.message("resume") is not None, "and its end")
    c.say({"type": "resign"})
    over = c.message("over")
    check(over["how"] == "resigned" and over["scores"] == [-1, 1], "resigned", over)
    c.say({"type": "resign"})
    check("no game" in c.message("error")["reason"], "once")
    refused(s.post("/api/tables/%s/again" % made["id"], {}), 403, "token", "again is for the players who sat there")
    bearer = {"Authorization": "Bearer " + tokens(made)[0]}
    status, again = s.post("/api/tables/%s/again" % made["id"], {"swap": True}, headers=bearer)
    check(status == 201 and again["seats"][1].get("token") and again["seats"][0]["kind"] == "agent", "again, with seats swapped", again)
    check(play(s.sit(again["seats"][1]["token"]))[-1]["type"] == "over", "and it is played")
    refused(s.post("/api/tables/%s/again" % made["id"], {}, headers=bearer), 409, again["id"], "but once")


def asking_back(s):
    """Between people a take-back needs the other's word."""
    made = s.table("tictactoe", YOU, YOU)
    a, b = (s.sit(t) for t in tokens(made))
    act = a.message("act")
    a.say({"type": "move", "act": act["act"], "move": "b2"})
    act = b.message("act")
    a.say({"type": "back"})
    check(b.message("back")["who"] == 0, "one asks for it")
    b.say({"type": "move", "act": act["act"], "move": "a1"})
    check("played on" in a.message("error")["reason"], "a move refuses it")
    a.message("act")
    b.say({"type": "back"})
    check(a.message("back")["who"] == 1, "the other asks")
    a.say({"type": "decline"})
    check(b.message("decline") == {"type": "decline", "who": 0}, "and is told that it is declined")
    a.say({"type": "decline"})
    check("nobody asks" in a.message("error")["reason"], "once")
    b.say({"type": "back"})
    check(a.message("back")["who"] == 1, "the player asks again")
    a.close()
    a = s.sit(tokens(made)[0])
    check(a.message("back")["who"] == 1, "and a player who comes back is asked still")
    b.say({"type": "decline"})
    check(a.message("decline")["who"] == 1, "the player who asked may think better of it")
    b.say({"type": "back"})
    a.message("back")
    a.say({"type": "back"})
    check(b.message("start") is not None and len(b.message("act")["legal"]) == 8, "and both agree")
    a.say({"type": "resign"})
    check(b.message("over")["how"] == "resigned", "the other hears of the end")
    bearer = {"Authorization": "Bearer " + tokens(made)[1]}
    status, again = s.post("/api/tables/%s/again" % made["id"], {"swap": True}, headers=bearer)
    told = a.message("again")
    check(status == 201 and told["table"] == again["id"] and told["seat"] == 1 and
          again["seats"][0].get("token") and not again["seats"][1].get("token"), "each gets their own token", (told, again))


def asking_back_in_the_dark(s):
    """Seat 0 asks, and seat 1 plays on by what seat 0 cannot notice: nothing may tell it so."""
    a, b = (s.sit(t) for t in tokens(s.table("dark_hex", YOU, YOU)))
    a.say({"type": "move", "act": a.message("act")["act"], "move": "a1"})
    act = b.message("act")
    a.say({"type": "back"})
    b.message("back")
    b.say({"type": "move", "act": act["act"], "move": "a1"})
    act = b.message("act")
    check("a1" not in act["legal"], "seat 1 has found a stone", act)
    a.say({"type": "decline"})
    a.say({"type": "resume"})
    check("not paused" in a.message("error")["reason"], "seat 0 does not hear of it, whatever it asks for")
    a.say({"type": "back"})
    check(b.message("back")["who"] == 0, "it may ask again")
    b.say({"type": "move", "act": act["act"], "move": "b2"})
    check("played on" in a.message("error")["reason"], "and hears that it is refused")
    act = a.message("act")
    check(act is not None, "when it is to move")
    a.say({"type": "decline"})
    check("nobody asks" in a.message("error")["reason"], "and then there is nothing to decline")
    a.say({"type": "back"})
    b.message("back")
    a.say({"type": "move", "act": act["act"], "move": "b2"})
    check("b2" not in a.message("act")["legal"], "the seat that asks may try on, which the other does not notice")
    b.say({"type": "back"})
    check(b.message("start") is not None and "a1" in a.message("act")["legal"],
          "nor by agreeing: both go back to before the first stone")


def asking_back_for_nothing(s):
    """A player who has not moved is refused at once, and nobody else is bothered."""
    a, b = (s.sit(t) for t in tokens(s.table("tictactoe", YOU, YOU)))
    a.say({"type": "move", "act": a.message("act")["act"], "move": "b2"})
    b.message("act")
    b.say({"type": "back"})
    check("no move" in b.message("error")["reason"], "the player who asks is told")
    a.say({"type": "back"})
    check(b.message("back")["who"] == 0, "and another may ask")


def clocks(s):
    made = s.table("tictactoe", YOU, agent("first"), clock="move=300ms")
    c = s.sit(tokens(made)[0])
    act = c.message("act")
    check(0 < act["clock"]["most"] < 301, "a clock runs", act)
    over = c.message("over")
    check(over["how"] == "forfeit" and over["scores"] == [-1, 1], "and out", over)
    made = s.table("tictactoe", YOU, agent("first"), clock="game=5m,increment=2s")
    clock = s.sit(tokens(made)[0]).message("clock")
    check(clock["turn"] == 0 and clock["runs"] and 290000 < clock["left"][0] <= 300000, "everybody is told", clock)


def analysis(s):
    status, got = s.post("/api/analyse", {"game": "tictactoe", "moves": ["a1", "b2", "a2"], "agent": "mcts(iterations=2000)"})
    check(status == 200 and got["moves"][0]["move"] == "a3" and got["seat"] == 1, "what an agent thinks", got)
    made = s.table("kuhn", YOU, YOU, seed=5)
    a, b = (s.sit(t) for t in tokens(made))
    mine = a.message("act")["view"]["cards"][0]
    ask = {"table": made["id"], "agent": "ismcts(iterations=500)"}
    refused(s.post("/api/analyse", ask), 400, "token", "of a table only by its players")
    refused(s.post("/api/analyse", dict(ask, token=tokens(made)[1])), 400, "not the turn", "and is to move")
    status, got = s.post("/api/analyse", ask, headers={"Authorization": "Bearer " + tokens(made)[0]})
    check(status == 200 and {m["move"] for m in got["moves"]} == {"pass", "bet"}, "then it is told", got)
    believed = {v["value"]: v["share"] for b in got["belief"] for v in b["of"]}
    check(set(believed) == {"J", "Q", "K"} - {mine} and all(0.4 < p < 0.6 for p in believed.values()),
          "with what the other may hold", (mine, got["belief"]))
    refused(s.post("/api/analyse", {"game": "tictactoe", "moves": ["a1", "a1"]}), 400, "move 2", "moves that are none")
    refused(s.post("/api/analyse", {"game": "tictactoe", "moves": [], "agent": "process(cmd=id)"}), 400, "not played", "no programs")
    check(s.post("/api/analyse", {"game": "tictactoe", "agent": "first"})[0] == 200, "no moves: from the start")
    told = {"game": "tictactoe", "moves": ["a1"], "agent": "first"}
    check(s.post("/api/analyse", dict(told, ply=0))[1]["seat"] == 0, "before a move")
    for given, says in (({}, "what of"), ({"record": 999999}, "no such game"), ({"record": -1}, "from 1"),
                        ({"record": "1"}, "whole number"), ({"game": 3}, "a text"), ({"game": "nogame"}, "no game"),
                        ({"moves": []}, "of a 'game'"), (dict(told, moves="a1"), "a list"),
                        (dict(told, moves=[4294967296]), "move 1"), (dict(told, moves=[-1]), "move 1"),
                        (dict(told, moves=[True]), "move 1"), (dict(told, ply="x"), "whole number"),
                        (dict(told, ply=True), "whole number"), (dict(told, ply=2), "from 0 to 1"),
                        (dict(told, ply=-1), "from 0 to 1"), (dict(told, agent=5), "a text"),
                        (dict(told, seconds="x"), "above 0"), (dict(told, seconds=-1), "above 0"),
                        (dict(told, seconds=11), "at most 10"), (dict(told, record=1), "of one thing"),
                        (dict(ask, token=tokens(made)[0], game="kuhn"), "of one thing"),
                        (dict(ask, token=tokens(made)[0], ply=0), "as it is now"), (dict(ask, token=5), "a text")):
        got = s.post("/api/analyse", given)
        refused(got, 400, says, "no thoughts of %s" % json.dumps(given)[:90])
        check(FOLDER.name not in str(got), "and no file is named", got)
        if not set(given) & {"agent", "seconds"} or given == dict(told, ply="x"):
            refused(s.post("/api/mix", given), 400, says, "nor a mix")
    gone = socket.create_connection(("127.0.0.1", s.port))
    body = b'{"game":"hex","moves":[],"seconds":5}'
    gone.sendall(b"POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                 b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    time.sleep(0.2)  # most often an agent thinks by now; any moment will do
    gone.close()
    check(s.get("/api/games")[0] == 200, "a client that leaves while an agent thinks does no harm")


def unreadable():
    """What is wrong with a file is reported on the server's stderr, and to nobody else."""
    s = Server()
    os.rename(s.records, s.records + ".away")
    got = s.get("/api/players")
    refused(got, 500, "cannot read its records", "records that are gone")
    check(FOLDER.name not in str(got), "and no file is named", got)
    status, said = s.end()
    check(s.records in said, "but on stderr", said)


def long_thoughts():
    """An agent that would never end moves after five seconds (here half a second), so that others have their turns."""
    s = Server(hurry=True)
    made = s.table("hex", agent(LONG), YOU)
    c = s.sit(tokens(made)[1])
    c.message("act")
    c.say({"type": "resign"})
    c.message("over")
    record = s.get("/api/records/%d" % s.get("/api/tables/" + made["id"])[1]["record"])[1]
    # The half second begins when the agent is asked, so a busy machine leaves it less.
    check(record["plies"][0]["ms"] > 0, "no agent thinks for long", record["plies"])
    check(s.end() == (0, ""), "the end")


def thinking_blocks_nobody():
    """One thread thinks for long; a table of quick agents plays on, and a table that waits is told so."""
    s = Server("--threads", "1")
    slow = [s.table("hex", agent(LONG), YOU) for _ in range(2)]
    waiting = [s.sit(tokens(t)[1]) for t in slow]
    place = waiting[1].message("queue")
    check(place["place"] >= 1, "a table that waits is told so", place)
    quick = s.table("tictactoe", YOU, agent("first"))
    seen = play(s.sit(tokens(quick)[0]))
    check(seen[-1]["type"] == "over" and s.get("/api/tables/" + slow[0]["id"])[1]["state"] == "playing",
          "nobody else waits", types(seen))
    for c in waiting:
        c.say({"type": "resign"})
        check(c.message("over")["how"] == "resigned", "a player may resign while the agent thinks")
    questions = []
    for _ in range(60): # of which 32 wait, ten seconds each
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=TIMEOUT)
        c.request("POST", "/api/analyse", json.dumps({"game": "hex", "moves": [], "seconds": 10}),
                  {"Content-Type": "application/json"})
        questions.append(c)
    sockets = {c.sock: c for c in questions} # taken in by the server in any order
    r = sockets[select.select(list(sockets), [], [], TIMEOUT)[0][0]].getresponse()
    refused((r.status, json.loads(r.read())), 503, "too many", "not everybody's questions wait")
    for c in questions:
        c.close()
    check(s.post("/api/analyse", {"game": "tictactoe", "moves": [], "agent": "first"})[0] == 200,
          "clients that do not wait for their answers hold nobody up")
    s.sit(tokens(s.table("hex", agent(LONG), YOU))[1]).message("start")
    status = s.end()
    check(status == (0, ""), "it ends while agents think", status)


def main():
    misuse()
    s = Server()
    page(s)
    catalogue(s)
    wrong(s)
    strangers(s)
    for game in ("kuhn", "tictactoe"):
        against_agent(s, game)
    two_people(s)
    tokens_and_seats(s)
    invite.main(s)
    joined(s)
    spectators(s)
    requests(s)
    asking_back(s)
    asking_back_in_the_dark(s)
    asking_back_for_nothing(s)
    clocks(s)
    analysis(s)
    solutions.main(s, Server)
    end = s.end()
    check(end == (0, ""), "it ends at SIGTERM", end)
    unreadable()
    long_thoughts()
    thinking_blocks_nobody()
    finish()


main()
