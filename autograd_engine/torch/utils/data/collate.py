"""Samples made into a batch: tensors stacked, numbers made tensors, inside of lists and dictionaries too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .... import torch
from ....graph.tensor import Tensor

__all__ = ["default_collate", "default_convert"]


def default_convert(data: Any) -> Any:
    """Return one sample with arrays and numpy's numbers made tensors."""
    if isinstance(data, Tensor | str | bytes):
        return data
    if isinstance(data, np.ndarray | np.generic):
        return torch.as_tensor(data)
    if isinstance(data, Mapping):
        return _like_mapping(data, {key: default_convert(value) for key, value in data.items()})
    if isinstance(data, Sequence):
        return _like_sequence(data, [default_convert(item) for item in data])
    return data


def default_collate(batch: Sequence) -> Any:
    """Return a list of samples as one batch."""
    first = batch[0]
    if isinstance(first, Tensor):
        return torch.stack(batch, 0)
    if isinstance(first, np.ndarray):
        return default_collate([torch.as_tensor(array) for array in batch])
    if isinstance(first, np.generic):
        return torch.as_tensor(batch)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return _like_mapping(first, {key: default_collate([sample[key] for sample in batch]) for key in first})
    if isinstance(first, Sequence):
        if not hasattr(first, "_fields") and any(len(sample) != len(first) for sample in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return _like_sequence(first, [default_collate(column) for column in zip(*batch, strict=False)])
    raise TypeError(
        f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(first)}"
    )


def _like_mapping(model: Mapping, values: dict) -> Any:
    """Return values in a mapping of the type of `model`, a plain one if it cannot be made of them."""
    try:
        return type(model)(values)
    except TypeError:
        return values


def _like_sequence(model: Sequence, values: list) -> Any:
    """Return values in a named tuple like `model`, or in a list."""
    return type(model)(*values) if hasattr(model, "_fields") else values
