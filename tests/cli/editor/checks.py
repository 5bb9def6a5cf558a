"""Counts what holds; a test is a function, and one that ends with an exception has failed."""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

from wire import ROOT, Server

TOOL = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("SINEW", os.path.join(ROOT, "build/sinew")))
counts = {"passed": 0, "failed": 0}
_tests = []


def test(function):
    _tests.append(function)
    return function


def holds(what, condition, *seen):
    counts["passed" if condition else "failed"] += 1
    if not condition:
        frame = sys._getframe(1)
        print("%s:%d: does not hold: %s" % (frame.f_code.co_name, frame.f_lineno, what), *(repr(s)[:600] for s in seen))
    return condition


def equal(what, got, wanted):
    counts["passed" if got == wanted else "failed"] += 1
    if got != wanted:
        frame = sys._getframe(1)
        print("%s:%d: %s: %.600r is not %.600r" % (frame.f_code.co_name, frame.f_lineno, what, got, wanted))


class Place:
    """A folder with the example in it, and one for recovery copies."""

    def __init__(self):
        self.base = tempfile.mkdtemp(prefix="sinew-edit-")
        self.folder, self.state = os.path.join(self.base, "project"), os.path.join(self.base, "state")
        os.mkdir(self.state)
        subprocess.run([TOOL, "init", self.folder], check=True, stdout=subprocess.DEVNULL)
        self.servers = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)

    def serve(self, *arguments, file="hero.animgraph", **options):
        server = Server(TOOL, self.path(file), *arguments, state=self.state, **options)
        self.servers.append(server)
        return server

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            if server.stopped:
                continue
            if server.process.poll() is not None:
                holds("the server still runs", False, server.process.returncode, server.process.stderr.read())
                continue
            # Whatever a test did to it: it still ends as it should, with nothing to complain of.
            status, out, err = server.stop()
            holds("the server ends cleanly", status == 0 and b"ERROR" not in err and b"runtime error" not in err, status, err)
            holds("the token is said once", out.count(server.token.encode()) == 1 and server.token.encode() not in err)
        shutil.rmtree(self.base, ignore_errors=True)


def main():
    names = sys.argv[2:]
    for function in _tests:
        if names and function.__name__ not in names:
            continue
        began = time.monotonic()
        try:
            function()
        except Exception:
            counts["failed"] += 1
            print("%s:" % function.__name__)
            traceback.print_exc(file=sys.stdout)
        print("%-60s %6.1f s" % (function.__name__, time.monotonic() - began))
    print("%d passed, %d failed" % (counts["passed"], counts["failed"]))
    sys.exit(1 if counts["failed"] or not counts["passed"] else 0)
