"""Runs: made once, shared, bounded, and ended when nobody waits for them."""

import asyncio
import gzip
import json
import resource
import threading
from contextlib import aclosing

import pytest

from autograd_studio import lessons, sandbox
from autograd_studio.answering.request import Request
from autograd_studio.catalogue import say
from autograd_studio.sandbox import Cancel, Outcome
from autograd_studio.web.runs import run as runs
from autograd_studio.web.runs.known import Known
from autograd_studio.web.runs.run import Run
from autograd_studio.web.runs.under_way import UnderWay

from ..support.awaiting import awaited

PROGRAM = "import torch\nx = torch.tensor(3., requires_grad=True)\n(x * x).backward()\nprint(x.grad)\n"


@pytest.fixture(scope="module", autouse=True)
def box():
    sandbox.configure(local=True, address="127.0.0.1")
    yield
    sandbox.default().close()


def made(source, draw=True):
    return runs.run(Request(source, draw=draw), Cancel(), lambda position: None, visitor=sandbox.Visitor("me"))


def test_a_run_has_what_the_page_needs_and_no_more():
    run = made(PROGRAM)
    assert run.outcome.stdout == "tensor(6.)\n"
    assert run.outcome.trace is None
    payload = json.loads(gzip.decompress(run.payload))
    assert run.steps == len(payload["steps"]) > 5
    assert json.loads(gzip.decompress(run.trace))["source"] == PROGRAM
    assert run.first_step == 1


def test_a_failed_run_begins_at_its_failure():
    run = made(PROGRAM.replace("x * x", "nothing"))
    assert run.outcome.error.line == 3
    assert run.first_step == run.steps


def test_what_need_not_be_drawn_is_not():
    run = made(PROGRAM, draw=False)
    assert run.payload is None
    assert run.outcome.stdout == "tensor(6.)\n"


def test_a_graph_that_cannot_be_drawn_costs_only_the_graph(monkeypatch):
    monkeypatch.setattr(runs, "draw", lambda *_: None)
    run = made(PROGRAM)
    assert run.payload is None
    assert run.outcome.message == say("web.run.not_drawn")
    assert run.outcome.stdout == "tensor(6.)\n"
    assert run.trace


@pytest.mark.parametrize(
    ("status", "message"),
    [("timeout", say("web.run.slow")), ("busy", say("web.run.busy")), ("error", say("web.run.not_drawn"))],
)
def test_why_a_graph_is_not_drawn_is_told(status, message, monkeypatch):
    failure = sandbox.Failure(status=status, message="")
    monkeypatch.setattr(sandbox, "call", lambda *_, **__: failure)
    run = made(PROGRAM)
    assert run.outcome.message == message
    assert run.is_undrawn


FALSIFIED = """
import json, sys
os = sys.modules["os"]
value = {"dtype": "float32", "shape": [], "data": [1.0]}
way = {"kind": "backward", "roots": [], "retain_graph": True, "create_graph": False}
step = {"kind": "run", "fn": 0, "run": 0, "how": "begin", "incoming": [0]}
trace = {"source": "", "values": [value], "passes": [way], "fns": [{"name": "A" * 2_000_000, "kind": "op"}]}
trace["steps"] = [step] * 300
answer = {"error": None, "exit_status": 0, "stopped": None, "trace_bytes": 0}
data = json.dumps(answer).encode() + b"\\n" + json.dumps(trace).encode()
while data:
    data = data[os.write(3, data):]
os._exit(0)
"""


