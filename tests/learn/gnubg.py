"""gnubg -- bench/gnubg_player.py, which lets GNU Backgammon play, against a fake of it.

The fake knows the rules on its own: a board or dice that came over wrongly would make it play what is
not legal here.  Where gnubg itself is installed it plays, too.
"""
import importlib.util
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from parlor_cli import ENV, ROOT, TIMEOUT, check, finish, objects, skip

PLAYER = os.path.join(ROOT, "bench", "gnubg_player.py")
FAKE = os.path.join(ROOT, "tests", "learn", "fake_gnubg.py")
spec = importlib.util.spec_from_file_location("gnubg_player", PLAYER)
player = importlib.util.module_from_spec(spec)
spec.loader.exec_module(player)


def boards():
    own = [0] * 26
    other = [0] * 26
    own[25], own[6], own[1], own[0] = 1, 3, 2, 9
    other[25], other[3], other[20], other[0] = 2, 1, 4, 8
    field = player.fibs(own, other, [6, 5]).split(":")
    check(len(field) == 53 and field[6] == "-2" and field[31] == "1" and field[7] == "2" and
          field[6 + 22] == "-1" and field[6 + 5] == "-4" and field[33:35] == ["6", "5"], "a board in words of FIBS", field)
    steps = player.steps_of("bar/22*/20,13/7(2) 6/off")
    check(steps == [(25, 22), (22, 20), (13, 7), (13, 7), (6, 0)], "moves as steps", steps)
    mine, his = player.after(own, other, [(25, 22), (6, 0)])
    check(mine[22] == 1 and mine[0] == 10 and his[3] == 0 and his[25] == 3, "a hit", (mine, his))
    at = player.same_move(own, other, ["bar/22*/20", "bar/20,6/4"], "bar/22* 22/20 ")
    check(at == 0, "two ways to write a move are one", at)
    for wrong in ("", "6/7", "12/8", "hello", "6/off(x)"):
        try:
            found = player.after(own, other, player.steps_of(wrong))
        except player.Trouble as why:
            found = str(why)
        check(isinstance(found, str), "'%s' is refused" % wrong, found)


def plays(program, games, what):
    command = "%s %s" % (sys.executable, PLAYER) + (" --gnubg " + program if program else "")
    report = objects("match", "backgammon", "random", "process(cmd=%s)" % command, "--games", str(games), "--json")[0]
    one = next(s for s in report["standings"] if s["agent"].startswith("process"))
    check(not one["faults"] and one["games"] == games, "%s plays without a fault" % what, one)
    return one


def trouble(words, host, says, env=()):
    r = subprocess.run([sys.executable, PLAYER, *words], input=host, capture_output=True, text=True,
                       env={**ENV, **dict(env)}, timeout=TIMEOUT, check=False)
    check(r.returncode == 1 and says in r.stderr and "Traceback" not in r.stderr, "it says: " + says, r)


def refuses():
    act = ('{"type":"act","act":1,"legal":["13/7","6/off"],"numbers":[3,4],"view":{"who":0,"dice":[6,5],'
           '"checkers":[%s,%s]}}\n' % ([0] * 13 + [15] + [0] * 12, [15] + [0] * 25))
    trouble(["--gnubg", "/nowhere/gnubg"], "", "there is no program /nowhere/gnubg")
    trouble(["--gnubg", "/bin/true"], act, "gnubg opened no socket")
    trouble(["--gnubg", FAKE], act, "gnubg opened no socket", [("FAKE_GNUBG", "silent")])
    trouble(["--gnubg", FAKE], act, "there is no checker to play 3/4", [("FAKE_GNUBG", "nonsense")])
    trouble(["--gnubg", FAKE], '{"type":"start","name":"hex"}\n', "gnubg plays backgammon, not hex")


boards()
plays(FAKE, 6, "the fake")
refuses()
if shutil.which("gnubg") or shutil.which("/usr/games/gnubg"):
    won = plays("", 20, "gnubg")
    check(won["payoff"]["value"] > 1, "it beats random", won["payoff"])
else:
    skip("gnubg plays without a fault", "gnubg is not installed")
finish()
