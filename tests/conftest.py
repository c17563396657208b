"""What holds for all tests.

The recording scripts import `tests` where there is no pytest, so __init__.py stays empty.
"""

import os

import hypothesis
import numpy as np
import pytest

pytest.register_assert_rewrite("tests.support.program_record")
# The engine divides by zero and overflows as PyTorch does, in silence.
np.seterr(all="ignore")
# How fast a machine is says nothing of a property.
hypothesis.settings.register_profile(
    "unhurried",
    parent=hypothesis.settings.default,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("unhurried")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: a test of the browser or of the sandbox waits for half of its time."""
    return (os.cpu_count() or 1) + 1
