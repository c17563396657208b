"""Contents of real tensors as a Trace holds them: whole, or a corner and statistics computed where the tensor lives.

What lies on a device is read from there once for many tensors: each read waits for all that the device has still to do.
"""

from __future__ import annotations

import ctypes
import functools
import math
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
import torch
from torch._functorch.pyfunctorch import temporarily_clear_interpreter_stack
from torch._subclasses import FakeTensor
from torch.utils._python_dispatch import _disable_current_modes

from autograd_engine.trace.schema import Step, Trace, Value
from autograd_engine.trace.values import CORNER, Values, number

from .tables import ByTensor

_LARGE = 1e15  # its square is nearly infinite in float32
_MOST_WAITING = 2048  # looks, before they are read: some 30 MB of the device's memory

_PIECE = 1 << 24  # elements measured at once in a wider dtype, so that this takes little memory beside a large tensor

Entry = tuple[tuple, Callable[[], Value]]  # of the table of contents: its key, and what makes it


class _Look(NamedTuple):
    """What was seen of a tensor: copies on its device, and what tells from these, once they are read, which entry it is.

    `nothing` is the entry where they cannot be read.
    """

    parts: list[torch.Tensor]
    entry: Callable[..., Entry]
    nothing: Entry


class Contents(Values):
    """A Trace's table of contents, filled from tensors of any device and dtype; no tensor is kept.

    What is on a device has a negative index until `settle`, and so has all that comes after it before that is read, so that
    the entries stand in the order in which they were met.
    """

    def __init__(self, table: list[Value], elements: int) -> None:
        super().__init__(table, elements)
        self._looked_at = ByTensor()  # version and index of what is large, or dear to read
        self._waiting: list[_Look] = []
        self._read: list[int] = []  # the entry of each look that has waited; its index was -1, -2, …

    def of(self, tensor: torch.Tensor | None) -> int | None:
        """Return the index of what a tensor holds now; None for None. A tensor without data has an empty corner."""
        if tensor is None:
            return None
        with quiet():
            try:
                return self._held(tensor)
            except (RuntimeError, TypeError, NotImplementedError, AttributeError):  # of a kind that shows no elements
                return self._seen_at_once(*_nothing(tensor))

    def changed(self, tensor: torch.Tensor) -> None:
        """A tensor holds something else, which its version does not tell."""
        self._looked_at.pop(tensor, None)

    def holds(self, tensor: torch.Tensor, index: int | None) -> None:
        """A tensor holds what an index is of, as is known without a look."""
        if not tensor.is_inference():
            self._looked_at[tensor] = tensor._version, index

    def are_equal(self, one: int | None, other: int | None) -> bool:
        """Return whether two indices are of the same contents, which may have to be read for that."""
        if one == other or one is None or other is None:
            return one == other
        if min(one, other) < 0:
            self._read_all()
        return self._settled(one) == self._settled(other)

    def settle(self, trace: Trace) -> None:
        """The recording has ended: read what waits, number it as if it never had, and write all numbers."""
        self._read_all()
        if self._read:
            _renumber(trace, self._settled)
        self.forget()

    def _settled(self, index: int | None) -> int | None:
        return index if index is None or index >= 0 else self._read[~index]

    # ---- looking

    def _held(self, tensor: torch.Tensor) -> int:
        plain = unwrapped(tensor).detach()
        if plain.is_meta or isinstance(plain, FakeTensor):
            return self._seen_at_once(*_nothing(plain))
        if plain.is_quantized:
            plain = plain.dequantize()
        if plain.layout is not torch.strided:
            plain = plain.to_dense()
        if plain.is_complex():
            plain = torch.view_as_real(plain.resolve_conj())
        is_whole, waits = plain.numel() <= self._elements, _waits(plain)
        if is_whole and not waits:
            return self._seen_at_once(*self._all(_dtype(plain.dtype), plain.shape, _bytes(plain)))
        version = None if tensor.is_inference() else tensor._version
        known = self._looked_at.get(tensor)
        if known is not None and version is not None and known[0] == version:
            return known[1]
        index = self._shown(plain, *(self._small(plain) if is_whole else self._large(plain, waits)))
        self._looked_at[tensor] = version, index
        return index

    def _all(self, dtype: np.dtype, shape: Sequence[int], data: bytes) -> Entry:
        """Return the entry of all elements of a tensor."""
        shape = tuple(shape)
        return (dtype.str, shape, data), lambda: self._whole(np.frombuffer(data, dtype).reshape(shape), data)

    def _small(self, tensor: torch.Tensor) -> tuple[list[torch.Tensor], Callable[..., Entry]]:
        """Return what shows all elements of a tensor, and what makes an entry of it."""
        dtype, shape = _dtype(tensor.dtype), tensor.shape
        return [_copied(tensor)], lambda array: self._all(dtype, shape, array.tobytes())

    def _large(self, tensor: torch.Tensor, waits: bool) -> tuple[list[torch.Tensor], Callable[..., Entry]]:
        """Return what shows a corner and statistics of a tensor, and what makes an entry of it.

        Statistics of the finite elements alone are seldom needed. Only where nothing waits can it be seen in time whether they
        are; nothing that waits keeps the tensor.
        """
        dtype, shape, count = _dtype(tensor.dtype), tensor.shape, tensor.numel()
        corner = tensor[(0,) * max(tensor.dim() - 2, 0) + (slice(CORNER),) * min(tensor.dim(), 2)]
        parts = [_copied(corner), *_measures(tensor)]
        if not tensor.is_floating_point():
            stats = functools.partial(_of_integers, count)
        elif waits:
            parts += _measures_of_finite(tensor)
            stats = functools.partial(statistics, count)
        else:
            stats = functools.partial(statistics, count, tensor=tensor)
        return parts, lambda array, *measures: self._cornered(dtype, shape, array, stats(measures))

    def _cornered(self, dtype: np.dtype, shape: Sequence[int], corner: np.ndarray, stats: dict[str, Any]) -> Entry:
        """Return the entry of a corner and statistics of a tensor. The corner's numbers are written when the recording ends."""
        data = corner.tobytes()

        def make() -> Value:
            found = self._whole(corner, data)
            found.corner, found.shape, found.stats = found.shape, list(shape), stats
            return found

        return (dtype.str, shape, data, *map(str, stats.values())), make

    # ---- entries

    def _seen_at_once(self, key: tuple, make: Callable[[], Value]) -> int:
        """Return the index of an entry that is known, which waits only behind others."""
        if not self._waiting:
            return self._entry(key, make)
        return self._wait(_Look([], lambda: (key, make), (key, make)))

    def _shown(self, tensor: torch.Tensor, parts: list[torch.Tensor], entry: Callable[..., Entry]) -> int:
        """Return the index of the entry that parts of a tensor will tell of, or tell of now if they are not on a device."""
        if not _waits(tensor):
            return self._seen_at_once(*entry(*map(_array, parts)))
        return self._wait(_Look(parts, entry, _nothing(tensor)))

    def _wait(self, look: _Look) -> int:
        self._waiting.append(look)
        index = -len(self._read) - len(self._waiting)
        if len(self._waiting) >= _MOST_WAITING:
            self._read_all()
        return index

    def _read_all(self) -> None:
        """Read all that waits, in one go from each device; a device that has failed tells nothing."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        with quiet():
            try:
                arrays = iter(_brought([part for look in waiting for part in look.parts]))
            except RuntimeError:
                arrays = None
        for look in waiting:
            entry = look.nothing if arrays is None else look.entry(*[next(arrays) for _ in look.parts])
            self._read.append(self._entry(*entry))


def _renumber(trace: Trace, settled: Callable[[int | None], int | None]) -> None:
    """Replace the index of each value in a Trace."""
    for tensor in trace.tensors:
        tensor.value, tensor.tangent = settled(tensor.value), settled(tensor.tangent)
    for run in trace.passes:
        for root in run.roots:
            root.seed = settled(root.seed)
    for step in trace.steps:
        _renumber_step(step, settled)


def _renumber_step(step: Step, settled: Callable[[int | None], int | None]) -> None:
    step.value, step.before, step.after = settled(step.value), settled(step.before), settled(step.after)
    for row in step.incoming, step.outgoing:
        if row is not None:
            row[:] = map(settled, row)
    for place in (*(step.changed or ()), *(step.waiting or ())):
        place[-1] = settled(place[-1])


def unseen() -> Any:
    """Return a context in which the recorder's own looks call neither modes nor the `__torch_function__` of subclasses."""
    return torch._C.DisableTorchFunction()


