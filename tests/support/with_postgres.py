#!/usr/bin/python3
"""with_postgres -- run a program beside a server of PostgreSQL that is there for it alone.

    tests/support/with_postgres.py [--safe] PROGRAM [ARGUMENT ...]

The server comes from Debian's packages, lives in a temporary folder and is reached by a socket in
it; PARLOR_TEST_POSTGRES is its address, and PARLOR_TEST_POSTGRES_PID its process.  The exit status
is the program's, or 77 where there is no PostgreSQL.  --safe: commits are forced to the disk, as
they are in earnest.
"""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77


def programs():
    """The folder of the latest initdb and postgres, or None."""
    found = glob.glob("/usr/lib/postgresql/*/bin/postgres") + glob.glob("/usr/bin/postgres")
    found = [os.path.dirname(path) for path in found]
    found = [path for path in found if os.path.exists(os.path.join(path, "initdb"))]
    return max(found, key=lambda path: [int(x) for x in path.split("/") if x.isdigit()], default=None)


def somebody():
    """Whose the server is: root's it must not be."""
    if os.getuid() != 0:
        return {}
    for name in ["postgres", "nobody"]:
        try:
            who = pwd.getpwnam(name)
            return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
        except KeyError:
            pass
    return None


def end_in_order():
    """Who is told to end stops the server, too."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))


class Server:
    """A server in a new folder, which may be stopped and started again."""

    def __init__(self, folder, safe=False):
        self.bin, self.who, self.folder = programs(), somebody(), folder
        self.data = os.path.join(folder, "data")
        self.sync = [] if safe else ["-c", "fsync=off"]
        self.process = None
        if self.who:
            os.chown(folder, self.who["user"], self.who["group"])
        self.log = open(os.path.join(folder, "log"), "ab")
        subprocess.run([os.path.join(self.bin, "initdb"), "-D", self.data, "-A", "trust", "-U",
                        "parlor", "-E", "UTF8", "--no-locale", "--no-sync"], check=True,
                       cwd=folder, stdout=self.log, stderr=self.log, **self.who)

    def address(self, database="postgres"):
        return "postgresql://parlor@/%s?host=%s" % (database, self.folder)

    def start(self):
        self.process = subprocess.Popen(
            [os.path.join(self.bin, "postgres"), "-D", self.data, "-k", self.folder, "-c",
             "listen_addresses=", "-c", "max_connections=40", "-c", "shared_buffers=32MB"] + self.sync,
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, **self.who)
        ready = os.path.join(self.bin, "pg_isready")
        for _ in range(600):
            if subprocess.run([ready, "-q", "-h", self.folder, "-U", "parlor"]).returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise SystemExit("with_postgres: the server does not start; see " + self.log.name)

    def stop(self, how=signal.SIGINT):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait()


def main(words):
    safe = words[:1] == ["--safe"]
    if not words[safe:]:
        print(__doc__, file=sys.stderr)
        return 2
    if not programs() or somebody() is None:
        print("1..0 # SKIP PostgreSQL is not installed")
        return SKIPPED
    end_in_order()
    folder = tempfile.mkdtemp(prefix="parlor-pg-")
    server = Server(folder, safe)
    try:
        server.start()
        env = dict(os.environ, PARLOR_TEST_POSTGRES=server.address(),
                   PARLOR_TEST_POSTGRES_PID=str(server.process.pid))
        return subprocess.run(words[safe:], env=env).returncode
    finally:
        server.stop()
        server.log.close()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
