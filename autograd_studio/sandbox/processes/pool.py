"""Runs for many threads at once: a line in front, and behind it one zygote, replaced when due or dead."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Protocol

from ..answer.ending import Ending, Lost, Unavailable, Unlocked
from ..cancel import Cancel
from ..length import Length
from ..limits import Capacity, Limits
from ..visitor import Visitor
from .queue import Queue, Rests

ATTEMPTS = 3  # of a run or a start: a machine short of memory may kill two zygotes, one right after the other


class Backend(Protocol):
    """What runs a worker in a process of its own: a zygote's Client, or a Spawner where there is none."""

    started: float
    runs: int
    alive: bool
    locked: bool

    def exchange(self, worker: str, payload: bytes, limits: Limits, cancel: Cancel, rests: Rests) -> Ending:
        """Run `worker` on `payload`; where it can be seen, tell `rests` now and then whether it sleeps."""

    def kill(self) -> None:
        """End it at once."""

    def close(self) -> None:
        """End it."""


class Pool:
    """Runs workers by a backend, which `start` makes when it is first needed or must be replaced.

    Pools that have the same `line` share its places.
    """

    def __init__(self, start: Callable[[], Backend], capacity: Capacity, line: Queue | None = None) -> None:
        self._start = start
        self._capacity = capacity
        self.line = line or Queue(capacity.places, capacity.waiting, capacity.asleep)
        self._lock = threading.Lock()
        self._backend: Backend | None = None
        self._users: dict[Backend, int] = {}
        self._renewing = False

    def execute(
        self,
        worker: str,
        payload: bytes,
        limits: Limits,
        cancel: Cancel,
        on_wait: Callable[[int], None] | None,
        locked: bool = False,
        length: Length = Length.SHORT,
        visitor: Visitor | None = None,
    ) -> Ending:
        """Wait for a place, run `worker` on `payload` in a child, and return how it ended; see Queue.turn.

        A run whose zygote is lost is repeated: it has had no effect on anything. With `locked` the child is behind the
        lock, or there is none.

        Raises:
            Full, Cancelled: see Queue.turn.
            Unavailable: nothing can be run.
            Unlocked: nothing can be locked, and it should be.
        """
        with self.line.turn(cancel, on_wait, length, visitor) as ticket:
            rests = partial(self.line.rests, ticket)
            for _ in range(ATTEMPTS):
                with self._use() as backend:
                    if locked and not backend.locked:
                        raise Unlocked
                    try:
                        ending = backend.exchange(worker, payload, limits, cancel, rests)
                        ticket.computed = ending.cpu_seconds
                        return ending
                    except Lost as error:
                        reason = str(error)
                        backend.kill()
                    except OSError as error:  # out of file descriptors or memory
                        raise Unavailable(str(error)) from error
            raise Unavailable(reason)

    def backend(self) -> Backend:
        """Return the running backend; start one if there is none.

        Raises:
            Unavailable: none can be started.
        """
        with self._lock:
            return self._current()

    def prepare(self) -> None:
        """Start a backend if there is none; what keeps it from starting is told to the first run."""
        with suppress(Unavailable):
            self.backend()

    def close(self) -> None:
        """End the backend once its last run is over. A later run starts another."""
        with self._lock:
            self._replace(None)

    @contextmanager
    def _use(self) -> Iterator[Backend]:
        with self._lock:
            backend = self._current()
            self._users[backend] = self._users.get(backend, 0) + 1
        try:
            yield backend
        finally:
            with self._lock:
                self._users[backend] -= 1
                self._retire(backend)
                self._renew_if_due()

    def _current(self) -> Backend:
        if self._backend is None or not self._backend.alive:
            self._replace(self._started())
        return self._backend

    def _started(self) -> Backend:
        for _ in range(ATTEMPTS):
            try:
                return self._start()
            except Lost as error:
                reason = str(error)
            except OSError as error:  # out of processes, file descriptors or memory
                raise Unavailable(str(error)) from error
        raise Unavailable(reason)

    def _replace(self, backend: Backend | None) -> None:
        old, self._backend = self._backend, backend
        if old is not None:
            self._retire(old)

    def _retire(self, backend: Backend) -> None:
        """Close a backend that has been replaced once its last run is over."""
        if backend is not self._backend and not self._users.get(backend):
            self._users.pop(backend, None)
            backend.close()

    def _renew_if_due(self) -> None:
        backend = self._backend
        if backend is None or self._renewing:
            return
        age = time.monotonic() - backend.started
        if backend.runs >= self._capacity.recycle_runs or age >= self._capacity.recycle_seconds:
            self._renewing = True
            threading.Thread(target=self._renew, args=(backend,), daemon=True).start()

    def _renew(self, old: Backend) -> None:
        """Start the next backend while the old one still serves."""
        try:
            fresh = self._started()
        except Unavailable:
            fresh = None  # the old one still works; the next run tries again
        with self._lock:
            self._renewing = False
            if fresh is not None:
                if self._backend is old:
                    self._replace(fresh)
                else:  # it died, or the pool was closed, in the meantime
                    fresh.close()
