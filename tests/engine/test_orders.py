"""Sums agree with PyTorch to the last bit, and of equal elements the same are taken."""

import json
import pathlib

from autograd_engine import torch

from ..support.order_table import calls, evaluate

RECORD = json.loads((pathlib.Path(__file__).parents[1] / "records" / "orders.json").read_text())


def test_the_order_is_that_of_pytorch():
    found = {call: evaluate(call, torch) for call in calls()}
    assert {call: text for call, text in found.items() if text != RECORD["calls"][call]} == {}


def test_the_record_is_of_these_calls_and_of_the_version_we_claim():
    assert list(RECORD["calls"]) == calls()
    assert RECORD["torch"] == torch.__version__
