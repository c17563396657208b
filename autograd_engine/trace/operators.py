"""Operators as readers of a Trace know them: one row each, by the name that an operation has there.

What an operator computes is its definition in `ops/`, which nobody who reads a Trace may import: a Trace may come from real
PyTorch. A new operator needs a row if it is elementwise, or if something else is to be said of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Flag, auto
from functools import lru_cache
from typing import Any


class Kind(Flag):
    """What an operator is; one may be several."""

    ELEMENTWISE = auto()  # each element of the result is computed from those at its place alone
    PRODUCT = auto()  # the slope by one operand is another operand, so that its zeros and small numbers go on
    FLAT = auto()  # a function of steps, or a draw: its slope is 0, as nobody expects who trains with it
    RECTIFYING = auto()  # the slope is 0 below a bound
    CLAMPING = auto()  # the slope is 0 outside bounds
    SATURATING = auto()  # the slope nears 0 far from 0, as that of a sigmoid
    CUTTING = auto()  # the slope is 0 for some elements, which are worth naming
    SELECTING = auto()  # some elements of the operands are not in the result
    CHOOSING = auto()  # what is not in the result was computed first, as the other branch of `where`
    JOINING = auto()  # each operand is a part of the result
    NORM = auto()  # has no slope at 0
    SHAPE_ONLY = auto()  # takes the shape of a tensor, and none of its numbers
    PLACES = auto()  # gives places or counts of elements, which are integers
    NEW = auto()  # makes a new tensor of the numbers of another, as real PyTorch's recording has it
    CONVERTING = auto()  # gives the same numbers with another dtype
    UNRECORDED = auto()  # gives floating-point numbers without a history, since it has no derivative


(
    ELEMENTWISE, PRODUCT, FLAT, RECTIFYING, CLAMPING, SATURATING, CUTTING, SELECTING, CHOOSING, JOINING, NORM, SHAPE_ONLY, PLACES,
    NEW, CONVERTING, UNRECORDED,
) = Kind  # fmt: skip
_NO_KIND = Kind(0)


@dataclass(frozen=True)
class Operator:
    """A row of the table.

    `symbol` is how equations write it: the sign between its operands, or with them, as in `-x`. `typed` is the sign in a
    program that may run it, where that is another one. `called` is what PyTorch's users call it. `added` is the input that a
    product only adds.

    `slope` is the family that its slopes are of, `slopes` that of single inputs: "product" is the sentence view.slopes.product of
    the catalogue. An elementwise operator needs none: it is told with its numbers.

    `derivatives` say by how much an element of the result y grows for each 1 that an element of an input grows, which is 0 by
    those that no line names. n is how many elements y was made of. A single index is a place among the elements that the
    operation is about; with a comma they are all that there are, and c is the channel of i. What is in capitals is what the
    options of the operation make it (view/narration/derivatives.py). A letter that is no input is one of `letters`. They hold
    without the options in `plain`, or with one of the texts that are listed there.

    `odd` is the cause (docs/why.md) when the operator makes NaN or infinity of ordinary numbers, `steep` that when its
    slope is NaN or infinite, where it is another one.
    """

    name: str
    kind: Kind = _NO_KIND
    symbol: str = ""
    typed: str = ""
    called: str = ""
    added: str = ""
    slope: str = ""
    slopes: Mapping[str, str] = field(default_factory=dict)
    derivatives: tuple[str, ...] = ()
    letters: Mapping[str, str] = field(default_factory=dict)
    plain: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    odd: str = ""
    steep: str = ""


# ---- lines that several rows share

_EXTREME = ("y / self[i] = (self[i] == y) / sum(self == y)",)
_NO_WEIGHT = {"weight": ("None",), "pos_weight": ("None",)}
_NORMALIZED = (
    "y[i] / input[i] = GAMMA * (1 - (1 + x̂[i] ** 2) / SIZE) / σ",
    "y[i] / input[j] = -(1 + x̂[i] * x̂[j]) * GAMMA / (SIZE * σ)",
)
_BY_PLACE = ("y[i] / weight[i] = x̂[i]", "y[i] / bias[i] = 1")
_BY_CHANNEL = ("y[i] / weight[c] = x̂[i]", "y[i] / bias[c] = 1")
_NORM_LETTERS = {"x̂": "(input - mean(input)) / σ", "σ": "sqrt(mean((input - mean(input)) ** 2) + EPS)"}
_NORM_SLOPES = {"weight": "scale", "bias": "bias"}
_BESIDE, _INSIDE = "STRIDE * p + k - PADDING", "STRIDE * p + k - PADDING, STRIDE * q + l - PADDING"
_CONVOLUTION = (
    f"y[b, o, p] / input[b, c, {_BESIDE}] = weight[o, c, k]",
    f"y[b, o, p] / weight[o, c, k] = input[b, c, {_BESIDE}]",
    f"y[b, o, p, q] / input[b, c, {_INSIDE}] = weight[o, c, k, l]",
    f"y[b, o, p, q] / weight[o, c, k, l] = input[b, c, {_INSIDE}]",
)
_ATTENTION = (
    "y[b, h, i, l] / query[b, h, i, k] = SCALE * sum(p[b, h, i, :] * (value[b, h, :, l] - y[b, h, i, l]) * key[b, h, :, k])",
    "y[b, h, i, l] / key[b, h, j, k] = SCALE * p[b, h, i, j] * (value[b, h, j, l] - y[b, h, i, l]) * query[b, h, i, k]",
    "y[b, h, i, l] / value[b, h, j, l] = p[b, h, i, j]",
)
_WEIGHTS = {"p": "softmax(SCALE * (query @ key.mT) MASK)"}


def _all_of(kind: Kind, names: str, **same: Any) -> list[Operator]:
    """Return the rows of operators of which the same is to be said."""
    return [Operator(name, kind, **same) for name in names.split()]


# ---- the table

_ROWS = (
    # arithmetic
    Operator("add", ELEMENTWISE, symbol="+"),
    Operator("addcdiv", ELEMENTWISE, added="self"),
    Operator("addcmul", ELEMENTWISE | PRODUCT, added="self"),
    Operator("div", ELEMENTWISE | PRODUCT, symbol="/", odd="division_by_zero"),
    Operator("floor_divide", ELEMENTWISE, symbol="//", slope="flat"),
    Operator("fmod", ELEMENTWISE, odd="division_by_zero"),
    *_all_of(ELEMENTWISE, "lerp number_remainder"),
    Operator("mul", ELEMENTWISE | PRODUCT, symbol="*"),
    Operator("neg", ELEMENTWISE, symbol="-x"),
    Operator("pow", ELEMENTWISE, symbol="**"),
    Operator("reciprocal", ELEMENTWISE, symbol="1/x", odd="division_by_zero"),
    Operator("remainder", ELEMENTWISE, symbol="%", odd="division_by_zero"),
    *_all_of(ELEMENTWISE, "rsqrt sqrt", odd="sqrt_zero"),
    Operator("rsub", ELEMENTWISE, symbol="y-x", typed="-"),
    Operator("sub", ELEMENTWISE, symbol="-"),
    # functions of one number
    *_all_of(ELEMENTWISE, "abs asinh atan cos digamma erfc erfinv polygamma sin sinc"),
    *_all_of(ELEMENTWISE, "acos acosh asin atanh lgamma tan", odd="domain"),
    *_all_of(ELEMENTWISE, "cosh exp exp2 expm1 sinh", odd="exp_overflow"),
    Operator("erf", ELEMENTWISE | SATURATING),
    *_all_of(ELEMENTWISE, "log log10 log1p log2 logit", odd="log_zero"),
    # of two
    Operator("atan2", ELEMENTWISE, steep="domain"),
    *_all_of(ELEMENTWISE, "copysign hypot"),
    Operator("heaviside", ELEMENTWISE | FLAT, slope="flat"),
    Operator("logaddexp", ELEMENTWISE, steep="all_masked"),
    Operator("xlogy", ELEMENTWISE, odd="log_zero"),
    # steps
    *_all_of(ELEMENTWISE | FLAT, "ceil floor round sgn sign trunc", slope="flat"),
    Operator("frac", ELEMENTWISE),
    # comparisons and logic
    Operator("eq", ELEMENTWISE, symbol="==", slope="flat"),
    Operator("ge", ELEMENTWISE, symbol=">=", slope="flat"),
    Operator("gt", ELEMENTWISE, symbol=">", slope="flat"),
    Operator("le", ELEMENTWISE, symbol="<=", slope="flat"),
    Operator("lt", ELEMENTWISE, symbol="<", slope="flat"),
    Operator("ne", ELEMENTWISE, symbol="!=", slope="flat"),
    *_all_of(ELEMENTWISE, "bitwise_and logical_and", typed="&"),
    *_all_of(ELEMENTWISE, """bitwise_left_shift bitwise_right_shift bitwise_xor isclose isfinite isinf isnan
            logical_xor signbit"""),
    *_all_of(ELEMENTWISE, "bitwise_not logical_not", typed="~x"),
    *_all_of(ELEMENTWISE, "bitwise_or logical_or", typed="|"),
    # bounds and choices
    *_all_of(ELEMENTWISE | CLAMPING | CUTTING | CHOOSING, "clamp clamp_max"),
    Operator("clamp_min", ELEMENTWISE | RECTIFYING | CLAMPING | CUTTING | CHOOSING),
    *_all_of(ELEMENTWISE | SELECTING, "fmax fmin"),
    *_all_of(ELEMENTWISE | SELECTING | CHOOSING, "maximum minimum"),
    Operator("nan_to_num", ELEMENTWISE),
    Operator("where", ELEMENTWISE | SELECTING | CHOOSING | CUTTING),
    # activations
    *_all_of(ELEMENTWISE, "elu gelu hardshrink leaky_relu mish prelu_kernel_backward silu softplus softshrink"),
    Operator("glu", slope="gate"),
    Operator("hardsigmoid", ELEMENTWISE | CLAMPING | SATURATING),
    *_all_of(ELEMENTWISE | SATURATING, "hardswish log_sigmoid sigmoid softsign tanh"),
    Operator("hardtanh", ELEMENTWISE | CLAMPING | SATURATING | CUTTING),
    Operator("prelu_kernel", ELEMENTWISE | PRODUCT),
    *_all_of(ELEMENTWISE | RECTIFYING | CUTTING | CHOOSING, "relu relu6"),
    Operator("threshold", ELEMENTWISE | RECTIFYING | CUTTING),
    # softmax
    Operator("log_softmax", slope="log_softmax", odd="all_masked",
             derivatives=("y[i] / self[i] = 1 - exp(y[i])", "y[i] / self[j] = -exp(y[j])")),
    Operator("logsumexp", slope="logsumexp", steep="all_masked", derivatives=("y / self[i] = exp(self[i] - y)",)),
    Operator("safe_softmax", slope="softmax"),
    Operator("softmax", SATURATING, slope="softmax", odd="all_masked",
             derivatives=("y[i] / self[i] = y[i] * (1 - y[i])", "y[i] / self[j] = -y[i] * y[j]")),
    # products
    Operator("addmm", PRODUCT, added="self", slope="product", slopes={"self": "added"},
             derivatives=("y[i, j] / self[j] = BETA", "y[i, j] / mat1[i, k] = ALPHA * mat2[k, j]",
                          "y[i, j] / mat2[k, j] = ALPHA * mat1[i, k]")),
    *_all_of(PRODUCT, "addmv baddbmm", added="self", slope="product", slopes={"self": "added"}),
    Operator("addr", added="self", slope="product", slopes={"self": "added"}),
    Operator("bmm", PRODUCT, symbol="@", slope="product",
             derivatives=("y[b, i, j] / self[b, i, k] = mat2[b, k, j]", "y[b, i, j] / mat2[b, k, j] = self[b, i, k]")),
    Operator("dot", PRODUCT, symbol="@", slope="product",
             derivatives=("y / self[i] = tensor[i]", "y / tensor[i] = self[i]")),
    *_all_of(_NO_KIND, "linalg_cross vdot", slope="product"),
    Operator("mm", PRODUCT, symbol="@", slope="product",
             derivatives=("y[i, j] / self[i, k] = mat2[k, j]", "y[i, j] / mat2[k, j] = self[i, k]")),
    Operator("mv", PRODUCT, symbol="@", slope="product",
             derivatives=("y[i] / self[i, k] = vec[k]", "y[i] / vec[k] = self[i, k]")),
    # layers
    Operator("convolution", PRODUCT, added="bias", slope="conv", slopes={"weight": "filter", "bias": "bias"},
             derivatives=_CONVOLUTION,
             plain={"groups": ("1",), "dilation": ("(1,)", "(1, 1)"), "transposed": ("False",)}),
    Operator("convolution_backward", PRODUCT),
    Operator("embedding", SELECTING, slope="taken"),
    Operator("embedding_bag", SELECTING, slope="weighted"),
    Operator("mkldnn_rnn_layer", slope="recurrent"),
    *_all_of(_NO_KIND, "native_batch_norm native_group_norm", slope="normalized", slopes=_NORM_SLOPES,
             derivatives=(*_NORMALIZED, *_BY_CHANNEL), letters=_NORM_LETTERS),
    Operator("running_batch_norm",  # native_batch_norm in evaluation, which normalizes with its running statistics
             derivatives=("y[i] / input[i] = GAMMA / σ", *_BY_CHANNEL),
             letters={"x̂": "(input - running_mean[c]) / σ", "σ": "sqrt(running_var[c] + EPS)"}),
    Operator("native_layer_norm", slope="normalized", slopes=_NORM_SLOPES,
             derivatives=(*_NORMALIZED, *_BY_PLACE), letters=_NORM_LETTERS),
    Operator("scaled_dot_product_attention", derivatives=_ATTENTION, letters=_WEIGHTS),
    Operator("scaled_dot_product_flash_attention_for_cpu", slope="query", slopes={"value": "attended"},
             derivatives=_ATTENTION, letters=_WEIGHTS),
    Operator("weight_norm_interface", slopes={"v": "direction", "g": "length"}),
    # pictures
    *_all_of(_NO_KIND, "adaptive_avg_pool2d adaptive_avg_pool3d avg_pool2d avg_pool3d", slope="window_mean"),
    *_all_of(_NO_KIND, "affine_grid_generator upsample_bilinear2d upsample_linear1d upsample_trilinear3d", slope="weighted"),
    Operator("col2im", slope="folded"),
    Operator("grid_sampler2d", slopes={"input": "weighted", "grid": "place"}),
    *_all_of(_NO_KIND, """im2col reflection_pad1d reflection_pad2d reflection_pad3d replication_pad1d
            replication_pad2d replication_pad3d upsample_nearest1d upsample_nearest2d upsample_nearest3d""", slope="copied"),
    *_all_of(SELECTING, "max_pool2d_with_indices max_pool3d_with_indices", slope="window_max"),
    *_all_of(_NO_KIND, "pixel_shuffle pixel_unshuffle", slope="moved"),
    # losses
    Operator("binary_cross_entropy", slope="probability", slopes={"target": "target"}, plain=_NO_WEIGHT,
             derivatives=("y / self[i] = (self[i] - target[i]) / (COUNT * self[i] * (1 - self[i]))",)),
    *_all_of(ELEMENTWISE, "binary_cross_entropy_backward huber_loss_backward mse_loss_backward smooth_l1_loss_backward"),
    Operator("binary_cross_entropy_with_logits", slope="logit", slopes={"target": "target"}, plain=_NO_WEIGHT,
             derivatives=("y / self[i] = (sigmoid(self[i]) - target[i]) / COUNT",)),
    *_all_of(_NO_KIND, "huber_loss smooth_l1_loss", slope="huber"),
    Operator("mse_loss", slope="squares", odd="empty",
             derivatives=("y / self[i] = 2 * (self[i] - target[i]) / COUNT",
                          "y / target[i] = 2 * (target[i] - self[i]) / COUNT")),
    Operator("nll_loss", slope="nll", odd="empty", plain=_NO_WEIGHT,
             derivatives=("y / self[i, target[i]] = -1 / TARGETS",)),
    Operator("nll_loss2d", slope="nll"),
    # sums and other reductions
    *_all_of(SELECTING, "amax amin", slope="chosen", derivatives=_EXTREME),
    *_all_of(NORM, "cdist dist", slope="distance", steep="norm_zero"),
    Operator("cumprod", slope="factors"),
    Operator("cumsum", slope="scan", derivatives=("y[i + j] / self[i] = 1",)),
    Operator("euclidean_dist", slope="distance"),
    *_all_of(SELECTING, "aminmax cummax cummin kthvalue median mode sort topk", slope="chosen"),
    Operator("linalg_vector_norm", NORM, slope="norm", steep="norm_zero", derivatives=("y / self[i] = NORM",)),
    Operator("logcumsumexp", slope="logsumexp", steep="all_masked"),
    *_all_of(SELECTING, "max min", slope="chosen", derivatives=_EXTREME, plain={"dim": ()}),
    Operator("mean", slope="mean", odd="empty", derivatives=("y / self[i] = 1 / n",)),
    *_all_of(_NO_KIND, "nansum sum", slope="sum", derivatives=("y / self[i] = 1",)),
    Operator("norm", NORM, slope="norm", steep="norm_zero"),
    Operator("prod", slope="factors", derivatives=("y / self[i] = y / self[i]",)),
    Operator("std", NORM, slope="deviation", odd="empty", steep="norm_zero",
             derivatives=("y / self[i] = (self[i] - mean(self)) / (FREE * y)",)),
    Operator("std_mean", NORM, slope="deviation", odd="empty", steep="norm_zero"),
    Operator("trace", slope="sum", derivatives=("y / self[i, i] = 1",)),
    Operator("var", slope="variance", odd="empty", derivatives=("y / self[i] = 2 * (self[i] - mean(self)) / FREE",)),
    Operator("var_mean", slope="variance", odd="empty"),
    # shapes
    Operator("alias", ELEMENTWISE, typed="x[i]"),
    *_all_of(_NO_KIND, "as_strided expand repeat unfold", slope="copied"),
    *_all_of(_NO_KIND, """constant_pad_nd diag_embed flip fw_primal permute reshape_alias roll rot90 squeeze transpose
            unsafe_view view""", slope="moved"),
    Operator("t", symbol="x.T", slope="moved"),
    Operator("unsqueeze", typed="x[i]", slope="moved"),
    # parts
    *_all_of(JOINING, "cat stack", slope="placed"),
    *_all_of(_NO_KIND, "diagonal diagonal_copy pack_padded_sequence tril triu unique2 unique_dim", slope="taken"),
    *_all_of(SELECTING, "gather index_select take", slope="taken"),
    *_all_of(SELECTING, "index select slice", typed="x[i]", slope="taken"),
    Operator("masked_select", SELECTING | CHOOSING, slope="taken"),
    *_all_of(SELECTING, "split split_with_sizes unbind", slope="placed"),
    *_all_of(_NO_KIND, "unsafe_split unsafe_split_with_sizes", slope="placed"),
    # writing
    *_all_of(ELEMENTWISE, "copy fill", slope="written", slopes={"self": "flat"}),
    *_all_of(SELECTING, "index_add put", slopes={"self": "added", "source": "source"}),
    Operator("index_copy", SELECTING, slopes={"self": "kept", "source": "written"}),
    Operator("index_fill", SELECTING, slopes={"self": "kept", "value": "written"}),
    *_all_of(SELECTING | CHOOSING, "index_put index_put_impl", slopes={"self": "kept", "values": "written"}),
    Operator("masked_fill", ELEMENTWISE | SELECTING | CHOOSING, slopes={"self": "kept", "value": "written"}),
    Operator("masked_scatter", SELECTING | CHOOSING, slopes={"self": "kept", "source": "written"}),
    Operator("scatter", slopes={"self": "kept", "src": "written"}),
    Operator("scatter_add", slopes={"self": "added", "src": "source"}),
    Operator("scatter_reduce", slope="scattered"),
    Operator("zero", ELEMENTWISE, slope="flat"),
    # copies and conversions
    Operator("clone", ELEMENTWISE),
    Operator("to_copy", ELEMENTWISE | CONVERTING, called="to"),
    Operator("to_integers", CONVERTING, called="to"),
    # linear algebra
    *_all_of(_NO_KIND, """cholesky_inverse cholesky_solve linalg_cholesky_ex linalg_det linalg_eigh linalg_inv_ex
            linalg_pinv linalg_qr linalg_slogdet linalg_solve_ex linalg_solve_triangular linalg_svd""", slope="matrix"),
    # random numbers
    *_all_of(FLAT, "bernoulli bernoulli_as", slope="flat"),
    *_all_of(_NO_KIND, "dirichlet_grad standard_gamma_grad", slope="second"),
    *_all_of(_NO_KIND, "exponential normal random uniform", slope="flat"),
    Operator("multinomial", PLACES),
    *_all_of(_NO_KIND, "sample_dirichlet standard_gamma", slope="sample"),
    # places and counts
    *_all_of(PLACES, "argmax argmin count_nonzero nonzero searchsorted"),
    # functions that the engine makes of several operators or before the recording, and real PyTorch's recording shows
    Operator("addbmm", PRODUCT, added="self"),
    *_all_of(PRODUCT, "conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d", added="bias"),
    *_all_of(_NO_KIND, "cosine_similarity pairwise_distance", steep="norm_zero"),
    Operator("linear", PRODUCT, added="bias"),
    Operator("matmul", PRODUCT, symbol="@"),
    Operator("mT", symbol="x.T"),
    Operator("rdiv", odd="division_by_zero"),
    Operator("true_divide", ELEMENTWISE, symbol="/", odd="division_by_zero"),
    *_all_of(SELECTING, """index_reduce max_pool1d max_pool2d max_pool3d max_unpool1d max_unpool2d
            max_unpool3d narrow narrow_copy select_copy select_scatter slice_copy slice_scatter split_copy
            split_with_sizes_copy unbind_copy"""),
    *_all_of(PLACES, "argsort bucketize nonzero_static"),
    *_all_of(NEW, "as_tensor tensor"),
    *_all_of(UNRECORDED, "bincount histc", slope="flat"),
    *_all_of(CONVERTING, "bool byte int long short type type_as"),
    Operator("clip", CLAMPING),
    *_all_of(ELEMENTWISE, "contiguous float selu square"),
    *_all_of(PRODUCT, "divide dropout dropout1d dropout2d dropout3d ger multi_dot multiply native_dropout outer prelu"),
    *_all_of(SHAPE_ONLY, """empty_like full_like new_empty new_empty_strided new_full new_ones new_tensor new_zeros ones_like
            rand_like randint_like randn_like zeros_like"""),
    Operator("fix", FLAT),
    Operator("to", ELEMENTWISE | CONVERTING),
)  # fmt: skip

OPERATORS = {row.name: row for row in _ROWS}


@lru_cache(1024)  # names of a program's custom Functions among them
def operator_of(name: str) -> Operator:
    """Return the row for the name of an operation, of a written-in-place one too; an empty one where there is none."""
    name = name.strip("_")
    return OPERATORS.get(name) or Operator(name)


def typed_as(sign: str | None) -> tuple[str, ...]:
    """Return the operators that a sign in a program may run."""
    return tuple(row.name for row in _ROWS if sign in (row.symbol, row.typed))
