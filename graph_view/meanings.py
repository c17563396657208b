"""What the functions that backward formulas call mean to a reader, as formulas of plainer functions.

The engine's own text is exact but speaks of dtypes, sizes and special cases. A function that is not in the
table is shown as a call.
"""

from __future__ import annotations

# name -> (parameters, formula); further arguments are left out. A formula may use the node's other names too.
MEANINGS: dict[str, tuple[tuple[str, ...], str]] = {
    # shapes and dtypes
    "to_dtype": (("x",), "x"),
    "contiguous": (("x",), "x"),
    "zeros_as": (("x",), "0"),
    "zeros_of": (("x",), "0"),
    "sum_to": (("x", "shape"), "sum_to(x, shape)"),
    "_expand": (("x", "shape"), "expand(x, shape)"),
    "reshape": (("x", "shape"), "reshape(x, shape)"),
    "sum_backward": (("x", "shape"), "expand(x, shape)"),
    "mean_backward": (("x", "shape"), "expand(x, shape) / n"),
    "unsqueeze_to": (("x", "shape"), "reshape(x, shape)"),
    "unsqueeze_one": (("x", "dim"), "unsqueeze(x, dim)"),
    "unsqueeze_many": (("x", "dim"), "unsqueeze(x, dim)"),
    "permute": (("x",), "permute(x)"),
    "t": (("x",), "x.T"),
    "transpose": (("x",), "x.T"),
    # products
    "mm": (("a", "b"), "a @ b"),
    "mv": (("a", "b"), "a @ b"),
    "bmm": (("a", "b"), "a @ b"),
    "matmul": (("a", "b"), "a @ b"),
    "left_backward": (("x", "other"), "x @ other.T"),
    "right_backward": (("x", "other"), "other.T @ x"),
    # pointwise
    "where": (("condition", "a", "b"), "where(condition, a, b)"),
    "masked_fill": (("x", "mask", "value"), "where(mask, value, x)"),
    "tanh_backward": (("x", "y"), "x * (1 - y ** 2)"),
    "sigmoid_backward": (("x", "y"), "x * y * (1 - y)"),
    "_threshold_backward": (("x", "y", "threshold"), "x * (y > threshold)"),
    "_leaky_relu_backward": (("x", "y", "slope"), "where(y > 0, x, x * slope)"),
    "_silu_backward": (("x", "y"), "x * sigmoid(y) * (1 + y * (1 - sigmoid(y)))"),
    "_softplus_backward": (("x", "y", "beta"), "x * sigmoid(beta * y)"),
    "clamp_backward": (("x", "y", "low", "high"), "x * ((y >= low) & (y <= high))"),
    "pow_backward": (("x", "base", "exponent"), "x * exponent * base ** (exponent - 1)"),
    "pow_backward_self": (("x", "base", "exponent"), "x * exponent * base ** (exponent - 1)"),
    "pow_backward_exponent": (("x", "base", "exponent", "y"), "x * y * log(base)"),
    "number_pow_backward": (("x", "base", "exponent", "y"), "x * y * log(base)"),
    "maybe_multiply": (("x", "factor"), "x * factor"),
    # reductions
    "evenly_distributed": (("x", "y", "best"), "x * (y == best) / count(y == best)"),
    "selected_backward": (("x", "dim", "indices"), "scatter(x, indices)"),
    "shared": (("x", "y", "best"), "x * (y == best) / count(y == best)"),
    "norm_backward": (("x", "y", "p", "norm"), "x * y / norm"),
    "var_backward": (("x", "y", "dim", "correction"), "x * 2 * (y - mean(y)) / (n - correction)"),
    "std_backward": (("x", "y", "std", "dim", "correction"), "x * (y - mean(y)) / ((n - correction) * std)"),
    "cumsum_backward": (("x", "dim"), "flip(cumsum(flip(x)))"),
    # softmax and losses
    "_softmax_backward_data": (("x", "y"), "y * (x - sum(x * y))"),
    "_log_softmax_backward_data": (("x", "y"), "x - exp(y) * sum(x)"),
    "_mse_loss_backward": (("x", "a", "b"), "x * 2 * (a - b) / n"),
    "_nll_loss_backward": (("x", "y", "target"), "scatter(-x / n, target)"),
    # parts
    "_select_backward": (("x", "shape", "dim", "index"), "place(x, index)"),
    "_slice_backward": (("x", "shape", "dim", "start", "end"), "place(x, start, end)"),
    "index_backward": (("zeros", "indices", "x"), "index_add(x, indices)"),
    "as_strided_backward": (("x",), "place(x)"),
    "kept_by_index_put": (("x", "indices"), "where(indices, 0, x)"),
    "unbind_backward": (("x",), "stack(x)"),
    "split_backward": (("x",), "cat(x)"),
    "split_with_sizes_backward": (("x",), "cat(x)"),
    "cat_backward": (("x",), "part(x)"),
    "stack_backward": (("x",), "part(x)"),
}
