#!/usr/bin/python3
"""soak -- a server that is used and misused at the same time, for as long as one likes.

    tests/serve/soak.py build/parlor [MINUTES [SEED]]

Some play whole games, lose their connections and come back, watch, ask agents and read records.
Others connect and say nothing, drip, stall, flood, send garbage, ask and go away.  All the while
the server must answer those who behave, and at the end nothing may be lost: every game that was
finished is in the records with the scores that its players were told, every table is there, and
memory and descriptors are what they were.  Prints figures every minute, and TAP.
"""
import asyncio
import base64
import collections
import json
import logging
import os
import random
import re
import resource
import signal
import socket
import struct
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))  # where make runs it
from parlor_cli import TIMEOUT, check, finish, path, start, until, works

GAMES = ["tictactoe", "kuhn", "leduc", "connect4", "battleship", "liars_dice", "pig(target=20)", "skull(players=2)",
         "goofspiel", "hypergammon", "breakthrough", "dominoes(players=2)", "hex(size=5)"]
AGENTS = ["random", "first", "rollout(iterations=20)", "random"]
TABLES = 300  # most that the server has
THREADS = 2   # that think
HEAD = "Host: localhost\r\n"


class Gone(Exception):
    """The server ended a connection."""


class State:
    """What all clients share."""

    def __init__(self, port, seed):
        self.port, self.random = port, random.Random(seed)
        self.count = collections.Counter()
        self.moves, self.asks = [], []  # seconds that they took
        self.finished = []              # (record, scores)
        self.wrong = []
        self.over = False

    def fail(self, what):
        if len(self.wrong) < 20:
            self.wrong.append(what)


async def connect(s, small=False):
    sock = socket.socket()
    sock.setblocking(False)
    if small:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", s.port))
    return await asyncio.open_connection(sock=sock, limit=1 << 22)


def reset(writer):
    """Vanish without a word."""
    sock = writer.get_extra_info("socket")
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except OSError:
        pass
    writer.transport.abort()


def request(method, path, body=None, more=""):
    data = b"" if body is None else json.dumps(body).encode()
    if body is not None:
        more += "Content-Type: application/json\r\nContent-Length: %d\r\n" % len(data)
    return ("%s %s HTTP/1.1\r\n%s%s\r\n" % (method, path, HEAD, more)).encode() + data


async def answer(reader):
    """(status, what JSON says) of one answer."""
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)
    size = int(re.search(rb"content-length: (\d+)", head, re.I).group(1))
    data = await asyncio.wait_for(reader.readexactly(size), TIMEOUT)
    return int(head.split(b" ")[1]), json.loads(data) if b"application/json" in head else data


async def ask(s, method, path, body=None, more="", timed=True):
    began = time.monotonic()
    reader, writer = await connect(s)
    try:
        writer.write(request(method, path, body, more))
        got = await answer(reader)
    finally:
        writer.close()
    if timed:
        s.asks.append(time.monotonic() - began)
    return got


class Seat:
    """A player's WebSocket."""

    def __init__(self, s, hello):
        self.s, self.hello = s, hello
        self.reader = self.writer = None

    async def open(self, small=False):
        self.reader, self.writer = await connect(self.s, small)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(("GET /ws HTTP/1.1\r\n%sUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
                           "Sec-WebSocket-Version: 13\r\n\r\n" % (HEAD, key)).encode())
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), TIMEOUT)
        if b" 101 " not in head:
            raise Gone(head[:80])
        self.say(dict({"type": "hello", "protocol": 1}, **self.hello))
        return self

    def frame(self, first, data):
        size = (bytes([0x80 | len(data)]) if len(data) < 126 else
                b"\xfe" + len(data).to_bytes(2, "big") if len(data) < 65536 else
                b"\xff" + len(data).to_bytes(8, "big"))
        self.writer.write(bytes([first]) + size + b"\0\0\0\0" + data)

    def say(self, message):
        self.frame(0x81, json.dumps(message).encode())

    async def message(self):
        while True:
            first, n = await asyncio.wait_for(self.reader.readexactly(2), TIMEOUT)
            if n >= 126:
                n = int.from_bytes(await self.reader.readexactly(2 if n == 126 else 8), "big")
            data = await asyncio.wait_for(self.reader.readexactly(n), TIMEOUT)
            if first & 15 == 9:
                self.frame(0x8a, data)
            if first & 15 == 8:
                raise Gone("closed")
            if first & 15 == 1:
                return json.loads(data)

    async def play(self, most=None):
        """To the end: the scores; or so many moves: None."""
        sent = 0.0
        while True:
            m = await self.message()
            if m["type"] == "saw" and sent:
                self.s.moves.append(time.monotonic() - sent)
                sent = 0.0
            if m["type"] == "over":
                return m["scores"]
            if m["type"] == "bye":
                raise Gone(m["reason"])
            if m["type"] == "act":
                if most == 0:
                    return None
                most = None if most is None else most - 1
                self.say({"type": "move", "act": m["act"], "move": self.s.random.choice(m["numbers"])})
                sent = time.monotonic()
                self.s.count["moves"] += 1

    def close(self):
        self.writer.close()


