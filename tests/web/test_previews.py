"""What other pages show of a link: a picture for each of our lessons, of its text as it is, and what says so."""

from dataclasses import replace

import pytest
from PIL import Image

from autograd_studio import lessons
from autograd_studio.web import previews
from tools.previews import TELLS, shots

LESSONS = [lesson for topic in lessons.topics() for lesson in topic.lessons]


def test_no_picture_is_missing_and_none_is_of_another_text():
    """If this fails after a change to a lesson: `make previews`."""
    assert {path.name for path in previews.FOLDER.iterdir()} == {shot.path.name for shot in shots()}


@pytest.mark.parametrize("path", sorted(previews.FOLDER.iterdir()), ids=lambda path: path.stem)
def test_a_picture_is_of_the_size_that_is_said_and_light(path):
    with Image.open(path) as picture:
        assert (picture.format, picture.size) == ("PNG", previews.SIZE)
    assert path.stat().st_size < 30_000


def test_all_pictures_together_are_light():
    assert sum(path.stat().st_size for path in previews.FOLDER.iterdir()) < 1_000_000


def test_every_lesson_whose_step_is_chosen_by_hand_has_that_point():
    chosen = {lesson.id: len(lesson.file.points) for lesson in LESSONS if lesson.id in TELLS}
    assert chosen.keys() == TELLS.keys()
    assert all(TELLS[id] <= points for id, points in chosen.items())


def test_a_lesson_of_ours_has_its_own_picture_and_what_says_what_is_on_it():
    preview = previews.of_lesson(lessons.lesson("fan-out"))
    assert preview.picture.name.startswith("fan-out-")
    assert preview.alt.startswith("One tensor used three times: ")


def test_a_lesson_that_is_another_than_its_picture_has_that_of_the_studio():
    fan_out = lessons.lesson("fan-out")
    preview = previews.of_lesson(replace(fan_out, text=fan_out.text + "\n"))
    assert preview.picture == previews.studio_picture()
    assert preview.title.startswith("One tensor used three times")


def test_what_is_told_is_text():
    preview = previews.Preview('"><script>', "&", previews.studio_picture(), "")
    assert '"&quot;&gt;&lt;script&gt;"' in preview.elements(None)


@pytest.mark.parametrize(
    "given, root",
    [
        ("https://school.example", "https://school.example"),
        ("http://school.example:8000/courses/grad/", "http://school.example:8000/courses/grad"),
        ("school.example", None),
        ("https://school.example/?page=grad", None),
        ("https://school.example/a b", None),
        ("javascript:alert(1)", None),
        ("", None),
    ],
)
def test_an_address_is_one_that_others_can_open(given, root):
    assert previews.root(given) == root
