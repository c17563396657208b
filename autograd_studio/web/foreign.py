"""Whose it is, what a page shows and may run: `Own`, the studio's or the visitor's, or `Foreign`, what an address brought.

Whatever a program is written from is one of the two from the moment it is read. What is made of it stays that, and what is
made of several is foreign if one of them is. Only the visitor's wish to run it makes it their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from autograd_studio.answering.request import Request

Value = TypeVar("Value")
Other = TypeVar("Other")


@dataclass(frozen=True)
class Content(ABC, Generic[Value]):
    """A value and whose it is. `bare` is the value alone, to be shown or compared."""

    bare: Value

    def replace(self, value: Other) -> Content[Other]:
        """Return another value that is whose this one is."""
        return type(self)(value)

    def map(self, make: Callable[[Value], Other]) -> Content[Other]:
        """Return what is made of the value."""
        return self.replace(make(self.bare))

    @abstractmethod
    def request(self: Content[str], **wishes: Any) -> Request:
        """Return the request to run a program, with the other fields of a Request."""


class Own(Content[Value]):
    """What the studio brings, or the visitor has written or asked to run."""

    def request(self: Own[str], **wishes: Any) -> Request:
        """Return the request to run it wherever programs run."""
        return Request(self.bare, locked=False, **wishes)


class Foreign(Content[Value]):
    """What an address brought, and nobody has asked to run."""

    def request(self: Foreign[str], **wishes: Any) -> Request:
        """Return the request to run it behind the lock or not at all."""
        return Request(self.bare, locked=True, **wishes)


def joined(make: Callable[..., Other], *parts: Content[Any]) -> Content[Other]:
    """Return what is made of several values: foreign if one of them is."""
    kind = Foreign if any(isinstance(part, Foreign) for part in parts) else Own
    return kind(make(*(part.bare for part in parts)))


def confirmed(content: Content[Value]) -> Own[Value]:
    """Return what the visitor has asked to run, whose it is from then on."""
    return Own(content.bare)
