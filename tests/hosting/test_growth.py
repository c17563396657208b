"""A short form of benchmarks/soak.py: what sessions leave behind on a server."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks.growth import ALLOWED, risen, soak_server


def test_what_rises_is_told():
    flat = dict.fromkeys(ALLOWED, 100)
    assert not risen([flat] * 10)
    assert not risen([flat] + [flat | {"nodes": 120}] * 9)
    assert risen([flat | {"nodes": 100 + 10 * look} for look in range(10)]) == {"nodes": 60}
    assert risen([flat] * 7 + [flat | {"temporary files": 101}] * 3) == {"temporary files": 1}


@pytest.mark.skipif(sys.platform != "linux", reason="hosted mode needs Linux")
def test_sessions_leave_nothing_behind():
    """In a thread, since the browser tests may keep an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        looks = thread.submit(soak_server, runs=30, sessions=30, filling=0, looks=3).result()
    assert not risen(looks)
