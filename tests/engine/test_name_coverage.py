"""The page about PyTorch's names is what the engine has today."""

from pathlib import Path

from tools.name_coverage import coverage


def test_the_page_is_up_to_date():
    page = Path(__file__).resolve().parents[2] / "docs" / "coverage.md"
    assert page.read_text(encoding="utf-8").rstrip("\n") == coverage(), (
        "python -m tools.name_coverage > docs/coverage.md"
    )
