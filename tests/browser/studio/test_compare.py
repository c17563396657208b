"""Two programs side by side, as a visitor steps through them."""

import pytest

pytestmark = pytest.mark.thorough


@pytest.fixture
def compare(visit):
    """Return a function that opens the Compare page and returns its window."""

    def open_page(address="compare", **options):
        page = visit(address, **options).page
        page.get_by_role("button", name="Gradient: ").wait_for()
        for side in ("left", "right"):
            page.locator(f".st-key-compare_{side}").wait_for(state="attached")
        return page

    return open_page


def steps(page):
    """Return the steps that the two players show."""
    page.wait_for_timeout(100)
    return page.locator(".player .count").all_text_contents()


def test_both_players_step_to_what_does_the_same_thing(compare):
    page = compare(width=1366, height=768)
    page.get_by_role("button", name="Gradient: ").click()
    assert steps(page) == ["17 / 20", "18 / 21"]
    page.get_by_role("button", name="Step: ").click()
    assert steps(page) == ["12 / 20", "13 / 21"]
    assert page.locator(".player.idle").count() == 1
    page.get_by_role("button", name="Next step of both").click()
    assert steps(page) == ["13 / 20", "14 / 21"]


def test_the_keys_of_a_player_step_both_while_they_are_locked(compare):
    page = compare(width=1366, height=768)
    assert steps(page) == ["12 / 20", "13 / 21"]
    page.locator(".player .card").last.click()
    page.keyboard.press("ArrowLeft")
    assert steps(page) == ["12 / 20", "12 / 21"]
    page.get_by_role("switch", name="Locked").click()
    page.locator(".player .card").last.click()
    page.keyboard.press("ArrowLeft")
    assert steps(page) == ["12 / 20", "11 / 21"]


def test_the_link_opens_the_row_that_it_was_made_at(compare):
    page = compare(width=1366, height=768)
    page.get_by_role("button", name="Next step of both").click()
    page.wait_for_url("**step=14")
    again = compare(page.url.partition("/compare")[1].lstrip("/") + page.url.partition("/compare")[2])
    assert steps(again) == ["13 / 20", "14 / 21"]


def test_a_ready_pair_is_run(compare):
    page = compare(width=1366, height=768)
    menu = page.get_by_role("combobox", name="Ready pair")
    menu.click()
    menu.fill("zero_grad")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="w.grad is -4.8").wait_for()
    page.get_by_role("button", name="w.grad is -4.8").click()
    page.locator(".player .count", has_text="/ 34").wait_for(state="attached")  # a busy machine takes its time
    assert steps(page) == ["22 / 36", "21 / 34"]


@pytest.mark.parametrize("width", [400, 1366])
def test_nothing_is_wider_than_the_window(compare, width):
    page = compare(width=width, height=800)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_pictures_have_room_and_the_tag_of_who_waits_lies_on_neither(compare):
    page = compare(width=1366, height=768)
    heights = page.locator(".player .stage").evaluate_all("all => all.map(e => e.clientHeight)")
    assert min(heights) >= 220
    tag = "e => [...e.querySelectorAll('*')].find(one => getComputedStyle(one, '::before').content.includes('waits'))"
    assert page.locator(".player.idle").evaluate(f"e => ({tag})(e).className") == "status"


COVERED = """player => {
  const place = (e) => e.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const boxes = [...player.querySelectorAll('.box.near')].filter((e) => place(e).width);
  const tags = [...player.querySelectorAll('.tags .above b')];
  return [tags.length, tags.filter((tag) => boxes.some((box) => meet(place(tag), place(box)))).length];
}"""


def test_what_is_said_of_a_waiting_gradient_covers_no_box(compare):
    page = compare(width=1366, height=768)
    page.get_by_role("button", name="Gradient: ").click()
    page.get_by_role("button", name="Previous step of both").click()
    page.wait_for_timeout(300)
    tags, covered = page.locator(".player").first.evaluate(COVERED)
    assert (tags > 0, covered) == (True, 0)
