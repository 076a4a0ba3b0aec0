"""guard -- how parlor serve bounds clients that ask too much, too slowly or too early; and TLS."""
import http.client
import json
import os
import re
import select
import shutil
import socket
import ssl
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from parlor_cli import TIMEOUT, check, path, refuses, run_all, skip
from parlor_online import WebSocketClient, answers_at
from parlor_server import OPEN, YOU, Server, agent, play, refused, tokens, until

HEAD = b"Host: localhost\r\n"
WISH = {"game": "kuhn", "seats": [YOU, OPEN]}


def get(place):
    return b"GET %s HTTP/1.1\r\n%s\r\n" % (place, HEAD)


def post(place, body, length=None, kind=b"application/json"):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return b"POST %s HTTP/1.1\r\n%sContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s" % (
        place, HEAD, kind, len(data) if length is None else length, data)


def connect(s, small=False):
    c = socket.socket()
    if small:
        c.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    c.settimeout(TIMEOUT)
    c.connect(("127.0.0.1", s.port))
    return c


def to_end(c):
    """All that comes before the server ends the connection; or None: it does not."""
    got = b""
    while True:
        try:
            piece = c.recv(65536)
        except socket.timeout:
            return None
        except OSError:
            return got
        if not piece:
            return got
        got += piece


def answers(s, data, n):
    """Send all at once: the codes of at most n answers, and how many bytes they have in all."""
    c = connect(s)
    c.sendall(data)
    codes, size = [], 0
    with c.makefile("rb") as file:
        while len(codes) < n:
            head = []
            while head[-1:] != [b"\r\n"]:
                try:
                    head.append(file.readline())
                except OSError:
                    head.append(b"")
                if not head[-1]:
                    return codes, size
            size += len(file.read(int(re.search(rb"content-length: ?(\d+)", b"".join(head), re.I).group(1))))
            codes.append(int(head[0].split()[1]))
    c.close()
    return codes, size


def bounds():
    s = Server("--each", "3")
    made = [s.post("/api/tables", WISH) for _ in range(4)]
    check([m[0] for m in made] == [201] * 3 + [429], "one address has at most --each tables", made)
    check(s.post("/api/tables", WISH, by="127.0.0.2")[0] == 201, "another address has its own")
    sockets = [s.sit(tokens(made[i][1])[0]) for i in range(3)]
    check([c.accepted for c in sockets] == [True] * 3 and not s.sit("x").accepted, "and at most --each connections")
    check(s.get("/api/games", by="127.0.0.2")[0] == 200, "another address has its own")
    for c in sockets:
        c.say({"type": "bye"})
        c.close()
    until(lambda: s.sit("x").accepted, "those that are ended count no more")
    over = s.sit(tokens(made[0][1])[0]), s.sit(tokens(made[0][1])[1])
    over[1].message("start")
    over[1].say({"type": "resign"})
    over[1].message("over")
    for c in over:
        c.close()
    until(lambda: s.post("/api/tables", WISH)[0] == 201, "nor do tables whose game is over")
    check(s.end() == (0, ""), "the end")


