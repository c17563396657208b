"""What the functions that backward formulas call mean to a reader, as formulas of plainer functions.

The engine's own text is exact but speaks of dtypes, sizes and special cases. A function that is not in the
table is shown as a call.
"""

from __future__ import annotations

# name -> (parameters, formula); further arguments are left out. A formula may use the node's other names too, and may
# have cases that depend on arguments. One for several inputs at once has a formula for each that a short one is known of.
MEANINGS: dict[str, tuple[tuple[str, ...], str | dict[str, str]]] = {
    # shapes and dtypes
    "to_dtype": (("x",), "x"),
    "to_numpy_dtype": (("x",), "x"),
    "contiguous": (("x",), "x"),
    "number_of": (("x",), "x"),
    "restored": (("x", "dim", "ndim", "keepdim"), "x if keepdim == True or dim is None else unsqueeze(x, dim)"),
    "checked_gradient": (("x",), "x"),
    "zeros_as": (("x",), "0"),
    "zeros_of": (("x",), "0"),
    "sum_to": (("x", "shape"), "sum_to(x, shape)"),
    "_expand": (("x", "shape"), "expand(x, shape)"),
    "expand_backward": (("x", "shape"), "sum_to(x, shape)"),
    "reshape": (("x", "shape"), "reshape(x, shape)"),
    "sum_backward": (
        ("x", "shape", "dim", "keepdim"),
        "expand(x if dim is None or keepdim == True else unsqueeze(x, dim), shape)",
    ),
    "mean_backward": (
        ("x", "shape", "dim", "keepdim"),
        "expand(x if dim is None or keepdim == True else unsqueeze(x, dim), shape) / n",
    ),
    "stacked": (("x",), "expand(x)"),
    "unsqueeze_to": (("x", "shape"), "reshape(x, shape)"),
    "unsqueeze_one": (("x", "dim"), "unsqueeze(x, dim)"),
    "unsqueeze_many": (("x", "dim"), "unsqueeze(x, dim)"),
    "permute": (("x",), "permute(x)"),
    "inverse_permutation": (("dims",), "inverse(dims)"),
    "t": (("x",), "x.T"),
    "transpose": (("x", "dim0", "dim1"), "x.T if dim0 == -2 and dim1 == -1 else transpose(x, dim0, dim1)"),
    "turned": (("x",), "x.T"),
    # products
    "mm": (("a", "b"), "a @ b"),
    "mv": (("a", "b"), "a @ b"),
    "bmm": (("a", "b"), "a @ b"),
    "matmul": (("a", "b"), "a @ b"),
    "left_backward": (("x", "other", "shape", "stride", "alpha"), "x @ other.T if alpha == 1 else x @ other.T * alpha"),
    "right_backward": (
        ("x", "other", "shape", "stride", "alpha"),
        "other.T @ x if alpha == 1 else other.T @ x * alpha",
    ),
    # pointwise
    "negative": (("x",), "-x"),
    "total": (("x",), "sum(x)"),
    "masked_sum": (("x", "mask"), "sum(where(mask, x, 0))"),
    "where": (("condition", "a", "b"), "where(condition, a, b)"),
    "masked_fill": (("x", "mask", "value"), "where(mask, value, x)"),
    "logical_and": (("a", "b"), "a & b"),
    "logical_or": (("a", "b"), "a | b"),
    "_div_mode": (("a", "b", "rounding_mode"), "trunc(a / b) if rounding_mode == 'trunc' else floor(a / b)"),
    "atan2_backward": (
        ("x", "a", "b"),
        {"self": "x * b / (a ** 2 + b ** 2)", "other": "-x * a / (a ** 2 + b ** 2)"},
    ),
    "tanh_backward": (("x", "y"), "x * (1 - y ** 2)"),
    "sigmoid_backward": (("x", "y"), "x * y * (1 - y)"),
    "logit_backward": (("x", "y", "eps"), "x / (y * (1 - y)) if eps is None else logit_backward(x, y, eps)"),
    "_threshold_backward": (("x", "y", "threshold"), "x * (y > threshold)"),
    "_leaky_relu_backward": (("x", "y", "slope"), "where(y > 0, x, x * slope)"),
    "_prelu_kernel_backward": (
        ("x", "y", "slope"),
        {"self": "where(y > 0, x, x * slope)", "weight": "where(y > 0, 0, x * y)"},
    ),
    "_elu_backward": (
        ("x", "alpha", "scale", "input_scale", "is_result", "y"),
        "elu_backward(x, y) if is_result else where(y > 0, x, x * alpha * exp(y)) if scale == 1 and input_scale == 1 "
        "else where(y > 0, x * scale, x * alpha * scale * input_scale * exp(y * input_scale))",
    ),
    "_gelu_backward": (
        ("x", "y", "approximate"),
        "x * (0.5 * (1 + erf(y / sqrt(2))) + y * exp(-(y ** 2) / 2) / sqrt(2 * pi)) if approximate == 'none' "
        "else gelu_backward(x, y)",
    ),
    "_silu_backward": (("x", "y"), "x * sigmoid(y) * (1 + y * (1 - sigmoid(y)))"),
    "_softplus_backward": (("x", "y", "beta"), "x * sigmoid(y) if beta == 1 else x * sigmoid(beta * y)"),
    "_log_sigmoid_backward": (("x", "y"), "x * sigmoid(-y)"),
    "_hardtanh_backward": (("x", "y", "low", "high"), "x * ((y > low) & (y < high))"),
    "_hardsigmoid_backward": (("x", "y"), "x * ((y > -3) & (y < 3)) / 6"),
    "_hardswish_backward": (("x", "y"), "where(y <= -3, 0, where(y < 3, x * (y / 3 + 0.5), x))"),
    "_hardshrink_backward": (("x", "y", "lambd"), "x * (abs(y) > lambd)"),
    "_softshrink_backward": (("x", "y", "lambd"), "x * (abs(y) > lambd)"),
    "clamp_backward": (
        ("x", "y", "low", "high"),
        "x * (y >= low) if high is None else x * (y <= high) if low is None else x * ((y >= low) & (y <= high))",
    ),
    "pow_backward": (("x", "base", "exponent"), "x * exponent * base ** (exponent - 1)"),
    "pow_backward_self": (("x", "base", "exponent"), "x * exponent * base ** (exponent - 1)"),
    "pow_backward_exponent": (("x", "base", "exponent", "y"), "x * y * log(base)"),
    "number_pow_backward": (("x", "base", "exponent", "y"), "x * y * log(base)"),
    "maybe_multiply": (("x", "factor"), "x * factor"),
    # reductions
    "evenly_distributed": (("x", "y", "best"), "x * (y == best) / count(y == best)"),
    "selected_backward": (("x", "dim", "indices"), "scatter(x, indices)"),
    "extreme_backward": (("x", "y", "indices"), "scatter_add(x, indices)"),
    "shared": (
        ("x", "y", "best", "dim", "keepdim"),
        "x * (y == best) / count(y == best) if dim == () else "
        "restored(x, dim, y, keepdim) * (y == restored(best, dim, y, keepdim)) / "
        "count(y == restored(best, dim, y, keepdim), dim, keepdim=True)",
    ),
    "norm_backward": (
        ("x", "y", "p", "norm", "dim", "keepdim"),
        "restored(x, dim, y, keepdim) * y / restored(norm, dim, y, keepdim) if p == 2 else "
        "restored(x, dim, y, keepdim) * sign(y) if p == 1 else 0 if p == 0 else "
        "restored(x, dim, y, keepdim) * extreme(y, norm) if p == 'inf' or p == '-inf' else "
        "restored(x, dim, y, keepdim) * sign(y) * (abs(y) / restored(norm, dim, y, keepdim)) ** (p - 1)",
    ),
    "extreme": (("y", "norm"), "sign(y) * (abs(y) == norm) / count(abs(y) == norm)"),
    "var_backward": (
        ("x", "y", "dim", "correction"),
        "x * 2 * (y - (mean(y) if dim is None else mean(y, dim, keepdim=True))) / "
        "(n - (1 if correction is None else correction))",
    ),
    "std_backward": (
        ("x", "y", "std", "dim", "correction"),
        "x * (y - (mean(y) if dim is None else mean(y, dim, keepdim=True))) / "
        "((n - (1 if correction is None else correction)) * std)",
    ),
    "cumsum_backward": (("x", "dim"), "flip(cumsum(flip(x, dim), dim), dim)"),
    "_sum_keeping": (("x", "dim"), "sum(x, dim, keepdim=True)"),
    # softmax and losses
    "_softmax_backward_data": (("x", "y", "dim"), "y * (x - sum(x * y, dim, keepdim=True))"),
    "_log_softmax_backward_data": (("x", "y", "dim"), "x - exp(y) * sum(x, dim, keepdim=True)"),
    "averaged": (("x", "reduction"), "x / n if reduction == 1 else x"),
    "_mse_loss_backward": (("x", "a", "b", "reduction"), "x * 2 * (a - b) / n if reduction == 1 else x * 2 * (a - b)"),
    "_smooth_l1_loss_backward": (
        ("x", "a", "b", "reduction", "beta"),
        "x * clamp((a - b) / beta, -1, 1) / n if reduction == 1 else x * clamp((a - b) / beta, -1, 1)",
    ),
    "_huber_loss_backward": (
        ("x", "a", "b", "reduction", "delta"),
        "x * clamp(a - b, -delta, delta) / n if reduction == 1 else x * clamp(a - b, -delta, delta)",
    ),
    "_soft_margin_loss_backward": (
        ("x", "y", "target", "reduction"),
        "-x * target / (1 + exp(target * y)) / n if reduction == 1 else -x * target / (1 + exp(target * y))",
    ),
    "_binary_cross_entropy_backward": (
        ("x", "p", "target", "weight", "reduction"),
        "binary_cross_entropy_backward(x, p, target, weight) if weight is not None else "
        "x * (p - target) / (p * (1 - p)) / n if reduction == 1 else x * (p - target) / (p * (1 - p))",
    ),
    "_bce_logits_backward": (
        ("x", "y", "target", "weight", "pos_weight", "reduction"),
        "binary_cross_entropy_with_logits_backward(x, y, target, weight, pos_weight) if weight is not None else "
        "binary_cross_entropy_with_logits_backward(x, y, target, weight, pos_weight) if pos_weight is not None else "
        "x * (sigmoid(y) - target) / n if reduction == 1 else x * (sigmoid(y) - target)",
    ),
    "_nll_loss_backward": (
        ("x", "y", "target", "weight", "reduction", "ignore_index", "total_weight"),
        "scatter(-x, target) if weight is None and reduction != 1 else "
        "scatter(-x / total_weight, target) if weight is None else "
        "scatter(-x * weight[target] / total_weight, target) if reduction == 1 else scatter(-x * weight[target], target)",
    ),
    "_native_layer_norm_backward": (
        ("x", "input", "normalized_shape", "mean", "rstd"),
        {"weight": "sum_to(x * (input - mean) * rstd, normalized_shape)", "bias": "sum_to(x, normalized_shape)"},
    ),
    # parts
    "_select_backward": (("x", "shape", "dim", "index"), "place(x, dim, index)"),
    "_slice_backward": (
        ("x", "shape", "dim", "start", "end", "step"),
        "place(x, dim, start, end, step) if step != 1 else place(x, dim, start) if end == 9223372036854775807 else "
        "place(x, dim, start, end)",
    ),
    "_diagonal_backward": (("x", "shape", "offset"), "place(x, offset)"),
    "index_backward": (("zeros", "indices", "x"), "index_add(x, indices)"),
    "_index_fill_scalar": (("x", "dim", "index", "value"), "index_fill(x, dim, index, value)"),
    "_scatter_value": (("x", "dim", "index", "value"), "scatter(x, dim, index, value)"),
    "max_pool_double_backward": (("x", "indices"), "gather(x, indices)"),
    "taken": (("x", "dim", "index"), "index_select(x, dim, index)"),
    "as_strided_backward": (("x",), "place(x)"),
    "kept_by_index_put": (
        ("x", "indices", "shape", "accumulate"),
        "x if accumulate == True else index_put(x, indices, 0)",
    ),
    "unbind_backward": (("grads",), "stack(grads)"),
    "split_backward": (("grads",), "cat(grads)"),
    "split_with_sizes_backward": (("grads",), "cat(grads)"),
    "cat_backward": (("x",), "part(x)"),
    "stack_backward": (("x",), "part(x)"),
}
