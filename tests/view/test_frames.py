import gzip
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograd_engine.trace.schema import Shown, Value
from autograd_studio import catalogue, lessons
from autograd_studio.view.layout.graphviz import place
from autograd_studio.view.payload import document
from autograd_studio.view.payload.writing import packed
from autograd_studio.view.wording.box_text import columns, one_line, shortened
from autograd_studio.view.wording.formulas import linear, parsed
from autograd_studio.view.wording.highlight import tokens
from autograd_studio.view.wording.spoken import spoken
from autograd_studio.view.wording.tensor_text import MOST_COLUMNS
from autograd_studio.view.wording.value_texts import Texts
from autograd_studio.why.numbers import is_zero, number_text

from ..support.payloads import payload
from ..support.pictures import PROGRAMS, check, traced


def shown(name: str) -> dict:
    return payload(traced(PROGRAMS[name]), place)


def box_of(found: dict, title: str, nth: int = 0) -> int:
    return [b["id"] for b in found["boxes"] if b["title"] == title and "copy_of" not in b][nth]


def grads(found: dict, title: str, nth: int = 0) -> list:
    return [entry[1:3] for entry in found["tracks"][box_of(found, title, nth)]["grad"]]


# ---- the whole document


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_payload_keeps_its_promises(name):
    check(shown(name))


@pytest.mark.thorough
def test_a_box_has_room_to_wait_for_any_number_of_contributions():
    source = "import torch\nx = torch.tensor(1.0, requires_grad=True)\ntorch.stack([x] * 10_001).sum().backward()"
    check(payload(traced(source), place))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_payload_keeps_its_promises_without_graphviz(name):
    check(payload(traced(PROGRAMS[name])))


def test_the_same_run_gives_the_same_bytes_and_another_run_another_id():
    first, second = (packed(document.payload(traced(PROGRAMS["square"]))) for _ in range(2))
    assert first == second
    other = packed(document.payload(traced(PROGRAMS["twice"])))
    assert len({json.loads(gzip.decompress(one))["id"] for one in (first, second, other)}) == 2


def test_a_program_that_cannot_be_compiled_has_one_step():
    found = shown("syntax error")
    assert [step["kind"] for step in found["steps"]] == ["error"]
    assert "SyntaxError" in found["steps"][0]["say"]


def test_what_is_printed_belongs_to_the_step_before_it():
    found = payload(traced("import torch\nx = torch.ones(1)\nprint('one')\ny = x * 2\nprint('two')"))
    assert found["stdout"] == [[0, "one\n"], [1, "two\n"]]


@st.composite
def programs(draw):
    """Straight-line programs: leaves, then operations on what is there, then backward of the last one."""
    lines = ["import torch"]
    names = []
    for i in range(draw(st.integers(1, 3))):
        wants = draw(st.booleans())
        lines.append(f"v{i} = torch.tensor([{draw(st.integers(-3, 3))}.0, 2.0], requires_grad={wants})")
        names.append(f"v{i}")
    for i in range(draw(st.integers(1, 8))):
        a, b = draw(st.sampled_from(names)), draw(st.sampled_from([*names, "2", "0.5"]))
        form = draw(st.sampled_from(["{a} * {b}", "{a} + {b}", "{a} - {b}", "({a} * 1).exp()", "({a} + {b}) * {a}"]))
        lines.append(f"r{i} = {form.format(a=a, b=b)}")
        if draw(st.integers(0, 4)) == 0:
            lines.append(f"r{i} += {a}")
        names.append(f"r{i}")
    lines.append(f"if {names[-1]}.requires_grad: {names[-1]}.backward(torch.ones(2))")
    return "\n".join(lines)


@settings(max_examples=40)
@given(programs())
def test_random_programs_keep_the_promises(source):
    check(payload(traced(source)))


@pytest.mark.thorough
def test_ten_thousand_operations():
    source = "import torch\nx = torch.ones(2, requires_grad=True)\nfor i in range(10_000):\n    x = x * 1.0001\n"
    found = payload(traced(source))
    assert found["steps"][-1]["kind"] in ("op", "omitted")
    check(found)


# ---- gradients


