"""One fresh process for each run, where there is no zygote: local mode on macOS and Windows.

Forking a process that has loaded Accelerate or Objective-C is not safe on macOS, and Windows has no fork. The
process is bounded in time, and on macOS in memory, but not isolated: it has the permissions of the user who runs
it.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from ..answer.ending import Ending
from ..cancel import Cancel
from ..child import stop
from ..child.serve import work
from ..child.workers import load
from ..limits import KIB, Limits
from ..protocol import OUT_OF_MEMORY, REQUEST
from ..report import Check
from .boot import ENVIRONMENT, command
from .queue import Rests

WATCH_SECONDS = 0.05
READ_BYTES = 64 * KIB
BEGIN = b"+"  # before the request: from here on the time of the run counts


@dataclass
class _Child:
    """A process that waits for its request, within limits, and the folder of the file that its answer comes in."""

    worker: str
    limits: Limits
    process: subprocess.Popen
    folder: tempfile.TemporaryDirectory = field(repr=False)

    @property
    def answer(self) -> Path:
        return Path(self.folder.name, "answer")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        self.folder.cleanup()


class Spawner:
    """A backend that starts a process for each run.

    If loading its worker takes long (`start_seconds`, beside the limits of a run), the next process is started once a run is
    over, and waits.
    """

    alive = True
    locked = False
    runs = 0  # nothing ages, so it is never renewed

    def __init__(self, workers: dict[str, str], start_seconds: float = 0.0) -> None:
        self._workers = workers
        self._start_seconds = start_seconds
        self._lock = threading.Lock()
        self._next: _Child | None = None
        detail = f"not built for {sys.platform}: programs run with your own permissions"
        self.checks = (Check("isolation", False, detail),)

    @property
    def started(self) -> float:
        """Return the present: a process serves one run only."""
        return time.monotonic()

    def kill(self) -> None:
        """Do nothing: no process outlives its run."""

    def close(self) -> None:
        """End the process that waits for the next run."""
        child = self._take()
        if child is not None:
            child.end()

    def _take(self) -> _Child | None:
        with self._lock:
            child, self._next = self._next, None
        return child

    def exchange(self, worker: str, payload: bytes, limits: Limits, cancel: Cancel, rests: Rests) -> Ending:
        """Run `worker` on `payload` in a process and return how it ended, without CPU time and memory.

        Whether it `rests` is not looked at: it keeps its place.
        """
        started = time.monotonic()
        child = self._child(worker, limits)
        process, file = child.process, child.answer
        with child.folder:
            out = _Reader(process.stdout, limits.stdout_bytes, process.kill)
            err = _Reader(process.stderr, limits.stderr_bytes, process.kill)
            threading.Thread(target=_send, args=(process.stdin, payload), daemon=True).start()
            cut = None
            with cancel.calls(process.kill):
                try:
                    process.wait(self._start_seconds + limits.hard_seconds)
                except subprocess.TimeoutExpired:
                    cut = "timeout"
                    process.kill()
                    process.wait()
            if cancel.is_set:
                cut = "cancelled"
            elif out.overflows or err.overflows:
                cut = "output"
            elif file.stat().st_size > limits.result_bytes:
                cut = "result"
            if self._start_seconds:
                self._start_next(worker, limits)
            return Ending(
                exit_code=process.returncode,
                cut=cut,
                stdout=out.text(),
                stderr=err.text(),
                answer=file.read_bytes() if cut is None else b"",
                isolated=False,
                wall_seconds=time.monotonic() - started,
                cpu_seconds=0.0,
                memory_bytes=0,
            )

    def _child(self, worker: str, limits: Limits) -> _Child:
        """Return the process that waits, if it is one for such a run, or a new one."""
        child = self._take()
        if child is not None:
            if (child.worker, child.limits) == (worker, limits) and child.process.poll() is None:
                return child
            child.end()
        return self._start(worker, limits)

    def _start_next(self, worker: str, limits: Limits) -> None:
        with self._lock:
            if self._next is None:
                self._next = self._start(worker, limits)

    def _start(self, worker: str, limits: Limits) -> _Child:
        folder = tempfile.TemporaryDirectory()
        answer = Path(folder.name, "answer")
        answer.touch()
        order = {
            "worker": self._workers[worker],
            "answer": str(answer),
            "limits": vars(limits),
        }
        process = subprocess.Popen(
            command("autograd_studio.sandbox.processes.spawn", order),
            env={**os.environ, **ENVIRONMENT},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        return _Child(worker, limits, process, folder)


class _Reader(threading.Thread):
    """Reads a pipe to its end; calls `kill` when more comes than a child sends, its limit and one byte."""

    def __init__(self, pipe: IO[bytes], limit: int, kill: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self._pipe = pipe
        self._data = bytearray()
        self._limit = limit
        self._kill = kill
        self.overflows = False
        self.start()

    def run(self) -> None:
        while part := self._pipe.read1(READ_BYTES):
            self._data += part[: self._limit + 2 - len(self._data)]
            if len(self._data) > self._limit + 1:
                self.overflows = True
                self._kill()
        self._pipe.close()

    def text(self) -> bytes:
        """Return what has come; processes that the program has left behind may hold the pipe open."""
        self.join(1.0)
        return bytes(self._data)


def _send(pipe: IO[bytes], payload: bytes) -> None:
    try:
        pipe.write(BEGIN + payload)
        pipe.close()
    except OSError:
        pass  # the process has ended without reading it


def main(worker: str, answer: str, limits: dict) -> None:
    """Answer one request; runs in the process that Spawner starts."""
    function = load(worker)
    if os.read(REQUEST, len(BEGIN)) != BEGIN:
        return  # the server has ended meanwhile
    if sys.platform != "win32":
        stop.arm(limits["wall_seconds"], limits["cpu_seconds"])
        threading.Thread(target=_watch_memory, args=(limits["memory_bytes"],), daemon=True).start()
    file = os.open(answer, os.O_WRONLY | getattr(os, "O_BINARY", 0))
    work(function, limits["stdout_bytes"], limits["stderr_bytes"], file)


def _watch_memory(allowance: int) -> None:
    """End the process when it has grown by more than its allowance: macOS does not keep to RLIMIT_AS."""
    limit = _peak_memory() + allowance
    while _peak_memory() <= limit:
        time.sleep(WATCH_SECONDS)
    os._exit(OUT_OF_MEMORY)


def _peak_memory() -> int:
    import resource

    unit = 1 if sys.platform == "darwin" else KIB
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
