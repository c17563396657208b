"""Friendly refusals inside a program: import, open() and input() say what is missing here.

This is courtesy, not security: it is Python, and a program can walk around it. The lock stands without it.
"""

import builtins
import errno
import importlib
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import IO, Any

from autograd_studio.answering.importable import IMPORTABLE, MODULES

from ...catalogue import say
from . import memory_files, packages, preread, standins

# What to do without a package that programs often import.
INSTEAD = {
    "torchvision torchaudio torchtext datasets PIL cv2 skimage imageio albumentations librosa h5py": (
        say("sandbox.instead.data")
    ),
    "sklearn pandas scipy statsmodels xgboost": say("sandbox.instead.tables"),
    "nltk spacy tokenizers sentencepiece tiktoken": say("sandbox.instead.tokens"),
    "gym gymnasium": say("sandbox.instead.games"),
    "torch_geometric torch_scatter torch_sparse dgl networkx": say("sandbox.instead.graphs"),
    "transformers timm diffusers peft xformers flash_attn triton": say("sandbox.instead.models"),
    "pytorch_lightning lightning ignite d2l fastai accelerate deepspeed apex": say("sandbox.instead.training"),
    "torchmetrics evaluate": say("sandbox.instead.measures"),
    "torchdiffeq": say("sandbox.instead.solvers"),
    "optuna ray hydra omegaconf yaml fire click absl": say("sandbox.instead.settings"),
    "rich termcolor colorama tabulate": say("sandbox.instead.printing"),
    "requests urllib http socket": say("sandbox.instead.network"),
    "multiprocessing concurrent signal asyncio": say("sandbox.instead.processes"),
    "platform uuid pdb ipdb unittest atexit tracemalloc resource psutil": say("sandbox.instead.tools"),
    "einops": say("sandbox.instead.einops"),
    "functorch": say("sandbox.instead.functorch"),
    "tempfile shutil": say("sandbox.instead.files"),
    "glob gzip zipfile tarfile": say("sandbox.instead.archives"),
    "pytorch": say("sandbox.instead.pytorch"),
}

# Modules for a service or a notebook, and those that names are taken from in their place.
INSTEAD_OF = {"torch.utils.tensorboard": "tensorboard", "tqdm.notebook": "tqdm"}

# What is never there, or only as a stand-in, whatever is installed; with what always is, all that nothing is loaded for.
NEVER = frozenset(f"tempfile shutil pytorch {standins.SILENT}".split())
USUAL = NEVER.union(IMPORTABLE.split())

# What is said at the end of a missing module's message.
HOSTED = say("sandbox.package.hosted")
LOCAL = say("sandbox.package.local")


def not_importable(name: str, reason: str | None = None, is_open: bool = False) -> str:
    """Return what a program is told that imports what it cannot, and what to do instead.

    `reason` is why it cannot import what is installed; `is_open` whether programs can import whatever is.
    """
    package = name.partition(".")[0]
    instead = next((f" ({text})" for names, text in INSTEAD.items() if package in names.split()), "")
    return say(
        "sandbox.package.missing", name=repr(name), instead=instead, reason=reason or (LOCAL if is_open else HOSTED)
    )


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
        raise PermissionError(errno.EPERM, say("sandbox.file.none"), file)

    def read_line(prompt: object = "") -> None:
        print(prompt, end="")
        raise EOFError(say("sandbox.program.no_input"))

    builtins.__import__ = import_module
    builtins.open = open_file
    builtins.input = read_line
    memory_files.install()
