"""Recurrent networks: cells that take one step of a sequence, and layers of them that take all steps.

They are PyTorch's compositions of other operators on the CPU, operation by operation. A layer of LSTM cells in float32 is
one operator there (oneDNN's), and so it is here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..base.warn import warn_once
from ..graph.tensor import Tensor, wrap
from ..op.op import function, op
from .activation import relu
from .create import zeros_as
from .dropout import dropout
from .generic import write
from .join import _cat, cat, stack, unbind, unsafe_chunk
from .linear import linear
from .math import sigmoid, tanh
from .matmul import matmul
from .shape import _select, _slice, t, transpose, unsqueeze


class Weights(NamedTuple):
    """The parameters of a cell: from the input, from the hidden state, their biases, and an LSTM's projection."""

    ih: Tensor
    hh: Tensor
    bias_ih: Tensor | None = None
    bias_hh: Tensor | None = None
    hr: Tensor | None = None

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


def _lstm_step(gates: Tensor, hidden: tuple[Tensor, Tensor], weights: Weights) -> tuple[Tensor, Tensor]:
    h, c = hidden
    i, f, g, o = unsafe_chunk(weights.of_hidden(h) + gates, 4, 1)
    i, f, g, o = sigmoid(i), sigmoid(f), tanh(g), sigmoid(o)
    c = f * c + i * g
    h = o * tanh(c)
    return (h if weights.hr is None else matmul(h, t(weights.hr))), c


def _gru_step(gates: Tensor, hidden: Tensor, weights: Weights) -> Tensor:
    from_input = unsafe_chunk(gates, 3, 1)
    from_hidden = unsafe_chunk(weights.of_hidden(hidden), 3, 1)
    # Sums in place stay apart in memory, which decides how far the logistic function is one of vectors.
    reset = sigmoid(from_hidden[0].add_(from_input[0]))
    update = sigmoid(from_hidden[1].add_(from_input[1]))
    new = tanh(from_input[2] + from_hidden[2] * reset)
    return (hidden - new) * update + new


_STEPS = {
    "rnn_tanh": _plain_step(tanh), "rnn_relu": _plain_step(relu.op.call), "lstm": _lstm_step, "gru": _gru_step,
}  # fmt: skip


def _is_pair(hidden: Any) -> bool:
    return isinstance(hidden, tuple | list)


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
    if not _is_pair(hx):
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
    return hidden[0] if _is_pair(hidden) else hidden


def _part(hidden: Any, start: int, end: int) -> Any:
    """Return the states of some sequences of the batch; of a pair, the second first, as C++ evaluates it."""
    if _is_pair(hidden):
        return tuple(state.narrow(0, start, end - start) for state in hidden[::-1])[::-1]
    return hidden.narrow(0, start, end - start)


def _joined(parts: list) -> Any:
    if _is_pair(parts[0]):
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


def _grouped(params: Sequence[Tensor], has_biases: bool, projected: bool = False) -> list[Weights]:
    """Return the flat list of parameters as one group for each layer and direction."""
    size = (4 if has_biases else 2) + projected
    groups = [tuple(params[i : i + size]) for i in range(0, len(params), size)]
    if not has_biases:
        groups = [(*group[:2], None, None, *group[2:]) for group in groups]
    return [Weights(*group) for group in groups]


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
            lambda reverse: _Layer(_STEPS[name], reverse),
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
            lambda reverse: _PackedLayer(_STEPS[name], reverse, sizes), data, states.__getitem__, _grouped(params, has_biases),
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
    projected = hx[0].size(2) != hx[1].size(2)
    weights, options = _grouped(params, has_biases, projected), (num_layers, dropout, train, bidirectional)
    input = input.transpose(0, 1) if batch_first else input
    if not len(input):
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    if input._data.dtype == np.float32 and input.numel() and not projected:
        input = input.contiguous()
        layer = (num_layers, has_biases, bidirectional, batch_first, train)
        output, last = _layers(
            lambda reverse: _FusedLayer(reverse, *layer), input, lambda k: (hx[0][k], hx[1][k]), weights, options
        )
        h, c = (stack([pair[state] for pair in last], 0) for state in (0, 1))
        return (output.transpose(0, 1) if batch_first else output), h, c
    if projected and input._data.dtype == np.float32:
        warn_once(_NO_PROJECTION)
    h, c = unbind(hx[0], 0), unbind(hx[1], 0)
    output, last = _layers(lambda reverse: _Layer(_lstm_step, reverse), input, lambda k: (h[k], c[k]), weights, options)
    states = _stacked(last)
    return (output.transpose(0, 1) if batch_first else output), *states


