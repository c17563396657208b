"""What comes in and how much of it: routes, sizes, half requests, and floods beside a class. All is bound by counts."""

import asyncio
import http.client
import json
import socket
import subprocess
import sys
import threading
import time
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager, suppress
from types import SimpleNamespace

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route, WebSocketRoute
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from autograd_studio.web.routes import tokens
from autograd_studio.web.server import door, guard
from autograd_studio.web.server.askers import REMEMBERED, Askers
from autograd_studio.web.server.door import Door
from autograd_studio.web.server.limits import HOSTED, Limits
from autograd_studio.web.server.seats import AWAY, Seats
from autograd_studio.web.server.turns import LATE, PATIENCE, Allowance, Turns
from benchmarks.studio import ROOT, Studio, free_port
from benchmarks.visitor import Visitor, remarks

from ..support.awaiting import awaited

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND")
SMALL = "import torch\nx = torch.tensor({}., requires_grad=True)\n(x * x).backward()\n"


def ask(port, path="/", method="GET", body=None, **headers):
    """Return the status of an answer, and what it says."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request(method, path, body, headers)
        with connection.getresponse() as answer:
            return answer.status, answer.read().decode(errors="replace")


# ---- turns and seats


def test_a_rest_is_an_allowance_of_so_many_at_once(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    allowance = Allowance(rate=5, at_once=3)
    assert [allowance.take() for _ in range(5)] == pytest.approx([0, 0, 0, 0.2, 0.4])
    now[0] = 1000
    assert [allowance.take() for _ in range(4)] == pytest.approx([0, 0, 0, 0.2])


def test_the_page_does_not_wait(monkeypatch):
    """It sends a message when it is opened, and where its token does not hold asks for another one every three seconds."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    messages = Allowance(HOSTED.messages, HOSTED.messages_at_once)
    for _ in range(200):
        assert messages.take() == 0
        now[0] += 3


def test_who_asks_seldom_is_not_behind_those_who_ask_without_end():
    async def order():
        turns, had = Turns(rate=1000, at_once=1), []

        async def flood(name):
            one = SimpleNamespace(tag=0.0)
            for _ in range(50):
                await turns.turn(one)
                had.append(name)

        async def visitor():
            while len(had) < 45:
                await asyncio.sleep(0)
            await turns.turn(SimpleNamespace(tag=0.0))
            return len(had)

        *_, count = await asyncio.gather(*map(flood, range(20)), visitor())
        return had, count

    had, count = awaited(order())
    assert len(had) == 1000
    assert count <= 47, "and not behind the others, of whom each waits for its next turn"


def test_each_of_a_crowd_beyond_the_largest_class_has_less():
    async def counts():
        turns, had = Turns(rate=5000, at_once=1), {"class": 0, "crowd": 0}

        async def ask(party, share):
            one = SimpleNamespace(tag=0.0)
            while sum(had.values()) < 1000:
                await turns.turn(one, share)
                had[party] += 1

        await asyncio.gather(
            *(ask("class", 1.0) for _ in range(10)), *(ask("crowd", 40 / 10) for _ in range(40)), return_exceptions=True
        )
        return had

    had = awaited(counts())
    assert had["class"] == pytest.approx(500, abs=60), "ten of a class have as much as forty of a crowd"


def entered(count, others):
    """Return after how many of `count` entrances at one address each of the others, by their tags, has its next turn."""

    async def enter():
        turns, had = Turns(rate=1e5, at_once=1), 0
        turns._tag = max(others)

        async def app(*_):
            nonlocal had
            had += 1

        entrance = Door(app, ())
        entrance.__dict__.update(_limits=HOSTED, _turns=turns, _seats=Seats(1000, HOSTED.crowd))

        async def other(tag):
            await turns.turn(SimpleNamespace(tag=tag))
            return had

        scope = {"type": "websocket", "client": ("192.0.2.1", 1), "headers": []}
        coming = [asyncio.create_task(entrance._session(scope, None, None)) for _ in range(count)]
        await asyncio.sleep(0)
        waited = await asyncio.gather(*map(other, others))
        await asyncio.gather(*coming)
        return waited

    return awaited(enter())


