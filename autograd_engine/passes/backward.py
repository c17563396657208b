"""`torch.autograd.backward` and `grad`: from what programs ask for to a pass, with PyTorch's checks on the way."""

from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base.dtypes import OF_NUMPY
from ..base.foreign import type_name
from ..base.size import Size
from ..base.warn import first_time, warn_of_pass
from ..graph.edges import gradient_edge
from ..graph.node import GradientEdge, Node
from ..graph.observer import report_refusal
from ..graph.tangents import pushes
from ..graph.tensor import Tensor, wrap
from ..op.namespaces import function
from ..ops.cat import stack
from .engine import Pass


def backward(
    tensors: Any, grad_tensors: Any = None, retain_graph: bool | None = None, create_graph: bool = False,
    inputs: Any = None,
) -> None:  # fmt: skip
    """Compute gradients of `tensors` and add them to the `.grad` of the leaves they depend on, or of `inputs` only.

    `grad_tensors` are the seeds, one per tensor (None: 1 for a tensor of one element). Saved tensors are freed unless
    `retain_graph` (default: `create_graph`); with `create_graph` the gradients can be differentiated themselves.
    """
    with report_refusal(tensors):
        if inputs is not None:
            inputs = _inputs(inputs, "backward")
        outputs = _as_tuple(tensors)
        given = _as_tuple(grad_tensors, len(outputs))[: len(outputs)]
        seeds = _seeds(outputs, given)
        keep, create_graph = _flags(create_graph if retain_graph is None else retain_graph, create_graph)
        if create_graph and first_time(_REFERENCE_CYCLE):
            warn_of_pass(_REFERENCE_CYCLE)
        implicit = [not isinstance(seed, Tensor) for seed in given]
        run = Pass(*_start(outputs, seeds, create_graph), implicit, keep, create_graph)
        if inputs is not None:
            run.ask_for([_edge_of_input(t, accumulate=True) for t in inputs], accumulate=True)
    run.run()


@function("Tensor", name="backward")
def _of_tensor(
    self: Tensor, gradient: Any = None, retain_graph: bool | None = None, create_graph: bool = False, inputs: Any = None
) -> None:
    """Compute the gradients of this tensor and add them to the `.grad` of the leaves it depends on."""
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)


_of_tensor.__qualname__ = "Tensor.backward"  # in the errors of wrong calls
Tensor.backward = _of_tensor


def grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: bool | None = None, create_graph: bool = False,
    only_inputs: bool = True, allow_unused: bool | None = None, is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:  # fmt: skip
    """Return the gradients of `outputs` with respect to `inputs`, without touching any `.grad`."""
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
        )
    if not only_inputs:
        warnings.warn(_ONLY_INPUTS, FutureWarning, stacklevel=2)
    allow_unused = materialize_grads if allow_unused is None else allow_unused
    with report_refusal(outputs):
        outputs = _as_tuple(outputs)
        wanted = _inputs(inputs, "grad")
        given = _as_tuple(grad_outputs, len(outputs))[: len(outputs)]
        seeds = _seeds(outputs, given, is_grads_batched)
        keep = create_graph if retain_graph is None else retain_graph
        keep, create_graph, allow_unused = _flags(keep, create_graph, allow_unused)
    if is_grads_batched:
        return _batched(outputs, wanted, seeds, keep, create_graph, allow_unused, materialize_grads)
    with report_refusal(outputs):
        implicit = [not isinstance(seed, Tensor) for seed in given]
        run = Pass(*_start(outputs, seeds, create_graph), implicit, keep, create_graph)
        run.ask_for([_edge_of_input(t, accumulate=False) for t in wanted], accumulate=False)
    run.run()
    found = [g if g is None or run.on_tensors else wrap(g) for g in run.captured]
    if not allow_unused and any(g is None for g in found):
        raise RuntimeError(
            f"The differentiated Tensor at index {[g is None for g in found].index(True)} appears to not have been used in "
            "the graph. Set allow_unused=True if this is the desired behavior."
        )
    if materialize_grads:
        if any(g is None and not isinstance(t, Tensor) for g, t in zip(found, wanted, strict=True)):
            raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
        found = [_zeros_like(t, create_graph) if g is None else g for g, t in zip(found, wanted, strict=True)]
    return dict(zip(inputs, found, strict=True)) if isinstance(inputs, dict) else tuple(found)


def _batched(
    outputs: tuple, inputs: tuple, seeds: list, keep: bool, create: bool, allow_unused: bool, materialize: bool
) -> tuple:
    """One pass for each slice of the seeds' first dimension, the results stacked."""
    size = _batch_size(seeds)
    rows = []
    for i in range(size):
        row = tuple(seed[i] for seed in seeds)
        last = i == size - 1
        rows.append(grad(outputs, inputs, row, keep or not last, create, True, allow_unused, False, materialize))
    return tuple(None if column[0] is None else stack(list(column)) for column in zip(*rows, strict=True))


