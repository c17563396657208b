"""`torch.layout` and `torch.memory_format`: names that programs pass; here all tensors are strided."""


class _Named:
    """One of torch's names, which prints as itself."""

    __slots__ = ("name",)
    __module__ = "torch"

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"


class layout(_Named):
    """How the elements of a tensor lie in memory."""

    __slots__ = ()
    __module__ = "torch"


class memory_format(_Named):
    """An order of dimensions in memory, such as `torch.contiguous_format`."""

    __slots__ = ()
    __module__ = "torch"


strided, sparse_coo = layout("strided"), layout("sparse_coo")
contiguous_format, preserve_format = memory_format("contiguous_format"), memory_format("preserve_format")
channels_last, channels_last_3d = memory_format("channels_last"), memory_format("channels_last_3d")
