"""Text that came out of a program, made harmless for a page, a terminal and a log."""

import codecs
import re
from contextlib import suppress
from typing import Any

from autograd_engine.trace.schema import to_json

# Control characters other than newline and tab, line and paragraph separators, what changes the direction of
# the text around it, invisible format characters (but not the joiners that Hindi, Persian and emoji are
# written with), tags, and surrogates, which no encoder takes.
UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
    "\ud800-\udfff]"
)

# What may stand for an unsafe character in JSON, in which a backslash is escaped, too.
ESCAPE = re.compile(rb"\\[ubfr]")
BACKSLASH = rb"\\"
DELETE = b"\x7f"  # the one control character that JSON lets stand in a text as it is


def clean(text: str, limit: int | None = None) -> str:
    """Return the text with unsafe characters replaced by U+FFFD, cut to `limit` characters."""
    if limit is not None and len(text) > limit:
        text = text[: limit - 1] + "…"
    if UNSAFE.search(text) is None:
        return text
    return UNSAFE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def is_clean(document: bytes) -> bool:
    """Return whether a JSON document is UTF-8 and none of its texts has an unsafe character, escaped or not."""
    if ESCAPE.search(document.replace(BACKSLASH, b"")):
        return False
    if document.isascii():
        return DELETE not in document
    try:
        return UNSAFE.search(document.decode()) is None
    except UnicodeDecodeError:
        return False


def cleaned(value: Any) -> Any:
    """Return a JSON value with all its texts clean."""
    if type(value) is str:
        return clean(value)
    if type(value) in (list, tuple):
        return [cleaned(item) for item in value]
    if type(value) is dict:
        return {clean(key): cleaned(item) for key, item in value.items()}
    return value


def clean_json(trace: dict) -> bytes:
    """Return a Trace as JSON in which no text has a character that deceives."""
    with suppress(UnicodeEncodeError):  # a lone surrogate
        data = to_json(trace)
        if is_clean(data):
            return data
    return to_json(cleaned(trace))


def decode(data: bytes) -> str:
    """Return bytes a program wrote as clean text; a character that was cut off at the end is dropped."""
    return clean(codecs.getincrementaldecoder("utf-8")("replace").decode(data))


def overwritten(data: bytes) -> bytes:
    """Return what stays of lines that are written anew from their beginning, as progress bars are, on a terminal."""
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    return b"\n".join(line.rstrip(b"\r").rpartition(b"\r")[2] for line in lines)
