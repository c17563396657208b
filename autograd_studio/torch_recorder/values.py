"""Contents of real tensors as a Trace holds them: whole, or a corner and statistics computed where the tensor lives."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch._functorch.pyfunctorch import temporarily_clear_interpreter_stack
from torch._subclasses import FakeTensor
from torch.utils._python_dispatch import _disable_current_modes
from torch.utils.weak import WeakTensorKeyDictionary

from autograd_engine.trace.schema import Value
from autograd_engine.trace.values import CORNER, Values, number

_LARGE = 1e15


class Contents(Values):
    """A Trace's table of contents, filled from tensors of any device and dtype; no tensor is kept."""

    def __init__(self, table: list[Value], elements: int) -> None:
        super().__init__(table, elements)
        self._looked_at = WeakTensorKeyDictionary()  # large tensors: their version, and the index of what they held

    def of(self, tensor: torch.Tensor | None) -> int | None:
        """Return the index of what a tensor holds now; None for None. A tensor without data has an empty corner."""
        if tensor is None:
            return None
        with quiet():
            try:
                return self._held(tensor)
            except (RuntimeError, TypeError, NotImplementedError, AttributeError):  # of a kind that shows no elements
                return self._nothing(tensor)

    def changed(self, tensor: torch.Tensor) -> None:
        """A tensor holds something else, which its version does not tell."""
        self._looked_at.pop(tensor, None)

    def _held(self, tensor: torch.Tensor) -> int:
        plain = unwrapped(tensor).detach()
        if plain.is_meta or isinstance(plain, FakeTensor):
            return self._nothing(plain)
        if plain.is_quantized:
            plain = plain.dequantize()
        if plain.layout is not torch.strided:
            plain = plain.to_dense()
        if plain.is_complex():
            plain = torch.view_as_real(plain.resolve_conj())
        if plain.numel() <= self._elements:
            return self.index(_array(plain))
        version = None if tensor.is_inference() else tensor._version
        known = self._looked_at.get(tensor)
        if known is not None and version is not None and known[0] == version:
            return known[1]
        index = self._large(plain)
        self._looked_at[tensor] = version, index
        return index

    def _nothing(self, tensor: torch.Tensor) -> int:
        dtype = str(tensor.dtype).removeprefix("torch.")
        shape = [] if tensor.is_nested else [int(n) for n in tensor.shape]
        return self._entry(("nothing", dtype, *shape), lambda: Value(dtype, shape, [], [0]))

    def _large(self, tensor: torch.Tensor) -> int:
        """Return the index of a corner and statistics. The corner's numbers are written when the recording ends."""
        corner = _array(tensor[(0,) * max(tensor.dim() - 2, 0) + (slice(CORNER),) * min(tensor.dim(), 2)])
        stats, data = statistics(tensor), corner.tobytes()

        def make() -> Value:
            found = self._whole(corner, data)
            found.corner, found.shape, found.stats = found.shape, list(tensor.shape), stats
            return found

        return self._entry((corner.dtype.str, tensor.shape, data, *map(str, stats.values())), make)


def unseen() -> Any:
    """Return a context in which the recorder's own looks call neither modes nor the `__torch_function__` of subclasses."""
    return torch._C.DisableTorchFunction()


def quiet() -> _Quiet:
    """Return a context in which the recorder's own looks are neither recorded nor differentiated."""
    return _Quiet()


class _Quiet:
    """Faster than the public contexts that it stands for: it is entered several times a node."""

    def __enter__(self) -> None:
        self._functions = unseen()
        self._functions.__enter__()
        self._had_grad = torch.is_grad_enabled()
        torch._C._set_grad_enabled(False)
        self._modes = []
        if torch._C._functorch.peek_interpreter_stack() is not None:
            self._modes.append(temporarily_clear_interpreter_stack())
        if torch._C._len_torch_dispatch_stack():
            self._modes.append(_disable_current_modes())
        for mode in self._modes:
            mode.__enter__()

    def __exit__(self, *error: Any) -> None:
        for mode in reversed(self._modes):
            mode.__exit__(*error)
        torch._C._set_grad_enabled(self._had_grad)
        self._functions.__exit__(*error)


def unwrapped(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor inside those of `torch.func` and `vmap`: with all examples of a batch."""
    while torch._C._functorch.is_functorch_wrapped_tensor(tensor):
        tensor = torch._C._functorch.get_unwrapped(tensor)
    if torch._C._functorch.is_legacy_batchedtensor(tensor):  # of `is_grads_batched`, which never nests
        tensor = torch._remove_batch_dim(tensor, 1, 1, 0)
    return tensor


def _array(tensor: torch.Tensor) -> Any:
    """Return the elements as NumPy has them; bfloat16, which it has not, as float32.

    They are copied: memory that NumPy has seen can never be resized.
    """
    if tensor.dtype is torch.bfloat16:
        tensor = tensor.float()
    return tensor.clone().cpu().resolve_conj().resolve_neg().numpy()


def statistics(tensor: torch.Tensor) -> dict[str, Any]:
    """Return how many elements are NaN, infinite or 0, and min, max, mean and norm of the finite ones."""
    found: dict[str, Any] = {}
    zeros = tensor.numel() - int(torch.count_nonzero(tensor))
    low, high = _edges(tensor)
    if tensor.is_floating_point():
        found["nan"] = found["inf"] = 0
        if not math.isfinite(low) or not math.isfinite(high):
            nan, inf = torch.isnan(tensor), torch.isinf(tensor)
            found["nan"], found["inf"] = int(nan.sum()), int(inf.sum())
            tensor = tensor[~(nan | inf)]
            low, high = _edges(tensor)
        digits = np.float64 if tensor.dtype is torch.float64 else np.float32
    else:
        tensor, digits = tensor.double(), np.asarray
    found["zeros"] = zeros
    if tensor.numel():
        found["min"], found["max"] = number(digits(low)), number(digits(high))
        wide = torch.promote_types(tensor.dtype, torch.float32)
        if max(-low, high) > _LARGE:  # the squares may be infinite
            wide = torch.float64
        found["mean"] = number(np.float32(tensor.mean(dtype=wide).item()))
        found["norm"] = number(np.float32(torch.linalg.vector_norm(tensor, dtype=wide).item()))
    return found


def _edges(tensor: torch.Tensor) -> tuple:
    """Return the least and the greatest element: NaN if one is, 0 if there is none."""
    return tuple(edge.item() for edge in torch.aminmax(tensor)) if tensor.numel() else (0, 0)
