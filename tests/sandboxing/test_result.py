"""Answers of children are hostile bytes: whatever they are, what the server makes of them is harmless."""

import json
import math
import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ending import Ending
from sandbox.limits import HOSTED
from sandbox.outcome import of_program
from sandbox.result import Answer, read
from sandbox.text import clean, decode

GOOD = {
    "error": {"type": "ValueError", "message": "no", "line": 3, "traceback": "Traceback"},
    "exit_status": 1,
    "stopped": None,
    "trace": {"steps": [1, 2.5, "x", None, True]},
    "trace_bytes": 0,
}

# Format characters that scripts need: soft hyphen, the joiners, signs of Arabic, Syriac and Kaithi numbers.
HARMLESS_FORMAT = {0xAD, 0x200C, 0x200D, 0x6DD, 0x70F, 0x8E2, *range(0x600, 0x606), *range(0x890, 0x892)}


def is_harmless(character):
    category = unicodedata.category(character)
    if character in "\n\t" or ord(character) in HARMLESS_FORMAT:
        return True
    return category not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def ending(answer):
    """Return the ending of a child that gave this answer."""
    return Ending(
        exit_code=0,
        cut=None,
        stdout=b"kept",
        stderr=b"",
        answer=answer,
        isolated=True,
        wall_seconds=0.0,
        cpu_seconds=0.0,
        memory_bytes=0,
    )


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from strings(item)
    elif isinstance(value, float):
        assert math.isfinite(value)


def examine(data):
    """Read hostile bytes; what comes out, if anything, is clean text and finite numbers for JSON."""
    try:
        answer = read(data, lambda trace: trace)
    except ValueError:
        return None
    assert type(answer) is Answer
    texts = list(strings(answer.trace or {}))
    if answer.error is not None:
        texts += [answer.error.type, answer.error.message, answer.error.traceback]
        assert len(answer.error.message) <= 8000
    for text in texts:
        text.encode()
        assert all(map(is_harmless, text))
    json.dumps(answer.trace, allow_nan=False)
    return answer


def test_a_good_answer_is_read():
    answer = examine(json.dumps(GOOD).encode())
    assert answer.trace == GOOD["trace"]
    assert (answer.error.type, answer.error.line, answer.exit_status) == ("ValueError", 3, 1)


@given(st.binary(max_size=200))
def test_random_bytes(data):
    examine(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(), max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*GOOD, "other"]), JSON), st.booleans())
def test_random_documents_with_the_right_names(changes, escaped):
    document = {**GOOD, **changes}
    examine(json.dumps(document, ensure_ascii=escaped).encode("utf-8", "surrogatepass"))


@given(st.dictionaries(st.sampled_from(list(GOOD["error"])), JSON))
def test_random_errors(changes):
    examine(json.dumps({**GOOD, "error": {**GOOD["error"], **changes}}).encode("utf-8", "surrogatepass"))


@given(st.integers(0, 10**9))
def test_damaged_documents(seed):
    chance = random.Random(seed)
    data = bytearray(json.dumps(GOOD).encode())
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(data))
        data[at : at + chance.randrange(3)] = chance.choice(
            [b"", b"{", b"[", b'"', b"\\u", b"\xff", b"1e999", b"-", b"\0"]
        )
    examine(bytes(data))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'"x"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"trace":' * 50_000,
        json.dumps(GOOD).encode()[:-1],
        json.dumps(GOOD).encode() + b"x",
        json.dumps({**GOOD, "other": [[]] * 400_000}).encode(),
        json.dumps({**GOOD, "other": [{}] * 400_000}).encode(),
    ],
)
def test_what_is_not_an_answer(data):
    with pytest.raises(ValueError, match="."):
        read(data, dict)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("error", "text"),
        ("error", []),
        ("error", {}),
        ("error", {**GOOD["error"], "line": "3"}),
        ("error", {**GOOD["error"], "line": True}),
        ("error", {**GOOD["error"], "type": None}),
        ("exit_status", None),
        ("exit_status", True),
        ("exit_status", 1.0),
        ("exit_status", 1 << 60),
        ("stopped", "unavailable"),
        ("stopped", "busy"),
        ("trace", []),
        ("trace", "x"),
        ("trace_bytes", "0"),
    ],
)
def test_a_field_of_a_wrong_type(field, value):
    with pytest.raises(ValueError, match="."):
        read(json.dumps({**GOOD, field: value}).encode(), dict)


