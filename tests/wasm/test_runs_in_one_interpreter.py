"""In a page's interpreter, too, a run leaves nothing behind: tests/engine/test_runs_in_one_process.py asks it of all programs."""

import json

import pytest

from ..support.corpus import PROGRAMS

pytestmark = pytest.mark.thorough

TOPICS = ("distributions", "hooks", "nn_hooks", "random", "seeds", "subclasses", "warnings")
SOME = {name: source for name, source in sorted(PROGRAMS.items()) if name.partition("/")[0] in TOPICS}


def test_a_program_tells_the_same_after_others(guest):
    told = f"import json\nfrom tests.support.told import told_otherwise\nprint(json.dumps(told_otherwise({SOME!r})))"
    assert json.loads(guest.turn(told)) == []
