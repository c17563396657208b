"""Linear and bilinear layers as functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors
from ..graph.tensor import Tensor
from ..op.namespaces import function
from ..op.op import op
from ..op.operands import in_float32
from .matmul import addmm, matmul
from .shape import reshape
from .transpose import t


@function("nn.functional", out=True)
def linear(input, weight, bias=None):
    """Multiply by the transposed weight and add the bias: out = input @ weight.T + bias."""
    if input.ndim == 0 or weight.ndim == 0:
        raise RuntimeError(
            f"both arguments to linear need to be at least 1D, but they are {input.ndim}D and {weight.ndim}D"
        )
    if bias is None:
        return matmul(input, t(weight))
    if input.ndim == 2:
        return addmm(bias, input, t(weight))
    row = bias.ndim == 1 or sum(n != 1 for n in bias.shape) == 1
    if row and bias.is_contiguous() and input.is_contiguous():
        rows = reshape(input, (-1, input.shape[-1]))
        out = addmm(bias, rows, t(weight))
        return reshape(out, (*input.shape[:-1], out.shape[-1]))
    return matmul(input, t(weight)).add_(bias)


# A tensor product and sums in one: each of three tensors gets new dimensions `expand`, they are multiplied,
# and the dimensions `sumdim` are summed. Its gradients are products of the same kind, with parts exchanged.


@op(
    i1=lambda grad, i2, i3, expand1, expand2, expand3, sumdim: _trilinear(
        grad, i2, i3, sumdim, expand2, expand3, expand1
    ),
    i2=lambda grad, i1, i3, expand1, expand2, expand3, sumdim: _trilinear(
        i1, grad, i3, expand1, sumdim, expand3, expand2
    ),
    i3=lambda grad, i1, i2, expand1, expand2, expand3, sumdim: _trilinear(
        i1, i2, grad, expand1, expand2, sumdim, expand3
    ),
)
@in_float32
def _trilinear(i1, i2, i3, expand1, expand2, expand3, sumdim):
    letters = "abcdefgh"[: i1.ndim + len(expand1)]
    given = [
        "".join(letter for dim, letter in enumerate(letters) if dim not in expand)
        for expand in (expand1, expand2, expand3)
    ]
    kept = "".join(letter for dim, letter in enumerate(letters) if dim not in sumdim)
    return np.einsum(f"{','.join(given)}->{kept}", i1, i2, i3, optimize=True)


@function("torch", "nn.functional")
def bilinear(input1, input2, weight, bias=None):
    """A bilinear form of two inputs for each output feature, plus bias."""
    _check_bilinear(input1, input2, weight, bias)
    rows1, rows2 = (reshape(input, (-1, input.shape[-1])) for input in (input1, input2))
    out = _trilinear(rows1, weight, rows2, (1, 3), (0,), (1, 2), (2, 3))
    out = reshape(out, (*input1.shape[:-1], weight.shape[0]))
    return out if bias is None else out + bias


def _check_bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Any) -> None:
    given = {"input1": input1, "input2": input2, "weight": weight} | ({} if bias is None else {"bias": bias})
    if len({tensor.dtype for tensor in given.values()}) > 1:
        found = ", ".join(f"{name}: {errors.cpp_name(tensor._data.dtype)}" for name, tensor in given.items())
        raise RuntimeError(f"All tensors must have the same dtype, got {found}")
    if input1.ndim != input2.ndim:
        raise RuntimeError(f"bilinear(): input dimensions do not match: got {input1.ndim} and {input2.ndim}")
    for dim, (n, m) in enumerate(zip(input1.shape[:-1], input2.shape[:-1], strict=True)):
        if n != m:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {dim}: got {n} and {m}")
    for i, input in ((1, input1), (2, input2)):
        if weight.ndim <= i:
            raise errors.dim_out_of_range(i, weight.ndim)
        if input.shape[-1] != weight.shape[i]:
            raise RuntimeError(
                f"bilinear(): input{i} size does not match weight size: got {input.shape[-1]} but expected "
                f"{weight.shape[i]}"
            )
    if bias is not None and bias.shape[0] != weight.shape[0]:
        raise RuntimeError(
            f"bilinear(): bias size does not match weight size: got {bias.shape[0]} but expected {weight.shape[0]}"
        )
