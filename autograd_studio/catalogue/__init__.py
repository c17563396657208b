"""Every sentence that a user may read, in English: `say("why.dead.text", name="x")`.

The files of `en/` are tables of sentences; those of `en/page/` are the browser's (web/words/words.js says them by the
same rules). A part stands in braces, `{name}`; other braces are text. A table with an `other` is one sentence in several
forms, of which the part `count` chooses.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Sentence = str | dict[str, str]

FOLDER = Path(__file__).parent / "en"


def say(key: str, /, **parts: object) -> str:
    """Return a sentence with its parts put in; one that has several forms takes that of the part `count`.

    Raises:
        KeyError: there is no such sentence, or a part of it is missing.
    """
    form = _FORMS[key]
    if isinstance(form, dict):
        form = form.get("one" if parts["count"] == 1 else "other", form["other"])
    return form.format_map(parts)


def sentences(path: Path) -> dict[str, Sentence]:
    """Return the sentences of a file by key: the names of the file and of the tables they are in, and their own."""
    return dict(_flat(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))))


def _flat(key: str, value: Any) -> Iterator[tuple[str, Sentence]]:
    if isinstance(value, str) or "other" in value:
        yield key, value
    else:
        for name, inner in value.items():
            yield from _flat(f"{key}.{name}", inner)


def _form(sentence: Sentence) -> Sentence:
    """Return a sentence for `str.format`: braces that are text are doubled."""
    if isinstance(sentence, dict):
        return {count: str(_form(text)) for count, text in sentence.items()}
    pieces = re.split(r"(\{\w+\})", sentence)
    pieces[::2] = (text.replace("{", "{{").replace("}", "}}") for text in pieces[::2])
    return "".join(pieces)


# Read at once, for a locked child opens no file.
_FORMS = {key: _form(sentence) for path in sorted(FOLDER.glob("*.toml")) for key, sentence in sentences(path).items()}
