"""Printing, compared with PyTorch's record character for character."""

import json
import threading
from pathlib import Path

import numpy as np
import pytest

from autograd_engine.base import dtypes, printing

RECORD = json.loads((Path(__file__).parents[1] / "records" / "printing.json").read_text())
DTYPES = {dtype.name: dtype for dtype in dtypes.ALL}


@pytest.fixture(autouse=True)
def default_options():
    with printing.printoptions(profile="default"):
        yield


def text(case: dict) -> str:
    dtype = DTYPES[case["dtype"]]
    with np.errstate(over="ignore"):
        array = np.resize(np.array(case["values"]), case["shape"]).astype(dtype.numpy)
    given = {name: case[name] for name in ("requires_grad", "grad_fn", "prefix") if name in case}
    default_dtype = DTYPES[case.get("default_dtype", "float32")]
    with printing.printoptions(**case.get("options", {})):
        written = printing.tensor_text(array, dtype=dtype, default_dtype=default_dtype, **given)
    return printing.parameter_text(written) if case.get("parameter") else written


def test_every_recorded_tensor_is_printed_as_pytorch_prints_it():
    different = [case | {"ours": text(case)} for case in RECORD["cases"] if text(case) != case["text"]]
    assert different == []


def test_the_layout_in_memory_does_not_show():
    array = np.arange(12.0).reshape(3, 4)
    views = array[:, ::2], array.T[::2].T, np.asfortranarray(array)[:, ::2]
    assert len({printing.tensor_text(view, dtype=dtypes.float64) for view in views}) == 1


def test_options_left_out_keep_their_values_except_sci_mode():
    printing.set_printoptions(precision=2, sci_mode=True)
    printing.set_printoptions(edgeitems=5)
    expected = {"precision": 2, "threshold": 1000, "edgeitems": 5, "linewidth": 80, "sci_mode": None}
    assert printing.get_printoptions() == expected


def test_a_profile_sets_all_options_before_the_others():
    printing.set_printoptions(linewidth=200, threshold=7)
    printing.set_printoptions(profile="short", precision=6)
    expected = {"precision": 6, "threshold": 1000, "edgeitems": 2, "linewidth": 80, "sci_mode": None}
    assert printing.get_printoptions() == expected


def test_printoptions_ends_with_its_block_even_after_an_error():
    before = printing.get_printoptions()
    with pytest.raises(KeyError), printing.printoptions(precision=1, sci_mode=True):
        assert printing.get_printoptions() != before
        raise KeyError
    assert printing.get_printoptions() == before


def test_options_of_one_thread_do_not_reach_another():
    printing.set_printoptions(precision=9)
    seen = []
    thread = threading.Thread(target=lambda: seen.append(printing.get_printoptions()["precision"]))
    thread.start()
    thread.join()
    assert seen == [4]
