"""contest -- parlor contest from outside: entries that play, and entries that crash, sleep, eat
memory, fork, cheat and lie; contests that are killed and go on."""
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
from parlor_cli import ENV, ROOT, check, end, fails, keep, objects, path, refuses, run, run_all, sql, start, until
from parlor_player import player, slow_while

BOT = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else "build/tests/random_bot"
ENV["PATH"] = "/usr/bin:/bin:" + ENV.get("PATH", "")


def folder(name, **entries):
    """A folder of entries in Python, by their names; None is a copy of a quick player that draws its moves."""
    os.makedirs(path(name), exist_ok=True)
    for entry, text in entries.items():
        if text is None:
            shutil.copy(BOT, path(name, entry))
        else:
            keep(name + "/" + entry + ".py", text)
    return path(name)


def contest(*words):
    told = objects("contest", *words, "--json")[0]
    return told if "entries" in told else {"entries": [], "pools": [], "rounds": []}


def ask(place, statement):
    return sql(os.path.join(place, "contest.db"), statement)


def by_name(told):
    return {e["name"]: e for e in told["entries"]}


def pairings(told):
    return [p for part in told["pools"] + told["rounds"] for p in part["pairings"]]


def games(told):
    return [g for p in pairings(told) for g in p["games"]]


GOOD = dict(first=player(), last=player("legal[-1]"), middle=player("legal[len(legal) // 2]"))
QUICK = ["--game", "tictactoe", "--games", "4", "--clock", "move=20s", "--secret", "s"]


def whole():
    place = folder("whole", first=None, last=None, middle=None, chance=None)
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
    ids = [g["id"] for g in games(told)]
    count = "SELECT count(*) FROM game"
    check(len(set(ids)) == len(ids) == ask(place, count)[0][0], "every game is in the file, once", len(ids))
    name, state = ask(place, "SELECT name, state FROM contest")[0]
    check(name == "whole" and json.loads(state) == told, "and the whole contest, as it was printed", state)
    check(told["commitment"] == hashlib.sha256(b"parlor contest s").hexdigest() and told["secret"] == "s",
          "the secret is told in the end, and its hash before", told["commitment"])
    check(all(g["hidden"] for g in games(told)) and told["settings"]["plies"] == 2, "hidden games begin with drawn moves")
    again = contest(place, *QUICK, "--seed", "7")
    check(again == told, "a contest that is over is told again, and nothing is played", again)
    check(ask(place, count) == [(len(ids),)], "really nothing")
    text = run("contest", place, *QUICK, "--seed", "7").stdout
    check(all(w in text for w in ["Pool 1", "Semi-finals", "Final", "%s wins." % told["winner"], "secret was s"]),
          "in words, too", text)
    fails(2, "contest", place, *QUICK, "--seed", "8", says='its latest has "seed: 7", this one "seed: 8"')
    anew = contest(place, *QUICK, "--seed", "8", "--new", "--threads", "2")
    both = ids + [g["id"] for g in games(anew)]
    check(len(set(both)) == len(both) == ask(place, count)[0][0], "--new plays all of its games", both)
    check(ask(place, "SELECT count(*) FROM contest") == [(2,)], "beside the old contest")
    words = [row[0] for row in ask(place, "SELECT words FROM tournament")]
    check(words and all(w.startswith("label: contest ") and "\nseed: hidden\n" in w for w in words),
          "seeds of hidden games are not told with their matches", words)


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
    place = folder("starts", first=None, last=None)
    keep("starts/known.txt", "b2\na1 c3\n")
    keep("starts/contest.toml", 'name = "starts"\ngame = "tictactoe"\ngames = 6\nopenings = "known.txt"\nknown = 4\n'
         'secret = "x"\nplies = 3\nprocesses = 16\n')
    told = contest(place)
    pool = told["pools"][0]["pairings"][0]
    check([g["hidden"] for g in pool["games"]] == [False] * 4 + [True] * 2, "known games, then hidden ones", pool)

    def opening(game, n):
        return [row[0] for row in ask(place, "SELECT move FROM plies WHERE game = %d AND ply <= %d ORDER BY ply" % (game, n))]
    lines = [opening(g["id"], 3) for g in pool["games"]]
    check(lines[0][:1] == lines[1][:1] == [4] and lines[2][:2] == lines[3][:2] == [6, 2], "known ones from the file", lines)
    final = told["rounds"][0]["pairings"][0]["games"]
    check(lines[4] == lines[5] and lines[4] != opening(final[4]["id"], 3), "hidden ones from elsewhere in each pairing", lines)
    objects("match", "leduc", "a=first", "b=first", "--games", "4", "--seed", "5", "--record", path("m.db"), "--json")
    place = folder("deals", one=None, two=None)
    told = contest(place, "--game", "leduc", "--games", "4", "--known", "4", "--seed", "5", "--secret", "s")
    played = {g["id"] for g in told["pools"][0]["pairings"][0]["games"]}
    mine = sorted(seed for i, seed in ask(place, "SELECT id, seed FROM game") if i in played)
    theirs = [seed for seed, in sql(path("m.db"), "SELECT seed FROM game ORDER BY seed")]
    check(len(theirs) == 4 and mine == theirs, "known deals are those of parlor match", mine)


