"""Answers of children are hostile bytes: whatever they are, what the server makes of them is harmless."""

import json
import math
import random
import subprocess
import sys
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograd_studio.answering.text import clean, decode
from autograd_studio.sandbox.answer.ending import Ending
from autograd_studio.sandbox.answer.outcome import of_program
from autograd_studio.sandbox.answer.result import Answer, read
from autograd_studio.sandbox.child import program
from autograd_studio.sandbox.limits import HOSTED
from autograd_studio.sandbox.sandbox import check_trace

GOOD = {
    "error": {"type": "ValueError", "message": "no", "line": 3, "traceback": "Traceback"},
    "exit_status": 1,
    "stopped": None,
    "trace_bytes": 0,
    "trace": {"source": "x", "values": [{"dtype": "float32", "shape": [2], "data": [1, 2.5]}]},
}

# Format characters that scripts need: soft hyphen, the joiners, signs of Arabic, Syriac and Kaithi numbers.
HARMLESS_FORMAT = {0xAD, 0x200C, 0x200D, 0x6DD, 0x70F, 0x8E2, *range(0x600, 0x606), *range(0x890, 0x892)}


def is_harmless(character):
    category = unicodedata.category(character)
    if character in "\n\t" or ord(character) in HARMLESS_FORMAT:
        return True
    return category not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def written(document, **how):
    """Return an answer as a child writes it: on the first line what is said of the run, then the Trace."""
    head = {name: value for name, value in document.items() if name != "trace"}
    parts = [head] + ([document["trace"]] if "trace" in document else [])
    return "\n".join(json.dumps(part, **how) for part in parts).encode("utf-8", "surrogatepass")


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
        answer = read(data, HOSTED.result_bytes, check_trace)
    except ValueError:
        return None
    assert type(answer) is Answer
    trace = json.loads(answer.trace or b"{}")
    texts = list(strings(trace))
    if answer.error is not None:
        texts += [answer.error.type, answer.error.message, answer.error.traceback]
        assert len(answer.error.message) <= 8000
    for text in texts:
        text.encode()
        assert all(map(is_harmless, text))
    json.dumps(trace, allow_nan=False)
    return answer


def test_a_good_answer_is_read():
    answer = examine(written(GOOD))
    assert answer.trace == json.dumps(GOOD["trace"]).encode()
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
    examine(written(document, ensure_ascii=escaped))


@given(st.dictionaries(st.sampled_from(list(GOOD["error"])), JSON))
def test_random_errors(changes):
    examine(written({**GOOD, "error": {**GOOD["error"], **changes}}))


@given(st.integers(0, 10**9))
def test_damaged_documents(seed):
    chance = random.Random(seed)
    data = bytearray(written(GOOD))
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(data))
        data[at : at + chance.randrange(3)] = chance.choice(
            [b"", b"{", b"[", b'"', b"\\u", b"\xff", b"1e999", b"-", b"\0", b"\n"]
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
        b'{"error":' * 50_000,
        b"\n" + written(GOOD),
        written(GOOD)[:-1],
        written(GOOD) + b"x",
        written({**GOOD, "trace": {}}),
        written({**GOOD, "trace": {"source": "", "steps": [{"kind": "op", "op": 0}]}}),
        written({**GOOD, "trace": {"source": "", "other": [[]] * 400_000}}),
        written({**GOOD, "trace": {"source": "", "other": [{}] * 400_000}}),
        written(GOOD).replace(b'"x"', b"[" * 100_000),
        written({**GOOD, "other": "x" * 300_000}),
    ],
)
def test_what_is_not_an_answer(data):
    with pytest.raises(ValueError, match="."):
        read(data, HOSTED.result_bytes, check_trace)


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
        read(written({**GOOD, field: value}), HOSTED.result_bytes, check_trace)


