"""What a test needs of the machine; without it the test is skipped, which CI does not allow (tests/conftest.py)."""

from typing import TypeVar

import pytest

Found = TypeVar("Found")


def needed(found: Found | None, what: str) -> Found:
    """Return what was found; skip the test if it is nothing."""
    if not found:
        pytest.skip(f"{what} is missing")
    return found
