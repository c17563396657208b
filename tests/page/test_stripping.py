"""The module's file: its custom sections are left out, its memory is bounded, and nothing else is changed."""

import pytest

from tools.wasm.stripping import MAGIC, PAGE, stripped

CODE = b"\x0a\x02\x01\x00"
NAMES = b"\x00\x05\x04name"
MEMORY = b"\x05\x03\x01\x00\x02"  # of 2 pages at least
LARGE = b"\x05\x05\x01\x01\x02\x80\x02"  # of 256 pages at most


def test_names_are_left_out():
    assert stripped(MAGIC + NAMES + MEMORY + CODE + NAMES, 3 * PAGE) == MAGIC + b"\x05\x04\x01\x01\x02\x03" + CODE


def test_a_bound_replaces_another():
    assert stripped(MAGIC + LARGE, 200 * PAGE) == MAGIC + b"\x05\x05\x01\x01\x02\xc8\x01"


def test_the_bound_is_not_less_than_it_begins_with():
    assert stripped(MAGIC + MEMORY, PAGE) == MAGIC + b"\x05\x04\x01\x01\x02\x02"


@pytest.mark.parametrize("body", [b"PK\3\4", MAGIC, MAGIC + CODE, MAGIC + b"\x05\x05\x02\x00\x01\x00\x01"])
def test_what_is_no_such_module_is_refused(body):
    with pytest.raises(ValueError, match="it (is not|has no)"):
        stripped(body, PAGE)
