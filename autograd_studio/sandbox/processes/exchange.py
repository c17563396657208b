"""One run over its pipes: wait for a locked child, send the request, read what comes back within bounds."""

import json
import os
import select
import signal
import time
from collections.abc import Callable

from ..answer.ending import Ending, Lost, Unavailable
from ..cancel import Cancel
from ..limits import KIB, Limits
from ..protocol import READY, REFUSED
from .queue import Rests
from .sleep import LOOK_SECONDS, Sleep

READ_BYTES = 64 * KIB
REPORT_BYTES = 4 * KIB
# A child stops its own text one byte past the limit, so what sends more has gone behind print()'s back.
OVERSHOOT = 1
# The kernel kills at the hard limit; the server waits this much longer to be told how the child ended.
PATIENCE_SECONDS = 0.3


class Inlet:
    """The end of a pipe that the server reads: what has come out of it so far, and how much may."""

    def __init__(self, fd: int, limit: int) -> None:
        self.fd = fd
        self.data = bytearray()
        self.at_end = False
        self._limit = limit

    def read(self) -> bool:
        """Take what is there; return whether there was anything. What is too much is thrown away."""
        try:
            part = os.read(self.fd, READ_BYTES)
        except BlockingIOError:
            return False
        self.at_end = not part
        self.data += part[: self._limit + OVERSHOOT + 1 - len(self.data)]
        return bool(part)

    @property
    def overflows(self) -> bool:
        """More has come than a child may send."""
        return len(self.data) > self._limit + OVERSHOOT


class Exchange:
    """The pipes of one run and what happens on them; `kill` asks the zygote to end the child."""

    def __init__(self, limits: Limits, reply_seconds: float, kill: Callable[[], None]) -> None:
        self._limits = limits
        self._reply_seconds = reply_seconds
        self._kill = kill
        self._cut: str | None = None
        self._unsent = memoryview(b"")
        self._ours: list[int] = []
        self.child_ends: list[int] = []
        try:
            self._source = self._pipe(child_reads=True)
            caps = (limits.stdout_bytes, limits.stderr_bytes, limits.result_bytes + len(READY), REPORT_BYTES)
            inlets = [Inlet(self._pipe(child_reads=False), cap) for cap in caps]
        except OSError:
            self.close()
            raise
        self._stdout, self._stderr, self._answer, self._report = inlets
        self._inlets = {inlet.fd: inlet for inlet in inlets}
        self._poll = select.poll()
        for fd in self._inlets:
            self._poll.register(fd, select.POLLIN)

    def _pipe(self, child_reads: bool) -> int:
        """Make a pipe and return our end of it, which does not block."""
        reading, writing = os.pipe2(os.O_CLOEXEC)
        ours, theirs = (writing, reading) if child_reads else (reading, writing)
        os.set_blocking(ours, False)
        self._ours.append(ours)
        self.child_ends.append(theirs)
        return ours

    def close_child_ends(self) -> None:
        """Close what the zygote has copies of by now."""
        while self.child_ends:
            os.close(self.child_ends.pop())

    def close(self) -> None:
        """Close every pipe."""
        self.close_child_ends()
        while self._ours:
            os.close(self._ours.pop())

    def run(self, payload: bytes, approve: Callable[[int], None] | None, cancel: Cancel, rests: Rests) -> Ending:
        """Send the payload once the child is locked and `approve` has looked at it; return how it ended.

        `rests` is told now and then whether the child sleeps.

        Raises:
            Lost: the zygote is gone or does not answer.
            Unavailable: the child could not be locked.
        """
        started = time.monotonic()
        if not self._pump(lambda: self._ended or self._has_begun, started + self._reply_seconds):
            raise Lost("no child was started in time")
        self._check_start(cancel)
        if approve is not None and not self._ended:
            approve(self._reports[0]["pid"])
        self._unsent = memoryview(payload)
        self._poll.register(self._source, select.POLLOUT)
        sleep = Sleep(self._reports[0]["pid"], rests)
        if not self._pump(lambda: self._ended, started + self._limits.hard_seconds + PATIENCE_SECONDS, sleep.look):
            self._end("timeout")
        return self._ending(time.monotonic() - started, isolated=approve is not None, cancelled=cancel.is_set)

    @property
    def _reports(self) -> list[dict]:
        """What the zygote has said: {"pid": ...} or {"refused": ...}, then how the child ended."""
        return [json.loads(line) for line in bytes(self._report.data).split(b"\n")[:-1]]

    @property
    def _ended(self) -> bool:
        return self._report.data.count(b"\n") == 2

    @property
    def _has_begun(self) -> bool:
        """There is a child that says whether it is locked, or the zygote says why there is none."""
        return bool(self._reports) and ("refused" in self._reports[0] or bool(self._answer.data))

    def _check_start(self, cancel: Cancel) -> None:
        start = self._reports[0]
        if "refused" in start:
            raise Unavailable(start["refused"])
        if self._answer.data.startswith(REFUSED):
            self._pump(lambda: self._ended, time.monotonic() + self._reply_seconds)
            raise Unavailable(self._answer.data[len(REFUSED) :].decode(errors="replace"))
        if not self._answer.data and not cancel.is_set:
            raise Lost("the child died before it was locked")

    def _pump(self, until: Callable[[], object], deadline: float, look: Callable[[], None] | None = None) -> bool:
        """Move data until `until()` is true, and `look` now and then; return whether it became so before the deadline."""
        while not until():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            for fd, _ in self._poll.poll((min(left, LOOK_SECONDS) if look else left) * 1000 + 1):
                if fd == self._source:
                    self._send()
                else:
                    self._receive(self._inlets[fd])
            if look:
                look()
        return True

    def _send(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._source, self._unsent) :]
        except BrokenPipeError:
            self._unsent = self._unsent[:0]  # the child no longer reads; its end will say why
        if not self._unsent:
            self._poll.unregister(self._source)
            self._ours.remove(self._source)
            os.close(self._source)

    def _receive(self, inlet: Inlet) -> None:
        inlet.read()
        if inlet.at_end:
            self._poll.unregister(inlet.fd)
            if inlet is self._report and not self._ended:
                raise Lost("the zygote is gone")
        elif inlet.overflows:
            self._end("result" if inlet is self._answer else "output")

    def _end(self, reason: str) -> None:
        if self._cut is None:
            self._cut = reason
            self._kill()

    def _ending(self, seconds: float, isolated: bool, cancelled: bool) -> Ending:
        for inlet in (self._stdout, self._stderr, self._answer):
            while not inlet.overflows and inlet.read():
                pass
        untold = {"exit_code": -signal.SIGKILL, "wall_seconds": seconds, "cpu_seconds": 0.0, "memory_bytes": 0}
        report = self._reports[1] if self._ended else untold
        return Ending(
            exit_code=report["exit_code"],
            cut="cancelled" if cancelled else self._cut,
            stdout=bytes(self._stdout.data),
            stderr=bytes(self._stderr.data),
            answer=bytes(self._answer.data[len(READY) :]),
            isolated=isolated,
            wall_seconds=report["wall_seconds"],
            cpu_seconds=report["cpu_seconds"],
            memory_bytes=report["memory_bytes"],
        )
