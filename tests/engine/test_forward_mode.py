"""Forward-mode AD: for every row of the op table, u^T (J v) of dual tensors is (u^T J) v of a backward pass."""

import contextlib
import math

import pytest

from autograd_engine import torch
from op_table import all_rows

from ..support.payloads import payload
from ..support.pictures import traced

forward_ad = torch.autograd.forward_ad
ROWS = [(family, row) for family, rows in all_rows().items() for row in rows if row.checks and not row.error]


@pytest.mark.thorough
@pytest.mark.parametrize("recorded", [True, False], ids=["recorded", "no_grad"])
@pytest.mark.parametrize(("family", "row"), ROWS, ids=[f"{family}: {row.id}" for family, row in ROWS])
@pytest.mark.filterwarnings("ignore")
def test_tangents_agree_with_a_backward_pass(family, row, recorded):
    inputs = {
        name: torch.tensor(array, requires_grad=array.dtype.kind == "f" and not name.startswith("_"))
        for name, array in row.arrays("float64").items()
    }
    free = {name: tensor for name, tensor in inputs.items() if tensor.requires_grad}
    if not free or row.ops == "_fw_primal":  # which has a level of its own
        pytest.skip("nothing to differentiate")

    def run(given):
        torch.manual_seed(0)
        result = eval(row.call, {"torch": torch, "F": torch.nn.functional, "math": math, **inputs, **given})
        outputs = result if isinstance(result, tuple | list) else (result,)
        return [out for out in outputs if isinstance(out, torch.Tensor) and out.is_floating_point()]

    torch.manual_seed(1)
    directions = {name: torch.randn_like(tensor) for name, tensor in free.items()}
    outputs = run(free)
    wanted = [i for i, out in enumerate(outputs) if out.requires_grad]
    if not wanted:
        pytest.skip("nothing to differentiate")
    seeds = [torch.randn_like(outputs[i]) for i in wanted]
    gradients = torch.autograd.grad([outputs[i] for i in wanted], list(free.values()), seeds, allow_unused=True)
    pairs = zip(gradients, directions.values(), strict=True)
    backward = sum([(g * v).sum() for g, v in pairs if g is not None], torch.zeros(()))

    with forward_ad.dual_level(), contextlib.nullcontext() if recorded else torch.no_grad():
        outputs = run({name: forward_ad.make_dual(tensor, directions[name]) for name, tensor in free.items()})
        tangents = [forward_ad.unpack_dual(outputs[i]).tangent for i in wanted]
    forward = sum([(u * t).sum() for u, t in zip(seeds, tangents, strict=True) if t is not None], torch.zeros(()))
    torch.testing.assert_close(forward, backward, equal_nan=True, check_dtype=False)


DUAL = """
import torch
import torch.autograd.forward_ad as fw
w = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
with fw.dual_level():
    x = fw.make_dual(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 0.0]))
    h = x * x
    y = w @ h
    h.mul_(2)
    y, (a, b) = fw.unpack_dual(y).primal, x.unbind()
"""


def test_the_trace_has_the_tangent_of_each_state():
    trace = traced(DUAL)
    named = [(t.names[0], t.version, t.tangent) for t in trace.tensors if t.names]
    tangents = [(name, version, None if value is None else trace.values[value].data) for name, version, value in named]
    assert tangents == [
        ("w", 0, None), ("x", 0, [1.0, 0.0]), ("h", 0, [2.0, 0.0]), ("y", 0, [2.0, 6.0]), ("h", 1, [4.0, 0.0]),
        ("y", 0, None), ("a", 0, [1.0]), ("b", 0, [0.0]),
    ]  # fmt: skip


def test_a_step_shows_and_says_the_tangents():
    steps = {step["line"]: step for step in payload(traced(DUAL))["steps"]}
    assert "x is dual: it carries the tangent [1, 0]" in steps[6]["say"]
    assert "carries the tangent [2, 6]: the Jacobian of this step times the tangent of h (J·v)." in steps[8]["say"]
    assert [row[:2] for row in steps[8]["card"]["tangents"]] == [["", "tangent of h"], ["→", "tangent of y"]]


def test_an_operation_without_a_derivative_of_its_gradient_is_refused():
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(torch.ones(2, 2), torch.ones(2, 2))
        with pytest.raises(NotImplementedError, match="Autograd Studio does not have forward-mode AD of cdist"):
            torch.cdist(dual, torch.zeros(1, 2))


def test_a_level_that_is_left_leaves_nothing_behind():
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(torch.ones(2), torch.ones(2))
    assert forward_ad.unpack_dual(dual).tangent is None
    with forward_ad.dual_level():
        assert forward_ad.unpack_dual(dual).tangent is None
    assert forward_ad.unpack_dual(dual * 2).tangent is None
