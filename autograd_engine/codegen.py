"""The generated half of an operator: its Node class and its function on tensors, written as source and compiled.

Every tensor operation of a program goes through these functions, so they are straight lines: no loop over inputs, no
table of kinds, nothing decided at run time that the definition already decides. `op.py` says what is generated from.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from functools import partial
from types import CodeType
from typing import TYPE_CHECKING, Any

import numpy as np

from . import anomaly, errors, saved
from .accumulate import gradient_edge
from .formulas import in_formula, recording
from .grad_mode import grad_enabled
from .graph import Node, next_sequence_nr
from .inference import only_inference
from .observer import seam
from .out import write_out
from .promotion import default_float, result_dtype
from .right_to_left import right_to_left
from .signatures import matches, uncrowded, wrong_argument
from .tensor import Tensor, new
from .unusual import unusual
from .views import DEFAULT, MULTI_OUTPUT, NO_GRAD, UNWRITTEN, geometry, shared_version, view_of

if TYPE_CHECKING:
    from .op import Op, Parameter

FLOAT16, FLOAT32 = np.dtype(np.float16), np.dtype(np.float32)

NOT_IMPLEMENTED = "NotImplemented"  # the name of the node of an operation that PyTorch cannot differentiate
REQUIRED = object()  # the default of a parameter without one

METADATA = {
    "sym_sizes": "{}._data.shape",
    "sym_sizes_opt": "(0,) if {0} is None else {0}._data.shape",
    **{f"sym_argsize_minus_{i}": f"{{}}._data.shape[-{i}]" for i in (1, 2, 3)},
    "sym_numel": "{}._data.size",
    "sym_strides": "steps({}._data)",
    "sym_argsize_0": "{}._data.shape[0]",
    "sym_argsize_1": "{}._data.shape[1]",
    "sym_argsize_2": "{}._data.shape[2]",
    "dim": "{}._data.ndim",
}
# What PyTorch's nodes keep too but do not show.
HIDDEN_METADATA = {
    "dtype": "{}._data.dtype",
    "strides": "{}._data.strides",
    "shape": "{}._data.shape",
    "geometry": "geometry({}.array())",
    "info": "({0}._data.shape, {0}._data.dtype)",
}
METADATA_MANY = {
    "sizes": "tuple([t._data.shape for t in {}])",
    "dtypes": "tuple([t._data.dtype for t in {}])",
}
HIDDEN = (*HIDDEN_METADATA, *METADATA_MANY)

# Saved numbers that `_saved_<name>` shows with their sign; it shows other integers as unsigned, -1 as 2**64 - 1.
SIGNED = frozenset(
    "alpha beta exponent lambd max max_norm maxnorm min negative_slope norm_type ord other p slope threshold value".split()
)


class Layout:
    """What the node of an operator keeps, in which order: saved inputs, then saved outputs; and other arguments."""

    def __init__(self, op: Op) -> None:
        parameters = {p.name: p for p in op.parameters}
        outputs = op.outputs or ()
        names = dict.fromkeys(name for formula in op.formulas for name in formula.names)
        self.tensors: list[Parameter] = []
        self.results: list[tuple[str, int]] = []
        self.args: dict[str, str] = {}  # name -> the expression that gives it when the node is made
        self.shown: list[str] = []  # those of them that users can read
        for name in names:
            if name in ("grad", "grads", "output_mask"):
                continue
            if name in outputs:
                self.results.append((name, outputs.index(name)))
            elif name in parameters and parameters[name].tensor:
                self.tensors.append(parameters[name])
            else:
                self.args[name] = name if name in parameters else _metadata(name, parameters)
                if name in parameters or not name.endswith(HIDDEN) or "_sym_" in name:
                    self.shown.append(name)


def _metadata(name: str, parameters: dict[str, Parameter]) -> str:
    for suffix, text in {**METADATA, **HIDDEN_METADATA, **METADATA_MANY}.items():
        stem = name.removesuffix("_" + suffix)
        if stem != name and stem in parameters and parameters[stem].many == (suffix in METADATA_MANY):
            return text.format(stem)
    raise TypeError(f"a formula names '{name}', which is neither a parameter nor an output nor metadata of one")


def node_class(op: Op) -> type[Node]:
    """Return the Node subclass of an operator, with `make`, `apply` and `apply_recorded` of its own."""
    layout = Layout(op)
    namespace: dict[str, Any] = {
        "new": new, "Node": Node, "Tensor": Tensor, "next_sequence_nr": next_sequence_nr, "saved_hooks": saved.hooks,
        "gradient_edge": gradient_edge, "unpack": saved.unpack, "unpack_tensor": saved.unpack_tensor, "pack": saved.pack,
        "unpack_result": saved.unpack_result, "unpack_result_tensor": saved.unpack_result_tensor,
        "freed": errors.freed, "operand": operand,
        "anomaly_enabled": anomaly.anomaly_enabled, "remember": anomaly.remember, "unusual": unusual,
        "only_inference": only_inference, "geometry": geometry, "steps": steps, "untied": untied,
    }  # fmt: skip
    for i, formula in enumerate(op.formulas):
        namespace[f"formula{i}"] = formula.function
        namespace[f"recorded_formula{i}"] = partial(_recorded_formula, formula.function)
    text = "\n".join(_make(op, layout) + _apply(op, layout, recorded=False) + _apply(op, layout, recorded=True))
    exec(_compiled(text), namespace)
    kind = type(
        op.grad_fn,
        (Node,),
        {
            "__slots__": ("_width",) if op.outputs is None else (),
            "_op": op,
            "_frees": bool(layout.tensors or layout.results),
            "_multi": op.outputs is None or op.differentiable > 1,
            **({} if op.outputs is None else {"_width": op.differentiable}),
            **({} if re.search(r"\d", op.grad_fn) else {"name": _full_name}),
            "_make": staticmethod(namespace["make"]),
            "_keep": _keep(layout),
            "_apply": namespace["apply"],
            "_apply_recorded": in_formula(namespace["apply_recorded"]),
            "_readers": _readers(layout),
            "_result_slots": {nr: 2 * len(layout.tensors) + 3 * i for i, (_, nr) in enumerate(layout.results)},
            "_layout": layout,
        },
    )
    namespace["NodeClass"] = kind
    return kind


def _full_name(node: Node) -> str:
    """Return PyTorch's name of a node that is not generated from a derivative, such as CopyBackwards."""
    return f"torch::autograd::{type(node).__name__}"


