"""A sandbox with the stand-in for the engine, with its lock and deliberately without."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
import stub_engine

from sandbox import Sandbox
from sandbox.client import Client
from sandbox.limits import HOSTED, HOSTED_CAPACITY, MIB

QUICK = replace(
    HOSTED, wall_seconds=5.0, cpu_seconds=0.5, grace_seconds=0.5, memory_bytes=96 * MIB, result_bytes=1 * MIB
)


class Unlocked(Sandbox):
    """A sandbox whose lock is deliberately left open, to see that the tests notice."""

    def _start(self, workers):
        return Client(workers, locked=False, reply_seconds=5.0)


def new_box(kind=Sandbox, mode="hosted", **options):
    defaults = {"limits": QUICK, "capacity": HOSTED_CAPACITY, "programs": stub_engine.WORKERS}
    defaults |= {"calls": stub_engine.CALLS, "check": stub_engine.check}
    return kind(mode, **(defaults | options))


@pytest.fixture(scope="session")
def box():
    """The sandbox as a hosted server has it, with short limits."""
    if not Path("/proc/sys/kernel/seccomp/actions_avail").exists():
        pytest.skip(f"the lock needs Linux with seccomp filters, and this is {sys.platform}")
    box = new_box()
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
