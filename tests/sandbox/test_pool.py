"""Many runs at once, in their order, and processes that die or hang in the middle of them."""

import errno
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Cancel, Outcome, RateLimited, Visitor
from autograd_studio.sandbox.answer.ending import Unavailable
from autograd_studio.sandbox.cancel import Cancelled
from autograd_studio.sandbox.length import Length
from autograd_studio.sandbox.length import length as guessed
from autograd_studio.sandbox.limits import HOSTED_CAPACITY
from autograd_studio.sandbox.processes import boot, client
from autograd_studio.sandbox.processes.exchange import Exchange
from autograd_studio.sandbox.processes.queue import Full, Queue
from autograd_studio.sandbox.visitor import CLASS

from .boxes import QUICK, new_box

SLOW = "import time; time.sleep(0.3); print('done')"
STUBBORN = "import time\nprint('before')\nwhile True:\n    try: time.sleep(9)\n    except BaseException: pass"


@pytest.fixture
def make_box(box):
    """Make sandboxes of one's own; their processes end with the test."""
    boxes = []

    def make(**capacity):
        boxes.append(new_box(capacity=replace(HOSTED_CAPACITY, **capacity)))
        return boxes[-1]

    yield make
    for one in boxes:
        one.close()


def zygote(box):
    return box._programs._backend.process.pid


def children(pid):
    """Return the children of a zygote that run: a spare one starts no session of its own before it does."""
    found = []
    for child in map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
        with suppress(ProcessLookupError):
            found += [child] if os.getsid(child) == child else []
    return found


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


