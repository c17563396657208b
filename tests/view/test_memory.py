"""Memory: which gradients a write changes while they wait, and which boxes lie in one memory."""

import pytest

from ..support.payloads import payload
from ..support.pictures import check, traced

BAD = """import torch
class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0)
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        g{clone}[x < 0] = 0
        return g
x = torch.tensor([-1.0, 2.0], requires_grad=True)
q = x * 1
{rest}
"""
VICTIM = "p = Bad.apply(x)\n(p + q).backward(torch.ones(2))"
WRITTEN_SUM = "p = Bad.apply(q)\n(p + q).backward(torch.ones(2))"


def program(rest, clone=""):
    return BAD.format(rest=rest, clone=clone)


def write(trace):
    (step,) = [step for step in trace.steps if step.kind == "write"]
    return step


def data(trace, value):
    return trace.values[value].data


@pytest.mark.parametrize("rest", [VICTIM, WRITTEN_SUM])
def test_a_write_tells_which_gradients_wait_on_its_memory(rest):
    trace = traced(program(rest))
    ((fn, output, value),) = write(trace).waiting
    assert (trace.fns[fn].name, trace.fns[fn].line, output) == ("MulBackward0", 13, 0)
    assert data(trace, value) == [0.0, 1.0]


def test_a_copy_is_nobody_elses():
    assert write(traced(program(VICTIM, clone=" = g.clone(); g"))).waiting is None


def test_what_arrives_later_is_added_to_what_was_written():
    trace = traced(program(WRITTEN_SUM))
    (ran,) = [step for step in trace.steps if step.kind == "run" and trace.fns[step.fn].name == "MulBackward0"]
    last = [step for step in trace.steps if step.kind == "arrive" and step.fn == ran.fn][-1]
    assert data(trace, last.before) == [0.0, 1.0]
    assert data(trace, last.after) == data(trace, ran.incoming[0]) == [0.0, 2.0]


def test_a_sum_of_two_gradients_is_a_memory_of_its_own():
    trace = traced(program("p = Bad.apply(x)\n(p + q + q).backward(torch.ones(2))"))
    assert write(trace).waiting is None
    (ran,) = [step for step in trace.steps if step.kind == "run" and trace.fns[step.fn].name == "MulBackward0"]
    assert data(trace, ran.incoming[0]) == [2.0, 2.0]


def test_the_player_shows_the_victim_and_names_it():
    found = payload(traced(program(VICTIM)))
    check(found)
    (at,) = [k for k, step in enumerate(found["steps"]) if step["kind"] == "write"]
    titles = [box["title"] for box in found["boxes"]]
    held = found["steps"][at]["held"]
    assert sorted(titles[box] for box in held) == ["q", "seed"]
    assert [titles[box] for box in found["steps"][at]["victims"]] == ["q"]
    assert "The gradient that waits at q is overwritten too" in found["steps"][at]["say"]
    shown = [entry for entry in found["tracks"][titles.index("q")]["grad"] if entry[0] <= at]
    assert [(entry[1], entry[2]) for entry in shown[-2:]] == [("complete", "[1, 1]"), ("complete", "[0, 1]")]


def letters(source):
    return {(box["title"], box.get("memory")) for box in payload(traced(source))["boxes"]}


def test_boxes_on_one_memory_have_one_letter():
    source = """import torch
x = torch.zeros(4, requires_grad=True)
b = x * 1
v = b[1:]
w = v[1:]
d = b.detach()
c = b.clone()
t = c.view(2, 2)
v.mul_(10)
"""
    found = dict(letters(source) - {("b", None)})
    assert found["b"] == found["v"] == found["w"] == found["d"] == "A"
    assert found["c"] == found["t"] == "B"
    assert found["x"] is None


def test_states_of_one_tensor_alone_share_with_nobody():
    assert letters("import torch\nx = torch.ones(2)\ny = x * 2\ny.add_(1)\n") == {("x", None), ("y", None)}


def test_memory_on_which_only_a_gradient_waits_has_a_letter():
    found = payload(traced(program("p = Bad.apply(x)\n((p + q) * 2).sum().backward()")))
    written = [found["boxes"][step["box"]] for step in found["steps"] if step.get("victims")]
    assert written and all(box["memory"] for box in written)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("v = b.view(2, 2)", "v and b"),
        ("v = b.t()", "v and b"),
        ("v = b[1:]", "v and b"),
        ("v = b.clone()", None),
        ("v = b * 2", None),
    ],
)
def test_a_view_is_said_to_be_no_copy_and_shares_a_letter(line, names):
    found = payload(traced(f"import torch\nb = torch.ones(2, 2, requires_grad=True) * 1\n{line}\n"))
    (said,) = [step["say"] for step in found["steps"] if "v = " in step["say"]]
    assert (f"It is a view, not a copy: {names} share memory." in said) == (names is not None)
    memory = {box["title"]: box.get("memory") for box in found["boxes"]}
    assert (memory["b"] == memory["v"] == "A") == (names is not None)


