"""The Trace: what happened when a program ran, as plain data. docs/trace.md explains it with an example.

Tables refer to each other by index. `steps` is the story in real order; everything a step names is in the
tables. The classes are plain dataclasses, so the same definitions document the schema, build it and check
what comes back from a sandbox. `to_json` and `from_json` write and read them.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

VERSION = 2

# JSON has no NaN and no infinities: they travel as the strings "NaN", "Infinity" and "-Infinity".
Number = bool | int | float | str


@dataclass
class Value:
    """The contents of a tensor at one moment.

    `data` are the elements in row-major order, all of them for a small tensor. Of a large one they are a
    corner, the part of the last two dimensions nearest to index 0 with the shape `corner`, and `stats`
    describe the whole.
    """

    dtype: str
    shape: list[int]
    data: list[Number]
    corner: list[int] | None = None
    stats: dict[str, Number] | None = None


@dataclass
class Tensor:
    """A tensor as one operation left it: a box of the picture. An in-place write makes a new one of the same
    `identity`.

    `kind`: "leaf" requires a gradient, "constant" was made without history, "result" was computed. `names` are the
    program's variables, `text` the expression that made it. `fn` is its grad_fn, `output` which output of it. `base` is
    the tensor a view looks into, `grad_of` the tensor whose `.grad` it is. `scope` is where in the program it was
    computed. `retained` is the step before which `retain_grad()` was called on it, `flagged` the step before which its
    `requires_grad` was last set, and the line of that; `required` is what it was before. `tangent` is the value that it
    carries in forward mode. `memory` is the number of the memory it shares with others, `place` which part of that it
    is.
    """

    identity: int
    version: int
    kind: Literal["leaf", "constant", "result"]
    value: int
    requires_grad: bool
    step: int
    names: list[str] = field(default_factory=list)
    text: str = ""
    line: int | None = None
    op: int | None = None
    fn: int | None = None
    output: int = 0
    base: int | None = None
    grad_of: int | None = None
    scope: int | None = None
    retained: int | None = None
    tangent: int | None = None
    flagged: list[int | None] | None = None
    required: bool | None = None
    memory: int | None = None
    place: list[int] | None = None  # [length of the memory, offset, *strides], in elements; None: all of it, in order


@dataclass
class Argument:
    """One argument of an operation: tensors (several if it takes a list), or the text of anything else."""

    name: str
    tensors: list[int] | None = None
    text: str | None = None


@dataclass
class Operation:
    """One executed operation. `text` and `line` are the expression in the program, `fn` the node it
    recorded."""

    name: str
    inputs: list[Argument]
    outputs: list[int]
    fn: int | None = None
    in_place: bool = False
    scope: int | None = None
    line: int | None = None
    text: str = ""


@dataclass
class Edge:
    """Where a node sends the gradient of one input: output `output` of the node `to`, None if it is not
    wanted.

    `source` is the input tensor the gradient belongs to; if it was broadcast, its gradient is `summed` to its
    shape.
    """

    to: int | None
    output: int = 0
    input: str = ""
    source: int | None = None
    summed: bool = False


@dataclass
class Formula:
    """The backward formula of one input, or of several at once, as its source text.

    `defaults` says what the names in it stand for that are arguments and that a call may leave out.
    """

    inputs: list[str]
    text: str
    defaults: dict[str, str] = field(default_factory=dict)


@dataclass
class Shown:
    """What a function that formulas call computes, as plain maths of its parameters.

    `texts` is by input, as a function may compute several gradients; "" is any input.
    """

    name: str
    parameters: list[str]
    texts: dict[str, str]


@dataclass
class Fn:
    """A node of the autograd graph, a grad_fn. `seq` is its sequence number (None for AccumulateGrad).

    `saved` names what it keeps for backward, with the tensor and the version it had then. `ctx` is what else was on the
    `ctx` of a custom Function when its forward returned: `needs_input_grad` and the attributes that its author set. `scope`
    is where it was made, told where it may have no operation: on real PyTorch.
    """

    name: str
    kind: Literal["op", "function", "accumulate"]
    seq: int | None = None
    op: int | None = None
    variable: int | None = None
    line: int | None = None
    edges: list[Edge] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    saved: list[Saved] = field(default_factory=list)
    ctx: list[Saved] = field(default_factory=list)
    scope: int | None = None


@dataclass
class Saved:
    """One saved tensor of a node: its name in the formula, the tensor, and its version when it was saved.

    What is no tensor is told as `text`.
    """

    name: str
    tensor: int | None
    version: int | None = None
    text: str | None = None


ScopeKind = Literal["function", "module", "call", "loop"]


@dataclass
class Scope:
    """A stretch of the run that belongs together, inside the stretch `parent`.

    "function": the forward or backward (`phase`) of a custom Function, whose node is `fn`. "module": a call of the
    Module of class `type` that has the path `name` in the outermost one running. "call": a call of a function that the
    program defines in `line`. "loop": an iteration of the loop in `line`, whose header is `name`. `number` counts, from
    0, the calls of a Module in all and the iterations of a loop since it was entered.
    """

    name: str
    kind: ScopeKind
    phase: Literal["forward", "backward"] | None = None
    type: str = ""
    line: int | None = None
    number: int | None = None
    fn: int | None = None
    parent: int | None = None


def function_of(scopes: list[Scope], scope: int | None) -> int | None:
    """Return the innermost scope around a scope, or itself, that is a custom Function's; None if there is none."""
    while scope is not None and scopes[scope].kind != "function":
        scope = scopes[scope].parent
    return scope


