"""A program is run, recorded, explained and drawn with NumPy alone, as it must be where there is nothing else."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Refuses compiled modules that are neither Python's own nor NumPy's, and the packages that the studio has beside NumPy.
ALONE = """
import sys
from importlib.machinery import ExtensionFileLoader, PathFinder

STUDIO = {"graphviz", "msgspec", "pandas", "pygraphviz", "starlette", "streamlit"}
OURS = {*sys.stdlib_module_names, "numpy"}


class Alone:
    @staticmethod
    def find_spec(name, path=None, target=None):
        package = name.partition(".")[0]
        if package in STUDIO or (package not in OURS and is_compiled(PathFinder.find_spec(name, path))):
            sys.exit(f"{name} is imported")


def is_compiled(spec):
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)


sys.meta_path.insert(0, Alone)
"""

ANSWERED = """
from autograd_engine.run import program
from autograd_engine.trace.schema import from_json, from_plain, to_json
from autograd_studio.answering.answer import answer
from autograd_studio.answering.request import Request
from autograd_studio.view.payload.document import payload
from autograd_studio.view.payload.writing import written

source = "import torch\\nx = torch.tensor([1.0, 2.0], requires_grad=True)\\n(x * 3).sum().backward()\\n"
sent = to_json(Request(source))
found = answer(from_json(sent, Request), program.run)
drawn = payload(from_plain(found.trace))
print(written(drawn).decode())
"""


def run(text):
    return subprocess.run([sys.executable, "-c", ALONE + text], cwd=ROOT, capture_output=True, text=True)


def test_a_request_is_answered_and_drawn_with_numpy_alone():
    done = run(ANSWERED)
    assert done.returncode == 0, done.stderr
    drawn = json.loads(done.stdout)
    assert (drawn["engine"], len(drawn["boxes"]), drawn.get("error")) == ("layered", 4, None)
    assert "accumulate" in [step["kind"] for step in drawn["steps"]]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("import msgspec", "msgspec"),
        ("import pyarrow", "pyarrow.lib"),
        ("from autograd_studio.view import workers", "graphviz"),
    ],
)
def test_another_package_would_be_noticed(text, refused):
    done = run(text)
    assert done.returncode == 1 and done.stderr.strip() == f"{refused} is imported"
