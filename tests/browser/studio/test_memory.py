"""Memory on the graph: who is changed by a write, and what the switch marks."""

import pytest

pytestmark = pytest.mark.thorough


def test_a_write_lights_up_whoever_holds_what_it_changes(visit):
    visitor = visit("?lesson=forgotten-clone&step=14")
    visitor.ready()
    visitor.sees("g is overwritten:")
    held = visitor.page.locator(".box[data-held]")
    assert sorted(label.split(",")[0] for label in held.evaluate_all("all => all.map(e => e.ariaLabel)")) == [
        "g",
        "q",
        "seed",
    ]
    marks = visitor.page.locator(".tags b")
    assert sorted(marks.all_inner_texts()) == ["A", "A", "memory A: seed · g · ∇q", "∇A", "∇q waits here: overwritten"]
    card = visitor.page.get_by_label("This step", exact=True)
    memory = card.locator("section.memory")
    assert memory.get_by_role("heading").inner_text() == "One memory A, 3 names"
    assert memory.locator("tr").all_inner_texts() == ["was\t1\t1", "is now\t0\t1"]
    assert memory.locator("td.new").count() == 2
    assert "q's waiting gradient was [1, 1] and is now [0, 1]: no node sent that." in memory.inner_text()
    assert memory.locator("[data-changed]").count() == 3
    bottom = memory.get_by_role("button").last.bounding_box()
    place = card.bounding_box()
    assert bottom["y"] + bottom["height"] <= place["y"] + place["height"], "all of it is in view"
    memory.get_by_role("button", name="∇q").click()
    assert visitor.inspector.get_by_role("heading", name="q", exact=True).count() == 1
    assert "q's waiting gradient was [1, 1]" in visitor.inspector.inner_text()
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
    visitor.run_program("import torch\nb = torch.ones(4, requires_grad=True) * 1\ny = b.view(2, 2)\nz = y * 2\n")
    visitor.has("^z, ")
    visitor.slider.focus()
    visitor.press("End")
    marks = visitor.page.locator(".tags b")
    assert marks.count() == 0
    visitor.press("ArrowLeft")
    assert marks.all_inner_texts() == ["A", "A"]
    visitor.panel("Details").get_by_text("It is a view, not a copy: y and b share memory.").wait_for()


def test_a_line_with_two_statements_tells_its_mistake_once(visit):
    visitor = visit("?lesson=forgotten-clone&step=14")
    visitor.ready()
    visitor.panel("Details").get_by_text("The gradient that waits at q is overwritten too").wait_for()
    visitor.button("1 finding").click()
    assert visitor.banner.get_by_role("heading").all_inner_texts() == ["x.grad is wrong, line 9"]


def test_a_clone_is_a_memory_of_its_own_and_what_waits_stays(visit):
    visitor = visit("?lesson=my-relu-in-a-sum&step=15")
    visitor.ready()
    visitor.sees("grad_input is overwritten:")
    visitor.slider.focus()
    visitor.press("v")
    visitor.sees("q's waiting gradient stays [1, 1]: the write went to different memory.")
    memories = visitor.page.get_by_label("This step", exact=True).locator("section.memory")
    assert memories.get_by_role("heading").all_inner_texts() == ["Memory B, 1 name", "One memory A, 3 names"]
    assert visitor.page.locator(".box[data-held]").count() == 0
    visitor.press(*["ArrowLeft"] * 4)
    told = " ".join(memories.all_inner_texts())
    assert "waits for MyReLUBackward" in told
    assert "waits for MulBackward0" in told


def test_one_look_at_a_memory_lights_up_whoever_holds_it_and_a_tag_the_numbers_that_it_sees(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program("import torch\nb = torch.arange(4.0)\nv = b[2:]\nv.mul_(10)\n")
    visitor.has("^v, ")
    visitor.slider.focus()
    visitor.press("End")
    card = visitor.page.get_by_label("This step", exact=True)
    card.get_by_role("button", name="v (2,) v1 2 of 4").hover()
    lit = visitor.page.locator(".box[data-lit]")
    assert sorted(label.split(",")[0] for label in lit.evaluate_all("all => all.map(e => e.ariaLabel)")) == ["b", "v"]
    assert card.locator("td[data-lit]").all_inner_texts() == ["2", "3", "20", "30"]
    visitor.slider.hover()
    assert lit.count() == 0
    visitor.press("v")
    assert card.locator("section.memory").count() == 1


def test_all_memories_are_shown_where_they_are_asked_for(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(
        "import torch\nb = torch.ones(2, requires_grad=True) * 1\ny = b.view(1, 2)\nz = y.exp()\nz.mul_(2)\n"
    )
    visitor.has("^z, ")
    visitor.slider.focus()
    visitor.press("End")
    memories = visitor.page.get_by_label("This step", exact=True).locator("section.memory")
    assert memories.count() == 1
    assert "ExpBackward0 saved version 0, but it is now version 1: its backward would fail." in memories.inner_text()
    visitor.press("v")
    assert memories.get_by_role("heading").all_inner_texts() == ["Memory B, 1 name", "One memory A, 2 names"]


def test_what_a_pass_keeps_or_has_freed_is_listed_and_marked(visit):
    visitor = visit("?lesson=two-passes&step=30")
    visitor.ready()
    slots = visitor.panel("Details").locator(".slots")
    assert slots.get_by_role("heading").inner_text() == "Kept for another pass: 12 B"
    assert slots.get_by_role("listitem").all_inner_texts()[:2] == [
        "LogBackward0\n■ c 1",
        "MulBackward0\n■ b 1\n■ 2*b 2",
    ]
    marks = visitor.page.locator(".tags b")
    assert marks.count() == 0, "nobody asked for them"
    visitor.slider.focus()
    visitor.press("v")
    assert sorted(text for text in marks.all_inner_texts() if text.startswith("■")) == ["■ 2*b", "■ b", "■ c"]
    visitor.run_program(
        "import torch\nx = torch.tensor(2.0, requires_grad=True)\nz = x.exp()\nz.backward()\nz.backward()\n"
    )
    visitor.has("^z, ")
    visitor.slider.focus()
    visitor.press("End", "ArrowLeft")
    assert slots.get_by_role("heading").inner_text() == "Freed by an earlier pass"
    assert "□ z" in marks.all_inner_texts()