def test_a_gradient_is_pending_complete_then_kept():
    found = shown("square")
    assert grads(found, "x") == [["none", ""], ["pending", "3"], ["complete", "6"], ["kept", "6"]]
    assert found["tracks"][box_of(found, "x")]["grad"][1][4:] == [1, 2]


def test_what_passes_through_a_result_is_not_kept():
    assert grads(shown("square"), "y") == [["none", ""], ["complete", "1"], ["passed", "1"]]


def test_a_second_backward_adds_to_what_is_there():
    assert grads(shown("twice"), "x")[-3:] == [["pending", "6 + 3"], ["complete", "6 + 6"], ["kept", "12"]]


def test_partial_sums_have_a_history():
    found = shown("square")
    (first, second) = found["tracks"][box_of(found, "x")]["sums"]
    texts = [None if v is None else found["values"][v]["data"] for v in (*first[2:], *second[2:])]
    assert texts == [[3.0], None, [3.0], [3.0], [3.0], [6.0]]
    assert first[1] != second[1]  # the two links of x * x


def test_zero_is_not_none():
    found = shown("custom")
    value = found["tracks"][box_of(found, "x")]["grad"][-1][3]
    assert found["values"][value]["data"] == [0.0, 7.0]
    source = "import torch\nx = torch.ones(1, requires_grad=True)\n(x * 0).backward(torch.ones(1))\nx.grad = None"
    found = payload(traced(source))
    track = found["tracks"][box_of(found, "x")]["grad"]
    assert [entry[1] for entry in track[-2:]] == ["kept", "none"]
    assert found["values"][track[-2][3]]["zero"]


def test_none_from_a_custom_backward_is_told():
    source = """
import torch
class Cut(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return None
x = torch.tensor(1.0, requires_grad=True)
Cut.apply(x * 3).backward()
"""
    found = payload(traced(source))
    assert grads(found, "x * 3")[1][0] == "undefined"
    assert any("None, which is not the same as zero" in step["say"] for step in found["steps"])


def test_retain_grad_keeps_what_the_hook_made():
    assert ["kept", "120"] in grads(shown("hooks"), "y")


def test_a_write_to_data_and_a_zeroed_grad_are_seen():
    found = shown("data")
    values = [entry[1] for entry in found["tracks"][box_of(found, "w", 1)]["value"]]
    assert values == ["[1, 2]", "[0.8, 1.6]", "[0.64, 1.28]"]
    assert ["kept", "[0, 0]"] in grads(found, "w", 1)


# ---- saved tensors and versions


def test_saved_tensors_are_freed_by_the_run_that_uses_them():
    found = shown("square")
    before, after = (entry[1] for entry in found["tracks"][box_of(found, "y")]["saved"])
    assert [row[0] for row in before] == ["other", "self"]
    assert not any(row[5] for row in before) and all(row[5] for row in after)


def test_a_write_changes_the_version_under_a_saved_tensor():
    found = shown("in place")
    exp = box_of(found, "y")
    assert found["tracks"][exp]["saved"][-1][1][0][3:5] == [0, 1]
    assert found["tracks"][exp]["status"][-1][1] == "error"
    assert "at version 1; expected version 0" in found["steps"][-1]["say"]


def test_a_pass_that_breaks_off_ends_at_the_node_that_failed():
    source = """
import torch
x = torch.ones(2, requires_grad=True)
y = x.exp()
y += 1
try: y.sum().backward()
except RuntimeError: pass
"""
    found = payload(traced(source), place)
    said = found["steps"][-1]["say"]
    assert said.startswith("The backward pass stops: ExpBackward0 fails with RuntimeError: one of the variables")
    assert found["steps"][-1]["box"] == box_of(found, "y")


# ---- what is said


