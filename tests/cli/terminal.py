"""terminal -- parlor play at a (pseudo) terminal: colours, completion, Ctrl-C, clocks."""
import fcntl
import os
import re
import signal
import struct
import sys
import termios

sys.dont_write_bytecode = True
from parlor_cli import ENV, Terminal, check, path, refuses, run, run_all

PROMPT = r"Your move[^>]*> "
GAME = "Which game[^>]*> "
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ENV["PARLOR_RECORDS"] = path("records.db")


def ends(t, *patterns, what, status=0):
    """All of it is shown, and then it ends."""
    shown = all(t.until(pattern) is not None for pattern in patterns)
    check(shown and t.status() == status, what, t.text)


def left(t):
    t.talk((PROMPT, "quit\n"))
    return t.status() == 0


def at_a_terminal():
    t = Terminal("play", "kuhn")
    t.talk((PROMPT, "zzz\n", "a prompt at a terminal"), ("is no legal move here", "", "illegal input is told"), (PROMPT, "bex\x7ft\n"))
    ends(t, r"The game is over.\nScores: seat 0: ", what="a line can be edited; the game ends")
    t = Terminal("play", "tictactoe")
    t.talk((PROMPT, "b2\n"), (PROMPT, "undo\n"), ("Back to your decision", "", "undo at a terminal"), (PROMPT, "hint\n"),
           ("SAMPLES", "", "a hint at a terminal"), (PROMPT, "quit\n"))
    ends(t, "You left the game.", what="quit at a terminal")
    for keys, what in (("\x04", "end of input at a terminal"), ("b\x03", "Ctrl-C leaves at once and well")):
        t = Terminal("play", "tictactoe")
        t.talk((PROMPT, keys))
        ends(t, "You left the game.", what=what)


def interrupted_hint():
    t = Terminal("play", "mnk(m=19,n=19,k=19)", "--hint-seconds", "3600")
    t.talk((PROMPT, "hint\n"))
    started = t.until(r"worlds: \d+ of ")
    os.write(t.fd, b"\x03")
    check(started and t.until("MOVE +MEAN SCORE"), "Ctrl-C ends a hint, which is told", t.text)
    t.talk((PROMPT, "j10\n"), ("seat 1: ", "", "and the game goes on"), (PROMPT, "b\x03"))
    ends(t, "You left the game.", what="then Ctrl-C leaves again")


def tables_at_a_terminal():
    """Tables are wrapped between words; through a pipe they are not."""
    wide = run("games").stdout
    check(max(map(len, wide.splitlines())) > 80, "a pipe gets whole lines", wide)
    t = Terminal("games", columns=80)
    shown = t.rest()
    check(t.status() == 0 and shown and max(map(len, shown.splitlines())) <= 80,
          "a table fits the terminal", shown)
    check(set(shown.split()) == set(wide.split()), "and no word is broken", shown)



def plain(text):
    return ESCAPE.sub("", text)


def colours():
    t = Terminal("play", "connect4", "--level", "1", "--seed", "1", term="xterm")
    t.until(PROMPT)
    t.type("d\n")
    coloured = t.until(PROMPT) or ""
    t.type("quit\n")
    check(t.status() == 0 and "\x1b[0;1;91m" in coloured and "\x1b[0;2m" in coloured, "stones and points have colours",
          repr(coloured))
    check(len(re.findall(r"\x1b\[0;1;94;7m", coloured)) == 1, "the last move alone is marked", repr(coloured))
    for more, term, variables in (([], "dumb", {}), (["--colour", "never"], "xterm", {}), ([], "xterm", {"NO_COLOR": "1"})):
        ENV.update(variables)
        t = Terminal("play", "connect4", "--level", "1", "--seed", "1", *more, term=term)
        for name in variables:
            del ENV[name]
        t.until(PROMPT)
        t.type("d\n")
        bare = t.until(PROMPT) or "\x1b"
        t.type("quit\n")
        t.status()
        check("\x1b[0" not in bare and plain(bare).split("seat 1")[-1] == plain(coloured).split("seat 1")[-1],
              "the same without colour: %s %s %s" % (more, term, variables), repr(bare))
    always = run("play", "knockout_whist", "--level", "1", "--seed", "2", "--colour", "always", stdin="any\nquit\n").stdout
    never = run("play", "knockout_whist", "--level", "1", "--seed", "2", "--colour", "never", stdin="any\nquit\n").stdout
    check(plain(always) == never != always, "colour adds nothing but colour", repr(always))
    check(re.search("\x1b\\[0;1;91m[2-9TJQKA][dh]", always) and re.search("\x1b\\[0;1m[2-9TJQKA][cs]", always) and
          "\x1b[0;2m?" in always, "red and black cards, dim secrets", repr(always))


