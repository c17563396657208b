"""Changing the module's file: without the names of its functions, and with a bound for its memory."""

from __future__ import annotations

from collections.abc import Iterator

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, MEMORY = 0, 5  # the numbers of sections
PAGE = 1 << 16


def stripped(module: bytes, most_memory: int) -> bytes:
    """Return a module without its custom sections, which nothing reads, and whose memory grows to so many bytes at most.

    Raises:
        ValueError: it is not a WebAssembly module with one memory of its own.
    """
    if not module.startswith(MAGIC):
        raise ValueError("it is not a WebAssembly module")
    found, has_memory = [MAGIC], False
    for kind, body in _sections(module):
        if kind == MEMORY:
            body, has_memory = _bounded(body, most_memory // PAGE), True
        if kind != CUSTOM:
            found += [bytes([kind]), _number(len(body)), body]
    if not has_memory:
        raise ValueError("it has no memory of its own")
    return b"".join(found)


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    at = len(MAGIC)
    while at < len(module):
        kind = module[at]
        length, start = _read(module, at + 1)
        yield kind, module[start : start + length]
        at = start + length


def _bounded(body: bytes, most_pages: int) -> bytes:
    """Return a section of one memory with another maximum."""
    count, at = _read(body, 0)
    flags, at = _read(body, at)
    least, _ = _read(body, at)
    if count != 1 or flags > 1:
        raise ValueError("it has not one plain memory")
    return _number(1) + _number(1) + _number(least) + _number(max(least, most_pages))


def _read(data: bytes, at: int) -> tuple[int, int]:
    """Return the number that stands somewhere (LEB128), and where it ends."""
    found = shift = 0
    while True:
        byte = data[at]
        found |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return found, at


def _number(value: int) -> bytes:
    found = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        if not value:
            return bytes([*found, low])
        found.append(low | 0x80)
