"""Stepping: by buttons, keys, slider, play, line and address."""

import json
import re

import pytest

from .view import script


def test_everything_has_its_name(show):
    view = show()
    for name in ("First step", "Previous step", "Next step", "Last step", "Play", "Layers", "More"):
        assert view.button(name).is_visible(), name
    assert view.slider.get_attribute("aria-valuemin") == "1"
    assert view.step == 1
    assert view.last > 15


def test_buttons_step(show):
    view = show()
    view.button("Next step").click()
    view.button("Next step").click()
    assert view.step == 3
    view.button("Previous step").click()
    assert view.step == 2
    view.button("Last step").click()
    assert view.step == view.last
    view.button("First step").click()
    assert view.step == 1


def test_the_ends_are_ends(show):
    view = show()
    view.button("Previous step").click()
    assert view.step == 1
    view.press("End", "ArrowRight")
    assert view.step == view.last


def test_keys_step_without_a_click_first(show):
    view = show()
    view.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    assert view.step == 3
    view.press("End")
    assert view.step == view.last
    view.press("Home")
    assert view.step == 1
    rail, thumb = view.page.locator(".rail"), view.page.locator(".thumb")
    assert middle(thumb) == pytest.approx(rail.bounding_box()["x"], abs=1), "the first step is at the beginning"
    view.press("End")
    right = rail.bounding_box()["x"] + rail.bounding_box()["width"]
    assert middle(thumb) == pytest.approx(right, abs=1), "the last one is at the end"


def middle(place):
    return place.bounding_box()["x"] + place.bounding_box()["width"] / 2


@pytest.mark.thorough
def test_phases_by_key(show):
    view = show("twice")
    view.press("b")
    first = view.step
    assert "Backward starts at y" in view.status.inner_text()
    view.press("b")
    assert view.step > first
    assert "Backward starts at y" in view.status.inner_text()
    view.press("f")
    assert "Forward" in view.status.inner_text()


