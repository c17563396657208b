"""Parameters: PyTorch makes a Module's empty and then fills them; each is one new tensor."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import torch
from torch.nn.modules import module as modules
from torch.nn.parameter import UninitializedTensorMixin
from torch.utils.hooks import RemovableHandle

if TYPE_CHECKING:
    from .recorder import Recorder


class Parameters:
    """Parameters that Modules have registered, until these have been made and the program goes on."""

    def __init__(self, recorder: Recorder, filename: str) -> None:
        self._recorder = recorder
        self._filename = filename
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

    def tell(self) -> None:
        """Record the parameters that wait: they are as their Modules have filled them."""
        waiting, self._waiting = self._waiting, []
        for parameter, place in waiting:
            if not self._recorder.knows(parameter):
                self._recorder.created("Parameter", parameter, place)

    def _registered(self, module: torch.nn.Module, name: str, parameter: Any) -> None:
        is_filled = isinstance(parameter, torch.Tensor) and not isinstance(parameter, UninitializedTensorMixin)
        if is_filled and self._recorder.selection.is_on:
            self._recorder.named_first("Parameter", parameter)
            self._waiting.append((parameter, self._recorder.where()))
