"""Runs: made once, shared, bounded, and ended when nobody waits for them."""

import gzip
import json
import resource
import threading

import pytest

from autograd_studio import lessons, sandbox
from autograd_studio.answering.request import Request
from autograd_studio.sandbox import Cancel, Outcome
from autograd_studio.web.running import runs
from autograd_studio.web.running.job import Job, Ticket
from autograd_studio.web.running.runs import Run
from autograd_studio.web.running.shelf import Shelf

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
    assert run.outcome.message == runs.NOT_DRAWN
    assert run.outcome.stdout == "tensor(6.)\n"
    assert run.trace


@pytest.mark.parametrize(
    ("status", "message"),
    [("timeout", runs.NOT_DRAWN_IN_TIME), ("busy", runs.NOT_DRAWN_YET), ("error", runs.NOT_DRAWN)],
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
    assert (run.outcome.status, run.outcome.message, run.payload) == ("ok", runs.NOT_DRAWN, None)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 << 10
    assert made(PROGRAM).payload


def outcome(status="ok"):
    return Outcome(status=status)


def test_a_beginning_is_not_kept_on_the_shelf():
    shelf = Shelf()
    shelf.put(Run(Request("x"), Outcome(status="ok", is_whole=False), payload=b"few"))
    assert shelf.get(Request("x")) is None


def test_a_part_of_the_middle_is_the_visitors_own():
    shelf, part = Shelf(), Request("x", middle=400, asked=1.0)
    shelf.put(Run(part, outcome(), payload=b"few"))
    assert shelf.get(Request("x")) is None
    before = Run(Request("x"), Outcome(status="ok", stdout="1"), payload=b"all", steps=9)
    failed = Run(part, Outcome(status="busy", message="Too many.")).after(before)
    assert (failed.payload, failed.request, failed.outcome.stdout) == (b"all", part, "1")
    assert failed.outcome.message == f"Too many. {runs.AS_BEFORE}"


def test_a_whole_run_without_a_picture_has_that_of_its_beginning():
    beginning = Run(Request("x"), Outcome(status="ok", is_whole=False), payload=b"few", steps=3, trace=b"few")
    drawn = Run(Request("x"), outcome(), payload=b"all", steps=9, trace=b"all")
    assert drawn.after(beginning) is drawn
    busy = Run(Request("x"), Outcome(status="busy", message="Too many.")).after(beginning)
    assert (busy.payload, busy.steps, busy.outcome.status, busy.outcome.is_whole) == (b"few", 3, "busy", True)
    assert busy.outcome.message == f"Too many. {runs.ONLY_BEGINNING}"


def test_the_shelf_keeps_what_would_come_out_the_same():
    shelf, statuses = Shelf(), ("ok", "error", "timeout", "busy", "memory", "cancelled", "unavailable")
    for status in statuses:
        shelf.put(Run(Request(status), outcome(status)))
    assert [status for status in statuses if shelf.get(Request(status))] == ["ok", "error"]


def test_the_shelf_is_bounded_and_drops_what_was_not_asked_for_longest():
    shelf = Shelf(most_bytes=3500)
    for name in "abc":
        shelf.put(Run(Request(name), outcome(), payload=bytes(1000)))
    shelf.get(Request("a"))
    shelf.put(Run(Request("d"), outcome(), payload=bytes(1000)))
    assert [shelf.get(Request(name)) is not None for name in "abcd"] == [True, False, True, True]


def test_the_shelf_does_not_keep_that_a_graph_was_not_drawn():
    shelf = Shelf()
    shelf.put(Run(Request("a"), Outcome(status="ok"), trace=b"a Trace"))
    assert shelf.get(Request("a")) is None


def test_the_shelf_keeps_one_of_any_size():
    shelf = Shelf(most_bytes=10)
    shelf.put(Run(Request("large"), outcome(), payload=bytes(1000)))
    assert shelf.get(Request("large")) is not None


def test_the_shelf_keeps_the_engines_apart():
    shelf = Shelf()
    shelf.put(Run(Request("a", engine="torch"), outcome()))
    assert shelf.get(Request("a")) is None
    assert shelf.get(Request("a", engine="torch")).request.engine == "torch"


def test_a_lesson_on_pytorch_is_not_the_stored_run():
    assert Shelf().get(Request(lessons.default().source, engine="torch")) is None


def test_the_same_run_is_not_counted_twice():
    shelf = Shelf(most_bytes=2500)
    for name in ("a", "a", "a", "b"):
        shelf.put(Run(Request(name), outcome(), payload=bytes(1000)))
    assert shelf.get(Request("a"))
    assert shelf.get(Request("b"))


@pytest.mark.parametrize("id", [lessons.default().id, "misspelt"])
def test_a_lessons_run_comes_from_the_store(id):
    lesson = lessons.lesson(id)
    run, kept = Shelf().get(Request(lesson.source)), lessons.stored(lesson)
    assert json.loads(gzip.decompress(run.payload)) == kept["payload"]
    assert json.loads(gzip.decompress(run.trace)) == kept["trace"]
    assert run.outcome.stdout == kept["outcome"]["stdout"]


def test_a_run_that_is_given_up_is_of_its_engine():
    shelf, make = Shelf(), Slow()
    on_torch, mine = (shelf.start(Request("x", engine="torch"), make) for _ in range(2))
    assert shelf.start(Request("x"), make).job is not mine.job
    mine.leave()
    assert (mine.wait().outcome.status, mine.wait().request.engine) == ("cancelled", "torch")
    on_torch.leave()


def test_no_other_run_is_stored():
    assert Shelf().get(Request(PROGRAM)) is None


def test_what_was_not_drawn_is_not_shown_where_a_graph_is_wanted():
    shelf = Shelf()
    shelf.put(Run(Request("x", draw=False), outcome()))
    assert shelf.get(Request("x")) is None
    assert shelf.get(Request("x", draw=False)) is not None


class Slow:
    """Makes runs that last until they are told to go on."""

    def __init__(self):
        self.made = 0
        self.asked, self.go_on = threading.Event(), threading.Event()

    def __call__(self, request, cancel, on_wait):
        self.made += 1
        on_wait(2)
        self.asked.set()
        with cancel.calls(self.go_on.set):
            self.go_on.wait(10)
        return Run(request, outcome("cancelled" if cancel.is_set else "ok"))


def test_a_job_tells_its_place_in_line_and_is_cancelled():
    make = Slow()
    ticket = Shelf().start(Request("x"), make)
    assert make.asked.wait(10)
    assert ticket.wait(0.01) is None
    assert ticket.job.position == 2
    ticket.leave()
    assert ticket.wait(10).outcome.status == "cancelled"


def test_thirty_visitors_of_one_program_cost_one_run():
    shelf, make = Shelf(), Slow()
    tickets = [shelf.start(Request("x"), make) for _ in range(30)]
    other = shelf.start(Request("x", draw=False), Slow())
    make.go_on.set()
    assert len({id(ticket.wait(10)) for ticket in tickets}) == 1
    assert (make.made, shelf.get(Request("x"))) == (1, tickets[0].wait(10))
    assert other.job is not tickets[0].job
    other.leave()


def test_who_leaves_does_not_end_the_run_of_others():
    shelf, make = Shelf(), Slow()
    first, second = shelf.start(Request("x"), make), shelf.start(Request("x"), make)
    first.leave()
    first.leave()
    assert first.wait(10).outcome.status == "cancelled"
    assert second.wait(0.01) is None
    make.go_on.set()
    assert second.wait(10).outcome.status == "ok"


def test_a_job_that_all_have_left_is_not_joined():
    shelf, make = Shelf(), Slow()
    ticket = shelf.start(Request("x"), make)
    ticket.leave()
    late = shelf.start(Request("x"), Slow())
    assert late.job is not ticket.job
    ticket.wait(10)
    assert shelf.start(Request("x"), Slow()).job is late.job
    late.leave()


def test_a_job_that_breaks_says_so(caplog):
    def make(request, cancel, on_wait):
        raise ZeroDivisionError

    assert Ticket(Job(Request("x"), make, lambda job, run: None)).wait().outcome.status == "unavailable"
    assert "ZeroDivisionError" in caplog.text
