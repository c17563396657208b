"""What the two locks say is installed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

_PINNED = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True)
class Package:
    """A package of one version; `sha256` has the hash of each file that it may be installed from."""

    name: str
    version: str
    registry: str  # "pypi" or "npm", as a purl names it
    sha256: tuple[str, ...] = ()
    licence: str = ""


def python(lock: str) -> list[Package]:
    """Return the packages of a lock as uv and pip-compile write it."""
    starts = [*_PINNED.finditer(lock)]
    ends = [start.start() for start in starts[1:]] + [len(lock)]
    return [
        Package(start[1], start[2], "pypi", tuple(_HASH.findall(lock, start.end(), end)))
        for start, end in zip(starts, ends, strict=True)
    ]


def javascript(lock: str) -> list[Package]:
    """Return the packages of a package-lock.json that what we ship is bundled from, without what builds it."""
    packages = json.loads(lock)["packages"]
    return [
        Package(path.rpartition("node_modules/")[2], found["version"], "npm", licence=found["license"])
        for path, found in packages.items()
        if path and not found.get("dev")
    ]