@pytest.mark.parametrize(
    "token", ["NaN", "Infinity", "-Infinity", "1e999", "-1e400", "1" + "0" * 400 + ".0", "1e+0999"]
)
def test_numbers_that_are_none(token):
    data = written(GOOD).replace(b"2.5", token.encode())
    with pytest.raises(ValueError, match="."):
        read(data, HOSTED.result_bytes, check_trace)


def test_numbers_at_the_edge():
    for number in (1.7976931348623157e308, 5e-324, -0.0, 2**62, 1e300):
        data = written(GOOD).replace(b"2.5", json.dumps(number).encode())
        assert json.loads(read(data, HOSTED.result_bytes, check_trace).trace)["values"][0]["data"][1] == number


AT_ONCE = """
import sys, threading
from autograd_studio.sandbox.sandbox import check_trace

def check():
    start.wait()
    check_trace(sys.argv[1].encode())

sys.setswitchinterval(1e-6)
start = threading.Barrier(40)
threads = [threading.Thread(target=check) for _ in range(40)]
for one in threads: one.start()
for one in threads: one.join()
"""


def test_the_first_traces_of_a_server_may_come_at_once():
    trace = json.dumps(GOOD["trace"])
    for _ in range(3):  # a race, which one process in five survived
        assert subprocess.run([sys.executable, "-c", AT_ONCE, trace]).returncode == 0


@pytest.mark.parametrize("fault", [ValueError("not a Trace"), KeyError("a fault of the check")])
def test_a_trace_that_the_check_refuses(fault):
    def refuse(trace):
        raise fault

    outcome = of_program(ending(written(GOOD)), HOSTED, refuse)
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
    answer = written({**GOOD, "error": {**GOOD["error"], "type": name}})
    assert of_program(ending(answer), HOSTED, check_trace).message == f"The program raised {shown} in line 3."


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
    """Not by any way of writing it."""
    with pytest.raises(ValueError, match="."):
        read(written({**GOOD, "trace": {"source": hostile}}, ensure_ascii=escaped), HOSTED.result_bytes, check_trace)
    error = {**GOOD["error"], "message": "y" + hostile}
    answer = examine(written({**GOOD, "error": error}, ensure_ascii=escaped))
    assert answer.error.message[0] == "y"
    assert hostile not in answer.error.message


@pytest.mark.parametrize("text", ["\\u001b", "\\\\r", "a\\", "\\\\\\b\n\t", "é 中 👩\u200d👩"])
def test_a_backslash_is_no_escape(text):
    data = written({**GOOD, "trace": {"source": text}}, ensure_ascii=False)
    assert json.loads(examine(data).trace)["source"] == text


@given(st.text(st.characters()))
def test_what_a_program_leaves_in_its_trace_is_cleaned_where_it_runs(text):
    answer = {"error": None, "exit_status": 0, "stopped": None}
    data = program._encoded(answer, [], {"source": text}, 1 << 20)
    assert json.loads(examine(data).trace)["source"] == clean(text)


def test_what_a_prompt_says_is_cleaned_and_cut():
    head = {**GOOD, "answer": {"text": "a\u202eb" + "c" * 10_000, "is_error": False}}
    said = of_program(ending(written(head)), HOSTED, check_trace).said
    assert said.text.startswith("a\ufffdb") and len(said.text) == 8000 and not said.is_error


@pytest.mark.parametrize("answer", ["text", {}, {"text": 1, "is_error": False}, {"text": "", "is_error": 0}, None])
def test_a_prompt_that_says_what_it_may_not_crashed(answer):
    assert of_program(ending(written({**GOOD, "answer": answer})), HOSTED, check_trace).status == "crashed"


@pytest.mark.parametrize(
    ("exit_code", "cut", "way"),
    [(0, None, "exit"), (3, None, "failed"), (-31, None, "SIGSYS"), (-9, "timeout", "timeout"), (-40, None, "signal")],
)
def test_an_ending_has_one_of_few_names(exit_code, cut, way):
    assert replace(ending(b""), exit_code=exit_code, cut=cut).way == way
