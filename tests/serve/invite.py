"""invite -- invitations of parlor serve: one opens a seat once, and nothing of it afterwards; a
file of records has one server.  A part of server.py."""
import signal
import sqlite3
import sys

sys.dont_write_bytecode = True
from parlor_cli import check, end, fails
from parlor_online import join
from parlor_server import OPEN, YOU, Server, agent, refused, tokens, until

TAKEN = "this invitation has been taken"


def bearer(token):
    return {"Authorization": "Bearer " + token}


def opens_nothing(s, made, invitation, what):
    """A spent invitation, everywhere a token is taken."""
    ask = {"table": made["id"]}
    for path in ("/api/mix", "/api/analyse"):
        refused(s.post(path, ask, headers=bearer(invitation)), 400, TAKEN, what + ": not by " + path)
        refused(s.post(path, dict(ask, token=invitation)), 400, TAKEN, what + ": nor with it in the body")
    refused(s.post("/api/tables/%s/again" % made["id"], {}, headers=bearer(invitation)), 403, TAKEN, what + ": no next game")
    refused(s.claim(invitation), 409, TAKEN, what + ": not claimed twice")
    c = s.sit(invitation)
    said = c.message()
    check(said == {"type": "bye", "reason": TAKEN} and c.message() is None, what + ": no seat", said)


def claimed(s):
    """The friend claims the seat: the player who made the table reads nothing of it."""
    made = s.table("kuhn", YOU, OPEN)
    mine, invitation = tokens(made)
    check(made["seats"][1]["taken"] is False and "taken" not in made["seats"][0], "an open seat is free", made)
    refused(s.post("/api/mix", {"table": made["id"]}, headers=bearer(invitation)), 400, "claim the seat first",
            "an invitation is no token")
    refused(s.claim("x"), 403, "no seat has this invitation", "no invitation")
    refused(s.claim(mine[:-1]), 403, "no seat has this invitation", "half of one")
    refused(s.get("/api/seats"), 403, "no seat has this invitation", "a client that only looks at the address")
    a = s.sit(mine)
    check(a.message("seats")["seats"][1]["taken"] is False, "the player who waits sees it free")
    status, got = s.claim(invitation)
    check(status == 200 and got["table"] == made["id"] and got["seat"] == 1 and
          len(got["token"]) == len(invitation) and got["token"] not in (mine, invitation), "a seat is claimed", got)
    check(a.message("seats")["seats"][1]["taken"] is True, "the player who waits sees it taken")
    b = s.sit(got["token"])
    hello = b.message("hello")
    check("token" not in hello, "a player with a token is told no other", hello)
    a.message("act")
    opens_nothing(s, made, invitation, "claimed and sat down")
    check(s.claim(got["token"]) == (200, got), "one's own token is told again")
    b = s.sit(got["token"])
    check(b.message("start")["seat"] == 1, "and one comes back with it")
    check("token" not in str(s.get("/api/tables/" + made["id"])[1]), "nobody else is told")
    with open(s.records + ".seats", "rb") as file:
        kept = file.read()
    with open(s.records + ".seats-wal", "rb") as file:
        kept += file.read()
    check(not any(t.split(".")[1].encode() in kept for t in (invitation, got["token"])), "and nothing of it is kept")


def by_hello(s):
    """A remote player says hello with the invitation, and is told the token to come back with."""
    made = s.table("leduc", YOU, OPEN)
    mine, invitation = tokens(made)
    b = s.sit(invitation)
    token = b.message("hello").get("token", "")
    check(token and token != invitation, "hello claims the seat")
    opens_nothing(s, made, invitation, "said hello with")
    a = s.sit(mine)
    b.message("start")
    b.close()
    opens_nothing(s, made, invitation, "begun")
    b = s.sit(token)
    check("token" not in b.message("hello") and b.message("start")["seat"] == 1, "it comes back with that")
    a.say({"type": "resign"})
    b.message("over")
    opens_nothing(s, made, invitation, "over")


def looked_at(s, token):
    status, told = s.get("/api/seats", headers=bearer(token))
    return told if status == 200 else status