@functools.cache
def _compiled(text: str) -> CodeType:
    """Compile a generated text once: operators of the same form have the same."""
    return compile(text, "<generated>", "exec")


def _make(op: Op, layout: Layout) -> list[str]:
    """`make(arguments)` -> the node with its edges and saved inputs; None if no input wants a gradient (or `always`)."""
    inputs = op.inputs
    lines = [f"def make({', '.join(p.name for p in op.parameters)}, always=False):"]
    if inputs[0].many:
        lines += [
            f"    edges = [gradient_edge(t) for t in {inputs[0].name}]",
            f"    if not any(edges) and not always and not untied({inputs[0].name}):",
            "        return None",
        ]
    else:
        for i, p in enumerate(inputs):
            lines += _edge(f"n{i}", p)
        nothing = " and ".join(f"n{i} is None" for i in range(len(inputs)))
        everything = ", ".join(p.name for p in inputs)
        lines += [f"    if {nothing} and not always and not untied(({everything},)):", "        return None"]
    operands = ", ".join(("*" if p.many else "") + p.name for p in op.tensors)
    lines += [f"    if unusual.used and not always and only_inference(({operands},)):", "        return None"]
    lines += ["    node = new(NodeClass)", "    node._seq = next_sequence_nr()"]
    lines += _edges(inputs)
    if op.grad_fn == NOT_IMPLEMENTED:
        lines += ["    node._next, node._nrs = tuple([n for n in node._next if n is not None]), None"]
    lines += _save_inputs(op, layout)
    if layout.args:
        lines.append(f"    node._args = ({', '.join(layout.args.values())},)")
    else:
        lines.append("    node._args = None")
    lines += _fit(op)
    lines += ["    node._buffer = node._extra = node._mark = node._note = None"]
    return [*lines, "    if unusual.used and anomaly_enabled():", "        remember(node)", "    return node", ""]


