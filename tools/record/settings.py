"""The settings of PyTorch under which a record is made.

PyTorch reads them when it is imported, so every setting has a process of its own. What is the same under all of them
depends neither on the processor nor on the number of threads, as far as one machine can tell.
"""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, set_start_method

CANONICAL = "two threads"
_CHANGES = {
    CANONICAL: {},
    "one thread": {"OMP_NUM_THREADS": "1"},
    "AVX2": {"ATEN_CPU_CAPABILITY": "avx2"},
    "no vector instructions": {"ATEN_CPU_CAPABILITY": "default"},
    "products for any x86-64": {"MKL_CBWR": "COMPATIBLE"},
    "products with SSE4.2": {"MKL_ENABLE_INSTRUCTIONS": "SSE4_2"},
    "products with AVX2": {"MKL_CBWR": "AVX2"},
    "convolutions with SSE": {"ONEDNN_MAX_CPU_ISA": "SSE41"},
}
OTHERS = [name for name in _CHANGES if name != CANONICAL]


def under(setting: str, observe: Callable, *arguments: object) -> object:
    """Return what `observe(*arguments)` returns in a new process under the setting."""
    variables = {"OMP_NUM_THREADS": "2", **_CHANGES[setting]}
    os.environ.update(variables)
    try:
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            return process.submit(_with_forks, observe, *arguments).result()
    finally:
        for variable in variables:
            del os.environ[variable]


def _with_forks(observe: Callable, *arguments: object) -> object:
    set_start_method("fork", force=True)  # a program's workers are to start as where it is run alone
    return observe(*arguments)
