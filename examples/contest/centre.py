#!/usr/bin/env python3
"""An entry in Python: it drops its stones as near to the middle as it can."""
import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="centre")
    elif message["type"] == "act":
        say(type="move", act=message["act"],
            move=min(message["legal"], key=lambda column: abs(ord(column) - ord("d"))))
    elif message["type"] == "ping":
        say(type="pong", id=message["id"])
    elif message["type"] == "bye":
        break
