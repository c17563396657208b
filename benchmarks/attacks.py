"""What others notice of an attack: `python -m benchmarks.attacks [--seconds 20] [reruns frames texts sleepers halves]`.

Starts a hosted server of its own for each attack and visits it with real Streamlit sessions, each with an address of its
own, as docs/security.md describes. Prints how long the runs of the others take before and during the attack, and the
memory of the server's own process.
"""

import argparse
import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from .load import programs, words
from .studio import Studio
from .visitor import Refused, Visitor, remarks

# How a server that is attacked may answer.
FAULTS = OSError, EOFError, KeyError, WebSocketException, TimeoutError, Refused

OTHERS = 4
EVERY = 0.5  # seconds between the runs of one of them

RERUNS_PER_SECOND = 150
FRAME = b"\x00" * 20_000_000
SLEEPER = "import time\ntime.sleep(60)\nmine = {}\n"
DOTTED = "from a" + ".a" * 32_700  # 64 KiB, of which the parser is quadratic


async def reruns(studio: Studio) -> None:
    """Three connections ask for 150 reruns a second each."""

    async def flood() -> None:
        message = BackMsg()
        message.rerun_script.query_string = "lesson=fan-out"
        async with socket(studio) as connection:
            reading = asyncio.create_task(drained(connection))
            while True:
                await connection.send(message.SerializeToString())
                await asyncio.sleep(1 / RERUNS_PER_SECOND)
                if reading.done():
                    return

    await asyncio.gather(*(again(flood) for _ in range(3)))


async def frames(studio: Studio) -> None:
    """Four connections send a frame of 20 MB each, and stay."""

    async def send() -> None:
        async with socket(studio) as connection:
            await connection.send(FRAME)
            await drained(connection)

    await asyncio.gather(*(again(send) for _ in range(4)))


async def texts(studio: Studio) -> None:
    """Seven visitors have the names of a text read that takes a gigabyte to parse."""

    async def visit() -> None:
        async with Visitor(studio.address) as visitor:
            await visitor.open()
            async for _ in visitor.lines("outline", text=DOTTED):
                pass

    await asyncio.gather(*(again(visit) for _ in range(7)))


async def sleepers(studio: Studio) -> None:
    """Sixteen visitors run programs that sleep."""

    async def sleep(number: int) -> None:
        async with Visitor(studio.address) as visitor:
            await visitor.open("lesson=fan-out")
            await visitor.run(SLEEPER.format(number + time.monotonic()))

    await asyncio.gather(*(again(sleep, n) for n in range(16)))


async def halves(studio: Studio) -> None:
    """Two hundred connections send half a request, and stay."""

    async def half() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", studio.port)
        writer.write(b"POST /nudge HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 400\r\n\r\n{")
        await writer.drain()
        await reader.read()
        writer.close()

    await asyncio.gather(*(again(half) for _ in range(200)))


ATTACKS = {attack.__name__: attack for attack in (reruns, frames, texts, sleepers, halves)}


def socket(studio: Studio) -> connect:
    """Return a connection as a browser opens it, without the limits of a browser."""
    return connect(f"ws://127.0.0.1:{studio.port}/_stcore/stream", subprotocols=["streamlit"], max_size=None)


async def drained(connection: connect) -> None:
    """Read what comes, until the connection ends."""
    with suppress(WebSocketException):
        async for _ in connection:
            pass


async def again(attack: Callable[..., Awaitable[None]], *arguments: object) -> None:
    """Repeat an attack, whatever it is answered, until this task is cancelled."""
    while True:
        with suppress(*FAULTS):
            await attack(*arguments)
        await asyncio.sleep(0.1)


async def other(studio: Studio, number: int, seconds: list[float], faults: list[str]) -> None:
    """Run programs that nobody has run yet, until this task is cancelled; a run that lasts counts as long as it has lasted."""
    sources = programs(number)
    while True:
        try:
            async with Visitor(studio.address) as visitor:
                await visitor.open("lesson=fan-out")
                while True:
                    await asyncio.sleep(EVERY)
                    started = time.perf_counter()
                    try:
                        run = await visitor.run(next(sources))
                    finally:
                        seconds.append(time.perf_counter() - started)
                    faults += remarks(run)
        except FAULTS as error:
            faults.append(repr(error))
            await asyncio.sleep(EVERY)


async def measure(studio: Studio, attack: Callable[[Studio], Awaitable[None]], seconds: float) -> None:
    """Let others run programs for so long without and with an attack, and print what they met."""
    rounds = []
    for attacked in (False, True):
        took: list[float] = []
        faults: list[str] = []
        tasks = [asyncio.create_task(other(studio, 10 * n + attacked, took, faults)) for n in range(OTHERS)]
        if attacked:
            tasks.append(asyncio.create_task(attack(studio)))
        await asyncio.sleep(seconds)
        memory = studio.memory(studio.process.pid) >> 20
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        rounds.append(f"{len(took)} runs, p50/p95/p99 {words(took)} ms, {len(faults)} faults, server {memory} MiB")
    print(f"{attack.__name__:9} quiet: {rounds[0]}\n{'':9} attacked: {rounds[1]}", flush=True)


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="which; all if none is named")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each round lasts")
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f} at the start")
    for name in options.attacks or ATTACKS:
        with Studio(AUTOGRAD_STUDIO_RUNS_PER_MINUTE="1000") as studio:
            asyncio.run(measure(studio, ATTACKS[name], options.seconds))


if __name__ == "__main__":
    main()
