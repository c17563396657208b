"""`gradcheck`: compare the gradients of a function with finite differences of it.

A Jacobian here has one row per element of an input and one column per element of an output, as PyTorch prints it.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.dtypes import OF_NUMPY
from ...base.errors import lacks
from ...base.promotion import default_float
from ...base.warn import warn
from ...graph.observer import unobserved
from ...graph.tensor import Tensor, wrap
from ...kernels import draws
from ...kernels.generator import Generator
from ...passes.backward import grad
from ...passes.placeholders import without_gradient

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class GradcheckError(RuntimeError):
    """The error of a gradcheck that failed."""

    __module__ = "torch.autograd.gradcheck"


def gradcheck(
    func: Callable, inputs: Any, *, eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3,
    raise_exception: bool = True, nondet_tol: float = 0.0, check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False, check_batched_grad: bool = False, check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False, check_backward_ad: bool = True, fast_mode: bool = False, masked: bool | None = None,
) -> bool:  # fmt: skip
    """Return True if the gradients of `func` agree with central differences of step `eps`; raise GradcheckError if not.

    Inputs that require grad should be float64. `fast_mode` compares one number for each input and output, both Jacobians
    multiplied by the same random vectors, and the Jacobians only where these differ.
    """
    if not check_forward_ad and not check_backward_ad:
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    if check_forward_ad or check_batched_forward_grad:
        raise lacks("forward mode in gradcheck", "leave out check_forward_ad")
    try:
        inputs = _as_tuple(inputs)
        _check_inputs(inputs)
        with unobserved():
            results = _tensors(func(*inputs))
            given = func, inputs, results, eps, atol, rtol, nondet_tol
            if not (fast_mode and _products_agree(*given)):
                _check_jacobians(*given)
            _check_multiplied_by_grad_output(_differentiable(results), inputs)
            if check_undefined_grad:
                _check_undefined_grad(func, inputs)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Callable, inputs: Any, grad_outputs: Any = None, *, eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False, raise_exception: bool = True, nondet_tol: float = 0.0,
    check_undefined_grad: bool = True, check_grad_dtypes: bool = False, check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False, check_rev_over_rev: bool = True, fast_mode: bool = False, masked: bool = False,
) -> bool:  # fmt: skip
    """Return True if second derivatives of `func` agree with differences of its first; raise GradcheckError if not."""
    inputs = _as_tuple(inputs)
    if grad_outputs is None:
        outputs = _differentiable(func(*inputs))
        seeds = tuple(_random_like(out) for out in outputs)
    else:
        seeds = _as_tuple(grad_outputs)
    count = len(seeds)

    def first_gradients(*args: Any) -> tuple:
        arguments, given = args[:-count], args[-count:]
        outputs = _differentiable(func(*arguments))
        found = grad(outputs, _differentiable(arguments), given, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradcheck(
        first_gradients, inputs + seeds, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
        nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad, fast_mode=fast_mode,
    )  # fmt: skip


def _numeric(func: Callable, inputs: Sequence, target: Tensor, results: list[Tensor], eps: float) -> list[np.ndarray]:
    """Return d results / d target by central differences, moving one element at a time."""
    memory, rows = target.array(), []
    for place in np.ndindex(memory.shape):
        step = np.zeros_like(memory)
        step[place] = eps
        rows.append(_difference(func, inputs, memory, step, place, eps))
    if not rows:
        rows = [[np.zeros((0, out._data.size), out._data.dtype) for out in results]]
    kept = _differentiable(results) or [t for t in results if t._data.dtype.kind == "f"]
    return [
        np.vstack(column)
        for out, column in zip(results, zip(*rows, strict=True), strict=True)
        if any(out is k for k in kept)
    ]


def _difference(
    func: Callable, inputs: Sequence, memory: np.ndarray, step: np.ndarray, place: Any, eps: float
) -> list[np.ndarray]:
    """Return for each output its central difference along a step of an input, which is moved in place, unnoticed."""
    before, sides = memory.copy(), []
    for moved in (before - step, before + step):
        memory[...] = moved
        sides.append([wrap(out._data.copy()) for out in _tensors(func(*inputs))])
    memory[...] = before
    for a, b in zip(*sides, strict=True):
        _check_alike(a._data, b._data, place, eps)
    return [((b - a) / (2 * eps))._data.reshape(-1) for a, b in zip(*sides, strict=True)]


def _check_alike(a: np.ndarray, b: np.ndarray, place: tuple, eps: float) -> None:
    """Raise PyTorch's error if an output changes its shape or its dtype where an element of an input is moved."""
    if a.shape != b.shape:
        what, found = "shape", (f"torch.Size({list(a.shape)})", f"torch.Size({list(b.shape)})")
    elif a.dtype != b.dtype:
        what, found = "dtype", (OF_NUMPY[a.dtype], OF_NUMPY[b.dtype])
    else:
        return
    raise AssertionError(
        f"Expected `func` to return outputs with the same {what} when inputs are perturbed on index {place} by {eps}, but "
        f"got: {what}s {found[0]} and {found[1]}."
    )


