"""mpi -- matches, leagues and tuning under mpirun: the results of one process, whatever happens.

    tests/arena/mpi.py PARLOR TRIAL

Ranks are more than this machine has cores.  What the messages say is tested without MPI, in ranks.c.
"""
import glob
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

from parlor_cli import ENV, PARLOR, check, finish, run, skip

MPIRUN = shutil.which("mpirun")
# MPI keeps memory to its end; what leaks of ours, ranks.c finds.
MPI_ENV = dict(ENV, OMPI_MCA_btl_base_warn_component_unused="0",
               ASAN_OPTIONS=ENV.get("ASAN_OPTIONS", "") + ":detect_leaks=0")
PREFIX = ["--oversubscribe", "--allow-run-as-root"]
# A program that always plays the last of its moves.  Before its twentieth it waits for as long as a file
# says "all" or names a process that it is a child of, and leaves another file beside that.
LAST = r"""
import json, os, sys, time
acts, gate = 0, sys.argv[1]
def held():
    text, pid = open(gate).read() if os.path.exists(gate) else "", os.getpid()
    while pid > 1 and str(pid) != text:
        pid = int(open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split()[1])
    return text == "all" or pid > 1
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print('{"type":"hello","protocol":1,"name":"last"}', flush=True)
    elif said["type"] == "ping":
        print(json.dumps({"type": "pong", "id": said["id"]}), flush=True)
    elif said["type"] == "act":
        acts += 1
        if acts == 20 and held():
            open("%s.%d" % (gate, os.getpid()), "w").close()
            while held():
                time.sleep(0.01)
        print(json.dumps({"type": "move", "act": said["act"], "move": said["numbers"][-1]}), flush=True)
    elif said["type"] == "bye":
        break
"""
LEDUC = ["match", "leduc", "rollout(iterations=200)", "random"]


def start(ranks, *words, recovery=False, program=PARLOR):
    more = ["--enable-recovery"] if recovery else []
    return subprocess.Popen([MPIRUN, *PREFIX, *more, "-n", str(ranks), program, *words], env=MPI_ENV,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)


def ended(p):
    p.out, p.err = p.communicate(timeout=100)
    return p


def spread(ranks, *words, **more):
    return ended(start(ranks, *words, **more))


def results(text):
    """What is in a report of JSON, without what depends on the clock."""
    def plain(x):
        if isinstance(x, dict):
            return {k: plain(v) for k, v in x.items() if k not in ("run", "nanoseconds", "recorded")}
        return [plain(v) for v in x] if isinstance(x, list) else x
    try:
        return plain(json.loads(text))
    except ValueError:
        return None


def same(ranks, *words, what):
    alone = run(*words, "--json")
    many = spread(ranks, *words, "--json")
    report = results(many.out)
    check(many.returncode == 0 and report is not None and report == results(alone.stdout),
          "%s on %d ranks is that of one process" % (what, ranks), many.err + many.out)
    return many


def games(path):
    """The games of the match in a file, by their numbers, without times."""
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT part.n, game.seed, game.moves, group_concat(seat.player || ':' || "
                          "ifnull(seat.score, '-')) FROM part JOIN game ON game.id = part.game JOIN seat "
                          "ON seat.game = game.id GROUP BY part.n ORDER BY part.n").fetchall()
    return rows


def rank_processes(p, ranks):
    """Which process is which rank, when all are there."""
    for _ in range(1200):  # a minute; processes cannot be waited for that others start
        found = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open("/proc/%s/stat" % pid, encoding="utf-8") as f:
                    if int(f.read().rsplit(")", 1)[1].split()[1]) != p.pid:
                        continue
                with open("/proc/%s/environ" % pid, "rb") as f:
                    for word in f.read().split(b"\0"):
                        if word.startswith(b"OMPI_COMM_WORLD_RANK="):
                            found[int(word.split(b"=")[1])] = int(pid)
            except OSError:
                continue
        if len(found) == ranks:
            return found
        time.sleep(0.05)
    return {}


def wait_until(happened):
    """Look until it has happened, for a minute; other programs tell in files alone."""
    for _ in range(3000):
        if happened():
            return True
        time.sleep(0.02)
    return False


def kept_games(path):
    try:
        with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as db:
            return db.execute("SELECT count(*) FROM part").fetchone()[0]
    except sqlite3.Error:
        return 0


def last_player(folder):
    """LAST as an agent, and the file that it waits for."""
    player, gate = os.path.join(folder, "last.py"), os.path.join(folder, "gate")
    with open(player, "w", encoding="utf-8") as file:
        file.write(LAST)
    return 'process(cmd="/usr/bin/python3 %s %s")' % (player, gate), gate


