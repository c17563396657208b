"""Places and counts have a stated dtype: NumPy's default integer has 32 bits in a browser, PyTorch's has 64 everywhere."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "autograd_engine"
POSITIONS = ENGINE / "base" / "positions.py"  # which calls them for all

DEFAULT_INTEGERS = {"int_", "intp", "long", "uint", "uintp", "ulong"}
FINDS_PLACES = {
    "argmax", "argmin", "argpartition", "argsort", "argwhere", "bincount", "digitize", "flatnonzero", "indices", "lexsort",
    "nonzero", "searchsorted", "tril_indices", "triu_indices",
}  # fmt: skip
METHODS = FINDS_PLACES - {"indices"}  # `indices` is the name of a result, too


def test_no_integer_of_the_engine_is_as_wide_as_the_machine_has_it():
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in ENGINE.rglob("*.py") if path != POSITIONS}
    found = [f"{path.relative_to(ENGINE)}:{line}: {what}" for path, tree in trees.items() for line, what in leaks(tree)]
    assert not found, "autograd_engine/base/positions.py has what these are for"


@pytest.mark.parametrize(
    "code",
    ["np.intp", "np.argsort(a)", "find = np.argmax", "np.arange(n)", "np.arange(1, n)", "a.argmax(0)", "a.astype(int)",
     "np.zeros(3, int)", "np.full(3, 1, dtype=int)", "np.dtype(int)", "a.nonzero()",
     "np.unique(a, return_counts=True)"],
)  # fmt: skip
def test_such_a_leak_is_found(code: str):
    assert list(leaks(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    ["np.unique(a)", "np.arange(n, dtype=np.int64)", "positions.argmax(a)", "a.astype(np.int64)", "isinstance(a, int)",
     "a.nonzero(as_tuple=True)"],
)  # fmt: skip
def test_what_states_its_dtype_is_not(code: str):
    assert not list(leaks(ast.parse(code)))


def leaks(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of what has NumPy's default integer."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("np", "numpy"):
            is_leak = node.attr in DEFAULT_INTEGERS | FINDS_PLACES
        elif isinstance(node, ast.Call):
            is_leak = _is_leaking_call(node)
        else:
            continue
        if is_leak:
            yield node.lineno, ast.unparse(node)


def _is_leaking_call(call: ast.Call) -> bool:
    called, keywords = ast.unparse(call.func), {keyword.arg for keyword in call.keywords}
    if called == "np.arange":
        return "dtype" not in keywords
    if called == "np.unique" and keywords & {"return_index", "return_inverse", "return_counts"}:
        return True
    given = [*call.args, *[keyword.value for keyword in call.keywords if keyword.arg == "dtype"]]
    if any(isinstance(value, ast.Name) and value.id == "int" for value in given):
        return called.startswith("np.") or called.endswith(".astype")
    owner, _, method = called.rpartition(".")
    return (
        method in METHODS and owner not in ("", "positions") and "as_tuple" not in keywords
    )  # a Tensor's own has that
