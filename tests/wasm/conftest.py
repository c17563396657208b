"""One interpreter of a page for all tests of a process."""

import pytest

from .guest import Guest


@pytest.fixture(scope="session")
def guest(tmp_path_factory):
    """An interpreter in which programs of ours run; what one leaves behind the next one finds."""
    guest = Guest(tmp_path_factory.mktemp("guest"))
    guest.turn("import numpy; numpy.seterr(all='ignore')")  # as tests/conftest.py has it
    yield guest
    guest.close()
