"""Calls: what the program asks of PyTorch, through its public mode for functions."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from autograd_engine.trace.schema import Argument

from . import hooks, shared
from .recorder import TorchRecorder, grad_fn, version
from .values import looking

_APPLY = torch.autograd.Function.apply.__func__.__code__
_UNSCALES = "_amp_foreach_non_finite_check_and_unscale_"  # a GradScaler: it counts no versions
_REFUSED_WRITE = "leaf Variable that requires grad is being used in an in-place operation"
_VIEWING = ("T", "mT", "H", "mH", "real", "imag")
_SHOWING = ("grad", "data", *_VIEWING)  # attributes that are recorded when they are read
_CALLED_BACK = ("backward", "__repr__", "__format__", "__reduce_ex__", "__deepcopy__")


class Calls(TorchFunctionMode):
    """Records each call of a function or method of PyTorch that makes or overwrites tensors.

    A function that is made of others, such as `cross_entropy`, is one call; its inner nodes have no operation.
    """

    def __init__(self, recorder: TorchRecorder) -> None:
        super().__init__()
        self._recorder = recorder
        self.is_inside = False
        # What is told of a function takes long to find; it is kept as long as the recording, and the functions no longer.
        self._parameters, self._names = functools.cache(_parameters), functools.cache(_names)
        self.optimizing: tuple | None = None  # where the program has called the step of an optimizer

    def __torch_function__(self, func: Callable, types: Any, args: tuple = (), kwargs: dict | None = None) -> Any:
        """Carry a call out and record it."""
        kwargs = kwargs or {}
        name = func.__name__
        is_of_apply = sys._getframe(1).f_code is _APPLY  # which returns an input as a view of itself
        if self.is_inside or self._is_optimizing() or is_of_apply:
            return func(*args, **kwargs)
        if name == "__get__" and func.__self__.__name__ not in _SHOWING:
            return func(*args, **kwargs)
        is_attribute, is_hook = name in ("__get__", "__set__"), name == "register_hook"
        with looking():  # once, as most of what a call of tiny tensors takes is to enter and to leave
            is_on = self._begins()
            operands = list(tensors_in([args, kwargs])) if is_on and not (is_attribute or is_hook) else []
            before = self._before(operands, _may_write(name, kwargs))
        if not is_on:
            return func(*args, **kwargs)
        if is_attribute:
            return self._attribute(func, name, args)
        if is_hook:
            return self._hooked(func, *args, **kwargs)
        try:
            result = self.unrecorded(func, *args, **kwargs)
        except RuntimeError as error:
            if operands and _REFUSED_WRITE in str(error):
                self._recorder.refused(operands[:1], error, "write")  # the program may catch it
            raise
        if name not in _CALLED_BACK:
            with looking():
                self._after(func, name, args, kwargs, result, operands, before)
        return result

    def _begins(self) -> bool:
        """A call begins: return whether it is recorded."""
        recorder = self._recorder
        recorder.follow()
        is_on = recorder.selection.is_on and not recorder.parameters.is_made_by_torch()
        if is_on:
            recorder.parameters.record_waiting()
            recorder.statement_ended()
        return is_on

    def _before(self, operands: list[torch.Tensor], may_write: bool) -> list[tuple]:
        """Return of each operand its node, whether it requires a gradient, its version, and its value if that may change."""
        for tensor in operands:
            self._recorder.refresh(tensor)
        holds = self._recorder.contents.of if may_write else lambda tensor: None
        return [(grad_fn(t), t.requires_grad, version(t), holds(t)) for t in operands]

    def _after(
        self, func: Callable, name: str, args: tuple, kwargs: dict, result: Any, operands: list, before: list[tuple]
    ) -> None:
        """Record what a call has made, overwritten or set; `detach_()` overwrites, too: what it leaves is another state."""
        states = list(zip(operands, before, strict=True))
        written = [
            (t, held)
            for t, (_, required, count, held) in states
            if _may_write(name, kwargs) and (version(t) != count or (required and not t.requires_grad))
        ]
        if name == _UNSCALES:
            written = [
                (t, held) for t, (*_, held) in states if t in self._recorder.owners and self._is_changed(t, held)
            ]
        made = [t for t in tensors_in(result) if all(t is not operand for operand in operands)]
        made += [t for t, (node, *_) in states if grad_fn(t) is not node]
        made += [t for t, _ in written if all(t is not other for other in made)]
        if name == "requires_grad_":
            self._recorder.flag(operands[0], states[0][1][1])
        elif name == "retain_grad":
            self._recorder.retains(args[0])
        elif name in shared.LENDING:
            self._recorder.lends(args[0])
        elif made:
            self._record(
                func, name.strip("_") if name.startswith("__") else name, args, kwargs, operands, made, written
            )
            if name in shared.BORROWING:
                self._recorder.lends(result)

    def _is_changed(self, tensor: torch.Tensor, held: int | None) -> bool:
        """Return whether a tensor whose version does not tell of a write holds something else now."""
        self._recorder.contents.changed(tensor)
        return self._recorder.contents.of(tensor) != held

    def _is_optimizing(self) -> bool:
        """Return whether PyTorch's own code for the step of an optimizer runs, and not the program's."""
        return self.optimizing is not None and self.optimizing == self._recorder.at()

    def unrecorded(self, func: Callable, *args: Any, **kwargs: Any) -> Any:
        """Carry a call out without recording what it is made of."""
        was_inside, self.is_inside = self.is_inside, True
        try:
            return func(*args, **kwargs)
        finally:
            self.is_inside = was_inside

    def outside(self) -> Outside:
        """Return a context in which calls are recorded although one is running: of hooks and custom Functions."""
        return Outside(self)

    def _record(
        self, func: Callable, name: str, args: tuple, kwargs: dict, operands: list, made: list, written: list
    ) -> None:
        recorder = self._recorder
        data = [t for t, _ in written if recorder.behind(t) is not t]
        node = None if data else grad_fn(made[0])
        written = [(recorder.writes_behind(t, value), value) for t, value in written]
        made = [recorder.behind(t) for t in made]
        if written and node is None and all(t in recorder.owners for t, _ in written) and len(made) == len(written):
            for tensor, before in written:
                recorder.grad_written(tensor, before, name)
            return
        if not operands and not written:
            for tensor in made:
                recorder.created(name, tensor)
            return
        inputs = arguments(recorder, self._names(func, name, len(args)), args, self._given(func, kwargs))
        recorder.operation(name, inputs, made, written, node)
        recorder.forget(data)
        if node is not None:
            recorder.saved(node, [*made, *operands])

    def _given(self, func: Callable, kwargs: dict) -> dict:
        """Return the keyword arguments of a call, of a function in Python those that are not its defaults."""
        known = self._parameters(func) if kwargs else {}
        return {key: value for key, value in kwargs.items() if key not in known or value is not known[key].default}

    def _hooked(self, func: Callable, tensor: torch.Tensor, hook: Callable) -> Any:
        """Register a hook that records what the program's own does; those of leaves are found when a pass begins."""
        with looking():
            if callable(hook) and not tensor.is_leaf and self._recorder.knows(tensor):
                hook = hooks.of_tensor(self._recorder, tensor, hook)
        return func(tensor, hook)

    # ---- attributes

    def _attribute(self, func: Callable, name: str, args: tuple) -> Any:
        attribute, tensor, recorder = func.__self__.__name__, args[0], self._recorder
        held = before = None
        if name == "__set__":
            with looking():
                if attribute == "grad":
                    held = tensor.grad
                    before = recorder.contents.of(held)
                elif attribute == "data":
                    before = recorder.contents.of(tensor)
                elif attribute == "requires_grad":
                    before = tensor.requires_grad
        result = self.unrecorded(func, *args)
        with looking():
            self._accessed(func, attribute, args, result, held, before)
        return result

    def _accessed(
        self, func: Callable, attribute: str, args: tuple, result: Any, held: Any, before: int | None
    ) -> None:
        """Record what reading or setting an attribute has shown or changed."""
        recorder, tensor, name = self._recorder, args[0], func.__name__
        if name == "__set__" and attribute == "grad":
            value = args[1]
            how = "None" if value is None else "assigned"
            after = recorder.contents.of(value)
            if held is not value:  # `w.grad *= 2` assigns what it has changed
                recorder.grad_set(recorder.tensor(tensor), before, after, how)
        elif attribute == "grad" and name == "__get__" and recorder.frame() is sys._getframe(3):
            recorder.read(tensor, result is None)
        elif attribute == "data":
            if name == "__get__":
                recorder.shows_data(result, tensor)
            else:
                self._data_set(tensor, args[1], before)
        elif name == "__set__" and attribute == "requires_grad":
            recorder.flag(tensor, bool(before))
        elif attribute in _VIEWING and not recorder.knows(result):
            self._record(func, attribute, (tensor,), {}, [tensor], [result], [])

    def _data_set(self, tensor: torch.Tensor, value: torch.Tensor, before: int | None) -> None:
        recorder = self._recorder
        recorder.contents.changed(tensor)
        if not recorder.contents.are_equal(recorder.contents.of(tensor), before):
            inputs = [Argument("self", [recorder.tensor(tensor)]), Argument("new_data", [recorder.tensor(value)])]
            recorder.operation("set_data_", inputs, [], [(tensor, before)], None)


