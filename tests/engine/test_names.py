"""Names that are absent: what the namespaces say of PyTorch's names, and of names that nobody has."""

import pytest

from autograd_engine import torch
from autograd_engine.run import program


def absent(name: str, advice: str = "") -> str:
    """What is said of a name that PyTorch has and this package does not."""
    return f"Autograd Studio does not have torch.{name} (real PyTorch does){advice and ': '}{advice}"


LINEARIZE = "torch.autograd.functional.vjp computes the same product"


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("torch.vmap", absent("vmap", "loop, or index with a batch dimension")),
        ("torch.func.linearize", absent("func.linearize", LINEARIZE)),
        ("torch.nn.CrossMapLRN2d", absent("nn.CrossMapLRN2d")),
        ("torch.special.bessel_j0", absent("special.bessel_j0")),
        (
            "torch.distributions.transforms.ReshapeTransform",
            absent("distributions.transforms.ReshapeTransform"),
        ),
        (
            "torch.distributions.LogNormal",
            absent(
                "distributions.LogNormal",
                "TransformedDistribution(Normal(loc, scale), ExpTransform()) is the same distribution",
            ),
        ),
        ("torch.xpu", absent("xpu", "there is only the CPU")),
        ("torch.cuda.Stream", absent("cuda.Stream", "there is only the CPU")),
        ("torch.testing.assert_allclose", absent("testing.assert_allclose", "there is torch.testing.assert_close")),
        ("torch.utils.data.StackDataset", absent("utils.data.StackDataset")),
        ("torch.nn.init.sparse_", absent("nn.init.sparse_", "set elements to 0 after torch.nn.init.normal_")),
        (
            "torch.backends.cuda.enable_math_sdp",
            absent("backends.cuda.enable_math_sdp", "torch.nn.attention.sdpa_kernel chooses how attention is computed"),
        ),
        (
            "torch.serialization.safe_globals",
            absent("serialization.safe_globals"),
        ),
        ("torch.nn.NLLLoss2d", absent("nn.NLLLoss2d", "there is torch.nn.NLLLoss")),
        ("torch.masked", absent("masked")),
        ("torch.ones(2).to_sparse()", absent("Tensor.to_sparse", "use dense tensors")),
        ("torch.nn.quantized", absent("nn.quantized", "use floating point tensors")),
        ("torch.native_norm", absent("native_norm", "there is torch.norm")),
        ("torch.nn.LinearCrossEntropyLoss", absent("nn.LinearCrossEntropyLoss", "there is torch.nn.CrossEntropyLoss")),
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
    assert not hasattr(torch, "vmap")
    assert not hasattr(torch.ones(2), "to_sparse")


def test_similar_names_are_suggested():
    with pytest.raises(AttributeError) as raised:
        _ = torch.linalg.invv
    assert (raised.value.name, raised.value.obj) == ("invv", torch.linalg)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("from torch.func import linearize", absent("func.linearize", LINEARIZE)),
        ("from torch import vmap", absent("vmap", "loop, or index with a batch dimension")),
        ("from torch.distributions import Normal, Poisson", absent("distributions.Poisson")),
        ("from torch.nn.utils import prune", absent("nn.utils.prune")),
    ],
)
def test_the_import_of_an_absent_name_is_explained(line, message):
    error = program.run(line).error
    assert (error["type"], error["message"]) == ("ImportError", message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("import torch.fft", absent("fft", "use two real tensors, one for each part")),
        ("import torch.distributed as dist", absent("distributed", "run the program in one process")),
        ("import torch.nn.utils.prune as prune", absent("nn.utils.prune")),
        ("from torch.masked import mean", absent("masked")),
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


def test_what_a_function_lacks_is_said_with_what_has_it():
    with pytest.raises(NotImplementedError, match="does not have interpolate with antialias .real PyTorch does."):
        torch.nn.functional.interpolate(torch.ones(1, 1, 4, 4), 2, mode="bilinear", antialias=True)


def test_what_a_divergence_lacks_is_said_with_what_has_it():
    normal, laplace = torch.distributions.Normal(0.0, 1.0), torch.distributions.Laplace(0.0, 1.0)
    with pytest.raises(
        NotImplementedError, match="does not have KL.* for p type Normal and q type Laplace .real PyTorch does."
    ):
        torch.distributions.kl_divergence(normal, laplace)
    with pytest.raises(NotImplementedError, match="^No KL.* is implemented for p type Normal and q type Bernoulli$"):
        torch.distributions.kl_divergence(normal, torch.distributions.Bernoulli(0.5))


WORKERS = """
import random
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset

class Mapped(Dataset):
    def __len__(self):
        return 3
    def __getitem__(self, i):
        return draw()

class Stream(IterableDataset):
    def __iter__(self):
        return iter(range(3))

draw = lambda: 1
"""


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("list(DataLoader(Stream(), num_workers=2))", "read an IterableDataset"),
        ("draw = random.random; list(DataLoader(Mapped(), num_workers=2))", "draw random numbers"),
        ("draw = np.random.rand; list(DataLoader(Mapped(), num_workers=2))", "draw random numbers"),
        ("draw = lambda: torch.rand(2); list(DataLoader(Mapped(), num_workers=2))", "draw random numbers"),
    ],
)
def test_what_workers_would_do_otherwise_is_refused(line, what):
    error = program.run(WORKERS + line).error
    said = f"Autograd Studio does not have workers that {what} (real PyTorch does)"
    assert (error["type"], error["message"].partition(":")[0]) == ("NotImplementedError", said)


def test_workers_that_draw_nothing_read_what_the_process_reads():
    assert program.run(WORKERS + "assert len(list(DataLoader(Mapped(), num_workers=2))) == 3").error is None
