"""A graph of 10,000 nodes lives and dies in the stack of a browser, which is small: nothing goes through it by recursion."""

import io

import pytest

from autograd_engine.run import program

from ..support.deep_graphs import DEEP

pytestmark = pytest.mark.thorough

NODES = 10_000
RECORDED = (
    "a chain",
    "a chain of saved inputs",
    "with a graph of the gradient",
    "of a Function that keeps its input in ctx",
)

RUN = """
import io
from autograd_engine.run import program
from autograd_engine.trace.schema import TraceLimits
limits = TraceLimits(operations=10**6, steps=10**6)
printed = io.StringIO()
result = program.run({source!r}, stdout=printed, record={record}, trace_limits=limits)
print(printed.getvalue(), result.error and result.error["message"])
del result
"""


@pytest.mark.parametrize("kind", DEEP)
def test_it_runs_as_it_does_natively(guest, kind: str):
    source, printed = DEEP[kind].format(n=NODES), io.StringIO()
    result = program.run(source, stdout=printed, record=False)
    here = f"{printed.getvalue()} {result.error and result.error['message']}\n"
    assert guest.turn(RUN.format(source=source, record=False)) == here


@pytest.mark.parametrize("kind", RECORDED)
def test_it_is_recorded(guest, kind: str):
    assert guest.turn(RUN.format(source=DEEP[kind].format(n=NODES), record=True)) == "torch.Size([2])\n None\n"
