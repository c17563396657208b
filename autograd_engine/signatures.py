"""PyTorch's TypeErrors for a call that fits none of a function's signatures, word for word.

A signature is written as PyTorch prints it: "Tensor input, int dim0, int dim1". Nothing is checked
beforehand: only a call that failed is compared with the signatures, so a good call costs only a `try`.
They are recorded from PyTorch (signatures.txt, by tests/record/signatures.py).
"""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .device import device
from .dtypes import dtype
from .layouts import memory_format
from .tensor import Tensor
from .warn import warn_once

if TYPE_CHECKING:
    from .op import Op


@dataclass(frozen=True)
class Parameter:
    """One parameter of a signature: its type as PyTorch prints it, its name, and how it may be passed."""

    kind: str
    name: str
    default: str
    keyword: bool

    @property
    def optional(self) -> bool:
        """Whether a call need not pass it."""
        return bool(self.default)

    def takes(self, value: Any) -> bool:
        """Whether a call may pass this value."""
        if value is None:
            return self.default == "None" or self.name == "dim" and self.kind.startswith("tuple of ints")
        return matches(self.kind, value)


class Signature:
    """One way to call a function. `text` is printed in the errors of functions with several."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("[1]", "")
        self.parameters: list[Parameter] = []
        keyword = False
        for part in filter(None, text.split(", ")):
            if part == "*":
                keyword = True
                continue
            declared, _, default = part.partition(" = ")
            kind, _, name = declared.rpartition(" ")
            self.parameters.append(Parameter(kind, name, default, keyword))
        self.positional = [p for p in self.parameters if not p.keyword]
        self.least = sum(not p.optional for p in self.parameters)
        self.most = len(self.parameters)

    @property
    def spreads(self) -> bool:
        """Whether a method can take its one sequence of ints as several arguments, `view(2, 3)`."""
        return len(self.positional) == 1 and self.positional[0].kind == "tuple of ints"

    @property
    def takes_int(self) -> bool:
        """Whether one int is all a call needs."""
        return len(self.positional) == 1 and self.positional[0].kind == "int"

    def bound(self, args: tuple, named: dict) -> list[tuple[Parameter, int | None, Any]]:
        """Return (parameter, position or None, value) for every argument that has a parameter."""
        found = [(p, i, value) for i, (p, value) in enumerate(zip(self.positional, args, strict=False))]
        found += [(p, None, named[p.name]) for p in self.parameters if p.name in named]
        return found

    def missing(self, args: tuple, named: dict) -> list[Parameter]:
        """Return the required parameters that got no argument."""
        return [p for p in self.parameters[len(args) :] if not p.optional and p.name not in named]

    def fits(self, args: tuple, named: dict) -> bool:
        """Whether a call with these arguments has this signature."""
        known = {p.name for p in self.parameters[len(args) :]}
        return (
            len(args) <= len(self.positional)
            and known.issuperset(named)
            and not self.missing(args, named)
            and all(p.takes(value) for p, _, value in self.bound(args, named))
        )


@functools.cache
def _recorded() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in pathlib.Path(__file__).with_name("signatures.txt").read_text().splitlines():
        function, _, signature = line.partition(" ")
        found[function] = (*found.get(function, ()), signature[1:-1])
    return found


def recorded(home: str, name: str) -> tuple[str, ...]:
    """Return the signatures of torch.<name>, Tensor.<name> ... as far as PyTorch's messages know them."""
    return _recorded().get(f"{home}.{name}", ())


def shown_name(home: str, name: str) -> str:
    """Return the name that PyTorch's messages give a function."""
    return f"{home}_{name}" if home in ("special", "linalg") else name


# The names that numpy's functions have for a parameter, which PyTorch's take too.
NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other"}


def with_own_names(named: dict, signatures: list[Signature]) -> dict | None:
    """Return keyword arguments under PyTorch's names instead of numpy's; None if there is nothing to rename."""
    known = {p.name for signature in signatures for p in signature.parameters}
    renamed = {
        name if name in known or NUMPY_NAMES.get(name) not in known else NUMPY_NAMES[name]: value
        for name, value in named.items()
    }
    return renamed if renamed.keys() != named.keys() and len(renamed) == len(named) else None


