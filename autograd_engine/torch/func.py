"""`torch.func`: of its functions, the one that calls a module with other parameters than its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..graph.tensor import Tensor
from .nn.modules.module import Module

__all__ = ["functional_call"]


def functional_call(
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
