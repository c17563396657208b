"""Signatures: which calls a function takes, by PyTorch's argument parser, before its operator sees any argument.

A call that fits none gets PyTorch's TypeError, word for word.

A signature is written as PyTorch prints it: "Tensor input, int dim0, int dim1". They are recorded from PyTorch
(signatures.txt, by tools/record/signatures.py, which tells what the marks in them mean). A call is parsed when its types
are new to the function; what was good once is good again, so a good call costs a look into a set.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

from ..base.each_run import forgotten
from ..base.foreign import type_name, types_name
from ..base.warn import warn_once
from ..graph.tensor import Tensor
from .argument_types import check_elements, converted, matches

_MISSING = object()


# The names that numpy's functions have for a parameter, which PyTorch's take too.
NUMPY_NAMES = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"), "other": ("x2",)}


# Functions whose tensors may be Python numbers.
_TAKE_NUMBERS = frozenset(
    f"{name}{suffix}"
    for name in ("add", "div", "divide", "mul", "multiply", "sub", "subtract", "true_divide", "floor_divide")
    for suffix in ("", "_")
) | {"to", "copy_"}


class SignatureParameter:
    """One parameter of a signature: its type as PyTorch prints it, its name, and how it may be passed."""

    def __init__(self, text: str, keyword: bool) -> None:
        declared, _, default = text.partition(" = ")
        kind, _, self.name = declared.rpartition(" ")
        self.keyword = keyword
        self.optional = bool(default)
        self.none = kind.endswith("?") or default == "None"  # whether None may be passed
        self.kind = kind.rstrip("?")
        self.shown = self.kind.replace("[1]", "").replace("SymInt", "int")

    def takes(self, value: Any, numbers: bool = False) -> bool:
        """Whether a call may pass this value; `numbers` says that one does for a tensor."""
        if value is None and self.none:
            return True
        return matches(self.kind, value) or numbers and self.kind == "Tensor" and matches("Number", value)

    def found(self, named: dict) -> Any:
        """Return the keyword argument for this parameter, which may have numpy's name for it."""
        for name in (self.name, *NUMPY_NAMES.get(self.name, ())):
            if name in named:
                return named[name]
        return _MISSING


class Signature:
    """One way to call a function. `text` is printed in the errors of functions with several; a `hidden` one is not."""

    def __init__(self, text: str) -> None:
        self.hidden = text.startswith("~")
        self.parameters: list[SignatureParameter] = []
        keyword = False
        for part in filter(None, text.lstrip("~").split(", ")):
            if part == "*":
                keyword = True
            else:
                self.parameters.append(SignatureParameter(part, keyword))
        self.text = re.sub(r"\[1\]|\?|^~", "", text).replace("SymInt ", "int ")
        self.positional = [p for p in self.parameters if not p.keyword]
        self.least = sum(not p.optional for p in self.parameters)
        self.most = len(self.parameters)

    def parse(self, args: tuple, named: dict, numbers: bool = False) -> tuple[list, dict] | str:
        """Return the arguments in this function's own way, or what is wrong with them."""
        spread = self._spreads(args)
        if len(args) > len(self.positional) and not spread:
            return self._crowd(len(args))
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        place, left = 0, len(named)
        for i, p in enumerate(self.parameters):
            by_name = place >= len(args)
            if not by_name and p.keyword:
                return self._crowd(len(args))
            value = p.found(named) if by_name else args[place]
            if value is _MISSING:
                if not p.optional:
                    return self._missing(i)
                continue
            if p.kind == "tuple of Tensors":
                check_elements(value, i)
            if not p.takes(value, numbers):
                if not (spread and place == 0 and not by_name):
                    return self._wrong(p, value, None if by_name else place)
                value, place = args, len(args) - 1
            value = converted(p.kind, value)
            if by_name:
                left -= 1
                if i == 0 and p.name in ("input", "self"):  # which has either name here
                    positional.append(value)
                    continue
                keywords[p.name] = value
            else:
                positional.append(value)
                place += 1
        return self._unknown(named, len(args)) if left else (positional, keywords)

    def _spreads(self, args: tuple) -> bool:
        """Whether the arguments may be the items of this function's one sequence of ints, as in `view(2, 3)`."""
        return (
            len(self.positional) == 1
            and self.positional[0].kind.startswith("tuple of ints")
            and bool(args)
            and matches("SymInt", args[0])
        )

    def _crowd(self, count: int) -> str:
        most, given = len(self.positional), f"{count} {'was' if count == 1 else 'were'} given"
        if self.least != most:
            return f" takes from {self.least} to {most} positional arguments but {count} were given"
        return f" takes {most} positional argument{'s' * (most != 1)} but {given}"

    def _missing(self, start: int) -> str:
        names = [f'"{p.name}"' for p in self.parameters[start:] if not p.optional]
        # The plural is PyTorch's: "1 required positional arguments", "2 required positional argument".
        return f" missing {len(names)} required positional argument{'s' * (len(names) == 1)}: {', '.join(names)}"

    def _wrong(self, p: SignatureParameter, value: Any, place: int | None) -> str:
        where = f"argument '{p.name}'" + ("" if place is None else f" (position {place + 1})")
        if place is not None and isinstance(value, tuple | list) and value and "of ints" in p.kind:
            return f": {where} must be {p.shown}, but found element of type {type_name(value[0])} at pos 0"
        return f": {where} must be {p.shown}, not {type_name(value)}"

    def _unknown(self, named: dict, count: int) -> str:
        places = {p.name: i for i, p in enumerate(self.parameters)}
        for key in named:
            if key not in places:
                return f" got an unexpected keyword argument '{key}'"
            if places[key] < count:
                return f" got multiple values for argument '{key}'"
        return ""


