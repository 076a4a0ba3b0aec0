"""net -- parlor host, join and watch: two and more processes, connections that are
cut, delayed and torn to pieces, tokens, spectators."""
import json
import os
import signal
import socket
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from parlor_cli import (ENV, PARLOR, Terminal, bytes_of, check, end, fails, keep, path, refuses, run, run_all, skip, start,
                        until)
from parlor_online import Client, Host, Proxy, WebSocketClient, answers_at, join

BOARDS = ["tictactoe", "connect4"]
GAMES = BOARDS + ["kuhn", "leduc", "battleship"]
MOVE = r"Your move \([^)]*\)> "


def good(what, host_end, *ends):
    check(host_end == (0, "") and all(e[0] == 0 for e in ends), what, "%r\n%r" % (host_end, ends))


def misuse():
    seat = ["kuhn", "--seats", "remote"]
    refuses(["host"], ("needs a GAME",), ("nogame", "no game"), ("kuhn", "--seats", "remote,remote,remote", "more than the 2 seats"),
            ("kuhn", "--seats", "nobody", "there is no agent"), ("kuhn", "--seats", "human", "only one seat"),
            (*seat, "--clock", "sometimes", ""), (*seat, "--on", "rain=forfeit", ""),
            (*seat, "--names", "a,b,c", "more than the 2 seats"), ("kuhn", "--seats", "human,remote", "--json", "--json"))
    refuses(["host"], (*seat, "--bind", "203.0.113.7", "cannot listen at 203.0.113.7"),
            (*seat, "--bind", "no.such.host.invalid", "no address"),
            ("kuhn", "--seats", "random", "--record", "/dev/null/x.db", "/dev/null"), status=1)
    host = Host("kuhn", "--seats", "remote,first")
    found = answers_at(host.port, "127.0.0.1", "127.0.0.2")
    check(found == ["127.0.0.1"], "a host listens at 127.0.0.1 alone", found)
    host.process.terminate()
    with start("host", "kuhn", "--seats", "remote,first", "--bind", "0.0.0.0", stdin=subprocess.DEVNULL) as anywhere:
        told = [anywhere.stdout.readline() for _ in range(3)]
        anywhere.terminate()
    check("at 0.0.0.0:" in told[0] and "join THIS_MACHINE:" in told[1] and "watch THIS_MACHINE:" in told[2],
          "nobody is sent to the address of all networks", told)
    agent, token = ["--agent", "random"], ["--token", "x", "--agent", "random"]
    refuses(["join"], ("needs",), ("127.0.0.1:4040", "--token"), ("http://[x/#/table/a/a.b]", *agent, "an address is"),
            ("http:///#/table/a/a.b", *agent, "an address is"),
            ("127.0.0.1:1", "--token", "x", "--agent", "zork", "no agent 'zork'"), ("127.0.0.1:1", *token, "--", "cat", "not both"),
            *((address, *token, "an address is")
              for address in ("here", "here:", ":1", "127.0.0.1:99999", "tcp://x:1/path", "127.0.0.1:1x")),
            *((link, *agent, "a link to a seat is")
              for link in ("http://", "http://127.0.0.1:1/", "https://x/#/table/", "http://x/#/table/a", "http://x/#/table/a/",
                           "http://x/#/game/hex", "http://%s/#/table/a/a.b" % ("x" * 400))))
    refuses(["join"], ("http://127.0.0.1:1/#/table/a/a.b", *agent, "cannot connect to 127.0.0.1, port 1"),
            ("http://[::1]:1/#/table/a/a.b", *agent, "cannot connect to ::1, port 1"),
            ("127.0.0.1:1", *token, "cannot connect"), ("ws://127.0.0.1:1/", *token, "cannot connect"), status=1)
    refuses(["watch"], ("here", "an address is"), ("HOST:PORT",))
    refuses(["watch"], ("127.0.0.1:1", "cannot connect"), ("--record", "/dev/null/x.db", "/dev/null"), status=1)


