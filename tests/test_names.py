"""Names that are absent: what the namespaces say of PyTorch's names, and of names that nobody has."""

import pytest

from autograd_engine import program, torch


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("torch.vmap", "Autograd Studio does not have torch.vmap: loop, or index with a batch dimension"),
        (
            "torch.func.jacrev",
            "Autograd Studio does not have torch.func.jacrev: torch.autograd.functional.jacobian and hessian compute the same "
            "matrices",
        ),
        ("torch.nn.CrossMapLRN2d", "Autograd Studio does not have torch.nn.CrossMapLRN2d"),
        (
            "torch.ones(2).to_sparse()",
            "Autograd Studio does not have torch.Tensor.to_sparse: use dense tensors",
        ),
        ("torch.sumx", "module 'torch' has no attribute 'sumx'"),
        ("torch.nn.functional.relux", "module 'torch.nn.functional' has no attribute 'relux'"),
        ("torch.ones(2).sumx", "'Tensor' object has no attribute 'sumx'"),
    ],
)
def test_an_absent_name_is_explained(expression, message):
    with pytest.raises(AttributeError) as raised:
        eval(expression)
    assert str(raised.value) == message


def test_absent_names_can_be_asked_for():
    assert not hasattr(torch, "compile")
    assert not hasattr(torch.ones(2), "to_sparse")


def test_similar_names_are_suggested():
    with pytest.raises(AttributeError) as raised:
        _ = torch.linalg.invv
    assert (raised.value.name, raised.value.obj) == ("invv", torch.linalg)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "from torch.func import grad",
            "Autograd Studio does not have torch.func.grad: torch.autograd.grad gives the gradient of what a function returned",
        ),
        ("from torch import vmap", "Autograd Studio does not have torch.vmap: loop, or index with a batch dimension"),
    ],
)
def test_the_import_of_an_absent_name_is_explained(line, message):
    error = program.run(line).error
    assert (error["type"], error["message"]) == ("ImportError", message)
