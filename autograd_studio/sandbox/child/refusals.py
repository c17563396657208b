"""Friendly refusals inside a program: import, open() and input() say what is missing here.

This is courtesy, not security: it is Python, and a program can walk around it. The lock stands without it.
"""

import builtins
import errno
import importlib
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import IO, Any

from . import memory_files, packages, preread, standins

# What a program may import. Importing os or pathlib is harmless: what they do is refused by the lock.
IMPORTABLE = """
torch numpy
math cmath random statistics decimal fractions numbers
itertools functools operator collections heapq bisect array graphlib copy copyreg pickle struct
typing types dataclasses enum abc contextlib contextvars inspect warnings traceback weakref gc sys
time datetime calendar timeit threading queue logging argparse os pathlib builtins
string textwrap re io json csv hashlib base64 pprint reprlib unicodedata __future__
"""

# A locked child opens no files, so whatever is imported late must be loaded before the fork: by the program,
# or by a module on its own account.
MODULES = """
cmath random statistics decimal fractions numbers
heapq bisect array graphlib copy pickle struct collections.abc
typing dataclasses enum contextlib contextvars inspect warnings traceback weakref
datetime calendar timeit threading queue logging argparse pathlib
textwrap json csv hashlib base64 pprint reprlib unicodedata locale stringprep tokenize ast _strptime
encodings.ascii encodings.latin_1 encodings.cp1252 encodings.cp437 encodings.iso8859_1 encodings.iso8859_15
encodings.utf_16 encodings.utf_16_le encodings.utf_16_be
encodings.utf_32 encodings.utf_32_le encodings.utf_32_be
encodings.utf_8_sig encodings.unicode_escape encodings.raw_unicode_escape encodings.idna encodings.punycode
numpy numpy.linalg numpy.random numpy.fft numpy.polynomial numpy.ma numpy.testing numpy.char numpy.rec
numpy.lib.stride_tricks numpy.exceptions numpy.typing
"""

# What to do without a package that programs often import.
INSTEAD = {
    "torchvision torchaudio torchtext datasets PIL cv2 skimage imageio albumentations librosa h5py": (
        "make small inputs with torch.randn or torch.tensor"
    ),
    "sklearn pandas scipy statsmodels xgboost": "write a few numbers as a torch.tensor",
    "nltk spacy tokenizers sentencepiece tiktoken": "write a few tokens as a torch.tensor",
    "gym gymnasium": "make states and rewards with torch.randn",
    "torch_geometric torch_scatter torch_sparse dgl networkx": "write a few edges as a torch.tensor",
    "transformers timm diffusers peft xformers flash_attn triton": "build a small module from those of torch.nn",
    "pytorch_lightning lightning ignite d2l fastai accelerate deepspeed apex": "write out the training loop",
    "torchmetrics evaluate": "compute it from tensors",
    "torchdiffeq": "write out the steps of the solver",
    "optuna ray hydra omegaconf yaml fire click absl": "write the settings into the program",
    "rich termcolor colorama tabulate": "use print",
    "requests urllib http socket": "a program has no network",
    "multiprocessing concurrent signal asyncio": "run the program in one process",
    "platform uuid pdb ipdb unittest atexit tracemalloc resource psutil": "do without it",
    "einops": "use reshape, permute and torch.einsum",
    "functorch": "torch.func has grad, vjp, jvp, jacrev, jacfwd and hessian",
    "tempfile shutil": "a program has no files: what open() and torch.save write is kept in memory",
    "glob gzip zipfile tarfile": "a program has no files: write what it needs into it",
    "pytorch": "PyTorch is imported as torch",
}

# Modules for a service or a notebook, and those that names are taken from in their place.
INSTEAD_OF = {"torch.utils.tensorboard": "tensorboard", "tqdm.notebook": "tqdm"}

