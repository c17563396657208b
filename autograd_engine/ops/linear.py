"""The linear layer as a function."""

from __future__ import annotations

from ..op.namespaces import function
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
