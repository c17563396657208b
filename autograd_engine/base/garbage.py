"""Garbage: when Python is not to look for it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def frozen() -> Iterator[None]:
    """Let garbage be looked for among what is made inside alone: a program that has loaded PyTorch has a million objects, and a
    look at all of them takes as long as many training steps. Who has frozen objects already keeps them as they are."""
    is_ours = not gc.get_freeze_count()
    if is_ours:
        gc.freeze()
    try:
        yield
    finally:
        if is_ours:
            gc.unfreeze()


@contextmanager
def uncollected() -> Iterator[None]:
    """Let no garbage be looked for where nearly all that is made is needed: looking takes a third of the time, and more beside
    a large heap.

    Of blocks in several threads the first that ends ends it for all.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
