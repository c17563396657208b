"""Which engines a program can run on: the built-in one, and PyTorch where it is installed and programs are the user's own."""

import importlib.util
from importlib import metadata

import pytest

from autograd_engine.run import program
from autograd_studio import sandbox
from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Outcome, ProgramError
from autograd_studio.sandbox.child import refusals
from autograd_studio.web.runs import engines
from autograd_studio.web.runs.run import Run


@pytest.fixture
def installed(monkeypatch):
    """Return a function that pretends a version of PyTorch is installed, in a studio of this mode."""

    def install(version, mode="local", is_lent=False):
        monkeypatch.setattr(engines, "server", lambda: mode)
        monkeypatch.setattr(sandbox, "_default", sandbox.Sandbox(mode, lends_torch=is_lent))
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: version and object())
        monkeypatch.setattr(metadata, "version", lambda name: version)

    return install


@pytest.mark.parametrize(
    ("version", "found"),
    [
        ("2.13.0+cpu", "2.13.0"),
        ("2.6.0", "2.6.0"),
        ("2.14.0a0+git1", "2.14.0a0"),
        ("3.0", "3.0"),
        ("2.5.1", None),
        ("1.13.1", None),
        ("unknown", None),
        (None, None),
    ],
)
def test_the_version_that_is_found(installed, version, found):
    installed(version)
    assert engines.torch_version() == found


def test_visitors_of_a_hosted_server_have_the_built_in_engine_alone_unless_its_host_lends_pytorch(installed):
    installed("2.13.0", mode="hosted")
    assert engines.torch_version() is None
    installed("2.13.0", mode="hosted", is_lent=True)
    assert engines.torch_version() == "2.13.0"


def test_a_folder_that_happens_to_be_called_torch_is_no_pytorch(installed, monkeypatch):
    def absent(name):
        raise metadata.PackageNotFoundError(name)

    installed("2.13.0")
    monkeypatch.setattr(metadata, "version", absent)
    assert engines.torch_version() is None


def run(source, engine="built-in"):
    error = program.run(f"import torch\n{source}\n").error
    return Run(Request(source, engine=engine), Outcome(status="error", error=error and ProgramError(**error)))


@pytest.mark.parametrize(
    "source",
    [
        "torch.tensor([1 + 2j])",
        "torch.ones(2) * 1j",
        "torch.ones(2, dtype=torch.complex64)",
        "torch.ones(2).bfloat16()",
        "torch.vmap(torch.sin)(torch.ones(2))",
        "torch.ones(2).to_sparse()",
        "import torch.distributed",
        "from torch.func import vmap",
        "with torch.autocast('cpu'): pass",
        "torch.autograd.gradcheck(torch.sin, torch.ones(1, requires_grad=True), check_forward_ad=True)",
        "torch.autograd.functional.jacobian(torch.sin, torch.ones(1), vectorize=True, strategy='forward-mode')",
    ],
)
def test_what_the_built_in_engine_lacks_is_refused(source):
    assert engines.refuses(run(source))


@pytest.mark.parametrize(
    "source",
    [
        "raise NotImplementedError('later')",
        "torch.ones(2) @ torch.ones(3)",
        "torch.no_such_name",
        "class M(torch.nn.Module): pass\nM()(1)",
    ],
)
def test_other_errors_are_the_programs_own(source):
    assert not engines.refuses(run(source))


def test_a_program_that_ends_well_or_ran_on_pytorch_is_not_refused():
    assert not engines.refuses(run("torch.ones(2)"))
    assert not engines.refuses(run("torch.tensor([1 + 2j])", engine="torch"))


@pytest.mark.parametrize(("name", "is_refused"), [("numpy.linalg", True), ("no_such_package", False)])
def test_a_package_is_refused_where_it_is_installed(name, is_refused, monkeypatch):
    monkeypatch.setattr(engines, "server", lambda: "local")
    error = ProgramError("ModuleNotFoundError", refusals.not_importable(name), 1, "")
    assert engines.refuses(Run(Request(""), Outcome(status="error", error=error))) == is_refused


def test_a_name_that_is_a_long_text_is_read_once(monkeypatch):
    """Read again from each of its characters, it would take hours."""
    monkeypatch.setattr(engines, "server", lambda: "local")
    error = ProgramError("ModuleNotFoundError", f"No module named '{'a' * 1_000_000}", 1, "")
    assert not engines.refuses(Run(Request(""), Outcome(status="error", error=error)))


def test_a_hosted_server_lends_the_same_packages_on_both_engines(monkeypatch):
    monkeypatch.setattr(engines, "server", lambda: "hosted")
    error = ProgramError("ModuleNotFoundError", refusals.not_importable("numpy.linalg"), 1, "")
    assert not engines.refuses(Run(Request(""), Outcome(status="error", error=error)))
