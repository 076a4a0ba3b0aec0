"""oracles -- what other programs make of games that Parlor wrote out agrees with Parlor.

GLPK's glpsol solves the linear programs, lrslib's lrsnash matrix games, and Gambit, by its
Python package, the extensive games.  They are programs of their own, run and never linked;
where one is missing its checks are skipped.
"""
import fractions
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from parlor_cli import ENV, ROOT, TIMEOUT, check, finish, objects, run, skip

GOOFSPIEL = "goofspiel(cards=%d,order=descending,info=winner)"
# The values to seat 0, of the literature and of programs that share nothing with this one.
VALUES = [("kuhn", -1 / 18), ("leduc", -0.085606424078), ("liars_dice(sides=3)", 1 / 9),
          ("liars_dice(sides=4)", 1 / 16), (GOOFSPIEL % 4, 0), ("rps", 0)]
SIZE = 3  # of matrix games


def program(name):
    """The program of this name, or None, having said that it is missing."""
    path = shutil.which(name)
    if not path:
        skip(name, "it is not installed; 'scripts/setup test' does that")
    return path


def spoken(*command):
    r = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ENV,
                       timeout=TIMEOUT, check=False)
    return r.stdout


def has_lp():
    """Whether this build of parlor has a linear solver."""
    return run("solve", "kuhn", "--method", "lp").returncode == 0


def glpsol(path, kind, text, folder):
    """The value that glpsol finds, and what it said."""
    source, report = os.path.join(folder, "game"), os.path.join(folder, "solution")
    with open(source, "w", encoding="ascii") as file:
        file.write(text)
    said = spoken(path, "--" + kind, source, "--write", report)
    if not os.path.exists(report):
        return None, said
    with open(report, encoding="ascii") as file:
        found = re.search(r"^s \S+ \d+ \d+ f f (\S+)$", file.read(), re.M)
    os.remove(report)
    return float(found.group(1)) if found else None, said


def linear_programs(folder):
    path = program("glpsol")
    for game, value in VALUES if path else []:
        for form, kind in (("lp", "lp"), ("mps", "freemps")):
            text = run("export", game, "--format", form).stdout
            found, said = glpsol(path, kind, text, folder)
            check(found is not None and abs(found - value) < 1e-9,
                  "glpsol: %s as %s is worth %.9g" % (game, form, value), "%s\n%s" % (found, said))


def matrix_efg(first, second):
    """A matrix game as an extensive one: both choose, not knowing what the other does."""
    moves = lambda letter: " ".join('"%s%d"' % (letter, i) for i in range(SIZE))
    lines = ['EFG 2 R "matrix" { "row" "column" }', '""', 'p "" 1 1 "" { %s } 0' % moves("r")]
    for i in range(SIZE):
        lines.append('p "" 2 1 "" { %s } 0' % moves("c"))
        lines += ['t "" %d "" { %d, %d }' % (SIZE * i + j + 1, first[i][j], second[i][j])
                  for j in range(SIZE)]
    return "\n".join(lines) + "\n"


def matrices(rng, zero_sum):
    """Payoffs of which no two are the same, or an equilibrium would not be alone."""
    first = [[rng.randint(-999, 999) for _ in range(SIZE)] for _ in range(SIZE)]
    return first, [[-x if zero_sum else rng.randint(-999, 999) for x in row] for row in first]


def lrsnash(path, first, second, folder):
    """All extreme equilibria: the strategies of both, and what both get.  Those of the second
    player come first, all that go with the next one of the first."""
    source = os.path.join(folder, "matrix")
    rows = [" ".join(map(str, row)) for row in first] + [""] + [" ".join(map(str, row)) for row in second]
    with open(source, "w", encoding="ascii") as file:
        file.write("%d %d\n\n%s\n" % (SIZE, SIZE, "\n".join(rows)))
    found, columns, last = [], [], "1"
    for line in spoken(path, source).splitlines():
        words = line.split()
        if len(words) != SIZE + 2 or words[0] not in "12":
            continue
        numbers = [float(fractions.Fraction(w)) for w in words[1:]]
        if words[0] == "2":
            columns = [numbers] if last == "1" else columns + [numbers]
        else:
            found += [(numbers[:-1], c[:-1], c[-1], numbers[-1]) for c in columns]
        last = words[0]
    return found


