"""The sandbox as a whole: programs, trusted calls, the mode, and what happens where no lock holds."""

import logging
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

import msgspec

from autograd_engine.base.garbage import uncollected
from autograd_engine.trace.schema import Trace, to_json
from autograd_studio.answering.outcome import Outcome, Status
from autograd_studio.answering.request import Engine, Request
from autograd_studio.outline.outline import Asked, Outline

from ..catalogue import say
from .answer.ending import Ending, Unavailable, Unlocked
from .answer.outcome import Failure, of_call, of_program
from .answer.references import check_references
from .cancel import Cancel, Cancelled
from .child import packages, torch_locked
from .child.packages import Library, Unfit
from .child.refusals import USUAL
from .child.task import Task
from .child.workers import CALLS, FORKED_TORCH_PROGRAMS, LOCKED_TORCH_PROGRAMS, PROGRAMS, TORCH_PROGRAMS
from .health import Health
from .length import Length, length
from .limits import (
    COMPARING,
    DRAWING,
    HOSTED,
    HOSTED_CAPACITY,
    HOSTED_PLAIN_DRAWING,
    HOSTED_TORCH,
    HOSTED_TORCH_CAPACITY,
    KIB,
    LOCAL,
    LOCAL_CAPACITY,
    OUTLINE,
    TORCH_PREFIX,
    Capacity,
    Limits,
    from_environment,
)
from .processes.client import Client
from .processes.pool import Backend, Pool
from .processes.queue import Full
from .processes.spawn import Spawner
from .report import Check, Report, failing
from .visitor import Visitor

Mode = Literal["hosted", "local"]

LOOPBACK = ("127.0.0.1", "::1", "localhost")

# For so long a server that could not lock a child says so without trying again.
RETRY_SECONDS = 30.0

# Importing PyTorch takes two to four seconds of computing, of which a busy machine makes many.
IMPORT_SECONDS = 20.0

# What is called on more than so much takes more than some hundredths of a second, or more than a tenth.
LONGER_BYTES = 1 << 16, 1 << 19

log = logging.getLogger(__name__)


def mode_for(local: bool, address: str) -> Mode:
    """Return "local" if the switch is set and the server listens on loopback only, else "hosted"."""
    return "local" if local and address in LOOPBACK else "hosted"


# msgspec compiles the dataclasses into a strict reader, many times faster than a JSON Schema validator. It is made before there
# are threads: two that make one of the same dataclasses at the same time crash the process.
_TRACE = msgspec.json.Decoder(Trace)
_OUTLINE = msgspec.json.Decoder(Outline)

# Why a text was not read, where that is not its own fault.
_UNREAD: dict[Status, str] = {"busy": "sandbox.drawing.busy", "unavailable": "sandbox.reading.unavailable"}


def check_trace(data: bytes) -> None:
    """Check that `data` is a Trace by the engine's schema, and each reference in it.

    Raises:
        ValueError: it is not a Trace.
    """
    try:
        with uncollected():
            check_references(_TRACE.decode(data))  # its DecodeError is a ValueError
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


