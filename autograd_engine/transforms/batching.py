"""`torch.vmap`: a function of one example made into one of a batch."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from ..generator import default_generator
from ..op import HOMES
from ..tensor import Tensor
from .tree import Spec, flatten


def vmap(
    func: Callable, in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", *, chunk_size: int | None = None
) -> Callable:
    """Return `func` as a function of a whole batch.

    `in_dims` says which dimension of each argument counts the examples (None: all get the same), `out_dims` where that
    dimension is in the results. PyTorch gives `func` the batch as if it were one example; here it runs example by example,
    and the results are stacked.
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def batched(*args: Any, **kwargs: Any) -> Any:
        _check_out_dims(func, out_dims)
        leaves, spec, dims = _inputs(func, in_dims, args)
        size = _batch_size(leaves, dims)
        results = []
        with _randomness(randomness) as next_example:
            for i in range(size):
                next_example()
                example = [leaf if dim is None else leaf.select(dim, i) for leaf, dim in zip(leaves, dims, strict=True)]
                results.append(flatten(func(*spec.unflatten(example), **kwargs)))
        return _stacked(func, out_dims, results)

    return batched


# ---- the dimensions of a batch


def _inputs(func: Callable, in_dims: Any, args: tuple) -> tuple[list, Spec, list[int | None]]:
    """Return the leaves of the arguments, their form, and for each the dimension of the batch."""
    start = f"vmap({_name(func)}, in_dims={in_dims}, ...)(<inputs>): "
    if not isinstance(in_dims, int | tuple):
        raise ValueError(
            f"{start}expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, got: "
            f"{type(in_dims)}."
        )
    if not args:
        raise ValueError(
            f"vmap({_name(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a "
            "function with no inputs. The latter is unsupported."
        )
    leaves, spec = flatten(args)
    dims = spec.broadcast(in_dims)
    if dims is None:
        raise ValueError(
            f"{start}in_dims is not compatible with the structure of `inputs`. in_dims has structure {flatten(in_dims)[1]} but "
            f"inputs has structure {spec}."
        )
    for leaf, dim in zip(leaves, dims, strict=True):
        if dim is None:
            continue
        if not isinstance(dim, int):
            raise ValueError(
                f"{start}Got in_dim={dim} for an input but in_dim must be either an integer dimension or None."
            )
        if not isinstance(leaf, Tensor):
            raise ValueError(
                f"{start}Got in_dim={dim} for an input but the input is of type {type(leaf)}. We cannot vmap over non-Tensor "
                "arguments, please use None as the respective in_dim"
            )
        if not -leaf.dim() <= dim < leaf.dim():
            raise ValueError(
                f"{start}Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {leaf.dim()} so "
                f"expected in_dim to satisfy -{leaf.dim()} <= in_dim < {leaf.dim()}."
            )
    return leaves, spec, dims


def _batch_size(leaves: list, dims: list[int | None]) -> int:
    sizes = [leaf.size(dim) for leaf, dim in zip(leaves, dims, strict=True) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if any(size != sizes[0] for size in sizes):
        raise ValueError(
            f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped "
            "dimension"
        )
    return sizes[0]


def _check_out_dims(func: Callable, out_dims: Any) -> None:
    for dim in flatten(out_dims)[0]:
        if not isinstance(dim, int | None):
            raise ValueError(
                f"vmap({_name(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection of ints "
                "representing where in the outputs the vmapped dimension should appear."
            )


def _stacked(func: Callable, out_dims: Any, results: list[tuple[list, Spec]]) -> Any:
    """Return the results of all examples as one."""
    first, spec = results[0]
    if spec.kind is None and isinstance(out_dims, tuple) and len(out_dims) == 1:
        out_dims = out_dims[0]
    dims = spec.broadcast(out_dims)
    if dims is None:
        raise ValueError(
            f"vmap({_name(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
            f"`outputs`. out_dims has structure {flatten(out_dims)[1]} but outputs has structure {spec}."
        )
    stacked = []
    for i, (value, dim) in enumerate(zip(first, dims, strict=True)):
        if dim is not None and not isinstance(value, Tensor):
            raise ValueError(
                f"vmap({_name(func)}, ...): `{_name(func)}` must only return Tensors, got type {type(value)}. Did you mean to "
                "set out_dims= to None for output?"
            )
        stacked.append(value if dim is None else HOMES["torch"]["stack"]([leaves[i] for leaves, _ in results], dim))
    return spec.unflatten(stacked)


def _name(func: Callable) -> str:
    if hasattr(func, "__name__"):
        return func.__name__
    return f"functools.partial({_name(func.func)}, ...)" if isinstance(func, functools.partial) else repr(func)


# ---- random numbers


class _Refusal:
    """Stands in the place of the stream of random words where none may be drawn."""

    def random_raw(self, n: int = 1) -> NoReturn:
        raise RuntimeError(
            "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
            "randomness flags on vmap or perform the randomness operation out of vmap"
        )


@contextmanager
def _randomness(kind: str) -> Iterator[Callable[[], Any]]:
    """Give each example of the block the random numbers it is to see; what is yielded is called before each."""
    if kind == "error":
        stream, default_generator._engine = default_generator._engine, _Refusal()
        try:
            yield lambda: None
        finally:
            default_generator._engine = stream
    else:
        state = default_generator.get_state()
        yield (lambda: default_generator.set_state(state)) if kind == "same" else (lambda: None)