def at_home(game, games, agent):
    """The moves of games between two that always play the same."""
    host = Host(game, "--seats", agent + ",first", "--seed", "5", "--games", str(games))
    ended = host.end()
    check(ended == (0, "") and len(host.all("end")) == games, "%s at home" % game, ended)
    return host.moves(), host.all("end")


def through(how, game, games=2, scheme=""):
    """The same through a connection that is spoilt: the same moves and scores."""
    agent = "alphabeta(depth=2)" if game in BOARDS else "first"
    moves, ends = at_home(game, games, agent)
    host = Host(game, "--seats", "remote,first", "--seed", "5", "--games", str(games))
    proxy = Proxy(host.port, how)
    far = end(join(scheme + proxy.address, host.tokens[0], "--agent", agent))
    ended = host.end()
    proxy.close()
    good("%s through a connection that is %s%s" % (game, how, " (%d cuts)" % proxy.cuts if how == "cut" else ""), ended, far)
    check(host.moves() == moves, "the moves are those at home", "%r\n%r" % (host.moves(), moves))
    check([e["scores"] for e in host.all("end")] == [e["scores"] for e in ends], "so are the scores")
    return proxy.cuts


def spoilt_connections():
    for how in ("sound", "pieces", "late", "merged"):
        through(how, "connect4" if how != "pieces" else "tictactoe")
    cuts = sum(through("cut", game) for game in GAMES)
    check(cuts > 5, "connections were cut %d times" % cuts)
    cuts = through("cut", "connect4", scheme="ws://")
    check(cuts > 0, "a WebSocket, too, was cut %d times" % cuts)
    through("pieces", "kuhn", scheme="ws://")


def tokens():
    host = Host("tictactoe", "--seats", "remote,first")
    token = host.tokens[0]
    check(len(token) >= 32 and len(set(token)) > 6, "a token has 128 bits or more", token)
    other = Host("tictactoe", "--seats", "remote,first")
    check(other.tokens[0] != token, "no two tokens are the same")
    wrong = (token[:-1] + ("0" if token[-1] != "0" else "1"), token + "0", token[:8], "", other.tokens[0])
    for client in [Client(host.port, w) for w in wrong]:
        m = client.message()
        check(m and m["type"] == "bye" and "no seat" in m["reason"] and client.message() is None,
              "a wrong token is refused, and nothing else is said", m)
    client = Client(host.port)
    client.send(b'{"type":"move","move":"a1"}\n')
    check("hello" in client.message()["reason"], "a client says hello first")
    r = end(join(host.address, "0" * 40, "--agent", "first"))
    check(r[0] == 1 and r[2] == "parlor: no seat has this token\n", "join tells so", r)
    ENV["PARLOR_TOKEN"] = "1" * 40
    r = run("join", host.address, "--agent", "first")
    del ENV["PARLOR_TOKEN"]
    check(r.returncode == 1 and r.stderr == "parlor: no seat has this token\n", "a token may be in the environment", r)
    other.stop(signal.SIGINT)
    first = Client(host.port, token, name="One")
    first.message("act")
    second = WebSocketClient(host.port, token, name="Two")
    check(second.accepted and second.message()["type"] == "hello", "a WebSocket at the same port")
    check("somebody else" in first.message("bye")["reason"], "a client that comes with the token takes over")
    check(first.message() is None, "and the first one's connection ends")
    m = second.message("act")
    check(m["act"] == 1, "the second one is asked the same question", m)
    second.say({"type": "move", "move": "b2"})
    second.message("act")
    second.say({"type": "resign"})
    m = second.message("over")
    check(m["how"] == "resigned" and m["scores"] == [-1, 1], "a player who resigns loses", m)
    check(host.end() == (0, ""), "and that is an end of the game")
    logged = json.dumps(host.events[1:])
    check(token not in logged, "a token is printed once, to the host, and never again", logged)


