"""`torch.nn.common_types`: sizes as annotations of programs name them."""

from typing import TypeVar

from ...graph.tensor import Tensor

T = TypeVar("T")
_scalar_or_tuple_any_t = T | tuple[T, ...]
_scalar_or_tuple_1_t = T | tuple[T]
_scalar_or_tuple_2_t = T | tuple[T, T]
_scalar_or_tuple_3_t = T | tuple[T, T, T]
_size_any_t, _size_any_opt_t = _scalar_or_tuple_any_t[int], _scalar_or_tuple_any_t[int | None]
_size_1_t = _scalar_or_tuple_1_t[int]
_size_2_t, _size_2_opt_t = _scalar_or_tuple_2_t[int], _scalar_or_tuple_2_t[int | None]
_size_3_t, _size_3_opt_t = _scalar_or_tuple_3_t[int], _scalar_or_tuple_3_t[int | None]
_ratio_2_t, _ratio_3_t, _ratio_any_t = (
    _scalar_or_tuple_2_t[float], _scalar_or_tuple_3_t[float], _scalar_or_tuple_any_t[float],
)  # fmt: skip
_tensor_list_t = _scalar_or_tuple_any_t[Tensor]
_maybe_indices_t = _scalar_or_tuple_2_t[Tensor]
