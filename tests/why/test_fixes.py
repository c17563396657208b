"""Fixes: a program with its mistake mended runs, and the mistake is gone."""

import io

import pytest

from autograd_engine.run import program
from autograd_engine.trace.schema import Trace
from autograd_studio.why.findings import findings
from autograd_studio.why.fixes.edits import Edits

from .test_why import MISTAKES

START = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\n"


def ran(source: str) -> Trace:
    return program.run(source, stdout=io.StringIO()).trace


def mended(source: str) -> str | None:
    return findings(ran(source))[0].fix


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_a_mended_program_has_the_mistake_no_more(path):
    for one in findings(ran(path.read_text(encoding="utf-8"))):
        if one.fix is not None:
            left = findings(ran(one.fix))
            assert (one.name, one.cause) not in {(other.name, other.cause) for other in left}
            assert not any(other.kind == "error" for other in left), one.fix


def test_many_mistakes_can_be_mended():
    causes = {
        one.cause for path in MISTAKES for one in findings(ran(path.read_text(encoding="utf-8"))) if one.fix is not None
    }
    assert causes >= {
        "accumulates",
        "create_graph", "data", "detach", "division_by_zero", "frozen", "gradient_overwritten", "graph_freed",
        "inference_mode", "integer_leaf",
        "item", "late_requires_grad", "leaf_in_place", "log_zero", "new_tensor", "no_grad", "non_scalar", "not_leaf",
        "numpy", "rebound",
        "requires_grad_false", "saved_changed", "sqrt_zero",
    }  # fmt: skip


SQUARES = "y = x * x\na = y.sum()\nb = y.mean()\n"
FIXES = {
    "with torch.no_grad(): y = x * x\ny.sum().backward()": "y = x * x\ny.sum().backward()",
    "with torch.no_grad():\n    y = (x\n        * x)\n\ny.sum().backward()": "y = (x\n    * x)\n\ny.sum().backward()",
    "@torch.no_grad()\ndef f(t):\n    return t * t\nf(x).sum().backward()": (
        "def f(t):\n    return t * t\nf(x).sum().backward()"
    ),
    "f = torch.nn.Linear(2, 1)\nf.requires_grad_(False)\nf(torch.ones(2)).sum().backward()": (
        "f = torch.nn.Linear(2, 1)\nf(torch.ones(2)).sum().backward()"
    ),
    "import numpy as np\ny = np.exp(x.detach().cpu().numpy())\ntorch.from_numpy(y).sum().backward()": (
        "import numpy as np\ny = torch.exp(x)\ny.sum().backward()"
    ),
    "y = (x * x).sum()\ny.backward()\ny.backward()": "y = (x * x).sum()\ny.backward(retain_graph=True)\ny.backward()",
    SQUARES + "a.backward()\nb.backward()": SQUARES + "(a + b).backward()",
    SQUARES + "a.backward()\nprint(x.grad)\nb.backward()": (
        SQUARES + "a.backward(retain_graph=True)\nprint(x.grad)\nb.backward()"
    ),
    "(x * 2).backward()": "(x * 2).sum().backward()",
    "(x * 2).sum().backward()\nx -= 0.1 * x.grad  # learn\nprint(x)": (
        "(x * 2).sum().backward()\nwith torch.no_grad():\n    x -= 0.1 * x.grad  # learn\nprint(x)"
    ),
    "h = x.exp()\nh.mul_(2)\nh.sum().backward()": "h = x.exp()\nh = h.mul(2)\nh.sum().backward()",
    "h = x.exp()\nh[0] = 0\nh.sum().backward()": "h = x.exp()\nh = h.clone()\nh[0] = 0\nh.sum().backward()",
    "torch.nn.functional.relu(x.exp(), inplace=True).sum().backward()": (
        "torch.nn.functional.relu(x.exp(), inplace=False).sum().backward()"
    ),
    "h = x * 3\nh.sum().backward()\nprint(h.grad)": "h = x * 3\nh.retain_grad()\nh.sum().backward()\nprint(h.grad)",
}


@pytest.mark.parametrize("lines", FIXES)
def test_a_fix_changes_what_it_has_to(lines):
    assert mended(f"{START}{lines}\n") == f"{START}{FIXES[lines]}\n"


def test_a_fix_keeps_what_is_not_ascii():
    source = START + "é = '日本'; h = x.exp()\n" + "h += 1  # 日本\nh.sum().backward()\n"
    assert mended(source) == source.replace("h += 1  # 日本", "h = h + 1  # 日本")


def test_a_statement_that_shares_its_line_is_left_alone():
    source = START + "h = x.exp(); h += 1\nh.sum().backward()\n"
    assert mended(source) is None


def test_a_block_that_computes_more_than_was_missed_is_left_alone():
    source = START + "with torch.no_grad():\n    y = x * x\n    goal = x.exp()\n(y - goal).sum().backward()\n"
    assert mended(source) is None


def test_a_write_to_what_is_computed_from_it_goes_into_a_copy():
    source = (
        "import torch\na = torch.tensor(0.5, requires_grad=True)\nh = torch.ones(3)\n"
        "for t in range(1, 3):\n    h[t] = a * h[t - 1]\nh.sum().backward()\n"
    )
    expected = "    written = a * h[t - 1]\n    h = h.clone()\n    h[t] = written\n"
    assert mended(source) == source.replace("    h[t] = a * h[t - 1]\n", expected)


def test_edits_that_leave_no_program_are_dropped():
    edits = Edits("x = 1\n")
    assert edits.done() is None
    assert edits.put(0, 1, ")").done() is None
