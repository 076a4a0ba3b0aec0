"""records -- parlor records, and what playout keeps, from outside."""
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import parlor_cli
from parlor_cli import (ENV, PARLOR, ROOT, TIMEOUT, Terminal, check, end, fails, keep, objects, path, refuses, run, run_all, start,
                        text_of, until, works)

FILE = path("deep", "er", "records.db")
ENV["PARLOR_RECORDS"] = FILE
GAMES = ["leduc", "tictactoe", "skull", "phantom", "goofspiel(cards=4)"]


def sql(statement, file=FILE):
    return parlor_cli.sql(file, statement)


def recording():
    fails(1, "records", "list", says="no game has been recorded yet")
    for game in GAMES:
        works("playout", game, "--games", "20", "--record", has=["Recorded in " + FILE, "rules 20"])
    told = objects("playout", "pig", "--games", "10", "--record", "--agents", "random,first", "--json")[0]
    check(told.get("recorded") == FILE and told["endings"]["rules"] == 10, "playout tells where it kept them", told)
    check(sql("SELECT count(*) FROM games") == [(110,)], "every game is in the file")
    check(sql("PRAGMA journal_mode") == [("wal",)] and sql("PRAGMA application_id") == [(0x506c5263,)],
          "the file is in WAL mode and carries its mark")
    elsewhere = path("elsewhere.db")
    works("playout", "rps", "--games", "3", "--record=" + elsewhere)
    check(sql("SELECT count(*) FROM games", elsewhere) == [(3,)], "--record=FILE names another file")
    fast = run("playout", "leduc", "--games", "50").stdout
    check("Ended by" not in fast and "Recorded" not in fast, "without a referee nothing is told of one")
    one = objects("playout", "leduc", "--games", "300", "--clock", "move=10s", "--json")[0]
    two = objects("playout", "leduc", "--games", "300", "--clock", "move=10s", "--threads", "2", "--json")[0]
    check(one == two, "over the referee, too, threads change nothing", (one, two))
    late = objects("playout", "hex", "--games", "2", "--agents", "mcts(iterations=1000000),random", "--clock",
                   "game=1ms", "--json")[0]
    check(late["endings"]["forfeit"] == 2 and late["seats"][1]["wins"] == 2, "a clock that runs out forfeits", late)
    none = works("playout", "hex", "--games", "2", "--agents", "mcts(iterations=1000000),random", "--clock", "game=1ms",
                 "--on", "timeout=abort", has=["aborted 2"])
    check("nan" not in none, "games without scores have no mean", none)
    refuses(["playout", "leduc"], ("--clock", "soon", "a clock is written"), ("--on", "timeout=cry", "what is done about a fault"),
            ("--clock", "move=1s,move=2s", "a clock says move once"), ("--clock", "move=0", "a clock's move is not 0"),
            ("--record", "--trace", "--trace goes without"))
    fails(1, "playout", "leduc", "--record=" + path("no/such/folder.db"), says="unable to open")
    check(not os.path.exists(path("no")), "no folder is made for a file that is named")


def listing():
    works("records", "list", has=["ENDED BY", "pig("])
    ids = [o["id"] for o in objects("records", "list", "--json")]
    check(ids == list(range(91, 111)), "list shows the latest twenty", ids)
    skulls = objects("records", "list", "--game", "skull", "--limit", "500", "--json")
    check(len(skulls) == 20 and all(o["game"].startswith("skull(") for o in skulls), "by game", skulls)
    check(len(objects("records", "list", "--game", "tictactoe", "--limit", "3", "--json")) == 3, "by a foreign name")
    firsts = objects("records", "list", "--player", "first", "--json")
    check([o["id"] for o in firsts] == list(range(101, 111)), "by player", firsts)
    check(run("records", "list", "--ending", "aborted", "--json").stdout == "", "by ending")
    check(run("records", "list", "--ending", "under-way", "--json").stdout == "", "none is under way")
    check(run("records", "list", "--since", "2999-01-01", "--json").stdout == "", "by day")
    check(len(objects("records", "list", "--since", "2020-01-01T10:00:00", "--json")) == 20, "since a moment")
    refuses(["records"], ("list", "--since", "yesterday", "2026-11-16"), ("list", "--since", "2026-02-30", "no such day"),
            ("list", "--game", "chess", "chess"), ("burn", "there are list, show"))
    refuses(["records", "list", "--file"], (path("none.db"), "No such file"),
            (keep("cake", "no database " * 100), "not a database"), (tempfile.gettempdir(), "is a folder, not a file of records"), status=1)


