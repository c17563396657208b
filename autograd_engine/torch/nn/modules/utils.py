"""`torch.nn.modules.utils`: sizes given as one number for all dimensions, or as one for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def each(value: Any, count: int) -> tuple:
    """Return `value` once for each of `count` dimensions, or the values it holds."""
    return tuple(value) if isinstance(value, Iterable) else (value,) * count


def _ntuple(n: int, name: str = "parse") -> Callable[[Any], tuple]:
    def parse(x: Any) -> tuple:
        return each(x, n)

    parse.__name__ = name
    return parse


_single, _pair = _ntuple(1, "_single"), _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Take a prefix, such as DataParallel's `module.`, off the names in a state_dict."""
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key.removeprefix(prefix)] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", {})
    for key in [key for key in metadata if key and (key == prefix.replace(".", "") or key.startswith(prefix))]:
        metadata[key[len(prefix) :]] = metadata.pop(key)
