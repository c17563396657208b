"""Every way in which a program can exceed its limits or end, and what the user is told."""

import json
import math
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from autograd_studio import host_faults
from autograd_studio.answering.request import Request
from autograd_studio.sandbox.child.workers import CALLS
from autograd_studio.sandbox.limits import (
    DRAWING,
    HOSTED,
    HOSTED_CAPACITY,
    HOSTED_TORCH,
    HOSTED_TORCH_CAPACITY,
    KIB,
    LOCAL,
    LOCAL_CAPACITY,
    TORCH_PREFIX,
    from_environment,
)
from autograd_studio.view.workers import WORKERS

from .boxes import QUICK, new_box

IMPATIENT = replace(QUICK, wall_seconds=0.2)
COMPUTING = replace(QUICK, wall_seconds=60.0)  # so that the limit of computing comes first on a busy machine, too
LIBC = "import sys; ctypes = sys.modules['ctypes']; "


@pytest.fixture(scope="module")
def hosted():
    calls = {"echo": "tests.sandbox.stub_engine:echo", "plain_drawing": "tests.sandbox.stub_engine:compute"}
    box = new_box(calls=calls)
    yield box
    box.close()


@pytest.fixture
def run(box):
    def run(source, limits=QUICK):
        outcome = box.run(Request(source), limits)
        assert outcome.wall_seconds < limits.wall_seconds + limits.grace_seconds + 1
        assert box.run(Request("print('next')")).stdout == "next\n"
        return outcome

    return run


@pytest.mark.parametrize(
    "loop",
    [
        "while True: pass",
        "x = [0]\nwhile x: x.append(0); x.pop()",
        "import numpy as np\nwhile True: np.ones(10) @ np.ones(10)",
        "def f():\n    while True: yield 0\nfor _ in f(): pass",
    ],
)
def test_an_endless_loop_is_stopped_and_its_trace_kept(run, loop):
    outcome = run("trace = {'steps': 7}\nprint('before')\n" + loop, COMPUTING)
    assert (outcome.status, outcome.stdout, json.loads(outcome.trace)) == ("cpu", "before\n", {"steps": 7})
    assert (outcome.error.type, outcome.error.message) == ("Stopped", "stopped after 0.5 s of computing")
    assert outcome.error.line >= 3
    assert outcome.message.startswith("The program was stopped after 0.5 s of computing: ")


def test_a_sleeping_program_is_stopped_and_its_trace_kept(run):
    outcome = run("import time\ntrace = {'steps': 7}\ntime.sleep(60)", IMPATIENT)
    assert (outcome.status, json.loads(outcome.trace)) == ("timeout", {"steps": 7})
    assert (outcome.error.message, outcome.error.line) == ("stopped after 0.2 s", 3)
    assert outcome.message.startswith("The program was stopped after 0.2 s: ")


@pytest.mark.parametrize(
    "program",
    [
        "while True:\n    try:\n        for _ in iter(int, 1): pass\n    except BaseException: pass",
        "sum(range(10**12))",
        "import re; re.match('(a+)+$', 'a' * 40 + '!')",
        "10 ** 10 ** 8",
    ],
)
def test_what_cannot_be_stopped_is_killed(run, program):
    outcome = run("print('before')\n" + program, COMPUTING)
    assert (outcome.status, outcome.stdout) == ("cpu", "before\n")


def test_what_refuses_to_wake_is_killed(run):
    program = "import time\nprint('before')\nwhile True:\n    try: time.sleep(9)\n    except BaseException: pass"
    outcome = run(program, IMPATIENT)
    assert (outcome.status, outcome.stdout) == ("timeout", "before\n")


