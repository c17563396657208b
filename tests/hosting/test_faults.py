"""Processes that die or hang, a full disk, a clock that jumps, garbage: no visitor loses a program."""

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import closing, suppress

import pytest
from websockets.exceptions import InvalidStatus

from autograd_studio import sandbox
from autograd_studio.answering.request import Request
from autograd_studio.sandbox import RateLimited, Sandbox
from benchmarks.studio import Studio, fill_disk
from benchmarks.visitor import Visitor, remarks

from ..support.awaiting import awaited
from ..support.ordinary import become_ordinary

pytestmark = pytest.mark.thorough

SMALL = "import torch\nx = torch.tensor({}., requires_grad=True)\n(x * x).backward()\n"


def wait_until(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.5)


def kill(pid, kind):
    with suppress(ProcessLookupError):
        os.kill(pid, kind)


def kill_children(studio):
    for pid in studio.family()[1:]:
        kill(pid, signal.SIGKILL)


LONG = """
import torch
w = torch.tensor({}, requires_grad=True)
for i in range(150):
    loss = (w * w - 1) ** 2
    w.grad = None
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
"""


def test_the_rest_of_a_long_loop_follows_its_beginning(studio):
    """While zygotes are killed, too; the program is written once, and is counted once as a run."""

    async def visit(number):
        async with Visitor(studio.address) as visitor:
            await visitor.open("lesson=fan-out")
            runs = []
            async for line in visitor.lines("run", program=LONG.format(number)):
                if (told := json.loads(line))["kind"] != "waiting":
                    runs.append(told)
                    kill_children(studio)
            return runs

    beginning, whole = awaited(visit(0.5))
    assert not beginning["is_whole"] and beginning["payload"]
    assert whole["is_whole"] and len(whole["payload"]["steps"]) > len(beginning["payload"]["steps"])
    assert whole["message"] is None


def test_processes_killed_again_and_again_lose_no_program(studio, run):
    """Zygotes at work, zygotes that start, and what they have forked."""
    killers = []

    def meanwhile():
        for killer in killers:
            killer.join()  # no run meets more than two, which is as often as one is repeated
        for delay in (0.02, 0.3):
            killers.append(threading.Timer(delay, kill_children, [studio]))
            killers[-1].start()

    found = run(*map(SMALL.format, range(5)), meanwhile=meanwhile)
    for killer in killers:
        killer.join()
    assert not [remarks(one) for one in found if remarks(one)]
    assert len({one["payload"]["id"] for one in found}) == 5


def test_zygotes_that_hang_are_replaced(studio, run):
    for zygote in studio.zygotes():
        kill(zygote, signal.SIGSTOP)
    began = time.monotonic()
    (found,) = run(SMALL.format(50))
    assert found["payload"] and not remarks(found)
    assert time.monotonic() - began < 20


def test_a_full_disk_is_not_noticed(run):
    with Studio(before=fill_disk) as full:
        (found,) = run(SMALL.format(60), address=full.address)
        assert readiness(full) == (200, "")
    assert found["payload"] and not remarks(found)


# ---- what the server says of itself


def readiness(studio):
    """Return the status of /readyz and what it says fails."""
    try:
        with urllib.request.urlopen(studio.address + "readyz", timeout=30) as answer:
            return answer.status, json.load(answer)["failing"]
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["failing"]


@pytest.fixture
def unprivileged(tmp_path):
    """A hosted server of an ordinary user."""
    with Studio(before=become_ordinary, HOME=str(tmp_path)) as studio:
        yield studio


MANY = 1000


def allow_processes(studio, number):
    """Let the zygotes of a server start no more processes than so many of their user's; that user may say so."""
    code = "import resource, sys; n, most, *pids = map(int, sys.argv[1:])\n"
    code += "for pid in pids: resource.prlimit(pid, resource.RLIMIT_NPROC, (n, most))"
    command = [sys.executable, "-c", code, number, MANY, *studio.zygotes()]
    subprocess.run(list(map(str, command)), preexec_fn=become_ordinary, check=True)


