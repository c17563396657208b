"""Pictures that a program made: their bounds, and reading them from a child, whose bytes are hostile."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from autograd_studio.answering.outcome import Picture
from autograd_studio.answering.text import clean

from ..limits import MIB

# What stands in the output where a picture belongs: Unicode's character for an object in a text.
MARK = "\ufffc"

MOST = 8
MOST_BYTES = 1 * MIB  # all together
MOST_PIXELS = 1600  # of a side
TEXT_CHARACTERS = 400

_is_forgone = False

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHUNK = struct.Struct(">I4s")  # length and type of a chunk
_HEADER = struct.Struct(">I4sII5sI")  # the first chunk: among others, width and height

# What a picture consists of. What else may be in a PNG has no bounds, or tells of its maker.
_SEEN = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")


def forgo() -> None:
    """Have this process draw no figures, where nobody will see them: their marks say enough."""
    global _is_forgone
    _is_forgone = True


def are_forgone() -> bool:
    """Return whether this process draws no figures."""
    return _is_forgone


def picture(data: bytes, text: str) -> Picture:
    """Return a picture with nothing in it but what is seen.

    Raises:
        ValueError: it is not a PNG, or too large.
    """
    return Picture(_stripped(data), clean(text, TEXT_CHARACTERS))


def _stripped(data: bytes) -> bytes:
    """Return a PNG without the chunks that are not seen; they are counted and measured, not decoded."""
    chunks = list(_chunks(data))
    kind, header = chunks[0] if chunks else (b"", b"")
    if kind != b"IHDR" or len(header) != _HEADER.size:
        raise ValueError("a picture is not a PNG")
    _, _, width, height, *_ = _HEADER.unpack(header)
    if not 0 < width <= MOST_PIXELS or not 0 < height <= MOST_PIXELS:
        raise ValueError("a picture is too large")
    return _SIGNATURE + b"".join(chunk for kind, chunk in chunks if kind in _SEEN)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the type of each chunk, and the whole of it."""
    if not data.startswith(_SIGNATURE):
        raise ValueError("a picture is not a PNG")
    at = len(_SIGNATURE)
    while at < len(data):
        if len(data) - at < _CHUNK.size:
            raise ValueError("a picture is cut off")
        length, kind = _CHUNK.unpack_from(data, at)
        end = at + _CHUNK.size + length + 4  # a checksum follows
        if end > len(data):
            raise ValueError("a picture is cut off")
        yield kind, data[at:end]
        at = end
