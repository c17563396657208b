"""`torch.autograd.Variable`, the old name of Tensor."""

import operator
from typing import Any

from ...base.foreign import type_name
from ...base.warn import warn
from ...graph.tensor import Tensor
from ...op.namespaces import HOMES
from ...passes.engine import queue_callback


class _VariableMeta(type):
    def __instancecheck__(cls, other: Any) -> bool:
        return isinstance(other, Tensor)


class _Engine:
    """The backward engine, as programs that queue callbacks know it."""

    queue_callback = staticmethod(queue_callback)


class Variable(metaclass=_VariableMeta):
    """Calling it returns a tensor on the same memory, which may require grad; every tensor is an instance."""

    _execution_engine = _Engine()

    def __new__(cls, data: Tensor | None = None, requires_grad: int = False, volatile: int = False) -> Tensor:
        """Return `data` without its history; the flags are numbers, of which zero means no."""
        wanted = operator.index(requires_grad) != 0
        if data is None:
            data = HOMES["torch"]["empty"](0)
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type_name(data)}")
        if volatile:
            warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.")
        if wanted and not data.is_floating_point():
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        return data.detach().requires_grad_(wanted)
