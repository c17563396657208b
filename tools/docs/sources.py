"""Files of ours that the documentation names: where they are, and a page with the text of each."""

from __future__ import annotations

import html
import re
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

ROOT = Path(__file__).parents[2]
FOLDER = "source"
STYLES = "a11y-high-contrast-light", "a11y-high-contrast-dark"  # Furo's own
_ABOVE = ("", "autograd_engine", "autograd_studio", "autograd_studio/web", "tests")  # a path is below one of these
_PATH = re.compile(r"([\w.-]+/)*[\w.-]+\.(py|jsx?|mjs|ts|css|html|toml|ya?ml|conf|sh|txt|service)(?=$|::)")


def path_of(text: str) -> str | None:
    """Return the path of the file that a text names, below the top of the project; None if it names none."""
    found = _PATH.match(text)
    for above in _ABOVE if found else ():
        path = ROOT / above / found[0]
        if path.is_file() and "bundles" not in path.parts:  # nobody reads those
            return path.relative_to(ROOT).as_posix()
    return None


def address(path: str) -> str:
    """Return where the page of a file is, below the first page."""
    return f"{FOLDER}/{path}.html"


def write(target: Path, paths: set[str]) -> None:
    """Write the pages of files, and the looks of these pages."""
    for path in paths:
        page = target / address(path)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(_page(path), encoding="utf-8")
    light, dark = (HtmlFormatter(style=style).get_style_defs(".highlight") for style in STYLES)
    frame = "body { margin: 16px 24px; font: 14px/1.5 ui-monospace, monospace; } pre { margin: 0; }\n"
    ground = "html { background: %s; color: %s; } a { color: inherit; }\n"
    text = frame + ground % ("#fff", "#1f2328") + light
    text += f"\n@media (prefers-color-scheme: dark) {{\n{ground % ('#101113', '#eceef1')}{dark}\n}}\n"
    (target / FOLDER / "source.css").write_text(text, encoding="utf-8")


def _page(path: str) -> str:
    try:
        lexer = get_lexer_for_filename(path)
    except ClassNotFound:
        lexer = TextLexer()
    up = "../" * path.count("/")
    code = highlight((ROOT / path).read_text(encoding="utf-8"), lexer, HtmlFormatter())
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{html.escape(path)}</title>\n'
        f'<link rel="icon" href="../{up}_static/icon.svg">\n<link rel="stylesheet" href="{up}source.css">\n</head>\n<body>\n'
        f'<p><a href="../{up}index.html">Autograd Studio</a> · {html.escape(path)}</p>\n{code}</body>\n</html>\n'
    )
