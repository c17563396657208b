"""Embeddings: tables whose rows are looked up by number."""

from __future__ import annotations

from typing import Any, Self

from .... import torch
from ....graph.tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import Parameter, allocated
from .module import Module

__all__ = ["Embedding", "EmbeddingBag"]


class _Table(Module):
    """A weight of num_embeddings rows; the row `padding_idx` is zeros and gets no gradient."""

    def _set_up(
        self, num_embeddings: int, embedding_dim: int, padding_idx: int | None, message: str, weight: Tensor | None,
        freeze: bool, device: Any, dtype: Any,
    ) -> None:  # fmt: skip
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        if padding_idx is not None:
            if padding_idx >= num_embeddings > 0 and padding_idx > 0 or padding_idx < -num_embeddings:
                raise AssertionError(f"{message} must be within num_embeddings")
            padding_idx = padding_idx + num_embeddings if padding_idx < 0 else padding_idx
        self.padding_idx = padding_idx
        if weight is not None:
            self.weight = Parameter(weight, requires_grad=not freeze)
            return
        self.weight = allocated((num_embeddings, embedding_dim), device, dtype)
        self.weight.requires_grad_(not freeze)
        self._initialize()

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)

    def _settings(self, **usual: Any) -> str:
        """Return the size of the table, and the settings that are not the usual ones."""
        unusual = [f", {name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        return f"{self.num_embeddings}, {self.embedding_dim}" + "".join(unusual)


class Embedding(_Table):
    """Look up rows of a table."""

    def __init__(
        self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False, _weight: Tensor | None = None,
        _freeze: bool = False, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        self._set_up(num_embeddings, embedding_dim, padding_idx, "Padding_idx", _weight, _freeze, device, dtype)

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False,
    ) -> Self:  # fmt: skip
        """Return an Embedding on an existing table; `freeze`: without a gradient."""
        if embeddings.ndim != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        settings = padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse
        return cls(*embeddings.shape, *settings, _weight=embeddings, _freeze=freeze)

    def forward(self, input: Tensor) -> Tensor:
        """Return a row for each number in `input`."""
        return F.embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse
        )

    def extra_repr(self) -> str:
        """Return the settings."""
        return self._settings(padding_idx=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, sparse=False)


class EmbeddingBag(_Table):
    """Look up rows of a table and add up, average or take the largest of each bag of them."""

    def __init__(
        self, num_embeddings: int, embedding_dim: int, max_norm: float | None = None, norm_type: float = 2.0,
        scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False, _weight: Tensor | None = None,
        include_last_offset: bool = False, padding_idx: int | None = None, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.mode = mode
        self.sparse = sparse
        self.include_last_offset = include_last_offset
        self._set_up(num_embeddings, embedding_dim, padding_idx, "padding_idx", _weight, False, device, dtype)

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, *args: Any, **kwargs: Any) -> Self:
        """Return an EmbeddingBag on an existing table; `freeze`: without a gradient."""
        names = ("max_norm", "norm_type", "scale_grad_by_freq", "mode", "sparse", "include_last_offset", "padding_idx")
        bag = cls(*embeddings.shape, _weight=embeddings, **dict(zip(names, args, strict=False)), **kwargs)
        bag.weight.requires_grad = not freeze
        return bag

    def forward(self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Tensor | None = None) -> Tensor:
        """Return one row for each bag; `offsets` says where in `input` the bags begin."""
        return F.embedding_bag(
            input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode, self.sparse,
            per_sample_weights, self.include_last_offset, self.padding_idx,
        )  # fmt: skip

    def extra_repr(self) -> str:
        """Return the settings."""
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self._settings(max_norm=None, norm_type=2, scale_grad_by_freq=False)}, mode={self.mode!r}{padding}"
