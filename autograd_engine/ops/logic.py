"""Logic on truth values and on the bits of integers."""

from __future__ import annotations

import numpy as np

from ..graph.tensor import Tensor
from ..op.op import Operand, implemented, pointwise


@pointwise(shown="self & other")
def logical_and(self, other: Tensor):
    """Whether both elements are not zero."""
    return np.logical_and(self, other)


@pointwise(shown="self | other")
def logical_or(self, other: Tensor):
    """Whether at least one element is not zero."""
    return np.logical_or(self, other)


@pointwise()
def logical_xor(self, other: Tensor):
    """Whether exactly one element is not zero."""
    return np.logical_xor(self, other)


@pointwise()
def logical_not(self):
    """Whether elements are zero."""
    return np.logical_not(self)


@pointwise(check=implemented("bitwise_and_cpu", "biu"))
def bitwise_and(self: Operand, other: Operand):
    """And, bit by bit."""
    return self & other


@pointwise(check=implemented("bitwise_or_cpu", "biu"))
def bitwise_or(self: Operand, other: Operand):
    """Or, bit by bit."""
    return self | other


@pointwise(check=implemented("bitwise_xor_cpu", "biu"))
def bitwise_xor(self: Operand, other: Operand):
    """Exclusive or, bit by bit."""
    return self ^ other


@pointwise(check=implemented("bitwise_not_cpu", "biu"))
def bitwise_not(self):
    """Invert every bit."""
    return ~self


@pointwise(check=implemented("lshift_cpu", "iu"))
def bitwise_left_shift(self: Operand, other: Operand):
    """Shift the bits to the left: self * 2 ** other."""
    return self << other


@pointwise(check=implemented("rshift_cpu", "iu"))
def bitwise_right_shift(self: Operand, other: Operand):
    """Shift the bits to the right: self // 2 ** other."""
    return self >> other