BAD = dict(
    crasher=player(deed="sys.exit('no idea') if acts > 3 else 0"),
    hog=player(deed="x = bytearray(10 ** 9)"),
    forker=player(deed="[__import__('subprocess').Popen(['sleep', '20']) for _ in range(24)]; time.sleep(60)"),
    cheat=player("'z9' if acts > 2 else legal[0]"),
    liar=player(protocol=7),
    other=player(late=1),
    babbler=player(deed="print('thinking...', flush=True)"),
    absent="raise SystemExit(3)\n",
)
LIMITS = ["--memory", "500", "--processes", "8", "--start", "60000", "--clock", "move=50s"]


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


def is_excluded(e, name, says):
    check(e["state"] == "excluded" and says in e["why"] and e["place"] is None, "%s is excluded: %s" % (name, says), e)


def late():
    """However slow the machine is, these alone are not slower."""
    for name, text, limit, says in [
            ("sleeper", player(deed="time.sleep(60) if games > 4 else 0"), ["--clock", "move=700ms"], "no move came in time"),
            ("mute", "import sys\nfor line in sys.stdin: pass\n", ["--start", "300"], "its hello did not come within ")]:
        is_excluded(contest(folder("late " + name, **{name: text}), "--game", "tictactoe", *limit)["entries"][0], name, says)


def faulty():
    before = left_over()
    place = folder("faulty", good=player(), fine=player("legal[-1]"), **BAD)
    told = contest(place, "--game", "tictactoe", "--games", "2", *LIMITS)
    entries = by_name(told)
    for name, says in [("crasher", "no idea"), ("hog", "MemoryError"), ("forker", "processes at once, more than its 8"),
                       ("cheat", "'z9'"), ("liar", '"protocol":7'), ("other", "when act 1 was open"),
                       ("babbler", "it does not speak the protocol"), ("absent", "exit status 3")]:
        is_excluded(entries[name], name, says)
    check(entries["good"]["state"] == entries["fine"]["state"] == "plays" and told["state"] == "over" and
          told["winner"] in ("good", "fine"), "the others go on", told)
    check([p for p in left_over() if p not in before] == [], "nothing is left running", left_over())
    r = run("contest", folder("sound", good=player()), "--game", "tictactoe", "--check")
    check(r.returncode == 0 and "All 1 entries can play" in r.stdout, "--check is content", r.stdout + r.stderr)
    place = folder("unsound", good=player(), liar=BAD["liar"])
    r = run("contest", place, "--game", "tictactoe", "--check", *LIMITS)
    check(r.returncode == 1 and "liar is excluded: it does not speak" in r.stdout and "1 of 2 entries cannot play" in r.stderr,
          "--check names the entry that cannot play", r.stdout + r.stderr)
    check(not os.path.exists(os.path.join(place, "contest.db")), "and keeps nothing")


def out():
    """Faults in the midst of it cost only the offender: a program that fails once it has been started oftener than by
    trials."""
    count, bound = path("count"), path("bound")
    moody = player(before="with open(%r, 'a') as file: file.write('.')\nstarted = os.path.getsize(%r)" % (count, count),
                   deed="sys.exit(9) if os.path.exists(%r) and started > os.path.getsize(%r) else 0" % (bound, bound))
    place = folder("out", moody=moody, **GOOD)
    words = [place, "--game", "tictactoe", "--games", "2", "--faults", "2", "--secret", "s", "--clock", "move=20s"]
    r = run("contest", *words, "--check")
    check(r.returncode == 0, "well behaved in trials", r.stdout)
    keep("bound", "." * 2 * os.path.getsize(count))
    r = run("contest", *words)
    check(r.returncode == 0 and "\nmoody is out: it was at fault in 2 games" in r.stdout, "too many faults put an entry out", r.stdout)
    told = contest(*words)
    states = [p["state"] for p in pairings(told) if "moody" in p["entries"]]
    check(by_name(told)["moody"]["state"] == "out" and "walkover" in states and
          all(e["faults"] == 0 for n, e in by_name(told).items() if n != "moody"), "and the others win without a game", told)
    forfeits = [g for g in games(told) if g["how"] == "forfeit"]
    check(forfeits and all(g["by"] == "moody" and g["fault"] == "crash" for g in forfeits), "faults are told with games", forfeits)


def counts(place):
    """Games of the file, and parts of matches."""
    return (ask(place, "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM part)") or [(0, 0)])[0]


def stopped(place, words, number):
    """Start the contest, or go on with it, and end it when more games are in the file: status, stdout, stderr."""
    had = counts(place)[0]
    program = start("contest", place, *words)
    until(lambda: counts(place)[0] > had, unless=lambda: program.poll() is not None)
    return end(program, number)