def test_the_first_question_is_answered():
    said = [step["say"] for step in shown("vector seed")["steps"]]
    assert said[7:9] == [
        "backward() starts at y with the numbers passed to it: [0.1, 1, 0.0001]. It differentiates one number, "
        "L = 0.1·y[0] + 1·y[1] + 0.0001·y[2]: each says how much L grows when its "
        "element of y grows by 1.",
        "The seed [0.1, 1, 0.0001] arrives at AddBackward0. Every gradient that AddBackward0 was waiting for has arrived: "
        "it can run.",
    ]
    assert said[12] == (
        "MulBackward0 (line 5: 2*b*b) runs with the gradient [0.1, 1, 0.0001]. "
        "2 nodes are ready; PyTorch runs the most recently created first. "
        "To 2*b: grad × b = [0.3, 4, 0.0005]. To b: grad × (2*b) = [0.6, 8, 0.001]. "
        "It frees what it had saved (b and 2*b): another pass through it would need retain_graph=True in this one."
    )
    assert said[14] == (
        "b receives [0.6, 8, 0.001] from MulBackward0. It has 1 of 2 contributions and is waiting for 1 more."
    )
    assert said[17] == "b.grad was None, so AccumulateGrad stores [1.2, 16, 0.002]."


def test_a_leaf_that_was_detached_meanwhile_is_said_to_keep_its_gradient():
    source = "import torch\nw = torch.ones(2, requires_grad=True)\ny = w.sum()\nw.detach_()\ny.backward()"
    found = payload(traced(source), place)
    check(found)
    said = [step["say"] for step in found["steps"]]
    assert "w no longer requires a gradient, so w.grad does not change." in said


def test_a_refused_write_is_said_at_its_leaf():
    source = (
        "import torch\nw = torch.ones(2, requires_grad=True)\n"
        "try:\n    w += 1\nexcept RuntimeError:\n    pass\n(w * 2).sum().backward()"
    )
    found = payload(traced(source), place)
    check(found)
    (step,) = [step for step in found["steps"] if step["kind"] == "refuse"]
    assert (step["line"], step["box"], step["phase"]) == (4, box_of(found, "w"), "forward")
    assert step["caption"] == "PyTorch refuses to overwrite w: it is a leaf, and recording is on."
    assert "goes on" in step["say"]


def test_a_refused_pass_is_said_at_the_box_it_was_to_begin_at():
    source = (
        "import torch\nx = torch.ones(2, requires_grad=True)\ny = x * 2\n"
        "try:\n    y.backward()\nexcept RuntimeError:\n    y.sum().backward()"
    )
    found = payload(traced(source), place)
    check(found)
    (step,) = [step for step in found["steps"] if step["kind"] == "refuse"]
    assert (step["line"], step["box"], step["phase"]) == (5, box_of(found, "y"), "backward")
    assert step["say"] == (
        "The backward pass does not start: RuntimeError: grad can be implicitly created only for scalar outputs. "
        "No gradient was sent. The program catches the exception and goes on."
    )


SECOND = """import torch
x = torch.tensor(2.0, requires_grad=True)
dy, = torch.autograd.grad(x ** 3, x, create_graph=True)
dy.backward()
"""
COPYING = """import torch
class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x * 2
    @staticmethod
    def backward(ctx, grad_output):
        grad_input = grad_output.clone()
        return grad_input.mul_(2).clone()
x = torch.tensor(2.0, requires_grad=True)
Doubled.apply(x).backward()
"""


@pytest.mark.parametrize(
    ("source", "words", "times"),
    [
        (SECOND, "dy comes from a recorded backward pass: it is a derivative", 1),
        (COPYING, "The copy is needed if the gradient is changed in place afterwards: other nodes may hold the same tensor", 1),
        ("x = torch.tensor(2.0, requires_grad=True); y = x * x * x; y.backward()", "x was used 3 times, and a change to", 1),
        ("x = torch.tensor(2.0, requires_grad=True); x.exp().backward(); x.exp().backward()", "Gradients add up in .grad", 1),
        ("x = torch.tensor(2.0, requires_grad=True); x.exp().backward(retain_graph=True)", "saved (x.exp()) for another pass", 1),
        ("x = torch.tensor(2.0, requires_grad=True)", "x is a new leaf, not the result of an operation: 2.", 1),
    ],
)  # fmt: skip
def test_a_rule_is_said_where_it_holds(source, words, times):
    trace = traced(source if "import" in source else f"import torch\n{source}")
    said = " ".join(step["say"] for step in payload(trace)["steps"])
    assert said.count(words) == times


