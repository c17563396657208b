"""A server that is told to end: what runs is answered, nobody new is taken, and then it ends."""

import asyncio
import json
import signal
import urllib.error
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from autograd_studio.web.server.draining import PATIENCE, RESTART
from benchmarks.studio import Studio
from benchmarks.visitor import Visitor

from ..support.awaiting import awaited

pytestmark = pytest.mark.thorough

SLOW = "import time, torch\ntime.sleep(2)\nx = torch.tensor(3.0, requires_grad=True)\n(x * x).backward()\n"
LOOP = """import torch
w = torch.tensor(0.5, requires_grad=True)
for i in range(150):
    loss = (w * w - 1) ** 2
    w.grad = None
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
"""


@pytest.fixture
def ending():
    """A server of one's own, which the test tells to end."""
    with Studio() as studio:
        yield studio


async def cut(visitor):
    """Return with which code a visitor's connection is closed."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await visitor._socket.recv()
    return closed.value.rcvd.code


async def runs(studio):
    """Wait until a server runs a program."""
    while (await asyncio.to_thread(studio.metrics))["autograd_studio_running"] == 0:
        await asyncio.sleep(0.05)


def status_of(address):
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(address, timeout=10)
    with refused.value as answer:
        return answer.code


def test_what_runs_is_answered_and_everything_new_refused(ending):
    async def class_():
        async with Visitor(ending.address) as busy, Visitor(ending.address) as idle:
            await idle.open("lesson=fan-out")
            await busy.open("lesson=fan-out")
            run = asyncio.create_task(busy.run(SLOW))
            await runs(ending)
            ending.process.terminate()
            assert await cut(idle) == RESTART
            assert await asyncio.to_thread(status_of, ending.address) == 503
            assert await asyncio.to_thread(status_of, f"{ending.address}readyz") == 503
            with pytest.raises(InvalidStatus) as refused:
                await Visitor(ending.address).__aenter__()
            assert refused.value.response.status_code == 503
            found = await run
            assert found["program"] == SLOW and found["payload"]
            assert await cut(busy) == RESTART

    awaited(class_())
    assert ending.process.wait(PATIENCE) == -signal.SIGTERM


def test_a_long_loop_is_told_to_its_end(ending):
    async def visit():
        async with Visitor(ending.address) as visitor:
            await visitor.open("lesson=fan-out")
            found = []
            async for line in visitor.lines("run", program=LOOP):
                found.append(json.loads(line))
                if len(found) == 1:
                    ending.process.terminate()
            return found, await cut(visitor)

    found, code = awaited(visit())
    assert [one["is_whole"] for one in found] == [False, True] and found[1]["payload"]
    assert code == RESTART


def test_a_second_signal_ends_it_at_once(ending):
    async def visit():
        async with Visitor(ending.address) as visitor:
            await visitor.open("lesson=fan-out")
            run = asyncio.create_task(visitor.run(SLOW))
            await runs(ending)
            ending.process.terminate()
            await asyncio.sleep(0.2)
            ending.process.terminate()
            await cut(visitor)
            with pytest.raises((OSError, EOFError, IndexError, ValueError)):
                await run

    awaited(visit())
    assert ending.process.wait(PATIENCE) == -signal.SIGTERM