@dataclass
class Root:
    """Where a backward pass starts: a tensor, its node, and the seed that is delivered there.

    `seed` is a value, `given` the tensor that the program passed for it; `implicit` is the 1 that nobody
    passed.
    """

    tensor: int | None
    fn: int
    output: int
    seed: int | None
    implicit: bool = False
    given: int | None = None


@dataclass
class Pass:
    """One backward pass: `kind` "backward" adds to `.grad`, "grad" returns what arrives at `inputs`."""

    kind: Literal["backward", "grad"]
    roots: list[Root]
    retain_graph: bool
    create_graph: bool
    inputs: list[int] | None = None
    line: int | None = None
    parent: int | None = None


@dataclass
class Read:
    """A look of the program at a `.grad`: whose, before which step, whether it was None, and where in the program."""

    tensor: int
    step: int
    none: bool = False
    line: int | None = None
    text: str = ""


@dataclass
class Optimizer:
    """An optimizer: its class, the line that made it, the identities of the tensors that it holds, and its steps.

    `skipped` are those that a GradScaler left out, as gradients were not finite.
    """

    type: str
    line: int | None = None
    tensors: list[int] = field(default_factory=list)
    steps: int = 0
    skipped: int = 0


StepKind = Literal[
    "create", "op", "write", "backward", "arrive", "ready", "run", "accumulate", "hook", "free", "grad",
    "refuse", "end", "error", "omitted",
]  # fmt: skip

# The kinds of steps that follow from the one before without a choice, and are shown with it.
FOLLOWERS = ("ready", "free")


@dataclass
class Step:
    """One step. Which fields are set depends on `kind`; docs/trace.md has the table.

    `line` is the program's line that caused it, `forward_line` for a backward step the line that made the
    node. Values are indices into `values`; a gradient that is None in PyTorch is null here.
    """

    kind: StepKind
    line: int | None = None
    forward_line: int | None = None
    scope: int | None = None
    run: int | None = None  # which pass
    tensor: int | None = None
    op: int | None = None
    fn: int | None = None
    edge: int | None = None  # of the node `origin`, None for a seed
    origin: int | None = None
    output: int | None = None
    value: int | None = None
    before: int | None = None
    after: int | None = None
    awaited: int | None = None  # contributions still missing
    expected: int | None = None  # contributions in all
    incoming: list[int | None] | None = None
    outgoing: list[int | None] | None = None
    versions: list[int | None] | None = None  # of the saved tensors, now; of a write: of those that it `changed`
    changed: list[list[int]] | None = None  # [tensor, value]: other tensors on the memory that was written
    waiting: list[list[int]] | None = None  # [fn, output, value]: gradients that wait on that memory
    memory: int | None = None  # in which the gradient that arrives waits, where others are there too
    place: list[int] | None = None  # and which part of it, as of a tensor
    how: str | None = None
    text: str | None = None
    tensors: list[int] | None = None
    count: int | None = None
    passes: int | None = None


@dataclass
class Error:
    """How the program ended if it failed: PyTorch's exception, the program's line, and the traceback as
    text."""

    type: str
    message: str
    line: int | None = None
    traceback: str = ""


