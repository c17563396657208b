"""Strangers' text, where Streamlit takes what it shows for Markdown: it is shown as it is."""

import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1.element_tree import Block

from autograd_studio.web import address, frame, links
from autograd_studio.web.forms.forms import form_text
from autograd_studio.web.forms.jacobian import Pair
from autograd_studio.web.verbatim import verbatim

from ..support.pages import own_server, visit

PAGES = [Path(path).stem for path, _ in frame.PAGES]
EVIL = "evil"
MARKUP = (
    "![evil](http://evil.example/a.png) [evil](http://evil.example) <img src=http://evil.example> http://evil.example "
    "$evil$ :material/evil: :red[evil] **evil** `evil` ``evil"
)

# What Streamlit does not take for Markdown, by kind of element. All else it might.
PLAIN = {
    "text": {"body"},
    "code": {"code_text"},
    "bidi_component": {"json", "bytes", "component_name"},
    "text_input": {"default", "value", "placeholder"},
    "text_area": {"default", "value", "placeholder"},
    "selectbox": {"options", "raw_value", "placeholder"},
    "multiselect": {"options", "placeholder"},
    "html": {"body"},  # which is looked at by itself
}
IDENTITIES = {"id", "element_id", "form_id", "key", "user_key", "widget_id", "page_script_hash"}
SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")


@pytest.fixture(autouse=True, scope="module")
def server():
    """A server of one's own programs, with little patience."""
    with own_server():
        yield


def elements(block):
    """Return all that a page shows, and what it is in, with labels of its own."""
    for child in block.children.values():
        yield child
        if isinstance(child, Block):
            yield from elements(child)


def texts(message, plain=frozenset()):
    """Return the texts of an element that are not known to be plain."""
    for field, value in message.ListFields():
        if field.name in plain or field.name in IDENTITIES:
            continue
        for item in value if field.is_repeated else (value,):
            if isinstance(item, Message):
                yield from texts(item, plain)
            elif isinstance(item, str):
                yield item


def as_markup(at):
    """Return the texts of a page that Streamlit may take for Markdown, or HTML, and that have a stranger's in them."""
    shown = [one for one in elements(at._tree) if isinstance(getattr(one, "proto", None), Message)]
    found = [text for one in shown for text in texts(one.proto, PLAIN.get(one.type, frozenset()))]
    html = [one.proto.body for one in shown if one.type == "html"]
    return [text for text in found if EVIL in SPAN.sub("", text)] + [
        text for text in html if "<img" in text or "<a " in text
    ]


@given(st.text(alphabet="`![]()$:*<a \n\\"))
def test_a_text_is_one_span_of_code(text):
    shown, line = verbatim(text), " ".join(text.split())
    assert SPAN.sub(lambda found: found[2].strip() if "`" in line else found[2], shown) == (line if line else "")


# ---- what strangers bring


def marked(value):
    """Return what a form becomes when one of its texts is markup, for each of them."""
    if isinstance(value, str):
        return [
            MARKUP,
            f"raise ValueError({MARKUP!r})\n{value}",
            f"{value}\nraise ValueError({MARKUP!r})",
            f"{value} {MARKUP}",
        ]
    if isinstance(value, tuple):
        return [(*value[:i], one, *value[i + 1 :]) for i, item in enumerate(value) for one in marked(item)]
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
        return [replace(value, **{name: one}) for name in names for one in marked(getattr(value, name))]
    return []


def forms(page):
    """Return addresses that say a page's form, each with another text that is markup."""
    at, key = visit(page, {}), f"{page}_opened"
    form = at.session_state[key].form.bare if key in at.session_state else None
    return [{"form": links.token(form_text(one))} for one in (marked(form) if is_dataclass(form) else [])]


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES)
def test_nothing_of_an_address_is_shown_as_markdown(page):
    program = f"import torch\nx = y = torch.ones(1)\nprint({MARKUP!r})\n{{}}ValueError({MARKUP!r})\n"
    said = [{name: value} for name in address.NAMES for value in (MARKUP, links.token(MARKUP))]
    said += [
        {"program": links.token(program.format(how)), "output": "y", "input": "x"} for how in ("loss = ", "raise ")
    ]
    said += [{"lesson": "fan-out", "output": MARKUP, "input": MARKUP, "note": MARKUP, "engine": "torch"}]
    assert {text for one in [*said, *forms(page)] for text in as_markup(visit(page, one))} == set()


@pytest.mark.parametrize("elements", [2, 12], ids=["sliders", "menus"])
def test_the_names_of_a_jacobian_are_shown_as_they_are(elements):
    program = f"import torch\nx = torch.ones({elements}, requires_grad=True)\ny = 2 * x\n"
    form = Pair(program, f"[y, {MARKUP!r}][0]", f"[x, {MARKUP!r}][0]")
    at = visit("jacobian", {"form": links.token(form_text(form))})
    assert any(EVIL in text.value for text in at.markdown), "the matrix is there"
    assert as_markup(at) == []


def test_the_error_of_a_strangers_program_is_shown_as_it_is():
    form = Pair(f"raise ValueError({MARKUP!r})\ny = x = 1\n", "y", "x")
    at = visit("jacobian", {"form": links.token(form_text(form))})
    assert "![evil](http://evil.example/a.png)" in at.error[0].value
    assert as_markup(at) == []


def test_markup_would_be_noticed(tmp_path):
    dummy = tmp_path / "dummy.py"
    for shown in ("st.caption(said)", "st.slider(said)", "st.button('Run', help=said)", "st.expander(said).text('')"):
        dummy.write_text(f"import streamlit as st\nsaid = st.query_params['note']\n{shown}\n", encoding="utf-8")
        assert as_markup(visit("program", {"note": MARKUP}, dummy)), shown
    dummy.write_text("import streamlit as st\nst.text(st.query_params['note'])\n", encoding="utf-8")
    assert as_markup(visit("program", {"note": MARKUP}, dummy)) == []
