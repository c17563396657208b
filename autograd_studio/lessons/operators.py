"""The operator reference as data: what each function computes, its gradient, and a program that steps through both.

`operators.json` is made by `python -m tools.operator_examples` from the engine's registry and the op table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from autograd_studio import host_faults

FILE = Path(__file__).parent / "operators.json"


@dataclass(frozen=True)
class Operator:
    """One function: its name as programs write it, ways to call it, and what it does, in a sentence.

    `method` says whether tensors have it, too; `grad_fn` names the nodes of the example's call; `formulas` are the sources
    of its gradients by input, none for functions made of others.
    """

    name: str
    method: bool
    signatures: list[str]
    text: str
    grad_fn: list[str]
    formulas: dict[str, str]
    program: str


@cache
def operators() -> tuple[Operator, ...]:
    """Return the reference, in the order of the namespaces and of the names, without what is wrong."""
    found = []
    with host_faults.left_out(f"lessons/{FILE.name}"):
        for number, entry in enumerate(msgspec.json.decode(FILE.read_bytes(), type=list[Any]), 1):
            with host_faults.left_out(f"lessons/{FILE.name}, entry {number}"):
                found.append(msgspec.convert(entry, Operator))
    return tuple(found)


@cache
def operators_listing() -> bytes:
    """Return the reference as JSON: a list of objects with the fields of an Operator."""
    return msgspec.json.encode(operators())
