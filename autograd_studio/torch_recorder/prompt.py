"""A prompt: an expression that is evaluated at a step of a program on PyTorch, at which the program ends."""

from __future__ import annotations

from contextlib import AbstractContextManager

from autograd_engine.run import prompt

from .values import aside


class Asked(prompt.Asked):
    """Evaluates the prompt when the recorder has come to its step; nobody reads what is recorded from then on."""

    def _paused(self) -> AbstractContextManager:
        return aside()  # the recorder adds its steps inside `looking()`
