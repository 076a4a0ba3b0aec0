"""solve -- parlor solve: known values lie within the bounds that it proves, runs that are
left are taken up again to the same end, and whatever it is told it answers in a sentence."""
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

sys.dont_write_bytecode = True
from parlor_cli import (ENV, PARLOR, ROOT, TIMEOUT, Terminal, check, fails, finish, objects, run, skip, works)

VALUES = {"kuhn": -1 / 18, "leduc": -0.085606424078, "rps": 0, "goofspiel(cards=3)": 0,
          "liars_dice(sides=2)": 1 / 2, "liars_dice(sides=3)": 1 / 9, "liars_dice(sides=4)": 1 / 16,
          "skull(players=2,roses=1,points=1,lite=1)": 0}
LONG = ["--target", "1e-300", "--seconds", "300"]  # until it is told to stop

LARGE = """EFG 2 R "large" { "A" "B" }
""
p "" 1 1 "" { "l" "r" } 1 "" { 133802.7 -133810.59 }
t "" 2 "" { 7.89 0 }
t "" 3 "" { 7.89 0 }
"""


def solved(*words, status=0):
    """What a run tells as JSON."""
    r = run("solve", *words, "--json")
    try:
        found = json.loads(r.stdout)
    except ValueError:
        found = {}
    check(r.returncode == status and found, "parlor solve %s ends with %d" % (" ".join(words), status),
          "status %d\n%s%s" % (r.returncode, r.stderr, r.stdout))
    return found


def same(one, other):
    """Whether two runs came to the same, but for the time they took."""
    keys = ["game", "tree", "method", "iterations", "lower", "upper", "nashconv", "values"]
    points = [[(p["iterations"], p["exploitability"]) for p in o["curve"]] for o in (one, other)]
    return all(one[k] == other[k] for k in keys) and points[0] == points[1]


def values():
    for game, value in VALUES.items():
        o = solved(game)
        check(o["lower"] - 1e-9 <= value <= o["upper"] + 1e-9 and o["upper"] - o["lower"] < 1e-4,
              "%s is worth what is known" % game, (o["lower"], o["upper"]))
        check(o["reached"] and o["ended"] == "target" and o["exploitability"] <= o["target"] and
              abs(o["nashconv"] - 2 * o["exploitability"]) < 1e-12, "the target was reached", o)
    o = solved("kuhn", "--target", "1e-9")
    check(o["exploitability"] <= 1e-9 and abs(o["values"][0] + 1 / 18) < 1e-8, "as near as is asked", o)
    t = o["tree"]
    check((t["histories"], t["terminals"], t["information_sets"], t["information_sets_of"]) ==
          (58, 30, 12, [6, 6]), "the tree is told", t)
    check(o["bytes_per_information_set"] * 12 == t["bytes"] + o["method_bytes"] and
          set(o["seconds"]) == {"building", "solving", "measuring", "saving"}, "and what it took", o)
    curve = o["curve"]
    check([p["iterations"] for p in curve][:10] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 12] and
          curve[-1]["iterations"] == o["iterations"] and
          all(p["lower"] <= -1 / 18 + 1e-12 <= p["upper"] + 2e-12 for p in curve),
          "every point of the curve holds the value", curve)
    o = solved("leduc", "--iterations", "100", "--method", "cfr+")
    check(o["iterations"] == 100 and o["ended"] == "iterations" and o["target"] is None and
          abs(o["exploitability"] - 0.01341599497) < 1e-7, "cfr+ is where others have it", o)


