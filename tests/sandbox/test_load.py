"""The time limits hold on a busy machine, and do not depend on the child, the zygote or other programs."""

import json
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from autograd_studio.answering.request import Request

from .boxes import QUICK

pytestmark = pytest.mark.thorough  # its processes make everything else wait

BUSY = 8
LIMITS = replace(QUICK, wall_seconds=0.5, grace_seconds=0.5, cpu_seconds=30.0)
CPU_LIMITS = replace(QUICK, wall_seconds=60.0, cpu_seconds=0.5, grace_seconds=0.5)
TOLERANCE = 0.5  # seconds

# Each ends itself within the grace, keeps on till it is killed, or something between.
HOSTILE = {
    "an endless repr": """
class Endless:
    def __repr__(self):
        while True:
            pass
print(Endless())
""",
    "an endless repr of what it raises": """
class Endless(Exception):
    def __str__(self):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
raise Endless
""",
    "every exception caught": """
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
""",
    "a hang in C": "sum(range(10**12))",
    "a hang in a pattern": "import re; re.match('(a+)+$', 'a' * 64 + 'b')",
    "finalizers that make finalizers": """
class Phoenix:
    def __del__(self):
        kept.append(Phoenix())
kept = [Phoenix()]
while True:
    kept[:] = kept[1:] or [Phoenix()]
""",
    "signals blocked": """
import sys
signal = sys.modules["_signal"]
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
while True:
    pass
""",
    "a Trace that takes long": "trace = {'x': [list(range(100))] * 10**6}",
    "pipes closed": """
import sys
for number in range(4):
    sys.modules["os"].close(number)
while True:
    pass
""",
    "a byte at a time": """
import sys
while True:
    sys.modules["os"].write(3, b"x")
""",
}


@pytest.fixture(scope="module")
def load(box):
    """Eight processes that compute all the time, at normal priority."""
    box.run(Request(""))  # the zygote is there before them
    processes = [subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(BUSY)]
    yield
    for process in processes:
        process.kill()
        process.wait()


def timed(box, program, limits):
    """Run a program; return its outcome and how long the caller has waited for it."""
    started = time.monotonic()
    outcome = box.run(Request(program), limits)
    return outcome, time.monotonic() - started


def test_hostile_programs_end_in_time(box, load):
    # One after the other: of two that may take long, one waits for its turn.
    ends = {name: timed(box, program, LIMITS) for name, program in HOSTILE.items()}
    assert not {name: end for name, end in ends.items() if end[1] > LIMITS.hard_seconds + TOLERANCE}
    assert {outcome.status for outcome, _ in ends.values()} <= {"timeout", "result", "crashed", "memory"}


def test_an_endless_loop_is_stopped_at_the_soft_limit(box, load):
    outcome, seconds = timed(box, "trace = {'steps': 7}\nwhile True: pass", LIMITS)
    assert (outcome.status, json.loads(outcome.trace)) == ("timeout", {"steps": 7})
    assert LIMITS.wall_seconds <= seconds <= LIMITS.wall_seconds + TOLERANCE


def test_the_limit_of_computing_time_holds(box, load):
    outcome, _ = timed(box, HOSTILE["a hang in C"], CPU_LIMITS)
    assert outcome.status == "cpu"
    assert outcome.cpu_seconds <= CPU_LIMITS.cpu_seconds + CPU_LIMITS.grace_seconds + TOLERANCE
