"""The seccomp filter: which system calls a locked child may make, assembled into classic BPF.

The kernel runs this program on every system call of the child. A call is allowed only if it is named in
`ALLOWED` and its arguments pass the checks there; the calls in `KILLED`, a foreign architecture and the x32
ABI end the process; everything else fails with EPERM, which Python shows as "PermissionError: Operation not
permitted".
"""

import errno
import struct
from collections.abc import Iterable
from dataclasses import dataclass

from .syscall_numbers import number

AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# fields of struct seccomp_data: the call's number, the architecture, then six 64-bit arguments (little
# endian)
NUMBER_OFFSET, ARCH_OFFSET, ARGUMENTS_OFFSET = 0, 4, 16

LOAD, EQUAL, GREATER_EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06

RETURN_ALLOW = 0x7FFF0000
RETURN_KILL = 0x80000000
RETURN_ERRNO = 0x00050000
RETURN_DENY = RETURN_ERRNO | errno.EPERM

X32_BIT = 0x40000000

PROT_READ_WRITE = 0x1 | 0x2
MAP_PRIVATE, MAP_ANONYMOUS, MAP_NORESERVE, MAP_STACK = 0x2, 0x20, 0x4000, 0x20000
# A futex that is not private is found by the file behind its page: two runs could meet at one in a library.
FUTEX_PRIVATE = 128
FUTEX_OPERATIONS = (0, 1, 9, 10)  # WAIT, WAKE, WAIT_BITSET, WAKE_BITSET
FUTEX_FLAGS = (FUTEX_PRIVATE, FUTEX_PRIVATE | 256)  # CLOCK_REALTIME
# REALTIME, MONOTONIC, PROCESS_CPUTIME_ID, THREAD_CPUTIME_ID, MONOTONIC_RAW, REALTIME_COARSE, MONOTONIC_COARSE,
# BOOTTIME, TAI. A negative number names the processor time of another process, or an open device.
CLOCKS = (0, 1, 2, 3, 4, 5, 6, 7, 11)


@dataclass(frozen=True)
class OneOf:
    """The argument is one of these values, as all of its 64 bits."""

    argument: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Bits:
    """The argument has no bit outside `allowed` and every bit of `required`."""

    argument: int
    allowed: int
    required: int = 0


@dataclass(frozen=True)
class BelowStack:
    """The argument is an address below the stack, as all of its 64 bits."""

    argument: int


Check = OneOf | Bits | BelowStack

ALLOWED: dict[str, tuple[Check, ...]] = {
    # the four pipes of the run and nothing else: see child.py
    "read": (OneOf(0, (0,)),),
    "write": (OneOf(0, (1, 2, 3)),),
    # Private memory, never executable, where the kernel puts it: what lies far apart needs as much again for its page
    # tables. No mprotect: RLIMIT_DATA does not count what is no longer writable. The stack stays where it is: a part
    # of it that is moved or cut off could grow by itself, and RLIMIT_DATA does not count stacks.
    "mmap": (
        OneOf(0, (0,)),
        Bits(2, allowed=PROT_READ_WRITE),
        Bits(
            3,
            allowed=MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
            required=MAP_PRIVATE | MAP_ANONYMOUS,
        ),
    ),
    "mremap": (BelowStack(0), OneOf(3, (0, 1))),  # nothing or MREMAP_MAYMOVE
    "munmap": (BelowStack(0),),
    "madvise": (OneOf(2, (4, 8, 14, 15)),),  # DONTNEED, FREE, HUGEPAGE, NOHUGEPAGE
    "brk": (),
    "futex": (OneOf(1, tuple(op | flag for op in FUTEX_OPERATIONS for flag in FUTEX_FLAGS)),),
    "close": (),
    "rt_sigprocmask": (),
    "rt_sigreturn": (),
    "restart_syscall": (),
    "sched_yield": (),
    "nanosleep": (),
    "clock_nanosleep": (OneOf(0, CLOCKS),),
    "clock_gettime": (OneOf(0, CLOCKS),),
    "clock_getres": (OneOf(0, CLOCKS),),
    "gettimeofday": (),
    "time": (),
    "times": (),
    "getrusage": (),
    "getrandom": (),
    "getpid": (),
    "gettid": (),
    "getuid": (),
    "geteuid": (),
    "getgid": (),
    "getegid": (),
    "exit": (),
    "exit_group": (),
}