@pytest.mark.parametrize(
    "hoard",
    [
        "x = []\nwhile True: x.append([0] * 10**5)",
        "import numpy as np\nx = []\nwhile True: x.append(np.ones(10**6))",
        "import numpy as np\nnp.zeros(10**12)",
        "bytes(10**10)",
        "x = 'x' * 10**6\nwhile True: x += x",
        "1 << 10**10",
        "'%10000000000d' % 1",
        "f'{1:9999999999}'",
        "x = {}\nwhile True: x[len(x)] = str(len(x)) * 10**5",
    ],
)
def test_too_much_memory_is_refused_and_the_trace_kept(run, hoard):
    outcome = run("trace = {'steps': 7}\n" + hoard)
    assert outcome.status == "memory"
    assert json.loads(outcome.trace) == {"steps": 7}
    assert "96 MiB" in outcome.message


def test_three_thousand_lines_fit(run):
    outcome = run("for i in range(3000): print(i, 'a line of ordinary length')")
    assert outcome.status == "ok"
    assert outcome.stdout == "".join(f"{i} a line of ordinary length\n" for i in range(3000))
    assert not outcome.stdout_truncated
    assert outcome.message == ""


def test_a_flood_of_text_is_cut(run):
    outcome = run("for i in range(20_000): print('x' * 99)")
    assert (outcome.status, outcome.stdout_truncated) == ("ok", True)
    assert outcome.stdout == ("x" * 99 + "\n") * (256 * KIB // 100) + "x" * (256 * KIB % 100)
    assert outcome.message == "Only the first 256 KiB of the output is kept: print less."


def test_text_is_cut_between_characters(run):
    outcome = run("print('x' + 'é' * 300_000)")
    assert outcome.stdout_truncated
    assert outcome.stdout == "x" + "é" * (128 * KIB - 1)


def test_a_flood_on_stderr_is_cut(run):
    outcome = run("import sys; print('e' * 100_000, file=sys.stderr)")
    assert (outcome.status, outcome.stderr_truncated) == ("ok", True)
    assert outcome.stderr == "e" * (32 * KIB)


@pytest.mark.parametrize(
    ("program", "status"),
    [
        ("import os\nwhile True: os.write(1, b'x' * 65536)", "output"),
        ("import os\nwhile True: os.write(2, b'x' * 65536)", "output"),
        ("import os\nwhile True: os.write(3, b'x' * 65536)", "result"),
        ("trace = {'x': 'y' * 2_000_000}", "result"),
        ("import os; os.write(3, b'{\"err'); os._exit(0)", "crashed"),
        ("import os; os.write(3, b'[' * 100_000); os._exit(0)", "crashed"),
        ("import os; os.close(3)", "crashed"),
        ("trace = []", "crashed"),
        ("import json; json.dumps = None; json.encoder = None", "crashed"),
        ("import json; json.JSONEncoder.encode = None; json.JSONEncoder.iterencode = None", "crashed"),
    ],
)
def test_a_result_that_floods_or_lies(run, program, status):
    outcome = run(program)
    assert outcome.status == status
    assert bool(outcome.message) == (status != "ok")


def test_no_nan_leaves_the_child(run):
    outcome = run("trace = {'x': float('nan')}")
    assert (outcome.status, outcome.trace) == ("crashed", None)


def test_a_failing_program_keeps_its_error_when_its_trace_is_too_large(run):
    outcome = run("trace = {'x': 'y' * 2_000_000}\n1 / 0")
    assert (outcome.status, outcome.error.type, outcome.trace) == ("error", "ZeroDivisionError", None)
    assert "too much to show" in outcome.message


@pytest.mark.parametrize(
    ("program", "status", "exit_status", "message"),
    [
        ("", "ok", 0, ""),
        ("exit()", "ok", 0, ""),
        ("import sys; sys.exit(3)", "ok", 3, "The program ended by exit(3)."),
        ("import os; os._exit(0)", "crashed", None, "os._exit"),
        ("import os; os._exit(3)", "crashed", None, "os._exit"),
        ("import os; os.abort()", "crashed", None, "crashed its process"),
        (LIBC + "ctypes.string_at(0)", "crashed", None, "Segmentation fault"),
        ("1 / 0", "error", 1, "The program raised ZeroDivisionError in line 1."),
        ("def f(): f()\nf()", "error", 1, "RecursionError"),
        ("import os\nwhile True: os.fork()", "error", 1, "The program raised PermissionError in line 2."),
        ("import threading; threading.Thread(target=print).start()", "error", 1, "RuntimeError"),
        ("class A:\n  def __del__(self):\n    while True: pass\na = A()", "ok", 0, ""),
        ("def g():\n  try: yield\n  finally:\n    while True: pass\nx = g(); next(x)", "ok", 0, ""),
        ("import sys; sys.stdout.close(); sys.stderr.close()", "ok", 0, ""),
        ("import sys; sys.stdout = None", "ok", 0, ""),
        ("import builtins; builtins.print = None", "ok", 0, ""),
    ],
)
def test_each_way_to_end(run, program, status, exit_status, message):
    outcome = run(program)
    assert (outcome.status, outcome.exit_status) == (status, exit_status)
    assert message in outcome.message
    assert bool(message) == bool(outcome.message)


def test_the_name_of_an_error_is_only_text(run):
    outcome = run("raise type('{wall_seconds} <b>' + 'x' * 500, (Exception,), {})('{memory_bytes}')")
    assert outcome.message == "The program raised an exception in line 1."
    assert outcome.error.type.startswith("{wall_seconds} <b>xxx")
    assert len(outcome.message) < 300
    assert outcome.error.message == "{memory_bytes}"


def test_a_finalizer_that_is_stopped_shows_nothing_of_the_server(run):
    finalizer = "class D:\n    def __del__(self):\n        {}\nx = D()\ndel x\nprint('on')"
    stopped = run(finalizer.format("while True: pass"))
    assert (stopped.stdout, stopped.stderr) == ("on\n", "")
    assert "ZeroDivisionError" in run(finalizer.format("1 / 0")).stderr


def test_what_was_printed_survives_a_crash(run):
    outcome = run(LIBC + "print('one'); print('two'); ctypes.string_at(0)")
    assert (outcome.status, outcome.stdout) == ("crashed", "one\ntwo\n")


def test_a_warning_goes_to_stderr(run):
    outcome = run("import warnings\nwarnings.warn('careful')\nprint('done')")
    assert outcome.stdout == "done\n"
    assert outcome.stderr == "<program>:2: UserWarning: careful\n  warnings.warn('careful')\n"


@pytest.mark.parametrize(
    ("program", "error", "hint"),
    [
        (
            "import pandas; pandas.read_csv('x')",
            "ModuleNotFoundError",
            "No module named 'pandas' here (write a few numbers as a torch.tensor): a",
        ),
        ("open('data.csv')", "PermissionError", "A program has no files here: 'data.csv'"),
        ("x = input('name? ')", "EOFError", "EOF when reading a line (no one can type here"),
        ("print('\\ud800')", "UnicodeEncodeError", "surrogates not allowed"),
    ],
)
def test_what_a_program_cannot_have_is_explained(run, program, error, hint):
    outcome = run(program)
    assert (outcome.status, outcome.error.type) == ("error", error)
    assert hint in outcome.error.message


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("x" * (64 * KIB + 1), "The program is longer than 64 KiB: make it shorter."),
        ("é" * (32 * KIB + 1), "The program is longer than 64 KiB: make it shorter."),
        ("print('\0')", "The program contains a NUL character: remove it."),
        ("print('\ud800')", "The program is not valid text: save it as UTF-8."),
    ],
)
def test_what_is_not_a_program_is_rejected(box, program, message):
    outcome = box.run(Request(program))
    assert (outcome.status, outcome.message) == ("rejected", message)


