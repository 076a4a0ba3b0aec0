"""tree -- a private copy of the sources, its builds, and its tests as meson describes them."""
import ast
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MESON = os.environ.get("MESON", "meson")
LARGEST_FILE = 2 << 30  # bytes that a test may write to a file
LONGEST_BUILD = 3600  # seconds
BY_LOOKS = {"house/format", "house/layers", "format", "layers"}  # these judge how sources look


def plan():
    """BUILDS, ALL and EVERYDAY of scripts/test, which cannot be imported without running the tests."""
    wanted = ("SANITIZED", "BUILDS", "EVERYDAY", "ALL")
    with open(os.path.join(ROOT, "scripts", "test"), encoding="utf-8") as file:
        parsed = ast.parse(file.read())
    parsed.body = [line for line in parsed.body
                   if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") in wanted]
    found = {}
    exec(compile(parsed, "scripts/test", "exec"), found)  # pylint: disable=exec-used
    return found


def descends(pid, session, token):
    """Whether a process belongs to a test: it is in its session, or has inherited its environment."""
    try:
        with open("/proc/%s/stat" % pid, encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
        if fields[0] == "Z":
            return False
        if int(fields[3]) == session:
            return True
        with open("/proc/%s/environ" % pid, "rb") as file:
            return token in file.read()
    except OSError:
        return False


class Process:
    """A command in a session of its own, with an empty standard input and its output in a file.

    When it ends or is killed, all that it started is killed, and its folder for temporary files removed.
    """

    def __init__(self, words, cwd, env, limit):
        self.token = "PARLOR_MUTATION=%s" % uuid.uuid4()
        self.folder = tempfile.mkdtemp(prefix="mut")
        self.output = tempfile.TemporaryFile()
        name, _, value = self.token.partition("=")
        env = dict(os.environ, **env, TMPDIR=self.folder, **{name: value})
        self.begin, self.limit, self.seconds = time.monotonic(), limit, None
        self.process = subprocess.Popen(words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=self.output,
                                        stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=self.limit_files)

    @staticmethod
    def limit_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def poll(self):
        """The exit status, 'timeout', or None while it runs."""
        status = self.process.poll()
        if status is None and time.monotonic() - self.begin > self.limit:
            status = "timeout"
        if status is not None:
            self.end()
        return status

    def wait(self):
        while (status := self.poll()) is None:
            time.sleep(0.02)
        return status

    def end(self):
        if self.seconds is not None:
            return
        self.seconds = time.monotonic() - self.begin
        token = self.token.encode()
        for _ in range(100):  # as often as killed processes have had the time to start others
            left = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and descends(pid, self.process.pid, token)]
            if not left:
                break
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self.process.poll()
            time.sleep(0.01)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def text(self):
        """What it printed; of very much the last MiB."""
        size = self.output.seek(0, os.SEEK_END)
        self.output.seek(max(0, size - (1 << 20)))
        return self.output.read().decode(errors="replace")


class Test:
    def __init__(self, build, about, files):
        self.build, self.name, self.files = build, about["name"], files
        self.words, self.cwd, self.env = about["cmd"], about["workdir"] or build.folder, about["env"]
        self.suites = {suite.split(":")[-1] for suite in about["suite"]}
        self.alone = not about.get("is_parallel", True)
        self.reads_sources = build.tree.path in self.words
        self.seconds = 0.0  # of the baseline

    @property
    def title(self):
        return self.name if self.build.name == "gcc" else "%s:%s" % (self.build.name, self.name)

    @property
    def limit(self):
        return max(30.0, 10 * self.seconds)

    def start(self, limit=None):
        env = dict(self.env, MALLOC_PERTURB_="165", PYTHONDONTWRITEBYTECODE="1",
                   ASAN_OPTIONS="detect_stack_use_after_return=1:strict_string_checks=1")
        return Process(self.words, self.cwd, env, limit or self.limit)

    @staticmethod
    def failure(status, text):
        """Why a test that ended so has failed, or None."""
        if status == "timeout":
            return "timeout"
        if status not in (0, 77):  # 77: skipped
            return "signal %d" % -status if status < 0 else "exit status %d" % status
        if re.search(r"^\s*not ok\b(?!.*#\s*(?:todo|skip))", text, re.M | re.I):
            return "not ok"
        planned = re.search(r"^1\.\.(\d+)", text, re.M)
        if planned and len(re.findall(r"^(?:not )?ok\b", text, re.M)) < int(planned[1]):
            return "fewer cases than planned"
        return None


class Build:
    def __init__(self, tree, name, jobs):
        self.tree, self.name, self.jobs = tree, name, jobs
        # As deep as in scripts/test, so that ccache knows the objects again.
        self.folder = os.path.join(tree.path, "build", "test", name)
        self.digests = {}

    def introspect(self, what):
        return json.loads(subprocess.check_output([MESON, "introspect", what, self.folder]))

    def configure(self):
        if os.path.exists(os.path.join(self.folder, "build.ninja")):
            return
        cache = "ccache " if shutil.which("ccache") else ""
        cc, cxx, options = plan()["BUILDS"][self.name]
        subprocess.run([MESON, "setup", self.folder, "-Dwerror=true", "-Dtests=enabled", *options], cwd=self.tree.path,
                       env=dict(os.environ, CC=cache + cc, CXX=cache + cxx), stdout=subprocess.DEVNULL, check=True)

    def tests(self):
        targets = self.introspect("--targets")
        files = {target["id"]: [os.path.relpath(path, self.folder) for path in target["filename"]] for target in targets}
        installed = [path for target in targets if target["installed"] for path in files[target["id"]]]
        self.shared = [path for target in targets if target["type"] == "shared library" for path in files[target["id"]]]
        found = []
        for about in self.introspect("--tests"):
            house = any(suite.endswith(":house") for suite in about["suite"])
            needed = [path for name in about["depends"] for path in files.get(name, [])]
            if about["name"] not in BY_LOOKS:
                found.append(Test(self, about, sorted(set(needed + installed * house))))
        return found

    def make(self, files):
        """Build these files; None, or what went wrong."""
        if not files:
            return None
        ninja = Process(["ninja", "-j", str(self.jobs), *files], self.folder, {}, LONGEST_BUILD)
        try:
            status = ninja.wait()
        finally:
            ninja.end()
        if status == 0:
            return None
        lines = [line for line in ninja.text().splitlines() if not re.match(r"\[\d+/\d+\] ", line)]
        return next((line for line in lines if "error" in line), "\n".join(lines[-3:]) or str(status))

    def digest_of_file(self, path):
        path = os.path.join(self.folder, path)
        about = os.stat(path)
        key = (path, about.st_mtime_ns, about.st_size)
        if key not in self.digests:
            with open(path, "rb") as file:
                data = file.read()
            self.digests[key] = (hashlib.sha256(data).hexdigest(), b"libparlor.so" in data)
        return self.digests[key]

    def digest(self, test):
        """What a test runs; the same digest means that the fault is not in it."""
        found = [self.digest_of_file(path) for path in test.files]
        if any(loads for _, loads in found):
            found += [self.digest_of_file(path) for path in self.shared]
        return hashlib.sha256(repr([digest for digest, _ in found]).encode()).hexdigest()


class Tree:
    """A clone of a checkout's HEAD in a work folder; the checkout is only read."""

    def __init__(self, source, work):
        self.source, self.work = os.path.abspath(source), os.path.abspath(work)
        self.path = os.path.join(self.work, "tree")

    def git(self, *words, at=None):
        done = subprocess.run(["git", "-C", at or self.path, *words], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit("mutate: git %s: %s" % (" ".join(words), done.stderr.strip()))
        return done.stdout.strip()

    def prepare(self):
        """Make the copy, or bring it to the checkout's HEAD; the commit."""
        commit = self.git("rev-parse", "HEAD", at=self.source)
        if not os.path.exists(os.path.join(self.path, ".git")):
            os.makedirs(self.work, exist_ok=True)
            self.git("clone", "-q", "--shared", "--no-checkout", self.source, self.path, at=self.work)
        self.git("fetch", "-q", self.source, "HEAD")
        self.git("checkout", "-q", "--force", "--detach", commit)
        self.clean()
        self.link_oracles()
        return commit

    def clean(self):
        """Undo what a fault that was left in, or a faulty program, did to the sources."""
        self.git("checkout", "-q", "--force", "--", ".")
        self.git("clean", "-qfd")

    def link_oracles(self):
        """What scripts/setup put into build/ for the tests, if anything."""
        link = os.path.join(self.path, "build", "oracles")
        for root in self.source, ROOT:
            there = os.path.join(root, "build", "oracles")
            if os.path.isdir(there) and not os.path.lexists(link):
                os.makedirs(os.path.dirname(link), exist_ok=True)
                os.symlink(there, link)
