"""Parametrizations: a parameter computed from others, by modules, whenever it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from copy import deepcopy
from typing import Any, NoReturn

from .... import torch
from ....graph.tensor import Tensor
from ..modules.container import ModuleDict, ModuleList
from ..modules.module import Module
from ..parameter import Parameter

__all__ = [
    "ParametrizationList", "cached", "is_parametrized", "register_parametrization", "remove_parametrizations",
]  # fmt: skip

# Inside of `cached()`: what was computed, by module and name.
_cache: ContextVar[dict | None] = ContextVar("parametrized", default=None)


@contextmanager
def cached() -> Iterator[None]:
    """Compute each parametrized tensor once inside the block."""
    token = _cache.set({} if _cache.get() is None else _cache.get())
    try:
        yield
    finally:
        _cache.reset(token)


def _register(module: Module, name: str, tensor: Tensor) -> None:
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


class ParametrizationList(ModuleList):
    """The modules that compute one tensor, one after another, and what they compute it from.

    That is `original`, or `original0`, `original1` ... if the `right_inverse` of the last of them returns several tensors.
    """

    def __init__(self, modules: Sequence[Module], original: Tensor, unsafe: bool = False) -> None:
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        new: Any = original
        with torch.no_grad():
            for module in reversed(list(self)):
                if hasattr(module, "right_inverse"):
                    with suppress(NotImplementedError):
                        new = module.right_inverse(new)
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            _replace(original, new)
            _register(self, "original", original)
        else:
            self._register_all(original, new)
        self._check(shape, dtype)

    def _register_all(self, original: Tensor, new: Sequence) -> None:
        for i, tensor in enumerate(new):
            if isinstance(original, Parameter):
                tensor = Parameter(tensor, original.requires_grad)
            tensor.requires_grad_(original.requires_grad)
            _register(self, f"original{i}", tensor)

    def _check(self, shape: Any, dtype: Any) -> None:
        """Raise PyTorch's error if what is computed is not like the tensor that it replaces, unless `unsafe`."""
        if self.unsafe:
            return
        result = self()
        if not isinstance(result, Tensor):
            raise ValueError(f"A parametrization must return a tensor. Got {type(result).__name__}.")
        for what, before, after in (("dtype", dtype, result.dtype), ("shape", shape, result.shape)):
            if before != after:
                raise ValueError(
                    f"Registering a parametrization may not change the {what} of the tensor, unless `unsafe` flag is "
                    f"enabled.\nunparametrized {what}: {before}\nparametrized {what}: {after}"
                )

    def right_inverse(self, value: Tensor) -> None:
        """Give the originals the values from which `value` is computed."""
        with torch.no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                _replace(self.original, value)
                return
            for i, tensor in enumerate(value):
                _replace(getattr(self, f"original{i}"), tensor)

    def forward(self) -> Tensor:
        """Compute the tensor."""
        names = ["original"] if self.is_tensor else [f"original{i}" for i in range(self.ntensors)]
        first, *rest = self
        value = first(*(getattr(self, name) for name in names))
        for module in rest:
            value = module(value)
        return value


def _replace(tensor: Tensor, new: Tensor) -> None:
    """Give a tensor the memory of another."""
    if new is not tensor:
        tensor.data = new


def _read(module: Module, name: str) -> Tensor:
    cache = _cache.get()
    if cache is None:
        return module.parametrizations[name]()
    key = id(module), name
    if key not in cache:
        cache[key] = module.parametrizations[name]()
    return cache[key]


def register_parametrization(
    module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> Module:
    """Let `parametrization` compute a parameter or buffer of a module from what it is now; return the module.

    The module's class becomes a subclass, `Parametrized<its name>`, in which the name is a property. `unsafe` allows
    another shape or dtype.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        before, parametrizations = getattr(module, tensor_name), module.parametrizations[tensor_name]
        parametrizations.append(parametrization)
        parametrizations.unsafe |= unsafe
        parametrizations._check(before.shape, before.dtype)
        return module
    if tensor_name not in module._buffers and tensor_name not in module._parameters:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'"
        )
    parametrizations = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        module.__class__ = _subclass(type(module))
        module.parametrizations = ModuleDict()

    def write(self: Module, value: Tensor) -> None:
        self.parametrizations[tensor_name].right_inverse(value)

    setattr(type(module), tensor_name, property(lambda self: _read(self, tensor_name), write))
    module.parametrizations[tensor_name] = parametrizations
    return module


def _subclass(cls: type) -> type:
    """Return a subclass of a module's class that can have properties of its own."""

    def copied(self: Module, memo: dict) -> Module:
        if id(self) not in memo:
            copy = memo[id(self)] = object.__new__(type(self))
            copy.__dict__.update(deepcopy(self.__dict__, memo))
        return memo[id(self)]

    def refuse(self: Module) -> NoReturn:
        raise RuntimeError(
            "Serialization of parametrized modules is only supported through state_dict(). See:\nhttps://pytorch.org/tutorials/"
            "beginner/saving_loading_models.html#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training"
        )

    return type(f"Parametrized{cls.__name__}", (cls,), {"__deepcopy__": copied, "__getstate__": refuse})


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Tell whether a module, or one of its tensors, is parametrized."""
    parametrizations = getattr(module, "parametrizations", None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(module: Module, tensor_name: str, leave_parametrized: bool = True) -> Module:
    """Make a parametrized tensor an ordinary one again: with the values computed last, or with the original ones."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    parametrizations = module.parametrizations[tensor_name]
    if parametrizations.is_tensor:
        tensor = parametrizations.original
        if leave_parametrized:
            with torch.no_grad():
                _replace(tensor, getattr(module, tensor_name))
    else:
        value = getattr(module, tensor_name)
        tensor = Parameter(value) if value.requires_grad else value
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, tensor)
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = type(module).__bases__[0]
    return module
