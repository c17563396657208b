"""The formulas of the narration, with numbers: what they come to is the result that stands beside them."""

import json
import math

import numpy as np
import pytest

from autograd_studio.view.wording import tensor_text
from autograd_studio.view.wording.formulas import Option, linear
from tools.operator_examples import REFERENCE

from ..support.payloads import payload
from ..support.pictures import traced

EXAMPLES = {entry["name"]: entry["program"] for entry in json.loads(REFERENCE.read_text(encoding="utf-8"))}


class Unknown(Exception):
    """An expression has a part that is not computed here."""


def along(dim):
    return None if dim is None or np.size(dim) == 0 else tuple(np.ravel(dim).astype(int))


def sum_to(x, shape):
    x = x.sum(tuple(range(x.ndim - len(shape))))
    return x.sum(tuple(i for i, n in enumerate(shape) if n == 1 != x.shape[i]), keepdims=True)


def reduced(function):
    return lambda x, dim=None, keepdim=False: function(x, axis=along(dim), keepdims=bool(keepdim))


FUNCTIONS = {
    **{
        name: getattr(np, name)
        for name in "abs exp log sin cos sinh cosh tanh sqrt sign trunc floor isnan isfinite".split()
    },
    "sgn": np.sign,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "erf": np.vectorize(math.erf, otypes=[float]),
    "sum": reduced(np.sum),
    "mean": reduced(np.mean),
    "count": reduced(np.sum),
    "clamp": np.clip,
    "where": lambda condition, a, b: np.where(condition != 0, a, b),
    "sum_to": lambda x, shape: sum_to(x, shape.astype(int)),
    "expand": lambda x, shape: np.broadcast_to(x, shape.astype(int)),
    "reshape": lambda x, shape: x.reshape(shape.astype(int)),
    "unsqueeze": lambda x, dim: np.expand_dims(x, along(dim)),
    "outer": np.outer,
}
OPERATORS = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power, "@": np.matmul,
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal,
    "&": np.logical_and, "|": np.logical_or,
}  # fmt: skip


def number(text):
    try:
        return np.asarray(json.loads(text.replace("nan", "NaN").replace("inf", "Infinity").translate(AS_JSON)), float)
    except ValueError:
        raise Unknown from None


AS_JSON = str.maketrans({"(": "[", ")": "]"})


def computed(expression):
    match expression:
        case "π":
            return math.pi
        case ["#", text]:
            return number(text.replace(",)", "]").replace("True", "1").replace("False", "0"))
        case ["(", inner]:
            return computed(inner)
        case ["T", operand]:
            return np.swapaxes(computed(operand), -1, -2)
        case ["-", operand]:
            return -computed(operand)
        case ["call", name, *arguments] if name in FUNCTIONS:
            options = [part.split("=") for part in arguments if isinstance(part, Option)]
            if any(option not in ("dim", "keepdim") for option, _ in options):
                raise Unknown
            given = [computed(part) for part in arguments if not isinstance(part, Option)]
            return FUNCTIONS[name](*given, **{option: computed(["#", text]) for option, text in options})
        case [symbol, left, right] if symbol in OPERATORS:
            return OPERATORS[symbol](computed(left), computed(right))
    raise Unknown


@pytest.fixture
def whole_numbers(monkeypatch):
    """Have the payload write tensors out, with all digits."""
    monkeypatch.setattr(tensor_text, "MOST_ELEMENTS", 400)
    monkeypatch.setattr(tensor_text, "MOST_COLUMNS", 100_000)
    monkeypatch.setattr(tensor_text, "number_text", lambda x, digits=4: str(x))


# Where both are 0, atan2 has no angle, and its gradient is 0. What dist has broadcast, it sums without saying so.
NOT_COMPUTED = {"torch.arctan2", "torch.atan2", "torch.dist"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() - NOT_COMPUTED))
def test_the_numbers_of_a_formula_come_to_its_result(name, whole_numbers):
    for step in payload(traced(EXAMPLES[name]))["steps"]:
        for formula in step.get("formula", []):
            try:
                found, result = computed(formula["numbers"]), number(formula["result"])
            except (KeyError, Unknown):
                continue
            np.testing.assert_allclose(found, result, 2e-3, 1e-4, err_msg=linear(formula["symbolic"]))


@pytest.mark.filterwarnings("ignore")
def test_enough_formulas_are_computed(whole_numbers):
    """The test above must not pass by not computing anything."""
    known = []
    for name in list(EXAMPLES)[::4]:
        for step in payload(traced(EXAMPLES[name]))["steps"]:
            written = [formula["numbers"] for formula in step.get("formula", []) if "numbers" in formula]
            known += [is_known(one) for one in written if step["kind"] == "run"]
    assert sum(known) > 0.65 * len(known) > 100


def is_known(expression):
    try:
        computed(expression)
    except (KeyError, Unknown):
        return False
    return True


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_a_formula_speaks_of_the_program_only(name):
    """No sizes, masks or private functions of the engine's code are in what a reader sees."""
    for step in payload(traced(EXAMPLES[name]))["steps"]:
        for formula in step.get("formula", []):
            text = linear(formula["symbolic"])
            for inner in ("_sym_", "output_mask", "dtype('", "lambda", " for ", "None", "backwards", "to_dtype"):
                assert inner not in text
