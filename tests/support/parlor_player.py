"""parlor_player -- players in Python for the tests, as the text of a program."""
import sys

sys.dont_write_bytecode = True
from parlor_cli import keep

# A player whose move is an expression of the message; what else it does stands before.
PLAYER = """import json, os, sys, time
acts = games = 0
{before}
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": {protocol}, "name": "x"}}), flush=True)
    elif m["type"] == "start":
        games += 1
    elif m["type"] == "act":
        acts += 1
        legal = m["legal"]
        {deed}
        print(json.dumps({{"type": "move", "act": m["act"] + {late}, "move": {move}}}), flush=True)
    elif m["type"] == "ping":
        print(json.dumps({{"type": "pong", "id": m["id"]}}), flush=True)
    elif m["type"] == "bye":
        break
"""


def player(move="legal[0]", before="pass", deed="pass", protocol=1, late=0):
    return PLAYER.format(move=move, before=before, deed=deed, protocol=protocol, late=late)


def slow_while(file, seconds, after=0):
    """A deed: it waits before each move while a file is there, once so many games were begun.  What it plays in cannot
    be over before it is killed, however quick the machine is."""
    return "time.sleep(%g * (games > %d and os.path.exists(%r)))" % (seconds, after, file)


def program(name, text):
    """It as an agent."""
    return 'process(cmd="/usr/bin/python3 %s")' % keep(name, text)
