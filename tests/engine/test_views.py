"""Views and in-place writes: programs that print what PyTorch's record says they print."""

import json
import pathlib

import pytest

from autograd_engine import torch

from ..support.view_programs import programs, run

PROGRAMS = programs()
RECORD = json.loads((pathlib.Path(__file__).parents[1] / "records" / "views.json").read_text())


@pytest.mark.parametrize("title", PROGRAMS)
def test_program(title):
    assert run(PROGRAMS[title], torch) == RECORD["programs"][title]


def test_the_record_is_of_these_programs_and_of_the_version_we_claim():
    assert list(RECORD["programs"]) == list(PROGRAMS)
    assert RECORD["torch"] == torch.__version__
