"""Rounding; the gradients are 0, except that of the fractional part."""

from __future__ import annotations

from operator import index

import numpy as np

from ..base import errors
from ..op.namespaces import alias, function
from ..op.op import implemented, in_place, pointwise
from ..op.operands import in_float32
from .create import zeros_as


@pointwise(check=implemented("floor_vml_cpu", "fiu"), self=lambda grad: zeros_as(grad))
def floor(self):
    """Round down."""
    return np.floor(self)


@pointwise(check=implemented("ceil_vml_cpu", "fiu"), self=lambda grad: zeros_as(grad))
def ceil(self):
    """Round up."""
    return np.ceil(self)


@pointwise(check=implemented("trunc_vml_cpu", "fiu"), self=lambda grad: zeros_as(grad))
def trunc(self):
    """Round towards zero."""
    return np.trunc(self)


@pointwise(check=implemented("frac_cpu", "f"), self=lambda grad: grad)
def frac(self):
    """The fractional part, with the sign of the number."""
    return self - np.trunc(self)


@pointwise("RoundBackward0", check=implemented("round_vml_cpu", "fiu"), self=lambda grad: zeros_as(grad))
def _round(self):
    return np.rint(self) if self.dtype.kind == "f" else self.copy()


@pointwise("RoundBackward1", self=lambda grad: zeros_as(grad))
@in_float32
def _round_decimals(self, *, decimals: int):
    errors.require_floating("round_cpu" if decimals else "round_vml_cpu", self)
    scale = self.dtype.type(10 ** abs(index(decimals)))
    return np.rint(self * scale) / scale if decimals >= 0 else np.rint(self / scale) * scale


@function(out=True)
def round(input, *, decimals=None):
    """Round to the nearest integer, halves to the even one; or to `decimals` places."""
    return _round(input) if decimals is None else _round_decimals(input, decimals=decimals)


@function("Tensor")
def round_(input, *, decimals=None):
    """In-place version of `round`."""
    return in_place(_round)(input) if decimals is None else in_place(_round_decimals)(input, decimals=decimals)


alias(fix="trunc", fix_="trunc_")
