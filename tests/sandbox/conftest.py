"""A sandbox with its lock, and one without."""

import sys
from pathlib import Path

import pytest

from .boxes import Unlocked, new_box, new_torch_box


@pytest.fixture(scope="session")
def box():
    """The sandbox as a hosted server has it, with short limits."""
    box = new_box()
    report = box.self_check()
    if not report.isolated and not Path("/proc/sys/kernel/seccomp").exists():
        pytest.skip(f"this kernel ({sys.platform}) has no seccomp filters: {report.failing}")
    yield box
    box.close()


@pytest.fixture(scope="session")
def unlocked():
    """The same without its lock."""
    if sys.platform != "linux":
        pytest.skip("the zygote needs Linux")
    box = new_box(Unlocked)
    yield box
    box.close()


@pytest.fixture(scope="session")
def torch_box(torch, box):
    """The sandbox that programs on PyTorch have on a hosted server, with short limits."""
    box = new_torch_box()
    yield box
    box.close()


@pytest.fixture(scope="session")
def unlocked_torch(torch, unlocked):
    """The same without its lock."""
    box = new_torch_box(Unlocked)
    yield box
    box.close()


@pytest.fixture(scope="session", params=["built-in", pytest.param("torch", marks=pytest.mark.torch)])
def engine(request):
    """Each of the engines whose programs run behind the lock."""
    return request.param


@pytest.fixture(scope="session")
def any_box(request, engine):
    """The sandbox of each engine."""
    return request.getfixturevalue("torch_box" if engine == "torch" else "box")


@pytest.fixture(scope="session")
def any_unlocked(request, engine):
    """The same without its lock."""
    return request.getfixturevalue("unlocked_torch" if engine == "torch" else "unlocked")
