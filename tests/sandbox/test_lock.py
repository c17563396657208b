"""The lock on this machine: what the kernel lets a child do, and that a broken lock is noticed."""

import os
import platform
import sys

import pytest

from autograd_studio.answering.request import Request
from autograd_studio.sandbox import mode_for
from autograd_studio.sandbox.lock.attest import complaints
from autograd_studio.sandbox.lock.seccomp_filter import ALLOWED, KILLED
from autograd_studio.sandbox.lock.syscall_numbers import number
from autograd_studio.sandbox.processes import boot, client

from .attacks import PRELUDE
from .boxes import Unlocked, new_box

MACHINE = platform.machine()
HEAD = f"NUMBERS = {MACHINE!r}" + PRELUDE
# Since Linux 6.12 and 6.18 these two pass every filter by design; outside of a probe they do nothing but
# fail.
PROBES = {335, 336} if MACHINE == "x86_64" else set()
LAST = 480

root_only = pytest.mark.skipif(os.getuid() != 0, reason="only root can arrange this")


def numbers(names):
    return {number(name, MACHINE) for name in names} - {None}


def test_this_machine_holds_the_lock(any_box):
    report = any_box.self_check()
    assert report.isolated, report.failing
    assert report.ready
    assert {check.name for check in report.checks} >= {
        "system-call filter",
        "filter proved by behaviour",
        "no root",
    }


def test_the_kernel_denies_every_call_that_is_not_allowed(any_box):
    others = set(range(LAST + 1)) - numbers(ALLOWED) - numbers(KILLED) - PROBES
    program = (
        HEAD
        + f"""
for number in {sorted(others)}:
    if call(number, number, 0, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != errno.EPERM:
        print(number, ctypes.get_errno())
print("end")
"""
    )
    assert any_box.run(Request(program)).stdout == "end\n"


@pytest.mark.parametrize("name", KILLED)
def test_the_kernel_ends_what_makes_a_dangerous_call(box, name):
    call = number(name, MACHINE)
    outcome = box.run(Request(HEAD + f"print('before'); call({call}, {call}, 0, 0, 0, 0, 0, 0); print('after')"))
    assert (outcome.status, outcome.stdout) == ("crashed", "before\n")
    assert "never allowed" in outcome.message


@pytest.mark.parametrize("call", sorted(PROBES))
def test_the_calls_of_probes_do_nothing(box, call):
    outcome = box.run(Request(HEAD + f"print(call({call}, {call}, 0, 0, 0, 0, 0, 0))"))
    assert outcome.status == "crashed" or outcome.stdout == "-1\n"


def test_the_kernel_checks_arguments(any_box):
    program = (
        HEAD
        + """
page = c("mmap", 0, 4096, 3, 0x22, -1, 0)
assert page > 0 and c("madvise", page, 4096, 4) == 0
def denied(result):
    assert result == -1 and ctypes.get_errno() == errno.EPERM, (result, ctypes.get_errno())
denied(c("mmap", 0, 4096, 5, 0x22, -1, 0)); denied(c("mmap", 0, 4096, 3, 0x21, -1, 0))
denied(c("mmap", page, 4096, 3, 0x22, -1, 0)); denied(c("mmap", 0, 4096, 3, 0x32, -1, 0))
denied(c("mprotect", page, 4096, 3)); denied(c("madvise", page, 4096, 9))
stack = ctypes.c_void_p.in_dll(libc, "program_invocation_name").value & ~4095  # exec has put it at the stack's end
denied(c("munmap", stack, 4096)); denied(c("mremap", stack, 4096, 8192, 1))
assert c("mremap", page, 4096, 8192, 1) > 0
word = (ctypes.c_int * 1)(1)
assert call(202, 98, word, 129, 1, None) == 0
denied(call(202, 98, word, 1, 1, None))
time = (ctypes.c_long * 2)()
for clock in (0, 1, 2, 3, 4, 5, 6, 7, 11):
    assert call(228, 113, clock, time) == call(229, 114, clock, time) == c("clock_gettime", clock, time) == 0
for clock in (-1, -2, -6, ~os.getpid() << 3 | 2, ~1 << 3 | 2, 16, 1 << 32):
    denied(call(228, 113, clock, time)); denied(call(229, 114, clock, time)); denied(call(230, 115, clock, 0, time, None))
denied(c("read", 1, 0, 0)); denied(c("write", 0, 0, 0)); denied(c("write", 4, 0, 0))
print("end")
"""
    )
    outcome = any_box.run(Request(program))
    assert outcome.stdout == "end\n", outcome


