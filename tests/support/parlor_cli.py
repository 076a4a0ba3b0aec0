"""parlor_cli -- what the tests of the parlor command share.

Every check prints one line of TAP; finish() prints the plan.  The program to test is the first
argument, the one of tests/cli/trial.c the second.  A leak or a race found by a sanitizer changes
the exit status, so it fails the check that met it.
"""
import fcntl
import json
import os
import pty
import re
import select
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARLOR = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/parlor"
TRIAL = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else "build/test/gcc/tests/parlor_trial"
# Tests that are run by nohup or in the background ignore these, and what is ignored is inherited.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
ENV = dict(os.environ, TERM="dumb", LC_ALL="C")
TIMEOUT = 120
FOLDER = tempfile.TemporaryDirectory(prefix="parlor-test-")  # goes with the test
checks = {"done": 0, "failed": 0}


def check(condition, what, why=""):
    checks["done"] += 1
    if not condition:
        checks["failed"] += 1
        for line in str(why).splitlines()[:30]:
            print("# " + line)
    what = "".join(c if c.isprintable() else "?" for c in what)
    print("%s %d - %s" % ("ok" if condition else "not ok", checks["done"], what), flush=True)


def effort(sample):
    """A sample's size; under sanitizers an eighth of it, as in effort.h."""
    return (sample + 7) // 8 if "PARLOR_SANITIZED" in os.environ else sample


def skip(what, why):
    checks["done"] += 1
    print("ok %d - %s # SKIP %s" % (checks["done"], what, why), flush=True)


def finish():
    print("1..%d" % checks["done"])
    sys.exit(1 if checks["failed"] else 0)


def run_all(*parts):
    """A whole test: its parts, one after the other."""
    for part in parts:
        print("# " + part.__name__)
        part()
    finish()


def path(*names):
    """A file in the test's own folder."""
    return os.path.join(FOLDER.name, *names)


