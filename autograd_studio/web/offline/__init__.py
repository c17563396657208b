"""A run as one file: a page with the player, which needs no server, no network and no Streamlit."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from pathlib import Path
from string import Template

from autograd_studio.answering.printed import Printed
from autograd_studio.view.payload.writing import compressed

from ...catalogue import say

_WEB = Path(__file__).parents[1]
_FONTS = {"Inter": "inter", "JetBrains Mono": "jetbrains-mono"}


def page(payload: bytes, source: str, *, step: int = 1, printed: Printed | None = None, title: str = "") -> str:
    """Return the HTML of a run's page.

    `payload` is what `packed` made of it, `source` its program, `printed` what it wrote.
    `step` counts from 1: where to begin.
    """
    studio = _bundle("studio.js")
    (mount,) = re.findall(r"([\w$]+) as mountFile\b", studio)
    return Template((Path(__file__).parent / "page.html").read_text(encoding="utf-8")).substitute(
        title=html.escape(title or say("web.page.name")),
        fonts="\n".join(_font(family, name) for family, name in _FONTS.items()),
        run=saved(payload, source, step, printed),
        codemirror=_script(_bundle("codemirror.js")),
        studio=_script(studio),
        mount=mount,
        licence=html.escape("\n\n".join(map(_bundle, _licences())).replace("--", "- -")),
    )


def saved(payload: bytes, source: str, step: int = 1, printed: Printed | None = None) -> str:
    """Return what a page shows, as `mountFile` takes it: a `Saved` of web/offline/file.js, as compressed JSON in base64."""
    beside = {"program": source, "step": step, "printed": printed and printed.plain()}
    head, _, tail = json.dumps(beside | {"payload": None}).rpartition("null")
    return base64.b64encode(compressed(head.encode() + gzip.decompress(payload) + tail.encode())).decode()


def _bundle(name: str) -> str:
    return (_WEB / "bundles" / name).read_text(encoding="utf-8")


def _licences() -> list[str]:
    return sorted(path.name for path in (_WEB / "bundles").glob("*.LICENSE"))


def _script(text: str) -> str:
    """Return a script as it can stand in a page: what would end it or begin a comment is written otherwise."""
    return re.sub(r"<(?=/script|!--)", r"\\x3c", text, flags=re.IGNORECASE)


def _font(family: str, name: str) -> str:
    letters = base64.b64encode((_WEB / "bundles" / f"{name}.woff2").read_bytes()).decode()
    source = f'url("data:font/woff2;base64,{letters}") format("woff2")'
    return f'@font-face {{ font-family: "{family}"; font-weight: 100 900; src: {source}; }}'