def checked(
    function: Callable, texts: tuple[str, ...], *, leading: str, method: bool, name: str | None = None
) -> Callable:
    """Return `function` with PyTorch's TypeErrors for its signatures: `texts`, each after `leading`."""
    signatures = [Signature(", ".join(filter(None, (leading, text)))) for text in texts]
    spreads = any(signature.spreads for signature in signatures)
    # `squeeze(0)` has a signature of its own, `view(6)` is short for `view((6,))`.
    most = 2 if any(signature.takes_int for signature in signatures) else 1
    known = {p.name for signature in signatures for p in signature.parameters}
    name = name or function.__name__

    def refusal(args: tuple, named: dict) -> TypeError | None:
        written = given = args[1:] if method else args
        if spreads and given and matches("int", given[0]):
            given = (given,)
        return mismatch(name, signatures, given, named, method=method, written=written)

    def suspicious(args: tuple, named: dict) -> bool:  # a bool for an int, or `keepdim` without `dim`: fine for Python
        if bool in map(type, args[:2]) or "keepdim" in named and "dim" not in named and len(args) == 1:
            return True
        sizes = args[1] if spreads and len(args) == 2 else None
        return type(named.get("dim")) is bool or type(sizes) in (tuple, list) and type(next(iter(sizes), 0)) is bool

    @functools.wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        try:
            if spreads and method and len(args) > most and not isinstance(args[1], tuple | list | dtype | bool):
                return function(args[0], args[1:], **named)
            if suspicious(args, named) and refusal(args, named) is not None:
                raise TypeError
            return function(*args, **named)
        except (TypeError, AttributeError, ValueError):
            if not NUMPY_NAMES.keys().isdisjoint(named):
                renamed = with_own_names(named, signatures)
                if renamed is not None:
                    error = refusal(args, renamed)
                    if error is None:
                        return call(*args, **renamed)
                    if "unexpected" in str(error):  # PyTorch goes by the names as they were written
                        written = next(key for key in named if key not in known)
                        error = TypeError(f"{name}() got an unexpected keyword argument '{written}'")
                    if "combination" not in str(error):
                        raise error from None
            error = refusal(args, named)
            if error is None:
                raise
            raise error from None

    return call


def takes(text: str, name: str) -> Callable:
    """Give a function that programs reach through others PyTorch's TypeErrors for its one signature."""
    return functools.partial(checked, texts=(text,), leading="", method=False, name=name)


# ---- types of arguments


def matches(kind: str, value: Any) -> bool:
    """Whether PyTorch takes `value` for a parameter of type `kind`."""
    if kind == "tuple of ints[1]" and matches("int", value):
        return True
    if kind.startswith("tuple of ints"):
        return isinstance(value, tuple | list) and all(matches("int", one) for one in value[:1])
    if kind == "tuple of Tensors":
        return isinstance(value, tuple | list)
    if kind == "Tensor":
        return isinstance(value, Tensor)
    if isinstance(value, Tensor):
        return value._data.ndim == 0 and not value.requires_grad and kind in ("int", "Number", "float")
    if kind == "int":
        return isinstance(value, int | np.integer) and not isinstance(value, bool)
    if kind in ("Number", "float"):
        return isinstance(value, int | float | complex | np.number)
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "str":
        return isinstance(value, str)
    if kind == "torch.dtype":
        return isinstance(value, dtype) or value in (bool, int, float)
    if kind == "torch.memory_format":
        return isinstance(value, memory_format)
    return True


def type_name(value: Any) -> str:
    """Return the name of a value's type as PyTorch's messages give it: with the module for types written in C."""
    kind = type(value)
    if kind.__module__ == "numpy" or isinstance(value, dtype | device | memory_format):
        return f"{kind.__module__}.{kind.__name__}"
    return kind.__name__


def _shown(value: Any) -> str:
    if type(value) in (tuple, list) and value:
        kinds = ", ".join(map(type_name, value)) + "," * (type(value) is tuple and len(value) == 1)
        return f"tuple of ({kinds})" if type(value) is tuple else f"list of [{kinds}]"
    return type_name(value)


# ---- the errors


def mismatch(
    name: str,
    signatures: list[Signature],
    args: tuple,
    named: dict,
    *,
    method: bool = False,
    written: tuple | None = None,
) -> TypeError | None:
    """Return PyTorch's error for a call, or None if the call is one that the function takes.

    `written` are the arguments as the program has them, where `args` has sizes joined to one.
    """
    for signature in signatures:
        if signature.fits(args, named):
            return _bad_item(name, signature, args, named)
    plausible = [signature for signature in signatures if signature.least <= len(args) + len(named) <= signature.most]
    if len(signatures) == 1 or len(plausible) == 1:
        signature = (plausible or signatures)[0]
        if name.rstrip("_") in _OVERLOADED and signature.missing(args, named):
            given = _given(args, named)
            return TypeError(
                f"{name}() received an invalid combination of arguments - got ({given}), but expected ({signature.text})"
            )
        if method and not signature.parameters:
            return TypeError(f"TensorBase.{name}() takes no {_surplus(args)}")
        problem = (
            _too_many(signature, args)
            or args
            and _kind(signature, args, {})
            or _missing(signature, args, named)
            or _kind(signature, args, named)
            or _keyword(signature, args, named)
        )
        return TypeError(f"{name}(){problem}")
    return TypeError(_several(name, signatures, args if written is None else written, named))


