"""Why: planted mistakes are named with their line, and sound programs have none."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from autograd_engine.run import program
from autograd_engine.trace.schema import from_plain, plain
from autograd_studio import lessons
from autograd_studio.__main__ import main
from autograd_studio.why import rules
from autograd_studio.why.cuts import Cuts
from autograd_studio.why.finding import CAUSES, RULES
from autograd_studio.why.findings import Why, findings, joined
from autograd_studio.why.numbers import number_text
from autograd_studio.why.verdict import unshown
from tools.causes import table

DOCUMENT = (Path(__file__).parents[2] / "docs" / "why.md").read_text(encoding="utf-8")
HERE = Path(__file__).parents[1] / "why"
MISTAKES = sorted((HERE / "mistakes").glob("*.py"))
SOUND = sorted((HERE / "sound").glob("*.py"))


RULE = re.compile(r"^@(finding|explains)\(", re.MULTILINE)


def found(source, name=None):
    return findings(program.run(source).trace, name)


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_a_mistake_is_named_with_its_line(path):
    source = path.read_text(encoding="utf-8")
    expected = [line.removeprefix("# -> ") for line in source.splitlines() if line.startswith("# -> ")]
    assert expected
    assert [f"{one.name} {one.kind} {one.line} {one.cause}" for one in found(source)] == expected


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_evidence_is_what_the_sentence_states(path):
    for one in found(path.read_text(encoding="utf-8")):
        for value in one.evidence.values():
            texts = {value} if isinstance(value, str) else {number_text(value), number_text(value, 2)}
            assert any(text in one.told for text in texts), (one.evidence, one.told)


# Causes whose sentences state no number, and why.
WITHOUT_NUMBERS = {"session": "the prompts are all over the text"}


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_a_mistake_has_evidence(path):
    for one in found(path.read_text(encoding="utf-8")):
        assert bool(one.evidence) != (one.cause in WITHOUT_NUMBERS), one.told


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("torch.ones(4, 3) @ w", {"first": "4x3", "second": "5x2"}),
        ("w + torch.ones(3, 2)", {"first": 5, "second": 3, "dimension": 0}),
        ("w[7]", {"index": 7, "size": 5, "dimension": 0}),
        ("F.cross_entropy(w, torch.tensor([0, 1, 0, 1, 4]))", {"index": 4}),
        ("w.item()", {"elements": 10}),
        ("w.sum(1).backward(torch.ones(3))", {"got": "[3]", "expected": "[5]"}),
    ],
)
def test_what_a_message_states_in_numbers_is_evidence(statement, evidence):
    source = f"import torch\nimport torch.nn.functional as F\nw = torch.ones(5, 2, requires_grad=True)\n{statement}"
    (one,) = found(source)
    assert one.evidence == {"error_line": 4} | evidence


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_nothing_is_said_of_a_sound_program(path):
    assert found(path.read_text(encoding="utf-8")) == []


def test_the_documentation_has_every_cause_and_its_lesson():
    assert table() in DOCUMENT, "python -m tools.causes"
    assert {cause.lesson for cause in CAUSES.values()} - {None} <= {
        lesson.id for t in lessons.topics() for lesson in t.lessons
    }


# What may well be meant: it is told to who asks about a tensor, and no program has it as a mistake.
TOLD_IF_ASKED = {"slope_zero": "((x - 1) ** 2).backward()", "cancels": "(x - x).backward()"}


def test_every_cause_has_a_program():
    lines = [line for path in MISTAKES for line in path.read_text(encoding="utf-8").splitlines()]
    planted = {line.rpartition(" ")[2] for line in lines if line.startswith("# -> ")}
    assert CAUSES.keys() - planted == TOLD_IF_ASKED.keys()


@pytest.mark.parametrize(("cause", "statement"), TOLD_IF_ASKED.items())
def test_what_may_be_meant_is_told_if_asked(cause, statement):
    source = f"import torch\nx = torch.tensor(1.0, requires_grad=True)\n{statement}\nprint(x.grad)\n"
    assert found(source) == []
    assert [one.cause for one in found(source, "x")] == [cause]


def test_every_module_with_a_rule_has_its_place_in_the_order():
    root = Path(rules.__file__).parent
    texts = {path.relative_to(root): path.read_text(encoding="utf-8") for path in root.rglob("*.py")}
    modules = [".".join(path.with_suffix("").parts) for path, text in texts.items() if RULE.search(text)]
    assert sorted(rules.ORDER) == sorted(modules)


@pytest.mark.parametrize(
    ("statement", "cause"),
    [
        ("torch.arange(4).mean()", "integer_values"),
        ("x = torch.arange(4); x += 0.5", "integer_values"),
        ("if torch.ones(3) > 0: pass", "several_values"),
        ("float(torch.ones(3))", "several_values"),
        ("F.cross_entropy(torch.ones(1, 3), torch.tensor([3]))", "class_index"),
        ("torch.nn.Embedding(3, 2)(torch.tensor([3]))", "class_index"),
        ("F.cross_entropy(torch.ones(1, 3), torch.tensor([1.0]))", "dtypes"),
        ("F.binary_cross_entropy(torch.ones(3, 1), torch.ones(3))", "shapes"),
        ("torch.cat([torch.ones(2, 2), torch.ones(3, 3)])", "shapes"),
        ("torch.stack([torch.ones(2), torch.ones(3)])", "shapes"),
        ("torch.optim.SGD([], lr=0.1)", "not_in_optimizer"),
        ("nobody", "exception"),
    ],
)
def test_an_error_says_what_to_do(statement, cause):
    (one,) = found(f"import torch\nimport torch.nn.functional as F\n{statement}")
    assert (one.kind, one.line, one.cause) == ("error", 3, cause)
    assert one.text.endswith(f"{one.entry.remedy}{f' Lesson: {one.entry.lesson}.' if one.entry.lesson else ''}")


@pytest.mark.parametrize(
    ("mistake", "text"),
    [
        ("not_a_leaf", "line 4 computed h as x ** 2, so it is not a leaf, and retain_grad() was not called."),
        (
            "detached_factor",
            "w.grad is None in line 8: line 5 computes w.detach() from w, and the result has no history.",
        ),
        ("saturated_sigmoid", "where w is [50, 60]. The gradient that arrives there is [2, 2], and 0 is passed on."),
        (
            "where_other_branch",
            "In the backward pass, line 4 multiplies 0 by an infinite slope, in torch.sqrt(x): the branch that torch.",
        ),
        ("saved_changed", "Line 6 changed h in place (h += 1) after line 5 saved it at version 0 for h ** 2;"),
        ("median_of_others", "where vals is [5, 1, 2]. It selects elements other than a, which gets 0."),
        ("zero_grad_once_an_epoch", "Line 11 clears it, but not before each of these passes."),
        (
            "net_replaced_after_the_optimizer",
            "the optimizer was made in line 6, for the model of line 5; line 8 then made",
        ),
        (
            "too_large_steps_for_the_data",
            "Line 9 computes line(x), where line.weight is [[6.672e33, -1.834e35, -1.526e36]].",
        ),
        ("gate_that_is_closed", "line 6 computes torch.randn(5, 3) @ mix @ gate, where gate is [[0, 0], [0, 0]]."),
        ("deep_tanh_vanishing", "it comes back through tanh, 24 times, the last one in line 10 (tower(x))."),
        (
            "nan_in_a_row_of_a_loader",
            "NaN from line 13 in iteration 2 on. heights[7, 1], set in line 7, is NaN, and rows",
        ),
        (
            "transposed_gradient",
            "grad_matrix as the gradient of matrix, with the shape [3, 2], but matrix has [2, 3].",
        ),
        ("memory_of_two_tensors", "memory, assigned in line 9, carries the graph of one iteration over to the next."),
        ("online_network_under_no_grad", "Line 9 computes online(state) from online.bias under no_grad"),
        ("average_of_numbers", "Line 10 calls backward() on plain numbers, which line 8 took out of the graph:"),
    ],
)
def test_what_happened_is_told_in_sentences(mistake, text):
    source = (HERE / "mistakes" / f"{mistake}.py").read_text(encoding="utf-8")
    assert text in found(source)[0].told


@pytest.mark.parametrize(
    ("mistake", "advice"),
    [
        ("step_between_passes", "Run both passes before opt.step(), or compute h * w again after it."),
        ("state_carried_over", "Cut h off from the graph before the next iteration uses it: h = h.detach()."),
        (
            "memory_of_two_tensors",
            "Cut memory off from the graph before the next iteration uses it: detach() each of its tensors.",
        ),
        ("sum_of_losses_carried_over", "and add only its number to total in line 7: .item()."),
        ("features_computed_once", "if it should stay as it is, detach it once: features = features.detach()."),
        ("latent_that_is_a_sample", "or differentiate log_prob() of the sample."),
        ("step_before_backward", "and clear the gradients before backward() or after opt.step()."),
    ],
)
def test_what_to_do_names_what_is_to_be_changed(mistake, advice):
    source = (HERE / "mistakes" / f"{mistake}.py").read_text(encoding="utf-8")
    (one,) = found(source)
    assert one.remedy.endswith(advice) and one.remedy in one.text and "retain_graph" not in one.remedy


def test_what_the_program_differentiates_twice_is_not_to_be_detached():
    (one,) = found((HERE / "mistakes" / "two_losses_in_a_list.py").read_text(encoding="utf-8"))
    assert "detach" not in one.remedy and "carries" not in one.told


def test_a_freed_graph_has_the_price_of_keeping_it():
    """Saved are x (2 numbers) and exp's result, which the second factor has saved as well, in float32."""
    (one,) = found("""import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
h = (x * x).exp()
y = (h * h).sum()
y.backward()
y.backward()
""")
    assert one.cause == "graph_freed" and "backward() once, or run the forward pass again" in one.remedy
    assert "retain_graph=True in line 5" in one.remedy and one.remedy.endswith("stays in memory: here 16 bytes.")


