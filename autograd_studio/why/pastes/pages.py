"""Pages: what the text of a page, a session or a notebook has and a program has not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...catalogue import say

_PROMPT = re.compile(r"\s*(?:>>>|\.{3}|In \[\d*\]:|\.{3,}:)(?: (.*)|$)")
_MAGIC = re.compile(r"\s*[%!]")
_FENCE = re.compile(r"\s*(```|~~~)")
_LEFT_OUT = re.compile(r"(\s*)(?:[\[(<#]*\s*(?:\.{2,}|…|snip)[\s.…]*[\])>]*)\s*$")
_PRINT = re.compile(r"^(\s*(?:.*:\s*)?)print\s+([^(\s=].*?)\s*$", re.MULTILINE)
# What pages write for straight quotes, spaces and minus signs.
_TYPESET = str.maketrans("“”„‘’′\u00a0\u2009\u202f\u200b−–", "\"\"\"''' " + "  " + " --")


def as_program(source: str, line: int | None) -> Iterator[tuple[str, str, str]]:
    """Yield the causes for which a text is no program, what is told of each, and the text without it."""
    lines = source.splitlines()
    here = lines[line - 1] if line is not None and line <= len(lines) else ""
    if any(text.lstrip().startswith((">>>", "In [")) for text in lines):
        typed = [found[1] or "" for text in lines if (found := _PROMPT.match(text))]
        yield "session", say("why.session.prompts"), _text(typed)
    kept = _text([text for text in lines if not _MAGIC.match(text) and not _FENCE.match(text)])
    if _MAGIC.match(here):
        yield "session", say("why.session.command", line=line), kept
    if _FENCE.match(here):
        yield "page", say("why.page.fence", line=line), kept
    if _LEFT_OUT.match(here):
        told = say("why.page.left_out", line=line)
        yield "page", told, _text([_LEFT_OUT.sub(r"\1...", text) for text in lines])
    straight = source.translate(_TYPESET)
    if here.translate(_TYPESET) != here:
        typed = straight.splitlines()[line - 1].strip()
        yield "page", say("why.page.typeset", line=line, typed=typed), straight
    if _PRINT.search(here):
        yield (
            "page",
            say("why.page.print", line=line),
            _PRINT.sub(r"\1print(\2)", source),
        )


def _text(lines: list[str]) -> str:
    return "\n".join([*lines, ""])
