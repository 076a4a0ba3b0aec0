"""files -- what the solvers' commands write: files are there whole or not at all, nothing is
replaced that was not meant to be, and a command that cannot write says why."""
import json
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from parlor_cli import ENV, PARLOR, TIMEOUT, bytes_of, check, end, fails, finish, run, skip, start, until, works

LONG = ["--target", "1e-300", "--seconds", "300"]  # until it is told to stop; cfr gets nowhere near


def solved(*words, status=0):
    r = run("solve", *words, "--json")
    check(r.returncode == status and r.stdout, "parlor solve %s ends with %d" % (" ".join(words), status),
          "status %d\n%s%s" % (r.returncode, r.stderr, r.stdout))
    return json.loads(r.stdout or "{}")


def writers(path):
    """Every command that replaces a file, told to write there."""
    return [("solve", "kuhn", "--policy", path), ("solve", "kuhn", "--save", path),
            ("solve", "tictactoe", "--policy", path), ("solve", "kuhn", "--method", "deep", "--iterations", "9", "--policy", path),
            ("exploit", "kuhn", "random", "--strategy", path), ("exploit", "kuhn", "random", "--response", path),
            ("policy", "purify", "kuhn.policy", "--output", path)]


def kinds():
    """Only a file is replaced; what it is not stays what it is."""
    os.mkfifo("pipe")
    os.mkdir("folder")
    with socket.socket(socket.AF_UNIX) as s:
        s.bind("socket")
    special = {"pipe": stat.S_ISFIFO, "folder": stat.S_ISDIR, "socket": stat.S_ISSOCK}
    try:
        os.mknod("device", stat.S_IFCHR | 0o666, os.makedev(1, 3))
        special["device"] = stat.S_ISCHR
    except OSError:
        skip("a device stays one", "only the superuser makes some")
    for name, is_it in special.items():
        for words in writers(name):
            fails(1, *words, says="cannot write '%s': it is a %s" % (name, name))
        check(is_it(os.lstat(name).st_mode), "the %s is still one" % name)
    for words in writers("-"):
        fails(2, *words, says="--%s takes the name of a file" % words[-2].strip("-"))
    fails(2, "policy", "ladder", "kuhn.policy", "--targets", "0.1", "--output", "-", says="--output")
    fails(1, "solve", "battleship", "--method", "deep", "--policy", "pipe", says="it is a pipe")
    for words in writers(""):
        fails(1, *words, says="cannot write ''")
    check(not os.path.exists("-") and not [n for n in os.listdir() if n.endswith(".part")],
          "and nothing else was made", os.listdir())


def pipes():
    """Text goes into a pipe, at once and whole."""
    os.mkfifo("text")
    for option, begins in (("--log", b"iterations,"), ("--plot", b"<svg")):
        p = subprocess.Popen(["cat", "text"], stdout=subprocess.PIPE)
        works("solve", "kuhn", option, "text")
        out = p.communicate(timeout=TIMEOUT)[0]
        check(begins in out and stat.S_ISFIFO(os.lstat("text").st_mode), "%s into a pipe" % option, out)


def links():
    os.mkdir("far")
    os.symlink("far/second", "first")
    os.symlink("target.policy", "far/second")
    for times in range(2):
        works("solve", "kuhn", "--policy", "first")
        check(os.path.islink("first") and os.path.islink("far/second") and
              os.path.isfile("far/target.policy") and not os.path.islink("far/target.policy") and
              sorted(os.listdir("far")) == ["second", "target.policy"],
              "a link stays a link (%d)" % times, os.listdir("far"))
        os.chmod("far/target.policy", 0o600)
    check(stat.S_IMODE(os.stat("far/target.policy").st_mode) == 0o600, "a file keeps its permissions")
    for mode in (0o640, 0o666, 0o755):
        os.chmod("far/target.policy", mode)
        works("exploit", "kuhn", "random", "--strategy", "far/target.policy")
        check(stat.S_IMODE(os.stat("far/target.policy").st_mode) == mode, "%o, too" % mode)
    with open("log.csv", "w", encoding="ascii"):
        os.chmod("log.csv", 0o600)
    works("solve", "kuhn", "--log", "log.csv")
    check(stat.S_IMODE(os.stat("log.csv").st_mode) == 0o600, "and text")
    os.umask(0o027)
    works("solve", "kuhn", "--policy", "new.policy")
    os.umask(0o022)
    check(stat.S_IMODE(os.stat("new.policy").st_mode) == 0o640, "a new one is as the mask has it")
    os.symlink("round", "round")
    fails(1, "solve", "kuhn", "--policy", "round", says="cannot write 'round'")


