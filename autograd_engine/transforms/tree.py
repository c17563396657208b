"""Nested tuples, lists and dicts, taken apart into their leaves and a description of the rest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any


@dataclass(frozen=True)
class Spec:
    """The form of a tree: the type of its root, its keys if it is a dict, and the forms below; a leaf has no type."""

    kind: type | None = None
    keys: tuple | None = None
    children: tuple[Spec, ...] = ()

    def unflatten(self, leaves: Any) -> Any:
        """Return the tree of this form with the given leaves."""
        return self._filled(iter(leaves))

    def _filled(self, leaves: Iterator) -> Any:
        if self.kind is None:
            return next(leaves)
        filled = [child._filled(leaves) for child in self.children]
        if self.keys is not None:
            return self.kind(zip(self.keys, filled, strict=True))
        return self.kind(*filled) if hasattr(self.kind, "_fields") else self.kind(filled)

    def broadcast(self, tree: Any) -> list | None:
        """Return a leaf of `tree` for each leaf of this form, where a leaf of `tree` may stand for several; None if it
        does not fit."""
        if _kind(tree) is None:
            return [tree] * self.count()
        root, below = _opened(tree)
        if root.kind is not self.kind or root.keys != self.keys or len(below) != len(self.children):
            return None
        found = [child.broadcast(part) for child, part in zip(self.children, below, strict=True)]
        return None if None in found else list(chain.from_iterable(found))

    def count(self) -> int:
        """Return the number of leaves."""
        return 1 if self.kind is None else sum(child.count() for child in self.children)

    def short(self) -> str:
        """Return the tree as it is written, a star for each leaf."""
        if self.kind is None:
            return "*"
        star = [child.short() for child in self.children]
        if self.keys is not None:
            return "{" + ", ".join(f"{key!r}: {text}" for key, text in zip(self.keys, star, strict=True)) + "}"
        if self.kind is list:
            return f"[{', '.join(star)}]"
        return f"({', '.join(star)}{',' * (len(star) == 1)})"

    def __repr__(self) -> str:
        return self._text(0)

    def _text(self, indent: int) -> str:
        if self.kind is None:
            return "*"
        keys = None if self.keys is None else list(self.keys)
        below = f",\n{' ' * (indent + 2)}".join(child._text(indent + 2) for child in self.children)
        return f"TreeSpec({self.kind.__name__}, {keys}, [{below}])"


def flatten(tree: Any) -> tuple[list, Spec]:
    """Return the leaves of a tree, in order, and its form."""
    if _kind(tree) is None:
        return [tree], Spec()
    root, below = _opened(tree)
    parts = [flatten(part) for part in below]
    return list(chain.from_iterable(leaves for leaves, _ in parts)), Spec(
        root.kind, root.keys, tuple(spec for _, spec in parts)
    )


def mapped(function: Callable, tree: Any) -> Any:
    """Return the tree with `function` applied to every leaf."""
    leaves, spec = flatten(tree)
    return spec.unflatten([function(leaf) for leaf in leaves])


def _kind(tree: Any) -> type | None:
    kind = type(tree)
    is_node = kind in (tuple, list, dict, OrderedDict) or isinstance(tree, tuple) and hasattr(kind, "_fields")
    return kind if is_node else None


def _opened(tree: Any) -> tuple[Spec, list]:
    """Return the root of a tree and what is directly below it."""
    if isinstance(tree, dict):
        return Spec(type(tree), tuple(tree)), list(tree.values())
    return Spec(type(tree)), list(tree)
