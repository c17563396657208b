"""The gallery as data: programs, each with a title, a note on what to look at, and the step where to begin.

`index.toml` lists topics and their lessons in order. A lesson's program is `<topic>/<id>.py`. `en.toml` holds
the words; another language is another such file. `runs/<id>.json.gz` is a lesson's run, stored by
`python -m autograd_studio.lessons.build`: a server shows it without running anything, also where no program may be run.
"""

from __future__ import annotations

import gzip
import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
STORE = FOLDER / "runs"
LANGUAGES = ("en",)


@dataclass(frozen=True)
class Lesson:
    """A program of the gallery; `step` is where to begin, counted from 1, `asked` are more words to search for it by."""

    id: str
    title: str
    note: str
    asked: str
    source: str
    step: int
    path: Path

    @property
    def stored_path(self) -> Path:
        """Where its run is stored."""
        return STORE / f"{self.id}.json.gz"


@dataclass(frozen=True)
class Topic:
    """Lessons that belong together."""

    id: str
    title: str
    lessons: tuple[Lesson, ...]


@cache
def topics(language: str = "en") -> tuple[Topic, ...]:
    """Return all topics in order.

    Raises:
        ValueError: the files do not fit together.
    """
    words = _toml(f"{language}.toml")
    found = []
    for entry in _toml("index.toml")["topics"]:
        own = [_lesson(entry["id"], lesson, words["lessons"]) for lesson in entry["lessons"]]
        found.append(Topic(entry["id"], words["topics"][entry["id"]], tuple(own)))
    ids = [lesson.id for topic in found for lesson in topic.lessons]
    if len(set(ids)) != len(ids) or set(ids) != set(words["lessons"]):
        raise ValueError(f"index.toml and {language}.toml do not have the same lessons, once each")
    return tuple(found)


def lesson(id: str, language: str = "en") -> Lesson | None:
    """Return the lesson with this id, None if there is none."""
    return _by_id(language).get(id)


def default(language: str = "en") -> Lesson:
    """Return the lesson that a visitor sees first."""
    return topics(language)[0].lessons[0]


def of_source(source: str) -> Lesson | None:
    """Return the lesson with this program, None if there is none."""
    return _by_source().get(source)


def stored(lesson: Lesson) -> dict[str, Any]:
    """Return the stored run of a lesson: {"outcome": fields of an Outcome, "trace", "payload"}."""
    return json.loads(gzip.decompress(lesson.stored_path.read_bytes()))


@cache
def _by_id(language: str) -> dict[str, Lesson]:
    return {lesson.id: lesson for topic in topics(language) for lesson in topic.lessons}


@cache
def _by_source() -> dict[str, Lesson]:
    return {lesson.source: lesson for lesson in _by_id("en").values()}


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def _lesson(topic: str, entry: dict[str, Any], words: dict[str, dict[str, str]]) -> Lesson:
    path = FOLDER / topic / f"{entry['id']}.py"
    own = words[entry["id"]]
    return Lesson(
        entry["id"], own["title"], own["note"], own["asked"], path.read_text(encoding="utf-8"), entry["step"], path
    )
