"""What a program wrote, as the player takes it."""

from __future__ import annotations

import base64
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .outcome import Picture

_SIZE = slice(16, 24)  # of a PNG: where its width and height are


@dataclass(frozen=True)
class Printed:
    """What a run wrote to stdout and stderr, and the pictures whose marks are in stdout."""

    stdout: str
    stderr: str
    pictures: Sequence[Picture] = ()

    def plain(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {"stdout": self.stdout, "stderr": self.stderr, "pictures": list(map(_plain, self.pictures))}


def _plain(picture: Picture) -> dict[str, Any]:
    width, height = struct.unpack(">II", picture.png[_SIZE])
    png = base64.b64encode(picture.png).decode()
    return {"png": png, "text": picture.text, "width": width, "height": height}
