"""Functions that PyTorch has in C++: they print as such, and a class that holds one does not make a method of it."""

from __future__ import annotations

import functools
from collections.abc import Callable


class BuiltinFunction(functools.partial):
    """A function of `torch` as programs see it. It costs a call next to nothing, since `partial` is C, too."""

    def __new__(cls, function: Callable) -> BuiltinFunction:
        """Return the function under its own name."""
        return functools.update_wrapper(super().__new__(cls, function), function)

    def __repr__(self) -> str:
        return f"<built-in method {self.__name__} of type object at 0x{id(self):x}>"

    def __reduce__(self) -> str:
        return self.__name__  # copied and pickled as `torch.<name>`


# The functions of `torch` that are written in Python.
_IN_PYTHON = frozenset(
    "atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod cdist chain_matmul einsum "
    "get_rng_state initial_seed is_storage is_tensor lu manual_seed meshgrid norm seed set_rng_state split tensordot unique "
    "unique_consecutive unravel_index".split()
)


def named_builtin(functions: dict[str, Callable]) -> dict[str, Callable]:
    """Return the functions of `torch`, those that are PyTorch's C++ as such."""
    return {
        name: function if name in _IN_PYTHON or isinstance(function, type) else BuiltinFunction(function)
        for name, function in functions.items()
    }
