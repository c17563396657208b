"""The program that the form of the Expression page writes."""

from __future__ import annotations

import ast
import builtins
import unicodedata
from collections.abc import Iterable

from ..catalogue import say
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
        faults.append(Fault("inputs", say("outline.fault.no_inputs")))
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
            message = say("outline.fault.same_name", name=repr(row.name))
        if message is not None:
            faults.append(Fault(f"row {i}, name", message))
        seen.add(name)


def _value(cell: str, text: str, requires_grad: bool, faults: list[Fault]) -> str:
    """Return a literal as the program writes it."""
    parsed = _parse(cell, text, faults, say("outline.fault.write_value"))
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
        return say("outline.fault.only_numbers")
    numbers = list(_numbers(value))
    if not all(isinstance(number, int | float) for number in numbers):
        return say("outline.fault.only_numbers")
    if not _is_regular(value):
        return say("outline.fault.ragged")
    if requires_grad and numbers and not any(isinstance(number, float) for number in numbers):
        return say("outline.fault.integers")
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
    parsed = _parse("expression", form.expression, faults, say("outline.fault.write_expression"))
    if parsed is None:
        return None
    tree, _ = parsed
    known = {row.name for row in form.inputs} | {"torch"} | set(dir(builtins))
    known |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    known |= {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    names.sort(key=lambda node: (node.lineno, node.col_offset))
    for name in dict.fromkeys(node.id for node in names if node.id not in known):
        faults.append(Fault("expression", say("outline.fault.no_input", name=repr(name))))
    return parsed


def _parse(cell: str, text: str, faults: list[Fault], wish: str) -> tuple[ast.expr, str] | None:
    """Return the one expression that a cell holds, and how the program writes it."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        return tree, ast.unparse(tree)
    except (RecursionError, MemoryError):
        faults.append(Fault(cell, say("outline.fault.nested")))
    except (
        SyntaxError,
        ValueError,
    ):  # also of what can be read, but not be written, such as an integer of 5,000 digits
        faults.append(Fault(cell, say("outline.fault.not_valid" if text.strip() else "outline.fault.empty", wish=wish)))
    return None


def _endless(names: tuple[str, ...]) -> Iterable[str]:
    yield from names
    number = 2
    while True:
        yield f"{names[0]}{number}"
        number += 1
