"""What the recorder tells of programs: every kind of step, names, long programs, memory, and that watching
changes nothing."""

import gc
import io
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograd_engine import torch
from autograd_engine.graph.observer import observe
from autograd_engine.run import program
from autograd_engine.trace.schema import Optimizer, Trace, TraceLimits
from autograd_engine.tracing.recorder import EngineRecorder
from autograd_studio.sandbox.answer.references import check_references

from ..support.corpus import PROGRAMS as CORPUS

SMALL = TraceLimits(operations=100, steps=1000, tail=25)


def traced(source: str, limits: TraceLimits | None = None) -> Trace:
    result = program.run(source, stdout=io.StringIO(), trace_limits=limits)
    trace = result.trace
    check_references(trace)
    return trace


def kinds(trace: Trace) -> list[str]:
    return [step.kind if step.how is None else f"{step.kind} {step.how}" for step in trace.steps]


def data(trace: Trace, value: int | None) -> list | None:
    return None if value is None else trace.values[value].data


def steps(trace: Trace, kind: str) -> list:
    return [step for step in trace.steps if step.kind == kind]


# ---- the kinds of steps, in their order


def test_a_number_in_a_formula_has_no_edge():
    """`3 * x ** 2`, as the formula of `x ** 3` has it, is PyTorch's overload for numbers, a node with one edge."""
    trace = traced("""
import torch
x = torch.tensor(2.0, requires_grad=True)
g, = torch.autograd.grad(x ** 3, x, create_graph=True)
g.backward()
""")
    assert [[edge.input for edge in fn.edges] for fn in trace.fns if fn.name == "MulBackward1"] == [["self"]]


def test_operations_and_a_backward_pass():
    trace = traced("""
import torch
x = torch.tensor([3.0], requires_grad=True)
y = x * x
y.backward(torch.ones(1))
""")
    assert kinds(trace) == [
        "create", "op", "create", "backward", "arrive", "ready", "run", "free", "arrive", "arrive", "ready",
        "accumulate", "end",
    ]  # fmt: skip
    sums = [(data(trace, s.before), data(trace, s.after), s.awaited) for s in steps(trace, "arrive")]
    assert sums == [(None, [1.0], 0), (None, [3.0], 1), ([3.0], [6.0], 0)]
    (run,) = steps(trace, "run")
    assert (run.line, run.forward_line, run.versions) == (5, 4, [0, 0])


@pytest.mark.parametrize("write", ["w.data[0] = 5", "w.data.fill_(5)", "w.data = torch.full((2,), 5.0)", "w.data *= 5"])
def test_a_write_through_data_is_one_that_versions_do_not_tell(write):
    trace = traced(f"import torch\nw = torch.ones(2, requires_grad=True)\ny = (w * w).sum()\n{write}\ny.backward()")
    (step,) = steps(trace, "write")
    assert trace.ops[step.op].text == write
    assert [run.versions for run in steps(trace, "run")] == [None, [0, 0]]


def test_a_write_through_numpy_is_a_step_and_destroys_nothing():
    source = """import numpy, torch
a = numpy.ones(2, dtype=numpy.float32)
x = torch.from_numpy(a)
y = x * 2
a[0] = 5
x.add_(1)
z = x * 2
a *= 1
y.numpy().fill(7)
"""
    trace = traced(source)
    written = [(s.line, data(trace, s.before), data(trace, s.after)) for s in steps(trace, "write")]
    assert written == [(5, [1, 1], [5, 1]), (6, [5, 1], [6, 2]), (9, [2, 2], [7, 7])]
    assert [trace.ops[s.op].name for s in steps(trace, "write")] == ["numpy_", "add_", "numpy_"]
    assert [data(trace, trace.tensors[op.outputs[0]].value) for op in trace.ops if op.name == "mul"] == [
        [2, 2],
        [12, 4],
    ]


def test_a_write_through_numpy_to_a_grad_tells_what_it_held():
    source = "import numpy, torch\nw = torch.ones(2, requires_grad=True)\n(w * w).sum().backward()\n"
    trace = traced(source + "w.grad.numpy()[0] = 7\n")
    (step,) = steps(trace, "grad")
    assert (data(trace, step.before), data(trace, step.after)) == ([2, 2], [7, 2])


