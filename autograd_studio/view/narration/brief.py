"""What a caption is made of: a sentence that is short enough, names as one reads them, and values of a few numbers."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from autograd_engine.trace.schema import Trace
from autograd_studio.why.numbers import elements, is_finite, number_text

from ...catalogue import say
from ..wording.box_text import ELLIPSIS
from ..wording.formulas import Expression, linear
from ..wording.joining import join
from ..wording.value_texts import Texts

MOST_WORDS = 16
MOST_NUMBERS = 4  # of a tensor that are listed
MOST_NAMES = 3  # that are said one by one
_MOST_SPACES = 2  # in a name, which is drawn together if it has more
_MOST_COUNTED = 5  # uses that are counted in words
SOLID = "\u00a0"  # a space at which no line breaks

_TIMES = re.compile(r"(?<=[\w\])·ᵀ]) ?[*×] ?(?=[\w\[(·-])")
_WRITABLE = re.compile(r"\w[\w.]*(\[[\w, :-]+\])*")
_SIGN = re.compile(r"(?<=\S) ([-+*/@%−×÷=<>]{1,2}) (?=\S)")


def fit(*sentences: str) -> str:
    """Return the first sentence that is a caption: of at most 16 words."""
    return next((text for text in sentences if len(text.split()) <= MOST_WORDS), sentences[-1])


def solid(text: str) -> str:
    """Return an arithmetic expression as one that is not broken into lines."""
    return text.replace(" ", SOLID)


@lru_cache(1024)  # a tensor is called so at each of its steps
def plain(title: str) -> str:
    """Return a title as a caption has it: `x * x` is x·x, and a long expression has no spaces."""
    title = _TIMES.sub("·", title)
    if title.count(" ") > _MOST_SPACES:
        title = _SIGN.sub(r"\1", title).replace(", ", ",")
    words = title.split(" ")
    return title if len(words) <= _MOST_SPACES + 1 else f"{' '.join(words[: _MOST_SPACES + 1])}{ELLIPSIS}"


def gradient_of(name: str) -> str:
    """Return what the `.grad` of a tensor is called: `x.grad`, where one can write that."""
    return f"{name}.grad" if _WRITABLE.fullmatch(name) else say("view.captions.gradient_of", name=name)


def named(expression: Expression) -> str:
    """Return an expression of names as a caption has it."""
    return _TIMES.sub("·", linear(expression).replace(" / ", " ÷ "))


def figured(expression: Expression) -> str:
    """Return an expression of numbers as a caption has it."""
    return solid(linear(expression).replace(" / ", " ÷ "))


def times(count: int) -> str:
    """Return how often, in words: "twice"."""
    return (
        say(f"view.captions.times.{count}")
        if 2 <= count <= _MOST_COUNTED
        else say("view.captions.times.many", count=count)
    )


def listed(names: list[str]) -> str:
    """Return names as a list in words, of many how many there are."""
    names = list(dict.fromkeys(names))
    return join(names) if len(names) <= MOST_NAMES else say("view.captions.tensors", count=len(names))


class Numbers:
    """The values of a Trace as captions have them."""

    def __init__(self, trace: Trace, texts: Texts) -> None:
        self.trace = trace
        self.in_full = texts.in_full

    def few(self, value: int | None) -> str | None:
        """Return a value of a few numbers, None for another one."""
        if value is None or not 0 < math.prod(self.trace.values[value].shape) <= MOST_NUMBERS:
            return None
        text = self.in_full[value]
        return None if text is None else solid(text)

    def of(self, value: int | None) -> str:
        """Return a value: its numbers if they are few, else how many they are."""
        if value is None:
            return say("view.captions.none")
        count = math.prod(self.trace.values[value].shape)
        return self.few(value) or say("view.captions.numbers", count=count) if count else say("view.values.empty")

    def sum(self, values: list[int | None], total: int | None) -> str | None:
        """Return a sum in numbers, `1 + 3 = 4`; None where they are too many."""
        texts = [*map(self.few, values), self.few(total)]
        if None in texts:
            return None
        return solid(f"{' + '.join(texts[:-1])} = {texts[-1]}")

    def most_moved(self, before: int | None, after: int | None) -> str | None:
        """Return by how much the numbers of a value differ at most from those of another, None where not all are known."""
        found = [None if value is None else self.trace.values[value] for value in (before, after)]
        if any(value is None or value.corner is not None or not is_finite(value) for value in found):
            return None
        old, new = (elements(value) for value in found)
        moves = [abs(a - b) for a, b in zip(old, new, strict=True)] if len(old) == len(new) else []
        return number_text(max(moves), 2) if moves else None
