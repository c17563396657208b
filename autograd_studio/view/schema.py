"""The payload: what the browser gets of a run, defined once.

The rooms of the view fill these classes, `payload/writing.py` writes them as JSON, `payload/numbering.py` renumbers what they
name, and `python -m tools.payload_schema` makes of them the types of the player and the tables of docs/payload.md.

A field that has its default is left out. An underscore at the end of a name, of what Python keeps for itself, is not written.
A NamedTuple is a row: a list in which each place has a meaning. Its last places may be missing if they have a default, and any
list of such elements is a row, too. What an integer counts is told by its type.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, NewType

StepNumber = NewType("StepNumber", int)
"""A position in `steps`."""
BoxNumber = NewType("BoxNumber", int)
"""A position in `boxes`, or in those of one graph until its place among others is known."""
LinkNumber = NewType("LinkNumber", int)
"""A position in `links`, likewise."""
ClusterNumber = NewType("ClusterNumber", int)
"""A position in `clusters`, likewise."""
GraphNumber = NewType("GraphNumber", int)
"""A position in `graphs`."""
ChapterNumber = NewType("ChapterNumber", int)
"""A position in `chapters`."""
ValueNumber = NewType("ValueNumber", int)
"""A position in `values`."""
ReasonNumber = NewType("ReasonNumber", int)
"""A position in `reasons`."""

Phase = Literal["forward", "backward", "update"]
"""A part of a training step: the operations, a backward pass, what changes the parameters and clears their gradients."""
Engine = Literal["graphviz", "layered"]
"""The layout that placed a graph; "layered" is the fallback, without clusters."""
BoxKind = Literal["leaf", "constant", "op", "function", "hub", "output", "seed", "fold"]
"""What a box stands for."""
LinkKind = Literal["gradient", "data", "output", "view", "same", "grad", "seed"]
"""What a link means."""
RowKind = Literal["title", "value", "grad"]
"""A row of a box."""
Status = Literal["pending", "done", "superseded", "waiting", "ready", "running", "ran", "error"]
"""What has become of a box's node."""
State = Literal["", "none", "pending", "complete", "kept", "passed", "undefined"]
"""What has become of a gradient."""
Item = bool | int | float | Literal["NaN", "Infinity", "-Infinity"]
"""An element of a tensor; what JSON cannot write is a word."""
Expression = str | list
"""A formula as a nested list: docs/payload.md has its operators."""
Ref = int | str | list
"""The number of a value, a number as text, or an elementwise expression of such: ["-", "1", ["**", 7, "2"]]."""
Place = list[int]
"""Which part of its memory a tensor is: the memory's length, the offset and the strides, in elements."""


# ---- the program


class Piece(NamedTuple):
    """A piece of a line of the program."""

    kind: Literal["k", "n", "s", "c", "d", ""]
    """Keyword, number, string, comment, a name being defined, or plain."""
    text: str
    """Its text."""


class Printed(NamedTuple):
    """What the program printed."""

    step: StepNumber
    """The step after which it was printed, before the next one."""
    text: str
    """What was printed."""


@dataclass(slots=True)
class Error:
    """How the program ended if it failed."""

    type: str
    """The class of the exception."""
    message: str
    """Its message."""
    line: int | None = None
    """The line of the program that raised it."""
    traceback: str = ""
    """Its traceback as text."""


class Bound(NamedTuple):
    """What a name stands for from a step on."""

    step: StepNumber
    """The step."""
    box: BoxNumber
    """The box of the tensor that the name holds."""


class Binding(NamedTuple):
    """A name that a statement binds; a tensor that is written in place keeps its name."""

    line: int
    """The line in which the statement ends."""
    name: str
    """The name."""
    entries: list[Bound]
    """What it stands for, in order."""


# ---- chapters


class Turn(NamedTuple):
    """An iteration of a loop."""

    number: int
    """Which one it is, from 0."""
    total: int
    """How many there are."""


class Gap(NamedTuple):
    """Backward passes that are left out."""

    begun: int
    """How many passes began before."""
    count: int
    """How many are left out."""


class Brought(NamedTuple):
    """A box that begins with what an earlier iteration has left."""

    box: BoxNumber
    """The box."""
    value: int
    """How many chapters ago its tensor was changed; 0 where no iteration has changed it."""
    grad: int
    """The same of its `.grad`."""


