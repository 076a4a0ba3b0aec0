#!/usr/bin/python3
"""mutate -- change one line of Parlor at a time, and see whether a test fails.

    mutate.py make --seed 1 --count 120       print a list of faults, drawn at random
    mutate.py run                             try those of faults.txt with the everyday tests
    mutate.py run --suite all                 also with the long tests and under sanitizers
    mutate.py run --only core-1f3a2,web-09c1b try these alone
    mutate.py run --tree DIR --only ID,...    try them on another checkout, such as an older commit
    mutate.py show                            print the table of results, and the survivors

A fault that a test catches is left at once: `all` runs further tests only for survivors.  Everything
happens in a clone under --work (default build/mutation); DIR is only read, and its HEAD is tested.
Ctrl-C stops; `run --resume` continues, also with `--suite all` after everyday.  README.md tells more.
"""
import argparse
import fcntl
import os
import signal
import sys

sys.dont_write_bytecode = True

import campaign  # noqa: E402
import draw  # noqa: E402
import faults  # noqa: E402
import tree  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))


def names(text):
    return [word.rstrip("/") for word in text.split(",") if word]


def parse(words):
    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = about.add_subparsers(dest="command", required=True, metavar="make|run|show")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--work", default=os.path.join(tree.ROOT, "build", "mutation"), metavar="DIR",
                        help="folder for the clone, its builds and results; default: build/mutation")
    shared.add_argument("--tree", default=tree.ROOT, metavar="DIR", help="checkout whose HEAD is used; default: this one")
    shared.add_argument("--list", default=os.path.join(HERE, "faults.txt"), metavar="FILE",
                        help="list of faults; default: faults.txt")
    shared.add_argument("--only", type=names, metavar="ID,...", help="these faults alone")
    shared.add_argument("--out", metavar="FILE", help="file of results; default: results.json in --work")
    shared.add_argument("--jobs", type=int, default=2, metavar="N", help="tests, or compilers, at a time; default: 2")
    make = commands.add_parser("make", parents=[shared], help="print a list of faults")
    make.add_argument("--seed", type=int, default=1, help="default: 1")
    make.add_argument("--count", type=int, default=120, help="number of faults; default: 120")
    run = commands.add_parser("run", parents=[shared], help="try the faults of the list")
    run.add_argument("--suite", choices=["everyday", "all"], default="everyday", help="default: everyday")
    run.add_argument("--tests", type=names, metavar="NAME,...", help="these tests alone, or all of a folder, such as core")
    run.add_argument("--without", type=names, default=[], metavar="NAME,...", help="leave these tests out")
    run.add_argument("--resume", action="store_true", help="keep the results so far and try what is left")
    commands.add_parser("show", parents=[shared], help="print the table of results")
    return about.parse_args(words)


def chosen_faults(args):
    found = faults.read(args.list)
    unknown = set(args.only or []) - {fault.name for fault in found}
    if unknown:
        sys.exit("mutate: %s has no fault %s" % (args.list, ", ".join(sorted(unknown))))
    return [fault for fault in found if not args.only or fault.name in args.only]


def lock(folder):
    """Keep the work folder for this process; the lock goes with it."""
    os.makedirs(folder, exist_ok=True)
    file = open(os.path.join(folder, "lock"), "w", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit("mutate: another mutate.py is at work in %s; name another folder with --work" % folder)
    return file


def make_list(args):
    copy = tree.Tree(args.tree, args.work)
    commit = copy.prepare()
    build = tree.Build(copy, "gcc", args.jobs)
    build.configure()
    found = draw.draw(copy.path, args.count, args.seed, draw.Compiler(copy.path, build.folder))
    print("# mutate.py make --seed %d --count %d at commit %s" % (args.seed, args.count, commit[:12]))
    for fault in found:
        print(fault.text(), end="")


def run(args):
    found = chosen_faults(args)
    path = args.out or os.path.join(args.work, "results.json")
    if os.path.exists(path) and not args.resume:
        sys.exit("mutate: there are results in %s; continue with --resume, or name another file with --out" % path)
    results = campaign.Results(path)
    work = campaign.Campaign(args.tree, args.work, args.jobs, args.tests)
    if results.commit not in (None, work.commit):
        sys.exit("mutate: the results in %s are of commit %s, not %s" % (path, results.commit[:12], work.commit[:12]))
    results.commit = work.commit
    try:
        work.run(found, args.suite, args.without, results)
    finally:
        work.tree.clean()
        campaign.progress("")
    print("\n" + results.table(found))


def show(args):
    print(campaign.Results(args.out or os.path.join(args.work, "results.json")).table(chosen_faults(args)))


def main(words):
    args = parse(words)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a stop that cleans up, as Ctrl-C is
    held = lock(args.work) if args.command != "show" else None  # pylint: disable=unused-variable
    {"make": make_list, "run": run, "show": show}[args.command](args)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