async def table(s, *seats, **more):
    body = dict({"game": s.random.choice(GAMES), "seats": list(seats)}, **more)
    status, made = await ask(s, "POST", "/api/tables", body)
    if status != 201:
        s.fail("no table: %s %s" % (status, made))
        raise Gone("no table")
    s.count["tables"] += 1
    return made


async def check_end(s, made, scores):
    status, told = await ask(s, "GET", "/api/tables/" + made["id"])
    if status == 404:  # it has made room already; the record cannot be looked up by its name
        return
    if told.get("state") != "over":
        s.fail("a finished table is %s" % told)
    else:
        s.finished.append((told["record"], scores))
    s.count["games"] += 1


YOU = {"kind": "you"}


def opponent(s):
    return {"kind": "agent", "agent": s.random.choice(AGENTS)}


async def player(s):
    """One against an agent."""
    made = await table(s, YOU, opponent(s))
    seat = await Seat(s, {"token": made["seats"][0]["token"]}).open()
    scores = await seat.play()
    seat.close()
    await check_end(s, made, scores)


async def pair(s):
    """Two against each other, with a spectator, which may not come in time."""
    made = await table(s, YOU, {"kind": "open"}, clock="game=5m,increment=2s")
    seats = [await Seat(s, {"token": x["token"]}).open() for x in made["seats"]]
    watcher = await Seat(s, {"watch": True, "table": made["id"]}).open()
    scores = await asyncio.gather(*[x.play() for x in seats])
    seen = await watcher.play()
    for x in seats + [watcher]:
        x.close()
    if scores[0] != scores[1] or seen != scores[0]:
        s.fail("scores differ: %s %s" % (scores, seen))
    await check_end(s, made, scores[0])


async def returner(s):
    """Loses its connection again and again, and comes back to the same game."""
    made = await table(s, YOU, opponent(s))
    scores = None
    while scores is None:
        seat = await Seat(s, {"token": made["seats"][0]["token"]}).open()
        scores = await seat.play(s.random.randint(0, 3))
        reset(seat.writer)
        s.count["vanished"] += 1
        if scores is None:
            await asyncio.sleep(s.random.random() * 0.2)
    await check_end(s, made, scores)


async def asker(s):
    """Asks an agent, and waits; or goes away."""
    reader, writer = await connect(s)
    writer.write(request("POST", "/api/analyse", {"game": s.random.choice(GAMES[:4]) if s.random.random() < 0.5 else "hex(size=6)",
                                                  "moves": [], "seconds": 0.2}))
    if s.random.random() < 0.3:
        await asyncio.sleep(s.random.random() * 0.2)
        reset(writer)
        s.count["questions left"] += 1
        return
    status, _ = await answer(reader)
    writer.close()
    s.count["questions %d" % status] += 1


async def warm_up(s):
    """Let every thread think at once and for longer than they will be asked to: from then on no
    search takes memory that the server did not have before."""
    question = {"game": "hex(size=6)", "moves": [], "seconds": 2}
    for status, told in await asyncio.gather(*[ask(s, "POST", "/api/analyse", question, timed=False) for _ in range(THREADS)]):
        if status != 200:
            s.fail("no analysis: %s %s" % (status, told))


