"""Files that a program writes: it has none, so they are kept in its memory and are gone when it ends.

What is told of PyTorch is often saved and loaded again. Folders are only the beginnings of names here.
"""

from __future__ import annotations

import io
import os
import sys
from types import TracebackType
from typing import IO, Any

from ...catalogue import say

_contents: dict[str, bytes] = {}
_told: set[str] = set()


class _File(io.BytesIO):
    """A file that is open to be written: what it holds is kept when it is closed."""

    def __init__(self, path: str, contents: bytes = b"") -> None:
        super().__init__()
        self.write(contents)
        self.name = path

    def flush(self) -> None:
        if not self.closed:
            _contents[self.name] = self.getvalue()

    def close(self) -> None:
        self.flush()
        super().close()


def opened(
    file: object, mode: str, encoding: str | None = None, errors: str | None = None, **options: Any
) -> IO | None:
    """Return a file to write to, or one that was written, None for any other."""
    if not isinstance(file, str | os.PathLike) or not set(mode.replace("w+", "w")) <= set("rwxabt"):
        return None
    path = os.path.normpath(os.fspath(file))
    if "r" in mode:
        if path not in _contents:
            return None
        data: IO = io.BytesIO(_contents[path])
    elif "x" in mode and path in _contents:
        raise FileExistsError(17, "File exists", file)
    else:
        _tell(path)
        data = _File(path, _contents.get(path, b"") if "a" in mode else b"")
    return data if "b" in mode else io.TextIOWrapper(data, encoding or "utf-8", errors, options.get("newline"))


def _tell(path: str) -> None:
    if path not in _told:
        _told.add(path)
        print(
            say("sandbox.file.kept", path=path),
            file=sys.stderr,
        )


class TemporaryDirectory:
    """The name of a folder that nothing else is in."""

    def __init__(self, suffix: str = "", prefix: str = "tmp", dir: str = "/tmp", **options: Any) -> None:
        self.name = os.path.join(dir, f"{prefix}{len(_told)}{suffix}")
        _told.add(self.name)

    def __enter__(self) -> str:
        return self.name

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.cleanup()

    def cleanup(self) -> None:
        """Forget what was written there."""
        for path in [path for path in _contents if path.startswith(f"{self.name}/")]:
            del _contents[path]


def named_temporary_file(mode: str = "w+b", suffix: str = "", prefix: str = "tmp", **options: Any) -> IO | None:
    """Return a file with a name of its own."""
    return opened(f"/tmp/{prefix}{len(_told)}{suffix}", "wb" if "b" in mode else "w")


# What of the module tempfile there is.
TEMPFILE = {
    "TemporaryDirectory": TemporaryDirectory,
    "NamedTemporaryFile": named_temporary_file,
    "mkdtemp": lambda *how, **options: TemporaryDirectory(*how, **options).name,
    "gettempdir": lambda: "/tmp",
}


def install() -> None:
    """Have a program find and remove what it has written, and make folders without an error."""
    exists, isfile, remove = os.path.exists, os.path.isfile, os.remove
    os.path.exists = lambda path: _is_written(path) or exists(path)
    os.path.isfile = lambda path: _is_written(path) or isfile(path)
    os.remove = lambda path, **options: _remove(path) if _is_written(path) else remove(path, **options)
    os.makedirs = lambda name, mode=0o777, exist_ok=False: None


def _is_written(path: Any) -> bool:
    return isinstance(path, str | os.PathLike) and os.path.normpath(os.fspath(path)) in _contents


def _remove(path: Any) -> None:
    del _contents[os.path.normpath(os.fspath(path))]
