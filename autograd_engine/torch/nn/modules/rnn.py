"""Recurrent networks: cells, and layers of them over whole sequences."""

from __future__ import annotations

import math
import numbers
import warnings
from typing import Any

from .... import torch
from ....base.errors import lacks
from ....graph.tensor import Tensor
from ..._home import own
from .. import init
from .._packed import PackedSequence
from ..parameter import allocated
from .module import Module

__all__ = ["GRU", "GRUCell", "LSTM", "LSTMCell", "RNN", "RNNBase", "RNNCell", "RNNCellBase"]

_GATES = {"RNN_TANH": 1, "RNN_RELU": 1, "LSTM": 4, "GRU": 3}
_USUAL = {"num_layers": 1, "bias": True, "batch_first": False, "dropout": 0, "bidirectional": False}


class RNNBase(Module):
    """What recurrent networks have in common: a set of weights for each layer and direction."""

    def __init__(
        self, mode: str, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True, batch_first: bool = False,
        dropout: float = 0.0, bidirectional: bool = False, proj_size: int = 0, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        if proj_size:
            raise lacks("recurrent networks with proj_size")
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = dropout
        self.bidirectional = bidirectional
        self._check()
        self.dropout = float(dropout)
        self._all_weights: list[list[str]] = []
        for layer in range(num_layers):
            for suffix in ("", "_reverse") if bidirectional else ("",):
                self._allocate(layer, suffix, device, dtype)
        self._initialize()

    def _check(self) -> None:
        if not isinstance(self.dropout, numbers.Number) or not 0 <= self.dropout <= 1 or isinstance(self.dropout, bool):
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
            )
        if self.dropout > 0 and self.num_layers == 1:
            warnings.warn(
                "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers greater "
                f"than 1, but got dropout={self.dropout} and num_layers={self.num_layers}",
                stacklevel=3,
            )
        for name, kind in (("bias", bool), ("batch_first", bool), ("input_size", int), ("hidden_size", int)):
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise TypeError(f"{name} should be of type {kind.__name__}, got: {type(value).__name__}")
        for name in ("input_size", "hidden_size", "num_layers"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be greater than zero")

    def _allocate(self, layer: int, suffix: str, device: Any, dtype: Any) -> None:
        """Add the weights of one layer in one direction."""
        gates = _GATES[self.mode] * self.hidden_size
        inputs = self.input_size if layer == 0 else self.hidden_size * (2 if self.bidirectional else 1)
        sizes = {"weight_ih": (gates, inputs), "weight_hh": (gates, self.hidden_size)}
        if self.bias:
            sizes |= {"bias_ih": (gates,), "bias_hh": (gates,)}
        names = {f"{name}_l{layer}{suffix}": size for name, size in sizes.items()}
        for name, size in names.items():
            setattr(self, name, allocated(size, device, dtype))
        self._all_weights.append(list(names))

    def reset_parameters(self) -> None:
        """Draw all weights and biases anew, uniform in 1 / sqrt(hidden_size)."""
        reset_uniform(self, self.hidden_size)

    @property
    def all_weights(self) -> list[list[Tensor]]:
        """The weights and biases of each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    @property
    def _flat_weights_names(self) -> list[str]:
        return [name for names in self._all_weights for name in names]

    @property
    def _flat_weights(self) -> list[Tensor]:
        return [getattr(self, name) for name in self._flat_weights_names]

    def flatten_parameters(self) -> None:
        """Do nothing: it is for GPUs."""

    def extra_repr(self) -> str:
        """Return the sizes, and the settings that are not the usual ones."""
        unusual = [f", {name}={getattr(self, name)}" for name, value in _USUAL.items() if getattr(self, name) != value]
        return f"{self.input_size}, {self.hidden_size}" + "".join(unusual)

    # ---- running; the hidden state of an LSTM is a pair of states, that of the others one state

    def _run(self, *args: Any) -> tuple[Tensor, Any]:
        """Return the outputs and the last hidden state of PyTorch's function for this network."""
        output, *states = getattr(torch, self.mode.lower())(*args)
        return output, self._hidden(tuple(states))

    def _states(self, hidden: Any) -> tuple[Tensor, ...]:
        return (hidden[0], hidden[1]) if self.mode == "LSTM" else (hidden,)

    def _hidden(self, states: tuple[Tensor, ...]) -> Any:
        return states if self.mode == "LSTM" else states[0]

    def forward(self, input: Any, hx: Any = None) -> tuple[Any, Any]:
        """Return the outputs of the last layer for (length, batch, features), and the last states of all layers."""
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        if input.dim() not in (2, 3):
            tensor = " tensor" if self._get_name() == "RNN" else ""
            name = self.mode.partition("_")[0]
            raise ValueError(f"{name}: Expected input to be 2D or 3D, got {input.dim()}D{tensor} instead")
        batched, batch_dim = input.dim() == 3, 0 if self.batch_first else 1
        if not batched:
            input = input.unsqueeze(batch_dim)
        if hx is not None:
            self._check_ndim(hx, batched)
            if not batched:
                hx = self._hidden(tuple(state.unsqueeze(1) for state in self._states(hx)))
        else:
            hx = self._zeros(input, input.size(batch_dim))
        self._check_input(input, 3)
        self._check_states(hx, input.size(batch_dim))
        output, hidden = self._run(
            input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional,
            self.batch_first,
        )  # fmt: skip
        if batched:
            return output, hidden
        return output.squeeze(batch_dim), self._hidden(tuple(state.squeeze(1) for state in self._states(hidden)))

    def _forward_packed(self, input: PackedSequence, hx: Any) -> tuple[PackedSequence, Any]:
        data, batch_sizes, sorted_indices, unsorted_indices = input
        batch = int(batch_sizes[0])
        hx = self._zeros(data, batch) if hx is None else self._permuted(hx, sorted_indices)
        self._check_input(data, 2)
        self._check_states(hx, batch)
        output, hidden = self._run(
            data, batch_sizes, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional,
        )  # fmt: skip
        packed = PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices)
        return packed, self._permuted(hidden, unsorted_indices)

    def _zeros(self, input: Tensor, batch: int) -> Any:
        layers = self.num_layers * (2 if self.bidirectional else 1)
        count = 2 if self.mode == "LSTM" else 1
        shape = layers, batch, self.hidden_size
        return self._hidden(tuple(torch.zeros(shape, dtype=input.dtype) for _ in range(count)))

    def _permuted(self, hx: Any, permutation: Tensor | None) -> Any:
        if permutation is None:
            return hx
        return self._hidden(tuple(state.index_select(1, permutation) for state in self._states(hx)))

    def _check_ndim(self, hx: Any, batched: bool) -> None:
        ndims = [state.dim() for state in self._states(hx)]
        expected, what = (3, "batched 3-D") if batched else (2, "unbatched 2-D")
        if any(ndim != expected for ndim in ndims):
            if len(ndims) == 1:
                raise RuntimeError(f"For {what} input, hx should also be {expected}-D but got {ndims[0]}-D tensor")
            raise RuntimeError(
                f"For {what} input, hx and cx should also be {expected}-D but got ({ndims[0]}-D, {ndims[1]}-D) tensors"
            )

    def _check_input(self, input: Tensor, ndim: int) -> None:
        wanted = self._flat_weights[0].dtype
        if input.dtype != wanted:
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({wanted}). Convert input: input.to({wanted}), or "
                f"convert model: model.to({input.dtype})"
            )
        if input.dim() != ndim:
            raise RuntimeError(f"input must have {ndim} dimensions, got {input.dim()}")
        if input.size(-1) != self.input_size:
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}"
            )

    def _check_states(self, hx: Any, batch: int) -> None:
        layers, states = self.num_layers * (2 if self.bidirectional else 1), self._states(hx)
        expected = layers, batch, self.hidden_size
        for i, state in enumerate(states):
            if tuple(state.size()) != expected:
                which = f"hidden[{i}]" if len(states) > 1 else "hidden"
                raise RuntimeError(f"Expected {which} size {expected}, got {list(state.size())}")


