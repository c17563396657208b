"""Recurrent networks: layers of cells, which take all steps of a sequence, in one or both directions.

They are PyTorch's compositions of other operators on the CPU, operation by operation. A layer of LSTM cells in float32 is
one operator there (oneDNN's), and so it is here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..graph.tensor import Tensor, wrap
from ..op.namespaces import function
from ..op.op import op
from .cat import _cat, cat, stack
from .cells import PAIR, STEPS, Weights, lstm_step
from .create import zeros_as
from .dropout import dropout
from .math import sigmoid, tanh
from .split import unbind
from .squeeze import unsqueeze
from .transpose import t

# ---- a layer: all steps in one direction


class _Layer(NamedTuple):
    """All steps of one layer in one direction; `step` is a cell."""

    step: Callable
    reverse: bool

    def over(self, input: Tensor, hidden: Any, weights: Weights) -> tuple[Tensor, Any]:
        """Return the outputs of all steps of (length, batch, features), and the last hidden state."""
        gates = unbind(weights.of_input(input), 0)
        outputs = []
        for step_gates in reversed(gates) if self.reverse else gates:
            hidden = self.step(step_gates, hidden, weights)
            outputs.append(_output(hidden))
        return stack(outputs[::-1] if self.reverse else outputs, 0), hidden


class _PackedLayer(NamedTuple):
    """The same over sequences of different lengths, the longest first, all elements of a step after another."""

    step: Callable
    reverse: bool
    batch_sizes: list[int]

    def over(self, data: Tensor, hidden: Any, weights: Weights) -> tuple[Tensor, Any]:
        """Return the outputs of all steps, packed as `data` is, and the last hidden state of each sequence."""
        gates = weights.of_input(data)
        return (self._backwards if self.reverse else self._forwards)(gates, hidden, weights)

    def _forwards(self, gates: Tensor, hidden: Any, weights: Weights) -> tuple[Tensor, Any]:
        outputs, ended, offset, last = [], [], 0, self.batch_sizes[0]
        for size in self.batch_sizes:
            step_gates = gates.narrow(0, offset, size)
            offset += size
            if size < last:
                ended.append(_part(hidden, size, last))
                hidden = _part(hidden, 0, size)
            last = size
            hidden = self.step(step_gates, hidden, weights)
            outputs.append(_output(hidden))
        return cat(outputs, 0), _joined([hidden, *reversed(ended)])

    def _backwards(self, gates: Tensor, first: Any, weights: Weights) -> tuple[Tensor, Any]:
        outputs, offset, last = [], gates.size(0), self.batch_sizes[-1]
        hidden = _part(first, 0, last)
        for size in reversed(self.batch_sizes):
            if size > last:
                hidden = _joined([hidden, _part(first, last, size)])
            offset -= size
            last = size
            hidden = self.step(gates.narrow(0, offset, size), hidden, weights)
            outputs.append(_output(hidden))
        return cat(outputs[::-1], 0), hidden


def _output(hidden: Any) -> Tensor:
    return hidden[0] if isinstance(hidden, PAIR) else hidden


def _part(hidden: Any, start: int, end: int) -> Any:
    """Return the states of some sequences of the batch; of a pair, the second first, as C++ evaluates it."""
    if isinstance(hidden, PAIR):
        return tuple(state.narrow(0, start, end - start) for state in hidden[::-1])[::-1]
    return hidden.narrow(0, start, end - start)


def _joined(parts: list) -> Any:
    if isinstance(parts[0], PAIR):
        return tuple(cat([part[k] for part in parts], 0) for k in (1, 0))[::-1]
    return cat(parts, 0)


_LSTM_MODE = 2  # the number that stands for an LSTM among oneDNN's kinds of layers


class _FusedLayer(NamedTuple):
    """A layer of LSTM cells as one operator, which also saves how the whole network is made."""

    reverse: bool
    num_layers: int
    has_biases: bool
    bidirectional: bool
    batch_first: bool
    train: bool

    def over(self, input: Tensor, hidden: tuple[Tensor, Tensor], weights: Weights) -> tuple[Tensor, Any]:
        """Return the outputs of all steps, and the last hidden state."""
        biases = weights.bias_ih, weights.bias_hh
        if biases[0] is None:
            biases = (wrap(np.zeros(weights.ih.size(0), input._data.dtype)),) * 2
        output, h, c, _ = _mkldnn_rnn_layer.op.call(
            input, weights.ih, weights.hh, *biases, *hidden, self.reverse, (), _LSTM_MODE, hidden[0].size(-1),
            self.num_layers, self.has_biases, self.bidirectional, self.batch_first, self.train,
        )  # fmt: skip
        return output, (h, c)


# ---- several layers in one or both directions


def _layers(
    make: Callable[[bool], Any], input: Tensor, hidden: Callable[[int], Any], weights: list[Weights], options: tuple
) -> tuple[Tensor, list]:
    """Return the outputs of the last layer and the last hidden states of all; `hidden(k)` is the k-th first one."""
    num_layers, dropout_p, train, bidirectional = options
    directions = 2 if bidirectional else 1
    if len(weights) != num_layers * directions:
        raise RuntimeError("got an incorrect number of RNN parameters")
    last = []
    for layer in range(num_layers):
        outputs = []
        for direction in range(directions):
            k = layer * directions + direction
            output, final = make(direction == 1).over(input, hidden(k), weights[k])
            outputs.append(output)
            last.append(final)
        input = cat(outputs, -1 if input.ndim == 3 else 1) if bidirectional else outputs[0]
        if dropout_p != 0 and train and layer < num_layers - 1:
            input = dropout(input, dropout_p, train)
    return input, last


def _grouped(params: Sequence[Tensor], has_biases: bool) -> list[Weights]:
    """Return the flat list of parameters as one group for each layer and direction."""
    size = 4 if has_biases else 2
    return [Weights(*params[i : i + size]) for i in range(0, len(params), size)]


def _one_state(name: str) -> None:
    """Define a network whose cells have one hidden state: `torch.rnn_tanh` and its like."""

    def network(*args):
        return (_packed if isinstance(args[3], list | tuple) else _padded)(*args)

    def _padded(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
        input = input.transpose(0, 1) if batch_first else input
        if not len(input):
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        states = unbind(hx, 0)
        options = num_layers, dropout, train, bidirectional
        output, last = _layers(
            lambda reverse: _Layer(STEPS[name], reverse),
            input,
            states.__getitem__,
            _grouped(params, has_biases),
            options,
        )
        last = stack(last, 0)
        if batch_first:
            output.transpose_(0, 1)
        return output, last

    def _packed(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional):
        states, sizes = unbind(hx, 0), batch_sizes.tolist()
        options = num_layers, dropout, train, bidirectional
        output, last = _layers(
            lambda reverse: _PackedLayer(STEPS[name], reverse, sizes), data, states.__getitem__, _grouped(params, has_biases),
            options,
        )  # fmt: skip
        return output, stack(last, 0)

    network.__doc__ = "Run a recurrent network over (length, batch, features), or over packed sequences."
    function("torch", name=name)(network)


for _name in ("rnn_tanh", "rnn_relu", "gru"):
    _one_state(_name)


@function("torch")
def lstm(*args):
    """Run a long short-term memory over (length, batch, features), or over packed sequences."""
    return (_packed_lstm if isinstance(args[3], list | tuple) else _padded_lstm)(*args)


def _padded_lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    if len(hx) != 2:
        raise RuntimeError("lstm expects two hidden states")
    weights, options = _grouped(params, has_biases), (num_layers, dropout, train, bidirectional)
    input = input.transpose(0, 1) if batch_first else input
    if not len(input):
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    if input._data.dtype == np.float32 and input.numel():
        input = input.contiguous()
        layer = (num_layers, has_biases, bidirectional, batch_first, train)
        output, last = _layers(
            lambda reverse: _FusedLayer(reverse, *layer), input, lambda k: (hx[0][k], hx[1][k]), weights, options
        )
        h, c = (stack([pair[state] for pair in last], 0) for state in (0, 1))
        return (output.transpose(0, 1) if batch_first else output), h, c
    h, c = unbind(hx[0], 0), unbind(hx[1], 0)
    output, last = _layers(lambda reverse: _Layer(lstm_step, reverse), input, lambda k: (h[k], c[k]), weights, options)
    states = _stacked(last)
    return (output.transpose(0, 1) if batch_first else output), *states


def _packed_lstm(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional):
    weights = _grouped(params, has_biases)
    h, c, sizes = unbind(hx[0], 0), unbind(hx[1], 0), batch_sizes.tolist()
    output, last = _layers(
        lambda reverse: _PackedLayer(lstm_step, reverse, sizes), data, lambda k: (h[k], c[k]), weights,
        (num_layers, dropout, train, bidirectional),
    )  # fmt: skip
    return output, *_stacked(last)


def _stacked(last: list[tuple[Tensor, Tensor]]) -> tuple[Tensor, Tensor]:
    """Return the last states of all layers as two tensors; the second is stacked first, as C++ evaluates it."""
    c, h = (stack([pair[state] for pair in last], 0) for state in (1, 0))
    return h, c


# ---- the LSTM layer that is one operator


@op(
    "MkldnnRnnLayerBackward0",
    outputs=("result0", "result1", "result2", "result3"),
    differentiable=3,
    **{
        "input, weight0, weight1, weight2, weight3, hx_, cx_": (
            lambda grads, input, weight0, weight1, weight2, weight3, hx_, cx_, reverse, batch_sizes, mode, hidden_size,
            num_layers, has_biases, bidirectional, batch_first, train, result0, result1, result2, result3, output_mask: (
                _lstm_layer_backward(
                    grads, input, Weights(weight0, weight1, weight2, weight3), hx_, cx_, result0, reverse, output_mask
                )
            )
        )
    },
)  # fmt: skip
def _mkldnn_rnn_layer(
    input, weight0, weight1, weight2, weight3, hx_, cx_, reverse, batch_sizes, mode, hidden_size, num_layers,
    has_biases, bidirectional, batch_first, train,
):  # fmt: skip
    h, c = hx_, cx_
    from_input = np.matmul(input, weight0.T) + weight2
    output = np.empty((*input.shape[:2], h.shape[1]), input.dtype)
    for step in _order(len(input), reverse):
        i, f, g, o = _gates(from_input[step] + (np.matmul(h, weight1.T) + weight3))
        c = f * c + i * g
        h = output[step] = o * tanh(c)
    return output, h, c, np.zeros(0, np.uint8)


def _order(length: int, reverse: bool) -> range:
    return range(length - 1, -1, -1) if reverse else range(length)


def _gates(sums: Any) -> tuple:
    """Return the input, forget, cell and output gates from their sums, of an array or a tensor."""
    n = sums.shape[1] // 4
    i, f, g, o = (sums[:, k * n : (k + 1) * n] for k in range(4))
    return sigmoid(i), sigmoid(f), tanh(g), sigmoid(o)


def _lstm_layer_backward(
    grads: list, input: Any, weights: Weights, hx: Any, cx: Any, output: Any, reverse: bool, output_mask: tuple
) -> tuple:
    """Go back through the steps; gates and cell states are computed once more on the way forward."""
    order = _order(len(input), reverse)
    before, h, c = {}, hx, cx
    for step in order:
        gates = _gates(input[step] @ t(weights.ih) + weights.bias_ih + (h @ t(weights.hh) + weights.bias_hh))
        before[step] = h, c, gates
        c = gates[1] * c + gates[0] * gates[2]
        h = output[step]
    by_output, by_h, by_c = grads
    by_h = zeros_as(hx, tuple(hx.shape)) if by_h is None else by_h
    by_c = zeros_as(cx, tuple(cx.shape)) if by_c is None else by_c
    by_weights = [zeros_as(weight, tuple(weight.shape)) for weight in weights[:3]]
    by_input: dict[int, Any] = {}
    for step in reversed(order):
        h, c, (i, f, g, o) = before[step]
        by_h = by_h if by_output is None else by_h + by_output[step]
        cell = tanh(f * c + i * g)
        by_c = by_c + by_h * o * (1 - cell * cell)
        by_sums = _cat(
            [by_c * g * i * (1 - i), by_c * c * f * (1 - f), by_c * i * (1 - g * g), by_h * cell * o * (1 - o)], 1
        )
        by_input[step] = unsqueeze(by_sums @ weights.ih, 0)
        shares = t(by_sums) @ input[step], t(by_sums) @ h, by_sums.sum(0)
        by_weights = [total + share for total, share in zip(by_weights, shares, strict=True)]
        by_h = by_sums @ weights.hh
        by_c = by_c * f
    whole = _cat([by_input[step] for step in range(len(input))], 0)
    found = whole, *by_weights, by_weights[2], by_h, by_c
    return tuple(grad if wanted else None for grad, wanted in zip(found, output_mask, strict=True))
