"""Folding: which parts of a program are one box, which are open at first, and how links cross their borders."""

import pytest

from autograd_studio.view.layout.graphviz import place
from autograd_studio.view.picture.clusters import MOST_SHOWN

from ..support.folded import PROGRAMS
from ..support.payloads import payload
from ..support.pictures import check, closed_around, drawn_at_first, path_points, traced, unit


@pytest.fixture(scope="module")
def payloads():
    return {name: payload(traced(program), place) for name, program in PROGRAMS.items()}


def shown(found, graph=-1):
    """Return the boxes that are in view at first."""
    boxes = found["boxes"][slice(*found["graphs"][graph]["boxes"])]
    return [box for box in boxes if not closed_around(found, box) and drawn_at_first(found, box)]


def folds(found):
    return {box["title"]: box for box in found["boxes"] if box["kind"] == "fold"}


@pytest.mark.parametrize("name", PROGRAMS)
def test_at_first_there_are_few_boxes(payloads, name):
    found = payloads[name]
    check(found)
    for graph in range(len(found["graphs"])):
        assert 0 < len(shown(found, graph)) <= MOST_SHOWN
    assert len(found["boxes"]) > MOST_SHOWN


def test_a_module_is_a_box_with_its_path_its_type_and_its_shapes(payloads):
    found = folds(payloads["transformer"])
    block, first = found["block"], found["block.mlp.0"]
    assert (block["fn"], block["expr"]) == ("Block", "(1, 5, 8) → (1, 5, 8)")
    assert first["shape"] == first["expr"]
    assert (first["fn"], first["expr"]) == ("Linear", "(1, 5, 8) → (1, 5, 16)")


def test_a_parameter_is_inside_of_the_module_that_alone_uses_it(payloads):
    found = payloads["transformer"]
    titles = {box["title"]: box for box in found["boxes"]}
    weight = titles["block.mlp.0.weight"]
    assert found["clusters"][weight["cluster"]]["title"] == "block.mlp.0"
    assert "cluster" not in titles["tokens"]


def test_a_folded_box_shows_what_its_last_operation_gives(payloads):
    found = payloads["transformer"]
    block = folds(found)["block"]
    last = found["boxes"][block["shows"]]
    assert last["fn"] == "AddBackward0" and found["tracks"][block["shows"]]["grad"]
    assert found["tracks"][block["id"]] == {}
    assert {"title", "value", "grad"} == set(block["rows"])


def test_the_time_steps_of_a_loop_are_one_pile(payloads):
    found = payloads["time steps"]
    pile = folds(found)["for t in range(10) ×10"]
    inside = [cluster for cluster in found["clusters"] if cluster.get("parent") == pile["opens"]]
    assert [cluster["title"] for cluster in inside] == [f"iteration {k}" for k in range(1, 11)]
    assert all("inside" in cluster for cluster in inside)


def test_equal_blocks_are_one_pile(payloads):
    assert "net.blocks.0 … 5 ×6" in folds(payloads["equal blocks"])


def test_calls_of_a_function_are_nested(payloads):
    found = payloads["functions"]
    pile = folds(found)["layer() ×6"]
    calls = [c["id"] for c in found["clusters"] if c.get("parent") == pile["opens"]]
    assert len(calls) == 6
    assert all("swish()" in [c["title"] for c in found["clusters"] if c.get("parent") == call] for call in calls)


LBFGS = """import torch
w, target = torch.zeros(3, requires_grad=True), torch.tensor([1.0, 2.0, 3.0])
optimizer = torch.optim.LBFGS([w], lr=0.5, max_iter=10)
def closure():
    optimizer.zero_grad()
    loss = ((w - target) ** 2 + (w * target).sin()).sum()
    loss.backward()
    return loss
for step in range(4):
    optimizer.step(closure)
"""

CALLS = """import torch
x = torch.ones(2, requires_grad=True)
def square():
    y = (x * x).sum() + 1
    y.backward()
"""


def test_calls_with_a_backward_pass_are_boxes_where_there_are_many():
    found = payload(traced(CALLS + "square()\n" * 14))
    assert [box["title"] for box in shown(found) if box["kind"] == "fold"] == ["square() ×14"]
    assert not folds(payload(traced(CALLS + "square()\n" * 2 + "\n".join(f"a{i} = x + {i}" for i in range(20)))))


