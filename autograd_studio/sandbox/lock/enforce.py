"""Putting the filter in force, and proving by behaviour that it is.

"Seccomp: 2" in /proc is inherited from a container's own filter, and an outer filter can answer "done" to our
request without doing it. So the child tries what must be forbidden, and gets no program if anything is not.
"""

import ctypes
import errno

from .kernel import PR_SET_SECCOMP, prctl, syscall
from .seccomp_filter import assemble

SET_MODE_FILTER = 1
MODE_FILTER = 2
FLAG_TSYNC = 1

AT_FDCWD = -100
MUST_FAIL = (
    ("getppid",),
    ("openat", AT_FDCWD, b"/", 0),
    ("socket", 1, 1, 0),
    ("mmap", 0, 4096, 0x5, 0x22, -1, 0),  # executable memory
    ("mprotect", 0, 4096, 0x3),
    ("clock_gettime", -6, None),  # the processor time of a process
    ("kill", 0, 0),
    ("execve", b"/", None, None),
    ("prctl", 3, 0, 0, 0, 0),
    ("write", 9, None, 0),  # a file descriptor that is not one of ours
)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


class Filter:
    """The assembled filter of one machine, made in the zygote and put in force in each child."""

    def __init__(self, machine: str, stack: int) -> None:
        self._code = assemble(machine, stack)  # the structure points into it: keep it alive
        self._program = _Program(len(self._code) // 8, self._code)

    def install(self) -> None:
        """Put the filter in force for this process; no_new_privs must be set.

        Raises:
            OSError: the kernel refused every way of doing it.
        """
        program = ctypes.byref(self._program)
        for flags in (FLAG_TSYNC, 0):
            try:
                syscall("seccomp", SET_MODE_FILTER, flags, program)
                return
            except OSError:
                continue
        prctl(PR_SET_SECCOMP, MODE_FILTER, program)


def prove() -> None:
    """Try what the filter must deny.

    Raises:
        RuntimeError: something was not denied, or not in the way our filter does it.
    """
    for name, *arguments in MUST_FAIL:
        try:
            syscall(name, *arguments)
        except OSError as error:
            if error.errno == errno.EPERM:
                continue
            raise RuntimeError(f"{name} is not denied by the filter ({error})") from None
        raise RuntimeError(f"{name} is not denied by the filter")
