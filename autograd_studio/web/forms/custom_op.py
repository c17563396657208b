"""The form of the Custom op page, and the program that it writes."""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass

from .forms import Fault, Faulty, name_fault

MOST_CHARACTERS = 20_000


@dataclass(frozen=True)
class CustomOp:
    """The whole form: the Function's name, `def forward` and `def backward` as written, and its use."""

    name: str
    forward: str
    backward: str
    use: str


@dataclass(frozen=True)
class Written:
    """A program, and for each of its lines the cell and the line that it came from, if it came from one."""

    text: str
    origin: tuple[tuple[str, int] | None, ...]

    def cell_of(self, line: int | None) -> tuple[str, int] | None:
        """Return where a line of the program, counted from 1, is in the form."""
        return self.origin[line - 1] if line is not None and 1 <= line <= len(self.origin) else None


def program(form: CustomOp, use: bool = True) -> Written:
    """Return the form as a program, with or without the use.

    Raises:
        Faulty: a cell does not hold what it should.
    """
    faults: list[Fault] = []
    message = name_fault(form.name)
    if message is not None:
        faults.append(Fault("name", message))
    lines: list[tuple[str, tuple[str, int] | None]] = [("import torch", None), ("", None), ("", None)]
    lines.append((f"class {form.name}(torch.autograd.Function):", None))
    for cell, text in (("forward", form.forward), ("backward", form.backward)):
        lines += [*_methods(cell, text, faults), ("", None)]
    if use:
        _parse("use", form.use, faults)
        lines += [("", None), *((line, ("use", i)) for i, line in enumerate(_lines(form.use), 1))]
    if faults:
        raise Faulty(faults)
    return Written("\n".join(line for line, _ in lines).rstrip() + "\n", tuple(origin for _, origin in lines))


def _methods(cell: str, text: str, faults: list[Fault]) -> list[tuple[str, tuple[str, int] | None]]:
    """Return the lines of a cell as static methods of the class."""
    tree = _parse(cell, text, faults)
    if tree is None:
        return []
    others = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    if others:
        faults.append(Fault(cell, "only functions are allowed here.", others[0].lineno))
    if cell not in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]:
        faults.append(Fault(cell, f"a function `def {cell}(ctx, ...):` is missing."))
    bare = {node.lineno for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list}
    lines: list[tuple[str, tuple[str, int] | None]] = []
    for number, line in enumerate(_lines(textwrap.dedent(text)), 1):
        if number in bare:
            lines.append(("    @staticmethod", None))
        lines.append((f"    {line}" if line.strip() else "", (cell, number)))
    return lines


def _lines(text: str) -> list[str]:
    """Return the lines of a text, as Python counts them."""
    return re.split(r"\r\n|\r|\n", text.rstrip())


def _parse(cell: str, text: str, faults: list[Fault]) -> ast.Module | None:
    """Return a cell as Python."""
    if len(text) > MOST_CHARACTERS:
        faults.append(Fault(cell, f"is longer than {MOST_CHARACTERS} characters."))
        return None
    try:
        return ast.parse(textwrap.dedent(text))
    except SyntaxError as error:
        faults.append(Fault(cell, f"{error.msg}.", error.lineno))
    except (ValueError, MemoryError, RecursionError):
        faults.append(Fault(cell, "is not valid Python."))
    return None