def test_the_slider_by_key_and_by_pointer(show):
    view = show()
    view.slider.focus()
    view.press("ArrowRight", "ArrowRight")
    assert view.step == 3
    box = view.slider.bounding_box()
    view.page.mouse.click(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
    assert view.step == view.last
    view.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    view.page.mouse.down()
    view.page.mouse.move(box["x"] + 9, box["y"] + 20, steps=4)
    view.page.mouse.up()
    assert view.step == 1


@pytest.mark.thorough
def test_typing_elsewhere_does_not_step(show):
    view = show()
    field = view.page.get_by_label("A text field")
    field.focus()
    view.page.keyboard.type("fb f")
    view.press("ArrowLeft", "Home")
    assert view.step == 1
    assert field.input_value() == "fb f"


@pytest.mark.thorough
def test_a_focused_button_elsewhere_keeps_its_space_and_leaves_the_arrows(show):
    view = show()
    view.page.get_by_role("button", name="A button").focus()
    view.press("ArrowRight")
    assert view.step == 2
    view.press("Space")
    assert view.button("Play").is_visible()


@pytest.mark.thorough
def test_play_runs_to_the_end_and_stops(show):
    view = show("twice", step=9999)
    view.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    view.set_pace("2")
    view.button("Play").click()
    view.page.wait_for_function(
        "e => e.getAttribute('aria-valuenow') === e.getAttribute('aria-valuemax')",
        arg=view.slider.element_handle(),
        timeout=60_000,
    )
    view.button("Play").wait_for()
    assert "again" in view.button("Play").get_attribute("title")
    view.button("Play").click()
    view.page.wait_for_function("e => e.getAttribute('aria-valuenow') < 10", arg=view.slider.element_handle())


@pytest.mark.thorough
def test_a_beat_is_told_under_one_sentence(show):
    view = show("twice")
    view.press("b", "ArrowLeft")
    view.button("Play").click()
    told = {}
    while view.button("Pause").is_visible() and view.step < 12:
        told.setdefault(re.sub(r"step \d+ of \d+", "", view.status.text_content()), set()).add(view.step)
    assert max(map(len, told.values())) > 1, told


@pytest.mark.thorough
def test_a_step_key_stops_playing_right_there(show):
    view = show("twice")
    view.press("Space")
    view.page.wait_for_function("e => e.getAttribute('aria-valuenow') > 2", arg=view.slider.element_handle())
    view.press("ArrowLeft")
    step = view.step
    assert view.button("Play").is_visible()
    view.page.wait_for_timeout(2500)
    assert view.step == step


@pytest.mark.thorough
def test_the_pace_is_remembered(show):
    show("twice").set_pace("1.5")
    view = show("twice")
    view.offers()
    pace = view.page.get_by_role("slider", name="Pace")
    assert [pace.input_value(), pace.get_attribute("aria-valuetext")] == ["1.5", "1.5×"]


@pytest.mark.thorough
def test_space_plays_and_pauses(show):
    view = show("thousand")
    view.press("Space")
    assert view.button("Pause").is_visible()
    view.press("Space")
    assert view.button("Play").is_visible()


@pytest.mark.thorough
def test_a_step_costs_little_with_a_thousand_boxes(show):
    """The browser finds the style of what the step changes anew, and of nothing else."""
    view = show("thousand", step=1500)
    browser = view.page.context.browser
    browser.start_tracing(page=view.page, categories=["devtools.timeline"])
    for _ in range(8):
        view.press("ArrowRight")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree"]
    assert 0 < sum(styled) / 8 < 300


def test_a_click_on_a_line_goes_to_its_next_step(show):
    view = show()
    view.line(6).click()
    assert "3·a is 3" in view.status.inner_text()
    first = view.step
    view.line(6).click()
    assert view.step == first + 1
    view.line(7).click()
    assert view.step == first + 1, "a line without steps leaves everything as it is"


@pytest.mark.thorough
def test_the_address_names_the_step_and_leads_back_to_it(show):
    view = show()
    view.press("ArrowRight", "ArrowRight", "ArrowRight")
    view.page.wait_for_url("**step=4*")
    assert "show=vector" in view.page.url


@pytest.mark.thorough
def test_it_opens_at_the_step_it_is_asked_for(show):
    assert show(step=7).step == 7
    assert show(step=9999).step == show().last


@pytest.mark.thorough
def test_copy_link_has_the_step(show):
    view = show()
    view.press("ArrowRight")
    view.choose("Copy link")
    view.status.get_by_text("Copied").wait_for()
    assert "step=2" in view.page.evaluate("navigator.clipboard.readText()")


def test_stepping_sends_nothing_to_the_server(show):
    view = show("twice")
    view.page.evaluate(script("eavesdrop"))
    for _ in range(view.last - 1):
        view.press("ArrowRight")
    view.button("First step").click()
    view.node("^x, leaf").click()
    view.line(4).click()
    view.page.wait_for_url("**step=*")
    view.page.wait_for_timeout(300)
    assert view.page.evaluate("window.sent") == 0
    view.page.evaluate("fetch('run/vector?step=1')")
    assert view.page.evaluate("window.sent") == 1, "it would be seen"


@pytest.mark.thorough
def test_a_change_of_theme_leaves_the_step(show):
    view = show()
    view.press("ArrowRight", "ArrowRight", "ArrowRight")
    view.player("root => { root.dataset.seen = 'yes'; }")
    view.page.emulate_media(color_scheme="dark")
    view.page.wait_for_timeout(300)
    assert view.step == 4
    assert view.player("root => root.dataset.seen") == "yes"


@pytest.mark.thorough
def test_another_program_in_the_same_place_starts_anew(show):
    view = show()
    view.press("End")
    view.node("^a, leaf").click()
    view.page.evaluate("switchTo('twice')")
    view.node("^x, leaf").wait_for()
    assert view.step == 1
    assert "print(x.grad)\ny = x * x" in view.program.inner_text()
    assert view.inspector.is_hidden()


@pytest.mark.thorough
def test_keys_go_to_the_player_that_was_used_last(show):
    view = show("vector&second=yes")
    first, second = (view.page.get_by_role("slider", name="Step", exact=True).nth(i) for i in (0, 1))
    assert second.get_attribute("aria-valuenow") == "1"
    view.button("Next step").nth(1).click()
    view.page.get_by_label("A text field").focus()
    view.page.get_by_label("A text field").blur()
    view.press("ArrowRight")
    assert [first.get_attribute("aria-valuenow"), second.get_attribute("aria-valuenow")] == ["1", "3"]


def test_a_program_without_steps(show):
    view = show("empty")
    assert "nothing to step through" in view.status.inner_text()
    view.press("ArrowRight", "Space", "End", "b")
    assert view.step == view.last == 1


def test_without_a_run_there_is_nothing_that_a_key_does(window, address):
    errors = []

    def note(error):
        errors.append(str(error))

    window.on("pageerror", note)
    window.goto(f"{address}?show=none")
    window.locator(".unrun .cm-content").wait_for()
    button = window.get_by_role("button", name="A button")
    legend = "ArrowRight ArrowLeft ArrowUp ArrowDown Shift+ArrowRight Home End Escape 0 + - [ ] g ? > f b F p t n q m v"
    for key in legend.split():
        button.focus()
        window.keyboard.press(key)
    window.remove_listener("pageerror", note)
    assert not errors, errors
