from collections import Counter

import pygraphviz
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograd_studio.view.export.dot import dot_text
from autograd_studio.view.layout.layered import ranked
from autograd_studio.view.picture.build import picture
from autograd_studio.view.picture.copies import MOST_CROSSED, REACH, add_copies
from autograd_studio.view.picture.picture import Picture

from ..support.pictures import PROGRAMS, traced


def drawn(source: str) -> Picture:
    return picture(traced(source))


def titles(found: Picture, kind: str) -> list[str]:
    return [box.title for box in found.boxes if box.kind == kind and box.copy_of is None]


def links(found: Picture, kind: str) -> list[tuple[str, str]]:
    pairs = ((found.boxes[link.source], found.boxes[link.target]) for link in found.links if link.kind == kind)
    return [(source.title, target.title) for source, target in pairs]


def test_one_box_for_each_tensor_and_none_for_python_numbers():
    found = drawn(PROGRAMS["vector seed"])
    assert titles(found, "leaf") == ["a", "b"]
    assert titles(found, "op") == ["3*a", "2*b", "2*b*b", "y"]
    assert titles(found, "seed") == ["seed"]
    assert len(found.boxes) == 7
    y = next(box for box in found.boxes if box.title == "y")
    assert (y.expr, y.fn_name, y.shape, y.line) == ("3*a + 2*b*b", "AddBackward0", "(3,)", 5)
    assert y.rows == ["title", "value", "grad"]


def test_x_times_x_has_two_links():
    found = drawn(PROGRAMS["square"])
    assert links(found, "gradient") == [("x", "y"), ("x", "y")]
    assert [link.edge for link in found.links if link.kind == "gradient"] == [0, 1]
    x = found.boxes[0]
    assert x.fn_name == "AccumulateGrad" and x.cells == (1, 1)


def test_a_seed_is_linked_to_its_root():
    assert links(drawn(PROGRAMS["square"]), "seed") == [("y", "seed")]
    assert links(drawn(PROGRAMS["twice"]), "seed") == [("y", "seed")]  # nobody gave one: both passes have the same
    given = PROGRAMS["twice"].replace("y.backward()", "y.backward(torch.tensor(2.0))")
    assert len(links(drawn(given), "seed")) == 2
    named = "import torch\nx = torch.ones(2, requires_grad=True)\nv = torch.ones(2)\n(x * v).backward(v)"
    found = drawn(named)
    assert links(found, "seed") == [("x * v", "v")]
    assert Counter(box.title for box in found.boxes)["v"] == 2  # v is an operand too: no circle


def test_the_inside_of_a_custom_function_is_in_clusters():
    found = drawn(PROGRAMS["custom"])
    assert [cluster.title for cluster in found.clusters] == ["MyReLU.forward", "MyReLU.backward"]
    inside = [box.title for box in found.boxes if box.cluster == 0]
    assert inside == ["input.clamp(min=0)"]
    assert titles(found, "function") == ["y"]
    assert links(found, "gradient") == [("x", "y")]
    assert ("input.clamp(min=0)", "y") in links(found, "same")
    assert ("y", "grad_output") in links(found, "same")


def test_several_outputs_hang_on_a_hub():
    found = drawn(PROGRAMS["two outputs"])
    assert titles(found, "hub") == ["Both.apply(x)"]
    assert titles(found, "output") == ["double", "triple"]
    assert links(found, "output") == [("Both.apply(x)", "double"), ("Both.apply(x)", "triple")]
    assert links(found, "gradient")[0] == ("x", "Both.apply(x)")


def test_a_write_makes_a_new_box_of_the_same_variable():
    found = drawn(PROGRAMS["in place"])
    assert titles(found, "op") == ["y", "y"]
    assert [box.fn_name for box in found.boxes if box.title == "y"] == ["ExpBackward0", "AddBackward0"]
    assert ("y", "y") in links(found, "gradient")


def test_a_write_through_a_view_makes_a_new_box_of_the_base():
    found = drawn(PROGRAMS["view"])
    bases = [box for box in found.boxes if box.title == "b"]
    assert [box.fn_name for box in bases] == ["MulBackward0", "CopySlices"]
    assert links(found, "gradient") == [("x", "b"), ("b", "v"), ("b", "b")]
    assert ("v", "b") in links(found, "data")


def test_a_view_of_a_view_is_tied_to_its_base():
    source = "import torch\nx = torch.zeros(2, 2)\ny = x.select(0, 1)\nz = y.select(0, 0)"
    assert links(drawn(source), "view") == [("x", "z")]