@dataclass(slots=True)
class Chapter:
    """Neighbouring steps that are told on one graph."""

    from_: StepNumber
    """The first of its steps."""
    to: StepNumber
    """The last of its steps."""
    graph: GraphNumber
    """The graph on which they are told."""
    label: str
    """What it is called: "iteration 7 of 50"; empty in a program without a training loop."""
    turns: list[Turn] | None = None
    """The iterations that it is, the outermost loop first; missing before and after the loop."""
    gap: Gap | None = None
    """The backward passes that are left out at its end."""
    brought: list[Brought] | None = None
    """The boxes that begin with what an earlier iteration has left."""


class Point(NamedTuple):
    """A point of a curve."""

    chapter: ChapterNumber
    """The chapter."""
    value: Item
    """The number at which a backward pass of it begins."""


@dataclass(slots=True)
class Curve:
    """What the backward passes begin at, where that is one number."""

    name: str
    """What the root is called."""
    points: list[Point]
    """The numbers in their order."""


# ---- the picture


class Padding(NamedTuple):
    """The space around what is in a box, in px."""

    side: float
    """At the left and at the right."""
    rise: float
    """Above, and below what has no footer."""


class Digits(NamedTuple):
    """How many significant digits a number has at most in a box, its cells and its footer."""

    alone: int
    """That of a scalar."""
    among: int
    """One of several."""


@dataclass(slots=True)
class Metrics:
    """What boxes are drawn with, in px: docs/payload.md has the picture."""

    font: float
    """The size of the letters of names and numbers."""
    column: float
    """The width of a monospaced column of that size: a wide East Asian character takes two, a combining one none."""
    small: float
    """The same of 12 px, set 0.02 em tighter: shapes, what stands among others in cells or footer, texts, what is below."""
    large: float
    """The same of 15 px: the number of a scalar."""
    digits: Digits
    """How many digits numbers have, which `short` of web/player/model/cells.js writes as `number_text` of why/numbers.py."""
    pad: Padding
    """The space around name and numbers."""
    name: float
    """The height of the row with name and shape."""
    cell: float
    """The height of a row of numbers."""
    gap: float
    """Between name and numbers."""
    apart: float
    """Between two cells, in both directions."""
    foot: float
    """The height of the footer, which holds the gradient."""
    above_foot: float
    """Between the numbers and the footer."""
    below: float
    """Kept free below a box, for the name of its node."""


class Cells(NamedTuple):
    """How the numbers of a tensor stand in its box, one cell each."""

    rows: int
    """How many rows there are."""
    columns: int
    """How many numbers a row has."""


class Size(NamedTuple):
    """How large something is, in px."""

    width: float
    """From left to right."""
    height: float
    """From top to bottom."""


class Spot(NamedTuple):
    """Where something begins, in px from the left and the top of its graph, or of the frame around it."""

    x: float
    """From the left."""
    y: float
    """From the top."""


class Range(NamedTuple):
    """A part of a list."""

    first: int
    """Where it begins."""
    end: int
    """Where the next one begins."""


class Part(NamedTuple):
    """The part of a link that lies inside of a closed cluster."""

    cluster: ClusterNumber
    """The cluster."""
    path: str
    """Its path, from the top left corner of the cluster's frame."""


Parts = list[Part]
"""The parts of a link that lie inside of closed clusters, in the order in which it goes through them."""


class Parted(NamedTuple):
    """A link with parts, in a picture from left to right."""

    link: int
    """The link, counted from the graph's first."""
    out: Parts
    """Its parts out of clusters, the innermost first."""
    into: Parts
    """Its parts into clusters, the outermost first."""


@dataclass(slots=True)
class Cluster:
    """What belongs together: an open one has a frame, a closed one an inside."""

    id: ClusterNumber
    """Its own number."""
    title: str
    """What its frame is called: `MyReLU.forward`."""
    parent: ClusterNumber | None = None
    """The cluster around it."""
    grows: bool = False
    """Whether nothing in it is drawn before the step that computes it, and its frame not before the first of these."""
    x: float | None = None
    """The left of its frame."""
    y: float | None = None
    """The top of its frame."""
    w: float | None = None
    """The width of its frame."""
    h: float | None = None
    """The height of its frame."""
    inside: Size | None = None
    """Of a closed one instead: the size of its frame once it is open, with 22 px at the top for its title."""


