"""Magnitudes: the table of gradients to take away, and that the page measures as it does."""

import csv
import io
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from autograd_engine.trace.schema import to_json
from autograd_engine.trace.values import summary
from autograd_studio.view.payload.document import value_entry
from autograd_studio.view.payload.magnitudes import magnitudes, measured, worker
from autograd_studio.view.payload.writing import written

from ..support.needed import needed
from ..support.pictures import traced
from ..trace.test_trace import whole

ROOT = Path(__file__).parents[2]
VANISHING = """import torch
torch.manual_seed(0)
net = torch.nn.Sequential(*[part for _ in range(8) for part in (torch.nn.Linear(4, 4), torch.nn.Sigmoid())])
x = torch.randn(2, 4)
for turn in range(2):
    net.zero_grad()
    loss = net(x).sum()
    loss.backward()
    for name, p in net.named_parameters():
        print(turn + 1, f"net.{name}", p.grad.norm().item())
"""
ARRAYS = [
    np.array([[3.0, -4.0], [0.0, 0.0]], np.float32),
    np.array([np.nan, np.inf, -7.0, 0.0], np.float32),
    np.zeros((0, 3), np.float32),
    np.array(-2.5, np.float64),
    np.full((20, 20), np.inf, np.float32),
]


def test_a_row_is_what_a_pass_brought_to_a_parameter():
    trace = traced(VANISHING)
    table = magnitudes(trace)
    printed = [line.split() for _, text in trace.stdout for line in text.splitlines() if line]
    assert len(printed) == 32
    for turn, name, norm in printed:
        (row,) = table[(table.iteration == int(turn)) & (table.name == name)].to_dict("records")
        assert row["norm"] == pytest.approx(float(norm), rel=1e-6)
        assert row["grad_fn"] == "AccumulateGrad" and row["run"] == int(turn)
    weights = table[(table.run == 1) & table.name.str.fullmatch(r"net\.\d+\.weight")].norm.tolist()
    assert weights == sorted(weights, reverse=True) and weights[-1] < weights[0] / 1000, "they vanish"


def test_what_a_hook_makes_of_a_gradient_counts():
    source = """import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
y.register_hook(lambda g: g * torch.tensor([0.0, 5.0]))
y.sum().backward()
"""
    rows = {row["name"]: row for row in magnitudes(traced(source)).to_dict("records")}
    assert (rows["y"]["norm"], rows["y"]["zeros"]) == (5.0, 1)
    assert (rows["x"]["norm"], rows["x"]["largest"], rows["x"]["elements"]) == (15.0, 15.0, 2)


def test_the_table_is_the_file():
    trace = traced(VANISHING)
    rows = list(csv.DictReader(io.StringIO(worker(to_json(trace)).decode())))
    table = magnitudes(trace)
    assert list(rows[0]) == list(table.columns) and len(rows) == len(table)
    assert [float(row["norm"]) for row in rows] == table.norm.tolist()


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_name_in_the_file_is_a_formula(sign):
    formula = f"{sign}HYPERLINK(A1)"
    trace = traced("import torch\nx = torch.tensor(-2.0, requires_grad=True)\n(x * x).backward()\n")
    for tensor in trace.tensors:
        tensor.names = [formula] if tensor.names else tensor.names
    for fn in trace.fns:
        fn.name = formula
    rows = list(csv.reader(io.StringIO(worker(to_json(trace)).decode(), newline="")))
    assert any(f"'{formula}" in row for row in rows)
    assert not [
        cell for row in rows for cell in row if cell.startswith(sign) and not cell[1:].replace(".", "").isdigit()
    ]


def test_a_program_without_a_pass_has_an_empty_table():
    table = magnitudes(traced("import torch\nx = torch.ones(2)\n"))
    assert table.empty and "norm" in table.columns


@pytest.mark.parametrize("describe", [whole, summary])
def test_a_summary_measures_as_the_elements_do(describe):
    found = [measured(describe(array)) for array in ARRAYS]
    wanted = [
        (4, 5, 4, 2, 0, 0),
        (4, 7, 7, 1, 1, 1),
        (0, 0, 0, 0, 0, 0),
        (1, 2.5, 2.5, 0, 0, 0),
        (400, 0, 0, 0, 0, 400),
    ]
    assert found == wanted


def test_the_page_measures_as_the_table_does():
    node = needed(shutil.which("node"), "node")
    values = [describe(array) for array in ARRAYS for describe in (whole, summary)]
    script = """import { measured } from "./autograd_studio/web/player/model/measures.js";
const all = JSON.parse(process.argv[1]).map(measured);
console.log(JSON.stringify(all.map(({ norm, largest, zeros, elements, odd }) => [elements, norm, largest, zeros, odd])));
"""
    given = written([value_entry(value) for value in values]).decode()
    run = subprocess.run(
        [node, "--input-type=module", "-e", script, given], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for value, (elements, norm, largest, zeros, odd) in zip(values, json.loads(run.stdout), strict=True):
        mine = measured(value)
        assert [elements, norm, largest, zeros] == pytest.approx(mine[:4])
        assert odd == ("NaN" if mine[4] else "Infinity" if mine[5] else None)