def test_what_is_computed_of_constants_is_told_where_to_begin():
    source = "import torch\nw = torch.tensor(3.0)\nx = torch.ones(2, requires_grad=True)\nk = w * 2\n"
    made, computed = found(source + "(k * x).sum().backward()\nprint(w.grad, k.grad)\n")
    assert "a leaf that does not require a gradient gets none" in made.text
    assert "Call requires_grad_() on an input before it is used" in computed.text
    assert "k.retain_grad()" in computed.text


def test_gradients_that_add_up_have_the_reason_why_pytorch_adds():
    (one,) = found((HERE / "mistakes" / "forgotten_zero_by_hand.py").read_text(encoding="utf-8"))
    assert "PyTorch adds because the gradients of all uses of a leaf must add up" in one.text


def test_what_a_line_takes_out_of_the_graph_is_named_for_every_parameter():
    source = """import torch
import torch.nn as nn
side = nn.Linear(2, 1)
w = torch.ones(2, requires_grad=True)
loss = w.sum() + side(torch.ones(1, 2)).mean().item()
loss.backward()
print(side.weight.grad, side.bias.grad)
"""
    taken = "line 5 takes the numbers of side(torch.ones(1, 2)).mean() out of the graph"
    assert [(one.name, taken in one.told) for one in found(source)] == [("side.weight", True), ("side.bias", True)]
    (one,) = joined(found(source))
    assert one.heading == "side.weight and side.bias: none (item)"


