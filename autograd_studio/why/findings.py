"""Findings: what went wrong with the gradients of a program, read from its Trace."""

from __future__ import annotations

from dataclasses import replace

from autograd_engine.trace.schema import Trace

from ..catalogue import say
from . import numbers
from .cuts import Link, cuts_of
from .finding import RULES, Finding, answer
from .fixes.fixes import fix_of
from .index import Event, TraceIndex
from .rules.errors.failures import failures
from .rules.none.gaps import Gap
from .rules.none.missing import missing, why_none
from .rules.nonfinite import nonfinites, why_nonfinite
from .rules.untrained import left_out
from .rules.zeros import why_brought, why_zero, zeros

_MOST_ALIKE = 4  # names with the same cause in the same line that get a finding each


def findings(trace: Trace, name: str | None = None, file: str | None = None) -> list[Finding]:
    """Return what went wrong with the gradients of a program; with a `name`, what there is to say of that variable.

    `file` is where the program stands, if it is in one. A program without a mistake has no findings. docs/why.md has the
    rules and the causes.
    """
    why = Why(trace)
    found = why.all() if name is None else why.of_name(name)
    return [replace(one, file=file) for one in found]


class Why:
    """Answers why, for a whole program or for one of its tensors."""

    def __init__(self, trace: Trace) -> None:
        self.story = story = TraceIndex(trace)
        self.links = cuts_of(story)

    def all(self) -> list[Finding]:
        """Return the findings of the program, with the program as it would be without each where that is certain."""
        found = _merged(self._each(), _MOST_ALIKE)
        return [one if one.fix else replace(one, fix=answer(fix_of, self.story, one)) for one in found]

    def _each(self) -> list[Finding]:
        rules = [failures, *RULES["program"], missing, zeros, nonfinites]
        found = [one for rule in rules for one in answer(rule, self.story) or () if one is not None]
        wrong = {one.name for one in found if one.kind == "wrong"}
        is_lost = any(not numbers.is_finite(self.story.value(root)) for root in self.story.roots)  # then 0 says nothing
        return [one for one in found if one.kind != "zero" or not (is_lost or one.name in wrong)]

    def of_name(self, name: str) -> list[Finding]:
        """Return the findings about a variable; where the program has none, the reason for a gradient that is None or 0."""
        found = [one for one in self._each() if one.name == name]
        identities = [i for i in self.story.states if name in self.story.names(i)]
        if found or not identities:
            return found
        last = max(self.story.states[i][-1] for i in identities)
        explained = self.of_tensor(last) or answer(left_out, self.story, last)
        return [] if explained is None else [replace(explained, name=name)]

    def of_tensor(self, tensor: int) -> Finding | None:
        """Return why the gradient of a tensor's state is None, 0, NaN or infinite at the end; None if it is neither."""
        identity = self.story.trace.tensors[tensor].identity
        if not self.story.received(identity) and identity not in self.story.returned:
            return self.of_none(tensor)
        return answer(why_nonfinite, self.story, tensor) or answer(why_zero, self.story, tensor, is_asked=True)

    def of_none(self, tensor: int) -> Finding | None:
        """Return why a tensor has no gradient at the end; None if that cannot be told."""
        return answer(why_none, self.story, Gap(tensor))

    def of_event(self, tensor: int, event: Event) -> Finding | None:
        """Return why what one step brought to a tensor is 0, NaN or infinite; None if it is neither."""
        return answer(why_nonfinite, self.story, tensor, [event]) or answer(why_brought, self.story, tensor, event)

    def way(self, finding: Finding) -> list[Link]:
        """Return the links from the tensor of a finding to where a pass starts.

        They lead through what the cause spoilt or else the cause itself, if that is on the way. For a tensor outside of the
        graph they lead to it, from one that requires a gradient.
        """
        if finding.tensor is None:
            return []
        if not self.story.trace.tensors[finding.tensor].requires_grad:
            return self.links.origin(finding.tensor) or []
        roots = self.story.roots
        place = finding.at if finding.spoilt is None else finding.spoilt
        through = None if place is None else self.links.way(finding.tensor, {place})
        is_beside = finding.kind == "wrong" and any(
            link.cut for link in through or ()
        )  # as a mask leads into a backward
        if through is None or is_beside:
            return self.links.way(finding.tensor, roots) or []
        return through + (self.links.way(place, roots) or [])


def joined(found: list[Finding]) -> list[Finding]:
    """Return findings as a text has them: one for all variables with the same cause in the same line."""
    return _merged(found, 1)


def _merged(found: list[Finding], most: int) -> list[Finding]:
    """Return the findings; where more than `most` names have the same cause, the first speaks for all."""
    groups: dict[tuple, list[Finding]] = {}
    for one in found:
        groups.setdefault((one.kind, one.cause, one.line), []).append(one)
    merged = []
    for group in groups.values():
        if len(group) > most:
            names = ", ".join(one.name for one in group[1:9])
            more = "" if len(group) <= 9 else " " + say("why.finding.and_more", count=len(group) - 9)
            told = say("why.finding.alike", told=group[0].told, names=names, more=more)
            group = [replace(group[0], told=told, also=tuple(one.name for one in group[1:]))]
        merged += group
    return merged
