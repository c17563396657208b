"""Learn, the end of a lesson, Reference, and the tour."""

from contextlib import closing

import pytest

from autograd_studio.catalogue import FOLDER, sentences
from autograd_studio.version import VERSION
from benchmarks.studio import Studio

ABOUT = {key.removeprefix("shell."): text for key, text in sentences(FOLDER / "page" / "shell.toml").items()}
LAST = "Writing to a leaf"  # a lesson of which few steps are told


@pytest.fixture
def learn(visit):
    """The place Learn."""
    studio = visit("gallery", width=1366, height=768)
    studio.page.get_by_role("heading", name="Learn", exact=True).wait_for()
    return studio


@pytest.fixture
def tour(learn):
    """The tour, at its first part."""
    learn.page.get_by_role("button", name="60-second tour").click()
    learn.dialog = learn.page.get_by_role("dialog", name="The 60-second tour")
    learn.dialog.get_by_role("option", name="x, leaf", include_hidden=True).first.wait_for(state="attached")
    return learn


def part(studio):
    return int(
        studio.dialog.get_by_role("group", name="Parts of the tour").get_by_text("of 9").text_content().split()[0]
    )


def to_part(studio, number):
    """Go to a part, by keyboard."""
    while part(studio) < number:
        now = part(studio)
        studio.press("ArrowRight")
        studio.page.wait_for_function(
            f"""() => {{
            const root = document.getElementById("autograd-studio").shadowRoot;
            return parseInt(root.querySelector(".tour .dots .unseen").textContent.match(/[0-9]+/)[0]) > {now};
            }}"""
        )
    assert part(studio) == number


def box(studio, name):
    return studio.dialog.get_by_role("option", name=name, include_hidden=True).first.get_attribute("aria-label")


# ---- Learn


@pytest.mark.parametrize(
    ("local", "said", "unsaid"), [("1", ("local", "boundary"), "hosted"), ("0", ("hosted", "logged"), "local")]
)
def test_the_foot_says_what_is_stored_and_logged_and_which_version_this_is(browser, local, said, unsaid):
    with Studio(AUTOGRAD_STUDIO_LOCAL=local) as studio, closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{studio.address}gallery")
        page.get_by_role("button", name=ABOUT["about.open"]).click()
        dialog = page.get_by_role("dialog", name=ABOUT["about.title"])
        text = dialog.inner_text()
        assert [one for one in (*said, "browser", "keys") if ABOUT[f"about.{one}"] not in text] == []
        assert VERSION in text
        assert ABOUT[f"about.{unsaid}"] not in text
        page.keyboard.press("Escape")
        dialog.wait_for(state="hidden")


def test_a_topic_shows_its_lessons_alone(learn):
    cards = learn.place("Learn").get_by_role("listitem")
    assert cards.count() == 49
    topic = learn.page.get_by_role("button", name="The graph is freed")
    topic.click()
    assert cards.count() == 2
    topic.click()
    assert cards.count() == 49


def test_a_lesson_is_seen_once_its_last_step_was_and_leads_to_the_next(learn):
    learn.page.get_by_role("link", name=LAST).click()
    learn.ready()
    assert learn.slider.get_attribute("aria-valuenow") == "1"
    learn.press("End")
    end = learn.page.get_by_role("complementary", name="End of the lesson")
    end.get_by_text("no longer a leaf").wait_for()
    end.get_by_role("button", name="Again").click()
    end.wait_for(state="detached")
    learn.press("End")
    end.get_by_role("link", name="Next: Is at version 1; expected version 0").click()
    learn.page.get_by_role("heading", name="Is at version 1; expected version 0").wait_for()
    learn.go("Learn")
    assert "seen" in learn.page.get_by_role("link", name=LAST).inner_text()
    learn.page.reload()
    learn.page.get_by_text("1 of 6 seen").wait_for()


# ---- Reference


def test_the_address_names_an_operator_and_the_keyboard_goes_through_them(visit):
    studio = visit("operators?name=torch.exp", width=1366, height=768)
    studio.page.get_by_role("article", name="torch.exp").wait_for()
    studio.page.get_by_role("searchbox").press("ArrowDown")
    studio.press("ArrowDown")
    assert studio.page.url.endswith("operators?name=torch.exp2")
    studio.page.get_by_role("article", name="torch.exp2").wait_for()


def test_an_operator_is_found_by_its_node_and_its_example_is_stepped_through(visit):
    studio = visit("operators", width=1366, height=768)
    studio.page.get_by_role("searchbox").fill("MulBackward0")
    studio.page.get_by_role("article").get_by_text("MulBackward0").wait_for()
    name = studio.page.get_by_role("article").get_by_role("heading", level=2).inner_text()
    studio.page.get_by_role("link", name="Step through this example").click()
    studio.page.locator(".cm-content").get_by_text(name.rpartition(".")[2]).first.wait_for()


# ---- the tour


