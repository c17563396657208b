"""README.md: its badges say what is so."""

import re
import tomllib
from pathlib import Path

from tools.nightly import PYTHONS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def badge(name):
    """Return what a badge says, which is said to those who do not see it, too."""
    left, right = re.findall(r"<text.*?>(.*?)</text>", (ROOT / "docs" / f"{name}.svg").read_text(encoding="utf-8"))
    return f"{left} {right}"


def test_the_badges_are_true_and_say_no_more():
    assert badge("licence") == f"licence {PROJECT['license']}"
    assert badge("python") == f"Python {PYTHONS[0]} – {PYTHONS[-1]}"
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    said = re.findall(r"!\[(.*?)\]\(docs/\w+\.svg\)", README)
    assert said == [f"{PROJECT['license']} licence", f"Python {PYTHONS[0]} to {PYTHONS[-1]}"]


def test_every_file_that_it_shows_or_leads_to_is_there():
    paths = re.findall(r"\]\((?!https?:)(.*?)\)", README) + re.findall(r"\bdocs/\w+\.md\b", README)
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []
