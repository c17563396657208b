"""Pastes: what a program that was copied in part lacks, and the lines that supply it."""

from __future__ import annotations

import ast
import builtins
import itertools
import re
import symtable
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from autograd_engine.trace.pytorch_names import names
from autograd_engine.trace.schema import Error

from ...catalogue import say
from ..source.syntax import parsed
from .guesses import Guesses
from .optimizers import Optimizers, Stepped
from .pages import as_program

# What a short name stands for everywhere. The names of PyTorch's own namespaces are found in those.
_IMPORTS = {
    "torch": "import torch",
    "F": "import torch.nn.functional as F",
    "np": "import numpy as np",
    "plt": "import matplotlib.pyplot as plt",
    "pd": "import pandas as pd",
    "sns": "import seaborn as sns",
    "tqdm": "from tqdm import tqdm",
    "rearrange": "from einops import rearrange",
    "nn": "from torch import nn",
    "optim": "from torch import optim",
    "autograd": "from torch import autograd",
    "Tensor": "from torch import Tensor",
    "lr_scheduler": "from torch.optim import lr_scheduler",
    **{
        name: f"import {name}"
        for name in "argparse copy csv functools itertools json math os pickle random re sys tempfile time warnings".split()
    },
    **{
        name: f"from {module} import {name}"
        for module, listed in {
            "collections": "Counter OrderedDict defaultdict deque namedtuple",
            "dataclasses": "dataclass field",
            "functools": "partial",
            "pathlib": "Path",
            "typing": "Any Callable Dict Iterable List Optional Sequence Tuple Union",
        }.items()
        for name in listed.split()
    },
}
_HOMES = (
    "torch.nn", "torch.optim", "torch.utils.data", "torch.autograd", "torch.distributions", "torch.optim.lr_scheduler",
    "torch.utils.checkpoint", "torch.nn.functional", "torch",
)  # fmt: skip


MOST_TOLD = 12  # undefined names


@dataclass(frozen=True)
class Lack:
    """What a program lacks: the cause, what is told of it, with the lines to add, and the program with these."""

    cause: str
    told: str
    mended: str | None = None


def lack(source: str, error: Error) -> Lack | None:
    """Return what a program that ended with an error lacks, None if it is not for a part that was not copied."""
    if error.type in ("IndentationError", "SyntaxError"):
        return _on_page(source, error) or _cut_off(source, error)
    if error.type == "ModuleNotFoundError":
        return _missing_module(source, error)
    if "Torch not compiled with CUDA enabled" in error.message:
        return _on_gpu(source, error)
    asked = re.match(r"name '(\w+)' is not defined", error.message) if error.type == "NameError" else None
    return None if asked is None else _undefined(source, asked[1], error.line)


# ---- names


def _undefined(source: str, name: str, line: int | None) -> Lack | None:
    """Return the imports, and guesses of the values, that a program uses and does not define."""
    tree = parsed(source)
    unbound = _unbound(tree)
    if name not in unbound:
        return None
    unbound = {name: unbound[name], **dict(list(unbound.items())[:MOST_TOLD])}
    optimizers, guesses = Optimizers(tree), Guesses(tree)
    steps = optimizers.among(unbound)
    others = {each: is_called for each, is_called in unbound.items() if each not in steps}
    imports = {each: text for each, is_called in others.items() if (text := _import(each, is_called)) is not None}
    values = {each: guess for each in others if each not in imports and (guess := guesses.of(each)) is not None}
    stepped = optimizers.of(steps, values)
    known = {**imports, **values, **stepped}
    if name not in known:
        return None
    is_torch_used = stepped or any("torch." in value for value in values.values())
    if is_torch_used and "torch" not in _imported(tree):
        imports = {"torch": _IMPORTS["torch"], **imports}
    lines = [f"{each} = {value}" for each, value in values.items()]
    told = say("why.paste.undefined", line=line, name=name)
    told += _offer([*imports.values()], lines, stepped, [each for each in unbound if each not in known])
    cause = "missing_import" if name in imports else "undefined_value"
    mended = _supplied(source, tree, [*imports.values()], [*lines, *_made_below(None, stepped)], stepped)
    return Lack(cause, told, mended)


def _offer(imports: list[str], values: list[str], stepped: dict[str, Stepped], unknown: list[str]) -> str:
    """Return what is told of the lines that a program lacks, and of names that stay unknown."""
    told = " " + say("why.paste.imports", lines=_quoted(imports)) if imports else ""
    if values:
        told += " " + say("why.paste.values", count=len(values), lines=_quoted(values))
    for one in dict.fromkeys(one.below for one in stepped.values()):
        where = say("why.paste.that") if one is None else say("why.paste.line", line=one.end_lineno)
        told += " " + say("why.paste.below", where=where, lines=_quoted(_made_below(one, stepped)))
    if unknown:
        told += " " + say("why.paste.unknown", count=len(unknown), names=", ".join(unknown))
    return told


