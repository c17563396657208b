"""The state of a module as a dictionary of tensors by path, and the way back."""

from __future__ import annotations

from collections import OrderedDict, namedtuple
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .... import torch
from ....graph.tensor import Tensor
from ..parameter import Parameter, is_lazy

if TYPE_CHECKING:
    from .module import Module


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """The paths that a state_dict lacked, and those that it had too many."""

    __slots__ = ()

    def __repr__(self) -> str:
        if self.missing_keys or self.unexpected_keys:
            return super().__repr__()
        return "<All keys matched successfully>"

    __str__ = __repr__


def collected(module: Module, destination: dict | None, prefix: str, keep_vars: bool) -> dict[str, Any]:
    """Return the entries of a module and all below it."""
    if destination is None:
        destination = OrderedDict()
        destination._metadata = OrderedDict()
    if hasattr(destination, "_metadata"):
        destination._metadata[prefix[:-1]] = {"version": module._version}
    module._save_to_state_dict(destination, prefix, keep_vars)
    for name, child in module._modules.items():
        if child is not None:
            child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    return destination


def save(module: Module, destination: dict, prefix: str, keep_vars: bool) -> None:
    """Put a module's own parameters and persistent buffers into `destination`."""
    for name, tensor in (*module._parameters.items(), *_persistent_buffers(module).items()):
        if tensor is not None:
            destination[prefix + name] = tensor if keep_vars else tensor.detach()


def load(module: Module, state_dict: Mapping[str, Any], strict: bool, assign: bool) -> _IncompatibleKeys:
    """Load a module and all below it; return which paths did not fit."""
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    metadata = getattr(state_dict, "_metadata", None)
    keys, errors = _IncompatibleKeys([], []), []
    _load_tree(module, OrderedDict(state_dict), "", metadata, assign, keys, errors)
    if strict:
        for what, paths in (("Unexpected", keys.unexpected_keys), ("Missing", keys.missing_keys)):
            if paths:
                quoted = ", ".join(f'"{path}"' for path in paths)
                errors.insert(0, f"{what} key(s) in state_dict: {quoted}. ")
    if errors:
        raise RuntimeError(f"Error(s) in loading state_dict for {type(module).__name__}:\n\t" + "\n\t".join(errors))
    return keys


def _load_tree(
    module: Module, entries: dict, prefix: str, metadata: Mapping | None, assign: bool, keys: _IncompatibleKeys,
    errors: list[str],
) -> None:  # fmt: skip
    local = {} if metadata is None else metadata.get(prefix[:-1], {})
    if assign:
        local["assign_to_params_buffers"] = True
    module._load_from_state_dict(entries, prefix, local, True, keys.missing_keys, keys.unexpected_keys, errors)
    for name, child in module._modules.items():
        if child is not None:
            below = f"{prefix}{name}."
            own = {path: value for path, value in entries.items() if path.startswith(below)}
            _load_tree(child, own, below, metadata, assign, keys, errors)


def load_own(
    module: Module, entries: dict, prefix: str, metadata: dict, strict: bool, missing: list[str], unexpected: list[str],
    errors: list[str],
) -> None:  # fmt: skip
    """Load a module's own parameters and buffers, and note what did not fit."""
    own = {
        name: tensor
        for name, tensor in {**module._parameters, **_persistent_buffers(module)}.items()
        if tensor is not None
    }
    assign = metadata.get("assign_to_params_buffers", False)
    for name, tensor in own.items():
        path = prefix + name
        if path in entries:
            error = _load_tensor(module, name, tensor, entries[path], path, assign)
            if error is not None:
                errors.append(error)
        elif strict:
            missing.append(path)
    if strict:
        unexpected += [path for path in entries if _is_left_over(module, path, prefix, own)]


def _is_left_over(module: Module, path: str, prefix: str, own: dict) -> bool:
    if not path.startswith(prefix):
        return False
    first, dot, _ = path[len(prefix) :].partition(".")
    return first not in (module._modules if dot else own)


def _load_tensor(module: Module, name: str, tensor: Tensor, given: Any, path: str, assign: bool) -> str | None:
    """Copy `given` into a parameter or buffer, or put it in its place; return the error if that cannot be done."""
    if not isinstance(given, Tensor):
        return (
            f'While copying the parameter named "{path}", expected torch.Tensor or Tensor-like object from checkpoint but '
            f"received {type(given)}"
        )
    if not is_lazy(tensor):
        if tensor.shape == () and given.shape == (1,):
            given = given[0]  # as 0-d values were saved before PyTorch 0.4
        if given.shape != tensor.shape:
            return (
                f"size mismatch for {path}: copying a param with shape {given.shape} from checkpoint, the shape in current "
                f"model is {tensor.shape}."
            )
    try:
        with torch.no_grad():
            if not assign:
                tensor.copy_(given)
                return None
            if isinstance(tensor, Parameter):
                if isinstance(given, Parameter):
                    given.requires_grad_(tensor.requires_grad)
                else:
                    given = Parameter(given, requires_grad=tensor.requires_grad)
            setattr(module, name, given)
    except Exception as error:
        return (
            f'While copying the parameter named "{path}", whose dimensions in the model are {tensor.size()} and whose dimensions '
            f"in the checkpoint are {given.size()}, an exception occurred : {error.args}."
        )
    return None


def _persistent_buffers(module: Module) -> dict[str, Tensor | None]:
    return {name: buffer for name, buffer in module._buffers.items() if name not in module._non_persistent_buffers_set}
