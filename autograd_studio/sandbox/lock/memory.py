"""The memory that the zygote hands on to its children, and the bound on what a child may have in all."""

import re
import resource
from dataclasses import dataclass, replace
from pathlib import Path

from ..limits import KIB, MIB
from .kernel import syscall

STACK_BYTES = 8 * MIB

PROT_READ_WRITE = 0x1 | 0x2
MAP_PRIVATE_ANONYMOUS = 0x2 | 0x20


@dataclass(frozen=True)
class Memory:
    """Bytes of address space, and those of it that are private and writable; where the stack ends."""

    mapped: int
    writable: int
    stack_end: int

    @property
    def stack_floor(self) -> int:
        """The lowest address to which the stack may grow."""
        return self.stack_end - STACK_BYTES

    def plus(self, allowance: int) -> "Memory":
        """Return the bound for a child that may have so many bytes on top."""
        return replace(self, mapped=self.mapped + allowance, writable=self.writable + allowance)

    def bound(self) -> None:
        """Limit this process to so much memory; a container's own lower limit stays.

        RLIMIT_AS alone would not do: a child that unmaps the libraries may put memory of its own in their place.

        Raises:
            OSError, ValueError: a limit cannot be set.
            RuntimeError: this kernel's RLIMIT_DATA does not count private memory (Linux before 4.7).
        """
        lower(resource.RLIMIT_DATA, self.writable)
        if _can_map(self.writable):
            raise RuntimeError("RLIMIT_DATA does not bound private memory")
        lower(resource.RLIMIT_AS, self.mapped)
        lower(resource.RLIMIT_STACK, STACK_BYTES)


def measure() -> Memory:
    """Return what this process has mapped."""
    status = Path("/proc/self/status").read_text()
    mapped, writable = (
        int(re.search(rf"^{name}:\s+(\d+) kB", status, re.MULTILINE)[1]) for name in ("VmSize", "VmData")
    )
    stack = re.search(r"-(\w+) .*\[stack\]$", Path("/proc/self/maps").read_text(), re.MULTILINE)
    return Memory(mapped * KIB, writable * KIB, int(stack[1], 16))


def lower(kind: int, value: int) -> None:
    """Set both limits of a resource, to no more than is allowed."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def _can_map(size: int) -> bool:
    try:
        syscall("mmap", 0, size, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0)
    except OSError:
        return False
    return True
