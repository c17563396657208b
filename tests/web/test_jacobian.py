"""The Jacobian page's program and its answer: the matrix is PyTorch's, and what cannot be shown is said."""

import io
import json
from pathlib import Path

import pytest

from autograd_engine.run import program
from autograd_studio.outline.forms import Faulty
from autograd_studio.outline.outline import Asked
from autograd_studio.outline.reading import outline
from autograd_studio.web.forms.jacobian import EXAMPLE, MOST, Pair, jacobian_program, read

from ..support.jacobians import JACOBIANS

RECORD = json.loads((Path(__file__).parents[1] / "records" / "jacobians.json").read_text(encoding="utf-8"))


def jacobian(pair):
    source, mark = jacobian_program(pair, outline(Asked(pair.program)))
    out = io.StringIO()
    result = program.run(source, stdout=out, record=False)
    assert result.error is None, result.error["traceback"]
    return read(out.getvalue(), mark)


@pytest.mark.parametrize("name", JACOBIANS)
def test_the_matrix_is_pytorchs(name):
    setup, expression = JACOBIANS[name]
    found = jacobian(Pair(f"import torch\n{setup}\ny = {expression}\n", "y", "x"))
    expected = [[float(value) for value in row] for row in RECORD["jacobians"][name]]
    assert found.rows == [pytest.approx(row, rel=1e-5, abs=1e-6, nan_ok=True) for row in expected]


def test_the_record_is_of_the_version_we_claim():
    assert RECORD["torch"].startswith("2.13.0")
    assert RECORD["jacobians"].keys() == JACOBIANS.keys()


def test_the_graph_is_taken_before_a_backward_frees_it():
    assert jacobian(Pair(EXAMPLE.program + "y.sum().backward()\n", "y", "x")) == jacobian(EXAMPLE)


def test_a_line_says_where_the_pair_is_taken():
    text = "import torch\nx = torch.ones(2, requires_grad=True)\ny = 2 * x\ny = y * 5\n"
    assert jacobian(Pair(text, "y", "x")).rows == [[10.0, 0.0], [0.0, 10.0]]
    assert jacobian(Pair(text, "y", "x", 3)).rows == [[2.0, 0.0], [0.0, 2.0]]
    assert jacobian(Pair(text, "3 * x", "x", 2)).rows == [[3.0, 0.0], [0.0, 3.0]]


def test_a_large_matrix_is_cut():
    found = jacobian(Pair("import torch\nx = torch.ones(40, requires_grad=True)\ny = x * 2\n", "y", "x"))
    assert found.is_cut
    assert (len(found.rows), len(found.rows[0])) == (MOST, MOST)
    assert not jacobian(EXAMPLE).is_cut


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        (Pair("import torch\nx = 1\n", "x", "x"), "is not a tensor"),
        (Pair("import torch\nx = torch.ones(1)\n", "x", "x"), "does not require a gradient"),
        (Pair("import torch\n", "y", "x"), "NameError"),
        (Pair(EXAMPLE.program, "y", "a b"), "'a b' is not an expression"),
        (Pair(EXAMPLE.program, "", "x"), "'' is not an expression"),
        (Pair(EXAMPLE.program, "y", "x\0"), "is not an expression|null bytes"),
        (Pair(EXAMPLE.program, "y", "(" * 900), "is not an expression"),
        (Pair(EXAMPLE.program + "y.sum().backward()\n", "y", "x", 5), "second time"),
    ],
)
def test_what_has_no_matrix_says_why(pair, words):
    with pytest.raises(ValueError, match=words):
        jacobian(pair)


@pytest.mark.parametrize("pair", [Pair("x = (", "x", "x"), Pair("x = 1", "x", "x" * 1001), Pair("x = 1", "x", "x", -1)])
def test_a_faulty_form_gives_no_program(pair):
    with pytest.raises(Faulty):
        jacobian_program(pair, outline(Asked(pair.program)))


@pytest.mark.parametrize(
    "told",
    [
        "[]", "{}", '{"error": null, "output": [1], "target": [1], "rows": []}',
        '{"error": null, "output": [1], "target": [1], "rows": [["x"]]}',
        '{"error": null, "output": [-1], "target": [1], "rows": [[1]]}',
        '{"error": null, "output": [1.0], "target": [1], "rows": [[1]]}',
        '{"error": null, "output": [1], "target": [1], "rows": [[NaN]]}', "[" * 100_000,
    ],
)  # fmt: skip
def test_a_report_that_makes_no_sense_is_refused(told):
    with pytest.raises(ValueError):
        read(f"mark {told}\n", "mark ")
