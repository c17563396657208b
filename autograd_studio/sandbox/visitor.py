"""Whose runs they are: the session that asks for them, and the address that it comes from."""

from dataclasses import dataclass

# A class, or a lecture, often shares one address, so what is one session's share an address has so many times.
CLASS = 300


@dataclass(frozen=True)
class Visitor:
    """One session of the studio; `address` is its network's, empty where none is known."""

    session: str
    address: str = ""
