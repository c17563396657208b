"""A visitor of the studio without a browser: Streamlit's protocol until the front end is there, and then what that asks."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

COMPONENT = "autograd_studio"
GUNZIP = 16 + zlib.MAX_WBITS


class Refused(Exception):
    """The server has refused a request: `status` is HTTP's."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status} {message}")
        self.status = status


class Visitor:
    """One session of the studio at `address` ("http://host:port/"); use it as an async context manager.

    `client` is the address that it says it has, as a proxy would. `config` is what its page has got for the front end, and
    `received` how many bytes have come.
    """

    def __init__(self, address: str, cookie: str = "", client: str = "") -> None:
        self._place = urlsplit(address).netloc
        headers = {"Cookie": cookie, "X-Forwarded-For": client}
        self._headers = {name: value for name, value in headers.items() if value}
        self.config: dict[str, Any] = {}
        self.received = 0

    async def __aenter__(self) -> "Visitor":
        """Connect."""
        self._socket = await connect(
            f"ws://{self._place}/_stcore/stream",
            subprotocols=["streamlit"],
            max_size=None,
            max_queue=None,  # or the end of the connection would wait behind what was never read
            open_timeout=60,
            additional_headers=self._headers,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave."""
        await self._socket.close()

    async def open(self, query: str = "", page: str = "") -> None:
        """Open a page at an address' query string, until the front end is mounted in it."""
        message = BackMsg()
        message.rerun_script.query_string, message.rerun_script.page_name = query, page
        await self._socket.send(message.SerializeToString())
        while (answer := await self._told()).WhichOneof("type") != "script_finished":
            if answer.WhichOneof("type") != "delta":
                continue
            element = answer.delta.new_element
            if element.bidi_component.component_name == COMPONENT:
                self.config = json.loads(element.bidi_component.json)

    async def run(self, source: str) -> dict[str, Any]:
        """Run a program and return the last line that is told of it: its whole run, or why there is none."""
        return json.loads([line async for line in self.lines("run", program=source)][-1])

    async def lines(self, path: str, **wish: Any) -> AsyncIterator[bytes]:
        """Ask a route, as the front end does, and yield the lines of its answer as they come.

        Raises:
            Refused: there is none.
        """
        reader, writer = await asyncio.open_connection(*self._place.split(":"))
        try:
            body = json.dumps({"token": self.config["token"], **wish}).encode()
            said = {"Host": self._place, "Accept-Encoding": "gzip", "Content-Length": len(body), **self._headers}
            head = "".join(f"{name}: {value}\r\n" for name, value in said.items())
            writer.write(f"POST {self.config['base']}/{path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            status, headers = _head(await reader.readuntil(b"\r\n\r\n"))
            if status != 200:
                raise Refused(status, b"".join([part async for part in _parts(reader, headers)]).decode())
            unpacker, rest = zlib.decompressobj(GUNZIP), b""
            async for part in _parts(reader, headers):
                self.received += len(part)
                text = unpacker.decompress(part) if headers.get("content-encoding") == "gzip" else part
                *whole, rest = (rest + text).split(b"\n")
                for line in whole:
                    yield line
            if rest:
                yield rest
        finally:
            writer.close()

    async def _told(self) -> ForwardMsg:
        data = await self._socket.recv()
        self.received += len(data)
        return ForwardMsg.FromString(data)


def remarks(line: dict[str, Any]) -> list[str]:
    """Return what a visitor is told beside a run, or why there is none."""
    message = line.get("message")
    return [] if not message else [message if isinstance(message, str) else message["text"]]


def _head(text: bytes) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of an answer."""
    first, *fields = text.decode("latin-1").strip().split("\r\n")
    return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in (f.partition(":") for f in fields)}


async def _parts(reader: asyncio.StreamReader, headers: dict[str, str]) -> AsyncIterator[bytes]:
    """Yield the parts of an answer, whose length may not be known at its beginning.

    Raises:
        EOFError: it breaks off.
    """
    if "content-length" in headers:
        yield await reader.readexactly(int(headers["content-length"]))
        return
    while line := await reader.readline():
        part = await reader.readexactly(int(line, 16) + 2)
        if part == b"\r\n":
            return
        yield part[:-2]
    raise EOFError("the answer breaks off")
