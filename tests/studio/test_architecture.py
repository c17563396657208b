"""docs/architecture.md leads to places that exist, and the tree is what it says."""

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = [ROOT / "autograd_engine", ROOT / "autograd_studio"]

MOST_FILES = 18  # in a folder, so that all names are read at once
# What has the files and the names that PyTorch has, and what is one file a noun, found by its name.
AS_PYTORCH = ROOT / "autograd_engine" / "torch"
TABLE = ROOT / "autograd_engine" / "ops"


def test_its_paths_exist():
    paths = set(re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?|\w+\.py)`", TEXT))
    paths |= set(re.findall(r"\((docs/[\w.]+)\)|docs/[\w.]+(?=[),])", TEXT)) - {""}
    assert len(paths) > 100
    assert [path for path in sorted(paths) if not any((place / path).exists() for place in (ROOT, *PACKAGES))] == []


def test_every_room_is_in_it():
    for package in PACKAGES:
        rooms = {path.parent.name for path in package.glob("*/__init__.py")}
        assert rooms == set(re.findall(rf"^\| `{package.name}/(\w+)/`", TEXT, re.MULTILINE))


def sources(package):
    """Return the Python and JavaScript files of a package that people write."""
    left_out = {"node_modules", "bundles", "studio"}
    files = [path for path in package.rglob("*") if path.suffix in (".py", ".js", ".jsx")]
    files = [path for path in files if path.name != "__init__.py" and path.parent.parent.name != "lessons"]
    return [path for path in files if left_out.isdisjoint(path.parts)]


def test_the_server_compiles_no_text():
    """Ruff forbids the modules that parse and a call of `eval` or `exec`; for `compile`, and for other names, it has no rule."""
    paths = [*(ROOT / "pages").glob("*.py"), *sources(ROOT / "autograd_studio" / "web")]
    paths = [path for path in paths if path.suffix == ".py" and path.parent.name != "harness"]
    assert len(paths) > 40
    nodes = [(path.name, node) for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    compiling = ("compile", "eval", "exec")
    assert [name for name, node in nodes if isinstance(node, ast.Name) and node.id in compiling] == []


def test_no_folder_has_more_files_than_one_reads_at_once():
    for package in PACKAGES:
        counts = Counter(path.parent for path in sources(package) if AS_PYTORCH not in path.parents)
        assert {folder.name: n for folder, n in counts.items() if n > MOST_FILES and folder != TABLE} == {}


def test_no_two_files_of_a_room_share_a_name():
    for package in PACKAGES:
        for room in {path.parent for path in package.glob("*/__init__.py")} - {AS_PYTORCH}:
            names = Counter(path.name for path in sources(room))
            assert [name for name, n in names.items() if n > 1] == [], room.name