def _surplus(args: tuple) -> str:
    return f"arguments ({len(args)} given)" if args else "keyword arguments"


def _too_many(signature: Signature, args: tuple) -> str | None:
    most = len(signature.positional)
    if len(args) <= most:
        return None
    least = sum(not p.optional for p in signature.positional)
    takes = f"{most} positional argument{'s' * (most != 1)}" if least == most else (
        f"from {least} to {most} positional arguments"
    )  # fmt: skip
    return f" takes {takes} but {len(args)} {'was' if len(args) == 1 else 'were'} given"


def _missing(signature: Signature, args: tuple, named: dict) -> str | None:
    missing = signature.missing(args, named)
    if not missing:
        return None
    # The plural is PyTorch's: "1 required positional arguments", "2 required positional argument".
    names = ", ".join(f'"{p.name}"' for p in missing)
    return f" missing {len(missing)} required positional argument{'s' * (len(missing) == 1)}: {names}"


def _kind(signature: Signature, args: tuple, named: dict) -> str | None:
    for p, position, value in signature.bound(args, named):
        if not p.takes(value):
            where = f"argument '{p.name}'" + ("" if position is None else f" (position {position + 1})")
            wanted = p.kind.replace("[1]", "")
            if isinstance(value, tuple | list) and value and p.kind.startswith("tuple"):
                return f": {where} must be {wanted}, but found element of type {type_name(value[0])} at pos 0"
            return f": {where} must be {wanted}, not {type_name(value)}"
    return None


def _keyword(signature: Signature, args: tuple, named: dict) -> str:
    known = [p.name for p in signature.parameters]
    for key in named:
        if key not in known:
            return f" got an unexpected keyword argument '{key}'"
    twice = next(key for key in named if key in known[: len(args)])
    return f" got multiple values for argument '{twice}'"


def _bad_item(name: str, signature: Signature, args: tuple, named: dict) -> TypeError | None:
    """The error of a sequence whose first item is right and a later one is not."""
    for p, _, value in signature.bound(args, named):
        if not isinstance(value, tuple | list):
            continue
        for i, item in enumerate(value):
            if p.kind.startswith("tuple of ints") and not (matches("int", item) or i and isinstance(item, bool)):
                return TypeError(
                    f"{name}(): argument '{p.name}' failed to unpack the object at pos {i + 1} with error "
                    f'"type must be tuple of ints,but got {type_name(item)}"'
                )
            if p.kind == "tuple of Tensors" and not isinstance(item, Tensor):
                return TypeError(f"expected Tensor as element {i} in argument 0, but got {type_name(item)}")
    return None


def _several(name: str, signatures: list[Signature], args: tuple, named: dict) -> str:
    given = _given(args, named)
    lines = [f"{name}() received an invalid combination of arguments - got ({given}), but expected one of:"]
    for signature in signatures:
        lines.append(f" * ({signature.text})")
        why = _why_not(signature, args, named)
        if why:
            lines.append(f"      didn't match because some of the {why}")
    return "\n".join(lines) + "\n"


def _given(args: tuple, named: dict) -> str:
    return _listed([type_name(value) for value in args], [f"{key}={type_name(named[key])}" for key in sorted(named)])


# Functions of which PyTorch has kept, without naming it, a signature with the factor in the middle.
_OVERLOADED = frozenset(("add", "sub", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "baddbmm"))


def _why_not(signature: Signature, args: tuple, named: dict) -> str | None:
    """Say why a signature does not match, if it has as many parts (`*` counts)."""
    parts = signature.text.split(", ")
    if len(args) + len(named) != len(parts):
        return None
    unknown = [key for key in named if key not in {p.name for p in signature.parameters}]
    if unknown:
        return f"keywords were incorrect: {', '.join(unknown)}"
    kinds = [p.kind for p in signature.positional]
    marked = [
        _marked(_shown(value), kind, value) for value, kind in zip(args, [*kinds, *[""] * len(args)], strict=False)
    ]
    marked_named = [
        _marked(f"{p.name}={_shown(named[p.name])}", p.kind, named[p.name])
        for p in signature.parameters
        if p.name in named
    ]
    return f"arguments have invalid types: ({_listed(marked, marked_named)})"


