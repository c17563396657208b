"""Windows of images as columns (im2col), and columns added up to images (col2im)."""

from __future__ import annotations

from typing import Any

from ..base import errors
from ..kernels import windows
from ..op.namespaces import function
from ..op.op import op
from ..op.operands import in_float32
from ..op.signatures import takes


@op(
    "Im2ColBackward0",
    self=lambda grad, self_sym_argsize_minus_2, self_sym_argsize_minus_1, kernel_size, dilation, padding, stride: (
        _col2im(grad, (self_sym_argsize_minus_2, self_sym_argsize_minus_1), kernel_size, dilation, padding, stride)
    ),
)
def _im2col(self, kernel_size, dilation, padding, stride):
    if self.dtype.kind in "iu":
        raise errors.not_implemented("im2col_out_cpu", self.dtype)
    images = self if self.ndim == 4 else self[None]
    counts = windows.count(images.shape[2:], kernel_size, stride, padding, dilation)
    columns = windows.columns(images, kernel_size, stride, padding, dilation, counts)
    return columns if self.ndim == 4 else columns[0]


@op(
    "Col2ImBackward0",
    self=lambda grad, kernel_size, dilation, padding, stride: _im2col(grad, kernel_size, dilation, padding, stride),
)
@in_float32
def _col2im(self, output_size, kernel_size, dilation, padding, stride):
    if self.dtype.kind in "iu":
        raise errors.not_implemented("col2im_out_cpu", self.dtype)
    columns = self if self.ndim == 3 else self[None]
    counts = windows.count(output_size, kernel_size, stride, padding, dilation)
    images = windows.sum_columns(columns, output_size, kernel_size, stride, padding, dilation, counts)
    return images if self.ndim == 3 else images[0]


@function("nn.functional")
@takes(
    "Tensor input, tuple of ints[1] kernel_size, tuple of ints[1] dilation = 1, "
    "tuple of ints[1] padding = 0, tuple of ints[1] stride = 1",
    "im2col",
)
def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Return the windows of images as columns."""
    sizes = _pairs(kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)
    _check_pairs(**sizes)
    shape = list(input.shape)
    if input.ndim < 3:
        raise errors.dim_out_of_range(2, input.ndim)
    if input.ndim > 4 or 0 in shape[-3:]:
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            f"for input, but got: {shape}"
        )
    counts = windows.count(tuple(shape[-2:]), **_for_windows(sizes))
    if min(counts) < 1:
        raise RuntimeError(
            f"Given input with spatial size {tuple(shape[-2:])}, kernel_size={sizes['kernel_size']}, "
            f"dilation={sizes['dilation']}, padding={sizes['padding']}, calculated shape of the array of "
            f"sliding blocks as {counts}, but its components must be at least one."
        )
    return _im2col(input, **sizes)


def _pairs(**values: Any) -> dict[str, tuple[int, int]]:
    """Return ints and tuples as pairs, or raise PyTorch's error."""
    pairs = {name: (value, value) if isinstance(value, int) else tuple(value) for name, value in values.items()}
    for name, pair in pairs.items():
        if len(pair) != 2:
            raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(pair)}")
    return pairs


def _check_pairs(kernel_size: tuple, dilation: tuple, padding: tuple, stride: tuple) -> None:
    for what, prefix, pair in (
        ("kernel size", "kernel", kernel_size),
        ("stride", "stride", stride),
        ("dilation", "dilation", dilation),
    ):
        if min(pair) <= 0:
            raise RuntimeError(
                f"{what} should be greater than zero, but got {prefix}_height: {pair[0]} {prefix}_width: {pair[1]}"
            )
    if min(padding) < 0:
        raise RuntimeError(f"padding should be non-negative, but got pad_height: {padding[0]} pad_width: {padding[1]}")


def _for_windows(sizes: dict[str, tuple]) -> dict[str, tuple]:
    return {"kernel" if name == "kernel_size" else name: value for name, value in sizes.items()}
