"""Finding lessons by the words of a question."""

from __future__ import annotations

import re
from functools import cache

from . import Lesson, topics

# What a match is worth, by where it is.
TITLE, ASKED, NOTE, TOPIC, SOURCE = 8, 6, 4, 3, 1
PHRASE = 10  # and once more if they stand side by side in the title, or in what is asked

SHORT = 3  # letters up to which a word has to be a whole one: "inf" is not in "information"

_ENDING = re.compile("(?:s|ed|ing)$")  # of a plural, or of "vanishing" where "vanish" is written

_IDLE = frozenset(
    """a an and are as at be been by can could did do does for from get has have how i if in is it its me my of on or
    pytorch so that the their there these they this to torch was we what when where which who why will with you""".split()
)


def found(query: str, language: str = "en") -> list[Lesson]:
    """Return the lessons that have all words of a query, best first; if none has all, those that have the most of them."""
    wanted = _telling(query) or _words(query)
    ranked = []
    for topic in topics(language):
        for lesson in topic.lessons:
            places = _places(lesson, topic.title)
            worth = [_worth(word, places) for word in wanted]
            phrase = PHRASE * any(_has(words, wanted) for where, words in places if where >= ASKED)
            ranked.append((sum(map(bool, worth)), sum(worth) + phrase, lesson))
    most = max((count for count, _, _ in ranked), default=0)
    best = [entry for entry in ranked if entry[0] == most > 0]
    return [lesson for _, _, lesson in sorted(best, key=lambda entry: -entry[1])]


@cache
def _places(lesson: Lesson, topic: str) -> tuple[tuple[int, list[str]], ...]:
    texts = {TITLE: lesson.title, ASKED: lesson.asked, NOTE: lesson.note, TOPIC: topic, SOURCE: lesson.source}
    return tuple((worth, _telling(text)) for worth, text in texts.items())


def _worth(word: str, places: tuple[tuple[int, list[str]], ...]) -> int:
    """Return what the best place that has a word is worth, 0 if none has it; a word is found by its others with one stem."""
    stem = _ENDING.sub("", word)
    for worth, texts in places:
        if any(text == word or (len(stem) > SHORT and text.startswith(stem)) for text in texts):
            return worth
    return 0


def _has(words: list[str], phrase: list[str]) -> bool:
    return any(words[at : at + len(phrase)] == phrase for at in range(len(words)))


def _telling(text: str) -> list[str]:
    return [word for word in _words(text) if word not in _IDLE]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", re.sub("in[- ]place", "inplace", text.lower()))
