"""terminal -- parlor play at a (pseudo) terminal: colours, completion, Ctrl-C, clocks."""
import fcntl
import os
import re
import signal
import struct
import sys
import tempfile
import termios

sys.dont_write_bytecode = True
from parlor_cli import ENV, Terminal, check, fails, finish, run

PROMPT = re.compile(r"Your move[^>]*> ")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
FOLDER = tempfile.TemporaryDirectory()
ENV["PARLOR_RECORDS"] = os.path.join(FOLDER.name, "records.db")


def at_a_terminal():
    t = Terminal("play", "kuhn")
    check(t.until(PROMPT), "a prompt at a terminal")
    t.type("zzz\n")
    check(t.until("is no legal move here") and t.until(PROMPT), "illegal input is told")
    t.type("bex\x7ft\n")
    check(t.until(r"The game is over.\nScores: seat 0: "), "a line can be edited; the game ends")
    check(t.status() == 0, "and ends well")

    t = Terminal("play", "tictactoe")
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

    t = Terminal("play", "tictactoe")
    t.until(PROMPT)
    t.type("\x04")
    check(t.until("You left the game.") and t.status() == 0, "end of input at a terminal")

    t = Terminal("play", "tictactoe")
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
    t.until(PROMPT)
    t.type("sc\t\n")
    check(t.until("scissors") and t.until("The game is over."), "TAB completes a move", t.text)
    t.status()
    t = Terminal("play", "tictactoe", "--seed", "1", term="xterm")
    t.until(PROMPT)
    t.type("b\t")
    check(t.until(r"b3 +b2 +b1"), "TAB lists what may be meant", t.text)
    t.type("2\n")
    t.until(PROMPT)
    t.type("hi\t")
    check(t.until(r"history +hint|hint +history"), "commands, too", t.text)
    t.type("s\t\n")
    check(t.until("you: b2"), "and goes on from there", t.text)
    t.until(PROMPT)
    t.type("hint mc\t\n")
    check(t.until("It would play"), "agents after hint", t.text)
    t.until(PROMPT)
    t.type("\x1b[A\n")
    check(t.until("It would play"), "and lines come back", t.text)
    t.until(PROMPT)
    t.type("zz\t\x15quit\n")
    check(t.until("You left the game.") and t.status() == 0, "what cannot be completed is left alone")


def chooser():
    t = Terminal("play")
    check(t.until(r"21  skull") and t.until("Which game[^>]*> "), "the games are listed", t.text)
    t.type("hexx\n")
    check(t.until("did you mean 'hex'") and t.until("Which game[^>]*> "), "a game that there is not", t.text)
    t.type("leduc(players=3)\n")
    t.until("How strong[^>]*> ")
    t.type("nobody\n")
    check(t.until("nobody") and t.until("How strong[^>]*> "), "nor is there such an opponent", t.text)
    t.type("ea\t\n")
    check(t.until("Your seat, 0 to 2 or random[^>]*> "), "then the seat", t.text)
    t.type("9\n")
    check(t.until("no such seat") and t.until("Your seat[^>]*> "), "one that there is", t.text)
    t.type("1\n")
    check(t.until("You are seat 1 of 3; the others are each ismcts at level 3") and t.until(PROMPT), "and it begins", t.text)
    t.type("quit\n")
    check(t.until("You left the game.") and t.status() == 0, "well")
    t = Terminal("play")
    for question in ("Which game", "How strong", "Your seat"):
        t.until(question + "[^>]*> ")
        t.type("\n")
    check(t.until("seat 1 is alphabeta at level 5") and t.until(r"a1, b1, c1\)> "), "Enter is what is usual", t.text)
    t.type("quit\n")
    check(t.status() == 0, "well")
    t = Terminal("play", "--level", "2", "--seat", "1")
    t.until("Which game[^>]*> ")
    t.type("12\n")
    check(t.until("seat 0 is ismcts at level 2") and t.until(PROMPT), "only what is not given is asked", t.text)
    t.type("quit\n")
    t.status()
    for keys in ("\x03", "\x04", "quit\n"):
        t = Terminal("play")
        t.until("Which game[^>]*> ")
        t.type(keys)
        check(t.status() == 0, "%r leaves" % keys)


