"""DataLoaders: a batch is a new tensor, whatever it was made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from torch.utils.data import dataloader

from .calls import Calls, tensors_in
from .recorder import TorchRecorder


@contextmanager
def watched(recorder: TorchRecorder, calls: Calls) -> Iterator[None]:
    """Record the batches that DataLoaders make inside the block, and not how they are put together."""
    places = (dataloader.DataLoader, "__iter__"), (dataloader._BaseDataLoaderIter, "__next__")
    plain = [getattr(kind, name) for kind, name in places]

    def begin(loader: Any) -> Any:
        return calls.unrecorded(plain[0], loader)

    def following(batches: Any) -> Any:
        was_inside, batch = calls.is_inside, calls.unrecorded(plain[1], batches)
        if not was_inside:
            recorder.follow()
            for tensor in tensors_in(batch):
                if recorder.selection.is_on and not recorder.knows(tensor):
                    recorder.created("DataLoader", tensor)
        return batch

    _replace(places, [begin, following])
    try:
        yield
    finally:
        _replace(places, plain)


def _replace(places: tuple, functions: list[Callable]) -> None:
    for (kind, name), function in zip(places, functions, strict=True):
        setattr(kind, name, function)
