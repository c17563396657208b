"""The zygote: a process that has everything loaded and forks a child for each run, one of them ahead.

It is exec'd, not forked, by the server, with an empty environment: it has never seen a secret. It has one
thread, takes orders from a socket, and reports each child's start and end on a pipe that came with the order.
What is sent to a child and what comes back passes it by.
"""

import ast
import contextlib
import gc
import json
import os
import platform
import select
import signal
import socket
import sys
import threading
import time
from dataclasses import asdict, dataclass
from typing import NoReturn

from ..child import child, packages
from ..child.workers import Worker, load, warm_up_of
from ..limits import DRAWING
from ..lock import landlock, lock
from ..lock.enforce import Filter
from ..lock.kernel import PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, prctl
from ..lock.memory import Memory, measure
from ..protocol import ANSWER
from ..report import Check
from . import pages
from .spare import ORDER_BYTES, PIPES, Spare

# What a thread that an import has started may take to end.
ENDING_SECONDS = 1.0

# After so long without a run a child is forked ahead: not while what has just run is drawn, nor on a server that is busy.
QUIET_SECONDS = 0.2


@dataclass
class Child:
    """A child that runs."""

    id: int
    slot: int
    report: int  # the pipe on which the server waits for its end
    started: float


def main(control: int, workers: dict[str, str], locked: bool, modules: list[str]) -> None:
    """Load the workers ("module:function" by name) and modules, tell the server the checks, and serve it till it is gone.

    Nothing is served if it shall be locked and a required layer does not hold, or a package is unfit.
    """
    server = socket.socket(fileno=control)
    gc.disable()  # nothing that is loaded is garbage
    functions, missing = _load(workers)
    try:
        packages.load(modules, _stay_fit)
    except packages.Unfit as unfit:
        server.send(json.dumps({"unfit": unfit.args}).encode())
        return
    gc.collect()
    gc.freeze()  # a collection in a child would touch, and so copy, every page, and close files whose numbers are its pipes'
    memory, filters = measure(), filters_in_force()  # /proc is out of reach once Landlock holds
    usual = pages.written(warm_up_of(functions.values()))
    checks, filter = [_go_first()], None
    if locked:
        own, filter = _lock(memory)
        checks += own
    hello = {"checks": [asdict(check) for check in checks], "missing": missing, "filters": filters}
    server.send(json.dumps(hello).encode())
    if not locked or all(check.holds for check in checks if check.required):
        Zygote(server, functions, filter, memory, usual).serve()
    if locked:
        os._exit(0)  # Landlock refuses what would be cleaned up, such as the folder that PyTorch 2.6 makes


def _load(workers: dict[str, str]) -> tuple[dict[str, Worker], dict[str, str]]:
    """Return the workers, and for those that cannot be loaded the reason."""
    functions, missing = {}, {}
    ast.unparse(ast.Constant(0))  # since Python 3.14 what it takes is loaded at its first use
    for name, path in workers.items():
        try:
            functions[name] = load(path)
        except (ImportError, AttributeError) as error:
            missing[name] = str(error)
    return functions, missing


def _stay_fit(package: str) -> None:
    """Look whether children can still be forked and locked after a package was imported.

    Raises:
        Unfit: they cannot.
    """
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(ENDING_SECONDS)
    if not _one_thread().holds:
        raise packages.Unfit(package, "it starts threads, which a locked program cannot have")
    if not _no_shared_memory().holds:
        raise packages.Unfit(package, "it shares memory with other processes, which a locked program cannot")


def _go_first() -> Check:
    """Have the zygote and its children be killed before others when the machine runs short of memory."""
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
        detail = ""
    except OSError as error:
        detail = str(error)
    return Check("first to go when memory runs out", not detail, detail, required=False)


def _lock(memory: Memory) -> tuple[list[Check], Filter | None]:
    """Lock the zygote as far as it can be, and try its children's lock; return the checks and the filter."""
    python = f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}"
    supported = sys.implementation.name == "cpython" and sys.version_info >= (3, 11)
    checks = [Check("CPython 3.11 or later", supported, python), _one_thread(), _no_shared_memory()]
    try:
        filter = Filter(platform.machine(), memory.stack_floor)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        prctl(PR_SET_DUMPABLE, 0)
        lock.forget_capabilities()
    except (OSError, ValueError) as error:
        return [*checks, Check("system-call filter", False, str(error))], None
    return [*checks, _landlock(), *_try_lock(filter, memory)], filter


def _landlock() -> Check:
    try:
        version = landlock.deny_everything()
    except OSError as error:
        return Check("landlock", False, str(error), required=False)
    detail = f"version {version}" if version else "the kernel has none"
    return Check("landlock", version > 0, detail, required=False)


def _one_thread() -> Check:
    threads = len(os.listdir("/proc/self/task"))
    return Check("a single thread", threads == 1, f"{threads}")


