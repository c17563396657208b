"""Streamlit's document: what the front end needs first stands before Streamlit's own scripts."""

import gzip

import pytest
from starlette.responses import Response

from autograd_studio.web.document import Headed
from autograd_studio.web.routes.immutable import paths
from tests.support.awaiting import awaited

PAGE = b"<!doctype html><html><head><title>x</title><script src=own.js></script></head><body></body></html>"
ETAG = {"etag": '"a"', "last-modified": "Fri, 27 Nov 2026 00:00:00 GMT"}


def answered(**response):
    """Return the headers and the body that a browser gets for a response of Streamlit's."""
    sent = []

    async def send(message):
        sent.append(message)

    awaited(Headed(Response(**response))({"type": "http"}, None, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return headers, b"".join(message["body"] for message in sent[1:])


@pytest.mark.parametrize(
    "sent", [{"content": PAGE}, {"content": gzip.compress(PAGE), "headers": {"content-encoding": "gzip"}}]
)
def test_ours_is_read_before_streamlits_own(sent):
    headers, body = answered(media_type="text/html", **sent)
    text = body.decode()
    assert text.index(paths()["streamlit"]) < text.index("own.js")
    assert paths()["studio"] in text
    assert text.endswith(PAGE.decode().partition("<title>")[2])
    assert headers["content-length"] == str(len(body))
    assert "content-encoding" not in headers


def test_a_document_is_not_kept_under_the_name_of_streamlits_file():
    headers, _ = answered(content=PAGE, media_type="text/html", headers=ETAG)
    assert not ETAG.keys() & headers.keys()


def test_what_is_no_document_is_left_as_it_is():
    headers, body = answered(content=PAGE, media_type="text/plain", headers=ETAG)
    assert body == PAGE
    assert headers.items() >= ETAG.items()
