"""parlor_server -- parlor serve for the tests: a server with a file of its own, tables, seats and games."""
import concurrent.futures
import http.client
import itertools
import json
import signal
import subprocess
import sys
import urllib.parse

sys.dont_write_bytecode = True
import parlor_cli
from parlor_cli import ENV, PARLOR, TIMEOUT, TRIAL, check, path, start
from parlor_online import WebSocketClient

FILES = itertools.count()


class Server:
    """parlor serve --json with a file of records of its own.  In a hurry it waits for clients and agents a tenth
    of the usual times."""

    def __init__(self, *words, records=None, hurry=False):
        self.records = records or path("%d.db" % next(FILES))
        self.process = start("serve", "--json", "--port", "0", "--records", self.records, *words,
                             program=TRIAL if hurry else PARLOR,
                             env=dict(ENV, PARLOR_TRIAL_HURRY="1") if hurry else ENV)
        line = self.process.stdout.readline()
        self.first = json.loads(line) if line else {"port": 0}
        self.port = self.first["port"]

    def ask(self, method, path, body=None, headers=None, raw=False, tls=None, by="127.0.0.1"):
        """(status, what JSON says); with raw (status, headers, bytes)."""
        c = (http.client.HTTPSConnection("127.0.0.1", self.port, timeout=TIMEOUT, context=tls) if tls else
             http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT, source_address=(by, 0)))
        given = dict(headers or {})
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if body is not None:
            given.setdefault("Content-Type", "application/json")
        c.request(method, path, body, given)
        r = c.getresponse()
        data = r.read()
        c.close()
        if raw:
            return r.status, r, data
        try:
            return r.status, json.loads(data)
        except ValueError:
            return r.status, data

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body, **more):
        return self.ask("POST", path, body, **more)

    def table(self, game, *seats, **more):
        status, made = self.post("/api/tables", dict({"game": game, "seats": list(seats)}, **more))
        if status != 201:
            check(False, "a table of " + game, made)
        return made

    def claim(self, invitation, **more):
        """(status, what is said): the seat of an invitation is taken."""
        return self.post("/api/seats", more, headers={"Authorization": "Bearer " + invitation})

    def seats(self, made):
        """The tokens of all seats without an agent: invitations are taken."""
        return [s["token"] if s["kind"] == "you" else self.claim(s["token"])[1]["token"]
                for s in made["seats"] if "token" in s]

    def sit(self, token, **more):
        return WebSocketClient(self.port, token, path="/ws", **more)

    def watch(self, table, **more):
        return WebSocketClient(self.port, path="/ws", watch=True, table=table, **more)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        try:
            status = self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "hangs", ""
        return status, self.process.stderr.read()


YOU, OPEN = {"kind": "you"}, {"kind": "open"}


def agent(spec):
    return {"kind": "agent", "agent": spec}


def tokens(made):
    return [s.get("token") for s in made["seats"]]


def until(works, what):
    """Something that comes true before long; a connection more than there may be is cut, and tried again."""
    def tried():
        try:
            return works()
        except OSError:
            return False
    parlor_cli.until(tried, what)


def quote(spec):
    return urllib.parse.quote(spec, safe="")


def refused(got, status, says, what):
    ok = got[0] == status and isinstance(got[1], dict) and says in got[1].get("error", "")
    check(ok, what, got)


def play(client, most=None, each=None):
    """Answer acts until the game is over, or so many of them, calling each() after every one; all that was
    said."""
    seen = []
    while True:
        m = client.message()
        if m is None:
            return seen
        seen.append(m)
        if m["type"] == "act" and most == 0 or m["type"] == "over":
            return seen
        if m["type"] == "act":
            client.say({"type": "move", "act": m["act"], "move": m["numbers"][0]})
            most = None if most is None else most - 1
            if each:
                each()


def together(*works):
    """What each of some functions returns, done at the same time."""
    with concurrent.futures.ThreadPoolExecutor(len(works)) as pool:
        return [f.result(TIMEOUT) for f in [pool.submit(w) for w in works]]


def types(messages):
    return [m["type"] for m in messages]
