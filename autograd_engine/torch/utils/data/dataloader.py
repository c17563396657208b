"""DataLoader: a dataset in batches, in the order PyTorch reads it after the same seed."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

import numpy as np

from ....base.errors import lacks
from ....base.warn import warn
from ....graph.observer import seam, unobserved
from ....graph.tensor import Tensor
from ....kernels.generator import default_generator
from .collate import default_collate, default_convert
from .dataset import Dataset, IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, random_seed

__all__ = ["DataLoader", "get_worker_info"]

T = TypeVar("T", covariant=True)

_FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")


class DataLoader(Generic[T]):
    """Batches of a dataset, each made by `collate_fn` of `batch_size` samples.

    Everything runs in this process, whatever `num_workers` is. What workers would do otherwise than it is refused.
    """

    def __init__(
        self, dataset: Dataset[T], batch_size: int | None = 1, shuffle: bool | None = None, sampler: Iterable | None = None,
        batch_sampler: Iterable | None = None, num_workers: int = 0, collate_fn: Callable | None = None,
        pin_memory: bool = False, drop_last: bool = False, timeout: float = 0, worker_init_fn: Callable | None = None,
        multiprocessing_context: Any = None, generator: Any = None, *, prefetch_factor: int | None = None,
        persistent_workers: bool = False, pin_memory_device: str = "", in_order: bool = True,
    ) -> None:  # fmt: skip
        self.dataset = dataset
        self.num_workers = num_workers
        self.pin_memory = pin_memory
        self.worker_init_fn = worker_init_fn
        self._iterable = isinstance(dataset, IterableDataset)
        if self._iterable and num_workers:
            raise lacks("workers that read an IterableDataset", _IN_ONE_PROCESS)
        if self._iterable:
            for name, value in (("shuffle", shuffle or None), ("sampler", sampler), ("batch_sampler", batch_sampler)):
                if value is not None:
                    raise ValueError(
                        f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}"
                    )
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last"
                )
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None:
            if self._iterable:
                sampler = itertools.repeat(None)
            else:
                sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        self.collate_fn = collate_fn or (default_convert if batch_sampler is None else default_collate)
        self.persistent_workers = persistent_workers
        self._seeded = False
        self._initialized = True

    def __setattr__(self, attr: str, val: Any) -> None:
        if "_initialized" in self.__dict__ and attr in _FIXED:
            raise ValueError(f"{attr} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(attr, val)

    def __iter__(self) -> Iterator[Any]:
        if self.pin_memory:
            warn(
                "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used."
            )
        if not (self._seeded and self.persistent_workers):
            with unobserved():
                random_seed(self.generator)  # PyTorch's workers take theirs from it
            self._seeded = True
        return _SingleProcessDataLoaderIter(self)

    @property
    def _index_sampler(self) -> Iterable:
        return self.sampler if self.batch_sampler is None else self.batch_sampler

    def __len__(self) -> int:
        if not self._iterable:
            return len(self._index_sampler)
        length = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else math.ceil(length / self.batch_size)


class _SingleProcessDataLoaderIter:
    """One way through the dataset. To observers a batch is a new tensor, whatever it was made of."""

    def __init__(self, loader: DataLoader) -> None:
        self._loader = loader
        with unobserved():
            self._sampler_iter = iter(loader._index_sampler)
        self._fetch = _fetcher(loader)

    def __iter__(self) -> Self:
        return self

    def __len__(self) -> int:
        return len(self._loader._index_sampler)

    def __next__(self) -> Any:
        with unobserved():
            index = next(self._sampler_iter)
            before = self._loader.num_workers and _random_states()
            batch = self._fetch(index)
            if self._loader.num_workers and _random_states() != before:
                raise lacks("workers that draw random numbers", _IN_ONE_PROCESS)
        if seam.count:
            for tensor in _tensors(batch):
                seam.observer().created("DataLoader", tensor)
        return batch


_IN_ONE_PROCESS = "num_workers=0 does it in one process"


def _random_states() -> tuple:
    """Return where the generators are that a worker has its own of."""
    _, words, *rest = np.random.get_state()
    return random.getstate(), default_generator.get_state()._data.tobytes(), words.tobytes(), rest


def get_worker_info() -> None:
    """Return None, as in the main process: no dataset is read by another."""


def _fetcher(loader: DataLoader) -> Callable[[Any], Any]:
    """Return the function that makes a batch of what the sampler says: an index, indices, or only how many."""
    dataset = loader.dataset
    if loader._iterable:
        samples = iter(dataset)
        if loader.batch_sampler is None:
            return lambda _: loader.collate_fn(next(samples))

        def following(places: list) -> Any:
            batch = list(itertools.islice(samples, len(places)))
            if not batch or loader.drop_last and len(batch) < len(places):
                raise StopIteration
            return loader.collate_fn(batch)

        return following
    if loader.batch_sampler is None:
        return lambda index: loader.collate_fn(dataset[index])
    several = getattr(dataset, "__getitems__", None) or (lambda indices: [dataset[index] for index in indices])
    return lambda indices: loader.collate_fn(several(indices))


def _tensors(batch: Any) -> Iterator[Tensor]:
    if isinstance(batch, Tensor):
        yield batch
    elif isinstance(batch, Mapping):
        for value in batch.values():
            yield from _tensors(value)
    elif isinstance(batch, Sequence) and not isinstance(batch, str | bytes):
        for item in batch:
            yield from _tensors(item)