def _marked(text: str, kind: str, value: Any) -> str:
    # PyTorch's list marks every argument for a Number, right or wrong.
    return text if kind not in ("", "Number") and matches(kind, value) else f"!{text}!"


def _listed(args: list[str], named: list[str]) -> str:
    """Keyword arguments without others before them are followed by a comma, as PyTorch prints them."""
    if not named:
        return ", ".join(args)
    return ", ".join(args) + ", " * bool(args) + ", ".join(named) + ", " * (not args)


# ---- calls of operators


def invalid_arguments(home: str, name: str, args: Sequence, named: dict[str, Any] | None = None) -> TypeError:
    """The error of arguments that fit none of the recorded signatures of torch.<name>, Tensor.<name> ..."""
    signatures = [Signature(text) for text in recorded(home, name)]
    named = dict(sorted((named or {}).items()))
    error = mismatch(shown_name(home, name), signatures, tuple(args), named, method=home == "Tensor")
    return error or TypeError(_several(shown_name(home, name), signatures, tuple(args), named))


def wrong_argument(home: str, op: Op, arguments: dict[str, Any], suffix: str = "") -> TypeError:
    """The error of arguments that `op`, or its form with `suffix`, does not take."""
    name = op.label + suffix
    method = home == "Tensor"
    args, named = [], {}
    for p in op.parameters[method:]:
        value = arguments[p.name]
        if value is p.default or p.optional and value is None:
            continue
        if p.keyword or named or len(args) < op.parameters.index(p) - method:
            named[p.name] = value
        else:
            args.append(value)
    if recorded(home, name):
        return invalid_arguments(home, name, args, named)
    signature = Signature(signature_of(op, method))
    return mismatch(name, [signature], tuple(args), named, method=method) or TypeError(
        f"{name}() received an invalid combination of arguments"
    )


def unknown_name(op: Op, given: dict[str, Any], others: dict[str, Any]) -> TypeError:
    """The error of a call of torch.<name> with an argument that has none of its parameters' names."""
    args = [given[p.name] for p in Signature(signature_of(op)).positional if p.name in given]
    if recorded("torch", op.label):
        return invalid_arguments("torch", op.label, args, others)
    return mismatch(op.label, [Signature(signature_of(op))], tuple(args), others)


def signature_of(op: Op, method: bool = False) -> str:
    """Return the signature of an operator as torch.<name>, or as a method."""
    parts, star = [], False
    for p in op.parameters[method:]:
        if p.keyword and not star:
            parts.append("*")
            star = True
        default = "" if p.required else " = None" if p.default is None else f" = {p.default}"
        parts.append(f"{p.kind or 'object'} {'input' if p.name == 'self' else p.name}{default}")
    return ", ".join(parts)


def uncrowded(op: Op, home: str, args: tuple, named: dict[str, Any], suffix: str = "") -> tuple:
    """Return the arguments of a call with one too many, if it is of an old overload with the factor in the middle, such
    as add(input, alpha, other): `named` gets the factor. Otherwise raise PyTorch's error."""
    name, method = op.label + suffix, home == "Tensor"
    new = signature_of(op, method)
    factor = next((p.name for p in op.parameters if p.keyword and p.name in ("alpha", "value")), None)
    positional = [p for p in op.parameters if not p.keyword]
    if factor is None or len(args) != len(positional) + 1 or not isinstance(args[1], bool | int | float):
        raise mismatch(name, [Signature(new)], args[method:], {}, method=method and not suffix)
    _warn_of_overload(name, new, factor, method)
    named[factor] = args[1]
    return (args[0], *args[2:])


def _warn_of_overload(name: str, new: str, factor: str, method: bool) -> None:
    tensors = new.partition(", *")[0].split(", ")
    out = "" if method else ", Tensor out = None"
    old = ", ".join([*tensors[: not method], f"Number {factor}", *tensors[not method :]]) + out.replace(
        ", ", ", *, ", 1
    )
    warn_once(
        f"This overload of {name} is deprecated:\n\t{name}({old})\n"
        f"Consider using one of the following signatures instead:\n\t{name}({new}{out}) "
        "(Triggered internally at /__w/pytorch/pytorch/torch/csrc/utils/python_arg_parser.cpp:1841.)"
    )