def test_a_tensor_that_is_detached_in_place_has_no_edge_any_more():
    source = (
        "import torch\nw = torch.ones(2, requires_grad=True)\nh = w * 2\nh.detach_()\ny = h * w\ny.sum().backward()"
    )
    trace = traced(source)
    (step,) = steps(trace, "write")
    assert trace.ops[step.op].name == "detach_" and not trace.tensors[step.tensor].requires_grad
    (product,) = [fn for fn in trace.fns if fn.line == 5]
    assert [edge.to is None for edge in product.edges] == [True, False]


def test_data_is_that_of_the_tensor_which_requires_a_gradient():
    source = "import torch\nw = torch.ones(2, requires_grad=True)\nw.data = w.data * 5\nw.data.clamp_(0, 2)"
    trace = traced(source)
    first, second = steps(trace, "write")
    assert trace.tensors[first.tensor].identity == trace.tensors[second.tensor].identity
    assert first.changed is None


def test_operations_under_no_grad_and_on_constants_are_steps():
    trace = traced("""
import torch
x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    y = x * 2
z = torch.zeros(2) + 1
""")
    assert kinds(trace) == ["create", "op", "create", "op"]
    assert [op.fn for op in trace.ops] == [None, None]


def test_a_second_pass_adds_to_what_the_first_left():
    trace = traced("""
import torch
x = torch.tensor(3.0, requires_grad=True)
y = x * x
y.backward(retain_graph=True)
y.backward()
""")
    found = [(data(trace, s.before), data(trace, s.value), data(trace, s.after)) for s in steps(trace, "accumulate")]
    assert found == [(None, [6.0], [6.0]), ([6.0], [6.0], [12.0])]
    assert [s.run for s in steps(trace, "free")] == [1]


def test_what_is_added_may_share_memory_with_the_sum():
    trace = traced("""
import torch
x = torch.ones(2, 2, requires_grad=True)
y = x.view(-1)
seed = torch.ones(4)
y.backward(seed)
y.backward(seed)
""")
    assert [data(trace, s.value) for s in steps(trace, "accumulate")] == [[1.0] * 4, [1.0] * 4]
    assert data(trace, steps(trace, "accumulate")[1].after) == [2.0] * 4


def test_grads_are_zeroed_assigned_and_set_to_none():
    trace = traced("""
import torch
w = torch.ones(2, requires_grad=True)
(w * 3).sum().backward()
w.grad.zero_()
w.grad += torch.ones(2).data
w.grad = torch.full((2,), 7.0)
w.grad = None
""")
    found = [(s.how, data(trace, s.before), data(trace, s.after)) for s in steps(trace, "grad")]
    assert found == [
        ("zero_", [3.0, 3.0], [0.0, 0.0]), ("add_", [0.0, 0.0], [1.0, 1.0]),
        ("assigned", [1.0, 1.0], [7.0, 7.0]), ("None", [7.0, 7.0], None),
    ]  # fmt: skip


def test_a_write_tells_versions_contents_and_who_shares_them():
    trace = traced("""
import torch
b = torch.zeros(3)
v = b[0:2]
gone = b[1:3]
del gone
v += 5
""")
    (write,) = steps(trace, "write")
    assert [trace.tensors[write.tensor].version, data(trace, write.before), data(trace, write.after)] == [
        1,
        [0, 0],
        [5, 5],
    ]
    assert [(trace.tensors[t].names, data(trace, v)) for t, v in write.changed] == [(["b"], [5, 5, 0])]


def test_what_a_write_destroys_is_still_shown():
    trace = traced("import torch\nx = torch.ones(2)\ny = x * 2\ny.zero_()\ny += 3")
    assert [data(trace, t.value) for t in trace.tensors[1:]] == [[2.0, 2.0], [0.0, 0.0], [3.0, 3.0]]


