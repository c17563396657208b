"""Guesses: a value for a name that a pasted program uses and does not define, of the shape that the code implies."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

Function = ast.FunctionDef | ast.AsyncFunctionDef

BATCH = 8
LENGTH = 12  # of a sequence
MOST_FOLLOWED = 60  # uses and definitions, for one name: a program may define things by each other

# What is written above a training loop and seldom pasted with it.
SETTINGS = {
    "device": "torch.device('cpu')",
    **dict.fromkeys(("lr", "learning_rate"), "0.01"),
    **dict.fromkeys(("epochs", "num_epochs", "n_epochs", "EPOCHS"), "3"),
    **dict.fromkeys(("batch_size", "BATCH_SIZE"), str(BATCH)),
}
_CREATED = ("randn", "rand", "zeros", "ones", "empty")
_SAME_WIDTH = ("to", "cuda", "cpu", "float", "double", "train", "eval", "requires_grad_", "detach", "clone")
_FLATTENING = ("view", "reshape", "flatten")
_RECURRENT = ("RNN", "LSTM", "GRU")
_ATTENTION = ("MultiheadAttention", "TransformerEncoderLayer")
_LABELS = ("cross_entropy", "CrossEntropyLoss", "nll_loss", "NLLLoss")
_NUMBERS = ("mse_loss", "MSELoss", "l1_loss", "L1Loss", "smooth_l1_loss", "SmoothL1Loss", "huber_loss", "HuberLoss")
_BITS = ("binary_cross_entropy", "BCELoss", "binary_cross_entropy_with_logits", "BCEWithLogitsLoss")
_MODELS = ("model", "net", "network", "mlp", "layer")


@dataclass(frozen=True)
class _Place:
    """Where names are looked up: a part of the program, and what is known of it when it is called.

    `numbers` are its parameters; `owner` is the class whose `self` it has, made with `made_with`.
    """

    node: ast.AST
    numbers: dict[str, int] = field(default_factory=dict)
    owner: ast.ClassDef | None = None
    made_with: dict[str, int] = field(default_factory=dict)


class Guesses:
    """Guesses what the undefined names of a program stand for, from the layers and losses that they are given to."""

    def __init__(self, tree: ast.Module) -> None:
        self._program = _Place(tree)
        self._classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        self._functions = {node.name: node for node in tree.body if isinstance(node, Function)}
        self._followed = 0
        self._ordered: dict[ast.AST, list[ast.AST]] = {}
        self._values: dict[ast.AST, dict[str, list[ast.expr]]] = {}

    def of(self, name: str) -> str | None:
        """Return an expression that `name` may stand for, None if the code does not tell."""
        self._followed = 0
        return SETTINGS.get(name) or self._batches(name) or self._input(name, self._program) or self._layer(name)

    def _may_follow(self) -> bool:
        self._followed += 1
        return self._followed <= MOST_FOLLOWED

    # ---- what a name is given to

    def _input(self, name: str, place: _Place) -> str | None:
        """Return a tensor for a name, by the first layer, product or loss that takes it."""
        if not self._may_follow():
            return None
        return next(filter(None, (self._by_use(name, node, place) for node in self._parts(place.node))), None)

    def _by_use(self, name: str, node: ast.AST, place: _Place) -> str | None:
        if isinstance(node, ast.Call):
            for position, argument in enumerate(node.args):
                if _root(argument) == name:
                    found = self._argument(node, position, place)
                    if found is not None:
                        return found
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult) and _root(node.left) == name:
            shape = self._shape(node.right, place)
            return shape and f"torch.randn({BATCH}, {shape[0]})"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _root(node.right) == name:
            return self._target("MSELoss", node.left, place)
        return None

    def _argument(self, call: ast.Call, position: int, place: _Place) -> str | None:
        """Return a tensor for an argument of a call."""
        made = self._maker(call.func, place)
        loss = _last(call.func if made is None else made[0].func)
        if loss in (*_LABELS, *_NUMBERS, *_BITS):
            return self._target(loss, call.args[0], place) if position == 1 else None
        if made is not None:
            return self._first(*made, position)
        if isinstance(call.func, ast.Name) and call.func.id in self._functions:
            function = self._functions[call.func.id]
            return self._input(_parameter(function, position), _Place(function, self._bound(function, call, place)))
        return None

    def _first(self, made: ast.Call, place: _Place, position: int = 0) -> str | None:
        """Return an input of the Module that a call makes."""
        kind = _last(made.func)
        if kind == "Sequential":
            parts = [part for part in made.args if isinstance(part, ast.Call)]
            return next(filter(None, (self._first(part, place) for part in parts)), None)
        if kind in self._classes:
            owner, forward = self._classes[kind], _method(self._classes[kind], "forward")
            inside = forward and self._inside(owner, made, place)
            return inside and self._input(_parameter(forward, position + 1), inside)
        size = self._number(_option(made, 0, "in_features", "in_channels", "input_size", "num_embeddings"), place)
        return None if size is None else _of_layer(kind, size, _is_true(_option(made, 9, "batch_first")))

    def _target(self, loss: str, output: ast.expr, place: _Place) -> str | None:
        """Return a target for the output that a loss compares it with."""
        width, batch = self._width(output, place), self._batch(output, place) or BATCH
        if width is None:
            return None
        if loss in _LABELS:
            return f"torch.randint({width}, ({batch},))"
        return f"torch.randint(2, ({batch}, {width})).float()" if loss in _BITS else f"torch.randn({batch}, {width})"

    def _batches(self, name: str) -> str | None:
        """Return a list of one batch for what a loop takes inputs and targets from."""
        for loop in self._parts(self._program.node):
            if not isinstance(loop, ast.For) or name not in _names(loop.iter):
                continue
            targets = loop.target
            if isinstance(targets, ast.Tuple) and isinstance(targets.elts[-1], ast.Tuple):  # of enumerate
                targets = targets.elts[-1]
            parts = targets.elts if isinstance(targets, ast.Tuple) else []
            found = [self._input(part.id, _Place(loop)) for part in parts if isinstance(part, ast.Name)]
            if found and None not in found:
                return f"[({', '.join(found)})]"
        return None

    def _layer(self, name: str) -> str | None:
        """Return a layer for a model that is called with a tensor whose shape is written out."""
        for node in self._parts(self._program.node):
            if name in _MODELS and isinstance(node, ast.Call) and _last(node.func) == name and node.args:
                shape = self._shape(node.args[0], self._program)
                return f"torch.nn.Linear({shape[-1]}, 1)" if shape and len(shape) > 1 else None
        return None

    # ---- what the program says of itself

    def _width(self, node: ast.expr | None, place: _Place) -> int | None:
        """Return the size of the last dimension of a value."""
        if node is None or not self._may_follow():
            return None
        shape = self._shape(node, place)
        if shape:
            return shape[-1]
        if isinstance(node, ast.Name):
            return self._width(self._assigned(node, place), place)
        if isinstance(node, ast.BinOp):
            return self._width(node.right if isinstance(node.op, ast.MatMult) else node.left, place)
        if not isinstance(node, ast.Call):
            return None
        made = self._maker(node.func, place)
        if made is not None:
            return self._given(*made) or (self._width(node.args[0], place) if node.args else None)
        if isinstance(node.func, ast.Attribute) and _last(node.func) in _SAME_WIDTH:
            return self._width(node.func.value, place)
        is_function = isinstance(node.func, ast.Attribute) and _root(node.func.value) in ("torch", "F", "nn")
        return self._width(node.args[0], place) if is_function and node.args else None

    def _given(self, made: ast.Call, place: _Place) -> int | None:
        """Return the size of what the Module that a call makes returns."""
        kind = _last(made.func)
        if kind == "Sequential":
            parts = [part for part in reversed(made.args) if isinstance(part, ast.Call)]
            return next(filter(None, (self._given(part, place) for part in parts)), None)
        if kind in self._classes:
            owner = self._classes[kind]
            forward = _method(owner, "forward")
            results = [n for n in ast.walk(forward) if isinstance(n, ast.Return)] if forward else []
            return self._width(results[-1].value, self._inside(owner, made, place)) if results else None
        return self._number(_option(made, 1, "out_features"), place) if kind in ("Linear", "LazyLinear") else None

    def _batch(self, node: ast.expr | None, place: _Place) -> int | None:
        """Return the size of the batch that a value is computed from."""
        if node is None or not self._may_follow():
            return None
        shape = self._shape(node, place)
        if shape and len(shape) > 1:
            return shape[0]
        return next(filter(None, (self._batch(part, place) for part in self._sources(node, place))), None)

    def _sources(self, node: ast.expr, place: _Place) -> list[ast.expr | None]:
        """Return what a value has its batch from."""
        if isinstance(node, ast.Name):
            return [self._assigned(node, place)]
        if isinstance(node, ast.BinOp):
            return [node.left] if isinstance(node.op, ast.MatMult) else [node.left, node.right]
        if not isinstance(node, ast.Call):
            return []
        return [*node.args, *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]

    def _shape(self, node: ast.expr, place: _Place) -> list[int] | None:
        """Return the shape of a tensor that is made with one written out: `torch.randn(4, 3)`."""
        made = self._assigned(node, place) if isinstance(node, ast.Name | ast.Attribute) else node
        made = _unwrapped(made) if made is not None else None
        if isinstance(made, ast.Call) and _last(made.func) == "Parameter" and made.args:
            made = _unwrapped(made.args[0])
        if not isinstance(made, ast.Call) or _last(made.func) not in _CREATED:
            return None
        given = made.args[0].elts if made.args and isinstance(made.args[0], ast.Tuple) else made.args
        sizes = [self._number(size, place) for size in given]
        return None if None in sizes else sizes

    def _maker(self, node: ast.expr, place: _Place) -> tuple[ast.Call, _Place] | None:
        """Return the call that made the Module that `node` is, and where that call stands."""
        node = _unwrapped(node)
        if isinstance(node, ast.Call):
            return node, place
        made = self._assigned(node, place)
        made = _unwrapped(made) if made is not None else None
        where = place
        if isinstance(node, ast.Attribute) and place.owner is not None:
            where = _Place(place.owner, place.made_with)
        return (made, where) if isinstance(made, ast.Call) else None

    def _assigned(self, node: ast.expr, place: _Place) -> ast.expr | None:
        """Return what was last assigned to a variable, or to an attribute of `self`."""
        written = ast.unparse(node)
        inside = place.owner if isinstance(node, ast.Attribute) else place.node
        for part in filter(None, (inside, self._program.node)):
            found = [value for value in self._assignments(part).get(written, ()) if written not in _names(value)]
            if found:
                return found[-1]
        return None

    def _parts(self, node: ast.AST) -> list[ast.AST]:
        """Return the parts of a tree as they are computed."""
        if node not in self._ordered:
            self._ordered[node] = list(_in_order(node))
        return self._ordered[node]

    def _assignments(self, node: ast.AST) -> dict[str, list[ast.expr]]:
        """Return what is assigned in a part of the program, by the target as it is written."""
        if node not in self._values:
            values = self._values[node] = {}
            for target, value in _assignments(node):
                values.setdefault(target, []).append(value)
        return self._values[node]

    def _number(self, node: ast.expr | None, place: _Place) -> int | None:
        """Return the value of an integer: written out, computed of such, a parameter or a variable."""
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) is int else None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Add):
            left, right = self._number(node.left, place), self._number(node.right, place)
            if left is None or right is None:
                return None
            return left * right if isinstance(node.op, ast.Mult) else left + right
        if isinstance(node, ast.Name):
            if node.id in place.numbers:
                return place.numbers[node.id]
            found = self._assigned(node, place)
            return found.value if isinstance(found, ast.Constant) and type(found.value) is int else None
        return None

    def _inside(self, owner: ast.ClassDef, made: ast.Call, place: _Place) -> _Place:
        """Return the place of the forward of a Module."""
        init = _method(owner, "__init__")
        numbers = {} if init is None else self._bound(init, made, place)
        return _Place(_method(owner, "forward"), {}, owner, numbers)

    def _bound(self, function: Function, call: ast.Call, place: _Place) -> dict[str, int]:
        """Return the numbers that a call passes to a function, by parameter."""
        names = [a.arg for a in function.args.args if a.arg != "self"]
        defaults = function.args.defaults
        given = {**dict(zip(names[len(names) - len(defaults) :], defaults, strict=False))}
        given |= dict(zip(names, call.args, strict=False)) | {k.arg: k.value for k in call.keywords if k.arg}
        numbers = {name: self._number(value, place) for name, value in given.items()}
        return {name: number for name, number in numbers.items() if number is not None}


def _of_layer(kind: str, size: int, batch_first: bool) -> str | None:
    """Return an input of a layer of PyTorch whose first argument is `size`."""
    side = 28 if size == 1 else 32  # as in the data sets that everybody begins with
    sequence = f"{BATCH}, {LENGTH}" if batch_first else f"{LENGTH}, {BATCH}"
    if kind in (*_RECURRENT, *_ATTENTION):
        return f"torch.randn({sequence}, {size})"
    shapes = {
        "Embedding": f"torch.randint({size}, ({BATCH}, {LENGTH}))",
        "Conv1d": f"torch.randn({BATCH}, {size}, {LENGTH})",
        "BatchNorm2d": f"torch.randn({BATCH}, {size}, {side}, {side})",
        "Conv2d": f"torch.randn({BATCH}, {size}, {side}, {side})",
    }
    flat = ("Linear", "BatchNorm1d", "LayerNorm", "RNNCell", "LSTMCell", "GRUCell")
    return f"torch.randn({BATCH}, {size})" if kind in flat else shapes.get(kind)


def _root(node: ast.expr) -> str | None:
    """Return the variable that an expression is, but for another layout, type or activation."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.args and _root(node.func.value) in ("torch", "F"):
            return _root(node.args[0])
        return _root(node.func.value) if node.func.attr in (*_SAME_WIDTH, *_FLATTENING) else None
    return None


