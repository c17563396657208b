"""Dimensions in another order: permute, transpose, t, movedim, and `.T`, `.mT` and `.H`."""

from __future__ import annotations

from typing import Any

from ..base.dims import as_ints, wrap_dim
from ..base.warn import warn_once
from ..graph.tensor import Tensor
from ..op.inplace import view_in_place
from ..op.namespaces import alias, function
from ..op.op import view
from ..op.shown import shown
from .memory import _alias


@view(self=lambda grad, dims: permute(grad, inverse_permutation(dims)))
def _permute(self, dims):
    if len(dims) != self.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {self.ndim} is not equal to len(dims) = {len(dims)}"
        )
    axes = [wrap_dim(dim, self.ndim) for dim in dims]
    if len(set(axes)) < len(axes):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return self.transpose(axes)


@shown("inverse(dims)")
def inverse_permutation(dims: tuple) -> tuple:
    """Return the permutation that undoes `dims`."""
    inverse = [0] * len(dims)
    for i, dim in enumerate(dims):
        inverse[dim % len(dims)] = i
    return tuple(inverse)


@function()
@shown("permute(input)")
def permute(input, dims):
    """View the dimensions in another order."""
    return _permute(input, as_ints(dims))


@view(self=lambda grad, dim0, dim1: transpose(grad, dim0, dim1))
def _transpose(self, dim0, dim1):
    first, second = wrap_dim(dim0, self.ndim), wrap_dim(dim1, self.ndim)
    return self.swapaxes(first, second) if self.ndim else self[...]


@function()
@shown("input.T if dim0 == -2 and dim1 == -1 else transpose(input, dim0, dim1)")
def transpose(input, dim0, dim1):
    """Swap two dimensions."""
    return _transpose(input, dim0, dim1)


@function()
def swapaxes(input, axis0, axis1):
    """Swap two dimensions."""
    return _transpose(input, axis0, axis1)


@function()
def swapdims(input, dim0, dim1):
    """Swap two dimensions."""
    return _transpose(input, dim0, dim1)


@view("TBackward0", self=lambda grad: t(grad))
def _t(self):
    if self.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")
    return self.T


@function()
@shown("input.T")
def t(input):
    """Swap the two dimensions of a matrix; a vector stays as it is."""
    return _t(input)


@function()
def movedim(input, source, destination):
    """Move dimensions to other places; the others keep their order."""
    source, destination = (as_ints((dims,) if isinstance(dims, int) else dims) for dims in (source, destination))
    if len(source) != len(destination):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({list(source)} dims) should contain the "
            f"same number of dims as destination ({list(destination)} dims)"
        )
    ndim = input._data.ndim
    places = {}
    for name, dims in (("source", source), ("destination", destination)):
        places[name] = [wrap_dim(dim, ndim) for dim in dims]
        if len(set(places[name])) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({list(dims)})")
    if not ndim:
        return _alias(input)
    order = [dim for dim in range(ndim) if dim not in places["source"]]
    for at, dim in sorted(zip(places["destination"], places["source"], strict=True)):
        order.insert(at, dim)
    return _permute(input, tuple(order))


@function(name="moveaxis")
def moveaxis(input, source, destination):
    """Move dimensions to other places; the others keep their order."""
    return movedim(input, source, destination)


@function()
def adjoint(input):
    """Swap the last two dimensions."""
    if not input._data.ndim:
        return _identity_of_scalar(input, "adjoint()", 4390, _CONJUGATE)
    return _matrix_transpose(input, "adjoint()")


def _matrix_transpose(tensor: Tensor, name: str) -> Tensor:
    if tensor._data.ndim == 1:
        raise RuntimeError(f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return _transpose(tensor, -2, -1)


def _identity_of_scalar(tensor: Tensor, name: str, line: int, advice: str) -> Tensor:
    """Return a 0-d tensor as its own transpose, with PyTorch's warning."""
    warn_once(
        f"{name} is deprecated on 0-D tensors. {advice} (Triggered internally at "
        f"/__w/pytorch/pytorch/aten/src/ATen/native/TensorShape.cpp:{line}.)"
    )
    return tensor


_IDENTITY, _CONJUGATE = "This function is the identity in these cases.", "Consider using x.conj()."


def _reversed(self: Tensor) -> Tensor:
    """The tensor with its dimensions in reverse order."""
    ndim = self._data.ndim
    if not ndim:
        _identity_of_scalar(self, "Tensor.T", 4321, _IDENTITY)
    elif ndim != 2:
        warn_once(_T_OF_MANY)
    return _permute(self, tuple(range(ndim - 1, -1, -1)))


_T_OF_MANY = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will "
    "throw an error in a future release. Consider `x.mT` to transpose batches of matrices or "
    "`x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor. (Triggered "
    "internally at /__w/pytorch/pytorch/aten/src/ATen/native/TensorShape.cpp:4314.)"
)


def _matrix_T(self: Tensor) -> Tensor:
    """The tensor with its last two dimensions swapped."""
    if not self._data.ndim:
        return _identity_of_scalar(self, "Tensor.mT", 4373, _IDENTITY)
    return _matrix_transpose(self, "mT")


def _matrix_H(self: Tensor) -> Tensor:
    """The tensor with its last two dimensions swapped."""
    if not self._data.ndim:
        return _identity_of_scalar(self, "Tensor.mH", 4382, _CONJUGATE)
    return _matrix_transpose(self, "mH")


def _H(self: Tensor) -> Tensor:
    """The matrix transposed."""
    ndim = self._data.ndim
    if not ndim:
        return _identity_of_scalar(self, "Tensor.H", 4335, _CONJUGATE)
    if ndim != 2:
        advice = " For batches of matrices, consider using tensor.mH" if ndim > 2 else ""
        raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {ndim}-D tensor.{advice}")
    return _transpose(self, 0, 1)


Tensor.T, Tensor.mT, Tensor.H, Tensor.mH = (property(get) for get in (_reversed, _matrix_T, _H, _matrix_H))


_transpose_ = view_in_place("_transpose_", _transpose, "TransposeBackward1")


_t_ = view_in_place("_t_", _t, "TBackward1")


@function("Tensor")
def t_(self):
    """Swap the two dimensions of a matrix in place."""
    if self._data.ndim > 2:
        raise RuntimeError(f"t_() expects a tensor with <= 2 dimensions, but self is {self._data.ndim}D")
    return _t_(self)


@function("Tensor")
def transpose_(self, dim0, dim1):
    """Swap two dimensions in place."""
    return _transpose_(self, dim0, dim1)


alias(swapdims_="transpose_", swapaxes_="transpose_")


@shown("matrix.T")
def turned(matrix: Any) -> Any:
    """Return a matrix, or each of a stack, transposed."""
    return transpose(matrix, -2, -1)