def test_hooks_of_every_kind():
    trace = traced("""
import torch
x = torch.tensor(2.0, requires_grad=True)
y = x * 3
y.register_hook(lambda g: g * 10)
y.grad_fn.register_prehook(lambda g: None)
y.grad_fn.register_hook(lambda i, o: None)
x.register_post_accumulate_grad_hook(lambda t: None)
y.backward()
""")
    assert [s.how for s in steps(trace, "hook")] == ["tensor", "pre", "post", "post_accumulate_grad"]
    first = steps(trace, "hook")[0]
    assert ([data(trace, v) for v in first.incoming], [data(trace, v) for v in first.outgoing]) == (
        [[1.0]],
        [[10.0]],
    )


CUSTOM = """
import torch
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, values, factor, power=1):
        ctx.save_for_backward(values)
        ctx.factor = factor
        return values * factor
    @staticmethod
    def backward(ctx, grad_output):
        values, = ctx.saved_tensors
        return grad_output * ctx.factor, None, None
"""


def test_a_custom_function_is_looked_into_both_ways():
    trace = traced(CUSTOM + "x = torch.ones(1, requires_grad=True)\nScale.apply(x, 4, 1).backward()")
    assert " ".join(kinds(trace)) == (
        "create op op function backward arrive ready run begin op run end free arrive ready accumulate end"
    )
    assert [trace.scopes[s.scope].phase for s in steps(trace, "op") if s.scope is not None] == [
        "forward",
        "backward",
    ]


def test_arguments_of_a_custom_function_have_its_authors_names():
    trace = traced(CUSTOM + "x = torch.ones(1, requires_grad=True)\nScale.apply(x, 4, 1)")
    call = trace.ops[-1]
    assert [(a.name, a.text) for a in call.inputs] == [("values", None), ("factor", "4")]
    assert [edge.input for edge in trace.fns[call.fn].edges] == ["values"]


def test_arguments_that_are_their_default_are_left_out():
    trace = traced("import torch\nx = torch.ones(2, 2)\nx.sum(0, False)\nx.sum(0, True)\nx.add(x, alpha=1)")
    assert [[a.name for a in op.inputs] for op in trace.ops] == [
        ["self", "dim"], ["self", "dim", "keepdim"], ["self", "other"],
    ]  # fmt: skip


def test_none_is_not_zero():
    trace = traced("""
import torch
class Cut(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2
    @staticmethod
    def backward(ctx, g):
        return None
x = torch.tensor(1.0, requires_grad=True)
Cut.apply(x * 3).backward()
(x * 0).backward()
""")
    values = [data(trace, s.value) for s in steps(trace, "arrive")]
    assert values == [[1.0], None, None, [1.0], [0.0]]
    assert [data(trace, s.after) for s in steps(trace, "accumulate")] == [None, [0.0]]


def test_a_failure_in_a_pass_is_the_last_step():
    trace = traced("""
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.exp()
y += 1
y.sum().backward()
""")
    assert kinds(trace)[-2:] == ["end error", "error"]
    error = trace.steps[-1]
    assert (error.line, trace.fns[error.fn].name, trace.error.type) == (6, "ExpBackward0", "RuntimeError")


@pytest.mark.parametrize(
    ("call", "tensors"),
    [
        ("y.backward()", ["y"]),
        ("(y.sum() * 0).detach().backward()", None),
        ("torch.autograd.grad(y, x)", ["y"]),
        ("torch.autograd.backward([y, y.sum()], [torch.ones(3), None])", ["y"]),
        ("y.sum().backward(inputs=[])", None),
    ],
)
def test_a_pass_that_is_refused_is_a_step_at_its_line(call, tensors):
    start = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\ny = x * 2\n"
    caught = traced(f"{start}try:\n    {call}\nexcept RuntimeError as error:\n    print(error)\ny.sum().backward()")
    (refusal,) = steps(caught, "refuse")
    assert refusal.line == 5
    assert refusal.text == f"RuntimeError: {caught.stdout[0][1].strip()}"
    assert caught.steps[caught.stdout[0][0]] is refusal
    assert kinds(caught)[-1] == "end", "the program goes on"
    if tensors is not None:
        assert caught.tensors[refusal.tensors[0]].names == tensors
    ends = traced(start + call)
    assert kinds(ends)[-1] == "error" and "refuse" not in kinds(ends), "not told twice"


