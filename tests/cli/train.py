"""train -- parlor train from outside, and the agent that plays by what came out."""
import json
import os
import signal
import struct
import sys
import time
import xml.dom.minidom

sys.dont_write_bytecode = True
from parlor_cli import (TIMEOUT, Terminal, bytes_of, check, end, fails, keep, objects, path, refuses, run, run_all, start, text_of,
                        until, works)

SMALL = ["--hidden", "8", "--measure", "20"]


def weights(net):
    """The tensors of a file, as anybody reads safetensors."""
    data = bytes_of(net)
    body = 8 + struct.unpack("<Q", data[:8])[0]
    return json.loads(data[8:body]), data[body:]


def trained(name, *words):
    return path(name), objects("train", *words, "--out", path(name), "--json")[0]


def reports():
    picture = path("curve.svg")
    net, told = trained("one", "backgammon", *SMALL, "--games", "300", "--plot", picture)
    last = told["curve"][-1]
    check(told["games"] == 320 and last["games"] == 320 and told["file"] == net and told["stopped"] is False and
          told["method"].startswith("td(lambda=0.7,rate=0.1,") and told["net"] == "204 inputs, 8 relu, score",
          "it tells what it did", told)
    check([a["agent"] for a in last["against"]] == ["random", "greedy(worlds=16)"] and
          all(a["score"]["low"] <= a["score"]["value"] <= a["score"]["high"] for a in last["against"]), "the curve has intervals", last)
    few = trained("few", "tictactoe", "--hidden", "8", "--games", "32", "--measure", "2")[1]["curve"][0]
    check(few["against"][0]["score"]["low"] is None, "one deal has no interval", few)
    for name, method, explores in (("e1", "td(update=game)", "epsilon=0.1,"), ("e2", "td(epsilon=0.3)", "epsilon=0.3,")):
        told = trained(name, "tictactoe", "--hidden", "8", "--games", "32", "--measure", "2", "--method", method)[1]
        check(explores in told["method"], "it explores by " + method, told["method"])
    check(xml.dom.minidom.parse(picture).documentElement.tagName == "svg", "the curve is drawn")
    header, data = weights(net)
    check(header["hidden.0.weight"] == {"dtype": "F32", "shape": [8, 204], "data_offsets": [0, 8 * 204 * 4]} and
          header["__metadata__"]["game"].startswith("backgammon(") and
          max(t["data_offsets"][1] for name, t in header.items() if name != "__metadata__") == len(data),
          "the file is safetensors", header)
    works("playout", "backgammon", "--games", "4", "--agents", "net(file=%s),random" % net, has=["net"])
    fails(2, "playout", "tictactoe", "--agents", "net(file=%s)" % net, says="the net is for backgammon(")
    net, told = trained("line", "dominoes(hub=-2)", *SMALL, "--games", "32", "--inputs", "line")
    check(told["net"] == "507 inputs (line), 8 relu, score", "inputs have a name", told)
    works("playout", "dominoes(hub=3)", "--games", "2", "--agents", "net(file=%s),random" % net, has=["net"])
    fails(2, "train", "backgammon", "--inputs", "line", "--out", path("no"),
          says="backgammon has no inputs called 'line'; it has tensor")
    works("train", "leduc", *SMALL, "--games", "100", "--head", "wins,score", "--learn-at", "both", "--norm",
          "--activation", "tanh", "--threads", "2", "--out", path("two"),
          has=["128 games", "2 threads", "8 tanh, normalised, wins+score", "random", "net(file="])


def again():
    words = ["backgammon", *SMALL, "--seed", "7"]
    one, told = trained("a", *words, "--games", "200")
    two, _ = trained("b", *words, "--games", "200")
    other, _ = trained("c", "backgammon", *SMALL, "--seed", "8", "--games", "200")
    check(weights(one)[1] == weights(two)[1] != weights(other)[1], "the same seed, the same net")
    part, _ = trained("d", *words, "--games", "64")
    rest = objects("train", "--resume", part, "--games", "200", "--json")[0]
    check(weights(part)[1] == weights(one)[1] and rest["games"] == told["games"], "resumed it comes to the same")
    same = {p["games"]: p["against"] for p in told["curve"]}
    check(all(same.get(p["games"], p["against"]) == p["against"] for p in rest["curve"]), "with the same curve")


