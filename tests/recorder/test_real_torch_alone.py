"""Nothing but the recorder, and what runs on PyTorch in a child, needs PyTorch: the studio starts without it."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("autograd_engine", "autograd_studio", "pages")
RECORDER = ROOT / "autograd_studio" / "torch_recorder"
CHILDREN = set((ROOT / "autograd_studio" / "sandbox" / "child").glob("torch_*.py"))


def imported(path):
    """Yield what a file imports outside of functions: when it is imported itself."""
    waiting = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_for_types(node):
            waiting += ast.iter_child_nodes(node)


def _is_for_types(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def needs_torch(path):
    return any(name.partition(".")[0] == "torch" or "torch_recorder" in name.split(".") for name in imported(path))


def test_no_other_module_needs_pytorch():
    files = [
        path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "node_modules" not in path.parts
    ]
    files = [path for path in files if "lessons" not in path.parts or path.name == "__init__.py"]
    assert len(files) > 200
    of_torch = {path for path in files if path.parent == RECORDER or path in CHILDREN}
    assert [str(path) for path in files if path not in of_torch and needs_torch(path)] == []
    assert CHILDREN and needs_torch(RECORDER / "calls.py")