def completion():
    t = Terminal("play", "rps", "--seed", "1", "--summary", "never")
    t.talk((PROMPT, "sc\t\n"))
    ends(t, "scissors", "The game is over.", what="TAB completes a move")
    t = Terminal("play", "tictactoe", "--seed", "1", term="xterm")
    t.talk((PROMPT, "b\t"), (r"b3 +b2 +b1", "2\n", "TAB lists what may be meant"), (PROMPT, "hi\t"),
           (r"history +hint|hint +history", "s\t\n", "commands, too"), ("you: b2", "", "and goes on from there"),
           (PROMPT, "hint mc\t\n"), ("It would play", "", "agents after hint"), (PROMPT, "\x1b[A\n"),
           ("It would play", "", "and lines come back"), (PROMPT, "zz\t\x15quit\n"))
    ends(t, "You left the game.", what="what cannot be completed is left alone")


def chooser():
    t = Terminal("play")
    t.talk((r"21  skull", "", "the games are listed"), (GAME, "hexx\n"), ("did you mean 'hex'", "", "a game that there is not"),
           (GAME, "leduc(players=3)\n"), ("How strong[^>]*> ", "nobody\n"), ("nobody", "", "nor is there such an opponent"),
           ("How strong[^>]*> ", "ea\t\n"), ("Your seat, 0 to 2 or random[^>]*> ", "9\n", "then the seat"),
           ("no such seat", "", "one that there is"), ("Your seat[^>]*> ", "1\n"),
           ("You are seat 1 of 3; the others are each ismcts at level 3", "", "and it begins"), (PROMPT, "quit\n"))
    ends(t, "You left the game.", what="well")
    t = Terminal("play")
    t.talk((GAME, "\n"), ("How strong[^>]*> ", "\n"), ("Your seat[^>]*> ", "\n"),
           ("seat 1 is alphabeta at level 5", "", "Enter is the default"), (r"a1, b1, c1\)> ", "quit\n"))
    ends(t, what="well")
    t = Terminal("play", "--level", "2", "--seat", "1")
    t.talk((GAME, "12\n"), ("seat 0 is ismcts at level 2", "", "only what is not given is asked"))
    check(left(t), "well")
    for keys in ("\x03", "\x04", "quit\n"):
        t = Terminal("play")
        t.talk((GAME, keys))
        check(t.status() == 0, "%r leaves" % keys)
    t = Terminal("play")
    t.talk(*[(GAME, "zzzz\n")] * 5)
    ends(t, "no game was chosen", what="five wrong answers are enough", status=2)
    t = Terminal("play")
    t.talk((GAME, "quit\n"))
    ends(t, "No game was begun.", what="leaving is told")
    refuses([], ("play", "hex", "--level", "11", "unbeatable for games that are small enough"),
            ("playout", "kuhn", "--record", "x.db", "--record=FILE"))