async def reader_of_records(s):
    status, listed = await ask(s, "GET", "/api/records?limit=20")
    if status != 200:
        s.fail("no records: %s" % status)
    for told in listed[:3]:
        status, record = await ask(s, "GET", "/api/records/%d" % told["id"])
        plies = len(record["plies"])
        status, view = await ask(s, "GET", "/api/records/%d/view?ply=%d&seat=0" % (told["id"], s.random.randint(0, plies)))
        if status != 200 or "view" not in view:
            s.fail("no view: %s %s" % (status, view))
        s.count["replays"] += 1
    await ask(s, "GET", "/main.js")


async def until_cut(reader, what, s):
    """Wait for the server to end it."""
    try:
        while await asyncio.wait_for(reader.read(65536), TIMEOUT):
            pass
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    except asyncio.TimeoutError:
        s.fail("%s is not cut off" % what)
    s.count["cut off"] += 1


async def silent(s):
    reader, writer = await connect(s)
    await until_cut(reader, "a client that says nothing", s)
    writer.close()


async def dripper(s):
    """A byte a second."""
    reader, writer = await connect(s)
    end = asyncio.ensure_future(until_cut(reader, "a client that drips", s))
    text = s.random.choice([request("GET", "/" + "x" * 500), request("POST", "/api/tables", {"x": "y" * 500})])
    at = s.random.choice([0, len(text) - 510])
    writer.write(text[:at])
    while not end.done():
        writer.write(text[at:at + 1])
        at += 1
        await asyncio.wait([end], timeout=1)
    writer.close()


async def staller(s):
    """Asks for much and reads nothing."""
    reader, writer = await connect(s, small=True)
    writer.transport.pause_reading()
    writer.write(request("GET", "/main.js") * 40)
    made = await table(s, YOU, {"kind": "agent", "agent": "first"})
    seat = await Seat(s, {"token": made["seats"][0]["token"]}).open(small=True)
    seat.writer.transport.pause_reading()
    await asyncio.sleep(s.random.random() * 5)
    reset(writer)
    reset(seat.writer)
    seat = await Seat(s, {"token": made["seats"][0]["token"]}).open()
    seat.say({"type": "resign"})
    await seat.play()
    seat.close()
    s.count["stalled"] += 1


async def flooder(s):
    """Too much of everything."""
    made = await table(s, YOU, {"kind": "agent", "agent": "first"})
    seat = await Seat(s, {"token": made["seats"][0]["token"]}).open()
    kind = s.random.randrange(4)
    if kind == 0:
        for _ in range(300):
            seat.say({"type": "ping"})
    elif kind == 1:
        seat.frame(0x81, b" " * 70000)
    elif kind == 2:
        for _ in range(100):
            seat.frame(0x81, os.urandom(200))
    else:
        seat.say({"type": "resign"})
        for _ in range(200):
            seat.say({"type": "resign"})
    await until_cut(seat.reader, "a client that floods", s)
    seat.close()
    seat = await Seat(s, {"token": made["seats"][0]["token"]}).open()
    seat.say({"type": "resign"})
    await seat.play()
    seat.close()
    s.count["floods"] += 1


async def rude(s):
    """Bytes that are no request, requests sent ahead, tokens that are none."""
    kind = s.random.randrange(5)
    reader, writer = await connect(s)
    wish = request("POST", "/api/tables", {"game": "nothing", "seats": []})
    if kind == 0:
        writer.write(os.urandom(3000) + b"\r\n\r\n")
    elif kind == 1:
        writer.write(request("GET", "/") + wish * 5)
    elif kind == 2:
        writer.write(request("POST", "/api/analyse", {"game": "hex", "moves": [], "seconds": 1}) + wish)
    elif kind == 3:
        writer.write(b"CONNECT x:1 HTTP/1.1\r\n" + HEAD.encode() + b"\r\n")
    else:
        seat = await Seat(s, {"token": "abcdefghijk." + "0" * 48}).open()
        await until_cut(seat.reader, "a client without a token", s)
        seat.close()
        reset(writer)
    if kind != 4:
        await until_cut(reader, "a client that is rude in way %d" % kind, s)
        writer.close()
    s.count["rude"] += 1