@dataclass(slots=True)
class Across:
    """The picture of a graph from left to right."""

    size: Size
    """How large it is."""
    places: list[Spot]
    """Where the boxes of the graph are."""
    paths: list[str]
    """The paths of its links."""
    parts: list[Parted]
    """The links that have parts."""
    clusters: list[Cluster]
    """Its clusters."""


@dataclass(slots=True)
class Graph:
    """A graph by its ranges in the lists of all; it has an origin of its own."""

    size: Size
    """How large it is."""
    across: Across | None
    """The same from left to right; null for a large graph."""
    boxes: Range
    """Its boxes."""
    links: Range
    """Its links."""
    clusters: Range
    """Its clusters."""


class Flag(NamedTuple):
    """A change of `requires_grad` after the tensor was made."""

    step: StepNumber
    """The step from which it is what it was set to."""
    line: int | None
    """Where it was set; null if nowhere in the program."""
    before: Literal[0, 1]
    """What it was before."""


@dataclass(slots=True)
class Box:
    """A tensor as one operation left it, with the node that made it; or what else is drawn as a box."""

    id: BoxNumber
    """Its own number."""
    kind: BoxKind
    """What it stands for."""
    rows: list[RowKind]
    """The rows it has room for, from the top."""
    x: float
    """Its left."""
    y: float
    """Its top."""
    w: float
    """Its width."""
    h: float
    """Its height."""
    title: str
    """The name of its tensor, or the expression that made it."""
    expr: str = ""
    """That expression, where it is not the title; of a fold the shapes in and out."""
    fn: str = ""
    """The class of its node; of a fold that of the module."""
    shape: str = ""
    """The shape of its tensor."""
    cells: Cells | None = None
    """How its numbers, and those of its gradient, stand in cells; missing where they are too many, and a text stands for them."""
    line: int | None = None
    """The line that made it."""
    tensor: int | None = None
    """The tensor of the Trace that it stands for."""
    cluster: ClusterNumber | None = None
    """The innermost cluster that it is in."""
    copy_of: BoxNumber | None = None
    """The box of which it is a small copy, beside a use that is far away: it shows the title only and has no tracks."""
    opens: ClusterNumber | None = None
    """Of a fold: the cluster whose box it is."""
    shows: BoxNumber | None = None
    """Of a fold: the box whose `value` and `grad` it shows."""
    accumulate: bool = False
    """Whether it is a leaf, whose node is an AccumulateGrad."""
    recorded: bool = False
    """Whether autograd tracks it: not under `no_grad`, of constants, or inside of a Function's forward."""
    view: bool = False
    """Whether it shares the memory of its input: PyTorch calls it a view."""
    retains: StepNumber | None = None
    """The step from which `retain_grad()` keeps its gradient."""
    flagged: Flag | None = None
    """The change of its `requires_grad`."""
    memory: str = ""
    """A letter, the same for all boxes on one memory, where several hold it at a time or it is written to while it is saved."""
    cut: ReasonNumber | None = None
    """Why gradients do not go on here where numbers do, if no link leads from the tensor that the numbers are of."""


@dataclass(slots=True)
class Link:
    """A link leads down, from an input to the result computed from it; a gradient travels the other way."""

    from_: BoxNumber
    """The box where it begins."""
    to: BoxNumber
    """The box where it ends."""
    kind: LinkKind
    """What it means."""
    path: str
    """Its path as SVG writes it, from border to border, outside of closed clusters."""
    fn: int | None = None
    """The node of the Trace whose edge it is."""
    edge: int | None = None
    """Which edge of that: an index into `next_functions`."""
    label: str = ""
    """What the operand is called in the node's formula."""
    out: Parts | None = None
    """Its parts out of closed clusters, the innermost first."""
    in_: Parts | None = None
    """Its parts into closed clusters, the outermost first."""
    cut: ReasonNumber | None = None
    """Why gradients do not go on here where numbers do."""


# ---- timelines


