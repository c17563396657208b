"""`torch.types`: what annotations of programs name."""

from collections.abc import Sequence

from ..device import device as _device
from ..dtypes import dtype
from ..size import Size
from ..tensor import Tensor

__all__ = ["Device", "Number", "Size", "Tensor"]

_bool, _bytes, _complex, _float, _int, _str = bool, bytes, complex, float, int, str
_dtype = dtype
_size = Size | list[int] | tuple[int, ...]
_TensorOrTensors = Tensor | Sequence[Tensor]
_Number = (int, float, bool)
Number = int | float | bool
Device = _device | str | int | None
