"""Insides: the calls of a custom Function's forward and backward, with what is on ctx and what each line made.

The Trace says which operations ran, the program's text which statements are around them. Where a method has no branch and no
loop, its other statements ran in their order too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from autograd_engine.trace.schema import Saved, Step, Tensor, Trace, function_of
from autograd_studio.why.source.syntax import parsed

from ..chapters.chapters import Chapter
from ..schema import FunctionCall, Held, Kept, Line, Made, Reason

MOST_CALLS = 400
MOST_LINES = 40  # of a call

Method = ast.FunctionDef | ast.AsyncFunctionDef

_METHODS = {"forward": ("forward",), "backward": ("backward", "vjp")}
_STRAIGHT = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.Pass, ast.Assert, ast.Delete)


@dataclass
class Call:
    """A call of a Function's forward or backward: its node and its steps, `first` to `last` of the Trace.

    `has_ended` is whether it returned.
    """

    name: str
    phase: str
    fn: int | None
    first: int
    last: int
    has_ended: bool = True
    steps: list[int] = field(default_factory=list)  # those of its own lines


def insides(
    trace: Trace, frame_of: list[int], reasons: list[Reason], chapter: Chapter | None = None
) -> list[FunctionCall]:
    """Return the calls of custom Functions, or those in a chapter, as the payload has them, which has these `reasons`."""
    found = [one for one in calls(trace) if chapter is None or chapter.first <= one.last < chapter.end][:MOST_CALLS]
    if not found:
        return []
    states = _States(trace, frame_of)
    classes = [node for node in ast.walk(parsed(trace.source)) if isinstance(node, ast.ClassDef)]
    nodes = {None: [], **{owner: list(ast.walk(owner)) for owner in classes}}
    written = [_written(classes, call, trace) for call in found]
    return [
        _Inside(trace, states, call, owner, method, nodes[owner]).told(reasons)
        for call, (owner, method) in zip(found, written, strict=True)
    ]


def calls(trace: Trace) -> Iterator[Call]:
    """Yield the calls of custom Functions, in the order in which they end."""
    forwards: dict[int, Call] = {}  # by scope, those that have not returned
    backwards: list[Call] = []
    for index, step in enumerate(trace.steps):
        inner = function_of(trace.scopes, step.scope)
        for scope in _around(trace, inner):
            entry = trace.scopes[scope]
            if entry.phase == "forward" and scope not in forwards:
                forwards[scope] = Call(entry.name, "forward", entry.fn, index, index, has_ended=False)
        if inner is not None and step.kind in ("op", "write", "create"):
            call = (
                forwards.get(inner) if trace.scopes[inner].phase == "forward" else backwards[-1] if backwards else None
            )
            if call is not None:
                call.steps.append(index)
        if step.kind == "op" and step.how == "function":
            yield _returned(trace, forwards, step, index)
        elif step.kind == "run" and step.how == "begin":
            name = trace.fns[step.fn].name.removesuffix("Backward")
            backwards.append(Call(name, "backward", step.fn, index, index, has_ended=False))
        elif step.kind == "run" and step.how == "end" and backwards:
            call = backwards.pop()
            call.last, call.has_ended = index, True
            yield call
        elif step.kind == "omitted" and step.run is None:
            forwards.clear()
            backwards.clear()
    for call in (*forwards.values(), *backwards):
        if trace.error is not None and not call.has_ended:
            call.last = len(trace.steps) - 1
            yield call


def _around(trace: Trace, scope: int | None) -> Iterator[int]:
    """Yield the scopes of custom Functions that one is in, itself included."""
    while scope is not None:
        yield scope
        scope = function_of(trace.scopes, trace.scopes[scope].parent)


def _returned(trace: Trace, forwards: dict[int, Call], step: Step, index: int) -> Call:
    """Return the forward that a step ends, which has no scope if nothing happened in it."""
    operation = trace.ops[step.op]
    outer = function_of(trace.scopes, step.scope)
    for scope, call in reversed(forwards.items()):
        around = function_of(trace.scopes, trace.scopes[scope].parent)
        if not call.has_ended and call.name == operation.name and around == outer:
            call.last, call.has_ended = index, True
            return call
    return Call(operation.name, "forward", operation.fn, index, index)


def _written(classes: list[ast.ClassDef], call: Call, trace: Trace) -> tuple[ast.ClassDef | None, Method | None]:
    """Return the class and the method of a call, as far as the program's text shows them."""
    lines = {trace.steps[index].line for index in call.steps}
    found = [
        (any(method.lineno <= line <= _end(method) for line in lines if line), owner.name == call.name, owner, method)
        for owner in classes
        for method in owner.body
        if isinstance(method, Method) and method.name in _METHODS[call.phase]
    ]
    found = [one for one in found if one[0] or (one[1] and not lines)] or [one for one in found if one[1]]
    return max(found, key=lambda one: one[:2])[2:] if found else (None, None)


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


