"""The questions of a beginner who knows derivatives: the page says the facts that answer them, where they are asked.

Each program comes with the facts, as patterns, and where a person meets them: in the sentence of a step, or in the reason
that "Why?" gives. How they are worded is free.
"""

import re

import pytest

from autograd_studio import lessons

from ..support.payloads import payload
from ..support.pictures import traced

OVERWRITING = """import torch

class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output
        grad_input[input < 0] = 0
        return grad_input

x = torch.tensor([-1.0, 2.0], requires_grad=True)
z = torch.tensor([3.0, 4.0], requires_grad=True)
q = z * z
p = MyReLU.apply(x)
s = p + q
s.backward(torch.ones(2))
print(z.grad)
"""
COPYING = OVERWRITING.replace("= grad_output\n", "= grad_output.clone()\n")
SEED = """import torch
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * x
y.backward(torch.tensor([0.1, 1.0, 0.0001]))
"""
TWICE = """import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x * x).sum()
y.backward(retain_graph=True)
y.backward()
"""
TWICE_FREED = TWICE.replace("retain_graph=True", "")
DOUBLE = """import torch
x = torch.tensor(2.0, requires_grad=True)
g, = torch.autograd.grad(x ** 3, x, create_graph=True)
g.backward()
"""
COMPUTED = """import torch
a = torch.tensor([2.0], requires_grad=True)
b = a * 3
(b * b).sum().backward()
print(b.grad)
"""
LISTED = """import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
h = torch.tensor((w * 2).tolist())
v = torch.tensor([5.0, 6.0], requires_grad=True)
(h * v).sum().backward()
print(w.grad)
"""
DEAD = """import torch
x = torch.tensor([-1.0, -2.0], requires_grad=True)
torch.relu(x).sum().backward()
print(x.grad)
"""
HIDDEN = """import torch
x = torch.tensor([-1.0, 4.0], requires_grad=True)
torch.where(x > 0, torch.sqrt(x), torch.zeros(2)).sum().backward()
print(x.grad)
"""

ANSWERS = {
    "the numbers are slopes of one result": (
        SEED,
        ["backward() starts", r"one number, L = 0\.1·y\[0\] \+ 1·y\[1\] \+ 0\.0001·y\[2\]", r"L grows when .* of y grows by 1"],
    ),
    "the sum hands out one tensor": (OVERWRITING, ["AddBackward0", r"p and q .*same tensor, not copies"]),
    "the write reaches who waits": (OVERWRITING, ["overwritten in place", r"\[1, 1\].*\[0, 1\]", r"waits at q\b.*no clone\(\)"]),
    "who waited runs with it": (
        OVERWRITING,
        ["MulBackward0 (line 18", r"What had arrived was \[1, 1\]: line 13 overwrote", r"= \[0, 4\]"],
    ),
    "a copy leaves it alone": (COPYING, ["clone(grad_output)", r"other nodes may hold the same tensor"]),
    "an untouched gradient arrives": (COPYING, ["MulBackward0 (line 18", r"^(?!.*What had arrived was)", r"= \[3, 4\]"]),
    "a leaf is not the result of an operation": (COMPUTED, ["a is a new leaf", r"not the result of an operation", r"a\.grad"]),
    "uses add up": (SEED, ["Every gradient that AccumulateGrad", r"x was used 2 times", r"acts through every use.*added up"]),
    "passes add up": (TWICE, ["AccumulateGrad adds", r"\[2, 4\] \+ \[2, 4\]", r"gradient of a sum .* sum of their gradients"]),
    "what retain_graph keeps": (TWICE, ["retain_graph=True the", r"what they have saved \(x\) for another pass\."]),
    "that a node keeps it": (TWICE, ["MulBackward0 (line 3", r"keeps .*\(x\); without .* free that, .* another pass would fail"]),
    "until when it is kept": (TWICE, ["still hold", r"\(x\): it stays until a pass runs without .* nothing refers to y"]),
    "what is gone without it": (TWICE_FREED, ["frees what it had saved (x)", r"another pass .* retain_graph=True in this one"]),
    "who freed it": (TWICE_FREED, ["The backward pass stops", r"still there, but the pass of line \d freed what .* \(x\)\. The"]),
    "a pass can be recorded": (DOUBLE, ["starts at x ** 3", r"create_graph=True the pass is recorded", r"can be differentiated"]),
    "what is differentiated again": (
        DOUBLE,
        ["starts at g", r"g comes from a recorded backward pass", r"differentiates the derivative"],
    ),
}  # fmt: skip