def wait_for(condition):
    deadline = time.monotonic() + 5
    while not (found := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return found


def test_thirty_threads_do_not_mix_their_runs(box):
    def run(number):
        outcome = box.run(Request(f"print({number}); trace = {{'number': {number}}}"))
        return outcome.status, outcome.stdout, json.loads(outcome.trace)["number"]

    with ThreadPoolExecutor(30) as threads:
        results = list(threads.map(run, range(90)))
    assert results == [("ok", f"{number}\n", number) for number in range(90)]


def test_nothing_is_left_behind(box):
    def resources():
        return len(os.listdir("/proc/self/fd")), threading.active_count(), len(children(zygote(box)))

    box.run(Request(""))
    before = resources()
    for program in (
        "",
        "1 / 0",
        "import os; os._exit(1)",
        "import os\nwhile True: os.write(1, b'x' * 9999)",
        "\0",
    ):
        for _ in range(10):
            box.run(Request(program))
    box.run(Request("while True: pass"))
    # What an earlier test has left may end meanwhile.
    assert all(now <= then for now, then in zip(resources(), before, strict=True))


def test_who_comes_first_is_served_first():
    line = Queue(1, 10)
    order = []

    def visit(number):
        with line.turn(Cancel(), None):
            order.append(number)
            time.sleep(0.002)

    with line.turn(Cancel(), None):
        visitors = []
        for number in range(8):
            visitors.append(threading.Thread(target=visit, args=(number,)))
            visitors[-1].start()
            wait_for(lambda: len(line._tickets) == len(visitors))
    for visitor in visitors:
        visitor.join()
    assert order == list(range(8))


def test_what_takes_long_leaves_a_place_to_what_is_short():
    line, holders = Queue(2, 10), ExitStack()
    order = []

    def visit(name, length):
        with line.turn(Cancel(), None, length):
            order.append(name)

    def start(name, length):
        found = threading.Thread(target=visit, args=(name, length))
        found.start()
        return found

    holders.enter_context(line.turn(Cancel(), None, Length.LONG))
    waiting = start("long", Length.LONG)
    wait_for(lambda: line.waiting == 1)
    start("short", Length.SHORT).join(5)
    assert order == ["short"]
    assert line.waiting == 1
    holders.close()
    waiting.join(5)
    assert order == ["short", "long"]


def test_what_is_shorter_comes_first():
    line, order, visitors = Queue(1, 10), [], []

    def visit(length):
        with line.turn(Cancel(), None, length):
            order.append(length)

    lengths = [Length.LONG, Length.MEDIUM, Length.SHORT, Length.LONG, Length.SHORT]
    with line.turn(Cancel(), None):
        for length in lengths:
            visitors.append(threading.Thread(target=visit, args=(length,)))
            visitors[-1].start()
            wait_for(lambda: line.waiting == len(visitors))
    for visitor in visitors:
        visitor.join(5)
    assert order == sorted(lengths)


def test_a_single_place_is_for_all():
    line = Queue(1, 1)
    with line.turn(Cancel(), None, Length.LONG):
        assert line.running == 1


@pytest.mark.parametrize(
    ("source", "length"),
    [
        ("x = 2000\n", Length.SHORT),
        ("for i in range(20):\n    loss.backward()\n", Length.SHORT),
        ("epochs = 100\nfor epoch in range(epochs):\n    train()\n", Length.LONG),
        ("for step in range(1_000):\n    train()\n", Length.LONG),
        ("while loss > 0.1:\n    train()\n", Length.LONG),
        ("for x in range(3):\n    y = x * 0.500\n", Length.SHORT),
        ("for_all = 300\n", Length.SHORT),
        ("import time\ntime.sleep(4)\n", Length.LONG),
        ("asleep = sleepy = 4\n", Length.SHORT),
    ],
)
def test_what_may_take_long_is_told_from_the_text(source, length):
    assert guessed(Request(source)) is length


def test_the_beginning_of_what_trains_is_shorter():
    source = "for step in range(100):\n    loss.backward()\n"
    parts = [guessed(Request(source, part=part)) for part in ("all", "beginning", "rest")]
    assert parts == [Length.LONG, Length.MEDIUM, Length.LONG]
    assert guessed(Request("while True:\n    x = x + 1\n", part="beginning")) is Length.LONG


def test_who_waits_is_told_the_position():
    line = Queue(1, 3)
    told = {1: [], 2: []}

    def visit(number):
        with line.turn(Cancel(), told[number].append):
            wait_for(lambda: number == 2 or told[2] == [2, 1])

    with line.turn(Cancel(), None):
        threads = [threading.Thread(target=visit, args=(number,)) for number in (1, 2)]
        for number, thread in enumerate(threads, 1):
            thread.start()
            wait_for(partial(told.get, number))
    for thread in threads:
        thread.join()
    assert told == {1: [1, 0], 2: [2, 1, 0]}


def test_a_full_line_turns_away_and_recovers():
    line = Queue(1, 0)
    with line.turn(Cancel(), None), pytest.raises(Full) as full, line.turn(Cancel(), None):
        pass
    assert full.value.position == 1
    with line.turn(Cancel(), None):
        pass


def test_an_error_while_waiting_gives_up_the_place_in_line():
    line = Queue(1, 2)

    def complain(position):
        raise KeyError(position)

    with line.turn(Cancel(), None), pytest.raises(KeyError), line.turn(Cancel(), complain):
        pass
    with line.turn(Cancel(), None):
        assert not line._tickets


def test_a_place_that_was_just_handed_over_is_not_lost():
    line, holder = Queue(1, 2), ExitStack()
    holder.enter_context(line.turn(Cancel(), None))

    def complain(position):
        holder.close()
        raise KeyError(position)

    with pytest.raises(KeyError), line.turn(Cancel(), complain):
        pass
    with line.turn(Cancel(), None):
        assert not line._tickets


def test_a_cancelled_visitor_leaves_the_line():
    line, cancel = Queue(1, 2), Cancel()
    with line.turn(Cancel(), None):
        threading.Timer(0.02, cancel.set).start()
        with pytest.raises(Cancelled), line.turn(cancel, None):
            pass
    with line.turn(Cancel(), None):
        assert not line._tickets


def test_a_full_sandbox_is_busy(make_box):
    box = make_box(places=1, waiting=1)
    box.run(Request(""))
    positions = []
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(box.run, Request(SLOW))
        wait_for(lambda: children(zygote(box)))
        second = threads.submit(box.run, Request(SLOW), on_wait=positions.append)
        wait_for(lambda: positions)
        third = box.run(Request(SLOW))
    assert (third.status, third.position) == ("busy", 2)
    assert third.message == "The server is busy; you would be number 2 in line. Try again in a few seconds."
    assert (first.result().status, second.result().status, positions) == ("ok", "ok", [1, 0])


@pytest.mark.parametrize("delay", [0, 0.001, 0.1])
def test_a_run_is_cancelled(box, delay):
    cancel = Cancel()
    threading.Timer(delay, cancel.set).start()
    started = time.monotonic()
    outcome = box.run(Request("print('before')\nwhile True: pass"), cancel=cancel)
    assert time.monotonic() - started < 0.5
    assert (outcome.status, outcome.message) == ("cancelled", "The run was cancelled.")
    assert box.run(Request("print(1)")).stdout == "1\n"


def test_a_call_is_cancelled(box):
    cancel = Cancel()
    threading.Timer(0.1, cancel.set).start()
    assert box.call("sleep", b"60", cancel=cancel).status == "cancelled"


def kill_zygote_at_work(box):
    """Kill it once it has a run, and return when another has taken its place."""
    pid = zygote(box)
    wait_for(lambda: children(pid))
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: zygote(box) != pid)