def stages():
    """Against others, in stages: each is in the file, and the same commands give the same net."""
    nets = []
    for name in ("s", "t"):
        net, told = trained(name, "leduc", *SMALL, "--games", "64", "--threads", "2", "--opponents", "self:1,random:3")
        check([s["opponents"] for s in told["stages"]] == ["self:1,random:3"], "it tells whom it played", told["stages"])
        again = ["train", "--resume", net, "--games", "128", "--measure", "20", "--opponents", "first", "--lambda=0.5", "--learn-from", "all"]
        told = objects(*again, "--json")[0]
        check([s["from"] for s in told["stages"]] == [0, 64] and told["stages"][1]["opponents"].startswith("first") and
              "lambda=0.5,rate=0.1," in told["method"] and "seats=all" in told["method"], "a stage begins", told["stages"])
        told = json.loads(run(*again, "--json").stdout)
        check(len(told["stages"]) == 2, "the same command again begins no other", told["stages"])
        nets.append(weights(net)[1])
    check(nets[0] == nets[1], "the same stages, the same net")
    works("train", "--resume", net, "--games", "192", "--measure", "20",
          has=["from game 1 on against self:1,random:3", "from game 65 on against first"])
    for words in (["--resume", net], ["leduc", "--out", path("new")]):
        refuses(["train", *words, "--opponents"], ("zork", "no agent 'zork'"), ("process(cmd=true)", "not a program"),
                ("self:", "self:2,random:1"))
    fails(2, "train", "--resume", net, "--hidden", "9", says="--hidden is as it was")
    check(weights(net)[0]["__metadata__"]["note.stages"].count("\n") == 1, "what was refused is not in the file")
    told = objects("train", "--resume", net, "--games", "256", "--measure", "2", "--update", "game", "--replay", "5", "--json")[0]
    check("update=game,replay=5" in told["method"] and len(told["stages"]) == 3, "from then on by whole games", told["method"])


def policies():
    """A policy gradient: what it tells, that it goes on, and that it plays what it learnt."""
    words = ["leduc", *SMALL, "--method", "pg(batch=64,magnet=0.1)", "--rate", "0.002", "--lambda", "0.9"]
    picture = path("exploited.svg")
    one, told = trained("pg", *words, "--games", "256", "--plot", picture)
    two, _ = trained("pg2", *words, "--games", "256", "--threads", "2")
    last = told["curve"][-1]["exploitability"]
    check(told["net"] == "36 inputs, 8 relu, score+moves" and told["method"].startswith("pg(rate=0.002,") and
          "lambda=0.9,clip=0.2,batch=64," in told["method"], "it tells how it learns", told)
    check(weights(one)[1] == weights(two)[1], "the same net on any number of threads")
    part, _ = trained("pg3", *words, "--games", "128")
    objects("train", "--resume", part, "--games", "256", "--measure", "20", "--json")
    check(weights(part)[1] == weights(one)[1], "resumed it comes to the same")
    exact = objects("exploit", "leduc", "net(file=%s)" % one, "--json")[0]
    check(abs(exact["exploitability"] - last) < 1e-6 and exact["asked"]["counted"] == 0,
          "how exploitable it is, as best answers say", (exact, last))
    check("exploitability" in text_of(picture), "which is drawn, too")
    works("train", "--resume", one, "--games", "320", "--rate", "0.001", "--measure", "20",
          has=["from game 257 on against self, pg(rate=0.001,", "EXPLOITABILITY"])
    works("playout", "leduc", "--games", "4", "--agents", "net(file=%s),random" % one, has=["net"])
    refuses(["train", "kuhn", "--out", path("no"), "--method"], ("sarsa", "a method is td or pg"),
            ("pg(batch=64", "as pg or 'pg(batch=4096)'"), ("pg(zork=1)", "zork"), ("pg", "--worlds", "2", "worlds"),
            ("pg", "--head", "score", "--head goes with td"), ("pg", "--opponents", "random", "plays against itself alone"),
            ("pg", "--schedule", "linear", "a number of games to end at"))
    refuses(["train", "--resume", one], ("--epsilon", "0.1", "epsilon"), ("--opponents", "random", "plays against itself alone"))


