"""`torch.types`: what annotations of programs name."""

from collections.abc import Sequence

from ..base.device import device as _device
from ..base.dtypes import dtype
from ..base.size import Size
from ..graph.tensor import Tensor

__all__ = ["Device", "Number", "Size", "Tensor"]

_bool, _bytes, _complex, _float, _int, _str = bool, bytes, complex, float, int, str
_dtype = dtype
_size = Size | list[int] | tuple[int, ...]
_TensorOrTensors = Tensor | Sequence[Tensor]
_Number = (int, float, bool)
Number = int | float | bool
Device = _device | str | int | None
