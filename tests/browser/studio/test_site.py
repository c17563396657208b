"""The studio without a server of ours: a folder that any web server serves, and no network once it was visited."""

import json
from contextlib import contextmanager
from pathlib import Path

import pytest

from autograd_studio.web.site import make
from benchmarks.road import SEED

from ...support import built_module, served
from ..view import script
from .conftest import visitors
from .test_in_page import KEPT, PATIENCE, READY

pytestmark = pytest.mark.thorough


@contextmanager
def serving(folder):
    """Serve a folder; give the address of the site that lies two folders below it."""
    with served.serving(folder) as address:
        yield f"{address}school/grad/"


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with a site that runs programs, two folders below the root."""
    root = tmp_path_factory.mktemp("served")
    make(root / "school" / "grad", built_module.module())
    return root


@pytest.fixture
def visit(browser, folder):
    """Return a function that opens a page of the site."""
    with serving(folder) as address, visitors(browser, address) as open_page:
        yield open_page


def ready(visitor):
    visitor.ready()
    visitor.page.locator(READY).wait_for(state="attached", timeout=PATIENCE)


def test_a_lesson_is_played_before_python_has_come(visit):
    visitor = visit("lesson/upstream-gradient/")
    visitor.ready()
    assert visitor.page.url.endswith("/school/grad/lesson/upstream-gradient/")
    visitor.press("ArrowRight")
    assert visitor.step == 2


def test_an_own_program_runs_and_asks_nobody(visit):
    visitor, asked = visit(), []
    ready(visitor)
    visitor.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    visitor.run_program(SEED.format("mine", "mine"))
    visitor.has("mine")
    assert set(asked) <= {"icon.svg"}  # the browser's own, as the address changes


def test_what_can_be_taken_away_is_offered_and_made_in_the_page(visit):
    visitor = visit()
    ready(visitor)
    offered = visitor.offers().locator("button").all_inner_texts()
    visitor.press("Escape")
    assert not any("Graph (.dot)" in one for one in offered)
    with visitor.page.expect_download() as download:
        visitor.more("Trace (.json)")
    assert json.loads(Path(download.value.path()).read_text())["steps"]


def test_who_does_not_wait_is_told_how_much_has_come(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(SEED.format("mine", "mine"))
    visitor.page.get_by_text("Python is coming to this page").or_(visitor.node("mine")).first.wait_for(state="attached")
    visitor.page.locator(READY).wait_for(state="attached", timeout=PATIENCE)
    visitor.has("mine")


@pytest.mark.parametrize("place", ["Learn", "Compare", "Practice", "Reference"])
def test_each_place_has_an_address_that_can_be_opened(visit, place):
    visitor = visit()
    visitor.ready()
    visitor.go(place)
    visitor.page.reload()
    visitor.place(place).wait_for()


def test_a_package_that_is_not_there_is_named(visit):
    visitor = visit()
    ready(visitor)
    visitor.run_program("import sklearn\n")
    visitor.sees("needs a package that is not in it: sklearn")
    assert visitor.written() == "import sklearn\n"


def test_without_the_engine_a_program_is_told_why_it_does_not_run(browser, tmp_path):
    make(tmp_path / "school" / "grad", None)
    with serving(tmp_path) as address, visitors(browser, address) as open_page:
        visitor = open_page()
        visitor.ready()
        visitor.run_program(SEED.format("mine", "mine"))
        visitor.sees("made without its engine")
        visitor.go("Learn")
        visitor.place("Learn").get_by_role("link").first.click()
        visitor.ready()


@pytest.mark.parametrize("path", ["index.html", "lesson/fan-out/index.html"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_opened_from_the_disk_it_says_what_to_do(browser, tmp_path, path, scheme):
    make(tmp_path / "site", None)
    page = browser.new_page(color_scheme=scheme)
    page.goto((tmp_path / "site" / path).as_uri())
    page.get_by_text("run python -m http.server in the folder of the site").wait_for()
    assert min(page.evaluate(f"({script('contrast')})(document.body)")["texts"].values()) > 7
    page.close()


def test_once_visited_it_opens_and_runs_without_a_network(browser, folder):
    with serving(folder) as address, visitors(browser, address) as open_page:
        visitor = open_page()
        ready(visitor)
        visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        visitor.page.evaluate(KEPT)
        visitor.page.context.set_offline(True)
        visitor.page.goto(f"{address}lesson/zero-gradient/")
        ready(visitor)
        visitor.run_program(SEED.format("mine", "mine"))
        visitor.has("mine")


def test_a_newer_site_is_offered_and_comes_when_it_is_wanted(browser, tmp_path):
    made = tmp_path / "school" / "grad"
    make(made, None)
    with serving(tmp_path) as address, visitors(browser, address) as open_page:
        visitor = open_page()
        visitor.ready()
        visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        other = visitor.page.context.new_page()
        other.goto(address)
        (chunk,) = made.glob("studio/codemirror-*.js")
        asked = f"fetch('studio/{chunk.name}').then(({{ ok }}) => ok)"
        chunk.unlink()
        page = made / "index.html"
        page.write_text(page.read_text().replace("<noscript>", '<meta name="newer"><noscript>'))
        script = made / "service_worker.js"
        first, _, rest = script.read_text().partition("\n")
        told = json.loads(first.removeprefix("self.site = ").removesuffix(";"))
        files = [file for file in told["files"] if not file.endswith(chunk.name)]
        script.write_text(f"self.site = {json.dumps({'version': 'newer', 'files': files})};\n{rest}")
        visitor.page.reload()
        assert visitor.page.locator("meta[name=newer]").count() == 0
        visitor.button("Update").click()
        visitor.page.locator("meta[name=newer]").wait_for(state="attached")
        assert other.evaluate(asked), "who still shows the version before has its files"
        other.close()
