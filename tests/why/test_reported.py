"""Reported faults: docs/why.md says how many of each kind are found, and that nothing is said of sound programs."""

import re
from pathlib import Path

import pytest

from tools.causes import PAGE
from tools.reported import PROGRAMS, judged, table

REPORTED = sorted((PROGRAMS / "reported").glob("*.py"))

# Those that are not found, and why.
OPEN = {
    "first_order_maml": "silent",  # may be meant: the verdict names the line, and says what is not there
    "graph_inside_forward": "wrong",  # its line is found, as the reason of a None
    "two_forwards_spectral": "wrong",  # the built-in engine has no torch.nn.utils.parametrizations
    "zero_weight_norm": "wrong",  # nor here
}


@pytest.mark.parametrize("path", REPORTED, ids=lambda path: path.stem)
def test_a_reported_fault_is_named_with_its_line(path):
    assert judged(path)[1] == OPEN.get(path.stem, "right")


@pytest.mark.thorough
def test_the_documentation_says_how_much_is_found():
    found = table()
    assert found in PAGE.read_text(encoding="utf-8"), "python -m tools.reported"
    sound = len(list(Path(PROGRAMS / "sound").glob("*.py")))
    assert re.search(rf"^\| sound \| clean \| {sound} \| 0 \| 0 \|$", found, re.MULTILINE)
