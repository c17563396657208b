"""What other pages show of a link to the studio: a title, a sentence, and a picture, in the terms of Open Graph.

`python -m tools.previews` takes the pictures. The name of each has the digest of what it is of, so that a lesson that has
changed since does without its old one.
"""

from __future__ import annotations

import hashlib
import html
import re
from dataclasses import dataclass
from pathlib import Path

from autograd_studio import lessons

from ...catalogue import say
from ..places import DEFAULT, NAME, PLACES

FOLDER = Path(__file__).parent / "pictures"
SIZE = (1200, 630)
SETTING = "AUTOGRAD_STUDIO_URL"  # where a server is, for those who show a link to it
_ADDRESS = re.compile(r"https?://[^/?#\s]+(/[^?#\s]*)?")


@dataclass(frozen=True)
class Preview:
    """What is shown of a link."""

    title: str
    text: str
    picture: Path
    alt: str

    def elements(self, pictures: str | None) -> str:
        """Return what of it stands in the head of a page; `pictures` is the address of the folder that has them.

        Without an address there is no picture: those who show links take absolute addresses alone. The page does not say
        its own address (`og:url`) either: a link to a step or to a program would lose that.
        """
        told = {"og:type": "website", "og:site_name": NAME, "og:title": self.title, "og:description": self.text}
        if pictures is not None:
            told |= {
                "og:image": f"{pictures}/{self.picture.name}", "og:image:width": f"{SIZE[0]}", "og:image:height": f"{SIZE[1]}",
                "og:image:alt": self.alt, "twitter:card": "summary_large_image",
            }  # fmt: skip
        return "\n".join(
            f'<meta {"name" if name.startswith("twitter") else "property"}="{name}" content="{html.escape(text)}">'
            for name, text in told.items()
        )


def of_place(name: str) -> Preview:
    """Return the preview of a place, which has the picture of the studio."""
    title = NAME if name == DEFAULT else f"{PLACES[name]} · {NAME}"
    return Preview(title, say(f"web.site.{name}"), studio_picture(), say("web.preview.studio"))


def of_lesson(lesson: lessons.Lesson) -> Preview:
    """Return the preview of a lesson; one that nobody has taken a picture of, as a host's, has that of the studio."""
    title, path = f"{lesson.title} · {NAME}", lesson_picture(lesson)
    if not path.exists():
        return Preview(title, lesson.note, studio_picture(), say("web.preview.studio"))
    return Preview(title, lesson.note, path, say("web.preview.lesson", title=lesson.title))


def lesson_picture(lesson: lessons.Lesson) -> Path:
    """Return where the picture of a lesson is, if there is one."""
    return _named(lesson.id, lesson.fingerprint)


def studio_picture() -> Path:
    """Return where the picture of the studio is."""
    return _named("studio", hashlib.sha256(say("web.preview.title").encode()).hexdigest())


def _named(name: str, of: str) -> Path:
    return FOLDER / f"{name}-{of[:16]}.png"


def root(address: str) -> str | None:
    """Return an address that somebody has given for the studio without its last slash, None if it is none."""
    return address.rstrip("/") if _ADDRESS.fullmatch(address) else None
