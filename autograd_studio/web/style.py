"""The pages' own style, put into the document itself: what came after the first paint would move what is painted."""

from __future__ import annotations

import gzip

from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Streamlit leaves a hand's breadth above every page, begins each as a narrow column, and writes captions and marks
# focused links too faintly. Its own style comes later and is told by one class each: `body` outweighs it.
STYLE = """<style>
body {
  .stMainBlockContainer { max-width: initial; padding: 3.75rem 0.75rem 0.5rem; }
  .stMainBlockContainer [data-testid="stCaptionContainer"] { opacity: 0.8; }
  .stMainBlockContainer h1 { padding: 0.3rem 0; font-size: 1.25rem; }
  .st-key-head { min-height: 2.5rem; }
  .st-key-codemirror { position: absolute; }
  [data-testid="stLayoutWrapper"]:has(> .st-key-completing) { display: none; }  /* it shows nothing, and takes no room */
  /* Streamlit loads each kind of field by itself, and lower than it will be: a form appears when it is whole. */
  &:has(:is(.st-key-form, .stEvent) [data-testid="stSkeleton"]) :is(.st-key-beside, .st-key-beside *) { visibility: hidden; }
  /* Where a row about a run would push the player down, it lies on it. */
  .st-key-running { z-index: 5; background: Canvas; }
  /* An offer lies on the player, right above the line that tells the error. */
  [data-testid="stLayoutWrapper"]:has(> .st-key-program_offer) {
    position: relative; z-index: 5; top: -8rem; right: 0.75rem; height: 0; overflow: visible;
  }
  .st-key-program_offer [data-testid="stElementContainer"] { padding: 0.25rem; background: Canvas; }
  [data-testid="stLayoutWrapper"]:has(> .st-key-broken) { order: -1; }  /* above what the page had shown by then */
  .st-key-embedded .st-key-running { position: absolute; top: 0; padding: 0.5rem; }
  :is([data-testid="stTopNavLink"], [data-testid="stPageLink-NavLink"]):focus-visible { outline: 2px solid currentColor; }
  [data-testid="stSliderThumbValue"] { color: inherit; }
  [class*="st-key-checks_finding_"] { flex-wrap: nowrap; }
  [data-testid="stLayoutWrapper"]:has(> .st-key-program_choice) { flex-basis: 18rem; }
  .st-key-compare_transport { min-height: 5.2rem; }
  [data-testid="stLayoutWrapper"]:has(> .st-key-compare_transport) { position: sticky; top: 3.75rem; z-index: 5; }
  .stMainBlockContainer [data-testid="stCaptionContainer"] code {
    font-size: 0.9em; color: inherit; padding: 0.1em 0.2em;
  }
  .stMainBlockContainer [data-testid="stPageLink-NavLink"] { padding-left: 0; }
  .stMainBlockContainer:has(.st-key-embedded) {
    padding: 0.5rem;
    > .stVerticalBlock { gap: 0.25rem; }
  }
  @media (max-width: 640px) {
    .st-key-compare_transport { min-height: 10.2rem; }
    :is(.st-key-compare_left, .st-key-compare_right) { min-height: calc(32.5vh + 37.4rem); }
    .stMainBlockContainer { padding-left: 0.5rem; padding-right: 0.5rem; }
    :is(.st-key-program_compare, .st-key-program_compare_with) { display: none; }  /* no room; the Compare page offers the same */
    /* The name of the page stands beside the way to the others, and the head is one row. */
    .st-key-head [data-testid="stElementContainer"]:has(h1) { position: absolute; z-index: 1000000; top: 0.8rem; left: 7rem; }
    [data-testid="stLayoutWrapper"]:has(> .st-key-program_choice) { flex: 1 1 8rem; min-width: 0; }
    .st-key-head .st-key-running { position: absolute; top: 6.25rem; left: 0; padding: 0.5rem; }
  }
}
</style>"""


class Styled:
    """ASGI middleware that puts the style at the end of the head of Streamlit's document."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; hold a document back until it is complete."""
        start: Message | None = None
        body = b""

        async def with_style(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and _is_document(message):
                start = message
            elif start is None:
                await send(message)
            else:
                body += message.get("body", b"")
                if not message.get("more_body"):
                    await _send_styled(start, body, send)

        await self._app(scope, receive, with_style)


def _is_document(start: Message) -> bool:
    return MutableHeaders(scope=start).get("content-type", "").startswith("text/html")


async def _send_styled(start: Message, body: bytes, send: Send) -> None:
    headers = MutableHeaders(scope=start)
    if headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
        del headers["content-encoding"]
    styled = body.replace(b"</head>", STYLE.encode() + b"</head>", 1)
    headers["content-length"] = str(len(styled))
    for name in ("etag", "last-modified"):  # they tell of Streamlit's file alone, and a browser would keep an old style
        del headers[name]
    await send(start)
    await send({"type": "http.response.body", "body": styled})


STYLED = (Middleware(Styled),)
