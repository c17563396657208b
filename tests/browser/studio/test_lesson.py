"""A lesson beside its program: what it tells and asks at its steps."""

from pathlib import Path

import pytest

TOLD = "The sum hands on what arrived at it: 1."
ASKED = "1 arrives at the product as well. What does it send to each x?"


@pytest.fixture
def asked(visit):
    """A lesson at the step where it asks something, in a wide window."""
    studio = visit("?lesson=fan-out&step=8", width=1366, height=768)
    studio.question = studio.page.get_by_role("group", name=ASKED).filter(visible=True)
    studio.question.wait_for()
    return studio


def room(studio):
    """Return how far down the picture and the text of the lesson below it reach, and where that begins."""
    picture = studio.page.locator(".stage").filter(visible=True).bounding_box()
    told = studio.page.locator(".under > *").filter(visible=True).bounding_box()
    bar = studio.page.get_by_role("group", name="The step in words").filter(visible=True).bounding_box()
    return picture["y"] + picture["height"], told["y"], told["y"] + told["height"], bar["y"]


def is_below_the_picture(studio):
    picture_ends, begins, ends, bar = room(studio)
    return picture_ends <= begins + 1 < ends <= bar + 1


def test_on_a_phone_a_lesson_tells_and_asks_below_the_picture(visit):
    studio = visit("?lesson=fan-out&step=8", width=400, height=850)
    studio.page.get_by_role("group", name=ASKED).filter(visible=True).wait_for()
    studio.sees(TOLD)
    studio.at_rest()
    assert is_below_the_picture(studio)
    studio.press("End")
    studio.page.get_by_role("complementary", name="End of the lesson").filter(visible=True).wait_for()
    assert is_below_the_picture(studio)


def test_on_a_phone_a_lesson_begins_with_its_answer(visit):
    studio = visit("?lesson=forgotten-clone", width=400, height=850)
    studio.sees("PyTorch raises no error.")
    assert is_below_the_picture(studio)


def test_in_a_frame_a_lesson_tells_below_the_picture_and_asks_nothing(visit):
    studio = visit("?lesson=fan-out&step=8&embed=true", width=860, height=480)
    studio.sees(TOLD)
    assert is_below_the_picture(studio)
    assert not studio.page.get_by_role("group", name=ASKED).count()


# ---- questions


def test_a_wrong_answer_is_replied_to_and_the_right_one_goes_to_the_step_that_it_is_about(asked):
    asked.question.get_by_role("radio", name="9").click(force=True)
    asked.sees("That is x·x, not how fast it grows.")
    assert asked.step == 8
    asked.question.get_by_role("radio", name="3").click(force=True)
    asked.question.wait_for(state="detached")
    assert asked.step == 9
    asked.sees("Yes: the other factor, and it goes out twice.")
    assert asked.focused() == "Step"
    asked.press("ArrowRight", "ArrowRight")
    assert asked.step == 11


def test_a_typed_answer_is_replied_to_by_the_lesson_first_and_else_by_the_studio(visit):
    studio = visit("?lesson=fan-out&step=10", width=1366, height=768)
    answer = studio.page.get_by_role("textbox", name="What is x.grad?").filter(visible=True)
    for given, said in [("4", "The product uses x twice."), ("-7", "The sign is wrong.")]:
        answer.fill(given)
        answer.press("Enter")
        studio.sees(said)
    answer.fill("7")
    answer.press("Enter")
    answer.wait_for(state="detached")
    assert studio.step == 12
    studio.sees("Yes: 7.")
    assert studio.focused() == "Step"


def test_on_a_phone_a_right_answer_goes_on_too(visit):
    studio = visit("?lesson=fan-out&step=8", width=400, height=850)
    question = studio.page.get_by_role("group", name=ASKED).filter(visible=True)
    question.get_by_role("radio", name="3").click(force=True)
    question.wait_for(state="detached")
    assert studio.step == 9
    studio.sees("Yes: the other factor, and it goes out twice.")


# ---- telling


def test_space_plays_up_to_the_next_point(visit):
    studio = visit("?lesson=fan-out&step=1", width=1366, height=768)
    studio.ready()
    for step, said in [(8, ASKED), (10, "What is x.grad?")]:
        studio.press("Space")
        studio.button("Pause").wait_for()
        studio.button("Play").wait_for()
        assert studio.step == step
        studio.sees(said)
    studio.press("?")
    studio.sees("a lesson plays up to its next point")


# ---- the end


def test_the_end_says_what_was_seen_and_how_it_was_answered(asked):
    for answer in ("9", "3"):
        asked.question.get_by_role("radio", name=answer).click(force=True)
    asked.press("End")
    end = asked.page.get_by_role("complementary", name="End of the lesson").filter(visible=True)
    points = end.get_by_role("list", name="What you saw").get_by_role("listitem")
    points.last.wait_for()  # what a lesson tells comes by itself
    assert [one.inner_text() for one in points.all()] == [
        TOLD,
        "What does it send to each x? ✓ try 2",
        "What is x.grad? – not answered",
        "x.grad was written once, when the last contribution had arrived.",
    ]
    end.get_by_role("button", name="Again").click()
    asked.press(*["ArrowRight"] * 7)
    asked.question.wait_for()


# ---- a file of one's own

FILE = Path(__file__).parents[2] / "lessons" / "why-seven.md"


def choose(studio, text, name="mine.md"):
    file = {"name": name, "mimeType": "text/markdown", "buffer": text.encode()}
    studio.page.get_by_label("Open a lesson file…").and_(studio.page.locator("input")).set_input_files(file)


def test_a_lesson_file_is_opened_and_told(visit):
    studio = visit("gallery", width=1366, height=768)
    studio.button("Open a lesson file…").wait_for()
    choose(studio, FILE.read_text(encoding="utf-8"))
    studio.page.get_by_role("heading", name="Why is x.grad 7 and not 6?").wait_for()
    studio.ready()
    studio.sees("Write down your number")
    studio.press("Space")
    studio.sees("One line uses x three times:")
    studio.press("End")
    end = studio.page.get_by_role("complementary", name="End of the lesson").filter(visible=True)
    end.get_by_role("link", name="All lessons").click()
    studio.page.get_by_text("0 seen.").wait_for()
    studio.back()
    studio.page.get_by_role("heading", name="Why is x.grad 7 and not 6?").wait_for()


def test_mistakes_of_a_lesson_file_are_listed_and_the_rest_is_told(visit):
    studio = visit("gallery", width=1366, height=768)
    studio.button("Open a lesson file…").wait_for()
    text = FILE.read_text(encoding="utf-8").replace("## made y", "## made z")
    choose(studio, text)
    status = studio.page.get_by_role("status").filter(has_text="1 thing in mine.md does not hold")
    line = text.splitlines().index("## made z") + 1
    assert f'mine.md:{line}: no step is "made z": is it "made y"' in status.inner_text()
    assert studio.page.get_by_role("link", name="One tensor used three times").count(), "nothing is lost"
    status.get_by_role("button", name="Show it without them").click()
    studio.page.get_by_role("heading", name="Why is x.grad 7 and not 6?").wait_for()


def test_a_lesson_file_is_dropped(visit):
    studio = visit("gallery", width=1366, height=768)
    studio.button("Open a lesson file…").wait_for()
    studio.page.get_by_role("heading", name="Learn", exact=True).evaluate(
        """(heading, text) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], "mine.md"));
        heading.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, composed: true, cancelable: true }));
        }""",
        FILE.read_text(encoding="utf-8"),
    )
    studio.page.get_by_role("heading", name="Why is x.grad 7 and not 6?").wait_for()