REASONS = {
    "none: computed": (COMPUTED, "none", [r"line 3 computed b", r"not a leaf", r"of a leaf only.*passed on and dropped"]),
    "none: the graph is cut": (LISTED, "none", [r"line 3 takes the numbers of .* out of the graph", r"no history"]),
    "zero: relu is flat": (DEAD, "zero", [r"x is \[-1, -2\]", r"flat for inputs up to 0", r"slope is 0"]),
    "nan: 0 times NaN": (HIDDEN, "nan", [r"line 3 multiplies 0 by NaN, in torch\.sqrt\(x\)", r"not take", r"0 times a slope"]),
    "wrong: no clone": (OVERWRITING, "wrong", [r"Line 13, in MyReLU\.backward", r"q holds the same tensor: \[1, 1\] .*\[0, 1\]"]),
}  # fmt: skip


@pytest.mark.parametrize("question", ANSWERS)
def test_a_step_says_the_facts(question):
    source, (where, *facts) = ANSWERS[question]
    said = [step["say"] for step in payload(traced(source))["steps"]]
    here = [text for text in said if where in text]
    assert here, f"no step says {where}"
    assert any(all(re.search(fact, text) for fact in facts) for text in here), here


@pytest.mark.parametrize("question", REASONS)
def test_a_reason_says_the_facts(question):
    source, what, facts = REASONS[question]
    (reason,) = [one for one in payload(traced(source))["reasons"] if one["what"] == what]
    text = f"{reason['said']}\n{reason['rule']}"
    for fact in facts:
        assert re.search(fact, text), text


def test_nothing_is_said_of_a_shared_gradient_that_nobody_can_change():
    said = [step["say"] for step in payload(traced(OVERWRITING.replace("MyReLU.apply(x)", "x * 1")))["steps"]]
    assert not any("same tensor" in text or "What had arrived was" in text for text in said)


@pytest.mark.parametrize(
    ("lesson", "facts"),
    [
        (
            "upstream-gradient",
            [r"three elements", r"∂L/∂y", r"autograd computes them", r"multiplies by its own derivative"],
        ),
        ("choose-a-seed", [r"A gradient is that of one number", r"gives the weights"]),
        (
            "leaf-and-non-leaf",
            [
                r"no recorded operation made it",
                r"without requires_grad is a leaf too, even a computed one",
                r"Only leaves keep",
                r"retain_grad",
                r"before backward",
                r"after zero_grad",
            ],
        ),
        ("forgotten-clone", [r"the same tensor", r"\[1, 2\] would be correct", r"no error"]),
        ("kinks-and-ties", [r"its backward runs all the same", r"is NaN", r"replace the 0 before the sqrt"]),
        (
            "two-passes",
            [r"backward\(\)` adds", r"gradient of a sum of losses", r"zero_grad", r"grows through each use"],
        ),
        ("fan-out", [r"through each of these uses", r"added up: 7"]),
        (
            "second-backward",
            [
                r"needs x, .* has saved",
                r"frees",
                r"sum of the losses",
                r"retain_graph=True",
                r"nothing else",
                r"costs memory until",
            ],
        ),
        ("zero-gradient", [r"product of slopes", r"relu is flat", r"multiplied by 0", r"leaky_relu"]),
        ("vanishing-gradient", [r"multiplies the gradient by its slope", r"1/4 at most", r"relu, whose slope is 1"]),
        ("double-backward", [r"g = 3x²", r"differentiates them", r"6x", r"Without create_graph, g is a constant"]),
    ],
)
def test_a_lesson_says_the_facts(lesson, facts):
    (told,) = [one.file.points for topic in lessons.topics() for one in topic.lessons if one.id == lesson]
    for fact in facts:
        assert any(re.search(fact, point.text.text) for point in told), told
