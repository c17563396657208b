"""A program on its way into the child and its result on its way out.

`request` is made in the server, `preload` runs in the zygote, `worker` in the child. The answer is a line of JSON,
{"error": null | {"type", "message", "line", "traceback"}, "exit_status": int, "stopped": null | reason,
"trace_bytes": int}, and after it the Trace as JSON, if there is one. Where a prompt was asked, it also has "answer":
{"text", "is_error"}, and there is no Trace; where the program was ended after its beginning, "whole": false. Where figures
were drawn, it has "pictures": [[bytes, text], ...], and their PNGs stand before the Trace. The server believes none of it: see
result.py.
"""

import json
import random
import re
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Literal

from autograd_engine.base.garbage import uncollected
from autograd_engine.trace.schema import plain, to_json

from ..answer import pictures
from ..answer.result import TEXT_CHARACTERS
from ..length import Length
from ..limits import MIB, Limits
from ..text import cleaned, is_clean
from . import refusals
from .stop import FILENAME, Stopped

# Given back before the answer is written, which must work although the program has used up its memory.
RESERVE_BYTES = 16 * MIB

# Entries of the engine's log that make a beginning: a dozen steps of Adam, which take a fifth of a second.
BEGINNING = 500

# Operations that are kept of a program's beginning where a part of its middle has to find room beside it.
FEWER = 1000

# The "beginning" of a program that trains in a long loop is its first iterations; the "rest" is all of it, asked for when they
# are there.
Part = Literal["all", "beginning", "rest"]
# What the lock's refusals look like to a program and to the packages that it uses, and what is said of them.
REFUSED = "Operation not permitted", "can't start new thread", "Temporary failure in name resolution"
LOCK = "Programs here cannot use files, the network, other processes or threads."

# How PyTorch says that it got no memory.
NO_MEMORY = "DefaultCPUAllocator: can't allocate memory"

# What tells that a program may take long: a loop without a bound, or one beside a number of 50 or more.
WHILE = re.compile(r"^[ \t]*while\b", re.MULTILINE)
FOR = re.compile(r"^[ \t]*(?:async[ \t]+)?for\b", re.MULTILINE)
FIFTY = re.compile(r"(?<![\w.])(?:[5-9]\d|[1-9][\d_]{2,})(?![\w.])")
TRAINS = re.compile(r"\.backward\b")


def length(source: str, part: Part = "all") -> Length:
    """Return how long a program looks as if it took: a guess, which decides only for how many others it waits."""
    if part == "rest":
        return Length.LONG
    is_endless = WHILE.search(source) or (FOR.search(source) and FIFTY.search(source))
    if not is_endless:
        return Length.SHORT
    return Length.MEDIUM if part == "beginning" and TRAINS.search(source) else Length.LONG


def request(
    source: str,
    limits: Limits,
    nudge: dict | None = None,
    prompt: dict | None = None,
    part: Part = "all",
    middle: int | None = None,
    *,
    modules: Iterable[str] = (),
    unfit: Mapping[str, str] = MappingProxyType({}),
    is_open: bool = False,
) -> bytes:
    """Return what the child is sent; `nudge` and `prompt` have the fields of the engine's Nudge and Prompt.

    `modules` are those that the program may import beside the usual; `unfit` says why packages are not among them, and
    `is_open` whether whatever is installed would be.
    """
    task = {"source": source, "result_bytes": limits.result_bytes, "nudge": nudge, "prompt": prompt}
    task |= {"beginning": BEGINNING if part == "beginning" else None, "middle": middle}
    task |= {"modules": sorted(modules), "unfit": dict(unfit), "is_open": is_open}
    return json.dumps(task).encode()


def preload() -> None:
    """Load the engine and all that programs import, before the fork."""
    refusals.preload()
    from autograd_engine.run import program

    program.preload()


