"""Processes that die or hang, a full disk, a clock that jumps, garbage: no visitor loses a program."""

import asyncio
import json
import os
import random
import resource
import signal
import string
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import closing, suppress
from types import SimpleNamespace

import pytest
from websockets.exceptions import InvalidStatus

from autograd_studio import lessons, sandbox
from autograd_studio.answering.request import Request
from autograd_studio.sandbox import RateLimited, Sandbox
from autograd_studio.web import address, links
from autograd_studio.web.running import opening
from benchmarks.studio import Studio, fill_disk
from benchmarks.visitor import Visitor

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
            beginning = await visitor.run(LONG.format(number))
            seen = beginning.head["is_whole"], beginning.player
            kill_children(studio)
            return seen, await visitor.whole()

    (is_whole, first), page = awaited(visit(0.5))
    assert not is_whole and first
    assert page.head["is_whole"] and page.player not in (None, first)
    assert page.head["nudge"] and not page.alerts


def test_processes_killed_again_and_again_lose_no_program(studio, run):
    """Zygotes at work, zygotes that start, and what they have forked."""
    killers = []

    def meanwhile():
        for killer in killers:
            killer.join()  # no run meets more than two, which is as often as one is repeated
        for delay in (0.02, 0.3):
            killers.append(threading.Timer(delay, kill_children, [studio]))
            killers[-1].start()

    pages = run(*map(SMALL.format, range(5)), meanwhile=meanwhile)
    for killer in killers:
        killer.join()
    assert not [page.alerts for page in pages if page.alerts]
    assert len({page.player for page in pages}) == 6


def test_zygotes_that_hang_are_replaced(studio, run):
    for zygote in studio.zygotes():
        kill(zygote, signal.SIGSTOP)
    began = time.monotonic()
    page = run(SMALL.format(50))[-1]
    assert page.player is not None
    assert not page.alerts
    assert time.monotonic() - began < 20


def test_a_full_disk_is_not_noticed(run):
    with Studio(before=fill_disk) as full:
        page = run(SMALL.format(60), address=full.address)[-1]
        assert readiness(full) == (200, "")
    assert page.player is not None
    assert not page.alerts


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
    pages = run(*map(SMALL.format, range(3)), address=unprivileged.address)
    assert [page.alerts for page in pages[1:]] == [["Programs cannot be run on this server at the moment."]] * 3
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
                page = await visitor.open("lesson=fan-out")
                entered.append(number)
                while len(entered) + len(refused) < 61:
                    await asyncio.sleep(0.05)
                page = await visitor.run(SMALL.format(number))
                told.append(await asyncio.to_thread(readiness, studio))
                return page.player, page.alerts
        except InvalidStatus as error:
            refused.append(error.response.status_code)

    async def crowd(address):
        return await asyncio.gather(*(visit(address, number) for number in range(61)))

    entered, refused, told = [], [], []
    with Studio(before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))) as studio:
        pages = [page for page in awaited(crowd(studio.address)) if page is not None]
        assert (len(pages), refused) == (21, [503] * 40)
        assert all(player and not alerts for player, alerts in pages)
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
            pages = [await visitor.run(SMALL.format(number)) for number in range(5)]
            for one in idle:
                one.cancel()
            await asyncio.wait(idle)
            return pages

    with Studio(before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))) as studio:
        pages = awaited(visit())
        assert all(page.player and not page.alerts for page in pages)
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
    page = run(SMALL.format(70 + kind), address=studio.address)[-1]
    assert page.player is not None
    assert not page.alerts


def test_a_clock_that_jumps_ends_no_run_and_no_limit(monkeypatch):
    now = iter(range(10**9, -(10**9), -(10**7)))
    with closing(Sandbox()) as box:
        session = RateLimited(box)
        monkeypatch.setattr(time, "time", lambda: float(next(now)))
        run = Request("import time; time.sleep(0.05)")
        statuses = [session.run(run, sandbox.Visitor("me")).status for _ in range(21)]
    assert statuses == ["ok"] * 20 + ["busy"]


def test_ten_thousand_links_of_garbage_open_the_first_lesson(monkeypatch):
    chance = random.Random(0)
    alphabet = string.ascii_letters + string.digits + "-_" * 10 + "%&=é\0\u202e<>'\""
    good = links.token("import torch\n" * 20)
    state = {}
    monkeypatch.setattr(opening.editor, "write", lambda key, text: None)
    for number in range(10_000):
        token = "".join(chance.choices(alphabet, k=chance.randrange(40)))
        if number % 2:
            at = chance.randrange(len(good))
            token = good[:at] + token + good[at + chance.randrange(3) :]
        state.clear()
        name = chance.choice(("program", "lesson"))
        parameters = {name: token, "step": token[:9]}
        monkeypatch.setattr(address, "st", SimpleNamespace(query_params=parameters))
        monkeypatch.setattr(opening, "st", SimpleNamespace(session_state=state))
        opened = opening.follow_address()
        assert opened.fault or token == good or name == "program"
        assert opened.form.bare
        if opened.fault:
            assert opened.form.bare == lessons.default().source


# ---- the server itself


def address_of(source):
    return f"program={links.token(source)}"


def test_a_link_opens_on_a_server_that_was_killed_and_started_again():
    with Studio() as studio:

        async def seen():
            async with Visitor(studio.address) as visitor:
                return (await visitor.open(address_of(SMALL.format(3)))).player

        before = awaited(seen())
        studio.kill()
        studio.start()
        assert awaited(seen()) == before
        assert before is not None
