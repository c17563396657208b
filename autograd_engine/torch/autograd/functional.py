"""`torch.autograd.functional`: products with Jacobians and Hessians, and the matrices themselves, of a function.

Inputs and outputs are a tensor or a tuple of tensors; results mirror that. Derivatives that do not exist are zeros,
or an error with `strict`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import lacks
from ...graph.grad_mode import enable_grad, grad_enabled, set_grad_enabled
from ...graph.tensor import Tensor, wrap
from ...op.namespaces import HOMES
from ...ops.create import new_tensor
from ...ops.shape import reshape
from ...passes import backward

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

_OUTPUTS = "outputs of the user-provided function"


def vjp(func: Callable, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple:
    """Return (func(inputs), v^T J): the product of a vector with the Jacobian, one backward pass."""
    with enable_grad():
        bundled, inputs = _tuple_of_tensors(inputs, "inputs", "vjp")
        inputs = _prepared(inputs, create_graph, need_graph=True)
        several, outputs = _tuple_of_tensors(func(*inputs), _OUTPUTS, "vjp")
        _require_grad(outputs, _NO_GRAD_OUTPUT, strict)
        v = _vector(v, outputs, several, create_graph, "vjp")
    with set_grad_enabled(create_graph or grad_enabled()):
        found = _filled(_grad(outputs, inputs, v, create_graph), inputs, strict, create_graph, "back")
    return _like(several, _finished(outputs, create_graph)), _like(bundled, _finished(found, create_graph))


def jvp(func: Callable, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple:
    """Return (func(inputs), J v), by differentiating a vjp with respect to its vector."""
    with enable_grad():
        bundled, inputs = _tuple_of_tensors(inputs, "inputs", "jvp")
        inputs = _prepared(inputs, create_graph, need_graph=True)
        v = _vector(v, inputs, bundled, create_graph, "jvp")
        several, outputs = _tuple_of_tensors(func(*inputs), _OUTPUTS, "jvp")
        _require_grad(outputs, _NO_GRAD_OUTPUT, strict)
        trick = tuple(new_tensor(np.zeros_like(out._data, subok=False), requires_grad=True) for out in outputs)
        products = _grad(outputs, inputs, trick, create_graph=True)
        _require_grad(products, _NO_GRAD_GRADIENT, strict)
    with set_grad_enabled(create_graph or grad_enabled()):
        found = _filled(_grad(products, trick, v, create_graph), outputs, strict, create_graph, "back_trick")
    return _like(several, _finished(outputs, create_graph)), _like(several, _finished(found, create_graph))


def jacobian(
    func: Callable, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:  # fmt: skip
    """Return the Jacobian: a tensor of shape output + input for each output (outer tuple) and input (inner)."""
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs than '
            'inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".'
        )
    if strategy == "forward-mode":
        raise lacks('strategy="forward-mode"', 'use strategy="reverse-mode"')
    with enable_grad():
        bundled, inputs = _tuple_of_tensors(inputs, "inputs", "jacobian")
        inputs = _prepared(inputs, create_graph, need_graph=True)
        several, outputs = _tuple_of_tensors(func(*inputs), _OUTPUTS, "jacobian")
        _require_grad(outputs, _NO_GRAD_OUTPUT, strict)
        rows = [_jacobian_rows(i, out, inputs, create_graph, strict) for i, out in enumerate(outputs)]
        found = tuple(_finished(row, create_graph) for row in rows)
    return _like(several, tuple(_like(bundled, row) for row in found))


def _jacobian_rows(i: int, output: Tensor, inputs: tuple, create_graph: bool, strict: bool) -> tuple:
    """Return d output / d each input, one backward pass for each element of the output."""
    columns: list[list[Tensor]] = [[] for _ in inputs]
    for j in range(output.numel()):
        element = reshape(output, (-1,))[j]
        gradients = _grad((element,), inputs, None, create_graph, retain_graph=True)
        for k, (column, gradient, source) in enumerate(zip(columns, gradients, inputs, strict=True)):
            _demand(gradient is not None or not strict, _INDEPENDENT["row"], i, k)
            _demand(
                gradient is None or gradient.requires_grad or not (strict and create_graph), _NOT_TWICE, i, "jacobian"
            )
            column.append(_zeros_like(source) if gradient is None else gradient)
    stack = HOMES["torch"]["stack"]
    return tuple(
        stack(column, dim=0).view(output.size() + source.size()) for column, source in zip(columns, inputs, strict=True)
    )


def hessian(
    func: Callable, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:  # fmt: skip
    """Return the Hessian of a function with one output element: the Jacobian of its Jacobian."""
    bundled, inputs = _tuple_of_tensors(inputs, "inputs", "hessian")

    def gradient(*arguments: Tensor) -> tuple:
        rows = jacobian(lambda *a: _single_output(func(*a), "hessian", strict), arguments, create_graph=True)
        _require_grad(rows, _NO_GRAD_JACOBIAN, strict)
        return rows

    found = jacobian(gradient, inputs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return _like(bundled, tuple(_like(bundled, row) for row in found))


def vhp(func: Callable, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple:
    """Return (func(inputs), v^T H), two backward passes."""
    with enable_grad():
        bundled, inputs, v, output, gradients = _first_derivative(func, inputs, v, create_graph, strict, "vhp")
    with set_grad_enabled(create_graph or grad_enabled()):
        found = _filled(_grad(gradients, inputs, v, create_graph), inputs, strict, create_graph, "double_back")
    return _finished((output,), create_graph)[0], _like(bundled, _finished(found, create_graph))


def hvp(func: Callable, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple:
    """Return (func(inputs), H v), by differentiating a vhp with respect to its vector."""
    with enable_grad():
        bundled, inputs, v, output, gradients = _first_derivative(func, inputs, v, create_graph, strict, "hvp")
        trick = tuple(_zeros_like(t).requires_grad_() for t in inputs)
        products = _grad(gradients, inputs, trick, create_graph=True)
        _require_grad(gradients, _NO_GRAD_HESSIAN, strict)
    with set_grad_enabled(create_graph or grad_enabled()):
        found = _filled(_grad(products, trick, v, create_graph), inputs, strict, create_graph, "double_back_trick")
    return _finished((output,), create_graph)[0], _like(bundled, _finished(found, create_graph))


def _first_derivative(func: Callable, inputs: Any, v: Any, create_graph: bool, strict: bool, name: str) -> tuple:
    bundled, inputs = _tuple_of_tensors(inputs, "inputs", name)
    inputs = _prepared(inputs, create_graph, need_graph=True)
    v = _vector(v, inputs, bundled, create_graph, name)
    output = _single_output(func(*inputs), name, strict)
    gradients = _grad((output,), inputs, None, create_graph=True)
    _require_grad(gradients, _NO_GRAD_JACOBIAN, strict)
    return bundled, inputs, v, output, gradients


def _single_output(output: Any, name: str, strict: bool) -> Tensor:
    several, outputs = _tuple_of_tensors(output, _OUTPUTS, name)
    _require_grad(outputs, _NO_GRAD_OUTPUT, strict)
    if several:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if output.numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")
    return output.squeeze() if name == "hessian" else output


# ---- tuples in and out


def _tuple_of_tensors(values: Any, what: str, name: str) -> tuple[bool, tuple]:
    bundled = isinstance(values, tuple)
    values = values if bundled else (values,)
    for i, value in enumerate(values):
        if not isinstance(value, Tensor):
            which = f"value at index {i}" if bundled else f"given {what}"
            raise TypeError(
                f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the {which} has type "
                f"{type(value)}."
            )
    return bundled, values


def _like(bundled: bool, values: tuple) -> Any:
    return values if bundled else values[0]


def _prepared(values: tuple, create_graph: bool, need_graph: bool) -> tuple:
    """Return tensors to differentiate by: the given ones' own history with `create_graph`, fresh leaves without."""
    return tuple(
        t.view_as(t) if create_graph and t.requires_grad else t.detach().requires_grad_(need_graph) for t in values
    )


