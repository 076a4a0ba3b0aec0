"""campaign -- put each fault into the tree and look for a test that fails."""
import collections
import json
import os
import re
import sys
import time

import draw
import faults
import tree

NEXT = {"games": ["laws"], "core": ["games", "laws"], "web": ["serve"], "records": ["table"]}  # folders of tests to try next
PAUSE = 0.02  # seconds between two looks at the tests that run


def progress(text):
    if sys.stderr.isatty():
        print("\r\033[K" + text, end="", file=sys.stderr, flush=True)


def say(text):
    progress("")
    print(text, flush=True)


def words_of(path):
    return set(re.split(r"[/_.]", path))


def cost(test):
    """Programs that are called come after units, and the browser last."""
    late = ["cli", "serve", "house", "web"]
    folder = test.name.split("/")[0]
    if test.name.split("/")[-1] == "browser":
        return 9
    if "unit" in test.suites or "corpus" in test.suites:
        return 0
    return late.index(folder) + 2 if folder in late else 1


def order(fault, tests):
    """The tests, those first that are most likely to catch a fault, then those that take least time."""
    folder, *rest = fault.file.split("/")
    names = words_of("/".join(rest)) - {"c", "ts", "src"}

    def key(test):
        above, _, name = test.name.rpartition("/")
        near = [folder, *NEXT.get(fault.area, [])]
        alike = bool(names & words_of(name))
        place = near.index(above) if above in near else len(near)
        if above == "" and alike:  # an older tree, whose tests are in one folder
            place = 0
        return place, place == 0 and not alike, cost(test), test.seconds

    return sorted(tests, key=key)


class Campaign:
    def __init__(self, source, work, jobs, chosen):
        self.tree = tree.Tree(source, work)
        self.jobs, self.chosen = jobs, chosen
        self.commit = self.tree.prepare()
        self.builds, self.all_tests, self.plain = {}, {}, {}

    def tests(self, name):
        """The tests of a build, which is set up when it is first asked for."""
        if name not in self.builds:
            build = self.builds[name] = tree.Build(self.tree, name, self.jobs)
            build.configure()
            self.all_tests[name] = [test for test in build.tests() if not self.chosen or any(
                test.name == word or test.name.startswith(word + "/") for word in self.chosen)]
        return self.all_tests[name]

    def phases(self, suite):
        """The runs one after another, as (whether they are everyday, their tests); the runner decides."""
        plan = tree.plan()

        def chosen(plans, name):
            _, wanted, unwanted = next(entry for entry in plans if entry[0] == name)
            return [test for test in self.tests(name)
                    if (not wanted or test.suites & wanted) and not test.suites & unwanted]

        everyday = chosen(plan["EVERYDAY"], "gcc")
        yield "everyday", everyday
        if suite == "all":
            yield "long", [test for test in chosen(plan["ALL"], "gcc") if test not in everyday]
            for name in "asan", "tsan":
                yield name, [test for test in chosen(plan["ALL"], name) if "fuzz" not in test.suites]

    def everyday(self, title):
        """Whether the everyday run would have caught what the test of this title, or the build, caught."""
        if title == "build":
            return True
        name, _, test = title.rpartition(":")
        for build, wanted, unwanted in tree.plan()["EVERYDAY"]:
            suites = next((t.suites for t in self.all_tests.get(build, []) if t.name == test), None)
            if build == (name or "gcc") and suites is not None:
                return (not wanted or bool(suites & wanted)) and not suites & unwanted
        return False

    def baseline(self, tests):
        """Build and run each test once without a fault: how long it takes, and that it passes."""
        path = os.path.join(self.tree.work, "baseline.json")
        known = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                saved = json.load(file)
            known = saved["seconds"] if saved["commit"] == self.commit else {}
        progress("building")
        problem = tests and tests[0].build.make(sorted({path for test in tests for path in test.files}))
        if problem:
            sys.exit("mutate: the tree does not build: " + problem)
        failed = []
        for number, test in enumerate(tests, 1):
            progress("baseline: %d/%d %s" % (number, len(tests), test.title))
            if test.title not in known:
                process = test.start(limit=7200)
                try:
                    status = process.wait()
                finally:
                    process.end()
                why = test.failure(status, process.text())
                if status == 77 or re.search(r"^1\.\.0", process.text(), re.M):
                    say("%s is skipped on this machine, and catches nothing" % test.title)
                if why:
                    failed.append("%s (%s)" % (test.title, why))
                    continue
                known[test.title] = process.seconds
                with open(path, "w", encoding="utf-8") as file:
                    json.dump({"commit": self.commit, "seconds": known}, file, indent=1)
            test.seconds = known[test.title]
            self.plain[test] = test.build.digest(test)
        if failed:
            sys.exit("mutate: these fail without a fault; leave them out by --without: " + ", ".join(failed))

    def hunt(self, tests):
        """Run tests until one fails; (its title, why), or (None, titles of the tests that failed once only)."""
        waiting, running, ready, unsteady = collections.deque(tests), [], set(), []
        try:
            while waiting or running:
                while waiting and len(running) < self.jobs:
                    test = waiting[0]
                    missing = set(test.files) - ready
                    if running and (missing or test.alone or running[0][0].alone):
                        break  # the compiler, and tests that want to be alone, wait for the others
                    problem = test.build.make(sorted(missing))
                    if problem:
                        return "build", problem
                    ready |= missing
                    waiting.popleft()
                    if test.reads_sources or test.build.digest(test) != self.plain[test]:
                        progress(test.title)
                        running.append((test, test.start()))
                time.sleep(PAUSE)
                for entry in list(running):
                    test, process = entry
                    status = process.poll()
                    if status is None:
                        continue
                    running.remove(entry)
                    why = test.failure(status, process.text())
                    if why and (why == "timeout" or self.fails_again(test)):
                        return test.title, why
                    unsteady += [test.title] * bool(why)
        finally:
            for _, process in running:
                process.end()
        return None, unsteady

    @staticmethod
    def fails_again(test):
        """A test may fail by chance, on a busy machine; one that catches a fault fails twice."""
        process = test.start()
        try:
            return test.failure(process.wait(), process.text()) is not None
        finally:
            process.end()

    def try_fault(self, fault, tests):
        begin = time.monotonic()
        self.tree.clean()
        with faults.Applied(self.tree.path, fault) as applied:
            if not applied.found:
                return {"by": None, "absent": True, "seconds": 0}
            title, why = self.hunt(order(fault, tests))
        result = {"by": title, "seconds": round(time.monotonic() - begin, 1)}
        if title:
            result.update(why=why, everyday=self.everyday(title))
        elif why:
            result["failed once"] = why
        return result

    def run(self, chosen, suite, without, results):
        """Look for tests that catch these faults; results is filled on the way and saved."""
        for phase, tests in self.phases(suite):
            tests = [test for test in tests if test.name not in without]
            left = [fault for fault in chosen if not results.done(fault, phase)]
            if not tests or not left:
                continue
            self.baseline(tests)
            say("%s: %d tests, %d faults" % (phase, len(tests), len(left)))
            for fault in left:
                result = self.try_fault(fault, tests)
                results.add(fault, phase, result)
                place = "%-14s %s:%d " % (fault.name, fault.file, fault.line)
                if result.get("absent"):
                    say(place + "is not in this tree")
                elif result["by"]:
                    say(place + "caught by %s (%s) after %.0f s" % (result["by"], result["why"], result["seconds"]))
                else:
                    say(place + "SURVIVED %s, %.0f s" % (phase, result["seconds"]))


