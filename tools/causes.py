"""Write the table of causes in docs/why.md from the findings' own decorators: `python -m tools.causes`."""

from pathlib import Path

from autograd_studio.why import rules  # noqa: F401, whose decorators fill CAUSES
from autograd_studio.why.finding import CAUSES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "why.md"
HEAD = "| cause | rule | what people do | lesson |\n| --- | --- | --- | --- |\n"


def table() -> str:
    """Return a row for each cause, in order of importance."""
    rows = (f"| `{key}` | {one.rule} | {one.remedy} | {one.lesson or ''} |\n" for key, one in CAUSES.items())
    return HEAD + "".join(row.replace("|  |", "| |") for row in rows)


def put(head: str, table: str) -> None:
    """Replace the table of the page that has a head."""
    before, found, after = PAGE.read_text(encoding="utf-8").partition(head)
    rest = after.splitlines(keepends=True)
    while rest and rest[0].startswith("| "):
        rest.pop(0)
    assert found, f"{PAGE} has no table with this head: {head}"
    PAGE.write_text(before + table + "".join(rest), encoding="utf-8")


if __name__ == "__main__":
    put(HEAD, table())
