"""A program on real PyTorch behind the lock: forked from a zygote in which PyTorch has done what it would do late.

A locked program opens no file, starts no thread and writes no machine code. So what PyTorch imports at first use is imported
before, everything runs in one thread and on the processor, and oneDNN, which compiles its kernels as it runs, is off.
"""

import importlib.util
import io
import os
from collections.abc import Mapping
from contextlib import redirect_stdout
from typing import Any

from autograd_engine.trace.schema import from_json
from autograd_studio import host_faults

from . import refusals, torch_program
from .task import Task

SETTING = "AUTOGRAD_STUDIO_TORCH"

ENVIRONMENT = {
    "OMP_THREAD_LIMIT": "1",  # whatever number a program asks for
    "CUDA_VISIBLE_DEVICES": "",  # for each card, a backward pass would start a thread
    "FBGEMM_NO_ASMJIT": "1",  # the kernels of embedding_bag, compiled as they run
}

# It does once what makes PyTorch import more, and reads what a warning quotes. It makes no node, so that a program's are
# numbered from 0, and nothing that PyTorch sets for good when it first compiles or optimizes.
WARM_UP = """
import io, linecache, multiprocessing.queues, multiprocessing.synchronize
import torch
import torch._dynamo
import torch._inductor.compiler_bisector
import torch.nn.attention.bias
import torch.nn.utils.prune

torch._dynamo.list_backends()
linecache.getlines(torch.autograd.graph.__file__)
print(torch.ones(2), torch.einsum("i,i", torch.ones(2), torch.ones(2)))
torch.nn.functional.embedding_bag(torch.tensor([0]), torch.ones(1, 4), torch.tensor([0]))
with torch.autograd.forward_ad.dual_level():
    torch.autograd.forward_ad.make_dual(torch.ones(3), torch.ones(3)).exp()
with torch.profiler.record_function(""):
    torch.save(torch.ones(2), io.BytesIO())
"""


def is_lent(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the host has programs run on PyTorch, too, and PyTorch is installed."""
    text = environment.get(SETTING, "0")
    if text not in ("0", "1"):
        host_faults.add(f"{SETTING} must be 1 or 0, not {text!r}")
    is_installed = importlib.util.find_spec("torch") is not None
    if text == "1" and not is_installed:
        host_faults.add(f"{SETTING} is 1, but PyTorch is not installed")
    return text == "1" and is_installed


def preload() -> None:
    """Load PyTorch and what programs on it import."""
    os.environ.update(ENVIRONMENT)
    refusals.preload()
    torch_program.preload()
    import torch

    torch.set_num_threads(1)
    torch.set_num_interop_threads(1)
    torch.backends.mkldnn.set_flags(False)
    torch.backends.nnpack.set_flags(False)  # it waits for threads of its own, in PyTorch 2.6
    warm_up()
    from torch._inductor.compiler_bisector import CompilerBisector

    CompilerBisector.get_backend = classmethod(lambda cls: None)  # it looks for a file, whose folder PyTorch 2.6 makes


def warm_up() -> None:
    """Have PyTorch do what it would do late."""
    with redirect_stdout(io.StringIO()):
        exec(WARM_UP, {})


def worker(payload: bytes) -> bytes:
    """Run the program on PyTorch, recorded, and return its answer as sandbox/child/program.py has it."""
    task = from_json(payload, Task)
    refusals.install(task.modules, task.unfit, task.is_open, is_torch_real=True)
    _save_in_memory()
    return torch_program.on_torch(task)


def _save_in_memory() -> None:
    """Have torch.save write by open(), which courtesy.py has replaced, instead of in C++."""
    from torch import serialization

    writer = serialization._open_zipfile_writer

    def opened(file: Any) -> Any:
        return writer(open(file, "wb") if isinstance(file, str | os.PathLike) else file)

    serialization._open_zipfile_writer = opened
