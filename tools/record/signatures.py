"""Record the signatures of PyTorch's functions as its messages show them. Run with torch==2.13.0 and pyyaml:

    python -m tools.record.signatures

It writes `autograd_engine/op/signatures.txt`, one signature a line: what a function takes under which name, and where. Of
functions with several signatures the messages list them all; of those with one they are made from the declarations
that PyTorch's own parsers are generated from. These tell too where one int does for a tuple, "tuple of ints[1]", where
a tensor of any shape does for an int, "SymInt", and where None does for anything, "Tensor?". Signatures that PyTorch
still takes but does not name any more begin with "~".
"""

import inspect
import pathlib
import re
import warnings

import torch
import torchgen
from torchgen.gen import parse_native_yaml
from torchgen.packaged.autograd import gen_python_functions as bindings

PATH = pathlib.Path(__file__).resolve().parents[2] / "autograd_engine" / "op" / "signatures.txt"
PACKAGED = pathlib.Path(torchgen.__file__).parent / "packaged"
HOMES = {
    "torch": (torch, "", bindings.is_py_torch_function),
    "Tensor": (torch.ones(2, 2), "", bindings.is_py_variable_method),
    "nn.functional": (torch.nn.functional, "", bindings.is_py_nn_function),
    "linalg": (torch.linalg, "linalg_", bindings.is_py_linalg_function),
    "special": (torch.special, "special_", bindings.is_py_special_function),
}
# These do something else than complain about their arguments.
LEFT_OUT = {
    "imag",
    "set_default_device",
    "compile",
    "save",
    "load",
    "seed",
    "set_rng_state",
    "manual_seed",
    "set_printoptions",
    "new",
    "set_",
}
# What the engine has no tensors for.
ELSEWHERE = re.compile(
    "quantize|fake_quant|^q_|sparse|mkldnn|cudnn|miopen|fbgemm|dense_dim|_indices|coalesce|batch_norm_|sym_|rnn|lstm|gru"
)

KINDS = {
    "Scalar": "Number", "int64_t": "int", "double": "float", "TensorList": "tuple of Tensors",
    "ITensorListRef": "tuple of Tensors", "c10::List<::std::optional<Tensor>>": "tuple of Tensors",
    "IntArrayRef": "tuple of ints", "SymIntArrayRef": "tuple of ints",
    "ArrayRef<double>": "tuple of floats", "ScalarList": "tuple of Scalars", "Generator": "torch.Generator",
    "ScalarType": "torch.dtype", "Layout": "torch.layout", "MemoryFormat": "torch.memory_format",
    "Device": "torch.device", "c10::string_view": "str", "std::string_view": "str", "Dimname": "name",
    "DimnameList": "tuple of names",
}  # fmt: skip


class Nothing:
    """What no function takes."""


def listed(function):
    """Return the signatures in the message about wrong arguments; none if the function has only one."""
    for count in range(4):
        try:
            function(*[Nothing()] * count)
        except TypeError as error:
            lines = str(error).splitlines()
            if lines and lines[0].endswith("but expected one of:"):
                return [line[3:] for line in lines if line.startswith(" * ")]
        except Exception:
            continue
    return []


def declared():
    """Return {home: {name: signatures}} of all functions that are generated from declarations."""
    native = PACKAGED / "ATen" / "native"
    functions = parse_native_yaml(native / "native_functions.yaml", native / "tags.yaml").native_functions
    functions = list(filter(bindings.should_generate_py_binding, functions))
    deprecated = str(PACKAGED / "autograd" / "deprecated.yaml")
    found = {}
    for home, (_, prefix, belongs) in HOMES.items():
        pairs = bindings.load_signatures(functions, deprecated, method=home == "Tensor", skip_deprecated=False)
        by_name = {}
        for pair in filter(lambda pair: belongs(pair.function), pairs):
            by_name.setdefault(pair.signature.name.removeprefix(prefix), []).append(pair)
        found[home] = {name: list(map(shown, bindings.group_overloads(some))) for name, some in by_name.items()}
    found["nn.functional"] = {
        name: found["torch"].get(name, [])
        for name in dir(torch.nn.functional)
        if getattr(torch, name, None) is getattr(torch.nn.functional, name)
    } | found["nn.functional"]
    return found


def shown(group):
    """Return the signature of a group of overloads."""
    signature = group.signature
    text = signature.signature_str(skip_outputs=False, symint=True)
    parts = re.split(r", (?![^{]*\})", text[text.index("(") + 1 : text.rindex(")")])
    return f"{'~' * signature.deprecated}({', '.join(map(part_of, filter(None, parts)))})"


def part_of(text):
    """Return one parameter of a declaration as messages show it."""
    if text == "*":
        return text
    text, _, default = text.partition("=")
    kind, name = text.rsplit(" ", 1)
    stem = re.sub(r"\[\d*\]|\?$", "", kind)
    marks = "[1]" * bool(re.search(r"IntArrayRef\[\d+\]", kind)) + "?" * ("?" in kind)
    default = {"c10::nullopt": "None", "::std::nullopt": "None"}.get(default, default)
    return f"{KINDS.get(stem, stem)}{marks} {name}" + (f" = {default}" if default else "")


def as_printed(text):
    """Return a signature as messages show it, without what only this file tells."""
    return re.sub(r"\[1\]|\?", "", text).replace("SymInt ", "int ")


def signatures(function, declarations):
    """Return the signatures of a function; `declarations` are what is known of one of this name."""
    messages = listed(function)
    hidden = [text for text in declarations if text.startswith("~")]
    if messages:
        known = {as_printed(text): text for text in declarations}
        return [known.get(text, text) for text in messages] + hidden
    return declarations if len(declarations) - len(hidden) == 1 else []


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    lines = []
    for home, found in declared().items():
        owner = HOMES[home][0]
        for name in sorted(set(dir(owner)) - LEFT_OUT):
            function = getattr(owner, name, None)
            if name.startswith("_") or not callable(function) or isinstance(function, type) or ELSEWHERE.search(name):
                continue
            if inspect.isfunction(function) or inspect.ismethod(function):  # Python's own messages are PyTorch's
                continue
            lines += [f"{home}.{name} {text}" for text in signatures(function, found.get(name, []))]
    PATH.write_text("".join(f"{line}\n" for line in lines))
    print(f"{len(lines)} signatures")