def _edge(target: str, p: Parameter) -> list[str]:
    read = [
        f"{target} = {p.name}._node",
        f"if {target} is None or {p.name}._view is not None:",
        f"    {target} = gradient_edge({p.name})",
    ]
    if p.number:
        condition = f"type({p.name}) is Tensor or isinstance({p.name}, Tensor)"
    elif p.optional:
        condition = f"{p.name} is not None"
    else:
        return ["    " + line for line in read]
    return [f"    if {condition}:", *("        " + line for line in read), "    else:", f"        {target} = None"]


def _edges(inputs: list[Parameter]) -> list[str]:
    if inputs[0].many:
        name = inputs[0].name
        return [
            "    node._next = tuple(edges)",
            f"    node._nrs = tuple([t._nr for t in {name}]) if any([t._nr for t in {name}]) else None",
        ]
    nrs = [f"n{i} is not None and {p.name}._nr" for i, p in enumerate(inputs)]
    lines = [f"    node._next = ({', '.join(f'n{i}' for i in range(len(inputs)))},)"]
    if len(inputs) == 1:
        name = inputs[0].name
        return [*lines, f"    node._nrs = ({name}._nr,) if {name}._nr else None"]
    numbers = ", ".join(f"{nr} or 0" for nr in nrs)
    return [*lines, f"    node._nrs = ({numbers},) if {' or '.join(nrs)} else None"]


def _save_inputs(op: Op, layout: Layout) -> list[str]:
    if not layout.tensors:
        return ["    node._saved = ()" if layout.results else "    node._saved = None"]
    lines, names = [], []
    for i, p in enumerate(layout.tensors):
        guard = _guard(op, p)
        value, version = f"s{i}", f"v{i}"
        names += [value, version]
        lines += [
            f"    {value} = {p.name}" + (f" if {guard} else None" if guard else ""),
            f"    {version} = {_version_of(p, value)}",
        ]
    lines.append("    if unusual.used and saved_hooks() is not None:")
    for i, p in enumerate(layout.tensors):
        packed = f"[t if t is None else pack(t) for t in s{i}]" if p.many else f"pack(s{i})"
        lines.append(f"        s{i} = {packed} if v{i} is not None else s{i}")
    return [*lines, f"    node._saved = ({', '.join(names)},)"]


def _version_of(p: Parameter, value: str) -> str:
    if p.many:
        return f"None if {value} is None else [None if t is None else t._cell[0] for t in {value}]"
    if p.number:
        return f"{value}._cell[0] if isinstance({value}, Tensor) else None"
    return f"None if {value} is None else {value}._cell[0]"


def _guard(op: Op, p: Parameter) -> str | None:
    """The condition under which PyTorch saves an input: that the one formula which names it will be used."""
    users = [formula for formula in op.formulas if p.name in formula.names]
    if len(op.formulas) < 2 or len(users) != 1 or len(users[0].inputs) != 1 or op.inputs[0].many:
        return None
    position = [q.name for q in op.inputs].index(users[0].inputs[0])
    return f"n{position} is not None"


def _fit(op: Op) -> list[str]:
    """Elementwise operators broadcast and promote: remember the inputs' own shapes and dtypes where they differ."""
    if op.kind not in ("pointwise", "float") or len(op.tensors) < 2:
        return ["    node._fit = None"]
    first, inputs = op.inputs[0].name, [p.name for p in op.inputs]
    same, entries = [], []
    for p in op.tensors:
        is_tensor = f"isinstance({p.name}, Tensor)" if p.number or p.optional else "True"
        if p.name in inputs:
            entries.append(f"({p.name}._data.shape, {p.name}._data.dtype) if {is_tensor} else None")
        if p.name != first:
            test = f"{p.name}._data.shape == {first}._data.shape"
            if p.name in inputs or not p.mask:
                test += f" and {p.name}._data.dtype is {first}._data.dtype"
            same.append(f"(not {is_tensor} or {test})")
    return [f"    node._fit = None if {' and '.join(same)} else ({', '.join(entries)},)"]


