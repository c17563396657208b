"""Nudges and prompts on real PyTorch: what they mean is what they mean on the built-in engine."""

import functools
import io
import math
import random
import warnings

import pytest
import torch

from autograd_engine.run import program as built_in
from autograd_engine.run.options import Nudge, Prompt
from autograd_engine.run.prompt import NOT_REACHED
from autograd_studio.torch_recorder import program as real

from ..engine import test_nudge
from ..support.corpus import PROGRAMS
from ..web import test_prompt

pytestmark = pytest.mark.torch


def run(source, **options):
    torch.manual_seed(random.Random(0).getrandbits(64))  # as in the sandbox
    return real.run(source, **options)


told = functools.partial(test_nudge.told, run=run)
moves = functools.partial(test_nudge.moves, told=told)


@pytest.mark.parametrize(
    "nudge, printed",
    [
        (None, "[True, False] 3 [1.0, 2.0] [3.0, -3.0]"),
        (Nudge(1, 1, 0), "[True, True] 3 [1.0, 2.0] [3.0, 3.0]"),
        (Nudge(4, 0, 1), "[True, False] 4 [1.0, 2.0] [4.0, -4.0]"),
        (Nudge(1.5, 1, 2), "[True, False] 3 [1.0, 1.5] [3.0, -3.0]"),
        (Nudge(2, seed=(0, 0)), "[True, False] 3 [1.0, 2.0] [6.0, -6.0]"),
        (Nudge(2, 7, 2), "[True, False] 3 [1.0, 2.0] [3.0, -3.0]"),  # no such element
    ],
)
def test_one_number_is_replaced_and_nothing_else(nudge, printed):
    output = io.StringIO()
    assert run(test_nudge.CONSTANTS, nudge=nudge, stdout=output).error is None
    assert output.getvalue() == printed + "\n"


@pytest.mark.parametrize(
    "made",
    [
        "torch.zeros(2, dtype=torch.float64)", "torch.zeros(2, dtype=torch.bfloat16)", "torch.zeros(2, dtype=torch.uint8)",
        "torch.zeros(2).t()", "torch.from_numpy(np.zeros(2))", "torch.zeros(2, dtype=torch.bool)",
    ],
)  # fmt: skip
def test_a_number_of_any_dtype_is_replaced(made):
    output = io.StringIO()
    result = run(f"import torch, numpy as np\nx = {made}\nprint(x.tolist())\n", nudge=Nudge(1, 1, 0), stdout=output)
    assert output.getvalue() in ("[0.0, 1.0]\n", "[0, 1]\n", "[False, True]\n")
    assert [step.kind for step in result.trace.steps if step.kind == "write"] == []


def test_an_inference_tensor_is_nudged_and_an_expanded_one_is_not():
    source = "import torch\nwith torch.inference_mode():\n    a = torch.zeros(2)\nb = torch.empty_strided((2,), (0,)).fill_(0)\n"
    output = io.StringIO()
    for nudge in (Nudge(1, 0, 0), Nudge(1, 0, 1)):
        assert run(source + "print(a.tolist(), b.tolist())", nudge=nudge, stdout=output).error is None
    assert output.getvalue() == "[1.0, 0.0] [0.0, 0.0]\n[0.0, 0.0] [0.0, 0.0]\n"


def test_the_real_part_and_the_imaginary_part_are_numbers_of_their_own():
    output = io.StringIO()
    run("import torch\nprint(torch.tensor([1 + 2j]))", nudge=Nudge(5, 1, 0), stdout=output)
    assert output.getvalue() == "tensor([1.+5.j])\n"


KEPT = """import torch
w = (torch.tensor([1.0, 3.0]) * 0.5).requires_grad_()
y = w * w
with torch.no_grad():
    v = torch.tensor([2.0], requires_grad=True)
    v.mul_(3.0)
(y.sum() * v).backward()
print(w._version, v._version, w.tolist(), v.tolist(), w.grad.tolist(), v.grad.tolist())
"""


@pytest.mark.parametrize(
    ("nudge", "printed"),
    [
        (Nudge(2, 0, operation=0), "0 1 [2.0, 1.5] [6.0] [24.0, 18.0] [6.25]"),
        (Nudge(1, 0, write=0), "0 1 [0.5, 1.5] [1.0] [1.0, 3.0] [2.5]"),
        (Nudge(1, 0, creation=1), "0 1 [0.5, 1.5] [3.0] [3.0, 9.0] [2.5]"),
    ],
)
def test_it_is_no_write_of_the_program(nudge, printed):
    output = io.StringIO()
    result = run(KEPT, nudge=nudge, stdout=output)
    assert (result.error, output.getvalue()) == (None, printed + "\n")
    assert told(KEPT)["shape"] == told(KEPT, nudge)["shape"]


def test_nothing_of_it_is_taken_for_a_write_by_numpy():
    assert told(test_nudge.NUMPYS)["shape"] == told(test_nudge.NUMPYS, Nudge(1, 0, 0))["shape"]


def test_a_parameter_is_replaced_after_its_first_values():
    output = io.StringIO()
    source = "import torch\nnet = torch.nn.Linear(2, 1)\nprint(net.weight[0, 1].item())\n"
    run(source, nudge=Nudge(0.25, 1, 0), stdout=output)
    assert output.getvalue() == "0.25\n"


def test_random_numbers_are_the_same_again():
    base, now = told(test_nudge.RANDOM), told(test_nudge.RANDOM, Nudge(5, 0, 0))
    x, n = base["handles"][:2]
    assert test_nudge.data(base, n["value"]) == test_nudge.data(now, now["handles"][1]["value"])
    assert test_nudge.data(now, now["handles"][0]["value"]) == [5.0, test_nudge.data(base, x["value"])[1]]