def goes_on():
    """A run that is over goes on if it is told anew when to end, and not else."""
    end = solved("leduc", "--target", "1e-3", "--save", "over.run")
    kept = bytes_of("over.run")

    def again(*words):
        with open("again.run", "wb") as file:
            file.write(kept)
        return solved("--resume", "again.run", *words)

    def same(a, b):
        return all(a[k] == b[k] for k in ("iterations", "lower", "upper", "nashconv", "values")) and \
            [p["exploitability"] for p in a["curve"]] == [p["exploitability"] for p in b["curve"]]

    check(again()["iterations"] == end["iterations"], "one that is over stays over")
    o = again("--target", "1e-6")
    check(same(o, solved("leduc", "--target", "1e-6")) and o["iterations"] > end["iterations"],
          "a target that is given anew is come to as if there had been no other", o["iterations"])
    o = again("--iterations", "2000")
    check(o["iterations"] == 2000 and o["ended"] == "iterations" and
          same(o, solved("leduc", "--iterations", "2000")), "beyond its target, to so many iterations", o["ended"])
    check(solved("--resume", "again.run")["ended"] == "iterations", "which is over then")
    o = again("--seconds", "0.05")
    check(o["iterations"] > end["iterations"] and o["ended"] == "seconds", "or for so long", o["iterations"])
    n = o["iterations"]
    o = solved("--resume", "again.run", "--seconds", "0.05")
    check(o["iterations"] > n and o["ended"] == "seconds", "and again", o["iterations"])
    o = again("--target", "1e-2")
    check(o["iterations"] == end["iterations"], "a target that is reached is reached")
    solved("leduc", "--iterations", "100", "--save", "few.run")
    o = solved("--resume", "few.run", "--target", "1e-3")
    check(same(o, end), "beyond its iterations, to a target", o["iterations"])
    solved("leduc", "--seconds", "0.02", "--target", "1e-12", "--save", "short.run", status=1)
    o = solved("--resume", "short.run", "--target", "1e-6")
    check(o["ended"] == "target" and o["exploitability"] <= 1e-6, "beyond its seconds", o["ended"])
    solved("leduc", "--method", "deep", "--iterations", "50", "--save", "deep.run")
    o = solved("--resume", "deep.run", "--seconds", "0.05")
    check(o["iterations"] > 50 and o["ended"] == "seconds", "one without a tree goes on, too", o)


