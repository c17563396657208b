"""The transformer (Vaswani et al., 2017): encoder and decoder layers, stacks of them, and both together."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .... import torch
from ....base.warn import warn_once
from ....graph.tensor import Tensor
from ..._home import own
from .. import functional as F
from .. import init
from .activation import GELU, MultiheadAttention, ReLU
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm

__all__ = [
    "Transformer", "TransformerDecoder", "TransformerDecoderLayer", "TransformerEncoder", "TransformerEncoderLayer",
]  # fmt: skip


def _activation(name: Any) -> Callable[[Tensor], Tensor]:
    if not isinstance(name, str):
        return name
    if name not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {name}")
    return getattr(F, name)


def _no_look_ahead(size: int, device: Any = None, dtype: Any = None) -> Tensor:
    """Return the mask that hides later positions: -inf above the diagonal, 0 elsewhere."""
    return torch.triu(torch.full((size, size), float("-inf"), dtype=dtype, device=device), diagonal=1)


def _is_causal(mask: Tensor | None, is_causal: bool | None, sequences: Tensor, batch_first: bool) -> bool:
    """Return whether a mask only hides later positions, if the caller did not say."""
    if is_causal is not None or mask is None:
        return is_causal is True
    length = sequences.size(1 if batch_first and sequences.ndim == 3 else 0)
    causal = _no_look_ahead(length, dtype=mask.dtype)
    return mask.size() == causal.size() and bool((mask == causal).all())


class _Layer(Module):
    """Attention, of one sort or more, and a feed-forward network; each is added to its input and normalised."""

    _attentions: tuple[str, ...]  # the names of the attentions

    def __init__(
        self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1, activation: Any = F.relu,
        layer_norm_eps: float = 1e-5, batch_first: bool = False, norm_first: bool = False, bias: bool = True,
        device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        made = {"bias": bias, "device": device, "dtype": dtype}
        super().__init__()
        for name in self._attentions:
            setattr(self, name, MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, **made))
        self.linear1 = Linear(d_model, dim_feedforward, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **made)
        self.norm_first = norm_first
        steps = range(1, len(self._attentions) + 2)
        for step in steps:
            setattr(self, f"norm{step}", LayerNorm(d_model, eps=layer_norm_eps, **made))
        for step in steps:
            setattr(self, f"dropout{step}", Dropout(dropout))
        self.activation = _activation(activation)

    def _sa_block(self, x: Tensor, **attend: Any) -> Tensor:
        return self.dropout1(self.self_attn(x, x, x, need_weights=False, **attend)[0])


@own("__init__")
class TransformerEncoderLayer(_Layer):
    """Self-attention, then a feed-forward network, each added to its input and normalised."""

    _attentions = ("self_attn",)

    def forward(
        self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:  # fmt: skip
        """Return a sequence of the size of `src`."""
        attend = {"attn_mask": src_mask, "key_padding_mask": src_key_padding_mask, "is_causal": is_causal}
        if self.norm_first:
            x = src + self._sa_block(self.norm1(src), **attend)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(src + self._sa_block(src, **attend))
        return self.norm2(x + self._ff_block(x))

    def _ff_block(self, x: Tensor) -> Tensor:
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))


@own("__init__")
class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to an encoder's output, then a feed-forward network, each added and normalised."""

    _attentions = "self_attn", "multihead_attn"

    def forward(
        self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False, memory_is_causal: bool = False,
    ) -> Tensor:  # fmt: skip
        """Return a sequence of the size of `tgt`; `memory` is the encoder's output."""
        own = {"attn_mask": tgt_mask, "key_padding_mask": tgt_key_padding_mask, "is_causal": tgt_is_causal}
        other = {"attn_mask": memory_mask, "key_padding_mask": memory_key_padding_mask, "is_causal": memory_is_causal}
        if self.norm_first:
            x = tgt + self._sa_block(self.norm1(tgt), **own)
            x = x + self._mha_block(self.norm2(x), memory, **other)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(tgt + self._sa_block(tgt, **own))
        x = self.norm2(x + self._mha_block(x, memory, **other))
        return self.norm3(x + self._ff_block(x))

    def _mha_block(self, x: Tensor, memory: Tensor, **attend: Any) -> Tensor:
        return self.dropout2(self.multihead_attn(x, memory, memory, need_weights=False, **attend)[0])

    def _ff_block(self, x: Tensor) -> Tensor:
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))


def _copies(module: Module, count: int) -> ModuleList:
    return ModuleList([copy.deepcopy(module) for _ in range(count)])