@pytest.mark.parametrize(
    ("name", "payload", "status"),
    [
        ("fail", b"", "error"),
        ("sleep", b"60", "timeout"),
        ("hoard", b"1000000000", "memory"),
        ("flood", b"10000000", "result"),
        ("die", b"", "crashed"),
        ("read_file", b"/etc/passwd", "error"),
        ("absent", b"", "unavailable"),
        ("echo", b"x" * (DRAWING.source_bytes + 1), "rejected"),
    ],
)
def test_a_trusted_call_that_fails(box, name, payload, status):
    quick = replace(DRAWING, wall_seconds=0.5, memory_bytes=QUICK.memory_bytes)
    failure = box.call(name, payload, quick)
    assert failure.status == status
    assert failure.message
    assert box.call("echo", b"abc") == b"cba"


def test_a_trace_that_takes_for_ever_to_draw_takes_six_seconds_of_computing(hosted):
    """Both tries together; the kernel counts whole seconds."""
    limits = [hosted.call_limits(name) for name in WORKERS]
    assert sum(math.ceil(each.cpu_seconds + each.grace_seconds) for each in limits) == 6
    compared = {"comparison", "agreement"}
    assert {hosted.call_limits(name) for name in CALLS if name not in compared | {"plain_drawing"}} == {DRAWING}
    assert {hosted.call_limits(name).result_bytes for name in compared} == {512 << 10}


