"""Findings: what is wrong with a gradient, as data, and the decorator of the functions that find it.

A rule is a function that looks for one cause. Its decorator names the cause and the lesson that teaches it; the catalogue says
what PyTorch does in general and what people do about it (`why.accumulates.rule`, `why.accumulates.remedy`):

    @finding("accumulates", lesson="forgotten-zero-grad")
    def accumulates(index: TraceIndex) -> Iterator[Finding]: ...

What a rule is asked about, besides the index of a run, is what its decorator says with `of`:

    "program"   nothing else; it yields all that it finds
    "error"     nothing else; it explains the error that ended the program
    "missing"   a `Gap`: a `.grad` that is None
    "zero"      a `Zero`: a node that made zeros of a gradient
    "arrival"   a `Zero` without a node: zeros that reached a tensor
    "odd"       a `Made`: what made NaN or infinity
    "cut"       a `Link` with a cut; it says in a sentence what leaves the graph there, with the lines that it states

The first rule that answers is right, in the order of `rules.ORDER`, and that is the order of importance as well.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from ..catalogue import say

_MOST_NAMES = 4  # in a heading

Kind = Literal["none", "zero", "nan", "inf", "error", "wrong", "cut"]
Subject = Literal["program", "error", "missing", "zero", "arrival", "odd", "cut"]
Evidence = dict[str, int | float | str]
Rule = TypeVar("Rule", bound=Callable[..., Any])

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Cause:
    """A cause: what PyTorch does in general (`rule`), what people do about it, and the lesson that teaches it."""

    rule: str
    remedy: str
    lesson: str | None = None


CAUSES: dict[str, Cause] = {}  # by their ids, in order of importance
RULES: dict[Subject, list[Callable[..., Any]]] = {}


def finding(cause: str, *, of: Subject = "program", lesson: str | None = None) -> Callable[[Rule], Rule]:
    """Register a function as what finds a cause. Where one function tells several apart, it has a decorator for each."""
    if cause in CAUSES:
        raise ValueError(f"two rules find {cause!r}")

    def register(find: Rule) -> Rule:
        CAUSES[cause] = Cause(say(f"why.{cause}.rule"), say(f"why.{cause}.remedy"), lesson)
        return explains(of)(find)

    return register


def explains(of: Subject) -> Callable[[Rule], Rule]:
    """Register a function that answers with the causes of other rules."""

    def register(find: Rule) -> Rule:
        if find not in RULES.setdefault(of, []):
            RULES[of].append(find)
        return find

    return register


def known(**facts: int | float | str | None) -> Evidence:
    """Return facts as evidence, without those that are not known."""
    return {name: fact for name, fact in facts.items() if fact is not None}


def first(of: Subject, *about: Any) -> Any:
    """Return the first answer that the rules for a subject have, None if none has one."""
    return next((found for rule in RULES[of] if (found := answer(rule, *about)) is not None), None)


def answer(rule: Callable[..., Any], *about: Any, **how: Any) -> Any:
    """Return what a rule says, None if it fails: the log has its name then, and the run and the other rules go on."""
    try:
        found = rule(*about, **how)
        return list(found) if isinstance(found, Iterator) else found
    except Exception:
        log.exception("the rule %s.%s failed and is left out", rule.__module__, rule.__qualname__)
        return None


@dataclass(frozen=True)
class Finding:
    """A mistake: whose gradient, what is wrong with it, the line and the id of the cause, and what happened (`told`).

    `names` are the variables that it holds for, the first of which `told` is about, and `evidence` are the numbers that it
    states. `fix` is the text of the program without the mistake, where that can be told; `advice` is what to do in this case,
    where that is more than what people do in general. `file` is the program's, where it is known.

    `tensor` is the state whose gradient it is, `at` the state that the cause made or changed, where there are such;
    `spoilt` is the result whose node computed with the changed numbers, if others did that than the one that changed them.
    `iteration` is that of the innermost loop, from 1, in which it shows first, where that is known. `step` is where it is
    seen, if that is not where the line runs first.
    """

    name: str
    kind: Kind
    line: int | None
    cause: str
    told: str
    tensor: int | None = None
    at: int | None = None
    evidence: Evidence = field(default_factory=dict)
    spoilt: int | None = None
    fix: str | None = None
    advice: str | None = None
    also: tuple[str, ...] = ()
    iteration: int | None = None
    step: int | None = None
    file: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The variables that it holds for."""
        return (self.name, *self.also)

    @property
    def entry(self) -> Cause:
        """The cause in general: its rule, what people do about it, and the lesson."""
        return CAUSES[self.cause]

    @property
    def lesson(self) -> str | None:
        """The lesson that teaches it."""
        return self.entry.lesson

    @property
    def remedy(self) -> str:
        """What to do about it."""
        return self.advice or self.entry.remedy

    @property
    def text(self) -> str:
        """All of it in sentences: what happened, the rule, what people do about it, and the lesson."""
        lesson = " " + say("why.finding.lesson", lesson=self.lesson) if self.lesson else ""
        return f"{self.told} {self.entry.rule} {self.remedy}{lesson}"

    @property
    def heading(self) -> str:
        """Whose gradient it is, what is wrong with it, and the cause: `w and b: nan (log_zero)`."""
        names = self.names
        if len(names) > _MOST_NAMES:
            names = self.name, say("why.finding.more", count=len(names) - 1)
        *before, last = names
        return f"{', '.join(before)}{' and ' if before else ''}{last}: {self.kind} ({self.cause})"

    def plain(self) -> dict[str, Any]:
        """Return the finding as the command prints it."""
        shown = ("name", "line", "iteration", "cause", "text", "kind", "names", "file", "evidence", "fix", "lesson")
        found = {name: getattr(self, name) for name in shown}
        return {"name": found.pop("name"), "what": self.kind, **found}