def thinking():
    t = Terminal("play", "hex", "--against", "mcts(ms=600000)", "--seed", "1", term="xterm")
    t.talk((PROMPT, "f6\n"), ("mcts thinks; Ctrl-C: move now", "", "the agent that thinks is named"))
    os.write(t.fd, b"\x03")
    text = t.until(r"seat 1\x1b\[0m: [a-k]\d+") or ""
    check(re.search(r"move now(\^C)?\x1b\[K\n", "move now" + text), "Ctrl-C makes it move, and a wheel that turned is wiped away", repr(text))
    t.talk((PROMPT, "g\x03"))
    ends(t, "You left the game.", "'parlor play --resume=[0-9]+' takes it up again", what="and then leaves, with the game kept")
    t = Terminal("play", "--resume", term="xterm")
    t.talk((r"seat 1\x1b\[0m: [a-k]\d+", "", "which goes on"), (PROMPT, "history\n"), ("you: f6", "", "as it was"))
    check(left(t), "well")


def killed():
    """What was played is in the file, whatever becomes of the program."""
    t = Terminal("play", "othello", "--level", "3", "--seed", "9")
    t.talk((PROMPT, "d3\n"))
    board = t.until(PROMPT) or "never"
    os.kill(t.pid, signal.SIGKILL)
    t.status()
    t = Terminal("play", "--resume", "--summary", "never")
    again = t.until(PROMPT) or ""
    answer = re.search(r"seat 1: \w\d", board)
    check(answer and answer.group() in again and
          board.split("seat 1: ")[1] == again.split("seat 1: ")[1], "a game goes on after kill -9", board + again)
    t.type("resign\n")
    ends(t, "You resigned.", what="to its end")


def clock():
    t = Terminal("play", "connect4", "--clock", "move=1s", "--seed", "1", "--summary", "never")
    check(t.until(r"\), (1\.0|0\.\d) s left> "), "time is told", t.text)
    ends(t, "The game is over: your time is up.", "You lost.", what="and runs out")


def summary():
    t = Terminal("play", "connect4", "--against", "first", "--seed", "1")
    t.talk(*((PROMPT, move + "\n") for move in "bbgb"))
    ends(t, "The game is over.", "You made 4 moves in ", what="a summary")
    t = Terminal("play", "connect4", "--against", "alphabeta(depth=6)", "--seed", "1")
    for move in "agagagag":
        if "over" in t.until(PROMPT + "|The game is over"):
            break
        t.type(move + "\n")
    told = run("play", "kuhn", "--seat", "1", "--against", "always(move=bet)", "--seed", "2", "--summary", "always",
               stdin="pass\n").stdout
    check("you: pass; bet was better (expected 2.00 -> -1.00)" in told, "a move that no agent would look at", told)
    text = t.rest()
    check("Turning points, as mcts sees them from what you saw:" in text and re.search(r"\d+\. .*expected", text),
          "turning points", text)
    check(t.status() == 0, "well")


def window(t, rows, columns):
    fcntl.ioctl(t.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def tiny_windows():
    for rows, columns in ((1, 1), (1, 80), (2, 2), (24, 2), (3, 9), (4, 20)):
        size = "%d x %d" % (columns, rows)
        t = Terminal("play", "kuhn", rows=rows, columns=columns, term="xterm")
        t.until("> ")
        os.write(t.fd, b"x" * 150 + b"\n" + b"quit\n")
        check(t.status() == 0, "a window of " + size, t.text)
        t = Terminal("play", "kuhn", rows=24, term="xterm")
        t.until("> ")
        t.type("zz" * 30)
        window(t, rows, columns)
        t.type("zz" * 30)
        window(t, 24, 80)
        t.type("z\n")
        t.until("legal")
        t.until("> ")
        t.type("quit\n")
        check(t.status() == 0, "a window that is for a while " + size, t.text)


run_all(at_a_terminal, interrupted_hint, tables_at_a_terminal, colours, completion, chooser, thinking, killed, clock, tiny_windows,
        summary)
