"""Single elements, read and written where an index tensor says: gather and scatter."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import errors, positions
from ..base.dims import wrap_dim
from ..graph.tensor import Tensor
from ..op.inplace import variant
from ..op.namespaces import function, publish
from ..op.op import op
from .create import zeros_as
from .indices import as_vector, check_bounds, fitted, legacy, refuse, without
from .shape import reshape
from .write import fill_value


@op(self=lambda grad, self, dim, index, sparse_grad: scatter_add(zeros_as(grad, tuple(self.shape)), dim, index, grad))
def gather(self, dim, index: Tensor, sparse_grad=False):
    """Take one element for each index: out[i][j] = input[index[i][j]][j] for dim 0, and so on."""
    axis = wrap_dim(dim, self.ndim)
    if index.size == 0:
        return np.empty(index.shape, self.dtype)
    _check_index("gather", index)
    its, mine = as_vector(index).shape, as_vector(self).shape
    refuse(
        (len(its) != len(mine), RuntimeError, "Index tensor must have the same number of dimensions as input tensor")
    )
    for i, (n, m) in enumerate(zip(its, mine, strict=True)):
        refuse((n > m and i != axis, RuntimeError, f"Size does not match at dimension {i} expected index {list(index.shape)} "
                f"to be no larger than self {list(self.shape)} apart from dimension {axis}"))  # fmt: skip
    whole = as_vector(self)
    check_bounds(index, whole.shape[axis], axis)
    return np.ascontiguousarray(whole[places_along(as_vector(index), axis)]).reshape(index.shape)


def _check_index(name: str, index: Any) -> None:
    if index.dtype not in (np.int32, np.int64):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")


def places_along(index: np.ndarray, axis: int) -> tuple:
    """Return numpy's index for the elements that `index` names along an axis."""
    places = positions.grid(index.shape)
    places[axis] = index
    return tuple(places)


def check_scatter(array: Any, dim: int, index: Any, src: Any = None) -> None:
    """Raise PyTorch's error if elements of `src` cannot be scattered into an array."""
    if index.size:
        _check_index("scatter", index)
    if src is not None and array.dtype != src.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if not index.size:
        return
    mine, its, other = [() if one is None else as_vector(one).shape for one in (array, index, src)]
    if len(mine) != len(its):
        raise RuntimeError("Index tensor must have the same number of dimensions as self tensor")
    large = any(n > m and i != dim for i, (n, m) in enumerate(zip(its, mine, strict=True)))
    and_src = ""
    if src is not None:
        large = large or any(n > other[wrap_dim(i, len(other))] for i, n in enumerate(its))
        and_src = f" and to be no larger size than src {list(src.shape)}"
    refuse(
        (large, RuntimeError, f"Expected index {list(index.shape)} to be no larger than self {list(array.shape)} apart from "
         f"dimension {dim}{and_src}"),
        (bool(and_src) and len(other) != len(its), RuntimeError, "Index tensor must have the same number of dimensions as src "
         "tensor"),
    )  # fmt: skip


def _scattered(array: Any, dim: int, index: Any, src: Any, combine: Any = None) -> np.ndarray:
    """Return a copy with elements of `src` (or a number) written, or combined, where `index` says."""
    dim = wrap_dim(dim, array.ndim)
    check_scatter(array, dim, index, src if isinstance(src, np.ndarray | np.generic) else None)
    whole = as_vector(np.array(array, order="C"))
    if index.size:
        index = as_vector(index)
        check_bounds(index, whole.shape[dim], dim)
        if isinstance(src, np.ndarray | np.generic):
            src = as_vector(src)[tuple([slice(n) for n in index.shape])]
        else:
            src = fill_value(whole, src)
        if combine is None:
            whole[places_along(index, dim)] = src
        else:
            combine.at(whole, places_along(index, dim), src)
    return whole.reshape(array.shape)


@op(
    "ScatterBackward0",
    self=lambda grad, dim, index: _scatter_value(grad, dim, index, 0),
    src=lambda grad, dim, index, src_shape: fitted(gather(grad, dim, index), src_shape, "ScatterBackward0", 1),
)
def _scatter(self, dim, index: Tensor, src):
    return _scattered(self, dim, index, src)


@op(
    "ScatterBackward1",
    self=lambda grad, dim, index: _scatter_value(grad, dim, index, 0),
    shown="scatter(self, dim, index, value)",
)
def _scatter_value(self, dim, index: Tensor, value):
    return _scattered(self, dim, index, value)