def what_spectators_see():
    """Games with other cards that look the same to the public: the same bytes for it."""
    seen, held = set(), set()
    for seed in range(1, 9):
        host = Host("kuhn", "--seats", "remote", "--seed", str(seed))
        watcher = Client(host.port, watch=True)
        watcher.message("hello")
        players = [Client(host.port, host.tokens[i], name="p%d" % i) for i in (0, 1)]
        for seat, move in ((0, "pass"), (1, "bet"), (0, "pass")):
            players[seat].message("act")
            players[seat].say({"type": "move", "move": move})
        players[0].message("over")
        watcher.message("bye")
        host.end()
        seen.add(b"\n".join(watcher.lines))
        held.add(b"\n".join(players[0].lines))
    check(len(seen) == 1, "spectators get the same bytes whatever is hidden", seen)
    check(len(held) > 1, "players do not", held)
    host = Host("kuhn", "--seats", "remote")
    watcher = Client(host.port, watch=True)
    for line in (b'{"type":"move","move":"bet"}\n', b'{"type":"resign"}\n', b"nonsense\n"):
        watcher.send(line)
        check(watcher.message("error"), "a spectator can do nothing else")
    host.stop(signal.SIGINT)


def floods_and_silence():
    host = Host("tictactoe", "--seats", "remote,first")
    before = host.descriptors()
    for _ in range(50):
        Client(host.port, "wrong").close()
        Client(host.port).close()
    half = Client(host.port)
    half.send(b'{"type":"hel')
    client = Client(host.port, host.tokens[0])
    client.message("act")
    client.send(b'{"type":"ping","id":7}\n')
    check(client.message("pong")["id"] == 7, "pings are answered")
    client.send(b"x" * 2000000)
    check("too long" in (client.message("bye") or {"reason": ""})["reason"], "a line has a bound")
    client = Client(host.port, host.tokens[0])
    client.message("act")
    client.send(b'{"type":"pong"}\n' * 5000)
    check("nobody asked" in (client.message("bye") or {"reason": ""})["reason"], "so has what nobody asked for")
    client = Client(host.port, host.tokens[0])
    client.message("act")
    client.send(b'{"type":"move","move":"\xff\xfe"}\n')
    m = client.message("error")
    check(m["again"] is True, "bytes that are not UTF-8 are told in a sentence", m)
    http = Client(host.port)
    http.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    check(http.receive().startswith(b"HTTP/1.1 404"), "a browser is told what this is")
    for one in (http, half, client):
        one.close()
    until(lambda: host.descriptors() <= before, "no descriptor is left")
    ended = host.stop(signal.SIGINT)
    check(ended[0] == 1 and "stopped after 0 of 1 game" in ended[1], "Ctrl-C ends it cleanly", ended)


def slow_readers():
    """Spectators that do not read what they are sent are dropped; the others play on."""
    host = Host("connect4", "--seats", "remote,first", "--games", "1500")  # more than the system keeps for a connection
    asleep = []
    for _ in range(5):
        one = Client(host.port)
        one.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.say({"type": "hello", "protocol": 1, "watch": True})
        asleep.append(one)
    host.wait_for("watchers", 5)
    far = end(join(host.address, host.tokens[0], "--agent", "random"))
    good("spectators that never read hold nobody up", host.end(), far)
    check(host.all("watchers")[-1]["watchers"] == 0, "and are dropped", host.all("watchers")[-5:])
    for one in asleep:
        one.close()


def at_a_terminal():
    host = Host("tictactoe", "--seats", "remote,first")
    person = Terminal("join", host.address, "--token", host.tokens[0], "--name", "Ada")
    person.talk((MOVE, "b2\n", "a person is asked at a terminal"), (r"first \(seat 1\): a3", "", "and sees what the other plays"),
                ("> ", "undo\n"), (r"3 \. \. \.", "", "takes back what agents let them"), ("> ", "resign\n"),
                (r"You lost\.", "", "and may resign"))
    check(person.status() == 0 and host.end() == (0, ""), "which ends it")


