"""match -- parlor match and parlor league from outside."""
import csv
import io
import json
import os
import re
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
from parlor_cli import (ENV, PARLOR, ROOT, TIMEOUT, Terminal, check, effort, end, fails, keep, objects, path, refuses,
                        run_all, sql, start, until, works)
from parlor_player import player, program, slow_while

BOT = sys.argv[3] if len(sys.argv) > 3 else "build/tests/random_bot"
TWO = ["match", "tictactoe", "random", "first"]


def timeless(told):
    """What a match prints as JSON, without what no two runs share."""
    told.pop("recorded", None)
    told.pop("run")
    for row in told["standings"]:
        row.pop("nanoseconds")
    return told


def match(*words):
    return timeless(objects("match", *words, "--json")[0])


def league(*words):
    return timeless(objects("league", *words, "--json")[0])


def reports():
    works("match", "leduc", "rollout(iterations=20)", "random", "--games", "200",
          has=["200 games in 100 groups of 2 (rotations)", "MEAN SCORE", "ELO", "SUPERIOR %", "P99",
               "BY SEAT", "mean score", "SCORES", "FROM -13 TO 13", "@", " +- ", "99th percentile"])
    told = match("tictactoe", "good=greedy", "bad=random", "--games", "99")
    rows = {row["name"]: row for row in told["standings"]}
    check(told["games"] == 100 and told["groups"] == 50 and told["group"] == 2,
          "games come in whole groups", told)
    good = rows["good"]
    check(good["rank"] == 1 and good["payoff"]["low"] > 0 and good["elo"]["low"] > 0 and
          good["superiority"] > 0.99, "the better one is found out", good)
    check(sum(sum(seat.values()) for seat in good["seats"]) == good["games"] == 100 and
          good["results"]["wins"] == rows["bad"]["results"]["losses"], "results by seat add up", rows)
    check(all(sum(seat.values()) == 50 for seat in good["seats"]), "seats rotate", good["seats"])
    check(sum(told["pairs"][0]["groups"]) == 50, "groups are counted by points", told["pairs"])
    check(sum(n for _, n in good["scores"]) == 100, "the histogram of scores has every game", good["scores"])
    table = list(csv.DictReader(io.StringIO(works("match", "tictactoe", "greedy", "random", "--games",
                                                  "20", "--csv"))))
    check(len(table) == 2 and table[0]["name"] == "greedy" and
          int(table[0]["wins_seat0"]) + int(table[0]["draws_seat0"]) + int(table[0]["losses_seat0"]) == 10,
          "CSV has a row for each agent", table)
    same = match("tictactoe", "random", "random", "random", "--games", "10")
    check(sorted(row["name"] for row in same["standings"]) == ["random", "random#2", "random#3"] and
          len(same["pairs"]) == 3, "more agents than seats: every pair plays; names are unlike", same)
    few = match("dominoes", "bestLine", "random", "--games", "40")
    check({row["name"]: row["games"] for row in few["standings"]} == {"bestLine": 40, "random": 120},
          "fewer agents than seats: the last one takes the others", few)


def alike():
    """Groups that are all the same are no samples, and it is said."""
    same = ["connect4", "first", "always(move=d)"]
    for words in (["--games", "20"], ["--games", "400", "--threads", "3"], ["--games", "90", "--record", path("alike.db")],
                  ["--games", "90", "--record", path("alike.db"), "--resume"]):
        check(match(*same, *words)["alike"] == 1, "a game that is played again and again is found", words)
    works("match", *same, "--games", "40", has=["All groups of 1 pairing came out alike", "one sample", "--openings"])
    check(match(*same, "--games", "18")["alike"] == 0, "of nine groups nothing is said")
    check(match("connect4", "mcts(iterations=60)", "first", "--games", "40")["alike"] == 0,
          "games that are won in different ways are not alike")
    check(match("tictactoe", "random", "first", "--games", "40")["alike"] == 0, "nor are games by lots")
    told = league("connect4", "first", "always(move=d)", "random", "--games", "40")
    check(told["alike"] == 1, "of a league it is told by pairings", told["alike"])
    openings = keep("three.txt", "a\nb\nc d\n")
    check(match(*same, "--games", "60", "--openings", openings)["alike"] == 0, "openings make them differ")


