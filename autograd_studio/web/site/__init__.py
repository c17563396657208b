"""The studio as a folder of files, which any web server can serve: a page for each place and each lesson, and no server of ours.

Lessons open with their stored runs; other programs run in the page, where the folder has the module for that (`make wasm`).
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Template

from autograd_studio import lessons

from ...catalogue import say
from ...version import VERSION
from .. import previews
from ..files import read
from ..places import DEFAULT, NAME, PLACES
from ..previews import Preview
from ..routes.immutable import BUNDLES, JSON, SCRIPT, digested, shared
from ..runs import engines, shown
from ..runs.run import stored

# A page of a site asks only its own server, and compiles WebAssembly.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
CSS = "text/css"
HERE = "index.html"
PICTURES = "pictures"
DOCS = "docs"
SITE_BYTES = 2**20  # from which on a file is not kept by the service worker: the module keeps itself


class NotOurs(Exception):
    """A folder that has files which no site has; the message says so."""


@dataclass(frozen=True)
class Page:
    """A page of a site: where it is below the root, and what it is."""

    path: str
    preview: Preview


def make(target: Path, module: Path | None, url: str | None = None, docs: Path | None = None) -> None:
    """Write the site into a folder, in place of a site that is there.

    `module` is the folder with what runs programs, None for a site without that; `url` is where the site will be, None for a
    site whose links are shown without pictures; `docs` is the folder of the documentation, None for a site without one.

    Raises:
        NotOurs: the folder has something else.
        OSError: it cannot be written.
    """
    if target.exists() and any(target.iterdir()) and not (target / "site.webmanifest").exists():
        raise NotOurs(say("web.site.not_ours", folder=target))
    shutil.rmtree(target, ignore_errors=True)
    files = dict(_files(module))
    files |= _pages({**_site(files), "docs": None if docs is None else DOCS}, url)
    files["service_worker.js"] = _service_worker(files)
    if url is not None:
        files |= {f"{PICTURES}/{page.preview.picture.name}": page.preview.picture.read_bytes() for page in pages()}
    files["404.html"] = _missing()
    for path, body in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(body)
    if module is not None:
        shutil.copytree(module / "LICENSES", target / "studio" / "LICENSES", dirs_exist_ok=True)
    if docs is not None:
        shutil.copytree(docs, target / DOCS)


def pages() -> Iterator[Page]:
    """Yield the pages: the places, and the lessons."""
    for name in PLACES:
        yield Page("" if name == DEFAULT else f"{name}/", previews.of_place(name))
    for topic in lessons.topics():
        for lesson in topic.lessons:
            yield Page(f"lesson/{lesson.id}/", previews.of_lesson(lesson))


# ---- files


def _files(module: Path | None) -> Iterator[tuple[str, bytes]]:
    """Yield what the pages load, by paths below the root."""
    for name, file in shared():
        yield f"studio/{name}", file.body
    for script in ("site.js", "unserved.js"):
        name, file = digested(script, SCRIPT, (BUNDLES / script).read_bytes())
        yield f"studio/{name}", file.body
    name, file = digested("ground.css", CSS, read("ground.css").encode())
    yield f"studio/{name}", file.body
    for licence in BUNDLES.glob("*.LICENSE"):
        yield f"studio/LICENSES/{licence.name}", licence.read_bytes()
    for lesson in _lessons():
        run = stored(lesson.source)
        if run is not None:
            name, file = digested(f"{lesson.id}.json.gz", JSON, gzip.compress(shown.told(run), mtime=0))
            yield f"studio/runs/{name}", file.body
    for path in module.iterdir() if module is not None else ():
        if path.is_file():
            yield f"studio/{path.name}", path.read_bytes()
    yield "icon.svg", read("icon.svg").encode()
    yield "site.webmanifest", _manifest()


def _lessons() -> Iterator[lessons.Lesson]:
    if (tour := lessons.tour()) is not None:
        yield tour
    for topic in lessons.topics():
        yield from topic.lessons


def _manifest() -> bytes:
    """Return what makes a site one that can be installed."""
    ground = re.findall(r"#\w+", read("ground.css"))[0]
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}
    return json.dumps({
        "name": NAME, "short_name": NAME, "description": say(f"web.site.{DEFAULT}"), "start_url": "./", "display": "standalone",
        "background_color": ground, "theme_color": ground, "icons": [icon],
    }).encode()  # fmt: skip


# ---- pages


def _site(files: dict[str, bytes]) -> dict[str, object]:
    """Return what each page is told of the site: see web/site/site.js."""
    bare = {path: path.rpartition("/")[2].partition(".")[0].rpartition("-")[0] for path in files if "-" in path}
    runs = {name: path for path, name in bare.items() if path.startswith("studio/runs/")}
    scripts = {name: path for path, name in bare.items() if path.count("/") == 1 and not path.endswith(".gz")}
    return {"files": scripts, "runs": runs, "engine": engines.name("built-in"), "version": VERSION}


def _pages(site: dict[str, object], url: str | None) -> dict[str, bytes]:
    """Return the documents by their paths."""
    pictures = None if url is None else f"{url}/{PICTURES}"
    template, files = Template(read("site/page.html")), site["files"]
    found = {}
    for page in pages():
        root = "/".join([".."] * page.path.count("/")) or "."
        told = json.dumps({"root": root, **site}).replace("<", "\\u003c")
        shown = page.preview
        found[page.path + HERE] = template.substitute(
            _escaped(title=shown.title, text=shown.text, root=root, policy=POLICY, language=say("web.site.language"),
                     noscript=say("web.site.no_script")),
            from_disk=_coded(say("web.site.from_disk")), preview=shown.elements(pictures), told=told,
            **{name: files[name] for name in ("ground", "studio", "inter", "site", "unserved")},
        ).encode()  # fmt: skip
    return found


def _missing() -> bytes:
    """Return the document that a server may show where there is none."""
    words = _escaped(
        language=say("web.site.language"), title=say("web.site.missing.title"), text=say("web.site.missing.text")
    )
    return Template(read("site/missing.html")).substitute(words).encode()


def _escaped(**texts: str) -> dict[str, str]:
    return {name: html.escape(text) for name, text in texts.items()}


def _coded(text: str) -> str:
    """Return a text as HTML, with what stands between backticks as code."""
    return re.sub("`(.*?)`", r"<code>\1</code>", html.escape(text))


def _service_worker(files: dict[str, bytes]) -> bytes:
    """Return the script that keeps these files in a browser; it changes whenever one of them does."""
    kept = sorted(path for path, body in files.items() if "LICENSES" not in path and len(body) < SITE_BYTES)
    digest = hashlib.blake2b(digest_size=8)
    for path in kept:
        digest.update(f"{path}\n".encode() + files[path])
    site = json.dumps({"version": digest.hexdigest(), "files": [path.removesuffix(HERE) for path in kept]})
    return f"self.site = {site};\n".encode() + (BUNDLES / "service_worker.js").read_bytes()