class StatusEntry(NamedTuple):
    """What has become of a box, from a step on."""

    step: StepNumber
    """The step."""
    status: Status
    """What has become of it."""


class ValueEntry(NamedTuple):
    """What a box holds, from a step on."""

    step: StepNumber
    """The step."""
    text: str
    """The value as its row shows it."""
    value: ValueNumber | None
    """The value."""


class GradEntry(NamedTuple):
    """The gradient at a box, from a step on."""

    step: StepNumber
    """The step."""
    state: State
    """What has become of it."""
    text: str
    """The gradient as its row shows it: `old + new` while one is on its way to a `.grad` that is not None."""
    value: ValueNumber | None
    """The gradient."""
    arrived: int = 0
    """While it is pending: how many contributions are there."""
    expected: int = 0
    """While it is pending: how many there will be."""


class Saved(NamedTuple):
    """Something that a node saves for its backward; the last three of a tensor are null for anything else."""

    name: str
    """What the node calls it."""
    text: str
    """What the picture calls it, or its value if it is no tensor."""
    box: BoxNumber | None
    """The box of the tensor."""
    then: int | None
    """The version that was saved."""
    now: int | None
    """The version that the tensor has now: with another one the backward fails."""
    freed: bool
    """Whether the node has let go of it."""


class SavedEntry(NamedTuple):
    """What a node has saved, from a step on."""

    step: StepNumber
    """The step."""
    saved: list[Saved]
    """All of it."""


class WhyEntry(NamedTuple):
    """Why the gradient that a box shows is odd, from a step on."""

    step: StepNumber
    """The step."""
    reason: ReasonNumber | None
    """Why it is None, 0, NaN or infinite; null where it is none of these."""


class VersionEntry(NamedTuple):
    """How often a tensor was changed in place, from a step on."""

    step: StepNumber
    """The step."""
    version: int | None
    """Its `_version`."""


class PlaceEntry(NamedTuple):
    """Which part of its memory a tensor is, from a step on."""

    step: StepNumber
    """The step."""
    place: Place | None
    """The part; null and missing where it is all of it, in order."""


class Sum(NamedTuple):
    """A contribution that was added."""

    step: StepNumber
    """The step that added it."""
    link: LinkNumber | None
    """The link along which it came."""
    value: ValueNumber | None
    """The contribution."""
    before: ValueNumber | None
    """The sum before."""
    after: ValueNumber | None
    """The sum after."""


@dataclass(slots=True)
class Tracks:
    """The timelines of a box; each entry is valid until the next one, and before the first one a row shows nothing."""

    status: list[StatusEntry] = field(default_factory=list)
    """What has become of it; before the first entry it has not been computed."""
    value: list[ValueEntry] = field(default_factory=list)
    """What it holds."""
    grad: list[GradEntry] = field(default_factory=list)
    """Its gradient."""
    saved: list[SavedEntry] = field(default_factory=list)
    """What its node saves for its backward."""
    why: list[WhyEntry] = field(default_factory=list)
    """Why its gradient is odd."""
    version: list[VersionEntry] = field(default_factory=list)
    """How often its tensor was changed in place."""
    place: list[PlaceEntry] = field(default_factory=list)
    """Which part of its memory its tensor is; only of boxes with a `memory`."""
    sums: list[Sum] = field(default_factory=list)
    """The contributions that were added, which hold for their step alone."""


# ---- steps


class Factor(NamedTuple):
    """What a gradient is combined with, or an operand."""

    sign: str
    """`*` `/` `@`, `@<` from the left, `-`, or `sum` over what was broadcast."""
    text: str
    """What it is called."""
    value: Ref | None
    """Its value if it is a tensor; of an elementwise expression that expression, of values and of numbers as text."""
    turned: str = ""
    """"T" if it is transposed."""


class Axis(NamedTuple):
    """A part of the number of an element's row: `index[axis] // size * stride`."""

    axis: int
    """The dimension."""
    size: int
    """How many neighbours share a row."""
    stride: int
    """How far apart the numbers of neighbouring rows are."""


@dataclass(slots=True)
class Rows:
    """What each row of a softmax, a norm or attention sends; the row of an element is the sum over the axes."""

    slope: int
    """Which of the step's `slopes` is about it."""
    said: str
    """That sentence without a row."""
    texts: list[str]
    """How it goes on with each row, "" with nothing."""
    axes: list[Axis]
    """How an element's row is found."""


