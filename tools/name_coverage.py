"""Print which of PyTorch's public names the engine has, as the page docs/coverage.md.

python -m tools.name_coverage > docs/coverage.md
"""

from __future__ import annotations

import importlib
import textwrap

from autograd_engine.torch._absent import names

# Beyond what the project is for; a program that uses them gets an error that says so.
BEYOND = (
    "sparse", "quant", "q_", "qint", "quint", "cudnn", "miopen", "mkldnn", "fbgemm", "cuda", "sym_", "Sym", "xpu", "mps", "ipu",
    "xla", "hpu", "mtia", "vulkan", "nested", "jagged", "fft", "autocast", "_copy", "fused", "float8", "float4", "complex",
    "bits", "uint1", "uint2", "uint3", "uint4", "uint5", "uint6", "uint7", "int1", "int2", "int3", "int4", "int5", "int6",
    "int7", "Storage", "dlpack", "vmap", "compile", "jit", "script", "Type", "parse_", "import_ir", "deterministic", "Stream",
)  # fmt: skip


def coverage() -> str:
    """Return the page."""
    lines = [
        "# PyTorch's names that the engine has",
        "",
        "Printed by `python -m tools.name_coverage` from the public names of PyTorch 2.13. Sparse, quantized and complex",
        "tensors, other devices, compilers and forward mode are beyond what the engine is for and are not counted.",
        "",
        "| namespace | has | of | |",
        "| --- | ---: | ---: | ---: |",
    ]
    missing = {}
    for namespace, recorded in names().items():
        if any(mark in namespace for mark in BEYOND):
            continue
        counted = [name for name in sorted(recorded) if not any(mark in name for mark in BEYOND)]
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
