"""`torch.autograd.Function`: operations whose forward and backward the user writes.

The object a user calls `ctx` is the node itself, as in PyTorch: `y.grad_fn is ctx`.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable
from typing import Any

from ..graph.anomaly import anomaly_enabled, remember
from ..graph.edges import gradient_edge
from ..graph.grad_mode import grad_enabled, no_grad
from ..graph.observer import seam
from ..graph.tangents import current_level, pushes, without_tangents
from ..graph.tensor import Tensor
from .function_node import MODULE, BackwardCFunction
from .function_outputs import wrap_outputs
from .placeholders import with_error


class FunctionMeta(type):
    """Gives every Function class the class of its nodes, `_backward_cls`."""

    __module__ = MODULE

    def __init__(cls, name: str, bases: tuple, namespace: dict) -> None:
        super().__init__(name, bases, namespace)
        cls._backward_cls = type(name + "Backward", (BackwardCFunction,), {"_forward_cls": cls, "__module__": MODULE})


class Function(metaclass=FunctionMeta):
    """The base class of custom operations: override `forward` and `backward` as static methods, call `apply`."""

    __module__ = MODULE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(
            f"{self.__class__} should not be instantiated. Methods on autograd functions are all static, so you should "
            "invoke them on the class itself. Instantiating an autograd function will raise an error in a future version "
            "of PyTorch.",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: Functions are applied, not called."""
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function "
            "with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
        )

    generate_vmap_rule = False
    clear_saved_tensors_on_access = False  # True: the saved tensors can be read once, and are free from then on

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> Any:
        """The rule for `torch.func.vmap`, which this engine does not have."""
        raise NotImplementedError(
            "To use autograd.Function with vmap, you must either override the vmap staticmethod or set generate_vmap_rule=True."
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the outputs, as `forward(ctx, *args)`, or `forward(*args)` together with `setup_context`."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple, output: Any) -> Any:
        """Fill `ctx` after a `forward` that does not take it."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Return one gradient per argument of `forward` from the gradients of its outputs."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    vjp = backward

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """Return one tangent per output from the tangents of the arguments of `forward`."""
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
        )

    @classmethod
    def _overridden(cls) -> Callable:
        """Return what was overridden: `backward` or `vjp`."""
        if cls.backward is not Function.backward and cls.vjp is not Function.vjp:
            raise RuntimeError(
                "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement "
                "one of them."
            )
        return cls.vjp if cls.vjp is not Function.vjp else cls.backward

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run `forward` without recording it, and record the Function itself as one node."""
        separate = cls.setup_context is not Function.setup_context
        if separate:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
        if kwargs:
            args = _placed(cls.forward, args, kwargs)
        ctx = cls._backward_cls()
        executable = _prepare(ctx, args)
        if seam.count:
            seam.observer().function_begins(ctx, args)
        try:
            with no_grad(), without_tangents():
                if separate:
                    output = cls.forward(*args)
                    cls.setup_context(ctx, args, output)
                else:
                    output = cls.forward(ctx, *args)
            several = isinstance(output, tuple)
            outputs = wrap_outputs(ctx, args, output if several else (output,), executable)
            if pushes():
                current_level.get().of_function(ctx, args, outputs)
            ctx.saved_for_forward = None
        except BaseException:
            if seam.count:
                seam.observer().function_fails(ctx)
            raise
        if seam.count:
            seam.observer().function_ends(ctx, outputs)
        return outputs if several else outputs[0]


def _placed(forward: Callable, args: tuple, named: dict) -> tuple:
    """Return the arguments with those given by name at their places, up to the last of them."""
    parameters = list(inspect.signature(forward).parameters.values())[1:]
    names = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    for name in named:
        if name not in names[len(args) :]:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
    for position, name in enumerate(names[len(args) : max(map(names.index, named)) + 1], len(args)):
        if name not in named:
            raise TypeError(f"forward() missing required argument: '{name}' (position {position})")
        args += (named[name],)
    return args


def _prepare(ctx: BackwardCFunction, args: tuple) -> bool:
    """Give the node its edges; return whether anything is to be recorded."""
    tensors = [(i, arg) for i, arg in enumerate(args) if isinstance(arg, Tensor)]
    ctx.needs_input_grad = tuple(isinstance(arg, Tensor) and arg.requires_grad for arg in args)
    ctx._positions, ctx._taken = [i for i, _ in tensors], len(args)
    ctx._inputs = [(t._data.shape, t._data.dtype) for _, t in tensors]
    executable = grad_enabled() and any(ctx.needs_input_grad)
    if executable:
        ctx._next = tuple(gradient_edge(t) for _, t in tensors)
        nrs = tuple(0 if node is None else t._nr for node, (_, t) in zip(ctx._next, tensors, strict=True))
        ctx._nrs = nrs if any(nrs) else None
        if anomaly_enabled():
            remember(ctx)
    return executable


def once_differentiable(backward: Callable) -> Callable:
    """Make a `backward` whose result cannot be differentiated again, and says so when someone tries."""

    @functools.wraps(backward)
    def wrapper(ctx: Any, *args: Any) -> Any:
        with no_grad():
            outputs = backward(ctx, *args)
        if not grad_enabled() or not any(isinstance(arg, Tensor) and arg.requires_grad for arg in args):
            return outputs
        several = isinstance(outputs, tuple)
        results = outputs if several else (outputs,)
        wanting = [out if out is None else out.detach().requires_grad_() for out in results]
        return with_error(tuple(wanting), _ONCE_ONLY)

    return wrapper


_ONCE_ONLY = "trying to differentiate twice a function that was marked with @once_differentiable"
