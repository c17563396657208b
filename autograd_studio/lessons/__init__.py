"""The gallery as data: lesson files, each with a program and what is said and asked at its steps (docs/lessons.md).

`topics.toml` lists topics and their lessons in order; a lesson is `<topic>/<id>.md`. `runs/<id>.json.gz` is a lesson's run with
its parts, stored by `python -m autograd_studio.lessons.build`: a server shows it without running anything, also where no program
may be run.

A host may change all of them, and name a folder of more in `AUTOGRAD_STUDIO_LESSONS`. A lesson that is wrong somewhere is left
out, and the host is told (`host_faults.py`).

`tour.md` is a lesson file, too: the tour, which belongs to no topic.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograd_studio import host_faults

from ..catalogue import say
from .lesson_file import LessonFile, Text
from .reading import read

if TYPE_CHECKING:
    from .index import Row

FOLDER = Path(__file__).parent
TOPICS = "topics.toml"
SETTING = "AUTOGRAD_STUDIO_LESSONS"
TOUR = "tour.md"


@dataclass(frozen=True)
class Lesson:
    """A lesson of the gallery."""

    id: str
    text: str
    file: LessonFile
    path: Path

    @property
    def fingerprint(self) -> str:
        """What its stored run is of."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def title(self) -> str:
        """The question that it answers."""
        return self.file.head["title"].text

    @property
    def asked(self) -> str:
        """More words to search for it by."""
        return self.file.head["asked"].text if "asked" in self.file.head else ""

    @property
    def topic(self) -> str:
        """The topic that a file of the host's folder names."""
        return self.file.head["topic"].text if "topic" in self.file.head else ""

    @property
    def note(self) -> str:
        """The answer: what its first point says."""
        return self.file.points[0].text.text if self.file.points else ""

    @property
    def source(self) -> str:
        """Its program."""
        return self.file.program.text

    @property
    def stored_path(self) -> Path:
        """Where its run is stored."""
        folder = FOLDER if self.path.is_relative_to(FOLDER) else self.path.parent
        return folder / "runs" / f"{self.id}.json.gz"


@dataclass(frozen=True)
class Topic:
    """Lessons that belong together."""

    id: str
    title: str
    lessons: tuple[Lesson, ...]


# What a visitor sees first where no lesson can be read.
NONE = Lesson("", "", LessonFile({"title": Text(1, "")}, Text(1, "import torch\n"), ()), FOLDER / "none.md")


@cache
def topics() -> tuple[Topic, ...]:
    """Return all topics in order, without what is wrong."""
    from . import index  # which a page cannot import

    found, ids = [], set()
    with host_faults.left_out(f"lessons/{TOPICS}"):
        for number, entry in enumerate(index.topics((FOLDER / TOPICS).read_text(encoding="utf-8")), 1):
            with host_faults.left_out(f"lessons/{TOPICS}, topic {number}"):
                row = index.row(entry)
                found.append(Topic(row.id, row.title, tuple(_lessons(row, ids))))
    return tuple(topic for topic in _with_the_hosts(found, ids) if topic.lessons)


def _with_the_hosts(found: list[Topic], ids: set[str]) -> Iterator[Topic]:
    """Yield topics with the lessons of the host's folder that name them, and one of the others."""
    own = of_folder(Path(os.environ[SETTING]), ids) if os.environ.get(SETTING) else []
    for topic in found:
        yield replace(topic, lessons=(*topic.lessons, *(lesson for lesson in own if lesson.topic == topic.id)))
    known = {topic.id for topic in found}
    yield Topic("host", say("lessons.file.host"), tuple(lesson for lesson in own if lesson.topic not in known))


def of_folder(folder: Path, ids: Collection[str] = ()) -> list[Lesson]:
    """Return the lessons of a folder by their names, but for those whose id is among `ids` and those that are wrong."""
    found = []
    with host_faults.left_out(str(folder)):
        for path in sorted(path for path in folder.iterdir() if path.suffix == ".md"):
            with host_faults.left_out(str(path)):
                if path.stem in ids:
                    raise ValueError(f"there is a lesson {path.stem} already")
                found.append(_read(path.stem, path, str(path)))
    return [lesson for lesson in found if lesson is not None]


def _lessons(row: Row, ids: set[str]) -> Iterator[Lesson]:
    """Yield the lessons of a topic whose `ids` are new."""
    from . import index  # which a page cannot import

    for number, entry in enumerate(row.lessons, 1):
        with host_faults.left_out(f"lessons/{TOPICS}, lesson {number} of {row.id}"):
            id = index.name(entry)
            if id in ids:
                raise ValueError(f"{id} is listed twice")
            ids.add(id)
            found = _read(id, FOLDER / row.id / f"{id}.md", f"lessons/{row.id}/{id}.md")
            if found is not None:
                yield found


def _read(id: str, path: Path, place: str) -> Lesson | None:
    """Return the lesson that a file holds; None if there is something wrong with it."""
    with host_faults.left_out(place):
        text = path.read_text(encoding="utf-8")
        file, faults = read(text)
        if faults:
            raise ValueError(f"line {faults[0].line}: {faults[0].message}")
        if file is not None and file.head["id"].text != id:
            raise ValueError(f"line {file.head['id'].line}: the id is not {id}")
        return file and Lesson(id, text, file, path)
    return None


def lesson(id: str) -> Lesson | None:
    """Return the lesson with this id, None if there is none."""
    return _by_id().get(id)


def default() -> Lesson:
    """Return the lesson that a visitor sees first."""
    return next(iter(_by_id().values()), NONE)


@cache
def tour() -> Lesson | None:
    """Return the tour as a lesson, None if it cannot be read."""
    return _read("tour", FOLDER / TOUR, f"lessons/{TOUR}")


def of_source(source: str) -> Lesson | None:
    """Return the lesson with this program, or the tour; None if there is none."""
    return _by_source().get(source)


def stored(lesson: Lesson) -> dict[str, Any] | None:
    """Return the stored run of a lesson, None without one: {"of", "outcome": an Outcome's, "trace", "payload", "parts"}."""
    with host_faults.left_out(f"lessons/runs/{lesson.stored_path.name}", EOFError, zlib.error):
        run = json.loads(gzip.decompress(lesson.stored_path.read_bytes()))
        if not isinstance(run, dict) or not {"outcome", "trace", "payload", "parts"} <= run.keys():
            raise ValueError("it is not a run")
        if run.get("of") != lesson.fingerprint:
            raise ValueError("the lesson has changed since: build it again")
        return run
    return None


@cache
def _by_id() -> dict[str, Lesson]:
    return {lesson.id: lesson for topic in topics() for lesson in topic.lessons}


@cache
def _by_source() -> dict[str, Lesson]:
    return {lesson.source: lesson for lesson in (tour(), *_by_id().values()) if lesson is not None}
