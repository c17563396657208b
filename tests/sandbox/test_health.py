"""Whether a server says that it works: of the last runs, and of one that tries it."""

import pytest

from autograd_studio.answering.request import Request
from autograd_studio.sandbox import health
from autograd_studio.sandbox.answer.ending import Unavailable
from autograd_studio.sandbox.health import BLAMED_SECONDS, FAILURES, KNOWN_SECONDS, Health

from .boxes import new_box


class Server:
    """A server on a clock of its own, whose runs fail for a reason, if there is one."""

    def __init__(self, monkeypatch):
        self.now, self.why, self.probes = 1000.0, "", 0
        self.health = Health(self.probe)
        monkeypatch.setattr(health.time, "monotonic", lambda: self.now)

    def run(self):
        if self.why:
            self.health.fails(self.why)
        else:
            self.health.works()

    def probe(self):
        self.probes += 1
        self.run()


@pytest.fixture
def server(monkeypatch):
    return Server(monkeypatch)


def test_a_run_is_made_only_where_nothing_is_known(server):
    assert [server.health.fault() for _ in range(3)] == [""] * 3
    assert server.probes == 1
    for _ in range(10):
        server.now += KNOWN_SECONDS - 0.1
        server.run()
        assert server.health.fault() == ""
    assert server.probes == 1
    server.now += KNOWN_SECONDS
    assert (server.health.fault(), server.probes) == ("", 2)


def test_a_run_that_fails_says_why(server):
    server.why = "no processes"
    assert server.health.fault() == "no processes"


def test_the_last_runs_say_why_without_another_and_for_a_while(server):
    server.health.fault()
    server.why = "no processes"
    for _ in range(FAILURES):
        server.run()
    server.why = ""
    assert (server.health.fault(), server.probes) == ("no processes", 1)
    server.now += BLAMED_SECONDS
    assert (server.health.fault(), server.probes) == ("", 2)


def test_one_run_that_failed_is_tried_again(server):
    server.why = "no processes"
    server.run()
    server.why = ""
    assert (server.health.fault(), server.probes) == ("", 1)


def test_a_server_that_tries_while_others_wait_does_not_join_them(server):
    server.health._probe = lambda: None
    assert server.health.fault() == ""


def test_a_sandbox_whose_children_cannot_start_is_not_ready():
    box = new_box()
    try:
        assert box.self_check().ready
        assert box._programs.backend().runs == 1, "it tried"
        assert box.self_check().ready
        assert box._programs.backend().runs == 1

        def exchange(*_):
            raise Unavailable("Resource temporarily unavailable")

        box._programs.backend().exchange = exchange
        assert [box.run(Request("")).status for _ in range(FAILURES)] == ["unavailable"] * FAILURES
        report = box.self_check()
        assert (report.ready, report.failing) == (False, "run: Resource temporarily unavailable")
    finally:
        box.close()


def test_what_a_program_does_to_itself_is_not_the_servers_fault():
    box = new_box()
    try:
        for _ in range(FAILURES):
            assert box.run(Request("import os\nos._exit(1)")).status == "crashed"
        assert box.self_check().ready
    finally:
        box.close()
