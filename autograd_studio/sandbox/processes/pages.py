"""Pages of memory that a run writes to: half of a short run's time is the kernel's, which copies each from the zygote's.

Python counts references in the objects themselves, so that a run writes to all that it looks at.
"""

import ctypes
import json
import mmap
import os
import re
import traceback
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from ..lock.kernel import libc

# An area of memory: where it begins, and how many bytes it has.
Area = tuple[int, int]

# There are hundreds of areas, so that a call by `kernel.syscall` would take as long as to copy one.
_madvise = libc.madvise
_madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
POPULATE_WRITE = 23  # since Linux 5.14

# What /proc/PID/pagemap says of a page, in 8 bytes: no other process has it.
EXCLUSIVE = 1 << 56


def written(work: Callable[[], object]) -> list[Area]:
    """Return what of this process's memory a child that does `work` writes to; nothing where that cannot be seen."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _tell(work, writing)
    os.close(writing)
    with open(reading, "rb") as pipe:
        told = pipe.read()
    os.waitpid(pid, 0)
    return [(start, size) for start, size in json.loads(told)] if told else []


def copy(areas: list[Area]) -> None:
    """Have the kernel copy areas of memory now that this process will write to; what it cannot copy it leaves."""
    for start, size in areas:
        _madvise(start, size, POPULATE_WRITE)


def _tell(work: Callable[[], object], pipe: int) -> NoReturn:
    try:
        before = list(_writable())
        work()
        with open(pipe, "wb") as file:
            file.write(json.dumps([area for one in before for area in _exclusive(one)]).encode())
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(0)


def _writable() -> Iterator[Area]:
    """Yield the areas that are private and may be written to."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        if found := re.match(r"(\w+)-(\w+) rw.p", line):
            start, end = (int(text, 16) for text in found.groups())
            yield start, end - start


def _exclusive(area: Area) -> Iterator[Area]:
    """Yield the parts of an area that no other process has."""
    start, size = area
    with open("/proc/self/pagemap", "rb", buffering=0) as file:
        file.seek(start // mmap.PAGESIZE * 8)
        pages = array("Q", file.read(size // mmap.PAGESIZE * 8))
    first = None
    for number, page in enumerate([*pages, 0]):
        if page & EXCLUSIVE and first is None:
            first = number
        elif not page & EXCLUSIVE and first is not None:
            yield start + first * mmap.PAGESIZE, (number - first) * mmap.PAGESIZE
            first = None