@pytest.mark.parametrize("leaf", ["w", "w[:1]"])
def test_a_write_that_a_leaf_refuses_is_a_step_at_its_line(leaf):
    start = "import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    caught = traced(
        f"{start}try:\n    {leaf}.mul_(2)\nexcept RuntimeError as error:\n    print(error)\n(w * 2).sum().backward()"
    )
    (refusal,) = steps(caught, "refuse")
    assert (refusal.line, refusal.how) == (4, "write")
    assert refusal.text == f"RuntimeError: {caught.stdout[0][1].strip()}"
    assert kinds(caught)[-1] == "end", "the program goes on"
    ends = traced(f"{start}{leaf}.mul_(2)")
    assert kinds(ends)[-1] == "error" and "refuse" not in kinds(ends), "not told twice"


FAILING = """
import torch
class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        if a.sum() > 5:
            raise ValueError("too large")
        return a * 2
    @staticmethod
    def backward(ctx, g):
        raise ValueError("no way back")
x = torch.ones(2, requires_grad=True)
"""


@pytest.mark.parametrize(
    ("call", "phase"), [("Bad.apply(x * 9)", "forward"), ("Bad.apply(x).sum().backward()", "backward")]
)
def test_what_is_caught_leaves_no_traces(call, phase):
    caught = traced(f"{FAILING}try:\n    {call}\nexcept ValueError:\n    pass\ny = x * 3\n1 / 0")
    assert (caught.steps[-2].kind, caught.steps[-2].scope, caught.steps[-2].run) == ("op", None, None)
    assert (caught.steps[-1].scope, caught.steps[-1].fn) == (None, None)
    ends = traced(FAILING + call)
    assert ends.scopes[ends.steps[-1].scope].phase == phase


def test_a_recorded_pass_ends_in_a_graph_of_its_own():
    trace = traced("""
import torch
x = torch.tensor(2.0, requires_grad=True)
g, = torch.autograd.grad(x * x * x, x, create_graph=True)
g.backward()
""")
    assert [(p.kind, p.create_graph) for p in trace.passes] == [("grad", True), ("backward", False)]
    assert data(trace, steps(trace, "end")[0].outgoing[0]) == [12.0]
    assert data(trace, steps(trace, "accumulate")[-1].after) == [12.0]


# ---- names


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("a = b = x * 2", ["a", "b"]),
        ("(a, b), *c = (x * 2, x), x", ["a"]),
        ("for a in [x * 2]: pass", ["a"]),
        ("if (a := x * 2) is None: pass", ["a"]),
        ("a: object = x * 2", ["a"]),
        ("o.inner.w = x * 2", ["o.inner.w"]),
        ("o.w, b = x * 2, x", ["o.w"]),
        ("a = [x * 2]", ["a[0]"]),
        ("o.w = x * 2; o.w += 1", ["o.w"]),
    ],
)
def test_names(statement, names):
    trace = traced(f"import torch\nclass O: pass\no = O()\no.inner = O()\nx = torch.ones(1)\n{statement}")
    assert [t.names for t in trace.tensors if t.text == "x * 2"] == [names]


def test_parameters_of_modules_in_a_list_are_named_by_their_place():
    trace = traced("import torch\nlayers = [torch.nn.Linear(1, 1) for _ in range(2)]\nfor layer in layers: pass")
    assert [t.names[0] for t in trace.tensors] == [f"layers[{i}].{key}" for i in (0, 1) for key in ("weight", "bias")]


def test_naming_runs_nothing_of_the_program_twice():
    source = "class C:\n    @property\n    def w(self):\n        print('read')\n        return 1\n"
    source += "    @w.setter\n    def w(self, value):\n        print('set')\nc = C()\nc.w, d = 1, 2\nc.w += 1\n"
    source += "for c.w in [1]: pass\n"
    watched, alone = io.StringIO(), io.StringIO()
    program.run(source, stdout=watched)
    program.run(source, stdout=alone, record=False)
    assert watched.getvalue() == alone.getvalue() != ""


# ---- random programs


