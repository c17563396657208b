"""Things that can be wrong with a machine: each is done to a zygote before it starts, and must be noticed."""

import ctypes
import errno
import platform
import struct
import sys
import threading
import time

from autograd_studio.sandbox.lock import kernel, seccomp_filter
from autograd_studio.sandbox.lock.syscall_numbers import number

SET_SECCOMP, SET_NO_NEW_PRIVS = 22, 38
SETGID, SETUID = 6, 7


def denies_seccomp():
    """A container's filter that forbids filters."""
    _outer_filter({"seccomp": None, "prctl": SET_SECCOMP}, errno.EPERM)


def lies_about_seccomp():
    """A container's filter that says "done" and does nothing."""
    _outer_filter({"seccomp": None, "prctl": SET_SECCOMP}, 0)


def lies_about_no_new_privs():
    """A container's filter that keeps no_new_privs from being set; only root can put it on without them."""
    _outer_filter({"prctl": SET_NO_NEW_PRIVS}, 0)


def cannot_leave_root():
    """A container whose root has no right to become another user."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)()
    kernel.libc.syscall(ctypes.c_long(125 if platform.machine() == "x86_64" else 90), header, data)
    for word in (0, 1):
        data[word] &= ~(1 << SETUID | 1 << SETGID)
    kernel.syscall("capset", header, data)


def has_a_thread():
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()


def shares_memory():
    saved.append(kernel.libc.mmap(None, ctypes.c_size_t(4096), 3, 0x21, -1, ctypes.c_long(0)))


def is_an_unknown_machine():
    platform.machine = lambda: "riscv64"


def is_an_old_python():
    sys.version_info = (3, 10, 0)


saved = []


def _outer_filter(calls, error):
    """Answer these system calls with `error`, where their first argument is the given one (None: always)."""

    def step(code, operand, if_true=0, if_false=0):
        return struct.pack("<HBBI", code, if_true, if_false, operand)

    refuse = step(seccomp_filter.RETURN, seccomp_filter.RETURN_ERRNO | error)
    load_number = step(seccomp_filter.LOAD, seccomp_filter.NUMBER_OFFSET)
    code = [load_number]
    for name, first in calls.items():
        body = [refuse]
        if first is not None:
            body = [
                step(seccomp_filter.LOAD, seccomp_filter.ARGUMENTS_OFFSET),
                step(seccomp_filter.EQUAL, first, 0, 1),
                refuse,
                load_number,
            ]
        code += [step(seccomp_filter.EQUAL, number(name, platform.machine()), 0, len(body)), *body]
    code = b"".join([*code, step(seccomp_filter.RETURN, seccomp_filter.RETURN_ALLOW)])

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))

    program = Program(len(code) // 8, code)
    try:
        kernel.prctl(SET_SECCOMP, 2, ctypes.byref(program))
    except OSError:
        kernel.prctl(SET_NO_NEW_PRIVS, 1)
        kernel.prctl(SET_SECCOMP, 2, ctypes.byref(program))
