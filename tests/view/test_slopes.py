"""Slopes: a node that runs says how its result changes when each input does."""

import io
import json
import re

import pytest

from autograd_engine.op.namespaces import OPS
from autograd_engine.run import program
from autograd_engine.trace.operators import ELEMENTWISE, OPERATORS, operator_of
from autograd_studio.catalogue import FOLDER, sentences
from autograd_studio.view.narration.slopes import message_of

from ..support.payloads import payload
from ..support.pictures import traced

program.preload()  # all operators


def slopes(source):
    found = payload(traced("import torch\n" + source))
    return [text for step in found["steps"] for text in step.get("slopes", ())]


def test_a_multiplication_says_its_factor():
    assert slopes("a = torch.tensor(2.0, requires_grad=True)\ny = 3 * a\ny.backward()") == [
        "y grows by 3 for each unit that a grows."
    ]


def test_an_elementwise_slope_has_this_steps_numbers():
    source = "x = torch.tensor([1.0, 3.0], requires_grad=True)\ny = x * x\ny.backward(torch.tensor([1.0, 10.0]))"
    assert slopes(source) == ["y grows by [1, 3] for each unit that x grows."] * 2


def test_a_cut_branch_is_said():
    (text,) = slopes("x = torch.tensor([-1.0, 3.0], requires_grad=True)\ny = torch.relu(x)\ny.backward(torch.ones(2))")
    assert text.startswith("y grows by [0, 1] for each unit that x grows: where it is 0")


def test_a_mean_says_its_share():
    (text,) = slopes("x = torch.tensor([[1.0, 3.0], [2.0, 4.0]], requires_grad=True)\nx.mean().backward()")
    assert text == "Each element of x counts 1/4 in the mean, so each slope is 1/4."


def test_a_gradient_of_zero_hides_its_slope():
    said = "An element of x changes only the element of x * x at its own place; the formula says by how much."
    assert (
        slopes("x = torch.tensor([1.0, 3.0], requires_grad=True)\n(x * x).backward(torch.tensor([0.0, 1.0]))")
        == [said] * 2
    )


def test_every_operator_has_a_sentence():
    given = {(op.label.rstrip("_"), name) for op in OPS.values() for formula in op.formulas for name in formula.inputs}
    lacking = [
        pair for pair in sorted(given) if ELEMENTWISE not in operator_of(pair[0]).kind and message_of(*pair) is None
    ]
    assert not lacking, f"need a row with a `slope` in autograd_engine/trace/operators.py: {lacking}"


def test_every_family_of_slopes_has_a_sentence():
    families = {family for row in OPERATORS.values() for family in (row.slope, *row.slopes.values()) if family}
    told = sentences(FOLDER / "view.toml")
    assert [family for family in sorted(families) if f"view.slopes.{family}" not in told] == []


# Of y = ... by x, each with its slopes in numbers.
TOLD = """torch.exp(x); torch.sin(x); torch.tanh(x); torch.log(x); x.sqrt(); x ** 3; 1 / x; torch.sigmoid(x); x.lgamma();
x.erf(); torch.atan2(x, c); torch.hypot(x, c); torch.logaddexp(x, c); torch.xlogy(c, x); F.gelu(x); F.silu(x);
torch.fmod(x, 0.4); torch.lerp(x, c, 0.3); torch.addcmul(c, x, c); torch.where(x > 0.5, x, 2 * c); x.clamp(0.3, 0.6);
x.norm(); torch.linalg.vector_norm(x, 3); x.prod(); x.var(); x.std(); x.logsumexp(0); torch.dist(x, c); x @ c;
F.binary_cross_entropy(x, t); F.binary_cross_entropy_with_logits(x, t); F.mse_loss(x, c); F.huber_loss(x, c, delta=0.1);
F.smooth_l1_loss(x, c)"""


@pytest.mark.parametrize("call", [call.strip() for call in TOLD.split(";")])
def test_the_slopes_said_are_those_of_the_function(call):
    start = [0.25, 0.7, 0.9]

    def value(numbers, grad=False):
        return (
            "import torch.nn.functional as F\nc, t = torch.tensor([0.5, 0.2, 0.8]), torch.tensor([0., 1., 1.])\n"
            f"x = torch.tensor({numbers}, requires_grad={grad})\ny = {call}\n"
        )

    texts = slopes(value(start, True) + "y.backward(torch.full_like(y, 3.0))")
    said = next(
        re.findall(r"\[[^]]*\]|(?<=grows by )[-\d.e]+", text.partition(" No gradient goes back")[0])[-1]
        for text in reversed(texts)
        if " x " in text or "of x" in text
    )
    said = json.loads(said) if said.startswith("[") else [float(said)] * 3
    for i, slope in enumerate(said):
        up, down = (evaluated(value([v + (d if k == i else 0) for k, v in enumerate(start)])) for d in (1e-3, -1e-3))
        assert slope == pytest.approx((up - down) / 2e-3, rel=2e-2, abs=2e-3)


