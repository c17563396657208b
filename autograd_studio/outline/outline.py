"""The outline of a program: what is asked for, and what the answer says."""

from __future__ import annotations

from dataclasses import dataclass, field

from .forms import MOST_TEXT, CustomOp, Expression, Fault, at_most, lines_of


@dataclass(frozen=True)
class Asked:
    """What an outline is asked of: a program's text, or else a form, which writes a program."""

    text: str = at_most(MOST_TEXT, cell="program", default="")
    expression: Expression | None = None
    custom_op: CustomOp | None = None


@dataclass(frozen=True)
class Piece:
    """The lines `first` to `last` of a program, which stand in a form's `cell` from its line `line` on."""

    first: int
    last: int
    cell: str
    line: int


@dataclass(frozen=True)
class Outline:
    """What a program's text says. With `faults`, which say why it is none, it says nothing else.

    `names` are the names that it assigns, `imports` the modules that it imports, each with its lines, counted from 1. `blocks`
    are the first and the last line of each statement of its top level that takes several. `passes` are the lines where
    statements of its top level begin that call backward() or grad(). `output` is the name whose backward() it calls first,
    else the one that it assigns last, empty if there is none. `program` is the text that a form has written, and `pieces` are
    the parts of it that stand in the form.
    """

    names: dict[str, list[int]] = field(default_factory=dict)
    imports: dict[str, list[int]] = field(default_factory=dict)
    blocks: list[tuple[int, int]] = field(default_factory=list)
    passes: list[int] = field(default_factory=list)
    output: str = ""
    program: str | None = None
    pieces: list[Piece] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def end(self, line: int) -> int:
        """Return the last line of the statement of the top level that has a line."""
        return next((last for first, last in self.blocks if first <= line <= last), line)

    def cell_of(self, line: int | None) -> tuple[str, int] | None:
        """Return where a line of the program is in the form, None if it is not from there."""
        if line is None:
            return None
        return next(((p.cell, p.line + line - p.first) for p in self.pieces if p.first <= line <= p.last), None)

    def before(self, cell: str) -> str:
        """Return the part of the program before that of a cell."""
        end = next((piece.first - 1 for piece in self.pieces if piece.cell == cell), None)
        return "\n".join(lines_of(self.program)[:end]).rstrip() + "\n"
