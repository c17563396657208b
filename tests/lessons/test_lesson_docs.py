"""docs/lessons.md says what is read: its example holds, and its tables have each name, anchor and sign."""

import re
from pathlib import Path

from autograd_studio.lessons.anchors import BEFORE, SHAPES
from autograd_studio.lessons.checking import check
from autograd_studio.lessons.reading import OPTIONAL, REQUIRED

TEXT = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall("^````\n(.*?)^````$", TEXT, re.MULTILINE | re.DOTALL)


def rows(section):
    """Return the first cells of the tables of a section."""
    found = re.search(rf"^## {section}$(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    return re.findall(r"^\| (`.*?) \|", found[1], re.MULTILINE)


def test_the_example_holds():
    lesson, faults = check(EXAMPLE, ())
    assert faults == []
    assert [point.question is not None for point in lesson.points] == [False, False, True, True, True, False]
    assert [point.activity and point.activity.kind for point in lesson.points if point.activity] == ["drag", "tangent"]


def test_it_has_the_names_of_the_head():
    names = [f"`{name}`" for name in REQUIRED] + [f"`{name}` (optional)" for name in OPTIONAL]
    assert rows("The head") == names


def test_it_has_the_anchors():
    told = {
        re.sub(r"NAME|\bA\b|\bB\b|\bx(?=\.)|\b\d+\b", "{}", anchor)
        for cell in rows("Points")
        for anchor in re.findall("`(.*?)`", cell)
    }
    assert told == {BEFORE, *SHAPES}


def test_it_has_the_signs():
    assert {cell[1] for cell in rows("Questions")} == set("=!?-")
    assert [cell.split()[1] for cell in rows("Things to do")] == ["drag", "tangent"]
