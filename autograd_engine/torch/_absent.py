"""Names that PyTorch has and this package does not: asking for one says so, and what comes nearest."""

from __future__ import annotations

import functools
import pathlib
import re
import sys
from typing import Any, NoReturn

from ..tensor import Tensor

# What to do instead, by the beginning of a name; the first that fits.
_NEAREST = {
    "compile": "call the function or module as it is: the numbers are the same",
    "(vmap|func)": "loop, or index with a batch dimension",
    "(forward_ad|jvp)": "torch.autograd.functional.jvp computes the same product",
    "grad(_and_value)?$": "torch.autograd.grad gives the gradient of what a function returned",
    "vjp": "torch.autograd.functional.vjp computes the same product",
    "(jacrev|jacfwd|hessian)": "torch.autograd.functional.jacobian and hessian compute the same matrices",
    "(sparse|to_sparse|coalesce|s?sp?a?mm$|dsmm|hsmm|hspmm|.*_indices$|to_(dense|mkldnn))": "use dense tensors",
    "(view_as_(real|complex)|polar|fft|stft|istft|Complex)": "use two real tensors, one for each part",
    "(q(u?int|_|scheme)|int_repr|dequantize|quantize|fake_quantize|.*quantized)": "use floating point tensors",
    "(distributed|parallel|DataParallel|multiprocessing)": "run the program in one process",
    "(profiler|benchmark|bottleneck)": "time.perf_counter tells how long something takes, though not how long PyTorch would",
    "tensorboard": "print the numbers",
    "(.*cuda|cudnn|miopen|mps|xpu|ipu|mtia)": "there is only the CPU",
    "(autocast|amp$|GradScaler)": "convert with `.half()` or `.float()`",
    "(jit|Script|export|fx|onnx|compiler|cpp_extension)": "call the module as it is",
}


@functools.cache
def names() -> dict[str, frozenset[str]]:
    """Return the public names of each of PyTorch's namespaces (recorded by tests/record/absent_names.py)."""
    lines = pathlib.Path(__file__).with_name("names.txt").read_text().splitlines()
    return {namespace: frozenset(listed.split()) for namespace, *[listed] in (line.split(" ", 1) for line in lines)}


@functools.cache
def modules() -> frozenset[str]:
    """Return the full names of PyTorch's modules (recorded with the names)."""
    return frozenset(pathlib.Path(__file__).with_name("modules.txt").read_text().split())


def explain(namespace: str, name: str, owner: Any, otherwise: str) -> NoReturn:
    """Raise an AttributeError: that this package lacks one of PyTorch's names, or what PyTorch says of others."""
    if name in names().get(namespace, ()) or f"{namespace}.{name}" in modules():
        nearest = next((text for start, text in _NEAREST.items() if re.match(start, name)), None)
        advice = f": {nearest}" if nearest else ""
        raise AttributeError(f"Autograd Studio does not have {namespace}.{name}{advice}")
    # Python suggests one of the owner's names, except for PyTorch's `torch`, which has more than it cares to compare.
    raise AttributeError(otherwise, name=name, **({} if namespace == "torch" else {"obj": owner}))


def explain_import(error: ImportError) -> None:
    """Have the import of a name or module that this package lacks say so; Python says only where the package lies."""
    asked = re.match(r"cannot import name '(\w+)' from '([\w.]+)'", error.msg or "")
    namespace, name = (asked[2], asked[1]) if asked else (error.name or "").rpartition(".")[::2]
    if namespace in names() or f"{namespace}.{name}" in modules():
        try:
            explain(namespace, name, None, error.msg)
        except AttributeError as absent:
            error.msg = str(absent)


def install() -> None:
    """Make PyTorch's namespaces in this package explain the names that they lack."""
    for namespace in {*names(), *modules()}:
        module = sys.modules.get(__package__ + namespace.removeprefix("torch"))
        if module is not None and not hasattr(module, "__getattr__"):
            module.__getattr__ = functools.partial(_of_module, namespace, module)
    Tensor.__getattr__ = _of_tensor


def _of_module(namespace: str, module: Any, name: str) -> NoReturn:
    explain(namespace, name, module, f"module '{namespace}' has no attribute '{name}'")


def _of_tensor(self: Tensor, name: str) -> NoReturn:
    explain("torch.Tensor", name, self, f"'{type(self).__name__}' object has no attribute '{name}'")
