"""The Trace as data: bounded, faithful in JSON, with indices that point somewhere, and as docs/trace.md shows
it."""

import dataclasses
import io
import json
import re
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from autograd_engine.run import program
from autograd_engine.trace.decimals import shortest
from autograd_engine.trace.schema import (
    Edge,
    Fn,
    Operation,
    Step,
    StepKind,
    Tensor,
    Trace,
    TraceLimits,
    Value,
    from_json,
    plain,
    to_json,
)
from autograd_engine.trace.values import CORNER, Values, summary
from autograd_studio.sandbox.answer.references import check_references

DOCUMENT = (Path(__file__).parents[2] / "docs" / "trace.md").read_text(encoding="utf-8")
SPECIAL = {"NaN": np.nan, "Infinity": np.inf, "-Infinity": -np.inf}

FLOATS = st.sampled_from([np.float16, np.float32, np.float64])
CONTENTS = arrays.arrays(FLOATS, arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))


def whole(array):
    table: list[Value] = []
    values = Values(table, array.size)
    values.index(array)
    values.forget()
    return table[0]


@given(CONTENTS)
def test_every_number_comes_back_from_json(array):
    value = json.loads(json.dumps(plain(whole(array)), allow_nan=False))
    again = np.array([SPECIAL.get(x, x) for x in value["data"]], value["dtype"]).reshape(value["shape"])
    assert np.array_equal(again, array, equal_nan=True)


@given(st.integers(0, 2**32), st.sampled_from([1e-30, 1e-6, 1.0, 1e4, 1e7, 1e20]))
def test_float32_numbers_have_as_few_digits_as_numpy_finds(seed, scale):
    chance = np.random.default_rng(seed)
    found = [chance.standard_normal(200) * scale, np.round(chance.standard_normal(50), 3), np.arange(9.0), [-0.0, 0.1]]
    patterns = chance.integers(0, 2**32, 200, np.uint32).view(np.float32)
    array = np.concatenate([*found, 2.0 ** np.arange(-149, 128), patterns[np.isfinite(patterns)]]).astype(np.float32)
    assert list(map(str, shortest(array))) == [str(float(text)) for text in map(str, array)]


@given(arrays.arrays(FLOATS, arrays.array_shapes(min_dims=1, max_dims=3, max_side=20)), st.booleans())
def test_a_summary_describes_the_whole(array, transposed):
    array = array.T if transposed else array
    found = summary(array)
    finite = array[np.isfinite(array)].astype(np.float64)
    assert (found.stats["nan"], found.stats["inf"]) == (np.isnan(array).sum(), np.isinf(array).sum())
    assert found.stats["zeros"] == (array == 0).sum()
    assert found.corner == [min(n, CORNER) for n in array.shape[-2:]]
    if finite.size:
        edges = [SPECIAL.get(found.stats[key], found.stats[key]) for key in ("min", "max")]
        edges = np.array(edges, array.dtype)  # they are shown with as many digits as that needs
        assert edges.tolist() == pytest.approx([finite.min(), finite.max()], rel=1e-3)


def test_statistics_of_what_is_larger_than_a_chunk():
    array = np.arange(30_000, dtype=np.float32).reshape(150, 200)[:, ::2]
    found = summary(array).stats
    assert (found["min"], found["max"], found["zeros"]) == (0.0, 29998.0, 1)
    assert found["mean"] == pytest.approx(array.mean(dtype=np.float64))
    assert found["norm"] == pytest.approx(np.linalg.norm(array.astype(np.float64)), rel=1e-6)


def test_equal_contents_have_one_entry():
    table: list[Value] = []
    values = Values(table, 4)
    same = [
        np.ones(2, np.float32),
        np.ones(2, np.float32),
        np.ones(9, np.float32),
        np.ones((3, 3), np.float32).reshape(9),
    ]
    assert [values.index(array) for array in same] == [0, 0, 1, 1]
    assert values.index(np.ones(2)) == 2


def test_a_trace_survives_json():
    source = """
import torch
x = torch.tensor([float("nan"), float("inf"), -1.0], requires_grad=True)
big = torch.ones(100, 100)
y = (x.log() * 2).sum()
y.backward()
print("done")
"""
    result = program.run(source, stdout=io.StringIO())
    trace = result.trace
    data = to_json(trace)
    assert from_json(data) == msgspec.json.decode(data, type=Trace) == trace
    assert trace.values[0].data == ["NaN", "Infinity", -1.0]
    large = next(value for value in trace.values if value.corner)
    assert (large.shape, len(large.data), large.stats["mean"]) == ([100, 100], CORNER * CORNER, 1.0)


def test_limits_bound_what_is_kept_of_a_tensor():
    source = "import torch\nx = torch.ones(20)"
    limits = TraceLimits(elements=10)
    assert program.run(source, trace_limits=limits).trace.values[0].corner == [CORNER]
    assert program.run(source).trace.values[0].corner is None


def test_fields_that_say_nothing_are_left_out():
    assert plain(Step("end", 3)) == {"kind": "end", "line": 3}
    assert plain(Edge(None)) == {"to": None}


WRONG = [
    {"steps": [Step("op", op=0)]}, {"steps": [Step("run", fn=0)]}, {"steps": [Step("arrive", value=0)]},
    {"steps": [Step("backward", run=0)]}, {"steps": [Step("error", tensors=[0])]}, {"stdout": [(3, "")]},
    {"fns": [Fn("A", "op", edges=[Edge(4)])]}, {"ops": [Operation("a", [], [0])]},
    {"tensors": [Tensor(1, 0, "leaf", 0, True, 0)]}, {"values": [Value("float32", [2], [1.0])]},
    {"steps": [Step("write", changed=[[0, 0]])]},
    {"values": [Value("float32", [-1], [])]}, {"values": [Value("float32", [1] * 65, [1.0])]},
    {"values": [Value("float32", [1 << 63], [1.0], corner=[1])]},
]  # fmt: skip


@pytest.mark.parametrize("parts", WRONG)
def test_an_index_that_points_nowhere_is_found(parts):
    with pytest.raises(ValueError):
        check_references(Trace("", **parts))


def test_a_shape_is_not_multiplied_out_whatever_it_is():
    started = time.process_time()
    with pytest.raises(ValueError, match="such a shape"):
        check_references(Trace("", values=[Value("float32", [9] * 1_000_000, [])]))
    assert time.process_time() - started < 1


# ---- the document


def test_the_document_shows_what_its_example_gives():
    source = re.search(r"```python\n(.*?)```", DOCUMENT, re.S)[1]
    tables = re.search(r"gives these tables.*?```\n(.*?)```", DOCUMENT, re.S)[1]
    found = plain(program.run(source, stdout=io.StringIO()).trace)
    for name, shown in re.findall(r"^(\w+)\n((?:[ \d].*\n)+)", tables, re.M):
        entries = re.split(r"^ ?\d+ ", shown, flags=re.M)[1:]
        assert [json.loads(entry) for entry in entries] == found[name]


def test_the_document_has_every_kind_of_step_and_every_field():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", DOCUMENT, re.M))
    assert set(StepKind.__args__) <= set(rows)
    for kind in (Tensor, Operation, Fn, Edge, Step):
        for field in dataclasses.fields(kind):
            assert re.search(rf"\b{field.name}\b", DOCUMENT), f"{kind.__name__}.{field.name}"
