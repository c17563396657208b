"""How long a run takes because of the sandbox: `python -m benchmarks.sandbox [--rounds 15] [--repeats 20]`.

The programs are run by `exec`, without the engine, so that only the sandbox is measured. Times are compared
with a bare fork of a process that has loaded the same modules: a process for each run cannot cost less.
"""

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from types import SimpleNamespace

from autograd_engine.trace.schema import from_json
from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Sandbox
from autograd_studio.sandbox.child import program, refusals
from autograd_studio.sandbox.child.task import Task
from autograd_studio.sandbox.limits import HOSTED, HOSTED_CAPACITY
from autograd_studio.sandbox.processes.client import Client

WORKERS = {"program": "benchmarks.sandbox:worker"}

TRIVIAL = "print(1)"
TRAINING = """
import numpy as np
x, w = np.random.rand(64, 100), np.zeros((100, 10))
for _ in range(50):
    w -= 0.1 * x.T @ (x @ w - 1) / len(x)
print(w.sum())
"""


class Unlocked(Sandbox):
    """The same processes without their lock: what the lock costs is the difference."""

    def _start(self, workers, modules=frozenset()):
        return Client(workers, locked=False, reply_seconds=5.0, modules=modules)


def preload():
    """Load what the zygote of the studio loads, except for the engine."""
    refusals.preload()


def worker(payload):
    """Answer a request by running the program as it is."""
    return program.execute(from_json(payload, Task), run)


def run(source, *, filename, stdout, stderr, **options):
    """Stand in for autograd_engine.run.program.run."""
    exec(compile(source, filename, "exec"), {"__name__": "__main__"})
    return SimpleNamespace(error=None, exit_status=0, trace=None, is_whole=True, answer=None)


def timed(action):
    """Return how long an action takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def run_ok(box, source):
    """Run a program that must succeed."""
    outcome = box.run(Request(source))
    if outcome.status != "ok":
        raise RuntimeError(outcome)


class BareForks:
    """A fresh process with the same modules that forks children which end at once."""

    def __init__(self):
        command = [sys.executable, "-m", __spec__.name, "--forks"]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def times(self, repeats):
        """Return the times of so many forks."""
        self._process.stdin.write(f"{repeats}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self):
        """End the process."""
        self._process.communicate()


def serve_forks():
    """Time forks of this process, as many as each line that comes in says."""
    preload()
    gc.freeze()

    def fork():
        if (pid := os.fork()) == 0:
            os._exit(0)
        os.waitpid(pid, 0)

    for line in sys.stdin:
        print(json.dumps([timed(fork) for _ in range(int(line))]), flush=True)


def show(name, times, bare):
    """Print quantiles in milliseconds and as multiples of the median of a bare fork."""
    times = sorted(times)
    quantiles = [times[int(len(times) * part)] for part in (0.5, 0.95, 0.99)]
    print(f"{name:32}" + "".join(f"{value * 1e3:8.2f} ms ({value / bare:5.1f}x)" for value in quantiles))


def memory_of(pid):
    """Return the resident memory of a process in MiB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def main():
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--repeats", type=int, default=20, help="runs of each kind in a round")
    parser.add_argument("--forks", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.forks:
        serve_forks()
    else:
        measure(options.rounds, options.repeats)


def measure(rounds, repeats):
    """Measure in turns, because the machine has other work too, and print."""
    capacity = replace(HOSTED_CAPACITY, recycle_runs=10**9)
    boxes = {kind: kind("hosted", HOSTED, capacity, programs=WORKERS) for kind in (Unlocked, Sandbox)}
    actions = {
        f"{label} {kind.__name__.lower()}": partial(run_ok, box, source)
        for label, source in (("trivial,", TRIVIAL), ("training,", TRAINING))
        for kind, box in boxes.items()
    }
    first = timed(actions["trivial, sandbox"])
    run_ok(boxes[Unlocked], TRIVIAL)
    forks = BareForks()
    times = {"bare fork": [], **{name: [] for name in actions}}
    for _ in range(rounds):
        times["bare fork"] += forks.times(repeats)
        for name, action in actions.items():
            times[name] += [timed(action) for _ in range(repeats)]
    forks.close()
    print(f"{'':36}p50{'':17}p95{'':17}p99")
    for name, found in times.items():
        show(name, found, median(times["bare fork"]))
    zygote = memory_of(boxes[Sandbox]._programs.backend().process.pid)
    print(f"first run {first * 1e3:.0f} ms, zygote {zygote:.0f} MiB")
    for box in boxes.values():
        box.close()


if __name__ == "__main__":
    main()