@st.composite
def programs(draw):
    """Leaves, then operations on what is there, then one or two passes from the last result."""
    lines, names = ["import torch"], []
    for i in range(draw(st.integers(1, 3))):
        lines.append(f"v{i} = torch.tensor([{draw(st.integers(-3, 3))}.0, 2.0], requires_grad=True)")
        names.append(f"v{i}")
    leaves = list(names)
    forms = [
        "{a} * {b}",
        "{a} + {b}",
        "{a} - {b}",
        "{a}.tanh()",
        "({a} + {b}) * {a}",
        "torch.stack([{a}, {b}, {a}]).sum(0)",
    ]
    for i in range(draw(st.integers(1, 8))):
        a, b = draw(st.sampled_from(names)), draw(st.sampled_from([*names, "2"] if names else ["2"]))
        form = draw(st.sampled_from(forms if b != "2" else forms[:4]))
        lines.append(f"r{i} = {form.format(a=a, b=b)}")
        names.append(f"r{i}")
    for keep in ("True", "False")[draw(st.integers(0, 1)) :]:
        lines.append(f"{names[-1]}.backward(torch.tensor([1.0, 0.5]), retain_graph={keep})")
    return "\n".join(lines), leaves


class Order(EngineRecorder):
    """Notes down the order in which the engine says that it will run nodes."""

    def backward_begins(self, run):
        self.order = [(node._sequence_nr(), type(node).__name__) for node in run.order]
        super().backward_begins(run)


@settings(max_examples=60)
@given(programs())
def test_sums_counts_order_and_grads(case):
    source, leaves = case
    space = {}
    with observe(Order(source, "<p>")) as recorder:
        exec(compile(source.replace("import torch", ""), "<p>", "exec"), {"torch": torch}, space)
    trace = recorder.trace()
    check_references(trace)
    check_sums(trace)
    last = len(trace.passes) - 1
    ran = [s.fn for s in trace.steps if s.run == last and s.kind in ("run", "accumulate")]
    assert [trace.fns[fn].name for fn in ran] == [name for _, name in recorder.order]
    assert [trace.fns[fn].seq for fn in ran if trace.fns[fn].seq is not None] == [
        seq for seq, name in recorder.order if name != "AccumulateGrad"
    ]
    accumulated = [(trace.tensors[s.tensor].identity, data(trace, s.after)) for s in steps(trace, "accumulate")]
    made = sorted({t.identity for t in trace.tensors if t.kind == "leaf"})  # in the order in which they were created
    for name, leaf in zip(sorted(leaves, key=lambda name: space[name]._note), made, strict=True):
        after = [values for identity, values in accumulated if identity == leaf]
        if space[name].grad is None:
            assert not after
        else:
            assert after[-1] == [float(str(x)) for x in space[name].grad.numpy()]


def check_sums(trace: Trace) -> None:
    """Fail unless contributions add up, and what is awaited goes down to 0, where the node is ready."""
    sums: dict = {}
    for step in trace.steps:
        key = step.run, step.fn, step.output
        if step.kind == "arrive":
            before, awaited = sums.get(key, (None, step.expected))
            assert (step.before, step.awaited) == (before, awaited - 1)
            value = data(trace, step.value)
            both = zip(data(trace, before) or [0.0] * len(value), value, strict=True)
            total = [float(str(np.float32(a) + np.float32(b))) for a, b in both]
            assert data(trace, step.after) == total
            sums[key] = step.after, step.awaited
        elif step.kind == "ready":
            assert all(awaited == 0 for (run, fn, _), (_, awaited) in sums.items() if (run, fn) == (step.run, step.fn))
        elif step.kind == "run":
            assert step.incoming == [sums[step.run, step.fn, nr][0] for nr in range(len(step.incoming))]


# ---- the beginning of a program that trains

TRAINING = """
import torch
w = torch.ones(2, requires_grad=True)
x = torch.tensor([1.0, 2.0])
for i in range({}):
    loss = (w * x).sum() ** 2
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
    w.grad = None
print("trained")
"""


def begun(source):
    return program.run(source, stdout=io.StringIO(), trace_limits=TraceLimits(beginning=200))


