#!/usr/bin/env python3
"""A player in Python: it moves at random.

    parlor play tictactoe --against 'process(cmd=python3 examples/agents/random_bot.py)'

One message is one line of JSON (docs/protocol.md).  Everything needed to choose is in
"act": the legal moves, what this seat sees ("view", "text") and the clock.
"""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def choose(message):
    """Here goes your idea: any of message["legal"]."""
    return random.choice(message["legal"])


for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say(type="hello", protocol=1, name="random_bot.py")
    elif kind == "act":
        say(type="move", act=message["act"], move=choose(message))
    elif kind == "ping":
        say(type="pong", **{k: message[k] for k in ("id",) if k in message})
    elif kind == "error":
        print("the host says:", message["reason"], file=sys.stderr)
    elif kind == "bye":
        break
    # start, saw and over tell of the game; a player that remembers listens to them.
