"""solve -- parlor solve: known values lie within the bounds that it proves, runs that were stopped
are resumed to the same result, and whatever it is given it answers in a sentence."""
import json
import os
import re
import shlex
import signal
import sys
import xml.etree.ElementTree

sys.dont_write_bytecode = True
from parlor_cli import (FOLDER, ROOT, Terminal, bytes_of, catches, check, end, fails, keep, objects, path, refuses, run, run_all,
                        skip, start, text_of, transcripts, until, works)

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
    o = solved(keep("large.efg", LARGE))
    check(o["lower"] == o["upper"] and abs(o["lower"] - 133810.59) < 1e-9, "large scores round and cancel", o)
    fails(1, "solve", "connect4", says="positions by estimate, and 2147 MB of memory hold at most")
    fails(1, "solve", "connect4(rows=5,cols=5)", "--seconds", "0.1", says="after 0.1 s there are ")
    refuses(["solve", "tictactoe"], ("--strategies", "it has no --strategies"),
            *((option, "x", "at one go") for option in ("--save", "--plot", "--log")))
    status, out, err = signalled(signal.SIGINT, "connect4(rows=5,cols=5)")
    check(status == 130 and not out and "nothing is known" in err, "Ctrl-C ends it", err + out)
    solved("tictactoe", "--policy", path("ttt.policy"))
    r = run("playout", "tictactoe", "--agents", "policy(file=%s),random" % path("ttt.policy"), "--games", "200", "--json")
    best = json.loads(r.stdout)["seats"][0] if r.returncode == 0 else {}
    check(best.get("mean", 0) > 0.7, "play by the policy mostly wins, and never loses", r.stderr + r.stdout)


def ten():
    """A game of two whose scores always add up to 10, worth 6 to the first."""
    return keep("ten.efg", 'EFG 2 R "" { "A" "B" }\np "" 1 1 "a" { "h" "t" } 0\n'
                'p "" 2 1 "b" { "h" "t" } 0\nt "" 1 "" { 8, 2 }\nt "" 2 "" { 4, 6 }\n'
                'p "" 2 1 "b" { "h" "t" } 0\nt "" 3 "" { 3, 7 }\nt "" 4 "" { 9, 1 }\n')


def constant_sums():
    told = solved(ten())
    check(6 - 1e-4 < told["lower"] <= 6 <= told["upper"] < 6 + 1e-4, "ten in all", told)
    told = objects("exploit", ten(), "random", "--json")[0]
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
        until(lambda: catches(t.pid, number))
        os.kill(t.pid, number)
        check("interrupted before the linear program was solved" in t.rest() and t.status() == 128 + number,
              "a linear program is interrupted", t.text)
    told = solved(ten(), "--method", "lp")
    check(abs(told["lower"] - 6) < 1e-9 and abs(told["upper"] - 6) < 1e-9, "ten in all, as a program", told)
    fails(1, "solve", "kuhn(players=3)", "--method", "lp", says="")


