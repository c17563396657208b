"""Count in docs/why.md what is found of each kind of mistake, and of sound programs: `python -m tools.reported`.

The programs are those of tests/why/: `reported/` retells faults that people reported in public, `mistakes/` were made for a
rule each, and `sound/` have none.
"""

import io
import re
from collections import Counter
from pathlib import Path

from autograd_engine.run import program
from autograd_studio.why.findings import findings

from .causes import put

PROGRAMS = Path(__file__).resolve().parents[1] / "tests" / "why"
HEAD = "| programs | kind | right | silent | wrong |\n| --- | --- | --- | --- | --- |\n"
_EXPECTED = re.compile(
    r"^# (?:=> (?P<kind>\w+)(?: (?P<line>\d+))?:|-> .* (?P<k>\w+) (?P<l>\d+|None) \w+$)", re.MULTILINE
)


def judged(path: Path) -> tuple[str, str]:
    """Return the kind that a program has to show, and whether its findings are "right", "silent" or "wrong".

    Right is a finding of the kind, or two things may explain the fault: one that names the expected line in its text.
    """
    source = path.read_text(encoding="utf-8")
    expected = _EXPECTED.search(source)
    kind, line = "clean", None
    if expected is not None:
        kind = expected["kind"] or expected["k"]
        line = expected["line"] or expected["l"]
    found = findings(program.run(source, stdout=io.StringIO()).trace)
    if kind == "clean":
        return kind, "wrong" if found else "right"
    if not found:
        return kind, "silent"
    alike = [one for one in found if one.kind == kind]
    is_named = any(str(one.line) == line or re.search(rf"\bline {line}\b", one.text, re.IGNORECASE) for one in alike)
    return kind, "right" if is_named else "wrong"


def table() -> str:
    """Return how many programs of each kind are right, silent or wrong, with the names of those that are not right."""
    rows = []
    for folder in ("reported", "mistakes", "sound"):
        counts: dict[str, Counter] = {}
        others: dict[tuple[str, str], list[str]] = {}
        for path in sorted((PROGRAMS / folder).glob("*.py")):
            kind, verdict = judged(path)
            counts.setdefault(kind, Counter())[verdict] += 1
            if verdict != "right":
                others.setdefault((kind, verdict), []).append(f"`{path.stem}`")
        for kind, count in sorted(counts.items()):
            cells = [str(count["right"])]
            for verdict in ("silent", "wrong"):
                names = f": {', '.join(others[kind, verdict])}" if (kind, verdict) in others else ""
                cells.append(f"{count[verdict]}{names}")
            rows.append(f"| {folder} | {kind} | {' | '.join(cells)} |\n")
    return HEAD + "".join(rows)


if __name__ == "__main__":
    put(HEAD, table())