# What calls with objects of the program's own classes have left behind.
_of_programs: list[tuple[set, tuple]] = []


def _remember(calls: set[tuple], key: tuple) -> None:
    """Add the types of a call; those with a class of the program for as long as it runs."""
    calls.add(key)
    if _has_own_class(key):
        _of_programs.append((calls, key))


def _has_own_class(key: tuple) -> bool:
    return any(
        _has_own_class(part) if type(part) is tuple else getattr(part, "__module__", "") == "__main__" for part in key
    )


@forgotten
def _forget_programs() -> None:
    for calls, key in _of_programs:
        calls.discard(key)
    _of_programs.clear()


class Parser:
    """The signatures of a function and the calls they take: `name` is the function's in its errors."""

    def __init__(self, name: str, texts: Sequence[str], method: bool) -> None:
        self.name = name
        self.method = method
        self._texts = texts
        self.numbers = name in _TAKE_NUMBERS
        self.good: set[tuple] = set()  # the types of calls that need no second look
        self.spread: set[tuple] = set()  # the same of calls such as `view(2, 3)`

    @functools.cached_property
    def signatures(self) -> list[Signature]:
        """All signatures, the hidden ones last."""
        return sorted(map(Signature, self._texts), key=lambda signature: signature.hidden)

    @property
    def shown(self) -> list[Signature]:
        """Those that errors name."""
        return [signature for signature in self.signatures if not signature.hidden]

    def parse(self, args: tuple, named: dict) -> tuple[Sequence, dict]:
        """Return the arguments of a call as the function has them, or raise PyTorch's TypeError."""
        key = _deep(args, named)
        if key in self.good:
            return args, named
        if key in self.spread:
            return (args[0], args[1:]), named
        found, keywords = self._parsed(args[1:] if self.method else args, named, args)
        if self.method:
            found = [args[0], *found]
        if len(key) < 12:
            if _same(found, args) and _same(keywords.values(), named.values()) and [*keywords] == [*named]:
                _remember(self.good, key)
            elif self.method and len(found) == 2 and not named and set(key[1:]) == {int} and found[1] == args[1:]:
                _remember(self.spread, key)
        return found, keywords

    def _parsed(self, args: tuple, named: dict, everything: tuple) -> tuple[list, dict]:
        if self.method:
            self._check_self(everything, args, named)
        for signature in self.signatures:
            parsed = signature.parse(args, named, self.numbers)
            if not isinstance(parsed, str):
                self._check_items(signature, *parsed)
                return self._modern(*parsed, signature) if signature.hidden else parsed
            if len(self.signatures) == 1:
                raise TypeError(f"{self.name}(){parsed}")
        raise self.error(args, named)

    def _check_self(self, everything: tuple, args: tuple, named: dict) -> None:
        if not everything:
            raise TypeError(f"unbound method TensorBase.{self.name}() needs an argument")
        if not isinstance(everything[0], Tensor):
            raise TypeError(
                f"descriptor '{self.name}' for 'torch._C.TensorBase' objects doesn't apply to a "
                f"'{type_name(everything[0])}' object"
            )
        if not (self.signatures[0].parameters or self.signatures[1:]) and (args or named):
            what = "keyword arguments" if named else f"arguments ({len(args)} given)"
            raise TypeError(f"TensorBase.{self.name}() takes no {what}")

    def _check_items(self, signature: Signature, found: list, keywords: dict) -> None:
        """Raise the error of a sequence of ints whose first item is right and a later one is not."""
        for p in signature.parameters:
            if not p.kind.startswith("tuple of ints"):
                continue
            place = signature.parameters.index(p)
            value = found[place] if place < len(found) else keywords.get(p.name)
            if not isinstance(value, tuple | list):
                continue
            for i, item in enumerate(value):
                if type(item) is not int and not isinstance(item, bool) and not matches("SymInt", item):
                    raise TypeError(
                        f"{self.name}(): argument '{p.name}' failed to unpack the object at pos {i + 1} with error "
                        f'"type must be tuple of ints,but got {type_name(item)}"'
                    )

    def _modern(self, found: list, keywords: dict, old: Signature) -> tuple[list, dict]:
        """Return the arguments of a deprecated overload, which has its factors first or in the middle, in today's order."""
        new = self.shown[0]
        place = {p.name: value for p, value in zip(old.positional, found, strict=False)} | keywords
        _warn_of_overload(self.name, old.text, new.text)
        return (
            [place.pop(p.name) for p in new.positional],
            {p.name: place[p.name] for p in new.parameters if p.name in place},
        )

    def error(self, args: tuple, named: dict) -> TypeError:
        """Return PyTorch's error for a call that fits no signature."""
        count = len(args) + len(named)
        plausible = [one for one in self.shown if one.least <= count <= one.most]
        if len(plausible) == 1:
            problem = plausible[0].parse(args, named, self.numbers)
            if isinstance(problem, str):
                return TypeError(f"{self.name}(){problem}")
        return TypeError(_several(self.name, self.shown, args, named))


