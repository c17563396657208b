"""The command line, the module's functions, and the way of macOS and Windows, as far as it can be tried."""

import json
import subprocess
import sys
import threading
from dataclasses import replace

import pytest

from autograd_studio import sandbox
from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Cancel, __main__
from autograd_studio.sandbox import sandbox as box
from autograd_studio.sandbox.limits import MIB
from autograd_studio.sandbox.processes.spawn import Spawner

from .boxes import QUICK, new_box


@pytest.fixture
def own(monkeypatch):
    """Have the module's functions use the stand-in for the engine."""
    made = new_box()
    monkeypatch.setattr(sandbox, "_default", made)
    yield made
    made.close()


@pytest.fixture
def command(own, monkeypatch, capsys, tmp_path):
    def command(*arguments, source=None):
        if source is not None:
            path = tmp_path / "program.py"
            path.write_bytes(source)
            arguments = (*arguments, str(path))
        monkeypatch.setattr(sys, "argv", ["sandbox", *arguments])
        return __main__.main(), *capsys.readouterr()

    return command


def test_run_prints_one_json_object(command):
    status, out, err = command("run", "--json", source=b"print('hi'); 1 / 0")
    outcome = json.loads(out)
    assert (status, err) == (1, "")
    assert outcome["status"] == "error"
    assert outcome["stdout"] == "hi\n"
    assert outcome["error"]["type"] == "ZeroDivisionError"
    assert outcome["isolated"] is True
    assert outcome["result_bytes"] > 0
    assert outcome["has_trace"] is True
    assert "trace" not in outcome


def test_run_prints_what_the_program_prints(command):
    assert command("run", source=b"print('hi')") == (0, "hi\n", "")
    status, out, err = command("run", source=b"print('hi'); 1 / 0")
    assert (status, out) == (1, "hi\n")
    assert "ZeroDivisionError: division by zero\n[error] The program raised ZeroDivisionError in line 1.\n" in err


@pytest.mark.parametrize("source", [b"\xff\xfe", b"a\0b", b"x" * 100_000])
def test_run_rejects_what_is_no_program(command, source):
    status, out, _ = command("run", "--json", source=source)
    assert (status, json.loads(out)["status"]) == (1, "rejected")


def test_check_prints_the_layers(command):
    status, out, _ = command("check")
    assert status == 0
    assert "holds    filter proved by behaviour\n" in out
    assert out.endswith("hosted mode: programs are run\n")


def test_the_command_line_starts():
    done = subprocess.run(
        [sys.executable, "-m", "autograd_studio.sandbox", "--help"], capture_output=True, text=True, check=True
    )
    assert "run" in done.stdout


def test_the_functions_of_the_module(own):
    assert sandbox.run(Request("print(1)")).stdout == "1\n"
    assert sandbox.call("echo", b"abc") == b"cba"
    assert sandbox.self_check().ready
    assert sandbox.default() is own


def test_configure_makes_a_sandbox_once_for_each_mode(own):
    assert sandbox.configure(local=False, address="0.0.0.0") == "hosted"
    assert sandbox.default() is own
    assert sandbox.configure(local=True, address="127.0.0.1") == "local"
    local = sandbox.default()
    assert (local.mode, local.limits.wall_seconds) == ("local", 30.0)
    sandbox.configure(local=True, address="localhost")
    assert sandbox.default() is local


# ---- macOS and Windows -------------------------------------------------------------------------------------


@pytest.fixture
def spawning(monkeypatch):
    """A sandbox that starts a process for each run, as local mode does where there is no zygote."""
    monkeypatch.setattr(box, "Client", lambda workers, *_: Spawner(workers))
    return new_box(mode="local", limits=replace(QUICK, wall_seconds=10.0, memory_bytes=64 * MIB))


def test_a_process_for_each_run(spawning):
    outcome = spawning.run(Request("print('hi'); trace = {'steps': 7}"))
    assert (outcome.status, outcome.stdout, json.loads(outcome.trace)) == ("ok", "hi\n", {"steps": 7})
    assert outcome.isolated is False
    assert spawning.run(Request("print('hi'); 1 / 0")).error.line == 1
    assert spawning.call("echo", b"abc") == b"cba"
    assert not spawning.self_check().isolated
    assert spawning.run(Request("print('hi')", locked=True)).status == "unlocked"


@pytest.mark.parametrize(
    ("program", "status"),
    [
        ("while True: pass", "cpu"),
        ("import os; os._exit(3)", "crashed"),
        ("import os; os.abort()", "crashed"),
        ("import os\nwhile True: os.write(1, b'x' * 65536)", "output"),
        ("trace = {'x': 'y' * 2_000_000}", "result"),
    ],
)
def test_a_process_is_bounded(spawning, program, status):
    outcome = spawning.run(Request("print('before', flush=True)\n" + program))
    assert outcome.status == status
    assert outcome.stdout.startswith("before\n")


def test_a_process_that_takes_too_much_memory_is_ended(spawning):
    # The time is long: what is new to a process costs a slow machine a page fault for each 4 KiB.
    hoarding = "import time\nx = []\nwhile True: x.append('x' * 10**6); time.sleep(0.001)"
    limits = replace(QUICK, wall_seconds=30.0, cpu_seconds=20.0, memory_bytes=64 * MIB)
    assert spawning.run(Request(hoarding), limits).status == "memory"


def test_a_process_that_hangs_is_killed(spawning):
    hanging = "import time\nwhile True:\n  try: time.sleep(9)\n  except BaseException: pass"
    assert spawning.run(Request(hanging), replace(QUICK, wall_seconds=1.0)).status == "timeout"


def test_a_process_is_cancelled(spawning):
    cancel = Cancel()
    threading.Timer(0.5, cancel.set).start()
    assert spawning.run(Request("while True: pass"), cancel=cancel).status == "cancelled"
