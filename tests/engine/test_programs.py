"""Whole programs: on our engine they print, warn, fail and differentiate as PyTorch's record says.

tests/support/corpus.py lists the programs; tools/record/programs.py made the record.
"""

import json

import pytest

from ..support.corpus import PROGRAMS
from ..support.corpus import RECORDS as FOLDER
from ..support.program_record import check, fingerprint

RECORDS = {
    f"{path.stem}/{name}": record
    for path in FOLDER.glob("*.json")
    for name, record in json.loads(path.read_text(encoding="utf-8"))["programs"].items()
}


# They take hundreds of steps, each of which does what the first ones do.
LONG = {
    "optim_steps/train_two_layer_net",
    "tutorials/polynomial_by_hand",
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] if name in LONG else []) for name in sorted(PROGRAMS)]
)
def test_program(name: str):
    check(PROGRAMS[name], f"{name}.py", RECORDS[name])


def test_every_program_has_its_record_and_every_record_its_program():
    programs = {name: fingerprint(source) for name, source in PROGRAMS.items()}
    assert programs == {name: record["sha256"] for name, record in RECORDS.items()}


def test_the_records_are_of_the_version_we_claim():
    versions = {json.loads(path.read_text())["torch"] for path in FOLDER.glob("*.json")}
    assert versions == {"2.13.0+cpu"}