def keep(name, data):
    """Write a file into that folder: its path."""
    with open(path(name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    return path(name)


def text_of(file):
    with open(file, encoding="utf-8") as opened:
        return opened.read()


def bytes_of(file):
    with open(file, "rb") as opened:
        return opened.read()


def sql(file, statement):
    """The rows of an answer; none where there is no such file or table yet."""
    if not os.path.exists(file):
        return []
    base = sqlite3.connect(file, timeout=TIMEOUT)
    try:
        with base:
            return base.execute(statement).fetchall()
    except sqlite3.OperationalError:
        return []
    finally:
        base.close()


def until(works, what=None, unless=lambda: False):
    """Look again and again until something is true, or unless something else is; with a name it is a check."""
    end = time.monotonic() + TIMEOUT
    while True:
        got = works()
        if got or unless() or time.monotonic() > end:
            break
        time.sleep(0.005)  # between two looks, so that the machine is left to what is waited for
    if what:
        check(got, what)
    return got


def start(*words, program=PARLOR, **more):
    """A parlor that runs beside the test."""
    return subprocess.Popen([program, *words], **dict(
        {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": ENV}, **more))


def end(process, number=None):
    """(status, stdout, stderr) of a program that ends soon, of a signal where one is named."""
    if number is not None:
        process.send_signal(number)
    try:
        out, err = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        return ("hangs", *process.communicate())
    return process.returncode, out, err


def catches(pid, number):
    """Whether a signal is caught or held by now, and does not end the program as it would have before; or none is left
    to have it."""
    masks = re.findall(r"^Sig(?:Cgt|Blk):\s*(\w+)", text_of("/proc/%d/status" % pid), re.M)
    return not masks or any(int(mask, 16) >> (number - 1) & 1 for mask in masks)


def transcripts(text):
    """Pairs of a command and what it printed, from the console blocks of a page."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for part in filter(None, re.split(r"^(?=\$ )", block, flags=re.M)):
            command, _, output = part.partition("\n")
            yield command[2:], output


def plain(printed):
    """Lines without blanks at the ends of each or of the whole, which no page keeps."""
    return [line.rstrip() for line in printed.rstrip().splitlines()]


def run(*words, stdin="", stdout=subprocess.PIPE, program=PARLOR):
    """Run parlor; what comes back has returncode, stdout and stderr."""
    return subprocess.run([program, *words], input=stdin, stdout=stdout, stderr=subprocess.PIPE,
                          text=True, env=ENV, timeout=TIMEOUT, check=False)


def works(*words, has=(), stdin="", program=PARLOR):
    """Check that a command succeeds silently on stderr, and prints what it should."""
    r = run(*words, stdin=stdin, program=program)
    missing = [text for text in has if text not in r.stdout]
    check(r.returncode == 0 and not r.stderr and not missing, "parlor " + " ".join(words),
          "status %d, missing %r\n%s%s" % (r.returncode, missing, r.stderr, r.stdout))
    return r.stdout


def objects(*words, stdin="", program=PARLOR):
    """Check that a command prints JSON, one object on a line, and return them."""
    r = run(*words, stdin=stdin, program=program)
    try:
        found = [json.loads(line) for line in r.stdout.splitlines()]
    except ValueError as error:
        found = []
        r.stderr += str(error)
    good = r.returncode == 0 and not r.stderr and all(isinstance(o, dict) for o in found)
    check(good and found, "parlor %s prints JSON" % " ".join(words), r.stderr + r.stdout)
    return found or [{}]


def fails(status, *words, says="", stdin="", stdout=subprocess.PIPE):
    """Check that a command fails with this status and one sentence on stderr."""
    r = run(*words, stdin=stdin, stdout=stdout)
    lines = r.stderr.splitlines()
    good = r.returncode == status and len(lines) == 1 and lines[0].startswith("parlor: ")
    check(good and says in r.stderr and not r.stdout,
          "parlor %s: status %d, %s" % (" ".join(words), status, says or "one sentence"),
          "status %d\n%s%s" % (r.returncode, r.stderr, r.stdout))


NEVER = r"\Znever"  # matches nothing


def refuses(command, *cases, status=2):
    """A command refuses each of some lists of words, with a sentence that has the word at the end of the list."""
    for *words, says in cases:
        fails(status, *command, *words, says=says)


class Terminal:
    """parlor at a pseudo terminal of so many columns."""

    def __init__(self, *words, columns=80, term="dumb", rows=0):
        self.text = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(PARLOR, [PARLOR, *words], dict(ENV, COLUMNS=str(columns), TERM=term))
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read_until(self, pattern):
        end = time.monotonic() + TIMEOUT
        while not re.search(pattern, self.text) and time.monotonic() < end:
            if select.select([self.fd], [], [], 1)[0]:
                try:
                    got = os.read(self.fd, 4096)
                except OSError:
                    got = b""
                if not got:
                    break
                self.text += got.decode("ascii", "replace").replace("\r", "")

    def rest(self):
        """All that is printed up to the end of the program."""
        self.read_until(NEVER)
        return self.text

    def until(self, pattern):
        self.read_until(pattern)
        found = re.search(pattern, self.text)
        before = self.text
        self.text = self.text[found.end():] if found else ""
        return before if found else None

    def talk(self, *steps):
        """(pattern, keys, what): wait for each, which is a check if it says what, then type; False at what never comes."""
        for pattern, keys, *what in steps:
            came = self.until(pattern) is not None
            if what:
                check(came, what[0], self.text)
            if not came:
                return False
            if keys:
                self.type(keys)
        return True

    def type(self, text):
        """The prompt comes a little before the terminal is ready for keys."""
        end = time.monotonic() + TIMEOUT
        while termios.tcgetattr(self.fd)[3] & termios.ICANON and time.monotonic() < end:
            time.sleep(0.001)
        os.write(self.fd, text.encode())

    def status(self):
        """The exit status; whatever is still printed is read first."""
        self.rest()
        os.close(self.fd)
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return "hangs"
