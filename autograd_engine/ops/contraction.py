"""Contractions made of permutations and matrix products: einsum, tensordot, inner, kron."""

from __future__ import annotations

import math
import string
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..base.dims import wrap_dim
from ..graph.tensor import Tensor
from ..op.argument_types import check_elements
from ..op.namespaces import function
from .expand import sum as sum_of
from .matmul import bmm, dot, mm
from .shape import _unsafe_view, reshape
from .squeeze import unsqueeze
from .transpose import _permute

# ---- einsum

LETTERS = string.ascii_uppercase + string.ascii_lowercase
ELLIPSIS = "..."


@function("torch")
def einsum(*args):
    """Multiply and sum tensors as an equation of subscripts says, such as "ij,jk->ik"."""
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand "
            "and its subscripts list"
        )
    if isinstance(args[0], Tensor):
        raise NotImplementedError("Autograd Studio does not have einsum with lists of subscripts (real PyTorch does)")
    equation, *operands = args
    if len(operands) == 1 and isinstance(operands[0], tuple | list):
        return einsum(equation, *operands[0])
    check_elements(operands, 1)
    inputs, output = _parsed(equation, operands)
    covered = _ellipsis_dims(inputs, operands)
    kept, summed = _dimension_order(inputs, output, covered)
    aligned = [
        _aligned(*one, covered, kept + summed) for one in zip(range(len(operands)), inputs, operands, strict=True)
    ]
    _check_sizes(inputs, operands, covered)
    return _contracted(aligned, len(kept), len(kept) + len(summed))


def _parsed(equation: str, operands: Sequence) -> tuple[list[list[str]], list[str] | None]:
    """Return the subscripts of each operand and of the output (None if the equation has no arrow)."""
    left, arrow, right = equation.partition("->")
    texts = left.split(",")
    if len(texts) != len(operands):
        more, fewer = ("fewer", "") if len(texts) > len(operands) else ("more", "")
        raise RuntimeError(f"einsum(): {more} operands were provided than specified in the equation")
    inputs, place = [], 0
    for i, text in enumerate(texts):
        inputs.append(_subscripts(text, place, f"for operand {i}", equation))
        place += len(text) + 1
    return inputs, _subscripts(right, len(left) + 2, "for the output", equation) if arrow else None


def _subscripts(text: str, place: int, where: str, equation: str) -> list[str]:
    found, i = [], 0
    while i < len(text):
        if text[i] == " ":
            i += 1
        elif text[i] == ".":
            if text[i : i + 3] != ELLIPSIS or ELLIPSIS in found:
                again = ELLIPSIS in found
                raise RuntimeError(
                    f"einsum(): found '.' {where} "
                    + ("for which an ellipsis was already found" if again else "that is not part of any ellipsis")
                )
            found.append(ELLIPSIS)
            i += 3
        else:
            if text[i] not in LETTERS:
                raise RuntimeError(
                    f"einsum(): invalid subscript given at index {place + i} in the equation string, "
                    "subscripts must be in [a-zA-Z]"
                )
            found.append(text[i])
            i += 1
    return found


def _ellipsis_dims(inputs: list, operands: Sequence) -> int:
    """Return how many dimensions an ellipsis stands for, the most of all operands."""
    most = 0
    for i, (labels, operand) in enumerate(zip(inputs, operands, strict=True)):
        ndim, named = operand.ndim, len(labels) - (ELLIPSIS in labels)
        if ELLIPSIS in labels:
            if named > ndim:
                raise RuntimeError(
                    f"einsum(): the number of subscripts in the equation ({named}) is more than the number "
                    f"of dimensions ({ndim}) for operand {i}"
                )
            most = max(most, ndim - named)
        elif named != ndim:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({named}) does not match the number of "
                f"dimensions ({ndim}) for operand {i} and no ellipsis was given"
            )
    return most


def _dimension_order(inputs: list, output: list | None, covered: int) -> tuple[list, list]:
    """Return the labels of the output's dimensions and of those that are summed; an ellipsis is 0, 1, ..."""
    counts = Counter(label for labels in inputs for label in labels)
    if output is None:
        output = [ELLIPSIS, *(c for c in LETTERS if counts[c] == 1)]
    for i, label in enumerate(output):
        if label in output[:i]:
            raise RuntimeError(f"einsum(): output subscript {label} appears more than once in the output")
        if label not in counts and label != ELLIPSIS:
            raise RuntimeError(
                f"einsum(): output subscript {label} does not appear in the equation for any input operand"
            )
    summed = [label for label in (ELLIPSIS, *LETTERS) if counts[label] and label not in output]
    return tuple(
        [one for label in part for one in (range(covered) if label == ELLIPSIS else (label,))]
        for part in (output, summed)
    )


