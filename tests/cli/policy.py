"""policy -- parlor policy and parlor exploit: what is written can be played and measured
again, known numbers come out, and bad files and words get one sentence."""
import os
import re
import shlex
import sys

sys.dont_write_bytecode = True
from parlor_cli import (FOLDER, ROOT, bytes_of, check, fails, keep, objects, path, plain, refuses, run, run_all, text_of,
                        transcripts, works)


def near(a, b, error=1e-9):
    return a is not None and abs(a - b) <= error


def known_numbers():
    a = objects("exploit", "kuhn", "random", "--json")[0]
    check(near(a["nashconv"], 11 / 12) and near(a["exploitability"], 11 / 24), "kuhn, random: 11/12", a)
    check(near(a["lower"], -5 / 12) and near(a["upper"], 1 / 2), "and the interval", a)
    check([s["seat"] for s in a["seats"]] == [0, 1] and near(a["seats"][0]["value"], 1 / 8), "by seat", a)
    check(a["asked"] == {"sets": 12, "times": 1, "counted": 0, "seed": 1}, "and how it was asked", a)
    a = objects("exploit", "leduc", "random", "--json")[0]
    check(near(a["nashconv"], 4.7472222, 1e-7), "leduc, random: 4.7472222", a)
    works("exploit", "leduc", "random", has=["NashConv:          4.74722222",
                                           "Value to seat 0:   between -2.6598 and 2.0875"])
    a = objects("exploit", "kuhn(players=3)", "random", "--json")[0]
    check(near(a["nashconv"], 2.0625) and a["lower"] is None, "three players have no interval", a)
    a = objects("exploit", "kuhn", "random", "--seat", "1", "--json")[0]
    check([s["seat"] for s in a["seats"]] == [1] and a["nashconv"] is None and
          near(a["seats"][0]["best"], 5 / 12), "one seat alone", a)


def agents():
    a = objects("exploit", "kuhn", "always(move=bet)", "--json")[0]
    check(a["asked"]["counted"] == 12 and a["asked"]["times"] == 1000, "picks are counted", a)
    works("exploit", "kuhn", "always(move=bet)", has=["does not tell", "1000 picks", "12 of 12"])
    works("exploit", "kuhn", "always(move=bet)", "--times", "7", has=["7 picks"])
    words = ["exploit", "leduc", "ismcts(iterations=60)", "--json", "--times", "2"]
    one, two = run(*words), run(*words, "--threads", "2")
    check(one.returncode == 0 and one.stdout == two.stdout, "threads change nothing", one.stdout + two.stdout)
    check(one.stdout != run(*words, "--seed", "2").stdout, "the seed does")
    little = objects("exploit", "kuhn", "ismcts(iterations=20)", "--times", "20", "--json")[0]
    check(0 < little["exploitability"] < 11 / 24, "searching is better than nothing", little)
    works("exploit", "mnk(m=3,n=2,k=2)", "mcts(iterations=100)", has=["Exploitability:"])


def responses():
    best, way = path("best.policy"), path("random.policy")
    works("exploit", "leduc", "random", "--response", best, "--strategy", way)
    a = objects("policy", "compare", way, best, "--json")[0]
    duel = a["first_against"]
    check(near(duel[1][0], 2.0875, 1e-6) and near(-duel[0][1], 2.6597222, 1e-6),
          "best answers get what they were said to get", a)
    check(near(a["files"][0]["mean_distance"], 0) and a["files"][1]["mean_distance"] > 0.4, "distances", a)
    works("policy", "compare", way, best, has=["random.policy", "SEAT 0", "2.65972222"])
    again = objects("exploit", way, "--json")[0]
    check(near(again["nashconv"], 4.7472222, 1e-7) and again["game"].startswith("leduc("),
          "a file alone names its game", again)
    check(objects("exploit", "leduc", way, "--json")[0] == again, "or goes with it")
    game = run("playout", "leduc", "--games", "200", "--agents", "policy(file=%s),random" % best)
    mean = float(re.search(r"0 +policy +([-0-9.]+)", game.stdout).group(1))
    check(game.returncode == 0 and 1 < mean < 3.2, "it plays", game.stdout + game.stderr)


