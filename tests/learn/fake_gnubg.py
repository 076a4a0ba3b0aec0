#!/usr/bin/env python3
"""fake_gnubg -- what gnubg_player needs of GNU Backgammon, written once more and naively.

It takes commands as gnubg does, opens the socket that `external` names, reads boards of FIBS
and answers with the last of all legal moves, which it finds by trying every order of the
dice.  FAKE_GNUBG=nonsense makes it answer what no position allows, =silent go at once.
"""
import os
import socket
import sys

NEEDED = {"set jacoby off", "set evaluation chequerplay evaluation plies 0",
          "set evaluation chequerplay evaluation cubeful off",
          "set evaluation chequerplay evaluation noise 0",
          "set evaluation chequerplay evaluation prune off"}


def read(line):
    """Checkers of the side to move above 0, the other's below, on 0 (his bar) to 25 (its own)."""
    field = line.split(":")
    assert field[0] == "board" and len(field) == 53, line
    number = [int(f) for f in field[3:]]
    board, dice = number[3:29], number[30:32]
    assert number[0] == 0 and number[29] == 1 and number[38:42] == [1, -1, 0, 25], line
    for sign, off, bar in ((1, number[42], board[25]), (-1, number[43], -board[0])):
        assert off + sum(max(0, sign * n) for n in board) == 15 and bar >= 0, line
    return board, dice


def one(board, die):
    """All ways to play one die: where from, where to, and the board after it."""
    men = [i for i in range(1, 26) if board[i] > 0]
    for start in men:
        end = max(start - die, 0)
        if board[25] > 0 and start != 25:
            continue
        if start - die <= 0 and (men[-1] > 6 or (start < die and start != men[-1])):
            continue
        if end and board[end] < -1:
            continue
        after = list(board)
        after[start] -= 1
        if end:
            if after[end] == -1:
                after[end] = 0
                after[0] -= 1
            after[end] += 1
        yield (start, end), after


def lines(board, dice):
    """All sequences of steps with the dice in this order, as long as they go."""
    found = []
    for step, after in one(board, dice[0]) if dice else ():
        found += [[step, *rest] for rest in lines(after, dice[1:])]
    return found or [[]]


def best(board, dice):
    orders = [dice * 2] if dice[0] == dice[1] else [sorted(dice), sorted(dice, reverse=True)]
    found = [line for order in orders for line in lines(board, order)]
    most = max(len(line) for line in found)
    found = [line for line in found if len(line) == most]
    if most == 1 and dice[0] != dice[1]:  # if either can be played, the higher
        high = [line for line in lines(board, [max(dice)]) if line]
        found = high or found
    return found[-1]


def spell(steps):
    names = {0: "off", 25: "bar"}
    return "".join(f"{names.get(a, a)}/{names.get(b, b)} " for a, b in steps)


def serve(path):
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen(1)
        line, _ = door.accept()
    with line, line.makefile("rw", newline="\n") as talk:
        for text in talk:
            board, dice = read(text.strip())
            wrong = os.environ.get("FAKE_GNUBG") == "nonsense"
            talk.write(("3/4 " if wrong else spell(best(board, dice))) + "\n")
            talk.flush()


def main():
    said = set()
    for command in sys.stdin:
        command = command.strip()
        if command.startswith("external "):
            assert sys.argv[1:] == ["-t", "-q"] and NEEDED <= said, said
            if os.environ.get("FAKE_GNUBG") != "silent":
                serve(command.split()[1])
            return
        said.add(command)


main()