def nothing_lost():
    """What is there is not replaced by a run that knows nothing of it."""
    works("solve", "kuhn", "--iterations", "5", "--save", "kuhn.run")
    for name in ("kuhn.run", "kuhn.policy"):
        before = bytes_of(name)
        fails(1, "solve", "leduc", "--iterations", "5", "--save", name, says="--resume")
        fails(1, "solve", "leduc", "--method", "deep", "--iterations", "5", "--save", name, says="--resume")
        if name != "kuhn.run":
            fails(1, "solve", "--resume", "kuhn.run", "--save", name, says="is there already")
        check(bytes_of(name) == before, "%s is as it was" % name)
    works("solve", "--resume", "kuhn.run", "--save", "./kuhn.run", "--iterations", "6")
    with open("empty.run", "wb"):
        works("solve", "kuhn", "--iterations", "5", "--save", "empty.run")
    os.symlink("kuhn.run", "link.run")
    names = ["--policy", "--log", "--plot", "--save"]
    for i, one in enumerate(names):
        for other in names[:i]:
            fails(2, "solve", "kuhn", one, "twice", other, "./twice", says="cannot both be")
        if one != "--save":
            before = bytes_of("kuhn.run")
            fails(2, "solve", "--resume", "kuhn.run", one, "link.run", says="cannot both be")
            fails(2, "solve", "--resume", "kuhn.run", "--save", "other.run", one, "kuhn.run", says="cannot both be")
            check(bytes_of("kuhn.run") == before, "the run is as it was")
    fails(2, "exploit", "kuhn", "random", "--strategy", "twice", "--response", "twice", says="cannot both be")
    fails(2, "policy", "ladder", "kuhn.policy", "--targets", "0.1,0.10000001", says="two rungs would be")
    check(not os.path.exists("twice") and not os.path.exists("kuhn-0.1.policy"), "nothing was written")


def overtaken():
    """Two that save to one place: one of them stops, and the other's file stays."""
    works("solve", "kuhn", "--iterations", "5", "--save", "other.run")
    for method in (["--method", "cfr", *LONG], ["--method", "deep", "--seconds", "300"]):
        p = start("solve", "leduc", *method, "--save", "shared.run", "--every", "0.05", "--json")
        until(lambda: os.path.exists("shared.run"))
        os.link("other.run", "beside")
        os.rename("beside", "shared.run")
        status, out, err = end(p)
        check(status == 1 and err.count("\n") == 1 and "was changed by somebody else" in err and
              json.loads(out)["ended"] == "overtaken", "it ends with a sentence, and all is told", err + out)
        check(bytes_of("shared.run") == bytes_of("other.run"), "the other's file is as it was")
        os.remove("shared.run")
    works("solve", "leduc", "--method", "cfr", "--iterations", "5", "--save", "both.run")
    p = start("solve", "--resume", "both.run", *LONG, "--every", "0.05")
    before = bytes_of("both.run")
    until(lambda: bytes_of("both.run") != before, unless=lambda: p.poll() is not None)
    r = run("solve", "--resume", "both.run", "--iterations", "9", "--target", "1000")
    if r.returncode:  # else it was the quicker one
        p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=TIMEOUT)
    check(sorted([p.returncode, r.returncode]) in ([0, 1], [1, 130]) and "was changed by somebody else" in err + r.stderr,
          "so does one of two that take up one run", err + r.stderr)
    p = start("solve", "leduc", "--method", "cfr", *LONG, "--save", "gone.run", "--every", "0.05")
    until(lambda: os.path.exists("gone.run"))
    os.remove("gone.run")
    until(lambda: os.path.exists("gone.run"))
    status, out, err = end(p, signal.SIGINT)
    check(status == 130 and os.path.exists("gone.run"), "a file that is removed is written again", err)


def left_over():
    """What dead processes left is removed by the next that writes the same file."""
    p = subprocess.Popen(["true"])
    p.wait()
    dead, alive = p.pid, os.getpid()
    mine = ["x.policy.%d-0.part" % dead, "x.policy.%d-7.part" % dead]
    others = ["x.policy.%d-0.part" % alive, "x.policy.%d-0" % dead, "x.policy.%d-0.partly" % dead,
              "x.policy.0-0.part", "y.policy.%d-0.part" % dead, "x.policy.%d-.part" % dead]
    for name in mine + others:
        with open(name, "wb"):
            pass
    works("solve", "kuhn", "--policy", "x.policy")
    there = set(os.listdir())
    check(not there & set(mine), "what dead processes left is gone", there)
    check(set(others) <= there, "and nothing else is", there)
    p = start("solve", "leduc", "--method", "cfr", *LONG, "--save", "k.run", "--every", "0.001")
    until(lambda: os.path.exists("k.run"))  # and most often the next one is being written
    end(p, signal.SIGKILL)
    solved("--resume", "k.run", "--iterations", "1", "--target", "1000")
    check([n for n in os.listdir() if n.startswith("k.run")] == ["k.run"], "after kill -9, too", os.listdir())


