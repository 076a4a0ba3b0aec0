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
policy = pyspiel.UniformRandomPolicy(game)
print(rate(lambda: pyspiel.exploitability(game, policy)))
"""


def peer(python, game):
    done = subprocess.run([python, "-c", PEER, game], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip().splitlines()[-1] if done.stderr else "the peer failed")
    return [float(x) for x in done.stdout.split()]


def ours(game):
    done = subprocess.run([os.path.join(BUILD, "bench", "solve"), game], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip())
    cells = done.stdout.splitlines()[1].split()
    return 1e6 / float(cells[2]), 1e6 / float(cells[5])


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--python", default="python3", help="an interpreter that has pyspiel")
    given = ask.parse_args()
    if subprocess.run([given.python, "-c", "import pyspiel"], capture_output=True).returncode:
        sys.exit("solve_peer: this python has no pyspiel; `pip install open_spiel` brings it")
    print(f"{'a second':<50}{'ours':>12}{'OpenSpiel':>12}{'ratio':>9}")
    for game, theirs in GAMES.items():
        sweeps, gaps = ours(game)
        their_sweeps, their_samples, their_gaps = peer(given.python, theirs)
        print(f"{game + ', CFR+':<50}{sweeps:12.0f}{their_sweeps:12.1f}{sweeps / their_sweeps:9.0f}")
        print(f"{'  exploitability':<50}{gaps:12.0f}{their_gaps:12.2f}{gaps / their_gaps:9.0f}")
        print(f"{'  external sampling (ours: bench/sampling)':<50}{'':12}{their_samples:12.0f}")


if __name__ == "__main__":
    main()
