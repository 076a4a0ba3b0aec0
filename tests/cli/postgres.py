"""postgres -- records in PostgreSQL, from outside: the same words, many processes, a server that goes away."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from parlor_cli import ENV, ROOT, TIMEOUT, check, end, fails, finish, objects, run, start, text_of, until, works
import with_postgres

if not with_postgres.programs() or with_postgres.somebody() is None:
    print("1..0 # SKIP PostgreSQL is not installed")
    sys.exit(0)

with_postgres.end_in_order()
FOLDER = tempfile.mkdtemp(prefix="parlor-pg-")
SERVER = with_postgres.Server(FOLDER)
ENV["XDG_DATA_HOME"] = os.path.join(FOLDER, "home")
os.mkdir(ENV["XDG_DATA_HOME"])


def sql(statement, database="postgres"):
    """The rows of the last answer, as texts."""
    r = subprocess.run([os.path.join(SERVER.bin, "psql"), "-qtAX", "-v", "ON_ERROR_STOP=1", "-c", statement,
                        SERVER.address(database)], capture_output=True, text=True, env=ENV, timeout=TIMEOUT, check=False)
    check(r.returncode == 0, "SQL: " + statement[:60], r.stderr) if r.returncode else None
    return r.stdout.splitlines()


def store(name):
    """The address of a new database."""
    sql("CREATE DATABASE " + name)
    return SERVER.address(name)


def same_words():
    """What parlor prints of a store is what it prints of a file that has the same games."""
    here, there = os.path.join(FOLDER, "same.db"), store("same")
    fails(1, "records", "list", "--file", there, says="has no records yet")
    for game in ("leduc", "skull", "phantom", "tictactoe"):
        works("playout", game, "--games", "15", "--record=" + there, "--seed", "4", has=["Recorded in " + there])
    works("playout", "pig", "--games", "5", "--agents", "random,first", "--record=" + there)
    lines = run("records", "export", "--file", there).stdout
    check(lines.count("\n") == 65, "every game is there")
    works("records", "import", "--file", here, stdin=lines, has=["65 games imported, as 1 to 65"])
    for words in (["list", "--limit", "500"], ["list", "--json", "--player", "first"], ["list", "--game", "skull"],
                  ["list", "--since", "2020-01-01"], ["list", "--ending", "aborted"], ["show", "3"], ["show", "9", "--json"],
                  ["replay", "16", "--seat", "0"], ["replay", "31", "--seat", "public", "--json"], ["stats"],
                  ["stats", "--game", "leduc", "--json"], ["export", "--format", "text"], ["export", "5", "7"],
                  ["verify"], ["verify", "--json"], ["resume"]):
        one, two = (run("records", *words, "--file", file) for file in (here, there))
        check(one.returncode == two.returncode == 0 and one.stdout.replace(here, there) == two.stdout,
              "records %s says the same of both" % " ".join(words), two.stderr + two.stdout)
    again = store("again")
    works("records", "import", "--file", again, stdin=lines, has=["65 games imported"])
    check(run("records", "export", "--file", again).stdout == lines, "what goes in comes out, byte for byte")
    r = run("records", "import", "--file", again, stdin=lines.replace('"ending":"rules"', '"ending":"bored"', 1))
    check(r.returncode == 1 and "nothing is imported" in r.stdout and sql("SELECT count(*) FROM game", "again") == ["65"],
          "all of an import, or nothing", r.stderr)
    fails(1, "records", "show", "999", "--file", there, says="there is no such game")
    ENV["PARLOR_RECORDS"] = there
    works("records", "list", has=["ENDED BY"])
    del ENV["PARLOR_RECORDS"]


def readable():
    """The views of docs/records.md, and its queries, are there, too."""
    page = text_of(os.path.join(ROOT, "docs", "records.md"))
    queries = re.search(r"```sql\n(.*?)```", page, re.S).group(1).split(";\n")
    for query in filter(str.strip, queries):
        check(sql(query, "same") or "fault" in query, "it answers: " + query.strip().splitlines()[0])
    told = objects("records", "show", "50", "--json", "--file", SERVER.address("same"))[0]["log"]
    moves = [row.split("|") for row in sql("SELECT seat, move FROM plies WHERE game = 50 ORDER BY ply", "same")]
    check([m[0] for m in moves] == [str(e["by"]) for e in told], "plies are rows", moves)
    line = ["show", "tictactoe"] + ["#" + m[1] for m in moves]
    check("The game is over." in run(*line).stdout, "and their numbers are the moves", line)


def untrue():
    """What somebody changes in the tables is found."""
    there = SERVER.address("again")
    for number, change, says in (
            (3, "UPDATE seat SET score = score + 1 WHERE game = 3 AND seat = 0", "scores"),
            (5, "UPDATE game SET seed = seed + 1 WHERE id = 5", "chance falls otherwise"),
            (25, "UPDATE game SET moves = set_byte(moves, 1, 255) WHERE id = 25", "not legal")):
        sql(change, "again")
        r = run("records", "verify", "--file", there)
        check(r.returncode == 1 and re.search("Game %d is wrong: .*%s" % (number, says), r.stdout), change, r.stdout)
    sql("DELETE FROM player WHERE name = 'first'", "again")
    fails(1, "records", "verify", "--file", there, says="5 rows of seat lead to no player")
    store("cake")
    sql("CREATE TABLE slices(n int)", "cake")
    fails(1, "playout", "kuhn", "--record=" + SERVER.address("cake"), says="is a database with other tables, but not one of Parlor's")
    sql("CREATE SCHEMA corner", "cake")
    works("playout", "kuhn", "--games", "3", "--record=" + SERVER.address("cake") + "&options=-csearch_path%3Dcorner")
    check(sql("SELECT count(*) FROM corner.game", "cake") == ["3"], "a schema of its own is enough")
    sql("UPDATE corner.parlor_records SET version = 99", "cake")
    fails(1, "records", "list", "--file", SERVER.address("cake") + "&options=-csearch_path%3Dcorner", says="of version 99")


def secrets():
    """Passwords are for the server alone, whatever is wrong."""
    word = "S3cret%40x"  # with a capital letter, which names of temporary folders have not
    good = SERVER.address("same").replace("parlor@", "parlor:%s@" % word)
    shown = SERVER.address("same")
    works("records", "stats", "--file", good)
    r = run("playout", "kuhn", "--games", "2", "--record=" + good)
    check("Recorded in " + shown + "\n" in r.stdout and "S3cret" not in r.stdout, "a password is not shown", r.stdout)
    works("ladder", "tictactoe", "--levels", "1-3", "--games", "2", "--record", good)
    for words, says in ((["ladder", "tictactoe", "--show", "--record", good], "known from " + shown + "\n"),
                        (["play", "tictactoe", "--record=" + good], "--record=" + shown)):
        r = run(*words)
        check(r.returncode == 0 and says in r.stdout and "S3cret" not in r.stdout + r.stderr, "nor by " + words[0],
              r.stdout + r.stderr)
    page = os.path.join(FOLDER, "report.html")
    for record in (["--record", good], ["--record=" + good]):
        r = run("match", "kuhn", "random", "first", "--games", "4", "--seed", str(len(record)), "--json", "--html", page, *record)
        told = text_of(page) + r.stdout + r.stderr
        check(r.returncode == 0 and "--record" in told and "S3cret" not in told, "nor in a report", r.stdout + r.stderr)
    for bad in (good.replace(FOLDER, "/none"), good.replace("/same?", "/nothing?"), good + "&password=S3cret",
                "postgresql://parlor:S3cret@x@localhost:1/same", "postgresql://parlor:S3/cret@localhost:1/same",
                "postgresql://parlor:S3cret@localhost:port/same", "postgresql://parlor:%zzS3cret@localhost/same",
                "postgresql://localhost:1/same?sslpassword=S3cret&%70assword=S3cret", "postgres://:S3cret@",
                "POSTGRESQL://parlor:S3cret@localhost/same", "postgresql://u:S3cret", "postgresql://S3cret@[::1/db"):
        for words in (["records", "list", "--file", bad], ["playout", "kuhn", "--games", "1", "--record=" + bad],
                      ["match", "kuhn", "random", "first", "--games", "4", "--record", bad, "--resume"]):
            r = run(*words)
            good_end = r.returncode == 0 or len(r.stderr.splitlines()) == 1
            check(good_end and "S3" not in r.stderr + r.stdout or "S3cret@[" in bad and r.returncode == 1,
                  "nor is it in " + " ".join(words)[:70], r.stderr + r.stdout)
    for bad in ("postgresql://ada:7777?7@localhost/same", "postgresql://ada:7777/7?7@localhost/same",
                "postgresql://ada:x?user=7777@localhost/same"):
        r = run("records", "list", "--file", bad)
        check(r.returncode == 1 and "77" not in r.stderr + r.stdout, "nor one with a question mark", r.stderr)


def rated():
    """Ladders and ratings are kept and made there, too."""
    there = store("rated")
    words = ["ladder", "tictactoe", "--levels", "1-3", "--games", "10", "--record", there]
    first = works(*words)
    check(works(*words, "--resume") == first, "a ladder is gone on with")
    works("ladder", "tictactoe", "--show", "--record", there, has=["2 very easy"])
    works("ratings", there, has=["level 2"])
    works("records", "verify", "--file", there, has=["all true"])


def begun(words, database):
    """A match that has saved its first games, and is held there."""
    p = start(*words)
    sql("DO $$ DECLARE n bigint := 0; BEGIN FOR i IN 1..10000 LOOP IF to_regclass('part') IS NOT NULL THEN"
        " EXECUTE 'SELECT count(*) FROM part' INTO n; END IF; EXIT WHEN n > 0; PERFORM pg_sleep(0.005); COMMIT;"
        " END LOOP; END $$", database)
    p.send_signal(signal.SIGSTOP)
    return p


def matches():
    """Matches go on where they were left, and belong to whoever plays them."""
    there = store("matches")
    words = ["match", "tictactoe", "mcts(iterations=200)", "random", "--games", "5000", "--seed", "7", "--record", there]
    alone = run(*words[:-2], "--json").stdout
    p = begun(words, "matches")
    r = run(*words, "--resume")
    check(r.returncode == 2 and "is being played by process %d" % p.pid in r.stderr, "the process that plays it is left alone", r.stderr)
    end(p, signal.SIGKILL)
    kept = int(sql("SELECT count(*) FROM part", "matches")[0])
    check(0 < kept < 5000, "it was killed in the middle", kept)
    until(lambda: sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == ["0"])
    out = json.loads(run(*words, "--resume", "--json").stdout or "{}")
    wanted = json.loads(alone)
    check([e["points"] if "points" in e else e for e in out.get("standings", out.get("entrants", []))] ==
          [e["points"] if "points" in e else e for e in wanted.get("standings", wanted.get("entrants", []))] and out,
          "resumed it comes to the same end", out)
    check(sql("SELECT count(*), count(DISTINCT n) FROM part", "matches") == ["5000|5000"], "no game counts twice")
    works("records", "verify", "--limit", "200", "--file", there, has=["200 games verified, all true"])


def gone():
    """The server is stopped in the middle of a match: one sentence, and --resume goes on."""
    there = store("gone")
    words = ["match", "tictactoe", "mcts(iterations=200)", "random", "--games", "5000", "--seed", "3", "--record", there]
    p = begun(words, "gone")
    SERVER.stop()
    status, out, err = end(p, signal.SIGCONT)
    check(status == 1 and len(err.splitlines()) == 1 and "the connection to the server was lost" in err,
          "a server that goes away is told of in a sentence", err + out)
    fails(1, "records", "list", "--file", there, says="failed")
    SERVER.start()
    works("records", "verify", "--limit", "200", "--file", there, has=["all true"])
    kept = int(sql("SELECT count(*) FROM game", "gone")[0])
    check(0 < kept < 5000 and kept == int(sql("SELECT count(*) FROM part", "gone")[0]) and 2 * kept == int(sql("SELECT count(*) FROM seat", "gone")[0]),
          "nothing is half written", kept)
    works(*words, "--resume", has=["Recorded in"])
    check(sql("SELECT count(*), count(DISTINCT n) FROM part", "gone") == ["5000|5000"], "and it goes on", kept)


def served():
    """The page's server keeps its games there, and its seats where this user's data lie."""
    there = store("served")
    p = start("serve", "--json", "--port", "0", "--records", there)
    port = json.loads(p.stdout.readline())["port"]
    base = "http://127.0.0.1:%d/api/" % port
    import urllib.request
    def ask(path, body=None):
        request = urllib.request.Request(base + path, data=json.dumps(body).encode() if body else None,
                                         headers={"Content-Type": "application/json"})
        return json.loads(urllib.request.urlopen(request, timeout=TIMEOUT).read())
    ask("tables", {"game": "kuhn", "seats": [{"kind": "agent", "agent": "random"}] * 2})
    until(lambda: ask("players"), "the players are listed")
    check(len(ask("records?find=AND")) == 1 and ask("records?find=nobody") == [], "and found by a part of a name",
          ask("records?find=AND"))
    end(p, signal.SIGTERM)
    seats = os.listdir(os.path.join(ENV["XDG_DATA_HOME"], "parlor"))
    check(any(name.startswith("postgresql---") and name.endswith(".seats") for name in seats), "seats are kept", seats)
    works("records", "verify", "--file", there, has=["1 game verified"])


try:
    SERVER.start()
    for part in (same_words, readable, untrue, secrets, rated, matches, gone, served):
        print("# " + part.__name__)
        part()
finally:
    SERVER.stop()
    shutil.rmtree(FOLDER, ignore_errors=True)
finish()
