"""A program whose own modules have the names of ours: it gets its own, we get ours, and its run is saved."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROGRAM = """import {names}
import torch

assert {{module.OWNER for module in ({names})}} == {{"user"}}
x = torch.tensor(2.0, requires_grad=True)
(x * 3).backward()
"""
SCRIPT = """from autograd_studio import record

with record() as recorded:
    exec(compile(open("users_own.py").read(), "users_own.py", "exec"))
import {names}
assert {{module.OWNER for module in ({names})}} == {{"user"}}
recorded.save("users_own.html")
"""


def our_names():
    """Return the names of our files and folders that a program may have as well."""
    found = {"app", "server", "pages", "ui", "graph_view"}
    for package in ("autograd_engine", "autograd_studio"):
        for path in (ROOT / package).rglob("__init__.py"):
            if "node_modules" not in path.parts:
                found |= {path.parent.name, *(file.stem for file in path.parent.glob("*.py"))}
    theirs = {"autograd_engine", "autograd_studio", *sys.stdlib_module_names, *packages_distributions()} - {"trace"}
    return sorted(name for name in found - theirs if name.isidentifier() and not name.startswith("_"))


@pytest.fixture
def folder(tmp_path):
    """A folder with a module of every name, and a program that imports all of them."""
    names = our_names()
    assert {"ui", "pages", "lessons", "sandbox", "trace", "view", "web", "why", "recorder"} <= set(names)
    for name in names:
        (tmp_path / f"{name}.py").write_text('OWNER = "user"\n')
    listed = ", ".join(names)
    (tmp_path / "users_own.py").write_text(PROGRAM.format(names=listed))
    (tmp_path / "script.py").write_text(SCRIPT.format(names=listed))
    return tmp_path


def called(folder, *arguments):
    command = ["-c", f"import sys; sys.path.append({str(ROOT)!r}); {arguments[0]}", *arguments[1:]]
    done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done


def test_the_command_saves_its_page(folder):
    called(folder, "from autograd_studio.__main__ import main; sys.exit(main())", "export", "users_own.py")
    assert (folder / "users_own.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_recording_is_saved(torch, folder):
    called(folder, "import runpy; runpy.run_path('script.py', run_name='__main__')")
    assert (folder / "users_own.html").read_text(encoding="utf-8").startswith("<!doctype html>")
