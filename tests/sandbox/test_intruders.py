"""Programs that attack the engine's child and its answer; each prints ESCAPED if it gets what it wants."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from autograd_studio.answering.request import Request
from autograd_studio.answering.text import clean
from autograd_studio.sandbox.child.workers import PROGRAMS
from autograd_studio.sandbox.limits import HOSTED, MIB

from .boxes import new_box, new_torch_box

INTRUDERS = sorted((Path(__file__).parent / "intruders").glob("*.py"))
SHORT = replace(HOSTED, wall_seconds=1.0, cpu_seconds=0.5, grace_seconds=0.5, memory_bytes=128 * MIB)
CONTAINED = ("ok", "error", "timeout", "cpu", "memory", "output", "result", "crashed")
SERVER_SECONDS = 1.5  # of computing, whatever the answer: reading the largest honest one takes half a second
COURTESY = ("here: a program can import", "A program has no files here", "Autograd Studio does not have")
PROBE = "import torch; x = torch.ones(2, requires_grad=True); (x * 3).sum().backward(); print(x.grad)"


@pytest.fixture(scope="module")
def attacked(any_box, engine):
    """The sandbox with an engine in it, as a hosted server has it, with short limits."""
    box = new_torch_box(limits=SHORT) if engine == "torch" else new_box(programs=PROGRAMS, limits=SHORT)
    yield box
    box.close()


@pytest.mark.thorough
@pytest.mark.parametrize("path", INTRUDERS, ids=lambda path: path.stem)
def test_an_intruder_is_contained_and_the_next_run_works(attacked, path):
    started = time.process_time()
    outcome = attacked.run(Request(path.read_text(encoding="utf-8")))
    assert time.process_time() - started < SERVER_SECONDS
    assert outcome.status in CONTAINED
    assert "ESCAPED" not in outcome.stdout
    texts = [outcome.stdout, outcome.stderr, outcome.message]
    if outcome.error is not None:
        texts += [outcome.error.type, outcome.error.message, outcome.error.traceback]
    assert [clean(text) for text in texts] == texts
    assert not any(refusal in texts[-1] for refusal in COURTESY), "it never met the lock"
    assert attacked.run(Request(PROBE)).stdout == "tensor([3., 3.])\n"


def test_there_are_many_intruders():
    assert len(INTRUDERS) >= 100