def showing():
    works("records", "show", "1", has=["Game 1: leduc", "Seed: ", "Faults: illegal=forfeit", "chance", "Ended by: rules"])
    told = objects("records", "show", "1", "--json")[0]
    check(told["log"][0]["by"] == "chance" and len(told["players"]) == 2, "show --json is the record", told)
    refuses(["records", "show"], ("1", "--seat", "0", "--seat goes with replay"), ("the number of one game",),
            ("x", "by its number"))
    fails(1, "records", "show", "9999", says="there is no such game")


def same_view_same_bytes():
    """Two truths that look alike to seat 1, in which the other thinks, says and takes whatever: what replay
    prints for that seat, or for a spectator, is the same."""
    head = '{"parlor":1,"game":"%s","ending":"rules","scores":%s,"players":[{"name":"a","kind":"human","spec":"human"},' \
        '{"name":"b","kind":"human","spec":"human"}],"log":[%s]}\n'
    def ply(by, move, more=""):
        return '{"by":%s,"move":"%s"%s}' % (by, move, more)
    worlds = {
        "kuhn": [[ply('"chance"', card), ply('"chance"', "J"), ply(0, "bet", ',"ns":%d,"text":"I have the %s"' % (ns, card)),
                  ply(1, "pass")] for card, ns in (("K", 7), ("Q", 9000))],
    }
    for game, pair in worlds.items():
        file = path("worlds-%s.db" % game)
        lines = "".join(head % (game, "[1,-1]", ",".join(log)) for log in pair)
        works("records", "import", "--file", file, stdin=lines, has=["2 games imported"])
        for seat, same in (("1", True), ("public", True), ("0", False), ("full", False)):
            for form in ([], ["--json"]):
                one, two = (run("records", "replay", n, "--seat", seat, "--file", file, *form).stdout for n in "12")
                check(one and (one.replace("Game 1:", "Game 2:") == two) == same,
                      "%s: seat %s sees %s" % (game, seat, "no difference" if same else "the difference"), one + two)


def taken_back():
    """A game may end with fewer plies in its line than were played."""
    log = [{"by": i % 2, "move": m, "text": "try %d" % i} for i, m in enumerate(["a1", "b1", "a2", "b2", "c1"])]
    log += [{"back": n, "by": 0} for n in (4, 2, 0)] + [{"by": 0, "move": "c3", "text": "the last"}]
    text = json.dumps({"parlor": 1, "game": "tictactoe", "seed": "1", "takes_back": True, "ending": "aborted", "seat": -1,
                       "reason": "x", "log": log, "players": [{"name": "a", "kind": "human", "spec": "human"}] * 2})
    works("records", "import", "--file", path("back.db"), stdin=text + "\n", has=["1 game imported"])
    out = works("records", "replay", "1", "--file", path("back.db"), has=["1 of 1: seat 0: c3: the last"])
    check("try" not in out, "what was taken back is not replayed", out)


def replaying():
    """What replay prints for a seat is what its views say, and never more."""
    full = works("records", "replay", "1", "--seat", "full", has=["the start", "The game is over (rules)."])
    check(run("records", "replay", "1").stdout == full, "full is usual")
    for seat in ("0", "1", "public"):
        works("records", "replay", "1", "--seat", seat, has=["0 of ", "as "])
    cards = [e["move"] for e in objects("records", "show", "1", "--json")[0]["log"] if e["by"] == "chance"]
    public = run("records", "replay", "1", "--seat", "public").stdout.split("pot")[0]
    check(all(c not in public for c in cards[:2]), "a spectator sees no card dealt", public)
    fails(2, "records", "replay", "1", "--seat", "7", says="0..1, public, full or")
    for number in range(61, 65):  # phantom: the other's stones are hidden, and unnoticed plies
        moments = objects("records", "replay", str(number), "--seat", "0", "--json")
        noticed = [m for m in moments if m.get("mover") == 1 and "noticed" in m]
        check([m["moment"] for m in moments] == list(range(len(moments))), "moments are counted by what was noticed")
        check(len(moments) <= len(objects("records", "replay", str(number), "--json")) and
              all("move" not in m for m in moments), "a seat is told what it noticed", noticed)
    same_view_same_bytes()
    taken_back()
    t = Terminal("records", "replay", "1")
    t.until(r"q: quit\] ")
    for word, sees in (("\n", "1 of "), ("\n", "2 of "), ("b\n", "1 of "), ("e\n", "The game is over"), ("s\n", "0 of "),
                       ("3\n", "3 of "), ("77\n", "moments 0 to"), ("hm\n", "words in brackets")):
        os.write(t.fd, word.encode())
        text = t.until(r"q: quit\] ")
        check(text is not None and sees in text, "at a terminal %r leads to %r" % (word, sees), text)
    os.write(t.fd, b"q\n")
    check(t.status() == 0, "and q ends it")


