"""The gallery's data: complete, true to PyTorch's record, and stored as a fresh run makes it."""

import json
import re

import pytest

from autograd_studio import host_faults, lessons
from autograd_studio.lessons.build import fresh, lasting
from autograd_studio.lessons.search import found
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
def test_a_lesson_is_drawn_and_begins_at_one_of_its_steps(lesson):
    payload = lessons.stored(lesson)["payload"]
    pictures.check(payload)
    assert 1 <= lesson.step <= len(payload["steps"])
    assert payload["engine"] == "graphviz" or not payload["boxes"]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_that_fails_begins_where_it_does(lesson):
    run = lessons.stored(lesson)
    assert run["outcome"]["error"] is None or lesson.step == len(run["payload"]["steps"])


def test_the_stored_runs_are_small():
    assert sum(path.stat().st_size for path in (lessons.FOLDER / "runs").iterdir()) < 500_000


def test_every_file_belongs_to_a_lesson():
    kept = {path for lesson in LESSONS for path in (lesson.path, lesson.stored_path)}
    assert {path for path in lessons.FOLDER.glob("*/*.*") if path.parent.name != "__pycache__"} == kept


def test_every_language_has_all_the_words():
    for language in lessons.LANGUAGES:
        for topic in lessons.topics(language):
            assert topic.title
            assert all(lesson.title and lesson.note for lesson in topic.lessons)


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


def test_words_without_a_lesson_are_noticed(monkeypatch):
    monkeypatch.setattr(host_faults, "_found", {})
    real = lessons._read

    def read(name, kind):
        found = real(name, kind)
        if name == "en.toml":
            found.lessons["nobody"] = {"title": "?", "note": "?", "asked": "?"}
        return found

    monkeypatch.setattr(lessons, "_read", read)
    assert lessons.topics.__wrapped__() == lessons.topics()
    assert host_faults.found() == ("lessons/en.toml has words for nobody, which index.toml has not",)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What do the numbers in backward(gradient) mean?", "upstream-gradient"),
        ("chain rule", "upstream-gradient"),
        ("vector-Jacobian", "jacobian-rows"),
        ("why clone", "my-relu-in-a-sum"),
        ("what happens without clone?", "forgotten-clone"),
        ("What is a leaf?", "leaf-and-non-leaf"),
        ("why is grad None", "leaf-and-non-leaf"),
        ("why is my gradient 0", "zero-gradient"),
        ("zero", "zero-gradient"),
        ("dead relu", "zero-gradient"),
        ("None", "leaf-and-non-leaf"),
        ("vanishing", "vanishing-gradient"),
        ("Why do my gradients vanish?", "vanishing-gradient"),
        ("exploding gradients", "vanishing-gradient"),
        ("my network does not learn", "vanishing-gradient"),
        ("softmax", "softmax-cross-entropy"),
        ("gradient of the cross entropy loss", "softmax-cross-entropy"),
        ("NaN", "kinks-and-ties"),
        ("why do gradients add up", "two-passes"),
        ("what does retain_graph keep", "second-backward"),
        ("double backward", "double-backward"),
        ("zero_grad", "forgotten-zero-grad"),
        ("modified by an inplace operation", "output-changed"),
    ],
)
def test_a_question_finds_its_lesson_first(question, first):
    assert found(question)[0].id == first


def test_a_search_is_for_words_and_what_has_most_of_them_is_found():
    assert [lesson.id for lesson in found("inf")] == ["kinks-and-ties", "empty-and-infinite"]  # not in "information"
    assert {lesson.id for lesson in found("legendre xyzzy")} == {"legendre"}
    assert found("in-place") == found("in place") == found("inplace")
    assert found("broadcast") == found("broadcasts") == found("broadcasting")
    assert found("xyzzy") == found("") == []
