"""`torch.utils.hooks`: handles of hooks, and the backward hooks of modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base.warn import warn
from ...graph.grad_mode import grad_enabled
from ...graph.node import Node, RemovableHandle
from ...graph.tensor import Tensor
from ...passes.function import Function

__all__ = ["BackwardHook", "RemovableHandle"]


class BackwardHookFunction(Function):
    """The identity, put into the graph where a module begins and ends."""

    __module__ = "torch.nn.modules._functions"

    @staticmethod
    def forward(ctx: Any, *args: Tensor) -> tuple[Tensor, ...]:
        """Return the tensors as they are."""
        ctx.mark_non_differentiable(*[arg for arg in args if not arg.requires_grad])
        return args

    @staticmethod
    def backward(ctx: Any, *args: Tensor) -> tuple[Tensor, ...]:
        """Return the gradients as they are."""
        return args


class BackwardHook:
    """The backward hooks of one call of a module.

    A node is put before its inputs and one after its outputs. When the second has run, `grad_outputs` is known and the
    pre-hooks are called; when the first has run, the gradients of the inputs are known too, and the hooks are called.
    """

    def __init__(self, module: Any, user_hooks: list[Callable], user_pre_hooks: list[Callable]) -> None:
        self.module = module
        self.user_hooks = user_hooks
        self.user_pre_hooks = user_pre_hooks
        self.grad_outputs: tuple | None = None
        self.inputs = _Values()
        self.outputs = _Values()

    def setup_input_hook(self, args: tuple) -> tuple:
        """Return the arguments of `forward`, its tensors led through a node of their own."""
        return self.inputs.led_through_node(args, self._after_inputs)

    def setup_output_hook(self, result: Any) -> Any:
        """Return the result of `forward`, its tensors led through a node of their own."""
        if isinstance(result, tuple):
            return self.outputs.led_through_node(result, self._after_outputs)
        return self.outputs.led_through_node((result,), self._after_outputs)[0]

    def _after_outputs(self, grad_inputs: tuple, grad_outputs: tuple) -> tuple | None:
        grads = self.outputs.spread(grad_outputs)
        for hook in self.user_pre_hooks:
            grads = _replaced(grads, hook(self.module, grads), "Backward pre hook", "grad_output")
        self.grad_outputs = grads
        if self.inputs.positions is None:
            self._without_inputs(grads)
        return self.outputs.gathered(grads)

    def _without_inputs(self, grad_outputs: tuple) -> None:
        """Call the hooks of a module none of whose inputs requires a gradient."""
        warn(
            "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs require "
            "gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module."
            "register_full_backward_hook for more details."
        )
        for hook in self.user_hooks:
            returned = hook(self.module, (None,) * self.inputs.count, grad_outputs)
            if returned is not None and not (isinstance(returned, tuple) and all(grad is None for grad in returned)):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always return None or None for all "
                    "gradients."
                )
        self.grad_outputs = None

    def _after_inputs(self, grad_inputs: tuple, grad_outputs: tuple) -> tuple | None:
        if self.grad_outputs is None:  # the gradient came by another way than through the outputs
            return None
        grads = self.inputs.spread(grad_inputs)
        for hook in self.user_hooks:
            grads = _replaced(grads, hook(self.module, grads, self.grad_outputs), "Backward hook", "grad_input")
        self.grad_outputs = None
        return self.inputs.gathered(grads)


def _replaced(grads: tuple, given: tuple | None, hook: str, what: str) -> tuple:
    """Return what a hook returned in the place of gradients, or the gradients if that is None."""
    if given is None:
        return grads
    if len(given) != len(grads):
        raise RuntimeError(f"{hook} returned an invalid number of {what}, got {len(given)}, but expected {len(grads)}")
    return given


class _Values:
    """The inputs or the outputs of a call: how many they are, and which of them are tensors in a graph."""

    def __init__(self) -> None:
        self.count = 0
        self.positions: list[int] | None = None

    def led_through_node(self, values: tuple, after: Callable) -> tuple:
        """Return `values` with the tensors as outputs of one new node, after which `after` is called."""

        def hook(grad_inputs: tuple, grad_outputs: tuple) -> tuple | None:  # the name that errors tell
            return after(grad_inputs, grad_outputs)

        self.count = len(values)
        positions = [i for i, value in enumerate(values) if isinstance(value, Tensor)]
        if not (grad_enabled() and any(values[i].requires_grad for i in positions)):
            return values
        self.positions = positions
        outputs = BackwardHookFunction.apply(*[values[i] for i in positions])
        node: Node = next(out.grad_fn for out in outputs if out.grad_fn is not None)
        node.register_hook(hook)
        replaced = list(values)
        for i, out in zip(positions, outputs, strict=True):
            replaced[i] = out
        return tuple(replaced) if type(values) is tuple else type(values)(*replaced)

    def spread(self, grads: tuple) -> tuple:
        """Return one gradient for each value from those of the tensors, None for what is no tensor."""
        found = dict(zip(self.positions, grads, strict=True))
        return tuple(found.get(i) for i in range(self.count))

    def gathered(self, grads: tuple) -> tuple:
        """Return the gradients of the tensors from those of all values."""
        return tuple(grads[i] for i in self.positions)
