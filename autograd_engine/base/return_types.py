"""Structured results: what `x.max(0)`, `x.sort()`, `torch.linalg.svd(x)` and their like return.

Each is a tuple whose elements have names and that prints them, as in `torch.return_types`.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, NoReturn


class Structured(tuple):
    """A tuple with named elements; made from one sequence."""

    __slots__ = ()
    n_unnamed_fields = 0

    def __new__(cls, sequence: Iterable) -> Structured:
        """Return the results given as a sequence."""
        try:
            made = super().__new__(cls, sequence)
        except TypeError:
            raise TypeError("constructor requires a sequence") from None
        if len(made) != cls.n_fields:
            raise TypeError(f"{_full_name(cls)}() takes a {cls.n_fields}-sequence ({len(made)}-sequence given)")
        return made

    def __repr__(self) -> str:
        fields = (f"{name}={value!r}" for name, value in zip(self.__match_args__, self, strict=True))
        return f"{_full_name(type(self))}(\n" + ",\n".join(fields) + ")"

    def __reduce__(self) -> tuple:
        return type(self), (tuple(self), {})

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"'{_full_name(type(self))}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        if name in self.__match_args__:
            raise AttributeError("readonly attribute")
        getattr(self, name)


def _full_name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__name__}"


def _structured(name: str, *fields: str) -> type[Structured]:
    namespace = {field: property(itemgetter(i)) for i, field in enumerate(fields)}
    length = len(fields)
    return type(
        name,
        (Structured,),
        {
            "__slots__": (),
            "__module__": "torch.return_types",
            "__match_args__": fields,
            "n_fields": length,
            "n_sequence_fields": length,
            **namespace,
        },
    )


_FIELDS = {
    "linalg_cholesky_ex": "L info",
    "linalg_eigh": "eigenvalues eigenvectors",
    "linalg_inv_ex": "inverse info",
    "linalg_lstsq": "solution residuals rank singular_values",
    "linalg_qr": "Q R",
    "linalg_slogdet": "sign logabsdet",
    "linalg_solve_ex": "result info",
    "linalg_svd": "U S Vh",
    "slogdet": "sign logabsdet",
    "svd": "U S V",
} | dict.fromkeys(("cummax", "cummin", "max", "median", "min", "sort", "topk"), "values indices")

# With `out=`, the type has a name of its own.
all_return_types = [
    _structured(name + suffix, *fields.split()) for name, fields in _FIELDS.items() for suffix in ("", "_out")
]
globals().update({kind.__name__: kind for kind in all_return_types})