class _States:
    """What tensors held at each frame."""

    def __init__(self, trace: Trace, frame_of: list[int]) -> None:
        self.trace = trace
        self.frame_of = frame_of
        self.of: dict[int, list[tuple[int, int, int]]] = {}  # (step, value, version) by identity
        self.first: dict[int, Tensor] = {}
        for tensor in trace.tensors:
            self.first.setdefault(tensor.identity, tensor)
            self.of.setdefault(tensor.identity, []).append((tensor.step, tensor.value, tensor.version))
        for index, step in enumerate(trace.steps):
            for t, value in step.changed or ():
                tensor = trace.tensors[t]
                self.of[tensor.identity].append((index, value, tensor.version))
        for states in self.of.values():
            states.sort(key=lambda state: state[0])

    def frame(self, step: int) -> int:
        """Return the frame of a step of the Trace."""
        return self.frame_of[min(step, len(self.frame_of) - 1)]

    def between(self, tensor: int, first: int, last: int) -> list[Held]:
        """Return what a tensor holds from one step to another: at first, and after each change."""
        states = self.of[self.trace.tensors[tensor].identity]
        before = [state for state in states if state[0] <= first][-1:] or states[:1]
        later = [state for state in states if first < state[0] <= last and state not in before]
        return [Held(self.frame(max(first, step)), value, version) for step, value, version in (*before, *later)]


