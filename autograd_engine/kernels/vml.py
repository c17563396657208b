"""Elementary functions as PyTorch computes them where a whole tensor is one call: by the vector library of MKL.

ATen/cpu/vml.h has the list; it asks for the most exact versions. Where MKL is not installed the results are rounded from
float64 ones, which gives the same on nearly all inputs.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from . import elementary, libm, mkl
from .special_functions import each
from .special_functions import erfinv as erfinv_of

_MOST_EXACT, _KEEP_SUBNORMALS, _NO_ERRORS = 0x2, 0x140000, 0x100
_MODE = _MOST_EXACT | _KEEP_SUBNORMALS | _NO_ERRORS
_NUMBERS = {np.dtype(np.float32): ctypes.c_float, np.dtype(np.float64): ctypes.c_double}


def _function(name: str, otherwise: Callable) -> Callable:
    """Return the library's function on arrays and numpy's numbers, `otherwise` where there is no library."""
    if not mkl.available():
        return otherwise
    functions = {of: mkl.function(f"vm{letter}{name}", "v", "ippl") for of, (letter, _) in mkl.LETTERS.items()}

    def compute(x: Any) -> Any:
        dtype = x.dtype
        if dtype not in functions:  # float16
            return compute(x.astype(np.float32)).astype(dtype)
        if isinstance(x, np.generic):
            number = _NUMBERS[dtype](x)
            functions[dtype](1, ctypes.addressof(number), ctypes.addressof(number), _MODE)
            return dtype.type(number.value)
        found = x.copy("K")
        functions[dtype](x.size, mkl.address(found), mkl.address(found), _MODE)
        return found

    return compute


exp = _function("Exp", elementary.exp)
log = _function("Ln", elementary.log)
log2 = _function("Log2", elementary.log2)
log10 = _function("Log10", elementary.log10)
sin = _function("Sin", elementary.sin)
cos = _function("Cos", elementary.cos)
tan = _function("Tan", elementary.tan)
arcsin = _function("Asin", elementary.arcsin)
arccos = _function("Acos", elementary.arccos)
arctan = _function("Atan", elementary.arctan)
tanh = _function("Tanh", elementary.tanh)
sqrt = _function("Sqrt", np.sqrt)
erf = _function("Erf", libm.rounded_erf)
erfc = _function("Erfc", partial(each, math.erfc))
erfinv = _function("ErfInv", partial(each, erfinv_of))

# Load the kernels for this processor now: later, in the sandbox, no file may be opened.
exp(np.ones(1, np.float32))
