"""Optimizers: what a pasted program steps and does not define, and the line below which its model is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass

_TRAINED = re.compile(r"(Linear|Bilinear|Conv|RNN|LSTM|GRU|Embedding|Sequential|Module|Transformer|Multihead|\w+Norm)")
_OPTIMIZER = re.compile(r"opt(im(izer)?)?", re.IGNORECASE)
_MODULE = re.compile(r"(model|network|net)", re.IGNORECASE)


@dataclass(frozen=True)
class Stepped:
    """What steps a model or a learning rate: the expression that makes it, and the statement that it has to follow."""

    expression: str
    below: ast.stmt | None  # None: the values that were guessed


@dataclass(frozen=True)
class Assigned:
    """What a variable was given, and by which statement."""

    value: ast.expr
    statement: ast.stmt


class Optimizers:
    """Guesses the optimizers and schedulers that a program uses and does not define."""

    def __init__(self, tree: ast.Module) -> None:
        self._calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        assigned = _assigned(tree.body)
        self._assigned = dict(assigned)  # the last one counts
        classes = {n.name for n in tree.body if isinstance(n, ast.ClassDef) and "def forward(" in ast.unparse(n)}
        made = {name: one.value for name, one in assigned if _is_model(one.value, classes)}
        parts = {n.id for value in made.values() for n in ast.walk(value) if isinstance(n, ast.Name)}
        self._models: dict[str, ast.stmt | None] = {
            name: self._assigned[name].statement for name in made if name not in parts
        }
        self._leaves = {name: one for name, one in self._assigned.items() if _is_leaf(one.value)}

    def among(self, names: Iterable[str]) -> list[str]:
        """Return those of the names that are stepped, `scaler.step(optimizer)` included."""
        steps = [call for call in self._calls if isinstance(call.func, ast.Attribute) and call.func.attr == "step"]
        stepped = {ast.unparse(call.func.value) for call in steps}
        stepped |= {ast.unparse(call.args[0]) for call in steps if _is_method(call, "scaler", "step") and call.args}
        return [name for name in names if name != "scaler" and name in stepped]

    def of(self, names: list[str], guessed: dict[str, str]) -> dict[str, Stepped]:
        """Return what steps a program's model or learning rate; `guessed` are the values of other names."""
        self._models |= {n: None for n, value in guessed.items() if _TRAINED.match(value.removeprefix("torch.nn."))}
        found = {name: one for name in names if (one := self._optimizer(name)) is not None}
        for name in names:
            optimizer = self._stepped_by(found) if "sched" in name.lower() else None
            if name not in found and optimizer is not None:
                takes_loss = any(_is_method(call, name, "step") and call.args for call in self._calls)
                kind = f"ReduceLROnPlateau({optimizer})" if takes_loss else f"ExponentialLR({optimizer}, gamma=0.9)"
                below = found[optimizer].below if optimizer in found else self._assigned[optimizer].statement
                found[name] = Stepped(f"torch.optim.lr_scheduler.{kind}", below)
        return found

    def _optimizer(self, name: str) -> Stepped | None:
        clears = any(_is_method(call, name, "zero_grad") for call in self._calls)
        if not clears and not _OPTIMIZER.search(name):
            return None
        if self._models:
            chosen = self._stepped_models(name)
            trained = [f"{model}.parameters()" for model in chosen]
            trained = trained[0] if len(trained) == 1 else f"[{', '.join(f'*{one}' for one in trained)}]"
            places = [self._models[model] for model in chosen]
        elif self._leaves:
            trained, places = f"[{', '.join(self._leaves)}]", [leaf.statement for leaf in self._leaves.values()]
        else:
            return None
        below = max((place for place in places if place is not None), key=lambda place: place.lineno, default=None)
        return Stepped(f"torch.optim.SGD({trained}, lr=0.01)", below)

    def _stepped_models(self, name: str) -> list[str]:
        """Return the models that an optimizer is named after, as optimizerD is after netD; all, if there is none."""
        own = _OPTIMIZER.sub("", name).strip("_").lower()
        words = {model: _MODULE.sub("", model).strip("_").lower() for model in self._models}
        named = [
            model for model, word in words.items() if own and word and (word.startswith(own) or own in word.split("_"))
        ]
        return named or list(self._models)

    def _stepped_by(self, found: dict[str, Stepped]) -> str | None:
        """Return the optimizer whose learning rate a scheduler may set."""
        written = (name for name, one in self._assigned.items() if "optim." in ast.unparse(one.value))
        return next(iter(found), None) or next(written, None)


def _assigned(body: list[ast.stmt]) -> list[tuple[str, Assigned]]:
    """Return the assignments to variables that are carried out once, by their names; `a, b = 1, 2` are two."""
    found = []
    for statement in body:
        if isinstance(statement, ast.Assign):
            target, value = statement.targets[0], statement.value
            both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            pairs = zip(target.elts, value.elts, strict=False) if both else [(target, value)]
            found += [(name.id, Assigned(one, statement)) for name, one in pairs if isinstance(name, ast.Name)]
        elif isinstance(statement, ast.If | ast.With):
            found += _assigned(statement.body)
    return found


def _is_model(value: ast.expr, classes: set[str]) -> bool:
    """Return whether an expression makes a Module that has parameters, `Net().to(device)` included."""
    while (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and isinstance(value.func.value, ast.Call)
    ):
        value = value.func.value
    if not isinstance(value, ast.Call):
        return False
    made = ast.unparse(value.func)
    return made in classes or _TRAINED.match(made.removeprefix("torch.").removeprefix("nn.")) is not None


def _is_leaf(value: ast.expr) -> bool:
    text = ast.unparse(value)
    return "requires_grad=True" in text or ".requires_grad_()" in text or "Parameter(" in text


def _is_method(call: ast.Call, name: str, method: str) -> bool:
    return ast.unparse(call.func) == f"{name}.{method}"
