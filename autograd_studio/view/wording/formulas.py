"""Formulas as data: the expression that a step computes, with the program's names and with numbers.

An expression is a nested list as JSON has it, so that the player can set it as MathML:

    "y"                        a name or any other piece of the program's text
    ["#", "[1, 2]"]            a number or a small tensor
    ["grad", "y"]              the gradient that has arrived at y
    ["+", a, b], ["-", ...], ["*", ...], ["/", ...], ["@", ...], ["**", ...], ["<", ...], ...    two operands
    ["-", a], ["not", a]       one operand
    ["call", "cos", a, ...]    a function; ["T", a] is a transpose
    ["(", a]                   parentheses, wherever they are needed
    [",", a, b, ...]           a sequence in brackets; ["index", a, i] is a[i]
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from autograd_engine.trace.schema import Shown
from autograd_studio.why.numbers import number_text

Expression = str | list

_BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.MatMult: "@", ast.Pow: "**",
    ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
}  # fmt: skip
_COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}

# How tightly an expression holds together; what holds more loosely than its surroundings needs parentheses.
_PRECEDENCE = {
    "not": 1, "==": 2, "!=": 2, "<": 2, "<=": 2, ">": 2, ">=": 2, "|": 3, "&": 3.5, "+": 4, "-": 4,
    "*": 5, "@": 5, "/": 5, "//": 5, "%": 5, "**": 7,
}  # fmt: skip
_NEGATION, _ATOM = 6, 9

# Names of numbers in formulas.
_CONSTANTS: dict[str, Expression] = {
    "pi": "π",
    "ROOT_PI": ["call", "sqrt", "π"],
    "LN2": ["call", "log", ["#", "2"]],
    "DEGREE": ["/", "π", ["#", "180"]],
}
_NAME = re.compile(r"([\w.]+|·)ᵀ?")  # also `model.0.weight`
_AS_PYTHON = str.maketrans({"·": "_", "×": "*", "−": "-", "≤": "<", "≥": ">", "≠": "<", "^": "@"})
_NAMELESS = re.compile(r"(forward|backward)s?(\dd)?")
_SHAPE = re.compile(r"_(shape|sym_\w+)$")
_REDUCTIONS = {"0": "none", "1": "mean", "2": "sum"}

_SYMBOLS = {"*": "×", "**": "^", "<=": "≤", ">=": "≥", "!=": "≠"}


def parsed(
    text: str,
    name: Callable[[str], Expression | None],
    option: Callable[[str], str | None] = lambda name: None,
    shown: dict[str, Shown] | None = None,
    wanted: str = "",
    own: str = "",
) -> Expression:
    """Return a formula's source text as an expression in which `name` replaces the names that it knows.

    `option` gives the text of an argument that is not a tensor, `shown` says what functions compute. A formula may be for
    several inputs at once, of which `wanted` is one; `own` is the operation that it is of.
    """
    tree = _tree(text)
    return text if tree is None else _Reader(name, shown or {}, option, wanted, own).read(tree)


@lru_cache(1024)
def _tree(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class _Reader:
    """Reads syntax trees of formulas, which are our own code and small."""

    def __init__(
        self, name: Callable, shown: dict[str, Shown], option: Callable, wanted: str = "", own: str = ""
    ) -> None:
        self.name = name
        self.shown = shown
        self.option = option
        self.wanted = wanted
        self.own = own

    def read(self, node: ast.expr) -> Expression:
        match node:
            case ast.Name(id=name):
                return _CONSTANTS.get(name) or self.name(name) or name
            case ast.Constant(value=value):
                return ["#", str(value)]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                return binary(_BINARY[type(op)], self.read(left), self.read(right))
            case ast.UnaryOp(op=op, operand=operand):
                return (
                    negated(self.read(operand))
                    if isinstance(op, ast.USub)
                    else ["not", _held(self.read(operand), _ATOM)]
                )
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return binary(_COMPARE.get(type(op), "=="), self.read(left), self.read(right))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.read(body if self.constant(test) else orelse)
            case ast.Attribute(value=ast.Name(id="math"), attr=name):
                return _CONSTANTS.get(name, name)
            case ast.Call():
                return self.called(node)
            case ast.Attribute(value=owner, attr="mT" | "T"):
                return transposed(self.read(owner))
            case ast.Attribute(value=owner, attr=attribute):
                return ["call", attribute, self.read(owner)]
            case ast.Subscript(value=owner, slice=index):
                return _indexed(self.read(owner), self.read(index))
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return [",", *map(self.read, parts)]
            case ast.Starred(value=value):
                return self.read(value)
            case ast.GeneratorExp(elt=element, generators=[one]) | ast.ListComp(elt=element, generators=[one]):
                return self.meaning((one.target.id,), element, [one.iter], [], {})
        return ast.unparse(node)

    def called(self, node: ast.Call) -> Expression:
        args, keywords = node.args, node.keywords
        match node.func:
            case ast.Name(id="maybe_multiply") if self.read(args[1]) in ("alpha", "beta", ["#", "1"]):
                return self.read(args[0])
            case ast.Name(id="tuple" | "list"):
                return self.read(args[0])
            case ast.Name(id=name) if tree := self.plain_form(name):
                rest = {other: shown for other, shown in self.shown.items() if other != name}
                return self.meaning(self.shown[name].parameters, tree, args, keywords, rest)
            case ast.Attribute(value=ast.Name(id="math"), attr=name):
                return self.call(name, args, keywords)
            case ast.Attribute(value=owner, attr="t" | "mT") if not args:
                return transposed(self.read(owner))
            case ast.Attribute(value=owner, attr=name):
                return self.call(name, [owner, *args], keywords)
            case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
                return self.call(name, args, keywords)
        return ast.unparse(node)

    def plain_form(self, name: str) -> ast.expr | None:
        """Return what a function computes as plain maths, None if that is not known."""
        texts = self.shown[name].texts if name in self.shown else {}
        return _tree(texts.get(self.wanted) or texts.get("", ""))

    def call(self, name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> Expression:
        """Read a call, of whose arguments those are left out that say nothing to a reader."""
        name = name.strip("_")
        if _NAMELESS.fullmatch(name):  # one of a family of operators that are defined together
            name = self.own.removesuffix("_backward") if name.startswith("forward") else f"{self.own}_backward"
        named = name.endswith("_backward") or name == "place"
        found = [self.argument(argument, named) for argument in args]
        found += [Option(k.arg, linear(self.read(k.value))) for k in keywords]
        parts = [part for part in found if part is not None]
        return ["call", name, *sorted(parts, key=lambda part: isinstance(part, Option))]

    def argument(self, node: ast.expr, named: bool) -> Expression | None:
        """Read an argument, None for one that is only of use to the code, or is None itself."""
        if isinstance(node, ast.Lambda):
            return None
        if isinstance(node, ast.Name) and node.id not in _CONSTANTS:
            text = self.option(node.id)
            if text is None:
                return self.name(node.id)
            if text == "None" or named and (text in ("True", "False") or _SHAPE.search(node.id)):
                return None
            if named:
                return Option(node.id, text)
        return self.read(node)

    def constant(self, node: ast.expr) -> Any:
        """Return what a condition of ours, or a part of it, comes to; true where that is not known."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                text = self.option(name)
                return ... if text is None else _literal(text)
            case ast.Tuple(elts=[]):
                return ()
            case ast.BoolOp(op=op, values=values):
                return (all if isinstance(op, ast.And) else any)(map(self.constant, values))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                first, second = self.constant(left), self.constant(right)
                return isinstance(op, ast.NotEq | ast.IsNot) != (first == second)
        return True

    def meaning(self, parameters: list[str], tree: ast.expr, args: list, keywords: list, shown: dict) -> Expression:
        """Read a formula that stands for a call, whose parameters stand for the arguments."""
        given = dict(zip(parameters, args, strict=False)) | {k.arg: k.value for k in keywords}

        def name(name: str) -> Expression | None:
            return self.argument(given[name], False) if name in given else self.name(name)

        def option(name: str) -> str | None:
            match given.get(name):
                case None:
                    return self.option(name)
                case ast.Name(id=outer):
                    return self.option(outer)
                case ast.Constant(value=value):
                    return str(value)

        return _Reader(name, shown, option).read(tree)


