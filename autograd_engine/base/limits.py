"""The limits of dtypes: `torch.finfo` and `torch.iinfo`."""

from typing import Any

import numpy as np

from . import promotion
from .dtypes import OF_NUMPY, dtype


class finfo:
    """The limits of a floating point dtype, the default one if none is given."""

    __module__ = "torch"

    def __init__(self, type: Any = None) -> None:
        kind = OF_NUMPY[promotion.default_float()] if type is None else type
        if not isinstance(kind, dtype) or not kind.is_floating_point:
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'"
            )
        info = np.finfo(kind.numpy)
        self.bits = info.bits
        self.dtype = kind.name
        self.resolution = 10.0**-info.precision
        self.min, self.max, self.eps = float(info.min), float(info.max), float(info.eps)
        self.tiny = self.smallest_normal = float(info.smallest_normal)

    def __repr__(self) -> str:
        numbers = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        return f"finfo({', '.join(f'{name}={getattr(self, name):g}' for name in numbers)}, dtype={self.dtype})"


class iinfo:
    """The limits of an integer dtype."""

    __module__ = "torch"

    def __init__(self, type: Any) -> None:
        if not isinstance(type, dtype) or type.numpy is None or type.numpy.kind not in "iu":
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        info = np.iinfo(type.numpy)
        self.bits, self.min, self.max = info.bits, int(info.min), int(info.max)
        self.dtype = type.name

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"