def ask_back(one, other):
    """Asks to take a move back; the other hears of it and is asked again."""
    other.until("> ")
    os.write(one.fd, b"undo\n")
    other.talk(("'undo' agrees, 'decline' does not", ""), ("> ", ""))


def two_at_terminals():
    """Both are heard whoever is to move; what comes from a player that is not to move is written at once."""
    host = Host("tictactoe", "--seats", "remote", "--names", "Ada,Bob")
    ada, bob = [Terminal("join", host.address, "--token", t) for t in host.tokens]
    bob.talk(("begins when all are there", "", "a player who comes is told what is waited for"))
    ada.talk(("> ", "b2\n"))
    bob.talk((MOVE, "", "the second is asked"))
    os.write(ada.fd, b"undo\n")
    ada.talk(("You asked to take", "", "a player who is not to move can ask to go back"))
    bob.talk(("would take the last move back", "", "and the other hears of it at once"), ("> ", "undo\n"))
    for person in (ada, bob):
        person.talk((r"Moves were taken back\.", "", "both are told that it was done"))
    ada.talk(("> ", "a1\n"))
    ask_back(ada, bob)
    bob.talk(("", "decline\n"), (r"You decline\.", "", "one may decline"))
    ada.talk((r"Bob \(seat 1\) declines: nothing is taken back\.", "", "and the other is told so"))
    ask_back(ada, bob)
    os.write(ada.fd, b"decline\n")
    ada.talk(("You ask no more", "", "or think better of it, and is told"))
    bob.talk((r"Ada \(seat 0\) declines", "", "as the other is"))
    ask_back(ada, bob)
    bob.talk(("", "b2\n"))
    ada.talk(("somebody played on", "", "or that it was refused"), ("> ", ""))
    os.write(bob.fd, b"pause\n")
    ada.talk(("Paused by Bob", "", "a player who is not to move can pause"), ("> ", "c3\n"),
             ("'resume' goes on", "", "nobody moves meanwhile"), ("> ", "resume\n"))
    bob.talk(("The game goes on", "", "anybody resumes"))
    ada.until("> ")
    os.write(bob.fd, b"re")
    ada.type("c3\n")
    bob.talk((r"Ada \(seat 0\): c3", "", "what is half typed holds up no news"), ("> ", ""))
    os.write(ada.fd, b"resign\n")
    check(ada.until(r"You lost\.") and bob.until(r"You won\."), "a player who is not to move can resign", ada.text)
    check(ada.status() == 0 and bob.status() == 0 and host.end() == (0, ""), "which ends it")


def names_and_takeovers():
    host = Host("tictactoe", "--seats", "remote")
    far = join(host.address, host.tokens[0], "--agent", "mcts(iterations=10)")
    check(host.wait_for("came")["name"] == "mcts", "an agent is called by its kind alone", host.events)
    again = join(host.address, host.tokens[0], "--", "/bin/cat", "secret")
    check(host.wait_for("came", 2)["name"] == "process", "so is a program", host.events)
    r = end(far)
    check(r[0] == 1 and "somebody else came with this seat's token" in r[2], "a player that is displaced is told so", r)
    check(end(again, signal.SIGINT)[0] == 0 and host.wait_for("left", 2), "and leaves at Ctrl-C")
    person = Terminal("join", host.address, "--token", host.tokens[0])
    person.until(r"all are there")
    os.kill(person.pid, signal.SIGINT)
    check(person.until(r"You left; the same command"), "a player who leaves is told how to come back", person.text)
    check(person.status() == 0, "with success")
    host.stop(signal.SIGINT)


