"""Programs on real PyTorch: in a process of their own, bounded like others, and in local mode alone."""

import json
import threading
from dataclasses import replace

import pytest

from sandbox import Cancel, Sandbox
from sandbox.limits import LOCAL

PROGRAM = "import torch\nx = torch.tensor(3., requires_grad=True)\n(x * x).backward()\nprint(x.grad)\n"
ENDLESS = "import torch\nx = torch.ones(1)\nprint('begun', flush=True)\nwhile True: x = x + 1\n"


def test_a_hosted_server_runs_nothing_on_pytorch():
    outcome = Sandbox("hosted").run("print('it ran')", engine="torch")
    assert (outcome.status, outcome.stdout) == ("unavailable", "")


def test_a_program_that_may_only_run_locked_does_not_run_on_pytorch():
    assert Sandbox("local").run("print('it ran')", engine="torch", locked=True).status == "unlocked"


@pytest.fixture(scope="module")
def box():
    pytest.importorskip("torch", reason="running programs on PyTorch needs it")
    box = Sandbox("local")
    yield box
    box.close()


def test_a_program_runs_on_pytorch_and_has_a_trace(box):
    outcome = box.run(PROGRAM, engine="torch")
    assert (outcome.status, outcome.stdout, outcome.isolated) == ("ok", "tensor(6.)\n", False)
    kinds = [step["kind"] for step in json.loads(outcome.trace)["steps"]]
    assert {"create", "op", "run", "accumulate"} <= set(kinds)


@pytest.mark.thorough
def test_of_a_long_training_the_beginning_and_the_end_are_shown_and_what_is_asked_for_between(box):
    loop = "for i in range(300):\n    w.grad = None\n    for _ in range(40): w * w\n    (w * 2).sum().backward()\n"
    program = f"import torch\nw = torch.ones(2, requires_grad=True)\n{loop}"
    gaps = []
    for middle in None, 150:
        outcome = box.run(program, engine="torch", middle=middle)
        steps = json.loads(outcome.trace)["steps"]
        gaps.append([step["passes"] for step in steps if step["kind"] == "omitted"])
        passes = sum(step["kind"] == "backward" for step in steps)
        assert (outcome.status, passes + sum(gaps[-1])) == ("ok", 300)
    (all_between,), (before, after) = gaps
    assert all_between > before + after


def test_the_next_process_waits_and_ends_with_the_sandbox():
    pytest.importorskip("torch", reason="running programs on PyTorch needs it")
    box = Sandbox("local")
    assert box.run(PROGRAM, engine="torch").status == "ok"
    spawner = box._torch.backend()
    waiting = spawner._next.process
    assert box.run(PROGRAM, engine="torch").stdout == "tensor(6.)\n"
    assert waiting.poll() is not None, "it was used"
    assert spawner._next.process is not waiting
    waiting = spawner._next.process
    box.run(PROGRAM, replace(LOCAL, wall_seconds=9.0), engine="torch")
    assert waiting.poll() is not None, "its limits were others"
    waiting = spawner._next.process
    box.close()
    assert waiting.poll() is not None


def test_random_numbers_are_those_of_the_built_in_engine(box):
    program = "import torch\nprint(torch.rand(2), torch.randn(3))"
    assert box.run(program, engine="torch").stdout == box.run(program).stdout


def test_it_may_use_what_the_user_may(box, tmp_path):
    program = f"import torch, subprocess\nopen({str(tmp_path / 'here')!r}, 'w').write('it wrote')\n"
    assert box.run(program, engine="torch").status == "ok"
    assert (tmp_path / "here").read_text() == "it wrote"


def test_an_error_has_its_line_and_the_steps_before_it(box):
    outcome = box.run(PROGRAM + "x @ x\n", engine="torch")
    assert (outcome.status, outcome.error.type, outcome.error.line) == ("error", "RuntimeError", 5)
    assert json.loads(outcome.trace)["steps"][-1]["kind"] == "error"


def test_an_endless_program_is_stopped_with_its_steps_so_far(box):
    outcome = box.run(ENDLESS, replace(LOCAL, wall_seconds=2.0), engine="torch")
    assert (outcome.status, outcome.stdout) == ("timeout", "begun\n")
    assert "stopped after 2 s" in outcome.message
    assert len(json.loads(outcome.trace)["steps"]) > 10


def test_it_is_cancelled(box):
    cancel = Cancel()
    threading.Timer(1.0, cancel.set).start()
    assert box.run("while True: pass", engine="torch", cancel=cancel).status == "cancelled"
