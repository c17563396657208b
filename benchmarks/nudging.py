"""How many nudges a second the server tells: `python -m benchmarks.nudging [LESSON ...] [--seconds 2]`.

Each program of the gallery is run again and again with a number of it replaced, two requests under way as in a drag.
Prints for each how many were told in a second, and what a run and what telling of it take alone.
"""

import argparse
import gzip
import json
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from autograd_engine.run.options import Nudge
from autograd_studio import lessons, sandbox
from autograd_studio.answering.request import Request

ME = sandbox.Visitor("me")
NUMBER = "creation", "operation", "write", "seed"  # what a handle is of


def first(session: sandbox.RateLimited, source: str) -> Nudge | None:
    """Return a nudge of the first number of a program that has a handle, None if there is none."""
    told = session.nudge(Request(source).nudged(None), ME)
    if not isinstance(told, bytes):
        return None
    handles = json.loads(gzip.decompress(told))["handles"]
    return next((Nudge(0.75, **{name: h[name] for name in NUMBER if name in h}) for h in handles), None)


def milliseconds(work: Callable, *arguments: Any, **options: Any) -> tuple[float, Any]:
    """Return the median time of five calls, in milliseconds, and what the last returned."""
    times = []
    for _ in range(5):
        started = time.perf_counter()
        result = work(*arguments, **options)
        times.append(1000 * (time.perf_counter() - started))
    return statistics.median(times), result


def rate(session: sandbox.RateLimited, request: Request, nudge: Nudge, seconds: float) -> float:
    """Return how many nudges a second are told, two under way."""
    end = time.perf_counter() + seconds

    def drag(start: float) -> int:
        count = 0
        while time.perf_counter() < end:
            other = request.nudged(replace(nudge, value=start + count / 64))
            count += isinstance(session.nudge(other, ME), bytes)
        return count

    with ThreadPoolExecutor(2) as two:
        return sum(two.map(drag, (0.5, 0.25))) / seconds


def main() -> None:
    """Print a line for each program, and the median and the least of all."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("lessons", nargs="*", metavar="LESSON", help="all, if none is named")
    options.add_argument("--seconds", type=float, default=2.0)
    wanted = options.parse_args()
    rates = []
    box = sandbox.Sandbox("local")
    for lesson in (lesson for topic in lessons.topics() for lesson in topic.lessons):
        if wanted.lessons and lesson.id not in wanted.lessons:
            continue
        session = sandbox.RateLimited(box)
        nudge = first(session, lesson.source)
        if nudge is None:
            print(f"{lesson.id:28} nothing to nudge")
            continue
        request = Request(lesson.source)
        run, outcome = milliseconds(box.run, request.nudged(nudge))
        tell, _ = milliseconds(box.call, "nudged", b"null\n" + outcome.trace)
        rates.append(rate(session, request, nudge, wanted.seconds))
        print(f"{lesson.id:28} {rates[-1]:5.1f}/s   a run {run:4.0f} ms   telling {tell:4.0f} ms", flush=True)
    if rates:
        print(f"{'median, least':28} {statistics.median(rates):5.1f}/s   {min(rates):5.1f}/s")


if __name__ == "__main__":
    main()
