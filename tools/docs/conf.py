"""How Sphinx makes pages of the documentation: as GitHub shows them, in the studio's colours, and asking no other host."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.docs import licences, sources
from tools.docs.__main__ import ABOVE

WEB = sources.ROOT / "autograd_studio" / "web"
_MENTION = re.compile(rf"\bdocs/([a-z]+)\.md\b|\b({'|'.join(map(re.escape, ABOVE))})\b")
_TOKENS = re.findall(r"\{(.*?)\}", (WEB / "shell" / "tokens.css").read_text(encoding="utf-8"), re.DOTALL)


def _colours(tokens: str) -> dict[str, str]:
    """Return Furo's colours from the tokens of one of our themes."""
    ours = dict(re.findall(r"--([\w-]+):\s*([^;]+);", tokens))
    taken = {
        "color-brand-primary": "fwd-ink", "color-brand-content": "fwd-ink", "color-brand-visited": "acc-ink",
        "color-foreground-primary": "ink", "color-foreground-secondary": "mute", "color-background-primary": "panel",
        "color-background-secondary": "canvas", "color-background-border": "rule", "color-inline-code-background": "tint",
    }  # fmt: skip
    return {name: ours[token] for name, token in taken.items()}


project = "Autograd Studio"
extensions = ["myst_parser"]
myst_heading_anchors = 3
exclude_patterns = ["generated"]
html_theme = "furo"
html_title = project
html_static_path = [str(WEB / "bundles" / f"{name}.woff2") for name in licences.FONTS]
html_static_path += [str(Path(__file__).parent / "ours.css")]
templates_path = [str(Path(__file__).parent)]
SIDEBAR = "sidebar/brand studio sidebar/search sidebar/scroll-start sidebar/navigation sidebar/scroll-end"
html_sidebars = {"**": [f"{part}.html" for part in SIDEBAR.split()]}
html_css_files = ["ours.css"]
html_logo = html_favicon = str(WEB / "icon.svg")
html_copy_source = html_use_index = html_show_copyright = html_show_sphinx = False
smartquotes = False  # texts are as they are written
pygments_style, pygments_dark_style = sources.STYLES
highlight_language = "none"  # a block that names no language is a shell's, a tree or a drawing
html_theme_options = {
    "light_css_variables": _colours(_TOKENS[0]) | {"font-stack": "Inter, sans-serif", "font-stack--monospace": "JetBrains Mono"},
    "dark_css_variables": _colours(_TOKENS[1]),
}  # fmt: skip


def setup(app: Sphinx) -> None:
    """Lead from what is named to where it is."""
    named: set[str] = set()
    app.connect("doctree-read", lambda app, tree: named.update(_link(tree)))
    app.connect("build-finished", lambda app, error: sources.write(Path(app.outdir), named))
    app.connect("build-finished", lambda app, error: licences.write(Path(app.outdir), WEB / "bundles"))


def _link(tree: nodes.document) -> set[str]:
    """Make links of the pages and files that a page names; return the files."""
    files = set()
    for literal in list(tree.findall(nodes.literal)):
        path = sources.path_of(literal.astext())
        if path is not None and not _is_link(literal):
            literal.replace_self(nodes.reference("", "", literal.deepcopy(), refuri=sources.address(path)))
            files.add(path)
    for text in list(tree.findall(nodes.Text)):
        if _MENTION.search(text) and not _is_link(text) and not isinstance(text.parent, nodes.FixedTextElement):
            text.parent.replace(text, _with_links(text))
    return files


def _is_link(node: nodes.Node | None) -> bool:
    """Return whether a node is in a link, or in a heading, which is a link in the list of headings."""
    while node is not None:
        if isinstance(node, nodes.reference | nodes.title | nodes.raw) or node.tagname == "pending_xref":
            return True
        node = node.parent
    return False


def _with_links(text: str) -> list[nodes.Node]:
    """Return a text with links in place of the pages that it names."""
    found, end = [], 0
    for mention in _MENTION.finditer(text):
        page = mention[1] or ABOVE[mention[2]]
        found += [nodes.Text(text[end : mention.start()]), nodes.reference("", mention[0], refuri=f"{page}.html")]
        end = mention.end()
    return [*found, nodes.Text(text[end:])]