def evaluated(source):
    """Return the sum of y that a program computes."""
    out = io.StringIO()
    program.run(f"import torch\n{source}print(y.double().sum().item())", stdout=out, record=False)
    return float(out.getvalue())


def test_a_broadcast_says_how_often_each_element_was_used():
    assert slopes(
        "x = torch.ones(2, 3)\nb = torch.ones(3, requires_grad=True)\n(x * b).backward(torch.ones(2, 3))"
    ) == [
        "b was broadcast: each of its elements was used 2 times in the forward pass, so 2 gradients are added up in "
        "the backward pass."
    ]


def test_ties_of_a_maximum_are_named():
    (text,) = slopes("x = torch.tensor([1.0, 3.0, 3.0], requires_grad=True)\nx.max().backward()")
    assert text.endswith("Here the gradient goes to x[1] and x[2].")


def test_evaluation_normalizes_with_fixed_numbers():
    program = "m = torch.nn.BatchNorm1d(2){}\nx = torch.rand(3, 2, requires_grad=True)\nm(x).backward(torch.rand(3, 2))"
    assert "also moves the mean" in slopes(program.format(""))[0]
    assert "numbers that it does not change" in slopes(program.format(".eval()"))[0]


def test_a_value_that_is_added_leaves_what_is_there():
    source = (
        "x, i = torch.ones(3, requires_grad=True), torch.tensor([0])\n"
        "x.index_put((i,), torch.ones(1), accumulate={}).sum().backward()"
    )
    assert "were not replaced" in slopes(source.format(False))[-1]
    assert "is only added" in slopes(source.format(True))[-1]


# ---- with this step's numbers


def test_a_cut_branch_names_what_it_does_not_reach():
    source = "x = torch.tensor([1.0, -2.0], requires_grad=True)\ny = torch.where(x > 0, x * x, x)\ny.sum().backward()"
    said = [text for text in slopes(source) if "No gradient goes back" in text]
    assert [text.partition("No gradient")[2] for text in said] == [
        " goes back to (x * x)[1] here.",
        " goes back to x[0] here.",
    ]


def test_the_cross_entropy_says_the_probabilities_minus_the_target():
    source = (
        "z = torch.tensor([[0.0, 0.0], [2.0, 0.0]], requires_grad=True)\n"
        "torch.nn.functional.cross_entropy(z, torch.tensor([1, 0])).backward()"
    )
    assert slopes(source)[-1].endswith("In row 0: p − onehot = [0.5, 0.5] − [0, 1] = [0.5, -0.5], times 0.5.")


def test_a_softmax_says_what_its_shares_make_of_the_gradient():
    source = "z = torch.zeros(2, requires_grad=True)\ntorch.softmax(z, 0).backward(torch.tensor([1.0, 3.0]))"
    assert slopes(source)[-1].endswith("Here: p · (g − Σ p·g) = [0.5, 0.5] · ([1, 3] − 2) = [-0.5, 0.5].")


@pytest.mark.parametrize(
    "rest", ["torch.softmax(z, 0).sum(0)[0].backward()", "torch.log_softmax(z, 1).sum().backward()"]
)
def test_a_softmax_that_is_no_row_or_no_target_says_no_numbers(rest):
    assert not any(
        "onehot" in text or "Σ" in text for text in slopes("z = torch.rand(2, 3, requires_grad=True)\n" + rest)
    )


def printed(source):
    """Return what a program prints as JSON."""
    out = io.StringIO()
    program.run(f"import torch, json\n{source}", stdout=out, record=False)
    return json.loads(out.getvalue())


NORM = """import torch.nn.functional as F
x = torch.tensor([[0.25, -0.7, 0.9, 2.0], [1.0, 0.3, -0.4, 0.0]], requires_grad=True)
w, b = torch.tensor([1.5, 0.5, -1.0, 2.0]), torch.zeros(4)
y = {call}
y.backward(torch.tensor([[0.0, 0.0, 0.0, 0.0], [1.0, -2.0, 0.5, 3.0]]).reshape(y.shape))
"""
NORM_ROW = r"= \((\[.*?\]) − (\S+) − (\[.*?\]) · (\S+)\) / (\S+) = (\[.*?\])\.$"


@pytest.mark.parametrize(
    ("call", "where", "part"),
    [
        ("F.layer_norm(x, (4,), w, b)", "In row 1, where g is what arrives times the weight:", "[1]"),
        ("F.layer_norm(x, (4,))", "In row 1, where g is what arrives:", "[1]"),
        ("F.batch_norm(x, None, None, w, b, training=True)", "In channel 0,", "[:, 0]"),
        ("F.group_norm(x, 2, w, b)", "In group 2,", "[1, :2]"),
        ("F.group_norm(x.reshape(1, 4, 2), 2, w, b)", "In group 1,", "[1]"),
    ],
)
def test_a_norm_is_told_with_the_numbers_of_its_first_group(call, where, part):
    source = NORM.format(call=call)
    (text,) = [text for text in slopes(source) if where in text]
    given, mean, normal, share, deviation, told = map(json.loads, re.search(NORM_ROW, text).groups())
    right = pytest.approx(printed(f"{source}print(json.dumps(x.grad{part}.tolist()))"), rel=1e-3, abs=5e-3)
    assert told == right
    assert [(a - mean - n * share) / deviation for a, n in zip(given, normal, strict=True)] == right


