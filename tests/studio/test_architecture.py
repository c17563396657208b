"""docs/architecture.md leads to places that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_its_paths_exist():
    paths = set(re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?|\w+\.py)`", TEXT))
    paths |= set(re.findall(r"\((docs/[\w.]+)\)|docs/[\w.]+(?=[),])", TEXT)) - {""}
    assert len(paths) > 30
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


def test_every_room_of_the_engine_is_in_it():
    rooms = {path.parent.name for path in (ROOT / "autograd_engine").glob("*/__init__.py")}
    assert rooms == set(re.findall(r"^\| `autograd_engine/(\w+)/`", TEXT, re.MULTILINE))
