"""Parameters: PyTorch makes a Module's empty and then fills them; each is one new tensor."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import torch
from torch.nn.modules import module as modules
from torch.nn.parameter import UninitializedTensorMixin
from torch.utils.hooks import RemovableHandle


class Parameters:
    """Parameters that Modules have registered, until these have been made and the program goes on.

    `register` takes one that a Module registers and returns where that is, None if it is not to be recorded; `record` takes
    one that is filled, and where it was registered.
    """

    def __init__(
        self,
        filename: str,
        register: Callable[[torch.Tensor], tuple | None],
        record: Callable[[torch.Tensor, tuple], None],
    ) -> None:
        self._filename = filename
        self._register = register
        self._record = record
        self._waiting: list[tuple[torch.Tensor, tuple]] = []

    def watch(self) -> RemovableHandle:
        """Begin to look at what is registered, until the result is removed."""
        return modules.register_module_parameter_registration_hook(self._registered)

    def is_made_by_torch(self) -> bool:
        """Return whether code runs that the program did not ask for: a Module of PyTorch is made, or a file of it imported."""
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != self._filename:
            name = frame.f_code.co_name
            if name == "__init__" and isinstance(frame.f_locals.get("self"), torch.nn.Module):
                return True
            if name == "<module>" and frame.f_globals.get("__name__", "").startswith("torch."):
                return True
            frame = frame.f_back
        return False

    def record_waiting(self) -> None:
        """Record the parameters that wait: they are as their Modules have filled them."""
        waiting, self._waiting = self._waiting, []
        for parameter, place in waiting:
            self._record(parameter, place)

    def _registered(self, module: torch.nn.Module, name: str, parameter: Any) -> None:
        is_filled = isinstance(parameter, torch.Tensor) and not isinstance(parameter, UninitializedTensorMixin)
        place = self._register(parameter) if is_filled else None
        if place is not None:
            self._waiting.append((parameter, place))