def test_a_variable_is_explained_that_nobody_asks_about():
    source = """import torch
x = torch.tensor([1.0, 0.0], requires_grad=True)
w = torch.tensor([0.0, 0.0], requires_grad=True)
h = x * w
c = h.detach()
(h.sum() + c.sum()).backward()
print(w.grad)
"""
    assert found(source) == []
    assert [(one.name, one.kind, one.line, one.cause) for one in found(source, "x")] == [
        ("x", "zero", 4, "zero_factor")
    ]
    assert [(one.name, one.kind, one.line, one.cause) for one in found(source, "h")] == [("h", "none", 4, "not_leaf")]
    assert [(one.name, one.kind, one.line, one.cause) for one in found(source, "c")] == [("c", "none", 5, "detach")]
    assert found(source, "w") == [] == found(source, "nobody")


@pytest.mark.parametrize("expression", ["+".join(["x"] * 800), "x" + ".abs()" * 120])
def test_a_deep_expression_is_no_obstacle(expression):
    source = f"""import torch
x = torch.tensor(1.0, requires_grad=True)
y = torch.exp({expression} - {expression})
with torch.no_grad():
    z = x * 2
print(float({expression}), x.grad.item() if x.grad is not None else 0)
y.backward()
"""
    trace = program.run(source).trace
    assert [one.cause for one in findings(trace)] == ([] if trace.error is None else ["exception"])
    assert bool(Why(trace).links.scissors()) == (trace.error is None)


