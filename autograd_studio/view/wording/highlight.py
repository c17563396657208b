"""The program's text in pieces for a reader: keywords, numbers, strings, comments, names being defined."""

import io
import keyword
import tokenize
from collections.abc import Iterable, Iterator

from ..schema import Piece

_KINDS = {tokenize.NUMBER: "n", tokenize.STRING: "s", tokenize.COMMENT: "c"}
_OPENING, _CLOSING = ("FSTRING_START", "TSTRING_START"), ("FSTRING_END", "TSTRING_END")
_DEFINING = ("def", "class")


def tokens(source: str) -> list[list[Piece]]:
    """Return for each line its pieces.

    Never fails: where the text is not Python, the rest of it is plain.
    """
    lines = source.splitlines() or [""]
    marks: list[list[tuple[int, int, str]]] = [[] for _ in lines]
    previous = ""
    try:
        for token in _whole_strings(tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline)):
            kind = _kind(token, previous)
            previous = token.string
            if kind:
                _mark(marks, lines, token, kind)
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError):
        pass
    return [_pieces(line, found) for line, found in zip(lines, marks, strict=True)]


def _whole_strings(found: Iterable[tokenize.TokenInfo]) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens with each f-string as one string, as Python 3.11 has it; later versions take it apart."""
    opened: list[tokenize.TokenInfo] = []
    for token in found:
        name = tokenize.tok_name[token.type]
        if name in _OPENING:
            opened.append(token)
        elif name in _CLOSING:
            start = opened.pop()
            if not opened:
                yield token._replace(type=tokenize.STRING, start=start.start)
        elif not opened:
            yield token


def _kind(token: tokenize.TokenInfo, previous: str) -> str:
    if token.type != tokenize.NAME:
        return _KINDS.get(token.type, "")
    if keyword.iskeyword(token.string):
        return "k"
    return "d" if previous in _DEFINING else ""


def _mark(marks: list, lines: list[str], token: tokenize.TokenInfo, kind: str) -> None:
    (first, start), (last, end) = token.start, token.end
    for row in range(first - 1, min(last, len(lines))):
        left = start if row == first - 1 else 0
        right = end if row == last - 1 else len(lines[row])
        marks[row].append((left, right, kind))


def _pieces(line: str, marks: list[tuple[int, int, str]]) -> list[Piece]:
    found, at = [], 0
    for left, right, kind in marks:
        if left > at:
            found.append(Piece("", line[at:left]))
        if right > left:
            found.append(Piece(kind, line[left:right]))
        at = max(at, right)
    if at < len(line):
        found.append(Piece("", line[at:]))
    return found