def leaving_and_waiting():
    host = Host("tictactoe", "--seats", "remote,first", "--wait", "0.2")
    client = Client(host.port, host.tokens[0], name="Ada")
    client.message("act")
    client.close()
    ended, over = host.end(), host.all("end")
    check(ended == (0, "") and over[0]["how"] == "forfeit" and over[0]["scores"] == [-1, 1],
          "a player who does not come back forfeits", "%r %r" % (ended, over))
    check([e["name"] for e in host.all("left")] == ["Ada"], "the host names the player that left", host.events)
    host = Host("tictactoe", "--seats", "remote,first", "--wait", "0.2", "--on", "disconnect=random")
    client = Client(host.port, host.tokens[0])
    client.message("act")
    client.close()
    host.end()
    check(host.all("end")[0]["how"] == "rules", "or is played at random, as --on says", host.all("end"))
    host = Host("tictactoe", "--seats", "remote,first", "--clock", "move=300ms")
    client = Client(host.port, host.tokens[0])
    m = client.message("act")
    check(0 < m["clock"]["most"] <= 300, "the clock is told", m)
    m = client.message("over")
    check(m["how"] == "forfeit" and "time" in m["reason"], "and runs", m)
    host.end()


def pauses():
    host = Host("tictactoe", "--seats", "remote", "--wait", "0.3")
    clients = [Client(host.port, t) for t in host.tokens]
    clients[0].message("act")
    clients[1].say({"type": "pause"})
    check(clients[0].message("pause")["who"] == 1 and host.wait_for("paused")["seat"] == 1,
          "the host names the player that paused", host.events)
    clients[1].close()
    check(clients[0].message("resume") and host.wait_for("resumed"), "a player who leaves cannot keep a game paused")
    clients[0].message("act")
    clients[0].say({"type": "move", "move": "b2"})
    check(clients[0].message("over")["how"] == "forfeit" and host.end() == (0, ""), "and is waited for no longer")
    host = Host("tictactoe", "--seats", "remote,first", "--pause", "0.1")
    client = Client(host.port, host.tokens[0])
    client.message("act")
    client.say({"type": "pause"})
    check(client.message("resume"), "a pause has its bound")
    host.stop(signal.SIGINT)


def stopping():
    host = Host("tictactoe", "--seats", "remote")
    clients = [Client(host.port, t) for t in host.tokens]
    watcher = Client(host.port, watch=True)
    clients[0].message("act")
    watcher.message("start")
    ended = host.stop(signal.SIGTERM)
    for one in clients + [watcher]:
        m = one.message("over")
        check(m and m["how"] == "aborted" and m["scores"] is None, "everybody is told that it was ended", m)
        check(one.message("bye") and one.message() is None, "and goodbye")
    check(ended[0] == 1, "a game that was ended is no success", ended)
    ended = Host("tictactoe", "--seats", "remote").stop(signal.SIGINT)
    check(ended[0] == 1 and "0 of 1" in ended[1], "nor is one that never began", ended)
    host = Host("connect4", "--seats", "remote,first")
    far = join(host.address, host.tokens[0], "--agent", "mcts(iterations=1000000000)")
    host.wait_for("came")
    r = end(far, signal.SIGINT)  # it thinks, or is about to
    check(r[0] == 0, "join leaves at Ctrl-C, even while an agent thinks", r)
    check(host.wait_for("left"), "and the host sees it leave")
    host.stop(signal.SIGINT)


