"""Workers: what the processes that read a dataset for a DataLoader would have of their own, without the processes."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.warn import warn
from ....kernels.generator import default_generator

_COUNTED = hasattr(os, "sched_getaffinity")
_PROCESSORS = (
    len(os.sched_getaffinity(0)) if _COUNTED else os.cpu_count()
)  # asked for once: a sandbox may forbid it later
_info: ContextVar[WorkerInfo | None] = ContextVar("worker_info", default=None)


@dataclass(frozen=True, slots=True)
class WorkerInfo:
    """What a worker knows of itself."""

    id: int
    num_workers: int
    seed: int
    dataset: Any
    rng: Any = None
    worker_method: str | None = "multiprocessing"


def get_worker_info() -> WorkerInfo | None:
    """Return what the worker that calls it knows of itself; None in the main process."""
    return _info.get()


def warn_of_too_many(count: int) -> None:
    """Warn of more workers than there are processors."""
    if count > _PROCESSORS:
        uncounted = "" if _COUNTED else " (`cpuset` is not taken into account)"
        warn(
            f"This DataLoader will create {count} worker processes in total. Our suggested max number of worker in current "
            f"system is {_PROCESSORS}{uncounted}, which is smaller than what this DataLoader is going to create. Please be "
            "aware that excessive worker creation might get DataLoader running slow or even freeze, lower the worker number to "
            "avoid potential slowness/freeze if necessary."
        )


class Worker:
    """A worker: inside `with worker.at_work():` its random numbers and its copy of the dataset are the ones in use."""

    def __init__(self, number: int, count: int, base_seed: int, dataset: Any, prepare: Callable | None) -> None:
        self.info = WorkerInfo(number, count, base_seed + number, copy.copy(dataset))
        self.active = True
        self._states = None
        with self.at_work():
            random.seed(self.info.seed)
            default_generator.manual_seed(self.info.seed)
            entropy = [number, base_seed & 0xFFFFFFFF, base_seed >> 32, 0]
            np.random.seed(np.random.SeedSequence(entropy).generate_state(4))
            if prepare is not None:
                prepare(number)

    @contextmanager
    def at_work(self) -> Iterator[Any]:
        """Give the worker's dataset, with the worker's random numbers in place of the program's."""
        outside, known = _states(), _info.set(self.info)
        try:
            if self._states is not None:
                _restore(self._states)
            yield self.info.dataset
        finally:
            self._states = _states()
            _restore(outside)
            _info.reset(known)


def _states() -> tuple:
    return random.getstate(), default_generator.get_state(), np.random.get_state()


def _restore(states: tuple) -> None:
    random.setstate(states[0])
    default_generator.set_state(states[1])
    np.random.set_state(states[2])
