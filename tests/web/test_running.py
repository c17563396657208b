"""A program's way to its run: what is told of it as it comes, in whose turn it runs, and when it ends."""

import asyncio
import gzip
import json
import time
from contextlib import suppress
from dataclasses import replace

import pytest

from autograd_studio import lessons, sandbox
from autograd_studio.answering import told
from autograd_studio.catalogue import say
from autograd_studio.sandbox import Check, Outcome
from autograd_studio.sandbox import sandbox as sandboxes
from autograd_studio.sandbox.limits import LOCAL, LOCAL_CAPACITY
from autograd_studio.web import serving
from autograd_studio.web.routes import ROUTES, ndjson, running, tokens
from autograd_studio.web.runs import engines, shown
from autograd_studio.web.runs import run as runs
from autograd_studio.web.runs.known import Known
from autograd_studio.web.runs.run import Run
from autograd_studio.web.runs.under_way import UnderWay

from ..sandbox.boxes import Unlocked
from ..support.asking import Asking, raw
from ..support.awaiting import awaited

PROGRAM = "import torch\nx = torch.tensor(3., requires_grad=True)\n(x * x).backward()\nprint(x.grad)\n"
TRAINING = """import torch
w = torch.zeros(3, requires_grad=True)
adam = torch.optim.Adam([w])
for i in range(60):
    adam.zero_grad()
    ((w - 1) ** 2).sum().backward()
    adam.step()
print("trained")
"""
ENDLESS = "while True: pass\n"
MINE = Asking(ROUTES)


@pytest.fixture(autouse=True)
def server(box, monkeypatch):
    """A server that knows no run."""
    return serve(monkeypatch)


def serve(monkeypatch, make=runs.run):
    under_way = UnderWay(Known(), make)
    for module in (running, ndjson):
        monkeypatch.setattr(module, "SERVERS", under_way)
    return under_way


@pytest.mark.parametrize("base", ["", "/some/base"])
def test_a_run_has_all_that_the_page_shows(base):
    (run,) = MINE.all(f"{base}/run", program=PROGRAM)
    payload, isolated = run.pop("payload"), run.pop("isolated")
    assert run == {
        "kind": "run", "program": PROGRAM, "engine": "built-in", "is_whole": True, "status": "ok", "message": None, "step": 1,
        "printed": {"stdout": "tensor(6.)\n", "stderr": "", "pictures": []}, "error": None, "is_refused": False,
    }  # fmt: skip
    assert isolated == any(layer.holds for layer in sandbox.self_check().checks)
    assert payload["steps"] and "".join(text for _, text in payload["source"][2]) == "(x * x).backward()"


def test_the_payload_is_as_it_was_drawn(server):
    (run,) = MINE.all("/run", program=PROGRAM)
    known = awaited(server.known(runs.Request(PROGRAM)))
    assert run["payload"] == json.loads(gzip.decompress(known.payload))


def test_the_seeds_program_takes_few_bytes():
    for text in (lessons.default().source, f"{lessons.default().source}\nprint('mine')"):
        body = json.dumps({"token": tokens.token("me"), "program": text}).encode()
        status, answer = raw(MINE.app, "/run", body)
        assert status == 200
        assert len(answer) <= 20_000


def test_a_lesson_is_stored():
    (run,) = MINE.all("/run", program=lessons.default().source)
    assert (run["isolated"], run["payload"]) == (None, lessons.stored(lessons.default())["payload"])


def test_an_error_is_told_by_the_last_step():
    (run,) = MINE.all("/run", program="import torch\nx = torch.ones(2)\nx.nothing\n")
    error = {"type": "AttributeError", "message": "'Tensor' object has no attribute 'nothing'", "line": 3}
    assert (run["status"], run["error"], run["message"]) == ("error", error, None)
    assert run["step"] == len(run["payload"]["steps"])


def test_what_has_no_steps_says_why():
    (run,) = MINE.all("/run", program="x = (")
    assert run["payload"] is None or run["error"]["type"] == "SyntaxError"
    (run,) = MINE.all("/run", program="import os\nos._exit(3)\n")
    assert (run["status"], run["payload"], run["message"]["line"]) == ("crashed", None, None)
    assert run["message"]["text"].startswith("The program ended its process")


def test_what_the_engine_lacks_is_refused():
    (run,) = MINE.all("/run", program="import torch\ntorch.tensor([1 + 2j])\n")
    assert run["is_refused"]


