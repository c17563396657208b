"""The child: what the zygote's copy does from the fork to its end. It never returns.

It is left with four pipes and no other file: see protocol.py.
"""

import fcntl
import gc
import os
import signal
from typing import NoReturn

from autograd_studio.answering.usual import YOUNG

from ..lock import lock
from ..lock.enforce import Filter
from ..lock.memory import Memory
from ..protocol import ANSWER, FAILURE, READY, REFUSED
from . import stop
from .serve import work, write_all
from .workers import Worker

# The server and the zygote go first.
NICENESS = 5


def main(pipes: list[int], order: dict, worker: Worker, inherited: Memory, filter: Filter | None) -> NoReturn:
    """Lock this process, read the request, answer it and end.

    `order` holds the limits, and which slot this child has among those that run now. Without a filter the child is bounded
    in time and memory but not locked.
    """
    try:
        adopt(pipes)
        stop.arm(order["wall_seconds"], order["cpu_seconds"])
        os.nice(NICENESS)
        grace = order["grace_seconds"]
        bounds = inherited.plus(order["memory_bytes"]), order["wall_seconds"] + grace, order["cpu_seconds"] + grace
        if filter is None:
            lock.bound(*bounds)
        else:
            for layer in lock.close(filter, *bounds, order["slot"]):
                if layer.required and not layer.holds:
                    raise RuntimeError(f"{layer.name}: {layer.detail}")
        write_all(ANSWER, READY)
    except BaseException as error:
        write_all(ANSWER, REFUSED + str(error).encode())
        os._exit(FAILURE)
    work(worker, order["stdout_bytes"], order["stderr_bytes"])


def adopt(pipes: list[int]) -> None:
    """Start a session of one's own with nothing of the zygote's but the four pipes, as 0 to 3."""
    os.setsid()
    high = [fcntl.fcntl(pipe, fcntl.F_DUPFD, 64) for pipe in pipes]  # out of the way of 0 to 3
    for number, pipe in enumerate(high):
        os.dup2(pipe, number)
    os.closerange(4, 1 << 16)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    gc.enable()  # off in the zygote
    gc.set_threshold(YOUNG)
