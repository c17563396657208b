"""The files of the front end, each under the digest of what it holds: whoever has one never asks for it again."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from autograd_studio.lessons.listing import listing, points
from autograd_studio.lessons.operators import operators_listing

from ...catalogue import say
from .. import previews
from ..forms.examples import examples
from ..serving import base_path

BUNDLES = Path(__file__).parents[1] / "bundles"

# The folder in which `make wasm` has built the module that runs programs in the page.
SETTING = "AUTOGRAD_STUDIO_MODULE"
MODULE = Path(os.environ.get(SETTING, Path(__file__).parents[1] / "module"))
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}

SCRIPT, JSON, FONT = "text/javascript", "application/json", "font/woff2"
PACKED = "application/gzip"  # the page unpacks it, so no encoding of the answer may do so


@dataclass(frozen=True)
class File:
    """What is sent of a file: as it is, and compressed where that makes it smaller."""

    media_type: str
    body: bytes
    compressed: bytes | None

    def answer(self, accepted: str) -> Response:
        """Return the answer to who accepts these encodings."""
        if self.compressed is not None and "gzip" in accepted:
            return Response(
                self.compressed, headers={**FOREVER, "Content-Encoding": "gzip"}, media_type=self.media_type
            )
        return Response(self.body, headers=FOREVER, media_type=self.media_type)


@cache
def files() -> dict[str, File]:
    """Return the files by the names under which they are asked for, `studio-<digest>.js`."""
    return dict(_files())


@cache
def paths() -> dict[str, str]:
    """Return the path of each file by its bare name, `studio`, below that of the studio."""
    return {name.rpartition("-")[0]: f"{base_path()}/studio/{name}" for name in files()}


def _files() -> Iterator[tuple[str, File]]:
    yield digested("streamlit.js", SCRIPT, (BUNDLES / "streamlit.js").read_bytes())
    yield from shared()
    for index in MODULE.glob("module-*.json"):
        yield index.name, _compressed(JSON, index.read_bytes())


def shared() -> Iterator[tuple[str, File]]:
    """Yield the files that the front end has wherever it comes from, by their names."""
    for name in ("studio", "codemirror", "worker"):
        yield digested(f"{name}.js", SCRIPT, (BUNDLES / f"{name}.js").read_bytes())
    for name in ("inter", "jetbrains-mono"):
        yield digested(f"{name}.woff2", FONT, (BUNDLES / f"{name}.woff2").read_bytes())
    yield digested("lessons.json", JSON, listing())
    yield digested("points.json", JSON, points())
    yield digested("operators.json", JSON, operators_listing())
    yield digested("forms.json", JSON, msgspec.json.encode(examples()))


def digested(name: str, media_type: str, body: bytes) -> tuple[str, File]:
    """Return a file, and its name with the digest of what it holds."""
    bare, _, ending = name.partition(".")
    digest = hashlib.blake2b(body, digest_size=8).hexdigest()
    return f"{bare}-{digest}.{ending}", _compressed(media_type, body)


def _compressed(media_type: str, body: bytes) -> File:
    return File(media_type, body, None if media_type == FONT else gzip.compress(body, mtime=0))


@cache
def packed() -> dict[str, Path]:
    """Return what the module is made of, where it has been built: files of megabytes, compressed already."""
    return {path.name: path for path in MODULE.glob("*.gz")}


@cache
def pictures() -> dict[str, Path]:
    """Return what other pages show of a link, by name."""
    return {path.name: path for path in previews.FOLDER.glob("*.png")}


async def file(request: Request) -> Response:
    """Answer with a file."""
    name = request.path_params["name"]
    if name in packed():
        return FileResponse(packed()[name], headers=FOREVER, media_type=PACKED)
    if name in pictures():
        return FileResponse(pictures()[name], headers=FOREVER)
    found = files().get(name)
    if found is None:
        return PlainTextResponse(say("web.route.no_file") + "\n", 404)
    return found.answer(request.headers.get("accept-encoding", ""))


ROUTES = [Route(path, file, methods=["GET"]) for path in ("/studio/{name}", "/{base:path}/studio/{name}")]
