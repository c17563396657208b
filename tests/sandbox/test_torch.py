"""Programs on real PyTorch: in a process of their own in local mode, and behind the lock where a host lends it."""

import gzip
import json
import os
import sys
import threading
from dataclasses import replace

import pytest

from autograd_engine.run.options import Nudge, Prompt
from autograd_studio import host_faults
from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Cancel, Check, RateLimited, Sandbox, Visitor
from autograd_studio.sandbox.child import torch_locked
from autograd_studio.sandbox.limits import HOSTED_TORCH, LOCAL, MIB
from autograd_studio.sandbox.processes import client

ME = Visitor("me")
PROGRAM = "import torch\nx = torch.tensor(3., requires_grad=True)\n(x * x).backward()\nprint(x.grad)\n"
ENDLESS = "import torch\nx = torch.ones(1)\nprint('begun', flush=True)\nwhile True: x = x + 1\n"


def test_a_hosted_server_runs_nothing_on_pytorch_unless_its_host_says_so():
    box = Sandbox("hosted")
    assert not box.runs_torch
    outcome = box.run(Request("print('it ran')", engine="torch"))
    assert (outcome.status, outcome.stdout) == ("unavailable", "")


def test_a_server_that_lends_nothing_has_no_process_for_it():
    box = Sandbox("hosted", lent=())
    box.prepare()
    assert box.run(Request(PROGRAM)).stdout == "tensor(6.)\n"
    assert box._torch._backend is None
    box.close()


@pytest.mark.parametrize("environment", [{}, {"AUTOGRAD_STUDIO_TORCH": "0"}])
def test_a_host_lends_nothing_by_default(environment):
    assert not torch_locked.is_lent(environment)


def test_a_host_is_told_of_a_wrong_setting(monkeypatch):
    monkeypatch.setattr(host_faults, "_found", {})
    assert not torch_locked.is_lent({"AUTOGRAD_STUDIO_TORCH": "yes"})
    monkeypatch.setattr(torch_locked.importlib.util, "find_spec", lambda name: None)
    assert not torch_locked.is_lent({"AUTOGRAD_STUDIO_TORCH": "1"})
    assert [fault.partition(" ")[2] for fault in host_faults.found()] == [
        "must be 1 or 0, not 'yes'",
        "is 1, but PyTorch is not installed",
    ]


def test_a_program_that_may_only_run_locked_does_not_run_on_pytorch():
    assert Sandbox("local").run(Request("print('it ran')", engine="torch", locked=True)).status == "unlocked"


@pytest.fixture(scope="module")
def box(torch):
    box = Sandbox("local")
    yield box
    box.close()


def test_a_program_runs_on_pytorch_and_has_a_trace(box):
    outcome = box.run(Request(PROGRAM, engine="torch"))
    assert (outcome.status, outcome.stdout, outcome.isolated) == ("ok", "tensor(6.)\n", False)
    kinds = [step["kind"] for step in json.loads(outcome.trace)["steps"]]
    assert {"create", "op", "run", "accumulate"} <= set(kinds)


PATIENT = replace(LOCAL, wall_seconds=120.0, cpu_seconds=120.0)


@pytest.mark.thorough
def test_of_a_long_training_the_beginning_and_the_end_are_shown_and_what_is_asked_for_between(box):
    loop = "for i in range(300):\n    w.grad = None\n    for _ in range(40): w * w\n    (w * 2).sum().backward()\n"
    program = f"import torch\nw = torch.ones(2, requires_grad=True)\n{loop}"
    gaps = []
    for middle in None, 150:
        outcome = box.run(Request(program, engine="torch", middle=middle), PATIENT)
        steps = json.loads(outcome.trace)["steps"]
        gaps.append([step["passes"] for step in steps if step["kind"] == "omitted"])
        passes = sum(step["kind"] == "backward" for step in steps)
        assert (outcome.status, passes + sum(gaps[-1])) == ("ok", 300)
    (all_between,), (before, after) = gaps
    assert all_between > before + after


