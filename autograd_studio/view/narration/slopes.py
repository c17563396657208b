"""Slopes: one sentence for each input of an operation about how its result changes when that input does.

Elementwise operations are told with this step's numbers: what leaves a node divided by what arrives. Others are told by their
family, in one table, and with numbers where the result is a single one, or a softmax. Whoever adds an operator gives it a
family here, or a place among the elementwise ones.
"""

from __future__ import annotations

import math

from autograd_engine.trace.schema import Step, Trace, Value

from ..wording import words as say
from ..wording.box_text import as_operand
from ..wording.numbers import index_text
from ..wording.words import Words
from .paths import ELEMENTWISE, LocalSlope
from .rows import Rows, attended_rows, normalized_rows, softmax_rows

# The message for each operation that is not told with its numbers; `name.input` is for one of its inputs.
FAMILIES = {
    say.SLOPE_SUM: "sum nansum trace",
    say.SLOPE_MEAN: "mean",
    say.SLOPE_MOVED: """view t transpose permute squeeze unsqueeze diag_embed flip pixel_shuffle
        pixel_unshuffle fw_primal reshape_alias roll unsafe_view constant_pad_nd""",
    say.SLOPE_COPIED: """expand repeat as_strided unfold im2col reflection_pad1d reflection_pad2d reflection_pad3d
        replication_pad1d replication_pad2d replication_pad3d upsample_nearest1d upsample_nearest2d
        upsample_nearest3d""",
    say.SLOPE_FOLDED: "col2im",
    say.SLOPE_PLACED: "stack cat unbind split split_with_sizes unsafe_split unsafe_split_with_sizes",
    say.SLOPE_TAKEN: """select slice index gather embedding index_select masked_select diagonal diagonal_copy
        tril triu pack_padded_sequence unique_dim unique2""",
    say.SLOPE_CHOSEN: "max min amax amin median topk sort",
    say.SLOPE_WINDOW_MEAN: "adaptive_avg_pool2d adaptive_avg_pool3d avg_pool2d avg_pool3d",
    say.SLOPE_WINDOW_MAX: "max_pool2d_with_indices max_pool3d_with_indices",
    say.SLOPE_WEIGHTED: """affine_grid_generator embedding_bag grid_sampler2d.input
        upsample_bilinear2d upsample_linear1d upsample_trilinear3d""",
    say.SLOPE_PLACE: "grid_sampler2d.grid",
    say.SLOPE_PRODUCT: "mm mv dot vdot bmm addmm addmv baddbmm addr linalg_cross",
    say.SLOPE_ADDED: "addmm.self addmv.self baddbmm.self addr.self index_add.self scatter_add.self",
    say.SLOPE_CONV: "convolution",
    say.SLOPE_FILTER: "convolution.weight",
    say.SLOPE_BIAS: "convolution.bias native_batch_norm.bias native_layer_norm.bias native_group_norm.bias",
    say.SLOPE_SCALE: "native_batch_norm.weight native_layer_norm.weight native_group_norm.weight",
    say.SLOPE_NORMALIZED: "native_batch_norm native_layer_norm native_group_norm",
    say.SLOPE_SOFTMAX: "softmax safe_softmax",
    say.SLOPE_LOG_SOFTMAX: "log_softmax",
    say.SLOPE_LOGSUMEXP: "logsumexp",
    say.SLOPE_NLL: "nll_loss nll_loss2d",
    say.SLOPE_SQUARES: "mse_loss",
    say.SLOPE_PROBABILITY: "binary_cross_entropy",
    say.SLOPE_LOGIT: "binary_cross_entropy_with_logits",
    say.SLOPE_TARGET: "binary_cross_entropy.target binary_cross_entropy_with_logits.target",
    say.SLOPE_HUBER: "huber_loss smooth_l1_loss",
    say.SLOPE_NORM: "linalg_vector_norm norm",
    say.SLOPE_DISTANCE: "dist cdist euclidean_dist",
    say.SLOPE_SCAN: "cumsum",
    say.SLOPE_FACTORS: "prod cumprod",
    say.SLOPE_VARIANCE: "var",
    say.SLOPE_DEVIATION: "std",
    say.SLOPE_KEPT: """index_put_impl.self masked_fill.self
        masked_scatter.self scatter.self index_fill.self index_put.self""",
    say.SLOPE_WRITTEN: """index_put_impl.values masked_fill.value masked_scatter.source scatter.src
        index_fill.value index_put.values copy fill""",
    say.SLOPE_SOURCE: "index_add.source scatter_add.src",
    say.SLOPE_SCATTERED: "scatter_reduce",
    say.SLOPE_QUERY: "scaled_dot_product_flash_attention_for_cpu",
    say.SLOPE_ATTENDED: "scaled_dot_product_flash_attention_for_cpu.value",
    say.SLOPE_MATRIX: """cholesky_inverse cholesky_solve linalg_cholesky_ex linalg_det linalg_eigh linalg_inv_ex
        linalg_pinv linalg_qr linalg_slogdet linalg_solve_ex linalg_solve_triangular
        linalg_svd""",
    say.SLOPE_DIRECTION: "weight_norm_interface.v",
    say.SLOPE_LENGTH: "weight_norm_interface.g",
    say.SLOPE_GATE: "glu",
    say.SLOPE_RECURRENT: "mkldnn_rnn_layer",
    say.SLOPE_SAMPLE: "sample_dirichlet standard_gamma",
    say.SLOPE_FLAT: """bernoulli bernoulli_as exponential normal random uniform zero round ceil floor trunc sign sgn
        floor_divide eq ne lt le gt ge copy.self fill.self""",
    say.SLOPE_SECOND: "standard_gamma_grad dirichlet_grad",
}
MESSAGE_OF = {name: message for message, names in FAMILIES.items() for name in names.split()}