def quiet() -> _Quiet:
    """Return a context in which the recorder's own looks are neither recorded nor differentiated; inside another one it does
    nothing."""
    return _Quiet()


def looking() -> Any:
    """Return a context for all that is looked at around a call or at a hook: `quiet`, so that what is called in it need not
    become so each time, where no mode is at work whose tensors show more inside of it."""
    is_plain = torch._C._functorch.peek_interpreter_stack() is None and not torch._C._len_torch_dispatch_stack()
    return _Quiet() if is_plain else unseen()


def aside() -> Any:
    """Return a context inside of these in which the program's own code runs as outside of them."""
    stack = ExitStack()
    if getattr(_here, "is_quiet", False):
        stack.enter_context(torch.set_grad_enabled(_here.had_grad))
        _here.is_quiet = False
        stack.callback(setattr, _here, "is_quiet", True)
    stack.enter_context(torch._C._EnableTorchFunction())
    return stack


_here = threading.local()  # whether this thread is in such a context, and whether gradients were recorded outside


class _Quiet:
    """Faster than the public contexts that it stands for."""

    __slots__ = ("_is_inner", "_functions", "_modes")

    def __enter__(self) -> None:
        self._is_inner = getattr(_here, "is_quiet", False)
        if self._is_inner:
            return
        _here.is_quiet = True
        self._functions = unseen()
        self._functions.__enter__()
        _here.had_grad = torch.is_grad_enabled()
        torch._C._set_grad_enabled(False)
        self._modes = []
        if torch._C._functorch.peek_interpreter_stack() is not None:
            self._modes.append(temporarily_clear_interpreter_stack())
        if torch._C._len_torch_dispatch_stack():
            self._modes.append(_disable_current_modes())
        for mode in self._modes:
            mode.__enter__()

    def __exit__(self, *error: Any) -> None:
        if self._is_inner:
            return
        _here.is_quiet = False
        for mode in reversed(self._modes):
            mode.__exit__(*error)
        torch._C._set_grad_enabled(_here.had_grad)
        self._functions.__exit__(*error)


