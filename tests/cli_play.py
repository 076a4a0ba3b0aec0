"""cli_play -- parlor play, through a pipe and at a (pseudo) terminal."""
import os
import re
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
from cli_common import ENV, PARLOR, TIMEOUT, TRIAL, Terminal, check, fails, finish, objects, run, works

PROMPT = re.compile(r"Your move[^>]*> ")


def through_a_pipe():
    text = works("play", "--seed", "1", stdin="b2\nquit\n",
                 has=["You are seat 0 of 2", "seat 1: ", "left the game"])
    check("(seed 1).\nSeat 0 is X and begins, seat 1 is O.\nType" in text, "the marks are told at once", text)
    for game, marks in (("othello", "black (X)"), ("hex", "Red (R)"), ("breakthrough", "white (W)"),
                        ("quoridor", "X in the south"), ("abalone", "Black (@)"), ("backgammon", "X"),
                        ("connect4", "X"), ("phantom", "X"), ("dark_hex", "Red (R)")):
        works("play", game, "--seed", "1", stdin="quit\n", has=["\nSeat 0 is " + marks])
    check("Seat" not in run("play", "kuhn", "--seed", "1", stdin="quit\n").stdout, "where there are none, none are")
    check(len(PROMPT.findall(text)) == 2, "the default game is noughts and crosses", text)
    works("play", "kuhn", "--seed", "1", stdin="", has=["You left the game."])
    works("play", "kuhn", "--seed", "1", stdin="quit", has=["You left the game."])
    works("play", "kuhn", "--seed", "1", stdin="help\nmoves\nview\n\n  quit  \n",
          has=["undo", "pass (#0)  bet (#1)", "You left the game."])
    for word in ("zzz", "7", "#7", "-1", "#", "x" * 1000, "b\u00e9t", "pass bet"):
        works("play", "kuhn", "--seed", "1", stdin=word + "\nquit\n", has=["is no legal move here", "You left"])
    works("play", "kuhn(players=3)", "--seat", "2", "--seed", "1", stdin="quit\n", has=["You are seat 2 of 3"])
    over = [run("play", "kuhn", "--seed", str(s), stdin="bet\n").stdout for s in range(1, 9)]
    check(all("The game is over.\nScores: seat 0: " in t for t in over), "a game ends with scores")
    number, sign, name = (run("play", "kuhn", "--seed", "1", stdin=w + "\n").stdout for w in ("1", "#1", "bet"))
    check(PROMPT.split(number)[0] == PROMPT.split(name)[0] and
          number.splitlines()[-4:] == sign.splitlines()[-4:] == name.splitlines()[-4:],
          "a move by number is the move by name", number + sign + name)
    games = [run("play", "--seed", str(s), stdin="b2\nquit\n").stdout for s in (1, 1, 2, 3, 4, 5)]
    check(games[0] == games[1], "the same seed gives the same opponents", games[:2])
    bodies = {t.partition("(seed")[2].partition("\n")[2] for t in games}
    check(len(bodies) > 1, "another seed gives others", games)
    told = re.search(r"\(seed (\d+)\)", run("play", stdin="quit\n").stdout)
    seeds = {run("play", stdin="quit\n").stdout.partition("(seed")[2].split()[0] for _ in range(3)}
    check(told and len(seeds) == 3, "without a seed there is another game each time", seeds)
    works("play", "goofspiel(cards=4)", "--seed", "3", stdin="3\n3\n#0\nquit\n",
          has=["'3' is no legal move here"])
    works("play", "--seed", "1", stdin="B2\nRULE\nRules\nquit\n",
          has=["seat 1: ", "'RULE' is no legal move", "Seat 0 is X and begins"])
    works("play", "mnk(m=15,n=15,k=5)", "--seed", "1", stdin="quit\n",
          has=["Your move (225, such as a15; 'moves' lists them)> "])
    works("play", "backgammon", "--seed", "8", stdin="13/8 6/4\nquit\n",
          has=["8/3,6/4  8/6,8/3", "X: 160 pips"])
    works("play", "backgammon", "--seed", "8", stdin="6/4 13/8\nquit\n", has=["X: 160 pips"])
    r = run("show", "hypergammon(start=0)", "66", "23/17 24/18,18/12,12/6")
    check(r.returncode == 2, "a way is named as one part", r.stderr)
    works("show", "backgammon(start=0)", "33", "13/10,24/21 13/10 24/21", has=["24/21(2),13/10(2)"])