@pytest.mark.parametrize(
    "token", ["NaN", "Infinity", "-Infinity", "1e999", "-1e400", "1" + "0" * 400 + ".0", "1e+0999"]
)
def test_numbers_that_are_none(token):
    data = json.dumps(GOOD).replace("2.5", token).encode()
    with pytest.raises(ValueError, match="."):
        read(data, dict)


def test_numbers_at_the_edge():
    for number in (1.7976931348623157e308, 5e-324, -0.0, 2**62, 1e300):
        data = json.dumps({**GOOD, "trace": {"x": number}}).encode()
        assert read(data, dict).trace == {"x": number}


@pytest.mark.parametrize("fault", [ValueError("not a Trace"), KeyError("a fault of the check")])
def test_a_trace_that_the_check_refuses(fault):
    def refuse(trace):
        raise fault

    outcome = of_program(ending(json.dumps(GOOD).encode()), HOSTED, refuse)
    assert (outcome.status, outcome.stdout, outcome.trace, outcome.error) == ("crashed", "kept", None, None)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ValueError", "ValueError"),
        ("torch.OutOfMemoryError", "OutOfMemoryError"),
        ("[here](https://evil.test)", "an exception"),
        ("![](https://evil.test/x)", "an exception"),
        ("www.evil.test", "test"),
    ],
)
def test_a_message_holds_no_markup_of_the_program(name, shown):
    answer = json.dumps({**GOOD, "error": {**GOOD["error"], "type": name}}).encode()
    assert of_program(ending(answer), HOSTED, dict).message == f"The program raised {shown} in line 3."


def test_text_keeps_what_scripts_need():
    text = "क्‍ष नमस्ते فارسی می‌خواهم 👩‍👩‍👧 naïve\u00ad 中文 <b>&amp;\"'\t\n"
    assert clean(text) == text


def test_text_loses_what_deceives():
    assert clean("a\u202eb\x1b[31mc\x00d\u2028e\ufefff\ud800g") == "a\ufffdb\ufffd[31mc\ufffdd\ufffde\ufffdf\ufffdg"
    assert clean("a\r\nb\rc") == "a\nb\nc"
    assert clean("x" * 100, 10) == "x" * 9 + "…"


def test_every_character_is_judged_as_unicode_does():
    wrong = [
        hex(code)
        for code in range(0x110000)
        if unicodedata.category(chr(code)) != "Cn" and (clean(chr(code)) == chr(code)) != is_harmless(chr(code))
    ]
    assert not wrong


@given(st.binary())
def test_decoded_bytes_are_clean(data):
    assert all(map(is_harmless, decode(data)))


@pytest.mark.parametrize("escaped", [False, True])
@pytest.mark.parametrize("hostile", ["\x7f", "\x1b", "\x00", "\u202e", "\u2028", "\ud800", "\b\f", "\r"])
def test_no_hostile_character_gets_through(hostile, escaped):
    """Not by any way of writing it; a raw one may make the document no JSON."""
    document = json.dumps({**GOOD, "trace": {"x" + hostile: ["y" + hostile]}}, ensure_ascii=escaped)
    answer = examine(document.encode("utf-8", "surrogatepass"))
    if answer is not None:
        (key, (value,)) = *answer.trace, *answer.trace.values()
        assert key[0] + value[0] == "xy"
        assert hostile not in key + value
