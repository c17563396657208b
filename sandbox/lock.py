"""The layers a child puts around itself before it sees a program, in the order in which they go on."""

import contextlib
import ctypes
import os
import resource
from collections.abc import Callable, Iterator

from .kernel import PR_CAPBSET_DROP, PR_SET_DUMPABLE, PR_SET_PDEATHSIG, prctl, syscall
from .limits import MIB
from .report import Check
from .seccomp import Filter, prove

SIGKILL = 9
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
    "STACK": 8 * MIB,
}


def close(filter: Filter, memory: int, cpu_seconds: int, slot: int) -> Iterator[Check]:
    """Put on layer after layer and yield how each went; the caller decides whether to go on.

    `memory` is the bound on the whole address space in bytes, `slot` the number of this child among those
    that run now.
    """
    yield _check("time and memory limits", lambda: bound(memory, cpu_seconds))
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


def bound(memory: int, cpu_seconds: int) -> None:
    """Limit the address space and the CPU time; a container's own lower limit stays.

    Raises:
        OSError, ValueError: a limit cannot be set.
    """
    for kind, value in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, cpu_seconds)):
        _lower(kind, value)


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def bound_the_rest() -> str:
    """Forbid new files, processes, core dumps and the like; return what the kernel does not take."""
    refused = []
    for name, value in BEST_EFFORT.items():
        try:
            _lower(getattr(resource, f"RLIMIT_{name}"), value)
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
    raise RuntimeError("this is root, and the system does not let it become another user")


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
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    prctl(PR_SET_DUMPABLE, 0)
