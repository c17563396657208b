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
_triple, _quadruple = _ntuple(3, "_triple"), _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t: tuple, n: int) -> tuple:
    return tuple(x for x in reversed(t) for _ in range(n))


def _list_with_default(out_size: list, defaults: list) -> list:
    """Return the sizes of an output, those that are None taken from the end of the input's."""
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    ends = zip(out_size, defaults[-len(out_size) :], strict=True)
    return [default if size is None else size for size, default in ends]


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Take a prefix, such as DataParallel's `module.`, off the names in a state_dict."""
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key.removeprefix(prefix)] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", {})
    for key in [key for key in metadata if key and (key == prefix.replace(".", "") or key.startswith(prefix))]:
        metadata[key[len(prefix) :]] = metadata.pop(key)
