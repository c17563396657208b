"""`torch.func`: derivatives of functions as functions, and calling a module with other parameters than its own.

Tensors are given in tuples, lists and dicts of any depth. Unlike in PyTorch, what happens inside is on the graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .. import torch
from ..graph.tensor import Tensor
from .nn.modules.module import Module

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "vjp"]


def grad(func: Callable, argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable:
    """Return the function that computes the gradient of `func`, whose result is a scalar, by its arguments `argnums`."""

    def gradient(*args: Any, **kwargs: Any) -> Any:
        found, value = grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return gradient


def grad_and_value(func: Callable, argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable:
    """Return the function that computes the gradient of `func` and its result."""

    def both(*args: Any, **kwargs: Any) -> tuple:
        with torch.enable_grad():
            args, inner = _opened(args, argnums)
            result = func(*args, **kwargs)
            value, aux = result if has_aux else (result, None)
            if not isinstance(value, Tensor) or value.dim():
                got = f"tensor with {value.dim()} dims" if isinstance(value, Tensor) else type(value).__name__
                raise RuntimeError(
                    f"grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got {got}. Maybe you wanted to "
                    "use the vjp or jacrev APIs instead?"
                )
            found = _gradients([value], inner, None)
        found, value, aux = (_closed(one, inner) for one in (found, value, aux))
        return found, (value, aux) if has_aux else value

    return both


def vjp(func: Callable, *primals: Any, has_aux: bool = False) -> tuple:
    """Return func(*primals), and the function that multiplies a vector by its Jacobian: one backward pass."""
    with torch.enable_grad():
        args, inner = _opened(primals, tuple(range(len(primals))))
        result = func(*args)
    outputs, aux = result if has_aux else (result, None)

    def product(cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        with torch.enable_grad():
            return _closed(_gradients(_leaves(outputs), inner, _leaves(cotangents)), inner)

    found = _closed(outputs, inner), product
    return (*found, _closed(aux, inner)) if has_aux else found


def jvp(func: Callable, primals: tuple, tangents: tuple, *, strict: bool = False, has_aux: bool = False) -> tuple:
    """Return func(*primals), and its Jacobian times a vector, as the derivative of a vjp by its vector."""
    with torch.enable_grad():
        args, inner = _opened(primals, tuple(range(len(primals))))
        result = func(*args)
        outputs, aux = result if has_aux else (result, None)
        trick = [torch.zeros_like(output, requires_grad=True) for output in _leaves(outputs)]
        products = _leaves(_gradients(_leaves(outputs), inner, trick))
        found = iter(_leaves(_gradients(products, trick, _leaves(tangents))))
        pushed = _mapped(lambda _: next(found), outputs)
    outputs, pushed, aux = (_closed(one, [inner, trick]) for one in (outputs, pushed, aux))
    return (outputs, pushed, aux) if has_aux else (outputs, pushed)


def jacrev(func: Callable, argnums: int | tuple[int, ...] = 0, *, has_aux: bool = False, **options: Any) -> Callable:
    """Return the function that computes the Jacobian of `func`, one backward pass for each element of its result."""

    def jacobian(*args: Any) -> Any:
        with torch.enable_grad():
            args, inner = _opened(args, argnums)
            result = func(*args)
            outputs, aux = result if has_aux else (result, None)

            def of(output: Tensor) -> Any:
                rows = [_leaves(_gradients([one], inner, None)) for one in output.reshape(-1)]
                columns = iter([torch.stack(column) for column in zip(*rows, strict=True)])
                return _mapped(lambda x: next(columns).view(*output.shape, *x.shape), inner)

            found = _mapped(of, outputs)
        return (_closed(found, inner), _closed(aux, inner)) if has_aux else _closed(found, inner)

    return jacobian


def jacfwd(func: Callable, argnums: int | tuple[int, ...] = 0, *, has_aux: bool = False, **options: Any) -> Callable:
    """Return the function that computes the Jacobian of `func`, one jvp for each element of its arguments."""

    def jacobian(*args: Any) -> Any:
        numbers = (argnums,) if isinstance(argnums, int) else argnums
        chosen = args[argnums] if isinstance(argnums, int) else tuple(args[number] for number in numbers)
        inputs = _leaves(chosen)

        def called(*given: Tensor) -> Any:
            each, own = iter(given), list(args)
            for number in numbers:
                own[number] = _mapped(lambda _: next(each), args[number])
            return func(*own)

        columns: list[list] = []
        for at, x in enumerate(inputs):
            units = torch.eye(x.numel(), dtype=x.dtype).view(-1, *x.shape)
            tangents = [[unit if i == at else torch.zeros_like(y) for i, y in enumerate(inputs)] for unit in units]
            columns.append([jvp(called, tuple(inputs), tuple(one), has_aux=has_aux) for one in tangents])
        value, _, *aux = columns[0][0]
        place = iter(range(len(_leaves(value))))

        def of(output: Tensor) -> Any:
            i, each = next(place), iter(columns)
            stacked = (torch.stack([_leaves(one[1])[i] for one in runs], -1) for runs in each)
            return _mapped(lambda x: next(stacked).view(*output.shape, *x.shape), chosen)

        found = _mapped(of, value)
        return (found, *aux) if has_aux else found

    return jacobian


def hessian(func: Callable, argnums: int | tuple[int, ...] = 0) -> Callable:
    """Return the function that computes the Hessian of `func`: the Jacobian of its Jacobian."""
    return jacrev(jacrev(func, argnums), argnums)


def _opened(args: tuple, argnums: int | tuple[int, ...]) -> tuple[list, Any]:
    """Return arguments with tensors that can be differentiated by, and those of them that `argnums` names."""

    def open_(x: Tensor) -> Tensor:
        return x.view_as(x) if x.requires_grad else x.detach().requires_grad_()

    args = list(args)
    for number in (argnums,) if isinstance(argnums, int) else argnums:
        args[number] = _mapped(open_, args[number])
    return args, args[argnums] if isinstance(argnums, int) else tuple(args[number] for number in argnums)


def _gradients(outputs: list, inputs: Any, seeds: list | None) -> Any:
    """Return the gradients of outputs by the tensors in `inputs`, in the same places; 0 where there is none."""
    pairs = [
        (out, seed) for out, seed in zip(outputs, seeds or [None] * len(outputs), strict=True) if out.requires_grad
    ]
    leaves = _leaves(inputs)
    if not pairs:
        return _mapped(torch.zeros_like, inputs)
    outputs, seeds = map(list, zip(*pairs, strict=True))
    found = iter(torch.autograd.grad(outputs, leaves, seeds, create_graph=True, allow_unused=True))
    return _mapped(lambda x: torch.zeros_like(x) if (gradient := next(found)) is None else gradient, inputs)


def _closed(found: Any, inner: Any) -> Any:
    """Return what was found, off the graph where that leads to nothing but the function's own arguments."""
    own = {id(x) for x in _leaves(inner)}
    return _mapped(lambda x: x if x.requires_grad and _leads_out(x.grad_fn, own) else x.detach(), found)


