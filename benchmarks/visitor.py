"""A visitor of the studio without a browser: Streamlit's protocol over a websocket, as its front end."""

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.AutoRerun_pb2 import AutoRerun
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

PLAYER = "autograd_player"  # the program is written in it
COMPLETE = ForwardMsg.FINISHED_SUCCESSFULLY
# What the front end keeps of earlier messages, so that they need not be sent again.
KEPT = 200


@dataclass
class Page:
    """What a script run has put on the page: components by name, buttons by label, and the texts of alerts."""

    components: dict[str, Element] = field(default_factory=dict)
    buttons: dict[str, str] = field(default_factory=dict)
    alerts: list[str] = field(default_factory=list)
    waited: list[str] = field(default_factory=list)
    asks_again: AutoRerun | None = None

    @property
    def player(self) -> str | None:
        """The identity of the run that the player shows, None if it shows none."""
        return self.head["id"] or None if PLAYER in self.components else None

    @property
    def head(self) -> dict[str, Any]:
        """What the player got beside the run."""
        return json.loads(self.components[PLAYER].bidi_component.bytes.partition(b"\n")[0])


class Visitor:
    """One session of the studio at `address` ("http://host:port/"); use it as an async context manager.

    `client` is the address that it says it has, as a proxy would.
    """

    def __init__(self, address: str, cookie: str = "", client: str = "") -> None:
        self._address = f"ws://{urlsplit(address).netloc}/_stcore/stream"
        self._headers = {"Cookie": cookie, "X-Forwarded-For": client}
        self._cached: dict[str, ForwardMsg] = {}
        self.page = Page()
        self.received = 0

    async def __aenter__(self) -> "Visitor":
        """Connect."""
        headers = {name: value for name, value in self._headers.items() if value}
        self._socket = await connect(
            self._address,
            subprotocols=["streamlit"],
            max_size=None,
            max_queue=None,  # or the end of the connection would wait behind what was never read
            open_timeout=60,
            additional_headers=headers,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave."""
        await self._socket.close()

    async def open(self, query: str = "", page: str = "") -> Page:
        """Open a page at an address' query string and return what it shows."""
        message = self._rerun()
        message.rerun_script.query_string, message.rerun_script.page_name = query, page
        await self._send(message)
        return await self._until_complete()

    async def run(self, source: str) -> Page:
        """Write a program, press Ctrl+Enter, and return the page once it shows what came of it."""
        await self.start(source)
        return await self._until_complete()

    async def whole(self) -> Page:
        """Ask as the front end does until the page shows a whole run instead of its beginning, and return it."""
        while not self.page.head["is_whole"]:
            before = self.page
            await asyncio.sleep(before.asks_again.interval)
            message = self._rerun()
            message.rerun_script.fragment_id = before.asks_again.fragment_id
            await self._send(message)
            while (over := await self._receive()) not in (COMPLETE, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY):
                pass
            if over != COMPLETE:
                self.page = before  # the fragment shows nothing
        return self.page

    async def start(self, source: str) -> None:
        """Write a program and press Ctrl+Enter."""
        sent = {"revision": self.page.head["code"]["revision"], "text": source, "asked": time.time()}
        message = self._rerun()
        states = message.rerun_script.widget_states.widgets
        states.add(id=self.page.components[PLAYER].bidi_component.id).json_value = json.dumps({"sent": sent})
        await self._send(message)

    async def cancel(self) -> Page:
        """Press Cancel as soon as it is there, and return the page once it shows what came of that."""
        while "Cancel" not in self.page.buttons:
            await self._receive()
        message = self._rerun()
        message.rerun_script.widget_states.widgets.add(id=self.page.buttons["Cancel"]).trigger_value = True
        await self._send(message)
        return await self._until_complete()

    def _rerun(self) -> BackMsg:
        message = BackMsg()
        message.rerun_script.query_string = ""
        message.rerun_script.cached_message_hashes.extend(self._cached)
        return message

    async def _send(self, message: BackMsg) -> None:
        await self._socket.send(message.SerializeToString())

    async def _until_complete(self) -> Page:
        while await self._receive() != COMPLETE:
            pass
        return self.page

    async def _receive(self) -> int | None:
        """Put the next message on the page; return how the script has finished, None if it has not."""
        data = await self._socket.recv()
        self.received += len(data)
        answer = ForwardMsg.FromString(data)
        if answer.WhichOneof("type") == "ref_hash":
            answer = self._cached[answer.ref_hash]
        elif answer.metadata.cacheable:
            self._cached[answer.hash] = answer
            while len(self._cached) > KEPT:
                del self._cached[next(iter(self._cached))]
        return self._take(answer)

    def _take(self, answer: ForwardMsg) -> int | None:
        kind = answer.WhichOneof("type")
        if kind == "new_session":
            self.page = Page(waited=self.page.waited)
        elif kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
            element = answer.delta.new_element
            if element.WhichOneof("type") == "bidi_component":
                self.page.components[element.bidi_component.component_name] = element
                if element.bidi_component.component_name == PLAYER and self.page.head["message"]:
                    self.page.alerts.append(self.page.head["message"]["text"])
            elif element.WhichOneof("type") == "button":
                self.page.buttons[element.button.label] = element.button.id
            elif element.WhichOneof("type") == "alert":
                self.page.alerts.append(element.alert.body)
            elif element.WhichOneof("type") == "text" and element.text.body.startswith("The server is busy"):
                self.page.waited.append(element.text.body)
        elif kind == "auto_rerun":
            self.page.asks_again = answer.auto_rerun
        return answer.script_finished if kind == "script_finished" else None
