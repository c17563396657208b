"""Joining: names as a list in words, and sentences as one text."""

from __future__ import annotations

from ...catalogue import say


def join(parts: list[str]) -> str:
    """Return a list in words: "a, b and c"."""
    if len(parts) < 2:
        return parts[0] if parts else say("view.labels.nothing")
    return say("view.labels.and", first=", ".join(parts[:-1]), second=parts[-1])


def sentences(*said: str) -> str:
    """Return sentences as one text, without those that are empty."""
    return " ".join(filter(None, said))