def fairness():
    """With equal agents a deal replayed from every seat leaves nothing but the seats."""
    dealt = match("rps", "first", "first", "--games", "20")
    check(dealt["standings"][0]["payoff"]["value"] == 0, "equals come out equal", dealt)
    even = match("dominoes", "greedy", "greedy", "greedy", "greedy", "--games", "400")
    check(all(row["payoff"]["value"] == even["standings"][0]["payoff"]["value"] for row in even["standings"]),
          "the same agent at every seat of the same deals scores the same", even["standings"])
    lots = match("dominoes", "greedy", "greedy", "greedy", "greedy", "--games", "400", "--shuffle-seats")
    check(lots["group"] == 1 and len({row["payoff"]["value"] for row in lots["standings"]}) == 4,
          "drawn seats do not", lots["standings"])
    often = [sum(seat.values()) for row in lots["standings"] for seat in row["seats"]]
    check(len(often) == 16 and all(70 <= n <= 130 for n in often), "and everybody sits everywhere", often)
    all_orders = match("dominoes(players=3)", "bestLine", "double", "random", "--games", "12", "--seats",
                       "permutations", "--record", path("orders.db"))
    orders = sql(path("orders.db"), "SELECT count(DISTINCT o) FROM (SELECT group_concat(player) AS o FROM "
                 "(SELECT game, player FROM seat ORDER BY game, seat) GROUP BY game)")
    check(orders == [(6,)], "every order of three agents is played", orders)
    check(all_orders["group"] == 6 and all_orders["groups"] == 2, "permutations are six games of three seats")
    fresh = match("leduc", "first", "random", "--games", "100", "--seats", "fresh")
    check(fresh["group"] == 2 and fresh != match("leduc", "first", "random", "--games", "100"),
          "fresh deals are other games")


def threads():
    words = ["leduc", "rollout(iterations=5)", "random", "first", "--games", "60"]
    once = match(*words)
    for more in (["--threads", "4"], ["--record", path("threads.db")], ["--on", "all=abort", "--threads", "3"]):
        check(match(*words, *more) == once, "the same result with " + " ".join(more))
    check(match(*words, "--seed", "2") != once, "another seed, other games")


def batches():
    """Intervals of a pool are from batches of groups, however many of these a thread takes at a time."""
    words = ["tictactoe", "random", "first", "b=random", "--games", "6000"]
    one = league(*words)
    check(one == league(*words, "--threads", "3") == league(*words, "--record", path("batches.db")),
          "slow and quick runs come to the same intervals")


def formats():
    agents = ["random", "first", "greedy", "rollout(iterations=10)", "mcts(iterations=10)"]
    for name, pairings in (("round-robin", 10), ("gauntlet", 4), ("swiss", 6), ("knock-out", 4)):
        told = league("tictactoe", *agents, "--games", "10", "--format", name)
        least = told["games"] >= 10 * pairings if name == "knock-out" else told["games"] == 10 * pairings
        check(least and told["format"] == name and len(told["standings"]) == 5,
              "%s has %d pairings" % (name, pairings), told["games"])
    told = league("dominoes", "random", "stupid", "double", "greedy", "bestLine", "persistentLine", "--games",
                  "48", "--format", "balanced")
    check(told["games"] == 48 and {row["games"] for row in told["standings"]} == {32},
          "in balanced tables everybody plays as often", told["standings"])
    works("league", "tictactoe", *agents, "--games", "10", "--format", "swiss", has=["POINTS", "swiss"])
    five = ["dominoes(players=3)", "random", "stupid", "double", "greedy", "bestLine", "--games", "3"]
    told = league(*five, "--format", "knock-out", "--advance", "2")
    rows = {row["name"]: row for row in told["standings"]}
    check(told["games"] >= 9 and sum(row["points"] for row in rows.values()) >= 5 and
          told["standings"][0]["points"] >= 1, "five play a knock-out at tables of three", told["standings"])
    told = league(*five, "--format", "swiss", "--rounds", "5")
    check(told["games"] == 15 and {row["games"] for row in told["standings"]} == {9},
          "in five rounds of Swiss each of five rests twice", told["standings"])