class Outside:
    """Inside this context the program's own functions run: their calls are recorded."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def __enter__(self) -> None:
        self._was_inside = self._calls.is_inside
        self._calls.is_inside = False
        if self._was_inside:
            self._calls.__enter__()

    def __exit__(self, *error: Any) -> None:
        if self._was_inside:
            self._calls.__exit__(*error)
        self._calls.is_inside = self._was_inside


def _may_write(name: str, kwargs: dict) -> bool:
    return name.endswith("_") or "out" in kwargs or kwargs.get("inplace", False) or name == "batch_norm"


def arguments(recorder: TorchRecorder, names: list[str], args: tuple, kwargs: dict) -> list[Argument]:
    """Return the arguments of a call: the tensors of each, or its text."""
    found = []
    for key, value in (*zip(names, args, strict=False), *kwargs.items()):
        tensors = [recorder.tensor(t) for t in tensors_in(value)]
        if tensors:
            found.append(Argument(key, tensors))
        elif not inspect.isroutine(value):
            found.append(Argument(key, text=repr(value)[:200]))
    return found


def tensors_in(item: Any) -> Iterator[torch.Tensor]:
    """Yield the tensors in an argument or a result."""
    if isinstance(item, torch.Tensor):
        yield item
    elif isinstance(item, tuple | list):
        for part in item:
            yield from tensors_in(part)
    elif isinstance(item, dict):
        for part in item.values():
            yield from tensors_in(part)


def _parameters(func: Callable) -> Mapping[str, inspect.Parameter]:
    """Return the parameters of a function in Python, by name; none of one in C++ that does not tell them."""
    try:
        return inspect.signature(func).parameters
    except (TypeError, ValueError):
        return {}


def _names(func: Callable, name: str, count: int) -> list[str]:
    """Return the names of a call's positional arguments: of a function in Python its own, otherwise the schema's."""
    found = list(_parameters(func))
    if not found:
        packet = getattr(torch.ops.aten, name, None) or getattr(torch.ops.aten, name.strip("_"), None)
        for overload in packet.overloads() if packet is not None else ():
            names = [argument.name for argument in getattr(packet, overload)._schema.arguments]
            if len(names) >= count:
                found = names
                break
    return found + [f"argument {i}" for i in range(len(found), count)]
