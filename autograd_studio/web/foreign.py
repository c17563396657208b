"""Whose it is, what a request wants to run: `Own`, the studio's or the visitor's, or `Foreign`, what an address brought.

Whatever a program is written from is one of the two from the moment it is read (routes/requests.py), and what is made of it
stays that. The front end says which, and only a visitor's wish to run it makes it their own (runner/content.js).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from autograd_studio.answering.request import Request

Value = TypeVar("Value")


@dataclass(frozen=True)
class Content(ABC, Generic[Value]):
    """A value and whose it is. `bare` is the value alone."""

    bare: Value

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
