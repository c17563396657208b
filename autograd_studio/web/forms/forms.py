"""What forms have in common: cells that hold text, and faults that name the cell."""

from __future__ import annotations

import json
import keyword
import typing
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from typing import Any, TypeVar

from ..links import BrokenLink

Form = TypeVar("Form")

# Names that the programs we write use themselves.
RESERVED = frozenset({"torch", "print", "range"})


@dataclass(frozen=True)
class Fault:
    """Why a form gives no program: the cell, what is wrong with it, and where in its text."""

    cell: str
    message: str
    line: int | None = None


class Faulty(ValueError):
    """Raised for a form that gives no program; `faults` are all that were found."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.cell}: {fault.message}" for fault in faults))
        self.faults = faults


def name_fault(name: str) -> str | None:
    """Return what is wrong with a name for a variable or a class, None if nothing is."""
    if not name:
        return "a name is missing."
    if not name.isidentifier() or keyword.iskeyword(name):
        return f"{name!r} is not a valid Python name: use letters, digits and _."
    if name in RESERVED:
        return f"the name {name!r} is reserved: choose another one."
    return None


def form_text(form: Any) -> str:
    """Return a form as text for a link."""
    return json.dumps(asdict(form), ensure_ascii=False, separators=(",", ":"))


def form_of(kind: type[Form], text: str) -> Form:
    """Return the form that `form_text` made this text of.

    Raises:
        BrokenLink: it is not of this kind.
    """
    try:
        return _typed(kind, json.loads(text))
    except (ValueError, RecursionError):
        raise BrokenLink("The link is broken: it does not contain this form.") from None


def _typed(kind: Any, value: Any) -> Any:
    """Return plain data as the annotation `kind` says: a dataclass, a tuple of such, a str, int or bool."""
    if typing.get_origin(kind) is tuple and type(value) is list:
        return tuple(_typed(typing.get_args(kind)[0], item) for item in value)
    if is_dataclass(kind) and type(value) is dict and _fits(kind, value):
        hints = typing.get_type_hints(kind)
        return kind(**{name: _typed(hints[name], item) for name, item in value.items()})
    if type(value) is not kind:
        raise ValueError("not of the right type")
    if kind is str:
        value.encode()  # JSON can spell what is no text
    return value


def _fits(kind: type, value: dict[str, Any]) -> bool:
    """Return whether a dict has the fields of a dataclass; links made before a field came do without it."""
    needed = {field.name for field in fields(kind) if field.default is MISSING}
    return needed <= value.keys() <= {field.name for field in fields(kind)}
