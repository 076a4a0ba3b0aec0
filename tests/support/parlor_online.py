"""parlor_online -- hosts, raw clients and a proxy that spoils connections, for the tests."""
import base64
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
from parlor_cli import PARLOR, TIMEOUT, start


def answers_at(port, *hosts):
    """Those of some addresses of this machine at which somebody listens there."""
    def listens(host):
        try:
            socket.create_connection((host, port), timeout=TIMEOUT).close()
        except OSError:
            return False
        return True
    return [host for host in hosts if listens(host)]


class Host:
    """parlor host --json; its events are read by a thread."""

    def __init__(self, *words, prefix=(PARLOR,)):
        self.process = start(*prefix[1:], "host", "--json", *words, program=prefix[0])
        self.events = []
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        first = self.wait_for("hosting") or {"port": 0, "seats": []}
        self.port, self.address = first["port"], "127.0.0.1:%d" % first["port"]
        self.tokens = [seat.get("token") for seat in first["seats"]]

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.events.append(json.loads(line))
                self.changed.notify_all()
        with self.changed:
            self.events.append({"event": "closed"})
            self.changed.notify_all()

    def wait_for(self, event, times=1):
        end = time.monotonic() + TIMEOUT
        with self.changed:
            while time.monotonic() < end:
                found = [e for e in self.events if e["event"] == event]
                if len(found) >= times or self.events and self.events[-1]["event"] == "closed":
                    return found[times - 1] if len(found) >= times else None
                self.changed.wait(1)
        return None

    def all(self, event):
        with self.changed:
            return [e for e in self.events if e["event"] == event]

    def moves(self):
        return [(e["mover"], e["noticed"]) for e in self.all("ply")]

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))

    def end(self):
        """The exit status and what was said on stderr."""
        try:
            status = self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "hangs"
        self.reader.join(TIMEOUT)
        return status, self.process.stderr.read()

    def stop(self, signal_number):
        self.process.send_signal(signal_number)
        return self.end()


def join(address, token, *words, prefix=(PARLOR,)):
    return start(*prefix[1:], "join", address, "--token", token, *words, program=prefix[0])


class Client:
    """A raw client of the protocol, over TCP."""

    def __init__(self, port, token=None, host="127.0.0.1", tls=None, **hello):
        self.socket = socket.create_connection((host, port), TIMEOUT)
        self.socket.settimeout(TIMEOUT)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.rest = b""
        self.lines = []
        if token is not None:
            hello["token"] = token
        if hello:
            self.say(dict({"type": "hello", "protocol": 1}, **hello))

    def say(self, message):
        self.send(json.dumps(message).encode() + b"\n")

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass

    def receive(self):
        try:
            return self.socket.recv(65536)
        except OSError:
            return b""

    def line(self):
        """The next line as bytes, or None at the end."""
        while b"\n" not in self.rest:
            got = self.receive()
            if not got:
                return None
            self.rest += got
        line, _, self.rest = self.rest.partition(b"\n")
        self.lines.append(line)
        return line

    def message(self, kind=None):
        """The next message, or the next of a type."""
        while True:
            line = self.line()
            if line is None:
                return None
            m = json.loads(line)
            if m["type"] == "ping":
                self.say({"type": "pong"})
            if kind is None or m["type"] == kind:
                return m

    def close(self):
        self.socket.close()


class WebSocketClient(Client):
    """The same over WebSocket: frames without a mask come, those with one go."""

    def __init__(self, port, token=None, path="/", host="localhost", headers="", greets=True, tls=None, **hello):
        self.frames = b""
        super().__init__(port, tls=tls)
        key = base64.b64encode(os.urandom(16)).decode()
        self.send(("GET %s HTTP/1.1\r\nHost: %s\r\n%sUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n"
                   % (path, host, headers, key)).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            try:
                got = self.socket.recv(1)
            except OSError:
                got = b""
            head += got
            if not got:
                break
        self.accepted = head.startswith(b"HTTP/1.1 101")
        if token is not None:
            hello["token"] = token
        if greets:
            self.say(dict({"type": "hello", "protocol": 1}, **hello))

    def say(self, message):
        self.frame(0x81, json.dumps(message).encode())

    def frame(self, first, data):
        size = (bytes([0x80 | len(data)]) if len(data) < 126 else
                b"\xfe" + len(data).to_bytes(2, "big") if len(data) < 65536 else
                b"\xff" + len(data).to_bytes(8, "big"))
        self.send(bytes([first]) + size + b"\0\0\0\0" + data)

    def receive(self):
        """One message of text, as a line; pings on the way are answered."""
        while True:
            frames = self.frames
            if len(frames) >= 2:
                n, at = frames[1] & 127, 2
                if n > 125:
                    width = 2 if n == 126 else 8
                    n, at = int.from_bytes(frames[2:2 + width], "big"), 2 + width
                if len(frames) >= at + n:
                    self.frames = frames[at + n:]
                    kind = frames[0] & 15
                    if kind == 9:
                        self.frame(0x8a, frames[at:at + n])
                        continue
                    return frames[at:at + n] + b"\n" if kind == 1 else b""
            got = super().receive()
            if not got:
                return b""
            self.frames += got


class Proxy:
    """Passes bytes on to a port, spoilt: in pieces, late, many lines at once, or cut off."""

    def __init__(self, port, how, seed=1):
        self.port_of_host, self.how = port, how
        self.random = random.Random(seed)
        self.cuts = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.address = "127.0.0.1:%d" % self.port
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.port_of_host), 10)
            except OSError:
                near.close()
                continue
            near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            budget = [self.random.randrange(300, 6000) if self.how == "cut" and self.cuts < 12 else None]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.pump, args=(one, other, budget), daemon=True).start()

    def pump(self, source, target, budget):
        try:
            while True:
                data = source.recv(65536)
                if not data:
                    break
                if budget[0] is not None:
                    budget[0] -= len(data)
                    if budget[0] < 0:  # half of it still goes through
                        target.sendall(data[:len(data) // 2])
                        self.cuts += 1
                        break
                self.send(target, data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def send(self, target, data):
        if self.how == "late":
            time.sleep(self.random.random() * 0.02)
        if self.how == "merged":  # what comes within a moment goes at once
            time.sleep(0.01)
        if self.how != "pieces":
            target.sendall(data)
            return
        at = 0
        while at < len(data):
            n = self.random.choice((1, 2, 3, 50, 500))
            target.sendall(data[at:at + n])
            at += n
            time.sleep(0.0002)

    def close(self):
        self.listener.close()
