"""The seccomp filter, run by an emulator: which calls pass, on both architectures, on any machine."""

import errno
import platform
import random
import re
from pathlib import Path

import pytest

from autograd_studio.sandbox.lock.seccomp_filter import ALLOWED, KILLED, assemble
from autograd_studio.sandbox.lock.syscall_numbers import NUMBERS, number

from .bpf_emulator import ARCH, verdict

MACHINES = ("x86_64", "aarch64")

# The golden list: a change of the filter must be made here too, by someone who has thought about it.
ALLOWED_ON = {
    "x86_64": {
        *(0, 1, 3, 9, 11, 12, 14, 15, 24, 25, 28, 35, 39, 60, 96, 98, 100, 102, 104, 107, 108, 186, 201),
        *(202, 219, 228, 229, 230, 231, 318),
    },
    "aarch64": {
        *(57, 63, 64, 93, 94, 98, 101, 113, 114, 115, 124, 128, 135, 139, 153, 165, 169, 172, 174, 175, 176),
        *(177, 178, 214, 215, 216, 222, 233, 278),
    },
}
KILLED_ON = {
    "x86_64": {
        101,
        155,
        161,
        165,
        175,
        246,
        248,
        249,
        250,
        272,
        298,
        308,
        310,
        311,
        313,
        321,
        323,
        425,
        426,
        427,
    },
    "aarch64": {
        40,
        41,
        51,
        97,
        104,
        105,
        117,
        217,
        218,
        219,
        241,
        268,
        270,
        271,
        273,
        280,
        282,
        425,
        426,
        427,
    },
}
# arguments with which a call is allowed, where it looks at them
GOOD = {
    "read": (0,),
    "write": (1,),
    "mmap": (0, 4096, 3, 0x22),
    "mremap": (0, 4096, 8192, 1),
    "madvise": (0, 4096, 4),
    "futex": (0, 128),
}
HIGH = 1 << 32
STACK = 0x7FFD_12345000
OF_PROCESS_1 = [~1 << 3 | kind for kind in range(8)] + [(~1 << 3 | kind) & 0xFFFFFFFF for kind in range(8)]


@pytest.fixture(params=MACHINES)
def machine(request):
    return request.param


def judge(machine, name, *arguments):
    return verdict(assemble(machine, STACK), machine, number(name, machine), arguments)


def test_exactly_the_golden_calls_pass(machine):
    program = assemble(machine, STACK)
    good = {number(name, machine): arguments for name, arguments in GOOD.items()}
    verdicts = {call: verdict(program, machine, call, good.get(call, ())) for call in range(1024)}
    assert {call for call, answer in verdicts.items() if answer == "allow"} == ALLOWED_ON[machine]
    assert {call for call, answer in verdicts.items() if answer == "kill"} == KILLED_ON[machine]
    others = set(range(1024)) - ALLOWED_ON[machine] - KILLED_ON[machine]
    assert {verdicts[call] for call in others} == {errno.EPERM}


def test_no_number_beyond_the_tables_passes(machine):
    program = assemble(machine, STACK)
    numbers = [
        -1,
        -2,
        1 << 31,
        (1 << 32) - 1,
        *(random.Random(0).randrange(500, 1 << 32) for _ in range(2000)),
    ]
    assert "allow" not in {verdict(program, machine, call) for call in numbers}


def test_another_architecture_is_killed(machine):
    program = assemble(machine, STACK)
    other = ARCH["aarch64" if machine == "x86_64" else "x86_64"]
    i386, arm = 0x40000003, 0x40000028
    for arch in (other, i386, arm, 0, 0xFFFFFFFF):
        assert {verdict(program, machine, call, arch=arch) for call in range(500)} == {"kill"}


def test_the_x32_abi_is_killed():
    program = assemble("x86_64", STACK)
    assert {verdict(program, "x86_64", 0x40000000 | call) for call in range(600)} == {"kill"}


