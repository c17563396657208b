"""The few calls to Linux that Python's standard library does not offer, made through ctypes."""

import ctypes
import os
import platform

from .syscall_numbers import number

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def syscall(name: str, *arguments: object) -> int:
    """Make a system call and return its result; integers are passed as C longs, everything else as it is.

    Raises:
        OSError: the kernel refused, with its errno.
    """
    call = number(name, platform.machine())
    longs = (ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)
    result = libc.syscall(ctypes.c_long(call), *longs)
    if result == -1:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return result


def prctl(option: int, *arguments: object) -> int:
    """Call prctl(2); the arguments that are not given are zero."""
    return syscall("prctl", option, *(*arguments, 0, 0, 0, 0)[:4])