# What is never there, or only as a stand-in, whatever is installed; with what always is, all that nothing is loaded for.
NEVER = frozenset(f"tempfile shutil pytorch {standins.SILENT}".split())
USUAL = NEVER.union(IMPORTABLE.split())

# What is said at the end of a missing module's message.
HOSTED = (
    "a program can import torch, numpy and the usual modules of the standard "
    "library (math, random, itertools, functools, collections, dataclasses, typing, time, copy, ...)"
)
LOCAL = "install it in the studio's Python, and programs can import it"


def not_importable(name: str, reason: str | None = None, is_open: bool = False) -> str:
    """Return what a program is told that imports what it cannot, and what to do instead.

    `reason` is why it cannot import what is installed; `is_open` whether programs can import whatever is.
    """
    package = name.partition(".")[0]
    instead = next((f" ({text})" for names, text in INSTEAD.items() if package in names.split()), "")
    return f"No module named {name!r} here{instead}: {reason or (LOCAL if is_open else HOSTED)}"


def preload() -> None:
    """Import everything a program may need, and use once what NumPy sets up on its first use."""
    for name in MODULES.split():
        importlib.import_module(name)
    import numpy

    numpy.linalg.inv(numpy.eye(2)) @ numpy.ones((2, 2))
    numpy.random.seed(0)
    "\N{SNOWMAN}".encode("unicode_escape")


def has_stand_in(package: str) -> bool:
    """Return whether programs often import a package that they hardly need."""
    return package in standins.IDLE or package in " ".join(INSTEAD).split()


def by_program(globals: Mapping[str, Any] | None, fromlist: Sequence[str], level: int) -> bool:
    """Return whether an import is a statement of the program's own, and not of NumPy or the standard library.

    C code that the program has called (pickle, of the classes it meets) asks with a list for `fromlist`.
    """
    in_program = globals is not None and globals.get("__name__") == "__main__" and level == 0
    return in_program and type(fromlist) is not list


def is_in_force() -> bool:
    """Return whether programs are refused files in this process."""
    return builtins.open.__module__ == __name__


def install(modules: Collection[str], unfit: Mapping[str, str], is_open: bool, is_torch_real: bool = False) -> None:
    """Replace import, open() and input() for the program that is about to run.

    It may import the packages of `modules` too; `unfit` says why some are not to be had, and `is_open` whether whatever is
    installed would be. `is_torch_real` is whether `import torch` is PyTorch itself.
    """
    faults = {**packages.load(modules), **unfit}
    installed = {name for name, fault in faults.items() if fault is None}
    if modules:
        sys.meta_path.append(packages.Late(modules))
    real_import = builtins.__import__
    importable = frozenset(IMPORTABLE.split())

    def import_module(
        name: str,
        globals: dict | None = None,
        locals: dict | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> object:
        if not by_program(globals, fromlist, level):
            return real_import(name, globals, locals, fromlist, level)
        name = INSTEAD_OF.get(name, name) if fromlist else name
        package = name.partition(".")[0]
        if package == "torch" and not is_torch_real:
            standins.stand_in_for_torch(name, fromlist or ())
        if packages.top(name) in installed or package in importable or name.startswith("_"):
            return real_import(name, globals, locals, fromlist, level)
        message = not_importable(name, faults.get(package), is_open and package not in NEVER)
        if package in faults or has_stand_in(package):
            return standins.import_stand_in(name, fromlist, message)
        raise ModuleNotFoundError(message, name=name)

    def open_file(file: object, mode: str = "r", buffering: int = -1, *how: Any, **options: Any) -> IO:
        for known in (preread, memory_files):
            opened = known.opened(file, mode, *how[:2], **options)
            if opened is not None:
                return opened
        raise PermissionError(errno.EPERM, "A program has no files here", file)

    def read_line(prompt: object = "") -> None:
        print(prompt, end="")
        raise EOFError("EOF when reading a line (no one can type here: write the value into the program)")

    builtins.__import__ = import_module
    builtins.open = open_file
    builtins.input = read_line
    memory_files.install()