class _Inside:
    """One call, put together from the Trace and the text of its method."""

    def __init__(
        self,
        trace: Trace,
        states: _States,
        call: Call,
        owner: ast.ClassDef | None,
        method: Method | None,
        nodes: list[ast.AST],
    ) -> None:
        self.trace = trace
        self.states = states
        self.call = call
        self.owner = owner
        self.method = method
        self.nodes = nodes  # of the class
        self.node = None if call.fn is None else trace.fns[call.fn]
        self.texts = trace.source.splitlines()
        self.end = states.frame(call.last)

    def told(self, reasons: list[Reason]) -> FunctionCall:
        """Return the call as the payload has it."""
        return FunctionCall(
            f"{self.call.name}.{self.call.phase}",
            self.states.frame(self.call.first),
            self.end,
            [] if self.node is None else self.ctx(),
            self.lines()[:MOST_LINES],
            [index for index, reason in enumerate(reasons) if self.is_about(reason)],
        )

    def is_about(self, reason: Reason) -> bool:
        """Return whether a reason is a mistake of this Function: one in its lines, or the error that ended the call."""
        if reason.what == "error" and not self.call.has_ended:
            return True
        is_here = self.owner is not None and self.owner.lineno <= (reason.line or 0) <= _end(self.owner)
        return is_here and reason.what != "cut"

    # ---- ctx

    def ctx(self) -> list[Kept]:
        """Return what is on ctx: name, the name it was given by, from which frame on, and what it holds."""
        names, line = self.saving()
        saved = [
            self.item("saved_tensors", item, line, names[i] if i < len(names) else None)
            for i, item in enumerate(self.node.saved)
        ]
        kept = [self.item(item.name, item, self.assigned(item.name)) for item in self.node.ctx]
        return saved + kept + list(self.set_by_backward({item.name for item in self.node.ctx}))

    def set_by_backward(self, known: set[str]) -> Iterator[Kept]:
        """Yield the further attributes that the lines of this backward set: a tensor that is called so, else the expression."""
        if self.call.phase != "backward" or self.method is None:
            return
        for node in ast.walk(self.method):
            match node:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name("ctx"), attr=name)], value=value):
                    at = self.reached_after(_end(node))
                    if name not in known and at is not None:
                        known.add(name)
                        since = self.states.frame(at)
                        tensor = self.called(f"ctx.{name}", at)
                        if tensor is None:
                            yield Kept(name, since, text=ast.unparse(value))
                        else:
                            held = self.states.between(tensor, at, self.call.last)
                            yield Kept(name, since, version=held[0].version, held=held)

    def called(self, name: str, step: int) -> int | None:
        """Return the latest tensor up to a step that has a name."""
        tensors = self.trace.tensors
        return next(
            (i for i in reversed(range(len(tensors))) if tensors[i].step <= step and name in tensors[i].names), None
        )

    def item(self, name: str, item: Saved, line: int | None, given: str | None = None) -> Kept:
        since = self.reached(line) if self.call.phase == "forward" else self.call.first
        found = Kept(name, self.states.frame(since), given)
        if item.tensor is None:
            found.text = item.text or ""
        else:
            found.version, found.held = item.version, self.states.between(item.tensor, since, self.call.last)
        return found

    def reached(self, line: int | None) -> int:
        """Return the step at which a line of this forward has run: the first one of a later line, or the end of the call."""
        if self.method is None or line is None or not self.method.lineno <= line <= _end(self.method):
            return self.call.last
        later = (i for i in self.call.steps if line < (self.trace.steps[i].line or 0) <= _end(self.method))
        return next(later, self.call.last)

    def saving(self) -> tuple[list[str], int | None]:
        """Return the texts of what `save_for_backward` is given, and its line."""
        found: tuple[list[str], int | None] = [], None
        for node in self.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                is_plain = not any(isinstance(argument, ast.Starred) for argument in node.args)
                if node.func.attr == "save_for_backward" and is_plain and len(node.args) == len(self.node.saved):
                    found = [ast.unparse(argument) for argument in node.args], node.lineno
        return found

    def assigned(self, name: str) -> int | None:
        """Return the line that sets an attribute of ctx; of what is there from the start, where the method begins."""
        if name == "needs_input_grad":
            return None if self.method is None else self.method.lineno
        lines = [
            node.lineno
            for node in self.nodes
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr == name
        ]
        return lines[0] if lines else None

    # ---- lines

    def lines(self) -> list[Line]:
        """Return the statements that ran, in their order, each with what it made."""
        if self.method is None:
            return []
        straight = _straight(self.method.body)
        if straight is not None:
            return [self.line(statement, self.steps_of(statement)) for statement in straight]
        found: list[tuple[ast.stmt, list[int]]] = []
        for index in self.call.steps:
            step = self.trace.steps[index]
            statement = self.statement(step.line)
            last = self.trace.steps[found[-1][1][-1]] if found else None
            if last is not None and found[-1][0] is statement and last.scope == step.scope:  # not another iteration
                found[-1][1].append(index)
            elif statement is not None:
                found.append((statement, [index]))
        return [self.line(statement, steps) for statement, steps in found]

    def steps_of(self, statement: ast.stmt) -> list[int]:
        return [i for i in self.call.steps if statement.lineno <= (self.trace.steps[i].line or 0) <= _end(statement)]

    def statement(self, line: int | None) -> ast.stmt | None:
        """Return the innermost statement of the method in a line."""
        around = [
            node
            for node in ast.walk(self.method)
            if isinstance(node, ast.stmt) and node is not self.method and line and node.lineno <= line <= _end(node)
        ]
        return max(around, key=lambda node: (node.lineno, -_end(node)), default=None)

    def line(self, statement: ast.stmt, steps: list[int]) -> Line:
        last = _end(statement) if isinstance(statement, _STRAIGHT) else statement.lineno
        text = " ".join(part.strip() for part in self.texts[statement.lineno - 1 : last])
        at = steps[-1] if steps else self.reached_after(last)
        frame = None if at is None else self.states.frame(at)
        made = [*self.made(statement, steps), *self.unpacked(statement, frame), *self.returned(statement, bool(steps))]
        return Line(statement.lineno, last, text, frame, made)

    def reached_after(self, line: int) -> int | None:
        """Return the step at which a statement without operations has run; None if the call broke off before."""
        later = (i for i in self.call.steps if (self.trace.steps[i].line or 0) > line)
        return next(later, self.call.last if self.call.has_ended else None)

    def made(self, statement: ast.stmt, steps: list[int]) -> list[Made]:
        """Return what a statement made."""
        found: dict[str, Made] = {}
        for index in steps:
            step = self.trace.steps[index]
            if step.tensor is None:
                continue
            tensor, is_last = self.trace.tensors[step.tensor], index == steps[-1]
            if tensor.base is None or is_last:  # a view on the way says nothing new
                name = self.name(statement, step) if is_last else self.text(step)
                found.pop(name, None)
                found[name] = Made(name, self.states.frame(index), tensor.value)
        return list(found.values())

    def name(self, statement: ast.stmt, step: Step) -> str:
        """Return what the last operation of a statement makes: what it assigns or writes to, else the expression."""
        match statement:
            case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
                while isinstance(target, ast.Subscript):
                    target = target.value
                if isinstance(target, ast.Name | ast.Attribute):
                    return ast.unparse(target)
            case ast.Return():
                return "return"
        return self.text(step)

    def text(self, step: Step) -> str:
        """Return the expression that first made the tensor of a step."""
        first = self.states.first[self.trace.tensors[step.tensor].identity]
        return first.text or (first.names or [""])[0]

    def unpacked(self, statement: ast.stmt, frame: int | None) -> list[Made]:
        """Return what `x, y = ctx.saved_tensors` binds, if it has run."""
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Attribute(attr="saved_tensors")) if (
                frame is not None
            ):
                return [
                    Made(
                        ast.unparse(target),
                        frame,
                        self.states.between(item.tensor, self.call.first, self.call.first)[0].value,
                    )
                    for target, item in zip(targets, self.node.saved, strict=False)
                    if item.tensor is not None
                ]
        return []

    def returned(self, statement: ast.stmt, has_steps: bool) -> list[Made]:
        """Return what a call returned: of a backward the gradients, of a forward the outputs that its line did not make."""
        if not isinstance(statement, ast.Return) or not self.call.has_ended:
            return []
        step = self.trace.steps[self.call.last]
        if self.call.phase == "backward":
            pairs = zip(self.node.edges, step.outgoing or (), strict=False)
            return [Made(f"∇{edge.input}", self.end, value) for edge, value in pairs]
        tensors = [] if has_steps else self.trace.ops[step.op].outputs
        return [Made("return", self.end, self.trace.tensors[t].value) for t in tensors]


def _straight(body: list[ast.stmt]) -> list[ast.stmt] | None:
    """Return the statements of a body that has no branch and no loop, without its docstring; None if it has one."""
    found: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.With):
            inner = _straight(statement.body)
            if inner is None:
                return None
            found += inner
        elif not isinstance(statement, _STRAIGHT):
            return None
        elif not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            found.append(statement)
    return found
