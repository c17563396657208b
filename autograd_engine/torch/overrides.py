"""`torch.overrides`: classes that say themselves what PyTorch's functions do with them, by `__torch_function__`.

Ordinary tensors pay nothing for it: functions look for such classes only once a program has one, methods only on tensors of
such classes.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from types import FunctionType, ModuleType
from typing import Any

from ..graph.tensor import Tensor, make, refuse_grad_of_inference
from ..graph.views import shared_version
from ..op.builtin import METHODS_IN_PYTHON, BuiltinFunction, as_builtin
from ..op.generated import complete
from ..op.namespaces import HOMES
from . import _C

__all__ = ["get_default_nowrap_functions", "handle_torch_function", "has_torch_function", "is_tensor_like"]

_off: ContextVar[bool] = ContextVar("torch_function_off", default=False)


class DisableTorchFunctionSubclass:
    """Inside `with DisableTorchFunctionSubclass():` functions take tensors of every class as plain ones."""

    def __enter__(self) -> None:
        self._token = _off.set(True)

    def __exit__(self, *error: Any) -> None:
        _off.reset(self._token)


def has_torch_function(relevant_args: Iterable) -> bool:
    """Return whether one of the arguments is of a class with a `__torch_function__` of its own."""
    return not _off.get() and bool(_overloaded(relevant_args))


def handle_torch_function(public_api: Callable, relevant_args: Iterable, *args: Any, **kwargs: Any) -> Any:
    """Return what the first class that answers, subclasses before their bases, makes of a call."""
    return _answer(public_api, relevant_args, args, kwargs)


def _answer(public_api: Callable, relevant_args: Iterable, args: tuple, kwargs: dict | None) -> Any:
    found = _overloaded(relevant_args)
    kinds = tuple(map(type, found))
    for argument in found:
        result = type(argument).__torch_function__(public_api, kinds, args, kwargs)
        if result is not NotImplemented:
            return result
    raise _unanswered(public_api, kinds)


def _unanswered(function: Callable, kinds: tuple) -> TypeError:
    if isinstance(function, BuiltinFunction):
        listed = "".join(f"\n  - tensor subclass {kind}" for kind in kinds)
        return TypeError(
            f"Multiple dispatch failed for 'torch.{function.__name__}'; all __torch_function__ handlers returned "
            f"NotImplemented:\n{listed}\n\nFor more information, try re-running with TORCH_LOGS=not_implemented"
        )
    name = f"{function.__module__}.{function.__name__}"
    return TypeError(f"no implementation found for '{name}' on types that implement __torch_function__: {list(kinds)}")


def _overloaded(args: Iterable) -> list:
    """Return one argument of each class with a `__torch_function__`, subclasses before their bases."""
    found: list = []
    for argument in args:
        kind = type(argument)
        if kind is Tensor or getattr(kind, "__torch_function__", plain) is plain or kind in map(type, found):
            continue
        place = next((i for i, other in enumerate(found) if issubclass(kind, type(other))), len(found))
        found.insert(place, argument)
    return found


def _relevant(args: tuple, kwargs: dict) -> Iterable:
    for argument in (*args, *kwargs.values()):
        if isinstance(argument, list | tuple):
            yield from argument
        else:
            yield argument


def _overridable(function: Callable, public: Callable | None = None) -> Callable:
    """Return a function that looks for classes with a `__torch_function__`, which get to see `public`."""

    given = _given_by(function, public)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not _off.get() and _overloaded(_relevant(args, kwargs)):
            return _answer(public or call, _relevant(args, kwargs), *given(args, kwargs))
        return function(*args, **kwargs)

    return call


def _given_by(function: Callable, public: Callable | None) -> Callable:
    """Return what makes of the arguments of a call those that a `__torch_function__` gets."""
    name = getattr(public, "__name__", "")
    if public is not None and name not in METHODS_IN_PYTHON:
        return lambda args, kwargs: (args, kwargs or None)  # C++ has nothing where there are no keywords
    if name in _OPERATORS_IN_PYTHON:
        return lambda args, kwargs: (args, kwargs)
    return functools.partial(_as_python_passes, function)


@functools.cache
def _signature(function: Callable) -> inspect.Signature:
    complete(inspect.unwrap(function))
    return inspect.signature(function)


def _as_python_passes(function: Callable, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    """Return the arguments of a call as PyTorch's functions in Python hand them on: by keyword all that have defaults."""
    signature = _signature(function)
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    positional, keywords = [], {}
    for name, p in signature.parameters.items():
        if p.kind is p.VAR_POSITIONAL:
            positional += bound.arguments[name]
        elif p.default is p.empty and p.kind is not p.KEYWORD_ONLY:
            positional.append(bound.arguments[name])
        else:
            keywords[name] = bound.arguments[name]
    return tuple(positional), keywords


