"""Selection: which part of a run is recorded."""

from __future__ import annotations

from collections.abc import Container

import torch

from ..catalogue import say


class Selection:
    """The calls of one Module, by its path (`transformer.h.3`), and the training steps with these numbers; None is all."""

    def __init__(self, only: str | None = None, steps: Container[int] | None = None) -> None:
        self.only = only
        self.begins_at = 0  # the sequence number of the first node inside the Module
        self._steps = steps
        self.takes_step = self.has_step(0)
        self._running: list[torch.nn.Module] = []
        self._inside = 0  # how many of those are the Module or in it
        self._was_met = False

    @property
    def is_on(self) -> bool:
        """Whether what the program does now is recorded."""
        return self.takes_step and (self.only is None or self._inside > 0)

    def enter(self, module: torch.nn.Module) -> None:
        """The call of a Module begins."""
        self._running.append(module)
        if self.only is not None and (self._inside or self._is_meant(module)):
            self._was_met = True
            if not self._inside:
                self.begins_at = torch.autograd._get_sequence_nr()
            self._inside += 1

    def leave(self) -> None:
        """The innermost call of a Module has ended."""
        self._running.pop()
        self._inside = max(self._inside - 1, 0)

    def has_step(self, number: int) -> bool:
        """Return whether the training step with this number is recorded."""
        return self._steps is None or number in self._steps

    def begin_step(self, number: int) -> None:
        """The training step with this number begins, or goes on."""
        self.takes_step = self.has_step(number)

    def may_end_step(self, number: int) -> None:
        """The training step with this number may be over: what comes is recorded if it, or the next one, is."""
        self.takes_step = self.has_step(number) or self.has_step(number + 1)

    def check(self) -> None:
        """Raise ValueError if there was no such Module."""
        if self.only is not None and not self._was_met:
            raise ValueError(say("record.no_module", path=repr(self.only)))

    def _is_meant(self, module: torch.nn.Module) -> bool:
        root = self._running[0]
        return any(part is module and path == self.only for path, part in root.named_modules())