@pytest.mark.parametrize(
    ("name", "allowed", "denied"),
    [
        ("read", [(0,)], [(1,), (3,), (-1,), (HIGH,)]),
        ("write", [(1,), (2,), (3,)], [(0,), (4,), (-1,), (HIGH | 1,)]),
        (
            "mmap",
            [(0, 1, prot, flags) for prot in (0, 1, 2, 3) for flags in (0x22, 0x4022, 0x20022)],
            [
                (4096, 1, 3, 0x22),  # at an address of its choice
                (HIGH, 1, 3, 0x22),
                (0, 1, 3, 0x32),  # over what is there
                (0, 1, 5, 0x22),  # executable
                (0, 1, 4, 0x22),
                (0, 1, 8, 0x22),
                (0, 1, HIGH | 1, 0x22),
                (0, 1, 3, 0x02),  # not anonymous
                (0, 1, 3, 0x20),  # not private
                (0, 1, 3, 0x21),  # shared
                (0, 1, 3, 0x23),
                (0, 1, 3, 0x8022),  # populate
                (0, 1, 3, 0x100022),  # fixed, no replacement
                (0, 1, 3, HIGH | 0x22),
            ],
        ),
        (
            "mremap",
            [(0, 1, 2, 0), (0, 1, 2, 1), (STACK - 1, 1, 2, 1)],
            [(0, 1, 2, 2), (0, 1, 2, 3), (0, 1, 2, 4), (0, 1, 2, HIGH), (STACK, 1, 2, 1), (STACK + HIGH, 1, 2, 1)],
        ),
        (
            "munmap",
            [(0,), (STACK - 4096,), (STACK - HIGH,), (HIGH,), (0xFFFFFFFF,), (STACK - HIGH | 0xFFFFFFFF,)],
            [(STACK,), (STACK + 4096,), (STACK + HIGH,), (STACK + HIGH & ~0xFFFFFFFF,), (-1,), (1 << 63,)],
        ),
        (
            "madvise",
            [(0, 1, advice) for advice in (4, 8, 14, 15)],
            [(0, 1, advice) for advice in (0, 9, 10, 12, 16, 100, HIGH | 4)],
        ),
        (
            "futex",
            [(0, op | flag) for op in (0, 1, 9, 10) for flag in (128, 384)],
            [(0, op) for op in (0, 1, 9, 10, 256, 130, 131, 132, 133, 134, 135, 136, 139, 140, 141, 640, HIGH | 128)],
        ),
        *(
            (
                name,
                [(clock,) for clock in (0, 1, 2, 3, 4, 5, 6, 7, 11)],
                [(clock,) for clock in (8, 9, 10, 12, 16, -1, -2, -3, -6, *OF_PROCESS_1, 1 << 31, HIGH, HIGH | 1)],
            )
            for name in ("clock_gettime", "clock_getres", "clock_nanosleep")
        ),
    ],
)
def test_arguments_are_checked(machine, name, allowed, denied):
    assert {judge(machine, name, *arguments) for arguments in allowed} == {"allow"}
    assert {judge(machine, name, *arguments) for arguments in denied} == {errno.EPERM}


def test_an_unknown_machine_has_no_filter():
    with pytest.raises(ValueError, match="riscv64"):
        assemble("riscv64", STACK)


def test_the_filter_fits_the_kernel(machine):
    assert len(assemble(machine, STACK)) // 8 < 4096  # BPF_MAXINSNS


def test_every_call_named_in_the_filter_is_in_the_table():
    assert set(ALLOWED) | set(KILLED) <= set(NUMBERS)
    assert not set(ALLOWED) & set(KILLED)


def test_numbers_agree_with_the_kernel_headers():
    names = {"x86_64": ["x86_64-linux-gnu/asm/unistd_64.h"], "aarch64": ["aarch64-linux-gnu/asm/unistd_64.h"]}
    machine = platform.machine()
    paths = [Path("/usr/include", name) for name in names.get(machine, [])]
    paths += [Path("/usr/include/asm/unistd_64.h")]
    header = next((path for path in paths if path.exists()), None)
    if header is None:
        pytest.skip("no kernel headers on this machine")
    found = dict(re.findall(r"#define __NR_(\w+)\s+(\d+)", header.read_text()))
    assert {name: found.get(name) for name in NUMBERS} == {
        name: None if number(name, machine) is None else str(number(name, machine)) for name in NUMBERS
    }