def named(s):
    """A guest chooses a name, within the bounds of any, which all are told and the record keeps."""
    made = s.table("kuhn", dict(YOU, name="Ada"), OPEN)
    mine, invitation = tokens(made)
    free = {"table": made["id"], "seat": 1, "claimed": False, "name": "seat 1", "named": False}
    check(looked_at(s, invitation) == free and looked_at(s, invitation) == free, "looking takes nothing", looked_at(s, invitation))
    for name, says in (("x" * 64, "63 bytes"), ("a\nb", "control"), ("a\u202eb", "turn or hide"), (7, "must be a text"), ("  ", "more than spaces"),
                       ("\u00a0\u3000", "more than spaces")):
        refused(s.claim(invitation, name=name), 400, says, "no name: %r" % name)
    check(looked_at(s, invitation) == free, "nor do names that are refused")
    shy = s.table("kuhn", YOU, YOU)
    s.sit(tokens(shy)[0], name=" \u00a0").message("hello")
    check(s.get("/api/tables/" + shy["id"])[1]["names"][0] == "seat 0", "spaces are no name in a hello")
    bea = "<b>Bea</b>"
    got = s.claim(invitation, name=bea)[1]
    check(got["name"] == bea and s.get("/api/tables/" + made["id"])[1]["names"] == ["Ada", bea], "a guest has a name", got)
    check(looked_at(s, invitation) == dict(free, claimed=False, name=bea), "which a guest that lost the answer finds")
    a, b = s.sit(mine), s.sit(got["token"])
    check(a.message("start")["names"] == ["Ada", bea], "all are told")
    b.message("start")
    check(s.claim(got["token"], name="Eve")[1]["name"] == bea, "a game that has begun keeps its names")
    check(looked_at(s, invitation) == 409 and looked_at(s, got["token"])["claimed"] is True, "what is taken is told")
    a.say({"type": "resign"})
    b.message("over")
    record = s.get("/api/records/%d" % s.get("/api/tables/" + made["id"])[1]["record"])[1]
    check(record["names"] == ["Ada", bea], "and so does the record", record["names"])
    given = s.table("kuhn", YOU, dict(OPEN, name="Cleo"))
    check(looked_at(s, tokens(given)[1])["named"] is True, "a seat may have been given one")
    check(s.claim(tokens(given)[1], name="Eve")[1]["name"] == "Cleo", "and keeps it")


def lost(s):
    """The answer to a claim was lost: until somebody comes with the token, there can be another claim."""
    made = s.table("kuhn", YOU, OPEN)
    invitation = tokens(made)[1]
    first, second = (s.claim(invitation)[1]["token"] for _ in range(2))
    c = s.sit(first)
    check("no seat has this token" in c.message()["reason"] and first != second, "the token before is void")
    check(s.sit(second).message("hello") is not None, "the last one is the seat's")
    opens_nothing(s, made, invitation, "sat down before the game")
    made = s.table("kuhn", YOU, OPEN)
    mine, invitation = tokens(made)
    c = s.sit(invitation)
    c.message("hello")
    c.close()
    got = s.claim(invitation)
    while got[0] == 409: # until the server knows that it went
        got = s.claim(invitation)
    c, a = s.sit(got[1]["token"]), s.sit(mine)
    check(a.message("act") is not None, "a guest that was cut off before the game can claim again")
    opens_nothing(s, made, invitation, "claimed again")


def resigned(s, *seats):
    """A game that is over: its table, and both connections."""
    made = s.table("kuhn", *seats)
    own = s.seats(made)
    a, b = (s.sit(t) for t in own)
    a.say({"type": "resign"}) if a.message("act") else None
    a.message("over"), b.message("over")
    return made, own, a, b


def next_game(s):
    """Each is told their own token of the next game; for a player who is gone there is an invitation."""
    made, own, a, b = resigned(s, YOU, OPEN)
    status, again = s.post("/api/tables/%s/again" % made["id"], {"swap": True}, headers=bearer(own[0]))
    told = b.message("again")
    check(status == 201 and "token" not in again["seats"][0] and again["seats"][0]["taken"] and told["seat"] == 0 and
          told["token"] not in str(again), "only the player who is here is told their token", again)
    c = s.sit(told["token"])
    check("token" not in c.message("hello"), "which is the seat's own")
    made, own, a, b = resigned(s, YOU, OPEN)
    a.close()
    while s.get("/api/tables/" + made["id"])[1]["seats"][0]["connected"]:
        pass
    status, again = s.post("/api/tables/%s/again" % made["id"], {}, headers=bearer(own[1]))
    seat, invitation = again["seats"][0], again["seats"][0]["token"]
    check(status == 201 and seat["kind"] == "open" and not seat["taken"], "the seat of a player who is gone is open", again)
    b, a = s.sit(again["seats"][1]["token"]), s.sit(s.claim(invitation)[1]["token"])
    check(a.message("act") is not None, "and they are invited again")
    opens_nothing(s, again, invitation, "in the next game")