def killed():
    deed = slow_while(path("slowly"), 0.05, after=4)
    entries = dict(first=player(deed=deed), last=player("legal[-1]", deed=deed), middle=player("legal[len(legal) // 2]", deed=deed))
    words = ["--game", "tictactoe", "--games", "8", "--secret", "s", "--name", "k", "--threads", "2", "--clock", "move=20s"]
    place = folder("killed", **entries)
    keep("slowly", "")
    for _ in range(2):
        status, out_, err = stopped(place, words, signal.SIGKILL)
        check(status == -signal.SIGKILL, "it is killed in the midst of it", out_ + err)
    status, out_, err = stopped(place, words, signal.SIGINT)
    check(status == 130 and "Pool 1" in out_, "Ctrl-C prints the standings so far", out_ + err)
    check("It is not over." in out_ and "the same command goes on" in err and "secret was" not in out_,
          "and how to go on, and no secret", out_ + err)
    os.remove(path("slowly"))
    told = contest(place, *words)
    played = counts(place)
    plain = contest(folder("plain", **entries), *words)
    for g in games(told) + games(plain):
        g.pop("id")
    check(told == plain, "it ends as it would have ended", (told, plain))
    check(played[0] == played[1] == len(games(told)), "no game is counted twice", played)


def alone():
    """One process runs a contest."""
    place = folder("alone", a=player(deed="time.sleep(5)"))
    program = start("contest", place, *QUICK)
    while program.poll() is None and "contest" not in program.stdout.readline():
        pass
    fails(2, "contest", place, *QUICK, says="is being run by process %d" % program.pid)
    check(end(program, signal.SIGTERM)[0] == 143, "SIGTERM ends it")


def tables():
    """At a table for four one entry has a seat and the other three, and the other way round."""
    place = folder("tables", first=None, last=None)
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
    one = contest(folder("one", a=None, b=BAD["absent"]), *QUICK)
    check(one["winner"] == "a" and one["rounds"] == [] and games(one) == [], "the only entry that plays wins", one)
    none = contest(folder("none", b=BAD["absent"]), *QUICK)
    check(none["winner"] is None and none["state"] == "over", "where nobody plays nobody wins", none)
    text = run("contest", path("none"), *QUICK).stdout
    check("Nobody wins: no entry plays." in text, "which is said", text)


def names():
    """An entry is called as its games call it, whatever bytes its file is called by."""
    place = folder("names", **{"a\x01b": player(), "ä": player()})
    os.rename(os.fsencode(os.path.join(place, "ä.py")), os.path.join(os.fsencode(place), b"c\xff\xc3\xa4.py"))
    told = contest(place, *QUICK)
    check(set(by_name(told)) == {"a?b", "c?ä"}, "what is no text becomes '?'", list(by_name(told)))
    kept = {name for name, in ask(place, "SELECT name FROM player")}
    check({"a?b", "c?ä"} <= kept, "in records, too", kept)
    fails(1, "contest", folder("long", **{"x" * 70: player()}), *QUICK, says="is too long: it may have 63 bytes")


def refusals():
    place, empty = folder("refused", a=player()), folder("empty")
    ttt = [place, "--game", "tictactoe"]
    refuses(["contest"], (path("nowhere"), "No such file"), (*ttt, "--openings", "/nowhere", "No such file"),
            (*ttt, "--record", "/nowhere/x.db", "/nowhere/x.db"), status=1)
    refuses(["contest"], (place + "/a.py", "is no folder"), (place, "needs a --game"), (place, "--game", "nim5", "nim5"),
            (empty, "--game", "tictactoe", "has no entries"), (place, "--game", "pig(players=1)", ""),
            (place, "--game", "leduc", "--plies", "2", "chance moves before"))
    refuses(["contest", *ttt], ("--deals", "old", "--deals"), ("--games", "0", "--games: games is a whole number from 1 to 1000"),
            ("--known", "12", "of 10 games 12 cannot be known"), ("--pools", "x", "--pools: pools is a whole number from 1 to 64"),
            ("--clock", "soon", "soon"), ("--plies", "9", "cannot begin with 9 drawn moves"),
            ("--secret", "", "a secret is one line"), ("--name", "x" * 80, "the name of a contest"),
            ("--check", "--new", "--check keeps nothing"))
    for file, text, says in [("toml", "gmae = 1\n", "'gmae' is no setting"), ("toml", "games = \"4\"\n", "games is a number, without quotes"),
                             ("toml", "game = 4\n", "game is a text, in quotes"), ("toml", "games\n", "line 1: a line is key"),
                             ("toml", "pools = 0\n", "pools is a whole number from 1 to 64"),
                             ("json", '{"game": "tictactoe", "games": 3.5}', "games is a whole number")]:
        written = keep("empty/contest." + file, text)
        fails(2, "contest", empty, says=says)
        os.remove(written)
    check(os.listdir(place) == ["a.py"], "nothing was written", os.listdir(place))


def example():
    shutil.copytree(os.path.join(ROOT, "examples"), path("example"))
    told = contest(path("example", "contest"), "--games", "2", "--known", "2", "--threads", "2", "--clock", "move=20s")
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


run_all(whole, same_twice, starts, faulty, late, out, killed, alone, tables, few, names, refusals, example)