def what_is_told():
    ends = {}
    for seed in range(1, 60):
        text = run("play", "kuhn", "--seed", str(seed), stdin="bet\n").stdout
        score = re.search(r"^Scores: seat 0: (-?\d+)", text, re.M)
        ends.setdefault(text.splitlines()[-1], set()).add(int(score.group(1)) > 0)
    check(ends == {"You won.": {True}, "You lost.": {False}}, "who won is told in words", ends)
    shared = [run("play", "rps", "--seed", str(s), stdin="rock\n").stdout for s in range(1, 20)]
    check(any("You share the best score." in t for t in shared), "so is a draw", shared[0])
    works("play", "kuhn(players=4)", "--seed", "1", stdin="quit\n", has=["chance: ? (3 times)\n"])
    called = [run("play", "liars_dice(match=1,dice=2)", "--seat", "1", "--seed", str(s), stdin="liar\n").stdout
              for s in range(1, 9)]
    check(all(re.search(r"^you: liar-", t, re.M) for t in called), "what your own move revealed is told",
          called[0])
    met = [works("play", "fog", "--seat", "1", "--seed", str(s), stdin="0\n1\n2\n3\n",
                 has=["The game is over."], program=TRIAL) for s in range(1, 6)]
    check(any("you: met" in t for t in met), "so is a cell that was taken", met)


def odd_bytes():
    """Whatever comes through the pipe is answered, line by line."""
    for word in (b"\xff\xfe", "\u00e9".encode() * 40, b"x" * 39 + "\u00e9".encode(), b"\x1b[31m",
                 b"\0\0b2", b"\0", b"x" * 1000 + b"\0" + b"y" * 1000):
        for more in ([], ["--json"]):
            r = subprocess.run([PARLOR, "play", "--seed", "1", *more], input=word + b"\nb2\nquit\n",
                               capture_output=True, env=ENV, timeout=TIMEOUT, check=False)
            text = r.stdout.decode("utf-8", "replace")
            check(r.returncode == 0 and text.count("is no legal move here") == 1 and
                  not set("\x1b\ufffd") & set(text) and ("seat 1: " in text or '"mover":1' in text),
                  "%r %s is answered" % (word[:45], more), text)
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w", encoding="ascii") as full:
            fails(1, "play", "kuhn", "--seed", "1", stdin="1\n", stdout=full, says="No space left")


def undo():
    first = works("play", "--seed", "1", stdin="undo\nquit\n", has=["nothing to take back"])
    check("Back to" not in first, "nothing is taken back at the first decision", first)
    text = works("play", "--seed", "1", stdin="b2\nundo\nquit\n", has=["Back to your decision before this one."])
    boards = re.findall(r"( 3 .*\n 2 .*\n 1 .*\n)", text)
    check(len(boards) == 3 and boards[0] == boards[2] != boards[1], "undo brings the board back", text)
    for seed in range(1, 9):
        text = run("play", "pig", "--seed", str(seed), stdin="roll\nundo\nroll\nquit\n").stdout
        rolls = [re.search(r"^chance: (.*)$", part, re.M) for part in text.split("> roll\n")[1:]]
        check(len(rolls) == 2 and all(rolls) and rolls[0].group(1) == rolls[1].group(1),
              "seed %d: after undo the die falls as it did" % seed, text)
    twice = run("play", "connect4", "--seed", "1", stdin="d\nd\nundo\nundo\nundo\nquit\n").stdout
    check(twice.count("Back to") == 2 and "nothing to take back" in twice, "undo goes back further", twice)