# Messages that an option replaces: the running statistics of evaluation, and values that are added to what is there.
_BY_OPTION = {
    (say.SLOPE_NORMALIZED, "training", "False"): say.SLOPE_FIXED_SCALE,
    (say.SLOPE_KEPT, "accumulate", "True"): say.SLOPE_ADDED,
}

# Messages after which a row is told with its numbers, after which it is said which elements received something, and those that
# have their numbers in them.
_BY_ROW = {
    say.SLOPE_SOFTMAX,
    say.SLOPE_LOG_SOFTMAX,
    say.SLOPE_NORMALIZED,
    say.SLOPE_QUERY,
    say.SLOPE_ATTENDED,
}
_WHO = {say.SLOPE_TAKEN, say.SLOPE_CHOSEN, say.SLOPE_WINDOW_MAX, say.SLOPE_KEPT, say.SLOPE_NLL}
_SAYING = {say.SLOPE_SUM, say.SLOPE_MEAN, say.SLOPE_MOVED}
MOST_RECEIVERS = 4

# Operations that are flat on one side of a bound, where nothing goes back.
_CUTTING = {"relu", "clamp", "clamp_min", "clamp_max", "hardtanh", "relu6", "threshold", "where"}


def slope_sentence(
    trace: Trace, step: Step, edge: int, title: str, result: str, local: LocalSlope, words: Words
) -> tuple[str, Rows | None]:
    """Return the sentence about edge `edge` of the node that a step runs, "" where there is none to say.

    `title` is what its input is called, `result` what the operation's result is, `local` its slope. With it comes what each
    row sends, where that is told row by row; the sentence then ends with what is said first.
    """
    fn = trace.fns[step.fn]
    if fn.op is None or not step.outgoing or step.outgoing[edge] is None:
        return "", None
    message = message_of(trace.ops[fn.op].name.rstrip("_"), fn.edges[edge].input.partition("[")[0])
    for argument in trace.ops[fn.op].inputs:
        message = _BY_OPTION.get((message, argument.name, argument.text), message)
    if message not in _BY_ROW:
        return _sentence(trace, step, edge, message, title, result, local, words), None
    rows = _rows(trace, step, edge, message, words)
    return words.sentences(words(message, name=title, result=result), rows.first if rows else ""), rows