_installed: list[Callable] = []  # what undoes it
_torch: ModuleType  # whose functions look for such classes


# ---- what a subclass of Tensor inherits


def plain(function: Callable, types: tuple, args: tuple = (), kwargs: dict | None = None) -> Any:
    """Call a function as if there were no such classes; a Parameter, say, is a plain tensor."""
    with DisableTorchFunctionSubclass():
        return function(*args, **kwargs or {})


def _torch_function(cls: type, func: Callable, types: tuple, args: tuple = (), kwargs: dict | None = None) -> Any:
    """Call `func`, and return tensors that it returns as tensors of this class."""
    if not all(issubclass(cls, kind) for kind in types):
        return NotImplemented
    with DisableTorchFunctionSubclass():
        result = func(*args, **kwargs or {})
        return result if func in get_default_nowrap_functions() else _converted(result, cls)


@functools.cache
def get_default_nowrap_functions() -> set[Callable]:
    """Return the functions whose results stay of the class they are."""
    return {vars(Tensor)[name].__get__ for name in ("_base", "grad")}


def _converted(result: Any, cls: type) -> Any:
    if isinstance(result, Tensor):
        return result if cls is Tensor or isinstance(result, cls) else result.as_subclass(cls)
    if isinstance(result, tuple | list):
        return type(result)(_converted(item, cls) for item in result)
    return result


def _as_subclass(self: Tensor, cls: type) -> Tensor:
    """Return a view of the tensor as one of another class."""
    if not issubclass(cls, Tensor):
        raise TypeError(
            "Creating a Tensor subclass from a class that does not inherit from Tensor is not possible. Make sure your class "
            "inherits from Tensor."
        )
    return Tensor.__new__(cls, self)


def shared(cls: type, data: Tensor, requires_grad: bool) -> Tensor:
    """Return a leaf of class `cls` on the memory of `data`, with its version counter."""
    if requires_grad and data._data.dtype.kind != "f":
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    if requires_grad:
        refuse_grad_of_inference(data)
    leaf = make(cls, data.array())
    leaf._inference = data._inference
    leaf._cell = shared_version(data)
    leaf._req = requires_grad
    return leaf


def _make_subclass(cls: type, data: Tensor, require_grad: bool = False) -> Tensor:
    """Return a leaf of another class on the memory of a tensor."""
    return shared(cls, data, require_grad)


def is_tensor_like(inp: Any) -> bool:
    """Return whether something is a tensor, or has a `__torch_function__`."""
    return type(inp) is Tensor or hasattr(inp, "__torch_function__")


_OPERATORS_IN_PYTHON = METHODS_IN_PYTHON & {
    f"__{name}__" for name in "rsub rdiv rmod rpow rmatmul floordiv rfloordiv rlshift rrshift".split()
}

# What a class is not asked about: what makes tensors of it and of data, and what all of Python's objects have.
_NOT_ASKED = frozenset("array __hash__ __getattr__ __iter__ __array_wrap__ __init_subclass__".split())
_MAKE = frozenset("tensor as_tensor asarray from_numpy frombuffer is_tensor".split())
# The methods that operators are; the others are asked about by their own names.
_METHOD_OF = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "mod": "remainder", "pow": "pow", "matmul": "matmul",
    "lt": "lt", "le": "le", "gt": "gt", "ge": "ge", "ne": "ne", "neg": "neg", "abs": "abs", "pos": "positive",
}  # fmt: skip


