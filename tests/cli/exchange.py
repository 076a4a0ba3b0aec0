"""exchange -- parlor export, and games from .efg files wherever a game may stand."""
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from parlor_cli import (ROOT, Terminal, check, end, fails, finish, objects, plain, run, start, text_of, transcripts, until,
                        works)

HORSE = os.path.join(ROOT, "examples", "horse.efg")


def formats(folder):
    works("export", "kuhn", has=["EFG 2 R \"kuhn(players=2,start=0)\"", '{ "pass" "bet" } 0\n'])
    works("export", "kuhn", "--format", "lp", has=["Minimize\n value: v\n", "End\n"])
    works("export", "kuhn", "--format", "mps", has=["ROWS\n N value\n", "ENDATA\n"])
    for form in ("efg", "lp", "mps"):
        path = os.path.join(folder, "kuhn." + form)
        text = works("export", "kuhn", "--format", form)
        check(works("export", "kuhn", "--format", form, "--output", path) == "", "a file is written silently")
        with open(path, encoding="ascii") as file:
            check(file.read() == text, "a file gets the same")
        check(works("export", "kuhn", "--format", form, "--output", "-") == text, "and -, too")
        told = objects("export", "kuhn", "--format", form, "--json")[0]
        check(told["text"] == text and told["histories"] == 58, "JSON has the text", told)
    told = objects("export", "kuhn", "--format", "lp", "--json", "--output", os.path.join(folder, "x"))[0]
    check((told["rows"], told["columns"], "text" in told) == (20, 20, False), "or what it was", told)
    check(sorted(os.listdir(folder)) == ["kuhn.efg", "kuhn.lp", "kuhn.mps", "x"], "nothing else is left")


def files_are_whole(folder):
    path = os.path.join(folder, "old")
    with open(path, "w", encoding="ascii") as file:
        file.write("old")
    fails(1, "export", "kuhn(players=3)", "--format", "lp", "--output", path, says="has 3 players")
    fails(1, "export", "leduc", "--max-nodes", "100", "--output", path, says="100")
    with open(path, encoding="ascii") as file:
        check(file.read() == "old", "what fails changes no file")
    fails(1, "export", "kuhn", "--output", "/nonexistent/x", says="cannot write '/nonexistent/x'")
    fails(1, "export", "kuhn", "--output", folder, says="cannot write")
    fails(1, "export", "kuhn", "--output", "/dev/full", says="could not be written")
    check(works("export", "rps", "--output", "/dev/null") == "", "a device is written to")
    fails(2, "export", says="export needs a GAME")
    link = os.path.join(folder, "link")
    if os.path.exists("/dev/stdout"):
        os.symlink("/dev/stdout", link)
        check(works("export", "rps", "--output", link) == works("export", "rps"), "also by a link")


def interrupted(folder):
    """Ctrl-C while a large file is written leaves nothing."""
    path = os.path.join(folder, "large")
    before = set(os.listdir(folder))
    p = start("export", "liars_dice(sides=6)", "--output", path)
    until(lambda: set(os.listdir(folder)) != before, unless=lambda: p.poll() is not None)
    end(p, signal.SIGINT)
    left = set(os.listdir(folder)) - before
    check(left in (set(), {"large"}), "nothing half written is left", left)


def played(folder):
    kuhn = os.path.join(folder, "kuhn.efg")
    run("export", "kuhn", "--output", kuhn)
    works("count", kuhn, has=["58", "NashConv:        0.916666666667"])
    works("check", kuhn, has=["Lawful."])
    works("check", HORSE, has=["Lawful."])
    works("rules", kuhn, has=["Players:         2", "zero-sum"])
    works("perft", kuhn, "5")
    works("playout", kuhn, "--games", "50", "--agents", "random")
    works("playout", kuhn, "--games", "4", "--agents", "ismcts(iterations=50),rollout")
    works("analyse", kuhn, "K", "J", "--agent", "ismcts(iterations=100)", has=["pass", "bet"])
    works("show", kuhn, "K", "J", "--seat", "all", has=["chance: K\nchance: J"])
    text = works("show", kuhn, "K", "J", "--seat", "0", has=['decides at "K"'])
    check("J" not in text.replace("K J", ""), "the other's card is not shown", text)
    solved = objects("solve", kuhn, "--json")[0]
    check(abs(solved["lower"] + 1 / 18) < 1e-4 and abs(solved["upper"] + 1 / 18) < 1e-4, "solved", solved)
    policy = os.path.join(folder, "kuhn.policy")
    works("solve", kuhn, "--policy", policy)
    told = objects("exploit", kuhn, "policy(file=%s)" % policy, "--json")[0]
    check(told["exploitability"] < 1e-4, "its policy plays it", told)
    r = run("play", kuhn, "--seat", "0", stdin="pass\npass\nquit\n")
    check(r.returncode == 0 and "The game is over" in r.stdout, "played", r.stdout + r.stderr)
    again = works("export", kuhn)
    check(works("count", kuhn).splitlines()[1:] == works("count", "kuhn").splitlines()[1:], "counts are the same")
    with open(kuhn, encoding="ascii") as file:
        lines = [re.sub(r"\"[^\"]*\"", "", line) for line in file.read().splitlines()[2:]]
    check([re.sub(r"\"[^\"]*\"", "", line) for line in again.splitlines()[2:]] == lines,
          "written again it is the same but for names")