def own_address():
    """One of this machine that is not its loopback; or None."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as c:
            c.connect(("192.0.2.1", 9))  # which sends nothing
            return c.getsockname()[0]
    except OSError:
        return None


def listening():
    """At the address of --bind, and no other: all of 127 is this machine."""
    for words, where in (((), ["127.0.0.1"]), (("--bind", "127.0.0.2"), ["127.0.0.2"]),
                         (("--bind", "0.0.0.0"), ["127.0.0.1", "127.0.0.2"])):
        s = Server(*words)
        found = answers_at(s.port, "127.0.0.1", "127.0.0.2")
        check(found == where, "it listens at %s alone" % " and ".join(where), found)
        s.end()


def strangers():
    """The limits of a client elsewhere, unless options set others."""
    host = own_address()
    if not host or host.startswith("127."):
        skip("the usual bounds", "this machine has no address but its loopback")
        return
    s = Server("--bind", "0.0.0.0", "--threads", "1")
    c = http.client.HTTPConnection(host, s.port, timeout=TIMEOUT)
    def ask(method, path, body=None):
        c.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
        r = c.getresponse()
        return r.status, json.loads(r.read())
    made = [ask("POST", "/api/tables", WISH) for _ in range(33)]
    check([m[0] for m in made[:30]] == [201] * 30 and 429 in [m[0] for m in made], "thirty tables a minute", made[-1])
    waiting = [socket.create_connection((host, s.port)) for _ in range(9)]
    for x in waiting:
        x.sendall(post(b"/api/analyse", {"game": "hex", "moves": [], "seconds": 10}))
    first = select.select(waiting, [], [], TIMEOUT)[0][0].recv(65536)
    check(b" 429 " in first and b"as much at once" in first, "eight questions, and not nine", first)
    many = [socket.create_connection((host, s.port)) for _ in range(140)]
    check(ask("GET", "/api/games")[0] == 200, "a connection that is in stays in")
    last = many[-1]
    last.settimeout(TIMEOUT)
    last.sendall(get(b"/"))
    check(to_end(last) == b"", "but there are no more than 128 connections")
    check(s.get("/api/games")[0] == 200, "this machine is served")
    codes = []  # two hundred at once, and twenty more in every second that they take
    while len(codes) < 4000 and 429 not in codes:
        codes.append(ask("GET", "/api/levels?spec=kuhn")[0])
    check(codes[:20] == [200] * 20 and codes[-1] == 429, "nor many hundreds of requests at once", codes)
    for x in [c, *waiting, *many]:
        x.close()
    check(s.end() == (0, ""), "it ends while they wait")


def room():
    """A full house: games that are over make room for new ones."""
    s = Server("--tables", "2")
    first, second = s.table("kuhn", YOU, agent("first")), s.table("kuhn", YOU, OPEN)
    refused(s.post("/api/tables", WISH), 503, "all tables are taken", "as many tables as there may be")
    c = s.sit(tokens(first)[0])
    check(play(c)[-1]["type"] == "over", "one is played to its end")
    c.close()
    until(lambda: s.post("/api/tables", WISH)[0] == 201, "and gives its place up")
    check(s.get("/api/tables/" + first["id"])[0] == 404 and s.get("/api/records")[1][0]["game"] == first["game"],
          "its record stays")
    check(s.get("/api/tables/" + second["id"])[0] == 200, "a table that waits keeps its place")
    check(s.end() == (0, ""), "the end")


def rates():
    s = Server("--requests", "1")
    got = [s.get("/api/levels?spec=kuhn", raw=True) for _ in range(30)]
    late = [g for g in got if g[0] == 429]
    check([g[0] for g in got[:5]] == [200] * 5 and late, "too many requests", [g[0] for g in got])
    check(all(1 <= int(g[1].getheader("Retry-After")) <= 10 for g in late), "say when to come again")
    check("wait 1 s" in json.loads(late[0][2])["error"], "in a sentence", late[0][2])
    check(s.get("/api/games", by="127.0.0.2")[0] == 200, "others are served")
    check(not all(s.sit("x").accepted for _ in range(10)), "sockets are requests, too")
    until(lambda: s.get("/api/levels?spec=kuhn")[0] == 200, "and a client that waits is served again")
    check(s.end() == (0, ""), "the end")
    s = Server("--making", "2")
    got = [s.post("/api/tables", WISH, raw=True) for _ in range(3)]
    check([g[0] for g in got] == [201, 201, 429] and 1 <= int(got[2][1].getheader("Retry-After")) <= 30,
          "at most --making tables in a minute", [g[0] for g in got])
    check("too many tables" in json.loads(got[2][2])["error"], "in a sentence", got[2][2])
    check(s.post("/api/tables", WISH, by="127.0.0.2")[0] == 201, "others make theirs")
    check(s.end() == (0, ""), "the end")


def ahead():
    """Requests that do not wait for the answer to the one before, or of which not all comes."""
    s = Server()
    page, script = get(b"/"), get(b"/main.js")
    codes, size = answers(s, script + page + script + page, 4)
    check(codes == [200] * 4 and size > 100000, "requests sent ahead are answered in turn", codes)
    wish = post(b"/api/tables", WISH)
    question = post(b"/api/analyse", {"game": "hex", "moves": [], "seconds": 5})
    for name, data, first in (("two posts", wish + wish, 201), ("a request and three posts", page + wish * 3, 200),
                              ("a post and a request", wish + page, 201)):
        codes, _ = answers(s, data, 2 if data.endswith(page) else 9)
        check(codes[:1] == [first] and set(codes) <= {200, 201}, "%s at once: the first is answered" % name, codes)
        check(s.get("/api/games")[0] == 200, "and nobody is held up")
    for more in (page, wish, question, b"xyz"):
        c = connect(s)
        c.sendall(question + more)
        check(to_end(c) == b"", "a client that goes on before an agent has answered is cut off")
    for name, data, code in (("of a wrong kind", post(b"/api/tables", b"x" * 900, kind=b"text/plain"), [415, 200]),
                             ("without an end", post(b"/api/tables", b"x" * 900, 10 ** 8), [413]),
                             ("without a length", b"POST /api/tables HTTP/1.1\r\n%sContent-Type: application/json\r\n"
                              b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n" % HEAD, [411])):
        codes, _ = answers(s, data + page, len(code))
        check(codes == code, "a body %s" % name, codes)
    for name, data in (("a tunnel", b"CONNECT localhost:80 HTTP/1.1\r\n%s\r\n" % HEAD),
                       ("HTTP/2", b"GET /api/games HTTP/1.1\r\n%sConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                        b"HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n" % HEAD),
                       ("no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xa5" * 300 + b"\r\n\r\n")):
        c = connect(s)
        c.sendall(data)
        got = to_end(c)
        check(got is not None and b" 101 " not in got, "%s: not here" % name, got)
    for cut in (10, 60, len(question) - 5, len(question)):
        c = connect(s)
        c.sendall(question[:cut])
        c.close()
    check(s.post("/api/analyse", {"game": "tictactoe", "moves": [], "agent": "first"})[0] == 200,
          "a client that leaves in the middle of a question does no harm")
    check(s.end() == (0, ""), "the end")


def sockets(s):
    """How many the server has."""
    folder, count = "/proc/%d/fd" % s.process.pid, 0
    for number in os.listdir(folder):
        try:
            count += os.readlink(os.path.join(folder, number)).startswith("socket:")
        except OSError:
            pass  # closed since it was listed
    return count


def is_cut(c):
    """Send one byte more, and wait a tenth of a second: whether the server has ended the connection."""
    try:
        c.sendall(b"x")
        return select.select([c], [], [], 0.1)[0]
    except OSError:
        return True


def slow():
    """Clients that say nothing, drip, or never read: all are cut off."""
    s = Server(hurry=True)
    before = sockets(s)
    # A game whose telling is longer than what the system keeps for a connection.
    made = s.table("mnk(m=19,n=19,k=19)", agent("first"), agent("random"))
    until(lambda: s.get("/api/tables/" + made["id"])[1]["state"] == "over", "a long game")
    silent, stranger = connect(s), WebSocketClient(s.port, path="/ws", greets=False)
    deaf, watcher = connect(s, small=True), connect(s, small=True)
    deaf.sendall(get(b"/main.js") * 60)
    hello = json.dumps({"type": "hello", "protocol": 1, "watch": True, "table": made["id"]}).encode()
    watcher.sendall(b"GET /ws HTTP/1.1\r\n%sUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n\x81%c\0\0\0\0%s" % (HEAD, 0x80 | len(hello), hello))
    half, head, body = (connect(s) for _ in range(3))
    half.sendall(post(b"/api/tables", b"{", 1000))
    head.sendall(b"GET /")
    body.sendall(post(b"/api/tables", b"", 100000))
    seen = b"?"
    while seen and b'"start"' not in seen:  # looked at, and left there
        seen = watcher.recv(4096, socket.MSG_PEEK)
    check(seen, "a spectator that reads nothing is let in")
    end = time.monotonic() + TIMEOUT
    dripping = [head, body]
    while dripping and time.monotonic() < end:
        dripping = [c for c in dripping if not is_cut(c)]
    check(not dripping, "clients that send a head or a body by drips are cut off", dripping)
    for c, what in ((silent, "that says nothing"), (half, "that sends half a body")):
        check(to_end(c) == b"", "a client %s is cut off" % what)
    check("hello" in (stranger.message("bye") or {}).get("reason", ""), "one that says no hello is told so")
    for c in (stranger, head, body):
        c.close()
    until(lambda: s.get("/api/tables/" + made["id"])[1]["watchers"] == 0, "a spectator that reads nothing watches no more")
    until(lambda: sockets(s) <= before, "and of none of them anything is left")
    check(s.end() == (0, ""), "the end")


def certificate(name, *words):
    """Files of a certificate for this machine and of its key."""
    files = [path(name + end) for end in (".crt", ".key")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", files[0],
                    "-keyout", files[1], *(words or ["-nodes"])], check=True, capture_output=True)
    return files


def tls_files(crt, key):
    other, locked = certificate("other")[1], certificate("locked", "-passout", "pass:1234")
    missing, cert, own = path("missing"), "--tls-cert", "--tls-key"
    refuses(["serve", "--port", "0", "--records", path("t.db")], (cert, crt, "both"), (own, key, "both"),
            (cert, missing, own, key, "cannot read"), (cert, crt, own, missing, "cannot read"),
            (cert, key, own, key, "no certificate"), (cert, crt, own, crt, "no key"),
            (cert, locked[0], own, locked[1], "without a password"),
            (cert, crt, own, other, "is not that of the certificate"), status=1)


def tls():
    if not shutil.which("openssl"):
        skip("TLS", "there is no openssl to make certificates")
        return
    crt, key = certificate("own")
    tls_files(crt, key)
    s = Server("--tls-cert", crt, "--tls-key", key)
    check(s.first["address"] == "https://127.0.0.1:%d/" % s.port, "the address says so", s.first)
    trust = ssl.create_default_context(cafile=crt)
    trust.set_alpn_protocols(["h2", "http/1.1"])
    c = trust.wrap_socket(connect(s), server_hostname="localhost")
    check(c.selected_alpn_protocol() == "http/1.1" and c.version() in ("TLSv1.2", "TLSv1.3"), "TLS", (c.version(),))
    c.close()
    status, r, script = s.get("/main.js", raw=True, tls=trust)
    check(status == 200 and len(script) == int(r.getheader("Content-Length")) > 50000, "a file of some size", len(script))
    here = "localhost:%d" % s.port
    status, made = s.post("/api/tables", {"game": "leduc", "seats": [YOU, agent("first")]}, tls=trust,
                          headers={"Host": here, "Origin": "https://" + here})
    check(status == 201, "a table", made)
    refused(s.post("/api/tables", WISH, tls=trust, headers={"Host": here, "Origin": "https://evil.example"}), 403,
            "other sites", "but not from other pages")
    origin = "Origin: https://%s\r\n" % here
    player = WebSocketClient(s.port, tokens(made)[0], path="/ws", host=here, headers=origin, tls=trust)
    check(play(player)[-1]["type"] == "over", "a game by wss")
    player.close()
    check(not WebSocketClient(s.port, path="/ws", host=here, headers="Origin: https://evil.example\r\n", tls=trust).accepted,
          "and no socket for another page")
    plain = connect(s)
    plain.sendall(get(b"/"))
    got = to_end(plain)
    check(got is not None and b"200 OK" not in got, "plain HTTP is not spoken there", got)
    check(s.get("/", raw=True, tls=trust)[0] == 200, "and holds nobody up")
    check(s.end() == (0, ""), "the end")
    s = Server("--tls-cert", crt, "--tls-key", key, hurry=True)
    check(to_end(connect(s)) == b"", "a client that never greets is cut off")
    check(s.end() == (0, ""), "the end")


run_all(bounds, listening, strangers, room, rates, ahead, slow, tls)
