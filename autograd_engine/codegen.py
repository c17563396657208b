"""The generated half of an operator: its Node class and its function on tensors, written as source and compiled.

Every tensor operation of a program goes through these functions, so they are straight lines: no loop over inputs, no
table of kinds, nothing decided at run time that the definition already decides. `op.py` says what is generated from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import anomaly, errors, saved
from .accumulate import gradient_edge
from .grad_mode import grad_enabled
from .graph import Node, next_sequence_nr
from .observer import seam
from .promotion import default_float, number_dtype, promote, result_dtype
from .tensor import Tensor, new
from .views import DEFAULT, MULTI_OUTPUT, NO_GRAD, UNWRITTEN, view_of

if TYPE_CHECKING:
    from .op import Op, Parameter

REQUIRED = object()  # the default of a parameter without one

METADATA = {
    "sym_sizes": "{}._data.shape",
    "sym_numel": "{}._data.size",
    "dtype": "{}._data.dtype",
    "strides": "{}._data.strides",
}
METADATA_MANY = {
    "sizes": "tuple([t._data.shape for t in {}])",
    "dtypes": "tuple([t._data.dtype for t in {}])",
}


class Layout:
    """What the node of an operator keeps, in which order: saved inputs, then saved outputs; and other arguments."""

    def __init__(self, op: Op) -> None:
        parameters = {p.name: p for p in op.parameters}
        outputs = op.outputs or ()
        names = dict.fromkeys(name for formula in op.formulas for name in formula.names)
        self.tensors: list[Parameter] = []
        self.results: list[tuple[str, int]] = []
        self.args: dict[str, str] = {}  # name -> the expression that gives it when the node is made
        for name in names:
            if name in ("grad", "grads", "output_mask"):
                continue
            if name in outputs:
                self.results.append((name, outputs.index(name)))
            elif name in parameters and parameters[name].tensor:
                self.tensors.append(parameters[name])
            else:
                self.args[name] = name if name in parameters else _metadata(name, parameters)


def _metadata(name: str, parameters: dict[str, Parameter]) -> str:
    for suffix, text in {**METADATA, **METADATA_MANY}.items():
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
        "unpack_result": saved.unpack_result, "unpack_result_tensor": saved.unpack_result_tensor, "freed": errors.freed,
        "anomaly_enabled": anomaly.anomaly_enabled, "remember": anomaly.remember,
    }  # fmt: skip
    for i, formula in enumerate(op.formulas):
        namespace[f"formula{i}"] = formula.function
    text = "\n".join(_make(op, layout) + _apply(op, layout, recorded=False) + _apply(op, layout, recorded=True))
    _compile(text, op, namespace)
    kind = type(
        op.grad_fn,
        (Node,),
        {
            "__slots__": ("_width",) if op.outputs is None else (),
            "_op": op,
            "_frees": bool(layout.tensors or layout.results),
            "_multi": op.outputs is None or op.differentiable > 1,
            **({} if op.outputs is None else {"_width": op.differentiable}),
            "_make": staticmethod(namespace["make"]),
            "_keep": _keep(layout),
            "_apply": namespace["apply"],
            "_apply_recorded": namespace["apply_recorded"],
            "_readers": _readers(layout),
            "_result_slots": {nr: 2 * len(layout.tensors) + 3 * i for i, (_, nr) in enumerate(layout.results)},
            "_layout": layout,
        },
    )
    namespace["NodeClass"] = kind
    return kind


def _compile(text: str, op: Op, namespace: dict[str, Any]) -> None:
    exec(compile(text, f"<generated for {op.name}>", "exec"), namespace)


def _make(op: Op, layout: Layout) -> list[str]:
    """`make(arguments)` -> the node with its edges and saved inputs, or None if no input wants a gradient."""
    inputs = op.inputs
    lines = [f"def make({', '.join(p.name for p in op.parameters)}):"]
    if inputs[0].many:
        lines += [
            f"    edges = [gradient_edge(t) for t in {inputs[0].name}]",
            "    if not any(edges):",
            "        return None",
        ]
    else:
        for i, p in enumerate(inputs):
            lines += _edge(f"n{i}", p)
        nothing = " and ".join(f"n{i} is None" for i in range(len(inputs)))
        lines += [f"    if {nothing}:", "        return None"]
    lines += ["    node = new(NodeClass)", "    node._seq = next_sequence_nr()"]
    lines += _edges(inputs)
    lines += _save_inputs(op, layout)
    if layout.args:
        lines.append(f"    node._args = ({', '.join(layout.args.values())},)")
    else:
        lines.append("    node._args = None")
    lines += _fit(op)
    lines += ["    node._buffer = node._extra = node._mark = node._note = None"]
    return [*lines, "    if anomaly_enabled():", "        remember(node)", "    return node", ""]


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
    nrs = [f"({p.name}._nr if n{i} is not None else 0)" for i, p in enumerate(inputs)]
    lines = [f"    node._next = ({', '.join(f'n{i}' for i in range(len(inputs)))},)"]
    if len(inputs) == 1:
        name = inputs[0].name
        return [*lines, f"    node._nrs = ({name}._nr,) if {name}._nr else None"]
    return [*lines, f"    nrs = ({', '.join(nrs)},)", "    node._nrs = nrs if any(nrs) else None"]


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
    lines.append("    if saved_hooks() is not None:")
    for i, p in enumerate(layout.tensors):
        packed = f"[pack(t) for t in s{i}]" if p.many else f"pack(s{i})"
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
    tensors = op.inputs
    if op.kind not in ("pointwise", "float") or len(tensors) < 2:
        return ["    node._fit = None"]
    first = tensors[0].name
    same, entries = [], []
    for p in tensors:
        is_tensor = f"isinstance({p.name}, Tensor)" if p.number or p.optional else "True"
        entries.append(f"({p.name}._data.shape, {p.name}._data.dtype) if {is_tensor} else None")
        if p.name != first:
            same.append(
                f"(not {is_tensor} or {p.name}._data.shape == {first}._data.shape"
                f" and {p.name}._data.dtype is {first}._data.dtype)"
            )
    return [f"    node._fit = None if {' and '.join(same)} else ({', '.join(entries)},)"]


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
    if grad == "grads":
        lines.append("    grads = [grads.get(nr) for nr in range(node._width)]")
    lines += _read_saved(layout, recorded)
    if layout.args:
        lines.append(f"    {', '.join(layout.args)}, = node._args")
    positions = {p.name: i for i, p in enumerate(op.inputs)}
    outs = [""] * len(op.inputs)
    for k, formula in enumerate(op.formulas):
        call = f"formula{k}({', '.join(formula.names)})"
        if many:
            return [*lines, f"    return {call}", ""]
        if len(formula.inputs) == 1:
            i = positions[formula.inputs[0]]
            outs[i] = f"{call} if edges[{i}] is not None else None"
            continue
        at = [positions[name] for name in formula.inputs]
        lines.append(f"    output_mask = ({', '.join(f'edges[{i}] is not None' for i in at)},)")
        lines.append(f"    {', '.join(f'g{i}' for i in at)}, = {call} if any(output_mask) else (None,) * {len(at)}")
        for i in at:
            outs[i] = f"g{i}"
    return [*lines, f"    return ({', '.join(outs)},)", ""]


def _read_saved(layout: Layout, recorded: bool) -> list[str]:
    if not (layout.tensors or layout.results):
        return []
    names = [name for i in range(len(layout.tensors)) for name in (f"s{i}", f"v{i}")]
    names += [name for i in range(len(layout.results)) for name in (f"r{i}", f"c{i}", f"w{i}")]
    lines = ["    saved = node._saved", "    if saved is None:", "        raise freed()", f"    {', '.join(names)}, = saved"]
    for i, p in enumerate(layout.tensors):
        s, v = f"s{i}", f"v{i}"
        if recorded:
            good, bad = s, f"unpack_tensor(node, {s}, {v})"
        else:
            good, bad = f"{s}._data", f"unpack(node, {s}, {v})"
        if p.many:
            one = f"({good if recorded else 't._data'} if t._cell[0] == v else {bad})".replace(s, "t").replace(v, "v")
            lines.append(f"    {p.name} = None if {s} is None else [None if t is None else {one} for t, v in zip({s}, {v})]")
        else:
            lines.append(f"    {p.name} = {s} if {v} is None else {good} if {s}._cell[0] == {v} else {bad}")
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
    for i, (name, nr) in enumerate(layout.results):
        readers[f"_saved_{name}"] = _result_reader(2 * len(layout.tensors) + 3 * i, nr)
    for i, name in enumerate(layout.args):
        if name.rpartition("_")[2] not in ("dtype", "dtypes", "sizes", "strides") or name.endswith("sym_sizes"):
            readers[f"_saved_{name}"] = _argument_reader(i)
    return readers


def _input_reader(at: int, many: bool) -> Callable:
    def read(node: Node) -> Any:
        if node._saved is None:
            raise errors.freed()
        value, version = node._saved[at : at + 2]
        if many:
            return None if value is None else tuple(
                None if t is None else _checked(node, t, v) for t, v in zip(value, version, strict=True)
            )
        if version is None:
            return None if value is None else saved.number_tensor(value)
        return _checked(node, value, version)

    return read


def _checked(node: Node, tensor: Any, version: int) -> Any:
    return tensor if tensor._cell[0] == version else saved.unpack_tensor(node, tensor, version)


def _result_reader(at: int, nr: int) -> Callable:
    def read(node: Node) -> Any:
        if node._saved is None:
            raise errors.freed()
        return saved.unpack_result_tensor(node, nr, *node._saved[at : at + 3])

    return read


def _argument_reader(at: int) -> Callable:
    return lambda node: node._args[at]


# ---- the function on tensors


def call_of(op: Op, outside: Callable) -> Callable:
    """Return the operator as a function on tensors: it promotes, computes, records and is observed.

    `outside(op, arguments)` gives the result where an operand is neither a tensor nor a plain number.
    """
    namespace: dict[str, Any] = {
        "op": op, "kernel": op.kernel, "new": new, "Tensor": Tensor, "UNWRITTEN": UNWRITTEN, "grad_enabled": grad_enabled,
        "seam": seam, "make": op.node and op.node._make, "keep": op.node and op.node._keep, "outside": outside,
        "promoted": promoted, "promoted_float": promoted_float, "broadcast_error": errors.broadcast, "ndarray": np.ndarray,
        "FLOAT32": np.dtype(np.float32), "constants": _CONSTANTS, "constant": constant, "number": number, "MAYBE": MAYBE,
        "view_of": view_of, "DEFAULT": DEFAULT, "NO_GRAD": NO_GRAD, "MULTI_OUTPUT": MULTI_OUTPUT, "wrapped": wrapped, "NUMBERS": frozenset((float, int, bool)),
    }  # fmt: skip
    for i, p in enumerate(op.parameters):
        namespace[f"default{i}"] = p.default
    text = "\n".join(_call(op))
    _compile(text, op, namespace)
    call = namespace[op.name]
    call.__doc__ = op.doc
    call.__qualname__ = op.name
    call.op = op
    return call


def _call(op: Op) -> list[str]:
    """`op(tensors, arguments)` -> tensor(s)."""
    lines = [f"def {op.name}({_signature(op)}):"]
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


def _signature(op: Op) -> str:
    parts, star = [], False
    for i, p in enumerate(op.parameters):
        if p.keyword and not star:
            parts.append("*")
            star = True
        parts.append(p.name if p.default is REQUIRED else f"{p.name}=default{i}")
    return ", ".join(parts)


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
        data = "{0}.array()" if op.kind == "view" and p.name == "self" else "{0}._data"
        if p.many:
            data = "[None if t is None else t._data for t in {0}]"
        value = data.format(p.name)
        lines.append(f"        {p.name}_ = " + (f"None if {p.name} is None else {value}" if p.optional else value))
    everything = ", ".join(f"{p.name}={p.name}" for p in op.parameters)
    lines += ["    except AttributeError:", f"        return outside(op, dict({everything}))"]
    first = op.tensors[0].name
    for p in op.tensors:
        if p.number:
            lines += [
                f"    kind = type({p.name})",
                "    if kind is float or kind is int or kind is bool:",
                f"        {p.name}_ = {p.name} if type({first}_) is not ndarray else "
                f"constants.get({p.name}) if {first}_.dtype is FLOAT32 else None",
                f"        if {p.name}_ is None or {first}_.dtype is not FLOAT32:",
                f"            {first}_, {p.name}_ = number({first}_, {p.name})",
                "    else:",
                "        try:",
                f"            {p.name}_ = {p.name}._data",
                "        except AttributeError:",
                f"            return outside(op, dict({everything}))",
            ]
    return lines


def _compute(op: Op) -> list[str]:
    if op.kind not in ("pointwise", "float"):
        return [f"    data = kernel({_arguments(op)})"]
    lines = []
    names = [f"{p.name}_" for p in op.tensors]
    promote_all = "promoted" if op.kind == "pointwise" else "promoted_float"
    tests = [f"{name}.dtype is not {names[0]}.dtype" for name in names[1:] if not _is_optional(op, name)]
    tests += [
        f"{name} is not None and {name}.dtype is not {names[0]}.dtype" for name in names[1:] if _is_optional(op, name)
    ]
    if op.kind == "float":
        tests.append(f"{names[0]}.dtype.kind != 'f'")
    if tests and not any(p.number for p in op.tensors):
        lines += [f"    if {' or '.join(tests)}:", f"        {', '.join(names)}, = {promote_all}(({', '.join(names)},))"]
    elif tests:
        test = f"kind not in NUMBERS and {names[1]}.dtype is not {names[0]}.dtype"
        if op.kind == "float":
            test += f" or {names[0]}.dtype.kind != 'f'"
        lines += [f"    if {test}:", f"        {', '.join(names)}, = {promote_all}(({', '.join(names)},))"]
    if len(names) == 1:
        return [*lines, f"    data = kernel({_arguments(op)})"]
    return [
        *lines,
        "    try:",
        f"        data = kernel({_arguments(op)})",
        "    except ValueError:",
        f"        raise broadcast_error(({', '.join(names)},)) from None",
    ]


def _is_optional(op: Op, name: str) -> bool:
    return next(p.optional for p in op.tensors if f"{p.name}_" == name)


def _outputs(op: Op) -> list[str]:
    if _several(op):
        return ["    outs = tuple([wrapped(array) for array in data])"]
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
        lines += [f"{target}view_of(out, self, creation)", f"{target}out._req = MAYBE"]
    if op.node is None:
        return lines
    if op.inputs[0].many:
        wanted = f"any([t._req for t in {op.inputs[0].name}])"
    else:
        wanted = " or ".join(_wants(p) for p in op.inputs)
    lines += [
        f"    if ({wanted}) and grad_enabled():",
        f"        node = make({', '.join(p.name for p in op.parameters)})",
        "        if node is not None:",
    ]
    if not several:
        lines += ["            out._node = node", "            out._req = True"]
    else:
        which = "outs" if op.outputs is None else f"outs[:{op.differentiable}]"
        if op.outputs is None:
            lines.append("            node._width = len(outs)")
        lines += [
            f"            for nr, out in enumerate({which}):",
            "                if out._data.dtype.kind == 'f':",
            "                    out._node = node",
            "                    out._nr = nr",
            "                    out._req = True",
        ]
    if op.node._keep:
        lines.append("            keep(node, outs)" if several else "            keep(node, (out,))")
    return lines


def _wants(p: Parameter) -> str:
    if p.number:
        return f"(kind not in NUMBERS and {p.name}._req)"
    if p.optional:
        return f"({p.name} is not None and {p.name}._req)"
    return f"{p.name}._req"


# ---- what the generated code calls

# A view of a tensor without gradient may get one later, when its base is written to: truthy, but to be looked into.
MAYBE = 2


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
    array = np.array(value, np.float32)
    array.flags.writeable = False
    if value and value == value and len(_CONSTANTS) < 4096:  # -0.0 == 0.0 and NaN != NaN make no good keys
        _CONSTANTS[value] = array
    return array


def number(array: Any, value: float) -> tuple[Any, Any]:
    """Return an array and a Python number in the dtype they are computed in together."""
    dtype = array.dtype
    if dtype.type is np.float32:
        return array, constant(value)
    wanted = result_dtype((array, value))
    if wanted is not dtype:
        array = array.astype(wanted)
    return array, (np.array(value).astype(wanted) if wanted.kind != "f" else wanted.type(value))


def promoted(arrays: tuple) -> list:
    """Return arrays (and None) cast to the dtype PyTorch computes them in together."""
    dtype = result_dtype(arrays)
    return [a if a is None or getattr(a, "dtype", None) is dtype else np.asarray(a).astype(dtype) for a in arrays]


def promoted_float(arrays: tuple) -> list:
    """Do the same for an operator that computes in floating point also for integers."""
    dtype = result_dtype(arrays)
    if dtype.kind != "f":
        dtype = default_float()
    return [a if a is None or getattr(a, "dtype", None) is dtype else np.asarray(a).astype(dtype) for a in arrays]


def refused(op: Op, arguments: dict[str, Any]) -> Any:
    """Run an operator on numpy's numbers as on Python's; raise PyTorch's error for anything else."""
    if not _plain_numbers(op, arguments):
        raise errors.wrong_argument(op, arguments)
    return op.call(**arguments)


def not_implemented(op: Op, arguments: dict[str, Any]) -> Any:
    """Do the same for `a + b` and the like, where Python asks the other operand next."""
    return op.call(**arguments) if _plain_numbers(op, arguments) else NotImplemented


def _plain_numbers(op: Op, arguments: dict[str, Any]) -> bool:
    """Turn operands that are numpy's numbers into Python's; return whether there were any."""
    found = False
    for p in op.tensors:
        value = arguments[p.name]
        if p.number and isinstance(value, np.number | np.bool_ | float | int) and type(value) not in (float, int, bool):
            arguments[p.name] = value.item() if isinstance(value, np.generic) else float(value)
            found = True
    return found


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

    dispatch.__name__ = op.name
    dispatch.__doc__ = op.doc
    dispatch.op = op
    return dispatch