def test_the_closures_of_lbfgs_are_boxes_and_its_own_arithmetic_is_none():
    found = payload(traced(LBFGS))
    for graph in range(len(found["graphs"])):
        assert len(shown(found, graph)) <= MOST_SHOWN
    assert "closure()" in folds(found)
    names = {operation.name for operation in traced(LBFGS).ops}
    assert names == {"sub", "pow", "mul", "sin", "add", "sum", "lbfgs_"}


def test_recursion_is_nested(payloads):
    found = payloads["recursion"]
    calls = [cluster for cluster in found["clusters"] if cluster["title"] == "power()"]
    assert len(calls) > 5
    assert all("parent" not in outer or outer["parent"] < outer["id"] for outer in calls)
    assert sum(found["clusters"][call["parent"]]["title"] == "power()" for call in calls if "parent" in call) > 4


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_link_is_laid_out_on_both_sides_of_each_border_it_crosses(payloads, name):
    found = payloads[name]
    for link in found["links"]:
        source, target = (closed_around(found, found["boxes"][link[end]]) for end in ("from", "to"))
        assert [c for c, _ in link.get("out", ())] == [c for c in source if c not in target]
        assert [c for c, _ in link.get("in", ())] == [c for c in target if c not in source][::-1]
        for _, path in link.get("in", ()):
            assert 0 in path_points(path)[0], "begins at the top, or at the left where many do"
        for cluster, path in link.get("out", ()):
            sides = zip(path_points(path)[-1], found["clusters"][cluster]["inside"], strict=True)
            assert any(place == pytest.approx(end, abs=0.11) for place, end in sides)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_inside_has_room_there(payloads, name):
    found = payloads[name]
    for box in found["boxes"]:
        if unit(found, box) is not None:
            width, height = found["clusters"][unit(found, box)]["inside"]
            assert box["x"] >= 0 and box["y"] >= 0
            assert box["x"] + box["w"] <= width + 0.1 and box["y"] + box["h"] <= height + 0.1


def test_graphviz_is_spared_links_across_the_layers_of_a_long_pile():
    sketches = []

    def noting(sketch):
        sketches.append(sketch)
        return place(sketch)

    program = PROGRAMS["time steps"].replace("range(10)", "range(45)").replace("randn(10", "randn(45")
    found = payload(traced(program), noting)
    assert len(sketches) > 20
    assert not any(len(sketch.sizes) > 40 and (sketch.firsts or sketch.lasts) for sketch in sketches)
    assert len(set(sketches)) == len(sketches), "alike clusters are laid out once"
    check(found)


def test_without_graphviz_closed_clusters_are_boxes_too():
    found = payload(traced(PROGRAMS["transformer"]))
    assert found["engine"] == "layered"
    assert len(shown(found)) <= MOST_SHOWN
    assert folds(found)["block"]["opens"] in [c["id"] for c in found["clusters"] if "inside" in c]


def test_a_small_program_without_modules_has_no_folds():
    found = payload(
        traced("import torch\ndef f(x):\n    return x * x + 1\nf(torch.ones(2, requires_grad=True)).sum().backward()")
    )
    assert not found["clusters"] and not folds(found)


RECURRENT = """
import torch
from torch import nn
lstm = nn.LSTM(2, 3)
output, (h, c) = lstm(torch.randn(3, 1, 2))
(output.sum() + h.sum() + c.sum()).backward()
"""
FIVE = """
import torch
class Parts(torch.nn.Module):
    def forward(self, x):
        return x + 1, x + 2, x + 3, x + 4, x.sum()
parts = Parts()
x = torch.ones(2, requires_grad=True)
a, b, c, d, e = parts(x)
(a * b * c * d * e).sum().backward()
"""


@pytest.mark.parametrize(
    ("program", "title", "outputs"),
    [
        (RECURRENT, "lstm", "(3, 1, 2) → output (3, 1, 3), h (1, 1, 3), c (1, 1, 3)"),
        (FIVE, "parts", "(2,) → a (2,), b (2,), c (2,), +2"),
    ],
)
def test_a_folded_box_names_its_outputs_if_there_are_several(program, title, outputs):
    found = payload(traced(program), place)
    assert folds(found)[title]["expr"] == outputs
