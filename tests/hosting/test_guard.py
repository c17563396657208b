"""Who may ask a server for what: in local mode its own pages, by loopback's own names."""

import http.client
from contextlib import closing

import pytest
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


def test_no_other_site_frames_the_local_studio(local):
    for headers in (ask(local)[1], ask(local, "_stcore/health")[1], ask(local, Host="evil.example")[1]):
        assert headers["Content-Security-Policy"] == "frame-ancestors 'self'"
        assert headers["X-Frame-Options"] == "SAMEORIGIN"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_hosted_server_answers_to_any_name_and_is_framed_by_anybody(studio):
    status, headers = ask(studio, Host="studio.example.edu")
    assert status == 200
    assert headers["Content-Security-Policy"] is headers["X-Frame-Options"] is None
    assert websocket(studio, Host="studio.example.edu", Origin="https://studio.example.edu") == 101


def test_a_host_says_who_may_frame(monkeypatch):
    monkeypatch.setattr(guard, "server", lambda: "hosted")
    monkeypatch.setenv(guard.FRAME_ANCESTORS, "'self' https://course.example.edu")
    sent = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        sent.append(message)

    awaited(guard.Guard(app)({"type": "http", "headers": []}, None, send))
    header = b"content-security-policy", b"frame-ancestors 'self' https://course.example.edu"
    assert sent[0]["headers"] == [header]


@pytest.mark.parametrize("path", ["nudge", "prompt"])
def test_the_player_is_answered_by_either_entry(local, path):
    assert ask(local, path, method="POST")[0] == 400, "it asks for nothing"
