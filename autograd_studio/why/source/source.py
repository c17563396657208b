"""Source: what the text of a program says that its Trace does not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from .departures import Departure, Departures
from .modes import Modes
from .syntax import children, is_false, nodes_of, normal, walk, written


class Source:
    """The syntax tree of a program, asked about places that a Trace names by line and text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._nodes = nodes_of(text)
        self.modes = Modes(self._nodes)
        self.departures = Departures(self._nodes)

    @cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in self._nodes for child in children(node)}

    @cached_property
    def _by_line(self) -> dict[int, list[ast.AST]]:
        found: dict[int, list[ast.AST]] = {}
        for node in self._nodes:
            if hasattr(node, "lineno"):
                found.setdefault(node.lineno, []).append(node)
        return found

    def line(self, number: int | None) -> str:
        """Return a line of the program, without the blanks around it and the comment behind it."""
        lines = self._text.splitlines()
        return lines[number - 1].partition("#")[0].strip() if number and number <= len(lines) else ""

    # ---- gradients that are asked for

    def is_guarded(self, line: int | None, text: str) -> bool:
        """Return whether the program only asks if the gradient `text` in `line` is None."""
        found = self._expressions(line, text)
        return bool(found) and all(self._is_test(node) for node in found)

    def is_clearing(self, line: int | None, text: str) -> bool:
        """Return whether the program takes the gradient `text` in `line` only to set it to zero."""
        found = self._expressions(line, text) if "zero_" in self._text else []
        return bool(found) and all(self._is_zeroed(node) for node in found)

    def _expressions(self, line: int | None, text: str) -> list[ast.expr]:
        wanted = normal(text)
        kind = ast.Call if wanted.endswith(")") else ast.Attribute
        return [node for node in self._by_line.get(line, ()) if isinstance(node, kind) and written(node) == wanted]

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
        for node in self._nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                found.setdefault(node.func.attr, []).append((written(node.func.value), node.lineno))
        return found

    def _calls_of(self, method: str) -> list[ast.Call]:
        """Return the calls of a method."""
        calls = (node for node in self._nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
        return [node for node in calls if node.func.attr == method]

    @cached_property
    def unscaling(self) -> dict[int, str]:
        """The lines in which a GradScaler may unscale gradients, and the optimizer whose they are, as it is written."""
        scalers = {
            target
            for target, nodes in self._assignments.items()
            if any(isinstance(n.value, ast.Call) and written(n.value.func).endswith("GradScaler") for n in nodes)
        }
        return {
            call.lineno: written(call.args[0])
            for method in ("unscale_", "step")
            for call in self._calls_of(method)
            if call.args and written(call.func.value) in scalers
        }

    @cached_property
    def clips(self) -> dict[int, str]:
        """The lines in which PyTorch clips gradients, and its function, as `clip_grad_norm_`."""
        found = {}
        for node in self._nodes:
            name = written(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
            if name in ("clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_"):
                found[node.lineno] = name
        return found

    @cached_property
    def grants(self) -> list[tuple[str, int]]:
        """Where requires_grad is switched on: of what, as it is written, and the line."""
        found = []
        for node in self._nodes:
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "requires_grad_"
            ):
                if not node.args or not is_false(node.args[0]):
                    found.append((written(node.func.value), node.lineno))
            elif isinstance(node, ast.Assign) and not is_false(node.value):
                targets = [t for t in node.targets if isinstance(t, ast.Attribute) and t.attr == "requires_grad"]
                found += [(written(target.value), node.lineno) for target in targets]
        return found

    @cached_property
    def freezes(self) -> list[tuple[str, int]]:
        """Where requires_grad is switched off: of what, as it is written, and the line."""
        found = []
        for node in self._nodes:
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "requires_grad_"
            ):
                if node.args and is_false(node.args[0]):
                    found.append((self._whole(node.func.value), node.lineno))
            elif isinstance(node, ast.Assign) and is_false(node.value):
                found += [
                    (self._whole(target.value), node.lineno)
                    for target in node.targets
                    if isinstance(target, ast.Attribute) and target.attr == "requires_grad"
                ]
        return found

    def _whole(self, node: ast.expr) -> str:
        """Return an expression as it is written; for a variable that runs through the parameters of a module, that module."""
        around: ast.AST | None = node
        while isinstance(node, ast.Name) and around is not None:
            around = self._parents.get(around)
            if isinstance(around, ast.For) and isinstance(around.iter, ast.Call):
                names = [part.id for part in walk(around.target) if isinstance(part, ast.Name)]
                run = around.iter.func
                is_whole = isinstance(run, ast.Attribute) and run.attr in ("parameters", "named_parameters")
                is_all = all(not isinstance(part, ast.If) for part in around.body)
                if node.id in names and is_whole and is_all:
                    return written(run.value)
        return written(node)

    # ---- optimizers

    def given_to(self, line: int | None, name: str) -> str:
        """Return the variable that a line puts the result of a call of `name` into, as it is written, "" if there is none."""
        assigned = (node for node in self._by_line.get(line, ()) if isinstance(node, ast.Assign))
        for node in assigned:
            if isinstance(node.value, ast.Call) and written(node.value.func).rpartition(".")[2] == name:
                return written(node.targets[0])
        return ""

    @cached_property
    def strangers(self) -> list[tuple[str, int]]:
        """The models that are made where an optimizer that makes steps is given their parameters, and the lines of those."""
        return [
            (written(owner), optimizer.lineno)
            for optimizer in self._stepped
            for argument in self._given(optimizer.value)
            for node in walk(argument)
            if isinstance(node, ast.Attribute) and node.attr == "parameters"
            for owner in [node.value]
            if self._is_made(owner)
        ]

    def parameters_given(self, line: int) -> str:
        """Return what an optimizer that a line makes is given, as it is written."""
        made = [node.value for node in self._optimizers if node.lineno == line]
        return ", ".join(written(given) for call in made[:1] for given in self._given(call))

    def _is_made(self, node: ast.expr) -> bool:
        """Return whether an expression makes a module that nothing else holds: `nn.Linear(2, 1)`, `Net().to(device)`."""
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute) and self._is_made(node.func.value):
            return True
        owner, _, name = written(node.func).rpartition(".")
        classes = {one.name for one in self._nodes if isinstance(one, ast.ClassDef)}
        return (
            name == "deepcopy" or (name in classes and not owner) or (owner in ("nn", "torch.nn") and name[0].isupper())
        )

    @cached_property
    def _optimizers(self) -> list[ast.Assign]:
        return [node for node in self._nodes if isinstance(node, ast.Assign) and _is_optimizer(node.value)]

    @cached_property
    def _stepped(self) -> list[ast.Assign]:
        """The optimizers that make steps, by themselves or as what `scaler.step(opt)` is given."""
        stepped = {name for name, _ in self.calls("step")}
        stepped |= {written(given) for call in self._calls_of("step") for given in call.args}
        return [node for node in self._optimizers if any(written(target) in stepped for target in node.targets)]

    def _given(self, optimizer: ast.Call) -> list[ast.expr]:
        """Return what an optimizer is given, looked up if it is a variable."""
        given = [*optimizer.args, *(k.value for k in optimizer.keywords if k.arg == "params")][:1]
        return [
            (self._assigned(one.id, optimizer.lineno) or one) if isinstance(one, ast.Name) else one for one in given
        ]

    def spent(self, line: int | None) -> tuple[str, int] | None:
        """Return the variable with a generator that the optimizer of a line is given, and the line that ran through it before."""
        given = [node.value.args[0] for node in self._optimizers if node.lineno == line and node.value.args]
        for name in (node.id for node in given if isinstance(node, ast.Name)):
            value = self._assigned(name, line)
            makes = written(value.func) if isinstance(value, ast.Call) else ""
            if makes.endswith("parameters") or makes == "filter" or isinstance(value, ast.GeneratorExp):
                loads = (node for node in self._nodes if isinstance(node, ast.Name) and node.id == name)
                used = [node.lineno for node in loads if value.lineno < node.lineno < line]
                return (name, used[0]) if used else None
        return None

    def assigned_at(self, name: str, before: int | None) -> int | None:
        """Return the last line before another one that assigns to a variable."""
        lines = [node.lineno for node in self._assignments.get(name, ()) if before is not None and node.lineno < before]
        return max(lines, default=None)

    def assigned_after(self, name: str, line: int | None) -> list[int]:
        """Return the lines behind another one that assign to a variable."""
        return [node.lineno for node in self._assignments.get(name, ()) if line is not None and node.lineno > line]

    def _assigned(self, name: str, before: int) -> ast.expr | None:
        """Return what was last assigned to a variable before a line."""
        found = [node for node in self._assignments.get(name, ()) if node.lineno < before]
        return max(found, key=lambda node: node.lineno).value if found else None

    @cached_property
    def _assignments(self) -> dict[str, list[ast.Assign]]:
        found: dict[str, list[ast.Assign]] = {}
        for node in self._nodes:
            for target in node.targets if isinstance(node, ast.Assign) else ():
                for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                    found.setdefault(written(part), []).append(node)
        return found

    def receiver(self, line: int | None, method: str) -> tuple[str, Departure | None]:
        """Return the variable whose `method` a line calls, and how what it holds has left the graph, if it has."""
        name = next((name for name, at in self.calls(method) if at == line), "")
        return name, next(self._left(name, line or 0, set()), None)

    def _left(self, name: str, before: int, seen: set[str]) -> Iterator[Departure]:
        """Yield how the number in a variable has left the graph: where it was assigned, or what it was computed from was."""
        given = [(text, line) for text, line in self.departures.given(name) if line < before]
        for text, line in sorted(given, key=lambda pair: -pair[1]):
            yield from (departure for departure in self.departures.of(text, line) if departure.how != "new")
            for used in self.departures.names(text):
                if used not in seen:
                    seen.add(used)
                    yield from self._left(used, line, seen)

    def assigned_text(self, names: list[str], line: int | None) -> str:
        """Return the expression that was last assigned to one of `names` before a line, or ""."""
        found = [value for name in names if line is not None and (value := self._assigned(name, line)) is not None]
        return written(found[0]) if found else ""

    def is_added_to(self, name: str, line: int | None) -> bool:
        """Return whether a line adds something to a variable: `total += loss`, `total = total + loss`."""
        for node in self._by_line.get(line, ()):
            if isinstance(node, ast.AugAssign) and written(node.target) == name:
                return True
            is_sum = (
                isinstance(node, ast.Assign)
                and isinstance(node.value, ast.BinOp)
                and isinstance(node.value.op, ast.Add)
            )
            if is_sum and written(node.targets[0]) == name:
                return name in (written(node.value.left), written(node.value.right))
        return False

    def returned(self, function: str, number: int) -> tuple[str, int, str] | None:
        """Return the gradient `number` that the backward of a custom Function returns, its line, and its input's name.

        None if the text does not show it.
        """
        backward, forward = self._method(function, "backward"), self._method(function, "forward")
        if backward is None or forward is None or len(forward.args.args) < number + 2:
            return None
        returns = [part for part in walk(backward) if isinstance(part, ast.Return) and part.value is not None]
        values = [r.value.elts if isinstance(r.value, ast.Tuple) else [r.value] for r in returns]
        if len(values) != 1 or len(values[0]) <= number:
            return None
        text, line = written(values[0][number]), values[0][number].lineno
        made = [node.lineno for node in self._assignments.get(text, ()) if backward.lineno <= node.lineno < line]
        return text, max(made, default=line), forward.args.args[number + 1].arg

    def return_of(self, function: str) -> int | None:
        """Return the line in which the backward of a custom Function returns, None if the text has no such class.

        It is the first line of one that ends without a return.
        """
        method = self._method(function, "backward")
        if method is None:
            return None
        return max((part.lineno for part in walk(method) if isinstance(part, ast.Return)), default=method.lineno)

    def ignored(self, function: str) -> str:
        """Return the gradient that the backward of a custom Function is given and never uses, "" if it uses one."""
        method = self._method(function, "backward")
        given = [] if method is None or method.args.vararg else [argument.arg for argument in method.args.args[1:]]
        used = set() if method is None else {node.id for node in walk(method) if isinstance(node, ast.Name)}
        return given[0] if given and not used.intersection(given) else ""

    def decorator(self, owner: str, method: str, name: str) -> int | None:
        """Return the line of the decorator `name` of a method, None if it has none."""
        found = self._method(owner, method)
        decorators = [] if found is None else found.decorator_list
        return next((d.lineno for d in decorators if written(d).endswith(name)), None)

    def _method(self, owner: str, method: str) -> ast.FunctionDef | None:
        classes = (node for node in self._nodes if isinstance(node, ast.ClassDef) and node.name == owner)
        parts = (part for node in classes for part in node.body)
        return next((p for p in parts if isinstance(p, ast.FunctionDef) and p.name == method), None)

    def misused(self, message: str) -> int | None:
        """Return the line that calls a custom Function that an exception is about other than by apply(), None if none does."""
        classes = [node for node in self._nodes if isinstance(node, ast.ClassDef)]
        functions = {node.name for node in classes if any(written(base).endswith("Function") for base in node.bases)}
        for node in self._nodes:
            owner, _, method = written(node.func).rpartition(".") if isinstance(node, ast.Call) else ("", "", "")
            name = owner if method == "forward" else method if not owner else ""
            is_about = f"'{name}' object" in message or f"{name}.forward()" in message or "save_for_backward" in message
            if name in functions and is_about:
                return node.lineno
        return None

    @cached_property
    def hooked_and_in_place(self) -> tuple[list[int], list[int]]:
        """The lines that register backward hooks of modules, and those that make modules with inplace=True."""
        hooks = [line for method in _MODULE_HOOKS for _, line in self.calls(method)]
        calls = (node for node in self._nodes if isinstance(node, ast.Call) and written(node.func)[:1].isalpha())
        made = (node for node in calls if written(node.func).rpartition(".")[2][:1].isupper())
        in_place = (node for node in made for k in node.keywords if k.arg == "inplace" and not is_false(k.value))
        return sorted(hooks), [node.lineno for node in in_place]

    def writes_in_place(self, line: int | None) -> bool:
        """Return whether a line itself changes something in place: `h += 1`, `h.relu_()`, `h[0] = 1`."""
        for node in self._by_line.get(line, ()):
            is_call = isinstance(node, ast.Call) and written(node.func).endswith("_")
            is_store = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
            if is_call or is_store or isinstance(node, ast.AugAssign):
                return True
        return False

    def hook_at(self, name: str | None) -> tuple[int, int, str] | None:
        """Return the line that computes what a hook of a name returns, the line that defines it, and what it returns.

        For a hook without a name, that is the line of the only one that is registered. None if it is not certain.
        """
        functions = [n for n in self._nodes if isinstance(n, ast.FunctionDef) and n.name == name]
        returns = [
            (one, n) for one in functions for n in walk(one) if isinstance(n, ast.Return) and n.value is not None
        ]
        if len(returns) == 1:
            hook, end = returns[0]
            made = [
                n.lineno for n in self._assignments.get(written(end.value), ()) if hook.lineno < n.lineno < end.lineno
            ]
            return max(made, default=end.lineno), hook.lineno, written(end.value)
        registered = [line for method, calls in self._calls.items() if _is_registration(method) for _, line in calls]
        return (registered[0], registered[0], "") if len(registered) == 1 and not returns else None

    def function_at(self, line: int | None) -> str | None:
        """Return the name of the innermost function that a line is in."""
        around = [
            node
            for node in self._nodes
            if line is not None
            and isinstance(node, ast.FunctionDef)
            and node.lineno <= line <= (node.end_lineno or node.lineno)
        ]
        return max(around, key=lambda node: node.lineno).name if around else None

    def is_loop_variable(self, name: str) -> bool:
        """Return whether a variable runs through something."""
        targets = (node.target for node in self._nodes if isinstance(node, ast.For | ast.comprehension))
        return any(isinstance(node, ast.Name) and node.id == name for target in targets for node in walk(target))

    @cached_property
    def unregistered(self) -> dict[str | int, tuple[int, str]]:
        """The plain lists and dicts in which classes keep what they make: the line and "list" or "dict".

        They are found by their name, `layers` of `self.layers = [Linear(2, 2)]`, and by the lines that make what is kept.
        """
        found: dict[str | int, tuple[int, str]] = {}
        for node in self._nodes:
            value = node.value if isinstance(node, ast.Assign) else None
            names = [] if value is None else [*node.targets, value]
            if isinstance(value, ast.Name):
                value = self._assigned(value.id, node.lineno)
            kind = None if value is None else _collection(value)
            for target in node.targets if kind is not None else ():
                kept = _kept(value) or [
                    part
                    for name in names
                    for text, line in self.departures.given(written(name))
                    for part in self._calls_in(text, line)
                ]
                if isinstance(target, ast.Attribute) and kept and all(isinstance(part, ast.Call) for part in kept):
                    lines = {line for part in kept for line in range(part.lineno, (part.end_lineno or 0) + 1)}
                    found |= dict.fromkeys((target.attr, *lines), (node.lineno, kind))
        return found

    def _calls_in(self, text: str, line: int) -> list[ast.Call]:
        """Return the calls in a line that are written as `text`."""
        return [node for node in self._by_line.get(line, ()) if isinstance(node, ast.Call) and written(node) == text]

    @cached_property
    def plain_tensors(self) -> set[int]:
        """The lines in which modules keep tensors that require a gradient without nn.Parameter."""
        classes = (node for node in self._nodes if isinstance(node, ast.ClassDef))
        modules = (node for node in classes if any(written(base).endswith("Module") for base in node.bases))
        return {
            node.lineno
            for module in modules
            for node in walk(module)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            if any(written(target).startswith("self.") for target in node.targets)
        }

    def assignments_on_ctx(self) -> dict[str, int]:
        """Return the lines in which attributes of `ctx` are assigned, by what is written: `ctx.t`."""
        return {
            written(target): node.lineno
            for node in self._nodes
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Attribute)
        }


_MODULE_HOOKS = ("register_full_backward_hook", "register_full_backward_pre_hook")


def _is_registration(method: str) -> bool:
    """Return whether a method registers a hook of gradients."""
    return method in ("register_hook", "register_prehook", *_MODULE_HOOKS)


def _collection(node: ast.expr) -> str | None:
    """Return "list" or "dict" if an expression makes one, else None."""
    if isinstance(node, ast.List | ast.ListComp):
        return "list"
    return "dict" if isinstance(node, ast.Dict | ast.DictComp) else None


def _kept(node: ast.expr) -> list[ast.expr]:
    """Return what a list or a dict that is written out, or the comprehension of one, contains."""
    match node:
        case ast.List():
            return node.elts
        case ast.Dict():
            return node.values
        case ast.DictComp():
            return [node.value]
        case ast.ListComp():
            return [node.elt]
    return []


def _is_optimizer(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    text = written(node.func)
    return ("optim." in text and "lr_scheduler" not in text) or text in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad")
