#!/usr/bin/python3
"""Set the solvers beside OpenSpiel's C++ ones, measured in the same run.

    bench/solve_peer.py [--python PYTHON]

PYTHON is an interpreter that has pyspiel (`pip install open_spiel` in an
environment of its own); without it there is nothing to compare with, and this
says so.  Our figures come from build/bench/solve and build/bench/sampling.
"""
import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(HERE, "..", "build")
GAMES = {  # ours: OpenSpiel's
    "kuhn": "kuhn_poker",
    "leduc": "leduc_poker",
    "liars_dice(dice=1,sides=6)": "liars_dice",
    "goofspiel(cards=4,order=descending,info=winner)":
        "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=4,points_order=descending))",
}
PEER = """
import sys, time, pyspiel
game = pyspiel.load_game(sys.argv[1])
def rate(step):
    step()
    n, begun = 0, time.process_time()
    while time.process_time() - begun < 2:
        step()
        n += 1
    return n / (time.process_time() - begun)
plus = pyspiel.CFRPlusSolver(game)
print(rate(plus.evaluate_and_update_policy))
external = pyspiel.ExternalSamplingMCCFRSolver(game, 1)
print(rate(external.run_iteration))
outcome = pyspiel.OutcomeSamplingMCCFRSolver(game)
print(rate(outcome.run_iteration))
policy = pyspiel.UniformRandomPolicy(game)
print(rate(lambda: pyspiel.exploitability(game, policy)))
"""


def peer(python, game):
    done = subprocess.run([python, "-c", PEER, game], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip().splitlines()[-1] if done.stderr else "the peer failed")
    return [float(x) for x in done.stdout.split()]


def bench(name, *words):
    done = subprocess.run([os.path.join(BUILD, "bench", name), *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip() or f"bench/{name} failed")
    return done.stdout


def ours(game):
    """The same four: sweeps, walks of two kinds, best answers, each a second of CPU time."""
    cells = bench("solve", game).splitlines()[1].split()
    walks = [float(bench("sampling", "--rate", method, game, "2")) for method in ("external", "outcome")]
    return 1e6 / float(cells[2]), *walks, 1e6 / float(cells[5])


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--python", default="python3", help="an interpreter that has pyspiel")
    given = ask.parse_args()
    for name in ("solve", "sampling"):
        if not os.path.exists(os.path.join(BUILD, "bench", name)):
            sys.exit(f"solve_peer: there is no build/bench/{name}; `ninja -C build bench/{name}` makes it")
    if subprocess.run([given.python, "-c", "import pyspiel"], capture_output=True).returncode:
        sys.exit("solve_peer: this python has no pyspiel; `pip install open_spiel` brings it")
    print(f"{'a second':<60}{'ours':>12}{'OpenSpiel':>12}{'ratio':>9}")
    for game, theirs in GAMES.items():
        names = (game + ", CFR+", "  external sampling", "  outcome sampling", "  exploitability")
        for name, own, their in zip(names, ours(game), peer(given.python, theirs)):
            print(f"{name:<60}{own:12.0f}{their:12.2f}{own / their:9.0f}", flush=True)


if __name__ == "__main__":
    main()