def _aligned(i: int, labels: list, operand: Tensor, covered: int, order: list) -> Tensor:
    """Give operand `i` all dimensions in the common order; of a repeated subscript the diagonal is taken."""
    places: dict = {}
    given = operand.ndim - len(labels) + 1
    dim = 0
    for label in labels:
        if label == ELLIPSIS:
            for _ in range(covered - given):
                operand = unsqueeze(operand, dim)
            for k in range(covered):
                places[k] = dim
                dim += 1
        elif label in places:
            first = places[label]
            if operand.shape[dim] != operand.shape[first]:
                raise RuntimeError(
                    f"einsum(): subscript {label} is repeated for operand {i} but the sizes don't match, "
                    f"{operand.shape[dim]} != {operand.shape[first]}"
                )
            operand = operand.diagonal(0, first, dim).movedim(-1, first)
        else:
            places[label] = dim
            dim += 1
    for label in order:
        if label not in places:
            operand = unsqueeze(operand, dim)
            places[label] = dim
            dim += 1
    return _permute(operand, tuple([places[label] for label in order]))


def _check_sizes(inputs: list, operands: Sequence, covered: int) -> None:
    """Raise PyTorch's error unless each subscript has one size everywhere, or 1."""
    seen: dict = {}
    for i, (labels, operand) in enumerate(zip(inputs, operands, strict=True)):
        sizes = iter(operand.shape)
        given = operand.ndim - len(labels) + 1
        for label in labels:
            for one in range(covered - given, covered) if label == ELLIPSIS else (label,):
                n = next(sizes)
                if n != 1 and seen.setdefault(one, n) != n:
                    what = f"dimension {one} covered by ellipsis" if label == ELLIPSIS else f"subscript {label}"
                    where = "in" if label == ELLIPSIS else "for"
                    raise RuntimeError(
                        f"einsum(): {what} has size {n} {where} operand {i} which does not broadcast with "
                        f"previously seen size {seen[one]}"
                    )


def _contracted(operands: list[Tensor], kept: int, ndim: int) -> Tensor:
    """Multiply aligned operands in turn; sum each dimension from `kept` on as soon as no other has it."""
    if len(operands) == 1:
        return sum_of(operands[0], tuple(range(kept, ndim))) if kept < ndim else operands[0]
    users = [sum(operand.shape[dim] != 1 for operand in operands) for dim in range(ndim)]
    result, *others = operands
    for other in others:
        together, alone = [], ([], [])
        for dim in range(kept, ndim):
            lengths = result.shape[dim], other.shape[dim]
            if 1 not in lengths:
                users[dim] -= 1
                if users[dim] == 1:
                    together.append(dim)
                    users[dim] = 0
            elif users[dim] == 1 and lengths != (1, 1):
                alone[lengths[0] == 1].append(dim)
                users[dim] = 0
        result, other = (
            sum_of(one, tuple(dims), True) if dims else one for one, dims in zip((result, other), alone, strict=True)
        )
        result = _pair(result, other, together)
    return result.view(tuple(result.shape)[:kept]) if kept < ndim else result