def test_the_next_process_waits_and_ends_with_the_sandbox(torch):
    box = Sandbox("local")
    assert box.run(Request(PROGRAM, engine="torch")).status == "ok"
    spawner = box._torch.backend()
    waiting = spawner._next.process
    assert box.run(Request(PROGRAM, engine="torch")).stdout == "tensor(6.)\n"
    assert waiting.poll() is not None, "it was used"
    assert spawner._next.process is not waiting
    waiting = spawner._next.process
    box.run(Request(PROGRAM, engine="torch"), replace(LOCAL, wall_seconds=9.0))
    assert waiting.poll() is not None, "its limits were others"
    waiting = spawner._next.process
    box.close()
    assert waiting.poll() is not None


def test_random_numbers_are_those_of_the_built_in_engine(box):
    program = "import torch\nprint(torch.rand(2), torch.randn(3))"
    assert box.run(Request(program, engine="torch")).stdout == box.run(Request(program)).stdout


def test_it_may_use_what_the_user_may(box, tmp_path):
    program = f"import torch, subprocess\nopen({str(tmp_path / 'here')!r}, 'w').write('it wrote')\n"
    assert box.run(Request(program, engine="torch")).status == "ok"
    assert (tmp_path / "here").read_text() == "it wrote"


def test_an_error_has_its_line_and_the_steps_before_it(box):
    outcome = box.run(Request(PROGRAM + "x @ x\n", engine="torch"))
    assert (outcome.status, outcome.error.type, outcome.error.line) == ("error", "RuntimeError", 5)
    assert json.loads(outcome.trace)["steps"][-1]["kind"] == "error"


def test_an_endless_program_is_stopped_with_its_steps_so_far(box):
    outcome = box.run(Request(ENDLESS, engine="torch"), replace(LOCAL, wall_seconds=2.0))
    assert (outcome.status, outcome.stdout) == ("timeout", "begun\n")
    assert "stopped after 2 s" in outcome.message
    assert len(json.loads(outcome.trace)["steps"]) > 10


NUDGE = Nudge(5.0, creation=0)


def nudged(box, source=PROGRAM, nudge=NUDGE, **options):
    told = RateLimited(box).nudge(Request(source, engine="torch", **options).nudged(nudge), ME)
    return json.loads(gzip.decompress(told)) if isinstance(told, bytes) else told


def asked(box, expression, source=PROGRAM, step=0):
    return RateLimited(box).ask(Request(source, engine="torch").asking(Prompt(expression, step, finished=True)), ME)


def test_a_number_is_nudged_and_a_prompt_answered_on_pytorch(box):
    base, now = nudged(box, nudge=None), nudged(box)
    assert base["shape"] == now["shape"]
    assert [found["stdout"][0][1] for found in (base, now)] == ["tensor(6.)\n", "tensor(10.)\n"]
    assert asked(box, "x * 2").said.text == "tensor(6., grad_fn=<MulBackward0>)"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they take a fresh process, too")
