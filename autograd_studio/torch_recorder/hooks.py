"""Hooks of tensors and nodes: the program's own, each with a step that tells what it was given and what it made of it."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Container
from typing import Any

import torch
from torch.utils.hooks import RemovableHandle

from .recorder import TorchRecorder, grad_fn, variable
from .values import quiet


class Own(functools.partial):
    """A hook of the recorder itself, which has no step."""


class Recorded:
    """Hooks in one of PyTorch's dictionaries, all but the recorder's own: each has a step until `remove()` is called."""

    @classmethod
    def each(cls, registered: dict[int, Callable] | None, record: Callable[[Callable], Own]) -> list[Recorded]:
        """Return these hooks, if there are any."""
        if not registered or all(isinstance(hook, Own) for hook in registered.values()):
            return []
        return [cls(registered, record)]

    def __init__(self, registered: dict[int, Callable], record: Callable[[Callable], Own]) -> None:
        self._registered = registered
        self._plain = {key: hook for key, hook in registered.items() if not isinstance(hook, Own)}
        registered.update({key: record(hook) for key, hook in self._plain.items()})

    def remove(self) -> None:
        """Let the hooks be what they were, but for those that the program has removed."""
        self._registered.update({key: hook for key, hook in self._plain.items() if key in self._registered})


def of_node(recorder: TorchRecorder, node: Any, pre: RemovableHandle, post: RemovableHandle) -> list[Recorded]:
    """Record the hooks of a node, found where two handles of it lead, and those of its leaf if it is an AccumulateGrad.

    Backward hooks of a Module are among them: PyTorch puts nodes before and behind its call and registers hooks there.
    """
    found = [
        *Recorded.each(pre.hooks_dict_ref(), lambda hook: _own(hook, _before_node, recorder, node)),
        *Recorded.each(post.hooks_dict_ref(), lambda hook: _own(hook, _after_node, recorder, node)),
    ]
    leaf = variable(node)
    if leaf is not None:
        with quiet():
            own, accumulated = leaf._backward_hooks, leaf._post_accumulate_grad_hooks
        found += [
            *Recorded.each(own, lambda hook: of_tensor(recorder, leaf, hook)),
            *Recorded.each(accumulated, lambda hook: _own(hook, _after_accumulation, recorder)),
        ]
    return found


def of_results(recorder: TorchRecorder, nodes: Container) -> list[Recorded]:
    """Record the hooks that variables' results of some nodes had before the recording."""
    with quiet():
        found = [tensor for tensor in recorder.hooked if grad_fn(tensor) in nodes]
        return [
            one for t in found for one in Recorded.each(t._backward_hooks, functools.partial(of_tensor, recorder, t))
        ]


def of_tensor(recorder: TorchRecorder, tensor: torch.Tensor, hook: Callable) -> Own:
    """Return a hook that does what `hook` does and records it. It keeps no tensor alive."""
    return _own(hook, _of_tensor, recorder, weakref.ref(tensor), recorder.made_by(tensor))


def _own(hook: Callable, call: Callable, *args: Any) -> Own:
    return functools.update_wrapper(Own(call, *args, hook), hook)


def _before_node(recorder: TorchRecorder, node: Any, hook: Callable, given: tuple) -> Any:
    recorder.running[-1].receives(node, given)
    return _of_node(recorder, node, "pre", hook, given)


def _after_node(recorder: TorchRecorder, node: Any, hook: Callable, made: tuple, received: tuple) -> Any:
    leaf = variable(node)
    if leaf is not None:
        recorder.running[-1].accumulated(leaf)
    return _of_node(recorder, node, "post", hook, made, received)


def _of_node(recorder: TorchRecorder, node: Any, kind: str, hook: Callable, *given: tuple) -> Any:
    """Run a hook of a node, which may replace the first tuple that it is given, and add its step."""
    before = [recorder.contents.of(grad) for grad in given[0]]
    result = hook(*given)
    changed = given[0] if result is None else result
    if _fits(changed, given[0]):
        leaf, fn = variable(node), recorder.node(node)
        tensor = recorder.made(fn, 0) if leaf is None else recorder.tensor(leaf)
        _step(recorder, kind, hook, before, [recorder.contents.of(grad) for grad in changed], tensor, fn, 0)
    return result


def _of_tensor(recorder: TorchRecorder, owner: weakref.ref, made_by: tuple, hook: Callable, grad: torch.Tensor) -> Any:
    if not recorder.running:
        return hook(grad)
    before = recorder.contents.of(grad)
    result = hook(grad)
    changed = grad if result is None else result
    if _fits((changed,), (grad,)) and owner() is not None:
        _step(recorder, "tensor", hook, [before], [recorder.contents.of(changed)], recorder.tensor(owner()), *made_by)
    return result


def _after_accumulation(recorder: TorchRecorder, hook: Callable, leaf: torch.Tensor) -> Any:
    recorder.running[-1].accumulated(leaf)
    before = _grad(recorder, leaf)
    result = hook(leaf)
    after = _grad(recorder, leaf)
    _step(recorder, "post_accumulate_grad", hook, [before], [after], recorder.tensor(leaf))
    return result


def _fits(changed: Any, given: tuple) -> bool:
    """Return whether PyTorch may take what a hook returned in place of what it was given."""
    return (
        isinstance(changed, tuple)
        and len(changed) == len(given)
        and all(
            new is None or (isinstance(new, torch.Tensor) and old is not None and new.shape == old.shape)
            for old, new in zip(given, changed, strict=True)
        )
    )


def _grad(recorder: TorchRecorder, leaf: torch.Tensor) -> int | None:
    with quiet():
        return recorder.contents.of(leaf.grad)


def _step(
    recorder: TorchRecorder,
    kind: str,
    hook: Callable,
    before: list[int | None],
    after: list[int | None],
    tensor: int | None,
    fn: int | None = None,
    output: int = 0,
) -> None:
    name = getattr(hook, "__name__", type(hook).__name__)
    recorder.step("hook", how=kind, text=name, tensor=tensor, fn=fn, output=output, incoming=before, outgoing=after)
