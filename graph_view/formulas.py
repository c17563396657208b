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
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache

from .meanings import MEANINGS

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

_SYMBOLS = {"*": "×", "**": "^", "<=": "≤", ">=": "≥", "!=": "≠"}


def parsed(text: str, name: Callable[[str], Expression]) -> Expression:
    """Return a formula's source text as an expression in which `name` replaces the names."""
    tree = _tree(text)
    return text if tree is None else _Reader(name, MEANINGS).read(tree)


@lru_cache(1024)
def _tree(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class _Reader:
    """Reads syntax trees of formulas, which are our own code and small."""

    def __init__(self, name: Callable[[str], Expression], meanings: dict) -> None:
        self.name = name
        self.meanings = meanings

    def read(self, node: ast.expr) -> Expression:
        match node:
            case ast.Name(id=name):
                return self.name(name)
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
            case ast.Call(func=ast.Name(id="maybe_multiply"), args=[value, ast.Name(id=factor)]) if self.name(
                factor
            ) in (factor, ["#", "1"]):
                return self.read(value)
            case ast.Call(func=ast.Name(id=name), args=args) if name in self.meanings:
                return self.meaning(*self.meanings[name], args)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
                return [
                    "call",
                    name.strip("_"),
                    *map(self.read, args),
                    *(self.read(k.value) for k in keywords),
                ]
            case ast.Call(func=ast.Attribute(value=owner, attr=attribute), args=args, keywords=keywords):
                if attribute in ("t", "mT") and not args:
                    return ["T", _held(self.read(owner), _ATOM)]
                return [
                    "call",
                    attribute,
                    *map(self.read, [owner, *args]),
                    *(self.read(k.value) for k in keywords),
                ]
            case ast.Attribute(value=owner, attr="mT" | "T"):
                return ["T", _held(self.read(owner), _ATOM)]
            case ast.Attribute(value=owner, attr=attribute):
                return ["call", attribute, self.read(owner)]
            case ast.Subscript(value=owner, slice=index):
                return ["index", _held(self.read(owner), _ATOM), self.read(index)]
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return [",", *map(self.read, parts)]
        return ast.unparse(node)

    def meaning(self, parameters: tuple[str, ...], formula: str, args: list[ast.expr]) -> Expression:
        """Read a formula that stands for a call, whose parameters stand for the arguments."""
        given = dict(zip(parameters, args, strict=False))
        reader = _Reader(lambda name: self.read(given[name]) if name in given else self.name(name), {})
        return reader.read(_tree(formula))


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
                return ["#", f"{float(left) - float(right):g}"]
    return expression


def negated(operand: Expression) -> Expression:
    """Return minus an expression."""
    return ["-", _held(operand, _NEGATION)]


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
    if text.isidentifier() or text == "·":
        return _ATOM
    match _tree(text):
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
            return f"{owner}[{index}]"
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