def _deep(args: tuple, named: dict) -> tuple:
    """Return the types of arguments, of sequences with the types of their items."""
    kinds = [(type(a), *map(type, a)) if type(a) in (tuple, list) else type(a) for a in (*args, *named.values())]
    return (*kinds, *named)


def _same(found: Any, given: Any) -> bool:
    """Whether these are the same arguments, none of a type of which some values need another treatment."""
    return all(map(lambda a, b: a is b, found, given)) and len(found) == len(given)


@functools.cache
def _recorded() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    with open(os.path.join(os.path.dirname(__file__), "signatures.txt"), encoding="utf-8") as lines:
        for line in lines:
            function, _, signature = line.rstrip("\n").partition(" ")
            text = signature.replace("(", "", 1)[:-1]
            found[function] = (*found.get(function, ()), text)
    return found


def recorded(home: str, name: str) -> tuple[str, ...]:
    """Return the signatures of torch.<name>, Tensor.<name> ... as far as PyTorch's messages know them."""
    return _recorded().get(f"{home}.{name}", ())


def shown_signatures(home: str, name: str) -> list[str]:
    """Return these signatures as the messages print them."""
    return [signature.text for signature in map(Signature, recorded(home, name)) if not signature.hidden]


def shown_name(home: str, name: str) -> str:
    """Return the name that PyTorch's messages give a function."""
    return f"{home}_{name}" if home in ("special", "linalg") else name