def unwrapped(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor inside those of `torch.func` and `vmap`: with all examples of a batch."""
    while torch._C._functorch.is_functorch_wrapped_tensor(tensor):
        tensor = torch._C._functorch.get_unwrapped(tensor)
    if torch._C._functorch.is_legacy_batchedtensor(tensor):  # of `is_grads_batched`, which never nests
        tensor = torch._remove_batch_dim(tensor, 1, 1, 0)
    return tensor


def _waits(tensor: torch.Tensor) -> bool:
    """Return whether reading a tensor waits for a device."""
    return not tensor.is_cpu


def _nothing(tensor: torch.Tensor) -> Entry:
    """Return the entry of a tensor that shows no elements."""
    dtype = str(tensor.dtype).removeprefix("torch.")
    shape = [] if tensor.is_nested else [int(n) for n in tensor.shape]
    return ("nothing", dtype, *shape), lambda: Value(dtype, shape, [], [0])


@functools.cache
def _dtype(dtype: torch.dtype) -> np.dtype:
    """Return the dtype in which NumPy has the elements of a tensor: bfloat16, which it has not, as float32."""
    return torch.empty(0, dtype=torch.float32 if dtype is torch.bfloat16 else dtype, device="cpu").numpy().dtype


def _copied(tensor: torch.Tensor) -> torch.Tensor:
    """Return a copy of a tensor where it lies, in order, in a dtype that NumPy has.

    Memory that NumPy has seen can never be resized, so that what it sees is never the program's.
    """
    return _readable(tensor.clone(memory_format=torch.contiguous_format).resolve_neg())


def _readable(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.float() if tensor.dtype is torch.bfloat16 else tensor


def _array(tensor: torch.Tensor) -> np.ndarray:
    return tensor.cpu().numpy()


def _bytes(tensor: torch.Tensor) -> bytes:
    """Return the elements of a tensor of the CPU, in order."""
    is_plain = tensor.is_contiguous() and not tensor.is_neg() and tensor.dtype is not torch.bfloat16
    if is_plain and type(tensor) is torch.Tensor and (place := tensor.data_ptr()):
        return ctypes.string_at(place, tensor.nbytes)
    return _array(_copied(tensor)).tobytes()


def _brought(parts: list[torch.Tensor]) -> list[np.ndarray]:
    """Return small tensors as arrays: those of one device come in one transfer, whatever their dtypes are."""
    found: list[Any] = [None] * len(parts)
    places: dict[torch.device, dict[torch.dtype, list[int]]] = {}
    for i, part in enumerate(parts):
        places.setdefault(part.device, {}).setdefault(part.dtype, []).append(i)
    for device, by_dtype in places.items():
        if device.type == "cuda":  # backward nodes may have run on streams of their own
            torch.cuda.synchronize(device)
        joined = [torch.cat([parts[i].reshape(-1) for i in where]) for where in by_dtype.values()]
        data, begin = torch.cat([part.view(torch.uint8) for part in joined]).cpu().numpy().data, 0
        for dtype, where in by_dtype.items():
            for i in where:
                count, shape = parts[i].numel(), parts[i].shape
                found[i] = np.frombuffer(data, _dtype(dtype), count, begin).reshape(shape)
                begin += found[i].nbytes
    return found


# ---- statistics


def _measures(tensor: torch.Tensor) -> Iterator[torch.Tensor]:
    """Yield how many elements of a tensor are not 0, their least and greatest, their mean and their norm.

    The last four are NaN if an element is.
    """
    yield torch.count_nonzero(tensor)
    yield from map(_readable, torch.aminmax(tensor))
    if not tensor.is_floating_point():
        tensor = tensor.to(_widest(tensor))
    dtype = torch.promote_types(tensor.dtype, torch.float32)
    yield tensor.mean(dtype=dtype)
    yield torch.linalg.vector_norm(tensor, dtype=dtype)


def _measures_of_finite(tensor: torch.Tensor) -> Iterator[torch.Tensor]:
    """Yield how many elements are NaN, how many finite ones are not 0, and of the finite ones the least and the greatest, the sum
    and the norm, which no squares make infinite."""
    inf = math.inf
    if tensor.numel() > _PIECE:
        columns = zip(*map(_measures_of_finite, tensor.reshape(-1).split(_PIECE)), strict=True)
        yield from (of(torch.stack(column)) for of, column in zip(_OF_PIECES, columns, strict=True))
        return
    yield torch.isnan(tensor).sum()
    kept = torch.nan_to_num(tensor, nan=0.0, posinf=0.0, neginf=0.0)
    yield torch.count_nonzero(kept)
    yield _readable(torch.nan_to_num(tensor, nan=inf, posinf=inf, neginf=inf).amin())
    yield _readable(torch.nan_to_num(tensor, nan=-inf, posinf=-inf, neginf=-inf).amax())
    wide = kept.to(_widest(tensor))
    yield wide.sum()
    yield torch.linalg.vector_norm(wide)


# What each of these is of a tensor, given what it is of its pieces.
_OF_PIECES = (torch.sum, torch.sum, torch.amin, torch.amax, torch.sum, torch.linalg.vector_norm)


def _widest(tensor: torch.Tensor) -> torch.dtype:
    """Return the widest dtype of floating point that a tensor's device has."""
    return torch.float32 if tensor.device.type == "mps" else torch.float64


def statistics(count: int, measures: Sequence[Any], tensor: torch.Tensor | None = None) -> dict[str, Any]:
    """Return how many elements of floating point are NaN, infinite or 0, and min, max, mean and norm of the finite ones.

    What `measures` lack of those of the finite ones is measured if there is a need.
    """
    nonzero, low, high, mean, norm, *of_finite = measures
    nans = infinite = 0
    if not max(-low, high) <= _LARGE:  # also where one is NaN
        if tensor is not None:
            of_finite = map(_array, _measures_of_finite(tensor))
        nans, finite_nonzero, low, high, total, norm = of_finite
        infinite = nonzero - finite_nonzero - nans
        finite = count - nans - infinite
        mean = total / finite if finite else None
    found = {"nan": int(nans), "inf": int(infinite), "zeros": count - int(nonzero)}
    return found if mean is None else found | _edges_and_means(low, high, mean, norm)


def _of_integers(count: int, measures: Sequence[Any]) -> dict[str, Any]:
    nonzero, *rest = measures
    return {"zeros": count - int(nonzero), **_edges_and_means(*rest)}


def _edges_and_means(low: Any, high: Any, mean: Any, norm: Any) -> dict[str, Any]:
    single = np.float32
    return {"min": number(low[()]), "max": number(high[()]), "mean": number(single(mean)), "norm": number(single(norm))}