RETAINED_THEN_FREED = """import torch
x = torch.tensor(2.0, requires_grad=True)
y = x.exp() + x
y.backward(retain_graph=True)
y.backward()
y.backward()
"""


def test_steps_show_the_saved_tensors_that_they_are_about():
    found = payload(traced(RETAINED_THEN_FREED), place)
    check(found)
    exp = box_of(found, "x.exp()")
    about = [(step["kind"], step["line"]) for step in found["steps"] if "slots" in step]
    assert about == [("run", 4), ("end", 4), ("run", 5), ("end", 6)]  # the addition has saved nothing
    assert all(step["slots"] == [exp] for step in found["steps"] if "slots" in step)
    freed = [step for step, rows in found["tracks"][exp]["saved"] if rows[0][5]]
    assert found["steps"][freed[0]]["line"] == 5


def test_a_program_without_a_backward_pass_says_so_at_its_end():
    ending = "The program ends without a backward pass. Call backward() to start one."
    forward = "import torch\nx = torch.ones(2, requires_grad=True)\ny = x * 2\n"
    for source, is_told in ((forward, True), (forward + "y.sum().backward()", False), (forward + "1 / 0", False)):
        said = [step["say"] for step in payload(traced(source), place)["steps"]]
        assert [ending in text for text in said] == [False] * (len(said) - 1) + [is_told]


def test_a_formula_has_names_numbers_and_result():
    run = shown("vector seed")["steps"][12]
    assert run["formula"][0] == {
        "left": ["grad", "2*b"],
        "symbolic": ["*", ["grad", "2*b*b"], "b"],
        "numbers": ["*", ["#", "[0.1, 1, 0.0001]"], ["#", "[3, 4, 5]"]],
        "result": "[0.3, 4, 0.0005]",
    }


def test_numbers_that_say_nothing_new_are_left_out():
    found = payload(traced(lessons.lesson("lost-history").source), place)
    equations = [equation for step in found["steps"] for equation in step.get("formula", ())]
    assert {"left": "", "symbolic": "Sq.apply(x)", "result": "9"} in equations
    assert not [e for e in equations if e.get("numbers") in (e["symbolic"], ["#", e.get("result")])]


def test_large_tensors_have_no_numbers_in_formulas():
    found = shown("large")
    assert all(set(e) == {"left", "symbolic"} for step in found["steps"] for e in step.get("formula", []))


def test_a_broadcast_operand_is_told_to_be_summed():
    run = next(step for step in shown("broadcast")["steps"] if step["kind"] == "run")
    assert run["formula"][0]["symbolic"][:2] == ["call", "sum"]
    assert "s was broadcast" in run["say"]


def cards(source: str, kind: str) -> list:
    found = payload(traced(f"import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\n{source}"), place)
    texts = [value["data"] for value in found["values"]]

    def read(part):
        if isinstance(part, dict):
            return {name: texts[one] if name in ("was", "gives", "value") else read(one) for name, one in part.items()}
        return part

    return [read(step.get("card")) for step in found["steps"] if step["kind"] == kind]


def test_the_card_of_an_operation_says_whether_it_adds_a_product():
    source = "import torch\nb, x, w = torch.ones(2), torch.ones(1, 2), torch.ones(2, 2)\n"
    source += "torch.addmm(b, x, w); torch.mm(x, w); torch.addcmul(b, b, b)\n"
    cards = [step["card"] for step in payload(traced(source))["steps"] if step["kind"] == "op"]
    assert [card.get("adds_product", False) for card in cards] == [True, False, False]
    assert [sign for sign, *_ in cards[1]["of"]] == ["", "@"]


def test_the_card_of_a_write_shows_what_was_there_and_is_now():
    (card,) = cards("with torch.no_grad(): w -= 0.5", "write")
    assert (card["was"], card["gives"]) == ([1.0, 2.0], [0.5, 1.5])
    assert [part[:2] for part in card["of"]] == [["", "w"], ["-", "0.5"]]


def test_the_card_of_a_cleared_gradient_shows_what_it_was():
    found = cards("w.sum().backward()\nw.grad.zero_()\nw.grad = None", "grad")
    assert found == [{"was": [1.0, 1.0], "gives": [0.0, 0.0]}, {"was": [0.0, 0.0]}]


