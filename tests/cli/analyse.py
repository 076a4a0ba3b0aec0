"""analyse -- parlor analyse: what is told agrees with itself and with the game,
and nothing of it depends on what the seat cannot see."""
import json
import os
import re
import signal
import sys

sys.dont_write_bytecode = True
from parlor_cli import PARLOR, TRIAL, Terminal, check, end, fails, objects, path, refuses, run, run_all, start, text_of, works

SOME = "ismcts(iterations=2000)"
LONG = "(ms=600000)"  # until it is told to stop


def analysed(*words, agent=SOME, program=PARLOR):
    return objects("analyse", *words, "--agent", agent, "--json", program=program)[-1]


def timeless(text):
    return re.sub(r"in \d+\.\d+ s|\"seconds\":[0-9.e-]+", "", text)


def branches(tree):
    for branch in tree:
        yield branch
        yield from branches(branch["below"])


def moves():
    a = analysed("kuhn", "Q", "J", "pass", "bet")
    by_name = {m["move"]: m for m in a["moves"]}
    check(set(by_name) == {"pass", "bet"} and a["seat"] == 0, "every legal move is told of", a)
    check(sum(m["visits"] for m in a["moves"]) == a["iterations"] == 2000, "every visit is told of", a)
    check(abs(sum(m["share"] for m in a["moves"]) - 1) < 1e-9, "shares make one", a)
    check(by_name["pass"]["value"] == -1 and by_name["pass"]["win"] == 0, "a seat that passes loses its ante", a)
    check(a["win_rates"]["from"] == "random games" and a["win_rates"]["games"] > 500 and
          0.3 < by_name["bet"]["win"] < 0.7, "where stakes differ wins are counted in random games", a)
    check(a["moves"][0]["move"] == a["pick"] == a["line"][0]["move"] == "bet", "the best move is first", a)
    mixed = analysed("rps", "rock", agent="ismcts(iterations=3000,policy=exp3)")
    check(sum(m["share"] > 0.05 for m in mixed["moves"]) > 1, "a mixed strategy is told", mixed)
    a = analysed("tictactoe", "b2", agent="mcts(iterations=3000)")
    check(a["win_rates"] == {"from": "values"} and
          all(abs(m["win"] - (1 + m["value"]) / 2) < 1e-9 for m in a["moves"]),
          "where stakes are even wins follow from values", a)
    line = [ply["move"] for ply in a["line"]]
    check(len(line) > 2 and run("show", "tictactoe", "b2", *line).returncode == 0,
          "the line can be played", line)
    a = analysed("tictactoe", "a1", "a2", "b2", "c3", agent="alphabeta")
    check([m["proven"] for m in a["moves"]][0] and a["moves"][0]["value"] == 1, "proofs are told", a)
    a = analysed("connect4", agent="alphabeta(depth=6)")
    unknown = [m for m in a["moves"] if m["value"] is None]
    check(len(unknown) > 2 and all(m["win"] is None for m in unknown) and a["moves"][0]["win"] is not None,
          "a bound is no value", a["moves"])
    works("analyse", "tictactoe", "b2", "--agent", "random", has=["a3", "It picked "])
    works("analyse", "pig", "--agent", "mcts(iterations=100)", "--tree", has=["roll", "chance: 1"])
    one = works("analyse", "kuhn", "K", "J", has=["ismcts(ms=1000)", "cards[1]"])
    check("Expected: " in one, "ismcts is the usual one where something is hidden", one)
    works("analyse", "tictactoe", has=["mcts(ms=1000)"])


def seeds():
    words = ["analyse", "leduc", "any", "any", "--agent", SOME, "--tree", "--seed"]
    first = [timeless(run(*words, "1", *more).stdout) for more in ([], [], ["--json"], ["--json"])]
    check(first[0] and first[0] == first[1] and first[2] == first[3], "a seed gives the same again", first[0])
    check(timeless(run(*words, "2").stdout) != first[0], "another seed gives another")


def no_leak():
    """Two truths, one view: one analysis."""
    pairs = [("kuhn", "K J", "K Q", 0), ("kuhn", "J Q pass bet", "J K pass bet", 0),
             ("leduc", "Jh Kh", "Jh Qs", 0), ("liars_dice", "3 1", "3 6", 0),
             ("phantom", "b2 a1", "b2 c3", 0), ("rps", "rock", "paper", 1), ("goofspiel(cards=4)", "2 1", "2 4", 1)]
    for game, one, other, seat in pairs:
        for more in ([], ["--json"]):
            rest = ["--seat", str(seat), "--agent", SOME, "--tree", *more]
            texts = [run("analyse", game, *line.split(), *rest).stdout for line in (one, other)]
            check(texts[0] and timeless(texts[0]) == timeless(texts[1]),
                  "%s: seat %d cannot tell '%s' from '%s' %s" % (game, seat, one, other, " ".join(more)),
                  "".join(texts))
    texts = [run("analyse", "phantom", "b2", cell, "--seat", "1").stdout for cell in ("a1", "c3")]
    check(texts[0] and texts[0] != texts[1], "the seat that made the move can tell", texts)
    for more in ([], ["--json"]):
        texts = [run("analyse", "fog", *line, "--agent", SOME, "--tree", *more, program=TRIAL)
                 for line in (["0", "1"], ["0", "2"])]
        check(texts[0].stdout and timeless(texts[0].stdout) == timeless(texts[1].stdout),
              "nor in a game without a guess", texts[0].stdout + texts[1].stdout + texts[0].stderr)


