"""Calling a module with other parameters than its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ....op import HOMES
from ....tensor import Tensor
from ....warn import warn
from ..modules.module import Module

__all__ = ["functional_call"]


def functional_call(
    module: Module, parameters_and_buffers: dict[str, Tensor], args: Any = None, kwargs: dict[str, Any] | None = None, *,
    tie_weights: bool = True, strict: bool = False,
) -> Any:  # fmt: skip
    """Do what `torch.func.functional_call` does, and say that this name of it is an old one."""
    warn(
        "`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be removed in a future version of "
        "PyTorch. Please use `torch.func.functional_call` instead which is a drop-in replacement.",
        FutureWarning,
    )
    return called_with(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)


def called_with(
    module: Module, parameters_and_buffers: dict[str, Tensor], args: Any = None, kwargs: dict[str, Any] | None = None, *,
    tie_weights: bool = True, strict: bool = False,
) -> Any:  # fmt: skip
    """Call a module as if its parameters and buffers were those given by path.

    `tie_weights`: what is one tensor under several paths is replaced under all of them. `strict`: all must be given.
    """
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    own = {
        **dict(module.named_parameters(remove_duplicate=False)),
        **dict(module.named_buffers(remove_duplicate=False)),
    }
    if strict:
        _check_keys(module, own, parameters_and_buffers)
    given = dict(parameters_and_buffers)
    if tie_weights:
        by_tensor = {own[path]: tensor for path, tensor in given.items() if path in own}
        given.update({path: by_tensor[tensor] for path, tensor in own.items() if tensor in by_tensor})
    with _replaced(module, given):
        return module(*args, **(kwargs or {}))


def functional_call_of(
    module: Module, parameter_and_buffer_dicts: Any, args: Any = None, kwargs: dict[str, Any] | None = None, *,
    tie_weights: bool = True, strict: bool = False,
) -> Any:  # fmt: skip
    """Call a module as if its parameters and buffers were those of a dict, or of several with different keys."""
    given = parameter_and_buffer_dicts
    if isinstance(given, Sequence):
        if not all(isinstance(one, dict) for one in given):
            raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
        counts = Counter(key for one in given for key in one)
        repeated = [key for key, count in counts.items() if count > 1]
        if repeated:
            raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
        given = {key: value for one in given for key, value in one.items()}
    elif not isinstance(given, dict):
        raise ValueError(
            f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(given)}"
        )
    return called_with(module, given, args, kwargs, tie_weights=tie_weights, strict=strict)


def stack_module_state(models: Sequence[Module]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """Return the parameters and the buffers of modules of one class, by path, each stacked into one new leaf."""
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if len({model.training for model in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if len({type(model) for model in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    return tuple(
        _stacked_leaves([dict(named(model)) for model in models])
        for named in (Module.named_parameters, Module.named_buffers)
    )


def _stacked_leaves(states: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    stacked = {}
    for path, first in states[0].items():
        tensors = [state[path] for state in states]
        if any(tensor.requires_grad != first.requires_grad for tensor in tensors):
            raise RuntimeError(f"Expected {path} from each model to have the same .requires_grad")
        stacked[path] = HOMES["torch"]["stack"](tensors).detach().requires_grad_(first.requires_grad)
    return stacked


def _check_keys(module: Module, own: dict, given: dict) -> None:
    errors = []
    for what, paths in (("Unexpected", set(given) - set(own)), ("Missing", set(own) - set(given))):
        if paths:
            errors.append(f"{what} key(s): {', '.join(map(repr, sorted(paths)))}.")
    if errors:
        raise RuntimeError(f"Error(s) in reparametrizing for {module._get_name()}:\n\t" + "\n\t".join(errors))


@contextmanager
def _replaced(module: Module, given: dict[str, Tensor]) -> Iterator[None]:
    """Put tensors in the places of parameters and buffers inside the block."""
    places = []
    for path, tensor in given.items():
        owner_path, _, name = path.rpartition(".")
        owner = module.get_submodule(owner_path)
        table = owner._parameters if name in owner._parameters else owner._buffers
        places.append((table, name, table.get(name)))
        table[name] = tensor
    try:
        yield
    finally:
        for table, name, before in reversed(places):
            table[name] = before