def distance(solved, equilibrium):
    """How far the strategies that parlor found are from these."""
    ours = [list(s["moves"].values()) for s in sorted(solved["strategies"], key=lambda s: s["seat"])]
    return max(abs(a - b) for mine, theirs in zip(ours, equilibrium) for a, b in zip(mine, theirs))


def matrix_games(folder):
    path = program("lrsnash")
    rng = random.Random(1)
    efg = os.path.join(folder, "matrix.efg")
    converged, lp = 0, has_lp()
    for i in range(24 if path else 0):
        zero_sum = i < 8
        how = ["--method", "lp"] if zero_sum and lp else ["--target", "1e-7", "--iterations", "30000"]
        first, second = matrices(rng, zero_sum) if i else ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]],
                                                           [[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
        with open(efg, "w", encoding="ascii") as file:
            file.write(matrix_efg(first, second))
        theirs = lrsnash(path, first, second, folder)
        ours = objects("solve", efg, *how, "--json")[0]
        best = min((distance(ours, e) for e in theirs), default=9)
        if zero_sum:
            value = theirs[0][2] if theirs else 99
            check(abs(ours["lower"] - value) < (1e-9 if lp else 1e-3) > abs(ours["upper"] - value),
                  "lrsnash: zero-sum game %d is worth %.6g" % (i, value), (ours["lower"], ours["upper"]))
        elif ours["reached"]:  # no method is sure to come to an equilibrium
            converged += 1
            check(best < 1e-3, "lrsnash: what is found for game %d is an equilibrium" % i,
                  (best, theirs, ours["strategies"]))
    if path:
        check(converged >= 8, "most general games come to an equilibrium", converged)


def gambit():
    """Gambit's Python package, or None, having said that it is missing."""
    for folder in glob.glob(os.path.join(ROOT, "build", "oracles")):
        sys.path.insert(0, folder)
    try:
        import pygambit
    except Exception as error:  # also one that was made for another Python
        skip("pygambit", "%s; 'scripts/setup test' installs it where it can" % type(error).__name__)
        return None
    return pygambit


def payoffs(profile, game):
    """What the players get, in order."""
    if hasattr(profile, "payoff"):  # before Gambit 17
        return [float(profile.payoff(p)) for p in game.players]
    return [float(profile.payoffs[p]) for p in game.players]


def infosets(game):
    if hasattr(game, "infosets"):
        return [len(p.infosets) for p in game.players]
    return [len(game.get_infosets(p)) for p in game.players]


def close(a, b, error=1e-9):
    return len(a) == len(b) and all(abs(x - y) < error for x, y in zip(a, b))


def extensive_games(folder):
    gbt = gambit()
    path = os.path.join(folder, "game.efg")
    for name in ["kuhn", "leduc", "kuhn(players=3)", "rps", "liars_dice(sides=3)", GOOFSPIEL % 3,
                 "goofspiel(cards=3,players=3)", "phantom(m=2,n=2,k=2)", "mnk(m=2,n=2,k=2)"] if gbt else []:
        run("export", name, "--output", path)
        ours, theirs = objects("count", name, "--json")[0], gbt.read_efg(path)
        sets = ours["information_sets_of"]
        if "mnk" not in name:
            check(infosets(theirs) == sets, "Gambit: %s has %s sets" % (name, sets), infosets(theirs))
        check(theirs.is_perfect_recall, "Gambit: nobody forgets in %s" % name)
        found = payoffs(theirs.mixed_behavior_profile(), theirs)
        check(close(found, ours["uniform_values"]), "Gambit: uniform play of %s is worth the same" % name,
              (found, ours["uniform_values"]))


def catalogue(_):
    """The games that Gambit itself brings along are read as it reads them, or refused for a reason."""
    gbt = gambit()
    root = os.path.dirname(gbt.__file__) if gbt else "/nonexistent"
    for path in sorted(glob.glob(os.path.join(root, "**", "*.efg"), recursive=True)):
        name = os.path.relpath(path, root)
        theirs, r = gbt.read_efg(path), run("count", path, "--json")
        if r.returncode == 0:
            found = payoffs(theirs.mixed_behavior_profile(), theirs)
            check(close(found, json.loads(r.stdout)["uniform_values"]), "Gambit: %s is the same game" % name,
                  (found, r.stdout))
            continue
        why = ("perfect recall" if not theirs.is_perfect_recall else "different orders")
        why = "2..10 players" if len(theirs.players) < 2 else why
        check(r.returncode == 2 and why in r.stderr, "Gambit: %s is refused: %s" % (name, why), r.stderr)


TOYS = {  # with one equilibrium each
    "signal": """EFG 2 R "Signal" { "Sender" "Receiver" }
c "" 1 "" { "strong" 7/10 "weak" 3/10 } 0
p "" 1 1 "strong" { "up" "down" } 0
p "" 2 1 "up" { "fight" "yield" } 0
t "" 1 "" { 1, -1 } t "" 2 "" { 4, 0 }
p "" 2 2 "down" { "fight" "yield" } 0
t "" 3 "" { 0, -1 } t "" 4 "" { 3, 0 }
p "" 1 2 "weak" { "up" "down" } 0
p "" 2 1 0 t "" 5 "" { -2, 2 } t "" 6 "" { 2, 0 }
p "" 2 2 0 t "" 7 "" { 0, 2 } t "" 8 "" { 1, 0 }
""",
    "inspect": """EFG 2 D "Inspection" { "Inspector" "Other" }
p "" 1 1 "" { "look" "trust" } 0
p "" 2 1 "" { "cheat" "obey" } 0
t "" 1 "" { 3, -4 } t "" 2 "" { -1, .5 }
p "" 2 1 0
t "" 3 "" { -5, 2.5 } t "" 4 "" { 0, 0 }
""",
}


def toys(folder):
    gbt = gambit()
    for name, text in TOYS.items() if gbt else []:
        path, again = os.path.join(folder, name + ".efg"), os.path.join(folder, name + "_again.efg")
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        run("export", path, "--output", again)
        games = [gbt.read_efg(p) for p in (path, again)]
        uniform = [payoffs(g.mixed_behavior_profile(), g) for g in games]
        check(close(*uniform), "Gambit: %s is the same when it was read and written" % name, uniform)
        result = gbt.nash.lcp_solve(games[0], rational=False)
        equilibrium = result.equilibria[0] if hasattr(result, "equilibria") else result.equilibrium
        ours = objects("solve", path, "--target", "1e-8", "--iterations", "200000", "--json")[0]
        check(ours["reached"] and close(payoffs(equilibrium, games[0]), ours["values"], 1e-5),
              "Gambit: %s has the same equilibrium" % name,
              (payoffs(equilibrium, games[0]), ours["values"], ours["exploitability"]))
    if gbt:
        path = os.path.join(folder, "kuhn.efg")
        run("export", "kuhn", "--output", path)
        game = gbt.read_efg(path)
        result = gbt.nash.lp_solve(game)
        equilibrium = result.equilibria[0] if hasattr(result, "equilibria") else result.equilibrium
        check(close(payoffs(equilibrium, game), [-1 / 18, 1 / 18], 1e-12), "Gambit: kuhn is worth -1/18",
              payoffs(equilibrium, game))


def our_own(folder):
    """The same values by our own linear solver, from the game and from its file."""
    if not has_lp():
        skip("our own linear programs", "this build has no linear solver")
        return
    path = os.path.join(folder, "own.efg")
    for game, value in VALUES:
        run("export", game, "--output", path)
        for name in (game, path):
            ours = objects("solve", name, "--method", "lp", "--json")[0]
            check(abs(ours["lower"] - value) < 1e-9 and abs(ours["upper"] - value) < 1e-9,
                  "CLP: %s is worth %.9g" % (game if name == game else "the file of " + game, value),
                  (ours["lower"], ours["upper"]))


with tempfile.TemporaryDirectory() as scratch:
    for part in (linear_programs, our_own, matrix_games, extensive_games, catalogue, toys):
        print("# " + part.__name__)
        part(scratch)
finish()
