"""Links: a program, or a form, as text of an address.

An address says `?lesson=<id>` or `?program=<token>` (pages with a form: `?form=<token>`), and `&step=<n>`; with
`&engine=torch` the program runs on PyTorch, and `&note=<text>` says something to whoever opens the link.
A token is the text's UTF-8, deflated, in base64url. Tokens come from anybody: they are read with bounds on
everything.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from urllib.parse import urlencode, urlsplit, urlunsplit

# Servers and proxies take request lines of 8 KiB; the rest of the address needs a little.
MOST_CHARACTERS = 7000
MOST_BYTES = 64 << 10
MOST_STEPS = 10_000_000
MOST_NOTE = 300  # characters

_TOKEN = re.compile(r"[A-Za-z0-9_-]+")


class BrokenLink(ValueError):
    """A link that cannot be read; the message is for the user."""


def token(text: str) -> str | None:
    """Return a text as a token, None if it is too long for a link."""
    data = text.encode()
    if len(data) > MOST_BYTES:
        return None
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    found = base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")
    return found if len(found) <= MOST_CHARACTERS else None


def text_of(token: str) -> str:
    """Return the text of a token.

    Raises:
        BrokenLink: it is not one, or too long.
    """
    if len(token) > MOST_CHARACTERS:
        raise BrokenLink("The link is too long.")
    if not _TOKEN.fullmatch(token):
        raise BrokenLink("The link is broken: it contains an invalid character.")
    unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        data = unpacker.decompress(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)), MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise BrokenLink("The text in the link is too long.")
        if not unpacker.eof or unpacker.unused_data:
            raise BrokenLink("The link is broken: part of it is missing.")
        return data.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise BrokenLink("The link is broken: was it copied completely?") from None


def step_of(text: str) -> int | None:
    """Return the step that an address names, None if it names none."""
    step = number_of(text)
    return None if step is None else max(1, step)


def number_of(text: str) -> int | None:
    """Return the whole number that an address says, None if it says none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_STEPS)) else None


def note_of(text: str) -> str:
    """Return the note of an address as one line of plain text."""
    printable = "".join(c if c.isprintable() else " " for c in text[: 2 * MOST_NOTE])
    return " ".join(printable.split())[:MOST_NOTE]


def address(base: str, **parameters: str | int | None) -> str:
    """Return the address of a page with these parameters; None leaves one out."""
    scheme, host, path, *_ = urlsplit(base)
    said = {name: value for name, value in parameters.items() if value is not None}
    return urlunsplit((scheme, host, path or "/", urlencode(said), ""))
