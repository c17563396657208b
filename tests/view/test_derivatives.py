"""Derivatives that the card shows: each equation is evaluated, and is held against the Jacobian that the engine computes."""

import io
import itertools
import json
import re

import numpy as np
import pytest

from autograd_engine.run import program
from autograd_engine.trace.operators import OPERATORS

from ..support.payloads import payload
from ..support.pictures import traced

START = """import torch
import torch.nn.functional as F
v, u = torch.tensor([0.25, -0.7, 0.9]), torch.tensor([0.5, 0.2, 0.8])
m, w = torch.tensor([[0.3, 1.0, -0.4], [0.2, 0.6, 0.9]]), torch.tensor([[0.1, 0.7], [-0.2, 0.4], [1.5, 0.3]])
t, b = torch.tensor([2, 0]), torch.tensor([0.0, 1.0, 1.0])
m3, w3 = m.unsqueeze(0), w.unsqueeze(0)
s1, f1 = torch.arange(8.0).reshape(1, 2, 4).sin(), torch.arange(12.0).reshape(3, 2, 2).cos()
s2, f2 = torch.arange(18.0).reshape(1, 2, 3, 3).sin(), torch.arange(16.0).reshape(2, 2, 2, 2).cos()
n1, g4 = torch.tensor([0.5, -1.0, 2.0, 0.1]), torch.tensor([1.5, 0.5, -1.0, 2.0])
c2, c3, g1, a1 = n1.reshape(4, 1), n1.reshape(1, 1, 4), torch.tensor([1.5]), torch.tensor([0.25])
q4, k4 = torch.arange(12.0).reshape(1, 2, 2, 3).sin(), torch.arange(24.0).reshape(1, 2, 4, 3).cos()
v4, mask = torch.arange(24.0).reshape(1, 2, 4, 3).sin(), torch.tensor([[0.5, 0.0, -1.0, 0.3], [0.0, 1.0, 0.2, -0.4]])
causal_mask = torch.full((2, 4), -torch.inf).triu(1)
"""

# What y is, and by what: the calls whose derivatives are written out.
CALLS = """
sum: v: x.sum()
nansum: v: x.nansum()
trace: m: x.trace()
mean: v: x.mean()
max: v: x.max()
max: b: x.max()
amax: b: x.amax()
min: v: x.min()
amin: v: x.amin()
var: v: x.var()
var: v: x.var(correction=0)
std: v: x.std()
std: v: x.std(unbiased=False)
linalg_vector_norm: v: x.norm()
linalg_vector_norm: v: torch.linalg.norm(x)
linalg_vector_norm: v: x.norm(1)
linalg_vector_norm: v: torch.norm(x, p=3)
linalg_vector_norm: v: torch.linalg.vector_norm(x, 2.5)
linalg_vector_norm: v: torch.linalg.vector_norm(x, torch.inf)
linalg_vector_norm: b: x.norm(-torch.inf)
logsumexp: v: x.logsumexp(0)
prod: v: x.prod()
cumsum: v: x.cumsum(0)
softmax: v: x.softmax(0)
log_softmax: v: x.log_softmax(0)
nll_loss: m: F.nll_loss(x, t)
nll_loss: m: F.nll_loss(x, t, reduction="sum")
nll_loss: m: F.nll_loss(x, t, reduction="none")
mse_loss: v: F.mse_loss(x, u)
mse_loss: v: F.mse_loss(u, x, reduction="sum")
mse_loss: v: F.mse_loss(x, u, reduction="none")
binary_cross_entropy: u: F.binary_cross_entropy(x, b)
binary_cross_entropy: u: F.binary_cross_entropy(x, b, reduction="sum")
binary_cross_entropy_with_logits: v: F.binary_cross_entropy_with_logits(x, b)
dot: v: x @ u
dot: v: u @ x
mv: m: x @ u
mv: v: m @ x
mm: m: x @ w
mm: w: m @ x
bmm: m3: torch.bmm(x, w3)
bmm: w3: torch.bmm(m3, x)
addmm: u[:2]: torch.addmm(x, m, w, beta=2)
addmm: m: torch.addmm(u[:2], x, w)
addmm: w: torch.addmm(u[:2], m, x, alpha=3)
convolution: s1: F.conv1d(x, f1)
convolution: f1: F.conv1d(s1, x, stride=2, padding=1)
convolution: s2: F.conv2d(x, f2, padding=1)
convolution: f2: F.conv2d(s2, x, stride=2)
native_layer_norm: n1: F.layer_norm(x, (4,))
native_layer_norm: n1: F.layer_norm(x, (4,), g4, n1)
native_layer_norm: g4: F.layer_norm(n1, (4,), x, n1)
native_layer_norm: g4: F.layer_norm(n1, (4,), g4, x)
native_batch_norm: c2: F.batch_norm(x, None, None, training=True)
native_batch_norm: c2: F.batch_norm(x, None, None, g1, a1, training=True, eps=0.1)
native_batch_norm: g1: F.batch_norm(c2, None, None, x, a1, training=True)
native_batch_norm: a1: F.batch_norm(c2, None, None, g1, x, training=True)
running_batch_norm: c2: F.batch_norm(x, a1, g1, g1, a1)
running_batch_norm: g1: F.batch_norm(c2, a1, g1, x, a1)
running_batch_norm: a1: F.batch_norm(c2, a1, g1, g1, x)
native_group_norm: c3: F.group_norm(x, 1)
native_group_norm: c3: F.group_norm(x, 1, g1, a1)
native_group_norm: g1: F.group_norm(c3, 1, x, a1)
native_group_norm: a1: F.group_norm(c3, 1, g1, x)
scaled_dot_product_flash_attention_for_cpu: q4: F.scaled_dot_product_attention(x, k4, v4)
scaled_dot_product_flash_attention_for_cpu: k4: F.scaled_dot_product_attention(q4, x, v4)
scaled_dot_product_flash_attention_for_cpu: v4: F.scaled_dot_product_attention(q4, k4, x)
scaled_dot_product_flash_attention_for_cpu: q4: F.scaled_dot_product_attention(x, k4, v4, scale=0.5)
scaled_dot_product_flash_attention_for_cpu: k4: F.scaled_dot_product_attention(q4, x, v4, attn_mask=mask)
scaled_dot_product_flash_attention_for_cpu: q4: F.scaled_dot_product_attention(x, k4, v4, is_causal=True)
"""
CASES = [tuple(row.split(": ", 2)) for row in CALLS.strip().splitlines()]


