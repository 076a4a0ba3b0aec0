#!/usr/bin/env python3
"""An entry that is wrong on purpose: it forgets that columns get full, and is excluded."""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "forgetful"}), flush=True)
    elif message["type"] == "act":
        print(json.dumps({"type": "move", "act": message["act"], "move": "d"}), flush=True)
    elif message["type"] == "ping":
        print(json.dumps({"type": "pong", "id": message["id"]}), flush=True)
    elif message["type"] == "bye":
        break