def files():
    say = {"game": "tictactoe", "games": 20, "format": "gauntlet",
           "agents": ["greedy", {"name": "any", "agent": "random"}, "first"]}
    one = league("--file", keep("league.json", json.dumps(say)))
    two = league("--file", keep("league.toml", "# a league\ngame = \"tictactoe\"\ngames = 20 # each\n"
                                "format = 'gauntlet'\n\n[agents]\ngreedy = \"greedy\"\nany = 'random'\n"
                                "first = \"first\"\n"))
    three = league("tictactoe", "--file", keep("list.txt", "# agents\ngreedy\nany=random\n\nfirst\n"),
                   "--games", "20", "--format", "gauntlet")
    check(one == two == three and one["games"] == 40, "JSON, TOML and a list say the same", (one, two, three))
    openings = keep("openings.txt", "b2 a1\nb2 b1 # edge\n")
    check(match("tictactoe", "greedy", "random", "--openings", openings, "--games", "20") !=
          match("tictactoe", "greedy", "random", "--games", "20"), "openings are played")
    dealt = match("leduc", "first", "first", "--openings", keep("deal.txt", "Ks Js call call Qs\n"), "--games", "10")
    check(dealt["seat_scores"][0]["value"] > 0 and dealt["plies"]["min"] == dealt["plies"]["max"],
          "an opening may have its deal", dealt["seat_scores"])
    refuses(["match"], ("leduc", "first", "random", "--openings", keep("deal.txt", "Ks Js\ncall\n"), "line 2: chance moves there"),
            ("kuhn", "random", "first", "--openings", keep("o.txt", "bet\n"), "chance moves"))
    fails(2, *TWO, "--openings", keep("o.txt", "a1 a1\n"), says="line 1: 'a1' is no legal move there, as 'a3' is")
    for name, text, says in (
            ("a.json", "{", "line 1"), ("a.json", '{"agents": 3}', "agents are a list"),
            ("a.json", '{"agents": ["random"], "gmaes": 3}', "'gmaes' is none of"),
            ("a.json", '{"games": "x"}', "games is a whole number from 1"), ("a.json", '{"game": 3}', "game is a text"),
            ("a.toml", "game = tictactoe\n", "line 1"),
            ("a.toml", 'game = "tictactoe"\ngames = 0\n', "line 2: games is a whole number"),
            ("a.toml", 'game = "leduc"\ngame = "leduc"\n', "line 2: game is given twice"),
            ("a.toml", "games = 2\ngames = 4\n", "line 2: games is given twice"),
            ("a.toml", '[agents]\na = "random"\na = "first"\n', "line 3: a is given twice")):
        fails(2, "league", "--file", keep(name, text), says=says)
    fails(2, "league", "kuhn", "--file", keep("a.txt", "# nobody\n"), says="names no agents")