def marginals(a):
    return {m["what"]: {v["value"]: v for v in m["of"]} for m in a["belief"]["marginals"]}


def beliefs():
    a = analysed("kuhn", "K", "J", "--worlds", "2000")
    cards = marginals(a)
    check(a["belief"]["worlds"] == 2000 and set(cards) == {"cards[1]"} and set(cards["cards[1]"]) == {"J", "Q"},
          "only what is hidden is told of", a["belief"])
    check(all(v["low"] < 0.5 < v["high"] and v["low"] < v["share"] < v["high"] and
              v["high"] - v["low"] < 0.05 for v in cards["cards[1]"].values()),
          "either card is as likely, within the interval", a["belief"])
    more = marginals(analysed("kuhn", "K", "J", "--worlds", "100"))["cards[1]"]["J"]
    check(more["high"] - more["low"] > 0.15, "fewer worlds, wider intervals", more)
    deal = ["any"] * 32
    a = analysed("knockout_whist", *deal, "--seat", "0", agent="rollout")
    own = a["position"]["state"]["seats"][0]["hand"]
    hands = marginals(a)
    sizes = {k: sum(v["share"] for v in hand.values()) for k, hand in hands.items()}
    left = {"seats[%d].hand" % i: s["cards"] for i, s in enumerate(a["position"]["state"]["seats"]) if i}
    check(set(sizes) == set(left) and all(abs(sizes[k] - left[k]) < 1e-6 for k in left),
          "of hands it is told what is in them", (sizes, left))
    check(own and not any(card in hand for card in own for hand in hands.values()),
          "and nobody holds one's own cards", own)
    known = marginals(analysed("phantom", "b2", "a1"))
    cells = {k: set(v) for k, v in known.items() if k.startswith("board")}
    check(cells == {"board[%d][%d]" % (i // 3, i % 3): {".", "O"} for i in range(9) if i != 4},
          "boards are told cell by cell", cells)
    works("analyse", "kuhn", "K", "J", "--seat", "1", has=["It is not seat 1's turn.", "cards[0]"])
    works("analyse", "goofspiel", "1", "1", "--seat", "0", has=["Nothing is left for seat 0 to guess."])
    works("analyse", "riddle", "0", "--agent", SOME, program=TRIAL, has=["No world is known that fits"])
    works("analyse", "fog", "0", "--agent", SOME, program=TRIAL, has=["fog does not tell its positions as JSON"])
    text = works("analyse", "tictactoe", "--agent", "mcts(iterations=50)")
    check("cannot see" not in text, "where nothing is hidden there is no belief", text)


def trees():
    a = analysed("tictactoe", "b2", "--tree=4", "--least", "0.02", agent="mcts(iterations=3000)")
    tree = a["tree"]
    check({b["move"]: b["visits"] for b in tree} ==
          {m["move"]: m["visits"] for m in a["moves"]
           if m["visits"] >= 0.02 * sum(m["visits"] for m in a["moves"])},
          "the tree begins with the moves", a)
    check(all(sum(k["visits"] for k in b["below"]) <= b["visits"] for b in branches(tree)) and
          all(b["share"] >= 0.02 for b in branches(tree)), "no branch has more than what it grows from")
    check(all(x["visits"] >= y["visits"] for b in branches(tree) for x, y in zip(b["below"], b["below"][1:])),
          "the most visited are first")
    line, movers = ["b2"], []
    at = analysed("tictactoe", "b2", "--tree=4", "--least", "0", agent="mcts(iterations=3000)")["tree"]
    while at:
        line.append(at[0]["move"])
        movers.append(at[0]["mover"])
        at = at[0]["below"]
    check(movers == [1, 0, 1, 0] and run("show", "tictactoe", *line).returncode == 0, "paths can be played", line)
    a = analysed("phantom", "b2", "a1", "--tree", "--least", "0")
    shown = [k for b in a["tree"] for k in b["below"] if k["shown"]]
    check(shown and all(k["move"].endswith("!") for k in shown), "what a move shows is told", shown)
    check({k["mover"] for b in a["tree"] for k in b["below"] if not k["shown"]} == {1} and
          {k["move"] for b in a["tree"] for k in b["below"] if not k["shown"]} == {"stone"},
          "and of others what is noticed", a["tree"])
    a = analysed("kuhn", "K", "J", "--tree")
    passed = [k for b in a["tree"] if b["move"] == "bet" for k in b["below"] if k["move"] == "pass"]
    check(passed and passed[0]["value"] == 1, "an end that is sure has its score", a["tree"])
    a = analysed("kuhn(players=3)", "K", "J", "Q", "--tree=2", agent="ismcts(iterations=900,observers=single)")
    check({(b["mover"], b["seat"]) for b in branches(a["tree"])} == {(0, 0), (1, 1)},
          "values are told with their owner", a["tree"])
    a = analysed("tictactoe", "b2", "--tree=9", agent="alphabeta")
    chain = [b for b in branches(a["tree"]) if b["visits"] is None]
    check([b["move"] for b in chain] == [p["move"] for p in a["line"][1:]], "a line is a tree, too", a)
    works("analyse", "connect4", "--agent", "mcts(iterations=500)", "--tree",
          has=["The top of the tree:", "seat 0: d", "  seat 1: "])


def graphs():
    words = ["analyse", "tictactoe", "--agent", "mcts(iterations=500)", "--tree=2"]
    count = len(list(branches(objects(*words, "--json")[0]["tree"])))
    dot = works(*words, "--dot", "-", has=["digraph parlor {", "n0 -> n1"])
    dot_all = run(*words[:-1], "--least", "0", "--dot", "-").stdout
    check("\\n1 visit\\n" in dot_all and "\\n1 visits" not in dot_all, "one visit is one", dot_all)
    check(dot.startswith("digraph") and dot.count("->") == count and dot.endswith("}\n"),
          "the graph is the tree, and alone", dot)
    works(*words, "--dot", path("tree.gv"), has=["MOVE"])
    check(text_of(path("tree.gv")) == dot, "a file gets the same")
    check(run(*words[:-1], "--dot", "-").stdout.count("->") > count, "three plies are usual")
    fails(1, *words, "--dot", "/nonexistent/x", says="cannot write '/nonexistent/x'")


def interrupted(*words, until):
    """What is printed when it is interrupted after a line with this text."""
    p = start("analyse", *words)
    lines = []
    for line in p.stdout:
        if until in line and not any(until in old for old in lines):
            p.send_signal(signal.SIGINT)
        lines.append(line)
    return lines, end(p)[0]


def watching():
    lines, status = interrupted("connect4", "--agent", "mcts" + LONG, "--watch", until="iterations: ")
    check(status == 0 and re.match(r"\d+\.\d s, \d+ iterations: [a-g], worth ", lines[0]) and
          any(line.startswith("Expected: ") for line in lines), "a line tells how it goes", lines)
    for game, agent in (("kuhn K J", "ismcts"), ("kuhn K J", "rollout"), ("hex", "alphabeta"), ("pig", "mcts")):
        lines, status = interrupted(*game.split(), "--agent", agent + LONG, "--watch", "--json",
                                    until='"event":"thinking"')
        events = [json.loads(line) for line in lines]
        check(status == 0 and [e["event"] for e in events][-1] == "analysis" and
              all(e["event"] == "thinking" and e["moves"] for e in events[:-1]),
              "Ctrl-C ends the thinking of %s, and all is told" % agent, lines)
    t = Terminal("analyse", "hex(size=5)", "--agent", "mcts" + LONG, "--watch", term="xterm")
    check(t.until(r"Thinking for .*\n(.*\n)*.*\x1b\[12A\x1b\[J"), "a table is redrawn at a terminal", t.text)
    small = Terminal("analyse", "hex(size=5)", "--agent", "mcts" + LONG, "--watch", term="xterm", rows=7)
    check(small.until(r"\x1b\[\?7lThinking (.*\n){6}\x1b\[\?7h\x1b\[6A\x1b\[J"),
          "a small window is not left at its top, and long lines are cut", small.text)
    for terminal in (small, t):
        os.write(terminal.fd, b"\x03")
    small.status()
    check(t.until("Expected: ") and t.status() == 0, "Ctrl-C leaves the result there")


def wrong():
    fails(2, "analyse", says="analyse needs a GAME")
    other, ttt = ["K", "J", "--seat", "1"], ["analyse", "tictactoe"]
    refuses(["analyse", "kuhn"], *(("K", "J", "--seat", seat, "--seat takes 0..1 in this game") for seat in ("2", "-1", "x", "public", "")),
            ("K", "J", "K", "'K' is no legal move of seat 0 after 2 moves"), ("K", "J", "pass", "pass", "the game is over after 4 moves"),
            ("K", "chance is to move; play an outcome"), *((*other, more, "so there is nothing to search")
                                                          for more in ("--tree", "--watch", "--dot=-")),
            *((*seat, "--agent", agent, says) for seat in (["K", "J"], other)
              for agent, says in (("mcts", "for kuhn there is ismcts"), ("nobody", "there is no agent 'nobody'"))),
            ("K", "J", "--agent", "ismcts(x=1)", "no parameter 'x'"))
    refuses(ttt, ("--seat", "1", "it is the turn of seat 0, not of seat 1"), ("--watch", "--dot", "-", "would both print"),
            ("--tree", "3", "write --tree=3"))


run_all(moves, seeds, no_leak, beliefs, trees, graphs, watching, wrong)
