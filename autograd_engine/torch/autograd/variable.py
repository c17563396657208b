"""`torch.autograd.Variable`, the old name of Tensor."""

from typing import Any

from ...backward import queue_callback
from ...foreign import type_name
from ...tensor import Tensor
from ...warn import warn


class _VariableMeta(type):
    def __instancecheck__(cls, other: Any) -> bool:
        return isinstance(other, Tensor)


class _Engine:
    """The backward engine, as programs that queue callbacks know it."""

    queue_callback = staticmethod(queue_callback)


class Variable(metaclass=_VariableMeta):
    """Calling it returns a tensor on the same memory, which may require grad; every tensor is an instance."""

    _execution_engine = _Engine()

    def __new__(cls, data: Tensor, requires_grad: bool = False, volatile: bool = False) -> Tensor:
        """Return `data` without its history."""
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type_name(data)}")
        if volatile:
            warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.")
        return data.detach().requires_grad_(requires_grad)
