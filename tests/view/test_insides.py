"""Inside custom Functions: what is on ctx, and what each line of forward and backward makes."""

import pytest

from autograd_studio.sandbox.answer.references import check_references

from ..support.payloads import payload
from ..support.pictures import check, traced

KEPT = """\
import torch

class Leaky(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, slope):
        mask = input < 0
        ctx.save_for_backward(input, None)
        ctx.slope = slope
        return torch.where(mask, input * slope, input)

    @staticmethod
    def backward(ctx, grad_output):
        input, _ = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] *= ctx.slope
        return grad_input, None

x = torch.tensor([-2.0, 3.0], requires_grad=True)
Leaky.apply(x, 0.5).sum().backward()
"""


SAVES_OUTPUT = """\
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y
    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]
"""


def function(body: str, rest: str) -> str:
    return f"import torch\nclass F(torch.autograd.Function):\n{body}x = torch.tensor([-1.0, 2.0], requires_grad=True)\n{rest}"


def told(source: str) -> tuple[dict, list[dict]]:
    found = payload(traced(source))
    check(found)
    return found, found["functions"]


def numbers(found: dict, value: int | None) -> list | None:
    return None if value is None else found["values"][value]["data"]


def made(found: dict, line: dict) -> list:
    return [[name, numbers(found, value)] for name, _, value in line["made"]]


# ---- what the Trace tells


def test_the_trace_tells_what_is_on_ctx():
    trace = traced(KEPT)
    check_references(trace)
    node = next(fn for fn in trace.fns if fn.kind == "function")
    assert [(saved.tensor, saved.version, saved.text) for saved in node.saved] == [(0, 0, None), (None, None, "None")]
    assert [(one.name, one.text) for one in node.ctx] == [("needs_input_grad", "(True, False)"), ("slope", "0.5")]


def test_a_saved_output_is_told_as_the_tensor_that_the_function_returned():
    trace = traced(
        function(
            SAVES_OUTPUT,
            "z = F.apply(x)\n",
        )
    )
    node = next(fn for fn in trace.fns if fn.kind == "function")
    assert "z" in trace.tensors[node.saved[0].tensor].names


def test_what_prints_itself_on_ctx_is_not_asked_to():
    trace = traced(
        "import torch\nclass Loud:\n    def __repr__(self):\n        print('called')\n        return 'loud'\n"
        + function(
            "    @staticmethod\n    def forward(ctx, x):\n        ctx.loud, ctx.list = Loud(), [Loud()]\n        return x * 2\n"
            "    @staticmethod\n    def backward(ctx, g):\n        return g\n",
            "F.apply(x)\n",
        ).removeprefix("import torch\n")
    )
    node = next(fn for fn in trace.fns if fn.kind == "function")
    assert [one.text for one in node.ctx[1:]] == ["Loud", "list"]
    assert trace.stdout == []


# ---- what the payload tells


def test_ctx_and_lines_of_both_calls_are_told():
    found, (forward, backward) = told(KEPT)
    assert (forward["title"], backward["title"]) == ("Leaky.forward", "Leaky.backward")
    assert [item.get("given", item["name"]) for item in forward["ctx"]] == [
        "input",
        "None",
        "needs_input_grad",
        "slope",
    ]
    assert [line["text"] for line in forward["lines"]] == [
        "mask = input < 0", "ctx.save_for_backward(input, None)", "ctx.slope = slope",
        "return torch.where(mask, input * slope, input)",
    ]  # fmt: skip
    assert [made(found, line) for line in forward["lines"]] == [
        [["mask", [True, False]]], [], [], [["input * slope", [-1.0, 1.5]], ["return", [-1.0, 3.0]]],
    ]  # fmt: skip
    assert [made(found, line) for line in backward["lines"]] == [
        [["input", [-2.0, 3.0]]],
        [["grad_input", [1.0, 1.0]]],
        [["input < 0", [True, False]], ["grad_input[input < 0]", [0.5]], ["grad_input", [0.5, 1.0]]],
        [["∇input", [0.5, 1.0]]],
    ]


def test_ctx_fills_while_forward_runs():
    found, (forward, _) = told(KEPT)
    first, where = (line["at"] for line in (forward["lines"][0], forward["lines"][3]))
    since = {item["name"]: item["since"] for item in forward["ctx"]}
    assert since["needs_input_grad"] == forward["from"] == first
    assert first < since["slope"] == since["saved_tensors"] < where <= forward["to"]
    assert {found["steps"][frame]["line"] for frame in range(forward["from"], forward["to"])} == {6, 9}


def test_a_loop_in_a_method_is_told_line_by_line_as_it_ran():
    found, (forward, _) = told(
        function(
            "    @staticmethod\n    def forward(ctx, x):\n        for k in (2, 3):\n            x = x * k\n        return x\n"
            "    @staticmethod\n    def backward(ctx, g):\n        return g * 6\n",
            "F.apply(x).sum().backward()\n",
        )
    )
    assert [made(found, line) for line in forward["lines"]] == [[["x", [-2.0, 4.0]]], [["x", [-6.0, 12.0]]]]


