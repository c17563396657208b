"""DataLoader: a dataset in batches, in the order PyTorch reads it after the same seed."""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

from ....base.warn import warn
from ....graph.observer import seam, unobserved
from ....graph.tensor import Tensor
from .collate import default_collate, default_convert
from .dataset import Dataset, IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, random_seed
from .workers import Worker, get_worker_info, warn_of_too_many

__all__ = ["DataLoader", "get_worker_info"]

T = TypeVar("T", covariant=True)

_FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")


class DataLoader(Generic[T]):
    """Batches of a dataset, each made by `collate_fn` of `batch_size` samples.

    Everything runs in this process, but with workers in their order and with their random numbers.
    """

    def __init__(
        self, dataset: Dataset[T], batch_size: int | None = 1, shuffle: bool | None = None, sampler: Iterable | None = None,
        batch_sampler: Iterable | None = None, num_workers: int = 0, collate_fn: Callable | None = None,
        pin_memory: bool = False, drop_last: bool = False, timeout: float = 0, worker_init_fn: Callable | None = None,
        multiprocessing_context: Any = None, generator: Any = None, *, prefetch_factor: int | None = None,
        persistent_workers: bool = False, pin_memory_device: str = "", in_order: bool = True,
    ) -> None:  # fmt: skip
        _check_workers(num_workers, prefetch_factor, persistent_workers)
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = 2 if num_workers and prefetch_factor is None else prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.in_order = in_order
        self._iterable = isinstance(dataset, IterableDataset)
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
        self._iterator: _MultiProcessingDataLoaderIter | None = None
        self._initialized = True
        warn_of_too_many(num_workers)

    def __setattr__(self, attr: str, val: Any) -> None:
        if "_initialized" in self.__dict__ and attr in _FIXED:
            raise ValueError(f"{attr} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(attr, val)

    def __iter__(self) -> Iterator[Any]:
        if self.pin_memory:
            warn(
                "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used."
            )
        with unobserved():
            if self._iterator is not None:
                self._iterator._reset(self)
                return self._iterator
            base_seed = random_seed(self.generator)
            if not self.num_workers:
                return _SingleProcessDataLoaderIter(self)
            warn_of_too_many(self.num_workers)
            found = _MultiProcessingDataLoaderIter(self, base_seed)
        if self.persistent_workers:
            self._iterator = found
        return found

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


class _BaseDataLoaderIter:
    """One way through the dataset. To observers a batch is a new tensor, whatever it was made of."""

    def __init__(self, loader: DataLoader) -> None:
        self._loader = loader
        self._sampler_iter = iter(loader._index_sampler)

    def __iter__(self) -> Self:
        return self

    def __len__(self) -> int:
        return len(self._loader._index_sampler)

    def __next__(self) -> Any:
        with unobserved():
            batch = self._next_data()
        if seam.count:
            for tensor in _tensors(batch):
                seam.told().created("DataLoader", tensor)
        return batch


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """Reads the dataset as the program goes."""

    def __init__(self, loader: DataLoader) -> None:
        super().__init__(loader)
        self._fetch = _fetcher(loader, loader.dataset)

    def _next_data(self) -> Any:
        return self._fetch(next(self._sampler_iter))


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """Reads the dataset as workers would, which take turns and have random numbers of their own.

    Which samples make up a batch is decided some batches ahead.
    """

    def __init__(self, loader: DataLoader, base_seed: int) -> None:
        count, prepare = loader.num_workers, loader.worker_init_fn
        self._workers = [Worker(number, count, base_seed, loader.dataset, prepare) for number in range(count)]
        self._reset(loader)

    def _reset(self, loader: DataLoader) -> None:
        """Begin anew with the same workers."""
        super().__init__(loader)
        self._turns = itertools.cycle(self._workers)
        self._tasks: deque[tuple[Worker, Any]] = deque()
        for worker in self._workers:
            worker.active = True
            with worker.at_work() as dataset:
                worker.fetch = _fetcher(loader, dataset)
        for _ in range(loader.prefetch_factor * loader.num_workers):
            self._hand_out()

    def _hand_out(self) -> None:
        """Give the indices of one more batch to the worker whose turn it is."""
        if not any(worker.active for worker in self._workers):
            return
        for index in itertools.islice(self._sampler_iter, 1):
            worker = next(worker for worker in self._turns if worker.active)
            self._tasks.append((worker, index))

    def _next_data(self) -> Any:
        while self._tasks:
            worker, index = self._tasks.popleft()
            if not worker.active:
                continue
            try:
                with worker.at_work():
                    batch = worker.fetch(index)
            except StopIteration:
                if not self._loader._iterable:
                    raise
                worker.active = False
                self._hand_out()
                continue
            self._hand_out()
            return batch
        raise StopIteration


def _fetcher(loader: DataLoader, dataset: Any) -> Callable[[Any], Any]:
    """Return the function that makes a batch of what the sampler says: an index, indices, or only how many."""
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


def _check_workers(num_workers: int, prefetch_factor: int | None, persistent: bool) -> None:
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable multiprocessing, "
            "otherwise set prefetch_factor to None."
        )
    if persistent and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")
