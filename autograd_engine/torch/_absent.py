"""Names that PyTorch has and this package does not: asking for one says so, and what comes nearest."""

from __future__ import annotations

import functools
import importlib
import re
from types import ModuleType
from typing import Any, NoReturn

from ..graph.tensor import Tensor
from ..op.namespaces import HOMES
from ..trace.pytorch_names import modules, names
from ._home import own_name

# What to do instead, by the beginning of a name; the first that fits.
_INSTEAD = {
    "vmap": "loop, or index with a batch dimension",
    "gradient$": "torch.diff gives the differences of samples, torch.autograd.grad the gradient of a function",
    "linearize": "torch.autograd.functional.vjp computes the same product",
    "sparse_$": "set elements to 0 after torch.nn.init.normal_",
    "\\w+_sdp(_enabled)?$": "torch.nn.attention.sdpa_kernel chooses how attention is computed",
    "(sparse|Sparse|to_sparse|s?sp?a?mm$|saddmm|sspaddmm|dsmm|hsmm|hspmm|.*_indices_copy$|to_mkldnn|resize_as_sparse_)": (
        "use dense tensors"
    ),
    "(eig|eigvals)$": "for symmetric matrices, torch.linalg.eigh gives real numbers",
    "(view_as_(real|complex)|polar|fft|stft|istft|complex$|Complex)": "use two real tensors, one for each part",
    "(q(u?int|_|scheme)|int_repr|dequantize|quantiz|fake_quantize|.*quant|fbgemm|per_(channel|tensor)_|QU?Int|scaled_)": (
        "use floating point tensors"
    ),
    "(bits|float[48]_|u?int[1-7]$|grouped_mm)": "use float16 or uint8",
    "LogNormal": "TransformedDistribution(Normal(loc, scale), ExpTransform()) is the same distribution",
    "HalfNormal": "it is the absolute value of Normal(0, scale)",
    "parametriz": "torch.nn.utils.weight_norm and torch.nn.utils.spectral_norm compute a weight before each call",
    "(PairwiseDistance|Threshold|Softmin|(Hard|Soft|Tanh)shrink)$": ("torch.nn.functional has the function"),
    "(CircularPad\\dd)$": "torch.nn.functional.pad has it as a mode",
    "Upsampling(Nearest|Bilinear)2d": "torch.nn.Upsample has it as a mode",
    "SyncBatchNorm": "in one process the BatchNorm of the input's dimensions computes the same",
    "(get|set)_deterministic_debug_mode": "torch.use_deterministic_algorithms sets the same",
    "assert_allclose": "there is torch.testing.assert_close",
    "cpu$": "there is only the CPU",
    "Muon": "torch.optim.SGD has momentum, but computes its steps without bfloat16",
    "(distributed|parallel|DataParallel|multiprocessing|share_memory_|record_stream|fork$|wait$|futures|Future)": (
        "run the program in one process"
    ),
    "(benchmark|bottleneck|Benchmark|Throughput)": (
        "time.perf_counter measures how long something takes, but not how long PyTorch would take"
    ),
    "tensorboard": "print the numbers",
    "(.*cuda|cudnn|miopen|mps|xpu|ipu|mtia|Stream$|Event$|OutOfMemoryError|AcceleratorError|get_device_module|.*stream)": (
        "there is only the CPU"
    ),
    "(.*autocast|amp$|GradScaler)": "convert with `.half()` or `.float()`",
    "(from|to)_dlpack": "torch.from_numpy and Tensor.numpy share memory with NumPy",
    "(\\w*Storage$|storage_type)": "Tensor.storage and Tensor.untyped_storage return the memory of a tensor",
    "(hub|package|from_file|PyTorchFile)": "torch.load reads what torch.save wrote",
    "(cond|while_loop)$": "use Python's if and while: the graph is recorded as the program runs",
    "library": "torch.autograd.Function makes an operator",
    # What is left belongs to PyTorch's compilers, which other programs than these have to do with.
    "(jit|Script|export|fx|onnx|compiler|cpp_extension|[sS]ym_?[A-Z_a-z]+|[A-Z]\\w*(Type|Graph|Schema|Node|Error|State)$)": (
        "call the function or module as it is"
    ),
}


