#!/usr/bin/env python3
"""GNU Backgammon as a player of Parlor's backgammon.

    parlor match backgammon plain 'process(cmd=python3 bench/gnubg_player.py)' --games 2000

It starts one gnubg (Debian's package of that name) and asks it over its interface for other
programs, `external`: a position with dice goes there as a board of FIBS, a move comes back.
gnubg plays at 0-ply unless --plies says more: its net alone, without noise, pruning or cube,
every point of a gammon or backgammon counted, as Parlor scores.  One gnubg serves all
games.  A move is told back by the position that it leads to, so two ways to write one
move are one.
"""
import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

BAR, OFF = 25, 0
PATIENCE = 20  # seconds for gnubg to start, or to answer
SETTINGS = """set automatic game off
set jacoby off
set evaluation sameasanalysis off
set evaluation chequerplay evaluation plies {plies}
set evaluation chequerplay evaluation cubeful off
set evaluation chequerplay evaluation noise 0
set evaluation chequerplay evaluation prune off
external {path}
"""
INSTALL = "gnubg is not installed: 'scripts/setup peers' installs it, or --gnubg says where it is"


class Trouble(Exception):
    """Something is wrong, told in a sentence."""


def board_of(view):
    """The side to move and the other, each a list of checkers on 0 (off) to 25 (bar)."""
    who = view["who"]
    return list(view["checkers"][who]), list(view["checkers"][1 - who])


def fibs(own, other, dice):
    """A position in the words of FIBS: this side's checkers count up, and it moves from 24 to 1."""
    points = [own[i] - other[25 - i] for i in range(1, 25)]
    fields = ["you", "other", 0, 0, 0,             # no match, no scores
              -other[BAR], *points, own[BAR],
              1, *dice, 0, 0,                      # this side's turn, and its dice
              1, 1, 1, 0,                          # a cube at 1 that nobody turns
              1, -1, 0, 25,                        # colour, direction, home and bar
              own[OFF], other[OFF], own[BAR], other[BAR],
              min(4, 2 * (1 + (dice[0] == dice[1]))), 0, 0, 0]
    return "board:" + ":".join(str(f) for f in fields)


def steps_of(move):
    """'8/5,6/5', '24/18 18/13', 'bar/22*/20', '6/off(2)': pairs of places, one for each leg."""
    if move.strip() == "pass":
        return []
    steps = []
    for way in re.split(r"[ ,]+", move.strip()):
        found = re.fullmatch(r"((?:bar|\d+)(?:/(?:off|\d+)\*?)+)(?:\((\d)\))?", way)
        if not found:
            raise Trouble(f"'{move.strip()}' is no move of backgammon")
        names = found[1].replace("*", "").split("/")
        places = [BAR if n == "bar" else OFF if n == "off" else int(n) for n in names]
        steps += list(zip(places, places[1:])) * int(found[2] or 1)
    return steps


def after(own, other, steps):
    """Where all checkers stand after these steps, as one thing that compares."""
    own, other = list(own), list(other)
    for start, end in steps:
        if not (OFF <= end < start <= BAR and own[start]):
            raise Trouble(f"there is no checker to play {start}/{end}")
        own[start] -= 1
        own[end] += 1
        if end != OFF and other[25 - end] == 1:
            other[25 - end] = 0
            other[BAR] += 1
    return tuple(own), tuple(other)


def same_move(own, other, legal, move):
    """The index of the legal move that leads where this one leads."""
    wanted = after(own, other, steps_of(move))
    for i, name in enumerate(legal):
        if after(own, other, steps_of(name)) == wanted:
            return i
    raise Trouble(f"gnubg plays '{move.strip()}', which is none of {', '.join(legal)}")


class Gnubg:
    """One gnubg of its own, with a home of its own, so that nobody's settings matter."""

    def __init__(self, program, plies):
        self.rest = b""
        self.line = None
        # Once it is connected nothing there is needed any more: whoever is killed leaves nothing.
        with tempfile.TemporaryDirectory(prefix="gnubg", ignore_cleanup_errors=True) as home:
            path = os.path.join(home, "socket")
            try:
                self.process = subprocess.Popen(
                    [program, "-t", "-q"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL, env={**os.environ, "HOME": home})
            except OSError as why:
                raise Trouble(f"{program} cannot be started: {why.strerror}") from None
            try:
                self.connect(path, SETTINGS.format(plies=plies, path=path).encode())
            except BaseException:
                self.close()
                raise

    def connect(self, path, settings):
        until = time.monotonic() + PATIENCE
        try:
            self.process.stdin.write(settings)
            self.process.stdin.flush()
        except OSError:
            until = 0
        self.line = socket.socket(socket.AF_UNIX)
        self.line.settimeout(PATIENCE)
        while time.monotonic() < until and self.process.poll() is None:
            try:
                self.line.connect(path)
                return
            except OSError:
                time.sleep(0.02)
        raise Trouble("gnubg opened no socket: it is not the program that --gnubg should name")

    def move(self, own, other, dice):
        """What it plays, in its words."""
        try:
            self.line.sendall(fibs(own, other, dice).encode() + b"\n")
            while b"\n" not in self.rest:
                more = self.line.recv(4096)
                if not more:
                    raise Trouble("gnubg closed its socket")
                self.rest += more
        except OSError as why:
            raise Trouble(f"gnubg does not answer: {why}") from None
        answer, _, self.rest = self.rest.partition(b"\n")
        return answer.decode(errors="replace")

    def close(self):
        if self.line:
            self.line.close()
        self.process.kill()
        try:
            self.process.communicate()
        except OSError:
            pass  # it had gone before it read everything


def choose(gnubg, act):
    legal = act["legal"]
    if len(legal) == 1:
        return act["numbers"][0]
    own, other = board_of(act["view"])
    answer = gnubg.move(own, other, act["view"]["dice"])
    return act["numbers"][same_move(own, other, legal, answer)]


def say(**message):
    print(json.dumps(message), flush=True)


def play(program, plies):
    gnubg = None
    try:
        for line in sys.stdin:
            message = json.loads(line)
            kind = message["type"]
            if kind == "hello":
                say(type="hello", protocol=1, name=f"gnubg {plies}-ply")
            elif kind == "start" and message["name"] != "backgammon":
                raise Trouble(f"gnubg plays backgammon, not {message['name']}")
            elif kind == "act":
                gnubg = gnubg or Gnubg(program, plies)
                say(type="move", act=message["act"], move=choose(gnubg, message))
            elif kind == "ping":
                say(type="pong", **{k: message[k] for k in ("id",) if k in message})
            elif kind == "bye":
                break
    finally:
        if gnubg:
            gnubg.close()


def find(program):
    """Debian keeps it where games are, which not everybody's path has."""
    found = shutil.which(program or "gnubg") or (not program and shutil.which("/usr/games/gnubg"))
    if not found:
        raise Trouble(f"there is no program {program}" if program else INSTALL)
    return found


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--plies", type=int, choices=range(5), default=0, help="how far it looks ahead")
    ask.add_argument("--gnubg", metavar="PROGRAM", help="where gnubg is, if it is not found")
    given = ask.parse_args()
    try:
        play(find(given.gnubg), given.plies)
    except Trouble as why:
        sys.exit(f"gnubg_player: {why}")
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(1)


if __name__ == "__main__":
    main()
