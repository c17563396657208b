"""The engine inside of the sandbox: the lock changes nothing of what a program does."""

import json
import re
import sys
from dataclasses import replace

import pytest

from autograd_engine.tracing.recorder import EngineRecorder
from autograd_studio.answering.answer import FILENAME
from autograd_studio.answering.request import Request
from autograd_studio.sandbox.child.stop import can_be_stopped
from autograd_studio.sandbox.limits import HOSTED, LOCAL
from autograd_studio.sandbox.sandbox import PROGRAMS

from ..support.corpus import PROGRAMS as CORPUS
from .boxes import Unlocked, new_box

EVERY = 12  # enough to meet whatever the engine loads late


def told(outcome):
    """Return all of an outcome but what is measured, without addresses in memory."""
    measured = {"wall_seconds": 0, "cpu_seconds": 0, "memory_bytes": 0, "result_bytes": 0, "isolated": None}
    return re.sub(r"0x[0-9a-f]+", "0x", repr(replace(outcome, **measured)))


@pytest.fixture(scope="module")
def engines(box):
    """The engine behind the lock, and without; a busy machine gets time for the corpus' longest programs."""
    limits = replace(HOSTED, wall_seconds=LOCAL.wall_seconds, cpu_seconds=LOCAL.cpu_seconds)
    locked = new_box(programs=PROGRAMS, limits=limits)
    unlocked = new_box(Unlocked, programs=PROGRAMS, limits=limits)
    yield locked, unlocked
    locked.close()
    unlocked.close()


@pytest.mark.thorough
def test_the_lock_changes_nothing_of_what_a_program_does(engines):
    assert len(CORPUS) > 100
    differing = []
    for name, source in list(CORPUS.items())[::EVERY]:
        locked, unlocked = (engine.run(Request(source)) for engine in engines)
        if told(locked) != told(unlocked):
            differing.append((name, locked.error, unlocked.error))
    assert not differing


def test_a_program_gives_its_output_and_its_trace(engines):
    outcome = engines[0].run(
        Request("""
import torch
import warnings
x = torch.ones(3, requires_grad=True)
y = x * 2
y.backward(torch.tensor([0.1, 1.0, 0.0001]))
warnings.warn("careful")
print(x.grad)
""")
    )
    assert outcome.status == "ok", outcome
    assert outcome.stdout == "tensor([2.0000e-01, 2.0000e+00, 2.0000e-04])\n"
    assert "<program>:7: UserWarning: careful" in outcome.stderr
    assert len(json.loads(outcome.trace)["steps"]) > 5


def test_sums_that_are_no_numbers_warn_of_nothing(engines):
    source = "import torch\nx = torch.zeros(1, requires_grad=True)\n(x - x).sqrt().sum().backward()\nprint(x.grad)\n"
    outcome = engines[0].run(Request(source))
    assert (outcome.stdout, outcome.stderr) == ("tensor([nan])\n", "")


LOOP = """
import torch
w = torch.ones(2, requires_grad=True)
for i in range({}):
    (w * w).sum().backward()
"""


@pytest.mark.parametrize(
    ("times", "part", "is_whole"), [(200, "beginning", False), (3, "beginning", True), (200, "rest", True)]
)
def test_the_beginning_of_a_long_loop_is_told_as_such(engines, times, part, is_whole):
    outcome = engines[0].run(Request(LOOP.format(times), part=part))
    assert (outcome.status, outcome.is_whole) == ("ok", is_whole)
    passes = json.loads(outcome.trace)["passes"]
    assert (len(passes) == times) == is_whole


def test_an_endless_loop_keeps_its_steps(engines):
    program = """
import torch
x = torch.ones(3, requires_grad=True)
(x * 2).backward(torch.ones(3))
while True: pass
"""
    outcome = engines[0].run(Request(program), replace(HOSTED, cpu_seconds=0.5))
    assert (outcome.status, outcome.error.type, outcome.error.line) == ("cpu", "Stopped", 5)
    assert len(json.loads(outcome.trace)["steps"]) > 5


def test_a_loop_over_operations_keeps_its_first_steps(engines):
    outcome = engines[0].run(Request("import torch\nwhile True: x = torch.ones(3)"), replace(HOSTED, cpu_seconds=0.5))
    assert outcome.status == "cpu"
    assert len(json.loads(outcome.trace)["steps"]) > 1000


def test_a_misspelt_argument_fails_in_its_line(engines):
    outcome = engines[0].run(Request("import torch\nx = torch.ones(2, requries_grad=True)"))
    assert (outcome.error.type, outcome.error.line) == ("TypeError", 2)
    assert outcome.stderr.endswith(outcome.error.traceback)


def test_numbers_that_nobody_seeded_are_the_same_on_every_server(engines):
    program = """
import random, numpy, torch
print(random.random(), numpy.random.rand(), numpy.random.default_rng().random())
print(torch.rand(3), torch.initial_seed(), torch.seed())
"""
    printed = {engine.run(Request(program)).stdout for engine in engines}
    assert len(printed) == 1
    assert len(printed.pop().split()) >= 8


def test_what_the_program_pickles_is_found(engines):
    outcome = engines[0].run(Request("import pickle, torch\nprint(pickle.loads(pickle.dumps(torch.ones(2))))"))
    assert (outcome.status, outcome.stdout) == ("ok", "tensor([1., 1.])\n"), outcome


def test_a_program_is_not_stopped_while_its_trace_is_written():
    answers = {}

    class Watched(EngineRecorder):
        def _contents(self, array, position):
            answers["writing"] = can_be_stopped(sys._getframe())

    def ask():
        answers["running"] = can_be_stopped(sys._getframe())

    recorder = Watched()
    recorder.log.append(("nothing",))
    recorder._builder.read = lambda log, contents: contents(None, 0)
    exec(compile("recorder._examine(); ask()", FILENAME, "exec"), {"recorder": recorder, "ask": ask})
    assert answers == {"writing": False, "running": True}
    assert not can_be_stopped(sys._getframe())


@pytest.mark.parametrize(
    ("imports", "use", "module"),
    [
        ("import torch.nn.parallel as P", "P.DataParallel(1)", "torch.nn.parallel"),
        ("import torch.distributed as dist", "dist.init_process_group('gloo')", "torch.distributed"),
        ("from torch import multiprocessing", "multiprocessing.spawn(1)", "torch.multiprocessing"),
        ("from torch.nn.utils import prune", "prune.random_unstructured(1)", "torch.nn.utils.prune"),
        ("from torch.nn.parallel import DistributedDataParallel as DDP", "DDP(1)", "torch.nn.parallel"),
    ],
)
def test_a_module_of_pytorch_that_is_not_here_fails_where_it_is_used(engines, imports, use, module):
    outcome = engines[0].run(Request(f"import torch\n{imports}\nx = torch.ones(1)\nprint(1)\n{use}"))
    assert (outcome.stdout, outcome.error.type, outcome.error.line) == ("1\n", "ModuleNotFoundError", 5), outcome
    assert outcome.error.message.startswith(f"Autograd Studio does not have {module} (real PyTorch does)")
    note, rest = outcome.stderr.split("\n", 1)
    assert (
        note == f"{module} is not available here: the program runs until it uses it." and "is not available" not in rest
    )
