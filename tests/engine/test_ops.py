"""Every row of the op table against PyTorch's record, and against finite differences."""

import json
import pathlib

import pytest

from autograd_engine import torch
from autograd_engine.op.namespaces import OPS
from op_table import Row, all_rows, evaluate, normal

from ..support import op_record

RECORDS = pathlib.Path(__file__).parents[1] / "records" / "ops"
FAMILIES = all_rows()
CASES = [(family, row, dtype) for family, rows in FAMILIES.items() for row in rows for dtype in row.dtypes]
IDS = [f"{family}: {row.id} {dtype}" for family, row, dtype in CASES]


@pytest.fixture(scope="module")
def records():
    return {family: json.loads((RECORDS / f"{family}.json").read_text())["cases"] for family in FAMILIES}


@pytest.mark.parametrize(("family", "row", "dtype"), CASES, ids=IDS)
@pytest.mark.filterwarnings("ignore")
def test_agrees_with_pytorch(family, row, dtype, records):
    op_record.check(row, dtype, records[family][f"{row.id} {dtype}"])


CHECKED = [(family, row) for family, rows in FAMILIES.items() for row in rows if row.checks and not row.error]


@pytest.mark.thorough
@pytest.mark.parametrize(("family", "row"), CHECKED, ids=[f"{f}: {r.id}" for f, r in CHECKED])
@pytest.mark.filterwarnings("ignore")
def test_gradients_are_the_derivatives(family, row):
    """gradcheck in float64, and gradgradcheck along random directions: second gradients are also compared with PyTorch's.

    PyTorch's own fast mode pairs directions with the wrong outputs where a first gradient is constant.
    """
    arrays = row.arrays("float64")
    inputs = {
        n: torch.tensor(a, requires_grad=a.dtype.kind == "f" and not n.startswith("_")) for n, a in arrays.items()
    }
    free = [n for n, t in inputs.items() if t.requires_grad]
    if not free:
        pytest.skip("nothing to differentiate")

    def run(*values):
        torch.manual_seed(0)
        scope = {"torch": torch, "F": torch.nn.functional, "math": __import__("math"), **inputs}
        result = eval(row.call, scope | dict(zip(free, values, strict=True)))
        outputs = result if isinstance(result, (tuple, list)) else (result,)
        return tuple(t for t in outputs if isinstance(t, torch.Tensor) and t.requires_grad)

    values = [inputs[n] for n in free]
    outputs = run(*values)
    if not outputs:
        pytest.skip("nothing to differentiate")
    assert torch.autograd.gradcheck(run, values)
    if row.graph:
        seeds = [torch.ones_like(output, requires_grad=True) for output in outputs]
        first = torch.autograd.grad(outputs, values, seeds, create_graph=True, allow_unused=True)
        is_fast = all(grad is None or grad.requires_grad for grad in first)
        assert torch.autograd.gradgradcheck(run, values, fast_mode=is_fast)


def test_a_row_without_graph_compares_values_and_first_gradients_only():
    row = Row("sin", "torch.sin(a)", dict(a=normal(2)), graph=False)
    assert set(evaluate(row, "float32", torch, torch.nn.functional)) == {"outputs", "first"}


def test_every_operator_has_a_row():
    proven = {name for rows in FAMILIES.values() for row in rows for name in row.ops.split()}
    missing = sorted(set(OPS) - proven)
    assert not missing, f"add a row to op_table/ for {', '.join(missing)}, and record it: CONTRIBUTING.md says how"


def test_records_are_complete_and_of_this_table(records):
    for family, rows in FAMILIES.items():
        new = {f"{row.id} {dtype}" for row in rows for dtype in row.dtypes} - set(records[family])
        assert not new, f"python -m tools.record.ops {family}, with PyTorch, records these rows: {sorted(new)}"
        assert set(records[family]) == {f"{row.id} {dtype}" for row in rows for dtype in row.dtypes}