def _recorded_formula(formula: Callable, *values: Any) -> Any:
    return right_to_left(formula)(*values)


def _apply(op: Op, layout: Layout, *, recorded: bool) -> list[str]:
    """`apply(node, grad, edges)`: check and read what was saved, then one formula for each edge."""
    many = op.inputs[0].many
    nothing = "(None,) * len(node._next)" if many else "(" + "None, " * len(op.inputs) + ")"
    grad = "grads" if any("grads" in f.names for f in op.formulas) else "grad"
    lines = [
        f"def {'apply_recorded' if recorded else 'apply'}(node, {grad}, edges):",
        f"    if {grad} is None:",
        f"        return {nothing}",
    ]
    if op.grad_fn == NOT_IMPLEMENTED:
        return [*lines, "    return formula0(grad)"]
    prefix = "recorded_formula" if recorded else "formula"
    if grad == "grads":
        lines.append("    grads = [grads.get(nr) for nr in range(node._width)]")
    lines += _read_saved(layout, recorded)
    if layout.args:
        lines.append(f"    {', '.join(layout.args)}, = node._args")
    if many:
        return [*lines, f"    return {prefix}0({', '.join(op.formulas[0].names)})", ""]
    positions = {p.name: i for i, p in enumerate(op.inputs)}
    # PyTorch's generated code has the formulas sorted by the names of their inputs; a double backward shows it.
    for k, formula in sorted(enumerate(op.formulas), key=lambda numbered: ", ".join(numbered[1].inputs)):
        call = f"{prefix}{k}({', '.join(formula.names)})"
        at = [positions[name] for name in formula.inputs]
        if len(at) == 1:
            lines.append(f"    g{at[0]} = {call} if edges[{at[0]}] is not None else None")
            continue
        lines.append(f"    output_mask = ({', '.join(f'edges[{i}] is not None' for i in at)},)")
        lines.append(f"    {', '.join(f'g{i}' for i in at)}, = {call} if any(output_mask) else (None,) * {len(at)}")
    return [*lines, f"    return ({', '.join(f'g{i}' for i in range(len(op.inputs)))},)", ""]


def _read_saved(layout: Layout, recorded: bool) -> list[str]:
    if not (layout.tensors or layout.results):
        return []
    names = [name for i in range(len(layout.tensors)) for name in (f"s{i}", f"v{i}")]
    names += [name for i in range(len(layout.results)) for name in (f"r{i}", f"c{i}", f"w{i}")]
    lines = [
        "    saved = node._saved",
        "    if saved is None:",
        "        raise freed()",
        f"    {', '.join(names)}, = saved",
    ]
    for i, p in enumerate(layout.tensors):
        s, v = f"s{i}", f"v{i}"
        if recorded:
            good, bad = s, f"unpack_tensor(node, {s}, {v})"
        else:
            good, bad = f"{s}._data", f"unpack(node, {s}, {v})"
        if p.many:
            one = f"({good if recorded else 't._data'} if t._cell[0] == v else {bad})".replace(s, "t").replace(v, "v")
            lines.append(
                f"    {p.name} = None if {s} is None else [None if t is None else {one} for t, v in zip({s}, {v})]"
            )
        else:
            plain = f"operand({s}, grad)" if recorded and p.number else s
            lines.append(f"    {p.name} = {plain} if {v} is None else {good} if {s}._cell[0] == {v} else {bad}")
    for i, (name, nr) in enumerate(layout.results):
        if recorded:
            lines.append(f"    {name} = unpack_result_tensor(node, {nr}, r{i}, c{i}, w{i})")
        else:
            lines.append(f"    {name} = r{i} if c{i}[0] == w{i} else unpack_result(node, {nr}, r{i}, c{i}, w{i})")
    return lines


