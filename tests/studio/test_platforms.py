"""macOS and Windows, pretended: what only Linux has is kept apart, and what is missing there is said."""

import subprocess
import sys
from pathlib import Path

import pytest

from autograd_engine.trace.schema import to_json
from autograd_studio.answering.request import Request
from autograd_studio.sandbox.child.task import Task
from autograd_studio.sandbox.limits import LOCAL
from autograd_studio.sandbox.processes.spawn import BEGIN

ROOT = Path(__file__).parents[2]

pytestmark = [pytest.mark.thorough, pytest.mark.parametrize("platform", ["win32", "darwin"])]


def pretending(platform, *arguments, stdin=b""):
    command = [sys.executable, "-m", "tests.platform_program", platform, *arguments]
    done = subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def test_everything_can_be_imported(platform):
    pretending(platform, "import_everything")


def test_a_program_runs_unlocked_in_local_mode_and_not_at_all_in_hosted(platform):
    detail = f"isolation: not built for {platform}: programs run with your own permissions"
    assert pretending(platform, "run") == f"ok tensor([3., 3.]) False\nunavailable {detail}\n"


def test_the_process_of_a_run_answers(platform, tmp_path):
    file = tmp_path / "answer"
    file.touch()  # as Spawner does
    request = BEGIN + to_json(Task(Request("import torch\nprint(torch.eye(2).sum())"), LOCAL.result_bytes))
    assert pretending(platform, "answer", file, stdin=request) == "tensor(2.)\n"
    assert b'"error":null' in file.read_bytes().partition(b"\n")[0]


def test_the_studio_starts(platform):
    assert pretending(platform, "start") == "run app.py --server.port 8600 --server.headless true\n"
