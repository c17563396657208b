"""A sandbox with its lock, and one without."""

import sys
from pathlib import Path

import pytest

from .boxes import Unlocked, new_box


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