def _pair(left: Tensor, right: Tensor, summed: list[int]) -> Tensor:
    """Multiply two aligned operands as batched matrices and sum over `summed`, keeping its dimensions."""
    if not summed:
        return left * right
    shape = list(zip(left.shape, right.shape, strict=True))
    free = [dim for dim in range(len(shape)) if dim not in summed]
    both = [dim for dim in free if 1 not in shape[dim]]
    rows = [dim for dim in free if shape[dim][0] != 1 and shape[dim][1] == 1]
    columns = [dim for dim in free if shape[dim][0] == 1]
    if rows and columns and columns[-1] < rows[0]:
        # Then the other order gives the result in memory as it is wanted.
        return _pair(right, left, summed)
    batch, n, m, k = (
        math.prod(shape[dim][side] for dim in dims) for dims, side in ((both, 0), (rows, 0), (columns, 1), (summed, 0))
    )
    a = reshape(_permute(left, (*both, *rows, *summed, *columns)), (batch, n, k))
    b = reshape(_permute(right, (*both, *summed, *columns, *rows)), (batch, k, m))
    order = (*both, *rows, *summed, *columns)
    sizes = [1 if dim in summed else math.prod(shape[dim]) // (shape[dim][0] if dim in both else 1) for dim in order]
    return _permute(bmm(a, b).view(sizes), tuple([order.index(dim) for dim in range(len(shape))]))


# ---- tensordot, inner, kron


@function("torch", out=True)
def tensordot(a, b, dims=2):
    """Sum products along pairs of dimensions: the last of `a` with the first of `b`, or as listed."""
    dims_a, dims_b = _paired_dims(a, b, dims)
    return _tensordot(a, b, dims_a, dims_b)


def _paired_dims(a: Tensor, b: Tensor, dims: Any) -> tuple[list, list]:
    if isinstance(dims, Tensor):
        dims = dims.tolist() if dims.numel() > 1 else int(dims.item())
    if isinstance(dims, tuple | list):
        first, second = dims
        return first, second
    if not isinstance(dims, int):
        raise RuntimeError(
            "tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing "
            f"two lists, but got dims={dims}"
        )
    if dims < 0:
        raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
    if dims > min(a.ndim, b.ndim):
        raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
    return list(range(-dims, 0)), list(range(dims))


def _tensordot(a: Tensor, b: Tensor, dims_a: Sequence, dims_b: Sequence) -> Tensor:
    if len(dims_a) != len(dims_b):
        raise RuntimeError("both dimension lists should have same length")
    if a._data.dtype is not b._data.dtype:
        raise RuntimeError("both inputs should have same dtype")
    alone: tuple[list, list] = [], []
    for i, j in zip(dims_a, dims_b, strict=True):
        n, m = a.shape[i], b.shape[j]
        if m == 1:
            alone[0].append(i)
        elif n == 1:
            alone[1].append(j)
        elif n != m:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {n} in dim {i} and second has size "
                f"{m} in dim {j}"
            )
    a, b = (_summed_alone(one, dims) for one, dims in zip((a, b), alone, strict=True))
    paired_a, paired_b = ([wrap_dim(dim, one.ndim) for dim in dims] for one, dims in ((a, dims_a), (b, dims_b)))
    free_a, free_b = ([i for i in range(one.ndim) if i not in dims] for one, dims in ((a, paired_a), (b, paired_b)))
    inner = math.prod(a.shape[dim] for dim in paired_a)
    rows, columns = tuple(a.shape[dim] for dim in free_a), tuple(b.shape[dim] for dim in free_b)
    if math.prod((*rows, *columns)) == 1:
        left, right = _permute(a, (*free_a, *dims_a)), _permute(b, (*dims_b, *free_b))
        whole = left.is_contiguous() and right.is_contiguous()
        right = right.flatten() if whole else right.squeeze()  # first, as in PyTorch's compiled code
        found = dot(left.flatten(), right) if whole else sum_of(left.squeeze() * right, dtype=a.dtype)
        return reshape(found, (*rows, *columns))
    left = reshape(_permute(a, (*free_a, *dims_a)), (math.prod(rows), inner))
    right = reshape(_permute(b, (*dims_b, *free_b)), (inner, math.prod(columns)))
    return reshape(mm(left, right), (*rows, *columns))


def _summed_alone(tensor: Tensor, dims: list) -> Tensor:
    """Sum over dimensions that the other tensor has with length 1."""
    for dim in dims:
        tensor = sum_of(tensor, (dim,), True, dtype=tensor.dtype)
    return tensor


@function(out=True)
def inner(input, other):
    """Sum products along the last dimension of both tensors."""
    if not input.ndim or not other.ndim:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input.shape)} and {list(other.shape)}"
        )
    return _tensordot(input, other, [-1], [-1])


@function(out=True)
def kron(input, other):
    """The Kronecker product: every element of `input` times all of `other`."""
    ndim = max(input.ndim, other.ndim)
    for one in (input, other):
        one.array()  # memory, which the operands that are saved for backward share with what the program writes to
    left, right = (((1,) * (ndim - one.ndim) + tuple(one.shape)) for one in (input, other))
    a = _unsafe_view(input, tuple([n for size in left for n in (size, 1)]))
    b = _unsafe_view(other, tuple([n for size in right for n in (1, size)]))
    return _unsafe_view(a * b, tuple([n * m for n, m in zip(left, right, strict=True)]))