def test_a_beginning_is_the_first_iterations_of_the_whole():
    whole, beginning = program.run(TRAINING.format(60), stdout=io.StringIO()), begun(TRAINING.format(60))
    assert (whole.is_whole, beginning.is_whole) == (True, False)
    steps = beginning.trace.steps
    assert steps == whole.trace.steps[: len(steps)]
    numbers = [scope.number for scope in beginning.trace.scopes]
    assert numbers == list(range(len(numbers))) and 3 <= len(numbers) < 60
    assert steps[-1].scope == numbers[-1] != whole.trace.steps[len(steps)].scope
    assert beginning.error is None and not beginning.trace.stdout


@pytest.mark.parametrize(
    "source",
    [
        TRAINING.format(3),
        TRAINING.format(60).replace("    loss.backward()", "").replace("    w.grad = None", "").replace("w.grad", "x"),
        "import torch\ny = x = torch.ones(2, requires_grad=True)\nfor i in range(400):\n    y = y * 1.01\ny.sum().backward()\n",
    ],
)
def test_what_is_short_or_does_not_train_has_no_beginning(source):
    result = begun(source)
    assert result.is_whole
    assert result.trace.steps == program.run(source, stdout=io.StringIO()).trace.steps


def test_a_program_that_keeps_everything_from_ending_it_is_told_apart_from_a_whole_one():
    source = (
        TRAINING.format(60)
        .replace("for i", "try:\n  for i")
        .replace("\n    ", "\n      ")
        .replace("print(", "except BaseException:\n  print(")
    )
    assert not begun(source).is_whole


# ---- watching changes nothing


WATCHED = list(CORPUS)[::20]


@pytest.mark.parametrize("name", WATCHED)
def test_a_program_prints_the_same_when_it_is_watched(name):
    source = CORPUS[name]
    found = []
    for record in (False, True):
        out, err = io.StringIO(), io.StringIO()
        result = program.run(source, stdout=out, stderr=err, record=record, trace_limits=SMALL)
        found.append((out.getvalue(), err.getvalue(), result.exit_status))
    texts = [[part.split("0x")[0] for part in pair[:2]] for pair in found]
    assert texts[0] == texts[1] and found[0][2] == found[1][2]


def test_tensors_and_nodes_die_as_if_nobody_watched():
    source = """
import torch, weakref, gc
gc.disable()
x = torch.ones(2, requires_grad=True)
y = x * 2
dead = weakref.ref(y), weakref.ref(y.grad_fn)
y.sum().backward()
del y
print([d() is None for d in dead])
"""
    watched, alone = io.StringIO(), io.StringIO()
    try:
        program.run(source, stdout=watched)
        program.run(source, stdout=alone, record=False)
    finally:
        gc.enable()
    assert watched.getvalue() == alone.getvalue() and watched.getvalue().startswith("[True")


SHARED = [
    "x + 2",
    "x * 3",
    "x + w",
    "x - w",
    "x + x",
    "-x",
    "(x + 1).exp()",
    "x.sum()",
    "(x + w) * w",
    "(x + 2) + (w + 1)",
]


@pytest.mark.parametrize("expression", SHARED)
def test_gradients_are_taken_or_copied_as_if_nobody_watched(expression):
    source = f"""
import torch
x, w = (torch.ones(2, requires_grad=True) for _ in range(2))
y = {expression}
seed = torch.ones_like(y)
y.register_hook(lambda g: held.append(g))
held = []
y.backward(seed, retain_graph=True)
print([t.grad is not None and (t.grad._version, t.grad.data_ptr() == seed.data_ptr()) for t in (x, w)])
y.backward(seed)
print(seed, held, x.grad, w.grad)
"""
    watched, alone = io.StringIO(), io.StringIO()
    program.run(source, stdout=watched)
    program.run(source, stdout=alone, record=False)
    assert watched.getvalue() == alone.getvalue()


# ---- long programs


