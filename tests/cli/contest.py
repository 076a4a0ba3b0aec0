"""contest -- parlor contest from outside: entries that play, and entries that crash, sleep, eat
memory, fork, cheat and lie; contests that are killed and go on."""
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from parlor_cli import ENV, PARLOR, ROOT, check, fails, finish, run

BOT = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else "build/tests/random_bot"
HERE = tempfile.mkdtemp(prefix="parlor-contest-")
EXAMPLE = os.path.join(ROOT, "examples")
ENV["PATH"] = "/usr/bin:/bin:" + ENV.get("PATH", "")

# A player whose move is an expression of the message; what else it does stands before.
PLAYER = """import json, sys
acts = games = 0
{before}
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": {protocol}, "name": "x"}}), flush=True)
    elif m["type"] == "start":
        games += 1
    elif m["type"] == "act":
        acts += 1
        legal = m["legal"]
        {deed}
        print(json.dumps({{"type": "move", "act": m["act"] + {late}, "move": {move}}}), flush=True)
    elif m["type"] == "ping":
        print(json.dumps({{"type": "pong", "id": m["id"]}}), flush=True)
    elif m["type"] == "bye":
        break
"""


def player(move="legal[0]", before="pass", deed="pass", protocol=1, late=0):
    return PLAYER.format(move=move, before=before, deed=deed, protocol=protocol, late=late)


def folder(name, **entries):
    """A folder of entries in Python, by their names."""
    path = os.path.join(HERE, name)
    os.makedirs(path, exist_ok=True)
    for entry, text in entries.items():
        with open(os.path.join(path, entry + ".py"), "w", encoding="utf-8") as file:
            file.write(text)
    return path


def contest(*words, status=0):
    r = run("contest", *words, "--json")
    try:
        told = json.loads(r.stdout)
    except ValueError:
        told = {"entries": [], "pools": [], "rounds": []}
    check(r.returncode == status and told["entries"], "parlor contest %s" % " ".join(words[1:]),
          r.stderr + r.stdout)
    return told


def by_name(told):
    return {e["name"]: e for e in told["entries"]}


def pairings(told):
    return [p for part in told["pools"] + told["rounds"] for p in part["pairings"]]


def games(told):
    return [g for p in pairings(told) for g in p["games"]]


GOOD = dict(first=player(), last=player("legal[-1]"), middle=player("legal[len(legal) // 2]"))
QUICK = ["--game", "tictactoe", "--games", "4", "--clock", "move=20s", "--secret", "s"]


def whole():
    place = folder("whole", **GOOD)
    shutil.copy(BOT, os.path.join(place, "chance"))
    told = contest(place, *QUICK, "--threads", "2", "--seed", "7")
    check(told["state"] == "over" and told["winner"] in by_name(told), "somebody wins", told["winner"])
    check(all(e["state"] == "plays" and e["faults"] == 0 for e in told["entries"]), "all play", told["entries"])
    check(sorted(e["place"] for e in told["entries"])[:2] == [1, 2], "and have places", told["entries"])
    check(len(told["pools"]) == 1 and len(told["pools"][0]["pairings"]) == 6 and
          [len(r["pairings"]) for r in told["rounds"]] == [2, 1], "one pool, two rounds", told["rounds"])
    check([r["name"] for r in told["rounds"]] == ["semi-finals", "final"], "which have names")
    for p in pairings(told):
        seats = [tuple(g["seats"]) for g in p["games"]]
        first, second = p["entries"]
        if seats.count((first, second)) != seats.count((second, first)) or \
                sum(p["points"]) != len(p["games"]) or p["played"] != p["of"]:
            check(False, "seats rotate and points add up", p)
            break
    else:
        check(True, "seats rotate and points add up")
    db = sqlite3.connect(os.path.join(place, "contest.db"))
    ids = [g["id"] for g in games(told)]
    check(len(set(ids)) == len(ids) == db.execute("SELECT count(*) FROM game").fetchone()[0],
          "every game is in the file, once", len(ids))
    name, state = db.execute("SELECT name, state FROM contest").fetchone()
    check(name == "whole" and json.loads(state) == told, "and the whole contest, as it was printed", state)
    check(told["commitment"] == hashlib.sha256(b"parlor contest s").hexdigest() and told["secret"] == "s",
          "the secret is told in the end, and its hash before", told["commitment"])
    check(all(g["hidden"] for g in games(told)) and told["settings"]["plies"] == 2, "hidden games begin with drawn moves")
    again = contest(place, *QUICK, "--seed", "7")
    check(again == told, "a contest that is over is told again, and nothing is played", again)
    check(db.execute("SELECT count(*) FROM game").fetchone()[0] == len(ids), "really nothing")
    text = run("contest", place, *QUICK, "--seed", "7").stdout
    check(all(w in text for w in ["Pool 1", "Semi-finals", "Final", "%s wins." % told["winner"], "secret was s"]),
          "in words, too", text)
    fails(2, "contest", place, *QUICK, "--seed", "8", says='its latest has "seed: 7", this one "seed: 8"')
    anew = contest(place, *QUICK, "--seed", "8", "--new", "--threads", "2")
    both = ids + [g["id"] for g in games(anew)]
    check(len(set(both)) == len(both) == db.execute("SELECT count(*) FROM game").fetchone()[0],
          "--new plays all of its games", both)
    check(db.execute("SELECT count(*) FROM contest").fetchone()[0] == 2, "beside the old contest")
    words = [row[0] for row in db.execute("SELECT words FROM tournament")]
    check(words and all(w.startswith("label: contest ") and "\nseed: hidden\n" in w for w in words),
          "seeds of hidden games are not told with their matches", words)
    db.close()


