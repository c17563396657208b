"""Prove that the op table guards every formula: change one sign or operand of each, and demand that a row notices.

    python -m tools.mutation [operator ...]

For each backward formula of each operator, mutants are made of its source: the result negated, a + for a -, a * for a /, an
operand for another, a number for another. Each mutant takes the formula's place while the operator's rows are compared
with PyTorch's record. A mutant that no row notices survives and is printed; the last line is the score.
"""

from __future__ import annotations

import ast
import copy
import inspect
import json
import sys
from collections.abc import Callable, Iterator

import numpy as np

from autograd_engine.op.definition import Formula, Op
from autograd_engine.op.generated import complete
from autograd_engine.op.namespaces import OPS
from autograd_engine.op.right_to_left import definition_of
from op_table import all_rows
from tests.engine.test_ops import RECORDS
from tests.support import op_record

SWAPS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
# Formulas that no program reaches, which are there because PyTorch's node has the edge: the engine passes new zeros.
UNREACHED = {("_index_put_impl", "self"), ("_index_fill", "self"), ("_index_fill_scalar", "self")}
# Gradients that are zero or None whatever the sign, or an error.
NOTHING = ("zeros_as", "zeros_of", "None", "refuse_again")


def mutants(formula: Formula) -> Iterator[tuple[str, Callable]]:
    """Yield the mutants of a formula with what was changed."""
    definition = definition_of(formula.function)
    if not isinstance(definition, ast.Lambda) or ast.unparse(definition.body).startswith(NOTHING):
        return
    for body in _changed(definition.body):
        mutant = copy.deepcopy(definition)
        mutant.body = body
        code = compile(ast.fix_missing_locations(ast.Expression(mutant)), "<mutant>", "eval")
        closure = dict(zip(formula.function.__code__.co_freevars, _cells(formula.function), strict=True))
        yield ast.unparse(body), eval(code, {**formula.function.__globals__, **closure, "_negated": negated})


def _cells(function: Callable) -> list:
    return [cell.cell_contents for cell in function.__closure__ or ()]


def negated(result: object) -> object:
    """Return a gradient, or each of several, with the other sign."""
    if isinstance(result, tuple | list):
        return tuple(None if one is None else -one for one in result)
    return None if result is None else -result


def _changed(body: ast.expr) -> Iterator[ast.expr]:
    yield ast.Call(ast.Name("_negated", ast.Load()), [body], [])
    for i, node in enumerate(ast.walk(body)):
        for change in _changes(node):
            other = copy.deepcopy(body)
            target = list(ast.walk(other))[i]
            change(target)
            yield other


def _changes(node: ast.AST) -> Iterator[Callable]:
    if isinstance(node, ast.BinOp) and type(node.op) in SWAPS:
        yield lambda target: setattr(target, "op", SWAPS[type(node.op)]())
        if isinstance(node.left, ast.Name) and isinstance(node.right, ast.Name) and node.left.id != node.right.id:
            yield lambda target: setattr(target, "right", ast.Name(node.left.id, ast.Load()))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield lambda target: setattr(target, "op", ast.UAdd())
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield lambda target: setattr(target, "value", node.value + 1)


def survives(op: Op, k: int, mutant: Callable, cases: list) -> bool:
    """Tell whether every row still agrees with PyTorch while `mutant` is the operator's formula number `k`."""
    names = (f"formula{k}", f"recorded_formula{k}")
    places = [(space, name) for space in _namespaces(op) for name in names if name in space]
    before = [space[name] for space, name in places]
    for space, name in places:
        space[name] = mutant
    try:
        return all(_agrees(*case) for case in cases)
    finally:
        for (space, name), formula in zip(places, before, strict=True):
            space[name] = formula


def _namespaces(op: Op) -> list[dict]:
    """Return where the functions that run an operator's formulas look them up: on arrays, and on tensors."""
    functions = op.node._apply, inspect.unwrap(op.node._apply_recorded)
    for function in functions:
        complete(function)
    return [function.__globals__ for function in functions]


def _agrees(row: object, dtype: str, expected: dict) -> bool:
    try:
        op_record.check(row, dtype, expected)
    except Exception:
        return False
    return True


def cases_by_operator() -> dict[str, list]:
    """Return {operator: [(row, dtype, record)]} of the rows that compare gradients."""
    found: dict[str, list] = {}
    for family, rows in all_rows().items():
        records = json.loads((RECORDS / f"{family}.json").read_text())["cases"]
        for row in rows:
            for dtype in row.dtypes:
                expected = records[f"{row.id} {dtype}"]
                if "first" in expected or "grad_error" in expected:
                    for name in row.ops.split():
                        found.setdefault(name, []).append((row, dtype, expected))
    return found


def main() -> None:
    """Try the mutants of the operators named, or of all."""
    np.seterr(all="ignore")
    cases, killed, total = cases_by_operator(), 0, 0
    for name in sys.argv[1:] or sorted(OPS):
        if name not in OPS:
            meant = " or ".join(other for other in OPS if name in other)
            sys.exit(
                f"{name} is no operator: " + (f"is it {meant}?" if meant else "a function has no formula to change")
            )
        if not all(_agrees(*case) for case in cases.get(name, [])):
            sys.exit(
                f"{name}: a row fails without any mutant, so it proves nothing; tests/engine/test_ops.py says which"
            )
        for k, formula in enumerate(OPS[name].formulas):
            if (name, *formula.inputs) in UNREACHED:
                continue
            for text, mutant in mutants(formula):
                total += 1
                if survives(OPS[name], k, mutant, cases.get(name, [])):
                    print(f"survives: {name}, {', '.join(formula.inputs)}: {text}", flush=True)
                else:
                    killed += 1
    print(f"{killed} of {total} mutants killed: {killed / max(total, 1):.1%}")
    sys.exit(killed < total)


if __name__ == "__main__":
    main()