def damaged_files():
    """Whatever a file holds, it is read or refused in a sentence."""
    toml = ("game = \"tictactoe\"\ngames = 2\n[agents]\n\"a b\" = 'random' # any\n"
            "first = \"process(cmd=\\\"true\\\")\"\n")
    texts = {"d.toml": toml, "d.json": json.dumps({"game": "tictactoe", "games": 2, "agents": {"a": "random", "b": "first"}}),
             "d.txt": "random\nb=first\n\x01\xff=\n", "d.moves": "a1 b2 # x\n\nc3\n"}
    bad = []
    for name, text in texts.items():
        raw = text.encode("latin-1")
        for cut in range(0, len(raw), len(raw) // effort(10) + 1):
            for spoilt in (raw[:cut], raw[:cut] + b"\"" + raw[cut:], raw[:cut] + b"\0[" + raw[cut + 2:]):
                keep(name, spoilt)
                words = (["league", "--file", path(name)] if name != "d.moves" else
                         [*TWO, "--games", "2", "--openings", path(name)])
                r = subprocess.run([PARLOR, *words], env=ENV, capture_output=True, timeout=TIMEOUT, check=False)
                if r.returncode not in (0, 1, 2) or len(r.stderr.splitlines()) != (r.returncode != 0):
                    bad.append((spoilt, r.returncode, r.stderr))
    check(not bad, "damaged files are refused in a sentence", bad[:3])


def refusals():
    unmade = ["--record", path("unmade.db")]
    refuses(["match", "kuhn", "first"], ("always", *unmade, "always needs a move"),
            ("x=process(cmd=/no/such)", *unmade, "x cannot play: "))
    fails(2, "tune", "kuhn", "always", "--param", "x=1:2", *unmade, says="always needs a move")
    check(not os.path.exists(unmade[1]), "a match that is refused leaves no file")
    refuses(["match"], ("tictactoe", "random", "bestLine", "dominoes"), ("tictactoe", "random", "nobody", "nobody"),
            ("tictactoe", "random", "match needs an AGENT: "), ("notagame", "random", "random", "notagame"),
            ("tictactoe", "random", "process(cmd=/no/such)", "exit status 127"))
    refuses(TWO, ("--resume", "--resume goes with"), ("--json", "--csv", "take one"),
            ("--seats", "fresh", "--shuffle-seats", "--seats"), ("--sprt", "elo=3", "--sprt is written"),
            ("--sprt", "elo0=5,elo1=0", "elo1 from a smaller elo0: they are 0 and 5"),
            ("--sprt", "elo0=1,elo0=2", "not 'elo0=2'"), ("greedy", "--sprt", "elo1=5", "two entrants"))
    fails(1, *TWO, "--record", path("none.db"), "--resume", says="No such file")
    fails(2, "league", says="league needs a GAME")
    refuses(["league", "tictactoe", "random"], ("from 2 to",), ("first", "--advance", "1", "knock-out"),
            ("first", "--format", "knock-out", "--advance", "2", "from 1 to 1"), ("first", "--rounds", "2", "swiss"))
    fails(2, "league", "dominoes", "random", "double", "--format", "swiss", says="at least 4 entrants")


def games_in(file):
    return len(sql(file, "SELECT n FROM part"))


def resuming():
    file = path("resumed.db")
    bot = program("bot.py", player(deed=slow_while(path("slowly"), 0.03)))
    words = ["leduc", "bot=" + bot, "rollout(iterations=20)", "--games", "240", "--threads", "2"]
    once = match(*words)
    keep("slowly", "")
    for kills in range(1, 4):
        more, had = ["--resume"] if kills > 1 else [], games_in(file)
        p = start("match", *words, "--record", file, *more)
        until(lambda: games_in(file) > had, unless=lambda: p.poll() is not None)
        status, _, err = end(p, signal.SIGKILL)
        check(status == -signal.SIGKILL and had < games_in(file) < 240, "killed in the middle, %d times" % kills, err)
    os.remove(path("slowly"))
    check(match(*words, "--record", file, "--resume") == once, "it ends as it would have")
    check(sql(file, "SELECT count(*), count(DISTINCT n) FROM part") == [(240, 240)] and
          sql(file, "SELECT count(*) FROM game") == [(240,)], "no game is there twice")
    works("records", "verify", "--file", file)
    check(match(*words, "--record", file, "--resume") == once, "resumed at the end it plays nothing more")
    refuses(["match"], (*words, "--seed", "2", "--record", file, "--resume", "seed: 2"),
            (*words, "--seats", "fresh", "--record", file, "--resume", "seats: fresh"),
            ("leduc", "first", "random", "--record", file, "--resume", "has no such match"))


def two_at_once():
    """A match that a process plays is left alone by others, until it is killed: also before that is waited for."""
    file = path("two.db")
    words = ["match", "leduc", "rollout(iterations=2000)", "random", "--games", "100000", "--record", file]
    with start(*words) as p:
        until(lambda: games_in(file))
        fails(2, *words, "--resume", says="is being played by process %d" % p.pid)
        p.kill()
        os.waitid(os.P_PID, p.pid, os.WEXITED | os.WNOWAIT)
        had = games_in(file)
        q = start(*words, "--resume")
        until(lambda: games_in(file) > had, unless=lambda: q.poll() is not None)
        check(games_in(file) > had, "a killed process plays no match, waited for or not", end(q, signal.SIGKILL))


def interrupts():
    """Ctrl-C prints the standings so far, and what is left can be resumed."""
    file = path("stopped.db")
    p = start("match", "leduc", "rollout(iterations=100)", "random", "--games", "1000000", "--record", file)
    until(lambda: games_in(file))
    status, out, err = end(p, signal.SIGINT)
    played = re.search(r"(\d+) games? in", out)
    check(status == 128 + signal.SIGINT and played and 0 < int(played.group(1)) < 1000000 and
          "--resume" in err and len(err.splitlines()) == 1, "Ctrl-C prints the standings so far", out + err)
    status, out, err = end(start("match", "leduc", "rollout(iterations=100000000)", "random", "--json",
                                 preexec_fn=interrupt_at_once))
    told = json.loads(out or "{}")
    check(status == 128 + signal.SIGINT and told.get("games") == 0 and told["plies"]["mean"] is None,
          "before the first group, too", out + err)


def interrupt_at_once():
    """The signal waits for the program that this process becomes."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    os.kill(os.getpid(), signal.SIGINT)


def sprt():
    words = ["tictactoe", "greedy", "random", "--games", "5000", "--sprt", "elo0=0,elo1=30"]
    one, four = match(*words), match(*words, "--threads", "4")
    check(one == four and one["games"] < 5000 and one["sprt"]["decision"] == "H1 is accepted" and
          one["sprt"]["llr"] >= one["sprt"]["upper"], "a test is decided at the same game on any threads", one["sprt"])
    worse = match("tictactoe", "random", "greedy", "--games", "5000", "--sprt", "elo0=0,elo1=30,alpha=.01")
    check(worse["sprt"]["decision"] == "H0 is accepted", "and the other way", worse["sprt"])
    works("match", *words, has=["Sequential test, Elo 0 against 30", "H1 is accepted"])


def luck():
    words = ["leduc", "rollout(iterations=5)", "solved", "--games", "400", "--luck"]
    told = match(*words)
    row = told["standings"][0]
    less, plain = row["less_luck"], row["payoff"]
    check(told["luck"]["known"] == ["solved"] and "tree" in told["luck"]["how"] and less["reduction"] > 3 and
          less["payoff"]["high"] - less["payoff"]["low"] < (plain["high"] - plain["low"]) / 1.7,
          "without luck the interval is narrower", row)
    check(match(*words, "--threads", "3") == told, "the same on any number of threads")
    plainly = match(*words[:-1])
    for each in told["standings"]:
        each.pop("less_luck")
    told.pop("luck")
    check(told == plainly, "counting luck changes nothing else")
    works("match", "leduc", "rollout(iterations=5)", "random", "--games", "100", "--luck=rollouts:3",
          has=["LESS LUCK", "WITHOUT LUCK", "of the moves of random; positions are valued by 3 random games from each position"])
    works("match", "kuhn", "random", "solved", "--games", "20", "--luck", has=["any number"])
    one = match("kuhn", "random", "first", "--games", "1", "--shuffle-seats", "--luck")["standings"][0]["less_luck"]
    check(one["reduction"] is None and one["payoff"]["low"] is None, "one group says nothing of luck", one)
    works("match", "kuhn", 'process(cmd="false")', "random", "--games", "4", "--luck",
          has=["Luck is not taken off: 4 games were cut short"])
    policy = path("kuhn.policy")
    works("solve", "kuhn", "--iterations", "100", "--policy", policy)
    by = match("kuhn", "always(move=bet)", "random", "--games", "200", "--luck=" + policy)
    check(policy in by["luck"]["how"] and by["standings"][0]["less_luck"]["reduction"] > 2, "valued by a policy", by)
    fails(2, "match", "connect4", "first", "first", "--luck", says="there is no luck to take off")
    fails(2, "match", "kuhn", "first", "random", "--luck=rollouts:0", says="rollouts are from 1")
    for game in ("kuhn", "connect4"):
        fails(2, "match", game, "first", "random", "--luck=" + path("none"), says="No such file")


def circles():
    hands = ["%s=always(move=%s)" % (hand, hand) for hand in ("rock", "paper", "scissors")]
    told = league("rps", *hands, "--games", "100")
    way = told["circle"]
    check(sorted(way) == ["paper", "rock", "scissors"] and
          {(way[k], way[(k + 1) % 3]) for k in range(3)} == {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")},
          "a circle is found", way)
    check(all(abs(row["nash"]["share"] - 1 / 3) < 1e-6 and abs(row["nash"]["skill"]) < 1e-6 and
              abs(row["alpha_rank"] - 1 / 3) < 1e-6 and abs(row["elo"]["value"]) < 1e-6
              for row in told["standings"]), "in a circle nobody is at the top", told["standings"])
    works("league", "rps", *hands, "--games", "100",
          has=["The pool goes in circles: rock beats scissors beats paper beats rock.", "--ratings nash,alpha-rank"])
    works("league", "rps", *hands, "weak=first", "--games", "100", "--ratings", "all",
          has=["NASH %", "NASH SKILL", "ALPHA-RANK %", "ELO KEPT UP", "THE LAB'S", "GLICKO-2"])
    order = league("tictactoe", "random", "greedy", "mcts(iterations=50)", "--games", "200")
    best = order["standings"][0]
    check(order["circle"] == [] and best["nash"]["share"] > 0.99 and best["alpha_rank"] > 0.9,
          "where there is an order the best is at the top", best)
    one = league("tictactoe", "random", "greedy", "first", "--games", "100", "--ratings", "elo,glicko")
    check(one == league("tictactoe", "random", "greedy", "first", "--games", "100", "--ratings", "elo,glicko",
                        "--threads", "3"), "ratings that are kept up are the same on any number of threads")
    kept = {row["name"]: row["kept_up"] for row in one["standings"]}
    check(abs(sum(row["elo"] for row in kept.values()) - 4500) < 1e-6 and
          kept["greedy"]["glicko"]["rating"] > kept["random"]["glicko"]["rating"], "and are kept up", kept)
    gauntlet = league("tictactoe", "random", "greedy", "first", "--games", "10", "--format", "gauntlet")
    check("circle" not in gauntlet and "nash" not in gauntlet["standings"][0], "agents that have not met are in no circle")
    works("league", "tictactoe", "random", "greedy", "first", "--games", "10", "--format", "gauntlet", "--ratings",
          "nash", has=["who all have met"])
    fails(2, "league", "rps", *hands, "--ratings", "nsh", says="there are no ratings 'nsh'")
    fails(2, "league", "rps", *hands, "--ratings", "", says="--ratings")


def programs():
    bot = 'process(cmd="%s")' % BOT
    words = ["leduc", "bot=" + bot, "twin=" + bot, "--games", "40", "--threads", "8"]
    told = match(*words)
    check(told["games"] == 40 and not any(row["faults"] for row in told["standings"]), "programs play", told)
    match("connect4", "bot=" + bot, "twin=" + bot, "--games", "40", "--threads", "8", "--record", path("bots.db"))
    lines = sql(path("bots.db"), "SELECT count(DISTINCT moves) FROM game")
    check(lines == [(40,)], "programs that play side by side do not all draw the same moves", lines)
    bad = match("kuhn", 'gone=process(cmd="false")', "random", "--games", "10")
    gone = next(row for row in bad["standings"] if row["name"] == "gone")
    check(gone["faults"] == {"crash": 10} and gone["results"]["losses"] == 10, "a fault costs the offender", bad)


def recipes():
    script = os.path.join(ROOT, "examples", "dominoes_lab.sh")
    for name, has in (("ratings", "persistentLine"), ("depth", "12 tiles"), ("places", "mean score")):
        r = subprocess.run([script, name, "40"], env=dict(ENV, PARLOR=PARLOR), capture_output=True, text=True,
                           timeout=TIMEOUT, check=False)
        check(r.returncode == 0 and not r.stderr and has in r.stdout, "the recipe %s runs" % name, r.stdout + r.stderr)


def terminal():
    t = Terminal("match", "leduc", "rollout(iterations=300)", "random", "--games", "600", columns=100)
    text = t.rest()
    check(re.search(r"\d+ of 600 games, .* a second, .* left", text) and t.status() == 0,
          "on a terminal it tells how far it is", text[:500])


run_all(reports, alike, fairness, threads, batches, formats, files, damaged_files, refusals, resuming, two_at_once, interrupts,
        sprt, luck, circles, programs, recipes, terminal)