def reset_uniform(module: Module, size: int) -> None:
    """Draw all parameters of a module uniform in 1 / sqrt(size)."""
    bound = 1.0 / math.sqrt(size) if size > 0 else 0
    for parameter in module.parameters():
        init.uniform_(parameter, -bound, bound)


@own("forward")
class RNN(RNNBase):
    """h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or with relu."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if len(args) > 3:
            self.nonlinearity = args[3]
            args = args[:3] + args[4:]
        else:
            self.nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if self.nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{self.nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(f"RNN_{self.nonlinearity.upper()}", *args, **kwargs)


@own("forward")
class GRU(RNNBase):
    """The gated recurrent unit (Cho et al., 2014)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("GRU", *args, **kwargs)


@own("forward")
class LSTM(RNNBase):
    """The long short-term memory (Hochreiter and Schmidhuber, 1997); its hidden state is a pair (h, c)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)


# ---- cells


class RNNCellBase(Module):
    """What cells have in common: weights and biases for input and hidden state."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        gates = num_chunks * hidden_size
        self.weight_ih = allocated((gates, input_size), device, dtype)
        self.weight_hh = allocated((gates, hidden_size), device, dtype)
        self.register_parameter("bias_ih", allocated(gates, device, dtype) if bias else None)
        self.register_parameter("bias_hh", allocated(gates, device, dtype) if bias else None)
        self._initialize()

    def reset_parameters(self) -> None:
        """Draw all weights and biases anew, uniform in 1 / sqrt(hidden_size)."""
        reset_uniform(self, self.hidden_size)

    def extra_repr(self) -> str:
        """Return the sizes, and the settings that are not the usual ones."""
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        nonlinearity = getattr(self, "nonlinearity", "tanh")
        return text if nonlinearity == "tanh" else f"{text}, nonlinearity={nonlinearity}"

    def _check_ndim(self, what: str, tensor: Tensor) -> None:
        if tensor.ndim not in (1, 2):
            raise ValueError(f"{self._get_name()}: Expected {what} to be 1D or 2D, got {tensor.ndim}D instead")

    def _advanced(self, function: Any, input: Tensor, hx: Any) -> Any:
        """Take one step; a sample alone is a batch of one. An LSTM cell has a pair of states, the others one."""
        self._check_ndim("input", input)
        pair = isinstance(self, LSTMCell)
        if hx is not None:
            for i, state in enumerate(hx if pair else (hx,)):
                self._check_ndim(f"hx[{i}]" if pair else "hidden", state)
        alone = input.dim() == 1
        if alone:
            input = input.unsqueeze(0)
        if hx is None:
            zeros = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype)
            hx = (zeros, zeros) if pair else zeros
        elif alone:
            hx = tuple(state.unsqueeze(0) for state in hx) if pair else hx.unsqueeze(0)
        out = function(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if not alone:
            return out
        return tuple(state.squeeze(0) for state in out) if pair else out.squeeze(0)


class RNNCell(RNNCellBase):
    """One step of an RNN."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh", device: Any = None,
        dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """Return the next hidden state."""
        return self._advanced(self._function, input, hx)

    def _function(self, *args: Any) -> Tensor:
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return (torch.rnn_tanh_cell if self.nonlinearity == "tanh" else torch.rnn_relu_cell)(*args)


class _GatedCell(RNNCellBase):
    _gates: int

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, self._gates, device, dtype)


@own("__init__")
class GRUCell(_GatedCell):
    """One step of a GRU."""

    _gates = 3

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """Return the next hidden state."""
        return self._advanced(torch.gru_cell, input, hx)


@own("__init__")
class LSTMCell(_GatedCell):
    """One step of an LSTM."""

    _gates = 4

    def forward(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """Return the next pair of states (h, c)."""
        return self._advanced(torch.lstm_cell, input, hx)
