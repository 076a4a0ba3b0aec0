#!/usr/bin/env python3
"""nets -- nets that one process trains and another serves: listed and followed, with the numbers that the
command itself tells, and nothing of where they lie."""
import json
import os
import shutil
import signal

from parlor_cli import FOLDER, bytes_of, check, end, fails, finish, keep, objects, path, start
from parlor_server import Server, refused, until

NETS = path("nets")
SMALL = ["--measure", "20", "--json"]


def train(*words):
    return objects("train", *words, *SMALL)[0]


def of(name):
    return path("nets", name + ".safetensors")


def close(a, b):
    return a is None and b is None or abs(a - b) < 1e-9 * max(1, abs(a))


def same(told, printed):
    return all(close(a, printed[key]) for a, key in zip(told, ("value", "low", "high")))


def told(s):
    """What is told is what the command said."""
    check(s.get("/api/nets") == (200, []), "no nets yet")
    train("leduc", "--hidden", "8", "--games", "200", "--opponents", "self:1,random:1", "--out", of("leduc"))
    odd = path("hidden,also(so=hidden")
    os.mkdir(odd)
    older = os.path.join(odd, "older.safetensors")
    shutil.copy(of("leduc"), older)
    printed = train("--resume", of("leduc"), "--games", "300", "--opponents", 'net(file="%s")' % older, "--rate", "0.05")
    until(lambda: len(s.get("/api/nets")[1]) == 1, "a list may be a second old")
    status, got = s.get("/api/nets/leduc.safetensors")
    check(status == 200 and got["games"] == printed["games"] == 320 and got["of"] == 300 and got["running"] is False and
          got["game"].startswith("leduc(") and got["method"] == printed["method"] and got["against"] == ["random"], "a net is told", got)
    check(len(got["curve"]) == len(printed["curve"]) and
          all(a["games"] == b["games"] and close(a["loss"], b["loss"]) and same(a["against"][0]["score"], b["against"][0]["score"]) and
              same(a["against"][0]["wins"], b["against"][0]["wins"]) for a, b in zip(got["curve"], printed["curve"])), "with its curve", got["curve"])
    check([s["from"] for s in got["stages"]] == [0, 224] and got["stages"][0]["opponents"] == "self:1,random:1" and
          got["stages"][1]["opponents"].startswith('net(file="older.safetensors'), "and its stages", got["stages"])
    short = s.get("/api/nets")[1][0]
    check(short["last"] == got["curve"][-1] and "curve" not in short, "in the list it is told in short", short)
    check(FOLDER.name not in json.dumps([short, got]) and "hidden," not in got["stages"][1]["opponents"], "nobody is told where it lies", got)


def followed(s):
    """While it is trained it is told as far as it is."""
    p = start("train", "backgammon", "--hidden", "8", *SMALL, "--minutes", "60", "--out", of("b"))
    until(lambda: s.get("/api/nets/b.safetensors")[0] == 200, "a new one is found")
    first = s.get("/api/nets/b.safetensors")[1]
    check(first["running"] and first["of"] is None, "it is being trained", first)
    until(lambda: len(s.get("/api/nets/b.safetensors")[1]["curve"]) > len(first["curve"]), "and gets further")
    end(p, signal.SIGKILL)
    os.utime(of("b"), (1, 1))
    until(lambda: s.get("/api/nets/b.safetensors")[1]["running"] is False, "what nobody writes is at rest")


def wrong(s):
    keep(of("text"), "no net")
    keep(of("cut"), bytes_of(of("leduc"))[:-3])
    os.mkfifo(of("pipe"))
    os.mkdir(of("folder"))
    shutil.copy(of("leduc"), os.path.join(NETS, "other"))
    until(lambda: len(s.get("/api/nets")[1]) == 4, "files that are no nets are listed, pipes and folders not")
    why = {n["name"]: n.get("why", "") for n in s.get("/api/nets")[1]}
    check("no safetensors" in why["text.safetensors"] and "cut off" in why["cut.safetensors"] and not why["b.safetensors"] and
          FOLDER.name not in str(why), "with why", why)
    for name in ("other", "x.safetensors", "pipe.safetensors", "../nets.safetensors", "%2e%2e%2fb.safetensors", "x" * 200 + ".safetensors"):
        refused(s.get("/api/nets/" + name), 404, "", "no net " + name[:30])
    refused(s.post("/api/nets", {}), 405, "cannot be done", "nets are not posted")
    os.remove(of("b"))
    until(lambda: s.get("/api/nets/b.safetensors")[0] == 404, "what is gone is gone")


def main():
    os.mkdir(NETS)
    s = Server("--nets", NETS)
    told(s)
    followed(s)
    wrong(s)
    check(s.end() == (0, ""), "it ends at SIGTERM")
    s = Server()
    check(s.get("/api/nets") == (200, []), "without a folder there are none")
    s.end()
    fails(1, "serve", "--port", "0", "--records", s.records, "--nets", path("nothing"), says="is none")
    finish()


main()
