"""The function on tensors of an operator, written as source and compiled.

Every tensor operation of a program goes through these functions, so they are straight lines: no loop over inputs, no
table of kinds, nothing decided at run time that the definition already decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.layouts import laid_out
from ..base.promotion import default_float
from ..graph.formulas import recording
from ..graph.grad_mode import grad_enabled
from ..graph.observer import seam
from ..graph.tensor import Tensor, new, wrap
from ..graph.views import DEFAULT, MULTI_OUTPUT, NO_GRAD, UNWRITTEN, shared_version, view_of
from .arguments import explained, numbers_from_tensors
from .definition import Op, OpParameter
from .generated import Text, generated
from .operands import CONSTANTS, FLOAT16, FLOAT32, constant, in_float32, number, promoted, promoted_float
from .out import write_out


def call_of(op: Op, outside: Callable, *, home: str = "Tensor", out: bool = False) -> Callable:
    """Return the operator as a function on tensors: it promotes, computes, records and is observed.

    `outside(op, arguments)` gives the result where an operand is neither a tensor nor a plain number. `home` is where it is
    found: torch.<name> calls its first tensor `input`, and may also take the keyword argument `out`.
    """
    call = generated("call", lambda: _text(op, outside, home, out))
    call.__doc__ = op.kernel.__doc__
    call.__name__ = call.__qualname__ = op.label
    call.op = op
    return call


def _text(op: Op, outside: Callable, home: str, out: bool) -> Text:
    names: dict[str, Any] = {
        "op": op, "kernel": op.kernel, "explained": explained,
        "new": new, "Tensor": Tensor, "UNWRITTEN": UNWRITTEN,
        "grad_enabled": grad_enabled, "numbers_from_tensors": numbers_from_tensors,
        "seam": seam, "make": op.node and op.node._make, "keep": op.node and op.node._keep, "outside": outside,
        "promoted": promoted, "promoted_float": promoted_float, "ndarray": np.ndarray, "FLOAT32": FLOAT32,
        "constants": CONSTANTS, "constant": constant, "number": number, "view_of": view_of,
        "shared_version": shared_version, "DEFAULT": DEFAULT, "NO_GRAD": NO_GRAD, "MULTI_OUTPUT": MULTI_OUTPUT,
        "wrap": wrap, "laid_out": laid_out, "FLOAT16": FLOAT16, "check": op.check,
        "write_out": write_out, "recording": recording, "make_scalar": op.scalar and op.scalar.node._make,
    }  # fmt: skip
    for i, p in enumerate(op.parameters):
        names[f"default{i}"] = p.default
    if any(p.number for p in op.tensors):
        names["in_float32"] = in_float32(op.kernel)
    return call_source(op, home, out), names


def call_source(op: Op, home: str, out: bool) -> str:
    """Return the text of `call(tensors, arguments)` -> tensor(s)."""
    lines = [f"def call({_signature(op, home, out)}):"]
    if home == "torch" and any(p.name == "self" for p in op.parameters):
        lines += ["    self = input"]
    everything = ", ".join(f"{p.name}={p.name}" for p in op.parameters)
    if out:
        lines += [
            "    if out is not None:",
            f"        return write_out(out, op.call, (), dict({everything}), op.label, op.elementwise)",
        ]
    lines += _unwrap(op)
    lines += _compute(op)
    lines += _outputs(op)
    lines += _record(op)
    inputs = ", ".join(p.name for p in op.parameters)
    outs = "outs" if _several(op) else "(out,)"
    lines += ["    if seam.count:", f"        seam.observer().op(op, ({inputs},), {outs})"]
    lines += ["    return outs" if _several(op) else "    return out", ""]
    return "\n".join(lines)


def _several(op: Op) -> bool:
    return op.outputs is None or len(op.outputs) > 1


def _signature(op: Op, home: str, out: bool) -> str:
    """Every parameter may be left out, because the words of the error are PyTorch's."""
    parts = {p.name: f"{p.name}=default{i}" for i, p in enumerate(op.parameters)}  # REQUIRED where there is none
    if home == "torch" and "self" in parts:
        parts["self"] = "input=default0"
    positional = [parts[p.name] for p in op.parameters if not p.keyword]
    keywords = [parts[p.name] for p in op.parameters if p.keyword]
    keywords += ["out=None"] * out
    return ", ".join([*positional, *["*"] * bool(keywords), *keywords])


