"""play -- parlor play through a pipe; terminal.py is at a terminal, games.py plays them all."""
import os
import random
import re
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
from parlor_cli import (ENV, PARLOR, ROOT, TIMEOUT, TRIAL, check, end, fails, objects, path, plain, refuses, run, run_all, start,
                        text_of, transcripts, works)

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
    games = [run("play", "--level", "1", "--seed", str(s), stdin="b2\nquit\n").stdout for s in (1, 1, 2, 3, 4, 5)]
    check(games[0] == games[1], "the same seed gives the same opponents", games[:2])
    bodies = {t.partition("(seed")[2].partition("\n")[2] for t in games}
    check(len(bodies) > 1, "another seed gives others", games)
    told = re.search(r"\(seed (\d+)\)", run("play", stdin="quit\n").stdout)
    seeds = {run("play", stdin="quit\n").stdout.partition("(seed")[2].split()[0] for _ in range(3)}
    check(told and len(seeds) == 3, "without a seed there is another game each time", seeds)
    works("play", "goofspiel(cards=4)", "--seed", "3", stdin="3\n3\n#0\nquit\n",
          has=["'3' is no legal move here"])
    works("play", "--seed", "1", stdin="B2\nRULZ\nRules\nquit\n",
          has=["seat 1: ", "'RULZ' is no legal move here; did you mean 'rules'?", "Seat 0 is X and begins"])
    works("play", "mnk(m=15,n=15,k=5)", "--seed", "1", stdin="quit\n",
          has=["Your move (225, such as a15; 'moves' lists them)> "])
    for text in ("13/8 6/4", "6/4 13/8", "13/8,6/4"):
        works("play", "backgammon", "--seed", "6", stdin=text + "\nquit\n",
              has=["X to play 52\nYour move (8, such as 8/3,6/4; ", "X: 160 pips"])
    r = run("show", "hypergammon(start=0)", "66", "23/17 24/18,18/12,12/6")
    check(r.returncode == 2, "a way is named as one part", r.stderr)
    works("show", "backgammon(start=0)", "33", "13/10,24/21 13/10 24/21", has=["24/21(2),13/10(2)"])


