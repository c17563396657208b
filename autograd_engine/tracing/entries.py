"""Entries of the log: what the recorder writes down while the program runs, and the builder reads.

A tensor is its number, a node a `NodeRef` or, where it is known already, its key. Arrays are referred to: what they held at an
entry, the journal tells. `where` is the code and the instruction of the program, None outside of it.
"""

from __future__ import annotations

from types import CodeType
from typing import Any, NamedTuple

from ..trace.scopes import Stretch

Where = tuple[CodeType, int] | None


class Ref(int):
    """The number of a tensor in the log, where an argument could also be a plain int."""

    __slots__ = ()


class NodeRef(NamedTuple):
    """A node in the log: its number, its class, and the number of an AccumulateGrad's variable."""

    key: int
    kind: type
    variable: int | None = None


# ---- tensors


class Created(NamedTuple):
    """A creation function made a leaf."""

    note: Ref
    array: Any
    requires_grad: bool
    name: str
    where: Where


class Met(NamedTuple):
    """A tensor is used that the log does not tell of, or not any more; as a `.grad`, it has an `owner`."""

    note: Ref
    array: Any
    requires_grad: bool
    version: int
    node: NodeRef | None
    output: int
    owner: int | None


class Died(NamedTuple):
    """Nobody has these tensors any more."""

    notes: list[Ref]


class Flagged(NamedTuple):
    """A leaf's requires_grad was set."""

    note: Ref
    requires_grad: bool
    where: Where


class Retained(NamedTuple):
    """A result keeps its gradient from here on."""

    note: Ref


class Given(NamedTuple):
    """An optimizer, told by its number and the name of its class, holds these tensors from now on, too."""

    optimizer: int
    name: str
    notes: list[Ref]
    where: Where


class Regrown(NamedTuple):
    """A view has a new grad_fn, since its base was written to."""

    note: Ref
    node: NodeRef
    base: Ref


class Named(NamedTuple):
    """The program put a tensor into a variable."""

    note: Ref
    name: str


class Tangent(NamedTuple):
    """A tensor carries a tangent in its present state."""

    note: Ref
    array: Any


# ---- the program


class Entered(NamedTuple):
    """What follows is in another stretch of the run; None is outside of all."""

    stretch: Stretch | None


class Printed(NamedTuple):
    """The program wrote to its standard output."""

    text: str


class Failed(NamedTuple):
    """The program ended with an exception, which is about these tensors."""

    kind: str
    message: str
    line: int | None
    traceback: str
    tensors: list[Ref]


# ---- operations


class Result(NamedTuple):
    """A result of an operation: `kind` and `seq` are of the node that made it, `base` is what it is a view of."""

    note: Ref
    array: Any
    requires_grad: bool
    kind: type | None
    seq: int | None
    output: int
    base: Ref | None
    version: int


class Ran(NamedTuple):
    """An operation ran."""

    op: Any
    refs: list
    results: list[Result]
    where: Where


class Base(NamedTuple):
    """What a view that was written to looks into, after the write."""

    note: Ref
    node: NodeRef
    array: Any


class Wrote(NamedTuple):
    """An in-place operation ran, `since` so many entries ago; `base` is what a tensor looks into that is a view."""

    op: Any
    refs: tuple
    note: Ref
    array: Any
    version: int = 0
    requires_grad: bool = False
    node: NodeRef | None = None
    output: int = 0
    base: Base | None = None
    since: int = 0
    where: Where = None


class WroteOutside(NamedTuple):
    """NumPy has changed memory that tensors show."""

    note: Ref
    array: Any
    where: Where


# ---- custom Functions


class FunctionBegan(NamedTuple):
    """A custom forward begins."""

    node: NodeRef
    refs: tuple
    where: Where


class FunctionResult(NamedTuple):
    """A tensor that a custom forward returned, as it then was."""

    note: Ref
    array: Any
    requires_grad: bool
    node: NodeRef | None
    output: int
    version: int


class FunctionEnded(NamedTuple):
    """A custom forward returned: the edges of its node, what that saved, and what is on its ctx."""

    node: NodeRef
    results: tuple[FunctionResult, ...]
    edges: list[NodeRef | None]
    saved: list[tuple[Ref | str, int | None]]
    ctx: list[tuple[str, Any]]


class FunctionFailed(NamedTuple):
    """A custom forward raised an exception."""


# ---- backward passes


class PassRoot(NamedTuple):
    """Where a pass begins: an output of a node, and the gradient it is given there, be it `implicit`."""

    node: NodeRef
    output: int
    seed: Any
    implicit: bool


class PassNode(NamedTuple):
    """A node that a pass will visit: a `NodeRef`'s fields, the keys of the nodes its edges lead to, and to which outputs."""

    key: int
    kind: type
    variable: int | None
    edges: Any
    outputs: tuple | None


class PassBegan(NamedTuple):
    """A backward pass begins; `asked` are the outputs of nodes whose gradients it returns or accumulates alone."""

    kind: str
    roots: list[PassRoot]
    nodes: list[PassNode]
    asked: list[tuple[NodeRef, int]]
    keep: bool
    create: bool
    where: Where


class Refused(NamedTuple):
    """A pass does not begin from these tensors, or a "write" to them is not done, for the reason that the exception gives."""

    tensors: list[Ref]
    why: str
    where: Where
    how: str | None = None


class PassEnded(NamedTuple):
    """A pass is over; `failed` is the node that was running when it broke off, and `why` the exception."""

    captured: list
    failed: int | None
    why: str | None


class NodeBegan(NamedTuple):
    """A node begins whose work consists of operations of its own."""

    key: int
    grads: tuple


class NodeEnded(NamedTuple):
    """A node ran."""

    key: int
    grads: tuple
    outs: tuple
    freed: bool


class HookRan(NamedTuple):
    """A user's hook ran, on an output of a node or on a tensor."""

    kind: str
    owner: NodeRef | Ref
    output: int
    name: str
    before: tuple
    after: tuple
    where: Where


# ---- what is kept in `.grad`


class Accumulated(NamedTuple):
    """Something was added to a `.grad`, perhaps in place, by an AccumulateGrad or because of retain_grad()."""

    variable: Ref
    before: Any
    added: Any
    after: Any
    grad: Ref
    node: int | None
    since: int


class GradRefused(NamedTuple):
    """An AccumulateGrad ran in vain: its variable requires no gradient any more."""

    variable: Ref
    held: Any
    grad: Any
    node: int | None


class GradSet(NamedTuple):
    """The program assigned to a `.grad`; `grad` is the new one's number."""

    note: Ref
    before: Any
    after: Any
    grad: Ref | None
    where: Where


class GradRead(NamedTuple):
    """The program looked at a `.grad`."""

    note: Ref
    is_none: bool
    where: Where
