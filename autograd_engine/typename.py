"""The name of a value's type as PyTorch's messages give it."""

from typing import Any

from .tensor import Tensor


def typename(value: Any) -> str:
    """Return "torch.FloatTensor" for a tensor, else the class with its module, without it for Python's own."""
    if isinstance(value, Tensor):
        return f"torch.{value.dtype.legacy}Tensor"
    named = value if hasattr(value, "__qualname__") else type(value)
    module = getattr(named, "__module__", None)
    return named.__qualname__ if module in (None, "", "builtins") else f"{module}.{named.__qualname__}"