def watching():
    file = path("games.db")
    host = Host("connect4", "--seats", "remote,first", "--record", file, "--names", "Ada,Bob", "--seed", "1")
    live, lines = start("watch", host.address), start("watch", host.address, "--json")
    host.wait_for("watchers", 2)
    client = Client(host.port, host.tokens[0], name="not Ada")
    m = client.message("act")
    written = start("watch", "--record", file)
    while True:
        client.say({"type": "move", "move": m["legal"][0]})
        m = client.message()
        while m and m["type"] not in ("act", "over"):
            m = client.message()
        if m["type"] == "over":
            break
    host.end()
    live, lines, written = end(live), end(lines), end(written)
    check(live[0] == 0 and "Ada (seat 0): a\n" in live[1] and "The game is over." in live[1],
          "a game is watched while it is played", live)
    messages = [json.loads(line) for line in lines[1].splitlines()]
    check(lines[0] == 0 and [m["type"] for m in messages][0] == "start" and messages[-1]["type"] == "over",
          "or read as JSON", lines)
    check(written[0] == 0 and written[1].splitlines()[-2:] == live[1].splitlines()[-2:],
          "so is a record that is being written", written)
    late = run("watch", "--record", file)
    check(late.returncode == 0 and late.stdout == live[1], "and later it looks the same", late.stdout + live[1])
    check(run("watch", "--record", file, "1", "--json").stdout == lines[1], "as JSON, too")
    fails(1, "watch", "--record", file, "99", says="99")
    host = Host("connect4", "--seats", "remote,first", "--record", file)
    client = Client(host.port, host.tokens[0])
    client.message("act")
    client.say({"type": "move", "move": "d"})
    client.message("act")
    written = start("watch", "--record", file)
    first = written.stdout.readline()
    host.stop(signal.SIGKILL)
    r = end(written)
    check(first and r[0] == 1 and "interrupted" in r[2], "whose host was killed is followed no longer", r)
    fails(2, "watch", "--record", file, "x", says="number")


def resumed_bytes():
    """What a seat is told after a cut is what it was told before."""
    host = Host("battleship", "--seats", "remote,first", "--seed", "2")
    client = Client(host.port, host.tokens[0])
    for _ in range(4):
        m = client.message("act")
        client.say({"type": "move", "move": m["legal"][-1], "act": m["act"]})
    last = client.message("act")
    told = [line for line in client.lines if json.loads(line)["type"] in ("start", "saw")]
    client.close()
    client = Client(host.port, host.tokens[0])
    again = client.message("act")
    check([line for line in client.lines if json.loads(line)["type"] in ("start", "saw")] == told,
          "a client that comes back reads the same again")
    check(again == last, "and is asked the same", "%r\n%r" % (again, last))
    host.stop(signal.SIGINT)


BOT = """import json, sys
log = open(sys.argv[1], "wb")
print(json.dumps({"type": "hello", "protocol": 1, "name": "A"}), flush=True)
for line in sys.stdin.buffer:
    log.write(line)
    log.flush()
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"type": "move", "act": m["act"], "move": m["legal"][0]}), flush=True)
"""


def told(lines):
    return [line for line in lines if json.loads(line)["type"] in ("start", "saw", "act", "error", "over")]


def the_same_as_over_a_pipe():
    bot, log = keep("bot.py", BOT), path("log")
    for game in ("leduc", "battleship", "tictactoe"):
        words = ("--names", "A,B", "--seed", "3", "--games", "2")
        host = Host(game, "--seats", 'process(cmd="/usr/bin/python3 %s %s"),first' % (bot, log), *words)
        home = host.end()
        piped = told(bytes_of(log).splitlines())
        host = Host(game, "--seats", "remote,first", *words)
        client = Client(host.port, host.tokens[0], name="A")
        while True:
            m = client.message()
            if m is None:
                break
            if m["type"] == "act":
                client.say({"type": "move", "act": m["act"], "move": m["legal"][0]})
        good("%s over a pipe and online" % game, host.end(), home)
        check(told(client.lines) == piped and piped, "is the same, byte for byte",
              "%d and %d lines" % (len(told(client.lines)), len(piped)))
    host = Host("leduc", "--seats", "remote,first", "--seed", "3")
    far = end(join(host.address, host.tokens[0], "--", "/usr/bin/python3", bot, log))
    good("a program plays by parlor join", host.end(), far)


