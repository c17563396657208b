"""The player's Python side: the script it sends, and what travels with it."""

import gzip
import json
import re
from pathlib import Path

from streamlit.testing.v1 import AppTest

from autograd_studio.view.payload.document import packed
from autograd_studio.web.player import parcel

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "autograd_studio" / "web" / "player"


def test_the_skeleton_has_no_words_of_its_own():
    text = re.sub(r"<[^>]*>", " ", (FOLDER / "player.html").read_text(encoding="utf-8"))
    assert not re.findall(r"\w{2,}", text), "words come from words.js, where they can be translated"


def test_a_parcel_is_a_head_and_the_packed_payload():
    payload = {"id": "x", "text": "größe\n", "number": "NaN"}
    head, _, body = parcel(payload, step=3, height="40em", link=None).partition(b"\n")
    head = json.loads(head)
    assert (head["step"], head["height"], head["link"]) == (3, "40em", None)
    assert json.loads(gzip.decompress(body)) == payload


def test_the_identity_is_that_of_the_payload_alone():
    payload = {"id": "same"}
    first, again = parcel(payload, step=1), parcel(packed(payload), step=2)
    other = parcel({"id": "y"}, step=1)

    def identity(made):
        return json.loads(made.partition(b"\n")[0])["id"]

    assert identity(first) == identity(again) != identity(other)


def _page():
    from autograd_studio.web.player import player

    player({"id": "page", "steps": []}, key="player", given="x = 1", step=2)


def test_a_page_mounts_it():
    page = AppTest.from_function(_page).run()
    assert not page.exception
    sent = page.get("bidi_component")[0].proto.bytes
    assert json.loads(sent.partition(b"\n")[0])["step"] == 2
