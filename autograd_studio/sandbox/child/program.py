"""A program in the child: its task on the way in, its answer on the way out.

`preload` runs in the zygote, `worker` in the child. The answer is a line of JSON,
{"error": null | {"type", "message", "line", "traceback"}, "exit_status": int, "stopped": null | reason,
"trace_bytes": int}, and after it the Trace as JSON, if there is one. Where a prompt was asked, it also has "answer":
{"text", "is_error"}, and there is no Trace; where the program was ended after its beginning, "whole": false. Where figures
were drawn, it has "pictures": [[bytes, text], ...], and their PNGs stand before the Trace. The server believes none of it: see
result.py.
"""

import io
import json
import sys
from contextlib import redirect_stdout, suppress
from typing import Any

from autograd_engine.trace.schema import from_json
from autograd_studio.answering.answer import Answer, RunProgram, answer
from autograd_studio.answering.outcome import TEXT_CHARACTERS
from autograd_studio.answering.request import Request
from autograd_studio.answering.stopping import limit_of
from autograd_studio.answering.text import clean_json
from autograd_studio.answering.usual import USUAL

from ...catalogue import say
from ..answer import pictures
from ..limits import MIB
from . import refusals
from .task import Task, preload_reader

# Given back before the answer is written, which must work although the program has used up its memory.
RESERVE_BYTES = 16 * MIB

# What the lock's refusals look like to a program and to the packages that it uses, and what is said of them.
REFUSED = "Operation not permitted", "can't start new thread", "Temporary failure in name resolution"
LOCK = say("sandbox.program.locked")

# How PyTorch says that it got no memory.
NO_MEMORY = "DefaultCPUAllocator: can't allocate memory"


def preload() -> None:
    """Load the engine and all that programs import, before the fork."""
    refusals.preload()
    preload_reader()
    from autograd_engine.run import program

    program.preload()


def warm_up() -> None:
    """Run a short program."""
    from autograd_engine.run import program

    with redirect_stdout(io.StringIO()):
        execute(Task(Request(USUAL), MIB), program.run)


def worker(payload: bytes) -> bytes:
    """Run the program in the engine and return its answer."""
    from autograd_engine.run import program

    task = from_json(payload, Task)
    refusals.install(task.modules, task.unfit, task.is_open)
    return execute(task, program.run)


def execute(task: Task, run: RunProgram) -> bytes:
    """Run the program by `run` (that of an engine, or a test's own) and return its answer."""
    if task.request.nudge is not None or task.request.prompt is not None:
        pictures.forgo()
    reserve = bytes(RESERVE_BYTES)
    found = answer(task.request, run)
    del reserve
    if found.error is not None and refusals.is_in_force() and any(sign in found.error["message"] for sign in REFUSED):
        with suppress(ValueError):  # the program has closed it
            print(LOCK, file=sys.stderr)
    drawn = _drawn(found)
    return _encoded(_head(found), drawn, found.trace, task.result_bytes)


def _head(found: Answer) -> dict[str, Any]:
    """Return what an answer says beside its pictures and the Trace."""
    head = {
        "error": found.error and _short(found.error),
        "exit_status": found.exit_status,
        "stopped": _stopped(found.error),
    }
    if not found.is_whole:
        head["whole"] = False
    if found.said is not None and head["stopped"] is None:
        head["answer"] = {"text": found.said.text, "is_error": found.said.is_error}
    return head


def _drawn(found: Answer) -> list[tuple[bytes, str]]:
    """Return the pictures of the program's figures; those of figures that are still open stand at the end of a whole run."""
    if not hasattr(sys.modules.get("matplotlib.pyplot"), "__file__"):  # a stand-in has none
        return []
    from . import figures

    marks = f"{pictures.MARK}\n" * (figures.close() if found.is_whole else 0)
    if marks:
        sys.stdout.write(marks)
        if found.trace is not None:
            last = max(len(found.trace.get("steps", ())) - 1, 0)
            found.trace.setdefault("stdout", []).append((last, marks))
    return figures.taken()


def _stopped(error: dict | None) -> str | None:
    """Return which limit ended the program, if one did."""
    is_refused = error is not None and refusals.is_in_force() and NO_MEMORY in error["message"]
    return "memory" if is_refused else limit_of(error)


def _short(error: dict) -> dict:
    """Return an error without what the server would cut off its texts."""
    return {name: text[: TEXT_CHARACTERS + 1] if isinstance(text, str) else text for name, text in error.items()}


def _encoded(head: dict, drawn: list[tuple[bytes, str]], trace: dict | None, limit: int) -> bytes:
    """Return the answer, without its Trace if that would exceed the limit."""
    if drawn:
        head["pictures"] = [(len(png), text[: TEXT_CHARACTERS + 1]) for png, text in drawn]
    shown = b"".join(png for png, _ in drawn)
    body = b"" if trace is None else clean_json(trace)
    first = _json({**head, "trace_bytes": 0}) + b"\n"
    if len(first) + len(shown) + len(body) <= limit:
        return first + shown + body
    return _json({**head, "trace_bytes": len(body)}) + b"\n" + shown


def _json(document: dict) -> bytes:
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")  # the server replaces a lone surrogate
