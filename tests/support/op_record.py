"""Evaluate a row of the op table on our engine and compare it with PyTorch's record."""

import numpy as np

from autograd_engine import torch
from op_table import Row, evaluate

# float32 sums run in another order than PyTorch's, so their last digits differ.
TOLERANCE = {
    "float16": dict(rtol=2e-3, atol=1e-3),
    "float32": dict(rtol=2e-5, atol=1e-6),
    "float64": dict(rtol=1e-9, atol=1e-12),
}
# Errors of the interpreter itself, which words them anew from one version to the next.
PYTHONS_OWN = {"ZeroDivisionError"}


def check(row: Row, dtype: str, expected: dict) -> None:
    """Fail unless the row's outputs, graph, gradients and errors are PyTorch's."""
    torch.manual_seed(0)
    found = evaluate(row, dtype, torch, torch.nn.functional)
    assert found.keys() == expected.keys(), (found, expected)
    for key in expected:
        _compare(found[key], expected[key], key)


def _compare(found, expected, where):
    """Demand equal structure and names, and values within the dtype's tolerance."""
    if isinstance(expected, dict):
        assert (found["shape"], found["dtype"]) == (expected["shape"], expected["dtype"]), where
        if found["dtype"] in TOLERANCE:
            numbers = [np.array([float(v) for v in side["values"]]) for side in (found, expected)]
            np.testing.assert_allclose(*numbers, err_msg=where, **TOLERANCE[found["dtype"]])
        else:
            assert found["values"] == expected["values"], where
    elif isinstance(expected, list) and expected and isinstance(expected[0], dict | type(None)):
        assert len(found) == len(expected), where
        for i, (one, other) in enumerate(zip(found, expected, strict=True)):
            if other is None:
                assert one is None, f"{where}[{i}]"
            else:
                _compare(one, other, f"{where}[{i}]")
    elif where == "error" and expected[0] in PYTHONS_OWN:
        assert found[0] == expected[0]
    else:
        assert found == expected, where