def sampled():
    """Without a tree: a policy, and nothing that is proven."""
    policy, saved, other = path("deep.policy"), path("deep.run"), path("other.policy")
    o = solved("kuhn", "--method", "deep", "--iterations", "20000", "--policy", policy)
    check(o["method"].startswith("deep-external(") and o["iterations"] == 20000 and
          o["information_sets"] == 12 and o["lower"] is None and o["exploitability"] is None,
          "what is known of a sampled run", o)
    works("playout", "kuhn", "--agents", "policy(file=%s)" % policy, "--games", "1000")
    solved("kuhn", "--method", "deep", "--iterations", "7000", "--save", saved)
    again = solved("--resume", saved, "--iterations", "20000", "--policy", other)
    check(again["iterations"] == 20000 and bytes_of(policy) == bytes_of(other), "stopped and resumed, it plays the same", again)
    again = solved("kuhn", "--method", "deep", "--iterations", "20000")
    check(again["information_sets"] == o["information_sets"] and again["bytes"] == o["bytes"], "the same again")
    o = solved("battleship", "--method", "deep", "--seconds", "0.3", "--memory", "50M")
    check(o["method"].startswith("deep-outcome(") and o["information_sets"] > 0, "a game of any size", o)
    o = solved("leduc", "--method", "deep", "--iterations", "10", "--policy", path("a b.policy"), "--games", "200")
    check(o["games"] == 400 and o["exploitability_at_least"] > 0.2, "games bound what is lost", o)
    refuses(["solve", "leduc"], ("--method", "deep", "--games", "9", "give --policy"),
            ("--games", "9", "--games are for --method deep"), ("--method", "deep(x=1)", "no parameter 'x'"),
            ("--method", "deep", "--memory", "10k", "at least 4 MB"),
            ("--method", "deep", "--target", "1e-3", "no --target can be proven"),
            *(("--method", "deep", option, "x", "a deep run") for option in ("--plot", "--log")))
    works("solve", "leduc", "--method", "deep-outcome(epsilon=0.3)", "--iterations", "100",
          has=["epsilon=0.3", "Nothing is proven"])
    sizes = [solved("liars_dice(dice=2)", "--method", "deep-outcome", "--iterations", "30000", "--memory", "4M", *more)
             for more in ([], ["--policy", path("p")])]
    check(all(o["full"] for o in sizes) and sizes[1]["bytes"] < 0.6 * 4 * 2 ** 20 and
          sizes[0]["bytes"] > 0.7 * 4 * 2 ** 20, "writing a policy counts as memory", [o["bytes"] for o in sizes])
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


def signalled(number, *words):
    """Status, output and errors of a run that a signal ended."""
    p = start("solve", *words)
    until(lambda: catches(p.pid, number))
    return end(p, number)


def killed():
    """kill -9 while it runs, three times over: the result is as if it had never been."""
    saved, before = path("killed.run"), b""
    words = ["leduc", "--save", saved]
    for times in range(3):
        p = start("solve", *words, *LONG, "--every", "0.001")
        until(lambda: os.path.exists(saved) and bytes_of(saved) != before)
        check(end(p, signal.SIGKILL)[0] == -signal.SIGKILL, "it is killed")
        words, before = ["--resume", saved], bytes_of(saved)
        r = run("solve", *words, "--iterations", "1", "--save", path("copy%d.run" % times), "--json")
        check(r.returncode in (0, 1), "what is there after kill -9 is whole (%d)" % times, r.stderr)
    most = str(json.loads(r.stdout)["iterations"] + 1000)
    whole = solved("leduc", "--iterations", most)
    o = solved("--resume", saved, "--iterations", most, "--threads", "2", status=1)  # short of the target
    check(same(whole, o), "a run that was killed and resumed is one that was not", (whole, o))
    before = o["seconds"]["solving"]
    o = solved("--resume", saved, status=1)
    check(same(whole, o) and o["seconds"]["solving"] == before, "one that is over stays over", o)
    o = solved("leduc", "--resume", saved, "--iterations", str(int(most) + 1), status=1)
    check(o["iterations"] == int(most) + 1, "unless it is asked for more")
    damaged = bytearray(bytes_of(saved))
    damaged[500] ^= 1
    fails(1, "solve", "--resume", keep("killed.run", bytes(damaged)), says="the file is damaged")


def interrupted():
    saved = path("stopped.run")
    p = start("solve", "leduc", *LONG, "--save", saved, "--json")
    until(lambda: os.path.exists(saved) and catches(p.pid, signal.SIGINT))
    status, out, err = end(p, signal.SIGINT)
    o = json.loads(out)
    check(status == 130 and o["ended"] == "interrupted" and o["iterations"] >= 1 and
          err == "parlor: interrupted before the run was over\n", "Ctrl-C tells what is there", err + out)
    again = solved("--resume", saved, "--iterations", str(o["iterations"]), status=1)
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


