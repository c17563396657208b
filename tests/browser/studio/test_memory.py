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
    visitor.slider.focus()
    visitor.press("v")
    legend = visitor.page.get_by_role("region", name="Memory and versions")
    legend.get_by_text("Saved tensors hold 8 B, at most 8 B in this part of the run.").wait_for()
    marks = visitor.page.locator(".tags b")
    assert sorted(marks.all_inner_texts()) == [
        "A",
        "A",
        "A",
        "memory A: seed · g · ∇q",
        "v1",
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
