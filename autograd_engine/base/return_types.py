"""Structured results: what `x.max(0)`, `x.sort()`, `torch.linalg.svd(x)` and their like return.

Each is a tuple whose elements have names and that prints them, as in `torch.return_types`.
"""

from __future__ import annotations

from operator import itemgetter

from .foreign import TypeInC


class Structured(tuple, metaclass=TypeInC):
    """A tuple with named elements; made from one sequence."""

    __slots__ = ()

    def __repr__(self) -> str:
        fields = (f"{name}={value!r}" for name, value in zip(self.__match_args__, self, strict=True))
        return f"torch.return_types.{type(self).__name__}(\n" + ",\n".join(fields) + ")"


def _structured(name: str, *fields: str) -> type[Structured]:
    named = {field: property(itemgetter(i)) for i, field in enumerate(fields)}
    return TypeInC(
        name, (Structured,), {"__slots__": (), "__module__": "torch.return_types", "__match_args__": fields, **named}
    )


_FIELDS = {
    "aminmax": "min max",
    "linalg_cholesky_ex": "L info",
    "linalg_eigh": "eigenvalues eigenvectors",
    "linalg_qr": "Q R",
    "linalg_slogdet": "sign logabsdet",
    "linalg_svd": "U S Vh",
    "slogdet": "sign logabsdet",
    "svd": "U S V",
} | dict.fromkeys(("cummax", "cummin", "kthvalue", "max", "median", "min", "mode", "sort", "topk"), "values indices")

# With `out=`, the type has a name of its own.
all_return_types = [
    _structured(name + suffix, *fields.split()) for name, fields in _FIELDS.items() for suffix in ("", "_out")
]
globals().update({kind.__name__: kind for kind in all_return_types})
