"""All that a run of a program tells, as one text."""

import io
import json
import re
from unittest.mock import patch

from autograd_engine.run import program
from autograd_engine.trace.schema import plain


def told(name: str, source: str) -> str:
    """Return what a program prints, how it ends and its Trace, but for the addresses of its objects."""
    stdout, stderr = io.StringIO(), io.StringIO()
    result = program.run(source, filename=f"{name}.py", stdout=stdout, stderr=stderr)
    ended = result.error, result.warnings, result.exit_status, result.is_whole
    text = json.dumps([stdout.getvalue(), stderr.getvalue(), ended, plain(result.trace)], default=str)
    return re.sub("0x[0-9a-f]{6,16}", "0x...", text)


def told_otherwise(programs: dict[str, str]) -> list[str]:
    """Run all programs, then again in the opposite order, and return the names of those that tell something else then."""
    with patch("secrets.randbits", lambda bits: 7):  # the seed of a program that sets none
        first = {name: told(name, source) for name, source in programs.items()}
        return [name for name in reversed(first) if told(name, programs[name]) != first[name]]
