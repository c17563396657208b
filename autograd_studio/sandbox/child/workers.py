"""The functions that answer requests in a child, by name.

Each is bytes to bytes. Its module may have a function `preload`, called once before any child exists, which
loads what would otherwise be loaded at its first use: a locked child cannot open a file. It may have a function `warm_up`,
which answers a usual request: in a child of which nothing is seen but where it writes to memory.
"""

import importlib
import sys
from collections.abc import Callable, Iterable

Worker = Callable[[bytes], bytes]

PROGRAMS = {"program": "autograd_studio.sandbox.child.program:worker"}
TORCH_PROGRAMS = {"program": "autograd_studio.sandbox.child.torch_program:worker"}
FORKED_TORCH_PROGRAMS = {"program": "autograd_studio.sandbox.child.torch_forked:worker"}
LOCKED_TORCH_PROGRAMS = {"program": "autograd_studio.sandbox.child.torch_locked:worker"}

# Trusted code on a program's data or text, which may be made so that it takes hours or all memory. Graphviz and Python's
# parser are C, too, and keep the interpreter's lock; Graphviz is not thread-safe. None of it must run in the server; it gets a
# zygote of its own because it would make the fork for every program slower.
CALLS = {
    "drawing": "autograd_studio.view.workers:worker",
    "plain_drawing": "autograd_studio.view.workers:plain_worker",
    "layout": "autograd_studio.view.workers:layout_worker",
    "dot": "autograd_studio.view.workers:dot_worker",
    "comparison": "autograd_studio.view.compare.comparison:worker",
    "agreement": "autograd_studio.view.compare.agreement:worker",
    "nudged": "autograd_studio.view.payload.nudged:worker",
    "magnitudes": "autograd_studio.view.payload.magnitudes:worker",
    "outline": "autograd_studio.outline.reading:worker",
    "lesson": "autograd_studio.lessons.opening:worker",
}


def load(path: str) -> Callable:
    """Return the function "module:function", a Worker as a rule, preloaded.

    Raises:
        ImportError, AttributeError: there is no such function, or something it needs is not installed.
    """
    name, _, function = path.partition(":")
    module = importlib.import_module(name)
    if hasattr(module, "preload"):
        module.preload()
    return getattr(module, function)


def warm_up_of(workers: Iterable[Worker]) -> Callable[[], object]:
    """Return the function `warm_up` of the first worker's module, or one that does nothing."""
    modules = (sys.modules[worker.__module__] for worker in workers)
    return getattr(next(modules, None), "warm_up", lambda: None)
