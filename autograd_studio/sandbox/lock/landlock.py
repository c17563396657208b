"""Landlock with no rules at all: no path can be opened, no port bound or connected, no outsider signalled."""

import ctypes
import os

from .kernel import syscall

CREATE_RULESET_VERSION = 1

# how many kinds of access to files each version of the interface knows
FILE_ACCESSES = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
TCP_BIND_AND_CONNECT = 0b11  # since version 4
ABSTRACT_SOCKETS_AND_SIGNALS = 0b11  # since version 6


class _Attributes(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


def version() -> int:
    """Return the kernel's version of the Landlock interface, 0 if it has none."""
    try:
        return syscall("landlock_create_ruleset", None, 0, CREATE_RULESET_VERSION)
    except OSError:
        return 0


def deny_everything() -> int:
    """Deny this process and its future children all that Landlock can deny; return the version in force or 0.

    no_new_privs must be set.

    Raises:
        OSError: the kernel has Landlock and refused.
    """
    abi = version()
    if abi == 0:
        return 0
    attributes = _Attributes(
        files=(1 << FILE_ACCESSES[min(abi, 5)]) - 1,
        network=TCP_BIND_AND_CONNECT if abi >= 4 else 0,
        scoped=ABSTRACT_SOCKETS_AND_SIGNALS if abi >= 6 else 0,
    )
    # an older kernel knows fewer fields and refuses a structure with bytes that it does not know
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    ruleset = syscall("landlock_create_ruleset", ctypes.byref(attributes), size, 0)
    try:
        syscall("landlock_restrict_self", ruleset, 0)
    finally:
        os.close(ruleset)
    return abi
