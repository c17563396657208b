"""The licences of what others wrote and the pages contain: the theme, the search, the colours of code and the letters."""

from __future__ import annotations

from importlib.metadata import files
from pathlib import Path

PACKAGES = "furo", "sphinx", "snowballstemmer", "accessible-pygments"
FONTS = "inter", "jetbrains-mono"


def write(target: Path, bundles: Path) -> None:
    """Write each into a folder beside the pages."""
    folder = target / "LICENSES"
    folder.mkdir(exist_ok=True)
    for font in FONTS:
        (folder / font).write_bytes((bundles / f"{font}.LICENSE").read_bytes())
    for package in PACKAGES:
        (licence,) = (path for path in files(package) or () if "licenses" in path.parts)
        (folder / package).write_bytes(Path(licence.locate()).read_bytes())
