"""The gallery's data: complete, true to PyTorch's record, and stored as a fresh run makes it."""

import json
import re

import pytest

from autograd_studio import host_faults, lessons
from autograd_studio.lessons import checking
from autograd_studio.lessons.build import fresh, lasting
from autograd_studio.sandbox import Sandbox

from ..support import pictures
from ..support.agreement import agree
from ..support.corpus import RECORDS
from ..support.program_record import check, fingerprint

LESSONS = [lesson for topic in lessons.topics() for lesson in topic.lessons]
RECORD = json.loads((RECORDS / "lessons.json").read_text(encoding="utf-8"))["programs"]

# Geometry may differ between versions of Graphviz by a hair, and says nothing about the program.
GEOMETRY = ("size",)
PLACES = ("x", "y", "w", "h", "path")

# The line below a traceback's line, which shows where in it the error arose, as JSON has it.
_MARKS = re.compile(r"\\n +[~^]+(?=\\n)")


@pytest.fixture(scope="module")
def sandbox():
    box = Sandbox("local")
    yield box
    box.close()


def test_every_lesson_has_its_record_and_every_record_its_lesson():
    assert sorted(RECORD) == sorted(lesson.id for lesson in LESSONS)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_does_what_pytorch_does(lesson):
    record = RECORD[lesson.id]
    assert fingerprint(lesson.source) == record["sha256"]
    check(lesson.source, lesson.id, record)


@pytest.mark.parametrize(
    "lesson",
    [
        pytest.param(lesson, id=lesson.id, marks=[pytest.mark.thorough] * (lesson.id == "sine-fit"))
        for lesson in LESSONS
    ],
)
def test_the_stored_run_is_a_fresh_one(lesson, sandbox):
    """If this fails after a change to the engine or the picture: `python -m autograd_studio.lessons.build`."""
    kept, run = lasting(lessons.stored(lesson)), lasting(fresh(lesson, sandbox))
    assert_same(run["outcome"], kept["outcome"])
    assert_same(run["trace"], kept["trace"])
    assert run["parts"] == kept["parts"]
    assert_same(without_places(run["payload"]), without_places(kept["payload"]))


def assert_same(ours, theirs):
    """Fail unless both are equal.

    Left out are the last digits of numbers, which the processor decides, and the marks of a traceback, which Python does.
    """
    lines = [_MARKS.sub("", json.dumps(value, indent=1, sort_keys=True)).split("\n") for value in (ours, theirs)]
    everywhere = dict.fromkeys(range(1, len(lines[1]) + 1), 0.0)
    if not agree(*lines, everywhere):
        assert ours == theirs


def without_places(payload):
    bare = {name: value for name, value in payload.items() if name not in GEOMETRY}
    for table in ("boxes", "links", "clusters"):
        bare[table] = [{k: v for k, v in entry.items() if k not in PLACES} for entry in payload[table]]
    return bare


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_is_drawn_and_begins_with_its_answer(lesson):
    payload = lessons.stored(lesson)["payload"]
    pictures.check(payload)
    assert [part["step"] for part in lessons.stored(lesson)["parts"]][0] == 1
    assert payload["engine"] == "graphviz" or not payload["boxes"]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_all_that_a_lesson_says_holds(lesson):
    _, faults = checking.check(lesson.path.read_text(encoding="utf-8"), ())
    assert not faults


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_that_fails_tells_the_error(lesson):
    run = lessons.stored(lesson)
    assert run["outcome"]["error"] is None or run["parts"][-1]["step"] == len(run["payload"]["steps"])


def test_the_stored_runs_are_small():
    assert sum(path.stat().st_size for path in (lessons.FOLDER / "runs").iterdir()) < 500_000


def test_every_file_belongs_to_a_lesson():
    kept = {path for lesson in LESSONS for path in (lesson.path, lesson.stored_path)} | {lessons.tour().stored_path}
    assert {path for path in lessons.FOLDER.glob("*/*.*") if path.parent.name != "__pycache__"} == kept


def test_every_lesson_answers_first_and_then_shows_it():
    for lesson in LESSONS:
        first, *others = lesson.file.points
        assert first.anchor.text == "before" and first.question is None
        assert 1 <= len(others) <= 6


def test_a_lesson_is_found_by_its_id_and_by_its_program():
    first = lessons.default()
    assert lessons.lesson(first.id) is first
    assert lessons.of_source(first.source) is first
    assert lessons.lesson("../index") is None
    assert lessons.of_source("") is None


def test_all_files_of_the_gallery_are_right(monkeypatch):
    monkeypatch.setattr(host_faults, "_found", {})
    lessons.topics.__wrapped__()
    assert all(map(lessons.stored, LESSONS))
    assert host_faults.found() == ()
