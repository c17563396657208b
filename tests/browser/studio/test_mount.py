"""What is mounted once stays: the node, what is written, its undo and the focus, whatever becomes of the connection."""

import functools
import http.server
import threading

import pytest

from benchmarks.studio import Studio

from .studio_page import StudioPage

PROGRAM = "import torch\n\nx = torch.tensor(2.0, requires_grad=True)\n(x * x * x).backward()\n"
OTHER = "import torch\n\nspeed = torch.tensor(3.0, requires_grad=True)\n(speed * speed).backward()\n"
AROUND = ("Learn", "Compare", "Practice", "Reference", "Play")
NODE = "document.getElementById('autograd-studio')"


class Mounted:
    """A studio in which something is written, by what of it must not change."""

    def __init__(self, studio):
        self.studio = studio
        studio.write(PROGRAM)
        studio.editor().evaluate(f"() => {{ window.before = {NODE}; }}")

    def holds(self):
        """Tell what is no longer as it was; all of it is used up."""
        editor = self.studio.editor()
        assert editor.evaluate(f"() => window.before === {NODE} && window.before.isConnected")
        assert self.studio.written() == PROGRAM
        assert editor.evaluate("element => element === element.getRootNode().activeElement")
        self.studio.press("ControlOrMeta+z")
        assert self.studio.written() != PROGRAM
        self.studio.press("ControlOrMeta+Shift+z")
        assert self.studio.written() == PROGRAM


@pytest.fixture
def window(browser):
    """A window of its own, without a page."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    yield context.new_page()
    context.close()


def test_ten_changes_of_place_and_back_change_nothing_and_run_no_script(visit):
    page = visit(width=1366, height=768)
    page.ready()
    mounted, sent = Mounted(page), []
    client = page.page.context.new_cdp_session(page.page)
    client.send("Network.enable")
    client.on("Network.webSocketFrameSent", lambda frame: sent.append(frame))
    for place in AROUND * 2:
        page.go(place)
    for _ in AROUND:
        page.back()
    page.place("Play").wait_for()
    mounted.holds()
    assert not sent


def test_a_connection_that_breaks_changes_nothing(window, studio):
    sockets = []

    def pass_on(socket):
        sockets.append(socket)
        socket.connect_to_server()

    window.route_web_socket("**/_stcore/stream", pass_on)
    window.goto(studio)
    page = StudioPage(window)
    page.ready()
    mounted = Mounted(page)
    sockets[0].close()
    for _ in range(100):
        if len(sockets) > 1:
            break
        window.wait_for_timeout(100)
    assert len(sockets) > 1, "Streamlit connects again"
    window.wait_for_timeout(1000)  # and runs its script
    mounted.holds()
    page.press("ControlOrMeta+Enter")
    page.has("^x, leaf")


def test_two_tabs_of_one_browser_go_their_own_ways(visit, studio):
    one = visit(width=1366, height=768)
    other = StudioPage(one.page.context.new_page())
    other.page.goto(studio)
    one.ready(), other.ready()
    mounted = Mounted(one)
    other.run_program(OTHER)
    other.has("^speed, leaf")
    other.go("Practice")
    other.page.get_by_role("button", name="Dark theme").click()
    one.page.bring_to_front()
    one.place("Play").wait_for()
    mounted.holds()
    one.press("ControlOrMeta+Enter")
    one.has("^x, leaf")
    other.page.bring_to_front()
    other.place("Practice").wait_for()
    other.go("Play")
    assert other.written() == OTHER
    other.has("^speed, leaf")


@pytest.mark.thorough
@pytest.mark.parametrize(("path", "place"), [("practice", "Practice"), ("operators", "Reference")])
def test_a_page_that_is_the_first_of_its_server_is_like_any_other(window, path, place):
    with Studio() as studio:
        window.goto(studio.address + path)
        page = StudioPage(window)
        page.place(place).get_by_role("heading", level=1).wait_for()
        page.go("Play")
        page.ready()
        mounted = Mounted(page)
        for one in AROUND:
            page.go(one)
        for _ in AROUND:
            page.back()
        mounted.holds()


@pytest.fixture
def course(tmp_path):
    """Return a function that gives the address of another site's page with the studio in a frame."""
    served = []

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    def serve(address):
        frame = f'<iframe src="{address}" width=1200 height=700></iframe>'
        (tmp_path / "page.html").write_text(f"<!doctype html><body>{frame}", encoding="utf-8")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=tmp_path))
        served.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://localhost:{server.server_port}/page.html"

    yield serve
    for server in served:
        server.shutdown()
        server.server_close()


@pytest.mark.thorough
def test_in_a_frame_of_another_site_nothing_changes_either(window, course):
    with Studio() as studio:
        window.goto(course(f"{studio.address}?lesson=fan-out"))
        (frame,) = window.frames[1:]
        frame.get_by_role("slider", name="Step", exact=True).and_(frame.locator("[aria-valuenow]")).wait_for()
        editor = frame.get_by_role("textbox", name="Program", exact=True)
        editor.click()
        window.keyboard.press("ControlOrMeta+End")
        window.keyboard.insert_text("# mine")
        frame.evaluate(f"() => {{ window.before = {NODE}; }}")
        for place in AROUND:
            frame.get_by_role("navigation").get_by_role("link", name=place, exact=True).click()
            frame.get_by_role("region", name=place, exact=True).wait_for()
        for place in ("Reference", "Practice", "Compare", "Learn"):
            frame.evaluate("history.back()")
            frame.get_by_role("region", name=place, exact=True).wait_for()
        frame.evaluate("history.back()")
        frame.get_by_role("region", name="Play", exact=True).wait_for()
        assert frame.evaluate(f"() => window.before === {NODE} && window.before.isConnected")
        assert "# mine" in editor.inner_text()
        assert editor.evaluate("element => element === element.getRootNode().activeElement")
        window.keyboard.press("ControlOrMeta+z")
        assert "# mine" not in editor.inner_text()


@pytest.mark.thorough
def test_a_lesson_embedded_in_another_sites_page_is_stepped_by_its_keys(window, course):
    with Studio() as studio:
        window.goto(course(f"{studio.address}?lesson=fan-out&embed=true&step=3"))
        (frame,) = window.frames[1:]
        slider = frame.get_by_role("slider", name="Step", exact=True)
        slider.and_(frame.locator("[aria-valuenow='3']")).wait_for()
        slider.focus()
        window.keyboard.press("ArrowRight")
        slider.and_(frame.locator("[aria-valuenow='4']")).wait_for()
        assert frame.get_by_role("banner").count() == 0
