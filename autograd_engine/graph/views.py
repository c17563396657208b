"""Views: tensors that share another tensor's memory, and what a write through one does to the others' history."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ReferenceType, ref

from .grad_mode import inference_enabled
from .node import Node, name_of

if TYPE_CHECKING:
    from .tensor import Tensor

# How a view came to be. It decides whether it may be written to: PyTorch's CreationMeta.
DEFAULT, IN_FUNCTION, MULTI_OUTPUT, NO_GRAD, INFERENCE = "default", "function", "multi", "no_grad", "inference"

# `_req` of a view that was not asked to require grad. Its base may come to require it, by a write, and the view with
# it: truthy, so that operations look into it.
MAYBE = 2


class View:
    """What a view knows of its origin: the tensor that owns the memory, how it was made, and up to which version of
    that memory its grad_fn is valid."""

    __slots__ = ("base", "creation", "version")

    def __init__(self, base: Tensor, creation: str, version: int) -> None:
        self.base = base
        self.creation = creation
        self.version = version


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
    mode = "inference" if view.creation is INFERENCE else "no_grad"
    if tensor._node is None:
        what = f"A view was created in {mode} mode and"
    else:
        what = f"Output {tensor._nr} of {short_name(tensor._node)} is a view"
        what += f" of a view which was created in {mode} mode and" if view.creation in (NO_GRAD, INFERENCE) else " and"
    how = "its base or another view of its base has been modified inplace" if indirect else "is being modified inplace"
    where = " with grad mode enabled" if tensor._node is None and view.creation in (MULTI_OUTPUT, IN_FUNCTION) else ""
    raise RuntimeError(f"{what} {how}{where}{_ADVICE[view.creation]}")


def short_name(node: Node) -> str:
    """Return the node's name as PyTorch's messages give it: without "Backward0", "Sum1" for "SumBackward1"."""
    stem, backward, number = name_of(node).rpartition("Backward")
    return stem + number.removeprefix("0") if number.isdigit() or backward and not number else stem + backward + number


def view_of(out: Tensor, source: Tensor, creation: str) -> Tensor:
    """Mark `out` as a view of `source`'s memory: they share one version counter from now on.

    What shows an inference tensor is another inference tensor, no view.
    """
    if source._inference:
        out._inference, out._cell, out._req = True, UNCOUNTED, False
        return out
    cell = out._cell = shared_version(source)
    out._req = MAYBE
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


class Uncounted:
    """The version counter of inference tensors, which have none: a node that wants to save one asks for its version."""

    def __getitem__(self, index: int) -> int:
        raise RuntimeError(
            "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
            "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in "
            "autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`."
        )


UNCOUNTED = Uncounted()


class DetachedVersion(int):
    """The version of memory since `tensor` was detached in place: unlike any that was noted before, even if it is as high.

    Whoever saved something on this memory thus looks closer, and finds out whether it was the detached tensor.
    """

    tensor: ReferenceType

    @classmethod
    def of(cls, tensor: Tensor) -> DetachedVersion:
        """Return the version that `tensor` has from its detachment on."""
        version = cls(tensor._cell[0])
        version.tensor = ref(tensor)
        return version

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = int.__hash__

    def __add__(self, other: int) -> DetachedVersion:
        version = DetachedVersion(int(self) + other)
        version.tensor = self.tensor
        return version


def shared_version(tensor: Tensor) -> list:
    """Return the tensor's own version counter, a list of one int that its views share."""
    if tensor._cell is UNWRITTEN:
        tensor._cell = [0]
    return tensor._cell


def version_of(tensor: Tensor) -> int:
    """Return how often the tensor's memory was written to, 0 for an inference tensor."""
    return 0 if tensor._inference else int(tensor._cell[0])


def written(tensor: Tensor) -> None:
    """Count one more write to the tensor's memory."""
    if not tensor._inference:
        shared_version(tensor)[0] += 1
    else:  # noticed too late in PyTorch, too: the memory has been written to
        refuse_inference(tensor)


def refuse_inference(tensor: Tensor) -> None:
    """Raise PyTorch's error about changing an inference tensor outside of inference mode."""
    if tensor._inference and not inference_enabled():
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
            "tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details."
        )