def source(given, call):
    return f"{START}x = ({given}).clone().requires_grad_()\ny = {call}\n"


def equations(text):
    """Return the derivatives that the steps of a program tell, of each the last node that has any."""
    found = payload(traced(text))
    return [one for step in found["steps"] for several in step.get("derivatives", ()) for one in several]


def python(expression):
    """Return an expression of a payload as Python."""
    if isinstance(expression, str):
        return expression
    sign, *parts = expression
    texts = [sign] if sign == "#" else [python(part) for part in parts]
    match sign, texts:
        case "#", _:
            return parts[0]
        case "call", [name, *arguments]:
            return f"{name}({', '.join(arguments)})"
        case "index", [owner, index]:
            return f"at({owner}, {index})"
        case ",", _:
            return f"({', '.join('slice(None)' if text == ':' else text for text in texts)},)"
        case "T", [operand]:
            return f"({operand}).swapaxes(-1, -2)"
        case _, [operand]:
            return f"({sign.replace('(', '')}{operand})"
    return f"({sign.join(texts)})"


def element(side):
    """Return of `∂y[i, j]` the name, and its indices as Python."""
    name, _, index = side.removeprefix("∂").partition("[")
    return name, f"({index.removesuffix(']')},)" if index else "()"


def as_python(text):
    return text.replace("−", "-").replace("×", "*")


def at(owner, index):
    """Return an element; there is none before the first."""
    index = index if isinstance(index, tuple) else (index,)
    if any(i < 0 for i in index if i != slice(None)):
        raise IndexError
    return owner[index]


FUNCTIONS = {
    "at": at, "exp": np.exp, "mean": np.mean, "sum": np.sum, "len": len, "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "sqrt": np.sqrt, "sign": np.sign, "softmax": lambda x: np.exp(x) / np.exp(x).sum(-1, keepdims=True), "c": 0,
}  # fmt: skip


