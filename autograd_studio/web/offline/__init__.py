"""A run as one file: a page with the player, which needs no server, no network and no Streamlit."""

from __future__ import annotations

import base64
import html
import importlib.util
import re
from pathlib import Path
from string import Template

from ..files import player_style, read
from ..parcel import Code, Head, parcel
from ..printed import Printed

_FONTS = {"Source Sans": "SourceSansVF-Upright", "Source Code Pro": "SourceCodeVF-Upright"}


def page(payload: bytes, source: str, *, step: int = 1, printed: Printed | None = None, title: str = "") -> str:
    """Return the HTML of a run's page.

    `payload` is what `packed` made of it, `source` its program, `printed` what it wrote.
    `step` counts from 1: where to begin.
    """
    code = Code(source, given=source, locked=True)
    player = read("bundles/player.js")
    (mount,) = re.findall(r"export\s*\{\s*([\w$]+) as default\s*\}", player)
    return Template(read("offline/page.html")).substitute(
        title=html.escape(title or "Autograd Studio"),
        style=_fonts() + read("offline/theme.css") + player_style(),
        player=read("player/player.html"),
        parcel=base64.b64encode(parcel(payload, code, Head(step, printed=printed))).decode(),
        codemirror=_script(read("bundles/codemirror.js")),
        script=_script(player),
        mount=mount,
        licence=html.escape(read("bundles/codemirror.LICENSE").replace("--", "- -")),
    )


def _script(text: str) -> str:
    """Return a script as it can stand in a page: what would end it or begin a comment is written otherwise."""
    return re.sub(r"<(?=/script|!--)", r"\\x3c", text, flags=re.IGNORECASE)


def _fonts() -> str:
    """Return the rules of Streamlit's fonts, whose letters the boxes were measured by; "" where it is not installed."""
    streamlit = importlib.util.find_spec("streamlit")
    if streamlit is None or streamlit.origin is None:
        return ""
    media = Path(streamlit.origin).parent / "static" / "static" / "media"
    return "".join(
        f'@font-face {{ font-family: "{family}"; font-weight: 100 900; '
        f'src: url("data:font/woff2;base64,{base64.b64encode(path.read_bytes()).decode()}") format("woff2"); }}\n'
        for family, name in _FONTS.items()
        for path in media.glob(f"{name}.*.woff2")
    )