def test_a_drawing_without_graphviz_is_ended_by_its_own_limit(hosted):
    failure = hosted.call("plain_drawing", b"")
    assert (failure.status, failure.message) == ("cpu", "The graph is too large to be drawn in time.")
    assert hosted.call("echo", b"abc") == b"cba"


def test_a_trusted_call_leaves_a_note_for_the_log(box):
    assert box.call("fail", b"").detail == "ValueError: no layout for \ufffdthis"


def test_a_host_changes_limits_by_the_environment():
    environment = {"AUTOGRAD_STUDIO_WALL_SECONDS": "10", "AUTOGRAD_STUDIO_PLACES": "7", "OTHER": "x"}
    assert from_environment(HOSTED, environment) == replace(HOSTED, wall_seconds=10.0)
    assert from_environment(HOSTED_CAPACITY, environment) == replace(HOSTED_CAPACITY, places=7)


def test_a_host_changes_the_limits_on_pytorch_by_names_of_their_own():
    environment = {"AUTOGRAD_STUDIO_WALL_SECONDS": "10", "AUTOGRAD_STUDIO_TORCH_PLACES": "2"}
    assert from_environment(HOSTED_TORCH, environment, TORCH_PREFIX) == HOSTED_TORCH
    changed = from_environment(HOSTED_TORCH_CAPACITY, environment, TORCH_PREFIX)
    assert changed == replace(HOSTED_TORCH_CAPACITY, places=2)


@pytest.mark.parametrize("value", ["", "ten", "-1", "0", "inf", "nan", "1e999"])
def test_a_host_is_told_of_a_wrong_limit(value, monkeypatch):
    monkeypatch.setattr(host_faults, "_found", {})
    assert from_environment(HOSTED, {"AUTOGRAD_STUDIO_CPU_SECONDS": value}) == HOSTED
    assert host_faults.found() == (f"AUTOGRAD_STUDIO_CPU_SECONDS must be a positive number, not {value!r}",)


def test_the_documented_limits_are_the_limits():
    text = Path(__file__).parents[2].joinpath("docs", "sandbox.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|.*\| (.+) \| (.+) \| (.+) \|$", text, re.MULTILINE)
    documented = {name: cells for name, *cells in rows}
    for presets in ((HOSTED, LOCAL, DRAWING), (HOSTED_CAPACITY, LOCAL_CAPACITY)):
        for field in fields(presets[0]):
            if field.name != "places":  # depends on the machine
                values = [preset.in_words()[field.name] for preset in presets]
                assert documented[field.name][: len(values)] == values
    assert (
        f"but {HOSTED_TORCH.wall_seconds:g} s of wall-clock and {HOSTED_TORCH.cpu_seconds:g} s of computing time"
        in text
    )
    assert replace(HOSTED_TORCH, wall_seconds=HOSTED.wall_seconds, cpu_seconds=HOSTED.cpu_seconds) == HOSTED
