"""How numbers travel: pills along their whole edges, by transform and opacity alone, ended by any key."""

import pytest

from autograd_studio.view.layout.graphviz import place
from autograd_studio.view.payload.document import payload

from ..support.pictures import PROGRAMS as PICTURES
from ..support.pictures import traced
from .programs import PROGRAMS
from .view import script

WALKED = {**PICTURES, **PROGRAMS}
NEAR = 4.0  # px
MOVING = "root => root.querySelectorAll('.sky .pill:not(.warm)').length"
DRAWN = "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 150))))"
LOOK = """root => [...root.querySelectorAll('.world, .sky, .card:not([hidden]), .status, .count')].map(part => {
  const copy = part.cloneNode(true);
  for (const one of copy.querySelectorAll('[tabindex]')) one.removeAttribute('tabindex');
  return copy.outerHTML;
})"""


def carried(step):
    """Return the numbers of the gradient that a step sends, as its pill has them; None for too many."""
    numbers = step.pill.strip("[]").replace("-", "−").split(", ")
    is_many = "numbers" in step.pill or step.pill.startswith("all ")
    return numbers if any(numbers) and len(numbers) <= 3 and not is_many and "[" not in step.pill[1:] else None


def backward_ways(told):
    """Return the steps, counted from 1, in which a gradient travels, with what it carries."""
    return {k + 1: carried(step) for k, step in enumerate(told.steps) if step.flow == "backward"}


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in WALKED if name not in ("text only", "empty", "syntax error")])
def test_every_gradient_travels_all_of_its_edge_with_its_numbers(show, name):
    view = show(name, width=1366, height=768)
    found = view.player(script("flights"))
    ways = backward_ways(payload(traced(WALKED[name]), place))
    whole = [one for one in found if max(one["far"], default=NEAR) < NEAR]
    for one in whole:
        begin, middle, end = one["at"][::-1] if one["isBack"] else one["at"]
        assert begin < middle < end, f"{name}, step {one['step']}: it goes the wrong way"
        assert all(one["texts"]), f"{name}, step {one['step']}: a pill without a number"
    for step, numbers in ways.items():
        here = [one for one in whole if one["step"] == step and one["isBack"]]
        if not here and not any(one["step"] == step for one in found):
            continue  # inside of a closed box
        assert len(here) == 1, f"{name}, step {step}: {[one for one in found if one['step'] == step]}"
        assert numbers is None or here[0]["texts"] == numbers, f"{name}, step {step}"


def test_only_transform_and_opacity_are_animated_and_nothing_is_laid_out(show):
    view = show("vector")
    view.set_pace("0.5")  # there is time to look
    metrics = view.page.context.new_cdp_session(view.page)
    metrics.send("Performance.enable")

    def layouts():
        return {one["name"]: one["value"] for one in metrics.send("Performance.getMetrics")["metrics"]}["LayoutCount"]

    view.slider.focus()
    moved = 0
    while moved < 6 and view.step < view.last:
        view.page.wait_for_timeout(260)
        view.press("ArrowRight")
        view.page.evaluate(DRAWN)
        assert set(view.player(script("animated"))) <= {"transform", "opacity"}
        before = layouts()
        view.page.wait_for_timeout(300)
        after = layouts()
        if view.player(MOVING):
            moved += 1
            assert after == before, f"step {view.step}"
    metrics.detach()
    assert moved == 6


def test_a_key_ends_it_at_the_step_as_it_is(show):
    view = show("vector", width=1366, height=768)  # all of it is in view: the camera stays
    seen = 0
    for _ in range(view.last - 2):
        view.page.wait_for_timeout(260)
        view.press("ArrowRight")
        seen += view.player(MOVING) > 0
        view.press("Escape")
        assert view.player(MOVING) == 0
        ended = view.player(LOOK)
        view.press("ArrowRight", "ArrowLeft")
        assert view.player(LOOK) == ended, f"step {view.step}"
    assert seen > 5


def test_it_ends_by_itself(show):
    view = show("vector", step=3)
    view.set_pace("0.5")  # there is time to look
    view.slider.focus()
    view.at_rest()
    view.press("ArrowRight")
    assert view.player(MOVING) > 0
    view.page.locator(".sky .pill:not(.warm)").first.wait_for(state="detached")
    assert view.page.locator(".look").count() == 0


@pytest.mark.parametrize("keys", [["ArrowLeft"], ["End"], ["Home"], ["b"], ["ArrowRight", "ArrowRight"]])
def test_only_a_single_step_forward_moves(show, keys):
    view = show("vector", step=5)
    view.at_rest()
    view.press(*keys)
    assert view.player(MOVING) == 0


def test_what_arrives_is_not_given_away(show):
    view = show("twice")
    view.press("b")
    while "receives" not in view.status.inner_text():
        view.press("ArrowRight")
    view.press("ArrowLeft")
    view.at_rest()
    view.press("ArrowRight")
    assert view.page.locator(".look").count() == 1, "the box looks as before"
    assert "grad" in view.node("^x, leaf").get_attribute("aria-label"), "and says what it holds"
