"""Anomaly mode: remember the forward call of every node, name it when its backward fails, and stop at NaN."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from contextvars import ContextVar
from typing import Any

import numpy as np

from ..base.foreign import type_name
from ..base.warn import ENGINE, warn_of_pass
from .node import current_node, name_of
from .unusual import unusual

_anomaly: ContextVar[bool] = ContextVar("anomaly", default=False)
_check_nan: ContextVar[bool] = ContextVar("check_nan", default=True)

anomaly_enabled = _anomaly.get
check_nan_enabled = _check_nan.get

_RUNNER = os.path.join(ENGINE, "run", "program.py")


def set_anomaly_enabled(mode: bool, check_nan: bool = True) -> None:
    """Switch anomaly mode; `check_nan` also makes a backward stop at the first NaN."""
    for position, (name, value) in enumerate((("enabled", mode), ("check_nan", check_nan)), 1):
        if not isinstance(value, bool):
            raise TypeError(
                f"set_anomaly_enabled(): argument '{name}' (position {position}) must be bool, not {type_name(value)}"
            )
    unusual.used = True
    _anomaly.set(mode)
    _check_nan.set(check_nan)


def checks_nan() -> bool:
    """Tell whether a backward has to look for NaN after each node."""
    return _anomaly.get() and _check_nan.get()


class set_detect_anomaly:
    """Switch anomaly mode at once; used as a block, restore the old mode at its end."""

    __module__ = "torch.autograd.anomaly_mode"

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._before = _anomaly.get(), _check_nan.get()
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        set_anomaly_enabled(*self._before)


class detect_anomaly:
    """A block in which every node remembers its forward call and a backward that makes NaN stops with an error."""

    __module__ = "torch.autograd.anomaly_mode"

    def __init__(self, check_nan: bool = True) -> None:
        self._check_nan = check_nan
        self._before = _anomaly.get(), _check_nan.get()
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
            "debugging.",
            UserWarning,
            stacklevel=2,
        )

    def __enter__(self) -> None:
        set_anomaly_enabled(True, self._check_nan)

    def __exit__(self, *exception: object) -> None:
        set_anomaly_enabled(*self._before)


def remember(node: Any) -> None:
    """Note on a new node which lines of the program are making it."""
    stack = traceback.extract_stack(sys._getframe(1))
    start = max((i for i, frame in enumerate(stack) if frame.filename == _RUNNER), default=0)  # what is outside ran it
    frames = [frame for frame in stack[start:] if not frame.filename.startswith((ENGINE, "<generated"))]
    node.metadata["traceback_"] = traceback.format_list(frames)
    parent = current_node()
    if parent is not None:
        node.metadata["parent_"] = parent


def blame(node: Any) -> None:
    """Warn which forward call made the node whose backward is failing, and in whose backward that call was, and so on."""
    caused, line = "Error detected in {}. Traceback of forward call that caused the error:\n{}", 122
    while node is not None:
        notes = node.metadata
        if "traceback_" not in notes:
            _warn(
                f"Error detected in {name_of(node)}. No forward pass information available. Enable detect anomaly during "
                "forward pass for more information.",
                100,
            )
            return
        _warn(caused.format(name_of(node), "".join(notes["traceback_"])), line)
        caused, line = _INDUCED, 129
        node = notes.get("parent_")


def _warn(text: str, line: int) -> None:
    """Warn; where warnings are errors, print it, because another error is on its way."""
    try:
        warn_of_pass(f"{text} (Triggered internally at {_SOURCE}:{line}.)")
    except Warning as warning:
        sys.stderr.write(f"{type(warning).__name__}: {warning}\n")


_INDUCED = (
    "\n\nPrevious calculation was induced by {}. Traceback of forward call that induced the previous calculation:\n{}"
)
_SOURCE = "/__w/pytorch/pytorch/torch/csrc/autograd/python_anomaly_mode.cpp"


def check(node: Any, outs: tuple) -> None:
    """Raise PyTorch's error if a gradient that `node` computed holds NaN."""
    for position, out in enumerate(outs):
        array = getattr(out, "_data", out)
        if array is not None and np.isnan(array).any():
            blame(node)
            raise RuntimeError(f"Function '{name_of(node)}' returned nan values in its {position}th output.")
