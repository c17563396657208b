"""Forms as text of a link."""

from __future__ import annotations

import json
import typing
from dataclasses import MISSING, asdict, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from autograd_studio.outline.forms import oversized

from ..links import BrokenLink

Form = TypeVar("Form")


def form_text(form: Any) -> str:
    """Return a form as text for a link."""
    return json.dumps(asdict(form), ensure_ascii=False, separators=(",", ":"))


def form_of(kind: type[Form], text: str) -> Form:
    """Return the form that `form_text` made this text of.

    Raises:
        BrokenLink: it is not of this kind, or too large.
    """
    try:
        form = _typed(kind, json.loads(text))
    except (ValueError, RecursionError):
        raise BrokenLink("The link is broken: it does not contain this form.") from None
    for fault in oversized(form):
        raise BrokenLink(f"The form in the link is too large: {fault}")
    return form


def _typed(kind: Any, value: Any) -> Any:
    """Return plain data as the annotation `kind` says: a dataclass, a tuple of such, a str, int or bool."""
    if typing.get_origin(kind) is tuple and type(value) is list:
        return tuple(_typed(typing.get_args(kind)[0], item) for item in value)
    if is_dataclass(kind) and type(value) is dict and _fits(kind, value):
        hints = _hints(kind)
        return kind(**{name: _typed(hints[name], item) for name, item in value.items()})
    if type(value) is not kind:
        raise ValueError("not of the right type")
    if kind is str:
        value.encode()  # JSON can spell what is no text
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _fits(kind: type, value: dict[str, Any]) -> bool:
    """Return whether a dict has the fields of a dataclass; links made before a field came do without it."""
    needed = {field.name for field in fields(kind) if field.default is MISSING}
    return needed <= value.keys() <= {field.name for field in fields(kind)}