def test_a_factor_that_is_an_elementwise_expression_can_be_computed():
    card = cards("w.tanh().sum().backward()", "run")[-1]
    ((sign, text, expression),) = card["sends"][0]["factors"]
    value = expression[2][1]
    assert (sign, text, expression) == ("*", "1 − w.tanh()^2", ["-", "1", ["**", value, "2"]])


def test_every_sentence_is_in_the_catalogue(monkeypatch):
    traces = {name: traced(program) for name, program in PROGRAMS.items()}
    told = {name: payload(trace)["steps"] for name, trace in traces.items()}
    for key, form in catalogue._FORMS.items():
        if isinstance(form, str):
            shouted = re.sub(r"(\{\w+\})|(\w)", lambda m: m[1] or m[2].upper(), form)
            monkeypatch.setitem(catalogue._FORMS, key, shouted)
    for name, trace in traces.items():
        plain, loud = told[name], payload(trace)["steps"]
        for quiet, shout in zip(plain, loud, strict=True):
            assert quiet["say"].upper() == shout["say"].upper()
            assert not re.search(r"\b(the|gives|receives|runs|waits)\b", re.sub(r"\S*Error.*", "", shout["say"]))


# ---- numbers and texts


numbers = st.floats(width=32, allow_nan=False, allow_infinity=False)


@given(numbers)
def test_a_number_is_told_to_four_digits(x):
    text = number_text(x)
    assert len(text) <= 10
    assert float(text) == pytest.approx(x, rel=6e-4)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.3, "0.3"), (3.0, "3"), (0.0001, "0.0001"), (0.0000125, "1.25e-5"), (12345.0, "12345"), (1e6, "1e6"),
     (9999.9, "10000"), (-0.123456, "-0.1235"), ("NaN", "nan"), ("-Infinity", "-inf"), (True, "True"),
     (7, "7"), (-0.0, "0")],
)  # fmt: skip
def test_numbers(number, text):
    assert number_text(number) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value("float32", [3], [0.3, 3.0, 0.0003]), "[0.3, 3, 0.0003]"),
        (Value("float32", [2, 2], [1.0, 2.0, 3.0, 4.0]), "[[1, 2], [3, 4]]"),
        (Value("float32", [], [4.5]), "4.5"),
        (Value("float32", [0, 3], []), "[]"),
        (Value("bool", [2], [True, False]), "[True, False]"),
        (Value("bool", [8], [True] * 3 + [False] * 5), "3 of 8 True"),
        (Value("float32", [8], [1.0] * 8), "all 1"),
        (Value("float32", [8], [float(i) for i in range(8)]), "0 … 7"),
        (Value("float32", [8], ["NaN"] + [0.5] * 7), "1 nan, rest 0.5"),
    ],
)
def test_values(value, text):
    assert short(value) == text


def short(value):
    return Texts([value]).short[0]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value("float32", [3], [0.3, 3.0, 0.0003]), "[0.3, 3, 0.0003]"),
        (Value("float32", [0, 3], []), "an empty tensor"),
        (Value("float32", [8], [1.0] * 8), "8 numbers, all 1"),
        (Value("float32", [8], [float(i) for i in range(8)]), "8 numbers from 0 to 7 with mean 3.5"),
        (Value("float32", [8], ["NaN"] + [0.5] * 7), "8 numbers, 1 of them nan, the rest all 0.5"),
        (Value("float32", [8], ["NaN"] * 8), "8 numbers, 8 of them nan"),
        (Value("bool", [8], [True] * 3 + [False] * 5), "8 boolean values, 3 of them True"),
    ],
)
def test_values_in_a_sentence(value, text):
    assert spoken(value) == text


def test_sums_of_large_tensors_are_told_in_words():
    told = " ".join(step["say"] for step in shown("large sums")["steps"])
    assert "It is added to what was already there. The sum is now 8 numbers from" in told
    assert "runs with the gradient (8 numbers, all 1)" in told
    assert "AccumulateGrad adds the gradient to x.grad, which was 8 numbers from" in told
    assert "…" not in told


