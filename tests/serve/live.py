"""live -- what agents think, by parlor serve: while they do, by WebSocket; of games with secrets; trees."""
import json
import sys
import time

sys.dont_write_bytecode = True
from parlor_cli import check, finish
from parlor_online import WebSocketClient
from parlor_server import OPEN, YOU, Server, agent, play, refused, tokens, types

LONG = "mcts(iterations=100000000)"  # that never ends by itself


def curious(s):
    """A connection that says no hello."""
    c = WebSocketClient(s.port, path="/ws", greets=False)
    check(c.accepted, "a client that only asks is let in")
    return c


def asks(c, **question):
    c.say(dict({"type": "analyse"}, **question))


def thoughts(c):
    """All that is said of a question, to the last."""
    said = []
    while not said or not said[-1]["final"]:
        m = c.message("analysis")
        if m is None:
            break
        said.append(m)
    return said


def said_until_pong(c):
    """All thoughts that come before the answer to a ping."""
    c.say({"type": "ping", "id": 99})
    said = []
    while True:
        m = c.message()
        if m is None:
            return ["the connection has ended"]
        if m["type"] == "pong":
            return said
        if m["type"] == "analysis":
            said.append(m)


def is_silent(*clients):
    """Whether nothing is said of a question any more, but for what was on its way."""
    for c in clients:
        said_until_pong(c)
    time.sleep(0.3)  # a question that went on would be told of five times a second
    return not any(said_until_pong(c) for c in clients)


def at_a_seat(s):
    made = s.table("hex(size=6)", YOU, OPEN, advice=True)
    a, b = (s.sit(t) for t in tokens(made))
    act = a.message("act")
    asked = time.monotonic()
    asks(a, id=7, agent=LONG, seconds=10, tree=2, width=3)
    said = [a.message("analysis") for _ in range(3)]
    check(time.monotonic() - asked > 0.35, "thoughts come at most five times a second")
    check(not any(m["final"] or "tree" in m for m in said), "thoughts are told on the way, without their tree", types(said))
    counts = [m["iterations"] for m in said]
    check(counts == sorted(counts) and counts[0] < counts[-1], "more and more", counts)
    asks(a, id=7, agent="mcts(iterations=3000)", tree=2, width=3)
    said += thoughts(a)
    check(all(m["id"] == 7 and m["seat"] == 0 and m["agent"].startswith("mcts") for m in said), "by whom, for whom, of what")
    check(all({t["move"] for t in m["moves"]} == set(act["legal"]) for m in said), "of every legal move")
    tree = said[-1]["tree"]
    check(len(tree) == 3 and all(len(t["below"]) <= 3 for t in tree) and
          all(not u["below"] for t in tree for u in t["below"]), "with a tree as deep and as broad as asked", tree)
    asks(b, id=8)
    check("not the turn" in thoughts(b)[-1]["error"], "not by a player who is not to move")
    asks(b, id=9, table="another")
    check("sits at this table" in thoughts(b)[-1]["error"], "nor of another table")


def among_people(s):
    """A player among people gets no advice, unless the table was made so; against machines they do."""
    made = s.table("kuhn", YOU, OPEN)
    a, b = (s.sit(t) for t in tokens(made))
    a.message("act")
    asks(a, id=1)
    check("people play each other" in thoughts(a)[-1]["error"], "no advice in a game among people")
    refused(s.post("/api/mix", {"table": made["id"], "token": tokens(made)[0]}), 400, "people play", "nor how it is solved")
    check(s.get("/api/tables/" + made["id"])[1]["advice"] is False, "which the table tells")
    a.say({"type": "resign"})
    b.message("over")
    check(s.get("/api/tables/" + made["id"])[1]["advice"] is True, "until it is over")
    made = s.table("kuhn", YOU, YOU)
    check(s.get("/api/tables/" + made["id"])[1]["advice"] is True, "a player of all seats asks as they like")


