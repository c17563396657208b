"""Runs untrusted programs in locked child processes: the only folder of this project that starts processes.

    outcome = sandbox.run(Request("import torch\\nprint(torch.ones(3))"))
    outcome.status, outcome.stdout, outcome.trace

One `Sandbox` serves all threads of the server. It is made at the first use, in hosted mode unless `configure`
has said otherwise.
"""

import atexit
import threading
from collections.abc import Callable

from autograd_studio.answering.limits import Limits
from autograd_studio.answering.outcome import Outcome, Picture, ProgramError, Status
from autograd_studio.answering.request import Request

from .answer.outcome import Failure
from .cancel import Cancel
from .rate_limit import RateLimited
from .report import Check, Report
from .sandbox import Mode, Sandbox, mode_for
from .visitor import Visitor

__all__ = [
    "Cancel",
    "Check",
    "Failure",
    "Limits",
    "Mode",
    "Outcome",
    "Picture",
    "ProgramError",
    "Report",
    "Sandbox",
    "RateLimited",
    "Status",
    "Visitor",
    "call",
    "configure",
    "default",
    "for_visitors",
    "mode_for",
    "run",
    "self_check",
]

_lock = threading.Lock()
_default: Sandbox | None = None
_for_visitors: RateLimited | None = None


def configure(*, local: bool, address: str) -> Mode:
    """Choose the mode of this process's sandbox and return it; cheap to repeat.

    It is "local" only if `local`, the explicit switch, is set and `address`, on which the server listens, is
    loopback.
    """
    global _default
    mode = mode_for(local, address)
    with _lock:
        if _default is None or _default.mode != mode:
            if _default is not None:
                _default.close()
            _default = Sandbox(mode)
    return mode


def default() -> Sandbox:
    """Return this process's sandbox."""
    global _default
    with _lock:
        if _default is None:
            _default = Sandbox()
        return _default


def for_visitors() -> RateLimited:
    """Return what of this process's sandbox visitors have."""
    global _for_visitors
    box = default()
    with _lock:
        if _for_visitors is None or _for_visitors.sandbox is not box:
            _for_visitors = RateLimited(box)
        return _for_visitors


def run(
    request: Request,
    limits: Limits | None = None,
    *,
    cancel: Cancel | None = None,
    on_wait: Callable[[int], None] | None = None,
) -> Outcome:
    """Run a program; see Sandbox.run."""
    return default().run(request, limits, cancel=cancel, on_wait=on_wait)


def call(name: str, payload: bytes, limits: Limits | None = None, *, cancel: Cancel | None = None) -> bytes | Failure:
    """Run trusted code on untrusted data; see Sandbox.call."""
    return default().call(name, payload, limits, cancel=cancel)


def self_check() -> Report:
    """Return what of the sandbox holds on this machine."""
    return default().self_check()


@atexit.register
def _close() -> None:
    if _default is not None:
        _default.close()