def absence(module: str) -> str | None:
    """Return what is said of one of PyTorch's modules that this package lacks, None for any other module."""
    if module not in modules() or _ours(module) is not None:
        return None
    return f"Autograd Studio does not have {module} (real PyTorch does){_instead(*module.rpartition('.')[::2])}"


def explain(namespace: str, name: str, owner: Any, otherwise: str) -> NoReturn:
    """Raise an AttributeError: that this package lacks one of PyTorch's names, or what PyTorch says of others."""
    module = f"{namespace}.{name}"
    if name in names().get(namespace, ()) or module in modules() and _ours(module) is None:
        # With a name and no owner, or Python would add a suggestion of its own.
        raise AttributeError(
            f"Autograd Studio does not have {namespace}.{name} (real PyTorch does){_instead(namespace, name)}",
            name=name,
        )
    # Python suggests one of the owner's names, except for PyTorch's `torch`, which has more than it cares to compare.
    raise AttributeError(otherwise, name=name, **({} if namespace == "torch" else {"obj": owner}))


def _instead(namespace: str, name: str) -> str:
    """Return what to do without a name, behind a colon: advice of the table, or a name that is here; "" if none is near."""
    for part in [name, *namespace.split(".")[1:]]:
        advice = next((advice for start, advice in _INSTEAD.items() if re.match(start, part)), None)
        if advice is not None:
            return f": {advice}"
    if name not in names().get(namespace, ()):
        return ""  # a module
    import difflib

    words = name.strip("_").split("_")
    # The longest beginning or end of the name that is one: `batch_norm` of `batch_norm_stats`.
    ends = ["_".join(part) for n in range(len(words), 0, -1) for part in (words[:n], words[-n:])]
    homes = (namespace, *names())
    near = next((f"{home}.{end}" for end in ends for home in homes if len(end) > 3 and end in _present(home)), None)
    alike = [f"{namespace}.{found}" for found in difflib.get_close_matches(name, _present(namespace), 1, cutoff=0.75)]
    return "".join(f": there is {found}" for found in ([near] if near else alike))


def _present(namespace: str) -> frozenset[str]:
    """Return the names of PyTorch's namespace that this package has too."""
    owner = Tensor if namespace == "torch.Tensor" else _ours(namespace)
    return names().get(namespace, frozenset()) & set(dir(owner)) if owner is not None else frozenset()


def explain_import(error: ImportError) -> None:
    """Have the import of a name or module that this package lacks say so; Python says only where the package lies."""
    asked = re.match(r"cannot import name '(\w+)' from '([\w.]+)'", error.msg or "")
    namespace, name = (asked[2], asked[1]) if asked else (error.name or "").rpartition(".")[::2]
    if namespace in names() or f"{namespace}.{name}" in modules():
        try:
            explain(namespace, name, None, error.msg)
        except AttributeError as absent:
            error.msg = str(absent)


def known(namespace: str, found: dict[str, Any]) -> dict[str, Any]:
    """Return what of a namespace PyTorch has too: not the helpers of formulas that every operator is published with."""
    return {name: value for name, value in found.items() if name in names()[namespace] or name.startswith("_")}


def _ours(module: str) -> ModuleType | None:
    """Return the module of this package that stands for one of PyTorch's, None if it has none."""
    try:
        return importlib.import_module(own_name(module))
    except ModuleNotFoundError:
        return None


def explain_absent_names(module: ModuleType) -> None:
    """Make one of PyTorch's namespaces explain the names that it lacks here."""
    namespace = module.__name__
    if (namespace in names() or namespace in modules()) and not hasattr(module, "__getattr__"):
        module.__getattr__ = functools.partial(_of_module, namespace, module)


def explain_absent_methods() -> None:
    """Make Tensor explain the methods that it lacks, and lack what is not PyTorch's."""
    for name in HOMES["Tensor"].keys() - known("torch.Tensor", HOMES["Tensor"]).keys():
        delattr(Tensor, name)
    Tensor.__getattr__ = _of_tensor


def _of_module(namespace: str, module: Any, name: str) -> NoReturn:
    explain(namespace, name, module, f"module '{namespace}' has no attribute '{name}'")


def _of_tensor(self: Tensor, name: str) -> NoReturn:
    explain("torch.Tensor", name, self, f"'{type(self).__name__}' object has no attribute '{name}'")
