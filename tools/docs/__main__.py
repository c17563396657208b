"""Write the documentation as a folder of pages: `python -m tools.docs [FOLDER]`, with what requirements-docs.txt names.

The files of docs/ and those that lie above it are put into one folder, of which Sphinx makes pages; conf.py says how.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import build_main

from .sources import ROOT

# All pages in order. A page that is not among them is a warning of Sphinx, and so an error.
PAGES = {
    "Use": ("player", "why", "lessons"),
    "Host": ("hosting", "security", "sandbox", "performance"),
    "How it works": ("architecture", "exactness", "agreement", "coverage", "trace", "payload", "routes", "editor"),
    "Take part": ("contributing", "security-policy", "changelog"),
}
ABOVE = {
    "README.md": "index", "CONTRIBUTING.md": "contributing", "SECURITY.md": "security-policy", "CHANGELOG.md": "changelog",
}  # fmt: skip


def gathered(folder: Path) -> None:
    """Put all files into a folder, in which the first page names the others."""
    shutil.copytree(ROOT / "docs", folder, dirs_exist_ok=True)
    for name, page in ABOVE.items():
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        (folder / f"{page}.md").write_text(text, encoding="utf-8")
    with (folder / "index.md").open("a", encoding="utf-8") as index:
        for caption, pages in PAGES.items():
            index.write(f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n")


def main() -> int:
    """Write the pages, and return 0 if nothing is wrong with them."""
    target = Path(*sys.argv[1:2] or ["build/docs"])
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        gathered(Path(folder) / "text")
        how = ["--quiet", "--fail-on-warning", "--keep-going", "--doctree-dir", f"{folder}/read"]
        return build_main([*how, "--conf-dir", str(Path(__file__).parent), f"{folder}/text", str(target)])


if __name__ == "__main__":
    sys.exit(main())
