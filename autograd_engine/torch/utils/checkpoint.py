"""Checkpointing: a part of the forward pass that keeps its inputs only, and runs again when backward needs the rest."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ... import torch
from ...base.errors import lacks
from ...base.warn import warn_once
from ...graph import saved
from ...graph.tensor import Tensor
from ...passes.engine import current_pass_id, current_pass_is_whole
from ...passes.function import Function
from ..autograd.graph import saved_tensors_hooks

__all__ = ["CheckpointError", "checkpoint"]

_CHOOSE = (
    "torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Starting in PyTorch 2.9, calling "
    "checkpoint without use_reentrant will raise an exception. use_reentrant=False is recommended, but if you need to preserve "
    "the current default behavior, you can pass use_reentrant=True. Refer to docs for more details on the differences between "
    "the two variants."
)
_TIP = """
Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint\N{NON-BREAKING HYPHEN}debug mode globally.

If this error occurs under torch.compile with automatic_dynamic_shapes enabled,
it may be because the recomputation selected a different compiled graph than the
forward pass (e.g., a dynamic graph instead of the original static graph).
To fix this, either:
  - Use torch._dynamo.mark_dynamic() to explicitly mark varying dimensions as
    dynamic upfront, avoiding the static-to-dynamic transition.
  - Call torch._C._dynamo.eval_frame._set_lru_cache(False) to disable LRU cache
    reordering, which can change which graph is checked first between forward
    and recompute.
