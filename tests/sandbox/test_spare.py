"""A child that is forked ahead: the next run is its, and comes out as that of any other child."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from autograd_studio.answering.request import Request
from autograd_studio.sandbox.child.workers import CALLS, PROGRAMS
from autograd_studio.sandbox.processes import pages
from autograd_studio.sandbox.processes.boot import ROOT
from autograd_studio.view import workers

from ..support.corpus import PROGRAMS as CORPUS
from .boxes import Unlocked, new_box
from .test_engine import told

SLOW = "import time; time.sleep(1); print('done')"
SESSION, STATE = 3, 0  # of the fields behind the name in /proc/PID/stat

TELLING = """
import random, torch
torch.manual_seed(3)
x = torch.randn(3, requires_grad=True)
y = (x * random.random()).sum()
y.backward()
print(x.grad, {"a", "b", "c"}, hash("a"), id(x) is None)
print(torch.rand(2), torch.initial_seed())
"""


@pytest.fixture(scope="module")
def studio(box):
    """A sandbox with the engine and the drawing."""
    box = new_box(programs=PROGRAMS, calls=CALLS)
    yield box
    box.close()


def children(pool):
    zygote = pool.backend().process.pid
    return list(map(int, Path(f"/proc/{zygote}/task/{zygote}/children").read_text().split()))


def at_work(pool):
    """Return the children that run: a spare one starts no session of its own before it does."""
    return [child for child in children(pool) if os.getsid(child) == child]


def wait_for(condition):
    deadline = time.monotonic() + 10
    while not (found := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return found


def state(child):
    """Return what a process does, by the letter of /proc/PID/stat, and the session that it is in."""
    fields = Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2].split()
    return fields[STATE], int(fields[SESSION])


def is_dead(child):
    try:
        return state(child)[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def spare(pool):
    """Return the child that a pool's zygote forks once nothing has run for a moment, when it is warm."""

    def is_waiting(child):
        does, session = state(child)
        return does == "S" and session != child

    (found,) = wait_for(lambda: [child for child in children(pool) if is_waiting(child)])
    return found


def test_a_run_is_the_spare_one_s(box):
    box.run(Request(""))
    waiting = spare(box._programs)
    with ThreadPoolExecutor(1) as threads:
        run = threads.submit(box.run, Request(SLOW))
        wait_for(lambda: at_work(box._programs))
        assert children(box._programs) == [waiting]
        outcome = run.result()
    assert (outcome.status, outcome.stdout, outcome.isolated) == ("ok", "done\n", True)
    assert spare(box._programs) != waiting


def test_runs_beside_it_have_children_of_their_own(box):
    box.run(Request(""))
    waiting = spare(box._programs)
    with ThreadPoolExecutor(2) as threads:
        runs = [threads.submit(box.run, Request(SLOW)) for _ in range(2)]
        wait_for(lambda: len(at_work(box._programs)) == 2)
        assert waiting in at_work(box._programs)
        assert {run.result().stdout for run in runs} == {"done\n"}


def test_one_that_is_killed_is_not_missed(box):
    own = new_box()
    own.run(Request(""))
    waiting = spare(own._programs)
    zygote = own._programs.backend().process.pid
    os.kill(waiting, signal.SIGKILL)
    wait_for(lambda: is_dead(waiting))  # a busy machine takes its time
    assert [own.run(Request("print(1)")).stdout for _ in range(3)] == ["1\n"] * 3
    assert own._programs.backend().process.pid == zygote
    time.sleep(0.4)
    assert children(own._programs) == []  # where memory is short, it would be killed again and again
    own.close()
    assert not Path(f"/proc/{waiting}").exists()


def test_it_ends_with_its_zygote(box):
    own = new_box(Unlocked)
    own.run(Request(""))
    waiting = spare(own._programs)
    own._programs.backend().process.kill()
    deadline = time.monotonic() + 5
    while Path(f"/proc/{waiting}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    own.close()


def test_it_is_locked_as_any_child(box):
    box.run(Request(""))
    spare(box._programs)
    outcome = box.run(Request("import os\nos.open('/', 0)"))
    assert (outcome.error.type, outcome.isolated) == ("PermissionError", True)
    spare(box._programs)
    outcome = box.run(Request("while True: pass"))
    assert outcome.error.message == "stopped after 0.5 s of computing"
    spare(box._programs)
    assert box.run(Request("x = bytes(200 << 20)")).status == "memory"


@pytest.mark.parametrize("source", [TELLING, *list(CORPUS.values())[::100]])
def test_a_program_does_the_same_as_in_another(studio, source):
    studio.run(Request(""))
    spare(studio._programs)
    warm = studio.run(Request(source))
    cold = studio.run(Request(source))
    assert told(warm) == told(cold)


def test_a_drawing_is_the_same_as_in_another(studio):
    trace = studio.run(Request(TELLING)).trace
    studio.call("drawing", trace)
    spare(studio._calls)
    warm = studio.call("drawing", trace)
    assert warm == studio.call("drawing", trace) == workers.worker(trace)


def test_what_is_drawn_to_warm_it_is_a_trace_of_the_engine(studio):
    source = "import torch\nx = torch.tensor(3.0, requires_grad=True)\n(x * x).backward()\n"
    known, made = (json.loads(trace) for trace in (workers.SMALL, studio.run(Request(source)).trace))
    for trace in (known, made):
        for tensor in trace["tensors"]:
            del tensor["identity"]
        del trace["fns"][0]["seq"]
    assert known == made


@pytest.mark.parametrize("paths", [PROGRAMS, CALLS])
def test_most_of_what_it_writes_to_is_its_own_before(paths):
    """In a process of its own: a child that copies what another one has written to has few pages left to copy."""
    script = f"""
import gc, os, resource
from autograd_studio.sandbox.child.workers import load, warm_up_of
from autograd_studio.sandbox.processes import pages
warm_up = warm_up_of([load(path) for path in {list(paths.values())}])
gc.collect(); gc.freeze()
written = pages.written(warm_up)
for areas in ([], written):
    if os.fork() == 0:
        pages.copy(areas)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        warm_up()
        print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before, flush=True)
        os._exit(0)
    os.wait()
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    cold, warm = map(int, done.stdout.split())
    assert warm < cold / 4


def test_what_cannot_be_seen_is_not_copied():
    def fail():
        raise OSError

    assert pages.written(fail) == []