def test_a_long_loop_is_told_from_its_beginning():
    beginning, whole = MINE.all("/run", program=TRAINING)
    assert (beginning["is_whole"], whole["is_whole"]) == (False, True)
    assert 0 < len(beginning["payload"]["steps"]) < len(whole["payload"]["steps"])
    assert (beginning["printed"]["stdout"], whole["printed"]["stdout"]) == ("", "trained\n")


def test_the_beginning_is_there_before_the_rest(monkeypatch):
    over = []

    def make(request, cancel, on_wait, *, visitor):
        while request.part == "rest" and not over:
            time.sleep(0.01)
        return runs.run(request, cancel, on_wait, visitor=visitor)

    def leaves(found):
        over.extend(found)
        return False

    serve(monkeypatch, make)
    assert len(awaited(MINE.lines("/run", leaves, program=TRAINING))) == 2


def test_a_rest_that_cannot_be_run_leaves_the_beginning(monkeypatch):
    def make(request, cancel, on_wait, *, visitor):
        if request.part == "rest":
            return Run(request, Outcome(status="busy", message="Too many."))
        return runs.run(request, cancel, on_wait, visitor=visitor)

    serve(monkeypatch, make)
    beginning, whole = MINE.all("/run", program=TRAINING)
    assert whole["payload"] == beginning["payload"]
    assert whole["is_whole"]
    assert whole["message"] == {"text": f"Too many. {say('web.run.beginning')}", "line": None, "mild": True}


def test_a_part_of_the_middle_is_run_alone(monkeypatch):
    made = []

    def make(request, cancel, on_wait, *, visitor):
        made.append((request, visitor.session))
        return Run(request, Outcome(status="ok"), payload=gzip.compress(b"{}"))

    serve(monkeypatch, make)
    assert MINE.all("/run", program=TRAINING)[-1]["payload"] == {}
    (part,) = MINE.all("/run", program=TRAINING, middle=30, engine="torch")
    assert (part["payload"], part["is_whole"], part["engine"]) == ({}, True, "torch")
    asked = [runs.Request(TRAINING, part="beginning"), runs.Request(TRAINING, engine="torch", middle=30)]
    assert made == [(request, "me") for request in asked]


def test_a_part_of_the_middle_that_cannot_be_run_leaves_what_is_shown(monkeypatch):
    def make(request, cancel, on_wait, *, visitor):
        if request.middle is not None:
            return Run(request, Outcome(status="busy", message="Too many."))
        return runs.run(request, cancel, on_wait, visitor=visitor)

    serve(monkeypatch, make)
    whole = MINE.all("/run", program=TRAINING)[-1]
    (part,) = MINE.all("/run", program=TRAINING, middle=30)
    assert part["payload"] == whole["payload"]
    assert part["message"]["text"] == f"Too many. {say('web.run.as_before')}"


# ---- in whose turn


def test_a_class_on_one_program_costs_one_run(monkeypatch):
    made = []

    def make(request, cancel, on_wait, *, visitor):
        made.append(request)
        time.sleep(0.1)
        return runs.run(request, cancel, on_wait, visitor=visitor)

    serve(monkeypatch, make)

    async def ask():
        return await asyncio.gather(
            *(Asking(ROUTES, str(number)).lines("/run", program=PROGRAM) for number in range(30))
        )

    found = awaited(asyncio.wait_for(ask(), 20))
    assert len(made) == 1
    assert all(run == found[0] for run in found)
    MINE.all("/run", program=PROGRAM)
    assert len(made) == 1


def test_who_waits_is_told_the_place_in_line(box):
    async def ask():
        first = asyncio.create_task(Asking(ROUTES, "another").lines("/run", program=ENDLESS))
        while not box.running:
            await asyncio.sleep(0.01)
        last = asyncio.create_task(MINE.lines("/run", program="while False: pass\nprint(1)"))
        while not box.waiting:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)  # as often as they look at their place
        first.cancel()
        return await last

    waiting, runs_now, *_, run = awaited(asyncio.wait_for(ask(), 20))
    assert waiting == {"kind": "waiting", "position": 1}
    assert runs_now == {"kind": "waiting", "position": 0}
    assert run["status"] == "ok"


def test_a_full_line_is_said(monkeypatch, box):
    full = sandbox.RateLimited(box)
    monkeypatch.setattr(sandbox, "for_visitors", lambda: full)
    monkeypatch.setattr(box, "run", lambda *_, **__: Outcome(status="busy", message="The server is busy."))
    assert MINE.all("/run", program=PROGRAM) == [{"kind": "failed", "status": "busy", "message": "The server is busy."}]