def limited(*words, out=subprocess.PIPE):
    """With files that may not grow beyond 100 bytes."""
    return subprocess.run([PARLOR, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, text=True,
                          env=ENV, timeout=TIMEOUT, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))


def full():
    """The reason is told, once, and what was there stays."""
    works("solve", "kuhn", "--policy", "old")
    before, there = bytes_of("old"), sorted(os.listdir())
    commands = [("analyse", "tictactoe", "--agent", "mcts(iterations=100)", "--dot", "old"), ("solve", "leduc", "--iterations", "9", "--policy", "old"), ("solve", "kuhn", "--log", "old"),
                ("solve", "kuhn", "--save", "no.run"), ("exploit", "kuhn", "random", "--strategy", "old"),
                ("policy", "purify", "kuhn.policy", "--output", "old"), ("policy", "ladder", "kuhn.policy", "--targets", "0.1"),
                ("export", "kuhn", "--output", "old"), ("export", "leduc", "--output", "old", "--format", "lp")]
    for words in commands:
        r = limited(*words)
        check(r.returncode == 1 and r.stderr.count("\n") == 1 and "File too large" in r.stderr,
              "parlor %s: the reason, once" % " ".join(words), "status %d\n%s" % (r.returncode, r.stderr))
    check(bytes_of("old") == before and sorted(os.listdir()) == there, "nothing was touched", os.listdir())
    for words in (("export", "kuhn"), ("export", "leduc"), ("export", "kuhn", "--format", "mps"), ("export", "kuhn", "--json"),
                  ("exploit", "kuhn", "random", "--json"), ("solve", "kuhn")):
        with open("out", "w", encoding="ascii") as out:
            r = limited(*words, out=out)
        check(r.returncode == 1 and r.stderr == "parlor: the output could not be written: File too large\n",
              "parlor %s > out: the reason, once" % " ".join(words), "status %d\n%s" % (r.returncode, r.stderr))


def names():
    """Names that are no UTF-8 are told as far as they can be."""
    name = b"k\xff\xc3.policy"
    with open(name, "wb") as file:
        file.write(bytes_of("kuhn.policy"))
    for words in (("exploit", name, "--json"), ("exploit", name, "--by", "random", "--games", "10", "--json"),
                  ("policy", "compare", name, "kuhn.policy", "--json"), ("policy", "compare", name, "kuhn.policy"),
                  ("policy", "ladder", name, "--targets", "0.1", "--json"), ("policy", "purify", name, "--json"),
                  ("export", "kuhn", "--output", b"e\xff", "--json"), ("solve", "kuhn", "--policy", b"s\xff", "--json"),
                  ("playout", "kuhn", "--agents", b"policy(file=" + name + b")", "--json")):
        r = subprocess.run([PARLOR, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV, timeout=TIMEOUT, check=False)
        try:
            good = r.returncode == 0 and not r.stderr and r.stdout.decode()
            good = good and ("--json" not in words or json.loads(good))
        except ValueError:
            good = False
        check(good, "parlor %s" % " ".join(w.decode("ascii", "replace") if isinstance(w, bytes) else w for w in words),
              "status %d\n%r%r" % (r.returncode, r.stderr, r.stdout))


for part in (kinds, pipes, links, goes_on, nothing_lost, overtaken, left_over, full, names):
    print("# " + part.__name__)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if part not in (goes_on, overtaken):
            works("solve", "kuhn", "--policy", "kuhn.policy")
        part()
        os.chdir("/")
finish()
