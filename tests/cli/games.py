"""games -- a whole game of every kind through parlor play: widths, colours, secrets."""
import json
import re
import sys

sys.dont_write_bytecode = True
from parlor_cli import ENV, check, objects, run, run_all

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
HIDDEN = ["battleship(rows=3,cols=3,fleet=2)", "block_dominoes(high=2,hand=2,hands=1)", "dark_hex(rows=2,cols=2)",
          "goofspiel(cards=3,info=winner)", "knockout_whist(players=2,cards=2,ranks=3,suits=2)",
          "kuhn", "kuhn(players=3)", "leduc", "liars_dice", "liars_dice(match=1,dice=2)", "phantom", "rps", "skull(players=2)"]


def at_width(columns, *words, stdin):
    ENV["COLUMNS"] = str(columns)
    r = run(*words, stdin=stdin)
    del ENV["COLUMNS"]
    return r


def names():
    return [g["name"] for g in objects("games", "--json")[0]["games"]]


def whole_games():
    """Asked at every decision, the command comes to the end, and no line is too long."""
    asked = "moves\nhistory\nrules\nhelp\nhint random\nzzz\na\n" + "any\n" * 3 + "history\nview\nundo\n" + "any\n" * 3000
    for name in names():
        for columns in (80, 60):
            r = at_width(columns, "play", name, "--level", "1", "--seed", "7", "--clock", "game=9h", stdin=asked)
            wide = [line for line in r.stdout.splitlines() if len(line) > columns]
            check(r.returncode == 0 and not r.stderr and re.search("^You (won|lost|share)", r.stdout, re.M),
                  "%s is played to its end" % name, r.stdout[-500:] + r.stderr)
            check(not wide, "%s: no line is over %d columns" % (name, columns), "\n".join(wide))


def many_seats():
    for spec in ("pig(players=10)", "dominoes(players=8)", "leduc(players=10)", "liars_dice(players=6,match=1)", "skull(players=6)",
                 "quoridor(players=4)", "goofspiel(players=5)", "mnk(m=19,n=19,k=5)", "hex(size=19)",
                 "kuhn(players=10)", "knockout_whist(players=7)", "block_dominoes(players=4,variant=all_fives)"):
        r = at_width(80, "play", spec, "--level", "1", "--seat", "1", "--seed", "3", stdin="any\n" * 40)
        wide = [line for line in r.stdout.splitlines() if len(line) > 80]
        check(r.returncode == 0 and not r.stderr and not wide, "%s at 80 columns" % spec, "\n".join(wide) + r.stderr)


def colour_is_only_added():
    for name in names():
        for columns in (80, 60):
            text = [at_width(columns, "play", name, "--level", "1", "--seed", "5", "--colour", when,
                             stdin="any\n" * 12 + "history\nquit\n").stdout for when in ("always", "never")]
            check(ESCAPE.sub("", text[0]) == text[1] and "\x1b" not in text[1] and text[0] != text[1],
                  "%s at %d columns: colour is only added" % (name, columns), repr(text))


def text_is_shown():
    """What is printed is what the game shows, up to line breaks."""
    for name in names():
        events = objects("play", name, "--json", "--level", "1", "--seed", "5", stdin="any\n" * 4 + "quit\n")
        text = run("play", name, "--level", "1", "--seed", "5", "--colour", "never", stdin="any\n" * 4 + "quit\n").stdout
        shown = [e["position"]["text"] for e in events if e["event"] == "position"]
        flat = " ".join(text.split())
        check(shown and all(" ".join(s.split()) in flat for s in shown), "%s: nothing is left out" % name, text)


def moments(game, seed, seat):
    """What the seat was told up to each time it was asked, and what was then on the screen."""
    words = ["play", game, "--level", "1", "--seed", str(seed), "--seat", str(seat), "--summary", "never"]
    lines = "".join("#%d\n" % k for k in range(9)) * 2
    events = [json.loads(line) for line in run(*words, "--json", stdin=lines).stdout.splitlines()]
    told = [json.dumps(e, sort_keys=True) for e in events if e["event"] in ("position", "error")]
    screen = run(*words, "--colour", "always", stdin=lines).stdout.partition("(seed")[2].partition("\n")[2]
    parts = re.split(r"(?<=> )", screen)
    return [(tuple(told[:i + 1]), "".join(parts[:i + 1])) for i in range(min(len(told), len(parts)))]


def secrets():
    """Seeds deal other secrets; where all that a seat was told is the same, so is its screen.  40 seeds or more: two hands
    of dice are seldom the same."""
    for game in HIDDEN:
        met, alike, wrong, seed = {}, 0, [], 0
        while seed < 40 or alike < 15 and seed < 200:
            seed += 1
            for told, shown in moments(game, seed, seed % 2):
                alike += told in met
                if met.setdefault(told, shown) != shown:
                    wrong.append("seed %d:\n%s\n---\n%s" % (seed, shown, met[told]))
        check(alike >= 15 and not wrong, "%s: %d moments that look alike are shown alike" % (game, alike),
              "\n".join(wrong[:1]) or len(met))


run_all(whole_games, many_seats, colour_is_only_added, text_is_shown, secrets)
