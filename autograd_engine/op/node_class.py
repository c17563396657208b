"""The Node class of an operator, written as source and compiled.

Every node that a program makes and every backward formula that runs goes through these functions, so they are straight
lines: no loop over inputs, nothing decided at run time that the definition already decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from ..base import errors
from ..base.array_memory import geometry
from ..graph import anomaly, saved
from ..graph.edges import gradient_edge
from ..graph.formulas import in_formula
from ..graph.inference import only_inference
from ..graph.node import Node, next_sequence_nr
from ..graph.tensor import Tensor, new
from ..graph.unusual import unusual
from ..graph.views import UNWRITTEN
from .definition import Op, OpParameter
from .generated import compiled, generated
from .operands import operand
from .right_to_left import right_to_left

NOT_IMPLEMENTED = "NotImplemented"  # the name of the node of an operation that PyTorch cannot differentiate

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
METADATA_MANY = {"sizes": "tuple([t._data.shape for t in {}])", "dtypes": "tuple([t._data.dtype for t in {}])"}
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
        self.tensors: list[OpParameter] = []
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
                self.args[name] = name if name in parameters else _metadata(name, parameters, op.inputs)
                if name in parameters or not name.endswith(HIDDEN) or "_sym_" in name:
                    self.shown.append(name)
        # PyTorch packs and unpacks them by their names; hooks and errors show it.
        self.tensors.sort(key=lambda p: p.name)
        self.results.sort()


def _metadata(name: str, parameters: dict[str, OpParameter], inputs: list[OpParameter]) -> str:
    for suffix, text in {**METADATA, **HIDDEN_METADATA, **METADATA_MANY}.items():
        stem = name.removesuffix("_" + suffix)
        if stem != name and stem in parameters and parameters[stem].many == (suffix in METADATA_MANY):
            if suffix == "sym_strides":  # kept only for an input that gets a gradient
                return f"{text.format(stem)} if n{inputs.index(parameters[stem])} is not None else ()"
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
    exec(compiled(make_source(op, layout)), namespace)
    exec(compiled(apply_source(op, layout, recorded=False)), namespace)
    apply_recorded = generated("apply_recorded", lambda: (apply_source(op, layout, recorded=True), namespace))
    kind = type(
        op.grad_fn,
        (Node,),
        {
            "__module__": "builtins",  # so that it prints as <class 'MulBackward0'>
            "__slots__": ("_width",) if op.outputs is None else (),
            "_op": op,
            "_frees": bool(layout.tensors or layout.results),
            "_multi": op.outputs is None or op.differentiable > 1,
            **({} if op.outputs is None else {"_width": op.differentiable}),
            **({} if re.search(r"\d", op.grad_fn) else {"name": _full_name}),
            "_make": staticmethod(namespace["make"]),
            "_keep": _keep(layout),
            "_apply": namespace["apply"],
            "_apply_recorded": in_formula(apply_recorded),
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


def make_source(op: Op, layout: Layout) -> str:
    """Return the text of `make(arguments)` -> the node with its edges and saved inputs.

    It gives None if no input requires a gradient, unless `always`.
    """
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
    lines += ["    if unusual.used and anomaly_enabled():", "        remember(node)", "    return node", ""]
    return "\n".join(lines)


def _edge(target: str, p: OpParameter) -> list[str]:
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


def _edges(inputs: list[OpParameter]) -> list[str]:
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


def _version_of(p: OpParameter, value: str) -> str:
    if p.many:
        return f"None if {value} is None else [None if t is None else t._cell[0] for t in {value}]"
    if p.number:
        return f"{value}._cell[0] if isinstance({value}, Tensor) else None"
    return f"None if {value} is None else {value}._cell[0]"


def _guard(op: Op, p: OpParameter) -> str | None:
    """The condition under which PyTorch saves an input: that the one formula which names it will be used."""
    users = [formula for formula in op.formulas if p.name in formula.names]
    if len(op.formulas) < 2 or len(users) != 1 or len(users[0].inputs) != 1 or op.inputs[0].many:
        return None
    position = [q.name for q in op.inputs].index(users[0].inputs[0])
    return f"n{position} is not None"


def _fit(op: Op) -> list[str]:
    """Elementwise operators broadcast and promote: remember the inputs' own shapes and dtypes where they differ."""
    if op.fits:
        return [f"    node._fit = {_own_fits(op)}"]
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


def _own_fits(op: Op) -> str:
    first = op.inputs[0]
    if first.many:
        return f"[(t._data.shape, t._data.dtype) for t in {first.name}]"
    fits = [f"({p.name}._data.shape, {p.name}._data.dtype)" if p.name in op.fits else "None" for p in op.inputs]
    return f"({', '.join(fits)},)"


def _recorded_formula(formula: Callable, *values: Any) -> Any:
    return right_to_left(formula)(*values)


def apply_source(op: Op, layout: Layout, *, recorded: bool) -> str:
    """Return the text of `apply(node, grad, edges)`: check and read what was saved, then one formula for each edge."""
    many = op.inputs[0].many
    nothing = "(None,) * len(node._next)" if many else "(" + "None, " * len(op.inputs) + ")"
    grad = "grads" if any("grads" in f.names for f in op.formulas) else "grad"
    lines = [f"def {'apply_recorded' if recorded else 'apply'}(node, {grad}, edges):"]
    lines += _read_saved(layout, recorded)
    lines += [f"    if {grad} is None:", f"        return {nothing}"]
    if op.grad_fn == NOT_IMPLEMENTED:
        return "\n".join([*lines, "    return formula0(grad)", ""])
    prefix = "recorded_formula" if recorded else "formula"
    if grad == "grads":
        lines.append("    grads = [grads.get(nr) for nr in range(node._width)]")
    if layout.args:
        lines.append(f"    {', '.join(layout.args)}, = node._args")
    if many:
        return "\n".join([*lines, f"    return {prefix}0({', '.join(op.formulas[0].names)})", ""])
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
        lines += [f"    g{i} = None if edges[{i}] is None else g{i}" for i in at]  # whatever the formula computed
    return "\n".join([*lines, f"    return ({', '.join(f'g{i}' for i in range(len(op.inputs)))},)", ""])


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


# ---- what the generated code calls


def untied(inputs: Any) -> bool:
    """Whether an input requires grad but leads nowhere: a view made under no_grad, of a tensor that requires grad."""
    return any(isinstance(t, Tensor) and t.requires_grad for t in inputs)


def steps(array: Any) -> tuple[int, ...]:
    """Return an array's strides in elements."""
    return tuple([step // array.itemsize for step in array.strides])
