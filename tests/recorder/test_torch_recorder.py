"""Programs recorded on real PyTorch: the Trace is the built-in engine's."""

import io

import pytest
import torch

from autograd_engine.run import program as built_in
from autograd_studio.sandbox.answer.references import check_references
from autograd_studio.torch_recorder import program as real
from tools.compare_engines import differences

from ..support.payloads import payload

pytestmark = pytest.mark.torch

PROGRAM = """
import torch
w = torch.tensor([3.0, 1.0], requires_grad=True)
y = w * w + w
loss = y.sum()
loss.backward()
print(w.grad)
"""


def both(source):
    traces = []
    for engine in (built_in, real):
        result = engine.run(source, stdout=io.StringIO())
        traces.append(result.trace)
        check_references(traces[-1])
    return traces


def test_nodes_and_edges():
    ours, theirs = (
        {
            fn.name: [(trace.fns[edge.to].name, edge.output, edge.input, edge.source) for edge in fn.edges]
            for fn in trace.fns
        }
        for trace in both(PROGRAM)
    )
    assert ours == theirs
    assert ours["MulBackward0"] == [("AccumulateGrad", 0, "self", 0), ("AccumulateGrad", 0, "other", 0)]


def test_steps():
    ours, theirs = (
        [
            (
                step.kind,
                step.line,
                step.fn is not None and trace.fns[step.fn].name,
                *(None if v is None else trace.values[v].data for v in (step.before, step.value, step.after)),
            )
            for step in trace.steps
        ]
        for trace in both(PROGRAM)
    )
    assert ours == theirs


def test_failure():
    ours, theirs = both("import torch\nx = torch.ones(2, requires_grad=True)\n(x * 2).backward()\n")
    assert ours.error == theirs.error
    assert theirs.error.line == 3


def test_flags_of_a_pass_that_are_no_booleans():
    program = "import torch\nw = torch.tensor(1.0, requires_grad=True)\n(w * 2).backward({}, retain_graph={})"
    for flag, kept in (("1", True), ("torch.tensor(True)", True), ("'yes'", False)):
        assert [run.retain_graph for run in both(program.format(None, flag))[1].passes] == [kept]


def test_the_gradient_of_what_was_not_used_begins_where_it_was_asked_for():
    program = "import torch\na, b = (torch.tensor(2.0, requires_grad=True) for _ in range(2))\ny = a * a\n"
    trace = both(program + "torch.autograd.grad(y, b, allow_unused=True)")[1]
    assert [trace.tensors[root.tensor].names for run in trace.passes for root in run.roots] == [["y"]]


def test_gradients_alone_are_told_without_what_was_left_out():
    program = "import torch\na = torch.tensor(2.0, requires_grad=True)\ng = torch.autograd.grad(a * a, a)[0]"
    trace = both(program)[1]
    (operation,) = (one for one in trace.ops if one.name == "grad")
    assert [argument.name for argument in operation.inputs] == ["outputs", "inputs", "allow_unused"]
    said = [step["say"] for step in payload(trace)["steps"] if step["kind"] == "op"]
    assert said[-1].endswith("Without create_graph=True the pass is not recorded, so these gradients have no history.")


@pytest.mark.parametrize(
    "program",
    [
        "subclasses/logging",
        pytest.param(
            "messages/before_the_first_input",
            marks=pytest.mark.skipif(not torch.__version__.startswith("2.13."), reason="other versions' texts differ"),
        ),
        "saved_tensor_hooks/custom_function_goes_through",
    ],
)
def test_looking_calls_nothing_of_the_program(program):
    """Its `__torch_function__`, the one of a lazy parameter, and its hooks for saved tensors would print."""
    assert not {"stdout", "error"} & set(differences(program))


def test_a_pass_that_pytorch_refuses():
    ours, theirs = both(
        "import torch\nx = torch.ones(2, requires_grad=True)\ntorch.autograd.backward([x, x], [torch.ones(2)])\n"
    )
    assert ours.error == theirs.error
    assert "got 2 tensors and 1 gradients" in theirs.error.message


def test_a_write_that_a_leaf_refuses():
    ours, theirs = both(
        "import torch\nw = torch.ones(2, requires_grad=True)\n"
        "try:\n    w.mul_(2)\nexcept RuntimeError:\n    pass\n(w * 2).sum().backward()\n"
    )
    ours, theirs = ([step for step in trace.steps if step.kind == "refuse"] for trace in (ours, theirs))
    assert [(step.line, step.how, step.text, step.tensors) for step in ours] == [
        (step.line, step.how, step.text, step.tensors) for step in theirs
    ]
    assert ours