def without_secrets():
    o = solved("tictactoe")
    check(o["method"] == "exact" and o["positions"] == 5478 and o["terminals"] == 958 and o["lower"] == o["upper"] == 0 and
          len(o["moves"]) == 9 and all(m["best"] for m in o["moves"]), "tic-tac-toe is a draw", o)
    o = solved("hex(size=3)")
    check(o["values"] == [1, -1] and {m["move"] for m in o["moves"] if m["best"]} == {"a2", "a3", "b2", "c1", "c2"} and
          all(m["values"][0] == (1 if m["best"] else -1) for m in o["moves"]), "the first wins at hex, by five moves", o)
    o = solved("pig(target=5,limit=20)")
    check(0.5 < o["lower"] < 1 and o["chance"] > 0, "chance is averaged", o)
    o = solved("pig(players=3,target=3,limit=9)")
    check(o["lower"] is None and len(o["values"]) == 3, "three at a board", o)
    works("solve", "tictactoe", has=["5478, 958 of them ends", "Value to seat 0:   0, exactly", "(9 of 9)"])
    works("solve", "tictactoe", "--method", "exact", has=["5478"])
    fails(1, "solve", "tictactoe", "--method", "cfr", says="reached in several ways is one information set")
    fails(1, "solve", "kuhn", "--method", "exact", says="kuhn has secrets")
    fails(1, "solve", "connect4", "--memory", "2M", says="more --memory may help")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "large.efg")
        with open(path, "w") as out:
            out.write(LARGE)
        o = solved(path)
        check(o["lower"] == o["upper"] and abs(o["lower"] - 133810.59) < 1e-9, "large scores round and cancel", o)
    fails(1, "solve", "connect4", says="positions by estimate, and 2147 MB of memory hold at most")
    fails(1, "solve", "connect4(rows=5,cols=5)", "--seconds", "0.1", says="after 0.1 s there are ")
    fails(2, "solve", "tictactoe", "--strategies", says="it has no --strategies")
    for option in ("--save", "--plot", "--log"):
        fails(2, "solve", "tictactoe", option, "x", says="at one go")
    status, out, err = signalled(signal.SIGINT, "connect4(rows=5,cols=5)")
    check(status == 130 and not out and "nothing is known" in err, "Ctrl-C ends it", err + out)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "ttt.policy")
        solved("tictactoe", "--policy", path)
        r = run("playout", "tictactoe", "--agents", "policy(file=%s),random" % path, "--games", "200", "--json")
        best = json.loads(r.stdout)["seats"][0] if r.returncode == 0 else {}
        check(best.get("mean", 0) > 0.7, "who plays by it seldom does not win, and never loses", r.stderr + r.stdout)


def ten(folder):
    """A game of two whose scores always add up to 10, worth 6 to the first."""
    path = os.path.join(folder, "ten.efg")
    with open(path, "w", encoding="ascii") as file:
        file.write('EFG 2 R "" { "A" "B" }\np "" 1 1 "a" { "h" "t" } 0\n'
                   'p "" 2 1 "b" { "h" "t" } 0\nt "" 1 "" { 8, 2 }\nt "" 2 "" { 4, 6 }\n'
                   'p "" 2 1 "b" { "h" "t" } 0\nt "" 3 "" { 3, 7 }\nt "" 4 "" { 9, 1 }\n')
    return path


def constant_sums():
    with tempfile.TemporaryDirectory() as folder:
        told = solved(ten(folder))
        check(6 - 1e-4 < told["lower"] <= 6 <= told["upper"] < 6 + 1e-4, "ten in all", told)
        told = objects("exploit", ten(folder), "random", "--json")[0]
        check(abs(told["lower"] - 5.5) < 1e-9 and abs(told["upper"] - 6) < 1e-9, "bounds of random play", told)


def programs():
    """Where there is no linear solver in the build, it says so."""
    r = run("solve", "kuhn", "--method", "lp", "--json")
    if "no linear solver" in r.stderr:
        skip("kuhn as a linear program", "not in this build")
        return
    o = json.loads(r.stdout)
    check(r.returncode == 0 and abs(o["lower"] + 1 / 18) < 1e-12 and o["exploitability"] < 1e-12 and
          o["curve"] == [] and o["ended"] == "method", "kuhn as a linear program", r.stderr + r.stdout)
    works("solve", "leduc", "--method", "lp", has=["-0.085606424078"])
    fails(2, "solve", "kuhn", "--method", "lp", "--save", "x", says="at one go")
    check("0B" not in works("solve", "kuhn", "--method", "lp"), "memory that is not known is not told")
    fails(1, "solve", "liars_dice(sides=6)", "--method", "lp", "--seconds", "0.05", says="not solved in time")
    for number in (signal.SIGINT, signal.SIGTERM):
        t = Terminal("solve", "liars_dice(sides=6)", "--method", "lp", term="xterm")
        check(t.until("solving the linear program"), "it tells what takes so long", t.text)
        time.sleep(0.2)
        os.kill(t.pid, number)
        check("interrupted before the linear program was solved" in t.rest() and t.status() == 128 + number,
              "a linear program is interrupted", t.text)
    with tempfile.TemporaryDirectory() as folder:
        told = json.loads(run("solve", ten(folder), "--method", "lp", "--json").stdout)
        check(abs(told["lower"] - 6) < 1e-9 and abs(told["upper"] - 6) < 1e-9, "ten in all, as a program", told)
    fails(1, "solve", "kuhn(players=3)", "--method", "lp", says="")


