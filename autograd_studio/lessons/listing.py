"""What the browser gets of the gallery: all lessons without their runs, the tour, and what the lessons say at their steps.

`python -m autograd_studio.lessons.build` makes what is stored; nothing runs here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from . import Lesson, stored, topics, tour
from .thumbnail import Thumbnail, thumbnail

WORDS_A_MINUTE = 200

_NUMBER = re.compile(r"[^A-Za-z_ ]+")


class TopicEntry(msgspec.Struct):
    """A topic."""

    id: str
    title: str


class LessonEntry(msgspec.Struct):
    """A lesson: `steps` is how many it has, `minutes` how long they take to read."""

    id: str
    title: str
    note: str
    asked: str
    topic: str
    steps: int
    minutes: int
    program: str
    thumbnail: Thumbnail


class TourEntry(msgspec.Struct):
    """The tour: its run is asked for by its program; `parts` are those of lesson_parts.py."""

    title: str
    asked: str
    program: str
    parts: list[dict[str, Any]]


class Listing(msgspec.Struct):
    """All lessons in order, and the tour; None where that cannot be read."""

    topics: list[TopicEntry]
    lessons: list[LessonEntry]
    tour: TourEntry | None


@cache
def listing() -> bytes:
    """Return the listing as JSON."""
    found = [_entry(topic.id, lesson) for topic in topics() for lesson in topic.lessons]
    return msgspec.json.encode(Listing([TopicEntry(topic.id, topic.title) for topic in topics()], found, _tour()))


@cache
def points() -> bytes:
    """Return what is said and asked at the steps of each lesson, by its id, as JSON: the parts of lesson_parts.py."""
    runs = {lesson.id: stored(lesson) for topic in topics() for lesson in topic.lessons}
    return msgspec.json.encode({name: run["parts"] for name, run in runs.items() if run})


def _entry(topic: str, lesson: Lesson) -> LessonEntry:
    run = stored(lesson)
    payload = run["payload"] if run else None
    return LessonEntry(
        lesson.id, lesson.title, lesson.note, lesson.asked, topic,
        len(payload["steps"]) if payload else 0,
        _minutes(lesson, payload["steps"] if payload else []),
        lesson.source,
        thumbnail(payload) if payload else Thumbnail([], []),
    )  # fmt: skip


def _minutes(lesson: Lesson, steps: list[dict[str, Any]]) -> int:
    """Return how long a lesson takes to read. Sentences that differ in numbers only, as those of iterations do, count once."""
    sentences = {_NUMBER.sub("#", step["say"]): step["say"] for step in steps}
    told = [point.text.text for point in lesson.file.points]
    words = sum(len(text.split()) for text in (*told, *sentences.values()))
    return max(1, round(words / WORDS_A_MINUTE))


def _tour() -> TourEntry | None:
    lesson = tour()
    run = stored(lesson) if lesson else None
    return TourEntry(lesson.title, lesson.asked, lesson.source, run["parts"]) if lesson and run else None
