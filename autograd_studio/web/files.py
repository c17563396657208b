"""The texts of this folder that a child of the sandbox or a saved page gets."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def read(name: str) -> str:
    """Return the text of a file of this folder."""
    return (_FOLDER / name).read_text(encoding="utf-8")
