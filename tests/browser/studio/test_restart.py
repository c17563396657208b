"""A server that fails in the middle of a session."""

import pytest

from benchmarks.studio import Studio

from .studio_page import StudioPage

pytestmark = pytest.mark.thorough

SLOW = "import time, torch\ntime.sleep(2)\nx = torch.tensor({}., requires_grad=True)\n(x * x).backward()\n"
FIRST = "import torch\nw = torch.tensor({}., requires_grad=True)\n(w * w).backward()\n"


@pytest.fixture
def window(browser):
    context = browser.new_context()
    yield StudioPage(context.new_page())
    context.close()


def test_a_browser_reconnects_to_a_restarted_server_with_its_program_and_step(window):
    with Studio() as studio:
        window.page.goto(studio.address)
        window.ready()
        window.run_program(FIRST.format(3))
        window.has("^w, leaf.*3")
        window.slider.focus()
        window.press("Home", "ArrowRight", "ArrowRight")
        window.page.wait_for_url("**step=3**")
        studio.kill()
        studio.start()
        window.page.wait_for_timeout(3000)  # the browser connects again
        assert window.step == 3
        assert window.written() == FIRST.format(3)
        window.run_program(FIRST.format(4))
        window.sees("Back again. Running your program…")
        window.has("^w, leaf.*4")


def test_a_browser_gets_the_answer_that_its_server_was_computing_when_it_was_told_to_end(window):
    with Studio() as studio:
        window.page.goto(studio.address)
        window.ready()
        window.run_program(SLOW.format(5))
        window.sees("Running…")
        studio.process.terminate()
        window.has("^x, leaf.*5")
        studio.process.wait()
        studio.start()
        window.page.wait_for_timeout(3000)  # the browser connects again
        window.run_program(FIRST.format(6))
        window.has("^w, leaf.*6")