def ended(s):
    """By a move, by another question, by a stop; nothing is said any more of what was asked before."""
    made = s.table("hex(size=6)", YOU, OPEN, advice=True)
    a, b = (s.sit(t) for t in tokens(made))
    act = a.message("act")
    asks(a, id=1, agent=LONG, seconds=10)
    check(a.message("analysis")["id"] == 1, "it thinks")
    asks(a, id=2, agent="mcts(iterations=300)")
    said = thoughts(a)
    check(said[-1]["final"] and said[-1]["id"] == 2 and said[-1]["iterations"] == 300, "another question ends it", said[-1])
    check(is_silent(a), "and the first is forgotten")
    asks(a, id=3, agent=LONG, seconds=10)
    a.message("analysis")
    asks(a, stop=True)
    check(is_silent(a), "it can be stopped")
    asks(a, id=4, agent=LONG, seconds=10)
    a.message("analysis")
    a.say({"type": "move", "act": act["act"], "move": act["numbers"][0]})
    a.message("saw")
    check(is_silent(a), "a move ends it")
    b.message("act")
    asks(b, id=6, game="tictactoe", moves=["a1"], agent="first")
    check(thoughts(b)[-1].get("agent") == "first", "a player may ask of another game")
    asks(b, id=7, table=made["id"], game="tictactoe", moves=[])
    check("of one thing" in thoughts(b)[-1]["error"], "but of one thing at a time")
    for given in ({"id": "x"}, {"id": 1.5}, {"stop": 1}, {"seconds": "a"}, {"seconds": 0}, {"agent": 5}, {"ply": 0}):
        asks(b, **given)
        check("must be" in thoughts(b)[-1]["error"] or "as it is now" in b.lines[-1].decode(), "nothing is guessed of %s" % given,
              b.lines[-1])
    asks(b, id=5, agent=LONG, seconds=10)
    check(b.message("analysis")["id"] == 5, "it thinks again")
    a.say({"type": "resign"})
    b.message("over")
    check(is_silent(b), "and the end of the game ends it")


def strangers(s):
    """A client without a seat asks of games that are over, and of moves that it tells."""
    c = curious(s)
    asks(c, game="tictactoe", moves=["a1", "b2", "a2"], agent="mcts(iterations=2000)", id=1)
    got = thoughts(c)[-1]
    check(got["moves"][0]["move"] == "a3" and got["line"][0] == {"mover": 1, "move": "a3"}, "of moves that are told", got)
    made = s.table("tictactoe", YOU, agent("first"), seed=1)
    asks(c, table=made["id"])
    check("sits at this table" in thoughts(c)[-1]["error"], "of no table")
    player = s.sit(tokens(made)[0])
    act = player.message("act")
    under_way = s.get("/api/tables/" + made["id"])[1].get("record")
    if under_way:
        asks(c, record=under_way)
        check("not over" in thoughts(c)[-1]["error"], "of no game that is played")
    player.say({"type": "move", "act": act["act"], "move": act["numbers"][0]})
    play(player)
    record = s.get("/api/tables/" + made["id"])[1]["record"]
    asks(c, record=record, ply=2, agent="alphabeta(depth=4)", tree=3)
    got = thoughts(c)[-1]
    check(got["seat"] == 0 and len(got["moves"]) == 7 and got["tree"], "of a record", got)
    asks(c, record=record, agent="process(cmd=id)", ply=0)
    check("not played" in thoughts(c)[-1]["error"], "no programs")
    asks(c, record=record, ply=0, tree=7)
    check("from 1 to 6" in thoughts(c)[-1]["error"], "nor trees that are too deep")
    c.say({"type": "resign"})
    check("no seat" in c.message("error")["reason"], "and can do nothing else")
    watcher = s.watch(made["id"])
    watcher.message("hello")
    asks(watcher, record=record, ply=0, agent="mcts(iterations=100)")
    check(thoughts(watcher)[-1].get("iterations") == 100, "a spectator may ask, too")
    for _ in range(200):
        asks(c, stop=True)
    bye = c.message("bye")
    check(bye and "too many" in bye["reason"], "questions are counted")


def bounded():
    """One thread: questions wait behind each other and after tables; a client that goes is forgotten."""
    s = Server("--threads", "1")
    crowd = [curious(s) for _ in range(33)]
    for i, c in enumerate(crowd):
        asks(c, id=i, game="hex", moves=[], agent=LONG, seconds=10)
        if i == 0:
            c.message("analysis")
    refusals = []
    for c in crowd[32:]:
        refusals += [m["error"] for m in thoughts(c)]
    check(len(refusals) == 1 and "too many" in refusals[0], "at most 32 and no more", refusals)
    table = s.table("tictactoe", agent("mcts(iterations=50)"), YOU)
    player = s.sit(tokens(table)[1])
    player.message("start")
    crowd[0].close()
    check(player.message("act") is not None, "a client that goes ends the thought, and a table comes first")
    for c in crowd[1:]:
        c.close()
    got = s.post("/api/analyse", {"game": "tictactoe", "moves": [], "agent": "mcts(iterations=50)"})
    check(got[0] == 200, "nothing is left of them", got)
    slow = curious(s)
    asks(slow, id=1, game="hex", moves=[], agent=LONG, seconds=10)
    slow.message("analysis")
    status = s.end()
    check(status == (0, ""), "it ends while an agent thinks", status)