def text():
    r = path("kuhn.policy")
    works("exploit", "kuhn", "random", "--strategy", r)
    shown = works("policy", "show", r, has=["kuhn(players=2,start=0)", "the strategy of random",
                                            "\n  J: pass 0.5 bet 0.5\n", "\n  J pass bet: pass 0.5 bet 0.5\n",
                                            "\n  K bet: pass 0.5 bet 0.5\n", "0.458333333"])
    check(len(re.findall(r"^  [JQK].*: pass", shown, re.M)) == 12, "a line for every set", shown)
    one = works("policy", "show", r, "--seat", "1", has=["Seat 1:\n"])
    check(len(re.findall(r": pass", one)) == 6 and "Seat 0:\n" not in one, "of one seat", one)
    a = objects("policy", "show", r, "--json")[0]
    check(len(a["policy"]) == 12 and a["bits"] == 64 and a["missing"] == 0 and
          a["policy"][0]["set"] == "J" and a["policy"][0]["moves"] == {"pass": 0.5, "bet": 0.5}, "as JSON", a)
    works("policy", "show", r, "K", "J", "pass", has=["seat 1: J", "Seat 1: pass 0.5 bet 0.5"])
    a = objects("policy", "show", r, "K", "J", "--json")[0]
    check(a["seat"] == 0 and a["moves"] == {"pass": 0.5, "bet": 0.5}, "a position as JSON", a)
    works("policy", "show", r, "--memory", "1k", has=["the strategy of random", "cannot be listed: kuhn does not fit"])
    check(objects("policy", "show", r, "--memory", "1k", "--json")[0]["policy"] is None, "without a tree, no sets")
    works("policy", "show", r, "--memory", "1k", "K", "J", has=["Seat 0: pass 0.5 bet 0.5"])
    fails(1, "policy", "purify", r, "--memory", "1k", says="kuhn does not fit")
    fails(2, "policy", "show", r, "K", says="chance is to move")
    fails(2, "policy", "show", r, "K", "J", "pass", "pass", says="the game is over")
    fails(2, "policy", "show", r, "K", "J", "fold", says="fold")
    fails(2, "policy", "show", r, "--seat", "2", says="--seat takes 0..1")


def made():
    best = path("made.policy")
    works("exploit", "leduc", "ismcts(iterations=100,policy=rm)", "--seed", "2", "--strategy", best)
    works("policy", "purify", best, has=["made-pure.policy", "EXPLOITABILITY"])
    a = objects("policy", "show", path("made-pure.policy"), "--json")[0]
    check(all(sorted(s["moves"].values())[-1] == 1 for s in a["policy"]), "pure is pure", a["how"])
    check(a["how"].endswith("purified, least 1"), "and says how it came about", a["how"])
    least = path("least.policy")
    works("policy", "purify", best, "--least", "0.2", "--output", least, "--bits", "16")
    a = objects("policy", "show", least, "--json")[0]
    check(a["bits"] == 16 and all(p == 0 or p > 0.19 for s in a["policy"] for p in s["moves"].values()),
          "a threshold is kept", a["how"])
    own = objects("exploit", least, "--json")[0]
    check(near(own["nashconv"], a["nashconv"], 1e-12), "what is told of rounded files is told of them", own)
    bottom = objects("exploit", best, "--json")[0]["exploitability"]
    wanted = [round(bottom + 0.1, 3), 2.2]
    files = objects("policy", "ladder", best, "--targets", "%g,%g" % tuple(wanted), "--temperatures", "0.5,3",
                    "--json")[0]["files"]
    for want, rung in zip(wanted, files):
        found = objects("exploit", rung["file"], "--json")[0]["exploitability"]
        check(near(found, want, 1e-9), "a rung of %g" % want, found)
    check([os.path.basename(f["file"]) for f in files] ==
          ["made-%g.policy" % w for w in wanted] + ["made-t0.5.policy", "made-t3.policy"], "their names", files)
    check(near(objects("exploit", "leduc", 'policy(file="%s",temperature=3)' % best, "--json")[0]["nashconv"],
               2 * files[3]["exploitability"], 1e-9), "a temperature of a file or of the agent is one", files)
    before = sorted(os.listdir(FOLDER.name))
    fails(1, "policy", "ladder", best, "--targets", "2.1,99", says="not 99")
    check(sorted(os.listdir(FOLDER.name)) == before, "nothing is written where not all can be")


