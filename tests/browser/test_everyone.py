"""For everyone: keyboard only, small and large windows, dark theme, contrast, reduced motion."""

import pytest

from .view import script

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(("name", "step"), [("vector", 12), ("failing", 9999), ("matrix", 9999)])
def test_contrast_in_both_themes(show, name, step):
    view = show(name, step=step)
    for scheme in ("light", "dark"):
        view.page.emulate_media(color_scheme=scheme)
        view.at_rest()
        ratios = view.player(script("contrast"))
        assert len(ratios["texts"]) > 15
        assert {text: ratio for text, ratio in ratios["texts"].items() if ratio < 4.5} == {}, scheme
        assert {name: ratio for name, ratio in ratios["drawn"].items() if ratio < 3} == {}, scheme


def test_the_legend_has_contrast_in_the_dark(show):
    view = show(scheme="dark")
    view.press("?")
    ratios = view.player(script("contrast"))
    assert {text: ratio for text, ratio in ratios["texts"].items() if ratio < 4.5} == {}


def test_nothing_is_wider_than_the_window(show):
    view = show("matrix", step=12)
    for width in (400, 700, 1280, 1920):
        view.page.set_viewport_size({"width": width, "height": 900})
        view.at_rest()
        assert view.player("root => root.scrollWidth - root.clientWidth") == 0
        assert view.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        controls = view.page.locator(".player").locator("button:visible, select:visible, [role=slider]")
        for control in controls.all():
            control.scroll_into_view_if_needed()  # the tools by the graph are in a strip that a finger moves
            box = control.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_a_phone_shows_the_graph_and_the_program_over_it(show):
    view = show(width=400, height=800, step=12)
    assert view.page.locator(".stage").bounding_box()["y"] < 200
    assert not view.program.is_visible() and not view.inspector.is_visible()
    view.button("Program").click()
    assert view.program.is_visible()
    view.open_output()
    assert "before" in view.page.locator(".output pre").inner_text()
    view.button("Program").click()
    assert not view.program.is_visible()
    view.node("^y, result").click()
    assert view.inspector.is_visible()
    assert view.step == 12


def test_every_kind_of_box_is_there_on_a_phone(show):
    view = show("thousand", width=400, height=800, step=9)
    for kind in ("op", "function", "constant", "output"):
        view.page.locator(f".box.near.kind-{kind}").first.wait_for()


def test_everything_by_keyboard(show):
    view = show()
    view.program.focus()
    reached = [view.focused()]
    for _ in range(7):
        view.press("Tab")
        reached.append(view.focused())
    assert reached[0] == "Program"
    assert reached[1].startswith("a = "), "Tab leaves a program that was only tabbed into"
    assert reached[2] in view.labels(), "an output of one line is read without being opened"
    assert reached[3:] == ["Details", "Layers", "Play", "Step", "More"]


def test_the_arrows_lead_through_buttons_that_were_tabbed_to_and_step_otherwise(show):
    view = show()
    view.slider.focus()
    view.press("Shift+Tab")
    assert view.focused() == "Play"
    view.press("ArrowRight")
    assert view.focused() == "Next step" and view.step == 1
    view.press("Enter")
    assert view.step == 2
    view.button("Next step").click()
    view.press("ArrowRight")
    assert view.step == 4


@pytest.mark.parametrize("menu", ["More", "Layers"])
def test_a_menu_by_keyboard(show, menu):
    view = show()
    view.button(menu).focus()
    view.press("Enter")
    items = view.page.get_by_role("menu", name=menu).locator("[role^=menuitem]")
    names = [text.partition("\n")[0] for text in items.all_inner_texts()]
    seen = []
    for _ in names:
        seen.append(view.player(script("focused")))
        view.press("ArrowDown")
    assert [one.startswith(name) for one, name in zip(seen, names, strict=True)] == [True] * len(names)
    assert view.step == 1, "its keys are its own"
    view.press("Escape")
    assert view.focused() == menu and items.count() == 0 or not items.first.is_visible()


def test_what_a_name_holds_marks_its_box_by_keyboard(show):
    view = show()
    view.press("End")
    view.bound("a").focus()
    view.press("ArrowUp", "ArrowDown")
    assert view.focused().startswith("b = ")
    assert view.page.locator(".box.pointed b").all_inner_texts() == ["b"]
    view.press("Enter")
    assert view.node("^b, leaf").get_attribute("aria-selected") == "true"
    view.press("ArrowLeft")
    assert view.step == view.last - 1, "stepping goes on from within the program"


def test_a_node_is_chosen_by_keyboard(show):
    view = show(step=9999)
    view.graph.locator("[tabindex='0']").focus()
    seen = set()
    view.press(*["ArrowUp"] * len(view.labels()))
    for _ in view.labels():
        seen.add(view.focused())
        view.press("ArrowDown")
    assert seen == set(view.labels())
    view.press("ArrowUp", "Enter")
    chosen = view.graph.get_by_role("option", selected=True).get_attribute("aria-label")
    assert chosen == view.focused()
    assert view.inspector.get_by_role("heading").first.inner_text() == chosen.split(",")[0]
    view.press("ArrowLeft")
    assert view.step == view.last - 1, "stepping goes on from within the graph"


def test_the_program_by_keyboard(show):
    view = show(step=9999)
    view.program.focus()
    view.press(*["ArrowDown"] * 2)
    assert view.page.locator(".box.marked b").all_inner_texts() == ["a"], "the line of the cursor marks what it made"
    displays = view.page.locator(".box.near").evaluate_all("all => all.map(e => getComputedStyle(e).display)")
    assert set(displays) == {"block"}, "a mark changes nothing of a box but its colour"
    assert view.step == view.last


def test_reduced_motion_moves_nothing(show):
    view = show("thousand", motion="reduce")
    view.press("b", "ArrowRight")
    moving = "root => root.getAnimations({ subtree: true }).length"
    assert view.player(moving) == 0


def test_motion_otherwise(show):
    view = show("vector")
    view.set_pace("0.5")  # there is time to look
    view.slider.focus()
    view.press("b")
    view.at_rest()
    view.press("ArrowRight")
    assert view.player("root => root.getAnimations({ subtree: true }).length") > 0


def test_while_playing_a_sentence_is_read_out_once(show):
    view = show("vector")
    view.press("b", "ArrowLeft")
    view.button("Play").click()
    view.page.wait_for_function(  # the sentence is the same as before
        "status => status.getAttribute('aria-live') === 'off'", arg=view.status.element_handle()
    )
    view.button("Pause").click()
    view.press("ArrowRight")
    assert view.status.get_attribute("aria-live") == "polite"