def each():
    """One address has a bound of questions at once, and may ask again when it has its answers."""
    s = Server("--each", "2", "--threads", "1")
    pair = [curious(s) for _ in range(2)]
    asks(pair[0], game="hex", moves=[], agent=LONG, seconds=10)
    pair[0].message("analysis")
    asks(pair[1], game="hex", moves=[], agent="mcts(iterations=10)")  # waits for the thread
    said_until_pong(pair[1])
    ask = {"game": "tictactoe", "moves": [], "agent": "first"}
    status, got = s.post("/api/analyse", ask)
    check(status == 429 and "as much at once" in got["error"], "one address asks at most --each questions at once", (status, got))
    asks(pair[0], game="tictactoe", moves=[], agent="first")
    check(thoughts(pair[0])[-1]["agent"] == "first", "another question takes the place of the last")
    check(s.post("/api/analyse", ask)[0] == 200, "then there is room again")
    end = s.end()
    check(end == (0, ""), "the end", end)


def described(s):
    """What is answered is what the interface's description tells of."""
    schemas = s.get("/api")[1]["components"]["schemas"]
    ask = {"game": "kuhn", "moves": ["K", "Q", "bet"], "ply": 2, "agent": "ismcts(iterations=300)", "tree": 3, "hindsight": "trial"}
    got = s.post("/api/analyse", ask)[1]
    check(set(got) == set(schemas["Thoughts"]["properties"]), "thoughts", set(got) ^ set(schemas["Thoughts"]["properties"]))
    branches, below = [], got["tree"]
    while below:
        branches += below
        below = [k for b in below for k in b["below"]]
    check(all(set(b) == set(schemas["Branch"]["properties"]) for b in branches), "branches", branches)
    check(set(got["hindsight"]) == set(schemas["Thoughts"]["properties"]["hindsight"]["properties"]), "hindsight", got["hindsight"])
    check(set(ask) - {"tree"} <= set(schemas["Question"]["properties"]) and
          {"tree", "width"} <= set(schemas["Question"]["properties"]), "questions")
    listed = s.get("/api/agents?spec=kuhn")[1]
    check(all(set(a) == set(schemas["Agent"]["properties"]) for a in listed), "agents")


def secrets(s):
    """Two truths and one view: one answer, byte by byte."""
    for game, one, other in (("kuhn", ["K", "J"], ["K", "Q"]), ("leduc", ["Jh", "Kh"], ["Jh", "Qs"]),
                             ("liars_dice", ["3", "1"], ["3", "6"]), ("phantom", ["b2", "a1"], ["b2", "c3"]),
                             ("rps", ["rock"], ["paper"])):
        ask = {"game": game, "agent": "ismcts(iterations=600)", "tree": 3}
        texts = [s.ask("POST", "/api/analyse", dict(ask, moves=moves), raw=True)[2] for moves in (one, other)]
        got = json.loads(texts[0])
        check(texts[0] == texts[1] and got["moves"] and got["tree"], "%s: '%s' is '%s'" % (game, one, other), texts)
        check(got["line"] and got["line"][0]["move"] in [m["move"] for m in got["moves"]], "and a line is told", got["line"])
    ask = {"game": "phantom", "moves": ["b2", "a1"], "agent": "ismcts(iterations=2000)", "tree": 2}
    got = s.post("/api/analyse", ask)[1]
    others = {p["move"] for p in got["line"] if p["mover"] == 1}
    below = {p["move"] for t in got["tree"] for p in t["below"] if p["mover"] == 1}
    check(others | below == {"stone"}, "what would be hidden is told as hidden", got)


def dealt(s, seed):
    """A table of Kuhn poker at the first turn: both cards, and the connections of both."""
    made = s.table("kuhn", YOU, YOU, seed=seed)
    a, b = (s.sit(t) for t in tokens(made))
    mine = a.message("act")["view"]["cards"][0]
    theirs = [m["view"]["cards"] for m in (b.message("saw"), b.message("saw"))][-1][1]
    return mine, theirs, a, b


