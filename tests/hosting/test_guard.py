"""Who may ask a server for what: in local mode its own pages, by loopback's own names."""

import http.client
from contextlib import closing

import pytest
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from autograd_studio.web.server import guard
from benchmarks.studio import Studio

from ..support.awaiting import awaited

pytestmark = pytest.mark.thorough

PATHS = ("", "_stcore/health", "_stcore/host-config", "static/js/none.js", "_stcore/upload_file/a/b", "no/such/path")


@pytest.fixture(scope="module", params=["app.py", "server.py"])
def local(request):
    """A studio of one's own, by either of its two entries."""
    with Studio(script=request.param, AUTOGRAD_STUDIO_LOCAL="1") as studio:
        yield studio


def ask(studio, path="", method="GET", **headers):
    """Return the status and the headers of an answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", studio.port, timeout=30)) as connection:
        connection.request(method, f"/{path}", headers=headers)
        with connection.getresponse() as answer:
            return answer.status, answer.headers


def websocket(studio, **headers):
    """Return the status with which a websocket is answered."""

    async def open_one():
        address = f"ws://{headers.pop('Host', f'127.0.0.1:{studio.port}')}/_stcore/stream"
        try:
            async with connect(
                address, host="127.0.0.1", port=studio.port, additional_headers=headers, subprotocols=["streamlit"]
            ):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    return awaited(open_one())


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "[", "0.0.0.0"]
)
def test_a_name_that_is_not_loopbacks_is_refused(local, host):
    for path in PATHS:
        assert ask(local, path, Host=host)[0] == 403
    assert ask(local, Host=f"{host}:{local.port}", Origin=f"http://{host}:{local.port}")[0] == 403
    if host not in ("", "["):
        assert websocket(local, Host=f"{host}:{local.port}") == 403


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_loopbacks_own_names_are_answered(local, name):
    host = f"{name}:{local.port}"
    assert ask(local, Host=host)[0] == 200
    assert websocket(local, Host=host, Origin=f"http://{host}") == 101


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:{}", "http://127.0.0.1:1", "null", ""])
def test_a_page_of_another_site_is_refused(local, origin):
    origin = origin.format(local.port)
    for path in PATHS:
        for method in ("GET", "POST", "OPTIONS", "DELETE"):
            assert ask(local, path, method, Origin=origin)[0] == 403
    assert websocket(local, Origin=origin) == 403


def test_what_is_no_browser_sends_no_origin_and_is_answered(local):
    assert ask(local)[0] == 200
    assert websocket(local) == 101


def policy(headers):
    """Return what an answer allows a browser, by directive."""
    return dict(one.split(" ", 1) for one in headers["Content-Security-Policy"].split("; "))


def test_no_other_site_frames_the_local_studio(local):
    for headers in (ask(local)[1], ask(local, "_stcore/health")[1], ask(local, Host="evil.example")[1]):
        assert policy(headers)["frame-ancestors"] == "'self'"
        assert headers["X-Frame-Options"] == "SAMEORIGIN"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_hosted_server_answers_to_any_name_and_is_framed_by_anybody(studio):
    status, headers = ask(studio, Host="studio.example.edu")
    assert status == 200
    assert "frame-ancestors" not in policy(headers)
    assert headers["X-Frame-Options"] is None
    assert websocket(studio, Host="studio.example.edu", Origin="https://studio.example.edu") == 101


ANSWERS = {
    "": 200, "gallery": 200, "favicon.png": 200, "_stcore/health": 200, "readyz": 200, "media/none.svg": 404,
    "_stcore/upload_file/a/b": 404, "?" + "a" * 20_000: 414, "//evil.example": 400,
}  # fmt: skip


def test_every_answer_says_what_a_browser_may_do_with_it(studio):
    answers = [(ask(studio, path), status) for path, status in ANSWERS.items()]
    answers += [(ask(studio, method="PUT"), 405), (ask(studio, "nudge", method="POST"), 400)]
    for (status, headers), expected in answers:
        assert status == expected
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        allowed = policy(headers)
        assert allowed["default-src"] == "'self'"
        assert allowed["img-src"] == "'self' data: blob:"
        compiled = "'wasm-unsafe-eval'"  # WebAssembly alone, which runs programs in the page
        assert "unsafe" not in allowed["script-src"].replace(compiled, "")


def answered(app, monkeypatch, scope=None, **environment):
    """Return what a guard before an app sends to a request to a hosted server."""
    monkeypatch.setattr(guard, "server", lambda: "hosted")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.disconnect"}

    awaited(guard.Guard(app)({"type": "http", "headers": [], **(scope or {})}, receive, send))
    return sent


def test_a_host_says_who_may_frame(monkeypatch):
    ancestors = "'self' https://course.example.edu"
    sent = answered(PlainTextResponse("a page"), monkeypatch, **{guard.FRAME_ANCESTORS: ancestors})
    assert policy(Headers(raw=sent[0]["headers"]))["frame-ancestors"] == ancestors


SECRET = "a stranger's words"


@pytest.mark.parametrize(
    ("kind", "code"), [("http", "http.response.start"), ("websocket", "websocket.http.response.start")]
)
def test_a_request_that_fails_is_answered_and_logged_in_one_line(monkeypatch, caplog, kind, code):
    async def app(scope, receive, send):
        raise KeyError(SECRET)

    extensions = {"extensions": {"websocket.http.response": {}}}
    sent = answered(app, monkeypatch, {"type": kind, **extensions})
    assert (sent[0]["type"], sent[0]["status"]) == (code, 500)
    assert Headers(raw=sent[0]["headers"])["X-Content-Type-Options"] == "nosniff"
    (record,) = caplog.records
    assert record.exc_info is None
    assert record.getMessage().startswith(f"a request failed: KeyError at {__file__}:")
    assert SECRET not in caplog.text
    assert len(caplog.text.splitlines()) == 1


def test_who_has_left_is_no_fault(monkeypatch, caplog):
    async def app(scope, receive, send):
        await Request(scope, receive).body()

    assert answered(app, monkeypatch) == []
    assert not caplog.records


def test_what_fails_after_it_was_answered_is_not_answered_again(monkeypatch, caplog):
    async def app(scope, receive, send):
        await PlainTextResponse("a page")(scope, receive, send)
        raise KeyError

    assert [message["type"] for message in answered(app, monkeypatch)] == ["http.response.start", "http.response.body"]
    assert len(caplog.records) == 1


@pytest.mark.parametrize("path", ["run", "nudge", "ask", "outline", "check", "compare", "save"])
def test_the_front_end_is_answered_by_either_entry(local, path):
    assert ask(local, path, method="POST")[0] == 400, "it asks for nothing"