def test_many_with_the_same_cause_are_one_finding():
    source = """import torch
net = torch.nn.Sequential(*[torch.nn.Linear(2, 2) for _ in range(4)])
out = net(torch.ones(1, 2)).detach().requires_grad_()
out.sum().backward()
for p in net.parameters():
    print(p.grad)
"""
    (one,) = found(source)
    assert (one.kind, one.line, one.cause) == ("none", 3, "detach")
    assert one.name == "net.0.weight" and "net.3.bias" in one.text


@pytest.mark.parametrize("of", ["program", "missing", "zero", "odd", "error"])
def test_a_rule_that_fails_is_left_out_and_costs_nothing_else(of, monkeypatch, caplog):
    def broken(*about):
        raise RecursionError("a rule without an end")

    names = {
        "program": "forgotten_zero_by_hand",
        "missing": "detach_in_forward",
        "zero": "rounding",
        "odd": "log_of_zero",
    }
    source = (HERE / "mistakes" / f"{names.get(of, 'saved_changed')}.py").read_text(encoding="utf-8")
    trace = program.run(source).trace
    expected = findings(trace)
    monkeypatch.setitem(RULES, of, [broken, *RULES[of]])
    assert findings(trace) == expected != []
    monkeypatch.setitem(RULES, of, [broken])
    assert None not in (*findings(trace), *Why(trace).of_name(expected[0].name))
    assert any("broken failed" in record.getMessage() for record in caplog.records)
    caplog.clear()


def test_scissors_are_where_gradients_stop():
    source = """import torch
x = torch.tensor(2.0, requires_grad=True)
y = x.detach() * 3
with torch.no_grad():
    z = x * 2
"""
    why = Why(program.run(source).trace)
    assert [(link.cut.cause, link.cut.line, link.cut.at) for link in why.links.scissors()] == [
        ("detach", 3, 3),
        ("no_grad", 4, 5),
    ]


@pytest.mark.parametrize(
    ("lesson", "cuts"), [("kinks-and-ties", {"argmax", "comparison"}), ("lost-history", {"kept_on_ctx"})]
)
def test_no_scissors_at_numbers_that_a_function_is_called_with_and_at_gradients_passed_in(lesson, cuts):
    why = Why(program.run(lessons.lesson(lesson).source).trace)
    assert {link.cut.cause for link in why.links.scissors()} == cuts


def test_the_way_of_a_wrong_gradient_does_not_lead_through_a_mask():
    source = (HERE / "mistakes" / "forgotten_clone_of_a_sum.py").read_text(encoding="utf-8")
    why = Why(program.run(source).trace)
    (one,) = why.all()
    way = why.way(one)
    assert why.story.title(way[-1].target) == "y.sum()" and not any(link.cut for link in way)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (lessons.lesson("forgotten-clone").source, ["x", "q", "p + q"]),
        ((HERE / "mistakes" / "forgotten_clone.py").read_text(encoding="utf-8"), ["x", "skip", "out"]),
    ],
)
def test_the_way_of_a_wrong_gradient_leads_through_what_got_the_changed_numbers(source, names):
    why = Why(program.run(source).trace)
    way = why.way(why.all()[0])
    assert [why.story.title(t) for t in (way[0].source, *(link.target for link in way))] == names


