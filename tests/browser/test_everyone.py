"""For everyone: keyboard only, small and large windows, dark theme, contrast, reduced motion."""

import pytest

from .view import script

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(("name", "step"), [("vector", 12), ("failing", 9999), ("matrix", 9999)])
def test_contrast_in_both_themes(show, name, step):
    view = show(name, step=step)
    for scheme in ("light", "dark"):
        view.page.emulate_media(color_scheme=scheme)
        view.page.wait_for_timeout(150)
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
        view.page.wait_for_timeout(100)
        assert view.player("root => root.scrollWidth - root.clientWidth") == 0
        assert view.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        controls = view.page.locator(".player").locator("button:visible, select:visible, [role=slider]")
        for control in controls.all():
            control.scroll_into_view_if_needed()  # the tools by the graph are in a strip that a finger moves
            box = control.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_a_phone_shows_one_pane_under_the_graph(show):
    view = show(width=400, height=800, step=12)
    assert view.page.locator(".stage").bounding_box()["y"] < 200
    assert view.program.is_visible() and not view.inspector.is_visible()
    view.button("Inspector").click()
    assert view.inspector.is_visible() and not view.program.is_visible()
    view.button("Output").click()
    assert "before" in view.page.locator(".output pre").inner_text()
    assert view.step == 12


def test_a_room_reads_every_letter(show):
    view = show(width=1366, height=768, step=12)
    view.press("p")
    window = view.page.locator(".player").bounding_box()
    assert (window["x"], window["y"], window["width"], window["height"]) == (0, 0, 1366, 768)
    sizes = view.player(script("sizes"))
    assert min(sizes["graph"]) >= 20 - 0.01 and min(sizes["code"]) >= 20 and min(sizes["rest"]) >= 16
    tools = view.page.locator(".bar .tools").locator("button:visible, select:visible, summary:visible")
    assert len({round(tool.bounding_box()["height"]) for tool in tools.all()}) == 1
    for _ in range(view.last - view.step):
        view.press("ArrowRight")
        line = view.now.bounding_box()
        code = view.page.locator(".cm-scroller").bounding_box()
        assert line["y"] >= code["y"] and line["y"] + line["height"] <= code["y"] + code["height"]


def test_every_kind_of_box_is_there_on_a_phone(show):
    view = show("thousand", width=400, height=800, step=9)
    for kind in ("op", "function", "constant", "output"):
        view.page.locator(f".box.near.kind-{kind}").first.wait_for()


def test_large_type_is_larger_and_is_remembered(show):
    view = show(width=1920, height=1080)
    parts = view.status, view.page.locator(".box b").first
    before = [part.bounding_box()["height"] for part in parts]
    view.button("Large type").click()
    after = [part.bounding_box()["height"] for part in parts]
    assert all(large > 1.2 * small for large, small in zip(after, before, strict=True))
    view.page.reload()
    view.ready()
    assert view.button("Large type").get_attribute("aria-pressed") == "true"


def test_everything_by_keyboard(show):
    view = show()
    view.slider.focus()
    view.press("End")
    reached = []
    for _ in range(18):
        view.press("Tab")
        reached.append(view.focused())
    tools = [
        "Step by",
        "Speed",
        "Predict",
        "Large type",
        "Copy link",
        "Save the picture at this step",
        "Keys and signs",
    ]
    assert reached[:7] == tools
    assert reached[7] in view.labels()
    assert reached[8:13] == ["Zoom out", "Fit", "Zoom in", "Follow", "Left-right or top-down"]
    assert reached[13:16] == ["Hide", "Magnitudes", "Memory"]
    assert reached[16:] == ["This step", "Program"]
    view.press("Tab")
    assert view.focused().startswith("a = "), "Tab leaves a program that was only tabbed into"
    view.press("Tab")
    assert view.focused() == "Output"
    view.press("Tab")
    assert view.focused() == "The step in words"


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
    assert view.page.locator(".box.found b").all_inner_texts() == ["a"], "the line of the cursor marks what it made"
    assert view.step == view.last


def test_reduced_motion_moves_nothing(show):
    view = show("thousand", motion="reduce")
    view.press("b", "ArrowRight")
    moving = "root => root.getAnimations({ subtree: true }).length"
    assert view.player(moving) == 0
    pill = "root => root.querySelector('.pill').getAttribute('transform')"
    before = view.player(pill)
    view.page.wait_for_timeout(150)
    assert view.player(pill) == before


def test_motion_otherwise(show):
    view = show("vector")
    view.press("b", "ArrowRight")
    assert view.player("root => root.getAnimations({ subtree: true }).length") > 0


def test_fast_playing_is_not_read_out(show):
    view = show("thousand")
    assert view.status.get_attribute("aria-live") == "polite"
    view.page.get_by_label("Speed").select_option("30/s")
    view.button("Play").click()
    view.page.wait_for_timeout(200)
    assert view.status.get_attribute("aria-live") == "off"
    view.button("Pause").click()
    view.press("ArrowRight")
    assert view.status.get_attribute("aria-live") == "polite"
