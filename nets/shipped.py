"""shipped.py -- make nets/shipped/*.safetensors into arrays of C.

    shipped.py OUTPUT.c FILE...

A file is called after the game that its net plays.
"""
import os
import sys


def array(name, data):
    rows = [",".join(map(str, data[i:i + 24])) for i in range(0, len(data), 24)]
    return "static const unsigned char %s[] = {\n%s};\n" % (name, ",\n".join(rows))


def main():
    out, rows = ['/* Made by shipped.py. */\n#include "nets/shipped.h"\n\n'], []
    for i, path in enumerate(sorted(sys.argv[2:])):
        with open(path, "rb") as file:
            data = file.read()
        out.append(array("net%d" % i, data))
        rows.append('    {"%s", net%d, sizeof net%d},\n' % (os.path.basename(path).split(".")[0], i, i))
    out.append("\nconst pl_shipped pl_shipped_nets[] = {\n%s    {0},\n};\n" % "".join(rows))
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write("".join(out))


main()
