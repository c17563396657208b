"""Programs that run in the page: no server is asked, the answer is the server's, and what is not there goes to the server."""

import json

import pytest

from benchmarks.road import CHAIN, SEED

from ...support import built_module
from .conftest import served, visitors

pytestmark = pytest.mark.thorough

READY = "#autograd-studio[data-module=ready]"
# Keeps what workers answer, and each worker.
LISTENING = """
  window.told = []; window.workers = [];
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      workers.push(this);
      this.addEventListener("message", ({ data }) => data.kind === "answer" && told.push(new TextDecoder().decode(data.answer)));
    }
  };
"""
# Resolves when the browser has stored the module, two archives, and the memory of a Python that has begun.
KEPT = """async () => {
  const store = await caches.open("autograd-studio");
  while ((await store.keys()).length < 4) await new Promise((resolve) => setTimeout(resolve, 100));
}"""
PATIENCE = 120_000  # ms in which a busy machine has compiled the module


@pytest.fixture(scope="session")
def with_module(browser, tmp_path_factory):
    """The address of a studio whose pages run programs."""
    with served(tmp_path_factory.mktemp("with_module"), built_module.module()) as address:
        yield address


@pytest.fixture
def open_page(browser, with_module):
    """Return a function that opens a page, and waits until programs run in it; it returns the visitor and what is posted."""
    with visitors(browser, with_module) as visit:

        def open_studio(path="", **options):
            visitor = visit(path, before=LISTENING, **options)
            visitor.ready()
            visitor.page.locator(READY).wait_for(state="attached", timeout=PATIENCE)
            posted = []
            visitor.page.on("request", lambda request: posted.append(request) if request.method == "POST" else None)
            return visitor, posted

        yield open_studio


def test_a_run_asks_no_server(open_page):
    visitor, posted = open_page()
    visitor.run_program(SEED.format("mine", "mine"))
    visitor.has("mine")
    visitor.run_program(CHAIN.format("other", "other"))
    visitor.has("other")
    assert posted == []


def test_both_roads_tell_the_same(open_page):
    visitor, posted = open_page()
    visitor.run_program(SEED.format("mine", "mine"))
    visitor.has("mine")
    here = json.loads(visitor.page.evaluate("told.at(-1)"))
    answers = []

    def listen(route):
        answer = route.fetch()
        answers.append(answer.body())
        route.fulfill(response=answer)

    visitor.page.route("**/run", listen)
    with visitor.page.expect_response("**/run"):
        visitor.more("On the server")
    there = json.loads(answers[0].splitlines()[-1])
    assert here.pop("isolated") is True
    there.pop("isolated")  # as this machine can lock a process
    assert here == there
    assert len(posted) == 1


def test_a_page_that_is_left_while_python_comes_leaves_the_tab_alive(browser, with_module):
    with visitors(browser, with_module) as visit:
        visitor, crashed = visit(), []
        visitor.page.on("crash", lambda page: crashed.append(page.url))
        for tenths in (5, 10, 15, 20, 25, 30, 40):
            visitor.page.reload()
            visitor.page.wait_for_timeout(tenths * 100)
        assert not crashed and visitor.slider.count()


PATCHING = """import builtins, math, sys, torch
torch.relu = None
math.pi = 3
sys.modules["json"] = None
torch.set_default_dtype(torch.float64)
print("patched")
"""
GROWING = "import torch\nfilled = torch.zeros(12_000_000)\nprint('grown')\n"


@pytest.mark.parametrize("source", [PATCHING, GROWING], ids=["patched", "grown"])
def test_a_program_finds_nothing_of_the_one_before(open_page, source):
    visitor, posted = open_page()
    told = []
    for program in (SEED.format("mine", "mine"), source, SEED.format("mine", "mine")):
        before = visitor.page.evaluate("told.length")
        visitor.run_program(program)
        visitor.page.wait_for_function("before => told.length > before", arg=before)
        told.append(visitor.page.evaluate("told.at(-1)"))
    assert told[0] == told[2]
    assert posted == [] and visitor.page.evaluate("workers.length") == 1


def test_a_package_that_is_not_there_is_for_the_server(open_page):
    visitor, posted = open_page()
    with visitor.page.expect_response("**/run"):
        visitor.run_program("import sklearn\nprint('x')")
    assert [request.post_data_json["program"] for request in posted] == ["import sklearn\nprint('x')"]


def test_a_lost_worker_is_replaced_and_the_server_answers(open_page):
    visitor, posted = open_page()
    visitor.page.evaluate("workers[0].dispatchEvent(new Event('error'))")
    visitor.run_program(SEED.format("mine", "mine"))
    visitor.has("mine")
    assert len(posted) == 1 and visitor.written() == SEED.format("mine", "mine")
    visitor.page.locator(READY).wait_for(state="attached", timeout=PATIENCE)
    visitor.run_program(SEED.format("again", "again"))
    visitor.has("again")
    assert len(posted) == 1


def test_what_is_cancelled_ends_its_worker(open_page):
    visitor, posted = open_page()
    visitor.run_program("import torch\nsum(range(10**12))")
    visitor.page.get_by_role("button", name="Cancel").click()
    visitor.sees("Cancelled.")
    visitor.page.wait_for_timeout(500)
    visitor.page.locator(READY).wait_for(state="attached", timeout=PATIENCE)
    visitor.run_program(SEED.format("mine", "mine"))
    visitor.has("mine")
    assert posted == [] and visitor.page.evaluate("workers.length") == 2


def test_who_saves_data_fetches_nothing(browser, with_module):
    saving = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
    with visitors(browser, with_module) as visit:
        visitor = visit("", before=saving)
        visitor.ready()
        visitor.run_program(SEED.format("mine", "mine"))
        visitor.has("mine")
        assert visitor.page.locator("#autograd-studio").get_attribute("data-module") == "none"


def test_the_next_visit_takes_it_from_the_browser(open_page):
    visitor, _ = open_page()
    visitor.page.evaluate(KEPT)
    fetched = []
    visitor.page.context.on("request", lambda request: fetched.append(request.url) if ".gz" in request.url else None)
    visitor.page.reload()
    visitor.page.locator(READY).wait_for(state="attached", timeout=PATIENCE)
    assert fetched == []