def same_twice():
    """Entries without chance come to the same on any number of threads."""
    told = []
    for i, threads in enumerate(["1", "4"]):
        place = folder("same%d" % i, **GOOD)
        told.append(contest(place, *QUICK, "--name", "same", "--threads", threads))
        for g in games(told[-1]):
            g.pop("id")
    check(told[0] == told[1], "the same seed and secret, the same contest", told)


def starts():
    place = folder("starts", first=player(), last=player("legal[-1]"))
    with open(os.path.join(place, "known.txt"), "w", encoding="utf-8") as file:
        file.write("b2\na1 c3\n")
    with open(os.path.join(place, "contest.toml"), "w", encoding="utf-8") as file:
        file.write('name = "starts"\ngame = "tictactoe"\ngames = 6\nopenings = "known.txt"\nknown = 4\nsecret = "x"\n'
                   'plies = 3\nprocesses = 16\n')
    told = contest(place)
    pool = told["pools"][0]["pairings"][0]
    check([g["hidden"] for g in pool["games"]] == [False] * 4 + [True] * 2, "known games, then hidden ones", pool)
    db = sqlite3.connect(os.path.join(place, "contest.db"))

    def opening(game, n):
        return [row[0] for row in db.execute("SELECT move FROM plies WHERE game = ? AND ply <= ? ORDER BY ply", (game, n))]
    lines = [opening(g["id"], 3) for g in pool["games"]]
    check(lines[0][:1] == lines[1][:1] == [4] and lines[2][:2] == lines[3][:2] == [6, 2], "known ones from the file", lines)
    final = told["rounds"][0]["pairings"][0]["games"]
    check(lines[4] == lines[5] and lines[4] != opening(final[4]["id"], 3), "hidden ones from elsewhere in each pairing", lines)
    db.close()
    matched = json.loads(run("match", "leduc", "a=first", "b=first", "--games", "4", "--seed", "5",
                             "--record", os.path.join(HERE, "m.db"), "--json").stdout)
    place = folder("deals", one=player(), two=player())
    told = contest(place, "--game", "leduc", "--games", "4", "--known", "4", "--seed", "5", "--secret", "s")

    def seeds(file, ids=None):
        db = sqlite3.connect(file)
        rows = db.execute("SELECT id, seed FROM game ORDER BY id").fetchall()
        db.close()
        return sorted(seed for i, seed in rows if ids is None or i in ids)
    mine = seeds(os.path.join(place, "contest.db"), {g["id"] for g in told["pools"][0]["pairings"][0]["games"]})
    check(matched["games"] == 4 and mine == seeds(os.path.join(HERE, "m.db")), "known deals are those of parlor match", mine)