@pytest.mark.parametrize(
    ("mistake", "iteration"),
    [("state_carried_over", 2), ("forgotten_zero_by_hand", 2), ("diverging", 4), ("dead_relu", None)],
)
def test_a_finding_has_the_iteration_in_which_it_shows_first(mistake, iteration):
    one = found((HERE / "mistakes" / f"{mistake}.py").read_text(encoding="utf-8"))[0]
    assert one.plain()["iteration"] == iteration
    assert iteration is None or one.cause == "accumulates" or f"in iteration {iteration}" in one.told


@pytest.mark.parametrize(
    ("mistake", "remedy"),
    [
        ("forgotten_zero_by_hand", "Set w.grad = None before each backward()."),
        ("forgotten_zero_grad", "Call optimizer.zero_grad() after each optimizer.step()."),
        ("one_of_two_cleared", "Call g.zero_grad() before each backward()."),
    ],
)
def test_what_clears_a_gradient_is_said_in_the_words_of_the_program(mistake, remedy):
    one = found((HERE / "mistakes" / f"{mistake}.py").read_text(encoding="utf-8"))[0]
    assert one.remedy == remedy


def test_recording_that_was_switched_off_is_no_block():
    (one,) = found("""import torch
w = torch.ones(2, requires_grad=True)
torch.set_grad_enabled(False)
(w * 2).sum().backward()
""")
    assert "Line 4 computes w * 2 from w after line 3 has switched recording off." in one.told
    assert one.remedy.endswith("or switch recording on before it.")


def test_a_small_matrix_is_written_in_rows():
    (one,) = found("""import torch
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
torch.relu(-x).sum().backward()
print(x.grad)
""")
    assert "-x is [[-1, -2], [-3, -4]]. The gradient that arrives there is [[1, 1], [1, 1]]" in one.told


def test_the_command_prints_findings(tmp_path, capsys):
    path = HERE / "mistakes" / "rounding.py"
    assert main(["why", str(path), "--json"]) == 1
    (one,) = json.loads(capsys.readouterr().out)["findings"]
    old = ["name", "what", "line", "iteration", "cause", "text"]
    assert list(one) == [*old, "kind", "names", "file", "evidence", "fix", "lesson"]
    assert (one["kind"], one["names"], one["file"]) == ("zero", ["w"], str(path))
    evidence = {"gradient": 0, "input": "[0.8, 6.8]", "arrives": "[-0.375, 0.375]", "leaves": 0}
    assert (one["evidence"], one["fix"], one["lesson"]) == (evidence, None, "no-grad-fn")
    assert (one["name"], one["what"], one["line"], one["cause"]) == ("w", "zero", 4, "flat")
    assert main(["why", str(path)]) == 1
    assert f"{path}:4: w: zero (flat)" in capsys.readouterr().out
    assert main(["why", str(HERE / "sound" / "gan.py")]) == 0
    assert capsys.readouterr().out == "Nothing is wrong with the gradients.\n"