def test_a_run_whose_zygotes_are_killed_is_repeated(box):
    box.run(Request(""))
    with ThreadPoolExecutor(2) as threads:
        runs = [threads.submit(box.run, Request(SLOW)) for _ in range(2)]
        for _ in range(2):
            kill_zygote_at_work(box)
        outcomes = [run.result() for run in runs]
    assert [(outcome.status, outcome.stdout) for outcome in outcomes] == [("ok", "done\n")] * 2


def test_zygotes_killed_again_and_again_lose_no_run(make_box):
    """A run is repeated twice at most, so each zygote is let alone until the runs that the last one lost are over."""
    box = make_box(places=4)
    for _ in range(4):
        with ThreadPoolExecutor(8) as threads:
            runs = [threads.submit(box.run, Request("import time; time.sleep(0.05); print(1)")) for _ in range(12)]
            runs[2].result()
            box._programs._backend.process.kill()
        assert {(run.result().status, run.result().stdout) for run in runs} == {("ok", "1\n")}


def test_a_zygote_that_hangs_is_replaced(make_box):
    box = make_box(reply_seconds=1.0)
    box.run(Request(""))
    hanging = zygote(box)
    os.kill(hanging, signal.SIGSTOP)
    assert box.run(Request("print(1)")).stdout == "1\n"
    assert zygote(box) != hanging
    assert not Path(f"/proc/{hanging}").exists()


def test_a_run_ends_in_time_though_its_zygote_hangs(make_box):
    """The kernel kills the child: no other process has to be there to do it."""
    limits = replace(QUICK, wall_seconds=0.5, grace_seconds=0.5)
    box = make_box(reply_seconds=1.0)
    box.run(Request(""))
    with ThreadPoolExecutor(1) as threads:
        run = threads.submit(box.run, Request(STUBBORN), limits)
        (child,) = wait_for(lambda: children(zygote(box)))
        time.sleep(0.2)
        os.kill(zygote(box), signal.SIGSTOP)
        stopped = time.monotonic()
        outcome = run.result()
    assert (outcome.status, outcome.stdout) == ("timeout", "before\n")
    assert time.monotonic() - stopped < limits.hard_seconds + 0.5
    assert not alive(child)
    assert box.run(Request("print('next')")).stdout == "next\n"