def _arguments(op: Op) -> str:
    """The kernel's arguments: arrays under their own names with a trailing underscore, the rest as they are."""
    return ", ".join(
        (f"{p.name}=" if p.keyword else "") + (f"{p.name}_" if p.tensor else p.name) for p in op.parameters
    )


def _unwrap(op: Op) -> list[str]:
    """Take the arrays out of the tensors. What is no tensor fails here and goes to `outside`."""
    lines = ["    try:"]
    for p in op.tensors:
        if p.number:
            continue
        data = "{0}.array()" if op.kind in ("view", "shared") and p.name == "self" else "{0}._data"
        if p.many:
            data = "[None if t is None else t._data for t in {0}]"
        value = data.format(p.name)
        lines.append(f"        {p.name}_ = " + (f"None if {p.name} is None else {value}" if p.optional else value))
    everything = ", ".join(f"{p.name}={p.name}" for p in op.parameters)
    lines += ["    except AttributeError:", f"        return outside(op, dict({everything}))"]
    first = op.tensors[0].name
    if op.elementwise:
        lines.append("    run = kernel")
    for p in op.tensors:
        if p.number:
            lines += [
                f"    kind = type({p.name})",
                "    plain = kind is float or kind is int or kind is bool",
                "    if plain:",
                *_check(op, f"kind is bool or {first}_.dtype is not FLOAT32", f"{first}_, {p.name}", indent=8),
                f"        {p.name}_ = {p.name} if type({first}_) is not ndarray else "
                f"constants.get({p.name}) if {first}_.dtype is FLOAT32 else None",
                f"        if {p.name}_ is None or {first}_.dtype is not FLOAT32:",
                f"            {first}_, {p.name}_ = number({first}_, {p.name})",
                f"            if {first}_.dtype is FLOAT16:",
                "                run = in_float32",
                "    else:",
                "        try:",
                f"            {p.name}_ = {p.name}._data",
                "        except AttributeError:",
                f"            return outside(op, dict({everything}))",
            ]
    return lines


def _check(op: Op, condition: str, operands: str, indent: int) -> list[str]:
    """Ask the operator whether it takes these operands, unless they are all float32."""
    if op.check is None:
        return []
    return [f"{' ' * indent}if {condition}:", f"{' ' * indent}    check({operands})"]


def _compute(op: Op) -> list[str]:
    elementwise = op.elementwise
    lines = _promote(op) if elementwise and op.promoted else []
    everything = ", ".join(f"{p.name}={p.name}" for p in op.parameters)
    return [
        *lines,
        "    try:",
        f"        computed = {'run' if elementwise else 'kernel'}({_arguments(op)})",
        "    except (TypeError, ValueError, AttributeError) as error:",
        f"        arguments = dict({everything})",
        "        if numbers_from_tensors(op, arguments):",
        "            return op.call(**arguments)",
        "        raise explained(op, arguments, error) from None",
        *(_lay_out(op) if elementwise and not _several(op) and not hasattr(op.kernel, "in_order") else []),
    ]


def _lay_out(op: Op) -> list[str]:
    """Put the result in PyTorch's order where numpy's may be another: where an operand's elements are not in order."""
    names = [f"{p.name}_" for p in op.tensors]
    tests = [f"({name} is None or {name}.flags.c_contiguous)" for name in names]
    return [
        f"    if computed.ndim > 1 and not ({' and '.join(tests)}):",
        f"        computed = laid_out(computed, ({', '.join(names)},))",
    ]


def _promote(op: Op) -> list[str]:
    """Bring the operands to one dtype where theirs differ."""
    names = [f"{p.name}_" for p in op.promoted]
    first, others, everything = names[0], names[1:], ", ".join(names)
    there = {name: f"{name} is not None and " * _is_optional(op, name) for name in names}
    odd = " or ".join([f"{there[name]}{name}.dtype is not {first}.dtype" for name in others])
    wide = " or ".join([f"{there[name]}{name}.dtype is not FLOAT32" for name in names])
    if any(p.number for p in op.tensors):
        odd, wide = (f"not plain and ({test})" for test in (odd, wide))
    lines = _check(op, wide, everything, indent=4)
    tests = [odd, f"{first}.dtype.kind != 'f'" if op.kind == "float" else ""]
    if any(tests):
        promote_all = "promoted" if op.kind == "pointwise" else "promoted_float"
        lines += [
            f"    if {' or '.join(filter(None, tests))}:",
            f"        {everything}, = {promote_all}(({everything},))",
        ]
    return lines