@dataclass(slots=True)
class Sent:
    """What a node sends along one of its edges."""

    link: LinkNumber
    """The link along which it goes."""
    value: ValueNumber
    """The gradient that is sent."""
    factors: list[Factor] | None = None
    """What the gradient that arrived is combined with, in turn; missing where the formula is no such chain."""
    rows: Rows | None = None
    """What each row sends, where a sentence tells it row by row."""


@dataclass(slots=True)
class Card:
    """What goes into a step and what comes out of it."""

    of: list[Factor] | None = None
    """The operands of an operation; of an update the parameter before it, and what it moves by."""
    adds_product: bool | None = None
    """Whether it adds the matrix product of the last two operands to the first one."""
    gives: ValueNumber | None = None
    """What it gives, or what `.grad` is set to."""
    was: ValueNumber | None = None
    """What there was before a write that is no update, or in `.grad`."""
    tangents: list[Factor] | None = None
    """In forward mode: the tangents of the operands and then of the results."""
    arrives: list[ValueNumber] | None = None
    """What arrives at a node that runs."""
    sends: list[Sent] | None = None
    """What it sends."""


@dataclass(slots=True)
class Equation:
    """`left` = `symbolic` = `numbers` = `result`."""

    left: Expression
    """What is computed; "" if it has no name."""
    symbolic: Expression
    """How, with names."""
    numbers: Expression | None = None
    """How, with numbers; missing for large tensors, and where it only says the symbols or the result again."""
    result: str | None = None
    """The result as text; missing for large tensors."""


@dataclass(slots=True)
class Way:
    """A path from what a pass starts at to a leaf, or all that end with the same node."""

    way: str
    """The path in words."""
    product: str | None
    """The seed and the local slopes as a product; null where they are not separate numbers."""
    value: str
    """What came along it."""


@dataclass(slots=True)
class LeafSummary:
    """What a pass has brought to a leaf."""

    name: str
    """What the leaf is called."""
    say: str
    """One sentence about it."""
    rows: list[Way] | None = None
    """The paths, the largest first; missing for more than 6 elements."""
    sum: str | None = None
    """What the values of all paths add up to."""
    more: int | None = None
    """How many smaller paths have no row."""


@dataclass(slots=True)
class Summary:
    """What a pass has brought to its leaves, at its last step."""

    leaves: list[LeafSummary]
    """The leaves."""
    work: str
    """How many edges have a slope, and how often forward mode would have multiplied by one."""
    more: int | None = None
    """How many further leaves there are."""


@dataclass(slots=True)
class Step:
    """A step as the player counts them, with what follows from it without a choice."""

    kind: str
    """That of the Trace's step."""
    phase: Phase
    """"backward" in a backward pass, "update" where an optimizer or the program changes a leaf or clears a gradient."""
    caption: str = ""
    """What happens, in one sentence of at most 16 words."""
    beat: str = ""
    """Where a beat begins: what happens from here to the next one, likewise."""
    say: str = ""
    """The same with all that can be said of it, in one to four plain sentences."""
    line: int | None = None
    """The line of the program that is running."""
    forward_line: int | None = None
    """The line that made the running node."""
    box: BoxNumber | None = None
    """Where it happens."""
    to: BoxNumber | None = None
    """Where the gradient arrives that travels from `box`."""
    links: list[LinkNumber] | None = None
    """The links of the inputs, or the one along which the gradient travels."""
    flow: Phase | None = None
    """In which direction something goes along `links`: "backward" is against them."""
    pill: str | None = None
    """The gradient that travels, as text."""
    reads: list[BoxNumber] | None = None
    """The boxes of the saved tensors that a node reads, or of those that an error involves."""
    held: list[BoxNumber] | None = None
    """The boxes on the memory of a write besides its own, also where a gradient waits that the write has changed."""
    victims: list[BoxNumber] | None = None
    """The latter."""
    slots: list[BoxNumber] | None = None
    """The boxes of the nodes whose saved tensors it is about."""
    memory: str | None = None
    """The memory in which the gradient waits that arrives, a letter as of boxes; of a sum there is none."""
    place: Place | None = None
    """Which part of that memory it is."""
    card: Card | None = None
    """What goes into it and what comes out."""
    formula: list[Equation] | None = None
    """What it computes."""
    slopes: list[str] | None = None
    """By how much the result of a node that runs changes when an input does, one sentence for each input that has one."""
    derivatives: list[list[Equation]] | None = None
    """For each of these sentences its equations, `∂y/∂x = …`, if any."""
    summary: Summary | None = None
    """What the pass that ends with it has brought to its leaves."""
    reason: ReasonNumber | None = None
    """Why the program fails there, or why what a pass has brought is NaN or infinite."""


