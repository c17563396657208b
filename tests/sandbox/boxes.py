"""Sandboxes for the tests: with short limits and a stand-in for the engine, locked or deliberately not."""

from dataclasses import replace

from autograd_studio.sandbox import Sandbox
from autograd_studio.sandbox.child.workers import LOCKED_TORCH_PROGRAMS
from autograd_studio.sandbox.limits import HOSTED, HOSTED_CAPACITY, MIB
from autograd_studio.sandbox.processes.client import Client
from autograd_studio.sandbox.sandbox import check_trace

from . import stub_engine

QUICK = replace(
    HOSTED, wall_seconds=5.0, cpu_seconds=0.5, grace_seconds=0.5, memory_bytes=96 * MIB, result_bytes=1 * MIB
)


class Unlocked(Sandbox):
    """A sandbox whose lock is deliberately left open, to see that the tests notice."""

    def _start(self, workers, modules=frozenset()):
        return Client(workers, locked=False, reply_seconds=5.0, modules=modules)


def new_box(kind=Sandbox, mode="hosted", **options):
    defaults = {"limits": QUICK, "capacity": HOSTED_CAPACITY, "programs": stub_engine.WORKERS}
    defaults |= {"calls": stub_engine.CALLS, "check": stub_engine.check, "lent": ()}
    return kind(mode, **(defaults | options))


def new_torch_box(kind=Sandbox, **options):
    """Return a sandbox whose programs run on PyTorch, from its zygote. To fill its memory takes PyTorch longer."""
    options = {"limits": replace(QUICK, cpu_seconds=2.0), **options}
    return new_box(kind, programs=LOCKED_TORCH_PROGRAMS, check=check_trace, **options)