def worker(payload: bytes) -> bytes:
    """Run the program in the engine and return its answer."""
    from autograd_engine.run import nudge, program, prompt
    from autograd_engine.trace.schema import TraceLimits

    def run(source: str, **options: Any) -> program.Result:
        nudged = task["nudge"] and nudge.Nudge(**task["nudge"])
        asked = task["prompt"] and prompt.Prompt(**task["prompt"])
        limits = TraceLimits(beginning=task["beginning"])
        if task["middle"] is not None:
            limits = replace(limits, middle=task["middle"], operations=FEWER)
        return program.run(source, trace_limits=limits, nudge=nudged, prompt=asked, **options)

    task = json.loads(payload)
    refusals.install(task["modules"], task["unfit"], task["is_open"])
    if task["nudge"] or task["prompt"]:
        pictures.forgo()
    return execute(payload, run)


def execute(payload: bytes, run: Callable) -> bytes:
    """Run the program by `run` (that of an engine, or a test's own) and return its answer."""
    task = json.loads(payload)
    import numpy

    # the same program gives the same numbers, in every child and on every server
    random.seed(0)
    numpy.random.seed(0)
    secrets.randbits = numpy.random.bit_generator.randbits = random.Random(0).getrandbits
    reserve = bytes(RESERVE_BYTES)
    try:
        result = run(task["source"], filename=FILENAME, stdout=sys.stdout, stderr=sys.stderr)
        error, exit_status, said, is_whole = result.error, result.exit_status, result.answer, result.is_whole
        with uncollected():
            trace = plain(result.trace)
    except BaseException as raised:  # the limit was reached outside the engine's own handler
        error, exit_status, trace, said, is_whole = _describe(raised), 1, None, None, True
    del reserve
    if error is not None and refusals.is_in_force() and any(sign in error["message"] for sign in REFUSED):
        with suppress(ValueError):  # the program has closed it
            print(LOCK, file=sys.stderr)
    drawn = _drawn(trace, is_whole)
    answer = {"error": error and _short(error), "exit_status": exit_status, "stopped": _stopped(error)}
    if not is_whole:
        answer["whole"] = False
    if said is not None and answer["stopped"] is None:
        answer["answer"] = {"text": said.text, "is_error": said.is_error}
    return _encoded(answer, drawn, trace, task["result_bytes"])


def _drawn(trace: dict | None, is_whole: bool) -> list[tuple[bytes, str]]:
    """Return the pictures of the program's figures; those of figures that are still open stand at the end of a whole run."""
    if not hasattr(sys.modules.get("matplotlib.pyplot"), "__file__"):  # a stand-in has none
        return []
    from . import figures

    marks = f"{pictures.MARK}\n" * (figures.close() if is_whole else 0)
    if marks:
        sys.stdout.write(marks)
        if trace is not None:
            trace.setdefault("stdout", []).append((max(len(trace.get("steps", ())) - 1, 0), marks))
    return figures.taken()


def _describe(error: BaseException) -> dict:
    return {"type": type(error).__name__, "message": str(error), "line": None, "traceback": ""}


def _stopped(error: dict | None) -> str | None:
    """Return which limit ended the program, if one did."""
    if error is None:
        return None
    if error["type"] == Stopped.__name__:
        return Stopped.reason
    is_refused = refusals.is_in_force() and NO_MEMORY in error["message"]
    return "memory" if is_refused or error["type"].endswith("MemoryError") else None


def _short(error: dict) -> dict:
    """Return an error without what the server would cut off its texts."""
    return {name: text[: TEXT_CHARACTERS + 1] if isinstance(text, str) else text for name, text in error.items()}


def _encoded(answer: dict, drawn: list[tuple[bytes, str]], trace: dict | None, limit: int) -> bytes:
    """Return the answer, without its Trace if that would exceed the limit."""
    if drawn:
        answer["pictures"] = [(len(png), text[: TEXT_CHARACTERS + 1]) for png, text in drawn]
    shown = b"".join(png for png, _ in drawn)
    body = b"" if trace is None else _clean(trace)
    head = _json({**answer, "trace_bytes": 0}) + b"\n"
    if len(head) + len(shown) + len(body) <= limit:
        return head + shown + body
    return _json({**answer, "trace_bytes": len(body)}) + b"\n" + shown


def _clean(trace: dict) -> bytes:
    """Return a Trace as JSON in which no text has a character that deceives."""
    with suppress(UnicodeEncodeError):  # a lone surrogate
        data = to_json(trace)
        if is_clean(data):
            return data
    return to_json(cleaned(trace))


def _json(document: dict) -> bytes:
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")  # the server replaces a lone surrogate
