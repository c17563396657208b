"""Inference mode, and its tensors: they have no version counter and can never be saved."""

from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any

from .grad_mode import Mode, inference_enabled, inferring, recording
from .observer import Observer, observe
from .unusual import unusual
from .views import INFERENCE, NO_GRAD, UNCOUNTED


class inference_mode(Mode):
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
        self._before = recording.get(), inferring.get()
        recording.set(not self.mode)
        inferring.set(self.mode)
        self._marking = observe(_marker) if self.mode else nullcontext()
        self._marking.__enter__()

    def __exit__(self, *exception: object) -> None:
        recording.set(self._before[0])
        inferring.set(self._before[1])
        self._marking.__exit__(*exception)

    def clone(self) -> "inference_mode":
        """Return a fresh block of the same kind."""
        return inference_mode(self.mode)


class _Marker(Observer):
    """Marks the tensors it is told of as inference tensors, before other observers are told of them."""

    def created(self, name: str, tensor: Any) -> None:
        """Mark what a creation function made; a Parameter is marked if its data is."""
        if inference_enabled() and name != "Parameter":
            mark(tensor)

    def op(self, op: Any, inputs: tuple, outputs: tuple) -> None:
        """Mark results, but of the views of tensors that were made outside only where they come from.

        What is detached from such a tensor goes on counting the same writes.
        """
        for tensor in outputs if inference_enabled() else ():
            if tensor is None:
                continue
            if tensor._view is None:
                if not any(type(tensor._cell) is list and getattr(t, "_cell", None) is tensor._cell for t in inputs):
                    mark(tensor)
            elif tensor._view.creation is NO_GRAD:
                tensor._view.creation = INFERENCE


_marker = _Marker()


def mark(tensor: Any) -> None:
    """Make a new tensor one of inference mode."""
    tensor._inference = True
    tensor._cell = UNCOUNTED
    unusual.used |= tensor._req


def only_inference(operands: Iterable) -> bool:
    """Whether all operands are inference tensors: autograd does not see them, though they may require grad.

    Numbers that are operands become ordinary tensors in PyTorch.
    """
    return all(getattr(operand, "_inference", False) for operand in operands if operand is not None)