def test_a_function_inside_of_another_is_told_on_its_own():
    inner = (
        "import torch\nclass G(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        return x + 1\n"
        "    @staticmethod\n    def backward(ctx, g):\n        return g\n"
    )
    outer = function(
        "    @staticmethod\n    def forward(ctx, x):\n        return G.apply(x) * 2\n"
        "    @staticmethod\n    def backward(ctx, g):\n        return g * 2\n",
        "F.apply(x).sum().backward()\n",
    )
    _, calls = told(inner + outer.removeprefix("import torch\n"))
    assert [call["title"] for call in calls] == ["G.forward", "F.forward", "F.backward"]
    assert calls[1]["from"] <= calls[0]["from"] <= calls[0]["to"] < calls[1]["to"]


# ---- mistakes

FORWARD = "    @staticmethod\n    def forward(ctx, x):\n        ctx.save_for_backward(x)\n        return x * x\n"
BACKWARD = "    @staticmethod\n    def backward(ctx, g):\n"
UNPACK = "        x, = ctx.saved_tensors\n"
RUN = "F.apply(x).sum().backward()\n"

MISTAKES = {
    "gradient_overwritten": (
        FORWARD + BACKWARD + "        grad = g\n        grad[ctx.saved_tensors[0] < 0] = 0\n        return grad\n",
        "z = torch.ones(2, requires_grad=True)\nq = z * z\np = F.apply(x)\n(p + q).backward(torch.ones(2))\n",
        10,
    ),
    "function_count": (FORWARD + BACKWARD + UNPACK + "        return g * x, g * 2\n", RUN, 10),
    "gradient_shape": (FORWARD + BACKWARD + "        return g[:1] * torch.ones(3)\n", RUN, 9),
    "kept_on_ctx": (
        "    @staticmethod\n    def forward(ctx, x):\n        ctx.twice = x * 2\n        return x * x\n"
        + BACKWARD
        + "        return g * ctx.twice\n",
        "y = F.apply(x)\ng, = torch.autograd.grad((y * y).sum(), x, create_graph=True)\ng.sum().backward()\nprint(x.grad)\n",
        5,
    ),
    "function_none": (FORWARD + BACKWARD + UNPACK + "        return None\n", RUN + "print(x.grad)\n", 10),
    "saved_changed": (
        SAVES_OUTPUT,
        "y = F.apply(x)\ny.add_(1)\ny.sum().backward()\n",
        13,
    ),
    "once_differentiable": (
        FORWARD + BACKWARD.replace("staticmethod\n", "staticmethod\n    @torch.autograd.function.once_differentiable\n")
        + UNPACK + "        return g * 2 * x\n",
        "y = F.apply(x)\ng, = torch.autograd.grad(y.sum(), x, create_graph=True)\ng.sum().backward()\n",
        8,
    ),
}  # fmt: skip


@pytest.mark.parametrize("cause", MISTAKES)
def test_a_mistake_is_told_where_its_function_runs_backward(cause):
    body, rest, line = MISTAKES[cause]
    found, calls = told(function(body, rest))
    backward = [call for call in calls if call["title"] == "F.backward"]
    told_here = {
        (found["reasons"][i]["cause"], found["reasons"][i]["line"]) for call in backward for i in call["reasons"]
    }
    assert told_here == {(cause, line)}


def test_a_sound_function_has_no_mistake():
    _, calls = told(KEPT)
    assert [call["reasons"] for call in calls] == [[], []]


SETS = """\
    @staticmethod
    def forward(ctx, input):
        mask = input < 0
        ctx.save_for_backward(mask)
        return input.clamp(min=0)
    @staticmethod
    def backward(ctx, grad_output):
        mask, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[mask] = 0
        ctx.seen = grad_output
        ctx.calls = len(mask) + 1
        return grad_input
"""


def test_what_backward_sets_on_ctx_is_told():
    found, (forward, backward) = told(function(SETS, "F.apply(x).sum().backward()\n"))
    assert [one["name"] for one in forward["ctx"]] == ["saved_tensors", "needs_input_grad"]
    seen, calls = backward["ctx"][2:]
    assert (seen["name"], numbers(found, seen["held"][0][1])) == ("seen", [1.0, 1.0])
    assert (calls["name"], calls["text"]) == ("calls", "len(mask) + 1")
    assert seen["since"] > backward["from"]


def test_tensors_inside_have_the_names_that_the_program_gives_them():
    found, _ = told(function(SETS, "F.apply(x).sum().backward()\n"))
    titles = [box["title"] for box in found["boxes"]]
    assert "mask" in titles and "grad_output" in titles
    assert not any("ctx." in step["say"] or "saves input < 0" in step["say"] for step in found["steps"])
