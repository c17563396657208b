"""Programs as people write them, on real PyTorch: recording changes nothing and sees everything.

Each program of torch_programs/ runs alone, with hooks of this file's own on every node, and recorded.
"""

import io
import math
import sys
import types
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
import torch

from autograd_studio.sandbox.answer.references import check_references
from autograd_studio.torch_recorder import program as real
from autograd_studio.view.layout import graphviz
from autograd_studio.view.payload.document import payload
from autograd_studio.view.payload.writing import packed
from autograd_studio.web import offline

pytestmark = pytest.mark.torch

PROGRAMS = sorted((Path(__file__).parents[1] / "torch_programs").glob("*.py"))

UNTOLD = object()  # inside `vmap`, where a tensor stands for many, and of nested tensors

# What is compared at the end of a program: the `.grad` of all that its variables hold.
GRADIENTS = """
for _name, _value in list(globals().items()):
    for _path, _tensor in _value.named_parameters() if isinstance(_value, torch.nn.Module) else [("", _value)]:
        if isinstance(_tensor, torch.Tensor) and _tensor.is_leaf and _tensor.grad is not None:
            print(_name, _path, _tensor.grad.to_dense().tolist(), _tensor.tolist())
"""


@pytest.fixture(params=PROGRAMS, ids=lambda path: path.stem)
def path(request):
    return request.param


@pytest.mark.filterwarnings("ignore")
def test_program(path):
    source = path.read_text(encoding="utf-8") + GRADIENTS
    printed, error, order = alone(source, str(path))
    stdout = io.StringIO()
    result = real.run(source, filename=str(path), stdout=stdout)
    assert stdout.getvalue() == printed
    assert (result.error and (result.error["type"], result.error["message"])) == error
    trace = result.trace
    check_references(trace)
    ran = executed(trace)
    assert [name for name, _ in ran] == [name for name, _ in order]
    for (name, ours), (_, theirs) in zip(ran, order, strict=True):
        assert len(ours) == len(theirs), name
        for one, other in zip(ours, theirs, strict=True):
            assert (one is None) == (other is None), name
            assert other in (None, UNTOLD) or one == pytest.approx(other, rel=1e-3, abs=1e-4, nan_ok=True), name
    page = offline.page(packed(payload(trace, graphviz.place)), source)
    assert page.startswith("<!doctype html>")


def executed(trace):
    """Return the nodes in the order in which they ran: the name of each, and the sums of the gradients it received."""
    return [
        (trace.fns[step.fn].name, [total(trace, v) for v in (step.incoming or [step.value])])
        for step in trace.steps
        if step.fn is not None and (step.kind == "accumulate" or (step.kind == "run" and step.how != "begin"))
    ]


def total(trace, index):
    """Return the sum of a value's elements, of a large one by its mean."""
    if index is None:
        return None
    value = trace.values[index]
    if value.stats is None:
        return sum(map(float, value.data))
    return value.stats["mean"] * math.prod(value.shape)


def alone(source, filename):
    """Run a program without the recorder; return what it printed, its error, and the nodes that ran, in order."""
    module, stdout, order, error = types.ModuleType("__main__"), io.StringIO(), [], None
    engine, before = torch.autograd.graph._engine_run_backward, sys.modules["__main__"]

    def run(outputs, *args, **kwargs):
        received = {}
        handles = [handle for node in reachable(outputs) for handle in noting(node, received, order)]
        try:
            return engine(outputs, *args, **kwargs)
        finally:
            for handle in handles:
                handle.remove()

    sys.modules["__main__"] = module
    places = torch.autograd, torch.autograd.graph
    for place in places:
        place._engine_run_backward = run
    try:
        with redirect_stdout(stdout), redirect_stderr(io.StringIO()):
            exec(compile(source, filename, "exec"), vars(module))
    except Exception as raised:
        error = type(raised).__name__, str(raised)
    finally:
        sys.modules["__main__"] = before
        for place in places:
            place._engine_run_backward = engine
    return stdout.getvalue(), error, order


def noting(node, received, order):
    """Have a node note what it receives, and that it has run."""
    return (
        node.register_prehook(lambda grads: received.update({node: [summed(grad) for grad in grads]})),
        node.register_hook(lambda *_: order.append((type(node).__name__, received.pop(node)))),
    )


def summed(grad):
    if grad is None:
        return None
    functorch = torch._C._functorch
    if grad.is_nested or functorch.is_functorch_wrapped_tensor(grad) or functorch.is_legacy_batchedtensor(grad):
        return UNTOLD
    with torch.no_grad():
        grad = grad.to_dense()
        return float((torch.view_as_real(grad) if grad.is_complex() else grad).double().sum())


def reachable(outputs):
    """Yield the nodes that the outputs of a pass lead to."""
    edges = [torch.autograd.graph.get_gradient_edge(t) if isinstance(t, torch.Tensor) else t for t in outputs]
    waiting, met = [edge.node for edge in edges], set()
    while waiting:
        node = waiting.pop()
        if node not in met:
            met.add(node)
            yield node
            waiting += [child for child, _ in node.next_functions if child is not None]