LONG = {
    "chain": """
y = x
for i in range(600):
    y = y * 1.001
y.backward(torch.ones(2))
""",
    "one leaf, many uses": """
y = x
for i in range(600):
    y = y + x
y.backward(torch.ones(2))
""",
    "training": """
for i in range(100):
    (x * x - 1).sum().backward()
    with torch.no_grad():
        x -= 0.01 * x.grad
    x.grad = None
y = (x * x).sum()
y.backward()
""",
    "passes": """
y = x * x
for i in range(300):
    y.backward(torch.ones(2), retain_graph=True)
""",
    "recorded pass": """
y = x
for i in range(300):
    y = y * 1.001
g, = torch.autograd.grad(y.sum(), x, create_graph=True)
(g * x).sum().backward()
""",
    "hooks": """
y = x
for i in range(300):
    y = y * 1.001
    y.register_hook(lambda g: g * 1)
y.backward(torch.ones(2))
""",
    "views": """
b = x * 1
for i in range(200):
    b[0] += 1
b.sum().backward()
""",
    "custom": CUSTOM.partition("torch\n")[2]
    + """
y = x
for i in range(200):
    y = Scale.apply(y, 1.01)
y.sum().backward()
""",
    "long forward": """
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        for i in range(500):
            a = a * 1.001
        return a
    @staticmethod
    def backward(ctx, g):
        return g
y = F.apply(x)
z = y.sum()
z.backward()
""",
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_program_is_kept_in_two_parts(name):
    start = "import torch\nx = torch.ones(2, requires_grad=True)\nprint('one')"
    source = f"{start}\n{LONG[name]}\nprint(x.grad.tolist())\n1 / 0"
    out = io.StringIO()
    result = program.run(source, stdout=out, trace_limits=SMALL)
    trace = result.trace
    check_references(trace)
    assert "".join(text for _, text in trace.stdout) == out.getvalue()
    gaps = [s for s in steps(trace, "omitted") if s.run is None]
    assert len(gaps) == 1 and gaps[0].count + gaps[0].passes > 0
    assert kinds(trace)[-1] == "error"
    grad = [float(x) for x in out.getvalue().split("\n")[1].strip("[]").split(", ")]
    assert data(trace, steps(trace, "accumulate")[-1].after) == pytest.approx(grad, rel=1e-5)
    assert len(trace.ops) < 800 and len(trace.steps) < 5000


def test_the_moment_when_gradients_cease_to_be_finite_is_kept():
    source = """import torch
w = torch.ones(2, requires_grad=True)
for i in range(300):
    loss = (w * w).sum()
    if i >= 150:
        loss = loss * torch.tensor(0.0).log()
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
    w.grad = None
"""
    trace = traced(source, SMALL)
    check_references(trace)
    before, after = (step for step in trace.steps if step.kind == "omitted")
    kept = trace.steps[trace.steps.index(before) : trace.steps.index(after)]
    grads = [data(trace, step.after)[0] for step in kept if step.kind == "accumulate"]
    assert grads[0] < 0.2 and "-Infinity" in grads
    first = next(op for op in trace.ops if op.name == "log")
    assert trace.scopes[first.scope].number == 150


LONG_TRAINING = """import torch
w = torch.ones(2, requires_grad=True)
for i in range(300):
    loss = (w * w).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
    w.grad = None
"""


@pytest.mark.parametrize("middle", [0, 10, 150, 297, 1000])
def test_a_part_of_the_middle_is_kept_from_a_pass_on(middle):
    trace = traced(LONG_TRAINING, replace(SMALL, middle=middle))
    check_references(trace)
    begun, kept = 0, set()
    for step in trace.steps:
        kept |= {begun} if step.kind == "backward" else set()
        begun += (step.kind == "backward") + (step.passes or 0)
    assert begun == 300
    assert {0, 1, 298, 299}.issubset(kept)
    assert set(range(middle, min(middle + 5, 300))) <= kept
    assert len(kept) < 120


@pytest.mark.parametrize("name", ["chain", "one leaf, many uses", "recorded pass"])
def test_a_pass_over_a_graph_with_a_gap_is_consistent(name):
    trace = traced(f"import torch\nx = torch.ones(2, requires_grad=True)\n{LONG[name]}", SMALL)
    gap = steps(trace, "omitted")
    assert [s.run for s in gap] == [None, 0] and gap[1].count > 0
    arrived = {s.fn for s in steps(trace, "arrive")} | {s.fn for s in steps(trace, "ready")}
    assert {s.fn for s in steps(trace, "run")} <= arrived
    awaited: dict = {}
    for step in steps(trace, "arrive"):
        key = step.run, step.fn, step.output
        assert step.awaited < awaited.get(key, step.expected)
        awaited[key] = step.awaited


def test_the_end_of_training_continues_the_beginning():
    trace = traced(f"import torch\nx = torch.ones(2, requires_grad=True)\n{LONG['training']}", SMALL)
    states = [t for t in trace.tensors if "x" in t.names]
    assert len({t.identity for t in states}) == 1
    assert [t.version for t in states] == sorted({t.version for t in states})
    assert any("x.grad" in t.names and t.step > len(trace.steps) / 2 for t in trace.tensors)


@pytest.mark.parametrize(
    "statement",
    ["y = x * i", "x = torch.ones(500, 500); y = x[0]", "w = (x.requires_grad_() * i).sum().backward()"],
)
def test_large_tensors_are_let_go(statement):
    source = f"import torch\nx = torch.ones(500, 500)\nfor i in range(150):\n    {statement}"
    tracemalloc.start()
    try:
        program.run(source, trace_limits=TraceLimits(held_bytes=4_000_000))
        assert tracemalloc.get_traced_memory()[1] < 20_000_000  # 150 of 1 MB
    finally:
        tracemalloc.stop()


# ---- what is not the program's own


def test_the_checks_of_a_distribution_are_not_told():
    lines = "import torch\nd = torch.distributions.Exponential(torch.ones(2))\nd.log_prob(torch.ones(2))\n"
    assert [op.name for op in traced(lines).ops] == ["log", "mul", "sub"]


def test_a_run_numbers_its_hooks_anew():
    source = "import torch\nprint(torch.nn.ReLU().register_forward_hook(print).id)\n"
    said = []
    for _ in range(2):
        out = io.StringIO()
        program.run(source, stdout=out)
        said.append(out.getvalue())
    assert said == ["0\n"] * 2


def test_looks_at_gradients_are_told():
    source = """import torch
w = torch.ones(2, requires_grad=True)
h = w * 2
optimizer = torch.optim.SGD([w], lr=0.1)
print(h.grad, getattr(w, "grad"))
h.sum().backward()
optimizer.step()
for i in range(3):
    w.grad
"""
    trace = traced(source.replace("h.grad", "h.retain_grad() or h.grad"))
    found = [(read.line, read.text, read.none, trace.tensors[read.tensor].names) for read in trace.reads]
    assert found == [
        (5, "h.grad", True, ["h"]),
        (5, 'getattr(w, "grad")', True, ["w"]),
        (9, "w.grad", False, ["w"]),
    ]
    assert [read.step for read in trace.reads] == [2, 2, len(trace.steps)]


HELD = """\
import torch
torch.manual_seed(0)
a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
idle = torch.optim.Adam([a])
opt = torch.optim.SGD([a], lr=0.1)
opt.add_param_group({"params": [b]})
scaler = torch.amp.GradScaler("cpu")
for factor in (1.0, float("inf"), 1.0):
    opt.zero_grad()
    scaler.scale((a * b * factor).sum()).backward()
    scaler.step(opt)
    scaler.update()
"""


def test_optimizers_are_told_with_what_they_hold_and_how_often_they_step():
    trace = traced(HELD)
    leaves = [t.identity for t in trace.tensors if t.requires_grad and t.line == 3 and t.version == 0]
    assert trace.optimizers == [
        Optimizer("Adam", 4, leaves[:1]),
        Optimizer("SGD", 5, leaves, steps=2, skipped=1),
    ]


def test_the_steps_of_an_optimizer_are_counted_where_no_entries_are_kept():
    source = "import torch\nw = torch.ones(2, requires_grad=True)\nopt = torch.optim.SGD([w], lr=0.1)\n"
    source += "for _ in range(300):\n    opt.zero_grad()\n    w.pow(2).sum().backward()\n    opt.step()\n"
    trace = traced(source, SMALL)
    assert any(step.kind == "omitted" for step in trace.steps)
    assert [(one.steps, one.tensors) for one in trace.optimizers] == [(300, [0])]