def test_who_has_had_many_turns_is_not_behind_more_than_a_class():
    (waited,) = entered(900, [30.0])
    assert waited <= HOSTED.crowd + 1, "of 900 who came before"


def test_a_class_enters_before_those_who_have_had_most():
    waited = entered(HOSTED.crowd, [30.0] * 50)
    assert min(waited) >= HOSTED.crowd - 1


def test_a_part_of_a_turn_takes_as_much_less():
    """Of one who asks for whole turns and one who asks for quarters, each has as much."""

    async def counts():
        turns, had = Turns(rate=1e5, at_once=1), {1.0: 0, 0.25: 0}

        async def ask(size):
            one = SimpleNamespace(tag=0.0)
            while sum(had.values()) < 1000:
                await turns.turn(one, size=size)
                had[size] += 1

        await asyncio.gather(*(ask(size) for size in had for _ in range(5)))
        return had

    had = awaited(counts())
    assert had[0.25] == pytest.approx(800, abs=20)
    assert had[1.0] == pytest.approx(200, abs=20)


def test_who_has_gone_takes_no_turn():
    async def count():
        turns = Turns(rate=1e-3, at_once=2)  # a third turn would take a quarter of an hour
        gone = [asyncio.create_task(turns.turn(SimpleNamespace(tag=0.0))) for _ in range(100)]
        await asyncio.sleep(0)
        for one in gone:
            one.cancel()
        await asyncio.wait_for(turns.turn(SimpleNamespace(tag=0.0)), 60)
        await asyncio.wait_for(turns.turn(SimpleNamespace(tag=0.0)), 60)

    awaited(count())


def test_turns_are_few_while_the_loop_is_late():
    async def count():
        turns, had = Turns(rate=1e6, at_once=10**6), 0

        async def ask():
            nonlocal had
            one = SimpleNamespace(tag=0.0)
            while True:
                await turns.turn(one)
                had += 1

        asking = asyncio.gather(*(ask() for _ in range(50)))
        for _ in range(20):
            await asyncio.sleep(0)
            time.sleep(2 * LATE)
        late = had
        while had < 1000:
            await asyncio.sleep(0)
        asking.cancel()
        return late

    assert 1 <= awaited(count()) <= 20 * 2 * LATE / PATIENCE + 2


def seated(*addresses, most, crowd):
    """Return which of those who come from these addresses one after the other have a seat in the end."""

    async def come():
        seats, sent = Seats(most, crowd), {}

        def at(number):
            async def send(message):
                sent.setdefault(number, []).append(message)

            return send

        taken = [seats.take(address, at(number)) for number, address in enumerate(addresses)]
        await asyncio.sleep(0)
        assert all(messages == [AWAY] for messages in sent.values())
        return [number for number, seat in enumerate(taken) if seat is not None and number not in sent]

    return awaited(come())


def test_a_server_that_is_not_full_takes_any_number_of_one_address():
    assert len(seated(*["school"] * 900, most=1000, crowd=300)) == 900


def test_a_full_server_has_room_for_others_as_long_as_one_has_a_crowd():
    addresses = ["flood"] * 1200 + ["school"] * 300 + ["home"]
    there = seated(*addresses, most=1000, crowd=300)
    assert len(there) == 1000
    assert there[-301:] == list(range(1200, 1501)), "the class, and one at home"


def test_no_class_gives_way():
    addresses = ["one"] * 300 + ["other"] * 300
    assert seated(*addresses, "third", most=600, crowd=300) == list(range(600))


def test_who_leaves_makes_room():
    async def leave():
        seats = Seats(1, 300)
        for _ in range(3):
            seat = seats.take("home", None)
            assert seats.take("school", None) is None
            seats.leave("home", seat)

    awaited(leave())


# ---- what is posted


def posted(token="", program="x", wait=None):
    """Return what receives a request of this token; who sends it waits for the answer, or as long as `wait` takes."""
    parts = iter([{"type": "http.request", "body": json.dumps({"token": token, "program": program}).encode()}])

    async def receive():
        part = next(parts, None)
        if part is None:
            await (wait or asyncio.Event()).wait()
            return {"type": "http.disconnect"}
        return part

    return receive