def test_a_visitor_has_so_many_runs_in_a_minute(monkeypatch, box):
    monkeypatch.setattr(box, "capacity", replace(LOCAL_CAPACITY, runs_per_minute=2))
    limited = sandbox.RateLimited(box)
    monkeypatch.setattr(sandbox, "for_visitors", lambda: limited)
    asked = [MINE.all("/run", program=f"{PROGRAM}#{number}")[-1] for number in range(3)]
    assert [answer["kind"] for answer in asked] == ["run", "run", "failed"]
    assert (asked[2]["status"], "this minute" in asked[2]["message"]) == ("busy", True)
    assert Asking(ROUTES, "another").all("/run", program=f"{PROGRAM}#3")[-1]["kind"] == "run"
    assert MINE.all("/run", program=f"{PROGRAM}#3")[-1]["kind"] == "run", "what is known takes no turn"


def test_too_long_a_program_is_refused():
    assert MINE.all("/run", program="#" * (LOCAL.source_bytes + 1))[0]["status"] == "rejected"
    assert MINE.post("/run", program="#" * (2 * LOCAL.source_bytes + 5000)) == (413, {"message": running.UNREADABLE})


@pytest.mark.parametrize(
    "said",
    [{}, {"program": 5}, {"program": "x", "engine": "jax"}, {"program": "x", "middle": -1}, {"program": "x", "locked": False}],
)  # fmt: skip
def test_what_is_no_request_is_refused(said):
    assert MINE.post("/run", **said) == (400, {"message": running.UNREADABLE})


# ---- its end


def test_who_closes_the_request_ends_the_run(box):
    started = time.monotonic()

    async def ask():
        asking = asyncio.create_task(MINE.lines("/run", program=ENDLESS))
        while not box.running:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        while box.running:
            await asyncio.sleep(0.01)

    awaited(asyncio.wait_for(ask(), 20))
    assert time.monotonic() - started < box.limits.wall_seconds


def test_who_leaves_during_the_rest_ends_it(box):
    text = TRAINING + ENDLESS

    async def ask():
        found = await MINE.lines("/run", lambda found: bool(found), program=text)
        while box.running:
            await asyncio.sleep(0.01)
        return found

    (beginning,) = awaited(asyncio.wait_for(ask(), 20))
    assert not beginning["is_whole"]


# ---- whose program it is


def test_a_foreign_program_runs_behind_the_lock_or_not_at_all(monkeypatch):
    unlockable = Unlocked("local")
    monkeypatch.setattr(sandbox, "_default", unlockable)
    try:
        assert MINE.all("/run", program=PROGRAM, foreign=True) == [{"kind": "unlocked"}]
        (run,) = MINE.all("/run", program=PROGRAM)
        assert (run["isolated"], run["printed"]["stdout"]) == (False, "tensor(6.)\n")
    finally:
        unlockable.close()


def test_a_foreign_program_whose_run_is_known_is_shown(monkeypatch):
    MINE.all("/run", program=PROGRAM)
    monkeypatch.setattr(sandbox, "for_visitors", None)
    (run,) = MINE.all("/run", program=PROGRAM, foreign=True)
    assert run["kind"] == "run"


# ---- whatever the program


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = = 3\n", 1),
        ("import torch\nif True:\nprint(1)\n", 3),
        ("import torch\nfoo\n", 2),
        ("raise ValueError\n", 1),
    ],
)
def test_an_error_has_its_line(text, line):
    (run,) = MINE.all("/run", program=text)
    assert (run["error"]["line"], run["program"]) == (line, text)
    assert run["payload"] is not None or run["message"]["line"] == line


@pytest.mark.parametrize("text", ["", "\n", "# nothing", "print('hello')", "import torch\nx = torch.ones(3)", "exit()"])
def test_programs_without_a_graph_are_no_trouble(text):
    (run,) = MINE.all("/run", program=text)
    assert (run["status"], run["error"]) == ("ok", None)