See https://github.com/pytorch/pytorch/issues/166926 for more details and
workaround examples.
"""


class CheckpointError(RuntimeError):
    """The second run of a checkpointed function was not like the first."""


def checkpoint(
    function: Callable, *args: Any, use_reentrant: bool | None = None, context_fn: Callable[[], tuple] | None = None,
    determinism_check: str = "default", debug: bool = False, early_stop: bool = True, **kwargs: Any,
) -> Any:  # fmt: skip
    """Return `function(*args)` without keeping what backward needs of it: backward runs the function again.

    `use_reentrant=True` does so as one custom Function with a backward pass of its own inside, `False` with hooks on
    saved tensors. Random numbers are the same in both runs, unless `preserve_rng_state=False`.
    """
    if use_reentrant is None:
        warnings.warn(_CHOOSE, stacklevel=2)
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    for name, given in (
        ("context_fn", context_fn),
        ("determinism_check", determinism_check != "default"),
        ("debug", debug),
    ):
        if given:
            raise lacks(f"checkpoint's {name}")
    if not use_reentrant:
        return _with_hooks(function, args, kwargs, preserve, early_stop)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    return CheckpointFunction.apply(function, preserve, *args)


@contextmanager
def _same_random_numbers(state: Tensor | None) -> Iterator[None]:
    """Draw random numbers from `state` inside the block, and leave the default generator as it was."""
    if state is None:
        yield
        return
    before = torch.get_rng_state()
    torch.set_rng_state(state)
    try:
        yield
    finally:
        torch.set_rng_state(before)


# ---- as a custom Function


class CheckpointFunction(Function):
    """A function as one node, whose backward runs it again and goes back through that."""

    @staticmethod
    def forward(ctx: Any, run_function: Callable, preserve_rng_state: bool, *args: Any) -> Any:
        """Run the function without recording it, and keep its inputs."""
        if not any(arg.requires_grad for arg in args if isinstance(arg, Tensor)):
            warn_once("None of the inputs have requires_grad=True. Gradients will be None")
        ctx.run_function = run_function
        ctx.random_state = torch.get_rng_state() if preserve_rng_state else None
        ctx.others = [None if isinstance(arg, Tensor) else arg for arg in args]
        ctx.positions = [i for i, arg in enumerate(args) if isinstance(arg, Tensor)]
        ctx.save_for_backward(*(args[i] for i in ctx.positions))
        with torch.no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple:
        """Run the function again, recorded, and go back from its outputs to its inputs."""
        if not current_pass_is_whole():
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` parameter "
                "to .backward(). To resolve this error, you can either set use_reentrant=False, or call .backward() without "
                "passing the `inputs` argument."
            )
        inputs = list(ctx.others)
        for i, tensor in zip(ctx.positions, ctx.saved_tensors, strict=True):
            inputs[i] = tensor.detach().requires_grad_(tensor.requires_grad)
        with _same_random_numbers(ctx.random_state), torch.enable_grad():
            outputs = ctx.run_function(*inputs)
        outputs = (outputs,) if isinstance(outputs, Tensor) else outputs
        pairs = [
            (out, grad)
            for out, grad in zip(outputs, grads, strict=True)
            if isinstance(out, Tensor) and out.requires_grad
        ]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward(*map(list, zip(*pairs, strict=True)))
        return None, None, *(x.grad if isinstance(x, Tensor) else None for x in inputs)


# ---- with hooks on saved tensors


class _EverythingIsThere(Exception):
    """Ends a second run early."""


class _Frame:
    """One call of a checkpointed function: how to run it again, and what it saved, by number.

    `_again` holds for each backward pass what the second run saved; each tensor is handed out once. A backward pass inside
    the function needs a second run before the first one is `complete`; that will save more than the first has until then.
    """

    def __init__(self, run: Callable[[], Any], early_stop: bool) -> None:
        self._run = run
        self._early_stop = early_stop
        self._descriptions: list[Any] = []
        self._again: dict[int, dict[int, Tensor]] = {}
        self.complete = False
        self._saves_more = False

    def save(self, tensor: Tensor) -> int:
        """Take note of a tensor saved in the first run; return its number in the place of it."""
        with torch.no_grad():
            self._descriptions.append(_described(tensor))
        return len(self._descriptions) - 1

    def load(self, number: int) -> Tensor:
        """Return what was saved under a number, from a second run."""
        run = current_pass_id()
        if run not in self._again or run == -1:
            self._again[run] = self._second_run()
        if number not in self._again[run]:
            raise CheckpointError(
                "torch.utils.checkpoint: Unpack is being triggered for a tensor that was already unpacked once. If you are "
                "calling ctx.saved_tensors in backward, make sure to do so only once. Otherwise please open an issue with "
                "details on your use case."
            )
        return self._again[run].pop(number)

    def _second_run(self) -> dict[int, Tensor]:
        found: dict[int, Tensor] = {}
        expected = len(self._descriptions)

        def pack(tensor: Tensor) -> Tensor:
            tensor = tensor.detach() if tensor.requires_grad else tensor
            if len(found) >= expected and not self.complete:
                self._saves_more = True
                return tensor
            if len(found) >= expected:
                raise CheckpointError(
                    "torch.utils.checkpoint: trying to save more tensors during recomputation than during the original forward "
                    f"pass.\n{_TIP}"
                )
            found[len(found)] = tensor
            if self._early_stop and len(found) == expected:
                raise _EverythingIsThere
            return tensor

        try:
            with saved_tensors_hooks(pack, lambda tensor: tensor), torch.enable_grad():
                self._run()
        except _EverythingIsThere:
            pass
        if not self._saves_more:
            self._check(found)
        return found

    def _check(self, found: dict[int, Tensor]) -> None:
        if len(found) != len(self._descriptions):
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation."
                f"\nNumber of tensors saved during forward: {len(self._descriptions)}\n"
                f"Number of tensors saved during recomputation: {len(found)}.\n{_TIP}"
            )
        different = ""
        for number, before in enumerate(self._descriptions):
            now = _described(found[number])
            if now != before:
                different += f"tensor at position {number}:\nsaved metadata: {before}\nrecomputed metadata: {now}\n"
        if different:
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the "
                f"forward pass.\n{different}.\n{_TIP}"
            )


def _described(tensor: Tensor) -> dict[str, Any]:
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


def _with_hooks(function: Callable, args: tuple, kwargs: dict, preserve: bool, early_stop: bool) -> Any:
    if not torch.is_grad_enabled():
        return function(*args, **kwargs)
    state = torch.get_rng_state() if preserve else None
    # Inside another checkpoint the inputs are saved as it saves: to get them back, it runs again.
    inputs = [saved.pack(arg) if saved.hooks() is not None and isinstance(arg, Tensor) else arg for arg in args]

    def again() -> None:
        arguments = [saved.unpacked(arg) if isinstance(arg, saved.Packed) else arg for arg in inputs]
        with _same_random_numbers(state):
            function(*arguments, **kwargs)

    frame = _Frame(again, early_stop)
    with saved_tensors_hooks(frame.save, frame.load):
        result = function(*args, **kwargs)
    frame.complete = True
    return result