def remembered(folder):
    """Policies and runs find the file that their game was read from, and no other one."""
    game, policy, saved = (os.path.join(folder, name) for name in ("horse.efg", "h.policy", "h.run"))
    shutil.copy(HORSE, game)
    works("solve", game, "--policy", policy, "--save", saved, "--iterations", "50")
    works("policy", "show", policy, has=["horse_efg(content=", "Seat 2:"])
    works("policy", "compare", policy, policy)
    works("policy", "purify", policy)
    works("policy", "ladder", policy, "--temperatures", "2")
    told = works("exploit", policy, has=["NashConv:"])
    check(works("exploit", game, policy) == told, "named or found, it is the same game")
    works("solve", "--resume", saved, "--iterations", "60", has=["Iterations:        60"])
    works("count", shutil.copy(HORSE, os.path.join(folder, "LOUD.EFG")))
    other = os.path.join(folder, "other")
    os.mkdir(other)
    elsewhere = shutil.move(game, os.path.join(other, "horse.efg"))
    for words in (["policy", "show", policy], ["exploit", policy], ["solve", "--resume", saved]):
        fails(2, *words, says="neither beside it nor here")
    works("policy", "show", policy, "--game", elsewhere, has=["Seat 2:"])
    works("exploit", elsewhere, policy)
    works("solve", elsewhere, "--resume", saved, "--iterations", "70")
    with open(HORSE, encoding="ascii") as file:
        text = file.read()
    for place in (game, elsewhere):
        with open(place, "w", encoding="ascii") as file:
            file.write(text + "\n")
    for words in (["policy", "show", policy], ["exploit", policy], ["solve", "--resume", saved]):
        fails(2, *words, says="has changed since")
    fails(2, "policy", "show", policy, "--game", game, says="which '%s' is not" % game)
    fails(2, "exploit", game, policy, says="the policy is one of horse_efg(content=")
    fails(2, "playout", game, "--agents", "policy(file=%s)" % policy, says="the policy is one of")
    fails(2, "solve", game, "--resume", saved, says="is of horse_efg(content=")


def refused(folder):
    kuhn, bad = os.path.join(folder, "kuhn.efg"), os.path.join(folder, "bad.efg")
    record = os.path.join(folder, "games.db")
    for words in (["playout", kuhn, "--games", "2", "--record=" + record], ["play", kuhn, "--record=" + record]):
        fails(2, *words, says="comes from a file")
    check(not os.path.exists(record), "no records are begun")
    fails(2, "count", "kuhn_efg", says="was read from a file that ends in .efg; name that file")
    saved = os.path.join(folder, "run")
    works("solve", kuhn, "--iterations", "10", "--save", saved)
    works("solve", "--resume", saved)
    works("solve", kuhn, "--resume", saved)
    fails(2, "host", kuhn, says="players elsewhere would not know it")
    fails(2, "count", os.path.join(folder, "none.efg"), says="No such file")
    with open(bad, "w", encoding="ascii") as file:
        file.write('EFG 2 R "" { "A" "B" }\np "" 1 1 "" { "x" } 0\nx\n')
    for command in ("count", "play", "solve", "check", "show"):
        fails(2, command, bad, says="bad.efg, line 3: ")
    t = Terminal("play", kuhn, "--seat", "0")
    check(t.until(r"not recorded(.*\n)*.*Your move"), "it is played at a terminal, too, and not recorded", t.text)
    os.write(t.fd, b"quit\n")
    t.status()


def page_is_true(folder):
    for command, output in transcripts(text_of(os.path.join(ROOT, "docs", "exchange.md"))):
        out = end(start(*shlex.split(command)[1:], stderr=subprocess.STDOUT, cwd=ROOT))[1]
        check(plain(out) == plain(output), "page: " + command, out)


for part in (formats, files_are_whole, interrupted, played, remembered, refused, page_is_true):
    with tempfile.TemporaryDirectory() as scratch:
        print("# " + part.__name__)
        if part is refused:
            run("export", "kuhn", "--output", os.path.join(scratch, "kuhn.efg"))
        part(scratch)
finish()
