"""protocol -- the Parlor protocol from outside: parlor conform, the example agents, and
that the specification is true: its lines are what the program prints, and every message
that is sent fits the schema."""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from parlor_cli import FOLDER, ROOT, check, end, keep, objects, path, refuses, run, run_all, skip, start, text_of, until

BOT, C_AGENT = (shutil.copy(name, FOLDER.name) for name in sys.argv[3:5])  # so that none of them is another test's
EXAMPLES = os.path.join(ROOT, "examples", "agents")
NODE = shutil.which("node")
AGENTS = [("C", [C_AGENT]), ("Python", [sys.executable, os.path.join(EXAMPLES, "random_bot.py")])]
if NODE:
    AGENTS.append(("JavaScript", [NODE, os.path.join(EXAMPLES, "random_bot.js")]))


# A validator for the part of JSON Schema that docs/protocol.schema.json uses.

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KNOWN = {"$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "oneOf",
         "properties", "required", "additionalProperties", "items", "minItems", "minimum", "maximum",
         "maxLength"}


def is_type(value, name):
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if name == "number":
        return number
    if name == "integer":
        return number and value == int(value)
    return isinstance(value, TYPES[name])


def faults(value, schema, root, where="message"):
    """What is wrong with value, as a list of sentences."""
    unknown = set(schema) - KNOWN
    if unknown:
        return ["%s: the schema has %s, which this validator does not know" % (where, unknown)]
    if "$ref" in schema:
        return faults(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, where)
    found = []
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_type(value, name) for name in types):
        return ["%s is no %s" % (where, " or ".join(types))]
    if "const" in schema and value != schema["const"]:
        found.append("%s is not %r" % (where, schema["const"]))
    if "enum" in schema and value not in schema["enum"]:
        found.append("%s is none of %r" % (where, schema["enum"]))
    if "oneOf" in schema:
        each = [faults(value, one, root, where) for one in schema["oneOf"]]
        if sum(not f for f in each) != 1:
            found.append("%s fits %d of %d: %r" % (where, sum(not f for f in each), len(each), each))
    return found + inner_faults(value, schema, root, where)


def inner_faults(value, schema, root, where):
    found = []
    if isinstance(value, dict):
        found += ["%s has no %s" % (where, key) for key in schema.get("required", []) if key not in value]
        other = schema.get("additionalProperties", {})
        for key, part in value.items():
            one = schema.get("properties", {}).get(key, other)
            found += faults(part, one, root, where + "." + key)
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            found.append(where + " is too short")
        for i, part in enumerate(value):
            found += faults(part, schema.get("items", {}), root, "%s[%d]" % (where, i))
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        found.append(where + " is too long")
    if is_type(value, "number") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append(where + " is out of bounds")
    return found


SCHEMA = json.loads(text_of(os.path.join(ROOT, "docs", "protocol.schema.json")))


def conversation(*words, command):
    """Both sides of what parlor and a program say, process by process."""
    with tempfile.TemporaryDirectory() as folder:
        tapped = "tee %s/host.$$ | %s | tee %s/player.$$" % (folder, command, folder)
        run(*[w.replace("@", tapped) for w in words])
        return [(text_of(name).splitlines(), text_of(name.replace("/host.", "/player.")).splitlines())
                for name in sorted(glob.glob(folder + "/host.*"))]


def the_page_is_true():
    page = text_of(os.path.join(ROOT, "docs", "protocol.md"))
    block = re.search(r"```text\n(.*?)```", page, re.S).group(1).splitlines()
    talks = conversation("playout", "kuhn", "--games", "1", "--seed", "2", "--agents",
                         "process(cmd=@),random", command=BOT + " good")
    talks = [talk for talk in talks if any('"start"' in line for line in talk[0])]
    check(len(talks) == 1, "one program plays a game", talks)
    host, player = talks[0] if talks else ([], [])
    check([line[2:] for line in block if line[0] == ">"] == host, "the page's lines of the host are its own", host)
    check([line[2:] for line in block if line[0] == "<"] == player, "and those of the player", player)


GAMES = ["tictactoe", "kuhn(players=3)", "leduc", "backgammon", "dark_hex", "goofspiel(cards=4)", "skull",
         "liars_dice", "battleship", "knockout_whist", "pig", "rps", "block_dominoes"]


def every_message_fits_the_schema():
    kinds, wrong, count = set(), [], 0
    talks = conversation("conform", *GAMES, "--games", "1", "--", "@", command=C_AGENT)
    talks += conversation("conform", "--", "@", command=BOT + " talks")
    talks += conversation("conform", "--", "@", command=BOT + " pinger")
    for host, player in talks:
        for line in host + player:
            message = json.loads(line)
            if message["type"] == "news":
                continue
            kinds.add(message["type"])
            count += 1
            wrong += [(f, line[:200]) for f in faults(message, SCHEMA, SCHEMA)]
    check(not wrong, "%d messages fit the schema" % count, wrong[:5])
    check({"hello", "start", "saw", "act", "move", "error", "over", "ping", "pong", "bye"} <= kinds and count > 1000,
          "they are of every kind that a program meets", kinds)


def the_schema_can_fail():
    good = {"type": "move", "move": "bet", "act": 1, "strategy": {"bet": 1}, "unknown": []}
    check(not faults(good, SCHEMA, SCHEMA), "a message fits", faults(good, SCHEMA, SCHEMA))
    for key, value in (("move", None), ("move", -1), ("act", "1"), ("act", 1.5), ("strategy", {"bet": -1}),
                       ("strategy", [1]), ("type", "dance"), ("comment", "x" * 512), ("value", True)):
        check(faults(dict(good, **{key: value}), SCHEMA, SCHEMA), "%s %s does not" % (key, str(value)[:20]))
    check(faults({"type": "act", "act": 1}, SCHEMA, SCHEMA), "nor does an act without moves")


