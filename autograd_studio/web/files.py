"""The player's files: what a browser gets of this folder, in a component of Streamlit or in a page of its own."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent
_PLAYER = (
    "player",
    "panes/why",
    "tools/nudge",
    "stage/magnitudes",
    "stage/memory_overlay",
    "tools/prompt",
    "tools/pair",
    "panes/inside",
    "tools/predict",
)
_STYLES = ("editor/python.css", *(f"player/{name}.css" for name in _PLAYER))


def read(name: str) -> str:
    """Return the text of a file of this folder."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def player_style() -> str:
    """Return the CSS of the player."""
    return "".join(map(read, _STYLES))