def test_what_runs_again_is_forked_and_is_as_what_ran(box, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MINE", "of the user")
    fresh = Sandbox("local")
    again, own = (fresh.run(Request(NUMBERS, engine="torch", again=again)) for again in (True, False))
    assert (again.status, again.stdout, again.trace) == (own.status, own.stdout, own.trace)
    where = fresh.run(Request("import os; print(os.getcwd(), os.environ['MINE'])", engine="torch", again=True))
    assert where.stdout == f"{tmp_path} of the user\n"
    zygote = fresh._torch_again.backend().process
    assert len(os.listdir(f"/proc/{zygote.pid}/task")) == 1, "a process with threads must not be forked"
    fresh.close()
    assert zygote.poll() is not None


def test_what_may_only_run_locked_does_not_run_again_unlocked(box):
    assert nudged(box, "print('it ran')", locked=True).status == "unlocked"


# What a program does once it is nudged, and how that ends; locked, `os` has no `kill`.
MISBEHAVING = [
    ("while x > 4: pass", ("timeout", "cpu")),
    ("import os; x > 4 and os._exit(3)", ("crashed",)),
    ("import os, signal; x > 4 and os.kill(os.getpid(), signal.SIGKILL)", ("crashed", "error")),
    ("x > 4 and torch.ones(1 << 34)", ("memory", "error")),
]


def test_what_misbehaves_once_nudged_leaves_the_next_one_whole(box, monkeypatch):
    monkeypatch.setattr(box, "_torch_limits", replace(LOCAL, wall_seconds=2.0, cpu_seconds=2.0))
    for line, _ in MISBEHAVING:
        told = nudged(box, f"{PROGRAM}{line}\n")
        assert isinstance(told, dict) or told.message
    assert nudged(box)["stdout"][0][1] == "tensor(10.)\n"
    assert asked(box, "[0 for _ in iter(int, 1)]").status in ("timeout", "cpu", "memory")
    assert asked(box, "x").said.text == "tensor(3., requires_grad=True)"


def test_it_is_cancelled(box):
    cancel = Cancel()
    threading.Timer(1.0, cancel.set).start()
    assert box.run(Request("while True: pass", engine="torch"), cancel=cancel).status == "cancelled"


# ---- behind the lock

SHORT = replace(HOSTED_TORCH, wall_seconds=2.0, cpu_seconds=1.0, grace_seconds=1.0)


@pytest.fixture(scope="module")
def hosted(torch):
    box = Sandbox("hosted", lends_torch=True, lent=())
    yield box
    box.close()


def test_a_program_runs_on_pytorch_behind_the_lock(hosted, box):
    outcome, own = hosted.run(Request(PROGRAM, engine="torch", locked=True)), box.run(Request(PROGRAM, engine="torch"))
    assert (outcome.status, outcome.stdout, outcome.isolated) == ("ok", "tensor(6.)\n", True)
    assert outcome.trace == own.trace


def test_what_is_not_on_pytorch_does_without_its_zygote(hosted):
    assert hosted.run(Request(PROGRAM)).stdout == "tensor(6.)\n"
    assert hosted._programs.backend() is not hosted._torch.backend()


EVERYTHING = """
import io, torch
from torch import nn
from torch.func import vmap, jvp
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader, TensorDataset

torch.set_num_threads(8)
x = torch.rand(600, 600, requires_grad=True)
checkpoint(lambda x: (x @ x).relu(), x, use_reentrant=False).sum().backward()
data = DataLoader(TensorDataset(torch.rand(40, 1, 9, 9), torch.arange(40) % 2), batch_size=20, shuffle=True)
model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.Flatten(), nn.Linear(98, 2))
for kind in (torch.optim.SGD, torch.optim.AdamW):
    optimizer = kind(model.parameters(), lr=0.1)
    for images, labels in data:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(images), labels).backward()
        optimizer.step()
nn.EmbeddingBag(5, 2, mode="sum")(torch.tensor([[0, 1]])).sum().backward()
nn.LSTM(3, 4)(torch.rand(5, 2, 3))[0].sum().backward()
nn.TransformerEncoderLayer(4, 2)(torch.rand(3, 2, 4)).sum().backward()
print(vmap(torch.sin)(torch.zeros(2)), jvp(torch.exp, (torch.zeros(1),), (torch.ones(1),)), torch.tensor(1 + 2j))
print(torch.linalg.svd(torch.eye(2)).S, torch.fft.fft(torch.ones(2)), torch.einsum("ij,jk", torch.eye(2), torch.eye(2)))
print(torch.compile(nn.Linear(1, 1))(torch.zeros(1, 1)).shape, torch.distributions.Normal(0.0, 1.0).rsample().shape)
with torch.autocast("cpu", dtype=torch.bfloat16):
    print(nn.Linear(2, 2)(torch.ones(1, 2)).dtype)
print(torch.autograd.gradcheck(torch.sin, torch.ones(1, dtype=torch.float64, requires_grad=True)))
torch.save(model.state_dict(), "model.pt")
print(model.load_state_dict(torch.load("model.pt")), open("model.pt", "rb").read(2))
"""


def test_what_programs_usually_do_needs_no_file_and_no_thread(hosted):
    outcome = hosted.run(Request(EVERYTHING, engine="torch"))
    assert (outcome.status, outcome.error) == ("ok", None)
    assert outcome.stdout.endswith("torch.bfloat16\nTrue\n<All keys matched successfully> b'PK'\n")


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("list(torch.utils.data.DataLoader([1, 2], num_workers=1))", "Operation not permitted"),
        ("torch.ones(1).share_memory_()", "Operation not permitted"),
        ("torch.from_file('/etc/passwd', size=1)", "Operation not permitted"),
        ("import torch.utils.cpp_extension", "No module named 'torch.utils.cpp_extension'"),
    ],
)
def test_what_needs_a_file_or_a_process_says_so_at_its_line(hosted, program, message):
    outcome = hosted.run(Request(f"import torch\n{program}\n", engine="torch"))
    assert (outcome.status, outcome.error.line) == ("error", 2)
    assert message in outcome.error.message
    assert "sandbox" not in outcome.stderr, "of the server's files"


