"""The player's Python side: the script it sends, and what travels with it."""

import json
import re
from pathlib import Path

from streamlit.testing.v1 import AppTest

from autograd_studio.web.parcel import Code, Head, parcel
from autograd_studio.web.printed import Printed

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "autograd_studio" / "web" / "player"
CODE = Code("x = 1", given="x = 1")


def test_the_skeleton_has_no_words_of_its_own():
    text = re.sub(r"<[^>]*>", " ", (FOLDER / "player.html").read_text(encoding="utf-8"))
    assert not re.findall(r"\w{2,}", text), "words come from words.js, where they can be translated"


def test_a_parcel_is_a_head_and_the_packed_payload():
    payload = b"packed\n"
    head, _, body = parcel(payload, CODE, Head(step=3, height="40em", printed=Printed("out", ""))).partition(b"\n")
    head = json.loads(head)
    assert (head["step"], head["height"], head["link"]) == (3, "40em", None)
    assert (head["code"]["text"], head["printed"]["stdout"]) == ("x = 1", "out")
    assert body == payload


def test_the_identity_is_that_of_the_payload_alone():
    def identity(payload, step):
        return json.loads(parcel(payload, CODE, Head(step)).partition(b"\n")[0])["id"]

    assert identity(b"same", 1) == identity(b"same", 2) != identity(b"other", 1)
    assert identity(None, 1) == ""


def _page():
    from autograd_studio.web.foreign import Own
    from autograd_studio.web.parcel import Head
    from autograd_studio.web.player import player

    player(b"packed", Head(step=2), key="player", given=Own("x = 1"))


def test_a_page_mounts_it():
    page = AppTest.from_function(_page).run()
    assert not page.exception
    sent = page.get("bidi_component")[0].proto.bytes
    assert json.loads(sent.partition(b"\n")[0])["step"] == 2
