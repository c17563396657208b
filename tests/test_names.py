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
        ("torch.nn.quantized", "Autograd Studio does not have torch.nn.quantized: use floating point tensors"),
        ("torch.native_norm", "Autograd Studio does not have torch.native_norm: there is torch.norm"),
        (
            "torch.nn.LinearCrossEntropyLoss",
            "Autograd Studio does not have torch.nn.LinearCrossEntropyLoss: there is torch.nn.CrossEntropyLoss",
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("import torch.fft", "Autograd Studio does not have torch.fft: use two real tensors, one for each part"),
        (
            "import torch.distributed as dist",
            "Autograd Studio does not have torch.distributed: run the program in one process",
        ),
        ("import torch.nonsense", "No module named 'torch.nonsense'"),
    ],
)
def test_the_import_of_an_absent_module_is_explained(line, message):
    error = program.run(line).error
    assert (error["type"], error["message"]) == ("ModuleNotFoundError", message)


@pytest.mark.parametrize(
    ("device", "kind", "message"),
    [
        ("cuda", AssertionError, "Torch not compiled with CUDA enabled"),
        ("xpu", AssertionError, "Torch not compiled with XPU enabled"),
        ("mps", RuntimeError, "PyTorch is not linked with support for mps devices"),
    ],
)
def test_other_devices_fail_as_in_pytorch(device, kind, message):
    with pytest.raises(kind) as raised:
        torch.ones(2).to(device)
    assert str(raised.value) == message