def _no_shared_memory() -> Check:
    """Look for memory by which one run could reach into the next; an old libffi makes such pages."""
    with open("/proc/self/maps") as file:
        shared = [line.split()[-1] for line in file if "w" in line.split()[1] and line.split()[1].endswith("s")]
    return Check("no writable shared memory", not shared, ", ".join(shared))


def _try_lock(filter: Filter, memory: Memory) -> list[Check]:
    """Return what the layers of a child do here, tried out in a child."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        child.adopt([read, write, write, write])
        bounds = memory.plus(DRAWING.memory_bytes), DRAWING.wall_seconds, DRAWING.cpu_seconds
        checks = [asdict(check) for check in lock.close(filter, *bounds, 0)]
        os.write(ANSWER, json.dumps(checks).encode())
        os._exit(0)
    os.close(write)
    with open(read, "rb") as pipe:
        text = pipe.read()
    _, status = os.waitpid(pid, 0)
    if status != 0:
        return [Check("lock of a child", False, f"a child died while it was locked (wait status {status})")]
    return [Check(**check) for check in json.loads(text)]


def filters_in_force() -> int | None:
    """Return how many seccomp filters a container has put on this process, if the kernel says."""
    with open("/proc/self/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    return int(fields["Seccomp_filters"]) if "Seccomp_filters" in fields else None


class Zygote:
    """The loop that forks and buries children.

    When none has run for a moment, it forks a spare one, with memory of its own where runs write to: `usual`.
    """

    def __init__(
        self,
        server: socket.socket,
        workers: dict[str, Worker],
        filter: Filter | None,
        memory: Memory,
        usual: list[pages.Area],
    ) -> None:
        self._server = server
        self._workers = workers
        self._filter = filter
        self._memory = memory
        self._children: dict[int, Child] = {}
        self._usual = usual
        self._spare: Spare | None = None
        self._has_spares = True  # until one dies by itself, as where memory is short

    def serve(self) -> None:
        """Take orders and bury children until the server closes its end; then kill all that is left."""
        wakeup_read, wakeup_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(wakeup_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        poll = select.poll()
        poll.register(self._server, select.POLLIN)
        poll.register(wakeup_read, select.POLLIN)
        while True:
            is_idle = not self._children and self._spare is None and self._has_spares
            events = dict(poll.poll(QUIET_SECONDS * 1000 if is_idle else None))
            if not events:
                self._fork_ahead()
            if wakeup_read in events:
                os.read(wakeup_read, 4096)
                self._bury()
            if self._server.fileno() in events and not self._obey():
                break
        for pid in self._children:
            os.kill(pid, signal.SIGKILL)

    def _bury(self) -> None:
        """Report every child that has ended."""
        while self._children or self._spare:
            pid, status, usage = os.wait4(-1, os.WNOHANG)
            if pid == 0:
                return
            running = self._children.pop(pid, None)
            if running is None:
                self._spare, self._has_spares = None, False
                continue
            end = {
                "exit_code": os.waitstatus_to_exitcode(status),
                "wall_seconds": time.monotonic() - running.started,
                "cpu_seconds": usage.ru_utime + usage.ru_stime,
                "memory_bytes": usage.ru_maxrss * 1024,
            }
            _tell(running.report, end)
            os.close(running.report)

    def _obey(self) -> bool:
        """Carry out one order; return False if there is no server any more."""
        message, descriptors, _, _ = socket.recv_fds(self._server, ORDER_BYTES, PIPES + 1)
        if not message:
            return False
        order = json.loads(message)
        if "kill" in order:
            for pid, running in self._children.items():
                if running.id == order["kill"]:
                    os.kill(pid, signal.SIGKILL)
        else:
            self._run(order, descriptors)
        return True

    def _run(self, order: dict, descriptors: list[int]) -> None:
        *pipes, report = descriptors
        used = {running.slot for running in self._children.values()}
        order["slot"] = next(number for number in range(len(used) + 1) if number not in used)
        started = time.monotonic()
        try:
            pid = self._child(order, pipes)
        except OSError as error:
            _tell(report, {"refused": str(error)})
            os.close(report)
        else:
            self._children[pid] = Child(order["run"], order["slot"], report, started)
            _tell(report, {"pid": pid})
        for pipe in pipes:
            os.close(pipe)

    def _child(self, order: dict, pipes: list[int]) -> int:
        """Return the number of a child that carries out an order: the spare one, or a new one.

        Raises:
            OSError: this process cannot fork.
        """
        spare, self._spare = self._spare, None
        if spare is not None and spare.give(order, pipes):
            return spare.pid
        pid = os.fork()
        if pid == 0:
            self._become(order, pipes)
        return pid

    def _fork_ahead(self) -> None:
        try:
            self._spare = Spare(self._usual, self._become)
        except OSError:
            self._has_spares = False

    def _become(self, order: dict, pipes: list[int]) -> NoReturn:
        child.main(pipes, order, self._workers[order["worker"]], self._memory, self._filter)


def _tell(report: int, message: dict) -> None:
    with contextlib.suppress(BrokenPipeError):  # the server no longer waits for this run
        os.write(report, json.dumps(message).encode() + b"\n")
