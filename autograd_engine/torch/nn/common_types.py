"""`torch.nn.common_types`: sizes as annotations of programs name them."""

_size_1_t, _size_2_t, _size_3_t = int | tuple[int], int | tuple[int, int], int | tuple[int, int, int]
_size_any_t = int | tuple[int, ...]
