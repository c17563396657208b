"""A hosted server, and visitors without a browser."""

import sys

import pytest

from benchmarks.studio import Studio
from benchmarks.visitor import Visitor

from ..support.awaiting import awaited


@pytest.fixture(scope="package")
def studio():
    """A hosted server that no test ends."""
    if sys.platform != "linux":
        pytest.skip("hosted mode needs Linux")
    with Studio(AUTOGRAD_STUDIO_REPLY_SECONDS="1") as studio:
        yield studio


@pytest.fixture
def run(studio):
    """Return a function that runs programs as one visitor and returns what came of them, as the front end gets it."""

    def run(*sources, address=studio.address, meanwhile=None, cookie=""):
        async def visit():
            async with Visitor(address, cookie) as visitor:
                await visitor.open("lesson=fan-out")
                runs = []
                for source in sources:
                    runs.append(await visitor.run(source))
                    if meanwhile is not None:
                        meanwhile()
                return runs

        return awaited(visit())

    return run