def test_a_child_that_is_killed_from_outside_says_so(box):
    box.run(Request(""))
    wait_for(lambda: not children(zygote(box)))  # that run's child
    with ThreadPoolExecutor(1) as threads:
        run = threads.submit(box.run, Request("print('before')\nimport time; time.sleep(4)"))
        (child,) = wait_for(lambda: children(zygote(box)))
        time.sleep(0.1)
        os.kill(child, signal.SIGKILL)
        outcome = run.result()
    assert (outcome.status, outcome.stdout) == ("crashed", "before\n")
    assert "most likely because the machine ran out of memory" in outcome.message


def test_children_die_with_their_zygote(box):
    box.run(Request(""))
    old = zygote(box)
    with ThreadPoolExecutor(1) as threads:
        run = threads.submit(box.run, Request("import time; time.sleep(0.4)"))
        (child,) = wait_for(lambda: children(old))
        time.sleep(0.1)
        os.kill(old, signal.SIGKILL)
        wait_for(lambda: not alive(child))
        assert run.result().status == "ok"


def test_a_zygote_is_renewed_in_the_background(make_box):
    box = make_box(recycle_runs=5)
    box.run(Request(""))
    old = zygote(box)
    for _ in range(4):
        assert box.run(Request("print(1)")).stdout == "1\n"
    wait_for(lambda: zygote(box) != old)
    wait_for(lambda: not Path(f"/proc/{old}").exists())
    assert box.run(Request("print(1)")).stdout == "1\n"


def test_an_old_zygote_is_renewed(make_box):
    box = make_box(recycle_seconds=0.001)
    box.run(Request(""))
    old = zygote(box)
    box.run(Request(""))
    wait_for(lambda: zygote(box) != old)


def test_a_prepared_sandbox_starts_nothing_at_the_first_run(make_box):
    box = make_box()
    box.prepare()
    pools = box._programs, box._calls
    prepared = wait_for(lambda: all(pool._backend for pool in pools) and [pool._backend for pool in pools])
    assert box.run(Request("print(1)")).stdout == "1\n"
    assert box.call("echo", b"2") == b"2"
    assert [pool._backend for pool in pools] == prepared


def test_a_closed_sandbox_leaves_no_process_and_can_be_used_again(make_box):
    box = make_box()
    assert box.run(Request("print(1)")).stdout == "1\n"
    old = zygote(box)
    box.close()
    assert not Path(f"/proc/{old}").exists()
    assert box.run(Request("print(1)")).stdout == "1\n"


def test_one_visitor_has_so_many_runs_in_a_minute(make_box, monkeypatch):
    limited, me = RateLimited(make_box(runs_per_minute=3)), Visitor("me", "ours")
    assert [limited.run(Request(""), me).status for _ in range(3)] == ["ok"] * 3
    refused = limited.run(Request(""), me)
    assert refused.status == "busy"
    assert refused.message.startswith("Too many runs this minute. Try again in ")
    assert limited.run(Request(""), Visitor("another", "ours")).status == "ok"
    later = time.monotonic() + 61
    monkeypatch.setattr("autograd_studio.sandbox.rate_limit.time.monotonic", lambda: later)
    assert limited.run(Request(""), me).status == "ok"


def test_an_address_has_the_runs_of_a_class_while_others_wait(make_box, monkeypatch):
    box = make_box(runs_per_minute=1)
    monkeypatch.setattr(box, "run", lambda request, **options: Outcome(status="ok"))
    limited = RateLimited(box)

    def more(count, address):
        found = [limited.run(Request(""), Visitor(f"{address} {next(numbers)}", address)) for _ in range(count)]
        return [outcome.message for outcome in found if outcome.status == "busy"]

    numbers = itertools.count()
    assert more(CLASS + 5, "school's") == []
    monkeypatch.setattr(box, "waits", lambda engine: 1)
    (refused,) = more(1, "school's")
    assert refused.startswith("Too many runs from your network this minute. Try again in ")
    assert more(CLASS, "another school's") == []


def test_a_local_visitor_is_not_limited(make_box):
    limited = RateLimited(make_box(runs_per_minute=None))
    assert {limited.run(Request(""), Visitor("me")).status for _ in range(30)} == {"ok"}


