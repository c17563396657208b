"""Autograd Studio as an installed package: the command `autograd-studio`, with the studio's own modules in `studio/`."""

from typing import Any

from .recording import Recording, record

__all__ = ["Recording", "record"]


def load_ipython_extension(shell: Any) -> None:
    """Load the magic `%%step` into a notebook: `%load_ext autograd_studio`."""
    from .notebook import load

    load(shell)
