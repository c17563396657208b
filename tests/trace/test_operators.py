"""The table of operators: it says what the engine's operators are, and nobody beside it keeps a list of them."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograd_engine.op.namespaces import OPS
from autograd_engine.run import program
from autograd_engine.trace import operators
from autograd_engine.trace.operators import ELEMENTWISE, OPERATORS, operator_of, typed_as
from autograd_engine.trace.pytorch_names import names
from autograd_studio.view.narration import cards

program.preload()  # all operators

ROOT = Path(__file__).parents[2]
MODEL = ROOT / "autograd_studio/web/player/model"
LABELS = {op.label.rstrip("_") for op in OPS.values()}

# Their operands are broadcast as those of elementwise operators are, but the result is not: a sum of terms, or what `dim` joins.
BROADCAST_ONLY = {"dist", "huber_loss", "linalg_cross", "mse_loss", "smooth_l1_loss"}
# They need no broadcasting, and give each element of their one operand, or a function of it.
NEVER_BROADCAST = {"alias", "clone", "log_sigmoid", "to_copy"}


def test_elementwise_is_what_the_operators_say():
    of_label = {label: [op for op in OPS.values() if op.label.rstrip("_") == label] for label in LABELS}
    engine = {label for label, ops in of_label.items() if all(op.elementwise for op in ops)}
    right = engine - BROADCAST_ONLY | NEVER_BROADCAST
    told = {label for label in LABELS if ELEMENTWISE in operator_of(label).kind}
    lacking = [f'Operator("{name}", ELEMENTWISE),' for name in sorted(right - told)]
    assert not lacking, "\n".join(["add to autograd_engine/trace/operators.py:", *lacking])
    assert told - right == set(), "not elementwise in autograd_engine/ops/"
    assert engine >= BROADCAST_ONLY and not NEVER_BROADCAST & engine


def test_an_operator_has_one_row():
    assert len(operators._ROWS) == len(OPERATORS)


def test_each_row_is_of_an_operator_here_or_of_a_function_of_pytorch():
    known = LABELS | {name.rstrip("_") for listed in names().values() for name in listed}
    assert set(OPERATORS) - known == {"running_batch_norm", "rdiv"}  # a norm in evaluation; Tensor.__rdiv__


def test_the_inputs_that_rows_name_are_those_of_the_operators():
    inputs = {label: set() for label in LABELS}
    for op in OPS.values():
        inputs[op.label.rstrip("_")] |= set(inspect.signature(op.kernel).parameters)
    for name in LABELS & set(OPERATORS):
        row = OPERATORS[name]
        told = {*row.slopes, *row.plain, *filter(None, [row.added])} - {"pos_weight"}
        told |= {re.search(r" / (\w+)\[", line)[1] for line in row.derivatives}
        assert told <= inputs[name], name


def test_the_name_of_an_operation_leads_to_its_row():
    assert operator_of("add_") is operator_of("add") is OPERATORS["add"]
    assert operator_of("_my_function") == operators.Operator("my_function")
    assert typed_as("@") == ("bmm", "dot", "mm", "mv", "matmul")
    assert typed_as(None) == ()


# ---- the one owner

# Those that may name a set of operators beside the table, and why.
ALLOWED = {
    "autograd_studio/why/fixes/fixes.py": "functions that NumPy and PyTorch have under one name",
    "autograd_engine/base/return_types.py": "the named tuples that PyTorch's functions return",
    "autograd_engine/op/builtin.py": "which signatures of PyTorch are built in; operators are made of it",
    "autograd_engine/op/out.py": "how PyTorch's functions write into `out`; operators are made of it",
    "autograd_engine/op/signatures.py": "how PyTorch's functions say what they take; operators are made of it",
    "autograd_studio/torch_recorder/values.py": "what is counted of a tensor, as its mean and its norm",
    "autograd_studio/view/narration/cards.py": "the functions of evaluate.js",
    "autograd_studio/why/pastes/guesses.py": "what pasted programs call, methods of Modules and losses among them",
    "autograd_studio/web/player/model/evaluate.js": "functions of JavaScript, by name",
}
MOST_NAMES = 3  # more is a list
NAMES = LABELS | set(OPERATORS)


def sets_of(path: str, text: str) -> Iterator[set[str]]:
    """Yield the operators that each collection, choice or text of a file names."""
    for words in in_python(ast.parse(text)) if path.endswith(".py") else in_javascript(text):
        yield {word.strip("_") for word in words} & NAMES


def in_python(tree: ast.AST) -> Iterator[list[str]]:
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Set() | ast.Tuple() | ast.List() | ast.Dict() | ast.BoolOp():
                yield constants(node)
            case ast.Call(args=args):
                yield [one.value for one in args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            case ast.Match(cases=cases):
                yield [word for case in cases for word in constants(case.pattern)]
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield listed(text)


def constants(node: ast.AST) -> list[str]:
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def listed(text: str) -> list[str]:
    """Return the words of a text if it is a list of operators: half of them are."""
    words = re.findall(r"\w+", text)
    return words if 2 * sum(word in NAMES for word in words) >= len(words) else []


TOKEN = re.compile(r"""//.*|/\*[\s\S]*?\*/|(["'`])((?:\\.|(?!\1).)*)\1|\b(\w+)(?=\s*:)|([\[({])|([\])}])""")