def test_a_run_may_have_limits_of_its_own(box):
    outcome = box.run(Request("while True: pass"), replace(QUICK, cpu_seconds=0.1))
    assert outcome.error.message == "stopped after 0.1 s of computing"


def test_no_process_outlives_the_server(box):
    """The server is a process that is killed while one of its programs runs."""
    script = f"""
import os, signal, sys, threading
sys.path.insert(0, {boot.ROOT!r})
from autograd_studio.answering.request import Request
from tests.sandbox.boxes import new_box
box = new_box()
box.run(Request(""))
threading.Thread(target=box.run, args=(Request("import time; time.sleep(60)"),), daemon=True).start()
zygote = box._programs._backend.process.pid
children = f"/proc/{{zygote}}/task/{{zygote}}/children"
while not (found := open(children).read().split()):
    pass
print(zygote, *found, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    processes = [int(pid) for pid in done.stdout.split()]
    assert len(processes) == 2, done
    wait_for(lambda: not any(map(alive, processes)))


def test_a_zygote_that_cannot_fork_says_so_and_lives_on():
    with closing(Exchange(QUICK, 5.0, lambda: None)) as exchange:
        report = os.dup(exchange.child_ends[-1])
        exchange.close_child_ends()
        os.write(report, b'{"refused": "no processes"}\n')
        os.close(report)
        with pytest.raises(Unavailable, match="no processes"):
            exchange.run(b"", None, Cancel(), lambda is_asleep, computed: None)


def test_a_zygote_that_cannot_be_started_says_so_and_is_tried_again(make_box, monkeypatch):
    def start(*_, **__):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    box = make_box(recycle_runs=1)
    box.run(Request(""))
    with monkeypatch.context() as patch:
        patch.setattr(client.subprocess, "Popen", start)
        wait_for(lambda: not box._programs._renewing)
        old = zygote(box)
        assert box.run(Request("print(1)")).stdout == "1\n", "the old one still serves"
        wait_for(lambda: not box._programs._renewing)
        box._programs._backend.process.kill()
        box._programs._backend.process.wait()
        assert box.run(Request("print(1)")).status == "unavailable"
        assert "start: [Errno 11] Resource temporarily unavailable" in box.self_check().failing
    assert box.run(Request("print(1)")).stdout == "1\n"
    assert zygote(box) != old


def test_a_server_out_of_files_says_so_and_recovers(box, monkeypatch):
    def pipe2(flags):
        if len(made) == 3:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        made.append(real(flags))
        return made[-1]

    box.run(Request(""))
    before, real, made = len(os.listdir("/proc/self/fd")), os.pipe2, []
    monkeypatch.setattr(os, "pipe2", pipe2)
    assert box.run(Request("print(1)")).status == "unavailable"
    assert len(os.listdir("/proc/self/fd")) == before
    monkeypatch.undo()
    assert box.run(Request("print(1)")).stdout == "1\n"


def test_a_sandbox_without_an_engine_says_so(box):
    for mode in ("hosted", "local"):
        empty = new_box(mode=mode, programs={"program": "no_such_module:worker"})
        assert empty.run(Request("print(1)")).status == "unavailable"
        report = empty.self_check()
        assert not report.ready
        assert "start: program cannot be loaded: No module named 'no_such_module'" in report.failing


def test_waiting_in_line_takes_nothing_of_the_time_for_nudging():
    class Waits:
        """A sandbox with a line of one second, and runs of none."""

        capacity = HOSTED_CAPACITY

        def waits(self, engine):
            return 0

        def run(self, request, on_wait):
            on_wait(3)
            time.sleep(1.0)
            on_wait(0)
            return Outcome(status="ok")

    limited, me = RateLimited(Waits()), Visitor("me", "ours")
    limited.ask(Request("x = 1"), me)
    assert limited._nudges.total("me", time.monotonic()) < 0.5
