"""The front end's files: named by what they hold, compressed once, and kept by a browser for ever."""

import gzip
import json
import re

import pytest
from starlette.requests import Request

from autograd_studio import lessons
from autograd_studio.web import previews
from autograd_studio.web.routes import immutable

from ..support.awaiting import awaited

NAMES = {
    "studio",
    "codemirror",
    "streamlit",
    "worker",
    "lessons",
    "points",
    "operators",
    "forms",
    "inter",
    "jetbrains-mono",
}


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    """Where the module would be built: it is not, whatever the developer has built."""
    known = immutable.files, immutable.paths, immutable.packed
    monkeypatch.setattr(immutable, "MODULE", tmp_path)
    for found in known:
        found.cache_clear()
    yield tmp_path
    for found in known:
        found.cache_clear()


def ask(path, encodings="gzip, br"):
    scope = {"type": "http", "headers": [(b"accept-encoding", encodings.encode())], "path_params": {"name": path}}
    return awaited(immutable.file(Request(scope)))


def test_each_file_is_named_by_its_digest():
    paths = immutable.paths()
    assert set(paths) == NAMES
    for name, path in paths.items():
        assert re.fullmatch(rf"/studio/{name}-[0-9a-f]{{16}}\.(js|json|woff2)", path)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_file_is_kept_for_ever(name):
    answer = ask(immutable.paths()[name].rpartition("/")[2])
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    kind = answer.headers["content-type"].partition(";")[0]
    assert kind == {"inter": "font/woff2", "jetbrains-mono": "font/woff2"}.get(
        name, "text/javascript" if name in ("studio", "codemirror", "streamlit", "worker") else "application/json"
    )


def test_a_file_is_compressed_for_who_takes_it():
    name = immutable.paths()["lessons"].rpartition("/")[2]
    packed, plain = ask(name), ask(name, "identity")
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(packed.body) == plain.body
    titles = [lesson["title"] for lesson in json.loads(plain.body)["lessons"]]
    assert lessons.default().title in titles


def test_a_font_is_as_it_is():
    answer = ask(immutable.paths()["inter"].rpartition("/")[2])
    assert "content-encoding" not in answer.headers
    assert answer.body == (immutable.BUNDLES / "inter.woff2").read_bytes()


@pytest.mark.parametrize("name", ["studio.js", "studio-0000000000000000.js", "../places.py", ""])
def test_nothing_else_is_served(name):
    assert ask(name).status_code == 404
    assert "cache-control" not in ask(name).headers


def test_they_are_below_the_base_path(monkeypatch):
    monkeypatch.setattr(immutable, "base_path", lambda: "/course")
    assert immutable.paths()["studio"].startswith("/course/studio/studio-")
    assert {route.path for route in immutable.ROUTES} == {"/studio/{name}", "/{base:path}/studio/{name}"}


def test_pictures_of_links_are_served():
    answer = ask(previews.studio_picture().name)
    assert (answer.status_code, answer.media_type) == (200, "image/png")


def test_the_module_is_served_where_it_was_built(module):
    (module / "module-0123456789abcdef.json").write_text('{"archives":[]}')
    (module / "python-0123456789abcdef.wasm.gz").write_bytes(b"packed")
    (module / "sbom.json").write_text("{}")
    assert immutable.paths()["module"] == "/studio/module-0123456789abcdef.json"
    answer = ask("python-0123456789abcdef.wasm.gz")
    assert (answer.status_code, answer.media_type) == (200, "application/gzip")
    assert answer.headers["cache-control"] == immutable.FOREVER["Cache-Control"]
    assert "content-encoding" not in answer.headers  # the page unpacks it
    assert ask("sbom.json").status_code == 404