def test_what_is_not_recorded_is_told_apart():
    recorded = {box.title: box.recorded for box in drawn(PROGRAMS["no grad"]).boxes}
    assert recorded == {"x": True, "y": False, "torch.tensor(1.0)": False, "z": False}


def test_a_recorded_backward_is_a_layer_of_its_own():
    found = drawn(PROGRAMS["second order"])
    assert [cluster.title for cluster in found.clusters] == ["backward of line 4"]
    inside = [box for box in found.boxes if box.cluster == 0]
    assert {box.fn_name for box in inside} == {"MulBackward0", "AddBackward0"}
    assert inside[-1].title == "g" and all("autograd.grad" not in box.title for box in inside)


def test_a_grad_that_is_computed_with_is_below_the_pass_that_filled_it():
    found = drawn(PROGRAMS["training"])
    assert links(found, "grad") == [("w", "w.grad")] * 3
    assert len(links(found, "order")) == 3
    ranks = ranked(len(found.boxes), [(link.source, link.target) for link in found.links])
    states = [ranks[i] for i, box in enumerate(found.boxes) if box.title == "w"]
    assert states == sorted(set(states))  # iterations lie one below the other


def test_a_hook_is_tied_to_its_tensor():
    found = drawn(PROGRAMS["hooks"])
    assert [cluster.title for cluster in found.clusters] == ["hook <lambda>"]
    assert ("y", "g") in links(found, "same")


# ---- copies


LOOP = """
import torch
w = torch.tensor([0.5, 0.3], requires_grad=True)
u = torch.tensor([0.1, 0.2], requires_grad=True)
h = torch.ones(2)
for t in range({}):
    h = (w * h + u).tanh()
h.backward(torch.ones(2))
"""


def spans(found: Picture) -> list[int]:
    ranks = ranked(len(found.boxes), [(link.source, link.target) for link in found.links])
    return [ranks[link.target] - ranks[link.source] for link in found.links]


@pytest.mark.parametrize("steps", [1, 2, 12, 80])
def test_far_uses_of_a_leaf_come_from_copies(steps):
    found = drawn(LOOP.format(steps))
    before = Counter((link.target, link.fn, link.edge) for link in found.links)
    add_copies(found)
    copies = [box for box in found.boxes if box.copy_of is not None]
    assert bool(copies) == (steps > 2)
    assert all(found.boxes[box.copy_of].title == box.title for box in copies)
    assert all(found.boxes[box.copy_of].copy_of is None for box in copies)
    assert Counter((link.target, link.fn, link.edge) for link in found.links) == before
    sources = {found.boxes[link.source].title for link in found.links if link.fn is not None}
    assert {"w", "u"} <= sources
    assert max(spans(found)) <= REACH + 1
    assert sum(span - 1 for span in spans(found)) <= MOST_CROSSED


def test_long_links_of_results_are_cut_too_if_they_are_too_many():
    lines = ["import torch", "x = torch.ones(2, requires_grad=True)"]
    lines += [f"a{i} = x * {i}" for i in range(60)]
    lines += ["y = x * 1", *(f"y = y * 1 + a{i}" for i in range(60)), *(f"y = y * a{i}" for i in range(60))]
    found = drawn("\n".join(lines))
    assert sum(span - 1 for span in spans(found)) > MOST_CROSSED
    add_copies(found)
    assert sum(span - 1 for span in spans(found)) <= MOST_CROSSED
    assert any(box.copy_of is not None and box.title.startswith("a") for box in found.boxes)


# ---- the labelled export


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_dot_text_is_read_by_graphviz(name):
    trace = traced(PROGRAMS[name])
    found = picture(trace)
    add_copies(found)
    graph = pygraphviz.AGraph(string=dot_text(trace))
    assert graph.number_of_nodes() == len(found.boxes)
    assert graph.number_of_edges() == len(found.links)
    assert b"<svg" in graph.draw(format="svg", prog="dot")


def test_the_dot_text_shows_one_frame():
    trace = traced(PROGRAMS["square"])
    assert "grad 6" not in dot_text(trace, 3)
    assert "grad 6" in dot_text(trace)


@settings(max_examples=50)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co", "Cf"]), min_size=1, max_size=15))
def test_any_name_survives_the_dot_text(name):
    trace = traced("import torch\nx = torch.ones(1)")
    trace.tensors[0].names = [name]
    shown = picture(trace).boxes[0].title
    plain = pygraphviz.AGraph(string=dot_text(trace)).draw(format="svg", prog="dot").decode()
    escaped = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    texts = plain.replace("&#45;", "-").replace("&#160;", " ").replace("&#39;", "'")
    assert escaped in texts