@dataclass
class Trace:
    """A whole run. `stdout` pairs a step with the text printed after it and before the next one; `shown` says what
    the functions compute that the formulas call; `optimizers` are in the order in which they were made."""

    source: str
    version: int = VERSION
    values: list[Value] = field(default_factory=list)
    tensors: list[Tensor] = field(default_factory=list)
    ops: list[Operation] = field(default_factory=list)
    fns: list[Fn] = field(default_factory=list)
    scopes: list[Scope] = field(default_factory=list)
    passes: list[Pass] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    stdout: list[tuple[int, str]] = field(default_factory=list)
    error: Error | None = None
    shown: list[Shown] = field(default_factory=list)
    optimizers: list[Optimizer] = field(default_factory=list)


@dataclass(frozen=True)
class TraceLimits:
    """How much of a run is kept.

    The beginning ends after `operations` or `steps`, then `tail` operations, or a quarter of the steps, from the end
    follow. `elements` of a tensor are shown whole, and arrays are held up to `held_bytes` before they are summarised (or
    dropped with their part). With `beginning`, a program that trains ends at an iteration, once so much was logged. With
    `middle`, as much as of the end is also kept from about that backward pass on, counted from 0.
    """

    operations: int = 1600
    steps: int = 20_000
    tail: int = 400
    elements: int = 256
    held_bytes: int = 48 << 20
    beginning: int | None = None
    middle: int | None = None


def plain(item: Any) -> Any:
    """Return a Trace (or a part of one) as dicts and lists, without the fields that have nothing to say."""
    kind = type(item)
    if kind in _PLAIN:
        return item
    if kind is list or kind is tuple:
        return [*item] if _PLAIN.issuperset(map(type, item)) else [plain(part) for part in item]
    if isinstance(item, int):  # a version that says more to the engine
        return int(item)
    found = {}
    defaults = _defaults(kind)
    for name, value in vars(item).items():
        default = defaults[name]
        if value is not default and (default is None or value != default):
            found[name] = value if type(value) in _PLAIN else plain(value)
    return found


_PLAIN = frozenset((int, float, str, bool, dict, type(None)))
_REQUIRED = object()
_known_defaults: dict[type, dict[str, Any]] = {}


def _defaults(kind: type) -> dict[str, Any]:
    if kind not in _known_defaults:
        found = {}
        for f in dataclasses.fields(kind):
            if f.default is not dataclasses.MISSING:
                default = f.default
            elif f.default_factory is not dataclasses.MISSING:
                default = f.default_factory()
            else:
                default = _REQUIRED
            found[f.name] = _REQUIRED if f.name == "version" else default
        _known_defaults[kind] = found
    return _known_defaults[kind]


Kind = TypeVar("Kind")
Reader = Callable[[Any], Any]


def from_plain(document: dict[str, Any], kind: type[Kind] = Trace) -> Kind:
    """Return what `plain` made `document` of. It is not checked: what a stranger sends is read in the sandbox."""
    return _reader(kind)(document)


def to_json(item: Any) -> bytes:
    """Return a Trace, a part of one, or plain data as JSON.

    Raises:
        ValueError: a text has a lone surrogate (it is a UnicodeEncodeError then), or a number is NaN or infinite.
    """
    return json.dumps(plain(item), ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def from_json(data: bytes, kind: type[Kind] = Trace) -> Kind:
    """Return what `to_json` made `data` of."""
    return from_plain(json.loads(data), kind)


@functools.cache
def _reader(kind: type) -> Reader:
    """Return what makes an instance of a dataclass of plain data; made once, so that no object is looked at again."""
    parts = [
        (name, read) for name, hint in typing.get_type_hints(kind).items() if (read := _reader_of(hint)) is not None
    ]

    def read(document: dict[str, Any]) -> Any:
        made = {name: read_part(document[name]) for name, read_part in parts if name in document}
        return kind(**{**document, **made})

    return read if parts else lambda document: kind(**document)


def _reader_of(hint: Any) -> Reader | None:
    """Return what makes a value of this type of plain data, None where it is plain data itself."""
    if dataclasses.is_dataclass(hint):
        return _reader(hint)
    inner = typing.get_args(hint)
    read = next((found for part in inner if (found := _reader_of(part)) is not None), None)
    if typing.get_origin(hint) is tuple:
        return tuple if read is None else lambda items: tuple(map(read, items))
    if read is None:
        return None
    if typing.get_origin(hint) is list:
        return lambda items: [read(item) for item in items]
    return lambda item: None if item is None else read(item)
