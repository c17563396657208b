"""Source: what the text of a program says that its Trace does not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

# What leaves the graph as a plain Python or NumPy value.
LEAVES = ("item", "tolist", "numpy")
# What makes a new leaf of the numbers it is given.
_COPIES = (
    "torch.tensor", "torch.as_tensor", "torch.FloatTensor", "torch.Tensor", "tensor", "nn.Parameter", "torch.nn.Parameter",
    "Parameter",
)  # fmt: skip
_CASTS = ("float", "int", "bool")
# What of a tensor says nothing of its numbers, or is another tensor.
_NOT_NUMBERS = {
    "shape",
    "size",
    "dtype",
    "device",
    "ndim",
    "dim",
    "numel",
    "requires_grad",
    "is_leaf",
    "grad",
    "grad_fn",
}
_OFF = {"no_grad", "inference_mode"}
_DEEPEST = 100  # nested expressions and statements: ast.unparse calls itself a few times for each


@dataclass(frozen=True)
class Departure:
    """A place where the numbers of the variable `name` leave the graph, by `how`: a method, a cast, "new" for a copy."""

    name: str
    how: str
    line: int


@dataclass(frozen=True)
class Mode:
    """A place that switches recording off: its name and line, the lines that it holds for, and what they assign to."""

    name: str
    line: int
    first: int
    last: int
    names: set[str]


class Source:
    """The syntax tree of a program, asked about places that a Trace names by line and text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.tree = _parsed(text)
        self._parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}
        self._by_line: dict[int, list[ast.AST]] = {}
        for node in self._parents:
            if hasattr(node, "lineno"):
                self._by_line.setdefault(node.lineno, []).append(node)
        self._numbers = self._python_numbers()
        self._known: dict[tuple[str, int | None], list[Departure]] = {}

    def line(self, number: int | None) -> str:
        """Return a line of the program, without the blanks around it and the comment behind it."""
        lines = self._text.splitlines()
        return lines[number - 1].partition("#")[0].strip() if number and number <= len(lines) else ""

    # ---- modes

    def switched_off(self, line: int | None, names: set[str]) -> Mode | None:
        """Return what keeps `line` from being recorded; None if the text does not show it.

        A line of a function or a Module may run inside of a block that is elsewhere: the one that assigns to one of `names`,
        what the results are called later, or the only one there is.
        """
        around = [mode for mode in self._modes if line is not None and mode.first <= line <= mode.last]
        if around:
            return max(around, key=lambda mode: mode.first)
        calling = [mode for mode in self._modes if mode.names & names]
        return calling[0] if calling else self._modes[0] if len(self._modes) == 1 else None

    @cached_property
    def _modes(self) -> list[Mode]:
        """The places that switch recording off."""
        found = []
        on = [line for node in ast.walk(self.tree) for line in _switches_on(node)]
        for node in ast.walk(self.tree):
            for name, line, first, last in _modes(node):
                end = min((at for at in on if at > line), default=last) if isinstance(node, ast.Expr) else last
                found.append(Mode(name, line, first, end, self._assigned_in(first, end)))
        return found

    def _assigned_in(self, first: int, last: int) -> set[str]:
        nodes = (node for line, nodes in self._by_line.items() if first <= line <= last for node in nodes)
        return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}

    # ---- gradients that are asked for

    def is_guarded(self, line: int | None, text: str) -> bool:
        """Return whether the program only asks if the gradient `text` in `line` is None."""
        found = self._expressions(line, text)
        return bool(found) and all(self._is_test(node) for node in found)

    def is_clearing(self, line: int | None, text: str) -> bool:
        """Return whether the program takes the gradient `text` in `line` only to set it to zero."""
        found = self._expressions(line, text)
        return bool(found) and all(self._is_zeroed(node) for node in found)

    def _expressions(self, line: int | None, text: str) -> list[ast.expr]:
        wanted = _normal(text)
        return [
            node
            for node in self._by_line.get(line, ())
            if isinstance(node, ast.Attribute | ast.Call) and ast.unparse(node) == wanted
        ]

    def _is_zeroed(self, node: ast.AST) -> bool:
        while isinstance(self._parents.get(node), ast.Attribute):
            node = self._parents[node]
            if node.attr == "zero_":
                return True
        return False

    def _is_test(self, node: ast.expr) -> bool:
        parent = self._parents.get(node)
        if isinstance(parent, ast.Compare):
            return any(isinstance(side, ast.Constant) and side.value is None for side in parent.comparators)
        return (isinstance(parent, ast.If | ast.IfExp | ast.While | ast.Assert) and parent.test is node) or (
            isinstance(parent, ast.BoolOp | ast.UnaryOp)
        )

    def calls(self, method: str) -> list[tuple[str, int]]:
        """Return where `x.method()` is called: each x as it is written, and the line."""
        return self._calls.get(method, [])

    @cached_property
    def _calls(self) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                found.setdefault(node.func.attr, []).append((ast.unparse(node.func.value), node.lineno))
        return found

    @cached_property
    def grants(self) -> list[tuple[str, int]]:
        """Where requires_grad is switched on: of what, as it is written, and the line."""
        found = []
        for node in ast.walk(self.tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "requires_grad_"
            ):
                if not node.args or not _is_false(node.args[0]):
                    found.append((ast.unparse(node.func.value), node.lineno))
            elif isinstance(node, ast.Assign) and not _is_false(node.value):
                targets = [t for t in node.targets if isinstance(t, ast.Attribute) and t.attr == "requires_grad"]
                found += [(ast.unparse(target.value), node.lineno) for target in targets]
        return found

    @cached_property
    def freezes(self) -> list[tuple[str, int]]:
        """Where requires_grad is switched off: of what, as it is written, and the line."""
        found = []
        for node in ast.walk(self.tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "requires_grad_"
            ):
                if node.args and _is_false(node.args[0]):
                    found.append((ast.unparse(node.func.value), node.lineno))
            elif isinstance(node, ast.Assign) and _is_false(node.value):
                found += [
                    (ast.unparse(target.value), node.lineno)
                    for target in node.targets
                    if isinstance(target, ast.Attribute) and target.attr == "requires_grad"
                ]
        return found

    # ---- optimizers

    def trained(self) -> list[str] | None:
        """Return what the optimizers that make steps are given, as `model.` or `w`; None if there is no optimizer."""
        found: list[str] = []
        optimizers = [
            node for node in ast.walk(self.tree) if isinstance(node, ast.Assign) and _is_optimizer(node.value)
        ]
        stepped = {name for name, _ in self.calls("step")}
        for node in optimizers:
            if any(ast.unparse(target) in stepped for target in node.targets):
                found += self._parameters(node.value)
        return found if optimizers else None

    def _parameters(self, call: ast.Call) -> list[str]:
        found = []
        given = [*call.args, *(k.value for k in call.keywords if k.arg == "params")][:1]
        for argument in given:
            if isinstance(argument, ast.Name):
                argument = self._assigned(argument.id, call.lineno) or argument
            for node in ast.walk(argument):
                if isinstance(node, ast.Attribute) and node.attr in ("parameters", "named_parameters"):
                    found.append(f"{ast.unparse(node.value)}.")
                elif isinstance(node, ast.Name | ast.Attribute) and not isinstance(
                    self._parents.get(node), ast.Attribute
                ):
                    found.append(ast.unparse(node))
        return found

    def _assigned(self, name: str, before: int) -> ast.expr | None:
        """Return what was last assigned to a variable before a line."""
        found = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Assign)
            and node.lineno < before
            and any(ast.unparse(t) == name for t in node.targets)
        ]
        return max(found, key=lambda node: node.lineno).value if found else None

    def receiver(self, line: int | None, method: str) -> tuple[str, Departure | None]:
        """Return the variable whose `method` a line calls, and how what it holds has left the graph, if it has."""
        for name, at in self.calls(method):
            if at == line:
                value = self._assigned(name, at)
                taken = [] if value is None else [d for d in _departures(value, value.lineno) if d.how != "new"]
                return name, taken[0] if taken else None
        return "", None

    def assigned_text(self, names: list[str], line: int | None) -> str:
        """Return the expression that was last assigned to one of `names` before a line, or ""."""
        found = [value for name in names if line is not None and (value := self._assigned(name, line)) is not None]
        return ast.unparse(found[0]) if found else ""

    def used(self, text: str) -> list[str]:
        """Return the variables whose numbers an expression uses."""
        return list(_used(_parsed(text.strip())))

    # ---- numbers that leave the graph

    def departures(self, text: str, line: int | None) -> list[Departure]:
        """Return the variables whose numbers the expression `text` takes out of the graph, itself or through Python variables."""
        if (text, line) not in self._known:
            self._known[text, line] = self._departures(text, line)
        return self._known[text, line]

    def _departures(self, text: str, line: int | None) -> list[Departure]:
        tree = _parsed(text.strip())
        found = list(_departures(tree, line or 0)) + self._through_functions(tree)
        found += [replace(d, name=name) for d in found for name in self._members.get(d.name, ())]
        found.sort(key=lambda departure: departure.how in ("new", "data", "detach"))
        for name in _names(tree):
            found += [d for d in self._numbers.get(name, ()) if d not in found]
        return found

    def _through_functions(self, tree: ast.AST) -> list[Departure]:
        """Return what an expression passes to functions of the program that take numbers out of the graph."""
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
        return [
            Departure(name, self._leaky[call.func.id].how, self._leaky[call.func.id].line)
            for call in calls
            if call.func.id in self._leaky
            for argument in call.args
            for name in _used(argument)
        ]

    @cached_property
    def _leaky(self) -> dict[str, Departure]:
        """The functions of the program that take numbers out of the graph, and where they do."""
        found = {}
        for node in (node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)):
            taken = [d for part in node.body for d in _departures_in_lines(part) if d.how != "new"]
            if taken:
                found[node.name] = taken[0]
        return found

    @cached_property
    def _members(self) -> dict[str, list[str]]:
        """The variables that were put into lists, by the variable of the list: `xs.append(x)`, `xs = [x, y]`."""
        found: dict[str, list[str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append":
                found.setdefault(ast.unparse(node.func.value), []).extend(n for part in node.args for n in _used(part))
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.List | ast.ListComp):
                for target in node.targets:
                    found.setdefault(ast.unparse(target), []).extend(_used(node.value))
        return found

    def _python_numbers(self) -> dict[str, list[Departure]]:
        """Return the variables that hold plain numbers of tensors: `v` of `v = x.item()`, and those computed with it."""
        found: dict[str, list[Departure]] = {}
        assignments = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value
        ]
        for node in assignments:
            taken = [d for d in _departures(node.value, node.lineno) if d.how != "new"]
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name) and taken:
                    found.setdefault(target.id, []).extend(taken)
        return found

    def return_of(self, function: str) -> int | None:
        """Return the line in which the backward of a custom Function returns, None if the text has no such class."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef) and node.name == function:
                inner = [
                    part for part in ast.walk(node) if isinstance(part, ast.FunctionDef) and part.name == "backward"
                ]
                lines = [part.lineno for method in inner for part in ast.walk(method) if isinstance(part, ast.Return)]
                return max(lines, default=None)
        return None

    def assignments_on_ctx(self) -> dict[str, int]:
        """Return the lines in which attributes of `ctx` are assigned, by what is written: `ctx.t`."""
        return {
            ast.unparse(target): node.lineno
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Attribute)
        }


def _parsed(text: str) -> ast.Module:
    """Return the syntax tree of a text; one that is no Python, or too deep to be written out again, is empty."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
    level: list[ast.AST] = [tree]
    for _ in range(_DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return tree
    return ast.Module([], [])


def _normal(text: str) -> str:
    return ast.unparse(_parsed(text.strip())) or text


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _modes(node: ast.AST) -> Iterator[tuple[str, int, int, int]]:
    """Yield the modes without recording that a node of the tree enters: the name, its line, and which lines it holds for."""
    if isinstance(node, ast.With):
        for item in node.items:
            mode = _mode(item.context_expr)
            if mode:
                yield mode, item.context_expr.lineno, node.lineno, node.end_lineno or node.lineno
    elif isinstance(node, ast.FunctionDef):
        for decorator in node.decorator_list:
            mode = _mode(decorator)
            if mode:
                yield mode, decorator.lineno, node.lineno, node.end_lineno or node.lineno
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _mode(node.value) == "no_grad":
        yield "no_grad", node.lineno, node.lineno, 1 << 30


def _switches_on(node: ast.AST) -> Iterator[int]:
    """Yield the line of a statement that switches recording on again."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.value.args:
        function, argument = ast.unparse(node.value.func), node.value.args[0]
        if function.endswith("set_grad_enabled") and not _is_false(argument):
            yield node.lineno


def _mode(node: ast.expr) -> str | None:
    call = node.func if isinstance(node, ast.Call) else node
    name = call.attr if isinstance(call, ast.Attribute) else call.id if isinstance(call, ast.Name) else ""
    if name == "set_grad_enabled" and isinstance(node, ast.Call) and node.args and _is_false(node.args[0]):
        return "no_grad"
    return name if name in _OFF else None


def _is_optimizer(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    text = ast.unparse(node.func)
    return ("optim." in text and "lr_scheduler" not in text) or text in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad")


def _departures_in_lines(tree: ast.AST) -> Iterator[Departure]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from (d for d in _departures(node, node.lineno) if d.how != "new")


def _names(tree: ast.AST) -> list[str]:
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]


def _departures(tree: ast.AST, line: int) -> Iterator[Departure]:
    """Yield what an expression takes out of the graph: `x.item()`, `float(x)`, and the x of `torch.tensor(x)`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr in LEAVES:
            inner, how = [node.func.value], node.func.attr
        elif ast.unparse(node.func) in _CASTS or ast.unparse(node.func).startswith("math."):
            inner, how = node.args, "item"
        elif ast.unparse(node.func).startswith(("np.", "numpy.")):
            inner, how = node.args, "numpy"
        elif ast.unparse(node.func) in _COPIES:
            inner, how = node.args, "new"
        else:
            continue
        for part in inner:
            yield from (Departure(name, _nearer(part, how), line) for name in _used(part))


def _nearer(tree: ast.AST, how: str) -> str:
    """Return "data" or "detach" where a copy is made of what was cut off already."""
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} if how == "new" else set()
    return next((cut for cut in ("data", "detach") if cut in attributes), how)


def _used(tree: ast.AST) -> Iterator[str]:
    """Yield the variables, attributes included, whose numbers an expression uses."""
    if isinstance(tree, ast.Attribute):
        if tree.attr in _NOT_NUMBERS:
            return
        inner: ast.expr = tree
        while isinstance(inner, ast.Attribute):
            inner = inner.value
        if isinstance(inner, ast.Name):
            yield ast.unparse(tree)
            yield inner.id
            return
    if isinstance(tree, ast.Name):
        yield tree.id
        return
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute) and tree.func.attr in _NOT_NUMBERS:
        return
    for child in ast.iter_child_nodes(tree):
        yield from _used(child)
