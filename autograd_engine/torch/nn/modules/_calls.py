"""Calling a module that has hooks: what runs around `forward`, and what is put into the graph for backward."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import ref

from ....base.each_run import forgotten
from ....base.warn import warn, warn_once
from ....graph.node import Node, RemovableHandle
from ....graph.tensor import Tensor
from ...utils.hooks import BackwardHook

if TYPE_CHECKING:
    from .module import Module


class Everywhere:
    """The hooks that all modules have in common, besides their own."""

    def __init__(self) -> None:
        self.forward_pre: OrderedDict[int, Callable] = OrderedDict()
        self.forward: OrderedDict[int, Callable] = OrderedDict()
        self.forward_with_kwargs: OrderedDict[int, bool] = OrderedDict()
        self.forward_always_called: OrderedDict[int, bool] = OrderedDict()
        self.backward_pre: OrderedDict[int, Callable] = OrderedDict()
        self.backward: OrderedDict[int, Callable] = OrderedDict()
        self.full: bool | None = None  # what kind the backward hooks are

    def forget(self) -> None:
        """Have no hooks, as in a new process."""
        self.full = None
        for hooks in vars(self).values():
            if isinstance(hooks, OrderedDict):
                hooks.clear()

    def any(self) -> bool:
        """Tell whether calls of modules have to look here."""
        return bool(self.forward_pre or self.forward or self.backward_pre or self.backward)

    def add_backward(self, hook: Callable, *, full: bool) -> RemovableHandle:
        """Add a backward hook; full ones and others exclude each other."""
        if self.full is (not full):
            raise RuntimeError(
                "Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use only one "
                "of them."
            )
        self.full = full
        return RemovableHandle.add(self.backward, hook)


everywhere = Everywhere()
forgotten(everywhere.forget)


class Call:
    """One call of a module with hooks."""

    def __init__(self, module: Module, args: tuple, kwargs: dict[str, Any]) -> None:
        self.module = module
        self.args = args
        self.kwargs = kwargs
        self.result: Any = None
        self._done: set[int] = set()  # the forward hooks that ran

    def run(self) -> Any:
        """Return what the module returns, after all hooks."""
        try:
            return self._run()
        except Exception:
            self._run_always_called()
            raise

    def _run(self) -> Any:
        module = self.module
        full, partial = self._backward_hooks()
        pre = [*everywhere.backward_pre.values(), *module._backward_pre_hooks.values()]
        self._run_pre_hooks()
        around = BackwardHook(module, full, pre) if full or pre else None
        if around is not None:
            self.args = around.setup_input_hook(self.args)
        self.result = module.forward(*self.args, **self.kwargs)
        for key, hook in self._forward_hooks():
            self._run_forward_hook(key, hook)
        if around is not None:
            if not isinstance(self.result, Tensor | tuple):
                warn_once(
                    "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but received "
                    f"{type(self.result)}"
                )
            self.result = around.setup_output_hook(self.result)
        if partial:
            self._hang_on_last_node(partial)
        return self.result

    def _backward_hooks(self) -> tuple[list[Callable], list[Callable]]:
        """Return the full backward hooks and the old ones, which see the last node only."""
        kinds: dict[bool, list[Callable]] = {True: [], False: []}
        for full, hooks in (
            (everywhere.full, everywhere.backward),
            (self.module._is_full_backward_hook, self.module._backward_hooks),
        ):
            if full is not None:
                kinds[full] += hooks.values()
        return kinds[True], kinds[False]

    def _run_pre_hooks(self) -> None:
        module = self.module
        for key, hook in (*everywhere.forward_pre.items(), *module._forward_pre_hooks.items()):
            if key not in module._forward_pre_hooks_with_kwargs:
                returned = hook(module, self.args)
                if returned is not None:
                    self.args = returned if isinstance(returned, tuple) else (returned,)
                continue
            returned = hook(module, self.args, self.kwargs)
            if returned is None:
                continue
            if not (isinstance(returned, tuple) and len(returned) == 2):
                raise RuntimeError(
                    f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {returned}."
                )
            self.args, self.kwargs = returned

    def _forward_hooks(self) -> list[tuple[int, Callable]]:
        return [*everywhere.forward.items(), *self.module._forward_hooks.items()]

    def _run_forward_hook(self, key: int, hook: Callable) -> None:
        module = self.module
        self._done.add(key)
        if key in module._forward_hooks_with_kwargs or key in everywhere.forward_with_kwargs:
            returned = hook(module, self.args, self.kwargs, self.result)
        else:
            returned = hook(module, self.args, self.result)
        if returned is not None:
            self.result = returned

    def _run_always_called(self) -> None:
        """After an error, run the forward hooks that are to run in any case and did not yet."""
        for key, hook in self._forward_hooks():
            everywhere_too = key in everywhere.forward_always_called
            if key in self._done or not (everywhere_too or key in self.module._forward_hooks_always_called):
                continue
            try:
                self._run_forward_hook(key, hook)
            except Exception as error:
                which = "global module" if everywhere_too else "module"
                warn_once(
                    f"{which} forward hook with ``always_call=True`` raised an exception that was silenced as another error was "
                    f"raised in forward: {error}"
                )

    # ---- old backward hooks

    def _hang_on_last_node(self, hooks: list[Callable]) -> None:
        """Hang old backward hooks on the node of the first tensor in the result."""
        first = self.result
        while not isinstance(first, Tensor):
            first = next(v for v in first.values() if isinstance(v, Tensor)) if isinstance(first, dict) else first[0]
        node = first.grad_fn
        if node is None:
            return
        for hook in hooks:
            node.register_hook(_WrappedHook(hook, self.module))
        missing = _missing_in_old_hook(self.args, self.result, node)
        if missing is not None:
            warn(missing, FutureWarning)


class _WrappedHook:
    """A hook to be called with its module, which it does not keep alive."""

    def __init__(self, hook: Callable, module: Module | None = None) -> None:
        functools.update_wrapper(self, hook)
        self.__setstate__((hook, module))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.module is None:
            return self.hook(*args, **kwargs)
        return self.hook(self.module(), *args, **kwargs)

    def __getstate__(self) -> tuple[Callable, Module | None]:
        return self.hook, self.module and self.module()

    def __setstate__(self, state: tuple[Callable, Module | None]) -> None:
        self.hook, module = state
        self.module = None if module is None else ref(module)


def _missing_in_old_hook(inputs: Any, result: Any, node: Node) -> str | None:
    """Return PyTorch's warning about what an old backward hook on `node` will not see, None if it sees everything."""
    results = (result,) if isinstance(result, Tensor) else result
    inputs = (inputs,) if isinstance(inputs, Tensor) else inputs
    one_sort = "non-full backward hooks on a Module that does not {} a single Tensor or a tuple of Tensors"
    if not _are_tensors(results):
        return _MISSING.format(one_sort.format("return"), "some of the grad_output")
    if not _are_tensors(inputs):
        return _MISSING.format(one_sort.format("take as input"), "some of the grad_input")
    nodes = {r.grad_fn for r in results if r.grad_fn is not None}
    if len(nodes) > 1:
        how = "a non-full backward hook when outputs are generated by different autograd Nodes"
        return _MISSING.format(how, "some grad_output")
    if {i.grad_fn for i in inputs if i.grad_fn is not None} != {child for child, _ in node.next_functions}:
        return _MISSING.format(
            "a non-full backward hook when the forward contains multiple autograd Nodes", "some grad_input"
        )
    return None


