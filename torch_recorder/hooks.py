"""Hooks of tensors: the program's own, each with a step that tells what it was given and what it made of it."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any

import torch

from .contents import quiet
from .recorder import Recorder


def of_tensor(recorder: Recorder, tensor: torch.Tensor, hook: Callable) -> Callable:
    """Return a hook that does what `hook` does and records it. It keeps no tensor alive."""
    owner = weakref.ref(tensor)

    @functools.wraps(hook)
    def recorded(grad: torch.Tensor) -> Any:
        if not recorder.running:
            return hook(grad)
        before = recorder.contents.of(grad)
        result = hook(grad)
        changed = grad if result is None else result
        if isinstance(changed, torch.Tensor) and owner() is not None:
            _step(recorder, "tensor", owner(), hook, before, recorder.contents.of(changed))
        return result

    return recorded


def after_accumulation(recorder: Recorder, hook: Callable) -> Callable:
    """Return such a hook for `register_post_accumulate_grad_hook`."""

    @functools.wraps(hook)
    def recorded(leaf: torch.Tensor) -> Any:
        if not recorder.running:
            return hook(leaf)
        recorder.running[-1].accumulated(leaf)
        before = _grad(recorder, leaf)
        result = hook(leaf)
        _step(recorder, "post_accumulate_grad", leaf, hook, before, _grad(recorder, leaf))
        return result

    return recorded


def _grad(recorder: Recorder, leaf: torch.Tensor) -> int | None:
    with quiet():
        return recorder.contents.of(leaf.grad)


def _step(
    recorder: Recorder, kind: str, tensor: torch.Tensor, hook: Callable, before: int | None, after: int | None
) -> None:
    fn, output = recorder.made_by(tensor) if kind == "tensor" else (None, 0)
    text = getattr(hook, "__name__", type(hook).__name__)
    recorder.step(
        "hook", how=kind, text=text, tensor=recorder.tensor(tensor), fn=fn, output=output,
        incoming=[before], outgoing=[after],
    )  # fmt: skip
