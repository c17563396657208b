"""Which engines a program can run on: the built-in one, and PyTorch where it is installed and programs are the user's own."""

import importlib.util
from importlib import metadata

import pytest

from ui import engines


@pytest.fixture
def installed(monkeypatch):
    """Return a function that pretends a version of PyTorch is installed, in a studio of this mode."""

    def install(version, mode="local"):
        monkeypatch.setattr(engines, "server", lambda: mode)
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: version and object())
        monkeypatch.setattr(metadata, "version", lambda name: version)

    return install


@pytest.mark.parametrize(
    ("version", "found"),
    [
        ("2.13.0+cpu", "2.13.0"),
        ("2.6.0", "2.6.0"),
        ("2.14.0a0+git1", "2.14.0a0"),
        ("3.0", "3.0"),
        ("2.5.1", None),
        ("1.13.1", None),
        ("unknown", None),
        (None, None),
    ],
)
def test_the_version_that_is_found(installed, version, found):
    installed(version)
    assert engines.torch_version() == found


def test_visitors_of_a_hosted_server_have_the_built_in_engine_alone(installed):
    installed("2.13.0", mode="hosted")
    assert engines.torch_version() is None


def test_a_folder_that_happens_to_be_called_torch_is_no_pytorch(installed, monkeypatch):
    def absent(name):
        raise metadata.PackageNotFoundError(name)

    installed("2.13.0")
    monkeypatch.setattr(metadata, "version", absent)
    assert engines.torch_version() is None
