"""Views: tensors that share another tensor's memory, and what a write through one does to the others' history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .graph import Node, next_sequence_nr
from .observer import seam

if TYPE_CHECKING:
    from .tensor import Tensor

# How a view came to be. It decides whether it may be written to: PyTorch's CreationMeta.
DEFAULT, IN_FUNCTION, MULTI_OUTPUT, NO_GRAD, INFERENCE = "default", "function", "multi", "no_grad", "inference"


class View:
    """What a view knows of its origin: the tensor that owns the memory, how it was made, and up to which version of
    that memory its grad_fn is valid."""

    __slots__ = ("base", "creation", "version")

    def __init__(self, base: Tensor, creation: str, version: int) -> None:
        self.base = base
        self.creation = creation
        self.version = version


def refresh(tensor: Tensor) -> None:
    """Give a view the grad_fn that fits its memory: after a write elsewhere, an AsStridedBackward0 on its base."""
    view = tensor._view
    base = view.base
    if tensor._node is None and not base.requires_grad:
        return
    version = tensor._cell[0]
    if view.version == version:
        return
    if view.creation is not DEFAULT:
        refuse_write(tensor, indirect=True)
    tensor._node = AsStridedBackward0.of(tensor, base)
    tensor._nr = 0
    view.version = version
    if seam.count:
        seam.told().regrown(tensor)


class AsStridedBackward0(Node):
    """The backward of a view that was written to: its place in the base's memory."""

    __slots__ = ()
    _readers = {
        "_saved_size": lambda node: node._args[0],
        "_saved_stride": lambda node: node._args[1],
        "_saved_storage_offset": lambda node: node._args[2],
    }

    @classmethod
    def of(cls, tensor: Tensor, base: Tensor) -> AsStridedBackward0:
        """Make the node that ties `tensor` to the present grad_fn of `base`."""
        from .accumulate import gradient_edge

        node = object.__new__(cls)
        node._seq = next_sequence_nr()
        node._next = (gradient_edge(base),)
        node._nrs = (base._nr,) if base._nr else None
        node._saved = node._fit = node._buffer = node._extra = node._mark = node._note = None
        node._args = (*geometry(tensor._data), base._data.shape, base._data.strides)
        return node

    def _apply(self, grad: np.ndarray, edges: tuple) -> tuple:
        """Return zeros of the base's shape with `grad` at the view's places."""
        if grad is None or edges[0] is None:
            return (None,)
        size, stride, offset, base_shape, base_strides = self._args
        return (scatter_strided(grad, size, stride, offset, base_shape, base_strides),)

    def _apply_recorded(self, grad: Tensor, edges: tuple) -> tuple:
        """Do the same on a tensor, so that it can be differentiated again."""
        from .ops.shape import as_strided_backward

        return (as_strided_backward(grad, *self._args) if edges[0] is not None else None,)


def geometry(array: np.ndarray) -> tuple[tuple, tuple, int]:
    """Return (size, stride, storage offset) of an array in elements, as PyTorch counts them."""
    itemsize = array.itemsize
    owner = storage(array)
    offset = (address(array) - address(owner)) // itemsize
    return tuple(array.shape), tuple(step // itemsize for step in array.strides), offset


def storage(array: np.ndarray) -> np.ndarray:
    """Return the array that owns the memory of `array`."""
    owner: Any = array
    while (owner := getattr(owner, "base", None)) is not None:  # as_strided puts an object of its own in between
        if isinstance(owner, np.ndarray):
            array = owner
    return array


def address(array: np.ndarray) -> int:
    """Return the address of the first element."""
    return array.__array_interface__["data"][0]


def at_strided(array: np.ndarray, size: tuple, stride: tuple, offset: int) -> np.ndarray:
    """Return the view of `array`'s memory with this geometry, in elements."""
    flat = np.lib.stride_tricks.as_strided(storage(array), (storage(array).size,), (array.itemsize,))
    return np.lib.stride_tricks.as_strided(flat[offset:], size, [step * array.itemsize for step in stride])


def scatter_strided(
    grad: np.ndarray, size: tuple, stride: tuple, offset: int, base_shape: tuple, base_strides: tuple
) -> np.ndarray:
    """Return the gradient of `at_strided`: zeros like the base, with `grad` added at the view's places."""
    itemsize = grad.itemsize
    steps = [step // itemsize for step in base_strides]
    extent = 1 + sum((n - 1) * step for n, step in zip(base_shape, steps, strict=True)) if 0 not in base_shape else 0
    places = np.zeros(size, np.intp) + offset
    for axis, step in enumerate(stride):
        shape = [1] * len(size)
        shape[axis] = size[axis]
        places = places + (np.arange(size[axis]) * step).reshape(shape)
    memory = np.zeros(max(extent, int(places.max(initial=-1)) + 1), grad.dtype)
    np.add.at(memory, places, grad)
    return np.lib.stride_tricks.as_strided(memory, base_shape, [step * itemsize for step in steps]).copy()


_ADVICE = {
    NO_GRAD: (
        " with grad mode enabled. Given that this use case is ambiguous and error-prone, it is forbidden. You can "
        "clarify your code by moving both the view and the inplace either both inside the no_grad block (if you "
        "don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
    ),
    INFERENCE: (
        " in normal mode. Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify "
        "your code by moving both the view and the inplace either both inside the inference_mode block (if you "
        "don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
    ),
    MULTI_OUTPUT: (
        ". This view is the output of a function that returns multiple views. Such functions do not allow the output "
        "views to be modified inplace. You should replace the inplace operation by an out-of-place one."
    ),
    IN_FUNCTION: (
        ". This view was created inside a custom Function (or because an input was returned as-is) and the autograd "
        "logic to handle view+inplace would override the custom backward associated with the custom Function, leading "
        "to incorrect gradients. This behavior is forbidden. You can fix this by cloning the output of the custom "
        "Function."
    ),
}


def refuse_write(tensor: Tensor, *, indirect: bool = False) -> None:
    """Raise PyTorch's error about a write to a view, or (`indirect`) to the memory under it, that has no gradient."""
    view = tensor._view
    if tensor._node is not None:
        what = f"Output {tensor._nr} of {short_name(tensor._node)} is a view and"
    else:
        what = f"A view was created in {'inference' if view.creation is INFERENCE else 'no_grad'} mode and"
    how = "its base or another view of its base has been modified inplace" if indirect else "is being modified inplace"
    raise RuntimeError(f"{what} {how}{_ADVICE[view.creation]}")


def short_name(node: Node) -> str:
    """Return the node's name as PyTorch's messages give it: without "Backward0"."""
    return node.name().rstrip("0123456789").removesuffix("Backward")


def view_of(out: Tensor, source: Tensor, creation: str) -> Tensor:
    """Mark `out` as a view of `source`'s memory: they share one version counter from now on."""
    cell = out._cell = shared_version(source)
    origin = source._view
    if origin is None:
        base = source
    else:
        base = origin.base
        creation = origin.creation if creation is DEFAULT else creation
    out._view = View(base, creation, cell[0])
    return out


# The version counter that all tensors have in common which were never written to and have no views.
UNWRITTEN = (0,)


def shared_version(tensor: Tensor) -> list:
    """Return the tensor's own version counter, a list of one int that its views share."""
    if tensor._cell is UNWRITTEN:
        tensor._cell = [0]
    return tensor._cell


def written(tensor: Tensor) -> None:
    """Count one more write to the tensor's memory."""
    shared_version(tensor)[0] += 1