def exchanging():
    lines, text = run("records", "export").stdout, run("records", "export", "--format", "text").stdout
    check(lines.count("\n") == 110, "a game is a line of JSON")
    check(text.count("[Game ") == 110 and "1. chance:" in text, "or tags and numbered moves")
    for name, body in (("all.jsonl", lines), ("all.txt", text)):
        works("records", "import", keep(name, body), "--file", path(name + ".db"), has=["110 games imported, as 1 to 110"])
        check(run("records", "export", "--file", path(name + ".db")).stdout == lines, name + ": the same lines again")
        check(run("records", "export", "--format", "text", "--file", path(name + ".db")).stdout == text,
              name + ": the same text again")
    check(run("records", "export", "3", "5").stdout.splitlines() ==
          [lines.splitlines()[2], lines.splitlines()[4]], "export takes numbers")
    told = objects("records", "import", "--file", path("pipe.db"), "--json", stdin=lines)[0]
    check(told["imported"] == 110 and told["first"] == 1 and told["last"] == 110, "import reads a pipe", told)
    bad = lines.splitlines()
    bad[4] = bad[4].replace('"seed":"', '"seed":"1', 1)
    bad[7] = bad[7][:-20]
    broken = keep("broken.jsonl", "\n".join(bad) + "\n")
    r = run("records", "import", broken, "--file", path("none.db"))
    check(r.returncode == 1 and "broken.jsonl, line 5: " in r.stderr and "line 8: this is no JSON" in r.stderr and
          "nothing is imported" in r.stdout, "a file with faults is left out, and they are told by line", r.stderr + r.stdout)
    check(sql("SELECT count(*) FROM game", path("none.db")) == [(0,)], "nothing of it is there")
    r = run("records", "import", broken, "--some", "--file", path("some.db"))
    check(r.returncode == 1 and "108 games imported" in r.stdout, "--some takes the rest", r.stdout)
    tags = text.replace("chance:", "chance:X", 1)
    r = run("records", "import", keep("broken.txt", tags), "--file", path("none.db"))
    line = tags[:tags.index("chance:X")].count("\n") + 1
    check(r.returncode == 1 and "line %d: ply 1, 'X" % line in r.stderr, "text is told by its line", r.stderr)
    fails(1, "records", "import", path("missing.jsonl"), says="No such file")


def verifying():
    works("records", "verify", has=["110 games verified, all true"])
    check(objects("records", "verify", "--json", "--game", "skull") == [{"games": 20, "wrong": 0}], "verify --json")
    harmed = path("harmed.db")
    shutil.copy(path("all.jsonl.db"), harmed)
    for number, change in ((3, "UPDATE seat SET score = score + 1 WHERE game = 3 AND seat = 0"),
                           (5, "UPDATE game SET seed = seed + 1 WHERE id = 5"),
                           (25, "UPDATE game SET moves = CAST(x'00ff' || substr(moves, 3) AS BLOB) WHERE id = 25")):
        sql(change, harmed)
        r = run("records", "verify", "--file", harmed)
        check(r.returncode == 1 and "Game %d is wrong: " % number in r.stdout, "verify finds it: " + change, r.stdout)
    r = run("records", "verify", "--file", harmed)
    check("110 games verified, 3 wrong" in r.stdout, "and counts what is wrong", r.stdout)
    r = run("records", "export", "25", "--file", harmed)
    check(r.returncode == 1 and not r.stdout and "game 25: ply 1" in r.stderr, "what is wrong is not exported", r.stderr)
    fails(1, "records", "replay", "25", "--file", harmed, says="game 25: ply 1")


