"""The program that the form of the Expression page writes."""

from __future__ import annotations

import ast
import builtins
import unicodedata
from collections.abc import Iterable

from .forms import Expression, Fault, Faulty, Input, name_fault

RESULT_NAMES = ("y", "z", "out", "result", "output")
GRADIENT_NAMES = ("gradient", "v", "upstream", "seed")


def program(form: Expression) -> str:
    """Return the form as a program.

    Raises:
        Faulty: a cell does not hold what it should.
    """
    faults: list[Fault] = []
    values = [_value(f"row {i}, value", row.value, row.requires_grad, faults) for i, row in enumerate(form.inputs, 1)]
    gradient = _value("upstream gradient", form.gradient, False, faults) if form.gradient.strip() else None
    _check_names(form.inputs, faults)
    expression = _expression(form, faults)
    if not form.inputs:
        faults.append(Fault("inputs", "there are none: add a row."))
    if faults or expression is None:
        raise Faulty(faults)

    tree, written = expression
    taken = {row.name for row in form.inputs} | {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    result = next(name for name in _endless(RESULT_NAMES) if name not in taken)
    seed = next(name for name in _endless(GRADIENT_NAMES) if name not in taken)
    arguments = [seed] if gradient is not None else []
    if form.retain_graph:
        arguments.append("retain_graph=True")
    lines = ["import torch", ""]
    for row, value in zip(form.inputs, values, strict=True):
        wish = ", requires_grad=True" if row.requires_grad else ""
        lines.append(f"{row.name} = torch.tensor({value}{wish})")
    lines += ["", f"{result} = {written}"]
    if gradient is not None:
        lines.append(f"{seed} = torch.tensor({gradient})")
    lines += [f"{result}.backward({', '.join(arguments)})"] * form.calls
    lines += [
        "",
        *(f'print("{row.name}.grad =", {row.name}.grad)' for row in form.inputs if row.requires_grad),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _check_names(inputs: Iterable[Input], faults: list[Fault]) -> None:
    seen: set[str] = set()
    for i, row in enumerate(inputs, 1):
        name = unicodedata.normalize("NFKC", row.name)  # as Python reads it
        message = name_fault(row.name)
        if message is None and name in seen:
            message = f"another row is named {row.name!r} already: choose another name."
        if message is not None:
            faults.append(Fault(f"row {i}, name", message))
        seen.add(name)


def _value(cell: str, text: str, requires_grad: bool, faults: list[Fault]) -> str:
    """Return a literal as the program writes it."""
    parsed = _parse(cell, text, faults, "write a number such as 2.0, or numbers in brackets such as [1.0, 2.0].")
    if parsed is None:
        return ""
    tree, written = parsed
    message = _value_fault(tree, requires_grad)
    if message is not None:
        faults.append(Fault(cell, message))
    return written


def _value_fault(tree: ast.expr, requires_grad: bool) -> str | None:
    """Return why a literal is no value of a tensor, None if it is one."""
    try:
        value = ast.literal_eval(tree)
    except (ValueError, TypeError, OverflowError):
        return "only numbers and lists of numbers are allowed here."
    numbers = list(_numbers(value))
    if not all(isinstance(number, int | float) for number in numbers):
        return "only numbers and lists of numbers are allowed here."
    if not _is_regular(value):
        return "the lists have different lengths."
    if requires_grad and numbers and not any(isinstance(number, float) for number in numbers):
        return "integers cannot require a gradient: write 1.0 instead of 1."
    return None


def _numbers(value: object) -> Iterable[object]:
    if isinstance(value, list | tuple):
        for item in value:
            yield from _numbers(item)
    else:
        yield value


def _is_regular(value: object) -> bool:
    """Return whether nested lists have a shape."""
    rows = [value]
    while any(isinstance(row, list | tuple) for row in rows):
        if len({len(row) if isinstance(row, list | tuple) else None for row in rows}) > 1:
            return False
        rows = [item for row in rows for item in row]
    return True


def _expression(form: Expression, faults: list[Fault]) -> tuple[ast.expr, str] | None:
    parsed = _parse("expression", form.expression, faults, "write one expression, such as 3*a + 2*b.")
    if parsed is None:
        return None
    tree, _ = parsed
    known = {row.name for row in form.inputs} | {"torch"} | set(dir(builtins))
    known |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    known |= {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    names.sort(key=lambda node: (node.lineno, node.col_offset))
    for name in dict.fromkeys(node.id for node in names if node.id not in known):
        faults.append(Fault("expression", f"there is no input named {name!r}."))
    return parsed


def _parse(cell: str, text: str, faults: list[Fault], wish: str) -> tuple[ast.expr, str] | None:
    """Return the one expression that a cell holds, and how the program writes it."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        return tree, ast.unparse(tree)
    except (RecursionError, MemoryError):
        faults.append(Fault(cell, "is nested too deeply: write less into one expression."))
    except (
        SyntaxError,
        ValueError,
    ):  # also of what can be read, but not be written, such as an integer of 5,000 digits
        faults.append(Fault(cell, f"{'is empty' if not text.strip() else 'is not valid Python'}: {wish}"))
    return None


def _endless(names: tuple[str, ...]) -> Iterable[str]:
    yield from names
    number = 2
    while True:
        yield f"{names[0]}{number}"
        number += 1