def _unwrapped(node: ast.expr) -> ast.expr:
    """Return the Module in `Net().to(device)`, and the tensor in `torch.randn(3).double()`."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _SAME_WIDTH:
        node = node.func.value
    return node


def _last(node: ast.expr) -> str:
    """Return the last part of a dotted name."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _names(node: ast.AST) -> set[str]:
    return {ast.unparse(part) for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute)}


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a tree as they are computed: arguments before their call."""
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)
    yield node


def _assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield what is assigned in a part of the program, each target as it is written; `a, b = 1, 2` are two."""
    for part in ast.walk(node):
        for target in part.targets if isinstance(part, ast.Assign) else ():
            pairs = [(target, part.value)]
            if isinstance(target, ast.Tuple) and isinstance(part.value, ast.Tuple):
                pairs = list(zip(target.elts, part.value.elts, strict=False))
            yield from ((ast.unparse(one), value) for one, value in pairs)


def _method(owner: ast.ClassDef, name: str) -> Function | None:
    return next((part for part in owner.body if isinstance(part, Function) and part.name == name), None)


def _parameter(function: Function, position: int) -> str:
    """Return the name of a parameter, "" if there are fewer."""
    names = [argument.arg for argument in function.args.args]
    return names[position] if position < len(names) else ""


def _option(call: ast.Call, position: int, *names: str) -> ast.expr | None:
    """Return an argument that is given by position or by one of its names."""
    if position < len(call.args):
        return call.args[position]
    return next((k.value for k in call.keywords if k.arg in names), None)


def _is_true(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
