"""docs/routes.md specifies the routes that there are, with the fields that they take and those that the runner knows."""

import re
from pathlib import Path

import pytest

from autograd_studio.outline.outline import Outline
from autograd_studio.web.routes import (
    ROUTES,
    asking,
    checking,
    comparing,
    immutable,
    nudging,
    opening,
    outlining,
    requests,
    saving,
)

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "routes.md").read_text(encoding="utf-8")
TYPES = (ROOT / "autograd_studio" / "web" / "runner" / "types.d.ts").read_text(encoding="utf-8")

COMMON = {"token", "foreign", "program", "engine", "middle"}
TAKEN = {
    "/run": requests.AskedOfRun, "/nudge": nudging.Wanted, "/ask": asking.Prompted, "/outline": outlining.Wanted,
    "/check": checking.Wanted, "/lesson": opening.Wanted, "/compare": comparing.Wanted, "/save": saving.Wanted,
}  # fmt: skip
TOLD = {
    "waiting": "Waiting", "unlocked": "Unlocked", "failed": "Failed", "run": "Run", "faults": "Faults", "checks": "Checks",
    "jacobian": "Jacobian", "marks": "Marks", "lesson": "OpenedLesson", "comparison": "Comparison", "uncompared": "Uncompared",
}  # fmt: skip


def section(heading):
    """Return what stands below a heading, up to the next one."""
    return re.split(r"^## ", TEXT.split(f"## {heading}\n")[1], flags=re.MULTILINE)[0]


def table(text, head):
    """Return the rows of the tables with this first column, each as its cells."""
    tables = re.findall(rf"^\| {head} .*\n\|[ |-]+\n((?:\|.*\n)+)", text, flags=re.MULTILINE)
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for part in tables for line in part.splitlines()
    ]


def names(cell):
    return re.findall(r"`(\w+)`", cell)


def fields_of_type(name):
    """Return the fields of an interface of the runner's types."""
    (body,) = re.findall(rf"^export interface {name}\b.*?\{{\n(.*?)^\}}", TYPES, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^  (\w+)\??:", body, flags=re.MULTILINE)


def test_every_route_has_its_section():
    paths = {route.path for route in ROUTES if not route.path.startswith("/{base")} - {"/studio/{name}"}
    assert paths == set(re.findall(r"^## `POST (/\w+)`", TEXT, re.MULTILINE)) == set(TAKEN)


@pytest.mark.parametrize("path", TAKEN)
def test_its_request_has_the_fields_of_its_section(path):
    request = table(
        section(f"`POST {path}`").partition("The answer is one object")[0].partition("| `run` |")[0], "field"
    )
    said = [name for row in request for name in names(row[0])]
    assert set(said) == set(TAKEN[path].__struct_fields__) - COMMON


def test_the_common_fields_are_those_of_a_run():
    assert [name for row in table(section("Requests"), "field") for name in names(row[0])] == [
        "token", "foreign", "program", "engine", "middle",
    ]  # fmt: skip
    assert set(requests.AskedOfRun.__struct_fields__) == COMMON
    about_a_run = [path for path, wanted in TAKEN.items() if issubclass(wanted, requests.AskedOfRun)]
    assert "The routes about one run, `/run`, `/nudge`, `/ask` and `/save`, have all five." in TEXT
    assert about_a_run == ["/run", "/nudge", "/ask", "/save"]


def test_each_line_has_the_fields_that_the_runner_knows():
    rows = {names(kind)[0]: names(fields) for kind, fields, _ in table(TEXT, "`kind`")}
    assert rows.keys() == TOLD.keys()
    for kind, fields in rows.items():
        assert ["kind", *fields] == fields_of_type(TOLD[kind]), kind


def test_a_run_and_an_outline_are_explained_field_by_field():
    run = [name for row in table(section("`POST /run`"), "field") for name in names(row[0])]
    assert ["kind", *run] == fields_of_type("Run")
    outline = section("`POST /outline`").partition("The answer is one object")[2]
    assert [name for row in table(outline, "field") for name in names(row[0])] == list(Outline.__dataclass_fields__)


def test_it_names_the_files_and_statuses():
    bare = {path.rpartition("/")[2] for path in immutable.paths().values()}
    for ending in ("js", "json"):
        files = {re.sub(r"-\w+\.", ".", name) for name in bare if name.endswith(ending)}
        assert files <= set(re.findall(rf"`(\w+\.{ending})`", section("`GET /studio/<name>-<digest>.<ending>`")))
    assert {"400", "403", "410", "413", "422", "429"} <= set(re.findall(r"\d{3}", section("Requests")))
