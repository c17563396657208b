"""Record the colours that Streamlit gives the player in light and dark: `python -m tools.theme` writes web/offline/theme.css."""

import re

from playwright.sync_api import sync_playwright

from benchmarks.chromium import launch

from .picture import ROOT, studio

PATH = ROOT / "autograd_studio" / "web" / "offline" / "theme.css"
NAMES = """(element, names) =>
    names.map((name) => [name, getComputedStyle(element).getPropertyValue(name)])"""


def used() -> list[str]:
    """Return the names of the colours and fonts that the player takes from the page."""
    sheets = [
        path.read_text(encoding="utf-8")
        for name in ("player", "editor")
        for path in (ROOT / "autograd_studio" / "web" / name).rglob("*.css")
    ]
    return sorted({name for sheet in sheets for name in re.findall(r"var\((--st-[a-z-]+)", sheet)})


def main() -> None:
    """Open the first lesson in both schemes and write what its player has."""
    rules = ["/* Written by tools/theme.py. */"]
    with studio() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for scheme in ("light", "dark"):
            page = browser.new_page(color_scheme=scheme)
            page.goto(address)
            page.get_by_role("slider", name="Step", exact=True).wait_for()
            found = page.locator(".player").evaluate(NAMES, used())
            lines = "".join(f"  {name}: {value};\n" for name, value in found)
            rules.append(
                f":root {{\n  color-scheme: light dark;\n{lines}}}"
                if scheme == "light"
                else f"@media (prefers-color-scheme: dark) {{\n:root {{\n{lines}}}\n}}"
            )
        browser.close()
    PATH.write_text("\n".join(rules) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