@given(st.lists(numbers | st.sampled_from(["NaN", "Infinity", "-Infinity"]), max_size=12))
def test_the_text_of_a_value_is_short(data):
    text = short(Value("float32", [len(data)], data))
    assert text and columns(text) <= MOST_COLUMNS + 8
    assert is_zero(Value("float32", [len(data)], data)) == (bool(data) and set(data) <= {0.0})


def test_columns_of_wide_and_combining_characters():
    assert [columns(text) for text in ("abc", "变量", "é", "e\u0301", "👍", "विषय")] == [3, 4, 1, 1, 2, 4]


@given(st.text(max_size=60), st.integers(1, 30))
def test_texts_are_cut_to_fit(text, limit):
    cut = shortened(text, limit)
    assert columns(cut) <= limit
    assert cut == one_line(text) or cut.endswith("…")
    assert not set(cut) & set("\n\r\t\0\u202e\u2066")


# ---- formulas and source


@st.composite
def arithmetic(draw, depth=3):
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(["a", "b", "c", "2", "3"]))
    left, right = draw(arithmetic(depth=depth - 1)), draw(arithmetic(depth=depth - 1))
    return draw(st.sampled_from([f"({left} + {right})", f"({left} - {right})", f"({left} * {right})",
                                 f"({left} / {right})", f"(-{left})", f"(({left}) ** 2)"]))  # fmt: skip


@settings(max_examples=300)
@given(arithmetic())
def test_parentheses_are_where_they_are_needed(text):
    values = {"a": 1.7, "b": -0.6, "c": 2.9}
    again = linear(parsed(text, lambda name: name))
    for symbol, operator in (("×", "*"), ("−", "-"), ("^", "**")):
        again = again.replace(symbol, operator)
    try:
        expected = eval(text, {}, values)
    except (ZeroDivisionError, OverflowError):
        return
    assert eval(again, {}, values) == pytest.approx(expected)


def test_functions_of_the_engine_are_spelled_out():
    name = {"result": "y", "grad": ["grad", "y"]}.get
    shown = {"tanh_backward": Shown("tanh_backward", ["x", "y"], {"": "x * (1 - y ** 2)"})}
    text = linear(parsed("tanh_backward(grad, result)", lambda n: name(n, n), shown=shown))
    assert text == "grad × (1 − y^2)"
    assert linear(parsed("maybe_multiply(-grad, alpha)", lambda n: name(n, n))) == "−grad"


@given(st.text(max_size=200) | st.sampled_from(list(PROGRAMS.values())))
def test_highlighting_loses_nothing_and_never_fails(source):
    assert ["".join(text for _, text in line) for line in tokens(source)] == (source.splitlines() or [""])


def test_highlighting_knows_kinds():
    assert tokens("def f(x):  # c\n    return 'a' + 1") == [
        [("k", "def"), ("", " "), ("d", "f"), ("", "(x):  "), ("c", "# c")],
        [("", "    "), ("k", "return"), ("", " "), ("s", "'a'"), ("", " + "), ("n", "1")],
    ]


def test_a_formatted_string_is_one_piece_whichever_python_reads_it():
    assert tokens("a = f'{b + 1:.2f} {{' 'c'\n")[0] == [
        ("", "a = "),
        ("s", "f'{b + 1:.2f} {{'"),
        ("", " "),
        ("s", "'c'"),
    ]
    assert tokens('f"""{a}\n{b}"""') == [[("s", 'f"""{a}')], [("s", '{b}"""')]]


def test_what_a_limit_stopped_says_what_to_do():
    trace = traced(
        "import torch\nclass Stopped(BaseException): pass\nStopped.__module__ = 'builtins'\n"
        "torch.ones(2)\nraise Stopped('stopped after 2 s of computing')"
    )
    said = payload(trace)["steps"][-1]["say"]
    assert said == "The program was stopped after 2 s of computing. Look for an endless loop, or do less."


def test_a_result_that_ctx_holds_too_has_its_own_name():
    trace = traced(
        "import torch\nclass Square(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n"
        "        y = x * x\n        ctx.y = y\n        return y\n"
        "y = Square.apply(torch.tensor(3.0, requires_grad=True))"
    )
    titles = [box.get("title") for box in payload(trace)["boxes"]]
    assert "y" in titles
    assert "ctx.y" not in titles