@pytest.mark.parametrize("nudge", [Nudge(7, write=0), Nudge(7, write=1)])
def test_a_write_that_is_offered_is_the_one_that_is_nudged(nudge):
    found = told(test_nudge.WRITTEN, nudge)
    values = {handle["write"]: handle["value"] for handle in found["handles"] if "write" in handle}
    assert set(values) == {0, 1}
    assert test_nudge.data(found, values[nudge.write])[0] == 7.0


def test_a_step_of_an_optimizer_is_nudged():
    source = (
        "import torch\nw = torch.ones(2, requires_grad=True)\nopt = torch.optim.SGD([w], lr=0.1)\n"
        "for _ in range(2):\n    opt.zero_grad()\n    (w * w).sum().backward()\n    opt.step()\nprint(w)"
    )
    output = io.StringIO()
    run(source, nudge=Nudge(10, 1, write=0), stdout=output)
    assert output.getvalue() == "tensor([0.6400, 8.0000], requires_grad=True)\n"


LESSONS = [case for case in test_nudge.CASES if not case.marks]


@pytest.mark.parametrize("lesson", LESSONS[::4])
def test_what_moves_is_what_was_promised(lesson):
    found = list(moves(lesson.source))
    broken = [one for one in found if one[1] != pytest.approx(one[2], rel=0.01, abs=1e-3)]
    assert bool(broken) == (lesson.id in test_nudge.BROKEN_PROMISES), broken or found


# They make tensors by torch.Tensor or torch.FloatTensor, which only the built-in engine counts as creations.
LEGACY = {
    "gradient-of-a-doubling",
    "jacobian-rows",
    "stacked-losses",
    "upstream-gradient",
    "empty-and-infinite",
    "neuron",
}
ALIKE = [
    *(name for name in PROGRAMS if name.startswith("lessons/") and name.removeprefix("lessons/") not in LEGACY),
    "inplace/no_grad_update", "inplace/optimizer_step_between", "leaf_rules/scaled_leaf_trap", "optim/sgd_steps",
]  # fmt: skip


@pytest.mark.parametrize("name", ALIKE)
def test_both_engines_do_the_same(name):
    source = PROGRAMS[name]
    base = test_nudge.told(source)
    for which, handle in _handles(base).items():
        value = base["values"][handle["value"]]
        if value["data"] and "corner" not in value:
            nudge = Nudge(float(value["data"][-1]) + 0.25, len(value["data"]) - 1, **dict([which]))
            with warnings.catch_warnings(action="ignore"):  # they are no errors of the program
                assert _numbers(told(source, nudge)) == _numbers(test_nudge.told(source, nudge)), nudge


def _handles(found):
    def which(handle):
        return next((name, handle[name]) for name in ("creation", "operation", "write", "seed") if name in handle)

    return {which(handle): handle for handle in found["handles"] if "seed" not in handle} | {
        ("seed", tuple(handle["seed"])): handle for handle in found["handles"] if "seed" in handle
    }


def _numbers(found):
    """Return what a nudged run tells of numbers: those that can be nudged, what each pass brought them, and its roots."""

    def data(value):
        return None if value is None else [_rough(x) for x in test_nudge.data(found, value)]

    handles = {
        which: (data(handle["value"]), [(number, data(gain)) for number, gain in handle["passes"]])
        for which, handle in _handles(found).items()
    }
    roots = [[(data(value), data(seed)) for value, seed, _ in one["roots"]] for one in found["passes"]]
    return handles, roots, found["error"] and found["error"]["type"]


def _rough(number):
    return "nan" if math.isnan(number) else pytest.approx(number, rel=1e-5, abs=1e-6)


# ---- the prompt


def says(expression, step, finished=False):
    answer = run(test_prompt.PROGRAM, prompt=Prompt(expression, step, finished)).answer
    return ("error: " if answer.is_error else "") + answer.text


CASES = test_prompt.test_an_expression_sees_the_names_as_they_are_at_the_step.pytestmark[0].args[1]


@pytest.mark.parametrize(("expression", "step", "finished", "wanted"), CASES)
def test_an_expression_sees_the_names_as_they_are_at_the_step(expression, step, finished, wanted):
    assert says(expression, step, finished) == wanted


@pytest.mark.parametrize("expression", ["x", "w.grad", "w._version", "[k for k in locals() if k[0] != '_']"])
def test_at_every_step_it_says_what_the_built_in_engine_says(expression):
    for step in range(len(test_prompt.STEPS)):
        asked = Prompt(expression, step)
        assert run(test_prompt.PROGRAM, prompt=asked).answer == built_in.run(test_prompt.PROGRAM, prompt=asked).answer


def test_where_a_program_failed_and_where_it_never_comes():
    source = "import torch\ndef f(t):\n    local = t + 1\n    local.backward()\nf(torch.ones(2))\n"
    assert run(source, prompt=Prompt("local", 2)).answer.text == "tensor([2., 2.])"
    assert run(source, prompt=Prompt("local", 9)).answer.text == NOT_REACHED


def test_inside_a_hook_and_after_an_optimizer_modes_are_the_programs():
    source = """import torch
w = torch.ones(2, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.5)
y = w * 2
y.register_hook(lambda grad: grad * 3)
y.sum().backward()
opt.step()
"""
    kinds = [step.kind for step in run(source).trace.steps if step.kind not in ("ready", "free")]
    hook, write = kinds.index("hook"), kinds.index("write")
    assert run(source, prompt=Prompt("grad, y.requires_grad", hook)).answer.is_error  # the hook has returned
    assert run(source, prompt=Prompt("w.tolist(), (w * 1).requires_grad", write)).answer.text == "([-2.0, -2.0], True)"