def test_large_tensors_by_their_statistics():
    ours, theirs = both("import torch\nx = torch.arange(400.0, requires_grad=True)\n(x * x).sum().backward()\n")
    last = [trace.values[trace.steps[-2].after] for trace in (ours, theirs)]
    assert last[0] == last[1]
    assert last[1].stats["max"] == 798.0


def test_a_pass_that_returns_gradients():
    source = "import torch\nx = torch.ones(2, requires_grad=True)\nprint(torch.autograd.grad((x * x).sum(), x))\n"
    ours, theirs = both(source)
    assert ours.stdout[0][1] == theirs.stdout[0][1] == "(tensor([2., 2.]),)\n"
    assert [p.kind for p in theirs.passes] == ["grad"]


def test_what_the_recorder_must_not_disturb():
    source = """
import torch
x = torch.ones(2)
x.resize_(1, 3)
y = torch.ones(2, requires_grad=True) * 2
y.mul_(y)
print(x.shape, y)
"""
    ours, theirs = both(source)
    assert ours.stdout[0][1] == theirs.stdout[0][1]
    assert ours.error is theirs.error is None


FUNCTION_AND_HOOKS = """
import torch
class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return torch.exp(x) * scale
    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * x.exp() * ctx.scale, None
x = torch.tensor([0.1, 0.7], requires_grad=True)
x.register_hook(lambda g: g * 2)
y = Exp.apply(x, 2.0)
y.retain_grad()
y.register_hook(lambda g: g * 10)
def halve(leaf):
    leaf.grad /= 2
x.register_post_accumulate_grad_hook(halve)
y.sum().backward()
x.grad.zero_()
"""


def test_custom_functions_hooks_and_retained_gradients():
    ours, theirs = (
        [
            (s.kind, s.how, s.text, s.scope and (trace.scopes[s.scope].kind, trace.scopes[s.scope].name))
            + tuple(None if v is None else trace.values[v].data for v in (s.before, s.value, s.after))
            for s in trace.steps
        ]
        for trace in both(FUNCTION_AND_HOOKS)
    )
    assert ours == theirs
    assert ("hook", "post_accumulate_grad", "halve", None, None, None, None) in theirs


def test_what_a_custom_function_keeps():
    ours, theirs = (
        (fn, trace.ops[fn.op], len(trace.tensors))
        for trace in both(FUNCTION_AND_HOOKS)
        for fn in trace.fns
        if fn.kind == "function"
    )
    assert [(s.name, s.text) for s in theirs[0].saved] == [("saved_tensors", None), ("ctx.scale", "2.0")]
    assert ours[0].saved[0] == theirs[0].saved[0]
    assert ours[1] == theirs[1]


def test_a_pass_that_fails_is_over():
    source = """
import torch
x = torch.ones(2, requires_grad=True)
y = x.exp().sum()
y.backward()
try:
    y.backward()
except RuntimeError:
    pass
z = x * 2
"""
    for trace in both(source):
        assert (trace.steps[-1].kind, trace.steps[-1].run) == ("op", None)


@pytest.mark.parametrize(
    "made",
    [
        "torch.arange(400.0)",
        "torch.arange(400, dtype=torch.float64) / 7",
        "torch.arange(400)",
        "torch.arange(400) > 7",
        "torch.full((300,), 1e30)",
        "torch.full((300,), float('nan'))",
        "torch.cat([torch.ones(300), torch.tensor([float('inf'), float('nan'), 0.0])])",
        "torch.ones(300, dtype=torch.float16)",
    ],
)
def test_statistics(made):
    ours, theirs = (trace.values[trace.tensors[-1].value] for trace in both(f"import torch\nx = {made}\ny = x + 0\n"))
    assert ours == theirs
    assert theirs.stats


@pytest.mark.parametrize("optimizer", ["SGD([w], lr=0.1, momentum=0.9)", "AdamW([w], lr=0.1)"])
def test_the_step_of_an_optimizer_is_one_operation(optimizer):
    source = f"""
import torch
w = torch.tensor([3.0, 1.0], requires_grad=True)
optimizer = torch.optim.{optimizer}
for i in range(2):
    optimizer.zero_grad()
    (w * w).sum().backward()
    optimizer.step()
"""
    ours, theirs = (
        [(op.name, [argument.name for argument in op.inputs], op.line, op.in_place) for op in trace.ops]
        for trace in both(source)
    )
    assert [op[0] for op in theirs] == [op[0] for op in ours]
    assert theirs[2] == ours[2]


def held(trace):
    """Return what is told of each optimizer, with the names of what it holds."""
    names = {tensor.identity: tensor.names for tensor in trace.tensors}
    return [
        (one.type, one.line, one.steps, one.skipped, [names[identity] for identity in one.tensors])
        for one in trace.optimizers
    ]


