"""Activations: elementwise functions, softmax and its kin, and attention with several heads."""

from __future__ import annotations

from typing import Any

from ....base.errors import lacks
from ....graph.tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import allocated
from ._configured import Configured, applies, configured
from .linear import NonDynamicallyQuantizableLinear
from .module import Module

__all__ = [
    "ELU", "GELU", "GLU", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU", "LogSigmoid", "LogSoftmax", "Mish",
    "MultiheadAttention", "PReLU", "ReLU", "ReLU6", "SELU", "SiLU", "Sigmoid", "Softmax", "Softplus", "Softsign", "Tanh",
]  # fmt: skip


# ---- of each element


@configured
class _InPlace(Configured):
    _own = "__init__", "forward"
    inplace: bool = False


@applies("sigmoid")
class Sigmoid(Configured):
    """1 / (1 + exp(-x))."""


@applies("tanh")
class Tanh(Configured):
    """The hyperbolic tangent."""


@applies("logsigmoid")
class LogSigmoid(Configured):
    """The logarithm of the sigmoid."""


@applies("softsign")
class Softsign(Configured):
    """x / (1 + |x|)."""


@applies("relu")
class ReLU(_InPlace):
    """The larger of x and 0."""


@applies("selu")
class SELU(_InPlace):
    """A scaled ELU that keeps mean and variance."""


@applies("silu")
class SiLU(_InPlace):
    """x times its sigmoid."""


@applies("mish")
class Mish(_InPlace):
    """x times tanh of its softplus."""


@applies("hardsigmoid")
class Hardsigmoid(_InPlace):
    """A sigmoid made of straight lines."""

    extra_repr = Module.extra_repr


@applies("hardswish")
class Hardswish(_InPlace):
    """x times its hard sigmoid."""

    extra_repr = Module.extra_repr


@applies("elu")
class ELU(Configured):
    """x above 0, alpha * (exp(x) - 1) below."""

    alpha: float = 1.0
    inplace: bool = False


@applies("leaky_relu")
class LeakyReLU(Configured):
    """x above 0, negative_slope * x below."""

    negative_slope: float = 1e-2
    inplace: bool = False


@applies("hardtanh")
class Hardtanh(Configured):
    """x between min_val and max_val, the nearer of them elsewhere."""

    min_val: float = -1.0
    max_val: float = 1.0
    inplace: bool = False


class ReLU6(Hardtanh):
    """x between 0 and 6, the nearer of them elsewhere."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        """Return whether it works in place."""
        return "inplace=True" if self.inplace else ""


@applies("gelu")
class GELU(Configured):
    """x times the normal distribution's share below it."""

    approximate: str = "none"


@applies("softplus")
class Softplus(Configured):
    """log(1 + exp(beta * x)) / beta, and x itself where beta * x is above the threshold."""

    beta: float = 1.0
    threshold: float = 20.0


class PReLU(Module):
    """A leaky ReLU whose slope is a parameter: one, or one for each channel."""

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = allocated(num_parameters, device, dtype)
        self._initialize()

    def reset_parameters(self) -> None:
        """Set the slopes to their first value."""
        init.constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Tensor:
        """Apply it to each element."""
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """Return the number of slopes."""
        return f"num_parameters={self.num_parameters}"


# ---- along a dimension


@applies("glu")
class GLU(Configured):
    """The first half of a dimension times the sigmoid of the second."""

    dim: int = -1


@configured
class _Along(Configured):
    _own = "__init__", "forward"
    dim: int | None = None


@applies("softmax")
class Softmax(_Along):
    """exp(x), divided by its sum along a dimension."""


@applies("log_softmax")
class LogSoftmax(_Along):
    """The logarithm of the softmax."""


# ---- attention


class MultiheadAttention(Module):
    """Attention with several heads (Vaswani et al., 2017): each sees its own part of the projected features."""

    def __init__(
        self, embed_dim: int, num_heads: int, dropout: float = 0.0, bias: bool = True, add_bias_kv: bool = False,
        add_zero_attn: bool = False, kdim: int | None = None, vdim: int | None = None, batch_first: bool = False,
        device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and num_heads={num_heads} instead"
            )
        if add_bias_kv or add_zero_attn:
            raise lacks("attention with add_bias_kv or add_zero_attn")
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        together = self._qkv_same_embed_dim
        for name, width in (("q", embed_dim), ("k", self.kdim), ("v", self.vdim)):
            separate = None if together else allocated((embed_dim, width), device, dtype)
            self.register_parameter(f"{name}_proj_weight", separate)
        whole = allocated((3 * embed_dim, embed_dim), device, dtype) if together else None
        self.register_parameter("in_proj_weight", whole)
        self.register_parameter("in_proj_bias", allocated(3 * embed_dim, device, dtype) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device, dtype)
        self.bias_k = self.bias_v = None
        self.add_zero_attn = False
        self._initialize(self._reset_parameters)

    def _reset_parameters(self) -> None:
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None = None, need_weights: bool = True,
        attn_mask: Tensor | None = None, average_attn_weights: bool = True, is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:  # fmt: skip
        """Attend with `query` to `key` and `value`, (length, batch, features); return the result and the weights."""
        swapped = self.batch_first and query.dim() == 3
        if swapped:
            query, key, value = _transposed(query, key, value)
        output, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k, self.bias_v,
            self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias, training=self.training,
            key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim, q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight, v_proj_weight=self.v_proj_weight, average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )  # fmt: skip
        return (output.transpose(1, 0) if swapped else output), weights


def _transposed(query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Swap batch and length; what was one tensor stays one, so that it is projected at once."""
    if query is key is value:
        query = key = value = query.transpose(1, 0)
    elif key is value:
        query, key = query.transpose(1, 0), key.transpose(1, 0)
        value = key
    else:
        query, key, value = query.transpose(1, 0), key.transpose(1, 0), value.transpose(1, 0)
    return query, key, value