def joins(s):
    """parlor join takes an invitation, and says what to come back with."""
    made = s.table("kuhn", YOU, OPEN)
    token = tokens(made)[1]
    here = lambda: s.get("/api/tables/" + made["id"])[1]["seats"][1]["connected"]
    player = join("ws://127.0.0.1:%d/ws" % s.port, token, "--agent", "first")
    err = player.stderr.readline()
    player.terminate()
    end(player)
    own = (err.partition("come back to it with --token ")[2].split() or [""])[0]
    check(own.startswith(made["id"]) and own != token, "parlor join tells its own token", err)
    while here():
        pass
    player = join("ws://127.0.0.1:%d/ws" % s.port, own, "--agent", "first")
    while player.poll() is None and not here():
        pass
    check(player.poll() is None, "and comes back with that")
    player.terminate()
    err = end(player)[2]
    check("--token" not in err, "which stays the seat's", err)
    opens_nothing(s, made, token, "joined")


def plays(s):
    """parlor join plays a whole game, whatever else the server says."""
    made = s.table("connect4", OPEN, agent("random"))
    player = join("ws://127.0.0.1:%d/ws" % s.port, tokens(made)[0], "--agent", "first")
    until(lambda: player.poll() is not None or s.get("/api/tables/" + made["id"])[1]["state"] == "over", "an end")
    over = s.get("/api/tables/" + made["id"])[1]["state"] == "over"
    player.terminate()
    err = end(player)[2]
    check(over and "lost" not in err, "parlor join plays a game to its end", err)


def killed():
    """What was claimed is known to the next server, and an invitation that was taken stays so."""
    s = Server()
    tables = [s.table("kuhn", YOU, OPEN) for _ in range(3)]
    (mine, begun), (_, sat), (_, told) = (tokens(t) for t in tables)
    a, b = s.sit(mine), s.sit(begun)
    token = b.message("hello")["token"]
    a.message("act")
    seat = s.claim(sat)[1]["token"]
    s.sit(seat).message("hello")
    void = s.claim(told)[1]["token"]
    fails(1, "serve", "--port", "0", "--records", s.records, says="another server has its tables in")
    s.end(signal.SIGKILL)
    t = Server(records=s.records)
    check(t.port, "a killed server does not stand in the way of the next")
    opens_nothing(t, tables[0], begun, "begun and killed")
    opens_nothing(t, tables[1], sat, "sat down and killed")
    check(t.sit(token).message("start")["seat"] == 1 and t.sit(seat).message("hello"), "tokens are good as before")
    check(t.sit(void).message("hello") is not None, "so is one that nobody had come with")
    opens_nothing(t, tables[2], told, "come with afterwards")
    check(t.end() == (0, ""), "the end")


def older():
    """A file from before there were claims: games go on with the tokens they had, open seats are to be claimed."""
    s = Server()
    made, waits = s.table("kuhn", YOU, OPEN), s.table("kuhn", YOU, OPEN)
    own = s.seats(made)
    a, b = (s.sit(t) for t in own)
    a.message("act"), b.message("start")
    s.end(signal.SIGKILL)
    with sqlite3.connect(s.records + ".seats") as db:
        db.execute("DROP TABLE claim")
    db.close()
    t = Server(records=s.records)
    check(t.sit(own[1]).message("start")["seat"] == 1, "an older game goes on")
    check(t.claim(tokens(waits)[1])[0] == 200, "an older open seat is claimed")
    check(t.end() == (0, ""), "the end")


def main(s):
    claimed(s)
    by_hello(s)
    named(s)
    lost(s)
    next_game(s)
    joins(s)
    plays(s)
    killed()
    older()