BAD = dict(
    crasher=player(deed="sys.exit('no idea') if acts > 3 else 0"),
    sleeper=player(deed="__import__('time').sleep(60) if games > 4 else 0"),
    hog=player(deed="x = bytearray(10 ** 9)"),
    forker=player(deed="[__import__('subprocess').Popen(['sleep', '20']) for _ in range(24)] if acts == 1 else 0; "
                       "__import__('time').sleep(1)"),
    cheat=player("'z9' if acts > 2 else legal[0]"),
    liar=player(protocol=7),
    other=player(late=1),
    babbler=player(deed="print('thinking...', flush=True)"),
    mute="import sys\nfor line in sys.stdin: pass\n",
    absent="raise SystemExit(3)\n",
)
LIMITS = ["--memory", "500", "--processes", "8", "--start", "6000", "--clock", "move=3s"]


def left_over():
    """Processes that the forker has made and nobody has ended."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else []):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as file:
                found += [pid] if file.read() == b"sleep\0" + b"20\0" else []
        except OSError:
            pass
    return found


def faulty():
    before = left_over()
    place = folder("faulty", good=player(), fine=player("legal[-1]"), **BAD)
    told = contest(place, "--game", "tictactoe", "--games", "2", *LIMITS)
    entries = by_name(told)
    for name, says in [("crasher", "no idea"), ("sleeper", "no move came in time"), ("hog", "MemoryError"),
                       ("forker", "processes at once, more than its 8"), ("cheat", "'z9'"), ("liar", '"protocol":7'),
                       ("other", "when act 1 was open"), ("babbler", "it does not speak the protocol"),
                       ("mute", "its hello did not come within 6 s"), ("absent", "exit status 3")]:
        e = entries[name]
        check(e["state"] == "excluded" and says in e["why"] and e["place"] is None, "%s is excluded: %s" % (name, says), e)
    check(entries["good"]["state"] == entries["fine"]["state"] == "plays" and told["state"] == "over" and
          told["winner"] in ("good", "fine"), "the others go on", told)
    check([p for p in left_over() if p not in before] == [], "nothing is left running", left_over())
    r = run("contest", folder("sound", good=player()), "--game", "tictactoe", "--check")
    check(r.returncode == 0 and "All 1 entries can play" in r.stdout, "--check is content", r.stdout + r.stderr)
    place = folder("unsound", good=player(), liar=BAD["liar"])
    r = run("contest", place, "--game", "tictactoe", "--check", *LIMITS)
    check(r.returncode == 1 and "liar is excluded: it does not speak" in r.stdout and "1 of 2 entries cannot play" in r.stderr,
          "--check says who cannot play", r.stdout + r.stderr)
    check(not os.path.exists(os.path.join(place, "contest.db")), "and keeps nothing")


def out():
    """Faults in the midst of it cost only the offender."""
    marker = os.path.join(HERE, "later")
    moody = player(before="import os", deed="sys.exit(9) if os.path.exists(%r) else 0" % marker)
    place = folder("out", moody=moody, **GOOD)
    words = [place, "--game", "tictactoe", "--games", "2", "--faults", "2", "--secret", "s", "--clock", "move=20s"]
    r = run("contest", *words, "--check")
    check(r.returncode == 0, "well behaved in trials", r.stdout)
    program = subprocess.Popen([PARLOR, "contest", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV)
    seen = []
    for line in program.stdout:
        seen.append(line)
        if line.startswith("moody plays"):
            open(marker, "w", encoding="utf-8").close()
    program.wait()
    check(program.returncode == 0 and any(line.startswith("moody is out: it was at fault in 2 games") for line in seen),
          "too many faults put an entry out", "".join(seen))
    told = contest(*words)
    states = [p["state"] for p in pairings(told) if "moody" in p["entries"]]
    check(by_name(told)["moody"]["state"] == "out" and "walkover" in states and
          all(e["faults"] == 0 for n, e in by_name(told).items() if n != "moody"), "and the others win without a game", told)
    forfeits = [g for g in games(told) if g["how"] == "forfeit"]
    check(forfeits and all(g["by"] == "moody" and g["fault"] == "crash" for g in forfeits), "faults are told with games", forfeits)


def counts(place):
    """Games of the file, and how many of them are parts of matches twice."""
    db = sqlite3.connect("file:%s?mode=ro" % os.path.join(place, "contest.db"), uri=True, timeout=30)
    try:
        return db.execute("SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM part)").fetchone()
    except sqlite3.OperationalError:
        return (0, 0)
    finally:
        db.close()


def start(words):
    return subprocess.Popen([PARLOR, "contest", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV)


def wait_for(place, least, program):
    """Until so many games are in the file, or it has ended."""
    end = time.monotonic() + 60
    while program.poll() is None and time.monotonic() < end:
        if os.path.exists(os.path.join(place, "contest.db")) and counts(place)[0] >= least:
            return
        time.sleep(0.02)


def killed():
    slow = "__import__('time').sleep(0.01)"
    entries = dict(first=player(deed=slow), last=player("legal[-1]", deed=slow), middle=player("legal[len(legal) // 2]", deed=slow))
    words = ["--game", "tictactoe", "--games", "8", "--secret", "s", "--name", "k", "--threads", "2", "--clock", "move=20s"]
    place = folder("killed", **entries)
    stops = 0
    for least in (1, 12, 20):
        program = start([place, *words])
        wait_for(place, least, program)
        stops += program.poll() is None
        program.send_signal(signal.SIGKILL)
        program.communicate()
    check(stops >= 2, "it was killed in the midst of it", stops)
    program = start([place, *words])
    wait_for(place, counts(place)[0] + 1, program)
    program.send_signal(signal.SIGINT)
    out_, err = program.communicate()
    check(program.returncode in (0, 130) and "Pool 1" in out_, "Ctrl-C tells the standings so far", out_ + err)
    check(program.returncode == 0 or ("It is not over." in out_ and "the same command goes on" in err and
                                      "secret was" not in out_), "and how to go on, and no secret", out_ + err)
    told = contest(place, *words)
    played = counts(place)
    plain = contest(folder("plain", **entries), *words)
    for g in games(told) + games(plain):
        g.pop("id")
    check(told == plain, "it came to what it would have come to", (told, plain))
    check(played[0] == played[1] == len(games(told)), "no game is counted twice", played)


def alone():
    """A contest has one who runs it."""
    slow = player(deed="__import__('time').sleep(0.2)")
    place = folder("alone", a=slow, b=slow)
    program = start([place, *QUICK])
    wait_for(place, 0, program)
    while program.poll() is None and "contest" not in program.stdout.readline():
        pass
    fails(2, "contest", place, *QUICK, says="is being run by process %d" % program.pid)
    program.send_signal(signal.SIGTERM)
    program.communicate()
    check(program.returncode == 143, "SIGTERM ends it", program.returncode)


def tables():
    """At a table for four one entry has a seat and the other three, and the other way round."""
    place = folder("tables", first=player(), last=player("legal[-1]"))
    told = contest(place, "--game", "dominoes", "--games", "8", "--secret", "s")
    pool = told["pools"][0]["pairings"][0]
    seats = [g["seats"] for g in pool["games"]]
    one = pool["entries"][0]
    check(len(seats) == 8 and [s.count(one) for s in seats] == [1] * 4 + [3] * 4 and
          sorted(s.index(one) for s in seats[:4]) == [0, 1, 2, 3], "from every seat, both ways", seats)
    points = [0, 0]
    for g in pool["games"]:
        mean = [sum(x for x, who in zip(g["scores"], g["seats"]) if who == name) / g["seats"].count(name)
                for name in pool["entries"]]
        points[0] += 1 if mean[0] > mean[1] else 0.5 if mean[0] == mean[1] else 0
    check(pool["points"] == [points[0], 8 - points[0]], "points are by mean scores", pool["points"])


def few():
    one = contest(folder("one", a=player(), b=BAD["absent"]), *QUICK)
    check(one["winner"] == "a" and one["rounds"] == [] and games(one) == [], "one who plays wins", one)
    none = contest(folder("none", b=BAD["absent"]), *QUICK)
    check(none["winner"] is None and none["state"] == "over", "where nobody plays nobody wins", none)
    text = run("contest", os.path.join(HERE, "none"), *QUICK).stdout
    check("Nobody wins: no entry plays." in text, "which is said", text)


def names():
    """An entry is called as its games call it, whatever bytes its file is called by."""
    place = folder("names", **{"a\x01b": player(), "ä": player()})
    os.rename(os.fsencode(os.path.join(place, "ä.py")), os.path.join(os.fsencode(place), b"c\xff\xc3\xa4.py"))
    told = contest(place, *QUICK)
    check(set(by_name(told)) == {"a?b", "c?ä"}, "what is no text becomes '?'", list(by_name(told)))
    with sqlite3.connect(os.path.join(place, "contest.db")) as db:
        kept = {name for name, in db.execute("SELECT name FROM player")}
    db.close()
    check({"a?b", "c?ä"} <= kept, "in records, too", kept)
    fails(1, "contest", folder("long", **{"x" * 70: player()}), *QUICK, says="is too long: it may have 63 bytes")


def refusals():
    place = folder("refused", a=player())
    empty = folder("empty")
    for words, status, says in [
            ([os.path.join(HERE, "nowhere")], 1, "No such file"),
            ([os.path.join(place, "a.py")], 2, "is no folder"),
            ([place], 2, "needs a --game"),
            ([empty, "--game", "tictactoe"], 2, "has no entries"),
            ([place, "--game", "nim5"], 2, "nim5"),
            ([place, "--game", "pig(players=1)"], 2, ""),
            ([place, "--game", "tictactoe", "--deals", "old"], 2, "--deals"),
            ([place, "--game", "tictactoe", "--games", "0"], 2, "--games: games is a whole number from 1 to 1000"),
            ([place, "--game", "tictactoe", "--known", "12"], 2, "of 10 games 12 cannot be known"),
            ([place, "--game", "tictactoe", "--pools", "x"], 2, "--pools: pools is a whole number from 1 to 64"),
            ([place, "--game", "tictactoe", "--clock", "soon"], 2, "soon"),
            ([place, "--game", "tictactoe", "--plies", "9"], 2, "cannot begin with 9 drawn moves"),
            ([place, "--game", "leduc", "--plies", "2"], 2, "chance moves before"),
            ([place, "--game", "tictactoe", "--openings", "/nowhere"], 1, "No such file"),
            ([place, "--game", "tictactoe", "--secret", ""], 2, "a secret is one line"),
            ([place, "--game", "tictactoe", "--name", "x" * 80], 2, "the name of a contest"),
            ([place, "--game", "tictactoe", "--check", "--new"], 2, "--check keeps nothing"),
            ([place, "--game", "tictactoe", "--record", "/nowhere/x.db"], 1, "/nowhere/x.db")]:
        fails(status, "contest", *words, says=says)
    for text, says in [("gmae = 1\n", "'gmae' is no setting"), ("games = \"4\"\n", "games is a number, without quotes"),
                       ("game = 4\n", "game is a text, in quotes"), ("games\n", "line 1: a line is key"),
                       ("pools = 0\n", "pools is a whole number from 1 to 64")]:
        with open(os.path.join(empty, "contest.toml"), "w", encoding="utf-8") as file:
            file.write(text)
        fails(2, "contest", empty, says=says)
    os.remove(os.path.join(empty, "contest.toml"))
    with open(os.path.join(empty, "contest.json"), "w", encoding="utf-8") as file:
        file.write('{"game": "tictactoe", "games": 3.5}')
    fails(2, "contest", empty, says="games is a whole number")
    check(not os.path.exists(os.path.join(place, "contest.db")), "nothing was written", os.listdir(place))


def example():
    place = os.path.join(HERE, "example")
    shutil.copytree(EXAMPLE, place)
    told = contest(os.path.join(place, "contest"), "--games", "4", "--known", "2", "--threads", "2", "--clock", "move=20s")
    entries = by_name(told)
    check(entries["forgetful"]["state"] == "excluded" and "'d' is not" in entries["forgetful"]["why"],
          "the wrong one is found", entries["forgetful"])
    missing = ["forgetful"]
    if shutil.which("node", path=ENV["PATH"]) is None:
        missing.append("watchful")
    if subprocess.run(["perl", "-MJSON::PP", "-e", "1"], env=ENV, stderr=subprocess.DEVNULL, check=False).returncode:
        missing.append("leftmost")
    check(all((e["state"] == "plays") == (n not in missing) for n, e in entries.items()), "the others play", entries)
    check(told["winner"] in entries and told["winner"] not in missing, "one of them wins", told["winner"])


for part in (whole, same_twice, starts, faulty, out, killed, alone, tables, few, names, refusals, example):
    part()
shutil.rmtree(HERE, ignore_errors=True)
finish()