# ---- why


class Crossing(NamedTuple):
    """A link of a way."""

    from_: BoxNumber
    """The box where it begins."""
    to: BoxNumber
    """The box where it ends."""
    cut: bool
    """Whether gradients stop there."""


@dataclass(slots=True)
class Reason:
    """Why a gradient is what it is, or why none passes somewhere."""

    name: str
    """What the reason is about."""
    what: Literal["none", "zero", "nan", "inf", "error", "wrong", "cut"]
    """What is odd about it; "cut" where gradients stop and numbers go on."""
    cause: str
    """The kind of its cause (docs/why.md)."""
    said: str
    """What happened, with code between backticks."""
    rule: str
    """The rule behind it."""
    remedy: str
    """What to do about it."""
    line: int | None = None
    """The line where the cause is."""
    lesson: str | None = None
    """The lesson that teaches it."""
    step: StepNumber | None = None
    """The step where the cause is; all boxes are in the graph of that."""
    mended: str | None = None
    """The program without the mistake, or with the lines that a paste lacks, where that is certain."""
    box: BoxNumber | None = None
    """The box that it is about."""
    way: list[Crossing] | None = None
    """The way from there to what a pass starts at, or, for a tensor outside of the graph, to it."""


# ---- custom Functions


class Held(NamedTuple):
    """What a tensor on ctx holds, from a step on."""

    step: StepNumber
    """The step."""
    value: ValueNumber
    """What it holds."""
    version: int
    """Its version."""


@dataclass(slots=True)
class Kept:
    """Something that is on ctx: a tensor, or anything else as a text."""

    name: str
    """The attribute: `saved_tensors` or one of the program's own."""
    since: StepNumber
    """The step from which it is there."""
    given: str | None = None
    """The expression that `save_for_backward` was given."""
    text: str | None = None
    """What it is, if it is no tensor."""
    version: int | None = None
    """The version of the tensor that was saved."""
    held: list[Held] | None = None
    """What the tensor holds."""


class Made(NamedTuple):
    """What a statement made."""

    name: str
    """What it is called."""
    step: StepNumber
    """The step that made it."""
    value: ValueNumber | None
    """Its value, null for None."""


@dataclass(slots=True)
class Line:
    """A statement of a method, in the order in which they ran."""

    line: int
    """Its first line."""
    last: int
    """Its last line."""
    text: str
    """Its text."""
    at: StepNumber | None
    """The step at which it has run; null if the call broke off before."""
    made: list[Made]
    """What it made."""


@dataclass(slots=True)
class FunctionCall:
    """A call of a custom Function's forward or backward."""

    title: str
    """What is called: `MyReLU.backward`."""
    from_: StepNumber
    """Its first step."""
    to: StepNumber
    """Its last step."""
    ctx: list[Kept]
    """What is on ctx."""
    lines: list[Line]
    """All statements of a method without branches and loops, else those with an operation."""
    reasons: list[ReasonNumber]
    """The mistakes in its class, or the error that ended it."""


# ---- values


@dataclass(slots=True)
class Value:
    """The contents of a tensor at one moment, as in the Trace."""

    dtype: str
    """Its dtype."""
    shape: list[int]
    """Its shape."""
    data: list[Item]
    """Its elements, of a large one those of a corner; NaN and infinities are words."""
    corner: list[int] | None = None
    """The shape of that corner."""
    stats: dict[str, Item] | None = None
    """What describes the whole of a large one."""
    zero: bool = False
    """Whether all elements are 0."""


# ---- labels


