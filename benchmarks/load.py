"""How many students one server holds: `python -m benchmarks.load [--sessions 10 100 300] [--seconds 60]`.

Starts a hosted server of its own and visits it with real sessions. Each opens a lesson, then runs a program every `--every`
seconds, as the front end does: a lesson's, changed so that no run is shared. Stepping is done by the browser alone and
costs the server nothing. The visitors need computing time, too: theirs is printed beside the server's, and both share the
machine.

`--train 30` lets a class of so many train networks instead, each with a learning rate of its own, all at once, while ten
others run lessons' programs.
"""

import argparse
import asyncio
import os
import random
import resource
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from autograd_studio import lessons

from .loops import NETWORK
from .studio import Studio
from .visitor import Refused, Visitor

# From a scalar to a training loop: what a class runs.
PROGRAMS = [lesson.source for topic in lessons.topics() for lesson in topic.lessons]

# How the lines of a run begin, and the one of a program that has its place.
WAITING, RUN = b'{"kind":"waiting"', b'{"kind":"run"'
RUNS = b'{"kind":"waiting","position":0}'

STEPS = 100  # of Adam, that each of a class takes
OTHERS = 10
OTHERS_EVERY = 2.0  # seconds


@dataclass
class Tally:
    """What the visitors of one round met: seconds until a page had its front end, until runs were there, and whole."""

    opened: list[float] = field(default_factory=list)
    runs: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    faults: Counter = field(default_factory=Counter)
    waited: int = 0
    received: int = 0

    async def open(self, visitor: Visitor) -> None:
        """Open a lesson."""
        started = time.perf_counter()
        await visitor.open("lesson=fan-out")
        self.opened.append(time.perf_counter() - started)

    async def run(self, visitor: Visitor, source: str) -> None:
        """Run a program."""
        started, shown = time.perf_counter(), False
        try:
            async for line in visitor.lines("run", program=source):
                if line.startswith(WAITING):
                    self.waited += line != RUNS
                elif not line.startswith(RUN):
                    self.faults[line[:200]] += 1
                elif not shown:
                    shown = True
                    self.runs.append(time.perf_counter() - started)
            self.whole.append(time.perf_counter() - started)
        except Refused as refused:
            self.faults[str(refused)] += 1


def programs(seed: int) -> Iterator[str]:
    """Yield programs that nobody has run yet."""
    chance = random.Random(seed)
    while True:
        yield f"mine = {chance.random()}\n{chance.choice(PROGRAMS)}"


async def study(address: str, number: int, tally: Tally, every: float, seconds: float) -> None:
    """Visit the studio: arrive in the first seconds, open a lesson, then write and run programs."""
    chance = random.Random(number)
    end = time.perf_counter() + every + seconds
    await asyncio.sleep(chance.uniform(0, every))
    try:
        async with Visitor(address) as visitor:
            await tally.open(visitor)
            for source in programs(number):
                await asyncio.sleep(chance.uniform(0.5, 1.5) * every)
                if time.perf_counter() > end:
                    break
                await tally.run(visitor, source)
            tally.received += visitor.received
    except (OSError, EOFError, KeyError, TimeoutError) as error:
        tally.faults[repr(error)] += 1


async def round_of(studio: Studio, sessions: int, every: float, seconds: float) -> None:
    """Let so many visitors study, and print what they met and what it took."""
    tally, before, own = Tally(), studio.cpu_seconds(), own_cpu()
    started = time.perf_counter()
    await asyncio.gather(*(study(studio.address, 1000 * sessions + n, tally, every, seconds) for n in range(sessions)))
    took = time.perf_counter() - started
    memory, used = studio.memory(), studio.cpu_seconds() - before
    print(
        f"{sessions:5d} sessions  {len(tally.runs):5d} runs"
        f"  run p50/p95/p99 {words(tally.runs)} ms, whole {words(tally.whole)} ms  open {words(tally.opened)} ms"
        f"  waited {tally.waited}  faults {tally.faults.total()}"
        f"  server {used / max(1, len(tally.runs)) * 1000:.0f} ms of computing a run, {used / took:.2f} CPU, {memory >> 20} MiB"
        f"  visitors {(own_cpu() - own) / took:.2f} CPU"
        f"  sent {tally.received >> 20} MiB  load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    for fault, times in tally.faults.most_common(5):
        print(f"      {times} × {fault}")


async def class_of(studio: Studio, students: int) -> None:
    """Let a class train networks all at once while others run short programs, and print how long both wait."""
    trained, short, over = Tally(), Tally(), asyncio.Event()
    together = asyncio.Barrier(students)

    async def train(number: int) -> None:
        async with Visitor(studio.address) as visitor:
            await visitor.open("lesson=fan-out")
            await together.wait()
            await trained.run(visitor, NETWORK.format(STEPS).replace("lr=0.05", f"lr={0.01 + number / 1000}"))

    async def others(number: int) -> None:
        async with Visitor(studio.address) as visitor:
            await visitor.open("lesson=fan-out")
            for source in programs(number):
                await asyncio.sleep(random.Random(source).uniform(0.5, 1.5) * OTHERS_EVERY)
                if over.is_set():
                    break
                await short.run(visitor, source)

    async def whole_class() -> None:
        await asyncio.gather(*map(train, range(students)))
        over.set()

    used, own = studio.cpu_seconds(), own_cpu()
    await asyncio.gather(whole_class(), *map(others, range(OTHERS)))
    print(
        f"a class of {students}, {STEPS} steps of Adam each: p50/p95/p99 {words(trained.runs)} ms to the first"
        f" iterations, {words(trained.whole)} ms to all  {len(short.runs)} short programs meanwhile {words(short.runs)} ms"
        f"  faults {dict(trained.faults + short.faults)}"
        f"  server {(studio.cpu_seconds() - used) / students:.2f} CPU s for each of the class, {studio.memory() >> 20} MiB"
        f"  visitors {own_cpu() - own:.1f} CPU s",
        flush=True,
    )


def words(seconds: list[float]) -> str:
    """Return the 50th, 95th and 99th percentile in milliseconds."""
    ordered = sorted(seconds) or [float("nan")]
    return "/".join(f"{ordered[int(part * (len(ordered) - 1))] * 1000:.0f}" for part in (0.50, 0.95, 0.99))


def own_cpu() -> float:
    """Return the computing time of the visitors."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, nargs="+", default=[10, 100, 300])
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each round lasts")
    parser.add_argument("--every", type=float, default=20.0, help="mean seconds from one run to the next")
    parser.add_argument("--train", type=int, help="the size of a class that trains networks")
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f} at the start")
    with Studio() as studio:
        if options.train:
            asyncio.run(class_of(studio, options.train))
            return
        for sessions in options.sessions:
            asyncio.run(round_of(studio, sessions, options.every, options.seconds))


if __name__ == "__main__":
    main()
