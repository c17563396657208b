"""The studio by keyboard alone: Tab leads to every control of every place, each has a name, and a visit needs no pointer."""

import pytest

from .test_everywhere import PLACES, SIZES, opened

MOST_TABS = 150
PROGRAM = "import torch\n\nspeed = torch.tensor([3.0, 4.0], requires_grad=True)\n(speed * speed).sum().backward()\n"


def tabs(page):
    """Press Tab from the beginning of the page to its end; after each give the name of the control that it leads to."""
    page.page.evaluate("document.activeElement.blur()")
    for _ in range(MOST_TABS):
        page.press("Tab")
        if page.page.evaluate("document.activeElement === document.body"):
            return
        yield page.at_control()
    pytest.fail("Tab leads round in a circle", pytrace=False)


def tab_to(page, name):
    """Press Tab until a control has the focus."""
    for _ in range(MOST_TABS):
        page.press("Tab")
        if page.at_control() == name:
            return
    pytest.fail(f"Tab does not lead to {name}", pytrace=False)


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PLACES)
def test_tab_leads_to_every_control_of_a_place_and_each_has_a_name(visit, name, size):
    width, height = SIZES[size]
    page = opened(visit, name, width=width, height=height, reduced_motion="reduce")
    controls = page.controls()
    assert len(controls) > 3
    assert not [control for control, _ in controls if control.startswith("without a name")]
    assert not {control for control, is_tabbed in controls if is_tabbed} - set(tabs(page))


def test_a_visit_by_keyboard_alone(visit):
    page = visit(width=1366, height=768, reduced_motion="reduce")
    page.ready()

    tab_to(page, "Learn")
    page.press("Enter")
    page.place("Learn").get_by_role("heading", level=1).wait_for()
    tab_to(page, "Play")
    page.press("Enter")
    page.ready()

    while not page.editor().evaluate("editor => editor === editor.getRootNode().activeElement"):
        tab_to(page, "Program")  # what is written, or the way to write of this name
    page.press("ControlOrMeta+a", "Delete")
    page.page.keyboard.insert_text(PROGRAM)
    page.press("ControlOrMeta+Enter")
    page.has("^speed, leaf")
    page.page.locator("[role=slider]:focus").wait_for()

    page.press("Home")
    assert page.step == 1
    page.press("Shift+Tab")
    assert page.at_control() == "Play"
    for keys, name, step in [
        (("ArrowRight",), "Next step", 2),
        (("ArrowRight", "ArrowRight"), "Last step", page.last),
        (("ArrowLeft",), "First step", 1),
    ]:
        page.press(*keys)
        assert page.at_control() == name
        page.press("Enter")
        assert page.step == step
    page.press("ArrowLeft", "Enter", "Enter")
    assert (page.at_control(), page.step) == ("Next step", 3)
    page.press("ArrowLeft", "ArrowLeft", "Enter")
    assert (page.at_control(), page.step) == ("Previous step", 2)
    assert "step 2 of" in page.page.get_by_role("status").text_content()

    page.press("End")
    while not page.graph.evaluate("graph => graph.contains(graph.getRootNode().activeElement)"):
        page.press("Shift+Tab")
    names = set()
    for _ in page.labels():
        names.add(page.focused())
        page.press("ArrowDown")
    page.press(*["ArrowUp"] * len(page.labels()))
    for _ in page.labels():
        names.add(page.focused())
        page.press("ArrowDown")
    assert names >= set(page.labels())
    page.press("Enter")
    chosen = page.graph.get_by_role("option", selected=True)
    assert chosen.get_attribute("aria-label") == page.focused()
    page.press("Escape")

    page.press("/")
    page.page.keyboard.insert_text("softmax")
    page.page.get_by_role("option", name="torch.softmax").first.wait_for()
    page.press("Escape")

    tab_to(page, "More")
    page.press("Enter")
    page.page.get_by_role("menu", name="More").wait_for()
    page.press("Escape")
    assert page.at_control() == "More"
    page.press("Shift+Tab", "Space")
    assert page.button("Pause").or_(page.button("Play")).is_visible()
