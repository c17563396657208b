"""Warnings that PyTorch's engine gives in its own name: once for each text, wherever the program was."""

import warnings

_shown: dict = {}


def warn(text: str) -> None:
    """Give a UserWarning as PyTorch's backward engine does; a text is shown once."""
    warnings.warn_explicit(text, UserWarning, "torch/autograd/graph.py", 979, "torch.autograd.graph", _shown)
