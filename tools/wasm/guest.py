"""Runs inside of the module, at the build: says what of the library a run needs, and compiles our files for this Python."""

import importlib
import importlib._bootstrap_external as bootstrap
import json
import sys
from pathlib import Path

import _host

STUDIO = Path("/studio")
LIBRARY = "/usr/local/lib/python315.zip/"


def loaded() -> dict[str, list[str]]:
    """Return the files of the library and of ours that are loaded where programs run: all that a locked child has loaded."""
    from autograd_engine.run import program
    from autograd_studio.answering.importable import IMPORTABLE, MODULES
    from autograd_studio.web import page_worker

    page_worker.begin()
    for name in (IMPORTABLE + MODULES).split():
        if name != "torch":
            importlib.import_module(name)
    program.preload()
    origins = {
        getattr(module.__spec__, "origin", None) or "" for module in list(sys.modules.values()) if module.__spec__
    }
    return {
        "library": sorted(one.removeprefix(LIBRARY) for one in origins if one.startswith(LIBRARY)),
        "studio": sorted(one.removeprefix(f"{STUDIO}/") for one in origins if one.startswith(f"{STUDIO}/")),
    }


def compile_all(paths: list[str]) -> None:
    """Hand out the compiled form of our files, which is used without a look at its source."""
    for path in paths:
        source = (STUDIO / path).read_bytes()
        code = compile(source, str(STUDIO / path), "exec", dont_inherit=True)
        compiled = bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(source), False)
        cache = Path(bootstrap.cache_from_source(path))
        _host.call(f"file {cache}\n".encode() + compiled)


sys.path.insert(0, str(STUDIO))
found = loaded()
_host.call(b"file loaded.json\n" + json.dumps(found).encode())
compile_all(found["studio"])
