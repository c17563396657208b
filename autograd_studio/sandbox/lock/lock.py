"""The layers a child puts around itself before it sees a program, in the order in which they go on."""

import contextlib
import ctypes
import math
import os
import resource
import signal
from collections.abc import Callable, Iterator

from ..report import Check
from .enforce import Filter, prove
from .kernel import PR_CAPBSET_DROP, PR_SET_DUMPABLE, PR_SET_PDEATHSIG, prctl, syscall
from .memory import Memory, lower

CLOCK_MONOTONIC = 1
CAPABILITY_VERSION_3 = 0x20080522

# far above the users of any system; each concurrent child has its own, so that none may signal another
FIRST_USER = 200_000
NOBODY = 65_534

# The filter denies these acts already, so a kernel that refuses one of these limits (gVisor does) is good
# enough.
BEST_EFFORT = {
    "NOFILE": 0,
    "NPROC": 0,
    "FSIZE": 0,
    "CORE": 0,
    "MEMLOCK": 0,
    "MSGQUEUE": 0,
    "NICE": 0,
    "RTPRIO": 0,
    "SIGPENDING": 0,
}


def close(filter: Filter, memory: Memory, wall_seconds: float, cpu_seconds: float, slot: int) -> Iterator[Check]:
    """Put on layer after layer and yield how each went; the caller decides whether to go on.

    The process is killed after so many seconds from now; `slot` is its number among the children that run now.
    """
    yield _check("time and memory limits", lambda: bound(memory, wall_seconds, cpu_seconds))
    yield _check("other resource limits", bound_the_rest, required=False)
    yield _check("no root", lambda: drop_root(slot))
    yield _check("no capabilities", drop_capabilities)
    yield _check("dies with its parent", die_with_parent)
    yield _check("system-call filter", filter.install)
    yield _check("filter proved by behaviour", prove)


def _check(name: str, layer: Callable[[], str | None], required: bool = True) -> Check:
    try:
        return Check(name, True, layer() or "", required)
    except (OSError, ValueError, RuntimeError) as error:
        return Check(name, False, str(error), required)


def bound(memory: Memory, wall_seconds: float, cpu_seconds: float) -> None:
    """Limit the memory, the wall-clock time and the CPU time, in whole seconds; a container's own lower limit stays.

    Raises:
        OSError, ValueError, RuntimeError: a limit cannot be set, or does not bound what it should.
    """
    memory.bound()
    die_after(wall_seconds)
    lower(resource.RLIMIT_CPU, math.ceil(cpu_seconds))


class _Signal(ctypes.Structure):
    """struct sigevent: the signal that a timer sends."""

    _fields_ = (
        ("value", ctypes.c_void_p),
        ("number", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("rest", ctypes.c_byte * 48),
    )


def die_after(seconds: float) -> None:
    """Have the kernel kill this process after so much wall-clock time, whoever else is busy then.

    Once the filter stands, the process cannot touch the timer any more.

    Raises:
        OSError: the kernel refused.
    """
    timer = ctypes.c_int()
    syscall("timer_create", CLOCK_MONOTONIC, ctypes.byref(_Signal(number=signal.SIGKILL)), ctypes.byref(timer))
    fraction, whole = math.modf(seconds)
    once = (ctypes.c_long * 4)(0, 0, int(whole), int(fraction * 1e9))
    syscall("timer_settime", timer.value, 0, ctypes.byref(once), None)


def bound_the_rest() -> str:
    """Forbid new files, processes, core dumps and the like; return what the kernel does not take."""
    refused = []
    for name, value in BEST_EFFORT.items():
        try:
            lower(getattr(resource, f"RLIMIT_{name}"), value)
        except (OSError, ValueError):
            refused.append(name)
    return f"not taken: {', '.join(refused)}" if refused else ""


def forget_capabilities() -> None:
    """Give up the way in which a program on disk could bring capabilities back, for children too.

    The zygote does this once, as far as it may; what counts is checked in each child.
    """
    for capability in range(64):
        with contextlib.suppress(OSError):  # not a capability of this kernel, or not ours to drop
            prctl(PR_CAPBSET_DROP, capability)


def drop_root(slot: int) -> str:
    """If this is root, become a user without any rights for good.

    Raises:
        RuntimeError: root cannot be dropped.
    """
    if 0 not in (*os.getresuid(), *os.getresgid()):
        return f"runs as user {os.getuid()}"
    # a user namespace may not know the high number
    for user in (FIRST_USER + slot, NOBODY):
        if _become(user):
            return f"became user {user}"
    raise RuntimeError("this is root, and the system does not let it switch to another user")


def _become(user: int) -> bool:
    with contextlib.suppress(PermissionError):  # a user namespace may forbid it; the groups there are its own
        os.setgroups([])
    try:
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    except OSError:
        return False
    return os.getresuid() == os.getresgid() == (user, user, user)


def drop_capabilities() -> None:
    """Give up every capability, of root or of a file.

    Raises:
        OSError: the kernel refused.
    """
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    syscall("capset", ctypes.byref(header), ctypes.byref(nothing))


def die_with_parent() -> None:
    """Be killed when the zygote dies, and be unreadable for others; a change of user has undone both."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    prctl(PR_SET_DUMPABLE, 0)