def secrets_at_a_table(s):
    """Two tables where one seat sees the same and the other holds something else: the same is said."""
    first = dealt(s, 1)
    other = next(t for t in (dealt(s, seed) for seed in range(2, 60)) if t[0] == first[0] and t[1] != first[1])
    lines = []
    for table in (first, other):
        asks(table[2], id=1, agent="ismcts(iterations=3000)", tree=3)
        thoughts(table[2])
        lines.append(table[2].lines[-1])
    check(lines[0] == lines[1] and b'"final":true' in lines[0], "not by the WebSocket either", lines)


def middle(s, seed):
    """A table of Kuhn poker after a pass and a bet, the first seat to move: its card, the other's, the table, both connections
    and a spectator."""
    made = s.table("kuhn", YOU, YOU, seed=seed)
    a, b = (s.sit(t) for t in tokens(made))
    watcher = s.watch(made["id"])
    for client, move in ((a, "pass"), (b, "bet")):
        act = client.message("act")
        client.say({"type": "move", "act": act["act"], "move": move})
        card = act["view"]["cards"]
        mine, theirs = (card[0], None) if client is a else (mine, card[1])
    a.message("act")
    return mine, theirs, made, a, b, watcher


def under_way(s):
    """In the middle of a game: the player to move is told what they may know, and nobody else anything."""
    mine, theirs, made, a, b, watcher = middle(s, 1)
    ask = {"table": made["id"], "agent": "ismcts(iterations=300)", "tree": 2}
    first, second = tokens(made)
    status, got = s.post("/api/analyse", dict(ask, token=first))
    check(status == 200 and got["seat"] == 0 and {m["move"] for m in got["moves"]} == {"pass", "bet"}, "by the player to move", got)
    hidden = [m for m in got["belief"] if m["what"] == "cards[1]"]
    check(len(hidden) == 1 and len(hidden[0]["of"]) == 2, "the other seat may hold either of two cards", got["belief"])
    status, got = s.post("/api/mix", {"table": made["id"], "token": first})
    check(status == 200, "and how it is solved", got)
    for what in ("analyse", "mix"):
        for more, says in (({"token": second}, "not the turn"), ({"token": second, "seat": 0}, "not the turn"),
                           ({}, "token"), ({"token": first[:-1] + ("0" if first[-1] != "0" else "1")}, "token")):
            status, got = s.post("/api/" + what, dict({"table": made["id"]}, **more))
            check(status in (400, 401, 403) and says in got.get("error", ""), "%s: not with %s" % (what, sorted(more)), (status, got))
    refused(s.post("/api/analyse", dict(ask, token=first, hindsight="trial")), 400, "after which something", "with no hindsight")
    refused(s.post("/api/analyse", dict(ask, token=first, ply=0)), 400, "as it is now", "of no other moment")
    asks(b, id=1, agent="ismcts(iterations=300)")
    check("not the turn" in thoughts(b)[-1]["error"], "not by the other's connection")
    asks(b, id=2, table=made["id"], seat=0, agent="ismcts(iterations=300)")
    check("not the turn" in thoughts(b)[-1]["error"], "whatever seat it names")
    for c in (watcher, curious(s)):
        for question in ({"table": made["id"]}, {"table": made["id"], "token": first}):
            asks(c, id=3, **question)
            check("sits at this table" in thoughts(c)[-1]["error"], "not by a client without a seat", question)
    for record in range(1, 200):
        status, got = s.post("/api/analyse", {"record": record, "ply": 2, "agent": "first"})
        if "not over" in got.get("error", ""):
            asks(watcher, id=4, record=record, ply=2)
            check("not over" in thoughts(watcher)[-1]["error"], "nor by the number of its record")
            check(s.get("/api/records/%d/view?ply=3&seat=0" % record)[0] in (400, 404), "which shows nothing either")
            break
    else:
        check(False, "a game that is played has a record")
    asks(a, id=5, agent="ismcts(iterations=300)")
    thoughts(a)
    check(is_silent(b, watcher), "and nobody hears what another asks")


