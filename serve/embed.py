#!/usr/bin/python3
"""embed -- files as arrays in a C file, so that the program needs none when it runs.

    embed.py OUTPUT.c TABLE FILE...

TABLE is the name of the array of pl_asset that is made.  index.html is called "/", any other
file "/" and its name; of each there are its bytes and the same compressed, for who takes that.
The keys of ways.json are the kinds of places within the page: "/game/" and what is below it is index.html, too.
The same files make the same bytes, whenever and wherever they are embedded.
"""
import gzip
import hashlib
import json
import os
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
    ".md": "text/markdown; charset=utf-8",
}


def array(name, data):
    rows = [",".join(map(str, data[i:i + 24])) for i in range(0, len(data), 24)]
    return "static const unsigned char %s[] = {\n%s};\n" % (name, ",\n".join(rows))


def entry(path, kind, data, i, small):
    return ('    {"%s", "%s", "\\"%s\\"", raw%d, gz%d, %d, %d},\n'
            % (path, kind, hashlib.sha256(data).hexdigest()[:20], i, i, len(data), len(small)))


def places(files):
    for path in files:
        if os.path.basename(path) == "ways.json":
            with open(path, encoding="utf-8") as file:
                return ["/%s/" % kind for kind in json.load(file)]
    return []


def embed(table, files):
    out = ['/* Made by serve/embed.py; not to be changed. */\n#include "assets.h"\n\n']
    entries = []
    below = places(files)
    files = [path for path in files if os.path.basename(path) != "ways.json"]
    for i, path in enumerate(sorted(files, key=os.path.basename)):
        with open(path, "rb") as file:
            data = file.read() or b"\n"
        base = os.path.basename(path)
        names = ["/"] + below if base == "index.html" else ["/" + base]
        kind = TYPES[os.path.splitext(base)[1]]
        small = gzip.compress(data, 9, mtime=0)
        out.append(array("raw%d" % i, data))
        out.append(array("gz%d" % i, small))
        entries += [entry(name, kind, data, i, small) for name in names]
    out.append("const pl_asset %s[] = {\n%s    {0},\n};\n" % (table, "".join(entries)))
    return "".join(out)


def main():
    target, table, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    with open(target, "w", encoding="ascii") as file:
        file.write(embed(table, files))


main()