def _batch_size(seeds: list) -> int:
    for seed in seeds:
        if seed is None:
            raise ValueError(
                "vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for an input but the input is of type <class 'NoneType'>. We "
                "cannot vmap over non-Tensor arguments, please use None as the respective in_dim"
            )
        if not seed._data.ndim:
            raise ValueError(
                "vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for some input, but that input is a Tensor of "
                "dimensionality 0 so expected in_dim to satisfy 0 <= in_dim < 0."
            )
    sizes = [len(seed) for seed in seeds]
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    return sizes[0]


def _inputs(inputs: Any, function: str) -> tuple:
    if isinstance(inputs, Mapping):
        if type(inputs) is not dict:
            raise TypeError(
                f"`inputs` argument to `{function}()` must be a dict, not {type(inputs).__name__}. Other Mapping types are not "
                "supported."
            )
        inputs = inputs.values()
    inputs = _as_tuple(inputs)
    if not inputs:
        raise RuntimeError(f"`inputs` argument to `{function}()` cannot be empty.")
    return inputs


def _flags(*values: Any) -> list[bool]:
    """Return the flags as PyTorch's engine reads them: whatever can stand for an integer."""
    return [bool(operator.index(value)) for value in values]


def _as_tuple(values: Any, length: int | None = None) -> tuple:
    if values is None and length is not None:
        return (None,) * length
    if isinstance(values, Tensor | GradientEdge):
        return (values,)
    return tuple(values)


def _seeds(outputs: tuple, given: tuple, batched: bool = False) -> list[Tensor | None]:
    """Check the seeds against the outputs, and make the implicit 1 for outputs of one element."""
    seeds = []
    for out, seed in zip(outputs, given, strict=False):
        shape, dtype, wants = _expected(out)
        if isinstance(seed, Tensor):
            if (seed[0] if batched else seed)._data.shape != shape:
                mismatch = _BATCH_MISMATCH if batched else _MISMATCH
                # PyTorch looks the numbers up with ==, which fails on other tensors than the first.
                found = given.index(seed), Size(seed._data.shape[2 * batched :]), outputs.index(out), Size(shape)
                raise RuntimeError(mismatch.format(*found))
            seeds.append(seed)
        elif seed is not None:
            raise TypeError(f"gradients can be either Tensors or None, but got {type(seed).__name__}")
        elif not wants:
            seeds.append(None)
        else:
            if math.prod(shape) != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            if dtype.kind != "f":
                raise RuntimeError(
                    f"grad can be implicitly created only for real scalar outputs but got {OF_NUMPY[dtype]}"
                )
            seeds.append(wrap(np.ones(shape, dtype)))
    return seeds


def _expected(out: Tensor | GradientEdge) -> tuple[tuple, np.dtype, bool]:
    if isinstance(out, Tensor):
        return out._data.shape, out._data.dtype, out.requires_grad
    if not isinstance(out, GradientEdge):
        raise AssertionError("Expected output to be a torch.Tensor")
    return *out.node._known_outputs()[out.output_nr], True


def _start(outputs: tuple, seeds: list, create_graph: bool) -> tuple[list, list]:
    """Return the edges a pass starts at and what it delivers there."""
    if len(outputs) != len(seeds):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(seeds)} gradients")
    roots, grads = [], []
    for i, (out, seed) in enumerate(zip(outputs, seeds, strict=True)):
        if isinstance(out, Tensor):
            node = gradient_edge(out)
            if node is None:
                raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
            nr = out._nr
        else:
            node, nr = out[:2]
        dtype = _expected(out)[1]
        if seed is not None and seed._data.dtype is not dtype:
            seed = seed.to(OF_NUMPY[dtype]) if create_graph else wrap(seed._data.astype(dtype))
        roots.append((node, nr))
        grads.append(seed if create_graph or pushes() or seed is None else seed._data)
    return roots, grads


def _edge_of_input(tensor: Any, *, accumulate: bool) -> tuple[Node, int]:
    if isinstance(tensor, GradientEdge):
        return tensor[:2]
    if not isinstance(tensor, Tensor):
        raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {type_name(tensor)}")
    if accumulate:
        tensor.retain_grad()
    if not tensor.requires_grad:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    node = gradient_edge(tensor)
    return node, tensor._nr


def _zeros_like(tensor: Tensor, requires_grad: bool) -> Tensor:
    zeros = wrap(np.zeros(tensor._data.shape, tensor._data.dtype))
    zeros._req = requires_grad
    return zeros


_MISMATCH = "Mismatch in shape: grad_output[{}] has a shape of {} and output[{}] has a shape of {}."
_BATCH_MISMATCH = (
    "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The sizes of the "
    "remaining dimensions are expected to match the shape of corresponding output, but a mismatch was detected: "
    "grad_output[{}] has a shape of {} and output[{}] has a shape of {}. If you only want some tensors in `grad_output` to "
    "be considered batched, consider using vmap."
)
_ONLY_INPUTS = (
    "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for other parts of the "
    "graph, please use torch.autograd.backward."
)
_REFERENCE_CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient which "
    "can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you have to use "
    "this function, make sure to reset the .grad fields of your parameters to None after use to break the cycle and avoid "
    "the leak. (Triggered internally at /__w/pytorch/pytorch/torch/csrc/autograd/engine.cpp:1307.)"
)