class Option(str):
    """An argument that is not a tensor, as a program writes it: `dim=1`. Losses get numbers for their reductions."""

    __slots__ = ()

    def __new__(cls, name: str, text: str) -> Option:
        """Make it of a name and the text of its value."""
        text = repr(_REDUCTIONS.get(text, text)) if name == "reduction" else text
        return super().__new__(cls, f"{name}={text}")


def _literal(text: str | None) -> Any:
    """Return the number or tuple that a text stands for, else the text itself."""
    with suppress(SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return ast.literal_eval(text)
    return text


def _indexed(owner: Expression, index: Expression) -> Expression:
    """Return a part of something, of a list of expressions the one that is meant."""
    match owner, index:
        case [",", *parts], ["#", number] if number.isdecimal() and int(number) < len(parts):
            return parts[int(number)]
    return ["index", _held(owner, _ATOM), index]


def binary(symbol: str, left: Expression, right: Expression) -> Expression:
    """Return an operation on two expressions, each in parentheses if it needs them."""
    level = _PRECEDENCE[symbol]
    if symbol == "/":  # set as a fraction, which needs none
        return ["/", left, right]
    if symbol == "**":
        exponent = _difference(right)
        return left if exponent == ["#", "1"] else ["**", _held(left, level + 1), exponent]
    return [symbol, _held(left, level), _held(right, level if symbol in "+*&|" else level + 1)]


def _difference(expression: Expression) -> Expression:
    """Return `2 - 1` as 1: an exponent that the power rule has counted down."""
    match expression:
        case ["-", ["#", left], ["#", right]]:
            with suppress(ValueError):
                return ["#", number_text(float(left) - float(right), 6)]
    return expression


def negated(operand: Expression) -> Expression:
    """Return minus an expression."""
    return ["-", _held(operand, _NEGATION)]


def transposed(operand: Expression) -> Expression:
    """Return the transpose of an expression."""
    if isinstance(operand, str) and operand.endswith("ᵀ") and _NAME.fullmatch(operand):
        return operand[:-1]
    return ["T", _held(operand, _ATOM)]


def _held(expression: Expression, level: float) -> Expression:
    return ["(", expression] if _level(expression) < level else expression


def _level(expression: Expression) -> float:
    if isinstance(expression, str):
        return _level_of_text(expression)
    if expression[0] == "-" and len(expression) == 2:
        return _NEGATION
    if expression[0] == "#":
        return _NEGATION if expression[1][:1] == "-" else _ATOM
    return _PRECEDENCE.get(expression[0], _ATOM)


def _level_of_text(text: str) -> float:
    """Return how tightly a piece of the program holds together."""
    if _NAME.fullmatch(text):
        return _ATOM
    match _tree(text.translate(_AS_PYTHON)):
        case ast.BinOp(op=op):
            return (
                _PRECEDENCE.get(_BINARY.get(type(op), "|"), 0) - 0.5
            )  # its signs are not ours: rather more parentheses
        case ast.UnaryOp(op=ast.USub()):
            return _NEGATION
        case ast.Name() | ast.Attribute() | ast.Call() | ast.Subscript() | ast.Constant() | ast.Tuple() | ast.List():
            return _ATOM
    return 0


def linear(expression: Expression) -> str:
    """Return an expression as a line of text: `grad × (2*b)`."""
    if isinstance(expression, str):
        return expression
    head, *parts = expression
    if head in ("#", "("):
        return parts[0] if head == "#" else f"({linear(parts[0])})"
    if head == "grad":
        return "grad"
    texts = [linear(part) for part in parts]
    match head, texts:
        case "call", [name, *arguments]:
            return f"{name}({', '.join(arguments)})"
        case "index", [owner, index]:
            return f"{owner}[{index[1:-1] if parts[1][0] == ',' else index}]"
        case ",", _:
            return f"({', '.join(texts)})"
        case "T", [owner]:
            return f"{owner}ᵀ"
        case "/", _:
            return " / ".join(linear(_held(part, 6)) for part in parts)
        case "**", [base, exponent]:
            return f"{base}^{exponent if _level(parts[1]) > 6 else f'({exponent})'}"
        case _, [operand]:
            return f"{'−' if head == '-' else head + ' '}{operand}"
    return f" {_SYMBOLS.get(head, '−' if head == '-' else head)} ".join(texts)