def thinking():
    t = Terminal("play", "hex", "--against", "mcts(ms=600000)", "--seed", "1", term="xterm")
    t.until(PROMPT)
    t.type("f6\n")
    check(t.until("mcts thinks; Ctrl-C: move now"), "the agent that thinks is named", t.text)
    os.write(t.fd, b"\x03")
    text = t.until(r"seat 1\x1b\[0m: [a-k]\d+") or ""
    check(re.match(r"(\^C)?\x1b\[K\n", text), "a wheel that turned is wiped away", repr(text))
    check(text and t.until(PROMPT), "Ctrl-C makes it move", t.text)
    t.type("g\x03")
    check(t.until("You left the game.") and t.until("'parlor play --resume=[0-9]+' takes it up again") and t.status() == 0,
          "and then leaves, with the game kept")
    t = Terminal("play", "--resume", term="xterm")
    check(t.until(r"seat 1\x1b\[0m: [a-k]\d+") and t.until(PROMPT), "which goes on", t.text)
    t.type("history\n")
    check(t.until("you: f6") and t.until(PROMPT), "as it was", t.text)
    t.type("quit\n")
    check(t.status() == 0, "well")


def killed():
    """What was played is in the file, whatever becomes of the program."""
    t = Terminal("play", "othello", "--level", "3", "--seed", "9")
    t.until(PROMPT)
    t.type("d3\n")
    board = t.until(PROMPT) or "never"
    os.kill(t.pid, signal.SIGKILL)
    t.status()
    t = Terminal("play", "--resume")
    again = t.until(PROMPT) or ""
    answer = re.search(r"seat 1: \w\d", board)
    check(answer and answer.group() in again and
          board.split("seat 1: ")[1] == again.split("seat 1: ")[1], "a game goes on after kill -9", board + again)
    t.type("resign\n")
    check(t.until("You resigned.") and t.status() == 0, "to its end")


def clock():
    t = Terminal("play", "connect4", "--clock", "move=1s", "--seed", "1", "--summary", "never")
    check(t.until(r"\), (1\.0|0\.\d) s left> "), "time is told", t.text)
    check(t.until("The game is over: your time is up.") and t.until("You lost.") and t.status() == 0, "and runs out", t.text)


def summary():
    t = Terminal("play", "connect4", "--against", "first", "--seed", "1")
    for move in "bbgb":
        t.until(PROMPT)
        t.type(move + "\n")
    check(t.until("The game is over.") and t.until("You made 4 moves in ") and t.status() == 0, "a summary", t.text)
    t = Terminal("play", "connect4", "--against", "alphabeta(depth=6)", "--seed", "1")
    for move in "agagagag":
        if "over" in t.until(PROMPT.pattern + "|The game is over"):
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


def chooser_left():
    t = Terminal("play")
    for _ in range(5):
        t.until("Which game[^>]*> ")
        t.type("zzzz\n")
    check(t.until("no game was chosen") and t.status() == 2, "five wrong answers are enough", t.text)
    t = Terminal("play")
    t.until("Which game[^>]*> ")
    t.type("quit\n")
    check(t.until("No game was begun.") and t.status() == 0, "who leaves is told so", t.text)
    fails(2, "play", "hex", "--level", "11", says="unbeatable for games that are small enough")
    fails(2, "playout", "kuhn", "--record", "x.db", says="--record=FILE")


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


for part in (at_a_terminal, interrupted_hint, tables_at_a_terminal, colours, completion, chooser, thinking, killed,
             clock, tiny_windows, chooser_left,
             summary):
    print("# " + part.__name__)
    part()
finish()