def hints():
    shouted = run("play", "--seed", "1", stdin="HINT\nMoves\nQUIT\n").stdout
    check("SAMPLES" in shouted and "You left the game." in shouted and "no legal move" not in shouted,
          "commands in any case of letters", shouted)
    text = works("play", "--seed", "1", stdin="hint\nquit\n", has=["SAMPLES", "2000", "MEAN SCORE", "at random:\n"])
    works("play", "kuhn", "--seed", "1", stdin="hint\nquit\n", has=["at random, in worlds that fit what you know:\n"])
    check(re.search(r"^MOVE .*\nb2 ", text, re.M), "the centre comes first", text)
    asked = run("play", "--seed", "1", stdin="hint\nb2\nquit\n").stdout.split("b2\n")[-1]
    check(asked == run("play", "--seed", "1", stdin="b2\nquit\n").stdout.split("b2\n")[-1],
          "asking for a hint changes nothing that follows")
    events = objects("play", "kuhn", "--json", "--seed", "1", stdin="hint\nquit\n")
    means = {m["move"]: m["mean"] for m in events[2].get("moves", [])} if len(events) > 2 else {}
    check(set(means) == {"pass", "bet"} and events[2].get("samples") == 2000, "hint as JSON", events)
    works("play", "liars_dice", "--seed", "1", stdin="hint\nquit\n", has=["These are the best 10 of 12 moves."])
    riddle = objects("play", "riddle", "--json", "--seat", "1", "--seed", "1", stdin="hint\nquit\n",
                     program=TRIAL)
    check([e.get("event") for e in riddle] == ["start", "position", "error", "quit"] and
          "no world" in riddle[2]["text"], "no hint, as JSON", riddle)
    works("play", "riddle", "--seat", "1", "--seed", "1", stdin="hint\nquit\n", has=["No hint: "],
          program=TRIAL)
    short = objects("play", "abalone", "--json", "--seed", "1", "--hint-seconds", "0.001",
                    stdin="hint\nquit\n")[2]
    check(2 <= short.get("samples", 0) < 400, "a hint ends when its time is up", short)
    for game in ("leduc", "liars_dice", "connect4", "rps", "mnk(m=15,n=15,k=5)"):
        works("play", game, "--seed", "1", stdin="hint\nquit\n", has=["SAMPLES"])


def as_json():
    events = objects("play", "kuhn", "--json", "--seed", "1", stdin="zzz\nmoves\nundo\nbet\n")
    kinds = [e.get("event") for e in events]
    check(kinds[:5] == ["start", "position", "error", "moves", "error"] and kinds[-1] == "end",
          "every event is an object", kinds)
    check(events[1]["position"]["legal"] == ["pass", "bet"] and sum(events[-1]["scores"]) == 0,
          "position and scores", events)


def secrets():
    """What is shown before a decision depends on the own card alone: not on the
    other's, which differs from seed to seed."""
    for game, cards, seats in (("kuhn", "JQK", 2), ("kuhn(players=4)", "9TJQK", 4),
                               ("leduc", "JQK", 2)):
        for seat in (0, 1):
            shown = {}
            for seed in range(1, 41):
                text = run("play", game, "--seat", str(seat), "--seed", str(seed), stdin="").stdout
                body = text.split("quit.\n\n")[1]
                dealt = re.findall(r"^chance: (.*)$", body, re.M)
                moves = tuple(re.findall(r"^seat \d: (?:pass|bet|call|raise|fold)$", body, re.M))
                shown.setdefault((dealt[seat], moves), set()).add(body)
            check(len(shown) >= 3 and all(len(v) == 1 for v in shown.values()),
                  "%s, seat %d: nothing shown depends on the others' cards" % (game, seat), shown)
    folded = 0
    for seed in range(1, 30):
        text = run("play", "kuhn", "--seed", str(seed), stdin="pass\npass\n").stdout
        if "seat 1: bet" not in text:
            continue
        body = text.split("quit.\n\n")[1]
        mine = re.search(r"^chance: (.)$", body, re.M).group(1)
        folded += 1
        check(not set("JQK") - {mine} & set(body.replace("Scores", "")),
              "seed %d: a hand that is folded stays hidden" % seed, body)
    check(folded > 3, "some hands were folded", folded)
    events = objects("play", "kuhn", "--json", "--seed", "5", stdin="quit\n")
    check(events[1]["position"]["state"]["cards"][1] == "?", "JSON hides it too", events)


