"""Becoming an ordinary user, whom limits bind; tests may run as root, whom they do not."""

import os
import struct

from autograd_studio.sandbox.lock.kernel import libc, prctl

NOBODY = 65534
PR_SET_KEEPCAPS, PR_CAP_AMBIENT, RAISE = 8, 47, 2
MAY_READ = 2  # CAP_DAC_READ_SEARCH
VERSION = 0x20080522  # of capset's arguments


def become_ordinary() -> None:
    """Give up root for good, but for reading: Python may be installed where nobody else can."""
    if os.getuid() != 0:
        return
    prctl(PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    libc.capset(struct.pack("Ii", VERSION, 0), struct.pack("6I", *[1 << MAY_READ] * 3, 0, 0, 0))
    prctl(PR_CAP_AMBIENT, RAISE, MAY_READ)
