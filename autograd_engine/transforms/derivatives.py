"""`torch.func`'s derivatives of a function: gradients, products with its Jacobian, and the Jacobian itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import backward
from ..grad_mode import grad_enabled
from ..op import HOMES
from ..saved import disable_saved_tensors_hooks
from ..tensor import Tensor, wrap
from .level import Level, new_level
from .tree import flatten, mapped

_NO_HOOKS = (
    "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. "
    "Please open an issue with your use case."
)  # fmt: skip


def grad(func: Callable, argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable:
    """Return the function that computes the gradient of `func`, whose value is a scalar tensor.

    `argnums` are the arguments to differentiate by. With `has_aux`, `func` returns a value and something else, which is
    returned beside the gradient.
    """

    @functools.wraps(func)
    def gradient(*args: Any, **kwargs: Any) -> Any:
        found, value = _grad_and_value(func, argnums, has_aux, args, kwargs)
        return (found, value[1]) if has_aux else found

    return gradient


def grad_and_value(func: Callable, argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable:
    """Return the function that computes the gradient of `func` and its value: like `grad` otherwise."""

    @functools.wraps(func)
    def gradient_and_value(*args: Any, **kwargs: Any) -> Any:
        return _grad_and_value(func, argnums, has_aux, args, kwargs)

    return gradient_and_value


def _grad_and_value(func: Callable, argnums: Any, has_aux: bool, args: tuple, kwargs: dict) -> tuple:
    name = "grad_and_value(f)(*args)"
    with disable_saved_tensors_hooks(_NO_HOOKS), new_level() as level:
        args, wanted = _differentiable(level, args, argnums)
        output, aux = _split(func(*args, **kwargs), has_aux, name)
        if not isinstance(output, Tensor):
            raise RuntimeError(f"{name}: Expected f(*args) to return a Tensor, got {type(output)}")
        if output.dim() != 0:
            raise RuntimeError(
                f"{name}: Expected f(*args) to return a scalar Tensor, got tensor with {output.dim()} dims. Maybe you wanted to "
                "use the vjp or jacrev APIs instead?"
            )
        leaves, spec = flatten(wanted)
        found = spec.unflatten(map(level.below, _gradients([output], leaves)))
        value = level.below(output)
        return found, (value, mapped(level.below, aux)) if has_aux else value


def vjp(func: Callable, *primals: Any, has_aux: bool = False) -> tuple:
    """Return func(*primals), and the function that multiplies a vector with the Jacobian there."""
    return _vjp(func, primals, None, has_aux)


def _vjp(func: Callable, primals: tuple, argnums: Any, has_aux: bool) -> tuple:
    name = "vjp(f, *primals)"
    with disable_saved_tensors_hooks(_NO_HOOKS), new_level() as level:
        primals, wanted = _differentiable(level, primals, argnums)
        output, aux = _split(func(*primals), has_aux, name)
        outputs, output_spec = flatten(output)
        _check_outputs(outputs, name)
        for one in outputs:
            if not one.is_floating_point():
                raise RuntimeError(
                    "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype "
                    f"{one.dtype}"
                )
        leaves, spec = flatten(wanted)
        results = output_spec.unflatten(map(level.below, outputs))

    def product(cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        given, given_spec = flatten(cotangents)
        if given_spec != output_spec:
            raise RuntimeError(
                "Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. "
                f"cotangents: {given_spec.short()}, primal output: {output_spec.short()}"
            )
        level.recording = grad_enabled() if create_graph is None else create_graph
        return spec.unflatten(map(level.below, _gradients(outputs, leaves, given)))

    return (results, product, mapped(level.below, aux)) if has_aux else (results, product)


def jvp(func: Callable, primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False) -> tuple:
    """Return func(*primals), and the product of the Jacobian there with a vector.

    PyTorch computes it forward, beside the function. Here two backward passes do: the product of a vector u with the Jacobian
    is linear in u, and its derivative by u is the Jacobian's transpose.
    """
    name = "jvp(f, primals, tangents)"
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{name}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    sources, spec = flatten(primals)
    directions, directions_spec = flatten(tangents)
    if spec != directions_spec:
        raise RuntimeError(
            f"{name}: Expected primals and tangents to have the same python structure. For example, if primals is a tuple of 3 "
            f"tensors, tangents also must be. Got primals with structure {spec} and tangents with structure {directions_spec}"
        )
    for what, tensors in (("primals", sources), ("tangents", directions)):
        _check_list(tensors, name, what)
    for source, direction in zip(sources, directions, strict=True):
        if source.shape != direction.shape:
            raise RuntimeError(
                "Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
                f"supported. Tensor is of size {list(source.shape)} while the given forward gradient is of size "
                f"{list(direction.shape)}."
            )
    with new_level() as level:
        primals, wanted = _differentiable(level, primals, None)
        output, aux = _split(func(*primals), has_aux, name)
        outputs, output_spec = flatten(output)
        _check_outputs(outputs, name)
        if strict and not all(one.requires_grad for one in outputs):
            raise RuntimeError(f"{name[:-1]}, strict=True): The output of f is independent of the inputs. This is not "
                               "allowed with strict=True.")  # fmt: skip
        dummies = [level.stands_for(_zeros_like(one).requires_grad_(), None) for one in outputs]
        products = _gradients(outputs, flatten(wanted)[0], dummies)
        found = _gradients(products, dummies, directions)
        results = tuple(output_spec.unflatten(map(level.below, values)) for values in (outputs, found))
        return (*results, mapped(level.below, aux)) if has_aux else results


def jacrev(func: Callable, argnums: Any = 0, *, has_aux: bool = False, chunk_size: int | None = None) -> Callable:
    """Return the function that computes the Jacobian of `func`, one backward pass for each element of its output."""
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    @functools.wraps(func)
    def jacobian(*args: Any) -> Any:
        output, product, *aux = _vjp(func, args, argnums, has_aux)
        outputs, output_spec = flatten(output)
        sources, spec = flatten(_chosen(args, argnums))
        sizes = [one.numel() for one in outputs]
        rows = [flatten(product(output_spec.unflatten(basis)))[0] for basis in _standard_basis(outputs)]
        stacked = [HOMES["torch"]["stack"](column) for column in zip(*rows, strict=True)]
        by_output = zip(*[column.split(sizes) for column in stacked], strict=True)
        found = output_spec.unflatten(
            [
                spec.unflatten(
                    [part.view(one.shape + source.shape) for part, source in zip(parts, sources, strict=True)]
                )
                for one, parts in zip(outputs, by_output, strict=True)
            ]
        )
        return (found, *aux) if has_aux else found

    return jacobian


def jacfwd(func: Callable, argnums: Any = 0, has_aux: bool = False, *, randomness: str = "error") -> Callable:
    """Return the function that computes the Jacobian of `func`.

    PyTorch computes it forward, one column for each element of the input; here it comes row by row, backward, as from `jacrev`.
    """
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func: Callable, argnums: Any = 0) -> Callable:
    """Return the function that computes the Hessian of `func`: the Jacobian of its Jacobian, both backward."""
    return jacfwd(jacrev(func, argnums), argnums)


# ---- arguments


def _differentiable(level: Level, args: tuple, argnums: Any) -> tuple[tuple, Any]:
    """Return the arguments with leaves of the level in the places to differentiate by (None: all), and those."""

    def leaf(value: Any) -> Tensor:
        if not isinstance(value, Tensor):
            raise ValueError(f"Thing passed to transform API must be Tensor, got {type(value)}")
        return level.leaf(value)

    if argnums is None:
        leaves = mapped(leaf, args)
        return leaves, leaves
    positions = _positions(args, argnums)
    args = tuple(mapped(leaf, value) if i in positions else value for i, value in enumerate(args))
    return args, _chosen(args, argnums)


def _chosen(args: tuple, argnums: Any) -> Any:
    chosen = tuple(args[i] for i in _positions(args, argnums))
    return chosen[0] if isinstance(argnums, int) else chosen


def _positions(args: tuple, argnums: Any) -> list[int]:
    if not isinstance(argnums, int | tuple):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    found = []
    for argnum in argnums if isinstance(argnums, tuple) else (argnums,):
        if not isinstance(argnum, int):
            raise RuntimeError(f"argnum must be int, got: {type(argnum)}")
        if not -len(args) <= argnum < len(args):
            raise RuntimeError(f"Got argnum={argnum}, but only {len(args)} positional inputs")
        found.append(argnum % len(args))
    if not found:
        raise RuntimeError("argnums must be non-empty")
    if len(set(found)) != len(found):
        raise RuntimeError(f"argnums elements must be unique, got {tuple(found)}")
    return found


# ---- values


def _split(output: Any, has_aux: bool, name: str) -> tuple:
    if not has_aux:
        return output, None
    if not (isinstance(output, tuple) and len(output) == 2):
        raise RuntimeError(f"{name}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return output


def _check_outputs(outputs: list, name: str) -> None:
    if not outputs or outputs == [None]:
        raise RuntimeError(f"{name}: Expected f to be a function that has non-empty output (got output = {outputs})")
    for one in outputs:
        if not isinstance(one, Tensor):
            raise RuntimeError(f"{name}: expected f(*primals) to return only tensors, got unsupported type {type(one)}")


def _check_list(tensors: list, name: str, what: str) -> None:
    if not tensors:
        raise RuntimeError(f"{name}: Expected {what} to contain at least one Tensor.")
    for one in tensors:
        if not isinstance(one, Tensor):
            raise RuntimeError(f"{name}: Expected {what} to only contain Tensors, got {type(one)}")


def _gradients(outputs: list[Tensor], leaves: list[Tensor], seeds: list | None = None) -> list[Tensor]:
    """Return the gradients by the leaves, zeros where there is none; the graph stays."""
    pairs = [(o, s) for o, s in zip(outputs, seeds or [None] * len(outputs), strict=True) if o.requires_grad]
    if not pairs:
        return [_zeros_like(leaf) for leaf in leaves]
    found = backward.grad(
        [o for o, _ in pairs], leaves, [s for _, s in pairs], retain_graph=True, create_graph=True, allow_unused=True
    )
    return [_zeros_like(leaf) if g is None else g for g, leaf in zip(found, leaves, strict=True)]


def _standard_basis(tensors: list[Tensor]) -> list[list[Tensor]]:
    """Return, for each element of the tensors, tensors like them with 1 there and 0 elsewhere."""
    rows = []
    for i, tensor in enumerate(tensors):
        for at in range(tensor.numel()):
            row = [_zeros_like(other) for other in tensors]
            row[i].view(-1)[at] = 1
            rows.append(row)
    return rows


def _zeros_like(tensor: Tensor) -> Tensor:
    return wrap(np.zeros(tensor.shape, tensor._data.dtype))
