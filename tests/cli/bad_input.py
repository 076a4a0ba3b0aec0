"""bad_input -- every command refuses bad input with one sentence and a status, and leaves no file half written.

The commands, their options and what these accept are read from the command itself, so a new one is covered without an
edit here.
"""
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
from parlor_cli import ENV, PARLOR, TIMEOUT, check, keep, objects, path, run, run_all, works

COMMANDS = {c["name"]: c for c in objects("help", "--json")[0]["commands"]}
# What refuses a value says which values it takes; each kind with values that it does not.
NUMBERS = ("", "x", "-1", "1.5", "12x", "1e9", "9" * 20)
REALS = ("", "x", "-1", "1e", "nan", "inf", "1s")
KINDS = (("a whole number from (-?\\d+) to (\\d+)", NUMBERS), ("one of", ("", "x")), ("a number from 0 to 1", (*REALS, "1.01")),
         ("a number that is", (*REALS, "1e999")), ("seconds from", (*REALS, "0", "3601")),
         ("a number of bytes", ("", "x", "0", "-1", "2X", "G", "1e3", "9" * 20)))
# Words with which a command comes to its options; others have those of their first example.
WORDS = {"contest": [path("entries"), "--game", "tictactoe"], "policy": ["show", path("kuhn.policy")], "records": ["list"],
         "exploit": ["kuhn", "random"], "train": ["tictactoe", "--out", "x.safetensors", "--games", "32", "--measure", "2"],
         "ratings": [], "serve": ["--port", "0"], "host": ["kuhn", "--seats", "random"], "play": ["kuhn"],
         "league": ["kuhn", "random", "first", "--games", "2"], "match": ["kuhn", "random", "first", "--games", "2"],
         "ladder": ["tictactoe", "--levels", "1-3", "--games", "2"], "watch": [], "playout": ["kuhn", "--games", "2"],
         "tune": ["tictactoe", "mcts(iterations=2)", "--param", "explore=1:2", "--games", "60"]}
READ = {"openings", "resume", "file", "game", "tls-cert", "tls-key"}  # files that are read, and never written
# They print, each in its own way.
PRINT = [["games"], ["rules", "kuhn"], ["show", "kuhn", "K"], ["analyse", "kuhn", "K", "J", "--agent", "rollout"],
         ["perft", "kuhn", "3"], ["count", "kuhn"], ["playout", "kuhn"], ["playout", "kuhn", "--json"],
         ["playout", "kuhn", "--games", "100000000", "--trace", "--threads", "2"], ["check", "rps", "--games", "5"],
         ["bench", "rps", "--seconds", "0.001"], ["play", "kuhn"], ["completion", "bash"], ["man"], ["help"], ["--version"],
         ["export", "leduc"], ["export", "leduc", "--format", "lp"], ["solve", "kuhn"], ["match", "kuhn", "first", "random"]]