def bounds():
    a = objects("exploit", "kuhn", "random", "--by", "lbr(of=random,tries=100)", "--games", "500", "--json")[0]
    check(a["method"] == "games" and a["games"] == 1000 and 0 < a["low"] < 11 / 24, "a bound is below the truth", a)
    words = ["exploit", "liars_dice(dice=2)", "random", "--games", "40", "--memory", "1M"]
    one = works(*words, has=["does not fit", "lbr(of=random)", "40 games in each seat", "at least", "80 games"])
    check(one == run(*words, "--threads", "2").stdout, "threads change nothing", one)
    a = objects("exploit", path("best.policy"), "--memory", "1k", "--games", "50", "--json")[0]
    check(a["exploiter"].startswith("lbr(of=policy(file=") and a["exploiter"].endswith(",follow=1000)") and
          a["low"] > 0, "a file is followed to the end", a)
    works("exploit", "connect4", "random", "--games", "5", "--by", "greedy", has=["Exploited by greedy"])
    fails(2, "exploit", "connect4", "random", "--seat", "0", says="--seat is for best answers")
    fails(1, "exploit", "connect4", "random", "--response", path("x"), says="does not fit")
    fails(2, "exploit", "kuhn", "random", "--by", "random", "--response", path("x"), says="--by")
    fails(2, "exploit", "kuhn", "random", "--by", "nobody", says="no agent 'nobody'")


def within_scores():
    told = objects("exploit", "rps", "first", "--by", "first", "--games", "2", "--json")[0]
    check(all(-1 <= x["low"] <= x["high"] <= 1 for x in told["seats"]) and -1 <= told["low"] <= told["high"] <= 1,
          "intervals stay within the scores of the game", told)


def misuse():
    good = path("kuhn.policy")
    refuses(["exploit"], ("kuhn", "nobody", "no agent 'nobody'"), ("nothing", "random", "nothing"),
            ("random", "needs a game and an agent"), ("leduc", good, "one of kuhn(players=2,start=0), not of leduc"),
            ("kuhn", "mcts", "without secrets"))
    failing, says = "process(cmd=false)", "the program ended with exit status 1"
    refuses(["exploit", "kuhn", failing], (says,), ("--by", "random", says), status=1)
    refuses(["policy"], ("paint", good, "show, purify, ladder or compare"), ("ladder", good, "--targets"),
            ("ladder", good, "--targets", "0.1,x", "numbers like"), ("ladder", good, "--temperatures", "0", "numbers like"),
            ("purify", good, "more", "one file"))
    refuses(["policy"], ("purify", good, "--output", path("none/x"), "cannot write"),
            ("compare", good, path("best.policy"), "one of leduc"), ("show", path("nowhere"), "cannot read"), status=1)


def planted(data, says):
    bad = keep("bad.policy", data)
    fails(1, "policy", "show", bad, says=says)
    fails(2, "playout", "kuhn", "--agents", "policy(file=%s)" % bad, says=says)
    refuses(["exploit"], ("kuhn", bad, says), (bad, says))


def bad_files():
    good = bytes_of(path("kuhn.policy"))
    planted(good[:-8], "is cut short")
    planted(good[:100], "is cut short")
    planted(b"PNG" + good[3:], "is no policy file")
    planted(b"", "is no policy file")
    planted(good[:8] + b"\x07" + good[9:], "is of version 7 of the format; this library reads version 2")
    planted(good[:-3] + bytes([good[-3] ^ 1]) + good[-2:], "check sum is wrong")
    planted(good + bytes(8), "is damaged")


def page():
    """What docs/policies.md shows is what comes out, one command after the other."""
    os.chdir(FOLDER.name)
    for command, output in transcripts(text_of(os.path.join(ROOT, "docs", "policies.md"))):
        r = run(*shlex.split(command)[1:])
        check(plain(r.stdout + r.stderr) == plain(output), "the page: " + command, r.stdout + r.stderr)
    os.chdir("/")


run_all(known_numbers, agents, responses, text, made, bounds, within_scores, misuse, bad_files, page)
