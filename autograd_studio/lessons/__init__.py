"""The gallery as data: programs, each with a title, a note on what to look at, and the step where to begin.

`index.toml` lists topics and their lessons in order. A lesson's program is `<topic>/<id>.py`. `en.toml` holds
the words; another language is another such file. `runs/<id>.json.gz` is a lesson's run, stored by
`python -m autograd_studio.lessons.build`: a server shows it without running anything, also where no program may be run.

A host may change all of them. A lesson that is wrong somewhere is left out, and the host is told (`host_faults.py`). Where no
words can be read, the programs are shown without.
"""

from __future__ import annotations

import gzip
import json
import tomllib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec

from autograd_studio import host_faults

FOLDER = Path(__file__).parent
LANGUAGES = ("en",)

_Name = Annotated[str, msgspec.Meta(pattern=r"^[\w-]+$")]


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
        return FOLDER / "runs" / f"{self.id}.json.gz"


@dataclass(frozen=True)
class Topic:
    """Lessons that belong together."""

    id: str
    title: str
    lessons: tuple[Lesson, ...]


# What a visitor sees first where no lesson can be read.
NONE = Lesson("", "", "", "", "import torch\n", 1, FOLDER / "none.py")


# ---- what the files hold; each part is read by itself, so that a mistake costs no more than that part


class _Index(msgspec.Struct):
    topics: list[Any]


class _Row(msgspec.Struct):
    """A topic of index.toml."""

    id: _Name
    lessons: list[Any]


class _Place(msgspec.Struct):
    """A lesson of index.toml."""

    id: _Name
    step: Annotated[int, msgspec.Meta(ge=1)]


class _Language(msgspec.Struct):
    """A file of words."""

    topics: dict[str, Any]
    lessons: dict[str, Any]


class _Words(msgspec.Struct):
    """The words of a lesson."""

    title: str
    note: str
    asked: str


@cache
def topics(language: str = "en") -> tuple[Topic, ...]:
    """Return all topics in order, without what is wrong."""
    index, words = _read("index.toml", _Index), _read(f"{language}.toml", _Language)
    found, ids = [], set()
    for number, entry in enumerate(index.topics if index else (), 1):
        with host_faults.left_out(f"lessons/index.toml, topic {number}"):
            row = msgspec.convert(entry, _Row)
            own = tuple(_lessons(row, words, language, ids))
            found.append(Topic(row.id, _title(row.id, words, language), own))
    for id in sorted(words.lessons.keys() - ids if words else ()):
        host_faults.add(f"lessons/{language}.toml has words for {id}, which index.toml has not")
    return tuple(topic for topic in found if topic.lessons)


def _lessons(row: _Row, words: _Language | None, language: str, ids: set[str]) -> Iterator[Lesson]:
    """Yield the lessons of a topic whose `ids` are new."""
    for number, entry in enumerate(row.lessons, 1):
        with host_faults.left_out(f"lessons/index.toml, lesson {number} of {row.id}"):
            place = msgspec.convert(entry, _Place)
            if place.id in ids:
                raise ValueError(f"{place.id} is listed twice")
            ids.add(place.id)
            with host_faults.left_out(f"lessons/{language}.toml, lesson {place.id}"):
                own = _Words(_as_title(place.id), "", "")
                if words is not None:
                    own = msgspec.convert(words.lessons.get(place.id, {}), _Words)
                path = FOLDER / row.id / f"{place.id}.py"
                with host_faults.left_out(f"lessons/{row.id}/{path.name}"):
                    source = path.read_text(encoding="utf-8")
                    yield Lesson(place.id, own.title, own.note, own.asked, source, place.step, path)


def _title(id: str, words: _Language | None, language: str) -> str:
    """Return the title of a topic."""
    if words is not None:
        with host_faults.left_out(f"lessons/{language}.toml, topic {id}"):
            return msgspec.convert(words.topics.get(id), str)
    return _as_title(id)


def _as_title(id: str) -> str:
    return id.replace("-", " ").capitalize()


def _read(name: str, kind: type[msgspec.Struct]) -> Any:
    """Return what a file holds; None if it cannot be read."""
    with host_faults.left_out(f"lessons/{name}"):
        return msgspec.convert(tomllib.loads((FOLDER / name).read_text(encoding="utf-8")), kind)
    return None


def lesson(id: str, language: str = "en") -> Lesson | None:
    """Return the lesson with this id, None if there is none."""
    return _by_id(language).get(id)


def default(language: str = "en") -> Lesson:
    """Return the lesson that a visitor sees first."""
    return next(iter(_by_id(language).values()), NONE)


def of_source(source: str) -> Lesson | None:
    """Return the lesson with this program, None if there is none."""
    return _by_source().get(source)


def stored(lesson: Lesson) -> dict[str, Any] | None:
    """Return the stored run of a lesson: {"outcome": fields of an Outcome, "trace", "payload"}; None if it cannot be read."""
    with host_faults.left_out(f"lessons/runs/{lesson.stored_path.name}", EOFError, zlib.error):
        run = json.loads(gzip.decompress(lesson.stored_path.read_bytes()))
        if not isinstance(run, dict) or not {"outcome", "trace", "payload"} <= run.keys():
            raise ValueError("it is not a run")
        return run
    return None


@cache
def _by_id(language: str) -> dict[str, Lesson]:
    return {lesson.id: lesson for topic in topics(language) for lesson in topic.lessons}


@cache
def _by_source() -> dict[str, Lesson]:
    return {lesson.source: lesson for lesson in _by_id("en").values()}