def started(name):
    program = start("train", "backgammon", *SMALL, "--minutes", "60", "--out", path(name))
    until(lambda: os.path.exists(path(name)))
    return program, path(name)


def interrupted():
    program, net = started("stopped")
    status, out, err = end(program, signal.SIGINT)
    check(status == 130 and "so far" in out and "--resume goes on" in err, "Ctrl-C saves and tells", out + err)
    picture = path("rough.svg")
    rough, _ = trained("rough", "tictactoe", "--hidden", "4", "--games", "64", "--measure", "2", "--against", "random",
                       "--plot", picture)
    told = works("train", "--resume", rough, "--games", "96", has=["-inf .. +inf"])
    check("nan" not in told, "what is not known stays so", told)
    check(">-0<" not in text_of(picture), "nought has no sign")
    idle = run("train", "--resume", net, "--games", "1", "--json")
    check(idle.returncode == 0 and "nothing was left to do" in idle.stderr, "a run with nothing left to do says so", idle.stderr)
    program, net = started("shared")
    last = time.monotonic() + TIMEOUT
    while program.poll() is None and time.monotonic() < last:
        os.utime(net)
        time.sleep(0.05)  # another writer of the file, until the program notices it
    status, _, err = end(program)
    check(status == 1 and "written by somebody else" in err, "a file that another wrote is left alone", err)
    program, net = started("killed")
    end(program, signal.SIGKILL)
    before = json.loads(run("train", "--resume", net, "--games", "1", "--json").stdout)["games"]
    after = objects("train", "--resume", net, "--games", str(before + 32), "--measure", "20", "--json")[0]["games"]
    check(after == before + 32, "a run that was killed goes on", after)
    picture = path("shown.svg")
    shown = Terminal("train", "tictactoe", *SMALL, "--games", "3000", "--out", path("shown"), "--plot", picture)
    shown.until("a second, loss")
    shown.until("Its file is")
    check(shown.status() == 0, "at a terminal it tells how far it is")
    check(">10⁴</text>" in text_of(picture), "long numbers of games stay in the picture")


def refusals():
    net, _ = trained("r", "tictactoe", *SMALL, "--games", "32")
    new = ["--out", path("new")]
    refuses(["train"], ("needs a GAME",), ("zork", *new, "no game 'zork'"), ("kuhn", "--out kuhn.safetensors"),
            ("tictactoe", "--out", net, "is there already"), ("dominoes", *new, "--head", "outcomes", "outcomes are whole scores"),
            ("kuhn", *new, "--method", "zork", "not 'zork'"), ("kuhn", "--resume", net, "which 'kuhn' is not"))
    refuses(["train", "tictactoe", *new], ("--hidden", "0", "as 80 or 80,40"), ("--hidden", "80,", "as 80 or 80,40"),
            ("--hidden", "9,9,9,9,9,9,9,9,9", "1 to 8 numbers"), ("--head", "moves", "some of score, wins and outcomes"),
            ("--head", "score,", "some of score, wins and outcomes"), ("--head", "score,score", "one head for score"),
            ("--schedule", "cosine", "a number of games to end at"), ("--half", "5", "--half goes with --schedule inverse"),
            ("--lambda", "2", "from 0 to 1"), ("--against", "zork", "no agent 'zork'"),
            ("--against", "process(cmd=true)", "not by a program"), ("--against", "random,random,random,random,random", "at most 4"))
    refuses(["train", "--resume", net], ("--threads", "2", "--threads is as it was"), ("--seed", "2", "the seed is as it was"),
            *(("--games", "64", "--plot", name, "--resume and --plot cannot both be") for name in (net, path(".", "r"))))
    check(weights(net)[0]["__metadata__"]["note.measure"] == "20", "a net is not drawn over")
    fails(1, "train", "backgammon", *new, *SMALL, "--games", "1000", "--rate", "90", says="diverged after")
    cut = keep("cut", bytes_of(net)[:-5])
    refuses(["playout", "tictactoe", "--agents"], ("net(file=%s)" % cut, "cut off"), ("net", "Parlor ships no net for mnk, only for"))


run_all(reports, again, stages, policies, interrupted, refusals)