STRETCHED = {
    "a million elements": ("x = torch.ones(1000, 1000, requires_grad=True)\n(x * 2).sum().backward()", "x"),
    "no elements": ("x = torch.zeros(0, 3, requires_grad=True)\n(x * 2).sum().backward()", "x"),
    "not a number": ("x = torch.tensor([0.0, -1.0], requires_grad=True)\nx.log().sum().backward()", "x"),
    "no backward": ("x = torch.ones(2, requires_grad=True)\ny = x * 2", "y"),
    "names of all nations": (
        "вес = torch.tensor(2.0, requires_grad=True)\n变量 = вес * 3\n变量.backward()", "变量",
    ),
    "a name that is markup": (
        "d = {'<b>': torch.tensor(2.0, requires_grad=True)}\ny = d['<b>'] * 3\ny.backward()", "y",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STRETCHED)
def test_what_is_unusual_is_drawn_all_the_same(name):
    text, box = STRETCHED[name]
    (run,) = MINE.all("/run", program=f"import torch\n{text}\n")
    assert box in [found["title"] for found in run["payload"]["boxes"]]
    assert run["payload"]["steps"][-1]["kind"] != "error"


def test_a_program_that_leaves_by_exit_says_so():
    (run,) = MINE.all("/run", program="import torch\nx = torch.ones(2)\nexit(3)\n")
    assert run["message"] == {"text": "The program ended by exit(3).", "line": None, "mild": True}
    assert "x" in [box["title"] for box in run["payload"]["boxes"]]


def test_a_graph_that_cannot_be_drawn_is_explained(monkeypatch):
    monkeypatch.setattr(runs, "draw", lambda *_: None)
    (run,) = MINE.all("/run", program="print('shown')\n")
    assert (run["message"]["text"], run["printed"]["stdout"]) == (say("web.run.not_drawn"), "shown\n")


def test_long_output_is_told_to_its_end():
    (run,) = MINE.all("/run", program="for i in range(3000): print(i)\n")
    assert run["printed"]["stdout"].endswith("2999\n")


def test_output_that_was_cut_says_so():
    outcome = Outcome(status="ok", stdout="long", stdout_truncated=True, stderr="e", isolated=True)
    run = json.loads(shown.line(Run(runs.Request("x"), outcome)))
    assert run["printed"] == {"stdout": f"long{told.CUT}", "stderr": "e", "pictures": []}


def test_an_endless_loop_ends_with_a_message_and_the_next_run_works():
    run = MINE.all("/run", program=ENDLESS)[-1]
    assert (run["status"], run["message"]["line"]) == ("timeout", 1)
    assert "stopped after 3 s" in run["message"]["text"]
    (run,) = MINE.all("/run", program="print('again')")
    assert (run["printed"]["stdout"], run["message"]) == ("again\n", None)


@pytest.mark.parametrize("status", ["busy", "unavailable", "crashed", "memory"])
def test_what_the_sandbox_says_is_told_and_the_next_run_is_tried(monkeypatch, status):
    with monkeypatch.context() as patch:
        patch.setattr(sandbox.RateLimited, "run", lambda *_, **__: Outcome(status=status, message="Not now."))
        (answer,) = MINE.all("/run", program="print('later')")
        is_run = status in ("crashed", "memory")
        assert answer["kind"] == ("run" if is_run else "failed")
        assert (answer["message"]["text"] if is_run else answer["message"]) == "Not now."
    (run,) = MINE.all("/run", program="print('later')")
    assert run["printed"]["stdout"] == "later\n"


# ---- where the lock does not hold


@pytest.fixture
def refusing(monkeypatch):
    """A hosted server whose sandbox does not hold."""

    class Open:
        def __init__(self, workers, locked, *_):
            assert locked, "a program's process was started without its lock"
            self.checks = (Check("system-call filter", False, "the kernel has none"),)

        def close(self):
            pass

    monkeypatch.setattr(sandboxes, "Client", Open)
    monkeypatch.setattr(sandbox, "_default", sandbox.Sandbox("hosted"))
    monkeypatch.setattr(engines, "server", lambda: "hosted")


def test_where_the_lock_does_not_hold_lessons_open_and_nothing_is_run(refusing):
    for lesson in ("fan-out", "two-layers", "misspelt"):
        (run,) = MINE.all("/run", program=lessons.lesson(lesson).source)
        assert run["payload"]["steps"]
    (answer,) = MINE.all("/run", program="print('it ran')")
    assert answer == {
        "kind": "failed", "status": "unavailable", "message": "Programs cannot be run on this server at the moment.",
    }  # fmt: skip
    assert serving.refusal() == "system-call filter: the kernel has none"


def test_where_the_lock_does_not_hold_nothing_is_read(refusing):
    status, answer = MINE.post("/outline", text="x = 1")
    assert (status, answer["message"]) == (422, "Programs cannot be read on this server at the moment.")
    (answer,) = MINE.all("/check", jacobian={"program": "x = 1", "output": "x", "input": "x"})
    assert answer["message"] == "Programs cannot be read on this server at the moment."
