"""A chapter told alone, with what the player has from the rest of the run left out."""

from __future__ import annotations

from typing import NamedTuple

from autograd_engine.trace.schema import Trace

from .. import schema
from ..chapters.chapters import Chapter
from ..chapters.parts import part
from ..narration.insides import insides
from ..picture.memory import letters
from ..picture.tracks import Tracks
from ..wording.value_texts import Texts
from .frames import Frames, kept_before
from .sheets import drawn_on


class Excerpt(NamedTuple):
    """The steps, timelines and calls of a chapter.

    Steps are numbered as in the whole run, boxes and links as in the chapter's own graph.
    """

    steps: list[schema.Step]
    tracks: list[schema.Tracks]
    functions: list[schema.FunctionCall]


def excerpt(trace: Trace, chapter: Chapter, frame_of: list[int]) -> Excerpt:
    """Return what is told of one of several chapters; `frame_of` is the frame of each step of the Trace."""
    found = part(trace, chapter)
    memories = letters(found.trace)
    kept = kept_before(trace, chapter.first)
    frames = Frames(found.trace, drawn_on(found), Texts(trace.values), kept, memories)
    first = frame_of[chapter.first]
    tracks = [_later(tracks, first) for tracks in frames.tracks]
    return Excerpt(frames.steps, tracks, insides(trace, frame_of, [], chapter))


def _later(tracks: Tracks, by: int) -> schema.Tracks:
    """Return timelines that begin so many steps later."""
    found = Tracks()
    found.extend(tracks, by)
    return found.entries()