def what_is_told():
    ends = {}
    for seed in range(1, 13):
        text = run("play", "kuhn", "--level", "1", "--seed", str(seed), stdin="bet\n").stdout
        score = re.search(r"^Scores: seat 0: (-?\d+)", text, re.M)
        ends.setdefault(text.splitlines()[-1], set()).add(int(score.group(1)) > 0)
    check(ends == {"You won.": {True}, "You lost.": {False}}, "the winner is told in words", ends)
    shared = [run("play", "rps", "--level", "1", "--seed", str(s), stdin="rock\n").stdout for s in range(1, 10)]
    check(any("You share the best score." in t for t in shared), "so is a draw", shared[0])
    works("play", "kuhn(players=4)", "--seed", "1", stdin="quit\n", has=["\nchance: Q, ? (3 times)\n"])
    called = [run("play", "liars_dice(match=1,dice=2)", "--seat", "1", "--level", "1", "--seed", str(s), stdin="liar\n").stdout
              for s in range(1, 9)]
    check(all(re.search(r"^you: liar-", t, re.M) for t in called), "what your own move revealed is told",
          called[0])
    met = [works("play", "fog", "--seat", "1", "--level", "1", "--seed", str(s), stdin="0\n1\n2\n3\n",
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
    check(2 <= short.get("samples", 0) < 20, "a hint ends when its time is up: two are the least, without a limit it has 138", short)
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
    for game, seat in (("kuhn", 0), ("kuhn", 1), ("kuhn(players=4)", 1), ("leduc", 0), ("leduc", 1)):
        shown = {}
        for seed in range(1, 25):
            text = run("play", game, "--level", "1", "--seat", str(seat), "--seed", str(seed), stdin="").stdout
            body = text.split("quit.\n\n")[1]
            dealt = re.search(r"^chance: (.*)$", body, re.M).group(1).replace("? (2 times)", "?, ?").split(", ")
            moves = tuple(re.findall(r"^seat \d: (?:pass|bet|call|raise|fold)$", body, re.M))
            shown.setdefault((dealt[seat], moves), set()).add(body)
        check(len(shown) >= 3 and all(len(v) == 1 for v in shown.values()),
              "%s, seat %d: nothing shown depends on the others' cards" % (game, seat), shown)
    folded = 0
    for seed in range(1, 30):
        text = run("play", "kuhn", "--level", "1", "--seed", str(seed), stdin="pass\npass\n").stdout
        if "seat 1: bet" not in text:
            continue
        body = text.split("quit.\n\n")[1]
        mine = re.search(r"^chance: (.), \?$", body, re.M).group(1)
        folded += 1
        check(not set("JQK") - {mine} & set(body.replace("Scores", "")),
              "seed %d: a hand that is folded stays hidden" % seed, body)
    check(folded > 3, "some hands were folded", folded)
    events = objects("play", "kuhn", "--json", "--seed", "5", stdin="quit\n")
    check(events[1]["position"]["state"]["cards"][1] == "?", "JSON hides it too", events)


def entry():
    """Moves by the beginning of a name, coordinates and numbers; what is not understood."""
    def played(game, text, name):
        """It shows in the history, or in the last position of a game that is then over."""
        out = run("play", game, "--level", "1", "--seed", "1", stdin=text + "\nhistory\nquit\n").stdout
        shown = "\n%s " % name if "is over" in out else "you: " + name
        check(shown in out.split("> ")[-2 if "is over" not in out else -1], "%s: '%s' is %s" % (game, text, name), out)
    for text in ("b2", "B2", "b 2", "2b", "2,2", "2 2", "b-2", "#4", "b,2"):
        played("tictactoe", text, "b2")
    for text in ("2,3", "B3", "b 3", "3 b"):
        played("battleship(rows=4,cols=4,fleet=1)", text, "B3")
    for game, text, name in (("rps", "sc", "scissors"), ("rps", "r", "rock"), ("rps", "PAP", "paper"),
                             ("pig", "r", "roll"), ("leduc", "c", "call"), ("breakthrough", "a2-a3", "a2a3"),
                             ("breakthrough", "A2 a3", "a2a3"), ("connect4", "D", "d")):
        played(game, text, name)
    for game, text, says in (("tictactoe", "b", "'b' is no legal move here, but may begin b3, b2, b1."),
                             ("hex", "b", "but may begin b1, b2, b3, b4, b5, ...\n"),
                             ("rps", "rokc", "did you mean 'rock'?"), ("rps", "histroy", "did you mean 'history'?"),
                             ("tictactoe", "4,4", "is no legal move here; 'moves' lists them"),
                             ("tictactoe", "27,1", "'moves' lists them"), ("tictactoe", "0,0", "'moves' lists them"),
                             ("goofspiel(cards=4)", "7", "'moves' lists them"),
                             ("goofspiel(cards=4)", "-1", "'moves' lists them"),
                             ("kuhn", "quit now", "is no legal move here"), ("kuhn", "undo me", "nothing to take back")):
        works("play", game, "--seed", "1", stdin=text + "\nquit\n", has=[says])
    works("play", "tictactoe", "--seed", "1", stdin="b2\nundo me\nquit\n", has=["undo takes a number"])
    text = works("play", "tictactoe", "--seed", "1", stdin="r\nh\nquit\n",
                 has=["'r' is no legal move here, but may begin rules, resign.", "but may begin history, hint, help."])
    check("unbroken line" not in text and "SAMPLES" not in text, "what is not clear is not done", text)
    works("play", "kuhn", "--seed", "1", stdin="q\n", has=["You left the game."])


def commands():
    text = works("play", "connect4", "--seed", "1", stdin="history\nd\nhistory\nany\nundo 2\nhistory\nsave\nresign\n",
                 has=["Nothing has happened yet.", "  1. you: d", "  2. seat 1: ", "Back to an earlier decision of yours.",
                      "This game is not kept; --record", "You resigned.", "Scores: seat 0: -1, seat 1: 1", "You lost."])
    check(text.count("Nothing has happened yet.") == 2, "undo 2 takes all back", text)
    check("Turning points" not in text and "You made" not in text, "a pipe gets no summary", text)
    events = objects("play", "connect4", "--json", "--seed", "1", "--clock", "game=1h", stdin="d\nhistory\nresign\n")
    check([e["event"] for e in events] == ["start", "position", "position", "history", "position", "end"] and
          events[0]["names"] == ["you", "alphabeta at level 5"] and events[3]["noticed"][0] == {"mover": 0, "noticed": "d"} and
          events[-1]["how"] == "resigned" or events[-1]["how"], "events of a resigned game", events)
    check(events[-1]["scores"] == [-1, 1] and events[-1]["reason"] == "seat 0 resigned" and
          3500 < events[1]["clock"]["left"] <= 3600 and len(events[-1]["seconds"]) == 2, "scores, reason, clock", events)
    works("play", "kuhn", "--seed", "1", "--summary", "always", stdin="bet\n", has=["You made 1 move in "])
    seen = [objects("play", "rps", "--json", "--seed", str(s), "--summary", "always", stdin="rock\n")[-1] for s in (1,)]
    check(all(e["event"] == "summary" and e["moves"] == 1 and e["agent"] == "ismcts" for e in seen), "summary as JSON", seen)
    lost = objects("play", "connect4", "--json", "--seed", "3", "--summary", "always", stdin="a\nb\na\ng\na\nb\nany\nany\n" * 3)
    points = lost[-1].get("turning_points", [])
    check(lost[-1]["event"] == "summary" and 1 <= len(points) <= 3 and
          all(set(p) == {"number", "noticed", "better", "before", "after"} for p in points), "where it turned", lost[-1])
    again = objects("play", "connect4", "--json", "--seed", "3", "--summary", "always", stdin="a\nb\na\ng\na\nb\nany\nany\n" * 3)
    check(again[-1] == lost[-1], "and the same whenever it is asked", again[-1])
    for agent in ("mcts", "mcts(iterations=50)", "random", "rollout(ms=20)"):
        works("play", "connect4", "--seed", "1", "--hint-seconds", "0.05", stdin="hint %s\nquit\n" % agent,
              has=["MOVE ", "It would play "])
    works("play", "kuhn", "--seed", "1", stdin="hint mcts\nhint nobody\nhint ismcts(\nquit\n", has=["left the game"])
    hint = objects("play", "kuhn", "--json", "--seed", "1", stdin="hint ismcts(iterations=200)\nhint nobody\nquit\n")
    check(hint[2]["pick"] in ("pass", "bet") and len(hint[2]["moves"]) == 2 and "ismcts(iterations=200" in hint[2]["agent"] and
          hint[3]["event"] == "error" and "nobody" in hint[3]["text"], "an agent's hint as JSON", hint)
    asked = run("play", "--seed", "1", "--level", "1", stdin="hint random\nb2\nquit\n").stdout.split("b2\n")[-1]
    check(asked == run("play", "--seed", "1", "--level", "1", stdin="b2\nquit\n").stdout.split("b2\n")[-1],
          "an agent's hint changes nothing that follows")


def opponents():
    def names(*words):
        return objects("play", *words, "--json", "--seed", "1", stdin="quit\n")[0].get("names")
    for words, want in (
            (["hex", "--level", "1"], ["you", "random at level 1"]),
            (["hex", "--level", "EASY"], ["you", "mcts at level 3"]),
            (["hex"], ["you", "alphabeta at level 5"]), (["kuhn", "--level", "hard"], ["you", "ismcts at level 8"]),
            (["hex", "--level", "best"], ["you", "alphabeta at level 10"]),
            (["kuhn", "--level", "unbeatable"], ["you", "solved at level 11"]),
            (["kuhn(players=4)", "--against", "easy,random,ismcts(iterations=9)", "--name", "Ada"],
             ["Ada", "ismcts at level 3", "random", "ismcts"]),
            (["kuhn(players=4)", "--against", "first,random", "--seat", "2"], ["first", "random", "you", "random"])):
        got = names(*words)
        check(got == want, " ".join(words), got)
    for game, level, spec in (("connect4", "5", "alphabeta(iterations=0,ms=1000,depth=2,"), ("connect4", "3", "mcts(iterations=30,ms=5000,"),
                              ("kuhn", "5", "ismcts(iterations=300,ms=5000,"), ("kuhn", "10", "ismcts(iterations=0,ms=3000,")):
        got = objects("play", game, "--level", level, "--json", "--seed", "1", stdin="quit\n")[0]["agents"][1]
        check(got.startswith(spec), "%s: level %s is %s...)" % (game, level, spec), got)
    odd = objects("play", "kuhn", "--json", "--name", "\x1b[31mx" + "\u00e9" * 40, stdin="quit\n")[0]["names"]
    check(odd[0].startswith("?[31mx\u00e9") and odd[0].endswith("?"), "a name is plain text, cut where it is too long", odd)
    seats = {objects("play", "kuhn(players=3)", "--json", "--seat", "random", "--seed", str(s), stdin="quit\n")[0]["seat"]
             for s in range(1, 15)}
    check(seats == {0, 1, 2}, "a seat at random", seats)
    one, two = (run("play", "kuhn", "--seat", "random", "--seed", "5", stdin="quit\n").stdout for _ in range(2))
    check(one == two, "which the seed tells")
    for level in range(1, 10):
        works("play", "tictactoe", "--seed", "1", "--level", str(level), stdin="any\nquit\n", has=["seat 1: "])
    for game in ("connect4", "phantom", "pig"):
        who = [objects("play", game, "--json", "--seed", "1", "--level", level, stdin="quit\n")[0]["agents"][1]
               for level in ("7", "2")]
        score = sum(objects("playout", game, "--json", "--games", "40", "--agents", ",".join(order))[0]["seats"][place]["mean"]
                    for place, order in enumerate((who, who[::-1])))
        check(score > 0, "%s: level 7 beats level 2" % game, (who, score))
    text = works("play", "skull", "--seed", "1", stdin="quit\n", has=["the others are each ismcts at level 5"])
    check("seat 2 is" not in text, "opponents that are alike are named once", text)
    for clock in ("game=1h", "move=1h,bank=1m"):
        works("play", "connect4", "--seed", "1", "--clock", clock, stdin="d\nquit\n", has=["), 1:00:00 left> "]
              if clock == "game=1h" else ["), 1:01:00 left> "])
    fault = objects("play", "kuhn", "--json", "--seed", "1", "--against", 'process(cmd="exit 3")', stdin="bet\n")
    check("fault" in [e["event"] for e in fault] and fault[-1]["event"] == "end" and fault[-1]["how"] == "forfeit",
          "a player who breaks down", fault)
    clocked = objects("play", "connect4", "--json", "--seed", "1", "--clock", "move=1ms", stdin="quit\n")
    check(clocked[1]["clock"]["most"] <= 0.001, "a clock as JSON", clocked)


def wrong():
    refuses(["play", "kuhn"], ("--against", "mcts", "mcts"), ("--against", "nobody", "there is no agent 'nobody'"),
            ("--level", "5", "--against", "random", "give one of them"), ("--clock", "soon", "--clock: "),
            ("--resume", "--resume takes up a game as it was"), ("--record", "--no-record", "do not go together"),
            *(("--seat", seat, "--seat takes 0..1 in this game, or random, not '%s'" % seat) for seat in ("2", "-1", "x", "")),
            *(("--level", level, "--level takes 1..10, easy, medium, hard, best") for level in ("0", "12", "foo")))
    fails(2, "play", "kuhn(players=3)", "--against", "ismcts,random,random", says="--against names more than the 2 who")
    fails(2, "play", "connect4", "--level", "unbeatable", says="small enough to be solved, not 'unbeatable'")
    works("play", "kuhn", "--against", "ismcts(iterations=5)", "--seed", "0", stdin="quit\n", has=["(seed 0)"])


def records():
    """A game that is left goes on where it stood, and is kept whole."""
    file = "--record=" + path("games.db")
    fails(2, "play", "--resume", file, says="no game in ")
    left = works("play", "pig", file, "--seed", "3", "--level", "1", "--name", "Ada",
                 stdin="roll\nhold\nsave\nquit\n",
                 has=["This game is kept as number 1 in "])
    check("'parlor play %s --resume=1' takes it up again." % file in " ".join(left.split()), "how to go on is told", left)
    board = re.findall(r"^seat 0: .*\nseat 1: .*$", left, re.M)[-1]
    again = works("play", "--resume", file, stdin="history\nundo\nroll\nquit\n",
                  has=["You are seat 0 of 2; seat 1 is random at level 1 (seed 3).", board, "  1. you: roll"])
    check(again.count("chance: 1\n") == 2, "and chance falls as it did", again)
    events = objects("play", "--resume=1", file, "--json", stdin="resign\n")
    check(events[0]["names"] == ["Ada", "random at level 1"] and events[-1]["event"] == "end", "it goes on", events)
    fails(2, "play", "--resume=1", file, says="game 1 is over")
    fails(2, "play", "--resume=7", file, says="7")
    fails(2, "play", "--resume", file, says="no game in ")
    whole = works("play", "kuhn", file, "--seed", "1", stdin="bet\n", has=["The game is over."])
    check("--resume" not in whole, "a game that is over need not be taken up", whole)
    moves, ends = ["d\n", "c\n", "e\n"], set()
    for cut in range(3):
        name = "--record=" + path("cut%d.db" % cut)
        run("play", "connect4", name, "--seed", "4", "--against", "first", stdin="".join(moves[:cut]))
        rest = run("play", "--resume", name, stdin="".join(moves[cut:]) + "history\nquit\n").stdout
        ends.add(rest.rpartition("> history")[2].replace(name, ""))
    check(len(ends) == 1 and "5. you: e" in min(ends), "wherever it is cut, it is the same game", ends)
    fails(1, "play", "kuhn", file + "/x", says="x")
    mark = path("ran")
    run("play", "kuhn", file, "--seed", "1", "--against", 'process(cmd="sh -c \'touch %s; exit 1\'")' % mark, stdin="")
    check(os.path.exists(mark), "a program plays")
    os.remove(mark)
    fails(1, "play", "--resume", file, says="a program plays at seat 1, which --trust would run")
    check(not os.path.exists(mark), "but is not run unasked")
    run("play", "--resume", "--trust", file, stdin="")
    check(os.path.exists(mark), "and is if it is trusted")


def page():
    """The game on the page of the documentation is played again."""
    command, shown = next(transcripts(text_of(os.path.join(ROOT, "docs", "play.md"))))
    lines = re.findall(r"> (.*)$", shown, re.M)
    text = run(*command.split()[1:], stdin="\n".join(lines) + "\n").stdout
    check(plain(text) == plain(shown), "docs/play.md shows a game as it is", text)


def noise():
    """Thousands of lines of nonsense are answered one by one."""
    rng = random.Random(1)
    signs = "abcdefgh0123456789 ,-#/()@:*?.xXOR\u00e9"
    for game in ("tictactoe", "backgammon", "block_dominoes", "battleship", "leduc"):
        words = ["".join(rng.choice(signs) for _ in range(rng.randint(1, 9))) for _ in range(600)]
        words = [w for w in words if w.strip()]
        r = run("play", game, "--level", "1", "--seed", "1", stdin="\n".join(words) + "\nquit\n")
        check(r.returncode == 0 and not r.stderr and ("You left the game." in r.stdout or "is over" in r.stdout),
              "%s: nonsense is answered" % game, r.stdout[-500:] + r.stderr)


def interrupted_in_a_pipe():
    """Ctrl-C while it waits for a pipe."""
    program = start("play", stdin=subprocess.PIPE)
    text = ""
    while "> " not in text.split("quit.")[-1]:
        text += program.stdout.read(1)
    status, _, err = end(program, signal.SIGINT)
    check(status == 0, "an interrupt ends it well", err)


run_all(through_a_pipe, what_is_told, odd_bytes, undo, hints, as_json, secrets, entry, commands, opponents, wrong, records, page,
        noise, interrupted_in_a_pipe)