def files():
    os.mkdir(path("curves"))
    paths = {k: path("curves", "curve." + k) for k in ("svg", "csv", "policy", "run")}
    o = solved("kuhn", "--method", "dcfr", "--target", "1e-5", "--plot", paths["svg"], "--log", paths["csv"],
               "--policy", paths["policy"], "--save", paths["run"])
    check(sorted(os.listdir(path("curves"))) == sorted(os.path.basename(p) for p in paths.values()),
          "the files are there, and nothing beside them", os.listdir(path("curves")))
    svg = xml.etree.ElementTree.parse(paths["svg"]).getroot()
    texts = ["".join(e.itertext()) for e in svg.iter() if e.tag.endswith("text")]
    check(svg.tag == "{http://www.w3.org/2000/svg}svg" and
          {"kuhn(players=2,start=0)", "exploitability", "seconds of solving", "target 1e-05", "0.1"} <= set(texts) and
          any("dcfr" in t for t in texts), "the plot has title, axes and ticks", texts)
    lines = [line.split(",") for line in text_of(paths["csv"]).splitlines()]
    check(lines[0][:3] == ["iterations", "seconds", "exploitability"] and
          [int(line[0]) for line in lines[1:]] == [p["iterations"] for p in o["curve"]] and
          float(lines[-1][2]) == o["exploitability"], "the log is the curve", lines[-1])
    for words in (["kuhn", "--iterations", "1"], ["rps"]):  # a curve of one point, and one of none above 0
        solved(*words, "--plot", paths["svg"])
        xml.etree.ElementTree.parse(paths["svg"])
    check("nothing to draw: the exploitability is 0" in text_of(paths["svg"]), "an empty plot says why")


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
    o = solved("goofspiel(cards=4)", "--target", "1e-300", "--seconds", "0.2", status=1)
    check(o["ended"] == "seconds" and o["iterations"] > 0, "seconds end it", o)


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
        r = run("solve", game["name"], "--seconds", "0.05", "--memory", "20M", "--json")
        lines = r.stderr.splitlines()
        good = (r.returncode == 0 and not lines and json.loads(r.stdout)) or \
               (r.returncode == 1 and len(lines) == 1 and lines[0].startswith("parlor: "))
        check(good, "parlor solve %s: status %d" % (game["name"], r.returncode), r.stderr + r.stdout)


def wrong():
    saved = path("kuhn.run")
    solved("kuhn", "--iterations", "5", "--seed", "3", "--method", "cfr", "--save", saved)
    refuses(["solve"], ("solve needs a GAME",), ("nogame", "nogame"), ("leduc", "--resume", saved, "is of kuhn"),
            ("--resume", saved, "--method", "cfr", "leave --method away"), ("--resume", saved, "--seed", "4", "was begun with seed 3"))
    refuses(["solve", "kuhn", "--method"], ("dcrf", "did you mean 'dcfr'?"), ("exact(a=1)", "exact takes no parameters"),
            ("lp(x=1)", "lp takes no parameters"), ("dcfr(x=1)", "dcfr has no parameter 'x'"), ("xyzzy", "'--method help' lists them"),
            ("dcfr(alpha=x)", "alpha"), ("cfr(omega=1)", "omega"))
    refuses(["solve", "--resume"], (path("none.run"), "cannot read"), (FOLDER.name, "not a plain file"),
            (keep("kuhn.run", "something else\n" * 100), "holds no run"), status=1)


def shape(line):
    """A line but for how long it took and how far it came."""
    if re.match(r"(Tree|Positions|Best first moves): ", line) or "does not fit" in line:
        return line
    return re.sub(r"-?\d[\d.e+-]*( [kMG](?=B))?", "#", line.rstrip())


def page():
    """docs/solve.md shows what comes out, and names every method."""
    text = text_of(os.path.join(ROOT, "docs", "solve.md"))
    shown = list(transcripts(text))
    check(len(shown) >= 4, "the page shows examples")
    for command, output in shown:
        r = run(*shlex.split(command)[1:])
        got = (r.stdout + r.stderr).splitlines()
        check(list(map(shape, got)) == list(map(shape, output.splitlines())), command, r.stdout + r.stderr)
    for method in objects("solve", "--method", "help", "--json")[0]["methods"]:
        check("`%s`" % method["name"] in text, "the page names " + method["name"])


run_all(values, without_secrets, constant_sums, programs, sampled, others, reports, strategies, same_again, statuses, watched,
        too_large, all_games, page, killed, interrupted, files, wrong)
