"""Inference mode, and its tensors: they have no version counter and can never be saved."""

from collections.abc import Iterable
from typing import Any

from .grad_mode import _enabled, _inference, _Mode
from .observer import Observer, observe, seam
from .unusual import unusual
from .views import INFERENCE, NO_GRAD, UNCOUNTED


class inference_mode(_Mode):
    """Record nothing inside the block and mark its tensors as never to be recorded; with False, do both as ever."""

    __module__ = "torch.autograd.grad_mode"

    def __new__(cls, mode: Any = True) -> Any:
        """Return a block, or, as a decorator without parentheses, the decorated function."""
        block = super().__new__(cls)
        if isinstance(mode, bool):
            return block
        block.__init__()
        return block(mode)

    def __init__(self, mode: bool = True) -> None:
        self.mode = mode

    def __enter__(self) -> None:
        self._before = _enabled.get(), _inference.get()
        _enabled.set(not self.mode)
        _inference.set(self.mode)
        self._telling = observe(Marking() if self.mode else unmarked())
        self._telling.__enter__()

    def __exit__(self, *exception: object) -> None:
        _enabled.set(self._before[0])
        _inference.set(self._before[1])
        self._telling.__exit__(*exception)

    def clone(self) -> "inference_mode":
        """Return a fresh block of the same kind."""
        return inference_mode(self.mode)


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
