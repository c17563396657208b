"""What a server and a page in a browser hold, looked at again and again while programs are run."""

import asyncio
import os
import re
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

from autograd_studio.web.server.visit import GRACE

from .studio import Studio
from .visitor import Visitor, remarks

Look = dict[str, float]

TOGETHER = 4  # sessions at the same time
REST = GRACE + 1.0  # seconds after which what has ended is gone

# By how much two looks at a server that stays the same may differ: a zygote is just being replaced, memory was
# not given back by an allocator, or waits for the next full garbage collection.
ALLOWED = {
    "descriptors": 6, "threads": 3, "processes": 2, "temporary files": 0, "server MiB": 32, "zygote MiB": 32,
    "documents": 0, "nodes": 30, "listeners": 5, "heap MiB": 1,
}  # fmt: skip

PROGRAM = "import torch\nx = torch.tensor({}.5, requires_grad=True)\n(x * x).backward()\n"
FAILING = "{} / 0"
ENDLESS = "number = {}\nwhile True:\n    pass"
LONG = "print('{:09d}' * 28_000)"  # 252,000 characters
FILLING = 270  # so many of them are more than a shelf keeps


def soak_server(runs: int, sessions: int, *, filling: int, looks: int) -> list[Look]:
    """Let sessions run programs on a server, and return the looks at it."""
    each = runs // sessions
    found = []
    settings = {"AUTOGRAD_STUDIO_RUNS_PER_MINUTE": str(each + 1)}
    with tempfile.TemporaryDirectory() as folder, Studio(TMPDIR=folder, **settings) as studio:
        asyncio.run(fill(studio.address, filling, each))
        for part in range(looks):
            numbers = range(part * sessions // looks, (part + 1) * sessions // looks)
            told = asyncio.run(visits(studio.address, numbers, each))
            time.sleep(REST)
            found.append(server(studio, Path(folder)))
            show(f"{numbers.stop} sessions, {len(studio.runs())} runs", found[-1], told)
    return found


async def fill(address: str, runs: int, each: int) -> None:
    """Fill the shelf with what so many programs print, `each` to a session."""
    for first in range(0, runs, each):
        async with Visitor(address) as visitor:
            await visitor.open()
            for number in range(first, min(first + each, runs)):
                await visitor.run(LONG.format(number))


async def visits(address: str, numbers: range, runs: int) -> Counter:
    """Let the visitors with these numbers come, some at a time, and return what they were told."""
    told: Counter = Counter()
    waiting = iter(numbers)

    async def come() -> None:
        for number in waiting:
            told.update(await visit(address, number, runs))

    await asyncio.gather(*(come() for _ in range(TOGETHER)))
    return told


async def visit(address: str, number: int, runs: int) -> list[str]:
    """Visit the studio for so many runs and return what was said of them; of four visitors three end in a way of their own."""
    told = []
    async with Visitor(address) as visitor:
        await visitor.open("lesson=fan-out")
        ending = number % 4
        program = FAILING if ending == 1 else PROGRAM
        for run in range(runs + 2 if ending == 2 else runs):  # two more are too many for a minute
            told += remarks(await visitor.run(program.format(1000 * number + run)))
        if ending == 3:
            with suppress(TimeoutError):
                await asyncio.wait_for(visitor.run(ENDLESS.format(number)), 0.5)  # it runs when its visitor leaves
    return told


def server(studio: Studio, folder: Path) -> Look:
    """Return what a server holds whose temporary files are in `folder`."""
    own, others = studio.process.pid, studio.family()[1:]
    return {
        "descriptors": len(os.listdir(f"/proc/{own}/fd")),
        "threads": len(os.listdir(f"/proc/{own}/task")),
        "processes": 1 + len(others),
        "temporary files": sum(1 for _ in folder.rglob("*")),
        "server MiB": studio.memory(own) / 2**20,
        "zygote MiB": max((studio.memory(one) for one in others), default=0) / 2**20,  # of the largest
    }


def soak_browser(page: Any, address: str, runs: int, *, looks: int) -> list[Look]:
    """Run programs in one session in a browser, on a `page` of Playwright's, and return the looks at it."""
    connection = page.context.new_cdp_session(page)
    connection.send("Performance.enable")
    page.set_default_timeout(60_000)
    page.goto(address)
    page.get_by_role("slider", name="Step", exact=True).wait_for()
    found = []
    for run in range(runs):
        page.get_by_role("textbox", name="Program", exact=True).click()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(PROGRAM.format(run))
        page.keyboard.press("ControlOrMeta+Enter")
        page.get_by_role("option", name=re.compile(rf"^x, leaf.*\b{run}\.5")).first.wait_for(state="attached")
        if (run + 1) * looks // runs > len(found):
            page.wait_for_timeout(1000)
            found.append(browser(connection))
            show(f"{run + 1} runs in one session", found[-1])
    return found


def browser(connection: Any) -> Look:
    """Return what a page holds once its garbage is collected."""
    for _ in range(2):
        connection.send("HeapProfiler.collectGarbage")
    metrics = {one["name"]: one["value"] for one in connection.send("Performance.getMetrics")["metrics"]}
    return {
        "documents": metrics["Documents"],
        "nodes": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
        "heap MiB": metrics["JSHeapUsedSize"] / 2**20,
    }


def risen(looks: list[Look]) -> dict[str, float]:
    """Return the lines that rise, and by how much: from the first third to the last."""
    third = len(looks) // 3
    first, last = looks[1 : third + 1], looks[-third:]
    growth = {name: median(look[name] for look in last) - median(look[name] for look in first) for name in looks[0]}
    return {name: more for name, more in growth.items() if more > ALLOWED[name]}


def show(place: str, look: Look, told: Counter | None = None) -> None:
    """Print a look, and what the visitors before it were told."""
    print(f"{place}:", ", ".join(f"{value:.0f} {name}" for name, value in look.items()))
    for text, times in (told or Counter()).most_common(3):
        print(f"      {times} × {text}")
    sys.stdout.flush()
