"""The server's side of a zygote: start it, give it runs, end it."""

import contextlib
import itertools
import json
import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial

from ..answer.ending import Ending, Lost, Unavailable
from ..cancel import Cancel
from ..child.packages import Unfit
from ..limits import KIB, Limits
from ..lock.attest import complaints
from ..report import Check
from .boot import ENVIRONMENT, command, environment
from .exchange import Exchange
from .queue import Rests

# Loading takes two seconds of computing, of which a busy machine makes many.
START_SECONDS = 60.0
HELLO_BYTES = 64 * KIB


class Client:
    """A running zygote; with `as_user`, which no lock allows, in the user's own environment and folder.

    Raises:
        Unavailable: it could not be started.
        Lost: it died before it was ready.
        Unfit: one of the modules keeps it from forking.
    """

    def __init__(
        self,
        workers: dict[str, str],
        locked: bool,
        reply_seconds: float,
        modules: Iterable[str] = (),
        *,
        as_user: bool = False,
    ) -> None:
        self.started = time.monotonic()
        self.runs = 0
        self.locked = locked
        self._reply_seconds = reply_seconds
        self._ids = itertools.count(1)
        self._sending = threading.Lock()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        order = {"control": theirs.fileno(), "workers": workers, "locked": locked, "modules": sorted(modules)}
        try:
            self.process = subprocess.Popen(
                command("autograd_studio.sandbox.processes.zygote", order),
                env={**os.environ, **ENVIRONMENT} if as_user else environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                cwd=None if as_user else "/",
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        except OSError:
            self._control.close()
            raise
        finally:
            theirs.close()
        hello = self._hello()
        if "unfit" in hello:
            self.close()
            raise Unfit(*hello["unfit"])
        self.checks = tuple(Check(**check) for check in hello["checks"])
        self._missing: dict[str, str] = hello["missing"]
        self._filters: int | None = hello["filters"]
        if len(self._missing) == len(workers):
            self.kill()
            raise Unavailable("; ".join(f"{name} cannot be loaded: {self._missing[name]}" for name in workers))

    def _hello(self) -> dict:
        self._control.settimeout(START_SECONDS)
        try:
            message = self._control.recv(HELLO_BYTES)
        except OSError as error:
            self.kill()
            raise Unavailable(f"the process that prepares runs does not start ({error})") from None
        if not message:
            self.kill()
            raise Lost("the process that prepares runs died at its start; see the server's log")
        self._control.settimeout(self._reply_seconds)
        return json.loads(message)

    @property
    def alive(self) -> bool:
        """Whether the zygote still runs."""
        return self.process.poll() is None

    def kill(self) -> None:
        """End the zygote and with it all its children, at once."""
        self.process.kill()
        self.close()

    def close(self) -> None:
        """Let the zygote end, which kills what it still runs, and wait for it."""
        with self._sending:
            self._control.close()
        try:
            self.process.wait(self._reply_seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def exchange(self, worker: str, payload: bytes, limits: Limits, cancel: Cancel, rests: Rests) -> Ending:
        """Have a child run `worker` on `payload` and return how it ended.

        Raises:
            Lost: the zygote died or does not answer; it should be killed.
            Unavailable: the child was not locked, so it got no payload, or the worker could not be loaded.
        """
        if worker in self._missing:
            raise Unavailable(f"{worker} cannot be loaded: {self._missing[worker]}")
        self.runs += 1
        run = next(self._ids)
        kill = partial(self._order, {"kill": run})
        approve = self._approve if self.locked else None
        with closing(Exchange(limits, self._reply_seconds, kill)) as exchange:
            self._order({"run": run, "worker": worker, **vars(limits)}, exchange.child_ends)
            exchange.close_child_ends()
            with cancel.calls(partial(self._try, kill)):
                try:
                    return exchange.run(payload, approve, cancel, rests)
                except BaseException:
                    self._try(kill)
                    raise

    def _order(self, order: dict, descriptors: Sequence[int] = ()) -> None:
        try:
            with self._sending:
                socket.send_fds(self._control, [json.dumps(order).encode()], descriptors)
        except OSError as error:
            raise Lost(str(error)) from None

    def _try(self, kill: partial) -> None:
        with contextlib.suppress(Lost):
            kill()

    def _approve(self, pid: int) -> None:
        found = complaints(pid, self._filters)
        if found:
            raise Unavailable(f"the child was not locked: {', '.join(found)}")