def _leads_out(node: Any, own: set[int]) -> bool:
    seen, ahead = set(), [node]
    while ahead:
        node = ahead.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if hasattr(node, "variable") and id(node.variable) not in own:
            return True
        ahead += [following for following, _ in node.next_functions]
    return False


def _mapped(function: Callable, tree: Any) -> Any:
    """Return tuples, lists and dicts with `function` of each tensor in its place."""
    if isinstance(tree, Tensor):
        return function(tree)
    if isinstance(tree, dict):
        return {key: _mapped(function, one) for key, one in tree.items()}
    return type(tree)(_mapped(function, one) for one in tree) if isinstance(tree, tuple | list) else tree


def _leaves(tree: Any) -> list[Tensor]:
    """Return the tensors in tuples, lists and dicts."""
    found: list[Tensor] = []
    _mapped(found.append, tree)
    return found


def functional_call(
    module: Module, parameter_and_buffer_dicts: dict[str, Tensor] | Sequence[dict[str, Tensor]], args: Any = None,
    kwargs: dict[str, Any] | None = None, *, tie_weights: bool = True, strict: bool = False,
) -> Any:  # fmt: skip
    """Call a module as if its parameters and buffers were those given by path, in one dict or in several.

    `tie_weights`: what is one tensor under several paths is replaced under all of them. `strict`: all must be given.
    """
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    own = {
        **dict(module.named_parameters(remove_duplicate=False)),
        **dict(module.named_buffers(remove_duplicate=False)),
    }
    given = _joined(parameter_and_buffer_dicts)
    if strict:
        _check_keys(module, own, given)
    if tie_weights:
        by_tensor = {own[path]: tensor for path, tensor in given.items() if path in own}
        given.update({path: by_tensor[tensor] for path, tensor in own.items() if tensor in by_tensor})
    with _replaced(module, given):
        return module(*args, **(kwargs or {}))


def _joined(dicts: Any) -> dict[str, Tensor]:
    """Return a dict of what one or several dicts hold."""
    if isinstance(dicts, dict):
        return dict(dicts)
    if not isinstance(dicts, Sequence):
        raise ValueError(
            f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(dicts)}"
        )
    if not all(isinstance(one, dict) for one in dicts):
        raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    repeated = [path for path, times in Counter(path for one in dicts for path in one).items() if times > 1]
    if repeated:
        raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    return {path: tensor for one in dicts for path, tensor in one.items()}


def _check_keys(module: Module, own: dict, given: dict) -> None:
    errors = []
    for what, paths in (("Unexpected", set(given) - set(own)), ("Missing", set(own) - set(given))):
        if paths:
            errors.append(f"{what} key(s): {', '.join(map(repr, sorted(paths)))}.")
    if errors:
        raise RuntimeError(f"Error(s) in reparametrizing for {module._get_name()}:\n\t" + "\n\t".join(errors))


@contextmanager
def _replaced(module: Module, given: dict[str, Tensor]) -> Iterator[None]:
    """Put tensors in the places of parameters and buffers inside the block."""
    places = []
    for path, tensor in given.items():
        owner_path, _, name = path.rpartition(".")
        owner = module.get_submodule(owner_path)
        table = owner._parameters if name in owner._parameters else owner._buffers
        places.append((table, name, table.get(name)))
        table[name] = tensor
    try:
        yield
    finally:
        for table, name, before in reversed(places):
            table[name] = before