def test_optimizers_are_told_as_the_engine_tells_them():
    ours, theirs = both("""
import torch
torch.manual_seed(0)
net = torch.nn.Linear(2, 1)
idle = torch.optim.Adam(net.parameters())
opt = torch.optim.SGD([net.weight], lr=0.1)
opt.add_param_group({"params": [net.bias]})
scaler = torch.amp.GradScaler("cpu")
for factor in (1.0, float("inf"), 1.0):
    opt.zero_grad()
    scaler.scale((net(torch.ones(3, 2)) * factor).sum()).backward()
    scaler.step(opt)
    scaler.update()
""")
    assert held(theirs) == held(ours)
    assert [one[:-1] for one in held(ours)] == [("Adam", 5, 0, 0), ("SGD", 6, 2, 1)]


def test_the_closure_of_an_optimizer_is_recorded():
    source = """
import torch
w = torch.tensor([3.0, 1.0], requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
def closure():
    optimizer.zero_grad()
    loss = (w * w).sum()
    loss.backward()
    return loss
optimizer.step(closure)
y = w + 1
"""
    ours, theirs = ([(op.name, op.line) for op in trace.ops] for trace in both(source))
    assert theirs == ours


def test_a_custom_function_that_returns_its_input_is_one_operation():
    source = """
import torch
class Same(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x
    @staticmethod
    def backward(ctx, grad):
        return grad
x = torch.ones(2, requires_grad=True)
y = Same.apply(x)
y.sum().backward()
"""
    ours, theirs = ([(op.name, op.fn is None) for op in trace.ops] for trace in both(source))
    assert ours == theirs == [("Same", False), ("sum", False)]


ON_ONE_MEMORY = """import torch
class Write(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clamp(min=0)
    @staticmethod
    def backward(ctx, g):
        g[0] = 5
        return g
x = torch.tensor([-1.0, 2.0], requires_grad=True)
q = x * 1
(Write.apply(x) + q).backward(torch.ones(2))
b = torch.arange(4.0)
v = b[:2]
w = b[2:]
v.mul_(10)
c = v.clone()
"""


def test_who_lies_in_one_memory():
    def arrivals(trace):
        found = {}
        for step in trace.steps:
            if step.kind == "arrive" and step.memory is not None:
                found.setdefault(step.memory, []).append((trace.fns[step.fn].name, step.place))
        return sorted(map(sorted, found.values()))

    def places(trace):
        named = {tensor.names[0]: tensor for tensor in trace.tensors if tensor.names}
        tensors = [named[name] for name in "bvwc"]
        return [(tensor.memory == named["b"].memory, tensor.place) for tensor in tensors]

    ours, theirs = both(ON_ONE_MEMORY)
    assert arrivals(ours) == arrivals(theirs)
    assert len(arrivals(theirs)[0]) == 4
    assert places(ours) == places(theirs)


def test_what_else_a_write_changes():
    for trace in both(ON_ONE_MEMORY):
        write = next(step for step in trace.steps if step.kind == "write" and step.run is None)
        shown = {trace.tensors[t].names[0]: trace.values[value].data for t, value in write.changed}
        assert shown == {"b": [0.0, 10.0, 2.0, 3.0], "w": [2.0, 3.0]}
        assert write.versions == [1, 1]


DETACHING = """import torch
w = torch.ones(2, requires_grad=True)
y = w * 2
y.detach_()
y.detach_()
(y * w).sum().backward()
w.grad.detach_()
w.detach_()
"""


def test_detaching_in_place_is_a_write_where_there_is_something_to_detach():
    for trace in both(DETACHING):
        writes = [step for step in trace.steps if step.kind == "write"]
        assert [(step.line, trace.ops[step.op].name, trace.ops[step.op].in_place) for step in writes] == [
            (4, "detach_", True),
            (8, "detach_", True),
        ]
        assert all(step.before == step.after and not trace.tensors[step.tensor].requires_grad for step in writes)
        assert not any(trace.ops[step.op].name == "detach_" for step in trace.steps if step.kind == "op")


def test_which_gradients_wait_on_a_memory_that_is_written_to():
    for trace in both(ON_ONE_MEMORY):
        write = next(step for step in trace.steps if step.kind == "write" and step.run is not None)
        found = [(trace.fns[fn].name, output, trace.values[value].data) for fn, output, value in write.waiting]
        assert found == [("MulBackward0", 0, [5.0, 1.0])]


def test_a_node_that_no_pass_comes_to_needs_no_box():
    program = "import torch\ntorch.autograd.functional.jvp(lambda t: t**2, torch.ones(2), torch.ones(2))\n"
    assert payload(both(program)[1])["steps"]
