"""Inference tensors: those made inside `inference_mode`, which have no version counter and can never be saved."""

from collections.abc import Iterable
from typing import Any

from .observer import Observer, seam
from .unusual import unusual
from .views import INFERENCE, NO_GRAD, UNCOUNTED


class Marking:
    """Stands before this context's observer and marks the tensors it is told of as inference tensors."""

    def __init__(self) -> None:
        self._next = unmarked()

    def __getattr__(self, callback: str) -> Any:
        return getattr(self._next, callback)

    def created(self, name: str, tensor: Any) -> None:
        """Mark what a creation function made; a Parameter is marked if its data is."""
        if name != "Parameter":
            mark(tensor)
        self._next.created(name, tensor)

    def op(self, op: Any, inputs: tuple, outputs: tuple) -> None:
        """Mark results, but of the views of tensors that were made outside only where they come from.

        What is detached from such a tensor goes on counting the same writes.
        """
        for tensor in outputs:
            if tensor is None:
                continue
            if tensor._view is None:
                if not any(type(tensor._cell) is list and getattr(t, "_cell", None) is tensor._cell for t in inputs):
                    mark(tensor)
            elif tensor._view.creation is NO_GRAD:
                tensor._view.creation = INFERENCE
        self._next.op(op, inputs, outputs)


def mark(tensor: Any) -> None:
    """Make a new tensor one of inference mode."""
    tensor._inference = True
    tensor._cell = UNCOUNTED
    unusual.used |= tensor._req


def unmarked() -> Observer:
    """Return who observes this context, without the marking."""
    told = seam.told()
    return told._next if isinstance(told, Marking) else told


def only_inference(operands: Iterable) -> bool:
    """Whether all operands are inference tensors: autograd does not see them, though they may require grad.

    Numbers that are operands become ordinary tensors in PyTorch.
    """
    return all(getattr(operand, "_inference", False) for operand in operands if operand is not None)