def write_gate(gate, text):
    with open(gate + "-new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(gate + "-new", gate)


def kill_one(folder, rank, path, words, **more):
    """Kill one of three ranks in the middle of a game, when games of others are in the file."""
    gate = last_player(folder)[1]
    write_gate(gate, "all")
    p = start(3, *words, "--threads", "1", **more)
    ranks = rank_processes(p, 3)
    held = wait_until(lambda: len(glob.glob(gate + ".*")) == 3)
    time.sleep(0.6)  # the first game after half a second has those that wait in memory saved
    write_gate(gate, str(ranks.get(rank)))
    kept = wait_until(lambda: kept_games(path) > 0)
    check(held and kept and ranks, "three ranks play", "%s %s %s" % (held, kept, ranks))
    if ranks:
        os.kill(ranks[rank], signal.SIGKILL)
    for name in glob.glob(gate + "*"):
        os.remove(name)
    return ended(p)


def equal_results(folder):
    same(1, *LEDUC, "--games", "600", what="a match")
    same(4, *LEDUC, "--games", "600", "--threads", "2", what="a match of two threads each")
    many = same(3, "league", "tictactoe", "random", "first", "rollout(iterations=5)", "--games", "60",
                what="a league")
    check(json.loads(many.out)["run"]["ranks"] == 3, "the report says how many ranks there were")
    same(2, "league", "leduc(players=3)", "random", "first", "rollout(iterations=5)", "rollout(iterations=2)",
         "--games", "30", "--format", "swiss", "--ratings", "all", what="a Swiss league with all ratings")
    same(2, "match", "kuhn", "random", "first", "--games", "400", "--luck=auto", what="a match without luck")
    same(3, "match", "tictactoe", "rollout(iterations=20)", "rollout(iterations=5)", "--games", "100000",
         "--sprt", "elo0=0,elo1=40", what="a sequential test")
    many = same(3, "match", "leduc", last_player(folder)[0], "random", "--games", "60",
                 "--threads", "2", what="a match of a program")
    check(not json.loads(many.out)["standings"][0]["faults"], "and the program makes no fault", many.out)
    same(3, "tune", "leduc", "rollout(iterations=5)", "--param", "iterations=1:20", "--games", "160",
         "--final", "100", what="tuning")


def bad_input(folder):
    p = spread(3, "match", "nosuch", "random", "random")
    check(p.returncode == 2 and p.err.count("there is no game 'nosuch'") == 1 and not p.out,
          "what is wrong is said once", p.err)
    p = spread(2, "match", "leduc", "random", "nobody", "--record", os.path.join(folder, "no.db"))
    check(p.returncode == 2 and p.err.count("parlor: ") == 1, "an agent that there is not is refused",
          p.err)
    p = spread(2, "--version")
    check(p.returncode == 0 and p.out.count("parlor ") == 1, "other commands are run once", p.out)
    lonely = os.path.join(folder, "parlor")
    shutil.copy(PARLOR, lonely)
    p = spread(3, "match", "leduc", "random", "random", program=lonely)
    check(p.returncode == 2 and p.err.count("parlor: ") == 1 and "built without MPI" in p.err and not p.out,
          "a parlor without MPI says so, once, and plays nothing", p.err + p.out)


def killed_rank(folder):
    path, whole = os.path.join(folder, "killed.db"), os.path.join(folder, "whole.db")
    words = ["match", "leduc", last_player(folder)[0], "random", "--games", "300", "--json", "--record"]
    alone = run(*words, whole, "--threads", "2")
    p = kill_one(folder, 2, path, [*words, path], recovery=True)
    check(p.returncode == 0 and results(p.out) == results(alone.stdout),
          "a rank that is killed changes no result", p.err)
    check("1 of 3 processes was lost" in p.err, "it is reported", p.err)
    check(games(path) == games(whole), "every game is in the file once, as one process plays it")


def interrupted(folder):
    path = os.path.join(folder, "stopped.db")
    p = start(3, *LEDUC, "--games", "10000000", "--json", "--record", path)
    wait_until(lambda: kept_games(path) >= 50)
    p.send_signal(signal.SIGINT)
    ended(p)
    report = results(p.out)
    check(p.returncode != 0 and report and 0 < report["games"] < 10000000 and "interrupted; --resume" in p.err,
          "Ctrl-C prints the standings so far", p.out + p.err)


def killed_leader(folder):
    path = os.path.join(folder, "again.db")
    words = ["match", "leduc", last_player(folder)[0], "random", "--games", "300", "--json", "--record", path]
    kill_one(folder, 0, path, words)
    p = spread(2, *words, "--resume")
    check(p.returncode == 0 and results(p.out) == results(run(*words[:-2], "--threads", "2").stdout),
          "after a dead leader --resume ends as if nothing had been", p.err)
    numbers = [row[0] for row in games(path)]
    check(numbers == list(range(300)), "no game is missing, none is there twice")


def main():
    if not MPIRUN or not os.path.exists(os.path.join(os.path.dirname(PARLOR), "parlor-mpi")):
        skip("matches on many processes", "this build has no MPI")
        finish()
    with tempfile.TemporaryDirectory() as folder:
        equal_results(folder)
        bad_input(folder)
        killed_rank(folder)
        killed_leader(folder)
        interrupted(folder)
    finish()


main()
