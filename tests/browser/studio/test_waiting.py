"""What takes long, or is not answered at once: a place in the line, cancelling, a stranger's program, and the other engine."""

import json
import re
import time

import pytest

from autograd_studio.web.forms.pairs import Programs
from tests.support import links

from .asking import open_link
from .conftest import SECONDS

pytestmark = pytest.mark.thorough

ENDLESS = "import torch\nwhile True:\n    pass\n"
PROGRAM = "import torch\nx = torch.tensor(3.0, requires_grad=True)\ntwice = x * 2\ntwice.backward()\n"
PLACES = ("compare", "jacobian", "practice")
ENDS = {"compare": "Run both", "jacobian": "Run", "practice": "Check"}
WRITTEN = {"compare": "Left program", "jacobian": "Program", "practice": "Your backward"}


def answered(visitor, place):
    """Wait for what a place shows of its first program."""
    if place == "compare":
        visitor.page.get_by_role("button", name="Gradient: ").wait_for()
    elif place == "jacobian":
        visitor.page.get_by_role("table").wait_for()
    else:
        visitor.sees("0 of 3 gradients are right.")


def cancel(visitor):
    visitor.button("Cancel").click()
    visitor.button("Cancel").wait_for(state="detached")


@pytest.mark.parametrize("place", PLACES)
def test_who_waits_in_line_is_told_so_and_can_leave_it(visit, place):
    visitor, busy = visit(place), visit()
    answered(visitor, place)
    text = visitor.written(WRITTEN[place])
    visitor.write(f"print('in line')\n{text}", WRITTEN[place])  # what has run before would be known
    busy.ready()
    busy.run_program(f"{ENDLESS}# {place}")
    busy.button("Cancel").wait_for()
    visitor.button(ENDS[place]).click()
    visitor.sees("you are next in line")
    cancel(visitor)
    cancel(busy)
    visitor.button(ENDS[place]).click()
    answered(visitor, place)


@pytest.mark.parametrize("place", PLACES)
def test_what_is_cancelled_makes_room_at_once(visit, place):
    visitor, next_one = visit(place), visit()
    answered(visitor, place)
    next_one.ready()
    visitor.run_program(f"{ENDLESS}# cancelled in {place}", WRITTEN[place])
    visitor.sees("Running…")
    visitor.page.wait_for_timeout(500)
    began = time.monotonic()
    cancel(visitor)
    next_one.run_program(f"{PROGRAM}# after {place}")
    next_one.has("^twice, result")
    assert time.monotonic() - began < SECONDS / 2  # the program that ran would have had all of them
    assert ENDLESS in visitor.written(WRITTEN[place])


def test_compare_says_that_what_is_shown_is_older_than_what_was_cancelled(visit):
    visitor = visit("compare")
    answered(visitor, "compare")
    visitor.run_program(f"{ENDLESS}# compared", "Right program")
    cancel(visitor)
    visitor.sees("Cancelled: the steps below are those of the runs before.")
    assert visitor.page.get_by_role("button", name="Gradient: ").is_visible()


def test_a_linked_pair_asks_before_it_runs(visit, studio):
    form = Programs(PROGRAM, PROGRAM.replace("* 2", "* 5"))
    visitor, sent = open_link(visit, studio, f"compare?form={links.form_token(form)}")
    visitor.button("Run this program").wait_for()
    assert sent == [("compare", True)]
    visitor.button("Run this program").click()
    visitor.page.get_by_role("button", name="Value: ").wait_for()
    assert sent == [("compare", True), ("compare", False)]


def test_a_linked_pair_is_run_as_it_reads_when_it_is_confirmed(visit, studio):
    form = Programs(PROGRAM, PROGRAM.replace("* 2", "* 5"))
    visitor, _ = open_link(visit, studio, f"compare?form={links.form_token(form)}")
    visitor.button("Run this program").wait_for()
    edited = PROGRAM.replace("* 2", "* 7")
    visitor.editor("Right program").focus()
    visitor.press("ControlOrMeta+a", "Delete")
    visitor.page.keyboard.insert_text(edited)
    visitor.button("Run this program").click()
    visitor.page.get_by_role("button", name="Value: ").wait_for()
    assert visitor.written("Right program") == edited


# ---- the other engine, which is not installed here: the wire says that it is, and that it ran what the built-in one ran

TORCH = '{ id: "torch", name: "PyTorch 2.13" }'
OFFERING = """
import { mount as real, mountFile } from "%s?real";
export { mountFile };
export const mount = (given) => {
  const { data } = given;
  real({ ...given, data: { ...data, engines: [...data.engines, %s] } });
};
"""


@pytest.fixture
def offering(visit, studio):
    """A studio that offers PyTorch, and the list of the engines that it was asked for, by route."""
    visitor, asked = visit("readyz"), []  # a page of this origin, without the studio

    def offer(route):
        body = OFFERING % (route.request.url, TORCH)
        route.fulfill(body=body, content_type="text/javascript")

    def run(route):
        wanted = route.request.post_data_json
        is_compared = route.request.url.endswith("/compare")
        asked.append(wanted["on_torch"] if is_compared else wanted["engine"])
        if is_compared:
            wanted["on_torch"] = False
        else:
            wanted["engine"] = "built-in"
        answer = route.fetch(post_data=json.dumps(wanted))
        lines = [json.loads(line) for line in answer.text().splitlines()]
        for line in lines:
            if line["kind"] == "run" and (asked[-1] == "torch" or (asked[-1] is True and line["side"] == "right")):
                line["engine"] = "torch"
        body = "".join(json.dumps(line) + "\n" for line in lines)
        route.fulfill(body=body, content_type="application/x-ndjson")

    visitor.page.route(re.compile(r"/studio-\w+\.js$"), offer)
    visitor.page.route(re.compile(r"/(run|compare)$"), run)
    visitor.page.goto(studio)
    visitor.ready()
    yield visitor, asked
    visitor.page.unroute_all(behavior="ignoreErrors")  # an answer may be on its way when the page goes


def test_a_program_is_run_on_the_other_engine_and_the_address_says_so(offering):
    visitor, asked = offering
    visitor.run_program(PROGRAM)
    visitor.has("^twice, result")
    visitor.more("PyTorch 2.13")
    visitor.page.wait_for_url("**engine=torch**")
    assert asked[-2:] == ["built-in", "torch"]
    visitor.page.reload()
    visitor.has("^twice, result")
    assert asked[-1] == "torch"


def test_one_program_is_compared_on_both_engines(offering):
    visitor, asked = offering
    visitor.run_program(PROGRAM)
    visitor.has("^twice, result")
    visitor.more("Itself on both engines")
    visitor.sees("Identical up to rounding in all")
    assert asked[-1] is True
    assert visitor.written("Built-in engine") == visitor.written("PyTorch 2.13") == PROGRAM
    visitor.page.get_by_role("combobox", name="Ready pair").select_option("The left program on both engines")
    visitor.sees("Identical up to rounding in all")