async def again(s, what, pause):
    """One of a kind, over and over."""
    while not s.over:
        try:
            await what(s)
        except (Gone, ConnectionError, asyncio.IncompleteReadError, asyncio.TimeoutError, OSError) as error:
            s.fail("%s: %r" % (what.__name__, error))
        await asyncio.sleep(pause * (0.5 + s.random.random()))


WHO = [(player, 0.5)] * 4 + [(pair, 0.5)] * 2 + [(returner, 0.5)] * 3 + [(asker, 0.5)] * 2 + [
    (reader_of_records, 1), (silent, 0.2), (silent, 0.2), (dripper, 0.2), (dripper, 0.2), (staller, 1), (staller, 1),
    (flooder, 2), (rude, 0.5)]


def memory(pid):
    with open("/proc/%d/status" % pid, encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))


def descriptors(pid):
    return len(os.listdir("/proc/%d/fd" % pid))


def quantiles(times):
    times = sorted(times)
    return tuple(1e3 * times[min(len(times) - 1, int(len(times) * q))] for q in (0.5, 0.99, 1)) if times else (0, 0, 0)


def tell(s, pid, began):
    print("# %5.1f min  %6d KB  %3d descriptors  moves: median %.1f ms, 99 %% %.1f, most %.0f  requests: %.1f, %.1f, %.0f  %s"
          % ((time.monotonic() - began) / 60, memory(pid), descriptors(pid), *quantiles(s.moves), *quantiles(s.asks),
             " ".join("%s:%d" % x for x in sorted(s.count.items()))), flush=True)


async def soak(s, pid, minutes):
    """Memory in KB, a sample every second, while they all go on."""
    began, samples, told = time.monotonic(), [], time.monotonic()
    tasks = [asyncio.ensure_future(again(s, *w)) for w in WHO]
    every, moves = [], []
    while time.monotonic() < began + 60 * minutes:
        await asyncio.sleep(1)
        samples.append(memory(pid))
        if time.monotonic() - told > 60:
            tell(s, pid, began)
            told += 60
            moves += s.moves[::10]
            every += s.asks[::10]
            s.moves, s.asks = [], []
    s.over = True
    await asyncio.gather(*tasks)
    s.moves += moves
    s.asks += every
    await asyncio.sleep(1)
    tell(s, pid, began)
    return samples


async def all_there(s):
    """Records with other scores than their players were told."""
    lost = []
    for number, scores in s.finished:
        status, record = await ask(s, "GET", "/api/records/%d" % number)
        if status != 200 or record["scores"] != scores:
            lost.append((number, scores, record))
    return lost


def judge(s, server, samples, idle, records, minutes):
    check(not s.wrong, "everybody who behaves is served, and nobody else", "\n".join(s.wrong))
    check(len(s.finished) > 0 and not asyncio.run(all_there(s)), "%d records are as they were told" % len(s.finished))
    part = max(1, len(samples) // 4)
    early, late = (sorted(x)[len(x) // 2] for x in (samples[part:2 * part], samples[-part:]))
    print("# memory: %d KB in the second quarter, %d KB in the last, most %d KB" % (early, late, max(samples)))
    if minutes >= 1:  # before, every thread and cache has yet to take what it needs
        check(late < 1.15 * early + 4096, "memory is flat", (early, late))
    until(lambda: descriptors(server.pid) <= idle, "no descriptor is left")
    server.send_signal(signal.SIGTERM)
    check(server.wait(TIMEOUT) == 0, "it ends at SIGTERM")
    works("records", "verify", "--file", records, has=["all true"])


def main():
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # a client that is cut off writes in vain
    # Behind the programs, of which make gives one and meson two.
    minutes, seed, *_ = [float(word) for word in sys.argv[2:] if re.fullmatch(r"[\d.]+", word)] + [1, 1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    records = path("r.db")
    server = start("serve", "--json", "--port", "0", "--threads", str(THREADS), "--tables", str(TABLES), "--records", records,
                   stderr=None)
    s = State(json.loads(server.stdout.readline())["port"], int(seed))
    try:
        asyncio.run(player(s))  # now all files are open
        asyncio.run(warm_up(s))
        time.sleep(1)  # the connections of what was asked end
        idle = descriptors(server.pid)
        judge(s, server, asyncio.run(soak(s, server.pid, minutes)), idle, records, minutes)
    finally:
        server.kill()
        server.wait()
    finish()


main()
