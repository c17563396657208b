"""Convolutions and transposed convolutions over one, two or three dimensions."""

from __future__ import annotations

from typing import Any

from .... import torch
from ....graph.tensor import Tensor
from .. import functional as F
from ..parameter import UninitializedParameter, allocated
from ._configured import by_dimensions
from .lazy import LazyModuleMixin, lazy
from .linear import reset_affine
from .module import Module
from .utils import each

__all__ = [
    "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "LazyConv1d", "LazyConv2d",
    "LazyConv3d",
]  # fmt: skip

_PADDINGS = {"same", "valid"}
_MODES = {"zeros", "reflect", "replicate", "circular"}


class _ConvNd(Module):
    """What convolutions have in common; `_dims` is the number of dimensions they slide over."""

    _dims: int
    transposed = False

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any, padding: Any, dilation: Any,
        output_padding: Any, groups: int, bias: bool, padding_mode: str, device: Any, dtype: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = each(kernel_size, self._dims)
        self.stride = each(stride, self._dims)
        self.padding = padding if isinstance(padding, str) else each(padding, self._dims)
        self.dilation = each(dilation, self._dims)
        self.output_padding = each(output_padding, self._dims)
        self.groups = groups
        self.padding_mode = padding_mode
        self._check()
        self.weight = allocated(self._weight_size(), device, dtype)
        self.register_parameter("bias", allocated(out_channels, device, dtype) if bias else None)
        self._initialize()

    def _check(self) -> None:
        if self.groups <= 0:
            raise ValueError("groups must be a positive integer")
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if self.out_channels % self.groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(self.padding, str):
            if self.padding not in _PADDINGS:
                raise ValueError(f"Invalid padding string {self.padding!r}, should be one of {_PADDINGS}")
            if self.padding == "same" and any(step != 1 for step in self.stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if self.padding_mode not in _MODES:
            raise ValueError(f"padding_mode must be one of {_MODES}, but got padding_mode='{self.padding_mode}'")

    def _weight_size(self) -> tuple[int, ...]:
        """Output channels first; a transposed convolution's are those of the convolution it is the transpose of."""
        outer, inner = self.out_channels, self.in_channels
        if self.transposed:
            outer, inner = inner, outer
        return outer, inner // self.groups, *self.kernel_size

    def reset_parameters(self) -> None:
        """Draw weight and bias anew."""
        reset_affine(self.weight, self.bias)

    def extra_repr(self) -> str:
        """Return the channels, and the settings that are not the usual ones."""
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        ones, zeros = (1,) * self._dims, (0,) * self._dims
        for name, usual in (("padding", zeros), ("dilation", ones), ("output_padding", zeros), ("groups", 1)):
            value = getattr(self, name)
            if value != usual:
                text += f", {name}={value}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


class _Convolution(_ConvNd):
    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
        groups: int = 1, bias: bool = True, padding_mode: str = "zeros", device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, 0, groups, bias, padding_mode, device, dtype
        )  # fmt: skip

    def forward(self, input: Tensor) -> Tensor:
        """Convolve (N, C, ...) or (C, ...)."""
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = F.pad(input, self._padding_of_both_sides(), mode=self.padding_mode), 0
        convolve = (F.conv1d, F.conv2d, F.conv3d)[self._dims - 1]
        return convolve(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def _padding_of_both_sides(self) -> list[int]:
        """Return the padding before and after each dimension, the last dimension first, as `pad` takes it."""
        if isinstance(self.padding, tuple):
            pairs = [(n, n) for n in self.padding]
        elif self.padding == "valid":
            pairs = [(0, 0)] * self._dims
        else:
            totals = [step * (size - 1) for step, size in zip(self.dilation, self.kernel_size, strict=True)]
            pairs = [(total // 2, total - total // 2) for total in totals]
        return [n for pair in reversed(pairs) for n in pair]


Conv1d, Conv2d, Conv3d = by_dimensions(
    "Conv", _Convolution, "Convolve {}, with channels.", methods=("__init__", "forward")
)


class _Transposed(_ConvNd):
    transposed = True

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0,
        output_padding: Any = 0, groups: int = 1, bias: bool = True, dilation: Any = 1, padding_mode: str = "zeros",
        device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, output_padding, groups, bias, padding_mode,
            device, dtype,
        )  # fmt: skip

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        """Do the reverse of a convolution's change of size; `output_size` chooses where several sizes lead to one."""
        output_padding = self.output_padding if output_size is None else self._output_padding(input, list(output_size))
        convolve = (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)[self._dims - 1]
        return convolve(
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation
        )

    def _output_padding(self, input: Tensor, output_size: list[int]) -> list[int]:
        """Return what has to be added on one side to get `output_size`."""
        leading = 2 if input.dim() == self._dims + 2 else 1
        sizes = output_size[leading:] if len(output_size) == leading + self._dims else output_size
        smallest = [
            (input.size(leading + d) - 1) * self.stride[d]
            - 2 * self.padding[d]
            + self.dilation[d] * (self.kernel_size[d] - 1)
            + 1
            for d in range(self._dims)
        ]
        largest = [size + step - 1 for size, step in zip(smallest, self.stride, strict=True)]
        if any(not low <= size <= high for low, size, high in zip(smallest, sizes, largest, strict=True)):
            raise ValueError(
                f"requested an output size of {sizes}, but valid sizes range from {smallest} to {largest} (for an input of "
                f"{input.size()[2:]})"
            )
        return [size - low for size, low in zip(sizes, smallest, strict=True)]


ConvTranspose1d, ConvTranspose2d, ConvTranspose3d = by_dimensions(
    "ConvTranspose", _Transposed, "The transpose of a convolution of {}.", methods=("__init__", "forward")
)


# ---- whose input channels are not known yet


class _Lazy(LazyModuleMixin):
    """What lazy convolutions have before the convolution they become."""

    def __init__(
        self, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1,
        bias: bool = True, padding_mode: str = "zeros", device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        made = {"device": device, "dtype": dtype}
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode, **made)
        self.out_channels = out_channels
        self.weight = UninitializedParameter(**made)
        if bias:
            self.bias = UninitializedParameter(**made)

    def initialize_parameters(self, input: Tensor, *args: Any, **kwargs: Any) -> None:
        """Give weight and bias the size that fits `input`."""
        if input.dim() not in (self._dims + 1, self._dims + 2):
            raise RuntimeError(
                f"Expected {self._dims + 1}D (unbatched) or {self._dims + 2}D (batched) input to {type(self).__name__}, but got "
                f"input of size: {input.shape}"
            )
        self.in_channels = input.shape[-self._dims - 1]
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        with torch.no_grad():
            self.weight.materialize(self._weight_size())
            if self.bias is not None:
                self.bias.materialize((self.out_channels,))
            self._initialize()


LazyConv1d, LazyConv2d, LazyConv3d = lazy(_Lazy, "in_channels", Conv1d, Conv2d, Conv3d)
