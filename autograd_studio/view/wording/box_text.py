"""Text that is drawn into boxes: how wide it is, and how it is made to fit."""

import functools
import re
import unicodedata

ELLIPSIS = "…"

# Characters that would turn the direction of the text around them.
_DIRECTION = {
    *map(chr, range(0x202A, 0x202F)),
    *map(chr, range(0x2066, 0x206A)),
    "\u200e",
    "\u200f",
    "\u061c",
}


def columns(text: str) -> int:
    """Return how many columns of a monospaced font a text takes: a wide character 2, a combining one 0."""
    return len(text) if text.isascii() else sum(map(_width, text))


@functools.lru_cache(maxsize=1024)
def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def one_line(text: str) -> str:
    """Return a text as one line without control characters."""
    if text.isascii() and text.isprintable():
        return text
    found = "".join(" " if c.isspace() else c for c in text if c not in _DIRECTION and (c.isspace() or _visible(c)))
    return " ".join(found.split())


def _visible(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cs", "Co", "Cn")


@functools.lru_cache(4096)  # every chapter has the same names
def shortened(text: str, limit: int) -> str:
    """Return a text as one line of at most `limit` columns, cut with an ellipsis if it is longer."""
    text = one_line(text[: 8 * limit]) if len(text) > 8 * limit else one_line(text)
    if columns(text) <= limit:
        return text
    room = limit - 1
    for end, character in enumerate(text):
        room -= _width(character)
        if room < 0:
            return text[:end] + ELLIPSIS
    return text


_IS_OPERATION = re.compile(r"[-+*/@<>=](?![^(]*\))|\s[-+*/@]\s")  # outside of a call


def as_operand(title: str) -> str:
    """Return a title in parentheses if it is an operation."""
    return f"({title})" if _IS_OPERATION.search(title) else title


_PRODUCT = re.compile(r"(?<=[\w)\]])\s*\*(?!\*)\s*(?=[\w(\[-])")
_MODULE = re.compile(r"\b(?:torch\.nn\.functional|nn\.functional|torch|F)\.(?=\w+\()")


def dotted(title: str) -> str:
    """Return a title as it is drawn: `log(c)` for `torch.log(c)`, and products as a formula has them, `2·b·b` for `2*b*b`."""
    return _PRODUCT.sub("·", _MODULE.sub("", title))
