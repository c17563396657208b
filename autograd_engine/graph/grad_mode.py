"""Grad mode: whether operations are recorded for backward, per thread of control."""

import functools
import inspect
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from ..base.foreign import type_name
from ..base.warn import warn

# Grad mode can be on inside inference mode too, where nothing is recorded all the same: it is false, but not False.
_ON_IN_INFERENCE = None

recording: ContextVar[bool | None] = ContextVar("grad_enabled", default=True)
inferring: ContextVar[bool] = ContextVar("inference", default=False)

grad_enabled = recording.get
inference_enabled = inferring.get


def switch(mode: bool) -> None:
    """Set grad mode in this context."""
    recording.set(_ON_IN_INFERENCE if mode and inferring.get() else mode)


class Mode:
    """A block, or the calls of a decorated function, in which grad mode has a given value."""

    mode: bool
    prev: bool | None = False

    def __enter__(self) -> None:
        self.prev = recording.get()
        switch(self.mode)

    def __exit__(self, *exception: object) -> None:
        recording.set(self.prev)

    def clone(self) -> "Mode":
        """Return a fresh block of the same kind, one for each call of a decorated function."""
        return type(self)()

    def __call__(self, function: Callable) -> Callable:
        """Return the function to be called in this mode; a class gets its constructor so."""
        if inspect.isclass(function):
            warn(_CLASS_DECORATED, FutureWarning)
            function.__init__ = self(function.__init__)
            return function
        if inspect.isgeneratorfunction(function):
            return _decorate_generator(self.clone, function)

        @functools.wraps(function)
        def decorated(*args: Any, **kwargs: Any) -> Any:
            with self.clone():
                return function(*args, **kwargs)

        return decorated


def _decorate_generator(block: Callable[[], Any], function: Callable) -> Callable:
    @functools.wraps(function)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        generator = function(*args, **kwargs)
        # The caller runs between two yields, in the caller's own mode: enter and leave around each resumption.
        try:
            with block():
                sent = yield_value = next(generator)
            while True:
                try:
                    sent = yield yield_value
                except GeneratorExit:
                    with block():
                        generator.close()
                    raise
                except BaseException as exception:
                    with block():
                        yield_value = generator.throw(exception)
                else:
                    with block():
                        yield_value = generator.send(sent)
        except StopIteration as stop:
            return stop.value

    return decorated


class _FixedMode(Mode):
    """A mode that is also a decorator without parentheses."""

    def __new__(cls, function: Callable | None = None) -> Any:
        """Return a block, or, as a decorator without parentheses, the decorated function."""
        block = super().__new__(cls)
        return block if function is None else block(function)


class no_grad(_FixedMode):
    """Record nothing for backward inside the block; results have `requires_grad=False`."""

    mode = False
    __module__ = "torch.autograd.grad_mode"


class enable_grad(_FixedMode):
    """Record for backward inside the block, also where an outer block forbids it."""

    mode = True
    __module__ = "torch.autograd.grad_mode"


class set_grad_enabled(Mode):
    """Switch grad mode to `mode` at once; used as a block, restore the old mode at its end."""

    __module__ = "torch.autograd.grad_mode"

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, bool):
            raise TypeError(f"set_grad_enabled(): argument 'enabled' (position 1) must be bool, not {type_name(mode)}")
        self.prev = recording.get()
        self.mode = mode
        switch(mode)

    def __enter__(self) -> None:
        switch(self.mode)

    def clone(self) -> "set_grad_enabled":
        """Return a fresh block of the same kind."""
        return set_grad_enabled(self.mode)

    def __call__(self, function: Callable) -> Callable:
        """Decorate a function."""
        # As a decorator it acts only inside the calls, so the switch made by __init__ is taken back.
        recording.set(self.prev)
        return super().__call__(function)

    def __repr__(self) -> str:
        return f"{type(self).__module__}.{type_name(self)}(mode={self.mode})"


class set_multithreading_enabled:
    """Say whether a backward pass may use several threads; this engine never does. As a block, restore that at its end."""

    __module__ = "torch.autograd.grad_mode"

    def __init__(self, mode: bool) -> None:
        self._before = _multithreading.get()
        _multithreading.set(mode)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        _multithreading.set(self._before)


_multithreading: ContextVar[bool] = ContextVar("multithreading", default=True)
is_multithreading_enabled = _multithreading.get


def is_grad_enabled() -> bool:
    """Tell whether grad mode is on, so that operations are recorded for backward."""
    return recording.get() is not False


def is_inference_mode_enabled() -> bool:
    """Tell whether the caller is inside `inference_mode`."""
    return inferring.get()


_CLASS_DECORATED = (
    "Decorating classes is deprecated and will be disabled in future versions. You should only decorate functions or methods. "
    "To preserve the current behavior of class decoration, you can directly decorate the `__init__` method and nothing else."
)
