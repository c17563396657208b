"""The program that the form of the Custom op page writes."""

from __future__ import annotations

import ast
import textwrap

from ..catalogue import say
from .forms import CustomOp, Fault, Faulty, lines_of, name_fault
from .outline import Piece

# A line of the program, and where it is from: a cell and the line in it, if from any.
Line = tuple[str, tuple[str, int] | None]


def program(form: CustomOp) -> tuple[str, list[Piece]]:
    """Return the form as a program, and which parts of it stand in the form.

    Raises:
        Faulty: a cell does not hold what it should.
    """
    faults: list[Fault] = []
    message = name_fault(form.name)
    if message is not None:
        faults.append(Fault("name", message))
    lines: list[Line] = [("import torch", None), ("", None), ("", None)]
    lines.append((f"class {form.name}(torch.autograd.Function):", None))
    for cell, text in (("forward", form.forward), ("backward", form.backward)):
        lines += [*_methods(cell, text, faults), ("", None)]
    _parse("use", form.use, faults)
    lines += [("", None), *((line, ("use", i)) for i, line in enumerate(lines_of(form.use.rstrip()), 1))]
    if faults:
        raise Faulty(faults)
    return "\n".join(line for line, _ in lines).rstrip() + "\n", _pieces(lines)


def _pieces(lines: list[Line]) -> list[Piece]:
    """Return the parts of a program that stand in a form."""
    found: list[Piece] = []
    begun = None
    for number, (_, origin) in enumerate([*lines, ("", None)], 1):
        if begun is not None and (origin is None or origin[0] != begun[1]):
            found.append(Piece(begun[0], number - 1, begun[1], begun[2]))
            begun = None
        if begun is None and origin is not None:
            begun = number, *origin
    return found


def _methods(cell: str, text: str, faults: list[Fault]) -> list[Line]:
    """Return the lines of a cell as static methods of the class."""
    tree = _parse(cell, text, faults)
    if tree is None:
        return []
    others = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    if others:
        faults.append(Fault(cell, say("outline.fault.only_functions"), others[0].lineno))
    if cell not in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]:
        faults.append(Fault(cell, say("outline.fault.missing_function", cell=cell)))
    bare = {node.lineno for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list}
    lines: list[Line] = []
    for number, line in enumerate(lines_of(textwrap.dedent(text).rstrip()), 1):
        if number in bare:
            lines.append(("    @staticmethod", None))
        lines.append((f"    {line}" if line.strip() else "", (cell, number)))
    return lines


def _parse(cell: str, text: str, faults: list[Fault]) -> ast.Module | None:
    """Return a cell as Python."""
    try:
        return ast.parse(textwrap.dedent(text))
    except SyntaxError as error:
        faults.append(Fault(cell, f"{error.msg}.", error.lineno))
    except (ValueError, MemoryError, RecursionError):
        faults.append(Fault(cell, say("outline.fault.python")))
    return None