def matrix(found, names):
    """Return the Jacobian of y by x that equations tell; of an element the first one counts.

    What has a single index is one row of elements; what has only a letter on its left says what that is.
    """
    shape = names["y"].shape + names["x"].shape
    slopes = [one for one in found if isinstance(one["left"], list)]
    if names["y"].ndim > 1 and not any("," in side for one in slopes for side in one["left"][1:]):
        names = {name: value.reshape(-1) if value.ndim > 1 else value for name, value in names.items()}
    for one in reversed(found):
        if isinstance(one["left"], str):
            names = {**names, one["left"]: eval(python(one["symbolic"]), {**FUNCTIONS, **names})}
    jacobian = np.full(names["y"].shape + names["x"].shape, np.nan)
    for one in slopes:
        (result, row), (given, column) = map(element, map(as_python, one["left"][1:]))
        assert (result, given) == ("y", "x")
        letters = set(re.findall(r"\b[b-q]\b", row + column))
        place_of, slope_of = (compile(text, "", "eval") for text in (f"(*{row}, *{column})", python(one["symbolic"])))
        scope = {**FUNCTIONS, **names}
        for numbers in itertools.product(range(max(jacobian.shape)), repeat=len(letters)):
            scope.update(zip(letters, numbers, strict=True))
            try:
                place, slope = eval(place_of, scope), eval(slope_of, scope)
                if at(jacobian, place) != at(jacobian, place):
                    jacobian[place] = slope
            except IndexError:
                continue
    return np.nan_to_num(jacobian).reshape(shape)


def evaluated(text):
    out = io.StringIO()
    program.run(text, stdout=out, record=False)
    return json.loads(out.getvalue())


@pytest.mark.parametrize(("name", "given", "call"), CASES)
def test_a_derivative_is_what_the_engine_computes(name, given, call):
    text = source(given, call)
    found = equations(text + "y.backward(torch.full_like(y, 3.0))")
    names = (
        "v",
        "u",
        "m",
        "w",
        "m3",
        "w3",
        "t",
        "b",
        "s1",
        "f1",
        "s2",
        "f2",
        "n1",
        "g4",
        "c2",
        "c3",
        "g1",
        "a1",
        "x",
        "y",
    )
    names += ("q4", "k4", "v4", "mask", "causal_mask")
    told = evaluated(f"{text}import json\nprint(json.dumps([one.tolist() for one in ({', '.join(names)})]))")
    jacobian = f"torch.autograd.functional.jacobian(lambda x: {call}, x)"
    right = evaluated(f"{text}import json\nprint(json.dumps({jacobian}.tolist()))")
    assert found, name
    tensors = dict(zip(names, map(np.array, told), strict=True))
    np.testing.assert_allclose(matrix(found, tensors), right, rtol=1e-4, atol=1e-6)


def test_every_line_of_the_table_is_tried():
    lines = {name for name, row in OPERATORS.items() if row.derivatives}
    assert lines - {"scaled_dot_product_attention"} == {
        name for name, _, _ in CASES
    }  # as real PyTorch's recording has it


@pytest.mark.parametrize(
    ("given", "call"),
    [
        ("v", "torch.linalg.vector_norm(x, 0)"),
        ("m", "F.nll_loss(x, t, weight=u)"),
        ("m", "F.nll_loss(x, t, ignore_index=2)"),
        ("m @ w", "torch.addmm(x, m, w)"),
        ("m", "x.max(1)[0]"),
        ("s1", "F.conv1d(x, f1, dilation=2)"),
    ],
)
def test_another_function_has_no_line(given, call):
    assert equations(source(given, call) + "y.backward(torch.ones_like(y))") == []


def test_an_elementwise_operation_has_its_derivative():
    text = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\ny = x ** 3\n(y + 1).sum().backward()"
    assert equations(text)[1:] == [
        {"left": ["/", "∂(y + 1)", "∂y"], "symbolic": ["#", "1"]},
        {"left": ["/", "∂y", "∂x"], "symbolic": ["*", ["#", "3"], ["**", "x", ["#", "2"]]], "result": "[3, 12]"},
    ]


def test_an_operand_that_is_there_twice_has_no_derivative_of_its_own():
    assert equations("import torch\nx = torch.tensor(3.0, requires_grad=True)\n(x * x).backward()") == []


def test_a_mean_has_its_number():
    (one,) = equations("import torch\nx = torch.ones(4, requires_grad=True)\ny = x.mean()\ny.backward()")
    assert one == {"left": ["/", "∂y", "∂x[i]"], "symbolic": ["/", ["#", "1"], ["#", "4"]], "result": "0.25"}