def test_a_falsified_trace_is_not_drawn_in_the_server():
    """Each of its steps tells of a name of two megabytes."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run = made(FALSIFIED)
    assert (run.outcome.status, run.outcome.message, run.payload) == ("ok", say("web.run.not_drawn"), None)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 << 10
    assert made(PROGRAM).payload


def outcome(status="ok"):
    return Outcome(status=status)


def test_a_beginning_is_not_kept_among_the_known():
    known = Known()
    known.put(Run(Request("x"), Outcome(status="ok", is_whole=False), payload=b"few"))
    assert known.get(Request("x")) is None


def test_a_part_of_the_middle_is_the_visitors_own():
    known, part = Known(), Request("x", middle=400)
    known.put(Run(part, outcome(), payload=b"few"))
    assert known.get(Request("x")) is None
    before = Run(Request("x"), Outcome(status="ok", stdout="1"), payload=b"all", steps=9)
    failed = Run(part, Outcome(status="busy", message="Too many.")).after(before)
    assert (failed.payload, failed.request, failed.outcome.stdout) == (b"all", part, "1")
    assert failed.outcome.message == f"Too many. {say('web.run.as_before')}"


def test_a_whole_run_without_a_picture_has_that_of_its_beginning():
    beginning = Run(Request("x"), Outcome(status="ok", is_whole=False), payload=b"few", steps=3, trace=b"few")
    drawn = Run(Request("x"), outcome(), payload=b"all", steps=9, trace=b"all")
    assert drawn.after(beginning) is drawn
    busy = Run(Request("x"), Outcome(status="busy", message="Too many.")).after(beginning)
    assert (busy.payload, busy.steps, busy.outcome.status, busy.outcome.is_whole) == (b"few", 3, "busy", True)
    assert busy.outcome.message == f"Too many. {say('web.run.beginning')}"


def test_what_is_kept_is_what_would_come_out_the_same():
    known, statuses = Known(), ("ok", "error", "timeout", "busy", "memory", "cancelled", "unavailable")
    for status in statuses:
        known.put(Run(Request(status), outcome(status)))
    assert [status for status in statuses if known.get(Request(status))] == ["ok", "error"]


def test_is_bounded_and_drops_what_was_not_asked_for_longest():
    known = Known(most_bytes=3500)
    for name in "abc":
        known.put(Run(Request(name), outcome(), payload=bytes(1000)))
    known.get(Request("a"))
    known.put(Run(Request("d"), outcome(), payload=bytes(1000)))
    assert [known.get(Request(name)) is not None for name in "abcd"] == [True, False, True, True]


def test_does_not_keep_that_a_graph_was_not_drawn():
    known = Known()
    known.put(Run(Request("a"), Outcome(status="ok"), trace=b"a Trace"))
    assert known.get(Request("a")) is None


def test_what_is_kept_is_one_of_any_size():
    known = Known(most_bytes=10)
    known.put(Run(Request("large"), outcome(), payload=bytes(1000)))
    assert known.get(Request("large")) is not None


def test_what_is_kept_is_the_engines_apart():
    known = Known()
    known.put(Run(Request("a", engine="torch"), outcome()))
    assert known.get(Request("a")) is None
    assert known.get(Request("a", engine="torch")).request.engine == "torch"


def test_a_lesson_on_pytorch_is_not_the_stored_run():
    assert Known().get(Request(lessons.default().source, engine="torch")) is None


def test_the_same_run_is_not_counted_twice():
    known = Known(most_bytes=2500)
    for name in ("a", "a", "a", "b"):
        known.put(Run(Request(name), outcome(), payload=bytes(1000)))
    assert known.get(Request("a"))
    assert known.get(Request("b"))


@pytest.mark.parametrize("id", [lessons.default().id, "misspelt"])
def test_a_lessons_run_comes_from_the_store(id):
    lesson = lessons.lesson(id)
    run, kept = Known().get(Request(lesson.source)), lessons.stored(lesson)
    assert json.loads(gzip.decompress(run.payload)) == kept["payload"]
    assert json.loads(gzip.decompress(run.trace)) == kept["trace"]
    assert run.outcome.stdout == kept["outcome"]["stdout"]


def test_no_other_run_is_stored():
    assert Known().get(Request(PROGRAM)) is None


def test_what_was_not_drawn_is_not_shown_where_a_graph_is_wanted():
    known = Known()
    known.put(Run(Request("x", draw=False), outcome()))
    assert known.get(Request("x")) is None
    assert known.get(Request("x", draw=False)) is not None


# ---- under way

ME = sandbox.Visitor("me")


class Slow:
    """Makes runs that last until they are told to go on."""

    def __init__(self):
        self.made = []
        self.go_on = threading.Event()

    def __call__(self, request, cancel, on_wait, *, visitor):
        self.made.append((request, cancel))
        on_wait(2)
        while not cancel.is_set and not self.go_on.wait(0.01):
            pass
        return Run(request, outcome("cancelled" if cancel.is_set else "ok"))


async def follow(under_way, request, seen=None, until=lambda event: False):
    """Follow a run, and leave at an event; return the last one."""
    async with aclosing(under_way.events(request, ME)) as events:
        async for event in events:
            if seen is not None:
                seen.append(event)
            if until(event):
                break
    return event


async def told(seen):
    """Wait until something was told."""
    while not seen:
        await asyncio.sleep(0.01)


def test_who_follows_is_told_the_place_in_line_and_the_run():
    make, seen = Slow(), []

    async def ask():
        following = asyncio.create_task(follow(UnderWay(Known(), make), Request("x"), seen))
        await told(seen)
        make.go_on.set()
        return await following

    run = awaited(ask())
    assert run.outcome.status == "ok"
    assert seen == [2, run]


def test_who_comes_later_is_told_the_place_in_line_too():
    make = Slow()

    async def ask():
        under_way, seen, later = UnderWay(Known(), make), [], []
        following = [asyncio.create_task(follow(under_way, Request("x"), seen))]
        await told(seen)
        following.append(asyncio.create_task(follow(under_way, Request("x"), later)))
        await told(later)
        make.go_on.set()
        await asyncio.gather(*following)
        return later

    assert awaited(ask())[0] == 2


def test_thirty_visitors_of_one_program_cost_one_run():
    make, known = Slow(), Known()

    async def ask():
        under_way = UnderWay(known, make)
        asking = [asyncio.create_task(follow(under_way, Request("x"))) for _ in range(30)]
        other = asyncio.create_task(follow(under_way, Request("x", draw=False)))
        while len(make.made) < 2:
            await asyncio.sleep(0.01)
        make.go_on.set()
        found = await asyncio.gather(*asking)
        return found, await other

    found, other = awaited(ask())
    assert len({id(run) for run in found}) == 1
    assert [request for request, _ in make.made] == [Request("x"), Request("x", draw=False)]
    assert known.get(Request("x")) is found[0] is not other


def test_a_known_run_is_not_made():
    make, known = Slow(), Known()
    known.put(Run(Request("x"), outcome(), payload=b"all"))
    assert awaited(follow(UnderWay(known, make), Request("x", part="beginning", locked=True))).payload == b"all"
    assert make.made == []


def test_a_part_of_the_middle_is_made_though_the_run_is_known():
    make, known = Slow(), Known()
    known.put(Run(Request("x"), outcome(), payload=b"all"))
    make.go_on.set()
    assert awaited(follow(UnderWay(known, make), Request("x", middle=3))).request.middle == 3


def test_who_leaves_does_not_end_the_run_of_others():
    make = Slow()

    async def ask():
        under_way, seen = UnderWay(Known(), make), []
        staying = asyncio.create_task(follow(under_way, Request("x"), seen))
        await told(seen)
        assert await follow(under_way, Request("x"), until=lambda event: event == 2) == 2
        await asyncio.sleep(0.05)
        assert not make.made[0][1].is_set
        make.go_on.set()
        return await staying

    assert awaited(ask()).outcome.status == "ok"
    assert len(make.made) == 1


def test_the_last_one_to_leave_ends_the_run_and_nobody_joins_it():
    make, known = Slow(), Known()

    async def ask():
        under_way = UnderWay(known, make)
        await follow(under_way, Request("x"), until=lambda event: event == 2)
        await follow(under_way, Request("x"), until=lambda event: event == 2)
        while not all(cancel.is_set for _, cancel in make.made):
            await asyncio.sleep(0.01)

    awaited(ask())
    assert len(make.made) == 2
    assert known.get(Request("x")) is None


def test_who_is_cancelled_leaves():
    make = Slow()

    async def ask():
        seen = []
        following = asyncio.create_task(follow(UnderWay(Known(), make), Request("x"), seen))
        await told(seen)
        following.cancel()
        while not make.made[0][1].is_set:
            await asyncio.sleep(0.01)

    awaited(ask())


def test_a_server_that_ends_waits_for_no_run():
    make = Slow()

    async def ask():
        seen = []
        asyncio.create_task(follow(UnderWay(Known(), make), Request("x"), seen))
        await told(seen)

    awaited(ask())
    ended = threading.Event()
    with make.made[0][1].calls(ended.set):
        assert ended.wait(10)


def test_the_engines_are_kept_apart_under_way():
    make = Slow()
    make.go_on.set()

    async def ask():
        under_way = UnderWay(Known(), make)
        return await asyncio.gather(*(follow(under_way, Request("x", engine=one)) for one in ("torch", "built-in")))

    assert [run.request.engine for run in awaited(ask())] == ["torch", "built-in"]


def test_a_run_that_breaks_says_so(caplog):
    def make(request, cancel, on_wait, *, visitor):
        raise ZeroDivisionError

    assert awaited(follow(UnderWay(Known(), make), Request("x"))).outcome.status == "unavailable"
    assert "ZeroDivisionError" in caplog.text
