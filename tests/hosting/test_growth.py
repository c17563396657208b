"""What sessions leave behind on a server; `benchmarks.soak` watches more of them."""

import asyncio
import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from autograd_studio.web.server.visit import GRACE
from benchmarks.growth import ALLOWED, risen
from benchmarks.studio import Studio
from benchmarks.visitor import Visitor

pytestmark = pytest.mark.thorough


def test_what_rises_is_told():
    flat = dict.fromkeys(ALLOWED, 100)
    assert not risen([flat] * 10)
    assert not risen([flat] + [flat | {"nodes": 120}] * 9)
    assert risen([flat | {"nodes": 100 + 10 * look} for look in range(10)]) == {"nodes": 60}
    assert risen([flat] * 7 + [flat | {"temporary files": 101}] * 3) == {"temporary files": 1}


@pytest.mark.skipif(sys.platform != "linux", reason="hosted mode needs Linux")
def test_a_crowd_beyond_the_limit_of_open_files_leaves_nothing_behind():
    """Those beyond are refused; who comes afterwards is served."""

    def allow_few_files():
        resource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))

    async def crowd(address):
        visitors = [Visitor(address) for _ in range(40)]
        entered = await asyncio.gather(*(visitor.__aenter__() for visitor in visitors), return_exceptions=True)
        inside.extend(visitor for visitor, entry in zip(visitors, entered, strict=True) if visitor is entry)
        assert {entry.response.status_code for entry in entered if isinstance(entry, InvalidStatus)} == {503}
        await asyncio.gather(*(visitor.__aexit__() for visitor in inside))
        await asyncio.sleep(GRACE + 1)
        async with Visitor(address) as late:
            await late.open()
            return (await late.run("import torch\nprint(torch.ones(2).sum())"))["payload"]

    inside = []
    with Studio(before=allow_few_files) as studio, ThreadPoolExecutor(1) as thread:
        files = Path(f"/proc/{studio.process.pid}/fd")
        before = len(list(files.iterdir()))
        payload = thread.submit(asyncio.run, crowd(studio.address)).result()
        assert len(inside) == 8
        assert "Too many open files" not in studio.log()
        assert payload
        assert len(list(files.iterdir())) < before + 10  # the last session is about to end