def refused(words, says="", status=(1, 2), **more):
    """Nothing, or what is wrong with how a command line is refused."""
    try:
        r = subprocess.run([PARLOR, *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
                           **dict({"stdout": subprocess.PIPE, "env": ENV, "timeout": TIMEOUT, "cwd": path("here")}, **more))
    except subprocess.TimeoutExpired:
        return "parlor %s: goes on" % shlex.join(words)
    lines = r.stderr.splitlines()
    if r.returncode in status and len(lines) == 1 and lines[0].startswith("parlor: ") and says in r.stderr and not r.stdout:
        return None
    return "parlor %s: status %d, not '%s'\n%s%s" % (shlex.join(words), r.returncode, says, r.stderr, r.stdout)


def all_refused(what, cases):
    """cases: what refused() is given.  Under sanitizers, which are slow, every eighth of them."""
    cases = cases[::8] if "PARLOR_SANITIZED" in os.environ else cases
    before = sorted(os.listdir(path("here")))
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        wrong = [w for w in pool.map(lambda case: refused(*case), cases) if w]
    check(cases and not wrong, "%s, %d times" % (what, len(cases)), "\n".join(wrong))
    check(sorted(os.listdir(path("here"))) == before, "and no file is left", os.listdir(path("here")))


def options(takes):
    """Of each command each option that takes a value, or none."""
    return [(name, o["name"]) for name, c in COMMANDS.items() for o in c["options"] if bool(o["argument"]) == takes]


def unknown_words():
    cases = [([name, "--no-such-option"], "has no option '--no-such-option'", (2,)) for name in COMMANDS]
    cases += [([name, "--%s=3" % option], "--%s takes no value" % option, (2,)) for name, option in options(False)]
    all_refused("unknown options, and values where none are taken", cases)


def missing_values():
    may = {(name, option) for name in COMMANDS for option in re.findall(r"^  --([a-z-]+)\[=", run(name, "--help").stdout, re.M)}
    cases = {name: ([name, "--" + option], "--%s needs a value" % option, (2,))
             for name, option in options(True) if (name, option) not in may}
    all_refused("values that are missing", list(cases.values()))


def bad_values():
    """An option says what it takes when it is given what it does not take: two of a kind are given all that is wrong,
    the others what is just too little or too much."""
    cases, kinds = [], dict.fromkeys((kind for kind, _ in KINDS), 0)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        all_said = pool.map(lambda x: run(x[0], "--%s=?" % x[1], "--no-such-option").stderr, options(True))
    for (name, option), said in zip(options(True), all_said):
        for kind, bad in KINDS:
            found = re.search("--%s takes %s" % (option, kind), said)
            if not found:
                continue
            kinds[kind] += 1
            values = list(bad) if kinds[kind] <= 2 else []
            values += [str(int(found[1]) - 1), str(int(found[2]) + 1)] if found.groups() else []
            cases += [([name, "--%s=%s" % (option, value)], "--%s takes" % option, (2,)) for value in values]
    check(min(kinds.values()) >= 2, "options of every kind are found", kinds)
    all_refused("values that are none", cases)


def words_of(name):
    if name in WORDS:
        return WORDS[name]
    example = shlex.split(re.search(r"^  parlor %s *(.*)$" % name, run(name, "--help").stdout, re.M)[1])
    return [w for i, w in enumerate(example) if not any(x.startswith("--") for x in example[:i + 1])]


def bad_files():
    """A folder, a file in no folder, and, where a file is read, one that is empty or holds anything."""
    folder, nowhere, empty, garbage = path("folder"), path("no/such/file"), keep("empty", ""), keep("garbage", bytes(range(256)) * 9)
    cases = []
    for name, c in COMMANDS.items():
        for o in c["options"]:
            if (o["argument"] or "").split(".")[0] in ("FILE", "FOLDER"):
                files = [folder, nowhere] * (o["argument"] != "FOLDER") + [empty, garbage] * (o["name"] in READ)
                words = [] if o["name"] in ("resume", "file") and name != "records" else words_of(name)
                if (name, o["name"]) == ("policy", "output"):
                    words = ["purify", path("kuhn.policy")]
                cases += [([name, *words, "--%s=%s" % (o["name"], file)],) for file in files or [nowhere, empty]]
    all_refused("files that cannot be read or written", cases)


def bad_games():
    """What stands for a game: none that there is, wrong parameters, and files that hold none."""
    files = [keep("empty.efg", ""), keep("garbage.efg", bytes(range(256)) * 9), path("folder.efg")]
    games = [("nosuch", "no game 'nosuch'"), ("kuhn(players=11)", "players accepts 2..10, not '11'"),
             ("kuhn(", "name(key=value,...)"), *((file, "") for file in files)]
    takers = [name for name, c in COMMANDS.items() if re.match(r"\[?GAME", c["words"])]
    rest = {"perft": ["3"], "match": ["random", "first"], "exploit": ["random"], "tune": ["mcts", "--param", "explore=1:2"],
            "train": ["--out", "x"], "league": ["random", "first"]}
    check(len(takers) > 10, "many commands take a game", takers)
    cases = [([name, game, *rest.get(name, []), *(["--", "cat"] if name == "conform" else [])], says) for name in takers
             for game, says in games]
    all_refused("games that are none", cases)


def closed_outputs():
    """A disk that is full, a pipe that nobody reads, and no standard output at all."""
    closed, missing = os.pipe(), []
    os.close(closed[0])
    outputs = [("Broken pipe", closed[1])]
    if os.path.exists("/dev/full"):
        outputs.append(("No space left on device", os.open("/dev/full", os.O_WRONLY)))
    for words in PRINT:
        for why, out in outputs:
            missing.append(refused(words, "the output could not be written: " + why, (1,), stdout=out))
        missing.append(refused(words, "the output could not be written: Bad file descriptor", (1,), stdout=None,
                               preexec_fn=lambda: os.close(1)))
    missing = [m for m in missing if m]
    check(not missing, "an output that cannot be written is reported once", "\n".join(missing))
    for _, out in outputs:
        os.close(out)


for made in ("here", "folder", "folder.efg", "entries"):
    os.mkdir(path(made))
keep("entries/a.py", "")
ENV["PARLOR_RECORDS"] = path("records.db")
works("solve", "kuhn", "--policy", path("kuhn.policy"))
run_all(unknown_words, missing_values, bad_values, bad_files, bad_games, closed_outputs)
