"""What of a program's record is stable: the same under every setting of PyTorch that is tried."""

from collections.abc import Iterator

import numpy as np

from tests.support.agreement import FLOAT32, agree, spreads

from . import settings
from .execution import Unstable, observe, record

TEXTS = ("exit_status", "error", "warnings")


def records(sources: dict[str, str]) -> dict[str, dict]:
    """Return the records of programs by name, without those that are refused, which are printed."""
    found = settings.under(settings.CANONICAL, _recorded, sources)
    hooked = {name: one["backward"] is not None for name, one in found.items()}
    others = {setting: settings.under(setting, _observed, sources, hooked) for setting in settings.OTHERS}
    for name in list(found):
        try:
            found[name] = marked(found[name], {setting: seen[name] for setting, seen in others.items()})
        except Unstable as reason:
            print(f"refused: {name}: {reason}")
            del found[name]
    return found


def _recorded(sources: dict[str, str]) -> dict[str, dict]:
    found = {}
    for name, source in sources.items():
        try:
            found[name] = record(source, name)
        except (Unstable, RuntimeError) as reason:
            print(f"refused: {name}: {reason}", flush=True)
    return found


def _observed(sources: dict[str, str], hooked: dict[str, bool]) -> dict[str, dict]:
    return {name: observe(sources[name], name, hooked=hooks) for name, hooks in hooked.items()}


def summary(found: dict[str, dict]) -> str:
    """Say how many programs have unstable lines."""
    unstable = [one["unstable"] for one in found.values() if "unstable" in one]
    lines, wide = sum(map(len, unstable)), sum(spread > 0 for one in unstable for spread in one.values())
    share = f"{len(unstable)} of {len(found)} programs ({len(unstable) / len(found):.1%}) have unstable lines"
    return f"{share}: {lines} lines, {wide} of them beyond the tolerance"


def marked(record: dict, others: dict[str, dict]) -> dict:
    """Return the record, told what PyTorch did otherwise under other settings.

    "unstable" has the lines of stdout, counted from 1, that were printed differently, each with its spread: how far
    the numbers lie apart, or 0 if this is within the tolerance of tests/support/agreement.py. A node of "backward"
    has a "spread" if gradients lie further apart than that. Raises `Unstable` when anything but numbers differs.
    """
    unstable: dict[int, float] = {}
    lines = record["stdout"].split("\n")
    for setting, other in others.items():
        for key in TEXTS:
            if other[key] != record[key]:
                raise Unstable(f"another {key} under {setting}: {other[key]}")
        theirs = other["stdout"].split("\n")
        for line, spread in spreads(theirs, lines).items():
            unstable[line] = max(spread, unstable.get(line, 0))
        if not agree(theirs, lines, unstable):
            raise Unstable(f"another text under {setting}")
        if record["backward"] is not None:
            _mark_backward(record["backward"], other["backward"], setting)
    told = {"unstable": dict(sorted(unstable.items()))} if unstable else {}
    return {"sha256": record["sha256"], **told, **record}


def _mark_backward(passes: list[dict], others: list[dict], setting: str) -> None:
    if [_structure(one) for one in passes] != [_structure(other) for other in others]:
        raise Unstable(f"another backward under {setting}")
    for one, other in zip(passes, others, strict=True):
        for node, again in zip(one["nodes"], other["nodes"], strict=True):
            spread = max(_distances(node, again), default=0)
            if spread:
                node["spread"] = max(spread, node.get("spread", 0))


def _structure(backward: dict) -> list:
    return [
        backward["line"],
        *([node["node"], node.get("leaf"), *map(_shape, _gradients(node))] for node in backward["nodes"]),
    ]


def _gradients(node: dict) -> list:
    return [*node["received"], *node.get("produced", []), node.get("grad")]


def _shape(gradient: object) -> object:
    if isinstance(gradient, list):
        return [_shape(part) for part in gradient]
    return gradient["shape"] if isinstance(gradient, dict) else type(gradient).__name__


def _distances(node: dict, other: dict) -> Iterator[float]:
    """How far apart the elements of each gradient lie, where that is beyond the tolerance."""
    for pair in zip(_gradients(node), _gradients(other), strict=True):
        if pair[0] != pair[1]:
            one, another = map(_elements, pair)
            finite = np.isfinite(one) & np.isfinite(another)
            distance = np.abs(one[finite] - another[finite]).max(initial=0)
            if distance > FLOAT32 * np.abs(one)[finite].max(initial=0):
                yield float(distance)


def _elements(gradient: object) -> np.ndarray:
    sums = [gradient["sum"], gradient["abs_sum"]] if isinstance(gradient, dict) else gradient
    return np.asarray(sums, float)