def people():
    """People through pipes, by parlor join and at the host itself."""
    host = start("host", "tictactoe", "--seats", "human,remote", "--names", "Ada,Bob", "--record", path("people.db"),
                 stdin=subprocess.PIPE)
    words = ""
    while "--token" not in words:
        words = host.stdout.readline()
    _, _, address, _, token = words.partition(": ")[2].split()
    bob = start("join", address, "--token", token, "--name", "Robert", stdin=subprocess.PIPE)

    def prompted(person):
        said = ""
        while "> " not in said:
            got = person.stdout.read(1)
            if not got:
                break
            said += got
        return said

    prompted(host)
    for person, line, listener, sees, what in (
            (host, "moves", host, "b2 (#4)", "the player at the host is asked like anybody"),
            (host, "zz", host, "no legal move", "and answered"),
            (host, "b2", bob, "Ada (seat 0): b2", "the other sees the move"),
            (bob, "history", bob, "Ada (seat 0): b2", "and what was played"),
            (bob, "hint", bob, "no hints", "there are no hints online"),
            (bob, "a1", host, "Bob (seat 1): a1", "the player at the host sees the answer"),
            (host, "undo", host, "You asked", "the player who asks is told so"),
            (host, "c3", bob, "would take the last move back", "the other, who was not to move, hears of it at the next turn"),
            (bob, "pause", bob, "Paused by Bob (seat 1).", "a pause is told to the player who asked for it"),
            (bob, "a2", bob, "The game is paused; 'resume' goes on.", "while it lasts nobody moves"),
            (bob, "resume", bob, "The game goes on.", "and the player to move can end it"),
            (bob, "pause", bob, "Paused by Bob", "a second pause")):
        person.stdin.write(line + "\n")
        person.stdin.flush()
        text = prompted(listener)
        check(sees in text and (line != "undo" or "'undo' agrees" not in text), what, text)
    for person in (host, bob):
        person.stdin.close()
        person.stdin = None
    host, bob = end(host), end(bob)
    check(host[0] == 1 and "You left the game." in host[1], "a host that leaves closes the table", host)
    check(bob[0] == 0, "and the others are told", bob)
    shown = run("records", "list", "--file", path("people.db"))
    check("Ada" in shown.stdout and "Bob" in shown.stdout, "the game is kept under the names that were given",
          shown.stdout + shown.stderr)


def two_machines():
    """Two network namespaces with a cable between them."""
    if os.geteuid() != 0 or subprocess.run(["ip", "netns", "list"], capture_output=True, check=False).returncode:
        skip("two network namespaces", "needs root and ip netns")
        return
    names = ["pl%d%s" % (os.getpid(), side) for side in "ab"]

    def ip(*words):
        return subprocess.run(["ip", *words], capture_output=True, check=False).returncode == 0

    try:
        if not all(ip("netns", "add", n) for n in names):
            skip("two network namespaces", "ip netns add fails here")
            return
        cable = ip("link", "add", names[0], "netns", names[0], "type", "veth", "peer", "name", names[1],
                   "netns", names[1])
        for i, n in enumerate(names):
            cable = cable and ip("-n", n, "addr", "add", "10.77.0.%d/24" % (i + 1), "dev", n)
            cable = cable and ip("-n", n, "link", "set", n, "up")
        if not cable:
            skip("two network namespaces", "no cable between them here")
            return
        prefixes = [("ip", "netns", "exec", n, PARLOR) for n in names]
        host = Host("connect4", "--seats", "remote,first", "--bind", "10.77.0.1", prefix=prefixes[0])
        far = join("10.77.0.1:%d" % host.port, host.tokens[0], "--agent", "mcts(iterations=20000)", prefix=prefixes[1])
        host.wait_for("ply", 2)
        ip("-n", names[1], "link", "set", names[1], "down")
        time.sleep(0.3)  # for a while; any length will do
        ip("-n", names[1], "link", "set", names[1], "up")
        far = end(far)
        good("a game between two machines, with the cable pulled for a while", host.end(), far)
    finally:
        for n in names:
            ip("netns", "del", n)


run_all(misuse, spoilt_connections, tokens, what_spectators_see, floods_and_silence, slow_readers, at_a_terminal,
        two_at_terminals, names_and_takeovers, leaving_and_waiting, pauses, stopping, watching, people, the_same_as_over_a_pipe,
        resumed_bytes, two_machines)