def entrance(app, turns):
    """Return a door before this app."""
    made = Door(app, ())
    made.__dict__.update(_limits=HOSTED, _turns=turns, _askers=Askers())
    return made


def scope_at(address, **fields):
    return {"type": "http", "method": "POST", "client": (address, 1), "headers": [], **fields}


def answers_before(flooders, *, each, asks_at):
    """Return after how many answers one is answered who asks once so many others are, and how many answers there are in all.

    Each of the `flooders`, (address, token), asks so often at once.
    """

    async def ask():
        had, honest = 0, None

        async def app(scope, receive, _):
            nonlocal had
            assert json.loads((await receive())["body"])["program"] == "x"
            had += 1

        studio = entrance(app, Turns(rate=1e5, at_once=1))

        async def one(address, token):
            await studio._asked(scope_at(address), posted(token), None)

        asking = [asyncio.create_task(one(*flooder)) for flooder in flooders for _ in range(each)]
        while had < asks_at:
            await asyncio.sleep(0)
        began = had
        await one("192.0.2.2", tokens.token("honest"))
        honest = had - began
        await asyncio.gather(*asking)
        return honest, had

    return awaited(ask())


def test_one_who_asks_a_route_seldom_is_not_behind_a_flood_and_nobody_is_refused():
    flood = [("192.0.2.1", tokens.token("flood"))]
    honest, answers = answers_before(flood, each=1000, asks_at=200)
    assert answers == 1001
    assert honest <= 20, "of 800 who had asked before"


@pytest.mark.parametrize(("visitors", "each"), [(6000, 1), (600, 10)])
def test_a_flood_of_many_visitors_at_one_address_is_not_before_one_who_asks_seldom(visitors, each):
    flood = [("192.0.2.1", tokens.token(f"flood{number}")) for number in range(visitors)]
    honest, answers = answers_before(flood, each=each, asks_at=4500)
    assert answers == 6001
    assert honest <= 20, "of 1,500 who had asked before"


def test_a_class_at_one_address_has_as_much_as_each_of_it_had_alone():
    """300 who ask ten times each, and as many who are at home."""

    async def counts():
        turns, had, askers = Turns(rate=1e5, at_once=1), {"school": 0, "home": 0}, Askers()

        async def ask(place, number):
            address = place if place == "school" else f"{place}{number}"
            for _ in range(10):
                crowd = askers.find(address), 1 / HOSTED.crowd
                await turns.turn(askers.find(address, str(number)), 1.0, crowd, size=HOSTED.asked)
                had[place] += 1
                if sum(had.values()) == 3000:
                    seen.update(had)

        seen = {}
        await asyncio.gather(*(ask(place, number) for number in range(300) for place in had))
        return seen

    assert awaited(counts())["school"] == pytest.approx(1500, abs=150)


def asker_tags(*askers):
    """Return the tags of those who ask one after the other, (address, token), each time."""

    async def ask():
        async def app(*_): ...

        studio, tags = entrance(app, Turns(rate=1e9, at_once=1)), []
        for address, token in askers:
            await studio._asked(scope_at(address), posted(token), None)
            tags.append(studio._askers.find(address, door._visitor(json.dumps({"token": token}).encode())).tag)
        return tags

    return awaited(ask())


def test_who_has_no_token_that_holds_is_one_asker_with_the_others_of_the_address():
    tags = asker_tags(("192.0.2.1", "forged"), ("192.0.2.1", "other"), ("192.0.2.2", "forged"))
    assert tags == pytest.approx([HOSTED.asked, 2 * HOSTED.asked, HOSTED.asked])


def test_visitors_of_one_address_are_askers_of_their_own():
    one, other = tokens.token("one"), tokens.token("other")
    tags = asker_tags(("192.0.2.1", one), ("192.0.2.1", other), ("192.0.2.1", one))
    assert tags == pytest.approx([HOSTED.asked, HOSTED.asked, 2 * HOSTED.asked])