ALONE = "import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\n"
TRAINED = f"{ALONE}opt = torch.optim.SGD([w], lr=0.1)\n"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (f"{ALONE}(w * w).sum()\n", "No backward pass ran."),
        ("import torch\nprint(torch.ones(2))\n", "No backward pass ran."),
        (f"{ALONE}((w - w.detach()) ** 2).sum().backward()\n", "The last gradient of w is 0."),
        (
            f"{TRAINED}(w * w).sum().backward()\nopt.step\nopt.param_groups[0]['lr'] = 1e-12\nopt.step()\n",
            "left w as it was",
        ),
        (
            f"{TRAINED}for i in range(3):\n    opt.zero_grad()\n    loss = (w ** 2).sum() * 1000 ** i\n"
            "    loss.backward()\n    opt.step()\n",
            "loss, from which line 7 starts its passes, grew from 5 to",
        ),
        (
            f"{TRAINED}(g,) = torch.autograd.grad((w ** 3).sum(), [w])\nfast = w - 0.1 * g\n(fast ** 2).sum().backward()\n"
            "opt.step()\n",
            "g, from line 4, was computed without create_graph=True",
        ),
    ],
)
def test_nothing_is_called_right_that_a_run_does_not_show(source, sentence, tmp_path, capsys):
    path = tmp_path / "program.py"
    path.write_text(source, encoding="utf-8")
    assert main(["why", str(path)]) == 2
    out = " ".join(capsys.readouterr().out.split())
    assert out.startswith("Nothing wrong was found") and sentence in out and "Nothing is wrong" not in out
    assert main(["why", str(path), "--json"]) == 2
    document = json.loads(capsys.readouterr().out)
    assert document["findings"] == [] and sentence in " ".join(document["unshown"])


# Sound programs of which a run does not show it, and why.
NOT_SHOWN = {
    "at_the_minimum": "the gradient is 0",
    "distance_at_its_minimum": "the gradient is 0",
    "norm_at_its_minimum": "the gradient is 0",
    "one_recurrent_step": "the state that is multiplied by Whh is 0",
    "hinge_loss": "what reaches b from its two classes cancels",
    "padded_attention": "softmax does not change with the bias of the scores",
    "first_order_inner_step": "a first-order step may be meant, or create_graph forgotten",
    "infinite_constants": "no backward pass runs",
}


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_a_sound_program_is_called_right_unless_its_run_does_not_show_it(path):
    trace = program.run(path.read_text(encoding="utf-8")).trace
    assert bool(unshown(trace)) == (path.stem in NOT_SHOWN), unshown(trace)


def test_what_a_run_shows_is_called_right_and_a_name_is_asked_for_alone(tmp_path, capsys):
    path = tmp_path / "program.py"
    path.write_text(
        f"{TRAINED}v = torch.ones(2, requires_grad=True)\n(w * w).sum().backward()\nopt.step()\n", encoding="utf-8"
    )
    assert main(["why", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"findings": [], "unshown": []}
    assert main(["why", str(path), "--name", "w"]) == 0
    assert main(["why", str(path), "--name", "nobody"]) == 2
    assert "No leaf called nobody gets a gradient." in " ".join(capsys.readouterr().out.split())


def test_a_trace_comes_back_from_its_plain_form():
    for path in MISTAKES[:10]:
        trace = program.run(path.read_text(encoding="utf-8")).trace
        assert from_plain(plain(trace)) == trace


def test_a_recorded_pass_cuts_nothing():
    source = (
        "import torch\nx = torch.ones(2, requires_grad=True)\n(x**3).sum().backward(create_graph=True)\nprint(x.grad)"
    )
    assert Why(program.run(source).trace).links.scissors() == []


def test_infinities_that_add_up_to_nan_are_told():
    (one,) = found("""import torch
b = torch.zeros(1, requires_grad=True)
(b - b).sqrt().sum().backward()
""")
    assert "At b, [inf] and [-inf] add up to [nan]." in one.told


def test_the_way_from_a_leaf_is_looked_for_once(monkeypatch):
    walked = Counter()
    walk = Cuts._way

    def counted(self, starts, ends, links, side):
        walked[tuple(starts)] += bool(ends)
        return walk(self, starts, ends, links, side)

    monkeypatch.setattr(Cuts, "_way", counted)
    (one,) = found("""import torch
net = torch.nn.Sequential(*[torch.nn.Linear(2, 2) for _ in range(10)])
head = torch.nn.Linear(2, 1)
opt = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
side, loss = net(torch.ones(2)).sum(), head(torch.ones(2)).sum()
loss.backward()
opt.step()
""")
    assert (one.cause, len(one.names), len(walked), walked.total()) == ("not_in_loss", 20, 22, 22)
