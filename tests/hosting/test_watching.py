"""What a host sees: readiness, metrics, the log."""

import json
import logging
import sys
import urllib.request

from autograd_studio import sandbox
from autograd_studio.sandbox import Check, Report
from autograd_studio.web.server import hosting, logs

from ..support.awaiting import awaited

SECRET = "print('a secret of mine')"


def test_a_server_that_can_run_programs_is_ready(studio):
    with urllib.request.urlopen(studio.address + "readyz", timeout=10) as answer:
        assert json.load(answer) == {"ready": True, "mode": "hosted", "failing": "", "degraded": []}


def test_a_server_that_cannot_says_which_layer_fails(monkeypatch):
    report = Report("hosted", (Check("system-call filter", False, "denied"),), ready=False)
    monkeypatch.setattr(sandbox, "self_check", lambda: report)
    answer = awaited(hosting.ready(None))
    assert answer.status_code == 503
    assert json.loads(answer.body)["failing"] == "system-call filter: denied"


def test_the_metrics_count_runs_by_what_came_of_them(studio, run):
    before = studio.metrics()
    run(SECRET, "1 / 0", SECRET)
    after = studio.metrics()

    def more(name):
        return after.get(name, 0) - before.get(name, 0)

    assert more('autograd_studio_runs_total{status="ok"}') == 1
    assert more('autograd_studio_runs_total{status="error"}') == 1
    assert more('autograd_studio_runs_shared_total{how="shelf"}') >= 1
    assert more("autograd_studio_run_seconds_count") == 2
    assert (after["autograd_studio_ready"], after["autograd_studio_waiting"]) == (1, 0)


def test_the_log_tells_each_run_but_not_the_program(studio, run):
    run(SECRET.replace("mine", "yours"))
    last = studio.runs()[-1]
    assert (last["status"], last["isolated"]) == ("ok", True)
    assert 0 < last["cpu_seconds"] < 5
    assert "secret" not in studio.log()


def test_an_exception_is_logged_without_its_message():
    try:
        raise KeyError("a name of the user's")
    except KeyError:
        record = logging.LogRecord("ui", logging.ERROR, "", 1, "a run broke", None, sys.exc_info())
    line = logs.JsonLines().format(record)
    assert "a name" not in line
    assert json.loads(line)["exception"] == "KeyError"
    assert __file__ in json.loads(line)["frames"][0]