def test_who_has_asked_nothing_for_long_is_forgotten(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    askers = Askers()
    for number in range(900):
        askers.find("school", str(number))
    now[0] += REMEMBERED / 2
    kept = askers.find("school", "7")
    now[0] += REMEMBERED / 2 + 1
    assert askers.find("school", "7") is kept
    assert len(askers._askers) == 1


def test_who_leaves_while_waiting_is_not_answered():
    async def ask():
        reached = 0

        async def app(*_):
            nonlocal reached
            reached += 1

        studio = entrance(app, Turns(rate=1e-3, at_once=1))
        for _ in range(3):  # which takes more than there is at once
            await studio._asked(scope_at("192.0.2.1"), posted(), None)
        left = asyncio.Event()
        waiting = asyncio.create_task(studio._asked(scope_at("192.0.2.1"), posted(wait=left), None))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        left.set()
        await asyncio.wait_for(waiting, 60)
        return reached

    assert awaited(ask()) == 3


# ---- messages


def taken(*messages, limits=HOSTED):
    """Return which of these messages Streamlit gets, by their numbers."""

    async def give():
        seats, given = Seats(1, 1), iter(messages)

        async def receive():
            message = next(given, None)
            return {"type": "websocket.disconnect"} if message is None else {"type": "websocket.receive", **message}

        entrance = Door(None, ())
        entrance.__dict__.update(_limits=limits, _seats=seats)
        received, got = entrance._in_turn(receive, seats.take("", None)), []
        while (message := await received())["type"] == "websocket.receive":
            got.append(next(number for number, sent in enumerate(messages) if message.items() >= sent.items()))
        return got

    return awaited(give())


def binary(message):
    return {"bytes": message.SerializeToString(), "text": None}


def rerun(**parts):
    return BackMsg(rerun_script=ClientState(**parts))


def one_of_each(kind):
    """Return a message of each kind, by its name."""
    for field in kind.DESCRIPTOR.fields:
        if field.containing_oneof is None:
            continue
        message = kind()
        if field.message_type is None:
            setattr(message, field.name, True)
        else:
            getattr(message, field.name).SetInParent()
        yield field.name, message


def test_of_streamlits_messages_only_those_that_the_pages_send_are_taken():
    operations = {
        name: BackMsg(backend_operation_request=message) for name, message in one_of_each(BackendOperationRequest)
    }
    messages = {**dict(one_of_each(BackMsg)), **operations}
    assert len(messages) > 10
    names = list(messages)
    assert [names[number] for number in taken(*map(binary, messages.values()))] == ["rerun_script"]


def test_a_text_is_no_message_and_what_cannot_be_read_is_streamlits_to_refuse():
    assert taken(
        {"text": "a"}, {"text": "a", "bytes": None}, {"bytes": b"\xff"}, binary(BackMsg()), binary(rerun())
    ) == [2, 4]


def test_a_message_asks_for_no_more_than_a_page_does():
    def fields(count):
        return WidgetStates(widgets=[WidgetState(id=str(number)) for number in range(count)])

    messages = [
        *(rerun(query_string="a" * size) for size in (HOSTED.address, HOSTED.address + 1)),
        *(rerun(cached_message_hashes=["a"] * count) for count in (HOSTED.hashes, HOSTED.hashes + 1)),
        *(rerun(widget_states=fields(count)) for count in (HOSTED.fields, HOSTED.fields + 1)),
    ]
    assert taken(*map(binary, messages)) == [0, 2, 4]


def test_who_takes_no_answer_is_given_none():
    """A send ends when a part of the system's buffer is free again; the next message is sent at once then."""

    async def give():
        room, sent, given = asyncio.Semaphore(0), [], []

        async def send(message):
            await room.acquire()
            sent.append(message)

        async def receive():
            return {"type": "websocket.receive", **binary(rerun())}

        async def app(scope, receive, send):
            async def answer():
                for number in range(3):
                    await send(number)

            async def take():
                while len(given) < 10:
                    given.append(await receive())
                    await asyncio.sleep(0)

            await asyncio.gather(answer(), take())

        entrance = Door(app, ())
        entrance.__dict__.update(_limits=HOSTED, _seats=Seats(1, 1))
        scope = {"type": "websocket", "client": ("192.0.2.1", 1), "headers": []}
        session = asyncio.create_task(entrance._session(scope, receive, send))
        counts = []
        for _ in range(3):
            for _ in range(100):
                await asyncio.sleep(0)
            counts.append(len(given))
            room.release()
        await session
        return counts, sent, len(given)

    assert awaited(give()) == ([0, 0, 0], [0, 1, 2], 10)


# ---- sizes and time: uvicorn with an app of its own


@contextmanager
def serving(monkeypatch, limits):
    """uvicorn behind the door and the guard with these limits: its port, and what reached the app."""
    reached = []

    async def take(request: Request):
        reached.append(len(await request.body()))
        return PlainTextResponse("taken")

    async def stream(websocket):
        await websocket.accept()
        async for data in websocket.iter_bytes():
            reached.append(len(data))
            await websocket.send_bytes(data)

    monkeypatch.setattr(door, "server", lambda: "hosted")
    monkeypatch.setattr(guard, "server", lambda: "hosted")
    monkeypatch.setattr(door, "HOSTED", limits)
    own = [Route("/take", take, methods=["POST"])]
    routes = [*own, WebSocketRoute("/_stcore/stream", stream), Mount("/", app=page)]
    app = Starlette(routes=routes, middleware=[*guard.GUARD, *door.door(own)])
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, access_log=False, log_config=None, ws="websockets-sansio"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield port, reached
    finally:
        server.should_exit = True
        thread.join()


def test_messages_wait_for_their_turn_and_none_is_lost(impatient):
    port, reached = impatient
    reached.clear()

    async def send():
        began = time.monotonic()
        async with connect(f"ws://127.0.0.1:{port}/_stcore/stream") as websocket:
            for _ in range(30):
                await websocket.send(rerun().SerializeToString())
            for _ in range(25):
                await websocket.recv()
            at_once = len(reached)
            for _ in range(5):
                await websocket.recv()
            return at_once, time.monotonic() - began

    at_once, seconds = awaited(send())
    assert at_once <= 26 <= 30 == len(reached)
    assert seconds > 1.9, "ten more than at once, five in a second"


def is_too_big(closed):
    """Return whether a websocket was closed for a frame; what says so is lost if more of the frame comes after it."""
    return closed.rcvd is None or closed.rcvd.code == 1009


async def page(scope, receive, send):
    await PlainTextResponse("x" * (32 << 20) if scope["path"] == "/large" else "page")(scope, receive, send)


@pytest.fixture(scope="module")
def impatient():
    """A server whose limits are small."""
    with pytest.MonkeyPatch.context() as patch:
        limits = Limits(
            request_seconds=0.5, taken_seconds=0.5, body=10_000, frame=10_000, messages=5, messages_at_once=20
        )
        with serving(patch, limits) as served:
            yield served


def test_an_address_and_headers_have_a_size(impatient):
    port, _ = impatient
    assert ask(port, "/" + "a" * (15 << 10))[0] == 200
    assert ask(port, "/?" + "a" * (17 << 10))[0] == 414
    assert ask(port, Cookie="a" * (30 << 10))[0] == 200
    assert ask(port, Cookie="a" * (33 << 10))[0] == 431


def test_a_body_has_a_size_whether_it_is_announced_or_not(impatient):
    port, reached = impatient
    reached.clear()
    assert ask(port, "/take", "POST", b"a" * 10_000) == (200, "taken")
    assert ask(port, "/take", "POST", b"a" * 10_001)[0] == 413
    assert ask(port, "/take", "POST", (b"a" * 1000 for _ in range(11)))[0] == 413
    assert reached == [10_000]


def test_a_frame_has_a_size(impatient):
    port, reached = impatient
    reached.clear()

    async def send(size, pieces=1):
        async with connect(f"ws://127.0.0.1:{port}/_stcore/stream") as websocket:
            with pytest.raises(ConnectionClosed) as closed:
                await websocket.send([b"a" * (size // pieces)] * pieces if pieces > 1 else b"a" * size)
                await asyncio.wait_for(websocket.recv(), 5)
            return closed.value

    assert is_too_big(awaited(send(20 << 20)))
    assert is_too_big(awaited(send(20_000, pieces=4)))
    assert reached == []


HALF = (
    b"",
    b"GET / HTTP/1.1\r\nHost: a\r\n",
    b"POST /take HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\na",
    b"POST /take HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\na",  # which is answered without its body
)


@pytest.mark.parametrize("begun", HALF)
def test_half_a_request_is_closed(impatient, begun):
    port, _ = impatient
    with socket.create_connection(("127.0.0.1", port), timeout=10) as half:
        half.sendall(begun)
        pieces = 0
        with pytest.raises((ConnectionResetError, BrokenPipeError, EOFError)):
            while pieces < 100:  # of which each comes before anybody has lost patience with it alone
                half.settimeout(0.1)
                try:
                    if half.recv(4096) == b"":
                        raise EOFError
                except TimeoutError:
                    half.sendall(b"a")
                    pieces += 1
        assert pieces < 20


WHOLE = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


@pytest.mark.parametrize("begun", [*HALF[2:4], HALF[5], WHOLE + HALF[2]])
def test_half_a_request_that_came_with_a_whole_one_is_closed(impatient, begun):
    """Nothing comes after it, and so nothing but the answer tells that it is taken up."""
    port, _ = impatient
    with socket.create_connection(("127.0.0.1", port), timeout=4) as half:
        half.sendall(WHOLE + begun)
        with suppress(ConnectionResetError):
            while half.recv(4096):
                pass


def is_open(idle):
    idle.setblocking(False)
    try:
        return idle.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


@pytest.mark.parametrize("over", [0, 1, 3])
def test_one_connection_too_many_takes_the_place_of_the_one_that_has_been_idle_for_longest(monkeypatch, over):
    monkeypatch.setattr(door, "connections", lambda sessions: 8)
    with serving(monkeypatch, Limits()) as (port, _), ExitStack() as stack:
        idle = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(7)]
        idle[0].sendall(WHOLE)
        time.sleep(0.2)
        assert idle[0].recv(4096)  # which is idle for less long than the others
        asking = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(1 + over)]
        time.sleep(0.2)
        assert [is_open(one) for one in idle] == [True] + [False] * over + [True] * (6 - over)
        for one in asking:
            one.settimeout(10)
            one.sendall(WHOLE)
            assert one.recv(4096).startswith(b"HTTP/1.1 200")


def test_one_connection_too_many_is_closed_where_all_are_at_work(monkeypatch):
    monkeypatch.setattr(door, "connections", lambda sessions: 8)

    async def open_all(port):
        async with AsyncExitStack() as stack:
            for _ in range(8):
                await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/_stcore/stream"))
            with pytest.raises((ConnectionResetError, http.client.RemoteDisconnected)):
                await asyncio.to_thread(ask, port)

    with serving(monkeypatch, Limits()) as (port, _):
        awaited(open_all(port))


def test_a_connection_serves_longer_than_a_request_may_take(impatient):
    port, _ = impatient
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        for _ in range(8):
            connection.request("POST", "/take", b"a")
            assert connection.getresponse().read() == b"taken"
            time.sleep(0.1)

    async def idle():
        async with connect(f"ws://127.0.0.1:{port}/_stcore/stream") as websocket:
            await asyncio.sleep(1)
            await asyncio.wait_for(await websocket.ping(), 5)

    awaited(idle())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a connection that takes nothing")
def test_who_takes_nothing_of_an_answer_is_let_go(impatient):
    port, _ = impatient
    with socket.socket() as idle:
        idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        idle.connect(("127.0.0.1", port))
        idle.sendall(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        time.sleep(3)
        taken = 0
        with pytest.raises(ConnectionResetError):
            while data := idle.recv(1 << 20):
                taken += len(data)
        assert taken < 16 << 20


# ---- the studio


@pytest.fixture(scope="module")
def app_routes():
    """The paths of the routes of Streamlit's app as server.py makes it."""
    code = "import server; print([route.path for route in server.app._build_starlette_app().routes])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1].replace("'", '"'))


# What is answered to GET on the routes that are open; those that take what is posted are pages like any other for it.
POSTED = ("/run", "/nudge", "/ask", "/outline", "/check", "/compare", "/lesson", "/save")
ANSWERED = {
    "": 200, "/readyz": 200, "/_stcore/health": 200, "/_stcore/host-config": 200, "/media/{file_id:path}": 404,
    "/_stcore/stream": 200, "/studio/{name}": 404, "/{base:path}/studio/{name}": 404,
    **dict.fromkeys(POSTED, 200), **{f"/{{base:path}}{path}": 200 for path in POSTED},
}  # fmt: skip


def test_only_the_routes_that_the_pages_use_are_open(studio, app_routes):
    assert ANSWERED.keys() <= set(app_routes)
    closed = 0
    for path in app_routes:
        sample = (
            path.replace("{file_id:path}", "a")
            .replace("{name}", "a")
            .replace("{path:path}", "a")
            .replace("{base:path}", "a")
        )
        status, text = ask(studio.port, sample.replace("{session_id}/{file_id}", "a/b") or "/")
        if path in ANSWERED:
            assert status == ANSWERED[path], path
        else:
            assert (status, text) == (404, "There is nothing here.\n"), path
            closed += 1
    assert closed >= 10, "Streamlit's other routes"


def test_nothing_takes_what_it_has_not_asked_for(studio, app_routes):
    for path in ("/_stcore/upload_file/a/b", "/", "/static/js/a.js", "/gallery", "/_stcore/agent/mcp"):
        for method in METHODS[2:]:
            assert ask(studio.port, path, method, b"a" * 1000)[0] == 405, (path, method)


def test_four_frames_of_20_mb_leave_nothing_behind(studio):
    async def send():
        async with Visitor(studio.address) as visitor:
            await visitor.open("lesson=fan-out")
            with pytest.raises(ConnectionClosed) as closed:
                await visitor._socket.send(b"a" * (20 << 20))
                while True:
                    await visitor._told()
            return is_too_big(closed.value)

    assert awaited(send())  # which also loads what a first visitor needs
    before = studio.memory(studio.process.pid)
    assert all(awaited(send()) for _ in range(4))
    assert studio.memory(studio.process.pid) - before < 20 << 20


@pytest.mark.parametrize("path", POSTED)
def test_bytes_that_are_no_text_are_refused(studio, path):
    status, text = ask(studio.port, path, "POST", b'{"token": "\xff\xfe", "expression": "x", "step": 0}')
    assert (status, list(json.loads(text))) == (400, ["message"])


def test_who_leaves_in_the_middle_of_a_request_is_no_fault(studio):
    before = studio.log()
    for path in map(str.encode, POSTED):
        with socket.create_connection(("127.0.0.1", studio.port)) as half:
            half.sendall(b"POST " + path + b" HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
            time.sleep(0.2)
    assert ask(studio.port)[0] == 200
    assert studio.log() == before


# ---- floods


async def flood(address, is_over, client=""):
    """Ask for 150 reruns a second on one connection until it is over; return how many scripts began."""
    began = 0
    async with Visitor(address, client=client) as visitor:
        await visitor.open("lesson=fan-out")
        message = BackMsg()
        message.rerun_script.query_string = "lesson=fan-out"

        async def count():
            nonlocal began
            while True:
                answer = ForwardMsg.FromString(await visitor._socket.recv())
                began += answer.WhichOneof("type") == "new_session"

        async def send():
            while True:
                await visitor._socket.send(
                    message.SerializeToString()
                )  # waits while nothing is read from the connection
                await asyncio.sleep(1 / 150)

        at_work = [asyncio.create_task(count()), asyncio.create_task(send())]
        await is_over.wait()
        for one in at_work:
            one.cancel()
        await asyncio.wait(at_work)
        visitor._socket.transport.abort()
    return began


@pytest.mark.thorough
def test_a_connection_has_no_more_scripts_than_its_allowance(studio):
    async def attack():
        is_over, began = asyncio.Event(), time.monotonic()
        floods = [asyncio.create_task(flood(studio.address, is_over)) for _ in range(3)]
        await asyncio.sleep(8)
        async with Visitor(studio.address) as visitor:
            await visitor.open("lesson=fan-out")
            runs = [await visitor.run(SMALL.format(1000 + number)) for number in range(5)]
        is_over.set()
        return runs, await asyncio.gather(*floods), time.monotonic() - began

    runs, counts, seconds = awaited(attack())
    assert all(run["payload"] and not remarks(run) for run in runs)
    assert max(counts) <= HOSTED.messages_at_once + HOSTED.messages * seconds, "of 150 in each second"


@pytest.mark.thorough
def test_a_flood_of_known_runs_is_behind_who_runs_a_program_a_second():
    """200 connections at one address ask for a known run without end. Of others, at addresses of their own, none is refused."""

    async def all_(address):
        flooded, is_over = 0, False

        async def ask_on(visitor):
            nonlocal flooded
            while not is_over:
                assert (await visitor.run(SMALL.format(0)))["payload"]
                flooded += 1

        async def study(number):
            between, runs = [], []
            async with Visitor(address, client=f"192.0.2.{number}") as visitor:
                await visitor.open("lesson=fan-out")
                for _ in range(5):
                    await asyncio.sleep(1)
                    before = flooded
                    runs.append(await visitor.run(SMALL.format(0)))
                    between.append(flooded - before)
            return between, runs

        async with Visitor(address, client="198.51.100.1") as visitor:
            await visitor.open("lesson=fan-out")
            await visitor.run(SMALL.format(0))
            flood = [asyncio.create_task(ask_on(visitor)) for _ in range(200)]
            studied = await asyncio.gather(*map(study, range(1, 9)))
            is_over = True
            await asyncio.gather(*flood)
        return studied, flooded

    with Studio() as studio:
        studied, flooded = awaited(all_(studio.address))
    between = sorted(count for counts, _ in studied for count in counts)
    print(flooded, between)
    assert all(run["payload"] and not remarks(run) for _, runs in studied for run in runs)
    assert flooded > 400, "nobody is refused"
    assert between[len(between) // 2] < 100, "of 200 who had asked before"


@pytest.mark.thorough
def test_a_host_says_how_many_sessions_there_may_be():
    async def come(address):
        async with Visitor(address) as one, Visitor(address) as other:
            with pytest.raises(InvalidStatus) as refused:
                await Visitor(address).__aenter__()
            for visitor in (one, other):
                await visitor.open("lesson=fan-out")
            return refused.value.response.status_code, [bool(visitor.config) for visitor in (one, other)]

    with Studio(AUTOGRAD_STUDIO_SESSIONS="2") as studio:
        assert awaited(come(studio.address)) == (503, [True, True])


@pytest.mark.thorough
def test_the_door_is_the_same_below_a_path():
    with Studio(STREAMLIT_SERVER_BASE_URL_PATH="course") as studio:
        assert [ask(studio.port, f"/course{path}")[0] for path in ("/", "/gallery", "/_stcore/health")] == [200] * 3
        assert ask(studio.port, "/course/_stcore/metrics")[0] == ask(studio.port, "/_stcore/health")[0] == 404
        assert ask(studio.port, "/course/_stcore/upload_file/a/b", "PUT", b"a")[0] == 405
        assert ask(studio.port, "/course/nudge", "POST", b"a")[0] == 400

        async def stream():
            async with connect(
                f"ws://127.0.0.1:{studio.port}/course/_stcore/stream", subprotocols=["streamlit"]
            ) as one:
                return one.response.status_code

        assert awaited(stream()) == 101


@pytest.mark.thorough
def test_a_class_of_300_at_one_address_and_a_flood_at_another():
    """Each of the class opens a lesson and has a program run; nobody is refused, and the flood is bounded."""

    async def visit(address, number):
        async with Visitor(address, client="192.0.2.1") as visitor:
            await visitor.open("lesson=fan-out")
            run = await visitor.run(SMALL.format(number))
            return bool(run["payload"] and not remarks(run))

    async def all_(address):
        is_over, began = asyncio.Event(), time.monotonic()
        floods = [asyncio.create_task(flood(address, is_over, client="198.51.100.1")) for _ in range(3)]
        answered = await asyncio.gather(*(visit(address, number) for number in range(300)))
        is_over.set()
        return answered, await asyncio.gather(*floods), time.monotonic() - began

    with Studio() as studio:
        answered, counts, seconds = awaited(all_(studio.address))
    print(counts, seconds)
    assert sum(answered) == 300
    assert max(counts) <= HOSTED.messages_at_once + HOSTED.messages * seconds