class Results:
    """What became of each fault, in a file that is saved after every one."""

    def __init__(self, path):
        self.path, self.commit, self.of = path, None, {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                saved = json.load(file)
            self.commit, self.of = saved["commit"], saved["faults"]

    def done(self, fault, phase):
        result = self.of.get(fault.name)
        return bool(result) and (bool(result["by"]) or result.get("absent", False) or phase in result["survived"])

    def add(self, fault, phase, result):
        before = self.of.get(fault.name, {"seconds": 0, "survived": []})
        survived = before["survived"] + ([] if result["by"] else [phase])
        self.of[fault.name] = dict(result, survived=survived, seconds=round(before["seconds"] + result["seconds"], 1))
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump({"commit": self.commit, "faults": self.of}, file, indent=1)
        os.replace(self.path + ".new", self.path)

    def table(self, chosen):
        """A table of the areas, and the faults that survived."""
        found = [fault for fault in chosen if fault.name in self.of and not self.of[fault.name].get("absent")]
        lines = ["| folder | faults | caught by everyday | caught by all |", "|---|---|---|---|"]
        for area in draw.AREAS + ["total"]:
            those = [self.of[fault.name] for fault in found if area in (fault.area, "total")]
            if those:
                folder = draw.FOLDERS.get(area, area)
                caught = [result for result in those if result["by"]]
                lines.append("| %s | %d | %d | %d |" % (folder, len(those), sum(r["everyday"] for r in caught), len(caught)))
        survivors = [fault for fault in found if not self.of[fault.name]["by"]]
        for fault in survivors:
            lines += ["", "Survived %s:" % ", ".join(self.of[fault.name]["survived"]), fault.text().rstrip("\n")]
        if found:
            seconds = sum(self.of[fault.name]["seconds"] for fault in found)
            lines += ["", "%d faults, %d survived; %.0f s a fault" % (len(found), len(survivors), seconds / len(found))]
        return "\n".join(lines)