def test_a_server_that_can_start_no_process_is_not_ready_until_it_can_again(unprivileged, run):
    assert readiness(unprivileged) == (200, "")
    allow_processes(unprivileged, 1)
    first, *others = map(remarks, run(*map(SMALL.format, range(4)), address=unprivileged.address))
    unable = ["Programs cannot be run on this server at the moment."]
    assert first in ([], unable)  # a process for it may have been forked before
    assert others == [unable] * 3
    status, failing = readiness(unprivileged)
    assert (status, failing.startswith("run: ")) == (503, True), failing
    assert "temporarily unavailable" in failing
    allow_processes(unprivileged, MANY)
    wait_until(lambda: readiness(unprivileged) == (200, ""))


def test_a_crowd_beyond_the_open_files_leaves_those_who_are_in_their_runs():
    """61 visitors of a server that may have 256 files open: 21 come in, and each of their programs runs."""

    async def visit(address, number):
        try:
            async with Visitor(address) as visitor:
                await visitor.open("lesson=fan-out")
                entered.append(number)
                while len(entered) + len(refused) < 61:
                    await asyncio.sleep(0.05)
                found = await visitor.run(SMALL.format(number))
                told.append(await asyncio.to_thread(readiness, studio))
                return found["payload"], remarks(found)
        except InvalidStatus as error:
            refused.append(error.response.status_code)

    async def crowd(address):
        return await asyncio.gather(*(visit(address, number) for number in range(61)))

    entered, refused, told = [], [], []
    with Studio(before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))) as studio:
        found = [one for one in awaited(crowd(studio.address)) if one is not None]
        assert (len(found), refused) == (21, [503] * 40)
        assert all(payload and not said for payload, said in found)
        assert set(told) == {(200, "")}
        assert "Too many open files" not in studio.log()


def test_idle_connections_beyond_the_open_files_leave_those_who_are_in_their_runs():
    """400 connections say nothing, and come again whenever they are closed, to a server that may have 256 files open."""

    async def hold(port):
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                with closing(writer):
                    await reader.read()
            await asyncio.sleep(0.5)

    async def visit():
        async with Visitor(studio.address) as visitor:
            await visitor.open("lesson=fan-out")
            idle = [asyncio.create_task(hold(studio.port)) for _ in range(400)]
            await asyncio.sleep(2)
            found = [await visitor.run(SMALL.format(number)) for number in range(5)]
            for one in idle:
                one.cancel()
            await asyncio.wait(idle)
            return found

    with Studio(before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))) as studio:
        assert all(one["payload"] and not remarks(one) for one in awaited(visit()))
        assert studio.log().count("ERROR") == 0


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
@pytest.mark.parametrize("whom", ["zygotes", "children"])
def test_a_server_is_ready_again_whatever_was_killed_or_stopped(studio, run, kind, whom):
    """While a program runs; it is run again, or its time is over."""

    def hit():
        zygotes = studio.zygotes()
        found = zygotes if whom == "zygotes" else set(studio.family()[1:]) - set(zygotes)
        hits.extend(found)
        for pid in found:
            kill(pid, kind)

    hits = []
    killer = threading.Timer(0.5, hit)
    killer.start()
    run(f"import time\ntime.sleep(2)  # {kind} {whom}", address=studio.address)
    killer.join()
    assert hits
    assert readiness(studio) == (200, "")
    (found,) = run(SMALL.format(70 + kind), address=studio.address)
    assert found["payload"] and not remarks(found)


def test_a_clock_that_jumps_ends_no_run_and_no_limit(monkeypatch):
    now = iter(range(10**9, -(10**9), -(10**7)))
    with closing(Sandbox()) as box:
        session = RateLimited(box)
        monkeypatch.setattr(time, "time", lambda: float(next(now)))
        run = Request("import time; time.sleep(0.05)")
        statuses = [session.run(run, sandbox.Visitor("me")).status for _ in range(21)]
    assert statuses == ["ok"] * 20 + ["busy"]


# ---- the server itself


def test_a_program_runs_on_a_server_that_was_killed_and_started_again(run):
    with Studio() as studio:
        (before,) = run(SMALL.format(3), address=studio.address)
        studio.kill()
        studio.start()
        (after,) = run(SMALL.format(3), address=studio.address)
    assert before["payload"]
    assert before == after
