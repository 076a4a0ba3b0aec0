"""oracles -- what other programs make of games that Parlor wrote out agrees with Parlor.

GLPK's glpsol solves the linear programs.  It is a program of its own, run and never linked;
where it is missing its checks are skipped.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from cli_common import ENV, TIMEOUT, check, finish, run, skip

GOOFSPIEL = "goofspiel(cards=%d,order=descending,info=winner)"
# The values to seat 0, of the literature and of programs that share nothing with this one.
VALUES = [("kuhn", -1 / 18), ("leduc", -0.085606424078), ("liars_dice(sides=3)", 1 / 9),
          ("liars_dice(sides=4)", 1 / 16), (GOOFSPIEL % 4, 0), ("rps", 0)]


def program(name):
    """The program of this name, or None, having said that it is missing."""
    path = shutil.which(name)
    if not path:
        skip(name, "it is not installed; scripts/setup test does")
    return path


def glpsol(path, kind, text):
    """The value that glpsol finds, and the dual values of the rows by name."""
    with tempfile.TemporaryDirectory() as folder:
        source, report = os.path.join(folder, "game"), os.path.join(folder, "solution")
        with open(source, "w", encoding="ascii") as file:
            file.write(text)
        r = subprocess.run([path, "--" + kind, source, "--write", report], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, env=ENV, timeout=TIMEOUT, check=False)
        if r.returncode or not os.path.exists(report):
            return None, r.stdout
        with open(report, encoding="ascii") as file:
            found = re.search(r"^s \S+ \d+ \d+ f f (\S+)$", file.read(), re.M)
        return float(found.group(1)) if found else None, r.stdout


def linear_programs():
    path = program("glpsol")
    for game, value in VALUES if path else []:
        for form, kind in (("lp", "lp"), ("mps", "freemps")):
            text = run("export", game, "--format", form).stdout
            found, said = glpsol(path, kind, text)
            check(found is not None and abs(found - value) < 1e-9,
                  "glpsol: %s as %s is worth %.9g" % (game, form, value), "%s\n%s" % (found, said))


for part in (linear_programs,):
    print("# " + part.__name__)
    part()
finish()