def _keep(layout: Layout) -> Callable | None:
    """The method that saves outputs once they exist: each as its array, its version counter and the version."""
    if not layout.results:
        return None
    numbers = [nr for _, nr in layout.results]

    def keep(node: Node, outs: tuple) -> None:
        kept = []
        for nr in numbers:
            out = outs[nr]
            if out._cell is UNWRITTEN:
                out._cell = [0]
            if saved.hooks() is not None:
                kept += (saved.pack(out), saved.Packed._cell, None)
            else:
                kept += (out._data, out._cell, out._cell[0])
        node._saved = (*node._saved, *kept)

    return keep


def _readers(layout: Layout) -> dict[str, Callable]:
    """How `grad_fn._saved_<name>` is read."""
    readers = {}
    for i, p in enumerate(layout.tensors):
        readers[f"_saved_{p.name}"] = _input_reader(2 * i, p.many)
        raw = _raw_list_reader if p.many else saved.SavedTensor
        readers[f"_raw_saved_{p.name}"] = partial(raw, at=2 * i)
    for i, (name, nr) in enumerate(layout.results):
        at = 2 * len(layout.tensors) + 3 * i
        readers[f"_saved_{name}"] = _result_reader(at, nr)
        readers[f"_raw_saved_{name}"] = partial(saved.SavedTensor, at=at, nr=nr)
    for i, name in enumerate(layout.args):
        if name in layout.shown:
            readers[f"_saved_{name}"] = _argument_reader(i, signed=name in SIGNED)
    return readers


def _input_reader(at: int, many: bool) -> Callable:
    def read(node: Node) -> Any:
        if node._saved is None:
            raise errors.freed()
        value, version = node._saved[at : at + 2]
        if many:
            return (
                None
                if value is None
                else tuple(None if t is None else _checked(node, t, v) for t, v in zip(value, version, strict=True))
            )
        if version is None:
            return None if value is None else saved.number_tensor(value)
        return _checked(node, value, version)

    return read


def _raw_list_reader(node: Node, at: int) -> tuple:
    if node._saved is None:
        raise errors.freed()
    return tuple(saved.SavedTensor(node, at, item=i) for i in range(len(node._saved[at])))


def _checked(node: Node, tensor: Any, version: int) -> Any:
    return tensor if tensor._cell[0] == version else saved.unpack_tensor(node, tensor, version)


def _result_reader(at: int, nr: int) -> Callable:
    def read(node: Node) -> Any:
        if node._saved is None:
            raise errors.freed()
        return saved.unpack_result_tensor(node, nr, *node._saved[at : at + 3])

    return read


def _argument_reader(at: int, *, signed: bool) -> Callable:
    if signed:
        return lambda node: node._args[at]
    return lambda node: _unsigned(node._args[at])


