"""The checks of a custom Function: the report is PyTorch's own, and what is said about it is true."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograd_engine.run import program
from autograd_studio.catalogue import say
from autograd_studio.outline.outline import Asked
from autograd_studio.outline.reading import outline
from autograd_studio.web.forms.checks import check_program, read

from ..support.custom_ops import FUNCTIONS

RECORD = json.loads((Path(__file__).parents[1] / "records" / "checks.json").read_text(encoding="utf-8"))


def printed(form):
    source, mark = check_program(form, outline(Asked(custom_op=form)))
    out = io.StringIO()
    result = program.run(source, stdout=out, record=False)
    assert result.error is None, result.error["traceback"]
    return out.getvalue(), mark


def checks_of(name):
    return read(*printed(FUNCTIONS[name]))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_report_is_pytorchs(name):
    stdout, mark = printed(FUNCTIONS[name])
    (line,) = [line for line in stdout.splitlines() if line.startswith(mark)]
    report, record = json.loads(line.removeprefix(mark)), dict(RECORD["reports"][name])
    for ours, theirs in zip(report.pop("jacobians"), record.pop("jacobians"), strict=True):
        assert {k: v for k, v in ours.items() if k != "numeric"} == {k: v for k, v in theirs.items() if k != "numeric"}
        for our_row, their_row in zip(ours["numeric"], theirs["numeric"], strict=True):
            assert [float(n) for n in our_row] == pytest.approx(
                [float(n) for n in their_row], rel=1e-6, abs=1e-6, nan_ok=True
            )
    assert report == record


def test_the_record_is_of_the_version_we_claim():
    assert RECORD["torch"] == "2.13.0+cpu"
    assert RECORD["reports"].keys() == FUNCTIONS.keys()


def test_a_none_too_many_is_told():
    told = [finding.text for finding in checks_of("extra_none").findings]
    assert "backward returned 3 gradients for 1 argument: the extra ones are None, which is harmless." in told


@pytest.mark.parametrize(
    "name", ["MyReLU", "Exp, which saves its output", "two_inputs", "two_outputs", "matrix", "extra_none"]
)
def test_a_right_function_is_right(name):
    checks = checks_of(name)
    assert {finding.verdict for finding in checks.findings} == {"right"}
    assert checks.comparisons
    assert all(comparison.agrees for comparison in checks.comparisons)


@pytest.mark.parametrize(
    ("name", "verdict", "words"),
    [
        ("MyReLU without clone()", "wrong", say("web.checks.modified")),
        ("A wrong derivative", "wrong", "for argument 0 differs"),
        ("One gradient too few", "wrong", "returned 1 gradient, but forward takes 2 arguments"),
        ("wrong_shape", "wrong", "has shape (5,), but its input has shape (2,)"),
        ("returns_none", "wrong", "for argument 0 differs"),
        ("raises_in_backward", "wrong", "ValueError: no"),
        ("raises_in_forward", "wrong", "ValueError: no"),
        ("never_applied", "note", "never calls apply()"),
        ("never_backward", "note", "never runs this backward"),
        ("error_in_use", "wrong", "'nothing' is not defined"),
        ("gradient_for_a_number", "wrong", "Argument 1 is not a tensor; return None as its gradient."),
        ("too_large", "note", "too large for gradcheck"),
        ("infinite", "wrong", "for argument 0 differs"),
    ],
)
def test_what_is_wrong_is_said(name, verdict, words):
    assert any(finding.verdict == verdict and words in finding.text for finding in checks_of(name).findings)


def test_the_tables_of_a_wrong_derivative():
    (comparison,) = checks_of("A wrong derivative").comparisons
    assert comparison.analytic == [[2.0, 0.0], [0.0, 8.0]]
    assert comparison.numeric[1][1] == pytest.approx(12.0)
    assert comparison.difference[1][1] == pytest.approx(4.0)
    assert not comparison.agrees


GOOD = json.loads(json.dumps(RECORD["reports"]["two_inputs"]))


def test_only_the_marked_line_counts():
    assert read(f"checks nonsense\nm {json.dumps(GOOD)}\nmore", "m ").comparisons
    with pytest.raises(ValueError, match="did not get"):
        read("nothing", "m ")


@pytest.mark.parametrize(
    "changes",
    [
        {"calls": "1"}, {"calls": True}, {"error": 3}, {"arguments": None}, {"arguments": [["2"]]},
        {"backwards": [1]},
        {"backwards": [{"returned": [], "modified": [None]}]}, {"jacobians": [{}]},
        {"jacobians": [{"argument": 0, "too_large": False, "analytic": [[1.0]], "numeric": [[1.0, 2.0]]}]},
        {"jacobians": [{"argument": 0, "too_large": False, "analytic": [["1"]], "numeric": [[1.0]]}]},
        {"jacobians": [{"argument": 0, "too_large": False, "analytic": [[1.0] * 401], "numeric": [[1.0] * 401]}]},
        {"jacobians": [{"argument": 2, "too_large": True}]}, {"jacobians": [{"argument": -1, "too_large": True}]},
        {"jacobians": [{"argument": 0, "too_large": True}] * 101}, {"arguments": [[1]] * 101}, {"arguments": [[-1]]},
        {"arguments": [[2] * 60]}, {"arguments": [[1] * 101]}, {"error": ["x"]},
        {"backwards": [{"returned": [[1]] * 101, "modified": []}]}, {"backwards": [{"returned": [], "modified": [0] * 101}]},
    ],
)  # fmt: skip
def test_a_report_that_makes_no_sense_is_refused(changes):
    with pytest.raises(ValueError, match=r"report|size"):
        read(f"m {json.dumps({**GOOD, **changes})}", "m ")


def test_a_long_message_is_cut():
    (finding,) = (
        one for one in read(f"m {json.dumps({**GOOD, 'error': 'x' * 50_000})}", "m ").findings if "xxx" in one.text
    )
    assert len(finding.text) < 2100 and finding.text.endswith("…")


@pytest.mark.parametrize(
    "text", ["", "[]", "NaN", '{"calls": NaN}', "[" * 100_000, "1" * 10_000, f"[{'0,' * 300_000}0]"]
)
def test_a_line_that_is_no_report_is_refused(text):
    with pytest.raises(ValueError):
        read(f"m {text}", "m ")


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(GOOD)), inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from(list(GOOD)), _json))
def test_a_hostile_report_gives_checks_or_a_value_error(changes):
    try:
        checks = read(f"m {json.dumps({**GOOD, **changes})}", "m ")
    except ValueError:
        return
    assert all(isinstance(finding.text, str) for finding in checks.findings)
    assert all(comparison.agrees in (True, False) for comparison in checks.comparisons)
