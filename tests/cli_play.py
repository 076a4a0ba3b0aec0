"""cli_play -- parlor play, through a pipe and at a (pseudo) terminal."""
import os
import pty
import re
import select
import signal
import sys
import time

sys.dont_write_bytecode = True
from cli_common import ENV, PARLOR, TIMEOUT, check, fails, finish, objects, run, works

PROMPT = re.compile(r"Your move[^>]*> ")


def through_a_pipe():
    text = works("play", "--seed", "1", stdin="b2\nquit\n",
                 has=["You are seat 0 of 2", "seat 1: ", "left the game"])
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
    check(told and int(told.group(1)) > 1, "without a seed there is another game each time")


def undo():
    first = works("play", "--seed", "1", stdin="undo\nquit\n", has=["nothing to take back"])
    check("Back to" not in first, "nothing is taken back at the first decision", first)
    text = works("play", "--seed", "1", stdin="b2\nundo\nquit\n", has=["Back to your decision before this one."])
    boards = re.findall(r"( 3 .*\n 2 .*\n 1 .*\n)", text)
    check(len(boards) == 3 and boards[0] == boards[2] != boards[1], "undo brings the board back", text)
    twice = run("play", "connect4", "--seed", "1", stdin="d\nd\nundo\nundo\nundo\nquit\n").stdout
    check(twice.count("Back to") == 2 and "nothing to take back" in twice, "undo goes back further", twice)


def hints():
    text = works("play", "--seed", "1", stdin="hint\nquit\n", has=["SAMPLES", "2000", "MEAN SCORE"])
    check(re.search(r"^MOVE .*\nb2 ", text, re.M), "the centre comes first", text)
    asked = run("play", "--seed", "1", stdin="hint\nb2\nquit\n").stdout.split("b2\n")[-1]
    check(asked == run("play", "--seed", "1", stdin="b2\nquit\n").stdout.split("b2\n")[-1],
          "asking for a hint changes nothing that follows")
    events = objects("play", "kuhn", "--json", "--seed", "1", stdin="hint\nquit\n")
    means = {m["move"]: m["mean"] for m in events[2].get("moves", [])} if len(events) > 2 else {}
    check(set(means) == {"pass", "bet"} and events[2].get("samples") == 2000, "hint as JSON", events)
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
                moves = tuple(re.findall(r"^seat .*$", body, re.M))
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


NEVER = r"\Znever"  # matches nothing


class Terminal:
    """parlor at a pseudo terminal of so many columns."""

    def __init__(self, *words, columns=80):
        self.text = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(PARLOR, [PARLOR, *words], dict(ENV, COLUMNS=str(columns)))

    def read_until(self, pattern):
        end = time.monotonic() + TIMEOUT
        while not re.search(pattern, self.text) and time.monotonic() < end:
            if select.select([self.fd], [], [], 1)[0]:
                try:
                    got = os.read(self.fd, 4096)
                except OSError:
                    got = b""
                if not got:
                    break
                self.text += got.decode("ascii", "replace").replace("\r", "")

    def rest(self):
        """All that is printed up to the end of the program."""
        self.read_until(NEVER)
        return self.text

    def until(self, pattern):
        self.read_until(pattern)
        found = re.search(pattern, self.text)
        before = self.text
        self.text = self.text[found.end():] if found else ""
        return before if found else None

    def type(self, text):
        os.write(self.fd, text.encode())

    def status(self):
        """The exit status; whatever is still printed is read first."""
        self.rest()
        os.close(self.fd)
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return "hangs"


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
    check(t.status() == 0, "Ctrl-C leaves at once and well")


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


for part in (through_a_pipe, undo, hints, as_json, secrets, at_a_terminal, tables_at_a_terminal,
             interrupted_in_a_pipe):
    print("# " + part.__name__)
    part()
fails(2, "play", "kuhn", "--seat", "x", says="--seat takes a whole number")
finish()