def test_what_was_detached_shares_memory_before_anything_writes_to_it():
    assert {("b", "A"), ("d", "A")} <= letters(
        "import torch\nb = torch.ones(2, requires_grad=True) * 1\nd = b.detach()\n"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "h.detach().numpy()[0] = 7",
            "h is overwritten through a NumPy array that shares its memory: it was [2, 2] and is now [7, 2].",
        ),
        ("h.data.fill_(7)", "h is overwritten through .data: it was [2, 2] and is now [7, 7]."),
        ("h.detach_()", "detach_() removes the history of h: no gradient flows back through it from here on."),
    ],
)
def test_what_autograd_does_not_notice_is_said(line, said):
    source = f"import numpy, torch\nw = torch.ones(2, requires_grad=True)\nh = w * 2\n{line}\n(h * w).sum().backward()"
    found = payload(traced(source))
    check(found)
    told = [step["say"] for step in found["steps"] if step["line"] == 4]
    assert any(said in text for text in told)


HELD = """import torch
class Good(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clamp(min=0)
    @staticmethod
    def backward(ctx, grad_output):
        grad_input = grad_output.clone()
        grad_input[0] = 0
        return grad_input
x = torch.tensor([-1.0, 2.0], requires_grad=True)
q = x * 1
(Good.apply(x) + q).backward(torch.ones(2))
"""


def holders(trace):
    """Return who lies in each memory: names of tensors, and the nodes at which gradients arrive."""
    found = {}
    for tensor in trace.tensors:
        if tensor.memory is not None:
            found.setdefault(tensor.memory, set()).add((tensor.names or [tensor.text])[-1])
    for step in trace.steps:
        if step.memory is not None:
            found.setdefault(step.memory, set()).add(f"to {trace.fns[step.fn].name}")
    return sorted(map(sorted, found.values()))


def test_gradients_lie_in_the_memory_of_what_was_sent_and_a_clone_does_not():
    assert holders(traced(HELD)) == [
        ["", "to AddBackward0", "to GoodBackward", "to MulBackward0", "torch.ones(2)"],
        ["grad_input", "grad_input[0] = 0", "to AccumulateGrad"],
    ]


def test_a_tensor_tells_which_part_of_its_memory_it_is():
    trace = traced("import torch\nb = torch.ones(2, 3)\nv = b[1:]\nt = b.t()\ne = torch.ones(1).expand(3)\nf = e * 1\n")
    found = {tensor.names[0]: (tensor.memory, tensor.place) for tensor in trace.tensors if tensor.names}
    assert found == {
        "b": (0, None),
        "v": (0, [6, 3, 3, 1]),
        "t": (0, [6, 0, 1, 3]),
        "e": (1, [1, 0, 0]),
        "f": (None, None),
    }


def test_an_expanded_gradient_is_one_number():
    trace = traced("import torch\nx = torch.ones(3, requires_grad=True)\n(x * 2).sum().backward()\n")
    assert [step.place for step in trace.steps if step.kind == "arrive"] == [None, [1, 0, 0], None]


APART = """import torch
b = torch.arange(4.0)
v = b[:2]
w = b[2:]
v.mul_(10)
"""


def test_a_part_that_was_not_written_to_does_not_change():
    found = payload(traced(APART))
    write = next(step for step in found["steps"] if step["kind"] == "write")
    assert "The change also shows in b: the memory is shared." in write["say"]
    assert sorted(found["boxes"][box]["title"] for box in write["held"]) == ["b", "w"]


def test_a_gradient_that_waits_in_another_part_of_what_is_written_is_no_victim():
    rest = "p = Bad.apply(x)\ntorch.cat([p, q]).backward(torch.ones(4))"
    trace = traced(program(rest))
    assert [data(trace, value) for _, _, value in write(trace).waiting] == [[1.0, 1.0]]
    (told,) = [step for step in payload(trace)["steps"] if step["kind"] == "write"]
    assert "victims" not in told
    assert "waits" not in told["say"]


def test_what_a_node_has_saved_has_a_letter_where_it_is_written_to_while_that_waits():
    source = "import torch\nx = torch.ones(2, requires_grad=True)\ny = x.exp()\n{}y.sum()\n"
    assert ("y", "A") in letters(source.format("y.add_(1)\n"))
    assert {letter for _, letter in letters(source.format(""))} == {None}


def test_letters_are_of_the_memories_that_several_hold_at_a_time():
    found = payload(traced(HELD))
    steps = [(step["memory"], found["boxes"][step["to"]]["title"]) for step in found["steps"] if "memory" in step]
    assert steps == [("A", "Good.apply(x) + q"), ("A", "Good.apply(x)"), ("A", "q"), ("B", "x")]


def test_every_iteration_of_a_loop_has_letters_of_its_own_and_its_own_part_of_what_all_read():
    source = """import torch
data = torch.arange(6.0)
w = torch.ones(2, requires_grad=True)
for i in range(3):
    part = data[2 * i : 2 * i + 2]
    (w * part).sum().backward()
"""
    found = payload(traced(source))
    assert len(found["chapters"]) == len(found["graphs"]) + 2
    (box,) = [box["id"] for box in found["boxes"] if box["title"] == "part"]
    assert [place for _, place in found["tracks"][box]["place"]] == [[6, 0, 1], [6, 2, 1], [6, 4, 1]]


@pytest.mark.parametrize(("way", "version"), [("b[:1]", 1), ("b.detach()", 1), ("b.data", 0)])
def test_a_write_counts_for_all_who_share_a_counter(way, version):
    source = f"""import torch
x = torch.ones(2, requires_grad=True)
b = x * 1
y = b * b
with torch.no_grad():
    v = {way}
    v.mul_(2)
"""
    found = payload(traced(source))
    at = {box["title"]: found["tracks"][box["id"]] for box in found["boxes"]}
    assert at["b"]["version"][-1][1] == version
    assert {row[4] for row in at["y"]["saved"][-1][1]} == {version}
