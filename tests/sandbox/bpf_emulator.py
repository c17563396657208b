"""Runs a classic BPF seccomp filter in Python, on any machine, as the kernel would."""

import struct

LOAD, EQUAL, GREATER_EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


def verdict(program, machine, call, arguments=(), arch=None):
    """Return "allow", "kill" or the errno with which the filter answers this system call."""
    six = [argument & (1 << 64) - 1 for argument in (*arguments, 0, 0, 0, 0, 0, 0)[:6]]
    data = struct.pack("<IIQ6Q", call & 0xFFFFFFFF, ARCH[machine] if arch is None else arch, 0, *six)
    code = [struct.unpack_from("<HBBI", program, at) for at in range(0, len(program), 8)]
    at = accumulator = 0
    while True:
        operation, if_true, if_false, operand = code[at]
        at += 1
        if operation == LOAD:
            assert operand % 4 == 0
            (accumulator,) = struct.unpack_from("<I", data, operand)
        elif operation == RETURN:
            return {ALLOW: "allow", KILL: "kill"}.get(operand, operand - ERRNO)
        else:
            truth = {
                EQUAL: accumulator == operand,
                GREATER_EQUAL: accumulator >= operand,
                ANY_BIT: bool(accumulator & operand),
            }[operation]
            at += if_true if truth else if_false
