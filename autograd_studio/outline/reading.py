"""Reading texts in the child: `worker` parses what a stranger wrote, and executes nothing of it."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import asdict

from autograd_engine.trace.schema import from_json, to_json

from ..catalogue import say
from . import custom_op, expression
from .forms import EXAMPLE, CustomOp, Fault, Faulty, oversized
from .outline import Asked, Outline

PASSES = ("backward", "grad")  # what is called to run a backward pass


def preload() -> None:
    """Read once, so that all it takes is loaded before the child is locked."""
    for asked in (Asked("x = (\n1)\nx."), Asked(expression=EXAMPLE), Asked(custom_op=CustomOp("F", "", "", ""))):
        worker(to_json(asked))


def worker(payload: bytes) -> bytes:
    """Return the outline of what is asked, both as JSON."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the parser's: the run tells them
        return to_json(asdict(outline(from_json(payload, Asked))))  # with the fields that have nothing to say


def outline(asked: Asked) -> Outline:
    """Return the outline of a program, or of the one that a form writes."""
    faults = [*oversized(asked)]
    if faults:
        return Outline(faults=faults)
    try:
        if asked.expression is not None:
            return Outline(program=expression.program(asked.expression))
        if asked.custom_op is not None:
            text, pieces = custom_op.program(asked.custom_op)
            return Outline(program=text, pieces=pieces)
        return _outline(asked.text)
    except Faulty as faulty:
        return Outline(faults=faulty.faults)


def _outline(text: str) -> Outline:
    """Return the outline of a program.

    Raises:
        Faulty: it is none.
    """
    try:
        tree = ast.parse(text)
    except (RecursionError, MemoryError):
        raise Faulty([Fault("program", say("outline.fault.unreadable"))]) from None
    except (SyntaxError, ValueError) as error:
        raise Faulty(
            [Fault("program", say("outline.fault.not_python", error=error), getattr(error, "lineno", None))]
        ) from None
    names: dict[str, set[int]] = {}
    imports: dict[str, set[int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(node.id, set()).add(node.lineno)
        for module in imported(node):
            imports.setdefault(module, set()).add(node.lineno)
    return Outline(
        names={name: sorted(lines) for name, lines in names.items()},
        imports={name: sorted(lines) for name, lines in imports.items()},
        blocks=[(_first(node), node.end_lineno) for node in tree.body if node.end_lineno > _first(node)],
        passes=[_first(node) for node in tree.body if _runs_backward(node)],
        output=_output(tree),
    )


def imported(node: ast.AST) -> Iterator[str]:
    """Yield the modules that a statement imports, or imports from."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield "." * node.level + (node.module or "")


def _first(statement: ast.stmt) -> int:
    """Return the line where a statement begins, with its decorators."""
    return min([statement.lineno, *(decorator.lineno for decorator in getattr(statement, "decorator_list", ()))])


def _runs_backward(statement: ast.stmt) -> bool:
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(isinstance(call, ast.Attribute) and call.attr in PASSES for call in calls)


def _output(tree: ast.Module) -> str:
    """Return the name whose backward() is called first, else the name that is assigned last; empty if none."""
    last = ""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="backward")):
                return name
            case ast.Assign(targets=[ast.Name(id=name)]):
                last = name
    return last
