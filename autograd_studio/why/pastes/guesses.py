"""Guesses: a value for a name that a pasted program uses and does not define, of the shape that the code implies."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

Function = ast.FunctionDef | ast.AsyncFunctionDef

BATCH = 8
LENGTH = 12  # of a sequence
MOST_FOLLOWED = 60  # uses and definitions, for one name: a program may define things by each other

# What is written above a training loop and seldom pasted with it.
SETTINGS = {
    "device": "torch.device('cpu')",
    "scaler": "torch.amp.GradScaler(enabled=False)",
    **dict.fromkeys(("input_size", "input_dim", "in_features", "num_features"), "10"),
    **dict.fromkeys(("hidden_size", "hidden_dim", "embedding_dim", "embed_dim", "d_model"), "16"),
    **dict.fromkeys(("num_classes", "n_classes", "output_size", "output_dim"), "3"),
    "vocab_size": "50",
    **dict.fromkeys(("lr", "learning_rate"), "0.01"),
    **dict.fromkeys(("epochs", "num_epochs", "n_epochs", "max_epochs"), "3"),
    "batch_size": str(BATCH),
}
_CREATED = ("randn", "rand", "zeros", "ones", "empty")
_SAME_WIDTH = ("to", "cuda", "cpu", "float", "double", "train", "eval", "requires_grad_", "detach", "clone")
_FLATTENING = ("view", "reshape", "flatten")
_RECURRENT = ("RNN", "LSTM", "GRU")
_ATTENTION = ("MultiheadAttention", "TransformerEncoderLayer")
_LABELS = ("cross_entropy", "CrossEntropyLoss", "nll_loss", "NLLLoss")
_NUMBERS = ("mse_loss", "MSELoss", "l1_loss", "L1Loss", "smooth_l1_loss", "SmoothL1Loss", "huber_loss", "HuberLoss")
_BITS = ("binary_cross_entropy", "BCELoss", "binary_cross_entropy_with_logits", "BCEWithLogitsLoss")
_CRITERION = re.compile(r"criteri|loss|^crit$|^cost$|^objective$", re.IGNORECASE)
_CLASSES = re.compile(r"label|target|class|tag", re.IGNORECASE)
_SIZES = 10, 3  # of inputs and outputs, where only a loss tells that there are some
_FUNCTIONAL = ("torch", "F", "nn.functional", "torch.nn.functional")
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
        self._scopes = [node for node in ast.walk(tree) if isinstance(node, Function | ast.Lambda)]
        self._followed = 0
        self._ordered: dict[ast.AST, list[ast.AST]] = {}
        self._values: dict[ast.AST, dict[str, list[ast.expr]]] = {}

    def of(self, name: str) -> str | None:
        """Return an expression that `name` may stand for, None if the code does not tell."""
        self._followed = 0
        if name.lower() in SETTINGS:
            return SETTINGS[name.lower()]
        return (
            self._criterion(name)
            or self._batches(name)
            or self._input(name, self._program)
            or self._layer(name)
            or self._list(name)
        )

    def _may_follow(self) -> bool:
        self._followed += 1
        return self._followed <= MOST_FOLLOWED

    # ---- what a name is given to

    def _input(self, name: str, place: _Place) -> str | None:
        """Return a tensor for a name, by the first layer, product or loss that takes it."""
        if not self._may_follow():
            return None
        others = self._others(name, place)
        parts = (node for node in self._parts(place.node) if id(node) not in others)
        return next(filter(None, (self._by_use(name, node, place) for node in parts)), None)

    def _others(self, name: str, place: _Place) -> set[int]:
        """Return the parts of the program in which a name is another: of functions that bind it."""
        if place is not self._program:
            return set()
        binding = (node for node in self._scopes if name in _bound_by(node))
        return {id(part) for node in binding for part in ast.walk(node)}

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
        if made is None and self._is_criterion(loss):
            loss = self._loss(call, place)
        if loss in (*_LABELS, *_NUMBERS, *_BITS):
            return self._target(loss, call.args[0], place) if position == 1 else None
        if made is not None:
            return self._first(*made, position)
        sizes = self._sizes(loss) if isinstance(call.func, ast.Name) and position == 0 else None
        if sizes is not None:
            return f"torch.randn({BATCH}, {sizes[0]})"
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

    def _is_criterion(self, name: str) -> bool:
        """Return whether a name that nothing defines seems to be a loss function."""
        known = name in self._functions or name in self._classes or name in (*_LABELS, *_NUMBERS, *_BITS)
        return not known and _CRITERION.search(name) is not None

    def _criterion(self, name: str) -> str | None:
        """Return a loss function for a name that is called with an output and a target."""
        for node in self._parts(self._program.node) if self._is_criterion(name) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                return f"torch.nn.{self._loss(node, self._program)}()" if len(node.args) == 2 else None
        return None

    def _loss(self, call: ast.Call, place: _Place) -> str:
        """Return the loss that compares an output with a target, by what they are made of and the target's name."""
        if len(call.args) != 2:
            return ""
        output, target = call.args
        made = self._assigned(output, place) or output
        if _root(target) in _names(made):  # it shall return its input
            return "MSELoss"
        width, last = self._width(output, place), self._last_step(made, place)
        is_index = "randint" in ast.unparse(self._assigned(target, place) or target)
        if not is_index and last in ("sigmoid", "Sigmoid"):
            return "BCELoss"
        if not is_index and (self._shape(target, place) or not _CLASSES.search(ast.unparse(target))):
            return "MSELoss"
        if width == 1 and not is_index:
            return "BCEWithLogitsLoss"
        return "NLLLoss" if last in ("log_softmax", "LogSoftmax") else "CrossEntropyLoss"

    def _last_step(self, node: ast.expr | None, place: _Place) -> str:
        """Return the function or layer that a value is computed by in the end, "" if that is not told."""
        if not isinstance(node, ast.Call) or not self._may_follow():
            return ""
        made = self._maker(node.func, place)
        kind = _last(node.func if made is None else made[0].func)
        if made is not None and kind == "Sequential" and made[0].args:
            return _last(made[0].args[-1].func) if isinstance(made[0].args[-1], ast.Call) else ""
        if made is None or kind not in self._classes:
            return kind
        inside = self._inside(self._classes[kind], *made)
        value = _returned(inside.node)
        return self._last_step(self._assigned(value, inside) if isinstance(value, ast.Name) else value, inside)

    def _list(self, name: str) -> str | None:
        """Return an empty list for what values are appended to."""
        appends = (n.func for n in self._parts(self._program.node) if isinstance(n, ast.Call))
        return "[]" if any(ast.unparse(f) == f"{name}.append" for f in appends if _last(f) == "append") else None

    def _batches(self, name: str) -> str | None:
        """Return a list of one batch for what a loop takes inputs and targets from."""
        for loop in self._loops(name):
            targets = loop.target
            is_counted = isinstance(loop.iter, ast.Call) and _last(loop.iter.func) == "enumerate"
            if is_counted and isinstance(targets, ast.Tuple):
                targets = targets.elts[-1]
            parts = _unpacked(targets, loop)
            found = [part and (self._input(part, _Place(loop)) or self._unread(part, loop)) for part in parts]
            if found and None not in found and found != ["None"]:
                return f"[({', '.join(found)})]"
            whole = self._input(targets.id, _Place(loop)) if isinstance(targets, ast.Name) and not parts else None
            if whole is not None:
                return f"[{whole}]"
        return None

    def _loops(self, name: str) -> Iterator[ast.For]:
        """Yield the loops over what a name stands for: also those of the functions that it is passed to."""
        for node in self._parts(self._program.node):
            if isinstance(node, ast.For) and name in _names(node.iter):
                yield node
            function = self._functions.get(_last(node.func)) if isinstance(node, ast.Call) else None
            if function is not None:
                passed = {_parameter(function, n) for n, value in enumerate(node.args) if _root(value) == name}
                passed |= {k.arg for k in node.keywords if k.arg and _root(k.value) == name}
                yield from (n for n in self._parts(function) if isinstance(n, ast.For) and passed & _names(n.iter))

    def _unread(self, name: str, loop: ast.For) -> str | None:
        """Return None, as code, for a part of a batch that nothing reads."""
        read = {n.id for n in ast.walk(loop) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        return None if name in read else "None"

    def _layer(self, name: str) -> str | None:
        """Return a layer for a model that nothing defines."""
        sizes = self._sizes(name)
        return sizes and f"torch.nn.Linear({sizes[0]}, {sizes[1]})"

    def _sizes(self, name: str) -> tuple[int, int] | None:
        """Return the sizes of the inputs and outputs of a model that nothing defines.

        It is called with a tensor whose shape is written out, or its output is compared with a target.
        """
        if name not in _MODELS or self._assigned(ast.Name(name), self._program):
            return None
        calls = [node for node in self._parts(self._program.node) if isinstance(node, ast.Call) and node.args]
        shapes = [self._shape(call.args[0], self._program) for call in calls if _last(call.func) == name]
        written = next((shape for shape in shapes if shape and len(shape) > 1), None)
        losses = [call for call in calls if len(call.args) == 2 and self._is_loss(_last(call.func))]
        outputs = _SIZES[1] if losses else 1
        return (written[-1], outputs) if written else _SIZES if shapes and losses else None

    def _is_loss(self, name: str) -> bool:
        return name in (*_LABELS, *_NUMBERS, *_BITS) or self._is_criterion(name)

    # ---- what the program says of itself

    def _width(self, node: ast.expr | None, place: _Place) -> int | None:
        """Return the size of the last dimension of a value."""
        if node is None or not self._may_follow():
            return None
        shape = self._shape(node, place)
        if shape:
            return shape[-1]
        if isinstance(node, ast.Name):
            return self._width_of_variable(node, place)
        if isinstance(node, ast.BinOp):
            return self._width(node.right if isinstance(node.op, ast.MatMult) else node.left, place)
        if not isinstance(node, ast.Call):
            return None
        made = self._maker(node.func, place)
        if made is not None:
            is_own = _last(made[0].func) in self._classes
            return self._given(*made) or (self._width(node.args[0], place) if node.args and not is_own else None)
        if isinstance(node.func, ast.Attribute) and _last(node.func) in _SAME_WIDTH:
            return self._width(node.func.value, place)
        sizes = self._sizes(node.func.id) if isinstance(node.func, ast.Name) else None
        if sizes is not None:
            return sizes[1]
        is_function = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) in _FUNCTIONAL
        return self._width(node.args[0], place) if is_function and node.args else None

    def _width_of_variable(self, node: ast.Name, place: _Place) -> int | None:
        """Return the width that a variable has in the end, as in `x = relu(hidden(x)); x = out(x)`."""
        values = [] if place is self._program or place.node is None else self._assignments(place.node).get(node.id, [])
        for value in reversed(values):
            if node.id not in _names(value) or not isinstance(value, ast.Call):
                break
            made = self._maker(value.func, place)
            given = None if made is None else self._given(*made)
            if given is not None:
                return given
            if _last(value.func) in _FLATTENING:
                return None
        return self._width(self._assigned(node, place), place)

    def _given(self, made: ast.Call, place: _Place) -> int | None:
        """Return the size of what the Module that a call makes returns."""
        kind = _last(made.func)
        if kind == "Sequential":
            parts = [part for part in reversed(made.args) if isinstance(part, ast.Call)]
            return next(filter(None, (self._given(part, place) for part in parts)), None)
        if kind in self._classes:
            inside = self._inside(self._classes[kind], made, place)
            return self._width(_returned(inside.node), inside)
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
            if found is None and SETTINGS.get(node.id.lower(), "").isdigit():
                return int(SETTINGS[node.id.lower()])
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


def _unpacked(targets: ast.expr, loop: ast.For) -> list[str | None]:
    """Return the names that the parts of a batch have in a loop, None for what is no name."""
    if isinstance(targets, ast.Name):  # taken apart in the loop
        taken = [
            node for node in ast.walk(loop) if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
        ]
        targets = next((n.targets[0] for n in taken if ast.unparse(n.value) == targets.id), targets)
    return [getattr(part, "id", None) for part in targets.elts] if isinstance(targets, ast.Tuple) else []


def _returned(function: ast.AST | None) -> ast.expr | None:
    """Return what a function returns at its end."""
    results = [node for node in ast.walk(function) if isinstance(node, ast.Return)] if function else []
    return results[-1].value if results else None


def _bound_by(function: Function | ast.Lambda) -> set[str]:
    """Return the names that belong to a function: its parameters, and what it assigns."""
    stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored | {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}


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
        if node.args and ast.unparse(node.func.value) in _FUNCTIONAL:
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