@pytest.mark.skipif(MACHINE != "x86_64", reason="x32 is an ABI of x86-64")
def test_the_kernel_ends_a_call_of_another_abi(box):
    assert box.run(Request(HEAD + "call(0x40000000 | 39, 0); print('after')")).status == "crashed"


@pytest.fixture
def sabotage(monkeypatch, request):
    """Have every zygote sabotaged by the function of this name before it starts."""

    def prepare(name):
        def command(module, order):
            *python, script, arguments = boot.command(module, order)
            first = f"import sys; sys.path.insert(0, {boot.ROOT!r}); from tests.sandbox import saboteur\n"
            return [*python, f"{first}saboteur.{name}()\n{script}", arguments]

        monkeypatch.setattr(client, "command", command)

    return prepare


@pytest.mark.parametrize(
    ("fault", "layer"),
    [
        ("denies_seccomp", "system-call filter"),
        ("lies_about_seccomp", "filter proved by behaviour"),
        pytest.param("lies_about_no_new_privs", "system-call filter", marks=root_only),
        pytest.param("cannot_leave_root", "no root", marks=root_only),
        ("has_a_thread", "a single thread"),
        ("shares_memory", "no writable shared memory"),
        ("is_an_unknown_machine", "system-call filter"),
        ("is_an_old_python", "CPython 3.11 or later"),
    ],
)
def test_a_broken_lock_is_noticed_and_nothing_is_run(box, sabotage, fault, layer):
    sabotage(fault)
    hosted = new_box()
    outcome = hosted.run(Request("print('it ran')"))
    assert (outcome.status, outcome.stdout, outcome.isolated) == ("unavailable", "", None)
    assert "at the moment" in outcome.message
    report = hosted.self_check()
    assert not report.ready
    assert layer in report.failing
    assert hosted._programs._backend is None
    hosted.close()


def test_local_mode_runs_without_a_lock_and_says_so(box, sabotage):
    sabotage("denies_seccomp")
    local = new_box(mode="local")
    outcome = local.run(Request("print('it ran')"))
    assert (outcome.status, outcome.stdout, outcome.isolated) == ("ok", "it ran\n", False)
    report = local.self_check()
    assert report.ready
    assert not report.isolated
    local.close()


def test_what_may_run_behind_the_lock_only_is_not_run_without_it(box, sabotage):
    sabotage("denies_seccomp")
    local = new_box(mode="local")
    outcome = local.run(Request("print('it ran')", locked=True))
    assert (outcome.status, outcome.stdout, outcome.isolated) == ("unlocked", "", None)
    assert local.run(Request("print('it ran')")).stdout == "it ran\n"
    local.close()


def test_local_mode_uses_the_lock_where_it_holds(box):
    local = new_box(mode="local")
    assert local.run(Request("")).isolated is True
    assert local.run(Request("", locked=True)).isolated is True
    local.close()


def test_a_child_that_looks_unlocked_from_outside_gets_no_program(box, monkeypatch):
    monkeypatch.setattr(client, "complaints", lambda pid, filters: ["Seccomp is 0"])
    assert box.run(Request("print('it ran')")).status == "unavailable"
    monkeypatch.undo()
    assert box.run(Request("print('it ran')")).stdout == "it ran\n"


def test_an_ordinary_process_looks_unlocked():
    assert any("Seccomp is" in complaint or "NoNewPrivs" in complaint for complaint in complaints(os.getpid(), None))
    assert complaints(2**22 + 1, None)


@pytest.mark.parametrize(
    ("local", "address", "mode"),
    [
        (True, "127.0.0.1", "local"),
        (True, "::1", "local"),
        (True, "localhost", "local"),
        (True, "0.0.0.0", "hosted"),
        (True, "", "hosted"),
        (True, "127.0.0.1.example.org", "hosted"),
        (False, "127.0.0.1", "hosted"),
    ],
)
def test_local_mode_needs_the_switch_and_loopback(local, address, mode):
    assert mode_for(local, address) == mode


def test_the_deliberately_unlocked_sandbox_is_not_isolated(unlocked):
    assert isinstance(unlocked, Unlocked)
    assert unlocked.run(Request("print(1)")).isolated is False


def test_hosted_mode_needs_linux(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    hosted = new_box()
    assert hosted.run(Request("print('it ran')")).status == "unavailable"
    assert "darwin" in hosted.self_check().failing