def test_the_tour_plays_the_steps_of_its_parts_until_something_is_to_be_done(tour):
    tour.dialog.get_by_role("slider", name="x", exact=True).wait_for()
    assert part(tour) == 3
    assert "value 12" in box(tour, "y, ")


def test_the_graph_follows_a_number_that_is_dragged_and_comes_back(tour):
    to_part(tour, 3)
    tour.dialog.get_by_role("slider", name="x", exact=True).fill("3.1")
    assert tour.dialog.get_by_text("x +0.1 → y +0.71").count()
    tour.dialog.get_by_role("option", name="value 12.71", include_hidden=True).first.wait_for(state="attached")
    tour.dialog.get_by_role("button", name="Continue").click()
    tour.dialog.get_by_role("option", name="value 12,", include_hidden=True).first.wait_for(state="attached")
    assert part(tour) == 4


def test_a_wrong_guess_is_replied_to_and_the_right_one_goes_on(tour):
    to_part(tour, 6)
    guess = tour.dialog.get_by_role("group", name="What does it send to each x?")
    guess.get_by_role("radio", name="9").check(force=True)
    assert guess.get_by_role("status").inner_text() == "9 is x·x itself, not how fast it grows."
    assert part(tour) == 6
    assert "pending 1 of 3" in box(tour, "x, leaf")
    guess.get_by_role("radio", name="3").check(force=True)
    tour.dialog.get_by_text("A product sends the other factor").wait_for()
    assert part(tour) == 7


def test_the_tangent_keeps_its_promise_and_the_end_leads_on(tour):
    to_part(tour, 6)
    tour.dialog.get_by_role("button", name="Next part").click()
    tour.dialog.get_by_role("button", name="Next part").click()
    tour.dialog.get_by_role("button", name="Next part").click()
    tour.dialog.get_by_role("img", name="slope 7").wait_for()
    tour.dialog.get_by_role("slider", name="x", exact=True).fill("3.1")
    assert tour.dialog.get_by_text("x +0.1 moves y by +0.71. The gradient promised +0.7.").count()
    tour.dialog.get_by_role("link", name="Next: ").click()
    tour.dialog.wait_for(state="detached")
    tour.page.get_by_role("heading", name="What are the numbers in backward()?").wait_for()


def test_space_stops_and_escape_leaves(tour):
    tour.press("Space")
    stopped = part(tour)
    tour.dialog.get_by_role("button", name="Play").wait_for()
    tour.page.wait_for_timeout(4000)  # longer than any part that only tells lasts
    assert part(tour) == stopped
    tour.press("Escape")
    tour.dialog.wait_for(state="detached")
    tour.page.get_by_role("heading", name="Learn", exact=True).wait_for()


def test_what_is_done_in_a_part_stands_at_its_box_over_no_other(tour):
    for number in (3, 6):
        to_part(tour, number)
        tour.page.wait_for_timeout(800)
        covered = tour.page.evaluate("""() => {
            const tour = document.getElementById("autograd-studio").shadowRoot.querySelector(".tour");
            const card = tour.querySelector(".card").getBoundingClientRect();
            return [...tour.querySelectorAll(".boxes > .box")].filter((box) => {
                const { left, top, right, bottom } = box.getBoundingClientRect();
                return left < card.right && right > card.left && top < card.bottom && bottom > card.top;
            }).map((box) => box.getAttribute("aria-label"));
        }""")
        assert not covered
        assert tour.dialog.get_by_role("status").first.inner_text()


def test_the_first_screen_tells_its_run_once_until_something_is_done(visit):
    studio = visit()
    studio.ready()
    studio.page.wait_for_function(
        """() => Number(document.getElementById("autograd-studio").shadowRoot
        .querySelector("[role=slider]").getAttribute("aria-valuenow")) > 1"""
    )
    studio.page.get_by_role("button", name="60-second tour").wait_for()
    studio.press("ArrowRight")
    at = studio.step
    studio.page.get_by_role("button", name="60-second tour").wait_for(state="detached")
    studio.page.wait_for_timeout(2500)
    assert studio.step == at


def test_with_reduced_motion_the_first_screen_stands_still(visit):
    studio = visit(reduced_motion="reduce")
    studio.ready()
    at = studio.step
    studio.page.wait_for_timeout(2500)
    assert studio.step == at > 1


def test_with_reduced_motion_a_part_shows_its_last_step_at_once(visit):
    studio = visit("gallery", width=1366, height=768, reduced_motion="reduce")
    studio.page.get_by_role("button", name="60-second tour").click()
    studio.dialog = studio.page.get_by_role("dialog", name="The 60-second tour")
    studio.dialog.get_by_role("option", name="x, leaf", include_hidden=True).first.wait_for(state="attached")
    studio.press("ArrowRight")
    studio.dialog.get_by_role("option", name="value 12", include_hidden=True).first.wait_for(
        state="attached", timeout=1000
    )