def same_in_the_middle(s):
    """Two games alike to the seat that is to move, the other holding something else: every answer is the same."""
    first = middle(s, 1)
    other = next(t for t in (middle(s, seed) for seed in range(2, 60)) if t[0] == first[0] and t[1] != first[1])
    answers = []
    for _, _, made, a, _, _ in (first, other):
        ask = {"table": made["id"], "token": tokens(made)[0]}
        rest = s.ask("POST", "/api/analyse", dict(ask, agent="ismcts(iterations=3000)", tree=3), raw=True)[2]
        mix = s.ask("POST", "/api/mix", ask, raw=True)[2]
        asks(a, id=1, agent="ismcts(iterations=3000)", tree=3)
        thoughts(a)
        answers.append((rest, a.lines[-1], json.loads(mix).get("moves")))
    check(answers[0] == answers[1] and b'"final":true' in answers[0][1], "nothing is told of what the other holds", answers)


def machines_turn(s):
    """While an agent thinks about its move, its opponent is not told of its position."""
    made = s.table("hex(size=6)", agent(LONG), YOU)
    token = tokens(made)[1]
    player = s.sit(token)
    player.message("start")
    asks(player, id=1, agent="mcts(iterations=100)")
    check("not the turn" in thoughts(player)[-1]["error"], "not of the machine's turn")
    refused(s.post("/api/analyse", {"table": made["id"], "token": token}), 400, "not the turn", "in no way")
    player.say({"type": "resign"})
    player = s.sit(tokens(s.table("hex(size=6)", YOU, agent(LONG)))[0])
    player.message("act")
    asks(player, id=2, agent="mcts(iterations=100)")
    check(thoughts(player)[-1].get("seat") == 0, "but of one's own, against a machine, too")


def hindsight(s):
    """What a move gave away: known, with its error, and always the same."""
    ask = {"game": "kuhn", "moves": ["Q", "K", "bet", "pass"], "ply": 3, "hindsight": "trial"}
    got = s.post("/api/analyse", ask)[1]["hindsight"]
    check(got["played"] == "pass" and got["better"] == "bet" and abs(got["cost"] - 3) < 1e-9 and 0 < got["within"] < 0.2 and
          got["worlds"] > 0, "to fold a king costs three", got)
    for game, moves in (("connect4(rows=4,cols=4)", ["d", "a", "d", "b"]), ("leduc", ["Qh", "Kh", "call", "raise"])):
        texts = [s.ask("POST", "/api/analyse", {"game": game, "moves": moves, "ply": 3, "hindsight": "trial"}, raw=True)[2]
                 for _ in range(2)]
        check(texts[0] == texts[1] and json.loads(texts[0])["hindsight"], "%s: the same whenever it is asked" % game, texts)
    guess = s.post("/api/analyse", dict(ask, hindsight="guess"))[1]["hindsight"]
    check(guess["within"] in (None, 0) and guess["worlds"] == 0, "a guess is told as one", guess)
    refused(s.post("/api/analyse", dict(ask, hindsight="yes")), 400, "'guess' or 'trial'", "nothing else")
    refused(s.post("/api/analyse", dict(ask, ply=4)), 400, "not the turn", "of no end")
    refused(s.post("/api/analyse", dict(ask, moves=ask["moves"][:3])), 400, "something was played", "of what was played alone")
    refused(s.post("/api/analyse", dict(ask, hindsight=True)), 400, "'hindsight' must be", "in words")


def agents(s):
    status, open_ = s.get("/api/agents?spec=tictactoe")
    names = [a["name"] for a in open_]
    check(status == 200 and {"mcts", "alphabeta", "ismcts", "random"} <= set(names) and "process" not in names, "agents", names)
    hidden = [a["name"] for a in s.get("/api/agents?spec=kuhn")[1]]
    check("ismcts" in hidden and "mcts" not in hidden, "as the game allows", hidden)
    check(all(a["about"] and isinstance(a["params"], list) for a in open_), "with what they are")
    refused(s.get("/api/agents?spec=nogame"), 400, "no game", "of no game")
    check("/api/agents" in s.get("/api")[1]["paths"], "it is described")


def main():
    s = Server()
    at_a_seat(s)
    among_people(s)
    ended(s)
    strangers(s)
    secrets(s)
    secrets_at_a_table(s)
    under_way(s)
    same_in_the_middle(s)
    machines_turn(s)
    hindsight(s)
    agents(s)
    described(s)
    end = s.end()
    check(end == (0, ""), "it ends at SIGTERM", end)
    bounded()
    each()
    finish()


main()
