"""A lesson file's way to what it tells, and to what does not hold of it."""

import json
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from autograd_studio.answering import page
from autograd_studio.web import page_worker
from autograd_studio.web.routes import ROUTES, ndjson
from autograd_studio.web.runs.known import Known
from autograd_studio.web.runs.under_way import UnderWay

from ..support.asking import Asking

MINE = Asking(ROUTES)
FILE = (Path(__file__).parents[1] / "lessons" / "why-seven.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def server(box, monkeypatch):
    """A server that knows no run."""
    monkeypatch.setattr(ndjson, "SERVERS", UnderWay(Known()))


def opened(text):
    return MINE.all("/lesson", lesson=text)[-1]


def test_a_lesson_file_is_opened_with_its_parts():
    found = opened(FILE)
    assert (found["kind"], found["id"], found["title"]) == ("lesson", "why-seven", "Why is x.grad 7 and not 6?")
    assert found["program"].startswith("import torch\n")
    assert found["faults"] == []
    assert [part["answer"] for part in found["parts"] if part["answer"]] == ["1", "7"]
    assert "= 7 at x = 3." in found["parts"][-1]["text"]


def test_what_does_not_hold_is_told_and_the_rest_stays():
    found = opened(FILE.replace("ask: x.grad", "ask: w.grad").replace("= 1\n", "= 2\n"))
    assert [fault["message"].split(":")[0] for fault in found["faults"]] == [
        "the answer is not 2",
        'no step is "w.grad"',
    ]
    assert len(found["parts"]) == len(opened(FILE)["parts"]) - 1


def test_a_program_that_fails_is_told_at_its_line():
    found = opened(FILE.replace("y = x * x + x", "y = x *"))
    (fault,) = found["faults"]
    assert FILE.splitlines()[fault["line"] - 1] == "y = x * x + x"
    assert "SyntaxError" in fault["message"]


def test_a_program_without_tensors_has_no_parts():
    found = opened(f"{FILE.partition('import torch')[0]}print(1)\n```\n## before\nText.\n")
    assert found["parts"] == []
    assert "tensor" in found["faults"][0]["message"]


def test_what_is_no_lesson_says_so():
    found = opened("import torch\n")
    assert (found["program"], found["parts"]) == (None, [])
    assert found["faults"][0]["line"] == 1


def test_a_lesson_without_an_answer_has_an_empty_one():
    found = opened(FILE.replace("## before\n", "## made x\n"))
    assert [part["text"][:5] for part in found["parts"][:2]] == ["", "Most "]


@pytest.mark.parametrize(
    "change", [("", ""), ("## made y", "## made z"), ("y = x * x + x", "y = x *"), ("```python", "```")]
)
def test_a_page_answers_as_the_server_does(change, monkeypatch):
    if sys.version_info < (3, 12):  # no program is stopped then
        monkeypatch.setattr(page, "stopped_after", lambda seconds: nullcontext())
    text = FILE.replace(*change)
    answer = page_worker.answered(json.dumps({"route": "lesson", "lesson": text}).encode())
    assert json.loads(answer) == opened(text)


def test_no_file_is_read_by_the_server(monkeypatch):
    monkeypatch.setattr("autograd_studio.lessons.opening.read", lambda text: pytest.fail("read in the server"))
    assert opened(FILE)["kind"] == "lesson"
