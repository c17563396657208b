"""The operator reference is what the registry and the op table say today."""

import json

import pytest

from tools.operator_examples import REFERENCE, entries


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")
def test_the_reference_is_up_to_date():
    assert json.loads(REFERENCE.read_text(encoding="utf-8")) == entries(), "python -m tools.operator_examples"
