"""In a page's interpreter all programs and all rows of the op table do what PyTorch's record says, but for a short list."""

import json

import pytest

from ..support.corpus import PROGRAMS, RECORDS, ROOT
from .differences import DIFFERENCES

pytestmark = pytest.mark.thorough

TOPICS = sorted({name.partition("/")[0] for name in PROGRAMS})
OPS = ROOT / "tests" / "records" / "ops"

CHECKS = '''
import json, traceback, warnings

def failed(check, *args):
    """Return how a check fails, "" if it does not."""
    try:
        check(*args)
    except BaseException:
        return traceback.format_exc()
    return ""
'''
PROGRAM = """
from tests.support import program_record
print(json.dumps(failed(program_record.check, *json.loads({given!r}))))
"""
ROWS = """
from op_table import all_rows
from tests.support import op_record
with warnings.catch_warnings(action="ignore"):
    records = json.loads({records!r})
    cases = {{f"{{row.id}} {{dtype}}": (row, dtype) for row in all_rows()[{family!r}] for dtype in row.dtypes}}
    print(json.dumps({{case: failed(op_record.check, *cases[case], records[case]) for case in cases}}))
"""


@pytest.fixture(scope="module")
def checking(guest):
    guest.turn(CHECKS)
    return guest


@pytest.mark.parametrize("topic", TOPICS)
def test_programs_do_what_the_record_says(checking, topic: str):
    records = json.loads((RECORDS / f"{topic}.json").read_text(encoding="utf-8"))["programs"]
    failures = {}
    for name, record in records.items():
        program = f"{topic}/{name}"
        if program in DIFFERENCES:
            there = DIFFERENCES[program]
            changed = {
                "stdout": there.lines_there(record["stdout"]),
                "warnings": there.warnings_there(record["warnings"]),
            }
            assert not changed.items() <= record.items(), f"{program}: the list says what the record says"
            record |= changed
        given = json.dumps([PROGRAMS[program], f"{program}.py", record])
        failure = json.loads(checking.turn(PROGRAM.format(given=given)))
        if failure:
            failures[program] = failure
    assert not failures, "\n".join(f"{program}: {failure}" for program, failure in failures.items())


@pytest.mark.parametrize("family", sorted(path.stem for path in OPS.glob("*.json")))
def test_the_op_table_agrees(checking, family: str):
    records = json.dumps(json.loads((OPS / f"{family}.json").read_text(encoding="utf-8"))["cases"])
    results = json.loads(checking.turn(ROWS.format(records=records, family=family)))
    failures = {case: failure for case, failure in results.items() if failure}
    assert results and not failures, "\n".join(f"{case}: {failure}" for case, failure in failures.items())


def test_the_list_names_programs_that_there_are():
    assert DIFFERENCES.keys() <= PROGRAMS.keys()