@dataclass(slots=True)
class Strings:
    """Labels in the reader's language; those with `{braces}` are templates."""

    waiting: str
    """"waiting for {count} more"."""
    value: str
    """"value {value}"."""
    not_yet: str
    """"not computed yet"."""
    grad: dict[str, str]
    """The phrase of an aria-label for each state of a gradient."""
    kinds: dict[str, str]
    """A word for each kind of box."""


@dataclass(slots=True)
class Payload:
    """All that the player gets of a run."""

    version: int
    """The version of this description."""
    source: list[list[Piece]]
    """The lines of the program in pieces."""
    metrics: Metrics
    """What the text of boxes is drawn with."""
    size: Size
    """The size of the largest graph."""
    engine: Engine
    """The layout that placed the boxes."""
    graphs: list[Graph]
    """The graphs; chapters of the same structure share one."""
    boxes: list[Box]
    """The boxes of all graphs."""
    links: list[Link]
    """The links of all graphs."""
    clusters: list[Cluster]
    """The clusters of all graphs, outer ones first."""
    tracks: list[Tracks]
    """The timelines of each box."""
    steps: list[Step]
    """The steps."""
    chapters: list[Chapter]
    """What divides the steps."""
    curves: list[Curve]
    """What the backward passes begin at."""
    bindings: list[Binding]
    """What the names of the program stand for."""
    reasons: list[Reason]
    """Why gradients are what they are."""
    findings: list[ReasonNumber]
    """The reasons that are findings of the program, none for a sound one."""
    values: list[Value]
    """The values that are named by their numbers."""
    stdout: list[Printed]
    """What the program printed."""
    error: Error | None
    """How the program ended if it failed."""
    strings: Strings
    """Labels."""
    functions: list[FunctionCall] | None = None
    """The calls of custom Functions, in the order in which they end, 400 at most."""
    plain: str = ""
    """What to install so that Graphviz places the boxes, where it does not load."""
    id: str = ""
    """16 hex digits, a hash of the rest."""


# ---- a nudged run


class Gain(NamedTuple):
    """A pass that follows a number, and what it brought."""

    run: int
    """The pass."""
    value: ValueNumber | None
    """The gradient that it brought."""


class SeedPlace(NamedTuple):
    """Which seed it is."""

    run: int
    """The pass."""
    root: int
    """Which of its roots."""


@dataclass(slots=True)
class Handle:
    """Numbers that can be nudged, by the name that they have in a Nudge (autograd_engine/run/nudge.py): one of four."""

    value: ValueNumber
    """The numbers."""
    passes: list[Gain]
    """The passes that follow until the leaf is written to."""
    creation: int | None = None
    """Which tensor that the program created."""
    operation: int | None = None
    """Which operation, that computed a leaf."""
    write: int | None = None
    """Which write to a leaf."""
    seed: SeedPlace | None = None
    """Which seed that nobody gave."""
    box: BoxNumber | None = None
    """The box that shows them; not while a chapter is told alone."""
    step: StepNumber | None = None
    """The step from which it shows them; likewise."""


class NudgedRoot(NamedTuple):
    """What a pass starts at."""

    value: ValueNumber | None
    """Its value."""
    seed: ValueNumber | None
    """Its seed."""
    creation: int | None
    """Which creation the seed is, if it is one."""


@dataclass(slots=True)
class NudgedPass:
    """A backward pass: L is the sum of the products of its roots and their seeds."""

    roots: list[NudgedRoot]
    """What it starts at."""
    name: str
    """What the first root is called."""


@dataclass(slots=True)
class Nudged:
    """A run with a number nudged, without a layout; of a chapter told alone the steps, tracks and functions are its own."""

    shape: str
    """A hash of all but numbers: runs with the same one have the same boxes, links and steps."""
    curves: list[Curve]
    """As in a payload."""
    values: list[Value]
    """As in a payload."""
    error: Error | None
    """As in a payload."""
    passes: list[NudgedPass]
    """The backward passes."""
    steps: list[Step]
    """As in a payload."""
    tracks: list[Tracks]
    """As in a payload; of a chapter told alone boxes and links are numbered as in its graph."""
    functions: list[FunctionCall]
    """As in a payload."""
    handles: list[Handle]
    """What can be nudged."""
    stdout: list[Printed]
    """As in a payload."""