def _is_optional(op: Op, name: str) -> bool:
    return next(p.optional for p in op.tensors if f"{p.name}_" == name)


def _outputs(op: Op) -> list[str]:
    if _several(op):
        return ["    outs = tuple([None if array is None else wrap(array) for array in computed])"]
    return [
        "    out = new(Tensor)",
        "    out._data = computed",
        "    out._req = out._retains = out._inference = False",
        "    out._node = out._grad = out._view = out._accumulator = out._hooks = out._post_hooks = out._note = None",
        "    out._nr = 0",
        "    out._cell = UNWRITTEN",
    ]


def _record(op: Op) -> list[str]:
    """Make the node if an input requires a gradient, and tie the outputs to it."""
    several = _several(op)
    lines = []
    if op.kind == "view":
        creation = "MULTI_OUTPUT" if op.outputs is None else "DEFAULT"
        lines += [f"    creation = {creation} if grad_enabled() else NO_GRAD"]
        target = "    for out in outs:\n        " if several else "    "
        lines += [f"{target}view_of(out, self, creation)"]
    if op.kind == "shared":
        lines += ["    out._cell = shared_version(self)", "    out._inference = self._inference"]
    if op.node is None:
        return lines
    if op.inputs[0].many:
        wanted = f"any([t._req for t in {op.inputs[0].name}])"
    else:
        wanted = " or ".join(_wants(p) for p in op.inputs)
        if op.kind == "view":
            wanted += " and not self._inference"
    lines.append(f"    if ({wanted}) and grad_enabled():")
    arguments = ", ".join(p.name for p in op.parameters)
    if op.scalar is None:
        lines.append(f"        node = make({arguments})")
    else:
        scalar = "plain and recording.count and recording.here()"
        lines.append(f"        node = (make_scalar if {scalar} else make)({arguments})")
    lines.append("        if node is not None:")
    if not several:
        lines += ["            out._node = node", "            out._req = True"]
    else:
        which = "outs" if op.outputs is None else f"outs[:{op.differentiable}]"
        if op.outputs is None:
            lines.append("            node._width = len(outs)")
        lines += [
            f"            for nr, out in enumerate({which}):",
            "                if out is not None and out._data.dtype.kind == 'f':",
            "                    out._node = node",
            "                    out._nr = nr",
            "                    out._req = True",
            "                    node._asked_about(nr, out._data)",
        ]
    if op.node._keep:
        lines.append("            keep(node, outs)" if several else "            keep(node, (out,))")
    return lines


def _wants(p: OpParameter) -> str:
    if p.number:
        return f"(not plain and {p.name}._req)"
    if p.optional:
        return f"({p.name} is not None and {p.name}._req)"
    return f"{p.name}._req"


# ---- the operator as formulas call it


def _in_floats(op: Op) -> Callable:
    """Return the kernel of an operator that computes in floating point for formulas, which may have saved integers."""
    kernel = op.kernel

    def compute(*args: Any, **named: Any) -> Any:
        if any(isinstance(a, np.ndarray | np.generic) and a.dtype.kind != "f" for a in args):
            args = [
                a.astype(default_float()) if isinstance(a, np.ndarray | np.generic) and a.dtype.kind != "f" else a
                for a in args
            ]
        return kernel(*args, **named)

    return compute


def dispatcher(op: Op) -> Callable:
    """Return the operator as formulas call it: the kernel for arrays, the function on tensors for tensors."""
    call, kernel = op.call, op.kernel

    def dispatch(*args: Any, **named: Any) -> Any:
        for argument in args:
            if isinstance(argument, list | tuple) and argument:
                argument = next((a for a in argument if a is not None), None)
            if isinstance(argument, Tensor):
                return call(*args, **named)
            if isinstance(argument, np.ndarray | np.generic):
                return kernel(*args, **named)
        return call(*args, **named)

    if op.kind == "float":
        kernel = _in_floats(op)
    dispatch.__name__ = op.name
    dispatch.__doc__ = op.kernel.__doc__
    dispatch.op = op
    return dispatch
