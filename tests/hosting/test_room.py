"""How many visitors a server takes: those beyond are refused, before the runs of the others lack anything."""

import asyncio
import sys

import pytest

from autograd_studio.web.server import room

from ..support.awaiting import awaited

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="hosted mode needs Linux")


@pytest.mark.parametrize(("files", "visitors"), [(96, 12), (256, 32), (1024, 192), (1 << 16, 16320)])
def test_files_are_kept_for_runs(monkeypatch, files, visitors):
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert room.room() == visitors


def test_who_comes_beyond_is_refused_until_a_session_has_ended(monkeypatch):
    monkeypatch.setattr(room, "room", lambda: 2)
    monkeypatch.setattr(room, "GRACE", 0.05)
    entered, refused = [], []

    async def visit(app, leave):
        async def send(message):
            refused.append(message.get("status"))

        await app({"type": "websocket", "leave": leave, "extensions": {"websocket.http.response": {}}}, None, send)

    async def studio(scope, receive, send):
        entered.append(scope["type"])
        await scope.get("leave", asyncio.Event()).wait()

    async def crowd():
        app, leave = room.Room(studio), asyncio.Event()
        visits = [asyncio.create_task(visit(app, leave)) for _ in range(3)]
        await asyncio.sleep(0)
        assert (len(entered), refused[0]) == (2, 503)
        leave.set()
        await asyncio.gather(*visits)
        await visit(app, leave)
        assert len(entered) == 2, "the sessions are there still"
        await asyncio.sleep(0.1)
        await visit(app, leave)
        assert len(entered) == 3

    awaited(crowd())


def test_a_request_without_a_session_is_always_answered(monkeypatch):
    monkeypatch.setattr(room, "room", lambda: 0)
    answered = []

    async def studio(scope, receive, send):
        answered.append(scope["type"])

    awaited(room.Room(studio)({"type": "http"}, None, None))
    assert answered == ["http"]
