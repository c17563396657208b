"""Running the users' hooks in a backward pass: each sees tensors, may replace them, and is checked as PyTorch checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base.errors import checked_result
from ..base.foreign import type_name
from .node import Extra, Node
from .observer import seam
from .tensor import Tensor, wrap


def run_tensor_hooks(node: Node, extra: Extra, grad: Any, recorded: bool) -> Any:
    """Call the hooks of the tensors `node` computed, then fill `.grad` of those that retain it; return the gradient."""
    for nr, hooks in list(extra.tensor_hooks.items()):
        for hook in list(hooks.values()):
            before = _get(node, grad, nr)
            given = _shown(before, recorded)
            returned = hook(given)
            after = _plain(given if returned is None else checked_result(hook, given, returned), recorded)
            if seam.count:
                seam.observer().hook("tensor", (node, nr), hook, before, after)
            grad = _set(node, grad, nr, after)
    for nr, reference in extra.retains.items():
        tensor, arrived = reference(), _get(node, grad, nr)
        if tensor is not None and arrived is not None:
            _retain(tensor, arrived, recorded)
    return grad


def _retain(tensor: Tensor, arrived: Any, recorded: bool) -> None:
    """Put what arrived into the `.grad` of a non-leaf: the first as a copy, later ones added."""
    held = tensor._grad
    new = arrived if recorded else wrap(arrived)
    tensor._grad = new.clone() if held is None else held + new
    if seam.count:
        seam.observer().accumulated(tensor, None if held is None else held._data, new._data, tensor._grad._data)


def run_pre_hooks(node: Node, extra: Extra, grad: Any, width: int, recorded: bool) -> Any:
    """Call the hooks that see all gradients before `node` runs; return what they make of them."""
    for hook in list(extra.pre.values()):
        given = tuple(_shown(_get(node, grad, nr), recorded) for nr in range(width))
        returned = hook(given)
        after = given if returned is None else checked_tuple(hook, given, returned)
        if seam.count:
            seam.observer().hook("pre", node, hook, given, after)
        for nr, value in enumerate(after):
            grad = _set(node, grad, nr, _plain(value, recorded))
    return grad


def run_post_hooks(node: Node, extra: Extra, outs: tuple, grad: Any, width: int, recorded: bool) -> tuple:
    """Call the hooks that see what `node` made of its gradients; return what they make of that."""
    outputs = tuple(_shown(_get(node, grad, nr), recorded) for nr in range(width))
    for hook in list(extra.post.values()):
        given = tuple(_shown(out, recorded) for out in outs)
        returned = hook(given, outputs)
        after = given if returned is None else checked_tuple(hook, given, returned)
        if seam.count:
            seam.observer().hook("post", node, hook, given, after)
        outs = tuple(_plain(value, recorded) for value in after)
    return outs


def _get(node: Node, grad: Any, nr: int) -> Any:
    if not node._multi:
        return grad
    return None if grad is None else grad.get(nr)


def _set(node: Node, grad: Any, nr: int, value: Any) -> Any:
    if not node._multi:
        return value
    return {**(grad or {}), nr: value} if value is not None else grad


def _shown(grad: Any, recorded: bool) -> Tensor | None:
    """Return a gradient as the tensor a hook is given; it shares the gradient's memory."""
    return grad if grad is None or recorded else wrap(grad)


def _plain(tensor: Tensor | None, recorded: bool) -> Any:
    return tensor if tensor is None or recorded else tensor._data


def checked_tuple(hook: Callable, values: tuple, returned: Any) -> tuple:
    """Return the tuple a hook returned in the place of `values`, or raise PyTorch's error if it does not fit."""
    if not isinstance(returned, tuple):
        raise TypeError(f"expected tuple, but hook returned '{type_name(returned)}'")
    if len(returned) != len(values):
        name = getattr(hook, "__name__", type(hook).__name__)
        raise RuntimeError(
            f"hook '{name}' has returned an incorrect number of values (got {len(returned)}, but expected {len(values)})"
        )
    return tuple(
        after if after is None or after is before else checked_result(hook, before, after)
        for before, after in zip(values, returned, strict=True)
    )