def _sentence(
    trace: Trace,
    step: Step,
    edge: int,
    message: str | None,
    title: str,
    result: str,
    local: LocalSlope,
    words: Words,
) -> str:
    fn = trace.fns[step.fn]
    name = trace.ops[fn.op].name.rstrip("_")
    found, numbers = local
    if message is not None:
        said = words(message, name=title, result=result, count=_share(trace, step, edge))
        if message in _WHO:
            return words.sentences(said, _receivers(trace.values[step.outgoing[edge]], title, words))
        is_news = numbers not in (None, "0", "1") and message not in _SAYING
        return words.sentences(said, words(say.SLOPE_HERE, slope=numbers) if is_news else "")
    if name not in ELEMENTWISE:
        return ""
    if fn.edges[edge].summed:
        return words(say.SLOPE_BROADCAST, name=title, count=_copies(trace, step, edge))
    if numbers is None:
        return words(say.SLOPE_EACH, name=title, result=result)
    if name not in _CUTTING or 0 not in found:
        return words(say.SLOPE, name=title, result=result, slope=numbers)
    shape = trace.values[step.outgoing[edge]].shape
    cut = [_element(title, i, shape) for i, one in enumerate(found) if one == 0]
    is_told = bool(shape) and len(cut) <= MOST_RECEIVERS
    said = words(say.SLOPE_CUT, name=title, result=result, slope=numbers)
    return words.sentences(said, words(say.SLOPE_CUT_AT, names=words.join(cut)) if is_told else "")


def _rows(trace: Trace, step: Step, edge: int, message: str, words: Words) -> Rows | None:
    if message == say.SLOPE_NORMALIZED:
        return normalized_rows(trace, step, edge, words)
    if message in (say.SLOPE_QUERY, say.SLOPE_ATTENDED):
        return attended_rows(trace, step, edge, words)
    return softmax_rows(trace, step, edge, words)


def message_of(name: str, given: str) -> str | None:
    """Return the message for the input `given` of an operation that is not told with its numbers alone."""
    if "backward" in name:
        return say.SLOPE_LINEAR_BACK if given.startswith("grad") else say.SLOPE_SECOND
    return MESSAGE_OF.get(f"{name}.{given}") or MESSAGE_OF.get(name)


def _receivers(sent: Value, title: str, words: Words) -> str:
    """Return which elements got something, "" of many or of all."""
    if sent.corner is not None:
        return ""
    places = [i for i, x in enumerate(sent.data) if x != 0]
    if not places or len(places) > MOST_RECEIVERS or len(places) == len(sent.data):
        return ""
    return words(say.SLOPE_RECEIVERS, names=words.join([_element(title, i, sent.shape) for i in places]))


def _element(title: str, i: int, shape: list[int]) -> str:
    """Return the i-th element of a tensor as it is written: `x[1]`, `(x + 1)[1]`."""
    return f"{as_operand(title)}{index_text(i, shape)}"


def _copies(trace: Trace, step: Step, edge: int) -> int:
    """Return how often each element of an input was used that was broadcast."""
    incoming = next(value for value in step.incoming if value is not None)
    sizes = (math.prod(trace.values[value].shape) for value in (incoming, step.outgoing[edge]))
    return next(sizes) // max(1, next(sizes))


def _share(trace: Trace, step: Step, edge: int) -> int:
    """Return how many elements of an input went into each of the result."""
    source, incoming = trace.fns[step.fn].edges[edge].source, next(v for v in step.incoming if v is not None)
    shape = trace.values[step.outgoing[edge] if source is None else trace.tensors[source].value].shape
    return math.prod(shape) // max(1, math.prod(trace.values[incoming].shape))