def _made_below(statement: ast.stmt | None, stepped: dict[str, Stepped]) -> list[str]:
    """Return the lines that make what has to follow a statement, None for what was guessed."""
    return [f"{name} = {one.expression}" for name, one in stepped.items() if one.below is statement]


def _supplied(source: str, tree: ast.Module, imports: list[str], values: list[str], stepped: dict[str, Stepped]) -> str:
    """Return a program with imports above its own, values below all of them, and what steps a model below it."""
    lines, first, last = source.splitlines(), 0, 0
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__" or _is_docstring(statement):
            first = last = statement.end_lineno or 0
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            last = statement.end_lineno or 0
        else:
            break
    below = [*lines[last:], ""]
    models = dict.fromkeys(one.below for one in stepped.values() if one.below is not None)
    for model in sorted(models, key=lambda model: -model.lineno):
        indent = " " * model.col_offset
        place = (model.end_lineno or model.lineno) - last
        below[place:place] = [indent + line for line in _made_below(model, stepped)]
    return "\n".join([*lines[:first], *imports, *lines[first:last], *values, *below])


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _unbound(tree: ast.Module) -> dict[str, bool]:
    """Return the names that a program reads and binds nowhere, in order; True for those that it calls."""
    loose = _loose(tree) - _starred(tree) - set(dir(builtins))
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    found: dict[str, bool] = {}
    reads = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    for node in sorted(reads, key=lambda node: (node.lineno, node.col_offset)):
        if node.id in loose:
            found[node.id] = found.get(node.id, False) or id(node) in called
    return found


def _loose(tree: ast.Module) -> set[str]:
    """Return the names that a program reads as global ones and binds as such nowhere."""
    with suppress(SyntaxError):  # of what Python checks only after it has parsed
        top = symtable.symtable(ast.unparse(tree), "<paste>", "exec")
        tables, bound, read = [top], set(), set()
        while tables:
            table = tables.pop()
            tables += table.get_children()
            for symbol in table.get_symbols():
                is_global = table is top or symbol.is_global()
                if is_global and (symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()):
                    bound.add(symbol.get_name())
                elif is_global and symbol.is_referenced():
                    read.add(symbol.get_name())
        return read - bound
    return set()


def _imported(tree: ast.Module) -> set[str]:
    """Return the names that imports bind."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return {(alias.asname or alias.name).partition(".")[0] for node in imports for alias in node.names}


def _starred(tree: ast.Module) -> set[str]:
    """Return the names that `from ... import *` brings from PyTorch's namespaces."""
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    starred = (node.module or "" for node in imports if any(alias.name == "*" for alias in node.names))
    return set().union(*(names().get(module, frozenset()) for module in starred))


def _import(name: str, is_called: bool) -> str | None:
    """Return the import that gives a name; a lower-case one of PyTorch's is a function, so it must be called."""
    if name in _IMPORTS:
        return _IMPORTS[name]
    if not is_called and not name[:1].isupper():
        return None
    home = next((home for home in _HOMES if name in names()[home]), None)
    return None if home is None else f"from {home} import {name}"


# ---- modules


def _missing_module(source: str, error: Error) -> Lack | None:
    """Return what to do about an import that fails, unless the message says so itself."""
    asked = re.fullmatch(r"No module named '([\w.]+)'", error.message)
    if asked is None:
        return None
    tree, package = parsed(source), asked[1].partition(".")[0]
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound = {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom) and node.lineno == error.line
        for alias in node.names
    }
    told = say("why.missing_module.told", line=error.line, package=package)
    if bound and not bound & used:
        return Lack("missing_module", say("why.missing_module.unused", told=told))
    return Lack("missing_module", say("why.missing_module.install", told=told))


# ---- devices

_TO_GPU = re.compile(r"\.cuda\([^()\n]*\)")
_GPU = re.compile(r"([\"'])cuda(?::\d+)?\1")


def _on_gpu(source: str, error: Error) -> Lack | None:
    """Return a program that stays on the CPU, where one asks for a GPU."""
    told = say("why.no_cuda.told", line=error.line)
    mended = _GPU.sub(r"\1cpu\1", _TO_GPU.sub("", source).replace("torch.cuda.FloatTensor", "torch.FloatTensor"))
    return Lack("no_cuda", told, mended) if mended != source and _is_program(mended) else None


# ---- lines


def _on_page(source: str, error: Error) -> Lack | None:
    """Return the program in what was copied with the marks of a page, a session or a notebook."""
    found = (Lack(*one) for one in as_program(source, error.line))
    return next((one for one in found if _is_program(one.mended or "")), None)


