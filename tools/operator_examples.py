"""Make the operator reference, lessons/operators.json: what each function computes, its gradient, and a program to step through.

    python -m tools.operator_examples

All of it comes from the registry, but for the programs, which are made from rows of the op table.
"""

from __future__ import annotations

import inspect
import io
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from autograd_engine import torch
from autograd_engine.op.namespaces import HOMES
from autograd_engine.op.signatures import shown_signatures
from autograd_engine.run import program
from op_table import Row, all_rows

REFERENCE = Path(__file__).resolve().parents[1] / "autograd_studio" / "lessons" / "operators.json"
PREFIX = {
    "torch": "torch.",
    "nn.functional": "F.",
    "linalg": "torch.linalg.",
    "special": "torch.special.",
    "Tensor": ".",
}
MOST_ELEMENTS = 48
MOST_TRIED = 20  # rows for one function


def entries() -> list[dict[str, Any]]:
    """Return the reference: one entry for each public function that an example was found for, by name."""
    rows = [row for family in all_rows().values() for row in family if not row.error and row.dtypes[0] != "float16"]
    found = []
    for home in ("torch", "nn.functional", "linalg", "special"):
        for name, function in sorted(HOMES[home].items()):
            if name.startswith("_") or name.endswith("_") or not callable(function) or not function.__doc__:
                continue
            tried = (_entry(home, name, function, row) for row in islice(_using(rows, home, name), MOST_TRIED))
            possible = [entry for entry in tried if entry]
            if possible:
                found.append(min(possible, key=_plainness))
    return found


def _plainness(entry: dict[str, Any]) -> tuple[bool, bool, int]:
    """Return what orders examples: those with a backward pass and nodes first, of these the ones with the fewest."""
    return "backward()" not in entry["program"], not entry["grad_fn"], len(entry["grad_fn"])


def _using(rows: list[Row], home: str, name: str) -> Iterator[Row]:
    """Yield the rows that call a function, those whose whole expression is the call first, of these the plainest first."""
    call = re.escape(PREFIX[home] + name) + r"\("
    method = rf"^[a-z]\.{re.escape(name)}\("
    rows = sorted(rows, key=lambda row: row.call.count("("))
    yield from (row for row in rows if re.match(call, row.call))
    if home == "torch":
        yield from (row for row in rows if re.match(method, row.call))
    yield from (row for row in rows if re.search(call, row.call))


def _entry(home: str, name: str, function: Any, row: Row) -> dict[str, Any] | None:
    source = _program(row)
    if source is None:
        return None
    stdout = io.StringIO()
    result = program.run(source, filename=name, stdout=stdout)
    if result.error is not None or result.warnings:
        return None
    operator = getattr(function, "op", None)
    formulas = {}
    if operator is not None:
        formulas = {", ".join(f.inputs): operator.formula_text(f.inputs[0]) for f in operator.formulas}
    called = (
        source.split("\n").index(next(line for line in source.split("\n") if " = " in line and row.call in line)) + 1
    )
    fns = [fn.name for fn in result.trace.fns if fn.kind == "op" and fn.line == called]
    return {
        "name": PREFIX[home].replace("F.", "torch.nn.functional.") + name,
        "method": hasattr(torch.Tensor, name),
        "signatures": [f"({text})" for text in shown_signatures(home, name)] or [_signature(function)],
        "text": function.__doc__.split("\n")[0],
        "grad_fn": list(dict.fromkeys(fns)),
        "formulas": formulas,
        "program": source,
    }


def _signature(function: Any) -> str:
    """Return how a function is called: of a generated one, which takes any arguments, what its operator declares."""
    operator = getattr(function, "op", None)
    if operator is None:
        return str(inspect.signature(function))
    parts = []
    for p in operator.parameters:
        if p.keyword and "*" not in parts:
            parts.append("*")
        default = "" if p.required else f" = {p.default}"
        parts.append(f"{p.kind or 'object'} {'input' if p.name == 'self' else p.name}{default}")
    return f"({', '.join(parts)})"


def _program(row: Row) -> str | None:
    """Return a row as a program: its inputs, its call, and the gradient of the result's sum."""
    arrays = {n: array for n, array in row.arrays(row.dtypes[0]).items() if re.search(rf"\b{n}\b", row.call)}
    if sum(array.size for array in arrays.values()) > MOST_ELEMENTS or "lambda" in row.call:
        return None
    lines = ["import torch"]
    if "math." in row.call:
        lines.insert(0, "import math")
    if "F." in row.call:
        lines.append("import torch.nn.functional as F")
    lines.append("")
    if arrays:
        lines += _inputs(arrays)
    result = next(name for name in ("y", "out", "result") if name not in arrays)
    lines += [f"{result} = {row.call}", f"print({result})"]
    scope: dict[str, Any] = {}
    try:
        with program.torch_modules():
            exec("\n".join(lines[:-1]), scope)
    except Exception:
        return None
    y, part = scope[result], result
    if isinstance(y, tuple | list) and y and all(isinstance(one, torch.Tensor) for one in y):
        part, y = f"{result}[0]", y[0]
    if isinstance(y, torch.Tensor) and y.requires_grad:
        lines.append(f"{part}.sum().backward()" if y.ndim else f"{part}.backward()")
        lines += [f"print({name}.grad)" for name in arrays if scope[name].requires_grad]
    return "\n".join(lines) + "\n"


def _inputs(arrays: dict[str, np.ndarray]) -> list[str]:
    lines = []
    for name, array in arrays.items():
        wanted = ", requires_grad=True" if array.dtype.kind == "f" and not name.startswith("_") else ""
        dtype = "" if array.dtype in (np.float32, np.int64, bool) else f", dtype=torch.{array.dtype}"
        lines.append(f"{name} = torch.tensor({_literal(array)}{dtype}{wanted})")
    return [*lines, ""]


def _literal(array: np.ndarray) -> str:
    rounded = np.round(array.astype(float), 2) if array.dtype.kind == "f" else array
    text = repr(rounded.tolist())
    return text.replace("nan", "float('nan')").replace("inf", "float('inf')")


def main() -> None:
    """Write the reference."""
    np.seterr(all="ignore")
    found = entries()
    REFERENCE.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(found)} functions, {REFERENCE.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
