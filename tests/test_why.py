"""Why: planted mistakes are named with their line, and sound programs have none."""

from pathlib import Path

import pytest

from autograd_engine.run import program
from autograd_engine.trace import from_plain
from autograd_engine.why.findings import findings

HERE = Path(__file__).parent / "why"
MISTAKES = sorted((HERE / "mistakes").glob("*.py"))
SOUND = sorted((HERE / "sound").glob("*.py"))


def found(source, name=None):
    return findings(from_plain(program.run(source).trace), name)


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_a_mistake_is_named_with_its_line(path):
    source = path.read_text(encoding="utf-8")
    expected = [line.removeprefix("# -> ") for line in source.splitlines() if line.startswith("# -> ")]
    assert expected
    assert [f"{one.name} {one.what} {one.line} {one.cause}" for one in found(source)] == expected


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_nothing_is_said_of_a_sound_program(path):
    assert found(path.read_text(encoding="utf-8")) == []
