"""A token by which one thread ends a run that another thread waits for."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Cancelled(Exception):
    """The run was cancelled while it waited."""


class Cancel:
    """Give it to `run` or `call`, then `set()` it from any thread: the run ends with status "cancelled"."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._action: Callable[[], None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether the run is to be cancelled."""
        return self._is_set

    def set(self) -> None:
        """Cancel the run, now or as soon as it starts."""
        with self._lock:
            self._is_set = True
            action = self._action
        if action is not None:
            action()

    @contextmanager
    def calls(self, action: Callable[[], None]) -> Iterator[None]:
        """While the block lasts, `set()` calls `action`; at once if it is set already."""
        with self._lock:
            self._action = action
            due = self._is_set
        try:
            if due:
                action()
            yield
        finally:
            with self._lock:
                self._action = None
