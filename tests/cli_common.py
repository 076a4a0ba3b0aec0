"""cli_common -- what the tests of the parlor command share.

Every check prints one line of TAP; finish() prints the plan.  The program to
test is the first argument, one that knows the games of cli_trial.c the second.  A leak or a race found by a sanitizer changes the
exit status, so it fails the check that met it.
"""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
PARLOR = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/parlor"
TRIAL = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else "build/tests/parlor_trial"
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