def _analytic(output: Tensor, inputs: list[Tensor]) -> list[np.ndarray]:
    """Return d output / d inputs, one backward pass for each element of the output."""
    size = output._data.size
    found = [np.zeros((t._data.size, size), t._data.dtype) for t in inputs]
    for column in range(size):
        seed = np.zeros(size, output._data.dtype)
        seed[column] = 1
        grads = grad(output, inputs, wrap(seed.reshape(output._data.shape)), retain_graph=True, allow_unused=True)
        for jacobian, g in zip(found, grads, strict=True):
            if g is not None:
                jacobian[:, column] = g._data.reshape(-1)
    return found


# ---- the checks


def _check_inputs(inputs: tuple) -> None:
    wanted = [(i, t) for i, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad]
    for i, tensor in wanted:
        if tensor._data.dtype != np.float64:
            warnings.warn(
                f"Input #{i} requires gradient and is not a double precision floating point or complex. This check will "
                "likely fail if all the inputs are not of double precision floating point or complex. ",
                UserWarning,
                stacklevel=2,
            )
        geometry = zip(tensor._data.shape, tensor._data.strides, strict=True)
        if tensor._data.size and any(n > 1 and step == 0 for n, step in geometry):
            raise RuntimeError(
                f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping to "
                "be able to compute the numerical gradients correctly. You should call .contiguous on the input before "
                "passing it to gradcheck."
            )
    if not wanted:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True."
        )


def _check_jacobians(
    func: Callable, inputs: tuple, results: list[Tensor], eps: float, atol: float, rtol: float, nondet_tol: float
) -> None:
    outputs = _differentiable(results)
    if not outputs:
        for tensor in _differentiable(inputs):
            if any(np.any(jacobian) for jacobian in _numeric(func, inputs, tensor, results, eps)):
                raise GradcheckError("Numerical gradient for function expected to be zero")
        return
    wanted = [i for i, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad]
    numeric = {i: _numeric(func, inputs, inputs[i], results, eps) for i in wanted}
    for o, out in enumerate(outputs):
        tensors = [inputs[i] for i in wanted]
        first, again = _analytic(out, tensors), _analytic(out, tensors)
        for a, b in zip(first, again, strict=True):
            if a.size and np.max(np.abs(a - b)) > nondet_tol:
                raise GradcheckError(_NOT_REENTRANT.format(nondet_tol))
        for i, analytic in zip(wanted, first, strict=True):
            if not np.allclose(analytic, numeric[i][o], rtol, atol):
                raise GradcheckError(_MISMATCH.format(o, i, wrap(numeric[i][o]), wrap(analytic)))


def _products_agree(
    func: Callable, inputs: tuple, results: list[Tensor], eps: float, atol: float, rtol: float, nondet_tol: float
) -> bool:
    """Return whether v J u by differences along u and by backward passes from v agree, for random unit vectors u and v."""
    generator = Generator()  # the program's random numbers stay as they are
    outputs, wanted = _differentiable(results), _differentiable(inputs)
    us = [_unit_vector(t, generator) for t in wanted]
    vs = [_unit_vector(out, generator) for out in outputs]
    backwards = [_analytic_products(out, wanted, v, us, nondet_tol) for out, v in zip(outputs, vs, strict=True)]
    if not outputs or None in backwards:
        return False
    for i, (tensor, u) in enumerate(zip(wanted, us, strict=True)):
        memory = tensor.array()
        found = _difference(func, inputs, memory, u.reshape(memory.shape) * eps, 0, eps)
        floating = [product for product, out in zip(found, results, strict=True) if out._data.dtype.kind == "f"]
        for v, product, backward in zip(vs, floating, backwards, strict=False):
            if not np.allclose(backward[i], v @ product, rtol, atol * float(u.sum()) * float(v.sum())):
                return False
    return True


def _unit_vector(tensor: Tensor, generator: Generator) -> np.ndarray:
    vector = draws.rand((tensor._data.size,), default_float(), generator).astype(tensor._data.dtype)
    return vector / np.linalg.norm(vector)