def test_an_error_on_pytorch_does_not_speak_of_the_built_in_engine(hosted):
    outcome = hosted.run(Request("from torch.utils import cpp_extension\n", engine="torch"))
    assert "Autograd Studio" not in outcome.error.message


@pytest.mark.parametrize("size", ["1 << 34", "100 << 30"])
def test_a_tensor_that_is_too_large_is_refused_and_the_trace_kept(hosted, size):
    outcome = hosted.run(Request(f"import torch\nx = torch.ones(1)\ntorch.empty({size})\n", engine="torch"))
    assert (outcome.status, len(json.loads(outcome.trace)["steps"])) == ("memory", 2)
    assert "more than 256 MiB of memory" in outcome.message


def test_a_loop_without_end_is_stopped_with_its_steps_so_far(hosted):
    outcome = hosted.run(Request(ENDLESS, engine="torch"), SHORT)
    assert outcome.status in ("timeout", "cpu")
    assert outcome.stdout == "begun\n"
    assert len(json.loads(outcome.trace)["steps"]) > 10


@pytest.mark.parametrize(
    "endless",
    [
        "torch.linalg.matrix_power(torch.rand(2000, 2000), 2**62 - 1)",  # in one call, without Python's lock
        "import itertools; sum(itertools.repeat(1))",  # with it
    ],
)
def test_what_stays_in_c_is_killed_by_the_kernel(hosted, endless):
    limits = replace(SHORT, memory_bytes=512 * MIB)
    outcome = hosted.run(Request(f"import torch\n{endless}\n", engine="torch"), limits)
    assert outcome.status in ("timeout", "cpu")
    assert outcome.wall_seconds < limits.hard_seconds + 1
    assert hosted.run(Request("print('next')", engine="torch")).stdout == "next\n"


def test_a_number_is_nudged_and_a_prompt_answered_behind_the_lock(hosted):
    base, now = nudged(hosted, nudge=None), nudged(hosted)
    assert base["shape"] == now["shape"]
    assert [found["stdout"][0][1] for found in (base, now)] == ["tensor(6.)\n", "tensor(10.)\n"]
    assert hosted.run(Request(PROGRAM, engine="torch").nudged(NUDGE)).isolated
    assert asked(hosted, "x * 2").said.text == "tensor(6., grad_fn=<MulBackward0>)"
    assert "PermissionError" in asked(hosted, "__import__('os').listdir('/')").said.text


