#!/usr/bin/python3
"""serve -- how a server holds out: many tables, everybody moving about once a second.

    bench/serve.py build/parlor [TABLES [SECONDS]]

Starts parlor serve with a file of records in a folder of its own, sets up tables of nine in
a row between two clients each, and prints the time from a move's being sent to its being read by who
made it and by the other, and the server's memory by table; the same while agents of level 10 think
at other tables, and how long these wait.  How fast pages are served, alone and beside all the tables, is
measured by wrk (a package of that name), or else by a slower client in this file.
"""
import heapq
import http.client
import json
import os
import random
import re
import resource
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ACT = re.compile(rb'"type":"act","act":(\d+),"legal":\[[^]]*\],"numbers":\[(\d+)')
PING = 0x89


class Client:
    """One end of a table: its socket, and when it last moved."""

    def __init__(self, port, token):
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.sendall(b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.sock.recv(1)
        self.rest, self.sent, self.other, self.act = b"", 0.0, None, None
        self.say(b'{"type":"hello","protocol":1,"token":"%s"}' % token.encode())
        self.sock.setblocking(False)

    def say(self, data, first=b"\x81"):
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.sock.sendall(first + size + b"\0\0\0\0" + data)

    def messages(self):
        try:
            got = self.sock.recv(65536)
        except BlockingIOError:
            return
        if not got:
            raise SystemExit("the server closed a connection")
        self.rest += got
        while len(self.rest) >= 2:
            n, at = self.rest[1] & 127, 2
            if n == 126 and len(self.rest) < 4:
                return
            if n == 126:
                n, at = int.from_bytes(self.rest[2:4], "big"), 4
            if len(self.rest) < at + n:
                return
            first, m, self.rest = self.rest[0], self.rest[at:at + n], self.rest[at + n:]
            if first == PING:
                self.say(m, b"\x8a")  # who does not is cut off after fifty seconds
            else:
                yield m


def memory(pid):
    with open("/proc/%d/status" % pid, encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))


def make(port, tables):
    c = http.client.HTTPConnection("127.0.0.1", port)
    clients = []
    wish = json.dumps({"game": "mnk(m=9,n=9,k=9)", "seats": [{"kind": "you"}, {"kind": "you"}]})
    for _ in range(tables):
        c.request("POST", "/api/tables", wish, {"Content-Type": "application/json"})
        made = json.loads(c.getresponse().read())
        pair = [Client(port, seat["token"]) for seat in made["seats"]]
        pair[0].other, pair[1].other = pair[1], pair[0]
        clients += pair
    c.close()
    return clients


def run(clients, seconds):
    """Latencies in seconds: of who moves, and of the other."""
    poll, rng, due, own, others = selectors.DefaultSelector(), random.Random(1), [], [], []
    for i, c in enumerate(clients):
        poll.register(c.sock, selectors.EVENT_READ, (i, c))
        if isinstance(c.act, tuple):  # asked when the last run ended
            due.append((time.monotonic() + i / len(clients), i))
    heapq.heapify(due)
    end = time.monotonic() + seconds
    while time.monotonic() < end + 1:  # the last answers come
        wait = max(0, due[0][0] - time.monotonic()) if due else 0.1
        for key, _ in poll.select(min(wait, 0.1)):
            i, c = key.data
            for m in c.messages():
                now = time.monotonic()
                act = ACT.search(m)
                if act:
                    c.act = act.groups()
                    heapq.heappush(due, (now + rng.uniform(0.25, 0.75), i))
                elif m.startswith(b'{"type":"saw"') and c.sent:
                    own.append(now - c.sent)
                    c.sent = 0
                elif m.startswith(b'{"type":"saw"') and c.other.act:
                    others.append(now - c.other.act)
                    c.other.act = None
        while due and due[0][0] <= time.monotonic() < end:
            c = clients[heapq.heappop(due)[1]]
            act, number = c.act
            c.sent = time.monotonic()
            c.act = c.sent
            c.say(b'{"type":"move","act":%s,"move":%s}' % (act, number))
    return own, others


def tell(what, times):
    times.sort()
    print("%-22s %7d moves  median %6.2f ms  99 %% %6.2f ms  most %6.2f ms"
          % (what, len(times), 1e3 * times[len(times) // 2], 1e3 * times[len(times) * 99 // 100], 1e3 * times[-1]))


def pages(port, path, seconds):
    """Requests a second over eight connections, each asking again when it is answered."""
    if shutil.which("wrk"):
        told = subprocess.run(["wrk", "-t1", "-c8", "-d%ds" % seconds, "-H", "Accept-Encoding: gzip",
                               "http://127.0.0.1:%d%s" % (port, path)], capture_output=True, text=True, check=True).stdout
        return float(re.search(r"Requests/sec:\s+([0-9.]+)", told).group(1))
    connections = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(8)]
    n, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for c in connections:
            c.request("GET", path, headers={"Accept-Encoding": "gzip"})
        n += sum(len(c.getresponse().read()) > 0 for c in connections)
    return n / seconds


def tell_pages(port, when):
    by = "wrk" if shutil.which("wrk") else "a slow client; install wrk"
    for path, what in (("/", "the page"), ("/main.js", "its script")):
        print("%-22s %7.0f requests/s, %s (%s)" % (what, pages(port, path, 3), when, by), flush=True)


class Thinkers:
    """Tables at which an agent of level 10 thinks all the time; what they are told of waiting."""

    def __init__(self, port, tables):
        c = http.client.HTTPConnection("127.0.0.1", port)
        self.clients, self.moves, self.queued, self.over = [], 0, 0, False
        for _ in range(tables):
            c.request("POST", "/api/tables", json.dumps({"game": "hex", "seats": [{"kind": "you"}, {"kind": "agent", "level": 10}]}),
                      {"Content-Type": "application/json"})
            self.clients.append(Client(port, json.loads(c.getresponse().read())["seats"][0]["token"]))
        c.close()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        poll = selectors.DefaultSelector()
        for c in self.clients:
            poll.register(c.sock, selectors.EVENT_READ, c)
        while not self.over:
            for key, _ in poll.select(0.1):
                for m in key.data.messages():
                    act = ACT.search(m)
                    self.queued += m.startswith(b'{"type":"queue"')
                    if act:
                        self.moves += 1
                        key.data.say(b'{"type":"move","act":%s,"move":%s}' % act.groups())

    def end(self):
        self.over = True
        self.thread.join()
        for c in self.clients:
            c.sock.close()


def main():
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 20
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.argv[1], "serve", "--json", "--port", "0", "--records", folder + "/r.db"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            measure(server, tables, seconds)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


def measure(server, tables, seconds):
    port = json.loads(server.stdout.readline())["port"]
    tell_pages(port, "alone")
    before = memory(server.pid)
    clients = make(port, tables)
    own, others = run(clients, seconds)
    tell("by who moved", own)
    tell("by the other", others)
    print("%-22s %7.1f KB" % ("memory by table", (memory(server.pid) - before) / tables))
    with open("/proc/%d/stat" % server.pid, encoding="ascii") as file:
        used = file.read().split()
    print("%-22s %7.1f s" % ("the server's time", (int(used[13]) + int(used[14])) / os.sysconf("SC_CLK_TCK")))
    tell_pages(port, "beside %d sockets" % len(clients))
    thinkers = Thinkers(port, 8)
    own, others = run(clients, seconds)
    thinkers.end()
    tell("while agents think", own)
    tell("by the other", others)
    print("%-22s %7d questions to agents of level 10 answered; who waited was told so %d times"
          % ("at eight more tables", max(0, thinkers.moves - len(thinkers.clients)), thinkers.queued))


main()
