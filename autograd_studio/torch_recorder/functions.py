"""Custom Functions: their calls, seen by way of `torch.autograd.Function.apply`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from autograd_engine.trace.schema import Saved
from autograd_engine.trace.scopes import Stretch

from .calls import Calls, arguments, tensors_in
from .packing import packs
from .recorder import TorchRecorder, grad_fn, same_memory, version
from .values import looking


@contextmanager
def watched(recorder: TorchRecorder, calls: Calls) -> Iterator[None]:
    """Record the custom Functions that are applied inside the block, after what their forward does."""
    base = torch.autograd.Function
    plain = vars(base)["apply"]

    def apply(cls: type, *args: Any, **kwargs: Any) -> Any:
        if not calls.is_inside:
            recorder.follow()
        if calls.is_inside or not recorder.selection.is_on:
            return plain.__func__(cls, *args, **kwargs)
        return _Call(recorder, cls, args, kwargs).run(lambda: plain.__func__(cls, *args, **kwargs))

    base.apply = classmethod(apply)
    try:
        yield
    finally:
        base.apply = plain


class _Call:
    def __init__(self, recorder: TorchRecorder, kind: Any, args: tuple, kwargs: dict) -> None:
        self._recorder = recorder
        self._kind = kind
        with looking():
            self._operands = list(tensors_in([args, kwargs]))
            self._inputs = arguments(recorder, self._parameters(len(args)), args, kwargs)
            self._before = [(t, version(t), recorder.contents.of(t)) for t in self._operands]

    def run(self, apply: Any) -> Any:
        """Apply the Function and record it as one operation."""
        recorder, name = self._recorder, self._kind.__name__
        frame = recorder.frame()
        inside = Stretch(recorder.scopes.at(frame), "function", name, phase="forward")
        recorder.scopes.open(inside, frame)
        try:
            result = apply()
        finally:
            recorder.scopes.close()
        with looking():
            made = list(tensors_in(result))
            node = next((node for t in made if (node := grad_fn(t)) is not None), None)
            if made and node is not None:
                written = [(t, value) for t, count, value in self._before if version(t) != count]
                recorder.operation(name, self._inputs, made, written, node, how="function")
                recorder.belongs(inside, node)
                self._saved(node, made)
        return result

    def _parameters(self, count: int) -> list[str]:
        names = list(inspect.signature(self._kind.forward).parameters)
        if self._kind.setup_context is torch.autograd.Function.setup_context:
            names = names[1:]  # ctx
        return names + [f"argument {i}" for i in range(len(names), count)]

    def _saved(self, node: Any, made: list[torch.Tensor]) -> None:
        """Note what the Function saved, and the author's attributes of its `ctx`."""
        recorder, fn = self._recorder, self._recorder.trace.fns[self._recorder.node(node)]
        is_read_once = getattr(self._kind, "clear_saved_tensors_on_access", False)
        if is_read_once or packs() or not hasattr(node, "saved_tensors"):  # which asking would unpack
            return
        for kept in node.saved_tensors:
            if kept is not None:
                held = next((t for t in made if same_memory(t, kept)), kept)  # an output comes back as another object
                fn.saved.append(Saved("saved_tensors", recorder.tensor(held), version(held)))
        for name, value in vars(node).items():
            if not isinstance(value, torch.Tensor):
                fn.saved.append(Saved(f"ctx.{name}", None, text=repr(value)[:200]))
