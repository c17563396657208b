"""Streamlit's document: what the front end needs first stands before Streamlit's own scripts."""

import gzip
import re

import pytest
from starlette.responses import Response

from autograd_studio import lessons
from autograd_studio.web import previews
from autograd_studio.web.document import Headed
from autograd_studio.web.routes.immutable import paths
from tests.support.awaiting import awaited

PAGE = b"<!doctype html><html><head><title>x</title><script src=own.js></script></head><body></body></html>"
ETAG = {"etag": '"a"', "last-modified": "Fri, 27 Nov 2026 00:00:00 GMT"}


def answered(path="/", query="", **response):
    """Return the headers and the body that a browser gets for a response of Streamlit's."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "path": path, "query_string": query.encode()}
    awaited(Headed(Response(**response))(scope, None, send))
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


def told(path="/", query=""):
    """Return what a page says of itself to those who show a link to it."""
    _, body = answered(path, query, content=PAGE, media_type="text/html")
    return dict(re.findall(r'<meta (?:property|name)="(.*?)" content="(.*?)">', body.decode()))


@pytest.mark.parametrize(
    "path, query, title",
    [
        ("/", "", "Autograd Studio"),
        ("/course/compare", "x=1", "Compare · Autograd Studio"),
        ("/", "lesson=fan-out&step=3", "One tensor used three times · Autograd Studio"),
        ("/", "lesson=%22%3E%3Cscript%3E", "Autograd Studio"),
    ],
)
def test_a_link_says_what_it_leads_to(path, query, title, monkeypatch):
    monkeypatch.delenv(previews.SETTING, raising=False)
    assert told(path, query)["og:title"] == title
    assert "og:image" not in told(path, query)


def test_with_the_address_of_the_studio_a_link_has_a_picture(monkeypatch):
    monkeypatch.setenv(previews.SETTING, "https://school.example/grad/")
    name = previews.lesson_picture(lessons.lesson("fan-out")).name
    found = told("/", "lesson=fan-out")
    assert found["og:image"] == f"https://school.example/grad/studio/{name}"
    assert found["twitter:card"] == "summary_large_image"


def test_an_address_that_is_none_gives_no_picture(monkeypatch):
    monkeypatch.setenv(previews.SETTING, "school.example")
    assert "og:image" not in told()