class Sandbox:
    """Runs programs and trusted calls in children of its own zygotes.

    In hosted mode nothing runs unless every required layer of the lock holds; in local mode what cannot be
    locked runs with the user's own permissions, and each Outcome says so.
    """

    runs_torch = True  # programs on real PyTorch, where it is installed; hosted, only if the host lends it

    def __init__(
        self,
        mode: Mode = "hosted",
        limits: Limits | None = None,
        capacity: Capacity | None = None,
        *,
        programs: dict[str, str] = PROGRAMS,
        calls: dict[str, str] = CALLS,
        check: Callable[[bytes], None] = check_trace,
        lent: Sequence[str] | None = None,
        lends_torch: bool | None = None,
    ) -> None:
        self.mode = mode
        self.limits = limits or from_environment(HOSTED if mode == "hosted" else LOCAL)
        self.capacity = capacity or from_environment(HOSTED_CAPACITY if mode == "hosted" else LOCAL_CAPACITY)
        self._check = check
        self._library = Library(packages.lent() if lent is None else lent, is_open=mode == "local")
        self._programs = Pool(partial(self._start, programs), self.capacity)
        # What most programs do without is in a zygote of its own, so that it costs them nothing.
        self._with_packages = Pool(partial(self._start_with_packages, programs), self.capacity, self._programs.line)
        self._torch_limits, torch_capacity = self.limits, self.capacity
        if mode == "hosted":
            self._torch_limits = from_environment(HOSTED_TORCH, prefix=TORCH_PREFIX)
            torch_capacity = from_environment(HOSTED_TORCH_CAPACITY, prefix=TORCH_PREFIX)
            self.runs_torch = torch_locked.is_lent() if lends_torch is None else lends_torch
        self._torch = Pool(self._start_torch, torch_capacity)
        self._torch_again = Pool(self._start_torch_again, torch_capacity, self._torch.line)
        # Who draws waits for nothing but the server.
        self._calls = Pool(partial(self._start, calls), replace(self.capacity, asleep=0))
        self._checks: tuple[Check, ...] = ()
        self._refused_at: float | None = None
        self._health = Health(self._probe)
        self._endings: Counter[str] = Counter()
        self._counting = threading.Lock()

    def run(
        self,
        request: Request,
        limits: Limits | None = None,
        *,
        visitor: Visitor | None = None,
        cancel: Cancel | None = None,
        on_wait: Callable[[int], None] | None = None,
    ) -> Outcome:
        """Run a program and return what came of it; never raises for anything the program does.

        `visitor` is whose turn in the line it takes; what runs `again` takes nobody's. While it waits for its turn, `on_wait` is
        called in this thread with its position in the line whenever that changes.

        On the engine "torch" it is run in local mode each time in a fresh process, which no lock holds; in hosted mode
        behind the lock, if the host lends PyTorch. What runs again, with a number nudged or for a prompt, is in local mode
        forked instead, where that can be.
        """
        is_on_torch = request.engine == "torch"
        limits = limits or (self._torch_limits if is_on_torch else self.limits)
        fault = _fault(request.source, limits)
        if fault is not None:
            return Outcome(status="rejected", message=fault)
        if is_on_torch and not self.runs_torch:
            return Outcome(status="unavailable", message=say("sandbox.run.no_torch"))
        pool, modules = self._pool(request)
        is_open = self.mode == "local" and not request.locked
        task = Task(request, limits.result_bytes, sorted(modules), dict(self._library.unfit), is_open)
        try:
            ending = pool.execute(
                "program", to_json(task), limits, cancel or Cancel(), on_wait, request.locked, length(request),
                None if request.again else visitor,
            )  # fmt: skip
        except Full as full:
            message = say("sandbox.run.busy", position=full.position)
            return Outcome(status="busy", message=message, position=full.position)
        except Cancelled:
            return Outcome(status="cancelled", message=say("sandbox.program.cancelled"))
        except Unlocked:
            return Outcome(status="unlocked", message=say("sandbox.run.unlocked"))
        except Unavailable as error:
            log.warning("a program could not be run: %s", error)
            if pool is self._programs:
                self._health.fails(str(error))
            return Outcome(status="unavailable", message=say("sandbox.run.unavailable"))
        if pool is self._programs:
            self._health.works()
        self._count(ending)
        return of_program(ending, limits, self._check)

    def call(
        self,
        name: str,
        payload: bytes,
        limits: Limits | None = None,
        *,
        cancel: Cancel | None = None,
        visitor: Visitor | None = None,
        on_wait: Callable[[int], None] | None = None,
    ) -> bytes | Failure:
        """Run the trusted function `name` (see workers.CALLS) on `payload` in a child, in a visitor's turn; return its answer."""
        limits = limits or self.call_limits(name)
        if len(payload) > limits.source_bytes:
            return Failure(status="rejected", message=say("sandbox.drawing.rejected"))
        try:
            # A text of any size may be made to take the parser long: what is read leaves a place to what is drawn.
            is_read = name == "outline"
            guess = Length.LONG if is_read else Length(sum(len(payload) > most for most in LONGER_BYTES))
            ending = self._calls.execute(
                name, payload, limits, cancel or Cancel(), on_wait, length=guess, visitor=visitor
            )
        except Full:
            return Failure(status="busy", message=say("sandbox.drawing.busy"))
        except Cancelled:
            return Failure(status="cancelled", message=say("sandbox.drawing.cancelled"))
        except Unavailable as error:
            log.warning("%s could not be called: %s", name, error)
            return Failure(status="unavailable", message=say("sandbox.drawing.unavailable"), detail=str(error))
        self._count(ending)
        return of_call(ending, limits)

    def outline(
        self, asked: Asked, visitor: Visitor | None = None, on_wait: Callable[[int], None] | None = None
    ) -> Outline | Failure:
        """Return what a text says, or the program that a form writes: read in a child, which executes nothing of it."""
        try:
            payload = to_json(asked)
        except UnicodeEncodeError:
            return Failure(status="rejected", message=say("sandbox.run.no_text"))
        answer = self.call("outline", payload, OUTLINE, visitor=visitor, on_wait=on_wait)
        if isinstance(answer, Failure):
            return replace(answer, message=say(_UNREAD.get(answer.status, "sandbox.reading.unreadable")))
        try:
            return _OUTLINE.decode(answer)
        except msgspec.DecodeError:
            return Failure(status="crashed", message=say("sandbox.reading.unreadable"))

    def call_limits(self, name: str) -> Limits:
        """Return the limits of a trusted function."""
        if name in ("comparison", "agreement"):
            return COMPARING
        return HOSTED_PLAIN_DRAWING if self.mode == "hosted" and name == "plain_drawing" else DRAWING

    def prepare(self) -> None:
        """Start the zygotes, so that the first run need not wait for them; return at once."""
        locked_torch = [self._torch] if self.mode == "hosted" and self.runs_torch else []
        for pool in (self._programs, self._calls, *locked_torch):
            threading.Thread(target=pool.prepare, name="prepare", daemon=True).start()

    def self_check(self) -> Report:
        """Return what of the sandbox holds on this machine, and whether runs can be made: the last ones, or one made now."""
        try:
            self._programs.backend()
        except Unavailable as error:
            report = Report(self.mode, self._checks, ready=False)
            if not report.isolated:
                return report
            return Report(self.mode, (*self._checks, Check("start", False, str(error))), ready=False)
        fault = self._health.fault()
        checks = (*self._checks, Check("run", False, fault)) if fault else self._checks
        return Report(self.mode, checks, ready=not fault)

    def _probe(self) -> None:
        """Make a run, unless others wait, which will say as much."""
        if not self.waiting:
            self.run(Request("pass"))

    @property
    def running(self) -> int:
        """How many programs run now."""
        return self._programs.line.running

    @property
    def waiting(self) -> int:
        """How many programs wait for their turn."""
        return self.waits("built-in")

    def waits(self, engine: Engine) -> int:
        """Return how many programs wait for their turn on an engine."""
        return (self._torch if engine == "torch" else self._programs).line.waiting

    @property
    def endings(self) -> dict[str, int]:
        """How many children have ended in which way, as an Ending names it."""
        with self._counting:
            return dict(self._endings)

    def _count(self, ending: Ending) -> None:
        with self._counting:
            self._endings[ending.way] += 1

    @property
    def refusal(self) -> str:
        """Why nothing is run, as the last attempt to lock a child found it; empty if that is not so."""
        refused = self._refused_at is not None and time.monotonic() - self._refused_at < RETRY_SECONDS
        return failing(self._checks) if refused else ""

    def close(self) -> None:
        """End all processes once the runs in flight are over. A later run starts new ones."""
        self._programs.close()
        self._with_packages.close()
        self._torch.close()
        self._torch_again.close()
        self._calls.close()

    def _pool(self, request: Request) -> tuple[Pool, frozenset[str]]:
        """Return where a program is run, and the modules that are loaded there for it."""
        if request.engine == "torch":
            is_forked = request.again and self.mode == "local" and sys.platform == "linux"
            return self._torch_again if is_forked else self._torch, frozenset()
        modules = self._library.wanted(request.source, USUAL, request.locked)
        if not modules:
            return self._programs, modules
        if self._library.grow(modules):
            self._with_packages.close()
        self._with_packages.prepare()  # which finds out what is unfit
        return self._with_packages, self._library.fit(modules)

    def _start_with_packages(self, workers: dict[str, str]) -> Backend:
        """Return a backend that has loaded the packages of the programs so far, but those that are unfit."""
        while True:
            try:
                return self._start(workers, self._library.modules)
            except Unfit as unfit:
                log.warning("programs do without %s: %s", unfit.package, unfit.reason)
                self._library.leave_out(unfit)

    def _start_torch(self) -> Backend:
        """Return a backend for programs on PyTorch: in hosted mode one that is locked, in local mode one that cannot be.

        Raises:
            Unavailable: it could not be started, or not be locked in hosted mode.
        """
        if self.mode == "local":
            return Spawner(TORCH_PROGRAMS, IMPORT_SECONDS)
        backend = self._backend(LOCKED_TORCH_PROGRAMS, True, frozenset())
        if fault := failing(backend.checks):
            backend.close()
            raise Unavailable(fault)
        return backend

    def _start_torch_again(self) -> Backend:
        """Return a backend for programs on PyTorch that run again in local mode."""
        return Client(FORKED_TORCH_PROGRAMS, False, self.capacity.reply_seconds, as_user=True)

    def _start(self, workers: dict[str, str], modules: frozenset[str] = frozenset()) -> Backend:
        """Return a backend that is locked, or that this mode allows not to be.

        Raises:
            Unavailable: it could not be started, or not be locked in hosted mode.
            Unfit: one of the modules keeps it from forking.
        """
        if self.refusal:
            raise Unavailable(self.refusal)
        backend = self._backend(workers, True, modules)
        self._checks = backend.checks
        if not failing(backend.checks):
            return backend
        backend.close()
        if self.mode == "hosted":
            self._refused_at = time.monotonic()
            raise Unavailable(failing(self._checks))
        return self._backend(workers, False, modules)

    def _backend(self, workers: dict[str, str], locked: bool, modules: frozenset[str]) -> Backend:
        if sys.platform == "linux":
            return Client(workers, locked, self.capacity.reply_seconds, modules)
        return Spawner(workers)


def _fault(source: str, limits: Limits) -> str | None:
    """Return why a program is not even tried, or None."""
    try:
        length = len(source.encode())
    except UnicodeEncodeError:
        return say("sandbox.run.no_text")
    if length > limits.source_bytes:
        return say("sandbox.run.too_long", size=limits.source_bytes // KIB)
    if "\0" in source:
        return say("sandbox.run.nul")
    return None
