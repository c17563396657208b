"""What the author of a lesson file may have meant by a misspelt word."""

from __future__ import annotations

import difflib
from collections.abc import Collection

from ..catalogue import say

LONGEST_QUOTED = 60


def quoted(text: str) -> str:
    """Return an author's text between quotation marks, its beginning if it is long."""
    return f'"{text}"' if len(text) <= LONGEST_QUOTED else f'"{text[:LONGEST_QUOTED]}…"'


def nearest(word: str, known: Collection[str]) -> list[str]:
    """Return the known words that may have been meant, at most two."""
    return difflib.get_close_matches(word, known, 2, 0.6)


def is_it(meant: Collection[str]) -> str:
    """Return the question whether something was meant: `: is it "title"?`."""
    return say("lessons.shown.is_it", names=" or ".join(map(quoted, meant)))
