"""The first visitors of a fresh server: they find everything ready, and end no process."""

import asyncio
import json
import subprocess
import sys
import urllib.request

import pytest

from autograd_studio.web.places import PLACES
from benchmarks.studio import ROOT, Studio
from benchmarks.visitor import Visitor

from ..support.awaiting import awaited
from .first_visitors import NUDGE, PROGRAMS, THREADS

# What is asked of each route.
ASKED = {
    "nudge": lambda program: {**program, "nudge": NUDGE},
    "ask": lambda program: {**program, "expression": "x", "step": 1},
    "outline": lambda program: {"text": program["program"]},
    "check": lambda program: {"jacobian": {**program, "output": "x * 2", "input": "x"}},
    "compare": lambda program: {"left": program["program"], "right": PROGRAMS[1]},
    "save": lambda program: {**program, "kind": "html"},
}


def test_a_first_visitor_has_nothing_imported():
    """All pages, a run, a nudge and a prompt: in threads at the same time, imports and what they compile can end a server."""
    if sys.platform != "linux":
        pytest.skip("hosted mode needs Linux")

    async def visit(studio):
        async with Visitor(studio.address) as visitor:
            await visitor.open("lesson=fan-out")
            assert (await visitor.run(PROGRAMS[0]))["payload"]
            program = {"program": PROGRAMS[0]}
            for path, wish in ASKED.items():
                assert [line async for line in visitor.lines(path, **wish(program))], path
        for page in PLACES:
            async with Visitor(studio.address) as visitor:
                await asyncio.wait_for(visitor.open("", page=page), 30)

    def modules(studio):
        with urllib.request.urlopen(studio.address + "modules", timeout=20) as answer:
            return set(json.load(answer))

    with Studio(script="tests/hosting/listing_server.py") as studio:
        before = modules(studio)
        awaited(visit(studio))
        assert modules(studio) - before == set()


@pytest.mark.thorough
def test_twenty_fresh_servers_outlive_eight_visitors_at_once():
    for _ in range(20):
        command = [sys.executable, "-m", "tests.hosting.first_visitors"]
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
        assert (found.returncode, found.stdout) == (0, f"{THREADS}\n"), found.stderr[-2000:]
