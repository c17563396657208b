"""Lessons' programs are run in this process: what a run has replaced there is put back."""

import secrets

import numpy
import pytest

from autograd_studio.lessons import checking


@pytest.fixture(autouse=True)
def seeding(monkeypatch):
    monkeypatch.setattr(secrets, "randbits", secrets.randbits)
    monkeypatch.setattr(numpy.random.bit_generator, "randbits", numpy.random.bit_generator.randbits)


@pytest.fixture
def run():
    """Return how to get the payload of a program."""
    return lambda source: checking.run(source)[1]
