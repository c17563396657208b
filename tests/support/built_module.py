"""The module that runs programs in the page, built once for what it is made of: `make test-all` builds it, CI too."""

import hashlib
import os
import shutil
from pathlib import Path

from tools.wasm import guests
from tools.wasm.__main__ import CACHE, build
from tools.wasm.fetching import Unfetched

from .needed import needed

ROOT = Path(__file__).parents[2]
SOURCES = ("autograd_engine/**/*.py", "autograd_studio/**/*.py", "autograd_studio/catalogue/en/*.toml", "tools/wasm/*")
FOLDER = "AUTOGRAD_STUDIO_TEST_MODULES"  # where built modules are kept, for who has several working trees


def node():
    """Return the Node that runs it, or skip the test."""
    try:
        return guests.node()
    except guests.Unrunnable:
        return needed(None, "Node 24")


def module():
    """Return the folder with the module, built of the files as they are; skip the test where it cannot be."""
    node()
    needed((ROOT / "autograd_studio/web/node_modules").is_dir(), "web/node_modules (`make bundles`)")
    digest = hashlib.sha256()
    for path in sorted(
        {path for pattern in SOURCES for path in ROOT.glob(pattern) if "node_modules" not in path.parts}
    ):
        if path.is_file():
            digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    folder = Path(os.environ.get(FOLDER, CACHE / "built")) / digest.hexdigest()[:16]
    if not folder.is_dir():
        made = folder.with_suffix(f".{os.getpid()}")
        try:
            build(made, CACHE)
        except Unfetched as error:
            needed(None, f"the wheel of the module ({error})")
        try:
            made.rename(folder)
        except OSError:  # another process was faster
            shutil.rmtree(made)
    return folder