def parsed(function: Callable, name: str, texts: Sequence[str], *, method: bool = False) -> Callable:
    """Return `function` with PyTorch's argument parser for its signatures before it."""
    parser = Parser(name, texts, method)
    good, parse = parser.good, parser.parse

    def call(*args: Any, **named: Any) -> Any:
        key = (*map(type, args), *map(type, named.values()), *named) if named else tuple(map(type, args))
        if key not in good:
            args, named = parse(args, named)
        return function(*args, **named)

    # functools.wraps does this too, for 1,700 functions in a tenth of the time of an import.
    call.__name__, call.__qualname__, call.__module__ = function.__name__, function.__qualname__, function.__module__
    call.__doc__, call.__wrapped__ = function.__doc__, function
    call.__dict__.update(function.__dict__)
    return call


def takes(text: str, name: str) -> Callable:
    """Give a function that programs reach through others PyTorch's TypeErrors for its one signature."""
    return functools.partial(parsed, name=name, texts=(text,))


# ---- the errors of functions with several signatures


def _several(name: str, signatures: list[Signature], args: tuple, named: dict) -> str:
    start = f"{name}() received an invalid combination of arguments - got "
    if len(signatures) == 1:
        given = _why_not(signatures[0], args, named) or _given(args, named)
        return f"{start}{given}, but expected ({signatures[0].text})"
    lines = [f"{start}{_given(args, named)}, but expected one of:"]
    for signature in signatures:
        lines.append(f" * ({signature.text})")
        unknown = [
            key for key in reversed(named) if key not in {p.name for p in signature.parameters if not p.optional}
        ]
        why = _why_not(signature, args, named)
        if why and unknown:
            lines.append(f"      didn't match because some of the keywords were incorrect: {', '.join(unknown)}")
        elif why:
            lines.append(f"      didn't match because some of the arguments have invalid types: {why}")
    return "\n".join(lines) + "\n"


def _given(args: tuple, named: dict) -> str:
    return _listed([type_name(value) for value in args], [f"{key}={type_name(named[key])}" for key in reversed(named)])


def _why_not(signature: Signature, args: tuple, named: dict) -> str | None:
    """Mark what does not match a signature, if it has as many parts (`*` counts)."""
    parts = signature.text.split(", ")
    if len(args) + len(named) != len(parts):
        return None
    kinds = ["" if p.optional else p.shown for p in signature.positional]
    marked = [
        _marked(types_name(value), kind, value) for value, kind in zip(args, [*kinds, *[""] * len(args)], strict=False)
    ]
    marked_named = [
        _marked(f"{p.name}={types_name(named[p.name])}", p.shown, named[p.name])
        for p in signature.parameters
        if p.name in named
    ]
    return _listed(marked, marked_named)


def _marked(text: str, kind: str, value: Any) -> str:
    # PyTorch compares names here: no tuple is a "tuple of ints", no Parameter a "Tensor", and "int dim =" is no type at all.
    return text if type_name(value) == kind or kind == "float" and type(value) is int else f"!{text}!"


def _listed(args: list[str], named: list[str]) -> str:
    """Keyword arguments without others before them are followed by a comma, as PyTorch prints them."""
    if not named:
        return f"({', '.join(args)})"
    return f"({', '.join(args)}{', ' * bool(args)}{', '.join(named)}{', ' * (not args)})"


# ---- arguments that only the function itself can refuse


def refusal(name: str, texts: Sequence[str], args: Sequence, named: dict[str, Any] | None = None) -> TypeError:
    """Return the error of arguments that fit none of these signatures of a function."""
    return Parser(name, texts, method=False).error(tuple(args), named or {})


def invalid_arguments(home: str, name: str, args: Sequence, named: dict[str, Any] | None = None) -> TypeError:
    """Return the error of arguments that fit none of the recorded signatures of torch.<name>, Tensor.<name> ..."""
    return refusal(shown_name(home, name), recorded(home, name), args, named)


def _warn_of_overload(name: str, old: str, new: str) -> None:
    warn_once(
        f"This overload of {name} is deprecated:\n\t{name}({old})\n"
        f"Consider using one of the following signatures instead:\n\t{name}({new}) "
        "(Triggered internally at /__w/pytorch/pytorch/torch/csrc/utils/python_arg_parser.cpp:1841.)"
    )
