"""Measure the letters of the names of boxes in Chromium, and write autograd_studio/view/picture/letter_widths.py.

To be run when web/bundles/inter.woff2 is another font: `python -m tools.letter_widths`.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from string import printable

from playwright.sync_api import sync_playwright

from benchmarks.chromium import launch

ROOT = Path(__file__).parents[1]
FONT = ROOT / "autograd_studio" / "web" / "bundles" / "inter.woff2"
TARGET = ROOT / "autograd_studio" / "view" / "picture" / "letter_widths.py"

LETTERS = [*printable[:95], "·", "…", "ᵀ"]  # those of ASCII that are seen, and what titles have besides

MEASURE = """async ([font, letters]) => {
  const face = new FontFace("measured", `url(data:font/woff2;base64,${font})`, { weight: "100 900" });
  document.fonts.add(await face.load());
  const context = document.createElement("canvas").getContext("2d");
  context.font = "600 1000px measured";
  return letters.map((letter) => Math.round(context.measureText(letter).width));
}"""

TEXT = '''"""How wide letters are in the names of boxes: Inter at weight 600. Made by tools/letter_widths.py."""

# In thousandths of the size of the letters.
WIDTHS = {{
{rows}
}}  # fmt: skip
'''


def main() -> None:
    """Write the table."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        font = base64.b64encode(FONT.read_bytes()).decode()
        widths = browser.new_page().evaluate(MEASURE, [font, LETTERS])
        browser.close()
    pairs = [
        f"{json.dumps(letter, ensure_ascii=False)}: {width}," for letter, width in zip(LETTERS, widths, strict=True)
    ]
    rows = ["    " + " ".join(pairs[at : at + 12]) for at in range(0, len(pairs), 12)]
    TARGET.write_text(TEXT.format(rows="\n".join(rows)), encoding="utf-8")


if __name__ == "__main__":
    main()
