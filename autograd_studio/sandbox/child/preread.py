"""The files of packages, read before the lock closes: a program that opens none has them from memory.

Tables, texts and fonts are opened from there, and modules that a package imports late are loaded from there.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import IO, Any

from ..limits import MIB

SUFFIXES = {".py", ".csv", ".gz", ".json", ".npy", ".npz", ".rst", ".toml", ".ttf", ".txt", ".yaml", ".yml"}
MOST_BYTES = 32 * MIB  # of a package; the smallest files come first

_real_open, _real_isfile, _real_exists = io.open, os.path.isfile, os.path.exists
_contents: dict[str, bytes] = {}


class _Read(io.BytesIO):
    """A file that was read, with the `name` that every open file has: matplotlib lists no font without one."""

    name: str


def read(folder: str) -> None:
    """Read what lies in a package's folder but its tests, and have open() know it from now on, through links too."""
    left = MOST_BYTES
    for size, path in sorted(_files(Path(folder))):
        left -= size
        if left < 0:
            break
        _contents[path] = _contents[os.path.realpath(path)] = Path(path).read_bytes()
    io.open, os.path.isfile, os.path.exists = _open, _isfile, _exists


def _files(folder: Path) -> list[tuple[int, str]]:
    found = (path for path in folder.rglob("*") if path.suffix in SUFFIXES and "tests" not in path.parts)
    return [(path.stat().st_size, str(path)) for path in found]


def is_read(path: str) -> bool:
    """Return whether a file was read."""
    return path in _contents


def opened(
    file: object, mode: str = "r", encoding: str | None = None, errors: str | None = None, **options: Any
) -> IO | None:
    """Return a file that was read, open to be read again; None if it is none."""
    contents = _contents.get(str(file)) if isinstance(file, str | os.PathLike) else None
    if contents is None or not set(mode) <= set("rbt"):
        return None
    data = _Read(contents)
    data.name = str(file)
    return data if "b" in mode else io.TextIOWrapper(data, encoding or "utf-8", errors)


def _open(file: Any, mode: str = "r", buffering: int = -1, *how: Any, **options: Any) -> IO:
    return opened(file, mode, *how[:2], **options) or _real_open(file, mode, buffering, *how, **options)


def _isfile(path: Any) -> bool:
    return str(path) in _contents or _real_isfile(path)


def _exists(path: Any) -> bool:
    return str(path) in _contents or _real_exists(path)


def spec(name: str, path: Sequence[str]) -> ModuleSpec | None:
    """Return how to load a module, of a package with this path, whose source was read; None if it was not."""
    tail = name.rpartition(".")[2]
    for folder in path:
        for file in (os.path.join(folder, f"{tail}.py"), os.path.join(folder, tail, "__init__.py")):
            if file in _contents:
                return spec_from_file_location(name, file, loader=_Loader(name, file))
    return None


class _Loader(SourceFileLoader):
    """Loads a module from memory."""

    def get_data(self, path: str) -> bytes:
        """Return the contents of a file that was read.

        Raises:
            OSError: it was not.
        """
        if path not in _contents:
            raise FileNotFoundError(path)
        return _contents[path]
