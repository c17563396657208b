"""Memory on the graph: who is changed by a write, and what the switch marks."""

import pytest

pytestmark = pytest.mark.thorough


def test_a_write_lights_up_whoever_holds_what_it_changes(visit):
    visitor = visit("?lesson=forgotten-clone")
    visitor.ready()
    visitor.sees("The gradient that waits at q is overwritten too")
    held = visitor.page.locator(".box[data-held]")
    assert sorted(label.split(",")[0] for label in held.evaluate_all("all => all.map(e => e.ariaLabel)")) == [
        "g",
        "q",
        "seed",
    ]
    marks = visitor.page.locator(".tags b")
    assert sorted(marks.all_inner_texts()) == ["A", "A", "memory A: seed · g · ∇q", "∇A", "∇q waits here: overwritten"]
    card = visitor.page.get_by_label("This step", exact=True)
    assert "One memory A, 3 names" in card.inner_text()
    card.get_by_role("button", name="∇q").click()
    assert visitor.inspector.get_by_role("heading", name="q", exact=True).count() == 1
    assert "waits here for MulBackward0: overwritten" in visitor.inspector.inner_text()
    visitor.press("Escape")
    visitor.slider.focus()
    visitor.press("v")
    legend = visitor.page.get_by_role("region", name="Memory and versions")
    legend.get_by_text("Saved tensors hold 8 B, at most 8 B in this part of the run.").wait_for()
    assert sorted(marks.all_inner_texts()) == [
        "A",
        "A",
        "memory A: seed · g · ∇q",
        "v1",
        "∇A",
        "∇q waits here: overwritten",
        "■ x",
    ]
    visitor.press("End")
    legend.get_by_text("hold 0 B").wait_for()
    assert "□ x" in marks.all_inner_texts()
    assert held.count() == 0
    visitor.press("m")
    legend.wait_for(state="hidden")
    assert marks.count() == 0


def test_a_view_shows_its_memory_where_it_is_made(visit):
    visitor = visit()
    visitor.ready()
    visitor.run("import torch\nb = torch.ones(4, requires_grad=True) * 1\ny = b.view(2, 2)\nz = y * 2\n")
    visitor.has("^z, ")
    visitor.slider.focus()
    visitor.press("End")
    marks = visitor.page.locator(".tags b")
    assert marks.count() == 0
    visitor.press("ArrowLeft")
    assert marks.all_inner_texts() == ["A", "A"]
    visitor.sees("It is no copy: y and b are one memory.")


def test_a_line_with_two_statements_tells_its_mistake_once(visit):
    visitor = visit("?lesson=forgotten-clone")
    visitor.ready()
    visitor.sees("The gradient that waits at q is overwritten too")
    card = visitor.page.get_by_label("This step", exact=True)
    assert card.get_by_role("button", name="x.grad is wrong").count() == 1