def in_javascript(text: str) -> Iterator[list[str]]:
    """Yield the strings and keys in each pair of brackets; what is in square ones is also in those around them."""
    around: list[tuple[str, list[str]]] = [("", [])]
    for token in TOKEN.finditer(text):
        _, string, key, opens, closes = token.groups()
        if opens:
            around.append((opens, []))
        elif closes and len(around) > 1:
            bracket, words = around.pop()
            yield words
            if bracket == "[":
                around[-1][1].extend(words)
        elif string is not None:
            yield listed(string)
            around[-1][1].append(string)
        elif key:
            around[-1][1].append(key)
    yield around[0][1]


def sources() -> Iterator[tuple[str, str]]:
    for top in ("app.py", "server.py", "pages", "autograd_engine", "autograd_studio"):
        for path in (ROOT / top).rglob("*") if (ROOT / top).is_dir() else [ROOT / top]:
            name = path.relative_to(ROOT).as_posix()
            skipped = re.search(
                r"^autograd_engine/(ops|torch)/|^autograd_studio/lessons/|/node_modules/|/bundles/", name
            )
            if path.suffix in (".py", ".js") and not skipped:
                yield name, path.read_text(encoding="utf-8")


def test_nobody_else_keeps_a_list_of_operators():
    found = {path for path, text in sources() if any(len(one) > MOST_NAMES for one in sets_of(path, text))}
    assert found - set(ALLOWED) == {"autograd_engine/trace/operators.py"}, (
        "say it in autograd_engine/trace/operators.py"
    )
    assert set(ALLOWED) <= found, "names no operators any more"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", '_FLAT = {"floor", "ceil", "round", "sign"}'),
        ("a.py", 'CAUSES = {"log": 1, "sqrt": 2, "div": 3, "exp": 4}'),
        ("a.py", 'SIGNS = {ast.Add: ("add",), ast.Sub: ("sub", "rsub"), ast.Mult: ("mul",)}'),
        ("a.py", 'PRODUCTS = "mm mv bmm addmm".split()'),
        ("a.py", 'is_product = name == "mm" or name == "mv" or name == "bmm" or name == "addmm"'),
        (
            "a.py",
            'match name:\n    case "mm" | "mv":\n        pass\n    case "bmm" | "dot":\n        pass',
        ),
        ("a.js", 'const PRODUCTS = ["mm", "mv", "bmm", "dot"];'),
        ("a.js", "const CAUSES = { log: 1, sqrt: 2, div: 3, exp: 4 };"),
        ("a.js", 'const signs = new Map([["add", 1], ["sub", 2], ["mul", 3], ["div", 4]]);'),
        ("a.js", 'if (name === "mm" || name === "mv" || name === "bmm" || name === "dot") go();'),
        ("a.js", 'switch (name) { case "mm": case "mv": case "bmm": case "dot": go(); }'),
    ],
)
def test_a_list_of_operators_is_found(path, text):
    assert any(len(one) > MOST_NAMES for one in sets_of(path, text))


def test_the_player_computes_what_cards_ask_for():
    text = (MODEL / "evaluate.js").read_text(encoding="utf-8")
    table = re.search(r"OPERATIONS = \{(.*?)\n\};", text, re.DOTALL)[1]
    assert set(re.findall(r'^  "?([^\s":]+)"?:', table, re.MULTILINE)) == {*cards._SIGNS, *cards._FUNCTIONS}