def the_examples_conform():
    if not NODE:
        skip("the example in JavaScript conforms", "there is no node")
    for language, words in AGENTS:
        told = objects("conform", "--json", "--", *words)[0]
        check(told.get("conforms") and told["moves"] > 100 and len(told["points"]) >= 18,
              "the example in %s conforms" % language, told)
        for game in ("tictactoe", "kuhn(players=3)", "backgammon"):
            command = "process(cmd=%s),random" % " ".join(words)
            r = run("playout", game, "--games", "2" if game == "backgammon" else "20", "--agents", command)
            check(r.returncode == 0 and "process" in r.stdout, "it plays " + game, r.stderr)
    r = run("playout", "kuhn", "--agents", "process(cmd=false),random", "--trace")
    check(r.returncode == 1 and "seat 0, process, could not play on: the program ended with exit status 1" in r.stderr
          and not r.stdout, "a program that fails is told of", r.stdout + r.stderr)
    r = run("playout", "kuhn", "--games", "3", "--agents", "process(cmd=false),random")
    check(r.returncode == 0 and "forfeit 3" in r.stdout and r.stderr.count("seat 0 was at fault (crash)") == 1,
          "a program that fails forfeits its games, and why is told once", r.stdout + r.stderr)
    for name in sorted(glob.glob(EXAMPLES + "/*")):
        check(len(text_of(name).splitlines()) <= 40, os.path.basename(name) + " has at most 40 lines")


WRONG = [("crash", "exit status 9 when it was to answer; its last words: it hurts"),
         ("bytes", "UTF-8"), ("old", "it answered act 0 when act 1 was open"),
         ("twice", "it answered act 1 twice"), ("illegal", "'no such move' is not among the legal ones"),
         ("strategy", "its strategy has a move that is not legal"),
         ("bye", "it said bye in the midst of a game: supper"),
         ("rude", "not 'good evening'"), ("newer", "it says \"protocol\":2; this is version 1"),
         ("early_exit", "exit status 3"), ("flood", "more than 1048576 bytes")]


def what_is_wrong_is_told():
    for word, says in WRONG:
        r = run("conform", "tictactoe", "--", BOT, word)
        check(r.returncode == 1 and says in r.stdout and "does not conform" in r.stderr,
              "conform finds out: " + word, r.stdout + r.stderr)
    r = run("conform", "tictactoe", "--json", "--", BOT + " stubborn")
    told = json.loads(r.stdout)
    wrong = [p["point"] for p in told["points"] if not p["ok"]]
    check(r.returncode == 1 and not told["conforms"] and wrong == ["bye", "closed"], "a program that does not go is reported", r.stdout)
    refuses(["conform"], ("conform needs a program",), ("--", "conform needs a program"),
            ("chess", "--", "cat", "there is no game 'chess'"))
    r = run("conform", "--", "no_such_program")
    check(r.returncode == 1 and "not found" in r.stdout, "a program that is not there", r.stdout)


def it_can_be_interrupted():
    process = start("conform", "--", BOT, "hang")
    process.stdout.readline()  # the program has said hello, and is to move
    status, _, err = end(process, signal.SIGINT)
    check(status == 130 and "interrupted after 1 point\n" in err, "Ctrl-C ends it", err)


def running(groups):
    """The processes of these groups, but for those that nobody has reaped yet."""
    rows = [line.split() for line in os.popen("ps -eo pgid=,stat=,args=").read().splitlines()]
    return [row for row in rows if row[0] in groups and row[1][0] != "Z"]


def ended_by(what, program, *words):
    """A command that is told to end takes its programs, and their children, with it."""
    mark = path("mark")
    keep("mark", "")
    script = keep("start.sh", "sleep 600 &\necho $$ >>%s\n%s\n" % (mark, program))
    process = start(*[w.replace("PROGRAM", "sh " + script) for w in words], stdin=subprocess.PIPE)
    until(lambda: "\n" in text_of(mark))  # any moment will do, before a move is asked for or after
    status, *told = end(process, what)
    groups = text_of(mark).split()
    # What is killed is gone only when the system gets to it.
    gone = until(lambda: not running(groups))
    check(status == 128 + what and gone and groups,
          "%s ends %s and its programs" % (what.name, " ".join(words[:3])), (status, told, running(groups)))


def signals_end_programs():
    hang, sleeps = "exec %s hang" % BOT, "exec sleep 600"
    agents = 'process(cmd="PROGRAM",hang=600000,start=600000),random'
    playout = ["playout", "kuhn", "--agents", agents]
    play = ["play", "tictactoe", "--seat", "1", "--against", agents[:-7]]
    for what in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        ended_by(what, hang, *playout)
        ended_by(what, hang, *playout, "--record=" + path("kept.db"))
        ended_by(what, hang, "analyse", "tictactoe", "--agent", agents[:-7])
        ended_by(what, hang, "conform", "tictactoe", "--", "PROGRAM")
    for what, program, words in ((signal.SIGTERM, hang, play), (signal.SIGHUP, hang, play), (signal.SIGTERM, sleeps, playout),
                                 (signal.SIGTERM, sleeps, play), (signal.SIGINT, hang, [*playout, "--trace"])):
        ended_by(what, program, *words)


def nobody_is_left():
    left = [line for line in os.popen("ps -eo args").read().splitlines() if FOLDER.name in line and "ps -eo" not in line]
    check(not left, "no program is left", left)


run_all(the_page_is_true, every_message_fits_the_schema, the_schema_can_fail, the_examples_conform, what_is_wrong_is_told,
        it_can_be_interrupted, signals_end_programs, nobody_is_left)
