"""docs/security.md names tests: each of them is there."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
TEXT = (TESTS.parent / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = [line.split(" | ") for line in TEXT.splitlines() if re.match(r"\| (S\d+|U\d+|–) \|", line)]


def named(cell):
    """Yield the file and the name, if there is one, of each test of a cell; `::name` is in the file before."""
    file = ""
    for text in re.findall(r"`([^`]+)`", cell):
        path, _, name = text.partition("::")
        file = path or file
        if not text.startswith("make "):
            yield file, name


def test_every_row_has_tests_that_are_there():
    assert [row[0].strip("| ") for row in ROWS if "–" not in row[0]] == [f"S{n}" for n in range(1, 14)] + [
        f"U{n}" for n in range(1, 6)
    ]
    for row in ROWS:
        found = list(named(row[-1]))
        assert found, row[0]
        for file, name in found:
            assert f"def {name}(" in (TESTS / file).read_text(encoding="utf-8") if name else (TESTS / file).exists(), (
                file,
                name,
            )