def at_a_terminal():
    t = Terminal("play", "kuhn")
    check(t.until(PROMPT), "a prompt at a terminal")
    t.type("zzz\n")
    check(t.until("is no legal move here") and t.until(PROMPT), "illegal input is told")
    t.type("bex\x7ft\n")
    check(t.until(r"The game is over.\nScores: seat 0: "), "a line can be edited; the game ends")
    check(t.status() == 0, "and ends well")

    t = Terminal("play")
    t.until(PROMPT)
    t.type("b2\n")
    t.until(PROMPT)
    t.type("undo\n")
    check(t.until("Back to your decision"), "undo at a terminal")
    t.until(PROMPT)
    t.type("hint\n")
    check(t.until("SAMPLES"), "a hint at a terminal")
    t.until(PROMPT)
    t.type("quit\n")
    check(t.until("You left the game.") and t.status() == 0, "quit at a terminal")

    t = Terminal("play")
    t.until(PROMPT)
    t.type("\x04")
    check(t.until("You left the game.") and t.status() == 0, "end of input at a terminal")

    t = Terminal("play")
    t.until(PROMPT)
    t.type("b\x03")
    check(t.until("You left the game.") and t.status() == 0, "Ctrl-C leaves at once and well")


def interrupted_hint():
    t = Terminal("play", "mnk(m=19,n=19,k=19)", "--hint-seconds", "3600")
    t.until(PROMPT)
    t.type("hint\n")
    started = t.until(r"worlds: \d+ of ")
    os.write(t.fd, b"\x03")
    check(started and t.until("MOVE +MEAN SCORE") and t.until(PROMPT), "Ctrl-C ends a hint, which is told", t.text)
    t.type("j10\n")
    check(t.until("seat 1: ") and t.until(PROMPT), "and the game goes on", t.text)
    t.type("b\x03")
    check(t.until("You left the game.") and t.status() == 0, "then Ctrl-C leaves again")


def wrong():
    for seat in ("2", "5", "-1", "x", ""):
        fails(2, "play", "kuhn", "--seat", seat, says="--seat takes 0..1 in this game, not '%s'" % seat)
    fails(2, "play", "kuhn(players=3)", "--against", "ismcts,random", says="--against takes one agent")
    works("play", "kuhn", "--against", "ismcts(iterations=5)", "--seed", "0", stdin="quit\n", has=["(seed 0)"])


def tables_at_a_terminal():
    """Tables are wrapped between words; through a pipe they are not."""
    wide = run("games").stdout
    check(max(map(len, wide.splitlines())) > 80, "a pipe gets whole lines", wide)
    t = Terminal("games", columns=80)
    shown = t.rest()
    check(t.status() == 0 and shown and max(map(len, shown.splitlines())) <= 80,
          "a table fits the terminal", shown)
    check(set(shown.split()) == set(wide.split()), "and no word is broken", shown)


def interrupted_in_a_pipe():
    """Ctrl-C while it waits for a pipe."""
    ends = os.pipe()
    out = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(ends[0], 0)
        os.dup2(out[1], 1)
        os.closerange(3, 64)
        os.execve(PARLOR, [PARLOR, "play"], ENV)
    os.close(out[1])
    text = b""
    while b"> " not in text.split(b"quit.")[-1]:
        text += os.read(out[0], 4096)
    os.kill(pid, signal.SIGINT)
    check(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, "an interrupt ends it well")


for part in (through_a_pipe, what_is_told, odd_bytes, undo, hints, as_json, secrets, at_a_terminal, tables_at_a_terminal,
             interrupted_in_a_pipe, interrupted_hint, wrong):
    print("# " + part.__name__)
    part()
finish()
