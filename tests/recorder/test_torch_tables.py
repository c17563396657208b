"""What the recorder knows of tensors keeps none alive, and recording leaves how garbage is looked for as it was."""

import gc
import io

import pytest
import torch

from autograd_studio.torch_recorder import program
from autograd_studio.torch_recorder.tables import ByTensor

pytestmark = pytest.mark.torch


def test_tensors_are_known_by_identity_as_long_as_they_live():
    table, one, other = ByTensor(), torch.ones(2), torch.ones(2)
    table[one], table[other] = 1, 2
    table[one] = 3
    assert (table[one], table.get(other), table.get(torch.ones(2)), table.get(None)) == (3, 2, None, None)
    assert one in table and torch.ones(2) not in table
    assert [value for _, value in table.items()] == [3, 2]
    del one
    assert [tensor is other for tensor in table] == [True]
    assert (table.pop(other), table.pop(other, 5), list(table)) == (2, 5, [])
    with pytest.raises(KeyError):
        table[other]


def test_a_gradient_that_pytorch_alone_has_held_is_still_known():
    table, w = ByTensor(), torch.ones(2, requires_grad=True)
    (w * 2).sum().backward()
    table[w.grad] = 1
    gc.collect()
    assert table[w.grad] == 1
    (tensor,) = table
    assert tensor is w.grad
    w.grad = tensor = None
    assert list(table) == []


def test_what_is_there_before_a_recording_is_not_searched_for_garbage():
    source = "import gc\nprint(gc.get_freeze_count() > 0)\n"
    out = io.StringIO()
    program.run(source, stdout=out)
    assert (out.getvalue(), gc.get_freeze_count()) == ("True\n", 0)
    gc.freeze()
    try:
        with program.frozen():
            pass
        assert gc.get_freeze_count() > 0  # who froze it says when it ends
    finally:
        gc.unfreeze()
