"""Recurrent cells: one step of a simple network, an LSTM or a GRU, as PyTorch composes it of other operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..graph.tensor import Tensor
from ..op.namespaces import function
from .linear import linear
from .math import sigmoid, tanh
from .relu import relu
from .split import unsafe_chunk


class Weights(NamedTuple):
    """The parameters of a cell: from the input, from the hidden state, and their biases."""

    ih: Tensor
    hh: Tensor
    bias_ih: Tensor | None = None
    bias_hh: Tensor | None = None

    def of_input(self, input: Tensor) -> Tensor:
        """Return what the input contributes to the gates."""
        return linear(input, self.ih, self.bias_ih)

    def of_hidden(self, hidden: Tensor) -> Tensor:
        """Return what the hidden state contributes to the gates."""
        return linear(hidden, self.hh, self.bias_hh)


# ---- one step: (contribution of the input, hidden state, weights) -> hidden state


def _plain_step(nonlinearity: Callable) -> Callable:
    def step(gates: Tensor, hidden: Tensor, weights: Weights) -> Tensor:
        return nonlinearity(weights.of_hidden(hidden) + gates)

    return step


def lstm_step(gates: Tensor, hidden: tuple[Tensor, Tensor], weights: Weights) -> tuple[Tensor, Tensor]:
    """Return the next (h, c) of an LSTM."""
    h, c = hidden
    i, f, g, o = unsafe_chunk(weights.of_hidden(h) + gates, 4, 1)
    i, f, g, o = sigmoid(i), sigmoid(f), tanh(g), sigmoid(o)
    c = f * c + i * g
    return o * tanh(c), c


def _gru_step(gates: Tensor, hidden: Tensor, weights: Weights) -> Tensor:
    from_input = unsafe_chunk(gates, 3, 1)
    from_hidden = unsafe_chunk(weights.of_hidden(hidden), 3, 1)
    # Sums in place stay apart in memory, which decides how far the logistic function is one of vectors.
    reset = sigmoid(from_hidden[0].add_(from_input[0]))
    update = sigmoid(from_hidden[1].add_(from_input[1]))
    new = tanh(from_input[2] + from_hidden[2] * reset)
    return (hidden - new) * update + new


STEPS = {
    "rnn_tanh": _plain_step(tanh), "rnn_relu": _plain_step(relu.op.call), "lstm": lstm_step, "gru": _gru_step,
}  # fmt: skip
PAIR = tuple | list  # what the state (h, c) of an LSTM may come in


# ---- cells


def _check_cell(input: Tensor, hidden: Sequence[Tensor], weights: Weights, gates: int = 1) -> None:
    if input.size(1) != weights.ih.size(1):
        raise RuntimeError(f"input has inconsistent input_size: got {input.size(1)} expected {weights.ih.size(1)}")
    size = weights.hh.size(1)
    for number, state in enumerate(hidden):
        if input.size(0) != state.size(0):
            raise RuntimeError(
                f"Input batch size {input.size(0)} doesn't match hidden{number} batch size {state.size(0)}"
            )
        if state.size(1) != size:
            raise RuntimeError(f"hidden{number} has inconsistent hidden_size: got {state.size(1)}, expected {size}")
    for name, weight in (("weight_ih", weights.ih), ("weight_hh", weights.hh)):
        if weight.size(0) != gates * size:
            raise RuntimeError(
                f"{name} first dim must be {gates} * hidden_size = {gates * size}, but got {weight.size(0)}"
            )


def _define_plain_cell(name: str) -> None:
    def cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
        weights = Weights(w_ih, w_hh, b_ih, b_hh)
        _check_cell(input, (hx,), weights)
        from_hidden = weights.of_hidden(hx)
        return nonlinearity(from_hidden + weights.of_input(input))

    nonlinearity = tanh if name == "rnn_tanh_cell" else relu.op.call
    cell.__doc__ = "Take one step of a simple recurrent network."
    function("torch", name=name)(cell)


_define_plain_cell("rnn_tanh_cell")


_define_plain_cell("rnn_relu_cell")


@function("torch")
def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """Take one step of a long short-term memory from the states `hx`, a pair; return the new pair."""
    if not isinstance(hx, PAIR):
        raise TypeError(f"lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not {type(hx).__name__}")
    weights = Weights(w_ih, w_hh, b_ih, b_hh)
    _check_cell(input, hx, weights, 4)
    h, c = hx
    i, f, g, o = unsafe_chunk(weights.of_hidden(h) + weights.of_input(input), 4, 1)
    i, f, g, o = sigmoid(i), sigmoid(f), tanh(g), sigmoid(o)
    c = f * c + i * g
    return o * tanh(c), c


@function("torch")
def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """Take one step of a gated recurrent unit."""
    weights = Weights(w_ih, w_hh, b_ih, b_hh)
    _check_cell(input, (hx,), weights, 3)
    return _gru_step(weights.of_input(input), hx, weights)
