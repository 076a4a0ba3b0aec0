"""ladders.py -- make agents/ladders/*.json into a table of C.

    ladders.py OUTPUT.c FILE...

The files are what `parlor ladder GAME --write FILE` writes.
"""
import json
import sys


def rows(path):
    with open(path, encoding="utf-8") as file:
        ladder = json.load(file)
    for rung in ladder["rungs"]:
        yield '    {"%s", {"%s", %r, %r, %r, %d, %d, %d}},' % (
            ladder["game"], rung["agent"].replace('"', '\\"'), float(rung["elo"]), float(rung["low"]),
            float(rung["high"]), rung["games"], rung["level"] or 0, rung["clocked"])


def main():
    lines = [line for path in sorted(sys.argv[2:]) for line in rows(path)]
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write('/* Made by ladders.py. */\n#include "agents/ladders.h"\n\n')
        out.write("const pl_ladder_row pl_ladder_rows[] = {\n%s\n    {0},\n};\n" % "\n".join(lines))


main()
