"""CONTRIBUTING.md names what exists, and every tool."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_its_paths_and_modules_exist():
    paths = set(re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)`|(tests/\w+\.py)", TEXT))
    modules = set(re.findall(r"-m ((?:tools|autograd_studio)[\w.]*\w)", TEXT)) - {"tools.record"}
    found = {path for pair in paths for path in pair if path} | {module.replace(".", "/") + ".py" for module in modules}
    places = (ROOT, ROOT / "autograd_engine", ROOT / "autograd_studio" / "web")
    assert len(found) > 15
    assert [path for path in sorted(found) if not any((place / path).exists() for place in places)] == []


def test_every_tool_has_its_line():
    tools = {path.stem for path in (ROOT / "tools").glob("*.py")} - {"__init__"}
    assert tools == set(re.findall(r"^\| `python -m tools\.(\w+)", TEXT, re.MULTILINE))