@pytest.mark.parametrize(("line", "statuses"), MISBEHAVING)
def test_what_misbehaves_once_nudged_is_contained(hosted, monkeypatch, line, statuses):
    monkeypatch.setattr(hosted, "_torch_limits", SHORT)
    source = f"{PROGRAM}{line}\n"
    assert hosted.run(Request(source, engine="torch")).status == "ok"
    assert hosted.run(Request(source, engine="torch").nudged(NUDGE)).status in statuses
    assert nudged(hosted)["stdout"][0][1] == "tensor(10.)\n"


def test_nudges_on_pytorch_take_of_the_visitors_time_and_come_after_others_runs(hosted, monkeypatch):
    session, nudge = RateLimited(hosted), Request(PROGRAM, engine="torch").nudged(NUDGE)
    monkeypatch.setattr(hosted, "capacity", replace(hosted.capacity, nudge_seconds=1e-6))
    assert isinstance(session.nudge(nudge, ME), bytes)
    assert "this minute" in session.nudge(nudge, ME).message
    monkeypatch.setattr(hosted, "waits", lambda engine: int(engine == "torch"))
    assert RateLimited(hosted).nudge(nudge, ME).status == "busy"
    assert isinstance(RateLimited(hosted).nudge(replace(nudge, engine="built-in"), ME), bytes)


NUMBERS = """
import torch
model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Dropout(0.5), torch.nn.Linear(4, 1))
optimizer = torch.optim.Adam(model.parameters())
for _ in range(3):
    model(torch.randn(5, 3)).pow(2).mean().backward()
    optimizer.step()
print(*(p.sum().item().hex() for p in model.parameters()), torch.initial_seed(), torch.randperm(9), {"a", "b", "c"})
"""


def test_every_child_and_every_server_gives_the_same_numbers(hosted):
    other = Sandbox("hosted", lends_torch=True, lent=())
    first, second, third = (one.run(Request(NUMBERS, engine="torch")) for one in (hosted, hosted, other))
    other.close()
    assert first.status == "ok"
    assert first.stdout == second.stdout == third.stdout
    assert first.trace == second.trace == third.trace


@pytest.mark.parametrize(
    "change",
    [
        "torch.manual_seed(7); torch.rand(5); torch.set_default_dtype(torch.float64)",
        "torch.Tensor.__add__ = torch.ones = torch.nn.Linear = None",
        "torch.set_grad_enabled(False); torch.autograd.set_detect_anomaly(True); torch.set_num_threads(3)",
        "torch.use_deterministic_algorithms(True); torch.set_printoptions(precision=1)",
        "torch.compile(torch.nn.Linear(1, 1)); torch.optim.SGD([torch.ones(1, requires_grad=True)], 0.1).step()",
    ],
)
def test_a_run_on_pytorch_sees_nothing_of_another(hosted, change):
    look = """
import torch
print(torch.rand(1), torch.get_default_dtype(), torch.ones(1) + 1, torch.is_grad_enabled(), torch.is_anomaly_enabled())
print(torch.get_num_threads(), torch.are_deterministic_algorithms_enabled(), torch.nn.Linear(1, 1).weight)
print(torch.distributions.Distribution._validate_args, (torch.ones(1, requires_grad=True) * 2).grad_fn._sequence_nr())
"""
    before = hosted.run(Request(look, engine="torch"))
    assert before.status == "ok"
    hosted.run(Request(f"import torch\n{change}", engine="torch"))
    assert hosted.run(Request(look, engine="torch")).stdout == before.stdout


def test_where_pytorch_cannot_be_locked_it_runs_nothing_and_the_other_engine_goes_on(monkeypatch):
    box = Sandbox("hosted", lends_torch=True, lent=())
    real = client.Client.__init__

    def faulty(self, workers, *rest):
        real(self, workers, *rest)
        if "torch" in str(workers):
            self.checks = (Check("a single thread", False, "2"),)

    monkeypatch.setattr(client.Client, "__init__", faulty)
    assert box.run(Request("print('it ran')", engine="torch")).status == "unavailable"
    assert box.run(Request("print('it ran')")).stdout == "it ran\n"
    assert box.refusal == ""
    box.close()
