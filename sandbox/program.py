"""A program on its way into the child and its result on its way out.

`request` is made in the server, `preload` runs in the zygote, `worker` in the child. The answer is JSON:
{"error": null | {"type", "message", "line", "traceback"}, "exit_status": int, "stopped": null | reason,
"trace": null | document, "trace_bytes": int}. The server believes none of it: see result.py.
"""

import json
import random
import secrets
import sys
from collections.abc import Callable

from . import courtesy
from .limits import MIB, Limits
from .stop import FILENAME, Stopped

# Given back before the answer is written, which must work although the program has used up its memory.
RESERVE_BYTES = 16 * MIB


def request(source: str, limits: Limits) -> bytes:
    """Return what the child is sent."""
    return json.dumps({"source": source, "result_bytes": limits.result_bytes}).encode()


def preload() -> None:
    """Load the engine and all that programs import, before the fork."""
    courtesy.preload()
    from autograd_engine.run import program

    program.preload()


def worker(payload: bytes) -> bytes:
    """Run the program in the engine and return its answer."""
    from autograd_engine.run import program

    return execute(payload, program.run)


def execute(payload: bytes, run: Callable) -> bytes:
    """Run the program by `run` (autograd_engine.run.program.run, or a test's own) and return its answer."""
    task = json.loads(payload)
    import numpy

    # the same program gives the same numbers, in every child and on every server
    random.seed(0)
    numpy.random.seed(0)
    secrets.randbits = numpy.random.bit_generator.randbits = random.Random(0).getrandbits
    courtesy.install()
    reserve = bytes(RESERVE_BYTES)
    try:
        result = run(task["source"], filename=FILENAME, stdout=sys.stdout, stderr=sys.stderr)
        answer = {"error": result.error, "exit_status": result.exit_status, "trace": result.trace}
    except BaseException as error:  # the limit was reached outside the engine's own handler
        answer = {"error": _describe(error), "exit_status": 1, "trace": None}
    del reserve
    answer["stopped"] = _stopped(answer["error"])
    return _encode(answer, task["result_bytes"])


def _describe(error: BaseException) -> dict:
    return {"type": type(error).__name__, "message": str(error), "line": None, "traceback": ""}


def _stopped(error: dict | None) -> str | None:
    """Return which limit ended the program, if one did."""
    if error is None:
        return None
    if error["type"] == Stopped.__name__:
        return Stopped.reason
    return "memory" if error["type"].endswith("MemoryError") else None


def _encode(answer: dict, limit: int) -> bytes:
    """Return the answer as JSON, without its Trace if that would exceed the limit."""
    # plain UTF-8 is what the server reads fastest; a lone surrogate has no place in it
    data = json.dumps({**answer, "trace_bytes": 0}, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
    if len(data) <= limit:
        return data
    return json.dumps({**answer, "trace": None, "trace_bytes": len(data)}).encode()
