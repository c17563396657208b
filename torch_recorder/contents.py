"""Contents of real tensors as a Trace holds them: whole, or a corner and statistics computed where the tensor lives."""

from __future__ import annotations

from typing import Any

import torch
from torch._functorch.pyfunctorch import temporarily_clear_interpreter_stack
from torch._subclasses import FakeTensor
from torch.utils.weak import WeakTensorKeyDictionary

from autograd_engine.trace import Value
from autograd_engine.tracing.values import CORNER, Values, number, numbers


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
            plain = unwrapped(tensor).detach()
            if plain.is_meta or isinstance(plain, FakeTensor):
                nothing = Value(str(plain.dtype).removeprefix("torch."), list(plain.shape), [], [0])
                return self._entry(("meta", str(plain.dtype), plain.shape), lambda: nothing)
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
            found = _summary(plain)
            key = found.dtype, tuple(found.shape), str(found.stats), str(found.data)
            index = self._entry(key, lambda: found)
            self._looked_at[tensor] = version, index
            return index


def quiet() -> _Quiet:
    """Return a context in which the recorder's own looks are neither recorded nor differentiated."""
    return _Quiet()


class _Quiet:
    def __enter__(self) -> None:
        self._contexts = [torch._C.DisableTorchFunction(), torch.no_grad()]
        if torch._C._functorch.peek_interpreter_stack() is not None:
            self._contexts.append(temporarily_clear_interpreter_stack())
        for context in self._contexts:
            context.__enter__()

    def __exit__(self, *error: Any) -> None:
        for context in reversed(self._contexts):
            context.__exit__(*error)


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


def _summary(tensor: torch.Tensor) -> Value:
    corner = _array(tensor[(0,) * max(tensor.dim() - 2, 0) + (slice(CORNER),) * min(tensor.dim(), 2)])
    return Value(corner.dtype.name, list(tensor.shape), numbers(corner), list(corner.shape), _statistics(tensor))


def _statistics(tensor: torch.Tensor) -> dict[str, Any]:
    """Return how many elements are NaN, infinite or 0, and min, max, mean and norm of the finite ones."""
    found: dict[str, Any] = {}
    floats = tensor.is_floating_point()
    zeros = tensor.numel() - int(torch.count_nonzero(tensor))
    if floats:
        total = tensor.sum(dtype=torch.float64)
        found["nan"] = found["inf"] = 0
        if not torch.isfinite(total):
            nan, inf = torch.isnan(tensor), torch.isinf(tensor)
            found["nan"], found["inf"] = int(nan.sum()), int(inf.sum())
            tensor = tensor[~(nan | inf)]
    found["zeros"] = zeros
    if tensor.numel():
        low, high = torch.aminmax(tensor)
        values = tensor if floats else tensor.double()
        found["min"], found["max"] = number(_array(low)[()]), number(_array(high)[()])
        found["mean"] = number(_array(values.mean(dtype=torch.float32))[()])
        found["norm"] = number(_array(torch.linalg.vector_norm(values, dtype=torch.float32))[()])
    return found
