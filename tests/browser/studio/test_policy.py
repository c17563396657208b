"""What a browser is allowed by a hosted studio: all that its pages need, in a course's page too, and nothing else."""

import functools
import http.server
import threading

import pytest

from benchmarks.studio import Studio

from .studio_page import StudioPage

pytestmark = pytest.mark.thorough

PAGES = {
    "": "Play",
    "expression": "Play",
    "custom_op": "Play",
    "jacobian": "Jacobian",
    "compare": "Compare",
    "practice": "Practice",
    "gallery": "Learn",
    "operators": "Reference",
}
FIGURE = """
import torch
import matplotlib.pyplot as plt
drawn = torch.tensor([1.0, 2.0], requires_grad=True)
(drawn * drawn).sum().backward()
plt.plot([1, 2])
plt.show()
"""

# Tries to get a picture and a script of another site, and a script from its own text; says which of them came.
REACH = """async site => {
    const came = [];
    const loads = (kind, address) => new Promise(done => {
        const one = Object.assign(document.createElement(kind), { src: address });
        one.onload = () => { came.push(kind); done(); };
        one.onerror = done;
        document.body.append(one);
    });
    await loads("img", `${site}picture.svg`);
    await loads("script", `${site}script.js`);
    await fetch(`${site}script.js`, { mode: "no-cors" }).then(() => came.push("fetch"), () => undefined);
    try { eval("came.push('eval')"); } catch { /* refused */ }
    return came;
}"""


@pytest.fixture(scope="module")
def hosted(browser):
    with Studio() as studio:
        yield studio


@pytest.fixture(scope="module")
def site(tmp_path_factory, hosted):
    """The address of another site, with a course's page that has a lesson in a frame."""
    folder = tmp_path_factory.mktemp("course")
    frame = f'<iframe src="{hosted.address}?lesson=fan-out&embed=true" width=900 height=700></iframe>'
    (folder / "page.html").write_text(f"<!doctype html><body>{frame}", encoding="utf-8")
    (folder / "picture.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    (folder / "script.js").write_text("window.came = true")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def refused():
    """What browsers said that the policy refused."""
    return []


@pytest.fixture
def page(browser, refused):
    context = browser.new_context()
    page = context.new_page()
    page.on("console", lambda said: refused.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    context.close()


def test_nothing_that_a_page_needs_is_refused(page, hosted, refused):
    visitor = StudioPage(page)
    for path, place in PAGES.items():
        page.goto(hosted.address + path)
        visitor.place(place).wait_for()
        page.wait_for_load_state("networkidle")
    page.goto(f"{hosted.address}?lesson=fan-out")
    visitor.ready()
    visitor.run_program(FIGURE)
    visitor.has("drawn, leaf")
    for name in ("Program (.py), runs with PyTorch", "Graph (.dot)"):
        with page.expect_download() as saved:
            visitor.more(name)
        assert saved.value.path().stat().st_size > 100
    assert refused == []


def test_a_courses_page_has_a_lesson_in_a_frame(page, site, refused):
    page.goto(f"{site}page.html")
    frame = page.frame_locator("iframe")
    frame.get_by_role("slider").first.wait_for()
    frame.get_by_role("button", name="Next step").click()
    assert refused == []


def test_what_another_site_has_is_refused(page, hosted, site, refused):
    page.goto(f"{site}page.html")
    page.frame_locator("iframe").get_by_role("slider").first.wait_for()
    assert page.evaluate(REACH, site) == ["img", "script", "fetch", "eval"]
    page.goto(hosted.address)
    page.get_by_role("heading", level=1).first.wait_for()
    assert page.evaluate(REACH, site) == []
    assert len(refused) >= 4