ATTENTION = """q, k, v = (torch.arange(n).reshape(1, 1, -1, 3).sin().requires_grad_() for n in (6.0, 12.0, 12.0))
torch.nn.functional.scaled_dot_product_attention(q, k, v{options}).sum().backward()
"""


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ("", "torch.softmax(q @ k.mT / 3**0.5, -1)"),
        (", scale=2.0", "torch.softmax(q @ k.mT * 2, -1)"),
        (", is_causal=True", "torch.eye(2, 4)"),
    ],
)
def test_attention_is_told_with_the_weights_of_its_first_query(options, right):
    source = ATTENTION.format(options=options)
    said = [text for text in slopes(source) if "first query" in text]
    weights = printed(f"{source}print(json.dumps(({right}).reshape(-1, 4)[0].tolist()))")
    assert [json.loads(re.search(r"\[.*\]", text)[0]) for text in said] == [pytest.approx(weights, rel=1e-3)] * 3


def test_attention_with_a_mask_has_no_weights_told():
    assert not any("first query" in text for text in slopes(ATTENTION.format(options=", attn_mask=torch.zeros(2, 4)")))


def rows(source):
    """Return the rows that the payload has for each gradient that is sent along a link."""
    steps = payload(traced("import torch\n" + source))["steps"]
    sends = [(step, sent) for step in steps for sent in step.get("card", {}).get("sends", ()) if "rows" in sent]
    return [(step["slopes"], sent["rows"]) for step, sent in sends]


def row_of(told, index):
    return told["texts"][sum(index[axis] // size * stride for axis, size, stride in told["axes"])]


@pytest.mark.parametrize(
    ("call", "index", "part", "start"),
    [
        ("F.layer_norm(x, (4,), w, b)", [1, 2], "[1]", "In row 1,"),
        ("F.batch_norm(x, None, None, w, b, training=True)", [0, 3], "[:, 3]", "In channel 3,"),
        ("F.group_norm(x, 2, w, b)", [1, 3], "[1, 2:]", "In group 3,"),
        ("F.group_norm(x.reshape(1, 4, 2), 2, w, b)", [0, 3, 1], "[1]", "In group 1,"),
    ],
)
def test_each_row_of_a_norm_is_told_with_its_numbers(call, index, part, start):
    source = NORM.format(call=call)
    ((said, told),) = rows(source)
    text = row_of(told, index)
    assert text.startswith(start)
    sent = json.loads(re.search(NORM_ROW, text)[6])
    assert sent == pytest.approx(printed(f"{source}print(json.dumps(x.grad{part}.tolist()))"), rel=1e-3, abs=5e-3)
    assert said[told["slope"]].startswith(told["said"])


def test_rows_that_get_no_gradient_say_nothing():
    ((_, told),) = rows(NORM.format(call="F.layer_norm(x, (4,), w, b)"))
    assert row_of(told, [0, 2]) == ""


def test_each_row_of_a_softmax_is_told():
    ((_, told),) = rows(
        "z = torch.tensor([[0.0, 0.0], [2.0, 0.0]], requires_grad=True)\n"
        "torch.softmax(z, 1).backward(torch.tensor([[1.0, 0.0], [0.0, 1.0]]))"
    )
    assert row_of(told, [0, 1]).startswith("In row 0: p · (g − Σ p·g) = [0.5, 0.5]")
    assert row_of(told, [1, 0]).startswith("In row 1: p · (g − Σ p·g) = [0.8808, 0.1192]")


@pytest.mark.parametrize(
    ("options", "mask"), [("", ""), (", is_causal=True", " + torch.full((2, 4), -torch.inf).triu(1)")]
)
def test_each_query_and_each_key_is_told_with_its_weights(options, mask):
    source = ATTENTION.format(options=options)
    weights = printed(f"{source}print(json.dumps(torch.softmax(q @ k.mT / 3**0.5{mask}, -1)[0, 0].tolist()))")
    query, key, value = (told for _, told in rows(source))
    numbers = [json.loads(re.search(r"weights (\[.*\])", row_of(query, [0, 0, i, 1]))[1]) for i in range(2)]
    assert numbers == [pytest.approx(row, rel=1e-3, abs=1e-6) for row in weights]
    for told in (key, value):
        columns = [json.loads(re.search(r"weights (\[.*\])", row_of(told, [0, 0, j, 1]))[1]) for j in range(4)]
        assert columns == [pytest.approx([row[j] for row in weights], rel=1e-3, abs=1e-6) for j in range(4)]