class TransformerEncoder(Module):
    """Encoder layers one after another, copies of `encoder_layer`, and a normalisation at the end."""

    def __init__(
        self, encoder_layer: Module, num_layers: int, norm: Module | None = None, enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:  # fmt: skip
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check
        reason = _why_not_nested(encoder_layer) if enable_nested_tensor else ""
        self.use_nested_tensor = enable_nested_tensor and not reason
        if reason:
            warnings.warn(
                f"enable_nested_tensor is True, but self.use_nested_tensor is False because {reason}", stacklevel=2
            )

    def forward(
        self, src: Tensor, mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:  # fmt: skip
        """Return a sequence of the size of `src`."""
        causal = _is_causal(_as_float(mask, src), is_causal, src, self.layers[0].self_attn.batch_first)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, src_key_padding_mask=src_key_padding_mask, is_causal=causal)
        if src_key_padding_mask is not None and self._is_nested(src, src_key_padding_mask):
            warn_once(_NESTED)
            output = output.masked_fill(src_key_padding_mask.bool().unsqueeze(-1), 0.0)
        return output if self.norm is None else self.norm(output)

    def _is_nested(self, src: Tensor, padding: Tensor) -> bool:
        """Whether PyTorch leaves the padding out of the sequences and puts zeros in its place at the end."""
        if not self.use_nested_tensor or self.layers[0].training or src.ndim != 3:
            return False
        if torch.is_grad_enabled() and any(t.requires_grad for t in (src, *self.layers[0].parameters())):
            return False
        left_aligned = np.all(np.diff((padding._data != 0).astype(np.int8), axis=1) >= 0)
        return bool(left_aligned) or not self.mask_check


_NESTED = (
    "The PyTorch API of nested tensors is in prototype stage and will change in the near future. We recommend specifying "
    "layout=torch.jagged when constructing a nested tensor, as this layout receives active development, has better operator "
    "coverage, and works with torch.compile. (Triggered internally at "
    "/__w/pytorch/pytorch/aten/src/ATen/NestedTensorImpl.cpp:177.)"
)


def _as_float(mask: Tensor | None, like: Tensor) -> Tensor | None:
    """Return a mask of truth values as one of 0 and -inf."""
    if mask is None or mask.is_floating_point():
        return mask
    return torch.zeros_like(mask, dtype=like.dtype).masked_fill_(mask, float("-inf"))


def _why_not_nested(layer: Module) -> str:
    """Return what keeps PyTorch from its faster way through an encoder in evaluation, "" for nothing."""
    name = "encoder_layer"
    if not isinstance(layer, TransformerEncoderLayer):
        return f"{name} was not TransformerEncoderLayer"
    attention = layer.self_attn
    reasons = {
        f"{name}.norm_first was True": layer.norm_first,
        f"{name}.self_attn.batch_first was not True(use batch_first for better inference performance)": not attention.batch_first,
        f"{name}.self_attn._qkv_same_embed_dim was not True": not attention._qkv_same_embed_dim,
        f"{name}.self_attn was passed bias=False": attention.in_proj_bias is None,
        f"{name}.activation_relu_or_gelu was not True": not (
            layer.activation in (F.relu, F.gelu) or isinstance(layer.activation, ReLU | GELU)
        ),
        f"{name}.norm1.eps was not equal to {name}.norm2.eps": layer.norm1.eps != layer.norm2.eps,
        f"{name}.self_attn.num_heads is odd": attention.num_heads % 2 == 1,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


class TransformerDecoder(Module):
    """Decoder layers one after another, copies of `decoder_layer`, and a normalisation at the end."""

    def __init__(self, decoder_layer: Module, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None, memory_is_causal: bool = False,
    ) -> Tensor:  # fmt: skip
        """Return a sequence of the size of `tgt`; `memory` is the encoder's output."""
        causal = _is_causal(tgt_mask, tgt_is_causal, tgt, self.layers[0].self_attn.batch_first)
        output = tgt
        for layer in self.layers:
            output = layer(
                output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=causal, memory_is_causal=memory_is_causal,
            )  # fmt: skip
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    """An encoder, and a decoder that attends to its output."""

    def __init__(
        self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6, num_decoder_layers: int = 6,
        dim_feedforward: int = 2048, dropout: float = 0.1, activation: Any = F.relu, custom_encoder: Any = None,
        custom_decoder: Any = None, layer_norm_eps: float = 1e-5, batch_first: bool = False, norm_first: bool = False,
        bias: bool = True, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        made = {"device": device, "dtype": dtype}
        layer = (
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias, device, dtype,
        )  # fmt: skip
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            encoder_layer = TransformerEncoderLayer(*layer)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)
            self.encoder = TransformerEncoder(encoder_layer, num_encoder_layers, norm)
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            decoder_layer = TransformerDecoderLayer(*layer)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)
            self.decoder = TransformerDecoder(decoder_layer, num_decoder_layers, norm)
        self._initialize(self._reset_parameters)
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def _reset_parameters(self) -> None:
        for parameter in self.parameters():
            if parameter.ndim > 1:
                init.xavier_uniform_(parameter)

    def forward(
        self, src: Tensor, tgt: Tensor, src_mask: Tensor | None = None, tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None, tgt_is_causal: bool | None = None, memory_is_causal: bool = False,
    ) -> Tensor:  # fmt: skip
        """Return a sequence of the size of `tgt`."""
        batch_dim = 0 if self.batch_first else 1
        if src.ndim == 3 and src.size(batch_dim) != tgt.size(batch_dim):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(
            tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal, memory_is_causal=memory_is_causal,
        )  # fmt: skip

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: Any = None) -> Tensor:
        """Return the mask that hides later positions: -inf above the diagonal, 0 elsewhere."""
        return _no_look_ahead(sz, device, dtype)