def _finished(values: tuple, create_graph: bool) -> tuple:
    return values if create_graph else tuple(t.detach() for t in values)


def _vector(v: Any, like: tuple, bundled: bool, create_graph: bool, name: str) -> tuple | None:
    """Return the vector of a product, checked against what it multiplies; None stands for 1."""
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            what = "user-provided function returns" if name == "vjp" else "input to the user-provided function is"
            raise RuntimeError(f"The vector v can only be None if the {what} a single Tensor with a single element.")
        return None
    _, v = _tuple_of_tensors(v, "v", name)
    v = _prepared(v, create_graph, need_graph=False)
    if len(like) != len(v):
        if bundled:
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}.")
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (mine, other) in enumerate(zip(v, like, strict=True)):
        if mine.size() != other.size():
            entry = f"Entry {i} in " if bundled else ""
            raise RuntimeError(f"{entry}v has invalid size: should be {other.size()} but got {mine.size()}.")
    return v


def _zeros_like(tensor: Tensor) -> Tensor:
    return wrap(np.zeros_like(tensor._data, subok=False))


# ---- gradients that may be missing


def _grad(
    outputs: tuple, inputs: tuple, seeds: tuple | None, create_graph: bool, retain_graph: bool | None = None
) -> tuple:
    """Return the gradients of those outputs that have a history; None where there is none."""
    seeds = seeds or (None,) * len(outputs)
    pairs = [(o, s) for o, s in zip(outputs, seeds, strict=True) if o is not None and o.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    return backward.grad(
        [o for o, _ in pairs], inputs, [s for _, s in pairs], retain_graph, create_graph, allow_unused=True
    )


def _filled(gradients: tuple, like: tuple, strict: bool, create_graph: bool, stage: str) -> tuple:
    """Return gradients with zeros, of the size of what they are the gradients of, where there is none."""
    found = []
    for i, (gradient, source) in enumerate(zip(gradients, like, strict=True)):
        if gradient is None:
            _demand(not strict, _INDEPENDENT[stage], i)
            gradient = _zeros_like(source)
        derivative = "hessian" if "double" in stage else "jacobian"
        _demand(gradient.requires_grad or not (strict and create_graph), _NOT_TWICE, i, derivative)
        found.append(gradient)
    return tuple(found)


def _require_grad(values: tuple, message: str, strict: bool) -> None:
    for i, value in enumerate(values if strict else ()):
        _demand(value is not None, _INDEPENDENT["back"], i)
        _demand(value.requires_grad, message, i)


def _demand(condition: bool, message: str, *where: Any) -> None:
    if not condition:
        raise RuntimeError(
            message.format(*where, function="user-provided function", never="This is not allowed in strict mode")
        )


_INDEPENDENT = {
    "row": "Output {0} of the {function} is independent of input {1}. {never}.",
    "back": "The output of the {function} is independent of input {0}. {never}.",
    "back_trick": "The gradient with respect to the input is independent of entry {0} in the grad_outputs when using the "
    "double backward trick to compute forward mode gradients. {never}.",
    "double_back": "The jacobian of the {function} is independent of input {0}. {never}.",
    "double_back_trick": "The hessian of the {function} is independent of entry {0} in the grad_jacobian. {never} as it "
    "prevents from using the double backward trick to replace forward mode AD.",
}
_NOT_TWICE = "The {1} of the {function} is independent of input {0}. {never} when create_graph=True."
_NO_GRAD_OUTPUT = (
    "Output {0} of the {function} does not require gradients. The outputs must be computed in a differentiable manner from "
    "the input when running in strict mode."
)
_NO_GRAD_GRADIENT = "The gradient with respect to input {0} is independent of the inputs of the {function}. {never}."
_NO_GRAD_JACOBIAN = (
    "While computing the hessian, found that the jacobian of the {function} with respect to input {0} is independent of the "
    "input. {never}. You should ensure that your function is twice differentiable and that the jacobian depends on the "
    "inputs (this would be violated by a linear function for example)."
)
_NO_GRAD_HESSIAN = (
    "The hessian of the {function} with respect to input {0} is independent of the input. {never}. You should ensure that "
    "your function is thrice differentiable and that the hessian depends on the inputs."
)