def _unsigned(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(map(_unsigned, value))
    return value + 2**64 if isinstance(value, int) and value < 0 else value


# ---- the function on tensors


def call_of(op: Op, outside: Callable, *, home: str = "Tensor", out: bool = False) -> Callable:
    """Return the operator as a function on tensors: it promotes, computes, records and is observed.

    `outside(op, arguments)` gives the result where an operand is neither a tensor nor a plain number. `home` is whose
    signature errors talk of, the method's or that of torch.<name>, which may also take the keyword argument `out`.
    """
    namespace: dict[str, Any] = {
        "op": op, "kernel": op.kernel, "home": "torch" if op.name.startswith("_") else home, "explained": explained,
        "crowded": crowded, "new": new, "Tensor": Tensor, "UNWRITTEN": UNWRITTEN, "grad_enabled": grad_enabled,
        "numbers_from_tensors": numbers_from_tensors,
        "seam": seam, "make": op.node and op.node._make, "keep": op.node and op.node._keep, "outside": outside,
        "promoted": promoted, "promoted_float": promoted_float, "ndarray": np.ndarray, "FLOAT32": FLOAT32,
        "constants": _CONSTANTS, "constant": constant, "number": number, "view_of": view_of,
        "shared_version": shared_version, "DEFAULT": DEFAULT, "NO_GRAD": NO_GRAD, "MULTI_OUTPUT": MULTI_OUTPUT,
        "wrapped": wrapped, "FLOAT16": FLOAT16, "check": op.check,
        "write_out": write_out, "recording": recording, "make_scalar": op.scalar and op.scalar.node._make,
    }  # fmt: skip
    for i, p in enumerate(op.parameters):
        namespace[f"default{i}"] = p.default
    if any(p.number for p in op.tensors):
        namespace["in_float32"] = in_float32(op.kernel)
    exec(_compiled("\n".join(_call(op, home, out))), namespace)
    call = namespace["call"]
    call.__doc__ = op.doc
    call.__name__ = call.__qualname__ = op.label
    call.op = op
    return call


def _call(op: Op, home: str, out: bool) -> list[str]:
    """`op(tensors, arguments)` -> tensor(s)."""
    lines = [f"def call({_signature(op, home, out)}):"]
    if home == "torch" and any(p.name == "self" for p in op.parameters):
        lines += ["    self = input"]
    positional = ", ".join(p.name for p in op.parameters if not p.keyword)
    keywords = ", ".join(f"{p.name}={p.name}" for p in op.parameters if p.keyword)
    if out:
        keywords += ", out=out"
    lines += ["    if rest:", f"        return crowded(op, home, ({positional}, *rest), dict({keywords.lstrip(', ')}))"]
    if out:
        everything = ", ".join(f"{p.name}={p.name}" for p in op.parameters)
        lines += ["    if out is not None:", f"        return write_out(out, op.call, (), dict({everything}))"]
    lines += _unwrap(op)
    lines += _compute(op)
    lines += _outputs(op)
    lines += _record(op)
    inputs = ", ".join(p.name for p in op.parameters)
    outs = "outs" if _several(op) else "(out,)"
    lines += ["    if seam.count:", f"        seam.told().op(op, ({inputs},), {outs})"]
    lines += ["    return outs" if _several(op) else "    return out", ""]
    return lines


def _several(op: Op) -> bool:
    return op.outputs is None or len(op.outputs) > 1


def _signature(op: Op, home: str, out: bool) -> str:
    """Every call is taken, with too few arguments or too many, because the words of the error are PyTorch's."""
    parts = {p.name: f"{p.name}=default{i}" for i, p in enumerate(op.parameters)}  # REQUIRED where there is none
    if home == "torch" and "self" in parts:
        parts["self"] = "input=default0"
    positional = [parts[p.name] for p in op.parameters if not p.keyword]
    keywords = [parts[p.name] for p in op.parameters if p.keyword]
    return ", ".join([*positional, "*rest", *keywords, *(["out=None"] if out else [])])


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
    lines += ["    except AttributeError:", f"        return outside(op, dict({everything}), home)"]
    first = op.tensors[0].name
    if op.kind in ("pointwise", "float"):
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
                f"            return outside(op, dict({everything}), home)",
            ]
    return lines


def _check(op: Op, condition: str, operands: str, indent: int) -> list[str]:
    """Ask the operator whether it takes these operands, unless they are all float32."""
    if op.check is None:
        return []
    return [f"{' ' * indent}if {condition}:", f"{' ' * indent}    check({operands})"]