@functools.cache
def _attributes() -> dict[str, Any]:
    """Return the methods and properties of Tensor that look for a `__torch_function__` first."""
    found = {}
    for name, attribute in vars(Tensor).items():
        dunder = name.startswith("__")
        if name in _NOT_ASKED or name.startswith("_") and not dunder:
            continue
        if isinstance(attribute, property):
            found[name] = property(
                _overridable(attribute.fget, attribute.__get__),
                attribute.fset and _overridable(attribute.fset, attribute.__set__),
            )
        elif isinstance(attribute, FunctionType):
            found[name] = _operator(name[2:-2], attribute) if dunder else _overridable(attribute, as_builtin(attribute))
    return found


def _operator(name: str, function: Callable) -> Callable:
    """Return an operator. A reflected one is called where the left operand's class is a base of the right one's."""
    in_place = name.startswith("i") and name[1:] in _METHOD_OF
    if in_place:
        return _overridable(function, as_builtin(getattr(Tensor, f"{_METHOD_OF[name[1:]]}_", function)))
    method = as_builtin(getattr(Tensor, _METHOD_OF.get(name, ""), function))
    forward = as_builtin(getattr(Tensor, _METHOD_OF.get(name[1:], ""), None)) if name.startswith("r") else None
    if forward is None:
        return _overridable(function, method)
    ordinary = _overridable(function, forward if name in ("radd", "rmul") else function)
    swapped = _overridable(forward, forward)

    @functools.wraps(function)
    def reflected(self: Tensor, other: Any) -> Any:
        return swapped(other, self) if isinstance(other, Tensor) else ordinary(self, other)

    return reflected


def _subclassed(cls: type, **named: Any) -> None:
    """Have the methods of a new class look for its `__torch_function__`, and from now on all functions."""
    super(Tensor, cls).__init_subclass__(**named)
    if cls.__torch_function__ is plain:
        return
    install()
    own = {name for base in cls.__mro__[: cls.__mro__.index(Tensor)] for name in vars(base)}
    for name, attribute in _attributes().items():
        if name not in own:
            setattr(cls, name, attribute)


def install() -> None:
    """Have the functions of torch look for classes with a `__torch_function__`."""
    if _installed:
        return
    for module, names in _namespaces().items():
        for name in names:
            function = vars(module).get(name)
            if isinstance(function, BuiltinFunction):  # what has imported it asks, too
                _installed.append(functools.partial(_redirect, function, function.func))
                _redirect(function, _overridable(function.func, function))
            elif isinstance(function, FunctionType):
                asking = _overridable(function)
                asking.__module__ = module.__name__
                _installed.append(functools.partial(setattr, module, name, function))
                setattr(module, name, asking)


def uninstall() -> None:
    """Make the functions of torch what they were before the first such class."""
    while _installed:
        _installed.pop()()


def _redirect(builtin: BuiltinFunction, function: Callable) -> None:
    builtin.__setstate__((function, (), {}, vars(builtin)))


def functions_are_of(torch: ModuleType) -> None:
    """Tell whose functions look for classes with a `__torch_function__`: the package, which imports this."""
    global _torch
    _torch = torch


def _namespaces() -> dict[ModuleType, Iterable[str]]:
    torch = _torch
    homes = {"torch": torch, "nn.functional": torch.nn.functional, "linalg": torch.linalg, "special": torch.special}
    return {module: HOMES[home].keys() - _MAKE for home, module in homes.items()} | {torch.autograd: ["grad"]}


Tensor.__torch_function__ = classmethod(_torch_function)
Tensor.__init_subclass__ = classmethod(_subclassed)
Tensor.as_subclass = _as_subclass
Tensor._make_subclass = staticmethod(_make_subclass)
_as_subclass.__name__ = "as_subclass"
_C.DisableTorchFunctionSubclass = DisableTorchFunctionSubclass
