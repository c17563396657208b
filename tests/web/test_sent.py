"""What the components send, and what a forger sends instead."""

import pytest

from autograd_studio.web.sent import Middle, Writing, read

FORGED = [
    0, 1.5, True, "x", "", [], [1], {}, {"text": "x"}, {"revision": "0", "text": "x"}, {"revision": 0, "text": None},
    {"revision": -1, "text": "x"}, {"revision": 10**30, "text": "x"}, {"revision": 0, "text": ["x"]},
    {"revision": 0, "text": "x", "asked": "now"}, {"revision": 0, "text": "x", "asked": float("nan")},
    {"revision": 0, "text": "\ud800"}, {"given": "x", "passes": -1, "asked": 0}, {"given": "x", "passes": 1.5, "asked": 0},
    {"given": 1, "passes": 1, "asked": 0}, {"given": "\udfff", "passes": 1, "asked": 0},
]  # fmt: skip


def test_what_the_components_send_is_read():
    assert read({"revision": 3, "text": "é\n😀", "asked": None}, Writing) == Writing(3, "é\n😀")
    assert read({"revision": 0, "text": "", "asked": 1764266400000.5}, Writing).asked == 1764266400000.5
    assert read({"given": "x", "passes": 7, "asked": 1764266400000}, Middle) == Middle("x", 7, 1764266400000.0)
    assert read("fan-out", str) == "fan-out"
    assert read(None, Writing) is read(None, Middle) is read(None, str) is None


@pytest.mark.parametrize("forged", FORGED, ids=ascii)
def test_what_they_do_not_send_counts_as_nothing(forged, caplog):
    kinds = (Writing, Middle) if isinstance(forged, str) else (Writing, Middle, str)
    assert [read(forged, kind) for kind in kinds] == [None] * len(kinds)
    assert caplog.messages == [f"a component sent what is no {kind.__name__}" for kind in kinds]
