"""A program that fails is reported as Python itself reports it, with what it may have meant."""

import io
import subprocess
import sys

import pytest

from autograd_engine.run import program

PROGRAMS = {
    "name": "learning_rate = 0.1\nprint(lerning_rate)\n",
    "local name": "def step():\n    weight = 1\n    return wieght\n\nstep()\n",
    "attribute": "[].apend(1)\n",
    "nothing alike": "print(nothing)\n",
    "cause": "try:\n    [].apend(1)\nexcept AttributeError as error:\n    raise RuntimeError('no') from error\n",
    "context": "try:\n    print(x)\nexcept NameError:\n    y = 1\n    print(yy)\n",
    "context hidden": "try:\n    print(x)\nexcept NameError:\n    raise RuntimeError('no') from None\n",
    "own message": "raise NameError('names\\nin two lines')\n",
}


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=PROGRAMS)
def test_the_report_is_pythons(source, tmp_path):
    path = tmp_path / "program.py"
    path.write_text(source)
    python = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
    report = io.StringIO()
    program.run(source, filename=str(path), stderr=report, record=False)
    assert report.getvalue() == python.stderr


@pytest.mark.parametrize(
    ("expression", "suggestion"),
    [("torch.ones(1).backwards", "backward"), ("torch.nn.Linaer", "Linear"), ("torch.sofmax", None)],
)
def test_what_was_meant_of_pytorch(expression, suggestion):
    report = io.StringIO()
    program.run(f"import torch\n{expression}\n", stderr=report, record=False)
    asked = (
        f". Did you mean: '{suggestion}'?\n"
        if suggestion
        else f"has no attribute '{expression.rpartition(chr(46))[2]}'\n"
    )
    assert report.getvalue().endswith(asked)


def test_anomaly_mode_shows_the_stack_of_the_program_and_not_of_what_runs_it():
    source = "import torch\nwith torch.autograd.detect_anomaly():\n    y = torch.zeros(1, requires_grad=True).sqrt()\n"
    report = io.StringIO()
    program.run(f"{source}    print(y.grad_fn.metadata['traceback_'])\n", stdout=report, record=False)
    assert report.getvalue().count("File ") == 1


def test_an_absent_name_is_not_explained_twice():
    report = io.StringIO()
    program.run("import torch\ntorch.native_norm\n", stderr=report, record=False)
    said = "Autograd Studio does not have torch.native_norm (real PyTorch does): there is torch.norm"
    assert report.getvalue().endswith(f"{said}\n")


def test_an_absent_method_says_what_does_the_same():
    report = io.StringIO()
    program.run("import torch\ntorch.ones(2).share_memory_()\n", stderr=report, record=False)
    assert report.getvalue().endswith("(real PyTorch does): run the program in one process\n")
