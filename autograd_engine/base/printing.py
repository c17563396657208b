"""How PyTorch writes a tensor: `tensor([1.0000, 2.5000], grad_fn=<MulBackward0>)`, character for character.

All numbers of a tensor are written in one style, chosen from the whole tensor (of a summarised one: from the
numbers shown), and padded to one width. Recorded from torch 2.13.0 (`tests/records/printing.json`).
"""

import contextlib
import math
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy as np

from autograd_engine.base import dtypes


class PrintOptions(NamedTuple):
    """What `torch.set_printoptions` sets."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


_PROFILES = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=math.inf),
}

_options: ContextVar[PrintOptions] = ContextVar("print_options", default=_PROFILES["default"])


def set_printoptions(
    precision: int | None = None, threshold: float | None = None, edgeitems: int | None = None,
    linewidth: int | None = None, profile: str | None = None, sci_mode: bool | None = None,
) -> None:  # fmt: skip
    """Set how tensors are printed from now on; options left out keep their values, except `sci_mode`.

    `profile` ("default", "short" or "full") sets all options first. Without `sci_mode` each tensor decides
    for itself whether it is written with exponents.
    """
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    options = _PROFILES.get(profile, _options.get())
    changed = {name: value for name, value in given.items() if value is not None}
    _options.set(options._replace(**changed, sci_mode=sci_mode))


def get_printoptions() -> dict[str, int | float | bool | None]:
    """The current print options by name."""
    return _options.get()._asdict()


@contextlib.contextmanager
def printoptions(**options: int | float | bool | str | None) -> Iterator[None]:
    """Set print options, as `set_printoptions` does, for the length of a `with` block."""
    token = _options.set(_options.get())
    try:
        set_printoptions(**options)
        yield
    finally:
        _options.reset(token)


def tensor_text(
    array: np.ndarray, *, dtype: dtypes.dtype, default_dtype: dtypes.dtype = dtypes.float32,
    requires_grad: bool = False, grad_fn: str | None = None, tangent: Any = None, prefix: str = "tensor(",
) -> str:  # fmt: skip
    """The text of `print(tensor)` for a tensor with the values of `array`.

    `grad_fn` is the name of the tensor's grad_fn, `tangent` a tensor that it carries, `default_dtype` what
    `torch.get_default_dtype()` returns, and `prefix` the class's name with a parenthesis.
    """
    options = _options.get()
    suffixes = []
    if array.size == 0:
        text = "[]"
        if array.ndim != 1:
            suffixes.append(f"size={array.shape}")
        if dtype is not default_dtype:
            suffixes.append(f"dtype={dtype}")
    else:
        text = _values_text(array, len(prefix), options)
        if options.edgeitems == 0:
            suffixes.append(f"size={array.shape}")
        if dtype not in (default_dtype, dtypes.int64, dtypes.bool_):
            suffixes.append(f"dtype={dtype}")
    if grad_fn is not None:
        suffixes.append(f"grad_fn=<{grad_fn}>")
    elif requires_grad:
        suffixes.append("requires_grad=True")
    if tangent is not None:
        suffixes.append(f"tangent={tangent}")
    return _with_suffixes(prefix + text, suffixes, len(prefix), options.linewidth)


def parameter_text(text: str) -> str:
    """The text of `print(parameter)`, given the text of the parameter as a tensor."""
    return "Parameter containing:\n" + text


def _with_suffixes(text: str, suffixes: list[str], indent: int, linewidth: int) -> str:
    """Append the suffixes and the closing parenthesis, each suffix on a new line if the last one is full."""
    column = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if column + len(suffix) + 2 > linewidth:
            text += ",\n" + " " * indent + suffix
            column = indent + len(suffix)
        else:
            text += ", " + suffix
            column += len(suffix) + 2
    return text + ")"


def _values_text(array: np.ndarray, indent: int, options: PrintOptions) -> str:
    """The bracketed numbers, from the innermost axis outwards; `indent` is the first bracket's column."""
    edge = options.edgeitems
    cut = [False] * array.ndim
    if array.size > options.threshold:
        if edge == 0 and array.ndim:
            return "[...]"
        cut = [size > 2 * edge for size in array.shape]
        for axis in range(array.ndim):
            if cut[axis]:
                ends = np.r_[:edge, array.shape[axis] - edge : array.shape[axis]]
                array = array.take(ends, axis)
    texts, width = _number_texts(array.ravel().tolist(), options)
    per_line = max(1, (options.linewidth - indent - array.ndim + 1) // (width + 2))
    for axis in reversed(range(array.ndim)):
        innermost = axis == array.ndim - 1
        margin = " " * (indent + axis + 1)
        separator = ",\n" + "\n" * (array.ndim - axis - 2) + margin
        size = array.shape[axis]
        groups = []
        for start in range(0, len(texts), size):
            group = texts[start : start + size]
            if cut[axis]:
                group.insert(edge, " ..." if innermost else "...")
            if innermost:
                group = [", ".join(group[i : i + per_line]) for i in range(0, len(group), per_line)]
            groups.append("[" + separator.join(group) + "]")
        texts = groups
    return texts[0]


def _number_texts(values: list, options: PrintOptions) -> tuple[list[str], int]:
    """The values as texts of one style and width, and this width."""
    if isinstance(values[0], float):
        write = _float_style(values, options)
        texts = [write(value) for value in values]
        # Zeros, infinities and NaNs do not count: they may stick out, as they do in PyTorch.
        counting = [len(text) for value, text in zip(values, texts, strict=True) if _counts(value)]
        width = max(counting, default=1)
    else:
        texts = [str(value) for value in values]
        width = max(map(len, texts))
    return [text.rjust(width) for text in texts], width


def _float_style(values: list[float], options: PrintOptions) -> Callable[[float], str]:
    """How to write these floats: as `1.`, as `1.0000` or as `1.0000e+00`."""
    sizes = [abs(value) for value in values if _counts(value)]
    if not sizes:
        return _with_point
    scientific = options.sci_mode
    if scientific is None:
        smallest, largest = min(sizes), max(sizes)
        scientific = largest / smallest > 1000.0 or largest > 1.0e8 or smallest < 1.0e-4
    if scientific:
        return f"{{:.{options.precision}e}}".format
    if all(map(float.is_integer, sizes)):
        return _with_point
    return f"{{:.{options.precision}f}}".format


def _counts(value: float) -> bool:
    return value != 0.0 and math.isfinite(value)


def _with_point(value: float) -> str:
    return f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"