def _packed_lstm(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional):
    weights = _grouped(params, has_biases, hx[0].size(2) != hx[1].size(2))
    h, c, sizes = unbind(hx[0], 0), unbind(hx[1], 0), batch_sizes.tolist()
    output, last = _layers(
        lambda reverse: _PackedLayer(_lstm_step, reverse, sizes), data, lambda k: (h[k], c[k]), weights,
        (num_layers, dropout, train, bidirectional),
    )  # fmt: skip
    return output, *_stacked(last)


def _stacked(last: list[tuple[Tensor, Tensor]]) -> tuple[Tensor, Tensor]:
    """Return the last states of all layers as two tensors; the second is stacked first, as C++ evaluates it."""
    c, h = (stack([pair[state] for pair in last], 0) for state in (1, 0))
    return h, c


_NO_PROJECTION = (
    "LSTM with projections is not supported with oneDNN. Using default implementation. (Triggered internally at "
    "/__w/pytorch/pytorch/aten/src/ATen/native/RNN.cpp:1512.)"
)


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
    input,
    weight0,
    weight1,
    weight2,
    weight3,
    hx_,
    cx_,
    reverse,
    batch_sizes,
    mode,
    hidden_size,
    num_layers,
    has_biases,
    bidirectional,
    batch_first,
    train,
):
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


# ---- sequences of different lengths


@op(
    "PackPaddedSequenceBackward0",
    outputs=("result0", "result1"),
    differentiable=1,
    input=lambda grad, input_sym_sizes, result1, batch_first: _pack_padded_sequence_backward(
        grad, input_sym_sizes, result1, batch_first
    ),
)
def _pack_padded_sequence(input, lengths: Tensor, batch_first):
    input = input.swapaxes(0, 1) if batch_first else input
    sizes = _batch_sizes(lengths)
    data = np.concatenate([input[step, :size] for step, size in enumerate(sizes)])
    return data, np.array(sizes, np.int64)


def _batch_sizes(lengths: np.ndarray) -> list[int]:
    """Return for each step how many sequences still go on."""
    return [int((lengths > step).sum()) for step in range(int(lengths[0]))]


@function("torch", name="_pack_padded_sequence")
def pack_padded_sequence(input, lengths, batch_first):
    """Return the elements of all sequences step by step without the padding, and how many each step has."""
    batch = input.size(0 if batch_first else 1)
    if not input.numel():
        raise RuntimeError("Cannot pack empty tensors.")
    if lengths.size(0) != batch:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {lengths.size(0)} (batch_size={batch})"
        )
    values = lengths.tolist()
    if values[-1] <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0"
        )
    if any(earlier < later for earlier, later in zip(values, values[1:], strict=False)):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
            "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not "
            "need ONNX exportability."
        )
    return _pack_padded_sequence.op.call(input, lengths, batch_first)


def _pack_padded_sequence_backward(grad: Any, sizes: tuple, batch_sizes: Any, batch_first: bool) -> Any:
    """Put the gradients back to their places among zeros."""
    swapped = (sizes[1], sizes[0], *sizes[2:]) if batch_first else sizes
    padded, offset = zeros_as(grad, tuple(swapped)), 0
    for step, size in enumerate(batch_sizes.tolist()):
        write(_slice(_select(padded, 0, step), 0, 0, size), _slice(grad, 0, offset, offset + size))
        offset += size
    return transpose(padded, 0, 1) if batch_first else padded
