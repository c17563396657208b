"""Nothing but torch_recorder needs PyTorch: a module that imports it at its top would break the studio without it."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("autograd_engine", "autograd_studio", "pages")


def imported(path):
    """Yield what a file imports outside of functions: when it is imported itself."""
    waiting = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_for_types(node):
            waiting += ast.iter_child_nodes(node)


def _is_for_types(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def test_no_other_package_needs_pytorch():
    files = [
        path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "node_modules" not in path.parts
    ]
    files = [path for path in files if "lessons" not in path.parts or path.name == "__init__.py"]
    assert len(files) > 200
    assert [str(path) for path in files if {"torch", "torch_recorder"}.intersection(imported(path))] == []
    assert "torch" in set(imported(ROOT / "autograd_studio" / "torch_recorder" / "calls.py"))
