"""What the functions of complex numbers mean for real ones: there are no others here."""

from __future__ import annotations

import math

import numpy as np

from ..base import errors
from ..op.namespaces import alias, function, publish
from ..op.op import in_place, pointwise, pointwise_float
from .create import zeros_as


@function()
def real(input):
    """Return the tensor itself."""
    return input


@function()
def imag(input):
    """Raise PyTorch's error: real numbers have no imaginary part."""
    raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")


@pointwise_float(self=lambda grad, self: zeros_as(grad))
def angle(self):
    """0 for positive numbers, pi for negative ones, NaN for NaN."""
    return np.where(self != self, self, np.where(self < 0, self.dtype.type(math.pi), 0)).astype(self.dtype, copy=False)


@function("torch")
def complex(real, imag, *, out=None):
    """Refuse: there are no complex tensors here."""
    raise NotImplementedError(errors.NO_COMPLEX)


@pointwise("ConjPhysicalBackward1", self=lambda grad: grad)
def _conj_physical_(self):
    return self


publish("conj_physical_", in_place(_conj_physical_), ("Tensor",))

alias(conj="real", resolve_conj="real", resolve_neg="real", conj_physical="real", polar="complex")
