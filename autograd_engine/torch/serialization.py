"""`torch.save` and `torch.load`: objects as bytes, in which tensors that share memory still do.

The bytes are a pickle of this package's own: of the memory of all tensors, and of the object, in which a tensor is told by
its place in that memory.
"""

from __future__ import annotations

import io
import os
import pickle
from typing import Any

import numpy as np

from ..base import dtypes
from ..base.array_memory import at_strided, geometry, memory, storage
from ..base.device import device, require_cpu
from ..graph.observer import seam
from ..graph.tensor import Tensor, make
from ..graph.views import shared_version

__all__ = ["load", "save"]


def save(obj: Any, f: Any, pickle_module: Any = pickle, pickle_protocol: int = 2, **options: Any) -> None:
    """Write an object to a file, or to what has a `write`, such as `io.BytesIO()`."""
    if isinstance(f, str | os.PathLike):
        with open(f, "wb") as file:
            return save(obj, file, pickle_module, pickle_protocol)
    if not hasattr(f, "write"):
        raise AttributeError("expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    pickled = io.BytesIO()
    saver = _Saver(pickled, pickle_protocol)
    saver.dump(obj)
    f.write(pickle.dumps((saver.contents, pickled.getvalue())))
    return None


def load(
    f: Any, map_location: Any = None, pickle_module: Any = None, *, weights_only: bool | None = None,
    mmap: bool | None = None, **pickle_load_args: Any,
) -> Any:  # fmt: skip
    """Return the object that `save` wrote: tensors, containers and numbers, and others only if not `weights_only`."""
    if isinstance(f, str | os.PathLike):
        with open(f, "rb") as file:
            return load(file, map_location, weights_only=weights_only)
    for method in ("seek", "tell", "read"):
        if not hasattr(f, method):
            raise AttributeError(
                f"{type(f).__name__!r} object has no attribute {method!r}. You can only torch.load from a file that is "
                "seekable. Please pre-load the data into a buffer like io.BytesIO and try to load from it instead."
            )
    _require_here(map_location)
    if not (saved := f.read()):
        raise EOFError
    contents, pickled = _Unpickler(io.BytesIO(saved)).load()
    storages = [np.frombuffer(content, np.uint8).copy() for content in contents]
    try:
        return (_Loader if weights_only is False else _WeightsLoader)(io.BytesIO(pickled), storages).load()
    except _Unsafe as refusal:
        raise pickle.UnpicklingError(_REFUSAL.format(refusal)) from None


def _require_here(map_location: Any) -> None:
    if not isinstance(map_location, str | device):
        return  # a function or dictionary can only choose the CPU
    if str(map_location).startswith("cuda"):
        raise RuntimeError(
            "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a "
            "CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU."
        )
    require_cpu(map_location)


# ---- how a tensor is told


class _Storage:
    """Stands for memory: `place` is its place among the contents."""

    def __init__(self, place: int) -> None:
        self.place = place


class _Saver(pickle.Pickler):
    def __init__(self, file: io.BytesIO, protocol: int) -> None:
        super().__init__(file, protocol)
        self.contents: list[bytes] = []
        self._known: dict[int, tuple[np.ndarray, _Storage]] = {}  # by the owner's id, with the owner

    def reducer_override(self, obj: Any) -> Any:
        if not isinstance(obj, Tensor):
            return NotImplemented
        array = obj.array()
        content = self._storage(array), array.dtype.name, *geometry(array)
        return _rebuilt, (type(obj), *content, obj.requires_grad, obj.__dict__)

    def persistent_id(self, obj: Any) -> int | None:
        return obj.place if type(obj) is _Storage else None

    def _storage(self, array: np.ndarray) -> _Storage:
        owner = storage(array)
        if id(owner) not in self._known:
            self._known[id(owner)] = owner, _Storage(len(self.contents))
            self.contents.append(memory(array).tobytes())
        return self._known[id(owner)][1]


def _rebuilt(
    cls: type, content: np.ndarray, dtype: str, size: tuple, stride: tuple, offset: int, requires_grad: bool,
    fields: dict,
) -> Tensor:  # fmt: skip
    tensor = make(cls, at_strided(content.view(dtype), size, stride, offset))
    tensor._req = requires_grad
    tensor.__dict__.update(fields)
    shared_version(tensor)[0] += 1  # PyTorch makes an empty tensor first
    if seam.count:
        seam.observer().created("load", tensor)
    return tensor


# ---- which classes and functions the bytes may name


class _Unsafe(Exception):
    """What was named is none of those that may be."""


class _Unpickler(pickle.Unpickler):
    """Reads the outer pickle, which names nothing."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError("this was not written by torch.save")


class _Loader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, storages: list[np.ndarray]) -> None:
        super().__init__(file)
        self._storages = storages

    def persistent_load(self, pid: int) -> np.ndarray:
        return self._storages[pid]


# Tensors, containers and numbers, by the names that they have in a pickle of protocol 2.
_HARMLESS = {
    "collections.OrderedDict", "collections.Counter", "torch.Size", "torch.device", "torch.Tensor",
    "torch.nn.parameter.Parameter", "torch.nn.parameter.Buffer", "_codecs.encode", "__builtin__.set",
    "__builtin__.complex", "__builtin__.bytearray", f"torch.serialization.{_rebuilt.__name__}",
    *(f"torch.{dtype.name}" for dtype in dtypes.ALL),
}  # fmt: skip


class _WeightsLoader(_Loader):
    def find_class(self, module: str, name: str) -> Any:
        path = f"{module}.{name}"
        if path not in _HARMLESS:
            raise _Unsafe(
                f"Unsupported global: GLOBAL {path} was not an allowed global by default. Please use "
                f"`torch.serialization.add_safe_globals([{path}])` or the `torch.serialization.safe_globals([{path}])` "
                "context manager to allowlist this global if you trust this class/function."
            )
        return super().find_class(module, name)


_REFUSAL = """\
Weights only load failed. This file can still be loaded, to do so you have two options, \
\033[1mdo those steps only if you trust the source of the checkpoint\033[0m. \n\
\t(1) In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. \
Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. \
Do it only if you got the file from a trusted source.
\t(2) Alternatively, to load with `weights_only=True` please check the recommended steps in the following error message.
\tWeightsUnpickler error: {}

Check the documentation of torch.load to learn more about types accepted by default with weights_only \
https://pytorch.org/docs/stable/generated/torch.load.html."""