_MISSING = (
    "Using {} is deprecated and will be removed in future versions. This hook will be missing {}. Please use "
    "register_full_backward_hook to get the documented behavior."
)


def _are_tensors(values: Any) -> bool:
    return isinstance(values, tuple) and all(isinstance(value, Tensor) for value in values)


# ---- hooks for all modules


def register_module_forward_pre_hook(hook: Callable) -> RemovableHandle:
    """Call `hook(module, args)` before every module's `forward`."""
    return RemovableHandle.add(everywhere.forward_pre, hook)


def register_module_forward_hook(
    hook: Callable, *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Call `hook(module, args, output)` after every module's `forward`."""
    flags = [everywhere.forward_with_kwargs, everywhere.forward_always_called]
    handle = RemovableHandle.add(everywhere.forward, hook, extra_dict=flags)
    if with_kwargs:
        everywhere.forward_with_kwargs[handle.id] = True
    if always_call:
        everywhere.forward_always_called[handle.id] = True
    return handle


def register_module_full_backward_pre_hook(hook: Callable) -> RemovableHandle:
    """Call `hook(module, grad_output)` in the backward pass of every module."""
    return RemovableHandle.add(everywhere.backward_pre, hook)


def register_module_full_backward_hook(hook: Callable) -> RemovableHandle:
    """Call `hook(module, grad_input, grad_output)` in the backward pass of every module."""
    return everywhere.add_backward(hook, full=True)


def register_module_backward_hook(hook: Callable) -> RemovableHandle:
    """Call `hook` after the last node of every module's `forward`, as old programs want it."""
    return everywhere.add_backward(hook, full=False)
