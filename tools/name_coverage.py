"""Print which of PyTorch's public names the engine has, as the page docs/coverage.md.

python -m tools.name_coverage > docs/coverage.md
"""

from __future__ import annotations

import importlib
import textwrap
from pathlib import Path

# The names that PyTorch documents, by namespace; made by tools/record/absent_names.py.
DOCUMENTED = Path(__file__).with_name("documented.txt")
# Beyond what the project is for; a program that uses them gets an error that says so.
BEYOND = (
    "sparse", "quant", "q_", "qint", "quint", "cudnn", "miopen", "mkldnn", "fbgemm", "cuda", "sym_", "Sym", "xpu",
    "mps", "ipu", "xla", "hpu", "mtia", "vulkan", "nested", "jagged", "fft", "autocast", "_copy", "fused", "float8",
    "float4", "complex", "bits", "Dispatch", "dispatch", "torch_function", "Event", "OutOfMemory", "Accelerator",
    "privateuse1", "device_module", "int1", "int2", "int3", "int4", "int5", "int6", "int7", "Storage", "dlpack",
    "vmap", "compile", "jit", "script", "Type", "parse_", "import_ir", "deterministic", "Stream", "stream", "Script",
    "spmm", "smm", "sspaddmm", "coalesce", "col_indices", "crow_indices", "int_repr",
)  # fmt: skip


def coverage() -> str:
    """Return the page."""
    lines = [
        "# PyTorch's names that the engine has",
        "",
        "Printed by `python -m tools.name_coverage` from the names that PyTorch 2.13 documents. Sparse, quantized and",
        "complex tensors, other devices and compilers are beyond what the engine is for and are not counted.",
        "",
        "| namespace | has | of | |",
        "| --- | ---: | ---: | ---: |",
    ]
    missing = {}
    for line in DOCUMENTED.read_text(encoding="utf-8").splitlines():
        namespace, *documented = line.split()
        if any(mark in namespace for mark in BEYOND):
            continue
        counted = [name for name in documented if not any(mark in name for mark in BEYOND)]
        home = _home(namespace)
        missing[namespace] = [name for name in counted if not hasattr(home, name)]
        has = len(counted) - len(missing[namespace])
        lines.append(f"| `{namespace}` | {has} | {len(counted)} | {has / len(counted):.0%} |")
    lines += ["", "## What is missing"]
    for namespace, absent in missing.items():
        if absent:
            lines += ["", f"`{namespace}`:", *textwrap.wrap(", ".join(f"`{name}`" for name in absent), 120)]
    return "\n".join(lines)


def _home(namespace: str) -> object:
    own = f"autograd_engine.{namespace}"
    if namespace == "torch.Tensor":
        return importlib.import_module("autograd_engine.torch").Tensor
    try:
        return importlib.import_module(own)
    except ModuleNotFoundError:
        return None


if __name__ == "__main__":
    print(coverage())
