"""parlor_cli -- what the tests of the parlor command share.

Every check prints one line of TAP; finish() prints the plan.  The program to
test is the first argument, one that knows the games of cli_trial.c the second.  A leak or a race found by a sanitizer changes the
exit status, so it fails the check that met it.
"""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARLOR = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/parlor"
TRIAL = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else "build/test/gcc/tests/parlor_trial"
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever ran the tests by nohup: what is ignored is inherited
ENV = dict(os.environ, TERM="dumb", LC_ALL="C")
TIMEOUT = 120
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
