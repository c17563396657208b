"""Autograd Studio as an installed package: the command `autograd-studio`, with the studio's own modules in `studio/`."""

from .recording import Recording, record

__all__ = ["Recording", "record"]