def _compute(op: Op) -> list[str]:
    elementwise = op.kind in ("pointwise", "float")
    lines = _promote(op) if elementwise and op.promoted else []
    everything = ", ".join(f"{p.name}={p.name}" for p in op.parameters)
    return [
        *lines,
        "    try:",
        f"        data = {'run' if elementwise else 'kernel'}({_arguments(op)})",
        "    except (TypeError, ValueError, AttributeError) as error:",
        f"        arguments = dict({everything})",
        "        if numbers_from_tensors(op, arguments):",
        "            return op.call(**arguments)",
        "        raise explained(op, arguments, home, error) from None",
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
        return ["    outs = tuple([None if array is None else wrapped(array) for array in data])"]
    return [
        "    out = new(Tensor)",
        "    out._data = data",
        "    out._req = out._retains = out._inference = False",
        "    out._node = out._grad = out._view = out._accumulator = out._hooks = out._post_hooks = out._note = None",
        "    out._nr = 0",
        "    out._cell = UNWRITTEN",
    ]


def _record(op: Op) -> list[str]:
    """Make the node if an input wants a gradient, and tie the outputs to it."""
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


def _wants(p: Parameter) -> str:
    if p.number:
        return f"(not plain and {p.name}._req)"
    if p.optional:
        return f"({p.name} is not None and {p.name}._req)"
    return f"{p.name}._req"


# ---- what the generated code calls


def untied(inputs: Any) -> bool:
    """Whether an input requires grad but leads nowhere: a view made under no_grad, of a tensor that requires grad."""
    return any(isinstance(t, Tensor) and t.requires_grad for t in inputs)


def steps(array: Any) -> tuple[int, ...]:
    """Return an array's strides in elements."""
    return tuple([step // array.itemsize for step in array.strides])


def wrapped(array: Any) -> Tensor:
    """Return one of several outputs as a new tensor."""
    out = new(Tensor)
    out._data = array
    out._req = out._retains = out._inference = False
    out._node = out._grad = out._view = out._accumulator = out._hooks = out._post_hooks = out._note = None
    out._nr = 0
    out._cell = UNWRITTEN
    return out


# Python numbers met as operands of float32 arrays, as 0-d arrays: numpy takes those twice as fast.
_CONSTANTS: dict[float, np.ndarray] = {}


def constant(value: float) -> np.ndarray:
    """Return a Python number as a read-only 0-d float32 array."""
    array = np.array(as_dtype(value, FLOAT32))
    array.flags.writeable = False
    if value and value == value and len(_CONSTANTS) < 4096:  # -0.0 == 0.0 and NaN != NaN make no good keys
        _CONSTANTS[value] = array
    return array


def as_dtype(value: float, dtype: np.dtype) -> Any:
    """Return a Python number as one of numpy's; integers wrap around as in C."""
    if type(value) is int and not -(2**63) <= value < 2**64:
        raise OverflowError("int too big to convert")
    if dtype.kind == "f":
        return dtype.type(value)
    return np.asarray(value).astype(dtype)[()]


def operand(value: Any, grad: Tensor) -> Any:
    """Return a saved number as formulas see it: an operand is a tensor, even if the program wrote a number."""
    return None if value is None else wrapped(as_dtype(value, grad._data.dtype))


def number(array: Any, value: float) -> tuple[Any, Any]:
    """Return an array and a Python number in the dtype they are computed in together."""
    dtype = array.dtype
    if dtype is FLOAT32:
        return array, constant(value)
    array, value = promoted((array, value))
    return array, value


def promoted(operands: tuple) -> list:
    """Return arrays, Python numbers (and None) as arrays of the dtype PyTorch computes them in together.

    Beside float16 arrays a number is float32, as in PyTorch: see `in_float32`.
    """
    return _cast(operands, result_dtype(operands))


def promoted_float(operands: tuple) -> list:
    """Do the same for an operator that computes in floating point also for integers."""
    dtype = result_dtype(operands)
    return _cast(operands, dtype if dtype.kind == "f" else default_float())


def _cast(operands: tuple, dtype: np.dtype) -> list:
    cast = []
    for value in operands:
        if isinstance(value, np.ndarray | np.generic):
            value = value if value.dtype is dtype else value.astype(dtype)
        elif value is not None:
            value = as_dtype(value, FLOAT32 if dtype is FLOAT16 else dtype)
        cast.append(value)
    return cast


def in_float32(kernel: Callable) -> Callable:
    """Return a kernel that computes float16 arrays in float32 and rounds once, at the end, as PyTorch's do."""

    @functools.wraps(kernel)
    def compute(first: Any, *others: Any, **named: Any) -> Any:
        if first.dtype is not FLOAT16:
            return kernel(first, *others, **named)
        wide = [a.astype(FLOAT32) if getattr(a, "dtype", None) is FLOAT16 else a for a in (first, *others)]
        result = kernel(*wide, **named)
        return tuple(map(_narrow, result)) if isinstance(result, tuple) else _narrow(result)

    return compute


def _narrow(array: Any) -> Any:
    return array.astype(FLOAT16) if getattr(array, "dtype", None) is FLOAT32 else array


def refused(op: Op, arguments: dict[str, Any], home: str) -> Any:
    """Run an operator on numpy's numbers as on Python's; raise PyTorch's error for anything else."""
    if not _plain_numbers(op, arguments):
        raise wrong_argument(home, op, arguments)
    return op.call(**arguments)


def numbers_from_tensors(op: Op, arguments: dict[str, Any]) -> bool:
    """Replace 0-d tensors in the place of numbers by their numbers, as PyTorch does if they require no grad; return whether
    there were any."""
    found = [p.name for p in op.parameters if p.kind == "Number" and matches("Number", arguments[p.name])]
    found = [name for name in found if isinstance(arguments[name], Tensor)]
    arguments.update({name: arguments[name].item() for name in found})
    return bool(found)


def explained(op: Op, arguments: dict[str, Any], home: str, error: Exception) -> Exception:
    """Return (or raise) PyTorch's error for what made a kernel fail; the error itself if it is the kernel's own."""
    if not all(p.takes(arguments[p.name]) for p in op.parameters):
        return wrong_argument(home, op, arguments)
    arrays = {p: getattr(arguments[p.name], "_data", arguments[p.name]) for p in op.tensors}
    if op.check is not None:
        op.check(*[arrays[p] for p in op.promoted])
    if isinstance(error, ValueError) and op.kind in ("pointwise", "float"):
        return errors.broadcast([arrays[p] for p in sorted(arrays, key=lambda p: not p.mask)])
    return error


def crowded(op: Op, home: str, args: tuple, named: dict[str, Any]) -> Any:
    """Run the old overloads with the factor in the middle, such as add(input, alpha, other); refuse other crowds."""
    named = {name: value for name, value in named.items() if value is not None}
    return (op.function if home == "torch" else op.call)(*uncrowded(op, home, args, named), **named)


def not_implemented(op: Op, arguments: dict[str, Any], home: str) -> Any:
    """Do the same for `a + b` and the like, where Python asks the other operand next."""
    return op.call(**arguments) if _plain_numbers(op, arguments) else NotImplemented


def _plain_numbers(op: Op, arguments: dict[str, Any]) -> bool:
    """Turn operands that are numpy's numbers into Python's, and a leading number into a tensor where PyTorch does; return
    whether there were any."""
    found = False
    for p in op.tensors:
        value = arguments[p.name]
        if isinstance(value, complex) and not isinstance(value, np.generic):
            raise NotImplementedError(errors.NO_COMPLEX)
        if not isinstance(value, np.number | np.bool_ | float | int):
            continue
        if p.number and type(value) not in (float, int, bool):
            arguments[p.name] = value.item() if isinstance(value, np.generic) else float(value)
            found = True
        others = [arguments[q.name] for q in op.tensors[1:]]
        if p is op.tensors[0] and op.takes_numbers and any(isinstance(other, Tensor) for other in others):
            others = [getattr(arguments[q.name], "_data", arguments[q.name]) for q in op.tensors[1:]]
            arguments[p.name] = wrapped(as_dtype(value, result_dtype((value, *others))))
            found = True
    return found


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
    dispatch.__doc__ = op.doc
    dispatch.op = op
    return dispatch