KILLED = (
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "bpf",
    "userfaultfd",
    "perf_event_open",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "keyctl",
    "add_key",
    "request_key",
    "mount",
    "unshare",
    "setns",
    "kexec_load",
    "init_module",
    "finit_module",
    "pivot_root",
    "chroot",
)


def assemble(machine: str, stack: int) -> bytes:
    """Return the filter for `machine` ("x86_64" or "aarch64") as an array of struct sock_filter.

    `stack` is the lowest address to which the stack may grow.

    Raises:
        ValueError: there is no table of system calls for this machine.
    """
    if machine not in AUDIT_ARCH:
        raise ValueError(f"no table of system calls for {machine!r}")
    code = [
        _instruction(LOAD, ARCH_OFFSET),
        _instruction(EQUAL, AUDIT_ARCH[machine], 1, 0),
        _instruction(RETURN, RETURN_KILL),
        _instruction(LOAD, NUMBER_OFFSET),
    ]
    if machine == "x86_64":
        code += [_instruction(GREATER_EQUAL, X32_BIT, 0, 1), _instruction(RETURN, RETURN_KILL)]
    for name, checks in ALLOWED.items():
        code += _block(number(name, machine), _checks(checks, stack))
    for name in KILLED:
        code += _block(number(name, machine), [_instruction(RETURN, RETURN_KILL)])
    code.append(_instruction(RETURN, RETURN_DENY))
    return b"".join(code)


def _instruction(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, operand)


def _block(call: int | None, body: list[bytes]) -> list[bytes]:
    """Return `body`, which ends in a return, to be run only for the system call with this number."""
    if call is None:
        return []
    return [_instruction(EQUAL, call, 0, len(body)), *body]


def _checks(checks: Iterable[Check], stack: int) -> list[bytes]:
    """Return the code that allows the call if every check passes and denies it otherwise.

    Each step is (code, operand, what to do if true, what to do if false); "deny" jumps to the last
    instruction, "pass" behind the check, None goes on.
    """
    steps = []
    for check in checks:
        own = _steps(check, stack)
        end = len(steps) + len(own)
        steps += [(code, k, *(end if jump == "pass" else jump for jump in jumps)) for code, k, *jumps in own]
    deny = len(steps) + 1
    body = []
    for at, (code, operand, *targets) in enumerate(steps):
        jumps = (0 if to is None else (deny if to == "deny" else to) - at - 1 for to in targets)
        body.append(_instruction(code, operand, *jumps))
    return [
        *body,
        _instruction(RETURN, RETURN_ALLOW),
        *([_instruction(RETURN, RETURN_DENY)] if steps else []),
    ]


def _words(argument: int) -> tuple[int, int]:
    low = ARGUMENTS_OFFSET + 8 * argument
    return low, low + 4


def _steps(check: Check, stack: int) -> list[tuple]:
    match check:
        case OneOf():
            return _one_of(check)
        case Bits():
            return _bits(check)
        case BelowStack():
            return _below(check.argument, stack)


def _one_of(check: OneOf) -> list[tuple]:
    low, high = _words(check.argument)
    *others, last = check.values
    return [
        (LOAD, high, None, None),
        (EQUAL, 0, None, "deny"),
        (LOAD, low, None, None),
        *((EQUAL, value, "pass", None) for value in others),
        (EQUAL, last, None, "deny"),
    ]


def _bits(check: Bits) -> list[tuple]:
    low, high = _words(check.argument)
    required = (1 << bit for bit in range(32) if check.required >> bit & 1)
    return [
        (LOAD, high, None, None),
        (EQUAL, 0, None, "deny"),
        (LOAD, low, None, None),
        (ANY_BIT, 0xFFFFFFFF & ~check.allowed, "deny", None),
        *((ANY_BIT, bit, None, "deny") for bit in required),
    ]


def _below(argument: int, address: int) -> list[tuple]:
    low, high = _words(argument)
    low_bound, high_bound = address & 0xFFFFFFFF, address >> 32
    return [
        (LOAD, high, None, None),
        (GREATER_EQUAL, high_bound + 1, "deny", None),
        (EQUAL, high_bound, None, "pass"),
        (LOAD, low, None, None),
        (GREATER_EQUAL, low_bound, "deny", None),
    ]