def adding_up():
    works("records", "stats", has=["MEAN SCORE", "95 %", "FAULTS"])
    rows = objects("records", "stats", "--game", "leduc", "--json")
    scores = [s for pair in sql("SELECT score FROM seats JOIN games ON seats.game = id WHERE games.game LIKE 'leduc%'")
              for s in pair]
    mean = sum(scores) / len(scores)
    wide = 2.022690920 * (sum((s - mean) ** 2 for s in scores) / (len(scores) - 1) / len(scores)) ** 0.5
    check(len(rows) == 1 and rows[0]["scored"] == 40 and abs(rows[0]["mean"] - mean) < 1e-9 and
          abs(rows[0]["half_width_95"] - wide) < 1e-6, "mean and interval are those of the scores", (rows, mean, wide))
    check(rows[0]["wins"] + rows[0]["draws"] + rows[0]["losses"] == 40, "every place is won, drawn or lost", rows)
    pig = objects("records", "stats", "--game", "pig", "--json")
    check([r["player"] for r in pig] == ["first", "random"] and all(r["games"] == 10 for r in pig), "by player", pig)


def readable_by_sql():
    told = objects("records", "show", "21", "--json")[0]
    moves = sql("SELECT seat, move FROM plies WHERE game = 21")
    check(len(moves) == len(told["log"]) and [m[0] for m in moves] == [e["by"] for e in told["log"]],
          "plies are rows to plain SQL", moves)
    line = ["show", "tictactoe"] + ["#%d" % m[1] for m in moves]
    check("The game is over." in run(*line).stdout, "and their numbers are the moves", line)


def documented():
    """docs/records.md: its queries run, its two examples are read, its table names every column."""
    text = text_of(os.path.join(ROOT, "docs", "records.md"))
    for query in re.search(r"```sql\n(.*?)```", text, re.S).group(1).split(";\n"):
        if query.strip():
            rows = sql(query)
            check(rows or "fault" in query, "it answers: " + query.strip().splitlines()[0], rows)
    spelled = re.search(r"```text\n(.*?)```", text, re.S).group(1)
    works("records", "import", keep("page.txt", spelled), "--file", path("page.db"), has=["1 game imported"])
    line = re.search(r"```json\n(.*?)```", text, re.S).group(1)
    works("records", "import", keep("page.jsonl", line), "--file", path("page.db"), has=["1 game imported, as 2 to 2"])
    for name, columns in re.findall(r"^\| `(\w+)` \|[^|]*\| (`.*`) \|$", text, re.M):
        own = [row[1] for row in sql("PRAGMA table_info(%s)" % name)]
        check(re.findall(r"`(\w+)`", columns) == own, "the columns of %s are told" % name, own)