def _scatter_of(src: Any, value: Any, reduce: str | None) -> tuple:
    """Return the operator for these arguments of `scatter`, and what it writes."""
    if reduce is not None:
        raise NotImplementedError(
            "Autograd Studio does not have scatter with reduce (real PyTorch does): there are scatter_add and scatter_reduce"
        )
    given = value if src is None else src
    return _scatter if isinstance(given, Tensor) else _scatter_value, given


@function(out=True)
def scatter(input, dim, index, src=None, *, value=None, reduce=None):
    """Copy the tensor with elements of `src` (or a number) where `index` says: the reverse of `gather`."""
    if not isinstance(input, Tensor):
        return _scattered(input, dim, index, src)
    operator, given = _scatter_of(src, value, reduce)
    return operator(input, dim, index, given)


_SCATTERS_IN_PLACE = {one: variant(one.op) for one in (_scatter, _scatter_value)}


@function("Tensor")
def scatter_(self, dim, index, src=None, *, value=None, reduce=None):
    """Write elements of `src` (or a number) where `index` says, in place."""
    operator, given = _scatter_of(src, value, reduce)
    return _SCATTERS_IN_PLACE[operator](self, dim, index, given)


@op(
    "ScatterAddBackward0",
    self=lambda grad: grad,
    src=lambda grad, dim, index, src_shape: fitted(gather(grad, dim, index), src_shape, "ScatterAddBackward0", 1),
)
def scatter_add(self, dim, index: Tensor, src):
    """Copy the tensor with elements of `src` added where `index` says."""
    return _scattered(self, dim, index, src, np.add)


publish("scatter_add_", variant(scatter_add.op), ("Tensor",))


# ---- elements of the flattened tensor


@op(self=lambda grad, self, index: put(zeros_as(grad, tuple(self.shape)), index, grad, True))
def take(self, index: Tensor):
    """Take the elements that `index` names of the flattened tensor."""
    _check_flat("take", index, self.size, "tried to take from")
    return self.reshape(-1)[index]


@op(
    self=lambda grad, index, source, accumulate: grad if accumulate else put(grad, index, zeros_as(source), False),
    source=lambda grad, index, source: reshape(take(grad, index), tuple(source.shape)),
)
def put(self, index: Tensor, source, accumulate=False):
    """Copy the tensor with `source` written (`accumulate`: added) at the elements that `index` names of the flattened one."""
    refuse(
        (index.size != source.size, IndexError, "put_(): Expected source and index to have the same number of elements, but got "
         f"source.numel() = {source.size}, index.numel() = {index.size}"),
        (self.dtype != source.dtype, RuntimeError, "put_(): self and source expected to have the same dtype, but got self.dtype "
         f"= {legacy(self)} and source.dtype = {legacy(source)}"),
    )  # fmt: skip
    _check_flat("put_", index, self.size, "Tried to put elements into")
    whole = np.array(self, order="C").reshape(-1)
    (np.add.at if accumulate else np.ndarray.__setitem__)(whole, index.reshape(-1), source.reshape(-1))
    return whole.reshape(self.shape)


publish("put_", variant(put.op), ("Tensor",))


def _check_flat(name: str, index: Any, n: int, what: str) -> None:
    wrong = index[(index < -n) | (index >= n)]
    refuse(
        (index.dtype != np.int64, RuntimeError, f"{name}(): Expected a long tensor for index, but got {legacy(index)}"),
        (index.size and not n, IndexError, f"{name}(): {what} an empty tensor"),
        (
            wrong.size,
            IndexError,
            f"out of range: tried to access index {[*wrong[:1], 0][0]} on a tensor of {n} elements.",
        ),
    )


@function(out=True)
def take_along_dim(input, indices, dim=None):
    """Take one element for each index along `dim`, where the other dimensions are broadcast; or of the flattened tensor."""
    of_input, of_indices = input.ndim, indices.ndim
    refuse(
        (indices._data.dtype != np.int64, RuntimeError, "torch.take_along_dim(): dtype of indices should be Long but got "
         f"{legacy(indices._data)}"),
        (dim is not None and of_input != of_indices, RuntimeError, "torch.take_along_dim(): input and indices should have the "
         f"same number of dimensions, but got {of_input} dimensions for input, and {of_indices} dimensions for indices"),
    )  # fmt: skip
    if dim is None:
        return gather(input.view(-1), 0, indices.view(-1))
    axis = wrap_dim(dim, input.ndim)
    others = errors.broadcast_shape(without(input.shape, axis), without(indices.shape, axis))
    own, its = [(*others[:axis], one.shape[axis], *others[axis:]) for one in (input, indices)]
    return gather(input.expand(own), axis, (indices % input.shape[axis]).expand(its))