def _cut_off(source: str, error: Error) -> Lack | None:
    """Return how the lines of a paste whose top or whose indentation is missing become a program."""
    if error.line is None or not re.match(r"unexpected indent|unindent does|'return' outside", error.message):
        return None
    return next((Lack("cut_off", told, text) for told, text in _repairs(source, error.line) if _is_program(text)), None)


def _repairs(source: str, line: int) -> Iterator[tuple[str, str]]:
    """Yield what may be done about a line that stands where it cannot, and the program that comes of it."""
    lines = source.splitlines()
    indent = re.match(r"\s*", lines[line - 1])[0]
    start = say("why.cut_off.told", line=line)
    if re.search(r"^\s+def \w+\((self|ctx)\b", source, re.MULTILINE):
        base = "torch.autograd.Function" if re.search(r"def \w+\(ctx\b", source) else "nn.Module"
        head = f"class {_class_name(lines)}({base}):"
        yield say("why.cut_off.add", told=start, line=line, lines=_quoted([head])), _with(lines, line, head)
        heads = [head, *_init_head(lines, line)]
        yield say("why.cut_off.add", told=start, line=line, lines=_quoted(heads)), _with(lines, line, *heads)
    yield f"{start} {say('why.cut_off.dedent', count=len(indent))}", textwrap.dedent(source)
    first = next(number for number, text in enumerate(lines, 1) if text.strip())
    told = say("why.cut_off.first", line=first, count=len(indent))
    yield told, textwrap.dedent("\n".join([indent + lines[first - 1], *lines[first:]]))
    first = next((n for n, text in enumerate(lines, 1) if text.strip() and not _is_import(text)), 1)
    body = [textwrap.indent(text, "" if indent else "    ") for text in lines[first - 1 : line]]
    head = _function_head(textwrap.dedent("\n".join(body)))
    told = say(
        "why.cut_off.head" if indent else "why.cut_off.head_indented",
        told=start,
        line=first,
        lines=_quoted([head]),
        last=line,
    )
    yield told, "\n".join([*lines[: first - 1], head, *body, *lines[line:]])


def _is_program(text: str) -> bool:
    """Return whether a text is Python whose returns all belong to functions."""
    tree = parsed(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {id(part) for function in functions for part in ast.walk(function)}
    return bool(tree.body) and not any(isinstance(n, ast.Return) and id(n) not in inside for n in ast.walk(tree))


def _with(lines: list[str], number: int, *heads: str) -> str:
    return "\n".join([*lines[: number - 1], *heads, *lines[number - 1 :]])


def _init_head(lines: list[str], number: int) -> list[str]:
    """Return the first lines of the `__init__` of a Module whose body begins at a line: what it reads are its parameters."""
    indent = re.match(r"\s*", lines[number - 1])[0]
    body = itertools.takewhile(lambda text: text.startswith(indent) or not text.strip(), lines[number - 1 :])
    text = textwrap.dedent("\n".join(body))
    read = [name for name, is_called in _unbound(parsed(text)).items() if _import(name, is_called) is None]
    parameters = ", ".join(["self", *(name for name in read if name != "self")])
    return [f"{indent[:-4]}def __init__({parameters}):", *([] if "super(" in text else [f"{indent}super().__init__()"])]


def _class_name(lines: list[str]) -> str:
    """Return the name of a class that was cut off: what `super` is told, or the rest makes; "Net" if nothing names it."""
    text = "\n".join(lines)
    told = re.search(r"super\((\w+), self\)", text)
    made = (m[1] for m in re.finditer(r"^(?:\w+ = )?(\w+)(?:\(|\.apply\()", text, re.MULTILINE) if m[1][:1].isupper())
    return told[1] if told else next((name for name in made if _import(name, True) is None), "Net")


def _function_head(body: str) -> str:
    """Return the first line of a function that was cut off: what its body reads and does not define are its parameters."""
    tree = parsed(f"def f():\n{textwrap.indent(body, '    ')}")
    read = [name for name, is_called in _unbound(tree).items() if _import(name, is_called) is None]
    before = [name for name in _read_first(tree) if name not in read]
    parameters = [*(name for name in ("self",) if name in read), *before, *(n for n in read if n != "self")]
    return f"def {'forward' if 'self' in read else 'f'}({', '.join(parameters)}):"


def _read_first(tree: ast.Module) -> list[str]:
    """Return the names that a program binds only after it has read them, as in `x = relu(x)`."""
    bound, found = set(), []
    for statement in tree.body[0].body if tree.body else ():
        names_of = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
        stored = {node.id for node in names_of if isinstance(node.ctx, ast.Store)}
        found += [
            n.id for n in names_of if isinstance(n.ctx, ast.Load) and n.id in stored - bound and n.id not in found
        ]
        bound |= stored
    return found


def _is_import(text: str) -> bool:
    return text.startswith(("import ", "from "))


def _quoted(lines: Iterable[str]) -> str:
    """Return lines of code as a sentence has them."""
    return " · ".join(f"`{line}`" for line in lines)
