"""The record of both engines on all programs: docs/agreement.md names each that differs, and no other."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from ..support.corpus import PROGRAMS

HERE = Path(__file__).parents[1]
RECORD = json.loads((HERE / "records" / "agreement.json").read_text(encoding="utf-8"))
PAGE = (HERE.parent / "docs" / "agreement.md").read_text(encoding="utf-8")
NAMES = sorted(PROGRAMS)


def test_every_difference_has_a_cause():
    rows = [row.split("|")[1] for row in PAGE.splitlines() if re.match(r"\| \w+/\w", row)]
    named = [name.strip() for row in rows for name in row.split(",")]
    assert sorted(named) == sorted(RECORD["differing"])
    assert set(named) <= set(NAMES)


def test_the_table_is_that_of_the_record():
    counts = Counter(respect for differing in RECORD["differing"].values() for respect in differing)
    table = dict(re.findall(r"^\| ([a-z ]+?) +\| (?:of )?(\d+) \|$", PAGE, re.MULTILINE))
    compared = int(table.pop("respect"))
    assert compared == RECORD["compared"]
    assert {respect: compared - int(count) for respect, count in table.items()} == {
        name: counts[name] for name in table
    }
    assert set(counts) <= set(table)


@pytest.mark.filterwarnings("ignore")
def test_a_sample_is_as_recorded(torch):
    if torch.__version__.split("+")[0] != RECORD["torch"].split("+")[0]:
        pytest.skip(f"the record is of PyTorch {RECORD['torch']}")
    from tools.compare_engines import compared

    sample = NAMES[::40]
    recorded = {name: RECORD["differing"][name] for name in sample if name in RECORD["differing"]}
    assert without_digits(dict(compared(sample))) == without_digits(recorded)


def without_digits(differing):
    """Return the respects without what is printed: its last digits are the processor's, and test_programs compares them."""
    left = {name: [respect for respect in respects if respect != "stdout"] for name, respects in differing.items()}
    return {name: respects for name, respects in left.items() if respects}
