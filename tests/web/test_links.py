"""Links: every text comes back as it was, and no token does harm."""

import base64
import random
import string
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograd_studio.web import links


@given(st.text(max_size=2000))
def test_a_text_comes_back(text):
    assert links.text_of(links.token(text)) == text


@given(st.text(max_size=300))
def test_no_token_raises_anything_else(token):
    with suppress(links.BrokenLink):
        links.text_of(token)


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_else(data):
    test_no_token_raises_anything_else.hypothesis.inner_test(base64.urlsafe_b64encode(data).decode().rstrip("="))


def test_a_token_needs_no_escaping():
    assert links.token("λ" * 50 + "?&=/ +%").replace("-", "").replace("_", "").isalnum()


def test_a_long_program_has_no_link():
    chance = random.Random(0)
    assert links.token("".join(chance.choices(string.printable, k=20_000))) is None
    assert links.token("x" * (links.MOST_BYTES + 1)) is None
    assert links.token("x" * links.MOST_BYTES) is not None


def test_a_bomb_is_not_unpacked():
    packer = zlib.compressobj(level=9, wbits=-15)
    data = packer.compress(bytes(5_000_000)) + packer.flush()
    with pytest.raises(links.BrokenLink, match="too long"):
        links.text_of(base64.urlsafe_b64encode(data).decode().rstrip("="))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda token: token[:-4], "missing|copied completely"),
        (lambda token: token + "AAAA", "missing|copied completely"),
        (lambda token: "é" + token, "character"),
        (lambda token: token * 2000, "too long"),
        (lambda token: "", "character"),
    ],
)
def test_a_damaged_link_says_so(damage, message):
    with pytest.raises(links.BrokenLink, match=message):
        links.text_of(damage(links.token("import torch\nprint(torch.ones(3))\n")))


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("14", 14),
        ("0", 1),
        ("", None),
        ("-3", None),
        ("1e3", None),
        ("٣", None),
        ("9" * 30, None),
        ("next", None),
    ],
)
def test_steps(text, step):
    assert links.step_of(text) == step


def test_an_address_leaves_out_what_is_none():
    assert links.address("http://a/b?c=d", lesson="fan-out", step=None) == "http://a/b?lesson=fan-out"
    assert links.address("http://a:1", lesson="fan-out", step=2) == "http://a:1/?lesson=fan-out&step=2"