def full_disks():
    """A file that may not grow: one sentence, nothing half written, whatever the threads."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    for threads in ("1", "2"):
        file = path("full%s.db" % threads)
        r = subprocess.run([PARLOR, "playout", "kuhn", "--games", "200000", "--threads", threads, "--record=" + file],
                           env=ENV, text=True, capture_output=True, timeout=TIMEOUT, restore_signals=False,
                           preexec_fn=limit, check=False)
        check(r.returncode == 1 and len(r.stderr.splitlines()) == 1 and file in r.stderr and not r.stdout,
              "a disk that is full is told of in a sentence, with %s thread(s)" % threads, r.stderr + r.stdout)
        works("records", "verify", "--file", file, has=["all true"])
    lines, file = run("records", "export", "1").stdout * 20000, path("full3.db")
    works("records", "import", "--file", file, stdin="")
    r = subprocess.run([PARLOR, "records", "import", "--some", "--file", file], input=lines, env=ENV, text=True,
                       capture_output=True, timeout=TIMEOUT, restore_signals=False, preexec_fn=limit, check=False)
    check(r.returncode == 1 and len(r.stderr.splitlines()) == 1 and "nothing is imported" in r.stdout and
          sql("SELECT count(*) FROM game", file) == [(0,)], "and ends an import, of which nothing is kept", r.stderr + r.stdout)


def usual_places():
    data = path("data")
    env = dict(ENV, XDG_DATA_HOME=data)
    del env["PARLOR_RECORDS"]
    subprocess.run([PARLOR, "playout", "rps", "--games", "2", "--record"], env=env, check=True, capture_output=True)
    check(sql("SELECT count(*) FROM game", os.path.join(data, "parlor", "records.db")) == [(2,)],
          "XDG_DATA_HOME says where records are kept")
    del env["XDG_DATA_HOME"]
    env["HOME"] = path("home")
    subprocess.run([PARLOR, "playout", "rps", "--games", "2", "--record"], env=env, check=True, capture_output=True)
    check(sql("SELECT count(*) FROM game", os.path.join(path("home"), ".local/share/parlor/records.db")) == [(2,)],
          "or else they are under HOME")


def resuming():
    """A player's process is killed in the middle of a game: it is there, and goes on."""
    file = path("resume.db")
    text = '{"parlor":1,"game":"tictactoe","seed":"1","players":[{"name":"a","kind":"random","spec":"random"},' \
        '{"name":"b","kind":"first","spec":"first"}],"ending":"under way","log":[{"by":0,"move":"%s"}]}'
    move = objects("show", "tictactoe", "--json")[0]["position"]["legal"][0]
    works("records", "import", keep("resume.jsonl", text % move), "--file", file)
    works("records", "resume", "--file", file, has=["1  mnk(", "b (first)"])
    works("records", "resume", "1", "--file", file, has=["Game 1 is over (rules)."])
    works("records", "verify", "--file", file, has=["1 game verified"])
    check(run("records", "resume", "--file", file).stdout == "", "nothing is left to resume")
    fails(1, "records", "resume", "1", "--file", file, says="is over")
    human = (text % move).replace('"kind":"first","spec":"first"', '"kind":"human","spec":"human"')
    works("records", "import", keep("human.jsonl", human), "--file", file)
    fails(1, "records", "resume", "2", "--file", file, says="parlor play --resume=2")
    mark = path("mark")  # somebody's record would like to run something
    foul = (text % move).replace('"spec":"random"', '"spec":" process(cmd=\\"touch %s\\")"' % mark)
    works("records", "import", keep("foul.jsonl", foul), "--file", file)
    fails(1, "records", "resume", "3", "--file", file, says="which --trust would run")
    check(not os.path.exists(mark), "no program of a record is run unasked")
    run("records", "resume", "3", "--trust", "--file", file)
    check(os.path.exists(mark), "but it is with --trust")


def interrupted_by(what):
    file = path("interrupted%d.db" % what)
    p = start("playout", "connect4", "--games", "100000000", "--record=" + file)
    until(lambda: sql("SELECT id FROM game LIMIT 1", file))
    status, out, err = end(p, what)
    told = re.search(r"interrupted; (\d+) games are recorded", err)
    check(status == 128 + what and told and not out, "%s ends a run, and tells what was kept" % what.name, err)
    check(told and sql("SELECT count(*) FROM game", file)[0][0] == int(told.group(1)), "which is there", err)


def read_only():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "a %41?.db")
        run("playout", "kuhn", "--games", "3", "--record=" + file)
        program = shutil.copy(PARLOR, folder)
        os.chmod(file, 0o444)
        os.chmod(folder, 0o555)
        other = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        r = subprocess.run([program, "records", "list", "--json", "--file", file], capture_output=True, text=True,
                           env=ENV, timeout=TIMEOUT, check=False, **other)
        os.chmod(folder, 0o755)
    check(r.returncode == 0 and len(r.stdout.splitlines()) == 3, "a file that can only be read", r.stderr)
    file = path("mine.db")
    told = run("play", "kuhn", "--record=" + file, stdin="quit\n").stdout
    check("'parlor play --record=%s --resume=1'" % file in " ".join(told.split("\n")), "how to go on names the file", told)
    works("records", "list", "--file", file, "--player", "nobody", has=["No such game is in " + file])


def interrupted():
    for what in (signal.SIGINT, signal.SIGTERM):
        interrupted_by(what)


run_all(recording, listing, showing, replaying, exchanging, verifying, adding_up, readable_by_sql, documented, full_disks,
        usual_places, resuming, read_only, interrupted)
