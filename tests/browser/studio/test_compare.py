"""Two programs side by side, as a visitor steps through them."""

import pytest

from autograd_studio.web.forms.pairs import Programs
from tests.support import links

pytestmark = pytest.mark.thorough

DOUBLE = "import torch\nx = torch.tensor(3.0, requires_grad=True)\ntwice = x * 2\ntwice.backward()\n"


class ComparePage:
    """The place Compare, acted on by its names."""

    def __init__(self, studio):
        self.studio, self.page = studio, studio.page

    def difference(self, kind):
        return self.page.get_by_role("button", name=f"{kind}: ")

    def both(self, name):
        """Return a button of the steps of both, as "Next"."""
        return self.page.get_by_role("button", name=f"{name} step of both")

    @property
    def row(self):
        return int(self.page.get_by_role("slider", name="Step of both").input_value())

    def said(self, side):
        """Return the step in words of one side."""
        return (
            self.page.get_by_role("region", name=f"Autograd player, {side} program").get_by_role("status").inner_text()
        )

    def steps(self):
        """Return the steps that the two players show."""
        self.page.wait_for_timeout(100)
        return self.page.locator(".player .count").all_text_contents()


@pytest.fixture
def compare(visit):
    """Return a function that opens Compare and waits for its comparison."""

    def open_page(address="compare", wait="Gradient", **options):
        opened = ComparePage(visit(address, **options))
        if wait:
            opened.difference(wait).wait_for()
        return opened

    return open_page


def test_it_opens_where_the_runs_first_differ_and_both_step_to_what_does_the_same_thing(compare):
    both = compare(width=1366, height=768)
    assert both.steps() == ["12 / 20", "13 / 21"]
    assert "waits: only the other program does this step" in both.page.locator(".idle .status").evaluate(
        "e => getComputedStyle(e, '::before').content + e.dataset.idle"
    )
    both.difference("Gradient").click()
    assert both.steps() == ["17 / 20", "18 / 21"]
    both.difference("Step").click()
    assert both.steps() == ["12 / 20", "13 / 21"]
    assert both.page.locator(".player.idle").count() == 1
    both.both("Next").click()
    assert both.steps() == ["13 / 20", "14 / 21"]
    both.both("First").click()
    assert both.steps() == ["1 / 20", "1 / 21"]
    both.both("Last").click()
    assert both.steps() == ["20 / 20", "21 / 21"]


def test_the_keys_of_a_player_step_both_until_each_goes_its_own_way(compare):
    both = compare(width=1366, height=768)
    both.page.locator(".player .telling").last.click(position={"x": 4, "y": 4})
    both.page.keyboard.press("ArrowLeft")
    assert both.steps() == ["12 / 20", "12 / 21"]
    both.page.get_by_role("switch", name="Step together").click()
    both.page.locator(".player .telling").last.click(position={"x": 4, "y": 4})
    both.page.keyboard.press("ArrowLeft")
    assert both.steps() == ["12 / 20", "11 / 21"]
    both.page.get_by_role("switch", name="Step together").click()
    assert both.steps() == ["12 / 20", "12 / 21"]


def test_the_slider_goes_through_both_by_keyboard(compare):
    both = compare(width=1366, height=768)
    slider = both.page.get_by_role("slider", name="Step of both")
    slider.focus()
    both.page.keyboard.press("Home")
    assert (both.row, both.steps()) == (1, ["1 / 20", "1 / 21"])
    both.page.keyboard.press("ArrowRight")
    assert (both.row, both.steps()) == (2, ["2 / 20", "2 / 21"])


def test_the_link_opens_the_row_that_it_was_made_at(compare):
    both = compare(width=1366, height=768)
    both.both("Next").click()
    both.page.wait_for_url("**step=14")
    again = compare(both.page.url)
    assert again.steps() == ["13 / 20", "14 / 21"]


def test_a_ready_pair_is_run(compare):
    both = compare(width=1366, height=768)
    both.page.get_by_role("combobox", name="Ready pair").select_option("A loop with and without zero_grad()")
    both.page.get_by_role("button", name="w.grad is -4.8").click()
    assert both.steps() == ["22 / 36", "21 / 34"]


def test_one_side_is_changed_and_run_by_keyboard(compare):
    token = links.form_token(Programs(DOUBLE, DOUBLE))
    both = compare(f"compare?form={token}", wait=None, width=1366, height=768)
    both.page.get_by_text("No difference").wait_for()
    both.studio.write(DOUBLE.replace("x * 2", "x * 5"), "Right program")
    both.studio.press("ControlOrMeta+Enter")
    both.difference("Value").wait_for()
    assert both.studio.written("Left program") == DOUBLE
    assert both.page.get_by_role("alert").filter(visible=True).count() == 0


def test_the_program_of_play_is_compared_with_a_copy(visit):
    studio = visit(width=1366, height=768)
    studio.ready()
    studio.run_program(DOUBLE)
    studio.has("^twice, result")
    studio.more("A copy, to change one of the two")
    studio.page.get_by_text("No difference").wait_for()
    assert studio.written("Left program") == studio.written("Right program") == DOUBLE


def test_lines_that_only_one_side_has_are_marked(compare):
    both = compare(width=1366, height=768)
    marks = both.page.locator(".cm-lint-marker-warning")
    marks.first.hover()
    both.page.get_by_text("The other program does not have this line.").first.wait_for()


def test_a_broken_link_is_said_and_the_first_pair_shown(compare):
    both = compare("compare?form=!", width=1366, height=768)
    both.studio.sees("Here is the first ready pair instead.")


@pytest.mark.parametrize("width", [400, 1366])
def test_nothing_is_wider_than_the_window(compare, width):
    both = compare(width=width, height=800)
    assert both.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    place = both.page.get_by_role("region", name="Compare", exact=True)
    assert place.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_on_a_phone_the_sides_stand_one_above_the_other(compare):
    both = compare(width=400, height=850)
    left, right = (one.bounding_box() for one in both.page.locator(".player").filter(visible=True).all())
    assert left["x"] == right["x"] and left["y"] + left["height"] <= right["y"]


def test_the_pictures_have_room_and_the_tag_of_who_waits_lies_on_neither(compare):
    both = compare(width=1366, height=768)
    for stage in both.page.locator(".player .stage").filter(visible=True).all():
        place = stage.bounding_box()
        assert place["width"] >= 560 and place["height"] >= 380
    tag = "e => [...e.querySelectorAll('*')].find(one => getComputedStyle(one, '::before').content.includes('waits'))"
    assert both.page.locator(".player.idle").evaluate(f"e => ({tag})(e).className") == "status"


COVERED = """player => {
  const place = (e) => e.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const boxes = [...player.querySelectorAll('.box.near')].filter((e) => place(e).width);
  const tags = [...player.querySelectorAll('.tags .above b')];
  return [tags.length, tags.filter((tag) => boxes.some((box) => meet(place(tag), place(box)))).length];
}"""


def test_what_is_said_of_a_waiting_gradient_covers_no_box(compare):
    both = compare(width=1366, height=768)
    both.difference("Gradient").click()
    both.both("Previous").click()
    both.page.wait_for_timeout(300)
    tags, covered = both.page.locator(".player").first.evaluate(COVERED)
    assert (tags > 0, covered) == (True, 0)