def sampled():
    """Without a tree: a policy, and nothing that is proven."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kuhn.policy")
        o = solved("kuhn", "--method", "deep", "--iterations", "20000", "--policy", path)
        check(o["method"].startswith("deep-external(") and o["iterations"] == 20000 and
              o["information_sets"] == 12 and o["lower"] is None and o["exploitability"] is None,
              "what is known of a sampled run", o)
        r = run("playout", "kuhn", "--agents", "policy(file=%s)" % path, "--games", "1000")
        check(r.returncode == 0, "it is a policy to play by", r.stderr)
        saved, other = os.path.join(folder, "kuhn.run"), os.path.join(folder, "other.policy")
        solved("kuhn", "--method", "deep", "--iterations", "7000", "--save", saved)
        again = solved("--resume", saved, "--iterations", "20000", "--policy", other)
        with open(path, "rb") as one, open(other, "rb") as two:
            check(again["iterations"] == 20000 and one.read() == two.read(),
                  "left and taken up, it plays the same", again)
    again = solved("kuhn", "--method", "deep", "--iterations", "20000")
    check(again["information_sets"] == o["information_sets"] and again["bytes"] == o["bytes"], "the same again")
    o = solved("battleship", "--method", "deep", "--seconds", "0.3", "--memory", "50M")
    check(o["method"].startswith("deep-outcome(") and o["information_sets"] > 0, "a game of any size", o)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a b.policy")
        o = solved("leduc", "--method", "deep", "--iterations", "10", "--policy", path, "--games", "200")
        check(o["games"] == 400 and o["exploitability_at_least"] > 0.2, "games bound what is lost", o)
    fails(2, "solve", "leduc", "--method", "deep", "--games", "9", says="give --policy")
    fails(2, "solve", "leduc", "--games", "9", says="--games are for --method deep")
    works("solve", "leduc", "--method", "deep-outcome(epsilon=0.3)", "--iterations", "100",
          has=["epsilon=0.3", "Nothing is proven"])
    fails(2, "solve", "leduc", "--method", "deep(x=1)", says="no parameter 'x'")
    fails(2, "solve", "leduc", "--method", "deep", "--memory", "10k", says="at least 4 MB")
    with tempfile.TemporaryDirectory() as folder:
        sizes = [solved("liars_dice(dice=2)", "--method", "deep-outcome", "--iterations", "30000", "--memory", "4M", *more)
                 for more in ([], ["--policy", os.path.join(folder, "p")])]
        check(all(o["full"] for o in sizes) and sizes[1]["bytes"] < 0.6 * 4 * 2 ** 20 and
              sizes[0]["bytes"] > 0.7 * 4 * 2 ** 20, "writing a policy counts as memory", [o["bytes"] for o in sizes])
    fails(2, "solve", "leduc", "--method", "deep", "--target", "1e-3", says="no --target can be proven")
    for option in ("--plot", "--log"):
        fails(2, "solve", "leduc", "--method", "deep", option, "x", says="a deep run")
    status, out, err = signalled(signal.SIGINT, "leduc", "--method", "deep")
    check(status == 130 and "Iterations:" in out, "Ctrl-C ends it, and all is told", err + out)


def others():
    """More than two, or scores that do not add up to 0."""
    o = solved("kuhn(players=3)", "--iterations", "2000", "--method", "cfr")
    check(o["lower"] is None and o["upper"] is None and len(o["values"]) == 3 and
          abs(o["exploitability"] * 3 - o["nashconv"]) < 1e-12 and 0 <= o["correlated_gap"] < 0.01,
          "for three, no value is proven", o)
    works("solve", "kuhn(players=3)", "--iterations", "10",
          has=["No value is proven", "NashConv", "Seat 2:", "Correlated gap:"])


def reports():
    text = works("solve", "kuhn", has=["kuhn(players=2,start=0)", "58 histories", "12 information sets",
                                       "Method:", "Iterations:", "Value to seat 0:", "between -0.0555",
                                       "Exploitability:", "NashConv:", "to build", "an information set"])
    check("\x1b" not in text, "no escapes in a pipe")
    found = objects("solve", "--method", "help", "--json")[0]["methods"]
    names = {m["name"]: m for m in found}
    check({"exact", "lp", "cfr", "cfr+", "dcfr", "pcfr+"} <= set(names) and
          any(p["name"] == "alpha" and p["default"] == "1.5" for p in names["dcfr"]["parameters"]),
          "methods and their parameters are listed", found)
    table = works("solve", "--method", "help")
    check(all(name in table for name in names), "also for people", table)


def strategies():
    text = works("solve", "kuhn", "--target", "1e-10")
    check("\nSeat 0:\n" in text and "\n  Q: pass 1 bet 0\n" in text and
          "\n  K pass bet: pass 0 bet 1\n" in text, "small games are told whole", text)
    sets = {(s["seat"], s["set"]): s["moves"] for s in solved("kuhn", "--target", "1e-10")["strategies"]}
    bluff, value, call = sets[0, "J"]["bet"], sets[0, "K"]["bet"], sets[0, "Q pass bet"]["bet"]
    check(len(sets) == 12 and abs(value - 3 * bluff) < 1e-6 and abs(call - bluff - 1 / 3) < 1e-6 and
          -1e-9 <= bluff <= 1 / 3 + 1e-9, "the first player's is one of the known family", sets)
    known = {"J pass": 1 / 3, "J bet": 0, "Q pass": 0, "Q bet": 1 / 3, "K pass": 1, "K bet": 1}
    check(all(abs(sets[1, k]["bet"] - v) < 1e-6 for k, v in known.items()), "the second's is the known one", sets)
    check("strategies" not in solved("leduc", "--iterations", "1"), "large ones are not told")
    long = solved("leduc", "--iterations", "1", "--strategies")["strategies"]
    check(len(long) == 936 and len({(s["seat"], s["set"]) for s in long}) == 936 and
          all(abs(sum(s["moves"].values()) - 1) < 1e-9 for s in long), "unless it is asked for")
    text = works("solve", "leduc", "--iterations", "1", "--strategies")
    check(text.count("\n  ") == 936, "as text, too")


def same_again():
    words = ["leduc", "--iterations", "500", "--seed", "5"]
    one = solved(*words)
    check(same(one, solved(*words)) and same(one, solved(*words, "--threads", "2")) and
          same(one, solved(*words, "--threads", "3")), "the same at any number of threads", one)
    check(same(solved("leduc", "--target", "1e-4"), solved("leduc", "--target", "1e-4", "--threads", "2")),
          "a run ends at the same iteration")


def wait_for(path, size=1):
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        if os.path.exists(path) and os.path.getsize(path) >= size:
            return True
        time.sleep(0.01)
    return False


def start(*words):
    return subprocess.Popen([PARLOR, "solve", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, env=ENV)


def signalled(number, *words):
    """Status, output and errors of a run that a signal ended; it comes again, later, where it
    came before the run had begun."""
    for delay in (0.2, 1, 5, 20):
        p = start(*words)
        time.sleep(delay)
        p.send_signal(number)
        out, err = p.communicate(timeout=TIMEOUT)
        if p.returncode != -number:
            break
    return p.returncode, out, err


def killed(folder):
    """kill -9 while it runs, three times over; what it comes to is as if it had never been."""
    path = os.path.join(folder, "killed.run")
    whole = solved("leduc", "--iterations", "30000")
    words = ["leduc", "--iterations", "30000", "--save", path]
    for times in range(3):
        p = start(*words, "--every", "0.001")
        wait_for(path)
        time.sleep(0.05)
        p.kill()
        p.communicate()
        words = ["--resume", path]
        check(run("solve", "--resume", path, "--iterations", "1", "--save",
                  os.path.join(folder, "copy%d.run" % times)).returncode in (0, 1),
              "what is there after kill -9 is whole (%d)" % times)
    o = solved("--resume", path, "--threads", "2")
    check(same(whole, o), "a run that was killed and resumed is one that was not", (whole, o))
    before = o["seconds"]["solving"]
    o = solved("--resume", path)
    check(same(whole, o) and o["seconds"]["solving"] == before, "one that is over stays over", o)
    o = solved("leduc", "--resume", path, "--iterations", "30001")
    check(o["iterations"] == 30001, "unless it is asked for more")
    with open(path, "r+b") as file:
        file.seek(500)
        byte = file.read(1)
        file.seek(500)
        file.write(bytes([byte[0] ^ 1]))
    fails(1, "solve", "--resume", path, says="the file is damaged")


def interrupted(folder):
    path = os.path.join(folder, "stopped.run")
    p = start("leduc", *LONG, "--save", path, "--json")
    wait_for(path)
    time.sleep(0.2)
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=TIMEOUT)
    o = json.loads(out)
    check(p.returncode == 130 and o["ended"] == "interrupted" and o["iterations"] > 1 and
          err == "parlor: interrupted before the run was over\n", "Ctrl-C tells what is there", err + out)
    again = solved("--resume", path, "--iterations", str(o["iterations"]), status=1)
    check(same(o, again), "and it was saved", (o, again))
    status, out, err = signalled(signal.SIGTERM, "leduc", *LONG)
    check(status == 143 and "Value to seat 0:" in out, "so does SIGTERM", err + out)


def watched():
    t = Terminal("solve", "leduc", *LONG, term="xterm")
    check(t.until(r"\r?.*[\d.]+ s, .* iterations \(.*/s\), exploitable .*, -0\.\d+ \.\. -0\.\d+"),
          "a line tells how it goes", t.text)
    os.write(t.fd, b"\x03")
    check(t.until("Value to seat 0:") and t.status() == 130, "Ctrl-C ends it")
    for columns in (30, 45):
        t = Terminal("solve", "leduc", *LONG, term="xterm", columns=columns)
        told = t.until(r"(\x1b\[K[\d.]+ s, [^\x1b]*){4}\x1b")
        os.write(t.fd, b"\x03")
        t.status()
        lines = re.findall(r"\x1b\[K([\d.]+ s, [^\x1b]*)(?=\x1b\[K)", told or "")
        check(len(lines) > 1 and all(len(line) < columns and re.search(r"iterations( \([^()]*/s\))?$|exploitable [\d.]+e-\d\d$", line)
                  for line in lines), "whole parts are left out in %d columns" % columns, lines)
    t = Terminal("exploit", "leduc", "ismcts(iterations=20000)", term="xterm")
    check(t.until("information sets: "), "exploit shows how far it is")
    os.write(t.fd, b"\x03")
    check(t.rest().endswith("\x1b[K"), "Ctrl-C wipes the line", t.text)
    t.status()


def files(folder):
    paths = {k: os.path.join(folder, "curve." + k) for k in ("svg", "csv", "policy", "run")}
    o = solved("kuhn", "--method", "dcfr", "--target", "1e-5", "--plot", paths["svg"], "--log", paths["csv"],
               "--policy", paths["policy"], "--save", paths["run"])
    check(sorted(os.listdir(folder)) == sorted(os.path.basename(p) for p in paths.values()),
          "the files are there, and nothing beside them", os.listdir(folder))
    svg = xml.etree.ElementTree.parse(paths["svg"]).getroot()
    texts = ["".join(e.itertext()) for e in svg.iter() if e.tag.endswith("text")]
    check(svg.tag == "{http://www.w3.org/2000/svg}svg" and
          {"kuhn(players=2,start=0)", "exploitability", "seconds of solving", "target 1e-05", "0.1"} <= set(texts) and
          any("dcfr" in t for t in texts), "the plot has title, axes and ticks", texts)
    lines = [line.split(",") for line in open(paths["csv"], encoding="ascii").read().splitlines()]
    check(lines[0][:3] == ["iterations", "seconds", "exploitability"] and
          [int(line[0]) for line in lines[1:]] == [p["iterations"] for p in o["curve"]] and
          float(lines[-1][2]) == o["exploitability"], "the log is the curve", lines[-1])
    with open(paths["svg"], encoding="utf-8") as file:
        drawn = file.read()
    for path in ("/nonexistent/x", folder):
        for option in ("--plot", "--log", "--policy", "--save"):
            fails(1, "solve", "kuhn", option, path, says="cannot write")
    check(open(paths["svg"], encoding="utf-8").read() == drawn, "what was there stays")
    solved("kuhn", "--iterations", "1", "--plot", paths["svg"])
    xml.etree.ElementTree.parse(paths["svg"])
    solved("rps", "--plot", paths["svg"])
    xml.etree.ElementTree.parse(paths["svg"])
    check(True, "curves of one point, or of none above 0, are drawn, too")
    works("solve", "rps", "--plot", paths["svg"])
    with open(paths["svg"], encoding="utf-8") as file:
        check("nothing to draw: the exploitability is 0" in file.read(), "an empty plot says why")


def statuses():
    r = run("solve", "leduc", "--target", "1e-12", "--iterations", "100")
    check(r.returncode == 1 and "Value to seat 0:" in r.stdout and
          re.match(r"parlor: the target 1e-12 was not reached: the exploitability is [\d.e-]+\n$", r.stderr),
          "a target that is not reached is 1, and all is told", r.stderr + r.stdout)
    solved("leduc", "--target", "1e-12", "--seconds", "0.05", status=1)
    solved("leduc", "--seconds", "0.01")
    solved("leduc", "--iterations", "3")
    solved("leduc", "--target", "0", "--iterations", "3", status=1)
    solved("kuhn", "--target", "0")
    solved("rps", "--target", "0")
    fails(2, "solve", "kuhn", "--seconds", "0", says="--seconds takes a number that is above 0")
    began = time.monotonic()
    o = solved("goofspiel(cards=4)", "--target", "1e-300", "--seconds", "0.5", status=1)
    took = time.monotonic() - began
    check(o["ended"] == "seconds" and o["iterations"] > 0, "seconds are all in all", took)


def too_large():
    r = run("solve", "battleship")
    check(r.returncode == 1 and "does not fit" in r.stderr and "--memory" in r.stderr and
          not r.stdout and r.stderr.count("\n") == 1, "a tree that is too large", r.stderr)
    fails(1, "solve", "leduc", "--memory", "100k", says="does not fit into the 102 kB")
    for memory in ("500M", "200M", "5M"):
        r = run("solve", "goofspiel(cards=5)", "--memory", memory)
        found = re.match(r"parlor: goofspiel does not fit into the ([\d.]+) MB of memory that it may take: by estimate it "
                         r"has [\d.e+]+ histories, which take (more than that|[\d.]+ [MG]B) while the tree is built; "
                         r".*--method deep samples it without a tree\n$", r.stderr)
        more = found and found[2].split()
        check(r.returncode == 1 and found and (more[0] == "more" or float(more[0]) *
              (1000 if more[1] == "GB" else 1) > float(found[1])), "what does not fit is larger", r.stderr)
    fails(1, "solve", "kuhn", "--memory", "10k", says="the tree takes ")
    fails(1, "solve", "leduc", "--memory", "1", says="does not fit")
    works("solve", "leduc", "--memory", "1.5G", "--iterations", "1")


def all_games():
    """Every game answers, whatever its size, soon and in a sentence."""
    for game in objects("games", "--json")[0]["games"]:
        r = run("solve", game["name"], "--seconds", "0.2", "--memory", "20M", "--json")
        lines = r.stderr.splitlines()
        good = (r.returncode == 0 and not lines and json.loads(r.stdout)) or \
               (r.returncode == 1 and len(lines) == 1 and lines[0].startswith("parlor: "))
        check(good, "parlor solve %s: status %d" % (game["name"], r.returncode), r.stderr + r.stdout)


def wrong(folder):
    path = os.path.join(folder, "kuhn.run")
    solved("kuhn", "--iterations", "5", "--seed", "3", "--method", "cfr", "--save", path)
    fails(2, "solve", says="solve needs a GAME")
    fails(2, "solve", "nogame", says="nogame")
    fails(2, "solve", "kuhn", "leduc", says="fewer words")
    fails(2, "solve", "kuhn", "--method", "dcrf", says="did you mean 'dcfr'?")
    fails(2, "solve", "kuhn", "--method", "exact(a=1)", says="exact takes no parameters")
    fails(2, "solve", "kuhn", "--method", "lp(x=1)", says="lp takes no parameters")
    fails(2, "solve", "kuhn", "--method", "dcfr(x=1)", says="dcfr has no parameter 'x'")
    fails(2, "solve", "kuhn", "--method", "xyzzy", says="'--method help' lists them")
    fails(2, "solve", "kuhn", "--method", "dcfr(alpha=x)", says="alpha")
    fails(2, "solve", "kuhn", "--method", "cfr(omega=1)", says="omega")
    for option in ("--target", "--seconds"):
        for bad in ("", "x", "-1", "1e999", "nan", "inf", "1e"):
            fails(2, "solve", "kuhn", option + "=" + bad, says="%s takes a number" % option)
    for bad in ("", "x", "0", "-1", "2X", "G", "1e3", "99999999999999999999"):
        fails(2, "solve", "kuhn", "--memory=" + bad, says="--memory takes a number of bytes")
    for bad in ("0", "x", "-5", "99999999999999999999"):
        fails(2, "solve", "kuhn", "--iterations=" + bad, says="--iterations takes a whole number")
    fails(2, "solve", "leduc", "--resume", path, says="is of kuhn")
    fails(2, "solve", "--resume", path, "--method", "cfr", says="leave --method away")
    fails(2, "solve", "--resume", path, "--seed", "4", says="was begun with seed 3")
    fails(1, "solve", "--resume", "/nonexistent/run", says="cannot read")
    fails(1, "solve", "--resume", folder, says="not a plain file")
    with open(path, "w", encoding="ascii") as file:
        file.write("something else\n" * 100)
    fails(1, "solve", "--resume", path, says="holds no run")


def shape(line):
    """A line but for how long it took and how far it came."""
    if re.match(r"(Tree|Positions|Best first moves): ", line) or "does not fit" in line:
        return line
    return re.sub(r"-?\d[\d.e+-]*( [kMG](?=B))?", "#", line.rstrip())


def page():
    """docs/solve.md shows what comes out, and names every method."""
    with open(os.path.join(ROOT, "docs", "solve.md"),
              encoding="utf-8") as file:
        text = file.read()
    shown = re.findall(r"^```console\n\$ (.*)\n((?:.*\n)*?)```$", text, re.M)
    check(len(shown) >= 4, "the page shows examples")
    for command, output in shown:
        r = run(*shlex.split(command)[1:])
        got = (r.stdout + r.stderr).splitlines()
        check(list(map(shape, got)) == list(map(shape, output.splitlines())), command, r.stdout + r.stderr)
    for method in objects("solve", "--method", "help", "--json")[0]["methods"]:
        check("`%s`" % method["name"] in text, "the page names " + method["name"])


def in_folder(part):
    with tempfile.TemporaryDirectory() as folder:
        part(folder)


for part in (values, without_secrets, constant_sums, programs, sampled, others, reports, strategies, same_again, statuses, watched, too_large, all_games, page):
    print("# " + part.__name__)
    part()
for part in (killed, interrupted, files, wrong):
    print("# " + part.__name__)
    in_folder(part)
finish()