def _analytic_products(
    output: Tensor, inputs: list[Tensor], v: np.ndarray, us: list[np.ndarray], nondet_tol: float
) -> list[float] | None:
    """Return v J u for each input and its u, None if a second backward pass gives another."""
    seed = wrap(v.reshape(output._data.shape))
    first, again = (grad(output, inputs, seed, retain_graph=True, allow_unused=True) for _ in range(2))
    for a, b in zip(first, again, strict=True):
        if a is not None and a._data.size and np.max(np.abs(a._data - b._data)) > nondet_tol:
            return None
    return [0.0 if g is None else float(g._data.reshape(-1) @ u) for g, u in zip(first, us, strict=True)]


def _check_multiplied_by_grad_output(outputs: tuple, inputs: tuple) -> None:
    """A backward that ignores what arrives shows when nothing arrives."""
    wanted = _differentiable(inputs)
    zeros = [wrap(np.zeros_like(out._data)) for out in outputs]
    for g in grad(outputs, wanted, zeros, allow_unused=True):
        if g is not None and np.any(g._data):
            raise GradcheckError("backward not multiplied by grad_output")


def _check_undefined_grad(func: Callable, inputs: tuple) -> None:
    """A backward must cope with outputs that get no gradient, all of them or one at a time."""
    wanted = _differentiable(inputs)
    cases = [[without_gradient(out) for out in _differentiable(func(*inputs))]]
    for without in range(len(cases[0]) if len(cases[0]) > 1 else 0):
        outputs = _differentiable(func(*inputs))
        cases.append([without_gradient(out) if i == without else out for i, out in enumerate(outputs)])
    for outputs in cases:
        seeds = [wrap(np.zeros_like(out._data)) for out in outputs]
        try:
            found = grad(outputs, wanted, seeds, allow_unused=True)
        except RuntimeError as error:
            raise _undefined("Expected backward function to handle undefined output grads.") from error
        if any(g is not None and np.any(g._data) for g in found):
            raise _undefined(
                "Expected all input grads to be undefined or zero when all output grads are undefined or zero."
            )


def _undefined(expected: str) -> GradcheckError:
    """Warn as PyTorch does and return the error."""
    warn(_UNDEFINED_GRADIENTS)
    notes = '"Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'
    return GradcheckError(f"{expected} Please look at {notes}")


# ---- small things


def _as_tuple(values: Any) -> tuple:
    return tuple(values) if isinstance(values, tuple | list) else (values,)


def _tensors(results: Any) -> list[Tensor]:
    results = results if isinstance(results, tuple | list) else (results,)
    return list(itertools.chain.from_iterable(_tensors(r) if isinstance(r, tuple | list) else [r] for r in results))


def _differentiable(results: Any) -> tuple:
    return tuple(t for t in _tensors(results) if isinstance(t, Tensor) and t.requires_grad)


def _random_like(output: Tensor) -> Tensor:
    array = draws.uniform_(np.empty_like(output._data, subok=False, order="C"), -1.0, 1.0)
    return wrap(array).requires_grad_()


_MISMATCH = "Jacobian mismatch for output {} with respect to input {},\nnumerical:{}\nanalytical:{}\n"
_UNDEFINED_GRADIENTS = (
    "Backwards compatibility: New undefined gradient support checking feature is enabled by default, but it may break existing "
    'callers of this function. If this is true for you, you can call this function with "check_undefined_grad=False" to '
    "disable the feature"
)
_NOT_REENTRANT = (
    "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different values, "
    "although analytical gradient matches numerical gradient.The tolerance for nondeterminism was {}.\n\nNOTE: If your op "
    "relies on non-deterministic operations i.e., it is listed here:\n"
    "https://pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html\nthis failure might be expected.\n\n"
    "If you are adding a new operator, please file an issue and then use one of the\nworkarounds. The workaround depends on "
    "how your test invokes gradcheck/gradgradcheck.\nIf the test\n- manually invokes gradcheck/gradgradcheck, then call "
    "gradcheck/gradgradcheck\n  with `nondet_tol=<tol>` as a keyword argument.\n- is OpInfo-based (e.g., in "
    "test_ops_gradients.py), then modify the OpInfo for the test\n  to have `gradcheck_nondet_tol=<tol>`.\n- is a Module test "
    "(e.g., in common_nn.py), then modify the corresponding\n  module_test entry to have `gradcheck_nondet_tol=<tol>`\n"
)
